"""Any matrix as pieces: some of its lines about a constant, zero where nothing is observed."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import BlockMatrix, SparseMatrix, WholeMatrix
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
        if isinstance(self.values, np.ndarray):
            return raised(self.values, exponent)
        return like(self.values, raised(self.values.data, exponent))


def raised(values: NDArray[np.float64], exponent: int) -> NDArray[np.float64]:
    """Return powers by products: NumPy takes ten times as long for any power but the second."""
    return functools.reduce(np.multiply, [values] * exponent)


def like(stored: Any, data: NDArray[np.float64]) -> Any:
    """Return a sparse matrix with other values at the same places."""
    return type(stored)((data, stored.indices, stored.indptr), shape=stored.shape)


def pieces(
    matrix: BlockMatrix, *, complete: bool, origin: int, center: float, scale: float
) -> Iterator[Piece]:
    """Yield a matrix in pieces: its rows, or its columns if it comes by columns.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix.
    complete : bool
        Whether every entry is observed.
    origin, center, scale
        What is taken off whole numbers first, exactly; what after that; and by what differences are
        divided. Zeros that are not stored are filled in unless ``center`` is 0.
    """
    for lines, block in ordered_blocks(matrix, origin):
        if isinstance(block, SparseMatrix) and not (
            block.absent_observed and (center != 0 or not complete)
        ):
            stored = block.stored.T if matrix.by_columns else block.stored
            values = like(stored, (stored.data.astype(np.float64) - center) / scale)
            yield Piece(lines, values, None if complete else like(stored, np.ones(stored.nnz)))
            continue
        step = max(1, _ENTRIES // block.shape[not matrix.by_columns])
        for start in range(0, lines.stop - lines.start, step):
            part = slice(start, min(start + step, lines.stop - lines.start))
            raw, observed = _some_lines(block, part, matrix.by_columns)
            about = (raw.astype(np.float64) - center) / scale
            seen = None
            if not complete:
                seen = np.ones(about.shape) if observed is None else observed.astype(np.float64)
            if observed is not None:
                about = np.where(observed, about, 0.0)
            yield Piece(slice(lines.start + part.start, lines.start + part.stop), about, seen)


def _some_lines(
    block: WholeMatrix, part: slice, by_columns: bool
) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return some lines of a block, and where they are observed."""
    if isinstance(block, SparseMatrix):
        values = filled(block.stored, part)
        return (values.T if by_columns else values), None
    values, seen = block.values, block.observed
    if by_columns:
        values, seen = values.T, None if seen is None else seen.T
    return values[part], None if seen is None else seen[part]
