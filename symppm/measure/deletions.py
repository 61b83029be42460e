"""The estimates of a matrix with each row, and each column, left out: what a jackknife needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.matrix import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
)
from symppm.measure import crossing
from symppm.measure.laying import blocks_of, laid_blocks, whole
from symppm.measure.sources import Dense, Masked, Stored
from symppm.measure.sums import Margins, transposed

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

STATISTICS: Final = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")
_PARALLEL_ENTRIES: Final = 1_000_000
_BLOCKS: Final = 16
_BLOCK_ENTRIES: Final = 1 << 22


@dataclass(frozen=True)
class Deletions:
    """Estimates without one row, or without one column.

    Attributes
    ----------
    rows : ndarray of float64, shape (N, 6)
        Mean, variance, cov_row, cov_col, rho_row and rho_col without each row; NaN where what is
        left has no such estimate.
    columns : ndarray of float64, shape (M, 6)
        The same without each column.
    """

    rows: Table
    columns: Table


@dataclass(frozen=True)
class Line:
    """Of every row (or column): its count, its sum, and what :mod:`crossing` computes for it.

    ``far`` is the sum, over its observed entries, of the sums of counts of their columns' rows.
    """

    count: Vector
    total: Vector
    crossed: Table
    far: Vector


def deletions_of(matrix: Matrix, margins: Margins) -> Deletions:
    """Estimate everything anew without each row and without each column, in one more pass.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix.
    margins : Margins
        Its sums.

    Notes
    -----
    Every sum that the estimators need changes by what one row adds to it, which is a function of
    that row's own sums and of the sums of the columns over its observed entries.
    """
    flip = along_columns(matrix)
    own = transposed(margins) if flip else margins
    blocks = blocks_of(matrix)
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        rows, columns = complete(own, *_crossed_complete(blocks, own))
    else:
        rows, columns = _with_gaps(blocks, own)
    if flip:
        rows, columns = columns, rows
    return left_out(rows, columns, margins)


def left_out(rows: Line, columns: Line, margins: Margins) -> Deletions:
    """Return the estimates without each row and each column, from what the second pass found.

    Parameters
    ----------
    rows, columns : Line
        Of the rows and of the columns.
    margins : Margins
        Of the whole matrix.
    """
    return Deletions(_without(rows, margins), _swapped(_without(columns, transposed(margins))))


def _without(line: Line, margins: Margins) -> Table:
    """Return the estimates without each row, from sums over all."""
    powers, crossings = margins.powers(), margins.crossings()
    n, total = line.count, line.total
    squares, with_sums, sums, with_counts, counts, squared_counts = line.crossed.T
    left = np.stack(
        [
            powers.count - n,
            powers.count_row - n**2,
            powers.count_col - 2 * counts + n,
            powers.total - total,
            powers.weighted_row - n * total,
            powers.weighted_col - sums - with_counts + total,
            powers.power_row - total**2,
            powers.power_col - 2 * with_sums + squares,
            powers.power_row_col - squares,
            crossings.cross_row_row - n**3,
            crossings.cross_row_col - n * counts - (line.far - n**2),
            crossings.cross_col_col - 3 * squared_counts + 3 * counts - n,
        ],
        axis=1,
    )
    found, status = np.empty((len(n), len(STATISTICS))), np.empty(len(n), np.int64)
    load_generated("estimators").unbiased_batch(left, found, status)
    found[:, 0] = margins.origin + (margins.center + found[:, 0])
    found[status != OK] = np.nan
    return found


def _swapped(found: Table) -> Table:
    """Exchange what is of rows and of columns."""
    return found[:, [0, 1, 3, 2, 5, 4]]


def _weights(margins: Margins, rows: slice) -> crossing.Weights:
    return crossing.Weights(
        margins.row_counts[rows].astype(np.float64), margins.row_sums[rows],
        margins.column_counts.astype(np.float64), margins.column_sums,
    )  # fmt: skip


def _room(rows: int, columns: int, entries: int, fields: int) -> crossing.Crossed:
    parallel = entries >= _PARALLEL_ENTRIES
    blocks = max(1, min(_BLOCKS, rows, _BLOCK_ENTRIES // columns)) if parallel else 1
    return crossing.Crossed(np.zeros((rows, fields)), np.zeros((blocks, columns, fields)))


def _crossed_complete(matrix: BlockMatrix, margins: Margins) -> tuple[Table, Table]:
    """Cross a complete matrix, its rows being what it has blocks of."""
    rows = np.zeros((margins.row_sums.size, crossing.FIELDS))
    columns = np.zeros((margins.column_sums.size, crossing.FIELDS))
    two = slice(crossing.COMPLETE_FIELDS)
    center = margins.center
    for lines, block in laid_blocks(matrix, margins.origin):
        weights = _weights(margins, lines)
        if isinstance(block, SparseMatrix) and center == 0:
            stored = block.stored
            zeros = Stored(stored.indptr, stored.indices, stored.data)
            room = _room(weights.row_sums.size, len(columns), stored.nnz, two.stop)
            crossing.zeros_blocks(zeros, weights, room)
        else:
            values = whole(block)
            source = Dense(values.T if matrix.by_columns else values)
            room = _room(weights.row_sums.size, len(columns), values.size, two.stop)
            crossing.dense_blocks(source, center, weights, room)
        rows[lines, two] = room.rows
        columns[:, two] += room.columns.sum(axis=0)
    return rows, columns


def complete(margins: Margins, rows: Table, columns: Table) -> tuple[Line, Line]:
    """Fill in what needs no pass where every entry is observed.

    Parameters
    ----------
    margins : Margins
        With the sums of rows and columns in the order of the next two.
    rows, columns : ndarray of float64, shapes (N, 6) and (M, 6)
        As :mod:`crossing` lays them out, with the first two filled in.
    """
    n, m = float(len(rows)), float(len(columns))
    total = float(margins.row_sums.sum())
    for table, sums, own, other in (
        (rows, margins.row_sums, n, m),
        (columns, margins.column_sums, m, n),
    ):
        # Each row has `other` entries, in columns of `own` entries each.
        table[:, 2] = total
        table[:, 3] = sums * own
        table[:, 4] = other * own
        table[:, 5] = other * own**2
    far = n * m
    return (
        Line(np.full(len(rows), m), margins.row_sums, rows, np.full(len(rows), far * m)),
        Line(
            np.full(len(columns), n), margins.column_sums, columns, np.full(len(columns), far * n)
        ),
    )


def _with_gaps(matrix: BlockMatrix, margins: Margins) -> tuple[Line, Line]:
    """Cross a matrix with gaps, its rows being what it has blocks of."""
    rows = np.zeros((margins.row_sums.size, crossing.FIELDS))
    columns = np.zeros((margins.column_sums.size, crossing.FIELDS))
    for lines, block in laid_blocks(matrix, margins.origin):
        weights, source = _weights(margins, lines), _source(block, matrix.by_columns)
        entries = source.data.size if isinstance(source, Stored) else source.values.size
        room = _room(weights.row_sums.size, len(columns), entries, crossing.FIELDS)
        if isinstance(source, Stored):
            crossing.stored_blocks(source, margins.center, weights, room)
        else:
            crossing.masked_blocks(source, margins.center, weights, room)
        rows[lines] = room.rows
        columns += room.columns.sum(axis=0)
    # A row is as far as the counts of its columns' rows: those have to be known first.
    row_far, column_far = np.zeros(len(rows)), np.zeros(len(columns))
    row_near, column_near = rows[:, 4].copy(), columns[:, 4].copy()
    for lines, block in laid_blocks(matrix, margins.origin):
        source = _source(block, matrix.by_columns)
        numbers = row_near[lines], column_near, row_far[lines], column_far
        if isinstance(source, Stored):
            crossing.stored_far(source, *numbers)
        else:
            crossing.masked_far(source, *numbers)
    weights = _weights(margins, slice(None))
    return (
        Line(weights.row_counts, weights.row_sums, rows, row_far),
        Line(weights.column_counts, weights.column_sums, columns, column_far),
    )


def _source(block: WholeMatrix, by_columns: bool) -> Masked | Stored:
    """Return what kernels take of a block of a matrix with gaps."""
    if isinstance(block, SparseMatrix) and not block.absent_observed:
        return Stored(block.stored.indptr, block.stored.indices, block.stored.data)
    values = whole(block)
    observed = block.observed if isinstance(block, DenseMatrix) else None
    if observed is None:
        observed = np.ones(values.shape, np.bool_)
    if by_columns:
        values, observed = values.T, observed.T
    return Masked(values, np.ascontiguousarray(observed))
