"""Any matrix as pieces: some of its lines, about a constant, with zeros at its gaps."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import BlockMatrix, SparseMatrix, WholeMatrix
from symppm.statistics.blocks import filled, ordered_blocks

_ENTRIES: Final = 1 << 20


@dataclass(frozen=True)
class Piece:
    """Some lines of a matrix.

    Attributes
    ----------
    lines : slice
        Which.
    values : ndarray of float64 or scipy.sparse.csr_array, shape (k, m)
        About the constant; zero where nothing is observed.
    observed : the same, or None
        Ones where an entry is observed; None where the matrix is complete.
    """

    lines: slice
    values: Any
    observed: Any

    def power(self, exponent: int) -> Any:
        """Return the powers of the values, from the first."""
        dense = isinstance(self.values, np.ndarray)
        values = self.values if dense else self.values.data
        # NumPy takes ten times as long for any power but the second.
        raised = functools.reduce(np.multiply, [values] * exponent)
        return raised if dense else _like(self.values, raised)


def pieces(
    matrix: BlockMatrix, *, complete: bool, origin: int, center: float, scale: float
) -> Iterator[Piece]:
    """Yield a matrix in pieces.

    Parameters
    ----------
    matrix : BlockMatrix
        Its blocks are lines: its rows, or its columns if it comes by columns.
    complete : bool
        Whether every entry is observed.
    origin : int
        What is taken off whole numbers first, exactly.
    center : float
        What is taken off after that. Where zeros are not stored, they are filled in unless it is 0.
    scale : float
        What the differences are divided by.
    """
    for lines, block in ordered_blocks(matrix, origin):
        if isinstance(block, SparseMatrix) and not (
            block.absent_observed and (center != 0 or not complete)
        ):
            yield _stored(lines, block, matrix.by_columns, complete, center, scale)
            continue
        length = block.shape[not matrix.by_columns]
        step = max(1, _ENTRIES // length)
        for start in range(0, lines.stop - lines.start, step):
            part = slice(start, min(start + step, lines.stop - lines.start))
            values, observed = _lines(block, part, matrix.by_columns)
            about = (values.astype(np.float64) - center) / scale
            seen = None
            if not complete:
                seen = np.ones(about.shape) if observed is None else observed.astype(np.float64)
            if observed is not None:
                about = np.where(observed, about, 0.0)
            place = slice(lines.start + part.start, lines.start + part.stop)
            yield Piece(place, about, seen)


def _lines(
    block: WholeMatrix, part: slice, by_columns: bool
) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return some lines of a block, and where they are observed."""
    if isinstance(block, SparseMatrix):
        values = filled(block.stored, part)
        return (values.T if by_columns else values), None
    if by_columns:
        seen = block.observed
        return block.values[:, part].T, None if seen is None else seen[:, part].T
    return block.values[part], None if block.observed is None else block.observed[part]


def _stored(
    lines: slice, block: SparseMatrix, by_columns: bool, complete: bool, center: float, scale: float
) -> Piece:
    stored = block.stored.T if by_columns else block.stored
    about = (stored.data.astype(np.float64) - center) / scale

    seen = None if complete else _like(stored, np.ones(len(about)))
    return Piece(lines, _like(stored, about), seen)


def _like(stored: Any, data: NDArray[np.float64]) -> Any:
    return type(stored)((data, stored.indices, stored.indptr), shape=stored.shape)
