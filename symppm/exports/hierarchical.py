"""Exports to hpfrec and scHPF: hierarchical Poisson factorization by mean-field inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from symppm.errors import ParameterError
from symppm.exports.factors import (
    NEGLIGIBLE,
    Level,
    Side,
    Structure,
    difference,
    effect,
    gamma_side,
    moments_of,
    recognised,
    refused,
)
from symppm.exports.fitting import call, fitting, rounded
from symppm.exports.types import MEAN_FIELD, Chosen, Export

_FIRST, _LAST = 3, 8


@dataclass(frozen=True)
class Hierarchy:
    """Hyperparameters of one factor matrix, as the paper on HPF names them."""

    shape: float
    above: float
    divisor: float

    @property
    def rate(self) -> float:
        """Rate of what is above the factors."""
        return self.above / self.divisor


@dataclass(frozen=True)
class Hierarchical:
    """What a library for hierarchical Poisson factorization is set to."""

    k: int
    row: Hierarchy
    col: Hierarchy
    notes: tuple[str, ...]


def hierarchical(chosen: Chosen, library: str) -> Hierarchical:
    """Return the hierarchical Poisson factorization that is a match, or is nearest to it."""
    structure = recognised(chosen)
    if isinstance(structure, str):
        raise refused(chosen, library, structure)
    if structure.likelihood != "Poisson":
        raise refused(chosen, library, f"its observations are {structure.likelihood}")
    row, col = _gamma(structure.row, chosen), _gamma(structure.col, chosen)
    nearest = replace(structure, row=row, col=col)
    plain = [each for each in (row, col) if each.level is None]
    if plain:
        nearest = _with_levels(nearest)
    notes = _other_priors([structure.row, structure.col])
    if plain:
        notes.append(_limit(plain, nearest))
    if not chosen.reshaped:
        notes.append(effect(moments_of(structure), moments_of(nearest)))
    return Hierarchical(structure.k, _hierarchy(nearest.row), _hierarchy(nearest.col), tuple(notes))


def small_shapes(found: Hierarchical) -> tuple[str, ...]:
    """Return advice on shapes that mean-field inference does not cope with, if there are any."""
    if min(found.row.shape, found.col.shape) >= MEAN_FIELD:
        return ()
    return (
        f"Shapes below {MEAN_FIELD} have made mean-field fits worse on real data. "
        'shapes="mean-field" gives larger ones, and says what that does to the match.',
    )


def _gamma(side: Side, chosen: Chosen) -> Side:
    if side.family == "Gamma":
        return side
    variance = side.square - side.mean**2
    if not 0.0 < variance < float("inf"):
        raise ParameterError(
            f"an export of {chosen.model}, whose prior of {side.name} has no finite variance",
            expected="priors that a Gamma prior with the same mean and variance can stand for",
            do="Fix hyperparameters for which the variance exists.",
        )
    return gamma_side(side.name, side.mean**2 / variance, side.mean / variance)


def _with_levels(structure: Structure) -> Structure:
    """Put almost constant levels where there are none, as constant as it takes."""
    wanted = moments_of(structure)
    for power in range(_FIRST, _LAST + 1):
        above = 10.0**power
        nearest = replace(
            structure, row=_almost(structure.row, above), col=_almost(structure.col, above)
        )
        if difference(wanted, moments_of(nearest)) < NEGLIGIBLE:
            break
    return nearest


def _almost(side: Side, above: float) -> Side:
    if side.level is not None or side.shape is None:
        return side
    # The mean of one over the level is kept, and with it the mean of the factors.
    return gamma_side(
        side.name, side.shape, level=Level(above, (above - 1.0) * side.mean / side.shape)
    )


def _hierarchy(side: Side) -> Hierarchy:
    if side.shape is None or side.level is None:
        raise TypeError(f"{side.name} is not a Gamma variable with a level above")
    return Hierarchy(side.shape, side.level.shape, side.level.shape / side.level.rate)


def _other_priors(sides: Sequence[Side]) -> list[str]:
    other = [each for each in sides if each.family != "Gamma"]
    if not other:
        return []
    said = " and ".join(f"the prior of {each.name} ({each.family})" for each in other)
    return [
        f"In place of {said}: Gamma with the same mean and variance. Moments up to the second "
        "order do not tell them apart; zeros and large counts can differ."
    ]


def _limit(plain: Sequence[Side], nearest: Structure) -> str:
    names = " and ".join(each.name for each in plain)
    above = max(
        each.level.shape
        for each in (nearest.row, nearest.col)
        if each.level is not None and each.name in {one.name for one in plain}
    )
    return (
        f"The match has no level above {names}: it is made almost constant by the shape {above:g}, "
        "with the rate that keeps the mean."
    )


_HPFREC = (
    "hpfrec: theta ~ Gamma(shape a, rate xi) with xi ~ Gamma(shape a_prime, rate a_prime / "
    "b_prime), so that b_prime is the mean of xi; beta, eta with c, c_prime, d_prime likewise. "
    "Rows are its users, columns its items."
)

_HPFREC_DEFAULTS = (
    "hpfrec's defaults, a_prime = c_prime = 0.3, have an infinite prior predictive mean: that "
    "needs more than 1, a variance more than 2."
)

_UNDERFLOW = (
    "sum_exp_trick=True, because with small shapes hpfrec's single precision underflows, "
    "and a fit can end in NaN."
)

_RUN: Final = {"maxiter": 300, "random_seed": 1, "verbose": False}
"""It makes all of its steps; its default, 100, is too few for large counts."""


def to_hpfrec(chosen: Chosen) -> Export:
    """Return a match as ``hpfrec.HPF`` takes it."""
    found = hierarchical(chosen, "hpfrec")
    small = small_shapes(found)
    arguments: dict[str, Any] = {
        "k": found.k,
        "a": rounded(found.row.shape),
        "a_prime": rounded(found.row.above),
        "b_prime": rounded(found.row.divisor),
        "c": rounded(found.col.shape),
        "c_prime": rounded(found.col.above),
        "d_prime": rounded(found.col.divisor),
        **({"sum_exp_trick": True} if small else {}),
    }
    code = fitting(
        "hpfrec",
        ["from hpfrec import HPF"],
        [
            f"model = {call('HPF', {**arguments, **_RUN})}",
            "model.fit(csr_matrix(counts).tocoo())",
            "return model, model.Theta, model.Beta",
        ],
        gaps=bool(chosen.gaps),
        likelihood="Poisson",
    )
    notes = (_HPFREC, *found.notes, _HPFREC_DEFAULTS, *((_UNDERFLOW,) if small else ()), *small)
    return Export("hpfrec", "hpfrec", arguments, code, notes)


_SCHPF = (
    "scHPF: theta ~ Gamma(shape a, rate xi) with xi ~ Gamma(shape ap, rate bp), where bp is a "
    "rate; beta, eta with c, cp, dp likewise. Rows are cells, columns are genes."
)

_SCHPF_DEFAULTS = (
    "scHPF takes bp and dp from the data if they are left out. Its defaults, ap = cp = 1, have an "
    "infinite prior predictive mean: that needs more than 1, a variance more than 2."
)

_START = (
    "scHPF starts its factors near a / bp and c / dp, which under so constant a level is far below "
    "the prior's: allow it more iterations."
)

_CONSTANT = 100.0


def to_schpf(chosen: Chosen) -> Export:
    """Return a match as ``schpf.scHPF`` takes it."""
    found = hierarchical(chosen, "scHPF")
    arguments = {
        "nfactors": found.k,
        "a": rounded(found.row.shape),
        "ap": rounded(found.row.above),
        "bp": rounded(found.row.rate),
        "c": rounded(found.col.shape),
        "cp": rounded(found.col.above),
        "dp": rounded(found.col.rate),
    }
    code = fitting(
        "scHPF",
        ["from schpf import scHPF"],
        [
            f"model = {call('scHPF', arguments)}",
            "model.fit(csr_matrix(counts).tocoo())",
            "return model, model.theta.e_x, model.beta.e_x",
        ],
        gaps=bool(chosen.gaps),
        likelihood="Poisson",
    )
    far = (_START,) if max(found.row.above, found.col.above) >= _CONSTANT else ()
    notes = (_SCHPF, *found.notes, *far, _SCHPF_DEFAULTS, *small_shapes(found))
    return Export("schpf", "scHPF", arguments, code, notes)
