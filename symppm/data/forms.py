"""The forms that every matrix is brought to: dense, compressed, or blocks of either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError

Predicate = Callable[[NDArray[Any]], NDArray[np.bool_]]

_CHUNK_ENTRIES: Final = 1 << 17
_REAL_KINDS: Final = "biuf"
_COMPILED_FLOATS: Final = (4, 8)


@dataclass(frozen=True)
class DenseMatrix:
    """A matrix with every entry in memory."""

    values: NDArray[Any]
    """Real numbers, N x M; entries that are not observed may hold anything."""
    observed: NDArray[np.bool_] | None = None
    """True where an entry is observed; None if all are."""

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return self.values.shape[0], self.values.shape[1]

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        return self.values.dtype

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        return self.values[row, column]

    def first(self, is_wrong: Predicate) -> tuple[int, int] | None:
        """Return the first observed position, row by row, where a predicate holds."""
        rows, columns = self.shape
        step = max(1, _CHUNK_ENTRIES // columns)
        for start in range(0, rows, step):
            wrong = is_wrong(self.values[start : start + step])
            if self.observed is not None:
                wrong &= self.observed[start : start + step]
            if wrong.any():
                row, column = divmod(int(wrong.argmax()), columns)
                return start + row, column
        return None

    def narrowed(self, observed: NDArray[np.bool_] | None, *, zeros_missing: bool) -> DenseMatrix:
        """Return the matrix with fewer entries observed: those of a mask, those not zero."""
        nonzero = self.values != 0 if zeros_missing else None
        places = [each for each in (self.observed, observed, nonzero) if each is not None]
        return DenseMatrix(self.values, reduce(and_, places) if places else None)


@dataclass(frozen=True)
class SparseMatrix:
    """A compressed sparse matrix without duplicates, indices sorted."""

    stored: Any
    """A `csr_array` or `csc_array`, which may share the user's buffers; never written to."""
    absent_observed: bool = True
    """Whether an entry that is not stored counts as an observed zero."""

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return int(self.stored.shape[0]), int(self.stored.shape[1])

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        dtype: np.dtype[Any] = self.stored.dtype
        return dtype

    @property
    def size(self) -> int:
        """Number of stored entries."""
        return int(self.stored.nnz)

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        return self.stored[row, column]

    def first(self, is_wrong: Predicate) -> tuple[int, int] | None:
        """Return the first stored position, row by row, where a predicate holds."""
        by_row = self.stored.tocsr()
        wrong = is_wrong(by_row.data)
        if not wrong.any():
            return None
        entry = int(wrong.argmax())
        row = int(np.searchsorted(by_row.indptr, entry, side="right")) - 1
        return row, int(by_row.indices[entry])

    def narrowed(self, observed: NDArray[np.bool_] | None, *, zeros_missing: bool) -> SparseMatrix:
        """Return the matrix with only stored entries observed, if zeros are missing."""
        if observed is not None:
            raise mask_of_sparse()
        return SparseMatrix(self.stored, self.absent_observed and not zeros_missing)


WholeMatrix = DenseMatrix | SparseMatrix
"""A matrix in memory."""


@dataclass(frozen=True)
class BlockMatrix:
    """A matrix that is not held in memory: its rows, or its columns, a block at a time."""

    shape: tuple[int, int]
    dtype: np.dtype[Any]
    blocks: Callable[[], Iterator[WholeMatrix]]
    """Returns, anew at each call, an iterator over successive blocks from the first.

    A block is used up before the next is asked for, so that they may share memory.
    """
    by_columns: bool = False
    """Whether a block is some of the columns, with all rows, instead of some of the rows."""

    def placed(self) -> Iterator[tuple[int, int, WholeMatrix]]:
        """Yield every block after the row and the column of its first entry."""
        start = 0
        for block in self.blocks():
            yield (0, start, block) if self.by_columns else (start, 0, block)
            start += block.shape[self.by_columns]

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        for top, left, block in self.placed():
            rows, columns = block.shape
            if row < top + rows and column < left + columns:
                return block.at(row - top, column - left)
        raise IndexError((row, column))

    def first(self, is_wrong: Predicate) -> tuple[int, int] | None:
        """Return the first observed (or stored) position, row by row, where a predicate holds."""
        places = (
            (top + place[0], left + place[1])
            for top, left, block in self.placed()
            if (place := block.first(is_wrong)) is not None
        )
        return min(places, default=None) if self.by_columns else next(places, None)

    def narrowed(self, observed: NDArray[np.bool_] | None, *, zeros_missing: bool) -> BlockMatrix:
        """Return the matrix with fewer entries observed: those of a mask, those not zero."""

        def blocks() -> Iterator[WholeMatrix]:
            for top, left, block in self.placed():
                bottom, right = top + block.shape[0], left + block.shape[1]
                here = None if observed is None else observed[top:bottom, left:right]
                yield block.narrowed(here, zeros_missing=zeros_missing)

        return replace(self, blocks=blocks)


