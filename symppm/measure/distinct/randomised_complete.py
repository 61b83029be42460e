"""The sums behind the cycle for a complete matrix that is too large for the products of its lines.

What is not stored of a sparse matrix is zero and never filled in. The products of all pairs of its
rows are taken one row after the other, and not kept; or their squares are estimated with random
vectors, where that takes much less time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import BlockMatrix, Matrix, SparseMatrix
from symppm.measure.distinct import centred_sums, stored_zeros
from symppm.measure.distinct.entries import slopes_of
from symppm.measure.distinct.invariants import Entry, Invariants, Lines
from symppm.measure.distinct.pieces import pieces
from symppm.measure.distinct.randomised_products import (
    Probed,
    Products,
    add_turned,
    dense_products,
    multiply_dense,
    pairs_of_rows,
    probed,
    stored_products,
)
from symppm.measure.distinct.stored_zeros import Compressed
from symppm.progress import Advance
from symppm.statistics.blocks import blocks_of
from symppm.statistics.sums import Margins, transposed

Vector = NDArray[np.float64]
Table = NDArray[np.float64]


@dataclass(frozen=True)
class Centred:
    """A complete matrix, centred both ways, as far as it needs no products of its lines.

    Attributes
    ----------
    products : Products
        Of the matrix with vectors.
    rows, columns : ndarray of float64, shapes (3, N) and (3, M)
        Sums of z^2, z^3 and z^4.
    row_across, column_across : ndarray of float64, shapes (N,) and (M,)
        Sums of z^2 times the sum of z^2 of the line across.
    """

    products: Products
    rows: Table
    columns: Table
    row_across: Vector
    column_across: Vector

    def lines(self, row_squares: Vector, column_squares: Vector) -> tuple[Lines, Lines]:
        """Return the sums of single rows and columns.

        Parameters
        ----------
        row_squares, column_squares : ndarray of float64, shapes (N,) and (M,)
            Sums of the squared products with all rows, and with all columns.
        """
        across, down = self.products.across, self.products.down
        rows, columns = self.rows[:2].T, self.columns[:2].T
        of_rows, of_columns = across(columns), down(rows)
        return (
            Lines(
                self.rows[0], self.rows[2], of_rows[:, 1], self.row_across, row_squares,
                across(of_columns[:, :1])[:, 0],
            ),
            Lines(
                self.columns[0], self.columns[2], of_columns[:, 1], self.column_across,
                column_squares, down(of_rows[:, :1])[:, 0],
            ),
        )  # fmt: skip

    def estimated(
        self, probes: int, rng: np.random.Generator, advance: Advance
    ) -> tuple[Invariants, Probed]:
        """Estimate the products of lines with random vectors.

        Parameters
        ----------
        probes : int
            How many, for rows and for columns.
        rng : numpy.random.Generator
            Draws them.
        advance : callable
            Called with the number of vectors that were multiplied.
        """
        found = probed(self.products, self.rows[0], self.columns[0], probes, rng, advance)
        lines = self.lines(found.rows.lines, found.columns.lines)
        fourth = float(self.rows[2].sum())
        return Invariants(self.rows[0], self.columns[0], fourth, found.total, *lines), found


def centred_dense(matrix: Matrix, margins: Margins, scale: float) -> Centred:
    """Centre a matrix of dense blocks, its lines being taken for rows.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix.
    margins : Margins
        Its sums.
    scale : float
        What the values are divided by.
    """
    blocks = blocks_of(matrix)
    own = transposed(margins) if blocks.by_columns else margins
    lines, length = own.row_sums.size, own.column_sums.size
    row_means = own.row_sums / (length * scale)
    column_means = (own.column_sums - own.row_sums.sum() / length) / (lines * scale)
    rows, columns = np.zeros((3, lines)), np.zeros((3, length))

    def taken() -> Any:
        return pieces(
            blocks, complete=True, origin=margins.origin, center=margins.center, scale=scale
        )

    for piece in taken():
        z = np.array(piece.values, order="C")
        part = np.zeros((3, len(z)))
        centred_sums.centre(z, row_means[piece.lines], column_means, part, columns)
        rows[:, piece.lines] = part
    across, down = np.zeros((lines, 1)), np.zeros((length, 1))
    for piece in taken():
        squares = piece.values - row_means[piece.lines, None] - column_means
        squares *= squares
        multiply_dense(squares, columns[:1].T, across[piece.lines])
        add_turned(squares, rows[:1, piece.lines].T, down)
    products = dense_products(blocks, margins.origin, margins.center, scale).centred()
    return Centred(products, rows, columns, across[:, 0], down[:, 0])


@dataclass(frozen=True)
class Zeros:
    """A sparse matrix, both ways, and the means of its lines: a_i and b_j."""

    by_row: Compressed
    by_column: Compressed
    own: Vector
    other: Vector
    centred: Centred

    def exact(self) -> Invariants:
        """Return all sums, by the products of all pairs of rows."""
        rows, columns = self.by_row, self.by_column
        own, other = self.own, self.other
        n, m = own.size, other.size
        inner = pairs_of_rows(rows, columns)
        plain = stored_products(rows, columns)
        # The products of centred rows are y_i y_t - R_i R_t / M - d_i - d_t + w.
        totals = plain.across(np.ones((m, 1)))[:, 0]
        shift = plain.of_rows(np.ones((n, 1)))[:, 0] / n - totals * (totals.mean() / m)
        middle = shift.mean()
        taken = plain.of_rows(np.stack([totals, np.ones(n), shift], axis=1))
        less = shift - middle
        owners = rows.owners
        squared: Vector = np.bincount(owners, rows.data * inner, n).astype(np.float64)
        squared -= 2 * (totals / m * taken[:, 0] + less * taken[:, 1] + taken[:, 2])
        squared += totals**2 * ((totals**2).sum() / m**2) + n * less**2 + (shift**2).sum()
        squared += 2 / m * totals * (less * totals.sum() + (totals * shift).sum())
        squared += 2 * less * shift.sum()
        down = plain.down(np.stack([totals, np.ones(n), shift], axis=1))
        inner -= totals[owners] / m * down[rows.indices, 0]
        inner -= less[owners] * down[rows.indices, 1] + down[rows.indices, 2]
        found = self.centred
        with_own = found.products.of_rows(own[:, None])[:, 0]
        below: Vector = np.bincount(rows.indices, rows.data * inner, m).astype(np.float64)
        below += float((own * with_own).sum()) - 2 * plain.down(with_own[:, None])[:, 0]
        inner -= with_own[owners]
        across = found.products.across(found.columns[:1].T)[:, 0]
        firsts = found.products.down(found.rows[:1].T)[:, 0]
        slopes = slopes_of(found.rows, across, m)
        away, part, row, column = stored_zeros.farthest(
            rows, own, other, inner, slopes.rows, slopes.columns(found.columns, firsts), slopes.sums
        )
        fourth = float(found.rows[2].sum())
        return Invariants(
            found.rows[0], found.columns[0], fourth, float(squared.sum()),
            *found.lines(squared, below),
            Entry(int(row), int(column), part * slopes.factor, away),
        )  # fmt: skip


def centred_zeros(matrix: SparseMatrix, scale: float, *, flip: bool) -> Zeros:
    """Centre a sparse matrix whose absent entries are zeros.

    Parameters
    ----------
    matrix : SparseMatrix
        The matrix.
    scale : float
        What the values are divided by.
    flip : bool
        Whether to take its columns for rows.
    """
    by_row, by_column = stored_zeros.compressed(matrix, flip, scale)
    n, m = by_row.indptr.size - 1, by_column.indptr.size - 1
    plain = stored_products(by_row, by_column)
    row_sums = plain.across(np.ones((m, 1)))[:, 0]
    own = (row_sums - row_sums.mean()) / m
    other = plain.down(np.ones((n, 1)))[:, 0] / n
    rows, columns = stored_zeros.powers(by_row, own, other)
    across, down = stored_zeros.crossed(by_row, own, other, rows[0], columns[0])
    found = Centred(plain.centred(), rows, columns, across, down)
    return Zeros(by_row, by_column, own, other, found)


def stacked(matrix: BlockMatrix) -> SparseMatrix | None:
    """Return in memory what comes in sparse blocks; None if they are dense.

    Parameters
    ----------
    matrix : BlockMatrix
        Complete: what is not stored is zero.
    """
    from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

    parts = []
    for block in matrix.blocks():
        if not isinstance(block, SparseMatrix):
            return None
        parts.append(block.stored)
    together = sparse.hstack(parts, "csc") if matrix.by_columns else sparse.vstack(parts, "csr")
    return SparseMatrix(together)
