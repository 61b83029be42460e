"""A matrix S + L R' by what can be done with it, whatever it is held as.

S is dense (in memory, or some lines at a time from where they lie), or it is what a sparse matrix
stores, with L R' for zeros about a mean and for effects of rows and columns. Every statistic is
written on its transpose, powers, products with vectors, power sums, and dense strips.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, Matrix, SparseMatrix
from symppm.errors import DataError
from symppm.statistics.blocks import blocks_of, ordered_blocks
from symppm.statistics.pieces import like, pieces, raised
from symppm.statistics.sums import Margins, transposed

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Lines = Callable[[], Iterator[tuple[slice, Table]]]

POWERS: Final = 4
HELD: Final = 1 << 27
"""Entries of a dense matrix up to which float64 copies of it are held: 1 GiB."""
_STRIP: Final = 1 << 22
_CACHED: Final = 1 << 16
_LARGEST_EXPONENT: Final = 230


@dataclass(frozen=True, eq=False)
class Dense:
    """A dense matrix by its lines: rows, or columns if it is turned."""

    lines: Lines
    size: tuple[int, int]
    turned: bool = False
    exponent: int = 1
    held: Table | None = None

    @classmethod
    def of(cls, values: Table, turned: bool = False) -> Dense:
        """Hold lines."""
        some = list(slices(len(values), max(1, _CACHED // values.shape[1])))
        return cls(lambda: ((at, values[at]) for at in some), values.shape, turned, held=values)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.size[::-1] if self.turned else self.size

    @property
    def T(self) -> Dense:
        """The transpose."""
        return replace(self, turned=not self.turned)

    def power(self, exponent: int) -> Dense:
        """Take the entries to a power, from 1."""
        return replace(self, exponent=exponent)

    def __matmul__(self, vectors: Table) -> Table:
        product = np.zeros((self.shape[0], *vectors.shape[1:]))
        for some, part in self.lines():
            power = raised(part, self.exponent)
            if self.turned:
                product += power.T @ vectors[some]
            else:
                product[some] = power @ vectors
        return product

    def power_sums(self) -> tuple[Table, Table]:
        """Sum the first to fourth powers along rows, and along columns."""
        along, across = np.zeros((POWERS, self.size[0])), np.zeros((POWERS, self.size[1]))
        for some, part in self.lines():
            power = part
            for k in range(POWERS):
                along[k, some] = power.sum(1)
                across[k] += power.sum(0)
                power = power * part
        return (across, along) if self.turned else (along, across)

    def strips(self) -> Iterator[tuple[slice, Table]]:
        """Yield some columns at a time."""
        if self.held is not None:
            whole = self.held.T if self.turned else self.held
            step = max(1, _STRIP // len(whole))
            yield from ((some, whole[:, some]) for some in slices(self.shape[1], step))
        elif self.turned:
            yield from ((some, part.T) for some, part in self.lines())
        else:
            # All is read anew for every strip: the fewer, the better.
            for some in slices(self.size[1], max(1, HELD // self.size[0])):
                yield some, np.concatenate([part[:, some] for _, part in self.lines()])

    def farthest(self) -> tuple[int, int, float]:
        """Return the place and the value of the largest entry."""
        best = (0, 0, 0.0)
        for some, part in self.lines():
            for at in (int(part.argmax()), int(part.argmin())):
                i, j = divmod(at, part.shape[1])
                if abs(part[i, j]) > abs(best[2]):
                    best = some.start + i, j, float(part[i, j])
        return (best[1], best[0], best[2]) if self.turned else best

    def centred(self, along: Vector, across: Vector) -> Dense:
        """Take something off its rows, and off its columns."""
        along, across = (across, along) if self.turned else (along, across)
        if self.held is not None:
            centred = self.held - along[:, None]
            centred -= across
            return Dense.of(centred, self.turned)
        read = self.lines
        return replace(
            self, lines=lambda: ((at, part - along[at, None] - across) for at, part in read())
        )


@dataclass(frozen=True, eq=False)
class Stored:
    """Entries stored as CSR, and left right' of low rank: without, these have no columns."""

    stored: Any
    left: Table
    right: Table

    @classmethod
    def of(cls, stored: Any) -> Stored:
        """Nothing of low rank."""
        return cls(stored, *(np.zeros((length, 0)) for length in stored.shape))

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.left), len(self.right)

    @functools.cached_property
    def T(self) -> Stored:
        """The transpose."""
        return Stored(self.stored.T.tocsr(), self.right, self.left)

    @functools.cached_property
    def _absent(self) -> Vector:
        """What of low rank there is at the stored entries."""
        rows = np.repeat(np.arange(len(self.left)), np.diff(self.stored.indptr))
        absent: Vector = np.einsum("sk,sk->s", self.left[rows], self.right[self.stored.indices])
        return absent

    def power(self, exponent: int) -> Stored:
        """Take the entries to a power: what is of low rank stays so."""
        entries = raised(self.stored.data + self._absent, exponent)
        left, right = (
            functools.reduce(
                lambda a, b: (a[:, :, None] * b[:, None]).reshape(len(a), -1), [side] * exponent
            ) if side.size else side
            for side in (self.left, self.right)
        )  # fmt: skip
        return Stored(like(self.stored, entries - raised(self._absent, exponent)), left, right)

    def __matmul__(self, vectors: Table) -> Table:
        product: Table = self.stored @ vectors + self.left @ (self.right.T @ vectors)
        return product

    def power_sums(self) -> tuple[Table, Table]:
        """Sum the first to fourth powers along rows, and along columns."""
        powers = [self.power(k + 1) for k in range(POWERS)]
        rows, columns = (np.ones(length) for length in self.shape)
        across = [rows @ of.stored + of.right @ (rows @ of.left) for of in powers]
        return np.stack([of @ columns for of in powers]), np.stack(across)

    def strips(self) -> Iterator[tuple[slice, Table]]:
        """Yield some columns at a time, dense."""
        turned = self.T.stored
        for some in slices(len(self.right), max(1, _STRIP // len(self.left))):
            yield some, turned[some].toarray().T + self.left @ self.right[some].T

    def farthest(self) -> tuple[int, int, float]:
        """Return the place and the value of the largest entry of those stored."""
        values = self.stored.data + self._absent
        if not values.size:
            return 0, 0, 0.0
        place = int(np.abs(values).argmax())
        row = int(np.searchsorted(self.stored.indptr, place, "right")) - 1
        return row, int(self.stored.indices[place]), float(values[place])

    def of_low_rank(self) -> tuple[Table, Table]:
        """Return E, F: the products of rows are those of what is stored and E F'."""
        q = self.stored @ self.right + self.left @ (self.right.T @ self.right) / 2
        return np.hstack([self.left, q]), np.hstack([q, self.left])

    def centred(self, along: Vector, across: Vector) -> Stored:
        """Take something off its rows, and off its columns."""
        left = -np.stack([along, np.ones_like(along)], axis=1)
        return Stored(self.stored, left, np.stack([np.ones_like(across), across], axis=1))


@dataclass(frozen=True)
class Ones:
    """A matrix of ones."""

    shape: tuple[int, int]

    @property
    def T(self) -> Ones:
        """The transpose."""
        return Ones(self.shape[::-1])

    def power(self, _: int) -> Ones:
        """Return itself."""
        return self

    def __matmul__(self, vectors: Table) -> Table:
        return np.broadcast_to(vectors.sum(0), (self.shape[0], *vectors.shape[1:]))

    def power_sums(self) -> tuple[Table, Table]:
        """Sum along rows, and along columns."""
        n, m = self.shape
        return np.full((POWERS, n), float(m)), np.full((POWERS, m), float(n))


def complete_matrix(matrix: Matrix, margins: Margins, scale: float) -> Dense | Stored:
    """Return a complete matrix about its center, in units of a scale.

    Zeros that are not stored stay so, unless most entries are stored, or the numbers are whole ones
    of which float64 does not hold the last digits. What is too large to be held is read anew each
    time.
    """
    blocks = blocks_of(matrix)
    if margins.origin == 0 and all(
        isinstance(block, SparseMatrix) and block.absent_observed
        for _, block in ordered_blocks(blocks)
    ):
        return Stored.of(stored_entries(matrix, margins, 0.0, scale))

    def lines() -> Iterator[tuple[slice, Table]]:
        for piece in pieces(
            blocks, complete=True, origin=margins.origin, center=margins.center, scale=scale
        ):
            dense = isinstance(piece.values, np.ndarray)
            yield piece.lines, piece.values if dense else piece.values.toarray()

    own = transposed(margins) if blocks.by_columns else margins
    size = own.row_sums.size, own.column_sums.size
    if size[0] * size[1] > HELD:
        return Dense(lines, size, blocks.by_columns)
    return Dense.of(np.concatenate([part for _, part in lines()]), blocks.by_columns)


def centred_matrix(matrix: Matrix, margins: Margins, scale: float) -> Dense | Stored:
    """Return a complete matrix less the effects of its rows and columns, in units of a scale."""
    whole = complete_matrix(matrix, margins, scale)
    n, m = whole.shape
    # What is stored is about zero, not about the center.
    about = margins.center / scale if isinstance(whole, Stored) else 0.0
    columns = margins.column_sums / (n * scale) + about
    return whole.centred(margins.row_sums / (m * scale) + about, columns - columns.mean())


def stored_entries(matrix: Matrix, margins: Margins, center: float, scale: float) -> Any:
    """Return what is observed about a constant, or of a complete matrix what is stored, as CSR."""
    from scipy import sparse  # noqa: PLC0415 - dense complete data have no need of it

    blocks = blocks_of(matrix)
    complete = margins.observed == matrix.shape[0] * matrix.shape[1]
    parts = []
    for piece in pieces(
        blocks, complete=complete, origin=margins.origin, center=center, scale=scale
    ):
        values = piece.values
        if isinstance(values, np.ndarray):
            values = like(sparse.csr_array(piece.observed), values[piece.observed > 0])
        # Blocks may share memory.
        parts.append(values.copy() if isinstance(matrix, BlockMatrix) else values)
    whole = sparse.vstack(parts, format="csr") if len(parts) > 1 else parts[0]
    return whole.T.tocsr() if blocks.by_columns else whole


def spread_of(margins: Margins) -> float:
    """Return a power of two near the spread of the values; dividing by it rounds nothing.

    Raises
    ------
    DataError
        If double precision does not hold the fourth powers of the values.
    """
    spread = float(np.sqrt(margins.squares / margins.observed))
    exponent = float(np.round(np.log2(spread))) if spread > 0 else 0.0
    if abs(exponent) > _LARGEST_EXPONENT:
        raise DataError(
            f"values that lie about {spread:.0e} apart",
            expected="distances between 1e-69 and 1e69, whose fourth powers double precision holds",
            do="Divide the data by a constant; the number of factors does not change.",
        )
    return float(2.0**exponent)


def slices(length: int, step: int) -> Iterator[slice]:
    """Yield one part after the other of so many."""
    return (slice(start, min(start + step, length)) for start in range(0, length, step))
