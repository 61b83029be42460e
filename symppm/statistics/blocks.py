"""A matrix as passes take it: in blocks, in the order of their memory, and near zero."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import as_numbers
from symppm.data.matrix import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
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


def whole(block: WholeMatrix) -> NDArray[Any]:
    """Return the entries of a block with its zeros."""
    return block.values if isinstance(block, DenseMatrix) else filled(block.stored, slice(None))


def filled(stored: Any, part: slice) -> NDArray[Any]:
    """Return some rows of a CSR matrix, or columns of a CSC matrix, with their zeros."""
    by_columns = stored.format == "csc"
    lines, length = stored.shape[::-1] if by_columns else stored.shape
    start, stop, _ = part.indices(lines)
    bounds = stored.indptr[start : stop + 1]
    values = np.zeros((stop - start, length), stored.dtype)
    inside = slice(bounds[0], bounds[-1])
    places = np.repeat(np.arange(stop - start), np.diff(bounds)), stored.indices[inside]
    values[places] = stored.data[inside]
    return values.T if by_columns else values


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
    if not block.absent_observed or 2 * stored.nnz <= block.shape[0] * block.shape[1]:
        yield SparseMatrix(stored, block.absent_observed)
    else:
        yield from _dense_parts(stored, by_columns)


def _dense_parts(stored: Any, by_columns: bool) -> Iterator[DenseMatrix]:
    for part in _parts(stored.shape, by_columns):
        yield DenseMatrix(filled(stored, part))


def _parts(shape: tuple[int, int], by_columns: bool) -> Iterator[slice]:
    """Yield which rows, or columns, to copy at a time."""
    lines, length = shape[::-1] if by_columns else shape
    step = max(1, _COPIED_ENTRIES // length)
    for start in range(0, lines, step):
        yield slice(start, start + step)


def _less(blocks: Iterator[WholeMatrix], origin: int, by_columns: bool) -> Iterator[WholeMatrix]:
    """Yield blocks of whole numbers of 64 bits less the origin, as float64."""
    for block in blocks:
        if isinstance(block, DenseMatrix):
            for part in _parts(block.shape, by_columns):
                some = (slice(None), part) if by_columns else (part, slice(None))
                observed = None if block.observed is None else block.observed[some]
                yield DenseMatrix(_differences(block.values[some], origin), observed)
        elif block.absent_observed:
            yield from _less(_dense_parts(block.stored, by_columns), origin, by_columns)
        else:
            moved = block.stored.astype(np.float64)
            moved.data = _differences(block.stored.data, origin)
            yield SparseMatrix(moved, absent_observed=False)


def _differences(values: NDArray[Any], origin: int) -> NDArray[np.float64]:
    # Halves of the bits, which float64 holds; the values and their differences it does not.
    high = (values >> 32).astype(np.float64) - (origin >> 32)
    low = (values & 0xFFFFFFFF).astype(np.float64) - (origin & 0xFFFFFFFF)
    differences: NDArray[np.float64] = high * 2.0**32 + low
    return differences
