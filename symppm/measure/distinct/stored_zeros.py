"""The sums behind the cycle for a sparse matrix whose absent entries are zeros: never filled in.

With a_i the mean of row i less that of all entries, and b_j the mean of column j, the centred entry
is y - a_i - b_j. Sums over all entries are those for y = 0, which are polynomials in a_i and sums
of powers of b_j, and a correction for every stored entry. The products of rows are those of stored
entries, less a matrix of rank one, centred both ways.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import SparseMatrix
from symppm.measure.distinct import zero_kernels
from symppm.measure.distinct.entries import slopes_of
from symppm.measure.distinct.invariants import Entry, Invariants, Lines
from symppm.measure.distinct.zero_kernels import Compressed
from symppm.measure.values import as_numbers

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_DENSE_ADVANTAGE: Final = 40
"""About how many products BLAS adds up while a loop over stored entries adds up one."""


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


def of_stored(matrix: SparseMatrix, *, flip: bool, scale: float, leave_out: bool) -> Invariants:
    """Sum a sparse matrix, its shorter side being taken for rows.

    Parameters
    ----------
    matrix : SparseMatrix
        Absent entries are zeros.
    flip : bool
        Whether the shorter side are the columns.
    scale : float
        What values are divided by.
    leave_out : bool
        Whether the sums of single lines are wanted.
    """
    by_row, by_column = _compressed(matrix, flip, scale)
    short, long = len(by_row.indptr) - 1, len(by_column.indptr) - 1
    row_sums = _line_sums(by_row)
    own = (row_sums - row_sums.sum() / short) / long
    other = _line_sums(by_column) / short
    gram = np.zeros((short, short))
    zero_kernels.products(by_row, by_column, gram)
    _centre(gram, row_sums, long)
    rows, columns = _of_empty(own, other), _of_empty(other, own)
    zero_kernels.powers(by_row, own, other, rows, columns)
    gram_squares = np.array([(line * line).sum() for line in gram])
    found = Invariants(rows[0], columns[0], float(rows[2].sum()), float(gram_squares.sum()))
    if not leave_out:
        return found
    across, down = _crossed(by_row, own, other, rows, columns)
    inner = np.empty(len(by_row.data))
    zero_kernels.stored_products(by_row, by_column, gram, inner)
    taken = gram @ own
    below = _added(by_row, by_row.data * inner, long) + float(own @ taken)
    below -= 2 * _times(by_column, taken)
    # Of every column the sums over rows of z times the rows' own sums of z times c_j.
    firsts = _times(by_column, across[2]) - float(own @ across[2]) - other * across[2].sum()
    slopes = slopes_of(rows, across[2], long)
    inner -= np.repeat(taken, np.diff(by_row.indptr))
    away, part, row, column = zero_kernels.farthest(
        by_row, own, other, inner, slopes.rows, slopes.columns(columns, down[2]), slopes.sums
    )
    return Invariants(
        found.row_squares, found.column_squares, found.fourth, found.gram,
        Lines(rows[0], rows[2], across[0], across[1], gram_squares, gram @ rows[0]),
        Lines(columns[0], columns[2], down[0], down[1], below, firsts),
        Entry(int(row), int(column), part * slopes.factor, away),
    )  # fmt: skip


def _compressed(matrix: SparseMatrix, flip: bool, scale: float) -> tuple[Compressed, Compressed]:
    stored = matrix.stored.T if flip else matrix.stored

    def laid(one: Any) -> Compressed:
        values = as_numbers(one.data).astype(np.float64)
        return Compressed(one.indptr, one.indices, values / scale)

    return laid(stored.tocsr()), laid(stored.tocsc())


def _line_sums(lines: Compressed) -> Vector:
    return _times(lines, None)


def _times(lines: Compressed, numbers: Vector | None) -> Vector:
    """Return the sums of every line, of its values or of these times numbers of the other side."""
    products = lines.data if numbers is None else lines.data * numbers[lines.indices]
    # Not a difference of running sums, which would lose digits; empty lines have no first entry.
    found = np.zeros(len(lines.indptr) - 1)
    filled = np.flatnonzero(np.diff(lines.indptr))
    if len(filled):
        found[filled] = np.add.reduceat(products, lines.indptr[filled])
    return found


def _added(lines: Compressed, numbers: Vector, size: int) -> Vector:
    """Return the sums of numbers of stored entries over the lines across."""
    return np.asarray(np.bincount(lines.indices, numbers, size), np.float64)


def _centre(gram: Table, row_sums: Vector, long: int) -> None:
    """Turn the products of rows into those of centred rows, in place."""
    for i, total in enumerate(row_sums):
        gram[i] -= total / long * row_sums
    means = gram.mean(axis=1)
    gram -= means[:, None]
    gram -= means - means.mean()


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


def _crossed(
    by_row: Compressed, own: Vector, other: Vector, rows: Table, columns: Table
) -> tuple[Table, Table]:
    """Return sums of z, z^2 and z again with the other side's sums of z^3, z^2 and z^2."""
    row_weights = np.stack([rows[1], rows[0], rows[0]])
    column_weights = np.stack([columns[1], columns[0], columns[0]])
    powers = (1, 2, 1)
    across = np.stack(
        [_weighted(own, other, each, k) for each, k in zip(column_weights, powers, strict=True)]
    )
    down = np.stack(
        [_weighted(other, own, each, k) for each, k in zip(row_weights, powers, strict=True)]
    )
    zero_kernels.crossed(by_row, own, other, row_weights, column_weights, across, down)
    return across, down
