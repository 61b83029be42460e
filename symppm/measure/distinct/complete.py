"""The cycle cumulant of a complete matrix, exactly, through the products of its shorter side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import Matrix, SparseMatrix
from symppm.measure.distinct import centred_sums
from symppm.measure.distinct.entries import slopes_of
from symppm.measure.distinct.invariants import Entry, Invariants, Lines, cycle_of
from symppm.measure.distinct.randomised_complete import centred_zeros
from symppm.measure.distinct.scaling import rounding_only, spread_of
from symppm.measure.distinct.stored_zeros import stored_pays
from symppm.measure.distinct.strips import strips
from symppm.measure.distinct.types import Cycle
from symppm.one_thread import gram as gram_of
from symppm.one_thread import product
from symppm.statistics.sums import Margins, transposed

Table = NDArray[np.float64]

LARGEST_SHORT_SIDE: Final = 8000
"""Of the products of all its lines with one another, 512 MB are held."""
_STRIP_ENTRIES: Final = 1 << 24


def cycle_complete(matrix: Matrix, margins: Margins, *, leave_out: bool) -> Cycle:
    """Estimate the cycle cumulant of a complete matrix without bias.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        Every entry observed; what a sparse matrix does not store is zero.
    margins : Margins
        Its sums.
    leave_out : bool
        Whether also to estimate it without each row and each column, and to find what counts most.

    Returns
    -------
    Cycle
        In the units of the data to the fourth power; NaN without a row where no four are left. Zero
        where rows and columns add up and nothing is left but rounding.

    Raises
    ------
    DataError
        If double precision does not hold the fourth powers of the values.

    Notes
    -----
    The estimate is the average, over all choices of different rows and columns, of combinations of
    products of four different entries: no entry's square is in it.

    Time is that of the products of all pairs of lines of the shorter side, twice where something is
    left out; memory is at most 1.5 GiB besides the data, for a shorter side of 8,000. Products of
    dense lines are computed by BLAS, whose last digits may depend on the number of its threads.
    A sparse matrix that is mostly zeros is never filled in; of it, only stored entries are looked
    at for the one that is farthest off.
    """
    flip = matrix.shape[0] > matrix.shape[1]
    own = transposed(margins) if flip else margins
    scale = spread_of(margins)
    if isinstance(matrix, SparseMatrix) and margins.origin == 0 and stored_pays(matrix, flip=flip):
        found = centred_zeros(matrix, scale, flip=flip).exact()
    else:
        found = _of_strips(_Source(matrix, own, flip, scale), leave_out=leave_out)
    if flip:
        found = found.transposed()
    squares = float(found.row_squares.sum())
    if rounding_only(squares, margins, matrix.dtype, scale):
        found = _nothing(found)
    return cycle_of(found, scale)


def _nothing(found: Invariants) -> Invariants:
    """Return the sums of a matrix of zeros."""

    def lines(old: Lines | None) -> Lines | None:
        return None if old is None else Lines(*(np.zeros(len(old.second)) for _ in range(6)))

    rows, columns = len(found.row_squares), len(found.column_squares)
    return Invariants(
        np.zeros(rows), np.zeros(columns), 0.0, 0.0, lines(found.rows), lines(found.columns)
    )


@dataclass(frozen=True)
class _Source:
    """A matrix with its shorter side for rows, and what is taken off its values."""

    matrix: Matrix
    margins: Margins
    flip: bool
    scale: float

    @property
    def shape(self) -> tuple[int, int]:
        return self.margins.row_sums.size, self.margins.column_sums.size

    def strips(self) -> Iterator[tuple[slice, Table]]:
        """Yield strips about the center."""
        short, long = self.shape
        step = max(1, min(long, _STRIP_ENTRIES // short))
        origin, center = self.margins.origin, self.margins.center
        return strips(self.matrix, flip=self.flip, step=step, origin=origin, center=center)

    def centred(self, part: slice, strip: Table, rows: Table) -> Table:
        """Centre and scale a strip in place; add up powers of rows; return those of columns."""
        short, long = self.shape
        sums, total = self.margins.column_sums[part], self.margins.row_sums.sum()
        powers = np.zeros((3, strip.shape[1]))
        strip /= self.scale
        centred_sums.centre(
            strip,
            self.margins.row_sums / (long * self.scale),
            (sums - total / long) / (short * self.scale),
            rows,
            powers,
        )
        return powers


def _of_strips(source: _Source, *, leave_out: bool) -> Invariants:
    """Sum a matrix, strip by strip, and once more if lines are to be left out."""
    short, long = source.shape
    gram = np.zeros((short, short))
    rows, columns, across = np.zeros((3, short)), np.zeros((3, long)), np.zeros((3, short))
    kept: Table | None = None
    for part, strip in source.strips():
        powers = source.centred(part, strip, rows)
        columns[:, part] = powers
        gram += gram_of(strip)
        if leave_out:
            centred_sums.across(strip, powers, across)
        kept = strip if strip.shape[1] == long else None
    gram_squares = np.array([(line * line).sum() for line in gram])
    sums = rows[0], columns[0], float(rows[2].sum()), float(gram_squares.sum())
    if not leave_out:
        return Invariants(*sums)
    again = _once_more(source) if kept is None else iter([(slice(0, long), kept)])
    down, entry = _downwards(again, gram, rows, across[2], columns)
    of_rows = Lines(rows[0], rows[2], across[0], across[1], gram_squares, gram @ rows[0])
    of_columns = Lines(columns[0], columns[2], down[0], down[1], down[3], down[2])
    return Invariants(*sums, of_rows, of_columns, entry)


def _once_more(source: _Source) -> Iterator[tuple[slice, Table]]:
    """Yield the strips again, centred."""
    for part, strip in source.strips():
        source.centred(part, strip, np.zeros((3, source.shape[0])))
        yield part, strip


def _downwards(
    again: Iterator[tuple[slice, Table]], gram: Table, rows: Table, firsts: Table, columns: Table
) -> tuple[Table, Entry]:
    """Sum down the columns what needs the sums of whole rows; find the entry farthest off."""
    down = np.zeros((5, columns.shape[1]))
    slopes = slopes_of(rows, firsts, columns.shape[1])
    entry = Entry(0, 0, 0.0, 0.0)
    for part, strip in again:
        found = np.zeros((5, strip.shape[1]))
        products = product(gram, strip)
        centred_sums.down(strip, products, rows, firsts, found)
        down[:, part] = found
        away, part_of, row, column = centred_sums.farthest(
            strip, products, slopes.rows, slopes.columns(columns[:, part], found[4]), slopes.sums
        )
        if away > entry.away:
            entry = Entry(row, part.start + column, part_of * slopes.factor, away)
    return down, entry
