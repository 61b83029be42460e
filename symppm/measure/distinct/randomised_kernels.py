"""Products of a sparse matrix with a block of vectors, and of all pairs of its rows.

Every row of a result belongs to one thread, which adds in the order of the entries: results do not
depend on the number of threads.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.measure.distinct.meetings import before, met, strips
from symppm.measure.distinct.stored_zeros import Compressed

_PAIRS_AN_ENTRY: Final = 32
"""Pairs of entries that take as long as an entry does where all is done once per entry."""


def laid(lines: Compressed, columns: int) -> Any:
    """Return lines as a matrix.

    Parameters
    ----------
    lines : Compressed
        The matrix, by rows.
    columns : int
        How many it has.
    """
    from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

    shape = lines.indptr.size - 1, columns
    return sparse.csr_array((lines.data, lines.indices, lines.indptr), shape=shape)


def _times(lines: Compressed, vectors: Any, found: Any) -> None:
    found[:] = laid(lines, len(vectors)) @ vectors


@data_kernel(_times, parallel=True)
def times(lines: Compressed, vectors: Any, found: Any) -> None:
    """Multiply a sparse matrix with vectors.

    Parameters
    ----------
    lines : Compressed
        The matrix.
    vectors : ndarray of float64, shape (columns, k)
        The vectors.
    found : ndarray of float64, shape (rows, k)
        Where the product goes.
    """
    width = vectors.shape[1]
    for i in prange(found.shape[0]):
        line = found[i]
        line[:] = 0.0
        for k in range(lines.indptr[i], lines.indptr[i + 1]):
            vector = vectors[lines.indices[k]]
            value = lines.data[k]
            for c in range(width):
                line[c] += value * vector[c]


def _pairs_of_rows(by_row: Compressed, by_column: Compressed, _: Any, inner: Any) -> None:
    rows, columns = by_row.indptr.size - 1, by_column.indptr.size - 1
    lines, turned = laid(by_row, columns), laid(by_column, rows)
    owners = by_row.owners
    work = before(by_row.indptr, by_row.indices, by_column.indptr)
    for first, last in strips(work + rows * np.arange(rows + 1)):
        some = slice(int(by_row.indptr[first]), int(by_row.indptr[last]))
        if some.stop == some.start:
            continue
        shared = (lines[first:last] @ turned).toarray()
        counts, others = met(by_row.indices[some], by_column.indptr)
        places = np.repeat((owners[some] - first) * rows, counts) + by_column.indices[others]
        products = shared.ravel()[places] * by_column.data[others]
        inner[some] = np.add.reduceat(products, np.cumsum(counts) - counts)


def _work(_: Compressed, by_column: Compressed, *_rest: Any) -> float:
    counts = np.diff(by_column.indptr).astype(np.float64)
    return float(counts @ counts) / _PAIRS_AN_ENTRY


@data_kernel(_pairs_of_rows, parallel=True, work=_work)
def pairs_of_rows(by_row: Compressed, by_column: Compressed, bounds: Any, inner: Any) -> None:
    """Multiply rows with all that share a column, without keeping the products.

    Parameters
    ----------
    by_row, by_column : Compressed
        The matrix, both ways.
    bounds : ndarray of int64
        Where blocks of rows start, and the last ends.
    inner : ndarray of float64, shape (entries,)
        Where results go, in the order of ``by_row``: of every entry the sum, down its column, of
        values times the product of their row with its.
    """
    for block in prange(bounds.size - 1):
        shared = np.zeros(by_row.indptr.size - 1)
        for i in range(bounds[block], bounds[block + 1]):
            _pairs_of_row(by_row, by_column, i, shared, inner)


@compiled_kernel
def _pairs_of_row(
    by_row: Compressed, by_column: Compressed, i: int, shared: Any, inner: Any
) -> None:
    met = 0
    for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
        j = by_row.indices[k]
        value = by_row.data[k]
        for other in range(by_column.indptr[j], by_column.indptr[j + 1]):
            shared[by_column.indices[other]] += value * by_column.data[other]
            met += 1
    for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
        j = by_row.indices[k]
        total = 0.0
        for other in range(by_column.indptr[j], by_column.indptr[j + 1]):
            total += shared[by_column.indices[other]] * by_column.data[other]
        inner[k] = total
    if met >= shared.size:
        shared[:] = 0.0
        return
    for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
        j = by_row.indices[k]
        for other in range(by_column.indptr[j], by_column.indptr[j + 1]):
            shared[by_column.indices[other]] = 0.0
