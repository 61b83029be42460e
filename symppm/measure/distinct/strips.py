"""A complete matrix as strips: all of its shorter side, some of its longer one, as float64."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import BlockMatrix, DenseMatrix, Matrix, SparseMatrix, WholeMatrix
from symppm.statistics.blocks import blocks_of, ordered_blocks, whole

Table = NDArray[np.float64]


def strips(
    matrix: Matrix, *, flip: bool, step: int, origin: int, center: float
) -> Iterator[tuple[slice, Table]]:
    """Yield strips of a complete matrix, about a center.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix; what is not stored is zero.
    flip : bool
        Whether the shorter side are the columns: strips are then transposed.
    step : int
        How many lines a strip has at most.
    origin : int
        What is taken off whole numbers first, exactly.
    center : float
        What is taken off after that.

    Yields
    ------
    slice
        Which lines of the longer side.
    ndarray of float64, shape (shorter side, lines)
        A new one each time.

    Notes
    -----
    A matrix that comes in blocks of whole long lines is read once; one whose blocks are some of the
    short side's lines is read anew for every strip.
    """
    short, long = matrix.shape[::-1] if flip else matrix.shape
    if isinstance(matrix, BlockMatrix) and matrix.by_columns != flip:
        yield from _gathered(matrix, flip, step, origin, center)
        return
    for start in range(0, long, step):
        part = slice(start, min(start + step, long))
        strip = np.empty((short, part.stop - part.start))
        _fill(strip, matrix, part, flip, origin)
        strip -= center
        yield part, strip


def _gathered(
    matrix: BlockMatrix, flip: bool, step: int, origin: int, center: float
) -> Iterator[tuple[slice, Table]]:
    """Yield strips of a matrix that comes in blocks of whole lines of the longer side."""
    short, long = matrix.shape[::-1] if flip else matrix.shape
    strip = np.empty((short, min(step, long)))
    start = filled_up = 0
    for _, block in ordered_blocks(matrix, origin):
        values = whole(block)
        lines = values.T if flip else values
        taken = 0
        while taken < lines.shape[1]:
            count = min(lines.shape[1] - taken, strip.shape[1] - filled_up)
            strip[:, filled_up : filled_up + count] = lines[:, taken : taken + count]
            taken += count
            filled_up += count
            if filled_up == strip.shape[1]:
                strip -= center
                yield slice(start, start + filled_up), strip
                start += filled_up
                strip = np.empty((short, min(step, long - start)))
                filled_up = 0


def _fill(strip: Table, matrix: Matrix, part: slice, flip: bool, origin: int) -> None:
    """Write some lines of the longer side into a strip."""
    some = (part, slice(None)) if flip else (slice(None), part)
    if isinstance(matrix, BlockMatrix):
        blocks, some_of_block = matrix, some
    else:
        blocks, some_of_block = blocks_of(_part(matrix, some)), (slice(None), slice(None))
    for lines, block in ordered_blocks(blocks, origin):
        values = whole(block)[some_of_block]
        # Blocks are some of the short side's lines, or of those of this part.
        room = strip.T if flip else strip
        if blocks.by_columns:
            room[:, lines] = values
        else:
            room[lines] = values


def _part(matrix: WholeMatrix, some: tuple[slice, slice]) -> WholeMatrix:
    if isinstance(matrix, SparseMatrix):
        return SparseMatrix(matrix.stored[some], matrix.absent_observed)
    return DenseMatrix(matrix.values[some])
