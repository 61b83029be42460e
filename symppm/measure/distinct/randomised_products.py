"""A matrix as what it does to vectors: centred both ways, without its entries written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix
from symppm.measure.distinct import randomised_kernels
from symppm.measure.distinct.meetings import before
from symppm.measure.distinct.pieces import pieces
from symppm.measure.distinct.probes import Apply, LineSquares, line_squares
from symppm.measure.distinct.stored_zeros import Compressed
from symppm.one_thread import one_thread
from symppm.progress import Advance

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

_BLOCKS: Final = 64
_WORTH: Final = 8
"""About how many pairs of entries take as long as an entry with one probe, in all its products."""


@dataclass(frozen=True)
class Products:
    """Products of a matrix of N rows and M columns with blocks of vectors.

    Attributes
    ----------
    across : callable
        From shape (M, k) to shape (N, k).
    down : callable
        With the transposed matrix: from shape (N, k) to shape (M, k).
    """

    across: Apply
    down: Apply

    def of_rows(self, vectors: Table) -> Table:
        """Multiply the products of the rows with one another with vectors, shape (N, k)."""
        return self.across(self.down(vectors))

    def of_columns(self, vectors: Table) -> Table:
        """Multiply the products of the columns with one another with vectors, shape (M, k)."""
        return self.down(self.across(vectors))

    def turned(self) -> Products:
        """Return the products of the transposed matrix."""
        return Products(self.down, self.across)

    def centred(self) -> Products:
        """Return the products of the same matrix, centred both ways."""
        return Products(_between(self.across), _between(self.down))


def _between(apply: Apply) -> Apply:
    def found(vectors: Table) -> Table:
        product = apply(vectors - vectors.mean(0))
        product -= product.mean(0)
        return product

    return found


@dataclass(frozen=True)
class Probed:
    """Estimated sums of squares of the products of all rows, and of all columns, with one another.

    The sum of all is the same for both, and estimated twice.
    """

    rows: LineSquares
    columns: LineSquares

    @property
    def total(self) -> float:
        """The sum of all squares."""
        return (self.rows.total + self.columns.total) / 2

    @property
    def variance(self) -> float:
        """The variance that the probes give it."""
        return (self.rows.variance + self.columns.variance) / 4


def probed(
    products: Products, row_squares: Vector, column_squares: Vector, probes: int,
    rng: np.random.Generator, advance: Advance,
) -> Probed:  # fmt: skip
    """Estimate the sums of squares of products of rows, and of columns.

    Parameters
    ----------
    products : Products
        The matrix.
    row_squares, column_squares : ndarray of float64, shapes (N,) and (M,)
        Sums of the squares of its entries.
    probes : int
        How many random vectors to draw, for rows and for columns.
    rng : numpy.random.Generator
        Draws them.
    advance : callable
        Called with the number of vectors that were multiplied.
    """
    return Probed(
        line_squares(products.of_rows, row_squares, probes, rng, advance),
        line_squares(products.of_columns, column_squares, probes, rng, advance),
    )


def exact_pays(row_counts: NDArray[Any], column_counts: NDArray[Any], probes: int) -> bool:
    """Return whether all pairs of rows, or of columns, take about as little time as probes do.

    Parameters
    ----------
    row_counts, column_counts : ndarray, shapes (N,) and (M,)
        Stored entries of rows and of columns.
    probes : int
        How many random vectors there would be.
    """
    pairs = min(float((each.astype(np.float64) ** 2).sum()) for each in (row_counts, column_counts))
    return pairs <= _WORTH * probes * float(row_counts.sum())


def stored_products(by_row: Compressed, by_column: Compressed, power: int = 1) -> Products:
    """Return the products of a sparse matrix.

    Parameters
    ----------
    by_row, by_column : Compressed
        The matrix, both ways.
    power : int
        To which its entries are taken: 0, 1 or 2.
    """

    def multiplying(lines: Compressed) -> Callable[[Table], Table]:
        raised = lines._replace(data=lines.data if power == 1 else lines.data**power)

        def apply(vectors: Table) -> Table:
            found = np.empty((lines.indptr.size - 1, vectors.shape[1]))
            randomised_kernels.times(raised, np.ascontiguousarray(vectors), found)
            return found

        return apply

    return Products(multiplying(by_row), multiplying(by_column))


def dense_products(matrix: BlockMatrix, origin: int, center: float, scale: float) -> Products:
    """Return the products of a complete matrix, about a center, its lines being taken for rows.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix, of dense blocks.
    origin, center, scale
        What is taken off every value, and what differences are divided by.
    """
    lines, length = matrix.shape[::-1] if matrix.by_columns else matrix.shape

    def taken() -> Any:
        return pieces(matrix, complete=True, origin=origin, center=center, scale=scale)

    def across(vectors: Table) -> Table:
        found = np.empty((lines, vectors.shape[1]))
        for piece in taken():
            multiply_dense(piece.values, vectors, found[piece.lines])
        return found

    def down(vectors: Table) -> Table:
        found = np.zeros((length, vectors.shape[1]))
        for piece in taken():
            add_turned(piece.values, vectors[piece.lines], found)
        return found

    return Products(across, down)


def multiply_dense(values: Table, vectors: Table, found: Table) -> None:
    """Multiply a dense matrix with a block of vectors.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        The matrix.
    vectors : ndarray of float64, shape (columns, k)
        The vectors.
    found : ndarray of float64, shape (rows, k)
        Where the product goes.
    """
    with one_thread():
        found[:] = values @ vectors


def add_turned(values: Table, vectors: Table, found: Table) -> None:
    """Add the product of a dense matrix, transposed, with a block of vectors.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        The matrix.
    vectors : ndarray of float64, shape (rows, k)
        The vectors.
    found : ndarray of float64, shape (columns, k)
        What it is added to.
    """
    with one_thread():
        found += values.T @ vectors


def pairs_of_rows(by_row: Compressed, by_column: Compressed) -> Vector:
    """Return, of every entry, the sum down its column of values times products of rows with its.

    Parameters
    ----------
    by_row, by_column : Compressed
        The matrix, both ways.

    Returns
    -------
    ndarray of float64, shape (entries,)
        In the order of ``by_row``.
    """
    inner = np.empty(by_row.data.size)
    work = before(by_row.indptr, by_row.indices, by_column.indptr)
    # As much work in every block.
    shares = work[-1] * (np.arange(1, _BLOCKS) / _BLOCKS)
    ends = np.searchsorted(work, shares)
    bounds = np.concatenate([[0], ends, [work.size - 1]]).astype(np.int64)
    randomised_kernels.pairs_of_rows(by_row, by_column, bounds, inner)
    return inner
