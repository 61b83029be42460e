"""The cycle cumulant of the interaction: the mean product round two rows and two columns.

Complete data: with z the centred entries, five sums do not vanish in expectation: of z^4, of the
squares of the row sums r_i and the column sums c_j of z^2, the square of the sum of z^2, and the
squared products of rows. Without row i the other rows, centred anew, are z_t + z_i / (N - 1), so
that each of the five is a function of sums over that row.

With missing entries it is the mean product of residuals over the rectangles of observed entries,
but for what the errors of fitted effects add and take away:

* In row i the residuals of noise have the covariance a_i - b_ij - b_il, with b_ij = v_ij / n_i,
  a_i = sum_j v_ij / n_i^2 and v_ij the variance of the noise, which is estimated from the residuals
  without bias. Over pairs of rows the products add up to a bias; columns do the same. What is
  neglected is smaller by the square of the number of entries of a line.
* Of the signal about 1 - 2/n_i - 2/n_t + 2 o_it / (n_i n_t) is left by centring rows that share
  o_it columns: to the second order f_i f_t, with the mean over all for o_it / (n_i n_t), and two
  more for the rectangle's own columns. Rectangles are counted with these weights.

Effects are not fitted anew without a row, but for what that does on average.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix, SparseMatrix
from symppm.errors import DataError
from symppm.one_thread import gram as gram_of
from symppm.one_thread import one_thread, product
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import (
    HELD,
    LowRank,
    Places,
    centred_matrix,
    check_power,
    check_spread,
    matrix_about,
    ones_where,
    row_of,
    slices,
)
from symppm.statistics.passes import like
from symppm.statistics.rectangles import COMPILED, TOGETHER, pairs, pattern_of, rectangles
from symppm.statistics.sums import Margins

LARGEST_SHORT_SIDE: Final = 8000  # of the products of all its lines, 512 MB are held
LEAST_SIDE: Final = 4  # of rows and columns for the unbiased estimate; of entries for their noise
# Nanoseconds that products of all lines take an entry of the shorter side and a stored one, and
# that compiling takes.
_PRODUCT, _COMPILING = 0.8, 1e9
_DENSE, _LONG = 0.2, 3e9  # the same of dense ones, and what one waits for what was not asked
_FILLED: Final = 0.1  # share of stored entries from which products of filled columns take less time
_AS_MUCH: Final = 0.5  # of the estimate, which names the lines of the farthest entry
_ROUNDINGS: Final = 8.0
_TOLERANCE, _STEPS, _NOTHING, _NO_RECTANGLE = 1e-12, 2000, 1e-10, 1e-12


@dataclass(frozen=True)
class Cycle:
    """The estimate, and what it is without each row and column; NaN where none is left."""

    value: float
    rows: Vector
    columns: Vector
    farthest: Places | None = None
    """Row and column of the entry that is farthest from what these make of it."""

    @property
    def largest(self) -> tuple[float, tuple[int | None, int | None]]:
        """By what share it changes without the row or column that counts most, and its place."""
        # Where no estimate is left, all of it is lost; if that is so everywhere, nothing is said.
        by_row, by_column = (
            np.nan_to_num(np.abs(without - self.value), nan=abs(self.value))
            * (not np.isnan(without).all())
            for without in (self.rows, self.columns)
        )
        row, column = int(by_row.argmax()), int(by_column.argmax())
        # Every row whose noise a wild entry multiplies seems to count, too.
        i, j = (row, column) if self.farthest is None else self.farthest
        if max(by_row[i], by_column[j]) >= _AS_MUCH * abs(self.value):
            row, column = i, j
        change = float(max(by_row[row], by_column[column]))
        if self.value == 0 or change == 0:
            return 0.0, (None, None)
        place = (row, None) if by_row[row] >= by_column[column] else (None, column)
        return change / abs(self.value), place


@np.errstate(all="ignore")
def cycle_of(matrix: Matrix, margins: Margins) -> Cycle:
    """Estimate the cycle cumulant, in the units of the data to the fourth power."""
    check_spread(margins)
    cycle = (_complete if margins.complete else _missing)(matrix, margins)
    check_power(cycle.value, "fourth", "1e69")
    return cycle


def affordable(matrix: Matrix, margins: Margins) -> float:
    """Return which share of the rows, and of the columns, can be used in some ten seconds."""
    size, room = math.prod(matrix.shape), 1.0
    if not margins.complete:
        counts = margins.row_counts, margins.column_counts
        work = COMPILED * min(float(n @ n.astype(float)) for n in counts)
    elif isinstance(matrix, SparseMatrix):
        work = min(_costs(matrix.stored))
    else:
        work, room = _DENSE * min(matrix.shape) * size, HELD / size
    return float(min(1.0, (_LONG / work) ** (1 / 3), room**0.5))


def _costs(stored: Any) -> tuple[float, float]:
    """Return the nanoseconds that pairs of entries take, and that products of all lines do."""
    short, by_pairs = min(stored.shape), COMPILED * min(pairs(stored))
    return by_pairs, _PRODUCT * short * stored.nnz if short <= LARGEST_SHORT_SIDE else math.inf


# ---- complete data ------------------------------------------------------------------------------


def _complete(matrix: Matrix, margins: Margins) -> Cycle:
    (n, m), z = matrix.shape, centred_matrix(matrix, margins)
    rows, columns = z.power_sums()
    if _rounding_only(float(rows[1].sum()), margins, matrix.dtype):
        return Cycle(0.0, np.zeros(n), np.zeros(m))
    squares = _squares(z)
    sums = rows[3].sum(), (rows[1] ** 2).sum(), (columns[1] ** 2).sum(), rows[1].sum() ** 2
    value = float(cycle_weights(n, m) @ [*sums, squares[0].sum()])
    without_rows = _without(z, rows, columns, squares[0])
    return Cycle(value, without_rows, _without(z.T, columns, rows, squares[1]), z.largest(1)[1][0])


def cycle_weights(n: int, m: int) -> Vector:
    """Return what the estimate is of each of the five sums; NaN for fewer than four lines."""
    if min(n, m) < LEAST_SIDE:
        return np.full(5, np.nan)
    # Integers, which do not overflow.
    p, q = m * (m - 1), n * (n - 1)
    a, b = m * m - 3 * m + 3, n * n - 3 * n + 3
    g = (m * n - 3 * m - 3 * n) * m * n + 2 * (m * m + n * n) + 9 * m * n - 6 * (m + n) + 6
    weights = np.array([1.0, -a / p, -b / q, (a + b - 3) / (p * q), g / (p * q)])
    return weights / ((m - 3) * (m - 2) * (n - 3) * (n - 2))


def _without(z: LowRank, rows: Table, columns: Table, h: Vector) -> Vector:
    """Return the estimate without each row, h being the sums of its squared products with all."""
    n, m = z.shape
    (_, r, _, fourth), (_, c, cubes, _) = rows, columns
    a, b, total = 1 / (n - 1), n / (n - 1), float(r.sum())
    with_cubes, across, far = z @ cubes, z.power(2) @ c, z @ z.back(r)
    sums = np.stack([
        fourth.sum() - (1 + 4 * a + 6 * a**2 + 3 * a**3) * fourth
        + 4 * a * with_cubes + 6 * a**2 * across,
        r @ r - r**2 + 4 * a * (far - r**2) + 4 * a**2 * (h - r**2)
        + 2 * a**2 * r * (total - r) - 3 * a**3 * r**2,
        c @ c - 2 * b * across + b**2 * fourth,
        (total - b * r) ** 2,
        h.sum() - 2 * b * h + b**2 * r**2,
    ])  # fmt: skip
    return np.asarray(cycle_weights(n - 1, m) @ sums)


def _squares(z: LowRank) -> tuple[Vector, Vector]:
    """Of each row, and of each column, sum the squared products with all, as takes least."""
    if not z.dense:
        by_pairs, by_products = _costs(z.stored)
        if by_pairs <= by_products - _COMPILING:
            along, across = pairs(z.stored)
            return _pair_squares(z) if along >= across else _pair_squares(z.T)[::-1]
    return _gram_squares(z) if z.shape[0] <= z.shape[1] else _gram_squares(z.T)[::-1]


def _gram_squares(z: LowRank) -> tuple[Vector, Vector]:
    """By the products of all rows, held; of sparse columns, few are worth filling in."""
    n, m = z.shape
    gram, columns, filled, dense = np.zeros((n, n)), np.zeros(m), np.ones(m, bool), z
    if not z.dense:
        filled = np.bincount(z.stored.indices, minlength=m) > _FILLED * n
        dense = LowRank(z.stored[:, filled], z.left, z.right[filled])
        thin, transposed = z.stored[:, ~filled], z.stored[:, ~filled].T.tocsr()
        (e, f), right = z.of_low_rank(), z.right[~filled]
        for span in slices(n, max(1, TOGETHER // n)):
            gram[span] += (thin[span] @ transposed).toarray() + e[span] @ f.T
    for _, strip in LowRank.of(dense.stored).strips():
        gram += gram_of(strip)
    if not z.dense:
        across = gram @ z.left
        sums = np.einsum("jk,jk->j", right, 2 * (transposed @ across) + right @ (z.left.T @ across))
        for span in slices(sums.size, max(1, TOGETHER // n)):
            sums[span] += transposed[span].multiply(transposed[span] @ gram).sum(1)
        columns[~filled] = sums
    filled_columns = np.flatnonzero(filled)
    for span, strip in dense.strips():
        columns[filled_columns[span]] = np.einsum("ik,ik->k", strip, product(gram, strip))
    return np.einsum("it,it->i", gram, gram), columns


def _pair_squares(z: LowRank) -> tuple[Vector, Vector]:
    """By all pairs of stored entries that share a column; nothing is held."""
    stored, sums = LowRank.of(z.stored), rectangles(pattern_of(z.stored))
    squares, (rows, columns) = stored.power(2), stored.power_sums()

    def of_low_rank(side: LowRank) -> Vector:
        e, f = side.of_low_rank()
        across = 2 * (side.stored @ (side.stored.T @ f)) + e @ (f.T @ f)
        return np.asarray(np.einsum("ik,ik->i", e, across))

    # The rectangles leave out what shares the row, or the column, with itself.
    return (
        sums.rows[:, 0] + rows[1] ** 2 + squares @ columns[1] - rows[3] + of_low_rank(z),
        sums.columns[:, 0] + columns[1] ** 2 + squares.back(rows[1]) - columns[3]
        + of_low_rank(z.T),
    )  # fmt: skip


def _rounding_only(squares: float, margins: Margins, dtype: Any) -> bool:
    """Tell whether the squares of what centring left are no larger than rounding."""
    # Whole numbers are exact, and so are their differences from a whole number.
    middle = margins.origin + margins.center if margins.integral else 0.0
    largest = max(abs(margins.maximum - middle), abs(margins.minimum - middle))
    coarse = dtype in (np.float16, np.float32) and not margins.integral
    unit = float(np.finfo(dtype if coarse else np.float64).eps)
    return squares <= margins.observed * (_ROUNDINGS * unit * largest) ** 2


# ---- with missing entries -----------------------------------------------------------------------


@dataclass(frozen=True)
class _Lines:
    """What centring the rows of residuals does to noise and signal."""

    owners: NDArray[Any]
    counts: Vector
    across: Vector

    @property
    def shared(self) -> float:
        """What rows i and t share, over n_i n_t, if they are observed independently."""
        return float(self.across @ self.across) / float(self.across.sum()) ** 2

    @property
    def share(self) -> Vector:
        """f_i: what is left of the signal, for each row."""
        h, shared = 1 / self.counts, self.shared
        return np.asarray(1 - 2 * h + shared + 2 * h**2 - 4 * shared * h + shared**2 / 2)

    def noise(self, squares: Vector) -> Vector:
        """Return V of every entry: a_i - b_ij - b_il, the covariance of residuals, is V + V."""
        n = self.counts
        constants = np.bincount(self.owners, squares, n.size) / (n * (n - 1))
        by_row = constants * (0.5 + 1 / (n - 2))
        return np.asarray(by_row[self.owners] - squares / (n - 2)[self.owners])

    def excess(self, overlap: float) -> float:
        """Return by what share more of the signal is left where rows that meet share much."""
        mean = overlap / float((self.across * (self.across - 1)).sum())
        return 2 * (mean * (1 + mean) - self.shared)

    def without(self, total: Vector, line_sums: Table) -> Vector:
        """Return the estimate without each row; NaN where no rectangle is left."""
        # Every pair is in the sums of both of its rows.
        value, signal = (total - 2 * line_sums).T
        empty = signal < _NO_RECTANGLE * total[1]
        overall = total[0] / total[1]
        ratio = np.where(empty, np.nan, value / np.where(empty, 1.0, signal))
        # The others are centred anew, on average.
        inflation = 1 + 1 / (float(self.across @ self.across) / float(self.across.sum()) - 1)
        return np.asarray(overall + inflation * (ratio - overall))


def _missing(matrix: Matrix, margins: Margins) -> Cycle:
    x, lines = residuals(matrix, margins)
    value, *sides = _of_residuals(x)
    # Lines that say nothing of cycles change nothing.
    tables = [np.full(length, value) for length in matrix.shape]
    for table, places, without in zip(tables, lines, sides, strict=True):
        table[places] = without
    row, column = LowRank.of(x).largest(1)[1][0]
    return Cycle(value, tables[0], tables[1], np.array([lines[0][row], lines[1][column]]))


def _of_residuals(x: Any) -> tuple[float, Vector, Vector]:
    """Estimate the cycle from residuals, with every pair of entries that share a column, or row."""
    along, across = pairs(x)
    if along < across:
        value, by_column, by_row = _of_residuals(x.T.tocsr())
        return value, by_row, by_column
    owners, squares = row_of(x), x.data**2
    counts = [np.bincount(index).astype(np.float64) for index in (owners, x.indices)]
    rows, columns = _Lines(owners, *counts), _Lines(x.indices, *counts[::-1])
    pattern = pattern_of(x, rows.noise(squares), columns.noise(squares), rows.share, columns.share)
    sums = rectangles(pattern)
    correction = 1 + rows.excess(sums.overlaps[0]) + columns.excess(sums.overlaps[1])
    share = np.array([1.0, correction])
    total = sums.rows.sum(0) * share
    if not total[1] > 0:
        raise no_rectangle()
    tables = rows.without(total, sums.rows * share), columns.without(total, sums.columns * share)
    return float(total[0] / total[1]), *tables


def residuals(matrix: Matrix, margins: Margins) -> tuple[Any, tuple[Any, Any]]:
    """Return least-squares residuals of lines with four entries or more as CSR, and these lines."""
    values = matrix_about(matrix, margins).stored
    lines = [np.arange(length) for length in matrix.shape]
    while True:
        counts = np.diff(values.indptr), np.bincount(values.indices, minlength=values.shape[1])
        enough = [count >= LEAST_SIDE for count in counts]
        if all(mask.all() for mask in enough):
            break
        values = values[enough[0]][:, enough[1]]
        lines = [index[mask] for index, mask in zip(lines, enough, strict=True)]
    if min(values.shape) < 2:
        raise no_rectangle()
    n, m = (count.astype(np.float64) for count in counts)
    # Effects of columns, by conjugate gradients on the normal equations without the rows'.
    observed = like(values, np.ones(values.nnz))
    row_sums, columns = values @ np.ones(m.size), np.zeros(m.size)
    gradient = np.ones(n.size) @ values - (row_sums / n) @ observed
    step = gradient / m
    size = first = float(gradient @ step)
    for _ in range(_STEPS):
        if not size > first * _TOLERANCE**2:
            break
        image = m * step - (observed @ step / n) @ observed
        along = size / float(step @ image)
        columns, gradient = columns + along * step, gradient - along * image
        former, size = size, float(gradient @ (gradient / m))
        step = gradient / m + (size / former) * step
    rows = (row_sums - observed @ columns) / n
    residual = values.data - (rows[row_of(values)] + columns[values.indices])
    # Zeros where nothing is left but rounding.
    if (residual**2).sum() <= _NOTHING**2 * (values.data**2).sum():
        residual = 0.0 * residual
    return like(values, residual), (lines[0], lines[1])


def no_rectangle() -> DataError:
    """Return the error for a mask of which no cycle can be made."""
    return DataError(
        "observed entries that form no rectangles, or none among rows and columns with "
        f"{LEAST_SIDE} observed entries or more",
        expected="pairs of rows that are observed in the same pairs of columns: the cycle cumulant "
        "is a mean over such rectangles",
        do='Use estimator="moments", which needs no rectangles, or give more entries a row.',
    )


@one_thread()
@np.errstate(all="ignore")
def six_cycle(matrix: Matrix, margins: Margins, *, about: str = "zero") -> Cycle:
    """Estimate the mean product over all observed walks of six, in units to the sixth power.

    Unbiased about zero. About ``"mean"`` or ``"effects"`` these are taken off the entries first; of
    effects, what centring takes of the signal is put back to first order.
    """
    n, m = matrix.shape
    if min(n, m) > LARGEST_SHORT_SIDE:
        raise DataError(
            f"a matrix of {n} x {m}",
            expected=f"at most {LARGEST_SHORT_SIDE} rows or columns for walks of six",
            do="Draw rows or columns at random.",
        )
    check_spread(margins)
    values = _values(matrix, margins, about)
    if margins.complete:
        number = 3.0 * n * (n - 1) * (n - 2) * m * (m - 1) * (m - 2)
        counts = np.full(n, number / n), np.full(m, number / m)
    else:
        counts = _through(ones_where(values, complete=False))
    sums = _through(values)
    total, walks = sums[0].sum() / 3, counts[0].sum() / 3
    if not walks > 0:
        raise DataError(
            "observed entries that form no walks of six",
            expected="three rows that are observed in pairs of three columns",
            do="Give data with more entries a row.",
        )
    shrinkage = ((1 - 1 / n) * (1 - 1 / m)) ** 3 if about == "effects" else 1.0
    value, *tables = (
        (total - line_sum) / (walks - count) / shrinkage
        for line_sum, count in zip((0.0, *sums), (0.0, *counts), strict=True)
    )
    check_power(value, "sixth", "1e50")
    return Cycle(float(value), *tables)


def _values(matrix: Matrix, margins: Margins, about: str) -> LowRank:
    """Return observed entries less a constant, or effects; zero where they are missing."""
    if about != "effects":
        constant = margins.mean if about == "mean" else -float(margins.origin)
        return matrix_about(matrix, margins, constant)
    if margins.complete:
        return centred_matrix(matrix, margins)
    values, (rows, columns) = residuals(matrix, margins)
    bounds = np.zeros(matrix.shape[0] + 1, np.int64)
    bounds[rows + 1] = np.diff(values.indptr)
    places = columns[values.indices], np.cumsum(bounds)
    return LowRank.of(type(values)((values.data, *places), shape=matrix.shape))


def _through(values: LowRank) -> tuple[Vector, Vector]:
    """Return the sums over the walks through each row, and through each column."""
    if values.shape[0] > values.shape[1]:
        columns, rows = _through(values.T)
        return rows, columns
    n, m = values.shape
    # Of pairs of different rows: products, and those times the squares of all other rows.
    pairs, squared = np.zeros((n, n)), np.zeros((n, n))
    for _, y in values.strips():
        cubes = (y * y * y) @ y.T
        pairs += y @ y.T
        squared += (y * (y * y).sum(0)) @ y.T - cubes - cubes.T
    np.fill_diagonal(pairs, 0)
    np.fill_diagonal(squared, 0)
    walks = pairs @ pairs
    np.fill_diagonal(walks, 0)
    rows, columns = np.zeros(n), np.zeros(m)
    for strip, y in values.strips():
        y2 = y * y
        y3 = y2 * y
        second, fourth = y2.sum(0), (y2 * y2).sum(0)
        across = pairs @ y
        two = 2 * squared @ y + 2 * y * (y * across).sum(0)
        two += (2 * second - 6 * y2) * across - 2 * pairs @ y3
        three = (6 * second**2 - 6 * fourth) * y - 12 * second * y3 + 12 * y3 * y2
        terms = y * (6 * walks @ y - 3 * two + 2 * three) / 2
        rows += terms.sum(1)
        columns[strip] = terms.sum(0)
    return rows, columns
