"""What the cycle is computed from: sums over a complete, double-centred matrix, and over its lines.

With z the centred entries, g the products of its rows and r_i, c_j the sums of squares of its rows
and columns, five sums do not vanish in expectation: of z^4, of r_i^2, of c_j^2, the square of the
sum of z^2, and the sum of g_it^2. Without row i the other rows, centred anew, are z_t + z_i / n
with n = N - 1, so that each of the five is a function of what :class:`Lines` holds for that row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.measure.distinct.types import Cycle

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

AS_MUCH: Final = 0.5
"""Of what a row or column changes, or of all, an entry must change so much to be named instead."""
_ROUNDING: Final = 1000 * float(np.finfo(np.float64).eps)
_LEAST: Final = 4
"""Rows, and columns, of which an unbiased estimator needs so many."""


@dataclass(frozen=True)
class Lines:
    """Sums over every row of a centred matrix, or over every column with the two exchanged.

    Attributes
    ----------
    second, fourth : ndarray of float64, shape (n,)
        Sums over the row of z^2 and z^4.
    third_across, second_across : ndarray of float64, shape (n,)
        Sums over the row of z times the sum of z^3 down the column, and of z^2 times that of z^2.
    gram_squares : ndarray of float64, shape (n,)
        Sums over all rows of the squared product with this row.
    gram_seconds : ndarray of float64, shape (n,)
        Sums over all rows of the product with this row times their ``second``.
    """

    second: Vector
    fourth: Vector
    third_across: Vector
    second_across: Vector
    gram_squares: Vector
    gram_seconds: Vector


@dataclass(frozen=True)
class Entry:
    """The entry that is farthest off: its place, what it adds to products over cycles, and z."""

    row: int
    column: int
    part: float
    away: float


@dataclass(frozen=True)
class Invariants:
    """The five sums, and what they would be without each row and each column.

    Attributes
    ----------
    row_squares, column_squares : ndarray of float64, shapes (N,) and (M,)
        Sums of z^2.
    fourth : float
        Sum of z^4.
    gram : float
        Sum over all pairs of rows of their squared product.
    rows, columns : Lines or None
        Unless nothing is to be left out.
    entry : Entry or None
        Found with them.
    """

    row_squares: Vector
    column_squares: Vector
    fourth: float
    gram: float
    rows: Lines | None = None
    columns: Lines | None = None
    entry: Entry | None = None

    @property
    def sums(self) -> Vector:
        """The five, in the order of the generated kernel."""
        r, c = self.row_squares, self.column_squares
        return np.array([self.fourth, (r * r).sum(), (c * c).sum(), float(r.sum()) ** 2, self.gram])

    def transposed(self) -> Invariants:
        """Return those of the transposed matrix."""
        entry = self.entry
        return Invariants(
            self.column_squares,
            self.row_squares,
            self.fourth,
            self.gram,
            self.columns,
            self.rows,
            None if entry is None else Entry(entry.column, entry.row, entry.part, entry.away),
        )


def cycle_of(found: Invariants, scale: float = 1.0) -> Cycle:
    """Return the unbiased estimate, and those without each row and each column if these are there.

    Parameters
    ----------
    found : Invariants
        Of a matrix with at least four rows and columns.
    scale : float
        What the values were divided by.
    """
    rows, columns = len(found.row_squares), len(found.column_squares)
    by = scale**4
    value = float(_cycles(rows, columns, found.sums[None])[0])
    if found.rows is None or found.columns is None:
        return Cycle(value * by, None, None)
    without_rows = _cycles(rows - 1, columns, _without(found, found.rows))
    other = found.transposed()
    # The transposed sums have those of rows and of columns exchanged.
    without_columns = _cycles(columns - 1, rows, _without(other, found.columns))
    share, place = _largest(found, value, without_rows, without_columns)
    return Cycle(
        value * by, without_rows * by, without_columns * by, largest_share=share,
        largest_place=place,
    )  # fmt: skip


def _cycles(rows: int, columns: int, sums: Table) -> Vector:
    found, status = np.empty(len(sums)), np.empty(len(sums), np.int64)
    load_generated("cycles").cycle_batch(float(rows), float(columns), sums, found, status)
    found[status != OK] = np.nan
    return found


def _without(found: Invariants, lines: Lines) -> Table:
    """Return the five sums without each row, centred anew."""
    fourth, in_rows, in_columns, _, gram = found.sums
    total = float(found.row_squares.sum())
    a = 1.0 / (len(found.row_squares) - 1)
    r, z4, h = lines.second, lines.fourth, lines.gram_squares
    across = lines.second_across
    return np.stack(
        [
            fourth - (1 + 4 * a + 6 * a**2 + 3 * a**3) * z4
            + 4 * a * lines.third_across + 6 * a**2 * across,
            in_rows - r**2 + 4 * a * (lines.gram_seconds - r**2) + 4 * a**2 * (h - r**2)
            + 2 * a**2 * r * (total - r) - 3 * a**3 * r**2,
            in_columns - 2 * (1 + a) * across + (1 + a) ** 2 * z4,
            (total - (1 + a) * r) ** 2,
            gram - 2 * (1 + a) * h + (1 + a) ** 2 * r**2,
        ],
        axis=1,
    )  # fmt: skip


def _largest(
    found: Invariants, value: float, rows: Vector, columns: Vector
) -> tuple[float, tuple[int | None, int | None]]:
    """Return what the entry, row or column that counts most changes the estimate by, and which."""
    n, m = len(rows), len(columns)
    changes: list[tuple[float, tuple[int | None, int | None]]] = []
    if n > _LEAST:
        row = int(np.abs(rows - value).argmax())
        changes.append((abs(float(rows[row]) - value), (row, None)))
    if m > _LEAST:
        column = int(np.abs(columns - value).argmax())
        changes.append((abs(float(columns[column]) - value), (None, column)))
    change, place = max(changes, key=lambda each: each[0], default=(0.0, (None, None)))
    if found.entry is not None:
        tuples = float(n * (n - 1)) * float(m * (m - 1))
        part = abs(found.entry.part) / tuples
        place_of = found.entry.row, found.entry.column
        if tuples * abs(value) < _ROUNDING * found.entry.away**4:
            # All is rounding beside it, the estimate too.
            return max(1.0, part / abs(value)) if value else 1.0, place_of
        # Not the entry without which most changes: a wild one makes those of its row and column
        # look so far off that they count for more than itself.
        if part >= AS_MUCH * min(change, abs(value)):
            change, place = part, place_of
    if change == 0 or value == 0:
        return 0.0, (None, None)
    return change / abs(value), place
