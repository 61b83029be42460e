"""What is known of data as a whole: whether the model can have made them, and whether it did."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix
from symppm.errors import DataError
from symppm.matching.result import Match
from symppm.statistics.sums import finite_margins

_SAME = 1e-9


@dataclass(frozen=True)
class Whole:
    """Data as a whole.

    Attributes
    ----------
    shape : tuple of int
        Lengths of the axes.
    observed : int
        Number of observed entries.
    mean, minimum, maximum : float
        Of the observed entries.
    integral : bool
        Whether they are whole numbers.
    """

    shape: tuple[int, ...]
    observed: int
    mean: float
    minimum: float
    maximum: float
    integral: bool


def whole_matrix(matrix: Matrix) -> Whole:
    """Look through a matrix, in one pass."""
    found = finite_margins(matrix)
    away = float(found.row_sums.sum()) / found.observed
    return Whole(
        matrix.shape, found.observed, found.origin + (found.center + away), found.minimum,
        found.maximum, found.integral,
    )  # fmt: skip


def whole_array(values: NDArray[Any], observed: NDArray[np.bool_] | None) -> Whole:
    """Look through an array."""
    some = values.ravel() if observed is None else values[observed]
    if not some.size:
        raise DataError(
            "data of which nothing is observed",
            expected="entries to compare with draws",
            do="Check which are said to be observed, or write zeros='observed'.",
        )
    if not np.isfinite(some).all():
        raise DataError(
            "data with entries that are not finite",
            expected="finite numbers wherever the data are observed",
            do="Pass mask=~np.isnan(data), for example, if gaps are NaN.",
        )
    return Whole(
        values.shape, some.size, float(some.mean(dtype=np.float64)), float(some.min()),
        float(some.max()), bool((some == np.floor(some)).all()),
    )  # fmt: skip


def were_matched(whole: Whole, match: Match) -> bool:
    """Return whether data are, as far as can be seen, those that were matched."""
    matched = match.statistics
    if matched is None:
        return False
    same = (whole.shape, whole.observed) == (tuple(matched.shape), matched.observed)
    ends = (whole.minimum, whole.maximum) == (matched.minimum, matched.maximum)
    # Where there are known exposures, the mean that was measured is of what was divided by them.
    mean = bool(match.spec.exposures or match.given.exposures) or math.isclose(
        whole.mean, matched.mean, rel_tol=_SAME, abs_tol=_SAME * math.sqrt(matched.variance)
    )
    return same and ends and mean