Matrix = WholeMatrix | BlockMatrix


def along_columns(matrix: Matrix) -> bool:
    """Return whether the memory of a matrix runs along its columns, to be read transposed."""
    if isinstance(matrix, BlockMatrix):
        return matrix.by_columns
    if isinstance(matrix, SparseMatrix):
        return bool(matrix.stored.format == "csc")
    row_stride, column_stride = matrix.values.strides
    return abs(row_stride) < abs(column_stride)


def as_numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Return real numbers in a type that kernels are compiled for, uncopied where possible."""
    check_kind(values.dtype)
    if values.dtype == np.bool_:
        return values.view(np.uint8)
    return values if numbers_type(values.dtype) == values.dtype else values.astype(np.float64)


def numbers_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the type in which :func:`as_numbers` holds values of another."""
    check_kind(dtype)
    if dtype == np.bool_:
        return np.dtype(np.uint8)
    rare = dtype.kind == "f" and dtype.itemsize not in _COMPILED_FLOATS
    return np.dtype(np.float64) if rare or not dtype.isnative else dtype


def check_kind(dtype: np.dtype[Any]) -> None:
    """Raise DataError if values of a type are no real numbers."""
    if dtype.kind not in _REAL_KINDS:
        raise DataError(
            f"values of type {dtype}",
            expected="real numbers (integer, floating point or bool)",
            do="Leave out columns of text, and convert with .astype(float) what holds numbers.",
        )


def check_shape(shape: tuple[int, ...]) -> None:
    """Raise DataError unless a shape is that of a matrix with pairs of rows and of columns."""
    if len(shape) != 2:
        raise DataError(
            f"data with {len(shape)} dimensions, shape {shape}",
            expected="a matrix: two dimensions, rows and columns",
            do="Pass one matrix; reshape the data or take one slice of them.",
        )
    if 0 in shape:
        raise DataError(
            f"an empty matrix, shape {shape}",
            expected="at least two rows and two columns",
            do="Check how the data were read or filtered.",
        )
    for length, word in zip(shape, ("row", "column"), strict=True):
        if length == 1:
            raise DataError(
                f"a matrix with one {word}, shape {shape}",
                expected="at least two rows and two columns",
                do="Correlations need pairs that share a row and pairs that share a column.",
            )


def check_zeros(zeros: str) -> None:
    """Raise DataError unless it is ``"observed"`` or ``"missing"``."""
    if not isinstance(zeros, str) or zeros not in ("observed", "missing"):
        raise DataError(
            f"zeros={zeros!r}",
            expected="zeros='observed' or zeros='missing'",
            do="Say 'observed' if a zero is a measurement, 'missing' if it marks a gap.",
        )


def mask_of_sparse() -> DataError:
    """Return the error for a mask together with a sparse matrix."""
    return DataError(
        "a mask together with a sparse matrix",
        expected="a mask only for dense data",
        do="Store exactly the observed entries, zeros included, and pass zeros='missing'.",
    )


def in_blocks(matrix: BlockMatrix) -> DataError:
    """Return the error for blocks where a whole matrix is needed."""
    return DataError(
        f"a matrix that is read in blocks, shape {matrix.shape}",
        expected="a matrix in memory, which this needs: blocks are enough for symppm.statistics, "
        "symppm.match and their intervals",
        do="Load it: --engine memory (engine='memory') for a file; or a part of it, as an array or "
        "a SciPy sparse matrix.",
    )
