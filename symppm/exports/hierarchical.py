"""Exports to hpfrec and scHPF: hierarchical Poisson factorization by mean-field inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from symppm.errors import ParameterError
from symppm.exports.code import rounded
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
)
from symppm.exports.fitting import fitting
from symppm.exports.types import MEAN_FIELD, Chosen, Export

_FIRST, _LAST = 3, 8


@dataclass(frozen=True)
class Hierarchical:
    """What a library for hierarchical Poisson factorization is set to, and what that changes."""

    k: int
    row: tuple[float, Level]  # the shape of factors, and what is above them
    col: tuple[float, Level]
    notes: tuple[str, ...]

    @property
    def small(self) -> tuple[str, ...]:
        """Advice on shapes that mean-field inference does not cope with, if there are any."""
        if min(self.row[0], self.col[0]) >= MEAN_FIELD:
            return ()
        return (
            f"Shapes below {MEAN_FIELD} have made mean-field fits worse on real data. "
            'shapes="mean-field" gives larger ones, and says what that does to the match.',
        )


def hierarchical(chosen: Chosen, library: str) -> Hierarchical:
    """Return the hierarchical Poisson factorization that is a match, or is nearest to it."""
    structure = recognised(chosen, library, ("Poisson",))
    row, col = _gamma(structure.row, chosen), _gamma(structure.col, chosen)
    nearest = replace(structure, row=row, col=col)
    notes = _other_priors([structure.row, structure.col])
    constant = [each.name for each in (row, col) if each.level is None]
    if constant:
        nearest, above = _with_levels(nearest)
        notes.append(
            f"The match has no level above {' and '.join(constant)}: it is made almost constant by "
            f"the shape {above:g}, with the rate that keeps the mean."
        )
    if not chosen.reshaped:
        notes.append(effect(moments_of(structure), moments_of(nearest)))
    return Hierarchical(structure.k, _levelled(nearest.row), _levelled(nearest.col), tuple(notes))


def _gamma(side: Side, chosen: Chosen) -> Side:
    if side.family == "Gamma":
        return side
    variance = side.square - side.mean**2
    if not 0.0 < variance < float("inf"):
        raise ParameterError(
            f"an export of {chosen.match.model}, whose prior of {side.name} has no finite variance",
            expected="priors that a Gamma prior with the same mean and variance can stand for",
            do="Fix hyperparameters for which the variance exists.",
        )
    return gamma_side(side.name, side.mean**2 / variance, side.mean / variance)


def _with_levels(structure: Structure) -> tuple[Structure, float]:
    """Put almost constant levels where there are none, as constant as it takes."""
    moments = moments_of(structure)
    for power in range(_FIRST, _LAST + 1):
        above = 10.0**power
        row, col = _almost(structure.row, above), _almost(structure.col, above)
        nearest = replace(structure, row=row, col=col)
        if difference(moments, moments_of(nearest)) < NEGLIGIBLE:
            break
    return nearest, above


def _almost(side: Side, above: float) -> Side:
    if side.level is not None or side.shape is None:
        return side
    # The mean of one over the level is kept, and with it the mean of the factors.
    level = Level(above, (above - 1.0) * side.mean / side.shape)
    return gamma_side(side.name, side.shape, level=level)


def _levelled(side: Side) -> tuple[float, Level]:
    if side.shape is None or side.level is None:
        raise TypeError(f"{side.name} is not a Gamma variable with a level above")
    return side.shape, side.level


def _other_priors(sides: Sequence[Side]) -> list[str]:
    other = [each for each in sides if each.family != "Gamma"]
    if not other:
        return []
    said = " and ".join(f"the prior of {each.name} ({each.family})" for each in other)
    return [
        f"In place of {said}: Gamma with the same mean and variance. Moments up to the second "
        "order do not tell them apart; zeros and large counts can differ."
    ]


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


def to_hpfrec(chosen: Chosen) -> Export:
    """Return a match as ``hpfrec.HPF`` takes it."""
    near = hierarchical(chosen, "hpfrec")
    (a, xi), (c, eta), small = near.row, near.col, near.small
    values = {
        "a": a,
        "a_prime": xi.shape,
        "b_prime": xi.shape / xi.rate,
        "c": c,
        "c_prime": eta.shape,
        "d_prime": eta.shape / eta.rate,
    }
    arguments: dict[str, Any] = {"k": near.k, **{n: rounded(v) for n, v in values.items()}}
    if small:
        arguments["sum_exp_trick"] = True
    notes = (_HPFREC, *near.notes, _HPFREC_DEFAULTS, *((_UNDERFLOW,) if small else ()), *small)
    return fitting(chosen, "hpfrec", "hpfrec", arguments, notes, "Poisson")


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
    near = hierarchical(chosen, "scHPF")
    (a, xi), (c, eta) = near.row, near.col
    values = {"a": a, "ap": xi.shape, "bp": xi.rate, "c": c, "cp": eta.shape, "dp": eta.rate}
    arguments = {"nfactors": near.k, **{n: rounded(v) for n, v in values.items()}}
    far = (_START,) if max(xi.shape, eta.shape) >= _CONSTANT else ()
    notes = (_SCHPF, *near.notes, *far, _SCHPF_DEFAULTS, *near.small)
    return fitting(chosen, "schpf", "scHPF", arguments, notes, "Poisson")
