"""What one pass over a matrix, or over each of its blocks, finds, before it is summed up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix, WholeMatrix
from symppm.errors import DataError
from symppm.measure import kernels
from symppm.measure.laying import laid_blocks
from symppm.measure.sources import Dense, Masked, Stored

_PARALLEL_ENTRIES: Final = 1_000_000
_BLOCKS: Final = 16
_BLOCK_ENTRIES: Final = 1 << 24
_SAMPLE: Final = 4096


@dataclass(frozen=True)
class Found:
    """Sums over the observed entries of rows, about a center.

    Attributes
    ----------
    center : float
        What was subtracted from every value.
    row_counts, column_counts : ndarray of int64, shapes (N,) and (M,)
        Observed entries.
    row_sums, column_sums : ndarray of float64, shapes (N,) and (M,)
        Sums of the observed values about the center.
    partners : ndarray of int64, shape (M,)
        Sums, over the observed entries of each column, of the counts of their rows.
    squares : float
        Sum of squares about the center.
    minimum, maximum : float
        Extremes of the observed values.
    integral : bool
        Whether all observed values are whole numbers.
    """

    center: float
    row_counts: NDArray[np.int64]
    column_counts: NDArray[np.int64]
    row_sums: NDArray[np.float64]
    column_sums: NDArray[np.float64]
    partners: NDArray[np.int64]
    squares: float
    minimum: float
    maximum: float
    integral: bool

    def about(self, center: float) -> Found:
        """Return the same about another center."""
        by = self.center - center
        if by == 0:
            return self
        total, count = float(self.column_sums.sum()), float(self.column_counts.sum())
        return replace(
            self,
            center=center,
            row_sums=self.row_sums + self.row_counts * by,
            column_sums=self.column_sums + self.column_counts * by,
            squares=self.squares + by * (2 * total + by * count),
        )


def found_in(matrix: BlockMatrix, origin: int = 0) -> Found:
    """Sum a matrix that comes in blocks, each about its own mean.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix; if it comes by columns, they are taken for rows.
    origin : int
        What is taken off whole numbers first, exactly; the result is that of the differences.

    Raises
    ------
    DataError
        If the blocks do not make up a matrix of the shape that it says it has.
    """
    parts: list[Found] = []
    pooled: Found | None = None
    lines, length = matrix.shape[::-1] if matrix.by_columns else matrix.shape
    for _, block in laid_blocks(matrix, origin):
        if block.shape[not matrix.by_columns] != length:
            break
        part = _found_in(block, matrix.by_columns)
        parts.append(part)
        pooled = part if pooled is None else _pooled(pooled, part)
    if pooled is None or sum(part.row_sums.size for part in parts) != lines:
        raise DataError(
            f"blocks that are no matrix of shape {matrix.shape} together",
            expected="successive blocks of its rows, or of its columns, from the first to the last",
            do="Give the shape of the whole matrix, and a function that yields anew at each call.",
        )
    moved = [part.about(pooled.center) for part in parts]
    return replace(
        pooled,
        row_counts=np.concatenate([part.row_counts for part in moved]),
        row_sums=np.concatenate([part.row_sums for part in moved]),
    )


def _found_in(matrix: WholeMatrix, flip: bool) -> Found:
    """Sum a matrix in memory, its columns being taken for rows if its memory runs along them."""
    if isinstance(matrix, SparseMatrix):
        return _of_sparse(matrix, flip)
    if matrix.observed is None:
        return _of_dense(matrix, flip)
    return _of_masked(matrix, matrix.observed, flip)


def _pooled(one: Found, other: Found) -> Found:
    """Add up what was found in two blocks, leaving out their rows."""
    center = _common(one, other)
    one, other = one.about(center), other.about(center)
    nobody = np.empty(0, np.int64)
    return Found(
        center,
        nobody,
        one.column_counts + other.column_counts,
        nobody.astype(np.float64),
        one.column_sums + other.column_sums,
        one.partners + other.partners,
        one.squares + other.squares,
        min(one.minimum, other.minimum),
        max(one.maximum, other.maximum),
        one.integral and other.integral,
    )


def _common(one: Found, other: Found) -> float:
    """Return a center for both: their own, or about their mean."""
    if one.center == other.center:
        return one.center
    counts = np.array([float(each.column_counts.sum()) for each in (one, other)])
    sums = np.array([float(each.column_sums.sum()) for each in (one, other)])
    if not counts.all():
        return one.center if counts[0] else other.center
    means = np.array([one.center, other.center]) + sums / counts
    center = float(means @ (counts / counts.sum()))
    if not np.isfinite(center):
        return one.center
    return float(np.rint(center)) if one.integral and other.integral else center


def _sample(matrix: WholeMatrix, size: int) -> NDArray[Any]:
    """Return about so many values from all over a matrix; none only if none is observed."""
    if isinstance(matrix, SparseMatrix):
        data: NDArray[Any] = matrix.stored.data
        return data[:: max(1, data.size // size)]
    side = max(1, int(size**0.5))
    rows, columns = matrix.shape
    some = (slice(None, None, max(1, rows // side)), slice(None, None, max(1, columns // side)))
    if matrix.observed is None:
        return matrix.values[some].ravel()
    values = matrix.values[some][matrix.observed[some]]
    if values.size == 0 and matrix.observed.any():
        row, column = divmod(int(matrix.observed.argmax()), columns)
        values = matrix.values[row, column : column + 1]
    return values


def _center(matrix: WholeMatrix) -> float:
    values = _sample(matrix, _SAMPLE)
    center = float(values.mean(dtype=np.float64)) if values.size else 0.0
    if not np.isfinite(center):
        return 0.0
    # Whole numbers about a whole number are summed without any rounding.
    return float(np.rint(center)) if bool((values == np.floor(values)).all()) else center


def _room(rows: int, columns: int, entries: int | None = None) -> kernels.Sums:
    parallel = (rows * columns if entries is None else entries) >= _PARALLEL_ENTRIES
    # Few blocks for very wide matrices, since each has its own sums of all columns.
    blocks = max(1, min(_BLOCKS, rows, _BLOCK_ENTRIES // columns)) if parallel else 1
    return kernels.Sums(np.zeros(rows), np.zeros((blocks, columns)), np.zeros((blocks, 4)))


def _counts(sums: kernels.Sums) -> kernels.Counts:
    shape = sums.columns.shape
    return kernels.Counts(
        np.zeros(sums.rows.size, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    )


def _found(sums: kernels.Sums, center: float, counts: kernels.Counts | None) -> Found:
    rows, columns = sums.rows.size, sums.columns.shape[1]
    squares, minimum, maximum, integral = sums.facts.T
    return Found(
        center,
        np.full(rows, columns) if counts is None else counts.rows,
        np.full(columns, rows) if counts is None else counts.columns.sum(axis=0),
        sums.rows,
        sums.columns.sum(axis=0),
        np.full(columns, rows * columns) if counts is None else counts.partners.sum(axis=0),
        float(squares.sum()),
        float(minimum.min()),
        float(maximum.max()),
        bool(integral.all()),
    )


def _of_dense(matrix: DenseMatrix, flip: bool) -> Found:
    source = Dense(matrix.values.T if flip else matrix.values)
    center, check = _center(matrix), matrix.dtype.kind == "f"
    sums = _room(*source.values.shape)
    kernels.dense_blocks(source, center, check, sums)
    return _found(sums, center, None)


def _of_masked(matrix: DenseMatrix, observed: NDArray[np.bool_], flip: bool) -> Found:
    # One layout of the mask is enough to compile for, and a copy is one byte an entry.
    source = Masked(
        matrix.values.T if flip else matrix.values,
        np.ascontiguousarray(observed.T if flip else observed),
    )
    center, check = _center(matrix), matrix.dtype.kind == "f"
    sums = _room(*source.values.shape)
    counts = _counts(sums)
    kernels.masked_blocks(source, center, check, sums, counts)
    return _found(sums, center, counts)


def _of_sparse(matrix: SparseMatrix, flip: bool) -> Found:
    stored = matrix.stored
    source = Stored(stored.indptr, stored.indices, stored.data)
    rows, columns = matrix.shape[::-1] if flip else matrix.shape
    center = 0.0 if matrix.absent_observed else _center(matrix)
    check = matrix.dtype.kind == "f"
    sums = _room(rows, columns, stored.nnz)
    kernels.stored_blocks(source, center, check, sums)
    if matrix.absent_observed:
        found = _found(sums, center, None)
        if stored.nnz == rows * columns:
            return found
        return replace(found, minimum=min(found.minimum, 0.0), maximum=max(found.maximum, 0.0))
    counts = _counts(sums)
    kernels.stored_counts_blocks(source, counts)
    return _found(sums, center, counts)
