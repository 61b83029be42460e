"""Sums over all rectangles of observed entries, from all pairs of rows that meet in a column.

A rectangle is a pair of different rows i, t and a pair of different columns j, l whose four entries
are observed. Summed over them, in this order, are

    x_ij x_il x_tj x_tl                                  the products,
    (a_i - b_ij - b_il)(a_t - b_tj - b_tl)               what centering the rows adds to them,
    (A_j - B_ij - B_tj)(A_l - B_il - B_tl)               what centering the columns adds,
    f_i f_t F_j F_l                                      what is left of the signal,

the first three as one number, the first less the other two. A pair of rows costs what it shares:
first all sums over its shared columns are taken, then every shared column j is combined with them,
less its own part. Blocks of rows write to their own part of the results, so that they do not depend
on the number of threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import kernel, parallel_kernel

Vector = NDArray[np.float64]

# What is summed over the columns that two rows share.
_COUNT, _X, _F, _B_OWN, _B_OTHER, _BB, _CENTERED, _H = range(8)
_WIDTH = 8


class Pattern(NamedTuple):
    """Residuals of the rows, and of the columns with what belongs to every entry."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    turned_indptr: NDArray[Any]
    turned_indices: NDArray[Any]
    entries: NDArray[np.float64]
    """Of every entry, column after column: x, b and B, shape (entries, 3)."""
    places: NDArray[np.int64]
    """Where the entries of the rows lie among those of the columns."""


class Noise(NamedTuple):
    """What centering adds, and leaves of the signal."""

    rows: Vector
    """a_i."""
    columns: Vector
    """A_j."""
    left_rows: Vector
    """f_i."""
    left_columns: Vector
    """F_j."""
    row_shares: Vector
    """1 / n_i."""
    column_shares: Vector
    """1 / m_j."""


class Found(NamedTuple):
    """What the kernels fill in, from zeros: products less corrections, and signal."""

    rows: NDArray[np.float64]
    """Over the rectangles with a row, shape (blocks, rows, 2)."""
    columns: NDArray[np.float64]
    """Over the rectangles with a column, shape (blocks, columns, 2)."""
    overlaps: NDArray[np.float64]
    """Over all rectangles of 1 / (n_i n_t), and of 1 / (m_j m_l), shape (blocks, 2)."""


@kernel
def _end(pattern: Pattern, k: int, j: int, every: bool) -> int:
    """Return where to stop in column j: at the entry of this row itself, or after every row."""
    end: int = pattern.turned_indptr[j + 1] if every else pattern.places[k]
    return end


@kernel
def _sum_shared(pattern: Pattern, noise: Noise, i: int, every: bool, shared: Any, met: Any) -> int:
    """Sum over the columns that row i shares with other rows; return with how many it does."""
    count = 0
    for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
        j = pattern.indices[k]
        own = pattern.places[k]
        x, b, centered = pattern.entries[own, 0], pattern.entries[own, 1], pattern.entries[own, 2]
        apart = noise.columns[j] - centered
        left = noise.left_columns[j]
        share = noise.column_shares[j]
        for other in range(pattern.turned_indptr[j], _end(pattern, k, j, every)):
            t = pattern.turned_indices[other]
            y = pattern.entries[other, 0]
            c = pattern.entries[other, 1]
            below = pattern.entries[other, 2]
            if shared[t, _COUNT] == 0:
                met[count] = t
                count += 1
            shared[t, _COUNT] += 1.0
            shared[t, _X] += x * y
            shared[t, _F] += left
            shared[t, _B_OWN] += b
            shared[t, _B_OTHER] += c
            shared[t, _BB] += b * c
            shared[t, _CENTERED] += apart - below
            shared[t, _H] += share
    return count


