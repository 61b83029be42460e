"""Blocks of a matrix as a pass takes them: in the order of their memory, and near zero."""

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
    """Return a matrix as blocks, of which passes take one after the other.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix. In memory it is one block.
    """
    if isinstance(matrix, BlockMatrix):
        return matrix
    return BlockMatrix(matrix.shape, matrix.dtype, lambda: iter((matrix,)), along_columns(matrix))


def laid_blocks(matrix: BlockMatrix, origin: int = 0) -> Iterator[tuple[slice, WholeMatrix]]:
    """Yield blocks whose memory runs as a pass needs it, each after its place.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix.
    origin : int
        What is taken off whole numbers first, exactly.

    Yields
    ------
    slice
        Which rows the block is, or which columns if the matrix comes by columns.
    DenseMatrix or SparseMatrix
        The block. A sparse one becomes some that are dense if more than half of what is observed of
        it is stored. Elsewhere, where most entries are zeros, zero is a center as good as their
        mean: the variance is at least half the mean square.
    """
    start = 0
    for block in matrix.blocks():
        laid = _laid(block, matrix.by_columns)
        for part in laid if origin == 0 else _less(laid, origin, matrix.by_columns):
            count = part.shape[matrix.by_columns]
            yield slice(start, start + count), part
            start += count


def _laid(block: WholeMatrix, by_columns: bool) -> Iterator[WholeMatrix]:
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
    lines, length = block.shape[::-1] if by_columns else block.shape
    if not block.absent_observed or 2 * stored.nnz <= lines * length:
        yield SparseMatrix(stored, block.absent_observed)
        return
    yield from _filled(stored, by_columns)


def _filled(stored: Any, by_columns: bool) -> Iterator[DenseMatrix]:
    for part in _parts(stored.shape, by_columns):
        yield DenseMatrix(filled(stored, part))


def whole(block: WholeMatrix) -> NDArray[Any]:
    """Return the entries of a block with its zeros."""
    return block.values if isinstance(block, DenseMatrix) else filled(block.stored, slice(None))


def filled(stored: Any, part: slice) -> NDArray[Any]:
    """Return some rows of a CSR matrix, or columns of a CSC matrix, with their zeros.

    Parameters
    ----------
    stored : scipy.sparse.csr_array or csc_array
        The matrix.
    part : slice
        Which.
    """
    by_columns = stored.format == "csc"
    lines, length = stored.shape[::-1] if by_columns else stored.shape
    start, stop, _ = part.indices(lines)
    bounds = stored.indptr[start : stop + 1]
    values = np.zeros((stop - start, length), stored.dtype)
    inside = slice(bounds[0], bounds[-1])
    places = np.repeat(np.arange(stop - start), np.diff(bounds)), stored.indices[inside]
    values[places] = stored.data[inside]
    return values.T if by_columns else values


def _parts(shape: tuple[int, int], by_columns: bool) -> Iterator[slice]:
    """Yield which rows, or columns, to take at a time for a copy."""
    lines, length = shape[::-1] if by_columns else shape
    step = max(1, _COPIED_ENTRIES // length)
    for start in range(0, lines, step):
        yield slice(start, start + step)


def _less(blocks: Iterator[WholeMatrix], origin: int, by_columns: bool) -> Iterator[WholeMatrix]:
    """Yield blocks of whole numbers of 64 bits less a number, as float64."""
    for block in blocks:
        if isinstance(block, SparseMatrix):
            if block.absent_observed:
                yield from _less(_filled(block.stored, by_columns), origin, by_columns)
                continue
            moved = block.stored.astype(np.float64)
            moved.data = _differences(block.stored.data, origin)
            yield SparseMatrix(moved, absent_observed=False)
            continue
        for part in _parts(block.shape, by_columns):
            some = (slice(None), part) if by_columns else (part, slice(None))
            observed = None if block.observed is None else block.observed[some]
            yield DenseMatrix(_differences(block.values[some], origin), observed)


def _differences(values: NDArray[Any], origin: int) -> NDArray[np.float64]:
    # Halves of the bits, which float64 holds; the values and their differences it does not.
    high = (values >> 32).astype(np.float64) - (origin >> 32)
    low = (values & 0xFFFFFFFF).astype(np.float64) - (origin & 0xFFFFFFFF)
    differences: NDArray[np.float64] = high * 2.0**32 + low
    return differences
