"""The estimates of a matrix with each row, and each column, left out: what a jackknife needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.measure import crossing
from symppm.measure.arrays import DenseMatrix, Matrix, SparseMatrix, along_columns
from symppm.measure.kernels import Dense, Masked, Stored
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
class _Line:
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
    matrix : DenseMatrix or SparseMatrix
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
    if isinstance(matrix, SparseMatrix):
        rows, columns = _of_sparse(matrix, own, flip)
    elif matrix.observed is None:
        rows, columns = _of_complete(matrix, own, flip)
    else:
        rows, columns = _of_masked(matrix, matrix.observed, own, flip)
    if flip:
        rows, columns = columns, rows
    return Deletions(_without(rows, margins), _swapped(_without(columns, transposed(margins))))


def _without(line: _Line, margins: Margins) -> Table:
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
    found[:, 0] += margins.center
    found[status != OK] = np.nan
    return found


def _swapped(found: Table) -> Table:
    """Exchange what is of rows and of columns."""
    return found[:, [0, 1, 3, 2, 5, 4]]


def _weights(margins: Margins) -> crossing.Weights:
    return crossing.Weights(
        margins.row_counts.astype(np.float64), margins.row_sums,
        margins.column_counts.astype(np.float64), margins.column_sums,
    )  # fmt: skip


def _room(shape: tuple[int, ...], entries: int) -> crossing.Crossed:
    rows, columns = shape
    parallel = entries >= _PARALLEL_ENTRIES
    blocks = max(1, min(_BLOCKS, rows, _BLOCK_ENTRIES // columns)) if parallel else 1
    return crossing.Crossed(
        np.zeros((rows, crossing.FIELDS)), np.zeros((blocks, columns, crossing.FIELDS))
    )


def _of_complete(matrix: DenseMatrix, margins: Margins, flip: bool) -> tuple[_Line, _Line]:
    source = Dense(matrix.values.T if flip else matrix.values)
    weights = _weights(margins)
    room = _room(source.values.shape, source.values.size)
    if len(room.columns) == 1:
        crossing.dense_block(source, margins.center, weights, 0, room)
    else:
        crossing.dense_blocks(source, margins.center, weights, room)
    return _complete(margins, room.rows, room.columns.sum(axis=0))


def _complete(margins: Margins, rows: Table, columns: Table) -> tuple[_Line, _Line]:
    """Fill in what needs no pass where every entry is observed."""
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
        _Line(np.full(len(rows), m), margins.row_sums, rows, np.full(len(rows), far * m)),
        _Line(
            np.full(len(columns), n), margins.column_sums, columns, np.full(len(columns), far * n)
        ),
    )


def _of_masked(
    matrix: DenseMatrix, observed: NDArray[np.bool_], margins: Margins, flip: bool
) -> tuple[_Line, _Line]:
    source = Masked(
        matrix.values.T if flip else matrix.values,
        np.ascontiguousarray(observed.T if flip else observed),
    )
    weights = _weights(margins)
    room = _room(source.values.shape, source.values.size)
    if len(room.columns) == 1:
        crossing.masked_block(source, margins.center, weights, 0, room)
    else:
        crossing.masked_blocks(source, margins.center, weights, room)
    rows, columns = room.rows, room.columns.sum(axis=0)
    far = np.zeros(len(rows)), np.zeros(len(columns))
    crossing.masked_far(source, rows[:, 4].copy(), columns[:, 4].copy(), *far)
    return _lines(weights, rows, columns, far)


def _of_sparse(matrix: SparseMatrix, margins: Margins, flip: bool) -> tuple[_Line, _Line]:
    stored = matrix.stored
    source = Stored(stored.indptr, stored.indices, stored.data)
    shape = matrix.shape[::-1] if flip else matrix.shape
    weights = _weights(margins)
    room = _room(shape, stored.nnz)
    if len(room.columns) == 1:
        crossing.stored_block(source, margins.center, weights, 0, room)
    else:
        crossing.stored_blocks(source, margins.center, weights, room)
    rows, columns = room.rows, room.columns.sum(axis=0)
    if matrix.absent_observed:
        total = float(margins.row_sums.sum())
        for table in (rows, columns):
            # The rest of the line is zeros, which are -center about the center.
            other = len(columns) if table is rows else len(rows)
            kept = table[:, 4] / (len(rows) if table is rows else len(columns))
            table[:, 0] += (other - kept) * margins.center**2
            table[:, 1] -= margins.center * (total - table[:, 2])
        return _complete(margins, rows, columns)
    far = np.zeros(len(rows)), np.zeros(len(columns))
    crossing.stored_far(source, rows[:, 4].copy(), columns[:, 4].copy(), *far)
    return _lines(weights, rows, columns, far)


def _lines(
    weights: crossing.Weights, rows: Table, columns: Table, far: tuple[Vector, Vector]
) -> tuple[_Line, _Line]:
    return (
        _Line(weights.row_counts, weights.row_sums, rows, far[0]),
        _Line(weights.column_counts, weights.column_sums, columns, far[1]),
    )
