"""The pigeonhole bootstrap: statistics of the same matrix with rows and columns drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError
from symppm.measure import resampling
from symppm.measure.arrays import (
    BlockMatrix,
    MatrixLike,
    SparseMatrix,
    read,
)
from symppm.measure.sources import Dense, Masked, Stored
from symppm.measure.values import check_integer
from symppm.progress import progress_bar
from symppm.statistics.blocks import blocks_of, ordered_blocks
from symppm.statistics.jackknife import check_level, percentiles
from symppm.statistics.leaving_out import STATISTICS
from symppm.statistics.moments import Statistics, measured
from symppm.statistics.sums import checked_margins

Table = NDArray[np.float64]

_TOGETHER: Final = 32
_GROUPS: Final = 4
_ROOM: Final = 1 << 25
_COVARIANCES: Final = ("variance", "cov_row", "cov_col")


@dataclass(frozen=True)
class Pigeonhole:
    """Statistics of a matrix, and of draws of its rows and columns.

    Attributes
    ----------
    statistics : Statistics
        Of the matrix itself.
    draws : ndarray of float64, shape (draws, 6)
        Mean, variance, cov_row, cov_col, rho_row and rho_col of every draw; NaN where a draw has no
        pairs, or no variance.
    """

    statistics: Statistics
    draws: Table

    def interval(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Return percentile intervals for mean, variance, covariances and correlations, by name.

        Infinite where so many draws have none that the ends are not known.

        Parameters
        ----------
        level : float
            Share of the draws between the ends, between 0 and 1.

        Raises
        ------
        ParameterError
            If the level is none.
        """
        check_level(level)
        ends = percentiles(self.draws, level).tolist()
        return {name: (low, high) for name, (low, high) in zip(STATISTICS, ends, strict=True)}


def pigeonhole(
    data: MatrixLike,
    *,
    draws: int = 1000,
    random_seed: int,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    progress: bool = False,
) -> Pigeonhole:
    """Draw rows and columns with replacement, independently, and measure what they make up.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.measure.statistics`.
    draws : int
        How many, at least 2.
    random_seed : int
        From 0 to 2**64 - 1. The same seed draws the same rows and columns; no global state is
        involved.
    zeros, mask
        As for :func:`symppm.measure.statistics`.
    progress : bool
        Whether to show a bar on a terminal.

    Returns
    -------
    Pigeonhole
        In the units of the data (variance and covariances in their square).

    Raises
    ------
    DataError
        If the data cannot be measured, or are so small that most draws leave no pairs, or no
        variance.
    ParameterError
        If ``draws`` or ``random_seed`` is wrong.

    Notes
    -----
    Owen, Annals of Applied Statistics 1, 2007: where entries depend on their row and column, there
    is no bootstrap whose variance of the mean is right; drawing rows and columns independently is
    right up to terms of order 1/N and 1/M for what varies with rows and columns, and counts the
    variance of single entries three times (the jackknife of ``interval`` of
    :class:`symppm.measure.Statistics` twice). So it is on the safe side.

    Products are taken over pairs of different rows, or columns, *of the matrix*: two copies of a
    row share their entries, and would pass for rows that are correlated perfectly. They are taken
    about the mean of the matrix, and what remains of having estimated that where entries are
    missing, of order 1 / observed, is taken to be the same in all draws. A draw costs one pass.
    """
    check_integer("draws", draws, 2, 2**31)
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    matrix = read(data, zeros, mask)
    margins = checked_margins(matrix)
    found = measured(matrix.shape, margins, lambda: None)
    rows, columns = matrix.shape
    # Not the mean itself, of which float64 may not hold the last digits.
    about = margins.origin, margins.center + float(margins.row_sums.sum()) / margins.observed
    rng = np.random.default_rng(random_seed)
    blocks = blocks_of(matrix)
    once = _products(blocks, *about, np.ones((1, 1, rows)), np.ones((1, 1, columns)))
    # Of order 1 / observed, and nothing at all where every entry is observed.
    correction = [getattr(found, name) for name in _COVARIANCES] - once[0, 1:]
    parts = []
    with progress_bar("Drawing rows and columns", draws, show=progress) as advance:
        for count in _batches(draws, rows + columns):
            times = [_drawn(rng, length, count) for length in (rows, columns)]
            part = _products(blocks, *about, *times)
            parts.append(part)
            advance(len(part))
    table = np.concatenate(parts)
    table[:, 0] += found.mean
    table[:, 1:] += correction
    return Pigeonhole(found, _completed(table))


