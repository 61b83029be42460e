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
  o_it columns. Rectangles are counted with these weights, for o_it / (n_i n_t) its mean.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix
from symppm.errors import DataError
from symppm.one_thread import gram as gram_of
from symppm.one_thread import product
from symppm.progress import progress_bar
from symppm.statistics.lowrank import (
    Dense,
    Stored,
    centred_matrix,
    slices,
    spread_of,
    stored_entries,
)  # fmt: skip
from symppm.statistics.pieces import like
from symppm.statistics.probes import DEFAULT_PROBES, Probes, drawn_in, probed
from symppm.statistics.rectangles import COMPILED, entry_sums, pairs, pattern_of, rectangles
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Place = tuple[int | None, int | None]
Whole = Dense | Stored

LARGEST_SHORT_SIDE: Final = 8000
"""Of the products of all its lines with one another, 512 MB are held."""
LEAST_SIDE: Final = 4
"""Rows, and columns, that the unbiased estimate takes, and observed entries of a line: the estimate
of the noise of an entry divides by its line's number of entries less two."""
_AFFORDABLE: Final = 1e10
"""Pairs of stored entries that are summed whatever the sides: a minute or less."""
_PROBE_PAIRS: Final = 8
"""How many pairs of entries take about as long as an entry with one probe."""
_PRODUCT, _COMPILING = 0.8, 1e9
"""Nanoseconds that products of all lines take an entry of the shorter side and a stored one, and
that compiling takes."""
_FILLED: Final = 0.1
"""Share of stored entries from which products of filled columns take less time."""
_AS_MUCH: Final = 0.5
"""Of what a row or column changes, or of all, an entry must change so much to be named instead."""
_ROUNDING, _ROUNDINGS, _DOUBLE = 1000 * float(np.finfo(np.float64).eps), 8.0, 8
_TOLERANCE, _STEPS, _NOTHING, _NO_RECTANGLE = 1e-12, 2000, 1e-10, 1e-12
_TOGETHER: Final = 1 << 20


@dataclass(frozen=True)
class Cycle:
    """The estimate, and what it is without each row and each column.

    Attributes
    ----------
    value : float
        Estimate of E[Z_ij Z_il Z_tj Z_tl] over different rows and different columns.
    rows, columns : ndarray of float64, shapes (N,) and (M,), or None
        Without each row and each column, if asked for; NaN where no estimate is left.
    probe_error : float
        Standard error that random vectors add to ``value``; zero where it is exact.
    largest_share : float
        Of the row or column that counts most, or of the entry that is farthest from what its row
        and column make of it, if that counts about as much: by how much the estimate changes
        without it, as a share of the estimate.
    largest_place : (int or None, int or None)
        Its row and column, from 0; None for the column of a whole row, and the other way round.
    """

    value: float
    rows: Vector | None = None
    columns: Vector | None = None
    probe_error: float = 0.0
    largest_share: float = 0.0
    largest_place: Place = (None, None)


def cycle_of(
    matrix: Matrix, margins: Margins, *, leave_out: bool = True, probes: Probes | None = None
) -> Cycle:
    """Estimate the cycle cumulant, in the units of the data to the fourth power.

    Complete: unbiased from 4 x 4 on; no entry's square is in it. Costs products of the lines of the
    shorter side, or of all pairs of stored entries in a line; beyond that, or if asked for,
    products with random vectors. With missing entries: a few operations for every pair of entries
    in a line; which are observed must not depend on the values. Effects are not fitted anew without
    a row, but for what that does on average.

    Raises
    ------
    DataError
        If the observed entries form no rectangle, or double precision does not hold the result.
    """
    scale, probes = spread_of(margins), probes or Probes()
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        cycle = _complete(matrix, margins, scale, probes, leave_out)
    else:
        cycle = _missing(matrix, margins, scale)
    with np.errstate(over="ignore"):
        by = np.float64(scale) ** 4
        value = float(cycle.value * by)
        if not np.isfinite(value):
            raise DataError(
                "values whose fourth powers are too large for double precision",
                expected="values up to about 1e69 in size",
                do="Divide the data by a constant; the number of factors does not change.",
            )
        error = float(cycle.probe_error * by)
        if not leave_out or cycle.rows is None or cycle.columns is None:
            return Cycle(value, probe_error=error)
        rows, columns = cycle.rows * by, cycle.columns * by
    return replace(cycle, value=value, rows=rows, columns=columns, probe_error=error)


