"""All pairs of stored entries that share a column, laid out strip by strip of rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_TOGETHER: Final = 1 << 20


def strips(cost: NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Yield the first of some rows, and the one after the last, until there are no more.

    Parameters
    ----------
    cost : ndarray, shape (rows + 1,)
        How many numbers are laid out for the rows before each.
    """
    first, rows = 0, len(cost) - 1
    while first < rows:
        last = int(np.searchsorted(cost, cost[first] + _TOGETHER, "right")) - 1
        last = max(first + 1, last)
        yield first, last
        first = last


def before(indptr: NDArray[Any], indices: NDArray[Any], turned: NDArray[Any]) -> NDArray[np.int64]:
    """Return how many entries those of the rows before each row meet in their columns.

    Parameters
    ----------
    indptr, indices : ndarray
        Of the entries, row after row.
    turned : ndarray
        Where the columns start.

    Returns
    -------
    ndarray of int64, shape (rows + 1,)
    """
    running = np.concatenate([[0], np.cumsum(np.diff(turned)[indices], dtype=np.int64)])
    return np.asarray(running[indptr])


def met(columns: NDArray[Any], turned: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many entries each of some entries meets, and which, one after the other.

    Parameters
    ----------
    columns : ndarray
        Of the entries.
    turned : ndarray
        Where the columns start.
    """
    counts = np.diff(turned)[columns]
    others = np.repeat(turned[columns] - (np.cumsum(counts) - counts), counts)
    return counts, others + np.arange(others.size)
