"""A match as hierarchical Poisson factorization: what hpfrec and scHPF can be set to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symppm.errors import ParameterError
from symppm.exports.settings import NEGLIGIBLE, difference, effect, moments_of
from symppm.exports.sides import Level, Side, Structure, gamma_side
from symppm.exports.structure import recognised, refused
from symppm.exports.types import MEAN_FIELD, Chosen

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
