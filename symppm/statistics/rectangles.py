"""Sums over all rectangles of stored entries: pairs of rows that meet in pairs of columns.

Over the rectangles of different rows i, t and different columns j, l, in this order, are summed

    x_ij x_il x_tj x_tl - (V_ij + V_il)(V_tj + V_tl) - (U_ij + U_tj)(U_il + U_tl)    the value,
    f_i f_t F_j F_l                                                                the signal,

of entries x, V and U and of numbers f and F of rows and columns. This is the one step that takes
more than a few operations an entry: some for every pair of entries that share a column.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.one_thread import product
from symppm.statistics.lowrank import slices

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_BLOCKS: Final = 32
_BLOCK_NUMBERS: Final = 1 << 24
_TOGETHER: Final = 1 << 20
_SUMS: Final = 8
_FILLED, _LARGE = 0.1, 1 << 23
"""Share of entries from which products of filled matrices pay, a quarter beyond so many places."""
_PLACE, _PAIR, _COMPILED, _ENTRY = 0.85, 90.0, 6.0, 450.0
"""Nanoseconds that a pair of rows takes in a column of filled matrices, that a pair of entries
takes by NumPy and compiled, and that compiling must save to count as an entry."""


class Pattern(NamedTuple):
    """Entries by rows, and what belongs to them, by columns."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    starts: NDArray[Any]
    """Where columns start among the entries by columns."""
    rows: NDArray[Any]
    """Of the entries by columns."""
    places: NDArray[np.int64]
    """Where the entries by rows lie among those by columns."""
    entries: Table
    """Of every entry, by columns, x, V and U, shape (entries, 3)."""
    row_weights: Table
    """f, and 1 / n_i, shape (2, N)."""
    column_weights: Table
    """F, and 1 / m_j, shape (2, M)."""


class Sums(NamedTuple):
    """Values and signals over the rectangles of each row, and of each column."""

    rows: Table
    """Shape (N, 2)."""
    columns: Table
    """Shape (M, 2)."""
    overlaps: Vector
    """Over all rectangles of 1 / (n_i n_t), and of 1 / (m_j m_l)."""


def pattern_of(
    stored: Any,
    row_noise: Vector | None = None,
    column_noise: Vector | None = None,
    row_weights: Vector | None = None,
    column_weights: Vector | None = None,
) -> Pattern:
    """Lay out a CSR matrix; V, U, f and F are 0 and 1 where they are not given."""
    n, m = stored.shape
    counts = [np.diff(stored.indptr), np.bincount(stored.indices, minlength=m)]
    # Sorting what is sorted by row by column: a stable order keeps the rows in theirs.
    order = np.argsort(stored.indices, kind="stable")
    places = np.empty(order.size, np.int64)
    places[order] = np.arange(order.size)
    entries = np.zeros((order.size, 3))
    for k, numbers in enumerate((stored.data, row_noise, column_noise)):
        if numbers is not None:
            entries[:, k] = numbers[order]
    owners = np.repeat(np.arange(n, dtype=stored.indices.dtype), counts[0])
    weights = [np.ones((2, length)) for length in (n, m)]
    for own, given, count in zip(weights, (row_weights, column_weights), counts, strict=True):
        own[0] = 1.0 if given is None else given
        own[1] = 1.0 / np.maximum(count, 1)
    return Pattern(
        stored.indptr, stored.indices, np.concatenate([[0], np.cumsum(counts[1])]), owners[order],
        places, entries, *weights,
    )  # fmt: skip


def pairs(stored: Any) -> tuple[float, float]:
    """Return how many pairs of entries share a row, and how many a column."""
    counts = np.diff(stored.indptr), np.bincount(stored.indices)
    along, across = (float((of.astype(np.float64) ** 2).sum()) for of in counts)
    return along, across


