"""Two factor matrices, their priors, and what is around their product, as plain values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

_CONSTANT: Final = 1e-12


@dataclass(frozen=True)
class Level:
    """A Gamma variable that is the rate of all factors of one row, or of one column."""

    shape: float
    rate: float

    @property
    def inverse(self) -> float:
        """The mean of one over it; infinite for a shape of one or less."""
        return self.rate / (self.shape - 1.0) if self.shape > 1.0 else math.inf

    @property
    def inverse_square(self) -> float:
        """The mean of one over its square; infinite for a shape of two or less."""
        return self.inverse * self.rate / (self.shape - 2.0) if self.shape > 2.0 else math.inf


@dataclass(frozen=True)
class Side:
    """The prior of one of the two factor matrices."""

    name: str
    family: str
    mean: float
    square: float
    shared: float
    shape: float | None = None
    level: Level | None = None
    scale: float | None = None
    signed: bool = False


@dataclass(frozen=True)
class Structure:
    """A matrix of counts or real numbers around a product of two factor matrices."""

    likelihood: str
    noise: float | None
    k: int
    row: Side
    col: Side
    thinned: float = 1.0

    def noise_at(self, mean: float) -> float:
        """Return the variance of an entry given its mean, on average."""
        return self.thinned * mean if self.noise is None else self.noise


def gamma_side(
    name: str, shape: float, rate: float | None = None, level: Level | None = None
) -> Side:
    """Return a Gamma prior with a rate that is given, or with a random one."""
    inverse, inverse_square = (1.0, 1.0) if rate is None else (1.0 / rate, 1.0 / rate**2)
    if level is not None:
        inverse, inverse_square = level.inverse, level.inverse_square
    return Side(
        name,
        "Gamma",
        mean=shape * inverse,
        square=shape * (shape + 1.0) * inverse_square,
        shared=shape**2 * inverse_square,
        shape=shape,
        level=level,
    )


def exposed(side: Side, average: float, square: float) -> Side:
    """Return the prior of factors that are multiplied with an exposure of their row or column.

    A Gamma prior whose rate is one over the exposure has a level above, Gamma with the same two
    moments of its inverse: so all moments up to the second order are kept.
    """
    varies = square / average**2
    if side.shape is None:
        fixed = side.scale is not None and varies == 1.0
        return replace(
            side,
            mean=average * side.mean,
            square=square * side.square,
            shared=square * side.shared,
            scale=average * side.scale if fixed and side.scale is not None else None,
        )
    above = side.level
    inverse = side.mean / side.shape
    ratio = varies * (1.0 if above is None else above.inverse_square / above.inverse**2)
    if not math.isfinite(ratio):
        # Without a variance there are no two moments to keep: the scale alone is moved.
        level = None if above is None else Level(above.shape, above.rate * average)
        return gamma_side(side.name, side.shape, level=level)
    if ratio - 1.0 < _CONSTANT:
        return gamma_side(side.name, side.shape, rate=1.0 / (average * inverse))
    shape = (2.0 * ratio - 1.0) / (ratio - 1.0)
    return gamma_side(side.name, side.shape, level=Level(shape, average * inverse * (shape - 1.0)))