# ---- complete data ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Squares:
    """Of each row, and each column, the sum of its squared products with all; and their noise."""

    rows: Vector
    columns: Vector
    noise: tuple[Any, Any] = (0.0, 0.0)
    error: float = 0.0


def _complete(
    matrix: Matrix, margins: Margins, scale: float, probes: Probes, leave_out: bool
) -> Cycle:
    (n, m), z = matrix.shape, centred_matrix(matrix, margins, scale)
    rows, columns = z.power_sums()
    if _rounding_only(float(rows[1].sum()), margins, matrix.dtype, scale):
        return Cycle(0.0, np.zeros(n), np.zeros(m)) if leave_out else Cycle(0.0)
    squares = _squares(z, (rows[1], columns[1]), probes, leave_out)
    sums = rows[3].sum(), (rows[1] ** 2).sum(), (columns[1] ** 2).sum(), rows[1].sum() ** 2
    weights = cycle_weights(n, m)
    value = float(weights @ [*sums, squares.rows.sum()])
    error = abs(float(weights[4])) * squares.error
    if not leave_out:
        return Cycle(value, probe_error=error)
    turned = z.T
    tables = (_without(z, turned, rows, columns, squares.rows),
              _without(turned, z, columns, rows, squares.columns))  # fmt: skip
    without_rows, without_columns = (
        drawn_in(table, value, noise * _gram_weight(*shape) ** 2)
        for table, noise, shape in zip(tables, squares.noise, ((n, m), (m, n)), strict=True)
    )
    cycle = _with_largest(value, without_rows, without_columns, error)
    return _with_centred_entry(cycle, z, rows, columns)


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


def _without(z: Whole, turned: Whole, rows: Table, columns: Table, h: Vector) -> Vector:
    """Return the estimate without each row: the others, centred anew, are z_t + z_i / (N - 1).

    From power sums, and the sums h of the rows' squared products with all.
    """
    n, m = z.shape
    (_, r, _, fourth), (_, c, cubes, _) = rows, columns
    a, b, total = 1 / (n - 1), n / (n - 1), float(r.sum())
    with_cubes, across, far = z @ cubes, z.power(2) @ c, z @ (turned @ r)
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


def _gram_weight(n: int, m: int) -> float:
    """Return what the estimate without a row is of the sum of its squared products with all."""
    _, of_rows, _, _, of_products = cycle_weights(n - 1, m)
    return float(4 / (n - 1) ** 2 * of_rows - 2 * n / (n - 1) * of_products)


def _squares(z: Whole, own: tuple[Vector, Vector], probes: Probes, leave_out: bool) -> _Squares:
    """Sum the squared products of lines in the way that takes least."""
    held = probes.number is None and min(z.shape) <= LARGEST_SHORT_SIDE
    if isinstance(z, Stored):
        number, stored = probes.number or DEFAULT_PROBES, z.stored.nnz
        most = _PROBE_PAIRS * number * stored
        if held:
            most = (_PRODUCT * min(z.shape) * stored - _COMPILING) / COMPILED
        elif probes.number is None:
            most = max(most, _AFFORDABLE)
        if min(pairs(z.stored)) <= most:
            return _Squares(*_pair_squares(z))
    if held:
        if z.shape[0] > z.shape[1]:
            columns, rows = _gram_squares(z.T, leave_out)
            return _Squares(rows, columns) if leave_out else _Squares(columns, rows)
        return _Squares(*_gram_squares(z, leave_out))
    return _probed_squares(z, own, probes)