def rectangles(pattern: Pattern) -> Sums:
    """Sum over all rectangles, in the form that takes least."""
    n, m = pattern.row_weights.shape[1], pattern.column_weights.shape[1]
    # As much work in every block: an entry meets those before it in its column.
    before = pattern.places - pattern.starts[pattern.indices]
    work = np.concatenate([[0], np.cumsum(before)])[pattern.indptr[1:]]
    blocks = max(1, min(_BLOCKS, _BLOCK_NUMBERS // (n + m)))
    shares = np.searchsorted(work, work[-1] * (np.arange(1, blocks) / blocks))
    bounds = np.concatenate([[0], shares, [n]]).astype(np.int64)
    sums = Sums(np.zeros((blocks, n, 2)), np.zeros((blocks, m, 2)), np.zeros((blocks, 2)))
    sum_rectangles(pattern, bounds, sums)
    return Sums(*(of.sum(0) for of in sums))


def entry_sums(pattern: Pattern, first: int, last: int) -> tuple[Table, Vector]:
    """Sum over the rectangles with each entry of some rows, pair of entries after pair."""
    some = slice(int(pattern.indptr[first]), int(pattern.indptr[last]))
    columns, own = pattern.indices[some], pattern.places[some]
    counts = np.diff(pattern.starts)[columns]
    starts = np.cumsum(counts) - counts
    others = np.repeat(pattern.starts[columns] - starts, counts) + np.arange(counts.sum())
    i = np.repeat(np.arange(first, last), np.diff(pattern.indptr[first : last + 1])).repeat(counts)
    t, j = pattern.rows[others], columns.repeat(counts)
    (x, v, u), (y, w, z) = pattern.entries[own].T.repeat(counts, 1), pattern.entries[others].T
    (f, g), (weight, share) = pattern.row_weights, pattern.column_weights
    n = pattern.row_weights.shape[1]
    at, apart = (i - first) * n + t, i != t

    def elsewhere(numbers: Any) -> Vector:
        """Sum over the columns that two rows share besides this one."""
        numbers = np.broadcast_to(numbers, at.shape)
        return np.bincount(at, numbers, (last - first) * n)[at] - numbers

    count = elsewhere(1.0)
    value = x * y * elsewhere(x * y) - (u + z) * elsewhere(u + z)
    value -= v * w * count + v * elsewhere(w) + w * elsewhere(v) + elsewhere(v * w)
    signal = f[i] * f[t] * weight[j] * elsewhere(weight[j])
    sums = np.stack([value, signal], axis=1) * apart[:, None]
    overlaps = [(g[i] * g[t] * count)[apart].sum(), (share[j] * elsewhere(share[j]))[apart].sum()]
    return np.add.reduceat(sums, starts), np.array(overlaps)


def _filled_sums(pattern: Pattern, first: int, last: int) -> tuple[Table, Vector]:
    """Do as :func:`entry_sums` by products of filled matrices."""
    n, m = pattern.row_weights.shape[1], pattern.column_weights.shape[1]
    owners, indices = np.repeat(np.arange(n), np.diff(pattern.indptr)), pattern.indices
    x, v, u, seen = np.zeros((4, n, m))
    x[owners, indices], v[owners, indices], u[owners, indices] = pattern.entries[pattern.places].T
    seen[owners, indices] = 1.0
    (f, g), (weight, share) = pattern.row_weights, pattern.column_weights
    here = slice(first, last)

    def shared(one: Table, other: Table) -> Table:
        """Sum over the columns that some rows share with all but themselves."""
        found = product(one[here], other.T)
        found[np.arange(last - first), np.arange(first, last)] = 0.0
        return found

    def others(numbers: Table) -> Table:
        """Sum down columns but for the own row."""
        return numbers.sum(0) - numbers[here]

    count, far = shared(seen, seen), shared(seen * share, seen)
    both = shared(u, seen) + shared(seen, u)
    value = x[here] * (product(shared(x, x), x) - x[here] * others(x * x))
    value -= v[here] * (product(count, v) + product(shared(seen, v), seen) - 4 * others(v))
    value -= product(shared(v, seen), v) + product(shared(v, v), seen)
    value -= u[here] * product(both, seen) + product(both, u)
    value += u[here] * (u[here] * others(seen) + 2 * others(u)) + others(u * u)
    signal = product(shared(seen * weight, seen) * f, seen)
    signal = f[here, None] * weight * (signal - weight * others(seen * f[:, None]))
    overlaps = np.array([
        g[here] @ (count * (count - 1)) @ g,
        (far * far).sum() - (seen[here] * share**2 * others(seen)).sum(),
    ])  # fmt: skip
    at = owners[pattern.indptr[first] : pattern.indptr[last]], indices[
        pattern.indptr[first] : pattern.indptr[last]
    ]
    return np.stack([value[at[0] - first, at[1]], signal[at[0] - first, at[1]]], axis=1), overlaps


def _is_filled(pattern: Pattern) -> bool:
    size = pattern.row_weights.shape[1] * pattern.column_weights.shape[1]
    return pattern.indices.size >= size * (_FILLED if size <= _LARGE else 0.25)


def _sum_rectangles(pattern: Pattern, _: Any, sums: Sums) -> None:
    n, m = pattern.row_weights.shape[1], pattern.column_weights.shape[1]
    filled = _is_filled(pattern)
    cost = np.concatenate([[0], np.cumsum(np.diff(pattern.starts)[pattern.indices])])
    cost = n * np.arange(n + 1) * (2 if filled else 1) + (not filled) * cost[pattern.indptr]
    owners = np.repeat(np.arange(n), np.diff(pattern.indptr))
    first = 0
    while first < n:
        last = max(first + 1, int(np.searchsorted(cost, cost[first] + _TOGETHER, "right")) - 1)
        some = slice(int(pattern.indptr[first]), int(pattern.indptr[last]))
        if some.stop > some.start:
            found, overlaps = (_filled_sums if filled else entry_sums)(pattern, first, last)
            for k in range(2):
                sums.rows[0, :, k] += np.bincount(owners[some], found[:, k], n)
                sums.columns[0, :, k] += np.bincount(pattern.indices[some], found[:, k], m)
            sums.overlaps[0] += overlaps
        first = last


def _work(pattern: Pattern, *_: Any) -> float:
    counts = np.diff(pattern.starts).astype(np.float64)
    together, rows = float(counts @ counts), pattern.row_weights.shape[1]
    alone = _PLACE * rows * rows * counts.size if _is_filled(pattern) else _PAIR * together
    # Not what all threads save: the form, hence the last digits, must not depend on their number.
    return (alone - _COMPILED * together) / _ENTRY


@compiled_kernel
def _sum_block(pattern: Pattern, first: int, last: int, rows: Any, columns: Any, over: Any) -> None:
    """Sum over the rectangles of some rows with rows before them."""
    n = pattern.indptr.size - 1
    shared = np.zeros((n, _SUMS))
    met = np.empty(n, np.int64)
    for i in range(first, last):
        f, g = pattern.row_weights[0, i], pattern.row_weights[1, i]
        count = 0
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            j, own = pattern.indices[k], pattern.places[k]
            x, v, u = pattern.entries[own, 0], pattern.entries[own, 1], pattern.entries[own, 2]
            weight, share = pattern.column_weights[0, j], pattern.column_weights[1, j]
            for other in range(pattern.starts[j], own):
                t = pattern.rows[other]
                w = pattern.entries[other, 1]
                if shared[t, 0] == 0.0:
                    met[count] = t
                    count += 1
                shared[t, 0] += 1.0
                shared[t, 1] += x * pattern.entries[other, 0]
                shared[t, 2] += v
                shared[t, 3] += w
                shared[t, 4] += v * w
                shared[t, 5] += u + pattern.entries[other, 2]
                shared[t, 6] += weight
                shared[t, 7] += share
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            j, own = pattern.indices[k], pattern.places[k]
            x, v, u = pattern.entries[own, 0], pattern.entries[own, 1], pattern.entries[own, 2]
            weight, share = pattern.column_weights[0, j], pattern.column_weights[1, j]
            total = signal = of_rows = of_columns = 0.0
            for other in range(pattern.starts[j], own):
                t = pattern.rows[other]
                w = pattern.entries[other, 1]
                xy, vw = x * pattern.entries[other, 0], v * w
                both = u + pattern.entries[other, 2]
                value = (
                    xy * (shared[t, 1] - xy)
                    - vw * (shared[t, 0] - 4.0)
                    - v * shared[t, 3] - w * shared[t, 2] - shared[t, 4]
                    - both * (shared[t, 5] - both)
                )  # fmt: skip
                part = pattern.row_weights[0, t] * (shared[t, 6] - weight)
                total += value
                signal += part
                of_rows += pattern.row_weights[1, t] * (shared[t, 0] - 1.0)
                of_columns += shared[t, 7] - share
                rows[t, 0] += value
                rows[t, 1] += f * weight * part
            rows[i, 0] += total
            rows[i, 1] += f * weight * signal
            # Of a column every pair of rows is meant twice, as of a row every pair of columns is.
            columns[j, 0] += 2.0 * total
            columns[j, 1] += 2.0 * f * weight * signal
            over[0] += 2.0 * g * of_rows
            over[1] += 2.0 * share * of_columns
        for place in range(count):
            shared[met[place], :] = 0.0


@data_kernel(_sum_rectangles, parallel=True, work=_work)
def sum_rectangles(pattern: Pattern, bounds: Any, sums: Sums) -> None:
    """Sum over all rectangles, block after block of rows.

    Parameters
    ----------
    pattern : Pattern
        The entries.
    bounds : ndarray of int64
        Where blocks start, and the last ends.
    sums : Sums
        Where results go, shapes (blocks, rows, 2), (blocks, columns, 2) and (blocks, 2).
    """
    for block in prange(bounds.size - 1):
        _sum_block(
            pattern, bounds[block], bounds[block + 1], sums.rows[block], sums.columns[block],
            sums.overlaps[block],
        )  # fmt: skip
