"""A matrix by the lines of its memory, its rows or its columns: all of a block, or in pieces.

Lines are a matrix themselves, of which they are the rows: dense, under a mask or not, or CSR.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
    as_numbers,
)
from symppm.statistics import Vector

_ENTRIES: Final = 1 << 20
_COPIED_ENTRIES: Final = 1 << 21


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


def blocks_of(matrix: Matrix) -> BlockMatrix:
    """Return a matrix as blocks; in memory it is one."""
    if isinstance(matrix, BlockMatrix):
        return matrix
    return BlockMatrix(matrix.shape, matrix.dtype, lambda: iter((matrix,)), along_columns(matrix))


def pieces(
    matrix: BlockMatrix, *, complete: bool, origin: int, center: float, scale: float
) -> Iterator[Piece]:
    """Yield a matrix in pieces: its rows, or its columns if it comes by columns.

    The origin is taken off whole numbers first, exactly, then the center; differences are divided
    by the scale. Zeros that are not stored are filled in unless the center is 0.
    """
    for at, lines in matrix_lines(matrix, origin, fill=center != 0 or not complete):
        entries = lines.size if isinstance(lines, SparseMatrix) else _ENTRIES
        for piece in strips(lines, center, entries):
            values = entrywise(lambda raw: (raw - center) / scale, piece.values)
            seen = piece.observed
            if not complete:
                seen = entrywise(np.ones_like, values) if seen is None else seen.astype(float)
            place = slice(at.start + piece.lines.start, at.start + piece.lines.stop)
            yield Piece(place, values, None if complete else seen)


def matrix_lines(
    matrix: BlockMatrix, origin: int = 0, *, fill: bool
) -> Iterator[tuple[slice, WholeMatrix]]:
    """Yield the lines of a matrix after their places; see :func:`block_lines`."""
    start = 0
    for block in matrix.blocks():
        for lines in block_lines(block, origin, by_columns=matrix.by_columns, fill=fill):
            yield slice(start, start + lines.shape[0]), lines
            start += lines.shape[0]


def block_lines(
    block: WholeMatrix, origin: int, *, by_columns: bool, fill: bool
) -> Iterator[WholeMatrix]:
    """Yield the lines of a block, along which memory runs, whole numbers less an origin exactly.

    Zeros that are not stored are written out if ``fill``, and where more than half of the entries
    are stored: if most are zeros, zero is as good a center as their mean, since the variance is at
    least half the mean square.
    """
    held: Any = block.stored if isinstance(block, SparseMatrix) else as_numbers(block.values)
    held, observed = held.T if by_columns else held, None
    if isinstance(block, SparseMatrix):
        held = held.tocsr()
        thin = 2 * held.nnz <= held.shape[0] * held.shape[1] and not (fill or origin)
        if thin or not block.absent_observed:
            numbers = _less(as_numbers(held.data), origin)
            yield SparseMatrix(like(held, numbers), block.absent_observed)
            return
    elif block.observed is not None:
        observed = block.observed.T if by_columns else block.observed
    whole = isinstance(block, DenseMatrix) and origin == 0
    step = max(1, held.shape[0] if whole else _COPIED_ENTRIES // held.shape[1])
    for start in range(0, held.shape[0], step):
        part = held[start : start + step]
        values = as_numbers(part.toarray()) if isinstance(block, SparseMatrix) else part
        if along_columns(DenseMatrix(values)):
            values = np.ascontiguousarray(values)
        seen = None if observed is None else observed[start : start + step]
        yield DenseMatrix(_less(values, origin), seen)


def is_complete(lines: WholeMatrix) -> bool:
    """Tell whether no entry is missing: what is not stored is zero then."""
    return lines.absent_observed if isinstance(lines, SparseMatrix) else lines.observed is None


def counts_of(lines: WholeMatrix) -> NDArray[np.int64]:
    """Return how many entries of each line are observed."""
    height, length = lines.shape
    if is_complete(lines):
        return np.full(height, length)
    if isinstance(lines, SparseMatrix):
        return np.asarray(np.diff(lines.stored.indptr))
    return np.asarray(np.count_nonzero(np.asarray(lines.observed), axis=1))


def strips(lines: WholeMatrix, center: float, entries: int) -> Iterator[Piece]:
    """Yield lines as they are, as float64, with the center where an entry is missing."""
    height, length = lines.shape
    values: Any = lines.stored if isinstance(lines, SparseMatrix) else lines.values
    # Of sparse lines many, since every strip adds to all entries across.
    step = max(1, max(entries, length) * height // max(1, values.size))
    for start in range(0, height, step):
        part = slice(start, min(start + step, height))
        some = (values[part] if step < height else values).astype(np.float64, copy=False)
        seen = None
        if isinstance(lines, DenseMatrix) and lines.observed is not None:
            seen = lines.observed[part]
            some = np.where(seen, some, center)
        yield Piece(part, some, seen)


def _less(values: NDArray[Any], origin: int) -> NDArray[Any]:
    """Return whole numbers of 64 bits less an origin, as float64, which holds their differences."""
    if origin == 0:
        return values
    # Halves of the bits float64 holds.
    high = (values >> 32).astype(np.float64) - (origin >> 32)
    low = (values & 0xFFFFFFFF).astype(np.float64) - (origin & 0xFFFFFFFF)
    differences: NDArray[np.float64] = high * 2.0**32 + low
    return differences