def _gram_squares(z: Whole, leave_out: bool) -> tuple[Vector, Vector]:
    """By the products of all rows, held; of sparse columns, few are worth filling in."""
    n, m = z.shape
    gram, columns, filled = np.zeros((n, n)), np.zeros(m), np.ones(m, bool)
    dense: Whole = z
    thin: Any = None
    if isinstance(z, Stored):
        filled = np.bincount(z.stored.indices, minlength=m) > _FILLED * n
        dense, thin = Stored.of(z.stored[:, filled]), z.stored[:, ~filled]
    for _, strip in dense.strips():
        gram += gram_of(strip)
    if isinstance(z, Stored):
        turned, (e, f) = thin.T.tocsr(), z.of_low_rank()
        for some in slices(n, max(1, _TOGETHER // n)):
            gram[some] += (thin[some] @ turned).toarray() + e[some] @ f.T
        dense = Stored(z.stored[:, filled], z.left, z.right[filled])
        if leave_out:
            right, across = z.right[~filled], gram @ z.left
            columns[~filled] = _forms(gram, turned) + np.einsum(
                "jk,jk->j", right, 2 * (turned @ across) + right @ (z.left.T @ across)
            )
    at = np.flatnonzero(filled)
    for some, strip in dense.strips() if leave_out else ():
        columns[at[some]] = np.einsum("ik,ik->k", strip, product(gram, strip))
    return np.einsum("it,it->i", gram, gram), columns


def _forms(gram: Table, lines: Any) -> Vector:
    """Return the quadratic form of a matrix in each of some sparse lines."""
    forms = np.zeros(lines.shape[0])
    for some in slices(forms.size, max(1, _TOGETHER // len(gram))):
        forms[some] = lines[some].multiply(lines[some] @ gram).sum(1)
    return forms


def _pair_squares(z: Stored) -> tuple[Vector, Vector]:
    """By all pairs of stored entries that share a line of the side with fewer; nothing is held."""
    along, across = pairs(z.stored)
    if along < across:
        columns, rows = _pair_squares(z.T)
        return rows, columns
    stored, sums = Stored.of(z.stored), rectangles(pattern_of(z.stored))
    squares, (rows, columns) = stored.power(2), stored.power_sums()
    # The rectangles leave out what shares the row, or the column, with itself.
    of_rows = sums.rows[:, 0] + rows[1] ** 2 + squares @ columns[1] - rows[3]
    of_columns = sums.columns[:, 0] + columns[1] ** 2 + rows[1] @ squares.stored - columns[3]

    def of_low_rank(side: Stored) -> Vector:
        e, f = side.of_low_rank()
        across = 2 * (side.stored @ (side.stored.T @ f)) + e @ (f.T @ f)
        return np.asarray(np.einsum("ik,ik->i", e, across))

    return of_rows + of_low_rank(z), of_columns + of_low_rank(z.T)


def _probed_squares(z: Whole, own: tuple[Vector, Vector], probes: Probes) -> _Squares:
    """By random vectors, for rows and for columns; the sum of all is estimated twice."""
    number, rng = probes.number or DEFAULT_PROBES, np.random.default_rng(probes.seed)
    with progress_bar(
        "Multiplying random vectors", 2 * (2 * (number // 2) + number), show=probes.show
    ) as advance:
        one = probed(lambda v: z @ (z.T @ v), own[0], number, rng, advance)
        other = probed(lambda v: z.T @ (z @ v), own[1], number, rng, advance)
    # Both to their mean: the estimate is linear in the sum of all.
    total = (one.lines.sum() + other.lines.sum()) / 2
    rows, columns = (of.lines * (total / of.lines.sum()) for of in (one, other))
    return _Squares(
        rows, columns, (one.noise, other.noise), float(np.hypot(one.error, other.error)) / 2
    )


def _rounding_only(squares: float, margins: Margins, dtype: Any, scale: float) -> bool:
    """Tell whether the squares of what centring left are no larger than rounding."""
    # Whole numbers are exact, and so are their differences from a whole number.
    middle = margins.origin + margins.center if margins.integral else 0.0
    largest = max(abs(margins.maximum - middle), abs(margins.minimum - middle)) / scale
    coarse = dtype.kind == "f" and dtype.itemsize < _DOUBLE and not margins.integral
    unit = float(np.finfo(dtype if coarse else np.float64).eps)
    return squares <= margins.observed * (_ROUNDINGS * unit * largest) ** 2


# ---- what counts most ---------------------------------------------------------------------------


def _with_largest(value: float, rows: Vector, columns: Vector, error: float = 0.0) -> Cycle:
    """Name the row or column without which the estimate changes most; by all of it without one."""
    by_row, by_column = (
        np.zeros(1) if np.isnan(without).all()
        else np.nan_to_num(np.abs(without - value), nan=abs(value))
        for without in (rows, columns)
    )  # fmt: skip
    of_row = bool(by_row.max() >= by_column.max())
    place: Place = (int(by_row.argmax()), None) if of_row else (None, int(by_column.argmax()))
    change = float(max(by_row.max(), by_column.max()))
    if change == 0 or value == 0:
        return Cycle(value, rows, columns, error)
    return Cycle(value, rows, columns, error, change / abs(value), place)


def _named(cycle: Cycle, share: float, place: Place) -> Cycle:
    """Name an entry if it counts about as much.

    Not the entry without which most changes: a wild one makes those of its row and column look so
    far off that they count for more than itself.
    """
    if share < _AS_MUCH * min(cycle.largest_share, 1.0):
        return cycle
    return replace(cycle, largest_share=share, largest_place=place)


def _with_centred_entry(cycle: Cycle, z: Whole, rows: Table, columns: Table) -> Cycle:
    """Look at the entry that is farthest off.

    The estimate is linear in every entry, so it changes by its slope, which is centred both ways,
    times the distance to what the entry's row and column make of it: z / ((1 - 1/N) (1 - 1/M)).
    """
    n, m = z.shape
    i, j, away = z.farthest()
    at_row, at_column = np.zeros(n), np.zeros(m)
    at_row[i] = at_column[j] = 1.0
    w = cycle_weights(n, m)
    own, across = z.T @ at_row, z @ at_column
    slope = away * (w[0] * away**2 + w[1] * rows[1, i] + w[2] * columns[1, j])
    slope += w[3] * rows[1].sum() * away + w[4] * float((z @ own) @ across)
    slope -= (w[0] * rows[2, i] + w[2] * float(own @ columns[1])) / m
    slope -= (w[0] * columns[2, j] + w[1] * float(across @ rows[1])) / n
    slope += w[0] * rows[2].sum() / (n * m)
    part = abs(4 * slope * away) * n * m / ((n - 1) * (m - 1))
    if n * (n - 1.0) * m * (m - 1.0) * abs(cycle.value) < _ROUNDING * away**4:
        # All is rounding beside it, the estimate too.
        share = max(1.0, part / abs(cycle.value)) if cycle.value else 1.0
        return replace(cycle, largest_share=share, largest_place=(i, j))
    return cycle if cycle.value == 0 else _named(cycle, part / abs(cycle.value), (i, j))


# ---- with missing entries -----------------------------------------------------------------------


@dataclass(frozen=True)
class _Lines:
    """What centring the rows of residuals does to noise and signal.

    Two rows of n and k entries that share o columns leave (1 - h)^2 + h^2 - 2 d of the signal, with
    h = 1 / n + 1 / k - o / (n k) and d = 2 / (n k) to the second order. With the mean over all for
    o / (n k), and two more for the rectangle's own columns, this is f_i f_t to the second order.
    """

    owners: NDArray[Any]
    counts: Vector
    others: Vector

    @property
    def shared(self) -> float:
        """What rows i and t share, over n_i n_t, if they are observed independently."""
        return float(self.others @ self.others) / float(self.others.sum()) ** 2

    @property
    def left(self) -> Vector:
        """f_i: of the signal in rectangles of rows i and t, f_i f_t is left."""
        h, shared = 1 / self.counts, self.shared
        return np.asarray(1 - 2 * h + shared + 2 * h**2 - 4 * shared * h + shared**2 / 2)

    def noise(self, squares: Vector) -> Vector:
        """Return V of every entry: a_i - b_ij - b_il, the covariance of residuals, is V + V."""
        n = self.counts
        constants = np.bincount(self.owners, squares, n.size) / (n * (n - 1))
        by_row = constants * (0.5 + 1 / (n - 2))
        return np.asarray(by_row[self.owners] - squares / (n - 2)[self.owners])

    def more(self, overlap: float) -> float:
        """Return by what share more of the signal is left where rows that meet share much."""
        mean = overlap / float((self.others * (self.others - 1)).sum())
        return 2 * (mean * (1 + mean) - self.shared)

    def without(self, value: float, total: Vector, parts: Table) -> Vector:
        """Return the estimate without each row; the others are centred anew, on average."""
        again = 1 + 1 / (float(self.others @ self.others) / float(self.others.sum()) - 1)
        # Every pair is in the sums of both of its rows.
        return np.asarray(value + again * (_left(total, 2 * parts) - value))


def _missing(matrix: Matrix, margins: Margins, scale: float) -> Cycle:
    x, lines = residuals(matrix, margins, scale)
    along, across = pairs(x)
    cycle = _of_residuals(x.T.tocsr() if along < across else x)
    sides = (cycle.columns, cycle.rows) if along < across else (cycle.rows, cycle.columns)
    place = cycle.largest_place[::-1] if along < across else cycle.largest_place
    # Lines that say nothing of cycles change nothing.
    tables = [np.full(length, cycle.value) for length in matrix.shape]
    for table, own, without in zip(tables, lines, sides, strict=True):
        table[own] = without
    row, column = (
        None if at is None else int(own[at]) for at, own in zip(place, lines, strict=True)
    )
    return replace(cycle, rows=tables[0], columns=tables[1], largest_place=(row, column))


def _of_residuals(x: Any) -> Cycle:
    """Estimate the cycle from residuals by rows, with every pair of entries that share a column."""
    owners, squares = np.repeat(np.arange(x.shape[0]), np.diff(x.indptr)), x.data**2
    counts = [np.bincount(own).astype(np.float64) for own in (owners, x.indices)]
    rows, columns = _Lines(owners, *counts), _Lines(x.indices, *counts[::-1])
    pattern = pattern_of(x, rows.noise(squares), columns.noise(squares), rows.left, columns.left)
    sums = rectangles(pattern)
    more = 1 + rows.more(sums.overlaps[0]) + columns.more(sums.overlaps[1])
    share = np.array([1.0, more])
    total = sums.rows.sum(0) * share
    if not total[1] > 0:
        raise no_rectangle()
    value = float(total[0] / total[1])
    cycle = _with_largest(
        value,
        rows.without(value, total, sums.rows * share),
        columns.without(value, total, sums.columns * share),
    )
    if value == 0:
        return cycle
    far = int(np.abs(x.data).argmax())
    row = int(owners[far])
    # A rectangle has four entries.
    part = 4 * entry_sums(pattern)(row, row + 1)[0][far - x.indptr[row]] * share
    change = float(np.nan_to_num(abs(_left(total, part) - value), nan=abs(value)))
    return _named(cycle, change / abs(value), (row, int(x.indices[far])))


def _left(total: Vector, parts: Table) -> Any:
    """Return the ratio without parts of both sums; NaN where no rectangle is left."""
    value, signal = (total - parts).T
    gone = signal < _NO_RECTANGLE * total[1]
    return np.where(gone, np.nan, value / np.where(gone, 1.0, signal))


def residuals(matrix: Matrix, margins: Margins, scale: float) -> tuple[Any, tuple[Any, Any]]:
    """Take least-squares effects off the observed entries of lines with four of them or more.

    Returns CSR, zeros where nothing is left but rounding, and which rows and columns are in it.
    Effects of columns by conjugate gradients on the normal equations without the rows'.
    """
    values = stored_entries(matrix, margins, margins.center, scale)
    lines = [np.arange(length) for length in matrix.shape]
    while True:
        counts = np.diff(values.indptr), np.bincount(values.indices, minlength=values.shape[1])
        enough = [of >= LEAST_SIDE for of in counts]
        if all(of.all() for of in enough):
            break
        values = values[enough[0]][:, enough[1]]
        lines = [own[of] for own, of in zip(lines, enough, strict=True)]
    if min(values.shape) < 2:
        raise no_rectangle()
    n, m = (of.astype(np.float64) for of in counts)
    seen = like(values, np.ones(values.nnz))
    row_sums, columns = values @ np.ones(m.size), np.zeros(m.size)
    left = np.ones(n.size) @ values - (row_sums / n) @ seen
    step = left / m
    size = first = float(left @ step)
    for _ in range(_STEPS):
        if not size > first * _TOLERANCE**2:
            break
        image = m * step - (seen @ step / n) @ seen
        along = size / float(step @ image)
        columns, left = columns + along * step, left - along * image
        former, size = size, float(left @ (left / m))
        step = left / m + (size / former) * step
    rows = (row_sums - seen @ columns) / n
    effects = np.repeat(rows, counts[0]) + columns[values.indices]
    rest = values.data - effects
    if (rest**2).sum() <= _NOTHING**2 * (values.data**2).sum():
        rest = 0.0 * rest
    return like(values, rest), (lines[0], lines[1])


def no_rectangle() -> DataError:
    """Return the error for a mask of which no cycle can be made."""
    return DataError(
        "observed entries that form no rectangles, or none among rows and columns with "
        f"{LEAST_SIDE} observed entries or more",
        expected="pairs of rows that are observed in the same pairs of columns: the cycle cumulant "
        "is a mean over such rectangles",
        do='Use estimator="moments", which needs no rectangles, or give more entries a row.',
    )
