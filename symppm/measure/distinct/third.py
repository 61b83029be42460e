"""Cumulants of three entries that hang together, for any places observed.

With y about a constant and zero where nothing is observed, ten sums over all triples of entries say
everything: of y^3, of row sums of squares times row sums, of cubed row sums, of y_ij times the sum
of row i and that of column j, and so on. The generated kernel turns them into sums over triples
with exactly the pattern's coincidences, divides by the same of ones, and combines the mean products
to cumulants. Without one row, each of the ten is a function of sums over that row of y times sums
of its columns; so three passes give everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.measure.arrays import Matrix, along_columns
from symppm.measure.distinct.pieces import Piece, pieces
from symppm.measure.distinct.scaling import spread_of
from symppm.measure.distinct.types import Third
from symppm.statistics.blocks import blocks_of
from symppm.statistics.sums import Margins, transposed

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_KEPT_ENTRIES: Final = 1 << 24
_CUMULANTS_TRANSPOSED: Final = (0, 2, 1, 4, 3, 5)


@dataclass
class Lines:
    """Sums over every row (or column) of what is across; filled in pass by pass.

    Attributes
    ----------
    first, second, third : ndarray of float64, shape (n,)
        Of y, y^2 and y^3.
    with_first, with_second, with_first_squared : ndarray of float64, shape (n,)
        Of y times the first, the second and the squared first of the line across.
    squares_with_first : ndarray of float64, shape (n,)
        Of y^2 times the first of the line across.
    with_far : ndarray of float64, shape (n,)
        Of y times the ``with_first`` of the line across.
    """

    first: Vector
    second: Vector
    third: Vector
    with_first: Vector
    with_second: Vector
    with_first_squared: Vector
    squares_with_first: Vector
    with_far: Vector


def third_order(matrix: Matrix, margins: Margins, *, leave_out: bool) -> Third:
    """Estimate the third cumulants of entries that hang together.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        The matrix, complete or with gaps.
    margins : Margins
        Its sums.
    leave_out : bool
        Whether also to estimate them without each row and each column.

    Returns
    -------
    Third
        In the units of the data to the third power; NaN where no such entries are observed.

    Raises
    ------
    DataError
        If double precision does not hold the fourth powers of the values.

    Notes
    -----
    Unbiased for any set of observed places that does not depend on the values, about a constant
    that does not; the mean of the data is taken for one. On complete data the constant plays no
    part. Three passes, O(observed entries).
    """
    flip = along_columns(matrix)
    own = transposed(margins) if flip else margins
    scale = spread_of(margins)
    complete = margins.observed == matrix.shape[0] * matrix.shape[1]
    center = margins.center
    if not complete:
        # What gaps leave of the constant is least about the mean.
        center += float(margins.row_sums.sum()) / margins.observed
    blocks = blocks_of(matrix)

    def once_more() -> Iterator[Piece]:
        return pieces(blocks, complete=complete, origin=margins.origin, center=center, scale=scale)

    again = _kept(once_more, margins.observed)
    values = _summed(own, again, leave_out=leave_out)
    counts = _all_ones(own) if complete else _counted(own, again)
    by = scale**3
    whole = _cumulants(_totals(*values)[None], _totals(*counts)[None])[0] * by
    if flip:
        whole = whole[list(_CUMULANTS_TRANSPOSED)]
    if not leave_out:
        return Third(whole, None, None)
    rows = _cumulants(_without(*values), _without(*counts)) * by
    columns = _cumulants(_without(*values[::-1]), _without(*counts[::-1])) * by
    swapped = list(_CUMULANTS_TRANSPOSED)
    columns = columns[:, swapped]
    return (
        Third(whole, columns[:, swapped], rows[:, swapped]) if flip else Third(whole, rows, columns)
    )


def _kept(once_more: Callable[[], Iterator[Piece]], observed: int) -> Callable[[], Iterator[Piece]]:
    """Keep the pieces of a small matrix, rather than make them three times."""
    if observed > _KEPT_ENTRIES:
        return once_more
    held = list(once_more())
    return lambda: iter(held)


def _empty(margins: Margins) -> tuple[Lines, Lines]:
    sizes = margins.row_counts.size, margins.column_counts.size
    one, other = (Lines(*(np.zeros(size) for _ in fields(Lines))) for size in sizes)
    return one, other


def _summed(
    margins: Margins, again: Callable[[], Iterator[Piece]], *, leave_out: bool
) -> tuple[Lines, Lines]:
    rows, columns = _empty(margins)
    for piece in again():
        for name, power in (("first", 1), ("second", 2), ("third", 3)):
            raised = piece.values if power == 1 else piece.power(power)
            getattr(rows, name)[piece.lines] = raised.sum(axis=1)
            getattr(columns, name)[:] += raised.sum(axis=0)
    for piece in again():
        _cross(piece.lines, piece.values, rows, columns)
        if leave_out:
            squares = piece.power(2)
            rows.squares_with_first[piece.lines] = squares @ columns.first
            columns.squares_with_first += squares.T @ rows.first[piece.lines]
    if leave_out:
        for piece in again():
            _cross_far(piece.lines, piece.values, rows, columns)
    return rows, columns


def _counted(margins: Margins, again: Callable[[], Iterator[Piece]]) -> tuple[Lines, Lines]:
    """Return the sums of ones."""
    rows, columns = _empty(margins)
    for lines, counts in ((rows, margins.row_counts), (columns, margins.column_counts)):
        lines.first = lines.second = lines.third = counts.astype(np.float64)
    for piece in again():
        _cross(piece.lines, piece.observed, rows, columns)
    rows.squares_with_first, columns.squares_with_first = rows.with_first, columns.with_first
    for piece in again():
        _cross_far(piece.lines, piece.observed, rows, columns)
    return rows, columns


def _cross(place: slice, values: Any, rows: Lines, columns: Lines) -> None:
    across = values @ np.stack([columns.first, columns.second, columns.first**2], axis=1)
    rows.with_first[place], rows.with_second[place], rows.with_first_squared[place] = across.T
    own, squares = rows.first[place], rows.second[place]
    down = values.T @ np.stack([own, squares, own**2], axis=1)
    columns.with_first += down[:, 0]
    columns.with_second += down[:, 1]
    columns.with_first_squared += down[:, 2]


def _cross_far(place: slice, values: Any, rows: Lines, columns: Lines) -> None:
    rows.with_far[place] = values @ columns.with_first
    columns.with_far += values.T @ rows.with_first[place]


def _all_ones(margins: Margins) -> tuple[Lines, Lines]:
    """Return the sums of ones where every entry is observed."""
    n, m = float(margins.row_counts.size), float(margins.column_counts.size)

    def lines(own: float, other: float) -> Lines:
        size = int(own)
        first, crossed = np.full(size, other), np.full(size, other * own)
        squared = np.full(size, other * own**2)
        far = np.full(size, other * other * own)
        return Lines(first, first, first, crossed, crossed, squared, crossed, far)

    return lines(n, m), lines(m, n)


def _totals(rows: Lines, columns: Lines) -> Vector:
    """Return the ten sums, in the order of the generated kernel."""
    r, c = rows.first, columns.first
    total = r.sum()
    return np.array(
        [
            rows.third.sum(),
            (rows.second * r).sum(),
            (r**3).sum(),
            (columns.second * c).sum(),
            rows.second.sum() * total,
            (r * rows.with_first).sum(),
            (r**2).sum() * total,
            (c**3).sum(),
            (c**2).sum() * total,
            total**3,
        ]
    )


def _without(rows: Lines, columns: Lines) -> Table:
    """Return the ten sums without each row, rows and columns being exchanged for columns."""
    r, c = rows.first, columns.first
    squares, cubes = rows.second, rows.third
    left = r.sum() - r
    crossed = rows.with_first
    return np.stack(
        [
            cubes.sum() - cubes,
            (squares * r).sum() - squares * r,
            (r**3).sum() - r**3,
            (columns.second * c).sum() - rows.squares_with_first - rows.with_second + cubes,
            (squares.sum() - squares) * left,
            (r * crossed).sum() - r * crossed - rows.with_far + r * squares,
            ((r**2).sum() - r**2) * left,
            (c**3).sum() - 3 * rows.with_first_squared + 3 * rows.squares_with_first - cubes,
            ((c**2).sum() - 2 * crossed + squares) * left,
            left**3,
        ],
        axis=1,
    )


def _cumulants(sums: Table, counts: Table) -> Table:
    found = np.empty((len(sums), len(_CUMULANTS_TRANSPOSED)))
    load_generated("cycles").third_batch(sums, counts, found)
    return found
