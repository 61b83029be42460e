"""What a match rests on: estimates of K, how shapes were found, and what was given beside data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Final

from symppm.exports.types import MISSING, mean_field_shape, variational_prior
from symppm.results.documents import High, Low, NotNegative, Positive, Unknown, Words, require
from symppm.results.frozen import Frozen, freeze

STOCHASTIC: Final = "stochastic"
AUTO: Final = "auto"
CROSS_VALIDATION: Final = "cross-validation"
MOMENTS: Final = "moments"
CROSS_MOMENTS: Final = "cross-moments"
ESTIMATORS: Final = Words((CROSS_VALIDATION, MOMENTS, CROSS_MOMENTS))
_ROUNDED: Final = 1 + 1e-9


@dataclass(frozen=True)
class EstimateOfK:
    """What one estimator says of the number of factors.

    Attributes
    ----------
    estimator : {"cross-validation", "moments", "cross-moments"}
        By held-out entries; from moments up to order two; or from cross-moments.
    k : float or None
        The number of factors, before rounding; None if this estimator has no answer.
    low, high : float
        Ends of its 95 % interval; by cross-validation no interval, but the least and the largest
        that predict as well as ``k`` or better.
    remark : str
        What to know about it.
    """

    estimator: Annotated[str, ESTIMATORS]
    k: NotNegative | None
    low: Low
    high: High
    remark: str = ""

    def _check(self, place: str) -> None:
        require(self.low <= self.high, place, [], "an interval, low end first")


@dataclass(frozen=True)
class Shapes:
    """Shapes of Gamma factors, from what rows and columns of counts share beyond their totals.

    Attributes
    ----------
    interaction, error : float
        The variance of rates over what the totals of rows and columns make them, in units of its
        square, measured on held-out entries, and its standard error; NaN where it is not measured.
    resolved : bool
        Whether the shapes follow from it; else they are assumed.
    noise : float
        How many times as much entries vary about their rates as Poisson counts do.
    values : mapping of str to float
        The shapes, by hyperparameter: what exact inference takes.
    equal : tuple of str
        Those of which the interaction tells only a product, and that are equal by assumption.
    """

    interaction: Unknown
    error: Unknown
    resolved: bool
    noise: NotNegative
    values: Mapping[str, Positive]
    equal: tuple[str, ...] = ()

    _derived: ClassVar[tuple[str, ...]] = ("mean_field",)

    def __post_init__(self) -> None:
        freeze(self, "values")

    @property
    def mean_field(self) -> Mapping[str, float]:
        """What mean-field inference takes: the root of 0.3^2 + (max(noise, 1) times shape)^2.

        Of topics, whose values are ``alpha`` and ``eta``, the root of 0.1^2 + value^2.
        """
        if {*self.values} == {"alpha", "eta"}:
            return Frozen({name: variational_prior(value) for name, value in self.values.items()})
        return Frozen(
            {name: mean_field_shape(shape, self.noise) for name, shape in self.values.items()}
        )


@dataclass(frozen=True)
class Given:
    """What was given beside the data, of which their statistics keep nothing: exports say it.

    Attributes
    ----------
    missing : {"", "zeros", "mask", "zeros and mask"}
        What entries that were not observed are known by; nothing where all were.
    ties : mapping of str to str
        Hyperparameters that are tied, and to what.
    exposures : mapping of str to (float, float, float)
        Of known arrays in the power that multiplies means, and of exposures of rows and columns:
        the average, that of the squares, and the largest value.
    estimated : tuple of str
        Exposures that are from the margins of the data.
    """

    missing: Annotated[str, Words(MISSING)] = ""
    ties: Mapping[str, str] = field(default_factory=dict)
    exposures: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    estimated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "ties", "exposures")

    def _check(self, place: str) -> None:
        for name, (average, square, largest) in self.exposures.items():
            # No average is above the largest value, and none squared above that of the squares.
            holds = 0.0 < average <= largest * _ROUNDED < math.inf and square > 0.0
            holds = holds and average * (average / square) <= _ROUNDED
            what = "an average, that of the squares, and the largest value, all positive"
            require(holds, f"{place}.exposures[{name!r}]", [average, square, largest], what)
