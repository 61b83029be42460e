"""Mean, variance and correlations of the entries of an array with any number of axes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.matrix import read_array
from symppm.errors import DataError, NotBuiltError
from symppm.results.array_statistics import ArrayStatistics, Shared, choices_of
from symppm.statistics.sums import check_varies, no_variance, too_large


def array_statistics(
    data: ArrayLike,
    axes: tuple[str, ...],
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
) -> ArrayStatistics:
    """Measure mean, variance and all correlations of a complete array, exactly over all pairs.

    Unbiased where lines of the array are exchangeable and entries that share no index are
    independent: the variance is the mean square less the mean product of two entries that share
    nothing, a covariance the mean product of the pairs that share exactly its axes, less the same.
    Adding a constant to the data changes nothing but the mean, and a correlation near 1 can come
    out above 1. Sums of products over the pairs that share at least some axes are sums of squares
    of sums; those that share exactly these follow by inclusion and exclusion.
    """
    if (
        not isinstance(axes, tuple)
        or not axes
        or not all(isinstance(axis, str) and axis for axis in axes)
        or len(set(axes)) != len(axes)
    ):
        raise DataError(
            f"axes={axes!r}",
            expected="a tuple of different names, one for each axis",
            do='Write, for example, axes=("row", "col", "slice").',
        )
    values, gaps = read_array(data, axes, zeros, mask)
    if gaps.any():
        raise NotBuiltError(
            f"an array along {', '.join(axes)} with {int(gaps.sum()):,} entries that are not "
            "observed",
            expected="a complete array; gaps are built for matrices only",
            do="Measure one complete part of the array, or one matrix of it with its mask.",
        )
    centred, mean = _centred(values, axes)
    minimum, maximum = float(values.min()), float(values.max())
    check_varies(minimum, maximum, "an array")
    at_least = {
        shared: float(np.square(centred.sum(_but(shared, axes))).sum())
        for shared in choices_of(axes)
    }
    products = {}
    for shared in at_least:
        wider = (other for other in at_least if set(other).issuperset(shared))
        total = sum((-1) ** (len(other) - len(shared)) * at_least[other] for other in wider)
        others = (values.shape[n] - 1 for n in _but(shared, axes))
        products[shared] = total / (float(values.size) * prod(others))
    nothing = products.pop(())
    covariances = {shared: product - nothing for shared, product in products.items()}
    variance = covariances.pop(axes)
    if not variance > 0:
        raise no_variance("array; here entries that share no index")
    correlations = {shared: covariance / variance for shared, covariance in covariances.items()}
    place = _first(values != np.floor(values)) if values.dtype.kind == "f" else None
    return ArrayStatistics(
        axes, mean, variance, covariances, correlations, values.shape, values.size,
        minimum, maximum, place is None, place,
    )  # fmt: skip


def _but(shared: Shared, axes: Shared) -> tuple[int, ...]:
    """Return the numbers of the axes that are not shared."""
    return tuple(n for n, axis in enumerate(axes) if axis not in shared)


def _centred(values: NDArray[Any], axes: Shared) -> tuple[NDArray[np.float64], float]:
    """Return values about their mean, and the mean; refuse what cannot be summed."""
    with np.errstate(over="ignore", invalid="ignore"):
        center = float(values.mean(dtype=np.float64))
        centred = values.astype(np.float64) - center
        # Sums of squares about the mean are at most four times this, summed.
        largest = float(np.abs(values.astype(np.float64, copy=False)).max())
        if np.isfinite(4 * largest * largest * float(values.size) ** 2):
            return centred, center + float(centred.mean())
    place = _first(~np.isfinite(values))
    if place is None:
        raise too_large()
    where = ", ".join(f"{axis} {n + 1}" for axis, n in zip(axes, place, strict=True))
    raise DataError(
        f"{values[place]} at {where}",
        expected="finite numbers everywhere",
        do="Correct the entry; gaps are built for matrices only.",
    )


def _first(wrong: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Return the first place in C order that is True."""
    return next(zip(*map(np.ndarray.tolist, wrong.nonzero()), strict=True), None)