@kernel
def _combine(
    pattern: Pattern,
    noise: Noise,
    i: int,
    k: int,
    every: bool,
    shared: Any,
    beside: Any,
    overlaps: Any,
) -> tuple[float, float]:
    """Return the sums over the rectangles with an entry of row i, adding them to the other rows."""
    j = pattern.indices[k]
    place = pattern.places[k]
    x, b, centered = pattern.entries[place, 0], pattern.entries[place, 1], pattern.entries[place, 2]
    own = noise.rows[i] - b
    apart = noise.columns[j] - centered
    left = noise.left_columns[j]
    share = noise.column_shares[j]
    total = signal = of_rows = of_columns = 0.0
    for other in range(pattern.turned_indptr[j], _end(pattern, k, j, every)):
        t = pattern.turned_indices[other]
        if t == i:
            continue
        y = pattern.entries[other, 0]
        c = pattern.entries[other, 1]
        below = pattern.entries[other, 2]
        far = noise.rows[t] - c
        both = apart - below
        xy = x * y
        value = (
            xy * (shared[t, _X] - xy)
            - own * far * (shared[t, _COUNT] - 1.0)
            + own * (shared[t, _B_OTHER] - c)
            + far * (shared[t, _B_OWN] - b)
            - shared[t, _BB]
            + b * c
            - both * (shared[t, _CENTERED] - both)
        )
        weight = noise.left_rows[t] * (shared[t, _F] - left)
        total += value
        signal += weight
        of_rows += noise.row_shares[t] * (shared[t, _COUNT] - 1.0)
        of_columns += shared[t, _H] - share
        beside[t, 0] += value
        beside[t, 1] += noise.left_rows[i] * left * weight
    overlaps[0] += noise.row_shares[i] * of_rows
    overlaps[1] += share * of_columns
    return total, noise.left_rows[i] * left * signal


@kernel
def block_of_rows(
    pattern: Pattern, noise: Noise, first: int, last: int, block: int, found: Found
) -> None:
    """Sum over the rectangles of some rows with rows before them.

    Parameters
    ----------
    pattern : Pattern
        The residuals.
    noise : Noise
        What centering does.
    first, last : int
        The rows.
    block : int
        Which block of the results.
    found : Found
        Where the results go.
    """
    shared = np.zeros((pattern.indptr.size - 1, _WIDTH))
    met = np.empty(pattern.indptr.size - 1, np.int64)
    rows, columns, overlaps = found.rows[block], found.columns[block], found.overlaps[block]
    for i in range(first, last):
        count = _sum_shared(pattern, noise, i, False, shared, met)
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            value, signal = _combine(pattern, noise, i, k, False, shared, rows, overlaps)
            rows[i, 0] += value
            rows[i, 1] += signal
            # Of a column every pair of rows is meant twice, as of a row every pair of columns is.
            columns[pattern.indices[k], 0] += 2.0 * value
            columns[pattern.indices[k], 1] += 2.0 * signal
        for place in range(count):
            shared[met[place], :] = 0.0


@parallel_kernel
def blocks_of_rows(pattern: Pattern, noise: Noise, bounds: Any, found: Found) -> None:
    """Do :func:`block_of_rows` for all blocks; ``bounds`` is where they start, and end."""
    for block in numba.prange(bounds.size - 1):
        block_of_rows(pattern, noise, bounds[block], bounds[block + 1], block, found)


@kernel
def entries_of_row(pattern: Pattern, noise: Noise, i: int, found: Any) -> None:
    """Sum over the rectangles with each of the entries of one row.

    Parameters
    ----------
    pattern : Pattern
        The residuals.
    noise : Noise
        What centering does.
    i : int
        The row.
    found : ndarray of float64, shape (entries of the row, 2)
        Where the results go.
    """
    shared = np.zeros((pattern.indptr.size - 1, _WIDTH))
    met = np.empty(pattern.indptr.size - 1, np.int64)
    _sum_shared(pattern, noise, i, True, shared, met)
    beside, overlaps = np.zeros((pattern.indptr.size - 1, 2)), np.zeros(2)
    first = pattern.indptr[i]
    for k in range(first, pattern.indptr[i + 1]):
        found[k - first] = _combine(pattern, noise, i, k, True, shared, beside, overlaps)
