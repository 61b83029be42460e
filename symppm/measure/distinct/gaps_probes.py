"""The cycle cumulant of a matrix with gaps, estimated with random vectors.

What :mod:`symppm.measure.distinct.gaps` sums over rectangles is, but for terms in which rows or
columns coincide, a sum of squares of the entries of symmetric matrices: of products of residuals,
of counts, and of the covariances that centering gives to columns, and to rows. Each is known by
what it does to a vector, which costs O(observed entries); terms that coincide are known exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.distinct.gaps import cycle_of_sums
from symppm.measure.distinct.gaps_centering import Centering, centering, recentred, structured
from symppm.measure.distinct.probes import line_squares
from symppm.measure.distinct.randomised_noise import steadied
from symppm.measure.distinct.randomised_products import Products, probed, stored_products
from symppm.measure.distinct.residuals import Residuals
from symppm.measure.distinct.stored_zeros import Compressed
from symppm.measure.distinct.types import Cycle
from symppm.progress import Advance

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

KINDS: Final = 8
"""How many matrices are probed: products and counts on both sides, all else on one each."""


@dataclass(frozen=True)
class _Pattern:
    """Residuals to the powers 0, 1 and 2, as products with vectors."""

    ones: Products
    values: Products
    squares: Products
    row_counts: Vector
    row_fourth: Vector
    column_counts: Vector
    column_fourth: Vector

    @classmethod
    def of(cls, found: Residuals) -> _Pattern:
        rows, columns = Compressed(*found.rows), Compressed(*found.columns)
        powers = [stored_products(rows, columns, power) for power in range(3)]
        fourths = [
            np.add.reduceat(side.values**4, side.indptr[:-1])
            for side in (found.rows, found.columns)
        ]
        ones, values, squares = powers
        return cls(
            ones, values, squares, found.row_counts, fourths[0], found.column_counts, fourths[1]
        )

    def turned(self) -> _Pattern:
        """Return that of the transposed matrix."""
        return _Pattern(
            self.ones.turned(), self.values.turned(), self.squares.turned(),
            self.column_counts, self.column_fourth, self.row_counts, self.row_fourth,
        )  # fmt: skip


@dataclass(frozen=True)
class _Rectangles:
    """Sums over the rectangles of an entrywise product of four numbers, and their variances."""

    total: float
    variance: float
    rows: Vector
    row_noise: Vector
    columns: Vector
    column_noise: Vector


def of_probes(found: Residuals, probes: int, rng: np.random.Generator, advance: Advance) -> Cycle:
    """Estimate the cycle cumulant from residuals, with random vectors.

    Parameters
    ----------
    found : Residuals
        Of the matrix.
    probes : int
        How many vectors to draw for each of eight sums.
    rng : numpy.random.Generator
        Draws them.
    advance : callable
        Called with the number of vectors that were multiplied.

    Returns
    -------
    Cycle
        With the standard error of ``probes``. In what is left without a row or column, what
        centering adds is taken to be shared out as the squares of the residuals are.
    """
    pattern = _Pattern.of(found)
    across, down = centering(found.rows, found.columns), centering(found.columns, found.rows)
    of_values = _values(pattern, probes, rng, advance)
    overlaps = [_overlaps(each, probes, rng, advance) for each in (pattern.turned(), pattern)]
    more = structured(found, (across, down), (overlaps[0], overlaps[1]))
    of_signal = _signal(pattern, across.left * np.sqrt(more), down.left, probes, rng, advance)
    # Covariances of columns are summed by pairs of rows, and the other way round.
    added = [
        _covariances(pattern, down, probes, rng, advance),
        _covariances(pattern.turned(), across, probes, rng, advance),
    ]
    correction = sum(each[0] for each in added)
    totals = of_values.total - correction, of_signal.total
    lines = []
    for values, signal, centred in (
        (of_values.rows, of_signal.rows, across),
        (of_values.columns, of_signal.columns, down),
    ):
        shares = centred.squares / centred.squares.sum()
        lines.append(np.stack([values - correction * shares, signal], axis=1))
    cycle = cycle_of_sums(found, totals, lines[0], lines[1])
    value = totals[0] / totals[1]
    noise = [
        (2 * recentred(side) / totals[1]) ** 2 * (values + value**2 * signal)
        for side, values, signal in (
            (found.columns, of_values.row_noise, of_signal.row_noise),
            (found.rows, of_values.column_noise, of_signal.column_noise),
        )
    ]
    variance = of_values.variance + sum(each[1] for each in added) + value**2 * of_signal.variance
    by = found.scale**4
    everywhere = [np.zeros(length) for length in found.shape]
    for room, kept, each in zip(
        everywhere, (found.kept_rows, found.kept_columns), noise, strict=True
    ):
        room[kept] = each * by**2
    return steadied(cycle, everywhere[0], everywhere[1], float(np.sqrt(variance)) / totals[1] * by)


def _values(
    pattern: _Pattern, probes: int, rng: np.random.Generator, advance: Advance
) -> _Rectangles:
    """Return the sums of products of residuals."""
    rows = pattern.squares.across(np.ones((pattern.column_counts.size, 1)))[:, 0]
    columns = pattern.squares.down(np.ones((pattern.row_counts.size, 1)))[:, 0]
    found = probed(pattern.values, rows, columns, probes, rng, advance)
    same_columns = pattern.squares.across(columns[:, None])[:, 0] - pattern.row_fourth
    same_rows = pattern.squares.down(rows[:, None])[:, 0] - pattern.column_fourth
    return _Rectangles(
        found.total - float((rows**2).sum()) - float(same_columns.sum()),
        found.variance,
        found.rows.lines - rows**2 - same_columns,
        found.rows.noise,
        found.columns.lines - columns**2 - same_rows,
        found.columns.noise,
    )


def _signal(
    pattern: _Pattern, of_rows: Vector, of_columns: Vector, probes: int,
    rng: np.random.Generator, advance: Advance,
) -> _Rectangles:  # fmt: skip
    """Return the sums of what is left of the signal."""
    ones = pattern.ones
    row_roots, column_roots = np.sqrt(of_rows)[:, None], np.sqrt(of_columns)[:, None]
    weighted = Products(
        lambda vectors: row_roots * ones.across(column_roots * vectors),
        lambda vectors: column_roots * ones.down(row_roots * vectors),
    )
    rows = of_rows * ones.across(of_columns[:, None])[:, 0]
    columns = of_columns * ones.down(of_rows[:, None])[:, 0]
    found = probed(weighted, rows, columns, probes, rng, advance)
    # With w_ij^2 = f_i F_j: of every row the sum of w_ij^2 (sum_t w_tj^2 - w_ij^2).
    same_columns = of_rows * ones.across((of_columns * columns)[:, None])[:, 0]
    same_columns -= of_rows**2 * ones.across(of_columns[:, None] ** 2)[:, 0]
    same_rows = of_columns * ones.down((of_rows * rows)[:, None])[:, 0]
    same_rows -= of_columns**2 * ones.down(of_rows[:, None] ** 2)[:, 0]
    return _Rectangles(
        found.total - float((rows**2).sum()) - float(same_columns.sum()),
        found.variance,
        found.rows.lines - rows**2 - same_columns,
        found.rows.noise,
        found.columns.lines - columns**2 - same_rows,
        found.columns.noise,
    )


def _covariances(
    pattern: _Pattern, centred: Centering, probes: int, rng: np.random.Generator, advance: Advance
) -> tuple[float, float]:
    """Return what centering the columns adds, and the variance that probes give it.

    Notes
    -----
    The sum over the columns j that rows i and t share of A_j - B_ij - B_tj, as a matrix, is
    W A W' - B W' - W B', with B_ij = slope_j x_ij^2 - offset_j.
    """
    ones, squares = pattern.ones, pattern.squares
    slopes, offsets = centred.slopes[:, None], centred.offsets[:, None]
    both = centred.constants[:, None] + 2 * offsets

    def apply(vectors: Table) -> Table:
        below = ones.down(vectors)
        found = ones.across(both * below - slopes * squares.down(vectors))
        found -= squares.across(slopes * below)
        return found

    diagonal = (ones.across(both) - 2 * squares.across(slopes))[:, 0]
    found = line_squares(apply, diagonal, probes, rng, advance)
    m, a = pattern.column_counts, centred.constants
    sums = centred.slopes * centred.squares - centred.offsets * m
    second = centred.slopes**2 * pattern.column_fourth
    second += centred.offsets * (centred.offsets * m - 2 * centred.slopes * centred.squares)
    same = m * (m - 1) * a**2 - 4 * a * (m - 1) * sums + 2 * (m - 2) * second + 2 * sums**2
    return found.total - float((diagonal**2).sum()) - float(same.sum()), found.variance


def _overlaps(pattern: _Pattern, probes: int, rng: np.random.Generator, advance: Advance) -> float:
    """Return the sum over rectangles of 1 / (m_j m_l); its error is small beside that of others."""
    ones, m = pattern.ones, pattern.column_counts
    found = line_squares(
        lambda vectors: ones.across(ones.down(vectors) / m[:, None]),
        ones.across(1 / m[:, None])[:, 0],
        probes,
        rng,
        advance,
    )
    diagonal = ones.across(1 / m[:, None])[:, 0]
    return found.total - float((diagonal**2).sum()) - float(((m - 1) / m).sum())
