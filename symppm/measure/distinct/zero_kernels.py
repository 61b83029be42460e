"""Loops over the stored entries of a sparse matrix that is centred, and products of its rows.

The entry of row i and column j of the centred matrix is z = y - a_i - b_j. What is not stored has
y = 0; its share of a sum is that of -(a_i + b_j), which the caller adds for all entries.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import kernel, parallel_kernel
from symppm.measure.distinct.centred_kernels import share


class Compressed(NamedTuple):
    """Stored entries, by rows or by columns."""

    indptr: NDArray[Any]
    """Shape (lines + 1,)."""
    indices: NDArray[Any]
    """Of each stored entry, its place in the line."""
    data: NDArray[np.float64]
    """Of each stored entry, its value."""


@parallel_kernel
def products(by_row: Compressed, by_column: Compressed, gram: Any) -> None:
    """Add the products of all pairs of rows.

    Parameters
    ----------
    by_row, by_column : Compressed
        The matrix, both ways.
    gram : ndarray of float64, shape (N, N)
        Where they go, from zeros.
    """
    for i in numba.prange(gram.shape[0]):
        for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
            j = by_row.indices[k]
            value = by_row.data[k]
            for t in range(by_column.indptr[j], by_column.indptr[j + 1]):
                gram[i, by_column.indices[t]] += value * by_column.data[t]


@parallel_kernel
def stored_products(by_row: Compressed, by_column: Compressed, gram: Any, found: Any) -> None:
    """Multiply a symmetric matrix with a sparse one, where the latter has stored entries.

    Parameters
    ----------
    by_row, by_column : Compressed
        The sparse matrix, both ways.
    gram : ndarray of float64, shape (N, N)
        The other.
    found : ndarray of float64, shape (stored,)
        Where the products go, in the order of ``by_row``.
    """
    for i in numba.prange(gram.shape[0]):
        for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
            j = by_row.indices[k]
            total = 0.0
            for t in range(by_column.indptr[j], by_column.indptr[j + 1]):
                total += gram[i, by_column.indices[t]] * by_column.data[t]
            found[k] = total


@kernel
def powers(by_row: Compressed, own: Any, other: Any, rows: Any, columns: Any) -> None:
    """Sum what stored entries add to the sums of z^2, z^3 and z^4 of rows and columns.

    Parameters
    ----------
    by_row : Compressed
        The matrix.
    own, other : ndarray of float64, shapes (N,) and (M,)
        The a_i and b_j.
    rows, columns : ndarray of float64, shapes (3, N) and (3, M)
        What they are added to.
    """
    for i in range(own.size):
        for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
            j = by_row.indices[k]
            empty = own[i] + other[j]
            z = by_row.data[k] - empty
            square, other_square = z * z, empty * empty
            second = square - other_square
            third = square * z + other_square * empty
            fourth = square * square - other_square * other_square
            rows[0, i] += second
            rows[1, i] += third
            rows[2, i] += fourth
            columns[0, j] += second
            columns[1, j] += third
            columns[2, j] += fourth


@kernel
def crossed(
    by_row: Compressed, own: Any, other: Any, row_weights: Any, column_weights: Any,
    rows: Any, columns: Any,
) -> None:  # fmt: skip
    """Sum what stored entries add to sums of powers of z with numbers of the line across.

    Parameters
    ----------
    by_row : Compressed
        The matrix.
    own, other : ndarray of float64, shapes (N,) and (M,)
        The a_i and b_j.
    row_weights, column_weights : ndarray of float64, shapes (3, N) and (3, M)
        Numbers that go with z, with z^2, and again with z.
    rows, columns : ndarray of float64, shapes (3, N) and (3, M)
        What they are added to.
    """
    for i in range(own.size):
        for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
            j = by_row.indices[k]
            empty = own[i] + other[j]
            value = by_row.data[k]
            second = value * (value - 2.0 * empty)
            rows[0, i] += value * column_weights[0, j]
            rows[1, i] += second * column_weights[1, j]
            rows[2, i] += value * column_weights[2, j]
            columns[0, j] += value * row_weights[0, i]
            columns[1, j] += second * row_weights[1, i]
            columns[2, j] += value * row_weights[2, i]


@kernel
def farthest(
    by_row: Compressed, own: Any, other: Any, inner: Any, rows: Any, columns: Any, slopes: Any
) -> tuple[float, float, int, int]:
    """Find the stored entry that lies farthest from what its row and column make of it.

    Parameters
    ----------
    by_row : Compressed
        The matrix.
    own, other : ndarray of float64, shapes (N,) and (M,)
        The a_i and b_j.
    inner : ndarray of float64, shape (stored,)
        The products of the rows times the centred matrix, at the stored entries.
    rows, columns, slopes
        As for :func:`symppm.measure.distinct.centred_kernels.farthest`.

    Returns
    -------
    (float, float, int, int)
        How far, what it adds to the estimate, and its row and column.
    """
    best = part = 0.0
    row = column = 0
    for i in range(own.size):
        for k in range(by_row.indptr[i], by_row.indptr[i + 1]):
            j = by_row.indices[k]
            z = by_row.data[k] - own[i] - other[j]
            if abs(z) > best:
                best = abs(z)
                part = share(z, inner[k], rows[i], columns[j], slopes)
                row = i
                column = j
    return best, part, row, column
