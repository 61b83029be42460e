"""From a matrix to the sums that every estimator is a function of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure import kernels
from symppm.measure.arrays import DenseMatrix, Matrix, SparseMatrix, along_columns, sample

_PARALLEL_ENTRIES: Final = 1_000_000
_BLOCKS: Final = 16
_BLOCK_ENTRIES: Final = 1 << 24
_SAMPLE: Final = 4096


@dataclass(frozen=True)
class PowerSums:
    """Sums over the observed entries, the values being taken about a constant.

    Fields are in the order of the generated kernels' arguments; ``n_i`` and ``m_j`` are the counts
    of observed entries of row i and column j, ``R_i`` and ``C_j`` the sums of their values.
    """

    count: float
    """Number of observed entries."""
    count_row: float
    """Sum of n_i squared."""
    count_col: float
    """Sum of m_j squared."""
    total: float
    """Sum of the values."""
    weighted_row: float
    """Sum of n_i R_i."""
    weighted_col: float
    """Sum of m_j C_j."""
    power_row: float
    """Sum of R_i squared."""
    power_col: float
    """Sum of C_j squared."""
    power_row_col: float
    """Sum of squared values."""


@dataclass(frozen=True)
class Crossings:
    """Sums over the observed entries of products of the counts of their row and column."""

    cross_row_row: float
    """Sum of n_i cubed."""
    cross_row_col: float
    """Sum over observed entries of n_i m_j."""
    cross_col_col: float
    """Sum of m_j cubed."""


@dataclass(frozen=True)
class Margins:
    """What one pass over a matrix of N rows and M columns finds.

    Attributes
    ----------
    center : float
        The provisional mean; the sums are those of (value - center).
    row_counts, column_counts : ndarray of int64, shapes (N,) and (M,)
        Observed entries.
    row_sums, column_sums : ndarray of float64, shapes (N,) and (M,)
        Sums of the observed values about the center.
    squares : float
        Sum of squares of the observed values about the center.
    crossing : float
        Sum over observed entries of (entries in their row) x (entries in their column).
    minimum, maximum : float
        Extremes of the observed values.
    integral : bool
        Whether all observed values are whole numbers.
    """

    center: float
    row_counts: NDArray[np.int64]
    column_counts: NDArray[np.int64]
    row_sums: NDArray[np.float64]
    column_sums: NDArray[np.float64]
    squares: float
    crossing: float
    minimum: float
    maximum: float
    integral: bool

    @property
    def observed(self) -> int:
        """Number of observed entries."""
        return int(self.row_counts.sum())

    def powers(self) -> PowerSums:
        """Return the sums that the estimators need."""
        n_i = self.row_counts.astype(np.float64)
        m_j = self.column_counts.astype(np.float64)
        return PowerSums(
            count=float(self.observed),
            count_row=_dot(n_i, n_i),
            count_col=_dot(m_j, m_j),
            total=float(self.row_sums.sum()),
            weighted_row=_dot(n_i, self.row_sums),
            weighted_col=_dot(m_j, self.column_sums),
            power_row=_dot(self.row_sums, self.row_sums),
            power_col=_dot(self.column_sums, self.column_sums),
            power_row_col=self.squares,
        )

    def crossings(self) -> Crossings:
        """Return the sums of counts that the unbiased estimators need besides."""
        n_i = self.row_counts.astype(np.float64)
        m_j = self.column_counts.astype(np.float64)
        return Crossings(float((n_i**3).sum()), self.crossing, float((m_j**3).sum()))


def margins_of(matrix: Matrix) -> Margins:
    """Sum a matrix in one pass, whatever its values; what is not finite spoils the sums.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        As read by :func:`symppm.measure.arrays.read`.
    """
    flip = along_columns(matrix)
    if isinstance(matrix, SparseMatrix):
        margins = _of_sparse(matrix, flip)
    elif matrix.observed is None:
        margins = _of_dense(matrix, flip)
    else:
        margins = _of_masked(matrix, matrix.observed, flip)
    return transposed(margins) if flip else margins


def _dot(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    # Not BLAS: its threads cost more than these short sums, and its order depends on them.
    return float((one * other).sum())


def _tally(rows: int, columns: int, entries: int) -> kernels.Tally:
    parallel = entries >= _PARALLEL_ENTRIES
    # Few blocks for very wide matrices, since each has its own sums of all columns.
    blocks = max(1, min(_BLOCKS, rows, _BLOCK_ENTRIES // columns)) if parallel else 1
    return kernels.Tally(
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros((blocks, columns), np.int64),
        np.zeros((blocks, columns)),
        np.zeros((blocks, 4)),
    )


def _merged(tally: kernels.Tally, center: float, crossing: float) -> Margins:
    squares, minimum, maximum, integral = tally.facts.T
    return Margins(
        center,
        tally.row_counts,
        tally.column_counts.sum(axis=0),
        tally.row_sums,
        tally.column_sums.sum(axis=0),
        float(squares.sum()),
        crossing,
        float(minimum.min()),
        float(maximum.max()),
        bool(integral.all()),
    )


def _may_be_fractional(matrix: Matrix) -> bool:
    return matrix.dtype.kind == "f"


def transposed(margins: Margins) -> Margins:
    """Return the sums of the transposed matrix.

    Parameters
    ----------
    margins : Margins
        Of a matrix.
    """
    return replace(
        margins,
        row_counts=margins.column_counts,
        column_counts=margins.row_counts,
        row_sums=margins.column_sums,
        column_sums=margins.row_sums,
    )


def _center(values: NDArray[Any], share: float = 1.0) -> float:
    center = float(values.mean(dtype=np.float64)) * share if values.size else 0.0
    return center if np.isfinite(center) else 0.0


def _of_dense(matrix: DenseMatrix, flip: bool) -> Margins:
    source = kernels.Dense(matrix.values.T if flip else matrix.values)
    rows, columns = source.values.shape
    center = _center(sample(matrix, _SAMPLE))
    check = _may_be_fractional(matrix)
    tally = _tally(rows, columns, source.values.size)
    if len(tally.facts) == 1:
        kernels.dense_block(source, center, check, 0, tally)
    else:
        kernels.dense_blocks(source, center, check, tally)
    return _merged(tally, center, float(rows * columns) ** 2)


def _of_masked(matrix: DenseMatrix, observed: NDArray[np.bool_], flip: bool) -> Margins:
    # One layout of the mask is enough to compile for, and a copy is one byte an entry.
    source = kernels.Masked(
        matrix.values.T if flip else matrix.values,
        np.ascontiguousarray(observed.T if flip else observed),
    )
    center = _center(sample(matrix, _SAMPLE))
    check = _may_be_fractional(matrix)
    rows, columns = source.values.shape
    tally = _tally(rows, columns, source.values.size)
    if len(tally.facts) == 1:
        kernels.masked_block(source, center, check, 0, tally)
    else:
        kernels.masked_blocks(source, center, check, tally)
    return _merged(tally, center, kernels.masked_crossing(source, tally))


def _of_sparse(matrix: SparseMatrix, flip: bool) -> Margins:
    stored = matrix.stored
    source = kernels.Stored(stored.indptr, stored.indices, stored.data)
    rows, columns = matrix.shape[::-1] if flip else matrix.shape
    share = stored.nnz / (rows * columns) if matrix.absent_observed else 1.0
    center = _center(sample(matrix, _SAMPLE), share)
    check = _may_be_fractional(matrix)
    tally = _tally(rows, columns, stored.nnz)
    if len(tally.facts) == 1:
        kernels.stored_block(source, center, check, 0, tally)
    else:
        kernels.stored_blocks(source, center, check, tally)
    if matrix.absent_observed:
        return _with_absent_zeros(_merged(tally, center, 0.0))
    return _merged(tally, center, kernels.stored_crossing(source, tally))


def _with_absent_zeros(stored: Margins) -> Margins:
    """Add the entries that are not stored: zeros, which are -center about the center."""
    rows, columns = stored.row_counts.size, stored.column_counts.size
    center = stored.center
    absent = rows * columns - stored.observed
    return replace(
        stored,
        row_counts=np.full(rows, columns),
        column_counts=np.full(columns, rows),
        row_sums=stored.row_sums - (columns - stored.row_counts) * center,
        column_sums=stored.column_sums - (rows - stored.column_counts) * center,
        squares=stored.squares + absent * (center * center),
        crossing=float(rows * columns) ** 2,
        minimum=min(stored.minimum, 0.0) if absent else stored.minimum,
        maximum=max(stored.maximum, 0.0) if absent else stored.maximum,
    )
