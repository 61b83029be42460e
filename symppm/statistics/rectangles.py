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
from symppm.one_thread import one_thread
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import slices
from symppm.statistics.passes import like

COMPILED: Final = 6.0  # nanoseconds that a pair of entries takes, compiled
TOGETHER: Final = 1 << 20  # numbers in a table that is made at a time
# Nanoseconds that a pair of rows takes in a column of filled matrices; how often that a row and an
# entry take in sparse ones; and nanoseconds that compiling must save to count as an entry.
_PLACE, _STORED, _ENTRY = 0.85, 10.0, 450.0
_BLOCKS, _BLOCK_NUMBERS = 32, 1 << 24
_SUMS: Final = 8
# Share of entries from which products of filled matrices pay, a quarter beyond so many places.
_FILLED, _LARGE = 0.1, 1 << 23


class Pattern(NamedTuple):
    """Entries by rows, and what belongs to them, by columns."""

    indptr: NDArray[Any]
    indices: NDArray[Any]
    starts: NDArray[Any]  # where columns start among the entries by columns
    rows: NDArray[Any]  # of the entries by columns
    places: NDArray[np.int64]  # where the entries by rows lie among those by columns
    entries: Table  # of every entry, by columns, x, V and U, shape (entries, 3)
    row_weights: Table  # f, and 1 / n_i, shape (2, N)
    column_weights: Table  # F, and 1 / m_j, shape (2, M)


class Sums(NamedTuple):
    """Values and signals over the rectangles of each row, and of each column."""

    rows: Table  # shape (N, 2)
    columns: Table  # shape (M, 2)
    overlaps: Vector  # over all rectangles of 1 / (n_i n_t), and of 1 / (m_j m_l)


def pattern_of(
    stored: Any,
    row_noise: Any = 0.0,
    column_noise: Any = 0.0,
    row_weights: Any = 1.0,
    column_weights: Any = 1.0,
) -> Pattern:
    """Lay out a CSR matrix x, with V and U by entry, and f and F by row and column."""
    by_columns = like(stored, np.arange(stored.nnz)).tocsc()
    order, places = by_columns.data, np.empty(stored.nnz, np.int64)
    places[order] = np.arange(stored.nnz)
    entries = np.empty((stored.nnz, 3))
    entries[:, 0], entries[:, 1], entries[:, 2] = stored.data, row_noise, column_noise
    shares = (1.0 / np.maximum(np.diff(matrix.indptr), 1) for matrix in (stored, by_columns))
    weights = [
        np.stack([np.broadcast_to(weight, share.size), share])
        for weight, share in zip((row_weights, column_weights), shares, strict=True)
    ]
    return Pattern(
        stored.indptr.astype(np.int64), stored.indices.astype(np.int32),
        by_columns.indptr.astype(np.int64), by_columns.indices.astype(np.int32), places,
        entries[order], *weights,
    )  # fmt: skip


def pairs(stored: Any) -> tuple[float, float]:
    """Return how many pairs of entries share a row, and how many a column."""
    counts = np.diff(stored.indptr), np.bincount(stored.indices)
    along, across = (float((n.astype(np.float64) ** 2).sum()) for n in counts)
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
    return Sums(*(table.sum(0) for table in sums))


def _is_filled(pattern: Pattern) -> bool:
    size = pattern.row_weights.shape[1] * pattern.column_weights.shape[1]
    return bool(pattern.indices.size >= size * (_FILLED if size <= _LARGE else 0.25))


