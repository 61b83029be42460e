"""A matrix S + L R' by what can be done with it, whatever it is held as.

S is dense, or it is what a sparse matrix stores, with L R' for zeros about a mean and for effects
of rows and columns. Every statistic is written on its transpose, powers, products with vectors,
power sums, and dense strips.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, Matrix, SparseMatrix
from symppm.errors import DataError
from symppm.statistics import Table, Vector
from symppm.statistics.passes import blocks_of, entrywise, like, matrix_lines, raised
from symppm.statistics.sums import Margins

Places = NDArray[np.intp]

HELD: Final = 1 << 28
"""Entries of a dense matrix up to which float64 copies of it are made: 2 GiB each."""
_STRIP: Final = 1 << 22
_PARTS: Final = 1000
_FARTHEST: Final = 2.0**230.5


@dataclass(frozen=True, eq=False)
class LowRank:
    """S + L R': ``stored``, CSR or dense, and some vectors on either side, or none.

    Where L R' fills what is missing of sparse data, S is what is observed less that; where dense
    data are filled already, ``mask`` says where they are observed.
    """

    stored: Any
    left: Table
    right: Table
    mask: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, stored: Any, vectors: tuple[Vector, Vector] | None = None) -> LowRank:
        """Add the product of two vectors, or nothing."""
        if vectors is None:
            return cls(stored, *(np.zeros((length, 0)) for length in stored.shape))
        return cls(stored, vectors[0][:, None], vectors[1][:, None])

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.left), len(self.right)

    @property
    def dense(self) -> bool:
        """Whether every entry is stored."""
        return isinstance(self.stored, np.ndarray)

    @property
    def complete(self) -> bool:
        """Whether nothing is filled in."""
        return self.mask is None and not self.left.shape[1]

    @property
    def share_observed(self) -> float:
        """Share of the entries that are not filled in."""
        if self.mask is not None:
            return float(self.mask.mean())
        return 1.0 if self.complete else self.stored.nnz / math.prod(self.shape)

    @functools.cached_property
    def T(self) -> LowRank:
        """The transpose."""
        stored = self.stored.T if self.dense else self.stored.T.tocsr()
        return LowRank(stored, self.right, self.left)

    def __matmul__(self, vectors: Table) -> Table:
        product: Table = self.stored @ vectors
        product += self.left @ (self.right.T @ vectors)
        return product

    def back(self, vectors: Table) -> Table:
        """Multiply the transpose, which is not laid out."""
        product: Table = self.stored.T @ vectors
        product += self.right @ (self.left.T @ vectors)
        return product

    def at(self, rows: Places, columns: Places) -> LowRank:
        """Return some of the rows and columns."""
        places = np.ix_(rows, columns)
        stored = self.stored[places] if self.dense else self.stored[rows][:, columns]
        mask = None if self.mask is None else self.mask[places]
        return LowRank(stored, self.left[rows], self.right[columns], mask)

    def less(self, *products: tuple[Vector, Vector]) -> LowRank:
        """Return this less products of two vectors, which are not added up."""
        lefts, rights = zip(*products, strict=True)
        left = np.column_stack([self.left, *(-x for x in lefts)])
        return LowRank(self.stored, left, np.column_stack([self.right, *rights]))

    def observed(self) -> tuple[Places, Places, Vector]:
        """Return rows, columns and values of the entries that are not filled in."""
        if self.mask is not None:
            rows, columns = self.mask.nonzero()
            return rows, columns, self.stored[rows, columns]
        return row_of(self.stored), self.stored.indices, self.stored.data + self._absent

    @functools.cached_property
    def _absent(self) -> Vector:
        """L R' at the stored entries."""
        rows, columns = row_of(self.stored), self.stored.indices
        absent: Vector = np.einsum("sk,sk->s", self.left[rows], self.right[columns])
        return absent

    def power(self, exponent: int) -> LowRank:
        """Take the entries to a power: what is of low rank stays so."""
        if exponent == 1:
            return self
        if self.complete:
            return LowRank.of(entrywise(lambda values: raised(values, exponent), self.stored))
        entries = raised(self.stored.data + self._absent, exponent)
        left, right = (
            functools.reduce(
                lambda a, b: (a[:, :, None] * b[:, None]).reshape(len(a), -1), [side] * exponent
            )
            for side in (self.left, self.right)
        )  # fmt: skip
        return LowRank(like(self.stored, entries - raised(self._absent, exponent)), left, right)

    def power_sums(self, most: int = 4) -> tuple[Table, Table]:
        """Sum the first to fourth powers along rows, and along columns."""
        rows, columns = zip(*(self.power(k + 1).sums() for k in range(most)), strict=True)
        return np.array(rows), np.array(columns)

    def sums(self) -> tuple[Vector, Vector]:
        """Sum along rows, and along columns."""
        return self @ np.ones(self.shape[1]), self.back(np.ones(self.shape[0]))

    def strips(self) -> Iterator[tuple[slice, Table]]:
        """Yield some columns at a time, dense."""
        for span in slices(len(self.right), max(1, _STRIP // len(self.left))):
            if self.dense:
                yield span, self.stored[:, span]
            else:
                transposed = self.T.stored[span]
                yield span, transposed.toarray().T + self.left @ self.right[span].T

    def largest(self, count: int) -> tuple[Vector, NDArray[np.int64]]:
        """Return the largest squares stored, of equal ones the first row by row, and places."""
        squares = np.square(self.stored.ravel() if self.dense else self.observed()[2])
        # The largest few are as large as those of as many parts at least.
        starts = np.arange(0, squares.size, max(1, squares.size // _PARTS))
        bound = np.sort(np.maximum.reduceat(squares, starts))[-count:][0]
        near = np.flatnonzero(squares >= bound)
        least = np.sort(squares[near])[-count:][0]
        near = near[squares[near] >= least]
        above = squares[near] > least
        order = np.concatenate([near[above], near[~above][:count]])
        order = order[np.lexsort((order, -squares[order]))][:count]
        if self.dense:
            return squares[order], np.stack(np.divmod(order, self.shape[1]), axis=1)
        rows = np.searchsorted(self.stored.indptr, order, "right") - 1
        return squares[order], np.stack([rows, self.stored.indices[order]], axis=1)

    def of_low_rank(self) -> tuple[Table, Table]:
        """Return E, F: the products of rows are those of what is stored and E F'."""
        q = self.stored @ self.right + self.left @ (self.right.T @ self.right) / 2
        return np.hstack([self.left, q]), np.hstack([q, self.left])


def row_of(stored: Any) -> Places:
    """Return the row of each stored entry of a CSR matrix."""
    return np.repeat(np.arange(stored.shape[0]), np.diff(stored.indptr))


def ones_of(shape: tuple[int, int]) -> LowRank:
    """Return a matrix of ones."""
    from scipy import sparse  # noqa: PLC0415 - slow to load

    return LowRank.of(sparse.csr_array(shape), (np.ones(shape[0]), np.ones(shape[1])))


def ones_where(values: LowRank, *, complete: bool) -> LowRank:
    """Return ones where values are observed: everywhere, or where they are stored."""
    if complete:
        return ones_of(values.shape)
    return LowRank.of(like(values.stored, np.ones(values.stored.nnz)))


def matrix_about(matrix: Matrix, margins: Margins, constant: float | None = None) -> LowRank:
    """Return what is observed about a constant: dense if it is complete, or CSR.

    Zeros that are not stored stay so, what is taken off them being of low rank. Without a constant,
    they are about zero, and other matrices about their center.
    """
    blocks, center = blocks_of(matrix), margins.center if constant is None else constant
    thin = margins.complete and all(
        isinstance(lines, SparseMatrix) and lines.absent_observed
        for _, lines in matrix_lines(blocks, margins.origin, fill=False)
    )
    if thin or not margins.complete:
        stored = _stored(matrix, margins, 0.0 if thin else center, fill=not thin)
        n, m = matrix.shape
        return LowRank.of(stored, (np.full(n, -constant), np.ones(m)) if thin and constant
                          else None)  # fmt: skip
    if math.prod(matrix.shape) > HELD:
        raise DataError(
            f"a dense matrix of {matrix.shape[0]:,} x {matrix.shape[1]:,} entries",
            expected=f"at most {HELD:,} entries for cross-moments, which are not made in blocks",
            do="Draw rows or columns at random, or use estimator='moments'.",
        )
    values = np.empty(matrix.shape[::-1] if blocks.by_columns else matrix.shape)
    for at, lines in matrix_lines(blocks, margins.origin, fill=True):
        dense = lines.stored.toarray() if isinstance(lines, SparseMatrix) else lines.values
        np.subtract(dense, np.float64(center), out=values[at])
    return LowRank.of(values.T if blocks.by_columns else values)


def _stored(matrix: Matrix, margins: Margins, constant: float, *, fill: bool) -> Any:
    """Return what is observed, or of a complete matrix what is stored, as CSR."""
    from scipy import sparse  # noqa: PLC0415 - dense complete data have no need of it

    blocks, arrays = blocks_of(matrix), []
    for _, lines in matrix_lines(blocks, margins.origin, fill=fill):
        if isinstance(lines, SparseMatrix):
            raw, places = lines.stored.data, (lines.stored.indices, lines.stored.indptr)
        else:
            observed = np.ones(lines.shape, bool) if lines.observed is None else lines.observed
            ends = np.append(0, np.count_nonzero(observed, axis=1).cumsum())
            raw, places = lines.values[observed], (np.flatnonzero(observed) % lines.shape[1], ends)
        values = raw.astype(np.float64, copy=False) - constant
        array = sparse.csr_array((values, *places), shape=lines.shape)
        # Blocks may share memory.
        arrays.append(array.copy() if isinstance(matrix, BlockMatrix) else array)
    stored = sparse.vstack(arrays, format="csr") if len(arrays) > 1 else arrays[0]
    return stored.T.tocsr() if blocks.by_columns else stored


def centred_matrix(matrix: Matrix, margins: Margins) -> LowRank:
    """Return a complete matrix less the effects of its rows and columns."""
    entries = matrix_about(matrix, margins)
    n, m = entries.shape
    sums = margins if entries.dense else margins.about(0.0)  # as the entries that are stored
    rows, columns = sums.row_sums / m, sums.column_sums / n
    columns -= columns.mean()
    if not entries.dense:
        return entries.less((rows, np.ones(m)), (np.ones(n), columns))
    centred = entries.stored - rows[:, None]
    centred -= columns
    return LowRank.of(centred)


def check_spread(margins: Margins) -> None:
    """Refuse values so far apart, or so close, that their fourth powers are no numbers."""
    spread = float(np.sqrt(margins.squares / margins.observed))
    if spread > 0 and not 1 / _FARTHEST < spread < _FARTHEST:
        raise DataError(
            f"values that lie about {spread:.0e} apart",
            expected="distances between 1e-69 and 1e69, whose fourth powers double precision holds",
            do="Divide the data by a constant; the number of factors does not change.",
        )


def check_power(value: float, power: str, largest: str) -> None:
    """Refuse an estimate that overflowed."""
    if not np.isfinite(value):
        raise DataError(
            f"values whose {power} powers are too large for double precision",
            expected=f"values up to about {largest} in size",
            do="Divide the data by a constant; the number of factors does not change.",
        )


def slices(length: int, step: int) -> Iterator[slice]:
    """Yield one part after the other of so many."""
    return (slice(start, min(start + step, length)) for start in range(0, length, step))
