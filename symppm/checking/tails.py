"""How far out something observed lies among draws, and which of several are surprising."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def two_sided(observed: float, drawn: NDArray[np.float64]) -> float:
    """Return the two-sided p-value of an observation among draws of the same.

    It is twice the smaller of (1 + number of draws at most as large) / (draws + 1) and of
    (1 + number at least as large) / (draws + 1), at most 1. If the observation is one more draw, it
    is below any level at most that often. Draws that equal the observation count on both sides, so
    that a statistic with few values has p-values that are larger than need be, never smaller.

    References
    ----------
    A. C. Davison and D. V. Hinkley, Bootstrap Methods and their Application (1997), section 4.2;
    B. Phipson and G. K. Smyth, Permutation p-values should never be zero, Statistical Applications
    in Genetics and Molecular Biology 9(1) (2010).
    """
    below = 1 + int((drawn <= observed).sum())
    above = 1 + int((drawn >= observed).sum())
    return min(1.0, 2 * min(below, above) / (drawn.size + 1))


def smallest(draws: int) -> float:
    """Return the smallest two-sided p-value that so many draws allow."""
    return min(1.0, 2 / (draws + 1))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for their number: all below a level are surprising at that level.

    The chance that any true one is among them is at most the level, however they depend on each
    other.

    References
    ----------
    S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of
    Statistics 6 (1979).
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda n: p_values[n])
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = largest
    return tuple(adjusted)
