"""A matrix in blocks: in the order of their memory, in types that are summed, and near zero."""

from __future__ import annotations

from collections.abc import Iterator
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

_COPIED_ENTRIES: Final = 1 << 21


def blocks_of(matrix: Matrix) -> BlockMatrix:
    """Return a matrix as blocks; in memory it is one."""
    if isinstance(matrix, BlockMatrix):
        return matrix
    return BlockMatrix(matrix.shape, matrix.dtype, lambda: iter((matrix,)), along_columns(matrix))


def ordered_blocks(matrix: BlockMatrix, origin: int = 0) -> Iterator[tuple[slice, WholeMatrix]]:
    """Yield blocks after their places, their memory running along rows (or along columns).

    ``origin`` is taken off whole numbers first, exactly. A sparse block becomes some dense ones if
    more than half of what is observed of it is stored: where most entries are zeros, zero is as
    good a center as their mean, since the variance is at least half the mean square.
    """
    start = 0
    for block in matrix.blocks():
        parts = _ordered(block, matrix.by_columns)
        for part in parts if origin == 0 else _less(parts, origin, matrix.by_columns):
            count = part.shape[matrix.by_columns]
            yield slice(start, start + count), part
            start += count


def dense_parts(block: WholeMatrix, *, by_columns: bool) -> Iterator[DenseMatrix]:
    """Yield some rows, or columns, of a block at a time, with the zeros that are not stored."""
    lines, length = block.shape[::-1] if by_columns else block.shape
    step = max(1, _COPIED_ENTRIES // length)
    for start in range(0, lines, step):
        part = slice(start, start + step)
        some = (slice(None), part) if by_columns else (part, slice(None))
        if isinstance(block, SparseMatrix):
            yield DenseMatrix(block.stored[some].toarray("F" if by_columns else "C"))
        else:
            observed = None if block.observed is None else block.observed[some]
            yield DenseMatrix(block.values[some], observed)


def _ordered(block: WholeMatrix, by_columns: bool) -> Iterator[WholeMatrix]:
    if isinstance(block, DenseMatrix):
        values = as_numbers(block.values)
        if along_columns(block) != by_columns:
            values = np.asfortranarray(values) if by_columns else np.ascontiguousarray(values)
        yield DenseMatrix(values, block.observed)
        return
    stored = block.stored.tocsc() if by_columns else block.stored.tocsr()
    numbers = as_numbers(stored.data)
    if numbers is not stored.data:
        stored = type(stored)((numbers, stored.indices, stored.indptr), shape=stored.shape)
    ordered = SparseMatrix(stored, block.absent_observed)
    if block.absent_observed and 2 * stored.nnz > block.shape[0] * block.shape[1]:
        yield from dense_parts(ordered, by_columns=by_columns)
    else:
        yield ordered


def _less(blocks: Iterator[WholeMatrix], origin: int, by_columns: bool) -> Iterator[WholeMatrix]:
    """Yield blocks of whole numbers of 64 bits less the origin, as float64."""
    for block in blocks:
        if isinstance(block, SparseMatrix) and not block.absent_observed:
            moved = block.stored.astype(np.float64)
            moved.data = _differences(block.stored.data, origin)
            yield SparseMatrix(moved, absent_observed=False)
        else:
            for part in dense_parts(block, by_columns=by_columns):
                yield DenseMatrix(_differences(part.values, origin), part.observed)


def _differences(values: NDArray[Any], origin: int) -> NDArray[np.float64]:
    # Halves of the bits, which float64 holds; the values and their differences it does not.
    high = (values >> 32).astype(np.float64) - (origin >> 32)
    low = (values & 0xFFFFFFFF).astype(np.float64) - (origin & 0xFFFFFFFF)
    differences: NDArray[np.float64] = high * 2.0**32 + low
    return differences
