"""The noise of single entries in the moments, which leaving out rows and columns counts twice.

A moment has a slope in the weight of every entry. What is left of these slopes when what rows and
columns add to them is taken off is the entries' own: the sum of its squares is what single entries
contribute to the variance of the moment.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.passes import (
    Laid,
    Places,
    Sums,
    cycles_of_ones,
    cycles_through,
    laid,
    sums_of,
)
from symppm.statistics.moments import Examined

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_MOST_ENTRIES: Final = 1 << 21
"""Where there are more, some lines are looked at: the sum of squares need not be exact."""
_FEWEST_LINES: Final = 32
_AT_A_TIME: Final = 1 << 16
_ROUNDING: Final = 1e-12
_TURNED: Final[Mapping[str, str]] = MappingProxyType({
    "cov_row": "cov_col",
    "cov_col": "cov_row",
    "cumulant_ij_ij_il": "cumulant_ij_ij_tj",
    "cumulant_ij_ij_tj": "cumulant_ij_ij_il",
    "cumulant_ij_il_in": "cumulant_ij_tj_sj",
    "cumulant_ij_tj_sj": "cumulant_ij_il_in",
})  # fmt: skip


def entry_noise(
    found: Examined, values: Mapping[str, float], base: float, random_seed: int
) -> Table:
    """Return the covariance of moments that is due to single entries.

    Notes
    -----
    Five passes over the matrix, and the product of the lines looked at with all the others. Of a
    matrix with more than two million entries, lines are drawn with chances that grow with their
    sums of squares, and weighted by these.
    """
    matrix = laid(found)
    sums = sums_of(matrix)
    at, weights = _drawn(matrix, sums[0], random_seed)
    lines, seen = matrix.lines(at)
    names = [_TURNED.get(name, name) if matrix.blocks.by_columns else name for name in values]
    own = seen * (lines - np.add.outer(sums[0].effects[at], sums[1].effects))
    through, squares = cycles_through(matrix, sums, own)
    cycles = _cycles(matrix, sums, seen, at, weights)
    named = dict(zip(names, values.values(), strict=True))
    slopes = _Slopes.of(matrix, sums, named, base, cycles)
    total = np.zeros((len(names), len(names)))
    across = np.zeros((len(names), matrix.shape[1]))
    step = max(1, _AT_A_TIME // matrix.shape[1])
    for start in range(0, len(at), step):
        part = slice(start, start + step)
        some = _Lines(at[part], lines[part], seen[part], own[part], through[part])
        made = seen[part] * np.array([slopes.in_weights(name, some, squares) for name in names])
        weighted = made * weights[part, None]
        flat = made.reshape(len(names), -1)
        total += weighted.reshape(len(names), -1) @ flat.T
        by_line = made.sum(axis=2)
        total -= by_line * (weights[part] / np.maximum(sums[0].counts[at[part]], 1.0)) @ by_line.T
        across += weighted.sum(axis=1)
    every = across.sum(axis=1)
    total -= across / np.maximum(sums[1].counts, 1.0) @ across.T
    return np.asarray(total + np.outer(every, every) / sums[0].counts.sum())


def _drawn(matrix: Laid, sums: Sums, random_seed: int) -> tuple[Places, Vector]:
    """Return which lines to look at, and how many each stands for."""
    n, m = matrix.shape
    many = max(_FEWEST_LINES, _MOST_ENTRIES // m)
    if n <= many:
        return np.arange(n), np.ones(n)
    share = sums.second / sums.second.sum() if sums.second.any() else np.full(n, 1.0 / n)
    chances = (share + 1.0 / n) / 2.0
    chances = chances / chances.sum()
    at = np.random.default_rng(random_seed).choice(n, many, p=chances)
    return at, 1.0 / (many * chances[at])


def _cycles(
    matrix: Laid, sums: tuple[Sums, Sums], seen: Table, at: Places, weights: Vector
) -> float:
    """Return over how many cycles of different entries the cycle is a mean, each in every order."""
    if matrix.complete:
        n, m = map(float, matrix.shape)
        return n * (n - 1) * m * (m - 1)
    apart = cycles_of_ones(matrix, seen)
    apart -= np.add.outer(sums[0].counts[at], sums[1].counts) - 1.0
    return float(weights @ (seen * apart).sum(axis=1))


@dataclass(frozen=True)
class _Lines:
    """Some lines: where they are, values about the mean, places, interactions, their cycles."""

    at: Places
    y: Table
    seen: Table
    z: Table
    through: Table


@dataclass(frozen=True)
class _Slopes:
    """Slopes of the moments in the weights of entries, lines being rows."""

    matrix: Laid
    along: Sums
    across: Sums
    values: Mapping[str, float]
    base: float
    numbers: Mapping[str, float]

    @classmethod
    def of(
        cls,
        matrix: Laid,
        sums: tuple[Sums, Sums],
        values: Mapping[str, float],
        base: float,
        cycles: float,
    ) -> _Slopes:
        """Count what the moments are means over."""
        along, across = sums
        n, m = along.counts, across.counts
        numbers = {
            "one": float(n.sum()),
            "row2": float((n * (n - 1)).sum()),
            "col2": float((m * (m - 1)).sum()),
            "row3": float((n * (n - 1) * (n - 2)).sum()),
            "col3": float((m * (m - 1) * (m - 2)).sum()),
            "corner": float(((n - 1) * (along.counts_crossed - n)).sum()),
            "cycle": cycles,
        }
        return cls(matrix, along, across, values, base, numbers)

    def in_weights(self, name: str, some: _Lines, squares: Vector) -> Table:
        """Return slopes of a moment; what is at gaps has no meaning."""
        one = self.numbers["one"]
        if name == "zeros":
            mean = self.matrix.mean
            return np.asarray((np.abs(some.y + mean) <= _ROUNDING * abs(mean)) / one)
        if name == "thinned_zeros":
            return np.asarray(self.base ** np.round(some.y + self.matrix.mean) / one)
        if name == "cycle":
            own = (some.z**2).sum(axis=1)[:, None]
            apart = some.through - some.z * (own + squares - some.z**2)
            return np.asarray(4.0 * some.z * apart / self.numbers["cycle"])
        which, count, less = self._product(name)
        found = _product_slope(which, some.y, self._sums(some.at, ones=False))
        if count != "one":
            ones = _product_slope(which, some.seen, self._sums(some.at, ones=True))
            found = found - self.values[name] * ones
        return np.asarray(found / self.numbers[count] - less * some.y / one)

    def _product(self, name: str) -> tuple[str, str, float]:
        """Return which mean product a cumulant is, over what, and its slope in the mean."""
        variance = self.values.get("variance", 0.0)
        row, col = self.values.get("cov_row", 0.0), self.values.get("cov_col", 0.0)
        return {
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

    def _sums(self, at: Places, *, ones: bool) -> tuple[Table, ...]:
        along, across = self.along, self.across
        if ones:
            found = [along.counts, along.counts, along.counts_crossed]
            others = [across.counts, across.counts, across.counts_crossed]
        else:
            found = [along.first, along.second, along.crossed]
            others = [across.first, across.second, across.crossed]
        return *(each[at][:, None] for each in found), *(each[None, :] for each in others)


def _product_slope(which: str, y: Table, sums: tuple[Table, ...]) -> Table:
    """Return slopes of a sum of products of different entries in the weight of each."""
    row, row_squares, row_crossed, col, col_squares, col_crossed = sums
    if which in {"y", "yy", "yyy"}:
        return np.asarray(y ** len(which))
    if which == "corner":
        # The entry at the corner; in the row of another, in the column of another.
        return np.asarray(
            y * (row - y) * (col - y)
            + y * (row_crossed - row_squares - y * (col - y))
            + y * (col_crossed - col_squares - y * (row - y))
        )
    own, squares = (row, row_squares) if which.startswith("row") else (col, col_squares)
    if which.endswith("21"):
        return np.asarray(y**2 * (own - y) + y * (squares - y**2))
    if which.endswith("2"):
        return np.asarray(2.0 * y * (own - y))
    return np.asarray(3.0 * y * ((own - y) ** 2 - (squares - y**2)))
