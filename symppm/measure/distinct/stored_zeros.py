"""The sums behind the cycle for a sparse matrix whose absent entries are zeros: never filled in.

With a_i the mean of row i less that of all entries, and b_j the mean of column j, the centred entry
is y - a_i - b_j. Sums over all entries are those for y = 0, which are polynomials in a_i and sums
of powers of b_j, and a correction for every stored entry.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import as_numbers
from symppm.data.matrix import SparseMatrix
from symppm.measure.distinct.centred_sums import share

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_DENSE_ADVANTAGE: Final = 40
"""About how many products BLAS adds up while a loop over stored entries adds up one."""


class Compressed(NamedTuple):
    """Stored entries, by rows or by columns."""

    indptr: NDArray[Any]
    """Shape (lines + 1,)."""
    indices: NDArray[Any]
    """Of each stored entry, its place in the line."""
    data: Vector
    """Of each stored entry, its value."""

    @property
    def owners(self) -> NDArray[Any]:
        """Of each stored entry, its line."""
        return np.repeat(np.arange(len(self.indptr) - 1), np.diff(self.indptr))


def stored_pays(matrix: SparseMatrix, *, flip: bool) -> bool:
    """Return whether products of stored entries take less time than those of filled lines.

    Parameters
    ----------
    matrix : SparseMatrix
        The matrix.
    flip : bool
        Whether its columns are the shorter side.
    """
    short, long = matrix.shape[::-1] if flip else matrix.shape
    stored = matrix.stored
    # Compressed along the shorter side, the indices are lines of the longer one.
    if (stored.format == "csc") == flip:
        counts = np.bincount(stored.indices, minlength=long)
    else:
        counts = np.diff(stored.indptr)
    pairs = float((counts.astype(np.float64) ** 2).sum())
    return _DENSE_ADVANTAGE * pairs <= float(short) ** 2 * long


def compressed(matrix: SparseMatrix, flip: bool, scale: float) -> tuple[Compressed, Compressed]:
    """Return a matrix by rows and by columns.

    Parameters
    ----------
    matrix : SparseMatrix
        The matrix.
    flip : bool
        Whether to take its columns for rows.
    scale : float
        What the values are divided by.
    """
    stored = matrix.stored.T if flip else matrix.stored

    def laid(one: Any) -> Compressed:
        values = as_numbers(one.data).astype(np.float64)
        return Compressed(one.indptr, one.indices, values / scale)

    return laid(stored.tocsr()), laid(stored.tocsc())


def _of_empty(own: Vector, other: Vector) -> Table:
    """Return the sums of z^2, z^3 and z^4 of every line if all its entries were zeros."""
    return np.stack([_weighted(own, other, np.ones(len(other)), power) for power in (2, 3, 4)])


def _weighted(own: Vector, other: Vector, weights: Vector, power: int) -> Vector:
    """Return the sums over a line of weights times powers of -(own + other)."""
    sums = [float((weights * other**k).sum()) for k in range(power + 1)]
    total = np.zeros(len(own))
    for k, each in enumerate(sums):
        total += math.comb(power, k) * each * own ** (power - k)
    return (-1.0) ** power * total


def powers(lines: Compressed, own: Vector, other: Vector) -> tuple[Table, Table]:
    """Return the sums of z^2, z^3 and z^4 of rows and of columns.

    Parameters
    ----------
    lines : Compressed
        The matrix, by rows.
    own, other : ndarray of float64, shapes (N,) and (M,)
        The a_i and b_j.
    """
    owners, places = lines.owners, lines.indices
    rows, columns = _of_empty(own, other), _of_empty(other, own)
    empty = own[owners] + other[places]
    z = lines.data - empty
    square, other_square = z * z, empty * empty
    added = (
        square - other_square,
        square * z + other_square * empty,
        square * square - other_square * other_square,
    )
    for power, each in enumerate(added):
        rows[power] += np.bincount(owners, each, own.size)
        columns[power] += np.bincount(places, each, other.size)
    return rows, columns


def crossed(
    lines: Compressed, own: Vector, other: Vector, row_squares: Vector, column_squares: Vector
) -> tuple[Vector, Vector]:
    """Return, for rows and for columns, sums of z^2 times the sum of z^2 of the line across.

    Parameters
    ----------
    lines, own, other
        As for :func:`powers`.
    row_squares, column_squares : ndarray of float64, shapes (N,) and (M,)
        The sums of z^2.
    """
    owners, places = lines.owners, lines.indices
    second = lines.data * (lines.data - 2.0 * (own[owners] + other[places]))
    across = np.bincount(owners, second * column_squares[places], own.size)
    down = np.bincount(places, second * row_squares[owners], other.size)
    return (
        _weighted(own, other, column_squares, 2) + across,
        _weighted(other, own, row_squares, 2) + down,
    )


def farthest(
    lines: Compressed, own: Vector, other: Vector, inner: Vector, rows: Table, columns: Table,
    slopes: Vector,
) -> tuple[float, float, int, int]:  # fmt: skip
    """Find the stored entry that lies farthest from what its row and column make of it.

    Parameters
    ----------
    lines, own, other
        As for :func:`powers`.
    inner : ndarray of float64, shape (stored,)
        The products of the rows times the centred matrix, at the stored entries.
    rows, columns, slopes
        As for :func:`symppm.measure.distinct.centred_sums.farthest`.

    Returns
    -------
    (float, float, int, int)
        How far, what it adds to the estimate, and its row and column.
    """
    owners = lines.owners
    z = lines.data - own[owners] - other[lines.indices]
    if not z.size:
        return 0.0, 0.0, 0, 0
    place = int(np.abs(z).argmax())
    row, column = int(owners[place]), int(lines.indices[place])
    part = share(float(z[place]), float(inner[place]), rows[row], columns[column], slopes)
    return abs(float(z[place])), part, row, column
