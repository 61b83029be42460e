"""What is left of the observed entries when row and column effects are taken off them.

The effects are those of least squares on the observed entries, so that what is left sums to zero
along every row and every column, whatever is observed. It is as sparse as the data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError
from symppm.measure.arrays import Matrix, SparseMatrix
from symppm.measure.distinct.scaling import spread_of
from symppm.statistics.blocks import blocks_of, filled, ordered_blocks
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]

FEWEST: Final = 4
"""Observed entries without which a row or a column says nothing of cycles: the estimate of the
noise of an entry divides by its row's number of entries less two."""
_TOLERANCE: Final = 1e-12
_STEPS: Final = 2000
_ROUNDING: Final = 1e-10


class Lines(NamedTuple):
    """The observed entries of a matrix, row after row; or of its transpose."""

    indptr: NDArray[Any]
    """Where every row starts, shape (rows + 1,)."""
    indices: NDArray[Any]
    """Column of each entry."""
    values: Vector
    """Value of each entry."""


@dataclass(frozen=True)
class Residuals:
    """Residuals of the rows and columns that say something of cycles.

    Attributes
    ----------
    rows, columns : Lines
        The same residuals, row after row and column after column.
    kept_rows, kept_columns : ndarray of int64
        Which rows and columns of the matrix they are.
    shape : (int, int)
        Of the whole matrix.
    scale : float
        What the residuals were divided by.
    """

    rows: Lines
    columns: Lines
    kept_rows: NDArray[np.int64]
    kept_columns: NDArray[np.int64]
    shape: tuple[int, int]
    scale: float

    @property
    def row_counts(self) -> Vector:
        """Entries of every kept row."""
        return np.diff(self.rows.indptr).astype(np.float64)

    @property
    def column_counts(self) -> Vector:
        """Entries of every kept column."""
        return np.diff(self.columns.indptr).astype(np.float64)

    def transposed(self) -> Residuals:
        """Return the residuals of the transposed matrix."""
        return Residuals(
            self.columns, self.rows, self.kept_columns, self.kept_rows, self.shape[::-1], self.scale
        )


def residuals(matrix: Matrix, margins: Margins) -> Residuals:
    """Take least-squares row and column effects off the observed entries.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix.
    margins : Margins
        Its sums.

    Returns
    -------
    Residuals
        Without the rows and columns that have fewer than four observed entries, and without those
        that have fewer when these are gone. Zeros where nothing is left but rounding.

    Raises
    ------
    DataError
        If no two observed rows share two observed columns.

    Notes
    -----
    Effects of the columns by conjugate gradients on the normal equations from which the rows' are
    eliminated: O(observed) a step. The order of additions does not depend on the number of threads.
    """
    scale = spread_of(margins)
    lines, kept_rows, kept_columns = _core(*_entries(matrix, margins, scale))
    if kept_rows.size < 2 or kept_columns.size < 2:
        raise no_rectangle()
    columns = _turned(lines, kept_columns.size)
    of_rows, of_columns = _effects(lines, columns)
    values = lines.values - np.repeat(of_rows, np.diff(lines.indptr)) - of_columns[lines.indices]
    if (values * values).sum() <= _ROUNDING**2 * (lines.values * lines.values).sum():
        values[:] = 0.0
    rows = Lines(lines.indptr, lines.indices, values)
    return Residuals(
        rows, _turned(rows, kept_columns.size), kept_rows, kept_columns, matrix.shape, scale
    )


def no_rectangle() -> DataError:
    """Return the error for a mask of which no cycle can be made."""
    return DataError(
        "observed entries that form no rectangles, or none among rows and columns with "
        f"{FEWEST} observed entries or more",
        expected="pairs of rows that are observed in the same pairs of columns: the cycle cumulant "
        "is a mean over such rectangles",
        do='Use estimator="moments", which needs no rectangles, or give more entries a row.',
    )


