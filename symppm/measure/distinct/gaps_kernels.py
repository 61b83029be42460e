"""Sums over all rectangles of observed entries, from all pairs of rows that meet in a column.

A rectangle is a pair of different rows i, t and a pair of different columns j, l whose four entries
are observed. Summed over them, in this order, are

    x_ij x_il x_tj x_tl                                  the products,
    (a_i - b_ij - b_il)(a_t - b_tj - b_tl)               what centering the rows adds to them,
    (A_j - B_ij - B_tj)(A_l - B_il - B_tl)               what centering the columns adds,
    f_i f_t F_j F_l                                      what is left of the signal,

the first three as one number, the first less the other two. A pair of rows costs what it shares:
first all sums over its shared columns are taken, then every shared column j is combined with them,
less its own part. Compiled, blocks of rows write to their own part of the results, so that they do
not depend on the number of threads. By NumPy, the sums are products of matrices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.measure.distinct.meetings import before, met, strips
from symppm.one_thread import one_thread, product

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

# What is summed over the columns that two rows share.
_COUNT, _X, _F, _B_OWN, _B_OTHER, _BB, _CENTERED, _H = range(8)
_WIDTH = 8

_FILLED: Final = 0.1
"""Share of entries from which products of filled matrices take less time than pairs of entries."""
_LARGE: Final = 1 << 23
"""Places of a matrix that is filled only if a quarter of them are observed."""
_PLACE, _PAIR, _PAIR_COMPILED = 0.85, 90.0, 6.0
"""Nanoseconds that a pair of rows takes in a column of filled matrices, and that a pair of entries
takes by NumPy, and compiled on one thread."""
_ENTRY: Final = 450.0
"""Nanoseconds that compiling must save to count as an entry."""


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


def _is_filled(pattern: Pattern) -> bool:
    size = (pattern.indptr.size - 1) * (pattern.turned_indptr.size - 1)
    return pattern.indices.size >= size * (_FILLED if size <= _LARGE else 0.25)


def sums_of_entries(pattern: Pattern, noise: Noise) -> Callable[[int, int], tuple[Table, Vector]]:
    """Return what sums, over the rectangles with each entry of some rows, by NumPy.

    Parameters
    ----------
    pattern : Pattern
        The residuals.
    noise : Noise
        What centering does.

    Returns
    -------
    callable
        From the first row, and the one after the last, to sums like those of :class:`Found`: over
        the rectangles with each entry, shape (entries, 2), and over pairs of these rows with all.
    """
    rows, columns = pattern.indptr.size - 1, pattern.turned_indptr.size - 1
    owners, places = np.repeat(np.arange(rows), np.diff(pattern.indptr)), pattern.indices
    filled = _is_filled(pattern)

    def of_all(numbers: Vector) -> Any:
        """Return numbers of entries, filled, or column after column."""
        if filled:
            return _laid(numbers, owners, places, (rows, columns))
        turned = np.empty_like(numbers)
        turned[pattern.places] = numbers
        return turned

    def others(numbers: Vector) -> Vector:
        """Return the sums down their columns without each entry."""
        return np.asarray(np.bincount(places, numbers, columns)[places] - numbers)

    x, b, centered = np.ascontiguousarray(pattern.entries[pattern.places].T)
    ones, left, share = np.ones(x.size), noise.left_columns[places], noise.column_shares[places]
    own, apart = noise.rows[owners] - b, noise.columns[places] - centered
    # What an entry makes with those of its own column alone.
    alone = x * x * others(x * x) + own * others(b) + b * others(own) - b * others(b)
    alone -= apart * apart * others(ones) - 2 * apart * others(centered)
    alone -= others(centered * centered)
    left_alone = left * others(noise.left_rows[owners])
    share_alone = share * share * others(ones)
    seen, xs, bs, owns, below = map(of_all, (ones, x, b, own, centered))

    def of_rows(first: int, last: int) -> tuple[Table, Vector]:
        some = slice(pattern.indptr[first], pattern.indptr[last])
        i, j, k = owners[some] - first, places[some], last - first
        here = np.arange(k)
        if not filled:
            counts, meant = met(j, pattern.turned_indptr)
            pairs = np.repeat(i * rows, counts) + pattern.turned_indices[meant]
            starts = np.cumsum(counts) - counts

        def shared(numbers: Vector, across: Any) -> Table:
            """Sum over the columns that some rows share with all."""
            if filled:
                return product(_laid(numbers[some], i, j, (k, columns)), across.T)
            products = np.repeat(numbers[some], counts) * across[meant]
            table = np.bincount(pairs, products, k * rows).reshape(k, rows)
            return np.asarray(table, np.float64)

        def back(table: Table, across: Any) -> Vector:
            """Sum over the rows that entries meet in their column, but for their own."""
            table[here, first + here] = 0.0
            if filled:
                return np.asarray(product(table, across)[i, j])
            return np.asarray(np.add.reduceat(table.ravel()[pairs] * across[meant], starts))

        count, far = shared(ones, seen), shared(share, seen)
        both = (count - 1) * count
        both[here, first + here] = far[here, first + here] = 0.0
        centred = shared(apart, seen) - shared(ones, below)
        value = x[some] * back(shared(x, xs), xs) + back(shared(b, seen), owns)
        value += own[some] * (back(shared(ones, bs), seen) - back(count - 1, owns))
        value -= back(shared(b, bs), seen) + apart[some] * back(centred, seen)
        value += back(centred, below) - alone[some]
        signal = back(shared(left, seen) * noise.left_rows, seen) - left_alone[some]
        signal *= noise.left_rows[first:last][i] * left[some]
        overlaps = [
            noise.row_shares[first:last] @ both @ noise.row_shares,
            (far * far).sum() - share_alone[some].sum(),
        ]
        return np.stack([value, signal], axis=1), np.array(overlaps)

    return of_rows


def _laid(numbers: Vector, i: Any, j: Any, shape: tuple[int, int]) -> Table:
    found = np.zeros(shape)
    found[i, j] = numbers
    return found


def _over_rows(pattern: Pattern, noise: Noise, _: Any, found: Found) -> None:
    rows, columns = pattern.indptr.size - 1, pattern.turned_indptr.size - 1
    of_rows, laid_out = sums_of_entries(pattern, noise), max(rows, columns) * np.arange(rows + 1)
    if not _is_filled(pattern):
        laid_out += before(pattern.indptr, pattern.indices, pattern.turned_indptr)
    owners = np.repeat(np.arange(rows), np.diff(pattern.indptr))
    for first, last in strips(2 * laid_out):
        some = slice(pattern.indptr[first], pattern.indptr[last])
        with one_thread():
            sums, overlaps = of_rows(first, last)
        for k in range(2):
            found.rows[0, :, k] += np.bincount(owners[some], sums[:, k], rows)
            found.columns[0, :, k] += np.bincount(pattern.indices[some], sums[:, k], columns)
        # Every pair of rows has come twice.
        found.overlaps[0] += overlaps / 2


def _work(pattern: Pattern, *_: Any) -> float:
    counts = np.diff(pattern.turned_indptr).astype(np.float64)
    pairs, rows = float(counts @ counts), pattern.indptr.size - 1
    alone = _PLACE * rows * rows * counts.size if _is_filled(pattern) else _PAIR * pairs
    # Not what all threads save: the form, hence the last digits, must not depend on their number.
    return (alone - _PAIR_COMPILED * pairs) / _ENTRY


@compiled_kernel
def _sum_shared(pattern: Pattern, noise: Noise, i: int, shared: Any, met: Any) -> int:
    """Sum over the columns that row i shares with rows before it; return how many do."""
    count = 0
    for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
        j = pattern.indices[k]
        own = pattern.places[k]
        x, b, centered = pattern.entries[own, 0], pattern.entries[own, 1], pattern.entries[own, 2]
        apart = noise.columns[j] - centered
        left = noise.left_columns[j]
        share = noise.column_shares[j]
        for other in range(pattern.turned_indptr[j], pattern.places[k]):
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


@compiled_kernel
def _combine(
    pattern: Pattern,
    noise: Noise,
    i: int,
    k: int,
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
    for other in range(pattern.turned_indptr[j], pattern.places[k]):
        t = pattern.turned_indices[other]
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


@compiled_kernel
def _block_of_rows(
    pattern: Pattern, noise: Noise, first: int, last: int, block: int, found: Found
) -> None:
    """Sum over the rectangles of some rows with rows before them."""
    shared = np.zeros((pattern.indptr.size - 1, _WIDTH))
    met = np.empty(pattern.indptr.size - 1, np.int64)
    rows, columns, overlaps = found.rows[block], found.columns[block], found.overlaps[block]
    for i in range(first, last):
        count = _sum_shared(pattern, noise, i, shared, met)
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            value, signal = _combine(pattern, noise, i, k, shared, rows, overlaps)
            rows[i, 0] += value
            rows[i, 1] += signal
            # Of a column every pair of rows is meant twice, as of a row every pair of columns is.
            columns[pattern.indices[k], 0] += 2.0 * value
            columns[pattern.indices[k], 1] += 2.0 * signal
        for place in range(count):
            shared[met[place], :] = 0.0


@data_kernel(_over_rows, parallel=True, work=_work)
def over_rows(pattern: Pattern, noise: Noise, bounds: Any, found: Found) -> None:
    """Sum over all rectangles.

    Parameters
    ----------
    pattern : Pattern
        The residuals.
    noise : Noise
        What centering does.
    bounds : ndarray of int64
        Where blocks of rows start, and the last ends.
    found : Found
        Where the results go.
    """
    for block in prange(bounds.size - 1):
        _block_of_rows(pattern, noise, bounds[block], bounds[block + 1], block, found)
