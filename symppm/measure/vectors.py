"""Loops over one line of a matrix that compile to vector instructions.

Sums are regrouped for that, always in the same way; so they do not depend on the number of threads,
and round less than sums from left to right. Whoever subtracts a center calls :func:`difference`,
which is not regrouped: ``(v - c) + (w - c)`` must not become ``v + w - 2 c``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from symppm.codegen.runtime import Kernel, compiled_kernel

# Not "fast": what is not finite has to stay so, to be found in the sums.
_REGROUPED = frozenset({"reassoc", "nsz"})


def regrouping_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel as :func:`symppm.codegen.runtime.compiled_kernel`; sums may be regrouped.

    Parameters
    ----------
    function : callable
        A function in the subset of Python that numba compiles.
    """
    return Kernel(function, fastmath=_REGROUPED)


@compiled_kernel
def difference(value: Any, center: float) -> float:
    """Return a value about a center."""
    return float(value) - center


@regrouping_kernel
def add_line(values: Any, center: float, across: Any) -> tuple[float, float]:
    """Add values about a center, each to its place; return their sum and their sum of squares.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Of any type.
    center : float
        What to subtract.
    across : ndarray of float64, shape (n,)
        What they are added to.
    """
    total = squares = 0.0
    for k in range(values.size):
        z = difference(values[k], center)
        across[k] += z
        total += z
        squares += z * z
    return total, squares


@regrouping_kernel
def add_observed(values: Any, observed: Any, center: float, across: Any) -> tuple[float, float]:
    """Do as :func:`add_line` where values are observed."""
    total = squares = 0.0
    for k in range(values.size):
        z = difference(values[k], center) if observed[k] else 0.0
        across[k] += z
        total += z
        squares += z * z
    return total, squares


@regrouping_kernel
def cross_line(
    values: Any, center: float, weights: Any, weight: float, squares: Any, products: Any
) -> tuple[float, float]:
    """Add squares about a center, and products with a weight, each to its place.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Of any type.
    center : float
        What to subtract.
    weights : ndarray of float64, shape (n,)
        For the second result.
    weight : float
        Of the line as a whole.
    squares, products : ndarray of float64, shape (n,)
        What squares, and products with ``weight``, are added to.

    Returns
    -------
    (float, float)
        The sum of the squares, and of the products with ``weights``.
    """
    square = product = 0.0
    for k in range(values.size):
        z = difference(values[k], center)
        squares[k] += z * z
        products[k] += z * weight
        square += z * z
        product += z * weights[k]
    return square, product


@compiled_kernel
def count_observed(observed: Any) -> int:
    """Return how many are True."""
    count = 0
    for k in range(observed.size):
        count += observed[k]
    return count


@compiled_kernel
def add_counts(observed: Any, count: int, counts: Any, partners: Any) -> None:
    """Add one, and a count, wherever a value is observed.

    Parameters
    ----------
    observed : ndarray of bool, shape (n,)
        Where.
    count : int
        What is added to ``partners``.
    counts, partners : ndarray of int64, shape (n,)
        Where the results go.
    """
    for k in range(observed.size):
        counts[k] += observed[k]
        partners[k] += count if observed[k] else 0


@compiled_kernel
def widen(values: Any, low: Any, high: Any) -> None:
    """Move lower and upper bounds, each of its own place, so that they enclose values.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Of any type; NaN moves nothing.
    low, high : ndarray of float64, shape (n,) or longer
        Where the results go.
    """
    for k in range(values.size):
        value = float(values[k])
        low[k] = value if value < low[k] else low[k]
        high[k] = value if value > high[k] else high[k]


@compiled_kernel
def widen_observed(values: Any, observed: Any, low: Any, high: Any) -> None:
    """Do as :func:`widen` where values are observed."""
    for k in range(values.size):
        value = float(values[k])
        low[k] = value if observed[k] and value < low[k] else low[k]
        high[k] = value if observed[k] and value > high[k] else high[k]


@compiled_kernel
def all_whole(values: Any) -> bool:
    """Return whether values are whole numbers."""
    fractions = 0
    for k in range(values.size):
        fractions += values[k] != np.floor(values[k])
    return fractions == 0


@compiled_kernel
def observed_whole(values: Any, observed: Any) -> bool:
    """Return whether values are whole numbers where they are observed."""
    fractions = 0
    for k in range(values.size):
        fractions += observed[k] and values[k] != np.floor(values[k])
    return fractions == 0
