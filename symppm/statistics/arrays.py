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

    Unbiased as for a matrix: the variance is the mean square less the mean product of two entries
    that share nothing, a covariance that of the pairs that share exactly its axes, less the same.
    Sums over the pairs that share at least some axes are sums of squares of sums; those that share
    exactly these follow by inclusion and exclusion.
    """
    are_names = isinstance(axes, tuple) and all(isinstance(axis, str) and axis for axis in axes)
    if not (are_names and 0 < len(axes) == len(set(axes))):
        raise DataError(
            f"axes={axes!r}",
            expected="a tuple of different names, one for each axis",
            do='Write, for example, axes=("row", "col", "slice").',
        )
    values, missing = read_array(data, axes, zeros, mask)
    if missing.any():
        raise NotBuiltError(
            f"an array along {', '.join(axes)} with {int(missing.sum()):,} entries that are not "
            "observed",
            expected="a complete array; missing entries are built for matrices only",
            do="Measure one complete part of the array, or one matrix of it with its mask.",
        )
    centred, mean = _centred(values, axes)
    extremes = float(values.min()), float(values.max())
    check_varies(*extremes, "an array")
    other_axes = {
        shared: tuple(n for n, axis in enumerate(axes) if axis not in shared)
        for shared in choices_of(axes)
    }
    at_least = {shared: np.square(centred.sum(axis)).sum() for shared, axis in other_axes.items()}
    products = {}
    for shared, axis in other_axes.items():
        wider = (choice for choice in other_axes if set(choice).issuperset(shared))
        total = sum((-1) ** (len(choice) - len(shared)) * at_least[choice] for choice in wider)
        pairs = float(values.size) * prod(values.shape[n] - 1 for n in axis)
        products[shared] = float(total / pairs)
    nothing = products.pop(())
    covariances = {shared: product - nothing for shared, product in products.items()}
    variance = covariances.pop(axes)
    if not variance > 0:
        raise no_variance("array; here entries that share no index")
    correlations = {shared: covariance / variance for shared, covariance in covariances.items()}
    place = _first(values != np.floor(values)) if values.dtype.kind == "f" else None
    return ArrayStatistics(
        axes, mean, variance, covariances, correlations, values.shape, values.size, *extremes,
        place is None, place,
    )  # fmt: skip


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
        do="Correct the entry; missing entries are built for matrices only.",
    )


def _first(wrong: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Return the first place in C order that is True."""
    return next(zip(*map(np.ndarray.tolist, wrong.nonzero()), strict=True), None)
