"""Products of a matrix with a block of vectors, and of all pairs of its rows.

Every row of a result belongs to one thread, which adds in the order of the entries: results do not
depend on the number of threads.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from symppm.codegen.runtime import kernel, parallel_kernel
from symppm.measure.distinct.zero_kernels import Compressed

_STRIP = 64


@kernel
def times_some(
    lines: Compressed, power: int, vectors: Any, first: int, last: int, found: Any
) -> None:
    """Multiply some rows of a sparse matrix, its entries taken to a power, with vectors.

    Parameters
    ----------
    lines : Compressed
        The matrix.
    power : int
        Of each entry: 0, 1 or 2.
    vectors : ndarray of float64, shape (columns, k)
        The vectors.
    first, last : int
        The rows.
    found : ndarray of float64, shape (rows, k)
        Where the product goes.
    """
    width = vectors.shape[1]
    for i in range(first, last):
        line = found[i]
        line[:] = 0.0
        for k in range(lines.indptr[i], lines.indptr[i + 1]):
            vector = vectors[lines.indices[k]]
            value = lines.data[k]
            weight = 1.0 if power == 0 else value if power == 1 else value * value
            for c in range(width):
                line[c] += weight * vector[c]


@parallel_kernel
def times(lines: Compressed, power: int, vectors: Any, found: Any) -> None:
    """Do :func:`times_some` for all rows."""
    for i in numba.prange(found.shape[0]):
        times_some(lines, power, vectors, i, i + 1, found)


@kernel
def dense_times_some(values: Any, vectors: Any, first: int, last: int, found: Any) -> None:
    """Multiply some rows of a dense matrix with a block of vectors.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        The matrix.
    vectors : ndarray of float64, shape (columns, k)
        The vectors.
    first, last : int
        The rows.
    found : ndarray of float64, shape (rows, k)
        Where the product goes.
    """
    width = vectors.shape[1]
    for i in range(first, last):
        line = found[i]
        line[:] = 0.0
        for j in range(values.shape[1]):
            value = values[i, j]
            for c in range(width):
                line[c] += value * vectors[j, c]


@parallel_kernel
def dense_times(values: Any, vectors: Any, found: Any) -> None:
    """Do :func:`dense_times_some` for all rows."""
    for i in numba.prange(values.shape[0]):
        dense_times_some(values, vectors, i, i + 1, found)


@kernel
def dense_turned_some(values: Any, vectors: Any, first: int, last: int, found: Any) -> None:
    """Add the product of some columns of a dense matrix, transposed, with a block of vectors.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        The matrix.
    vectors : ndarray of float64, shape (rows, k)
        The vectors.
    first, last : int
        The columns.
    found : ndarray of float64, shape (columns, k)
        What the product is added to.
    """
    width = vectors.shape[1]
    for i in range(values.shape[0]):
        for j in range(first, last):
            value = values[i, j]
            for c in range(width):
                found[j, c] += value * vectors[i, c]


@parallel_kernel
def dense_turned(values: Any, vectors: Any, found: Any) -> None:
    """Do :func:`dense_turned_some` for all columns."""
    columns = found.shape[0]
    for strip in numba.prange((columns + _STRIP - 1) // _STRIP):
        first = strip * _STRIP
        dense_turned_some(values, vectors, first, min(first + _STRIP, columns), found)


@kernel
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


@kernel
def pairs_of_some(
    by_row: Compressed, by_column: Compressed, first: int, last: int, inner: Any
) -> None:
    """Multiply some rows with all that share a column, without keeping the products.

    Parameters
    ----------
    by_row, by_column : Compressed
        The matrix, both ways.
    first, last : int
        The rows.
    inner : ndarray of float64, shape (entries,)
        Where results go, in the order of ``by_row``: of every entry the sum, down its column, of
        values times the product of their row with its.
    """
    shared = np.zeros(by_row.indptr.size - 1)
    for i in range(first, last):
        _pairs_of_row(by_row, by_column, i, shared, inner)


@parallel_kernel
def pairs_of_rows(by_row: Compressed, by_column: Compressed, bounds: Any, inner: Any) -> None:
    """Do :func:`pairs_of_some` for blocks of rows; ``bounds`` is where they start, and end."""
    for block in numba.prange(bounds.size - 1):
        pairs_of_some(by_row, by_column, bounds[block], bounds[block + 1], inner)
