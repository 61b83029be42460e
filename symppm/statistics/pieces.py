"""A matrix by the lines of its memory, its rows or its columns: as blocks, and in pieces."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import BlockMatrix, DenseMatrix, SparseMatrix, WholeMatrix
from symppm.statistics import Vector
from symppm.statistics.blocks import dense_parts, ordered_blocks

_ENTRIES: Final = 1 << 20


class Lines(NamedTuple):
    """Lines of a matrix: every entry, under a mask or not, or those that a CSR matrix stores."""

    values: NDArray[Any]
    """Shape (lines, length), or (stored,)."""
    observed: NDArray[np.bool_] | None = None
    """False where an entry is missing."""
    indptr: Any = None
    indices: Any = None
    complete: bool = True
    """Whether no entry is missing: what a CSR matrix does not store is zero then."""

    @property
    def height(self) -> int:
        """Number of lines."""
        return len(self.values) if self.indptr is None else self.indptr.size - 1

    def counts(self, length: int) -> NDArray[np.int64]:
        """Return how many entries of each line are observed."""
        if self.complete:
            return np.full(self.height, length)
        counts: NDArray[np.int64] = (
            np.diff(self.indptr) if self.observed is None else self.observed.sum(1)
        )
        return counts

    def ones(self) -> Lines:
        """Return ones where an entry is observed, of lines that are not complete."""
        if self.observed is None:
            return self._replace(values=np.broadcast_to(1.0, self.values.shape), complete=True)
        return Lines(self.observed.view(np.uint8))


@dataclass(frozen=True)
class Piece:
    """Some lines of a matrix about a constant, dense or as CSR, zero where nothing is observed.

    ``observed`` is one where an entry is observed; None of a complete matrix.
    """

    lines: slice
    values: Any
    observed: Any

    def power(self, exponent: int) -> Any:
        """Return the powers of the values, from the first."""
        return entrywise(lambda values: raised(values, exponent), self.values)


def raised(values: Vector, exponent: int) -> Vector:
    """Return powers by products: NumPy takes ten times as long for any power but the second."""
    return functools.reduce(np.multiply, [values] * exponent)


def like(stored: Any, data: Vector) -> Any:
    """Return a sparse matrix with other values at the same places."""
    return type(stored)((data, stored.indices, stored.indptr), shape=stored.shape)


def entrywise(function: Callable[[Any], Any], values: Any) -> Any:
    """Apply a function to the entries of an array, or to those that a sparse matrix stores."""
    dense = isinstance(values, np.ndarray)
    return function(values) if dense else like(values, function(values.data))


def pieces(
    matrix: BlockMatrix, *, complete: bool, origin: int, center: float, scale: float
) -> Iterator[Piece]:
    """Yield a matrix in pieces: its rows, or its columns if it comes by columns.

    The origin is taken off whole numbers first, exactly, then the center; differences are divided
    by the scale. Zeros that are not stored are filled in unless the center is 0.
    """
    length = matrix.shape[not matrix.by_columns]
    for at, lines in matrix_lines(matrix, origin, fill=center != 0 or not complete):
        entries = _ENTRIES if lines.indptr is None else lines.values.size
        for piece in strips(lines, slice(0, lines.height), length, center, entries):
            values = entrywise(lambda raw: (raw - center) / scale, piece.values)
            seen = piece.observed
            if not complete:
                seen = entrywise(np.ones_like, values) if seen is None else seen.astype(float)
            place = slice(at.start + piece.lines.start, at.start + piece.lines.stop)
            yield Piece(place, values, None if complete else seen)


def matrix_lines(matrix: BlockMatrix, origin: int, *, fill: bool) -> Iterator[tuple[slice, Lines]]:
    """Yield the lines of a matrix; zeros that are not stored are written out if ``fill``."""
    for at, block in ordered_blocks(matrix, origin):
        yield from block_lines(at, block, by_columns=matrix.by_columns, fill=fill)


def block_lines(
    at: slice, block: WholeMatrix, *, by_columns: bool, fill: bool
) -> Iterator[tuple[slice, Lines]]:
    """Yield the lines of a block, whose memory runs along them, after their places."""
    if isinstance(block, SparseMatrix) and not (fill and block.absent_observed):
        stored, complete = block.stored, block.absent_observed
        yield at, Lines(stored.data, None, stored.indptr, stored.indices, complete)
        return
    start = at.start
    whole = iter((block,)) if isinstance(block, DenseMatrix) else None
    for part in whole or dense_parts(block, by_columns=by_columns):
        values, observed = part.values, part.observed
        if by_columns:
            values, observed = values.T, None if observed is None else observed.T
        # One layout of the mask is enough to compile for, and a copy is one byte an entry.
        mask = None if observed is None else np.ascontiguousarray(observed)
        yield slice(start, start + len(values)), Lines(values, mask, complete=mask is None)
        start += len(values)


def strips(lines: Lines, some: slice, length: int, center: float, entries: int) -> Iterator[Piece]:
    """Yield some lines as they are, as float64, with the center where an entry is missing."""
    # Of sparse lines many, since every strip adds to all entries across.
    step = max(1, max(entries, length) * lines.height // max(1, lines.values.size))
    for start in range(some.start, some.stop, step):
        part = slice(start, min(start + step, some.stop))
        if lines.indptr is not None:
            yield Piece(part, _stored(lines, part, length), None)
            continue
        values, observed = np.asarray(lines.values[part], np.float64), None
        if lines.observed is not None:
            observed = lines.observed[part]
            values = np.where(observed, values, center)
        yield Piece(part, values, observed)


def _stored(lines: Lines, part: slice, length: int) -> Any:
    # Whoever has such a matrix has loaded SciPy's sparse matrices; others need not.
    from scipy.sparse import csr_array  # noqa: PLC0415

    bounds = lines.indptr[part.start : part.stop + 1]
    inside = slice(bounds[0], bounds[-1])
    values = np.asarray(lines.values[inside], np.float64)
    places = np.asarray(lines.indices)[inside], bounds - bounds[0]
    return csr_array((values, *places), shape=(bounds.size - 1, length))
