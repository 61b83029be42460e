"""How heavy the tail of a sample is: whether its average means anything."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

UNRELIABLE = 0.7
"""Shape above which averages of any affordable number of draws settle too slowly to be believed."""

_CONCENTRATED = 0.01
"""Share of the largest square among all: with tails as heavy as ``UNRELIABLE`` it is far larger,
however many draws there are. Values on a coarse grid may look heavy without being so."""

_SHARE, _ROOTS = 0.2, 3.0
_FEWEST = 25
_PRIOR_WEIGHT, _PRIOR_SHAPE = 10.0, 0.5


def settles(values: Vector) -> bool:
    """Tell whether the average of draws like these can be believed, and its standard error."""
    sizes = np.abs(values)
    if not np.all(np.isfinite(sizes)):
        return False
    largest = np.max(sizes, initial=0.0)
    if largest == 0:
        return True
    shares = sizes / largest
    if _CONCENTRATED * float(shares @ shares) >= 1:
        return True
    return tail_shape(shares) <= UNRELIABLE


def tail_shape(values: Vector) -> float:
    """Return the shape of the generalised Pareto distribution that the largest values follow.

    From 1/2 on the values have no variance, from 1 on no mean; bounded values have a negative one.

    References
    ----------
    Zhang and Stephens, Technometrics 51 (2009), for the estimate; Vehtari, Simpson, Gelman, Yao and
    Gabry, JMLR 25 (2024), for the size of the tail, the prior that holds the estimate from small
    samples near 1/2, and the limit 0.7.
    """
    if not np.all(np.isfinite(values)):
        return math.inf
    n = len(values)
    count = int(min(_SHARE * n, _ROOTS * np.sqrt(n)))
    if count < _FEWEST:
        return -math.inf
    largest = np.sort(np.partition(values, n - count - 1)[n - count - 1 :])
    above = largest - largest[0]
    # Where a statistic is mostly zero, many are alike: what lies above them is the tail.
    above = above[above > 0]
    count = len(above)
    if count < _FEWEST:
        return -math.inf
    quarter = above[int(count / 4 + 0.5) - 1]
    # Grid of b = -shape/scale, weighted by the profile likelihood.
    size = 30 + int(np.sqrt(count))
    steps = 1 - np.sqrt(size / (np.arange(1, size + 1) - 0.5))
    grid = 1 / above[-1] + steps / (3 * quarter)
    shapes = np.log1p(-np.outer(grid, above)).mean(1)
    kept = shapes != 0
    grid, shapes = grid[kept], shapes[kept]
    profile = count * (np.log(-grid / shapes) - shapes - 1)
    weights = np.exp(profile - np.max(profile))
    middle = float(weights @ grid / weights.sum())
    shape = float(np.log1p(-middle * above).mean())
    return (count * shape + _PRIOR_WEIGHT * _PRIOR_SHAPE) / (count + _PRIOR_WEIGHT)
