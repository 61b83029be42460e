"""The noise of single entries in the moments, which leaving out rows and columns counts twice.

A moment has a slope in the weight of every entry. What is left of these slopes when what rows and
columns add to them is taken off is the entries' own: the sum of its squares is what single entries
contribute to the variance of the moment.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.statistics.lowrank import (
    HELD,
    LowRank,
    centred_matrix,
    matrix_about,
    ones_where,
    row_of,
    slices,
)
from symppm.statistics.moments import Examined
from symppm.statistics.passes import like

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Places = NDArray[np.int64]
Sums = tuple[Vector, Vector, Vector]

_MOST_ENTRIES: Final = 1 << 21
"""Where there are more, some rows are looked at: the sum of squares need not be exact."""
_FEWEST_LINES: Final = 32
_AT_A_TIME: Final = 1 << 16
_MOST_PRODUCTS: Final = 1 << 21
"""Of columns with one another: with few columns there are many rows, and more pairs of these."""
_MOST_HELD: Final = 1 << 24
_FILLED: Final = 0.1
_ROUNDING: Final = 1e-12


def entry_noise(
    data: Examined, values: Mapping[str, float], base: float, random_seed: int
) -> Table:
    """Return the covariance of moments that is due to single entries.

    Of a matrix with more than two million entries, rows are drawn with chances that grow with their
    sums of squares, and weighted by these.
    """
    matrix = _Matrix.of(data)
    names = list(values)
    rows, weights = _sampled_rows(matrix, random_seed)
    slopes = _Slopes.of(matrix, values, base, rows, weights)
    n, m = (sums[0] for sums in matrix.counts)
    total = np.zeros((len(names), len(names)))
    column_sums = np.zeros((len(names), m.size))
    for lines in slices(len(rows), max(1, _AT_A_TIME // m.size)):
        slope_table = slopes.of_lines(names, lines)
        weighted_slopes = slope_table * weights[lines, None]
        total += weighted_slopes.reshape(len(names), -1) @ slope_table.reshape(len(names), -1).T
        row_sums = slope_table.sum(axis=2)
        total -= row_sums * (weights[lines] / np.maximum(n[rows[lines]], 1.0)) @ row_sums.T
        column_sums += weighted_slopes.sum(axis=1)
    totals = column_sums.sum(axis=1)
    total -= column_sums / np.maximum(m, 1.0) @ column_sums.T
    return np.asarray(total + np.outer(totals, totals) / n.sum())


@dataclass(frozen=True)
class _Matrix:
    """Entries about their mean, ones where they are observed, and entries less effects of lines."""

    entries: LowRank
    ones: LowRank
    centred: LowRank
    sums: tuple[Sums, Sums]
    counts: tuple[Sums, Sums]
    mean: float
    complete: bool

    @classmethod
    def of(cls, data: Examined) -> _Matrix:
        matrix, margins = data.matrix, data.margins
        centre, complete = margins.mean, margins.complete
        entries = _by_rows(matrix_about(matrix, margins, centre))
        ones = ones_where(entries, complete=complete)
        sums, counts = _sums(entries), _sums(ones)
        if complete:
            centred = _by_rows(centred_matrix(matrix, margins))
        else:
            row, col = (s[0] / np.maximum(n[0], 1.0) for s, n in zip(sums, counts, strict=True))
            stored = entries.stored
            residuals = like(stored, stored.data - row[row_of(stored)] - col[stored.indices])
            centred = LowRank.of(residuals)
            if stored.nnz > _FILLED * math.prod(stored.shape) and math.prod(stored.shape) <= HELD:
                entries, ones, centred = (
                    LowRank.of(x.stored.toarray()) for x in (entries, ones, centred)
                )
        mean = centre + float(margins.origin)
        return cls(entries, ones, centred, sums, counts, mean, complete)


def _by_rows(matrix: LowRank) -> LowRank:
    """Return a matrix that is taken some rows at a time."""
    return LowRank.of(np.ascontiguousarray(matrix.stored)) if matrix.dense else matrix


def _sums(matrix: LowRank) -> tuple[Sums, Sums]:
    """Sum entries, their squares, and entries times sums across: of rows, and of columns."""
    along, across = matrix.power_sums()
    return (
        (along[0], along[1], matrix @ across[0]),
        (across[0], across[1], matrix.T @ along[0]),
    )


def _lines(matrix: LowRank, rows: Places) -> Table:
    """Return some rows, dense."""
    if matrix.dense:
        return np.asarray(matrix.stored[rows])
    return np.asarray(matrix.stored[rows].toarray() + matrix.left[rows] @ matrix.right.T)


def _there_and_back(matrix: LowRank, lines: Table) -> Table:
    """Multiply lines by the products of a matrix's columns with one another, L Z'Z."""
    n, m = matrix.shape
    if m * m <= _MOST_PRODUCTS:
        if matrix.dense:
            return np.asarray(lines @ (matrix.stored.T @ matrix.stored))
        e, f = matrix.T.of_low_rank()
        return np.asarray(lines @ ((matrix.stored.T @ matrix.stored).toarray() + e @ f.T))
    transposed = matrix.T
    chunks = slices(len(lines), max(1, _MOST_HELD // n))
    return np.concatenate([(transposed @ (matrix @ lines[chunk].T)).T for chunk in chunks])


def _sampled_rows(matrix: _Matrix, random_seed: int) -> tuple[Places, Vector]:
    """Return which rows to look at, and how many each stands for."""
    n, m = matrix.entries.shape
    sample_size = max(_FEWEST_LINES, _MOST_ENTRIES // m)
    if n <= sample_size:
        return np.arange(n), np.ones(n)
    squares = matrix.sums[0][1]
    shares = squares / squares.sum() if squares.any() else np.full(n, 1.0 / n)
    probabilities = (shares + 1.0 / n) / 2.0
    probabilities = probabilities / probabilities.sum()
    rows = np.random.default_rng(random_seed).choice(n, sample_size, p=probabilities)
    return rows, 1.0 / (sample_size * probabilities[rows])


@dataclass(frozen=True)
class _Slopes:
    """Slopes of the moments in the weights of entries."""

    matrix: _Matrix
    values: Mapping[str, float]
    base: float
    numbers: Mapping[str, float]  # of products that moments are means over
    at: Places
    through: Table  # entries less effects, times Z'Z
    squares: Vector  # of those, by column

    @classmethod
    def of(
        cls, matrix: _Matrix, values: Mapping[str, float], base: float, at: Places, weights: Vector
    ) -> _Slopes:
        (n, _, crossed), (m, _, _) = matrix.counts
        cycles = n.size * (n.size - 1.0) * m.size * (m.size - 1.0)
        if not matrix.complete:
            observed = _lines(matrix.ones, at)
            paths = _there_and_back(matrix.ones, observed) - (np.add.outer(n[at], m) - 1.0)
            cycles = float(weights @ (observed * paths).sum(axis=1))
        numbers = {
            "one": float(n.sum()),
            "row2": float((n * (n - 1)).sum()),
            "col2": float((m * (m - 1)).sum()),
            "row3": float((n * (n - 1) * (n - 2)).sum()),
            "col3": float((m * (m - 1) * (m - 2)).sum()),
            "corner": float(((n - 1) * (crossed - n)).sum()),
            "cycle": cycles,
        }
        through = _there_and_back(matrix.centred, _lines(matrix.centred, at))
        squares = matrix.centred.power_sums()[1][1]
        return cls(matrix, values, base, numbers, at, through, squares)

    def of_lines(self, names: list[str], lines: slice) -> Table:
        """Return the slopes of moments in the entries of some rows; zero where missing."""
        rows = self.at[lines]
        y, observed = _lines(self.matrix.entries, rows), _lines(self.matrix.ones, rows)
        return np.array([observed * self._of(name, lines, y, observed) for name in names])

    def _of(self, name: str, lines: slice, y: Table, observed: Table) -> Table:
        rows, entry_count, mean = self.at[lines], self.numbers["one"], self.matrix.mean
        if name == "zeros":
            return np.asarray((np.abs(y + mean) <= _ROUNDING * abs(mean)) / entry_count)
        if name == "thinned_zeros":
            return np.asarray(self.base ** np.round(y + mean) / entry_count)
        if name == "cycle":
            z = _lines(self.matrix.centred, rows)
            row_square = (z**2).sum(axis=1)[:, None]
            paths = self.through[lines] - z * (row_square + self.squares - z**2)
            return np.asarray(4.0 * z * paths / self.numbers["cycle"])
        variance = self.values.get("variance", 0.0)
        row, col = self.values.get("cov_row", 0.0), self.values.get("cov_col", 0.0)
        # The mean product that a cumulant is, over what, and its slope in the mean.
        product, denominator, mean_slope = {
            "mean": ("y", "one", 0.0),
            "variance": ("yy", "one", 0.0),
            "cov_row": ("row2", "row2", 0.0),
            "cov_col": ("col2", "col2", 0.0),
            "cumulant_ij_ij_ij": ("yyy", "one", 3.0 * variance),
            "cumulant_ij_ij_il": ("row21", "row2", 2.0 * row + variance),
            "cumulant_ij_ij_tj": ("col21", "col2", 2.0 * col + variance),
            "cumulant_ij_il_in": ("row3", "row3", 3.0 * row),
            "cumulant_ij_tj_sj": ("col3", "col3", 3.0 * col),
            "cumulant_ij_il_tj": ("corner", "corner", row + col),
        }[name]
        slope = _product_slope(product, y, self.matrix.sums, rows)
        if denominator != "one":
            ones = _product_slope(product, observed, self.matrix.counts, rows)
            slope = slope - self.values[name] * ones
        return np.asarray(slope / self.numbers[denominator] - mean_slope * y / entry_count)


def _product_slope(product: str, y: Table, sums: tuple[Sums, Sums], rows: Places) -> Table:
    """Return slopes of a sum of products of different entries in the weight of each."""
    row, row_squares, row_crossed = (sums[rows][:, None] for sums in sums[0])
    col, col_squares, col_crossed = sums[1]
    if product in {"y", "yy", "yyy"}:
        return np.asarray(y ** len(product))
    if product == "corner":
        # The entry at the corner; in the row of another, in the column of another.
        return np.asarray(
            y * (row - y) * (col - y)
            + y * (row_crossed - row_squares - y * (col - y))
            + y * (col_crossed - col_squares - y * (row - y))
        )
    line, squares = (row, row_squares) if product.startswith("row") else (col, col_squares)
    if product.endswith("21"):
        return np.asarray(y**2 * (line - y) + y * (squares - y**2))
    if product.endswith("2"):
        return np.asarray(2.0 * y * (line - y))
    return np.asarray(3.0 * y * ((line - y) ** 2 - (squares - y**2)))