def _entries(matrix: Matrix, margins: Margins, scale: float) -> tuple[Lines, tuple[int, int]]:
    """Return the observed entries about the center, scaled, row after row, and the shape."""
    blocks = blocks_of(matrix)
    lengths, indices, values = [], [], []
    for _, block in ordered_blocks(blocks, margins.origin):
        if isinstance(block, SparseMatrix) and not block.absent_observed:
            stored = block.stored
            lengths.append(np.diff(stored.indptr))
            indices.append(stored.indices.astype(np.int32))
            values.append((stored.data.astype(np.float64) - margins.center) / scale)
            continue
        dense, seen = (
            (filled(block.stored, slice(None)), None)
            if isinstance(block, SparseMatrix)
            else (block.values, block.observed)
        )
        if blocks.by_columns:
            dense, seen = dense.T, None if seen is None else seen.T
        observed = np.ones(dense.shape, np.bool_) if seen is None else np.ascontiguousarray(seen)
        lengths.append(observed.sum(1))
        indices.append(np.nonzero(observed)[1].astype(np.int32))
        values.append((dense[observed].astype(np.float64) - margins.center) / scale)
    indptr = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
    lines = Lines(indptr, np.concatenate(indices), np.concatenate(values))
    rows, columns = matrix.shape
    if blocks.by_columns:
        return _turned(lines, rows), (rows, columns)
    return lines, (rows, columns)


def _turned(lines: Lines, columns: int) -> Lines:
    """Return the same entries, column after column."""
    from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

    by_row = sparse.csr_array(
        (lines.values, lines.indices, lines.indptr), shape=(lines.indptr.size - 1, columns)
    )
    by_column = by_row.tocsc()
    return Lines(
        by_column.indptr.astype(np.int64), by_column.indices.astype(np.int32), by_column.data
    )


def _core(
    lines: Lines, shape: tuple[int, int]
) -> tuple[Lines, NDArray[np.int64], NDArray[np.int64]]:
    """Leave out rows and columns with too few entries until there are none."""
    kept = [np.arange(length) for length in shape]
    while True:
        row_counts = np.diff(lines.indptr)
        column_counts = np.bincount(lines.indices, minlength=kept[1].size)
        rows, columns = row_counts >= FEWEST, column_counts >= FEWEST
        if rows.all() and columns.all():
            return lines, kept[0], kept[1]
        entries = np.repeat(rows, row_counts) & columns[lines.indices]
        owners = np.repeat(np.cumsum(rows) - 1, row_counts)[entries]
        counts = np.bincount(owners, minlength=int(rows.sum()))
        places = (np.cumsum(columns) - 1).astype(np.int32)
        lines = Lines(
            np.concatenate([[0], np.cumsum(counts)]),
            places[lines.indices[entries]],
            lines.values[entries],
        )
        kept = [kept[0][rows], kept[1][columns]]


def _effects(rows: Lines, columns: Lines) -> tuple[Vector, Vector]:
    """Return the effects of rows and of columns."""
    from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

    n, m = (np.diff(side.indptr).astype(np.float64) for side in (rows, columns))
    row_sums, column_sums = sums(rows), sums(columns)
    seen = sparse.csr_array((np.ones(rows.values.size), rows.indices, rows.indptr))

    def normal(effects: Vector) -> Vector:
        return np.asarray(m * effects - (seen @ effects / n) @ seen)

    left = column_sums - (row_sums / n) @ seen
    scaled = left / m
    effects, step = np.zeros(m.size), scaled.copy()
    size = first = float((left * scaled).sum())
    for _ in range(_STEPS):
        if not size > first * _TOLERANCE**2:
            break
        image = normal(step)
        along = size / float((step * image).sum())
        effects += along * step
        left -= along * image
        scaled = left / m
        former, size = size, float((left * scaled).sum())
        step = scaled + (size / former) * step
    return (row_sums - seen @ effects) / n, effects


def sums(lines: Lines) -> Vector:
    """Return the sum of every row.

    Parameters
    ----------
    lines : Lines
        The entries.
    """
    return np.asarray(np.add.reduceat(lines.values, lines.indptr[:-1]))