def _completed(table: Table) -> Table:
    """Add the correlations; NaN for draws that have no pairs, or no variance."""
    lost = ~(np.isfinite(table).all(1) & (table[:, 1] > 0))
    if 2 * lost.sum() > len(lost):
        raise DataError(
            f"a matrix of which {lost.sum()} of {len(lost)} draws have no pairs, or no variance",
            expected="rows and columns enough that some of them, drawn anew, can be compared",
            do="Give a larger matrix, or use symppm.statistics(data, intervals=True).",
        )
    kept = np.where(lost[:, None], np.nan, table)
    return np.column_stack([kept, kept[:, 2:] / kept[:, [1]]])


def _batches(draws: int, lines: int) -> Iterator[tuple[int, int]]:
    """Yield how many groups of how many draws to do at a time, as memory allows."""
    together = max(1, min(_TOGETHER, _ROOM // lines))
    groups = max(1, min(_GROUPS, _ROOM // (lines * together)))
    while draws:
        if draws >= together:
            some = min(groups, draws // together)
            yield some, together
            draws -= some * together
        else:
            yield 1, draws
            draws = 0


def _drawn(rng: np.random.Generator, length: int, count: tuple[int, int]) -> Table:
    """Return how often each line occurs in draws of as many, shape (groups, draws, length)."""
    return np.asarray(
        rng.multinomial(length, np.full(length, 1 / length), size=count), dtype=np.float64
    )


def _products(matrix: BlockMatrix, origin: int, center: float, r: Table, c: Table) -> Table:
    """Return the mean, and mean products less that of disjoint pairs, about a center.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix.
    origin, center : int, float
        What is taken off every value.
    r, c : ndarray, shapes (groups, draws, N) and (groups, draws, M)
        How often rows and columns occur.

    Returns
    -------
    ndarray, shape (groups * draws, 4)
        NaN where there are no such pairs.
    """
    if matrix.by_columns:
        r, c = c, r
    groups, draws, columns = c.shape
    times = resampling.Times(*(np.ascontiguousarray(each.swapaxes(1, 2)) for each in (r, c)))
    sums = resampling.Resampled(
        np.zeros((groups, resampling.ACROSS, draws)),
        np.zeros((groups, columns, resampling.DOWN, draws)),
    )
    for lines, block in ordered_blocks(matrix, origin):
        some = resampling.Times(np.ascontiguousarray(times.rows[:, lines]), times.columns)
        if isinstance(block, SparseMatrix):
            stored = Stored(block.stored.indptr, block.stored.indices, block.stored.data)
            if block.absent_observed:
                twice = np.stack([(times.columns**power).sum(1) for power in (1, 2)], axis=1)
                resampling.zeros_rows(stored, center, some, twice, sums)
                below = [(some.rows**power).sum(1)[:, None] for power in (1, 2)]
                sums.down[:, :, 0] -= center * below[0]
                sums.down[:, :, 1] += center**2 * below[1]
                sums.down[:, :, 2] += below[0]
                sums.down[:, :, 3] += below[1]
            else:
                resampling.stored_rows(stored, center, some, sums)
            continue
        values = block.values.T if matrix.by_columns else block.values
        if block.observed is None:
            resampling.dense_rows(Dense(values), center, some, sums)
        else:
            seen = block.observed.T if matrix.by_columns else block.observed
            masked = Masked(values, np.ascontiguousarray(seen))
            resampling.masked_rows(masked, center, some, sums)
    found = _contrasts(times.columns, sums)
    return found[:, [0, 1, 3, 2]] if matrix.by_columns else found


def _contrasts(c: Table, sums: resampling.Resampled) -> Table:
    n, total, same, row, row_pairs, rows, row_counts, both, both_counts = sums.across.swapaxes(0, 1)
    z, squares, ones, ones_squared = sums.down.transpose(2, 0, 1, 3)
    col = (c * (z**2 - squares)).sum(1)
    col_pairs = (c * (ones**2 - ones_squared)).sum(1)
    apart = total**2 - rows - ((c * z) ** 2).sum(1) + both
    apart_pairs = n**2 - row_counts - ((c * ones) ** 2).sum(1) + both_counts
    with np.errstate(all="ignore"):
        none = apart / apart_pairs
        found = [total / n, same / n - none, row / row_pairs - none, col / col_pairs - none]
    return np.stack(found, axis=-1).reshape(-1, len(found))
