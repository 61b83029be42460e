"""A second pass over a matrix: what the sums of rows and columns are where entries are observed.

As in :mod:`symppm.measure.kernels`, a block of rows writes to its own part, so that results do not
depend on the number of threads. With z_ij the values about the center, o_ij one where an entry is
observed and zero elsewhere, n_i, R_i the counts and sums of rows and m_j, C_j those of columns, the
sums of row i are those over j of

    o z^2,   z C_j,   o C_j,   z m_j,   o m_j,   o m_j^2,

in this order, and those of column j the same with i for j, R for C and n for m. Where every entry
is observed, the first two say all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.measure.sources import Dense, Masked, Source, Stored, strips
from symppm.measure.vectors import cross_line, difference

FIELDS = 6
COMPLETE_FIELDS = 2
_STRIP = 128


class Weights(NamedTuple):
    """Counts and sums of rows and columns."""

    row_counts: NDArray[np.float64]
    row_sums: NDArray[np.float64]
    column_counts: NDArray[np.float64]
    column_sums: NDArray[np.float64]


class Crossed(NamedTuple):
    """What the kernels fill in, from zeros."""

    rows: NDArray[np.float64]
    """Shape (rows, 6), or (rows, 2)."""
    columns: NDArray[np.float64]
    """Shape (blocks, columns, 6), or (blocks, columns, 2)."""


def _crossed(source: Source, center: float, weights: Weights, crossed: Crossed) -> None:
    """Cross any matrix by NumPy."""
    blocks, columns, fields = crossed.columns.shape
    for strip in strips(source, columns, blocks):
        z = strip.about(center)
        parts = [strip.matrix(z * z), strip.matrix(z)]
        if fields == FIELDS:
            parts.append(strip.matrix(strip.seen.astype(np.float64)))
        rows = weights.row_sums[strip.rows], weights.row_counts[strip.rows]
        _add(crossed.rows[strip.rows], parts, weights.column_sums, weights.column_counts)
        _add(crossed.columns[strip.block], [part.T for part in parts], *rows)


def _add(to: Any, parts: list[Any], sums: Any, counts: Any) -> None:
    """Add the sums of lines, given the sums and counts of the lines across."""
    squares, values, *seen = parts
    to[:, 0] += squares.sum(axis=1)
    to[:, 1] += values @ sums
    for observed in seen:
        to[:, 2] += observed @ sums
        to[:, 3] += values @ counts
        to[:, 4] += observed @ counts
        to[:, 5] += observed @ (counts * counts)


def _crossed_zeros(source: Stored, weights: Weights, crossed: Crossed) -> None:
    """Cross stored values about zero by NumPy."""
    _crossed(source, 0.0, weights, crossed)


def _far(source: Masked | Stored, rows: Any, columns: Any, row_far: Any, column_far: Any) -> None:
    """Add numbers over observed entries by NumPy."""
    for strip in strips(source, columns.size):
        seen = strip.matrix(strip.seen.astype(np.float64))
        row_far[strip.rows] += seen @ columns
        column_far += seen.T @ rows[strip.rows]


@compiled_kernel
def _add_row(
    i: int, count: int, places: Any, values: Any, weights: Weights, crossed: Crossed, block: int
) -> None:
    """Add the observed entries of one row: ``count`` of them, at ``places``, about the center."""
    n = weights.row_counts[i]
    r = weights.row_sums[i]
    columns = crossed.columns[block]
    squares = with_sums = sums = with_counts = counts = squared_counts = 0.0
    for k in range(count):
        j = places[k]
        z = values[k]
        m = weights.column_counts[j]
        c = weights.column_sums[j]
        squares += z * z
        with_sums += z * c
        sums += c
        with_counts += z * m
        counts += m
        squared_counts += m * m
        columns[j, 0] += z * z
        columns[j, 1] += z * r
        columns[j, 2] += r
        columns[j, 3] += z * n
        columns[j, 4] += n
        columns[j, 5] += n * n
    row = crossed.rows[i]
    row[0] = squares
    row[1] = with_sums
    row[2] = sums
    row[3] = with_counts
    row[4] = counts
    row[5] = squared_counts


@compiled_kernel
def dense_block(
    source: Dense, center: float, weights: Weights, block: int, crossed: Crossed
) -> None:
    """Cross one block of rows of a complete matrix, where only the first two sums are wanted.

    Parameters
    ----------
    source : Dense
        The matrix.
    center : float
        What to subtract from every value.
    weights : Weights
        Counts and sums.
    block : int
        Which block of rows.
    crossed : Crossed
        Where the results go.
    """
    rows, length = source.values.shape
    blocks = crossed.columns.shape[0]
    last = (block + 1) * rows // blocks
    squares_down = np.empty(length)
    sums_down = np.empty(length)
    columns = crossed.columns[block]
    for top in range(block * rows // blocks, last, _STRIP):
        squares_down[:] = 0.0
        sums_down[:] = 0.0
        for i in range(top, min(top + _STRIP, last)):
            crossed.rows[i, 0], crossed.rows[i, 1] = cross_line(
                source.values[i],
                center,
                weights.column_sums,
                weights.row_sums[i],
                squares_down,
                sums_down,
            )
        columns[:, 0] += squares_down
        columns[:, 1] += sums_down


@compiled_kernel
def zeros_block(source: Stored, weights: Weights, block: int, crossed: Crossed) -> None:
    """Do as :func:`dense_block` where what is not stored is zero, about zero."""
    rows = source.indptr.size - 1
    blocks = crossed.columns.shape[0]
    columns = crossed.columns[block]
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        r = weights.row_sums[i]
        squares = with_sums = 0.0
        for k in range(source.indptr[i], source.indptr[i + 1]):
            j = source.indices[k]
            value = float(source.data[k])
            squares += value * value
            with_sums += value * weights.column_sums[j]
            columns[j, 0] += value * value
            columns[j, 1] += value * r
        crossed.rows[i, 0] = squares
        crossed.rows[i, 1] = with_sums


@compiled_kernel
def masked_block(
    source: Masked, center: float, weights: Weights, block: int, crossed: Crossed
) -> None:
    """Cross the observed entries of one block of rows; as :func:`dense_block`."""
    rows, length = source.values.shape
    blocks = crossed.columns.shape[0]
    places = np.empty(length, np.int64)
    values = np.empty(length)
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        count = 0
        for j in range(length):
            if source.observed[i, j]:
                places[count] = j
                values[count] = difference(source.values[i, j], center)
                count += 1
        _add_row(i, count, places, values, weights, crossed, block)


@compiled_kernel
def stored_block(
    source: Stored, center: float, weights: Weights, block: int, crossed: Crossed
) -> None:
    """Cross the stored entries of one block of rows; as :func:`dense_block`."""
    rows = source.indptr.size - 1
    blocks = crossed.columns.shape[0]
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        first, last = source.indptr[i], source.indptr[i + 1]
        values = np.empty(last - first)
        for k in range(first, last):
            values[k - first] = difference(source.data[k], center)
        _add_row(i, last - first, source.indices[first:last], values, weights, crossed, block)


@data_kernel(_crossed, parallel=True)
def dense_blocks(source: Dense, center: float, weights: Weights, crossed: Crossed) -> None:
    """Do :func:`dense_block` for all blocks."""
    for block in prange(crossed.columns.shape[0]):
        dense_block(source, center, weights, block, crossed)


@data_kernel(_crossed_zeros, parallel=True)
def zeros_blocks(source: Stored, weights: Weights, crossed: Crossed) -> None:
    """Do :func:`zeros_block` for all blocks."""
    for block in prange(crossed.columns.shape[0]):
        zeros_block(source, weights, block, crossed)


@data_kernel(_crossed, parallel=True)
def masked_blocks(source: Masked, center: float, weights: Weights, crossed: Crossed) -> None:
    """Do :func:`masked_block` for all blocks."""
    for block in prange(crossed.columns.shape[0]):
        masked_block(source, center, weights, block, crossed)


@data_kernel(_crossed, parallel=True)
def stored_blocks(source: Stored, center: float, weights: Weights, crossed: Crossed) -> None:
    """Do :func:`stored_block` for all blocks."""
    for block in prange(crossed.columns.shape[0]):
        stored_block(source, center, weights, block, crossed)


@data_kernel(_far)
def masked_far(source: Masked, rows: Any, columns: Any, row_far: Any, column_far: Any) -> None:
    """Add, over observed entries, a number of the row to their column, and the other way round.

    Parameters
    ----------
    source : Masked
        The matrix.
    rows, columns : ndarray of float64, shapes (N,) and (M,)
        The numbers.
    row_far, column_far : ndarray of float64, shapes (N,) and (M,)
        Where the results go, from zeros.
    """
    for i in range(rows.size):
        for j in range(columns.size):
            if source.observed[i, j]:
                row_far[i] += columns[j]
                column_far[j] += rows[i]


@data_kernel(_far)
def stored_far(source: Stored, rows: Any, columns: Any, row_far: Any, column_far: Any) -> None:
    """Do as :func:`masked_far` for the stored entries."""
    for i in range(rows.size):
        for k in range(source.indptr[i], source.indptr[i + 1]):
            row_far[i] += columns[source.indices[k]]
            column_far[source.indices[k]] += rows[i]
