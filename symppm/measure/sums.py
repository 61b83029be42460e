"""From a matrix to the sums that every estimator is a function of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix, along_columns
from symppm.measure.found import found_in
from symppm.measure.laying import blocks_of

_WHOLE: Final = 2**52


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
    origin : int
        What was taken off every value first; the sums are those of (value - origin - center). Not 0
        only for whole numbers of which float64 does not hold the last digits.
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
    origin: int = 0

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
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        As read by :func:`symppm.data.matrix.read`.
    """
    blocks = blocks_of(matrix)
    found = found_in(blocks)
    origin = 0
    if matrix.dtype.kind in "iu" and abs(found.center) > _WHOLE:
        origin = int(found.center)
        found = found_in(blocks, origin)
    margins = Margins(
        found.center,
        found.row_counts,
        found.column_counts,
        found.row_sums,
        found.column_sums,
        found.squares,
        _dot(found.column_counts.astype(np.float64), found.partners.astype(np.float64)),
        origin + int(found.minimum) if origin else found.minimum,
        origin + int(found.maximum) if origin else found.maximum,
        found.integral,
        origin,
    )
    return transposed(margins) if along_columns(matrix) else margins


def _dot(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    # Not BLAS: its threads cost more than these short sums, and its order depends on them.
    return float((one * other).sum())


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


def with_absent_zeros(stored: Margins) -> Margins:
    """Add the entries that are not stored: zeros, which are -center about the center.

    Parameters
    ----------
    stored : Margins
        Of the stored entries only.
    """
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
