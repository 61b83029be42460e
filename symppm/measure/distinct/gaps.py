"""The cycle cumulant of a matrix with gaps.

The mean of Z_ij Z_il Z_tj Z_tl over the rectangles of observed entries, Z being residuals of row
and column effects, estimates it but for what the effects' own errors add and take away:

* Within row i the residuals of noise have the covariance a_i - b_ij - b_il, with b_ij = v_ij / n_i,
  a_i = sum_j v_ij / n_i^2 and v_ij the variance of the noise. Rows are independent given the
  columns, so that over rectangles the product of two rows' covariances adds up to a bias. The v_ij
  are estimated from the residuals themselves, without bias and each row on its own, so that the
  estimate of the product is unbiased as well. Columns do the same. What is neglected is smaller by
  the square of the number of entries of a row or column.
* Of the signal, about 1 - 2/n_i - 2/n_t + 2 o_it / (n_i n_t) is left by centering rows i and t that
  share o_it columns; likewise columns. The rectangles are counted with these weights, for
  o_it / (n_i n_t) its mean.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import Matrix
from symppm.measure.distinct import gaps_kernels
from symppm.measure.distinct.gaps_centering import Centering, centering, recentred, structured
from symppm.measure.distinct.invariants import AS_MUCH
from symppm.measure.distinct.residuals import Lines, Residuals, no_rectangle, residuals
from symppm.measure.distinct.scaling import check_finite
from symppm.measure.distinct.types import Cycle
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_BLOCKS: Final = 32
_BLOCK_NUMBERS: Final = 1 << 24
_NOTHING: Final = 1e-12


def cycle_with_gaps(matrix: Matrix, margins: Margins, *, leave_out: bool) -> Cycle:
    """Estimate the cycle cumulant from the rectangles of observed entries, all of them.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        The matrix; which entries are observed must not depend on their values.
    margins : Margins
        Its sums.
    leave_out : bool
        Whether the estimate is wanted without each row and each column.

    Returns
    -------
    Cycle
        In the units of the data to the fourth power; NaN without a row where no rectangle is left.
        Zero where rows and columns add up and nothing is left but rounding.

    Raises
    ------
    DataError
        If the observed entries form no rectangle, or the result is too large for double precision.

    Notes
    -----
    Costs a few operations for every pair of entries that share a column (or a row, if that is
    cheaper), and memory for five numbers an entry; no matrix of rows by rows is made.

    What is left without a row is the sum over the rectangles without it: effects are not fitted
    anew, but for what that does to the change on average. Rows and columns with fewer than four
    entries change nothing.
    """
    cycle = of_residuals(residuals(matrix, margins))
    return cycle if leave_out else replace(cycle, rows=None, columns=None)


def of_residuals(found: Residuals) -> Cycle:
    """Do as :func:`cycle_with_gaps`, leaving rows and columns out, from residuals.

    Parameters
    ----------
    found : Residuals
        Of the matrix.
    """
    if pairs(found.rows) >= pairs(found.columns):
        return by_pairs_of_rows(found)
    cycle = by_pairs_of_rows(found.transposed())
    return replace(
        cycle, rows=cycle.columns, columns=cycle.rows, largest_place=cycle.largest_place[::-1]
    )


def pairs(lines: Lines) -> float:
    """Return how many pairs of entries share a line.

    Parameters
    ----------
    lines : Lines
        The entries.
    """
    counts = np.diff(lines.indptr).astype(np.float64)
    return float((counts * counts).sum())


def by_pairs_of_rows(found: Residuals) -> Cycle:
    """Do as :func:`of_residuals` by pairs of rows.

    Parameters
    ----------
    found : Residuals
        Of the matrix.
    """
    across, down = centering(found.rows, found.columns), centering(found.columns, found.rows)
    pattern = _pattern(found, across, down)
    noise = gaps_kernels.Noise(
        across.constants, down.constants, across.left, down.left,
        1 / found.row_counts, 1 / found.column_counts,
    )  # fmt: skip
    rows, columns, overlaps = _summed(pattern, noise)
    more = structured(found, (across, down), (2 * overlaps[0], 2 * overlaps[1]))
    rows[:, 1] *= more
    columns[:, 1] *= more
    products, signal = rows.sum(0)
    cycle = cycle_of_sums(found, (float(products), float(signal)), rows, columns)
    return _with_entry(cycle, found, pattern, noise, rows, more)


def cycle_of_sums(
    found: Residuals, total: tuple[float, float], rows: Table, columns: Table
) -> Cycle:
    """Return the estimate, and those without each row and each column.

    Parameters
    ----------
    found : Residuals
        Of the matrix.
    total : (float, float)
        Products less corrections, and signal, over all rectangles.
    rows, columns : ndarray of float64, shapes (n, 2) and (m, 2)
        The same over pairs of each kept row with all others, and of each kept column.

    Raises
    ------
    DataError
        If there is no rectangle, or the result is too large for double precision.
    """
    if not total[1] > 0:
        raise no_rectangle()
    by = found.scale**4
    with np.errstate(over="ignore"):
        value = float(np.float64(total[0] / total[1]) * by)
    check_finite(value)
    # Every pair is in the sums of both of its rows.
    of_rows = value + recentred(found.columns) * (_without(total, 2 * rows) * by - value)
    of_columns = value + recentred(found.rows) * (_without(total, 2 * columns) * by - value)
    cycle = Cycle(
        value,
        _everywhere(of_rows, found.kept_rows, found.shape[0], value),
        _everywhere(of_columns, found.kept_columns, found.shape[1], value),
    )
    return with_largest(cycle)


def with_largest(cycle: Cycle) -> Cycle:
    """Fill in the row or column that counts most.

    Parameters
    ----------
    cycle : Cycle
        With rows and columns left out.
    """
    if cycle.rows is None or cycle.columns is None:
        return cycle
    changes = [changed(each, cycle.value) for each in (cycle.rows, cycle.columns)]
    row, column = (int(each.argmax()) for each in changes)
    by_row = bool(changes[0][row] >= changes[1][column])
    change = float(max(changes[0][row], changes[1][column]))
    if cycle.value == 0 or change == 0:
        return replace(cycle, largest_share=0.0, largest_place=(None, None))
    return replace(
        cycle,
        largest_share=change / abs(cycle.value),
        largest_place=(row, None) if by_row else (None, column),
    )


def changed(without: Vector, value: float) -> Vector:
    """Return by how much estimates differ from another; by all of it where there are none.

    Parameters
    ----------
    without : ndarray of float64
        The estimates.
    value : float
        The other.
    """
    return np.nan_to_num(np.abs(without - value), nan=abs(value))


def _with_entry(
    cycle: Cycle, found: Residuals, pattern: gaps_kernels.Pattern, noise: gaps_kernels.Noise,
    rows: Table, more: float,
) -> Cycle:  # fmt: skip
    """Look whether the entry that is farthest off counts as much as what does so far."""
    if cycle.value == 0 or cycle.rows is None:
        return cycle
    total = float(rows[:, 0].sum()), float(rows[:, 1].sum())
    lines = found.rows
    far = int(np.abs(lines.values).argmax())
    row = int(np.searchsorted(lines.indptr, far, "right")) - 1
    parts, _ = gaps_kernels.sums_of_entries(pattern, noise)(row, row + 1)
    parts[:, 1] *= more
    # A rectangle has four entries.
    part = 4 * parts[[far - lines.indptr[row]]]
    change = changed(_without(total, part) * found.scale**4, cycle.value)
    share = float(change[0]) / abs(cycle.value)
    if share < AS_MUCH * min(cycle.largest_share, 1.0):
        return cycle
    place = int(found.kept_rows[row]), int(found.kept_columns[lines.indices[far]])
    return replace(cycle, largest_share=share, largest_place=place)


def _pattern(found: Residuals, across: Centering, down: Centering) -> gaps_kernels.Pattern:
    rows, columns = found.rows, found.columns
    owners = np.repeat(np.arange(found.kept_columns.size), np.diff(columns.indptr))
    squares = columns.values**2
    entries = np.empty((squares.size, 3))
    entries[:, 0] = columns.values
    entries[:, 1] = across.slopes[columns.indices] * squares - across.offsets[columns.indices]
    entries[:, 2] = down.slopes[owners] * squares - down.offsets[owners]
    # Sorting by row what is sorted by column: a stable order keeps the columns in theirs.
    places = np.argsort(columns.indices, kind="stable")
    return gaps_kernels.Pattern(
        rows.indptr, rows.indices, columns.indptr, columns.indices, entries, places
    )


def _summed(
    pattern: gaps_kernels.Pattern, noise: gaps_kernels.Noise
) -> tuple[Table, Table, Vector]:
    """Return the sums over the rectangles with each row, with each column, and overlaps."""
    rows, columns = noise.rows.size, noise.columns.size
    # As much work in every block: an entry meets those before it in its column.
    before = pattern.places - pattern.turned_indptr[pattern.indices]
    work = np.add.reduceat(before, pattern.indptr[:-1]).cumsum()
    blocks = max(1, min(_BLOCKS, _BLOCK_NUMBERS // (rows + columns)))
    found = gaps_kernels.Found(
        np.zeros((blocks, rows, 2)), np.zeros((blocks, columns, 2)), np.zeros((blocks, 2))
    )
    shares = work[-1] * (np.arange(1, blocks) / blocks)
    bounds = np.concatenate([[0], np.searchsorted(work, shares), [rows]]).astype(np.int64)
    gaps_kernels.over_rows(pattern, noise, bounds, found)
    return found.rows.sum(0), found.columns.sum(0), found.overlaps.sum(0)


def _without(total: tuple[float, float], parts: Table) -> Vector:
    """Return the ratio without parts of both sums; NaN where no rectangle is left."""
    products, signal = total
    left = signal - parts[:, 1]
    gone = left < _NOTHING * signal
    return np.where(gone, np.nan, (products - parts[:, 0]) / np.where(gone, 1.0, left))


def _everywhere(without: Vector, kept: NDArray[np.int64], length: int, value: float) -> Vector:
    """Put in what rows that say nothing of cycles leave as it is."""
    found = np.full(length, value)
    found[kept] = without
    return found