def _sum_rectangles(pattern: Pattern, _: Any, sums: Sums) -> None:
    """Sum by products of matrices, filled ones if that pays, some rows with all at a time."""
    from scipy import sparse  # noqa: PLC0415 - dense complete data have no need of it

    shape = n, m = pattern.row_weights.shape[1], pattern.column_weights.shape[1]
    owners, indices = np.repeat(np.arange(n), np.diff(pattern.indptr)), pattern.indices
    (f, g), weight, share = pattern.row_weights, *(w[indices] for w in pattern.column_weights)
    x, v, u = pattern.entries[pattern.places].T

    def with_transpose(numbers: Vector) -> tuple[Any, Any]:
        """Return a matrix and its transpose, which SciPy would turn anew in every product."""
        stored = sparse.csr_array((numbers, indices, pattern.indptr), shape=shape)
        if _is_filled(pattern):
            return stored.toarray(), stored.toarray().T
        return stored, stored.T.tocsr()

    def other_sums(numbers: Vector) -> Vector:
        """Sum down columns but for the own row."""
        return np.asarray(np.bincount(indices, numbers, m)[indices] - numbers)

    # What an entry makes with those of its own column alone.
    alone = x * x * other_sums(x * x) - 4 * v * other_sums(v)
    alone -= u * (u * other_sums(np.ones_like(x)) + 2 * other_sums(u)) + other_sums(u * u)
    alone_signal = weight * other_sums(f[owners])
    alone_share = share**2 * other_sums(np.ones_like(x))
    (xs, x_turned), (vs, v_turned), (us, u_turned), (ones, turned) = map(
        with_transpose, (x, v, u, np.ones_like(x))
    )
    (weights, _), (shares, _) = with_transpose(weight), with_transpose(share)
    for rows in slices(n, max(1, TOGETHER // max(n, m))):
        span = slice(int(pattern.indptr[rows.start]), int(pattern.indptr[rows.stop]))
        i, j, here = owners[span] - rows.start, indices[span], np.arange(rows.stop - rows.start)

        def shared(left: Any, right: Any, rows: slice = rows, here: Any = here) -> Table:
            """Sum over the columns that some rows share with all but themselves."""
            table = left[rows] @ right
            table = table if isinstance(table, np.ndarray) else table.toarray()
            table[here, rows.start + here] = 0.0
            return table

        def down(table: Table, matrix: Any, i: Any = i, j: Any = j) -> Vector:
            """Sum down the columns of entries."""
            return np.asarray((table @ matrix)[i, j])

        with one_thread():
            count, far = shared(ones, turned), shared(shares, turned)
            both = shared(us, turned) + shared(ones, u_turned)
            value = x[span] * down(shared(xs, x_turned), xs) - alone[span]
            value -= v[span] * (down(count, vs) + down(shared(ones, v_turned), ones))
            value -= down(shared(vs, turned), vs) + down(shared(vs, v_turned), ones)
            value -= u[span] * down(both, ones) + down(both, us)
            signal = down(shared(weights, turned) * f, ones) - alone_signal[span]
            signal *= f[owners[span]] * weight[span]
            sums.overlaps[0] += (
                float(g[rows] @ (count * (count - 1)) @ g),
                float((far * far).sum() - alone_share[span].sum()),
            )
        for k, terms in enumerate((value, signal)):
            sums.rows[0, :, k] += np.bincount(owners[span], terms, n)
            sums.columns[0, :, k] += np.bincount(indices[span], terms, m)


def _work(pattern: Pattern, *_: Any) -> float:
    counts = np.diff(pattern.starts).astype(np.float64)
    rows, filled = pattern.row_weights.shape[1], _is_filled(pattern)
    alone = _PLACE * rows * (rows * counts.size if filled else _STORED * pattern.indices.size)
    # Not what all threads save: the form, hence the last digits, must not depend on their number.
    return float(alone - COMPILED * (counts @ counts)) / _ENTRY


@compiled_kernel
def _sum_block(pattern: Pattern, first: int, last: int, rows: Any, columns: Any, over: Any) -> None:
    """Sum over the rectangles of some rows with rows before them."""
    n = pattern.indptr.size - 1
    shared = np.zeros((n, _SUMS))
    partners = np.empty(n, np.int64)
    for i in range(first, last):
        f, g = pattern.row_weights[0, i], pattern.row_weights[1, i]
        count = 0
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            j, here = pattern.indices[k], pattern.places[k]
            x, v, u = pattern.entries[here, 0], pattern.entries[here, 1], pattern.entries[here, 2]
            weight, share = pattern.column_weights[0, j], pattern.column_weights[1, j]
            for before in range(pattern.starts[j], here):
                t = pattern.rows[before]
                w = pattern.entries[before, 1]
                if shared[t, 0] == 0.0:
                    partners[count] = t
                    count += 1
                shared[t, 0] += 1.0
                shared[t, 1] += x * pattern.entries[before, 0]
                shared[t, 2] += v
                shared[t, 3] += w
                shared[t, 4] += v * w
                shared[t, 5] += u + pattern.entries[before, 2]
                shared[t, 6] += weight
                shared[t, 7] += share
        for k in range(pattern.indptr[i], pattern.indptr[i + 1]):
            j, here = pattern.indices[k], pattern.places[k]
            x, v, u = pattern.entries[here, 0], pattern.entries[here, 1], pattern.entries[here, 2]
            weight, share = pattern.column_weights[0, j], pattern.column_weights[1, j]
            total = signal = of_rows = of_columns = 0.0
            for before in range(pattern.starts[j], here):
                t = pattern.rows[before]
                w = pattern.entries[before, 1]
                xy, vw = x * pattern.entries[before, 0], v * w
                both = u + pattern.entries[before, 2]
                value = (
                    xy * (shared[t, 1] - xy)
                    - vw * (shared[t, 0] - 4.0)
                    - v * shared[t, 3] - w * shared[t, 2] - shared[t, 4]
                    - both * (shared[t, 5] - both)
                )  # fmt: skip
                partial = pattern.row_weights[0, t] * (shared[t, 6] - weight)
                total += value
                signal += partial
                of_rows += pattern.row_weights[1, t] * (shared[t, 0] - 1.0)
                of_columns += shared[t, 7] - share
                rows[t, 0] += value
                rows[t, 1] += f * weight * partial
            rows[i, 0] += total
            rows[i, 1] += f * weight * signal
            # Of a column every pair of rows is meant twice, as of a row every pair of columns is.
            columns[j, 0] += 2.0 * total
            columns[j, 1] += 2.0 * f * weight * signal
            over[0] += 2.0 * g * of_rows
            over[1] += 2.0 * share * of_columns
        for place in range(count):
            shared[partners[place], :] = 0.0


@data_kernel(_sum_rectangles, parallel=True, work=_work)
def sum_rectangles(pattern: Pattern, bounds: Any, sums: Sums) -> None:
    """Sum over all rectangles, block after block of rows between bounds, each to its own sums."""
    for block in prange(bounds.size - 1):
        _sum_block(
            pattern, bounds[block], bounds[block + 1], sums.rows[block], sums.columns[block],
            sums.overlaps[block],
        )  # fmt: skip
