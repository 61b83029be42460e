"""Joint cumulants and correlations estimated from independent replicates, with their errors.

The error is a delete-block jackknife's: replicates are cut into :data:`BLOCKS` blocks, the estimate
is made anew without each block, and the spread of these tells the error. It needs no formula for
each kind of moment, and removes the bias of order one over the number of replicates.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
BLOCKS: Final = 100


@dataclass(frozen=True)
class Estimate:
    """An estimate and its standard error.

    Attributes
    ----------
    value, error : float
        With ``BLOCKS - 1`` degrees of freedom in the error.
    """

    value: float
    error: float

    def score(self, claimed: float) -> float:
        """Return how many standard errors a claim is away."""
        gap = self.value - claimed
        # What is certain, such as an entry that cannot vary, is only rounded.
        floor = 1e-9 * max(abs(claimed), abs(self.value), 1e-300)
        return gap / max(self.error, floor)


def estimated_cumulant(columns: Sequence[Array]) -> Estimate:
    """Estimate a joint cumulant: the mean of one column, the covariance of two, and so on."""
    centers = [float(column.mean()) for column in columns]
    if len(columns) == 1:
        means = _without_each_block(columns[0] - centers[0])
        return _jackknife(means, centers[0])
    shifted = [column - center for column, center in zip(columns, centers, strict=True)]
    return _jackknife(_cumulants(shifted))


def estimated_correlation(one: Array, two: Array) -> Estimate:
    """Estimate a correlation."""
    first, second = one - one.mean(), two - two.mean()
    pairs = ((first, second), (first, first), (second, second))
    covariance, square_one, square_two = map(_cumulants, pairs)
    return _jackknife(covariance / np.sqrt(square_one * square_two))


def _cumulants(columns: Sequence[Array]) -> Array:
    """Return a joint cumulant of all replicates, then without each block."""
    indices = range(len(columns))
    moments = {
        chosen: _without_each_block(np.prod([columns[n] for n in chosen], axis=0))
        for size in range(1, len(columns) + 1)
        for chosen in itertools.combinations(indices, size)
    }
    total = np.zeros(BLOCKS + 1)
    for blocks in _partitions(list(indices)):
        sign = (-1) ** (len(blocks) - 1) * math.factorial(len(blocks) - 1)
        total = total + sign * np.prod([moments[tuple(block)] for block in blocks], axis=0)
    return total


def _partitions(items: list[int]) -> list[list[list[int]]]:
    if not items:
        return [[]]
    first, rest = items[0], items[1:]
    found = []
    for size in range(len(rest) + 1):
        for with_first in itertools.combinations(rest, size):
            left = [item for item in rest if item not in with_first]
            found += [[[first, *with_first], *others] for others in _partitions(left)]
    return found


def _without_each_block(values: Array) -> Array:
    """Return the mean of all values, then the means without each block."""
    sums = values.reshape(BLOCKS, -1).sum(axis=1)
    total, size = sums.sum(), values.size // BLOCKS
    return np.concatenate([[total / values.size], (total - sums) / (values.size - size)])


def _jackknife(values: Array, shift: float = 0.0) -> Estimate:
    whole, rest = float(values[0]), values[1:]
    spread: Any = np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((rest - rest.mean()) ** 2))
    bias = (BLOCKS - 1) * (float(rest.mean()) - whole)
    return Estimate(whole - bias + shift, float(spread))
