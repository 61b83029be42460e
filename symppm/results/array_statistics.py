"""What is measured on an array with any number of axes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeAlias

from symppm.errors import TargetError, did_you_mean
from symppm.results.documents import Documented, require
from symppm.results.frozen import freeze

_MOST_AXES: Final = 12

Shared: TypeAlias = tuple[str, ...]
"""The axes that two entries share, in the order of the array's axes."""


@dataclass(frozen=True)
class ArrayStatistics(Documented):
    """What is measured on one array, to be matched by the prior predictive distribution.

    Attributes
    ----------
    axes : tuple of str
        Names of the axes.
    mean, variance : float
        Of one entry.
    covariances, correlations : mapping of tuple of str to float
        Of two entries that share exactly the axes of the key and differ in all others; one for
        every choice of some axes, not all, in the order of ``axes``.
    shape : tuple of int
        Lengths of the axes.
    observed : int
        Number of entries.
    minimum, maximum : float
        Extremes.
    integral : bool
        Whether every entry is a whole number.
    first_non_integral : tuple of int or None
        Indices, from 0, of the first entry in C order that is not whole.
    """

    axes: tuple[str, ...]
    mean: float
    variance: float
    covariances: Mapping[Shared, float]
    correlations: Mapping[Shared, float]
    shape: tuple[int, ...]
    observed: int
    minimum: float
    maximum: float
    integral: bool
    first_non_integral: tuple[int, ...] | None

    document_kind: ClassVar[str] = "array statistics"

    def __post_init__(self) -> None:
        freeze(self, "covariances", "correlations")

    def targets(self) -> dict[str, float]:
        """Return all by their names as targets, such as ``mean``, ``rho_row``, ``cov_row_col``."""
        pairs = (("rho", self.correlations), ("cov", self.covariances))
        by_name = {"_".join((kind, *key)): x for kind, values in pairs for key, x in values.items()}
        return {"mean": self.mean, "variance": self.variance, **by_name}

    def target(self, name: str) -> float:
        """Return one statistic by its name as a target."""
        targets = self.targets()
        if name not in targets:
            raise TargetError(
                f"no statistic of an array along {', '.join(self.axes)} is named {name!r}",
                expected="mean, variance, or rho or cov of the axes that two entries share",
                do=did_you_mean(name, targets),
            )
        return targets[name]

    def _check(self, place: str) -> None:
        check_measured(self, place)
        valid = 0 < len(set(self.axes)) == len(self.axes) == len(self.shape) <= _MOST_AXES
        require(valid, f"{place}.axes", [], "a different name for each length of shape")
        keys = {"_".join(shared) for shared in choices_of(self.axes)[1:-1]}
        for values in (self.covariances, self.correlations):
            require({"_".join(key) for key in values} == keys, place, {}, "all choices of axes")


def choices_of(axes: Shared) -> list[Shared]:
    """Return all choices of axes, from none to all."""
    return [key for size in range(len(axes) + 1) for key in itertools.combinations(axes, size)]


def check_measured(statistics: Any, place: str) -> None:
    """Refuse, of a document, statistics of a matrix or an array that no data have."""
    require(statistics.variance > 0, f"{place}.variance", statistics.variance, "a positive number")
    lengths = all(length > 1 for length in statistics.shape)
    require(lengths, f"{place}.shape", list(statistics.shape), "lengths of at least two")
    fits = 1 < statistics.observed <= math.prod(statistics.shape)
    what = "a number of entries, of an array of that shape"
    require(fits, f"{place}.observed", statistics.observed, what)
    below = statistics.minimum < statistics.maximum
    require(below, f"{place}.minimum", statistics.minimum, "a number below the maximum")
    what = "a positive number, since no entry is negative"
    require(statistics.minimum < 0 or statistics.mean > 0, f"{place}.mean", statistics.mean, what)
    fraction = statistics.first_non_integral
    valid = not statistics.integral or fraction is None
    require(valid, f"{place}.first_non_integral", fraction, "null where all are whole")
