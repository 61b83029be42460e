"""The forms that every matrix is brought to: dense, compressed, or blocks of either."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import and_
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError

Predicate = Callable[[NDArray[Any]], NDArray[np.bool_]]
_CHUNK_ENTRIES: Final = 1 << 17


@dataclass(frozen=True)
class DenseMatrix:
    """A matrix with every entry in memory; those that are not observed may hold anything."""

    values: NDArray[Any]
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

    def part(self, rows: NDArray[Any], columns: NDArray[Any]) -> DenseMatrix:
        """Return some of the rows and columns, given by number."""
        observed = None if self.observed is None else self.observed[np.ix_(rows, columns)]
        return DenseMatrix(self.values[np.ix_(rows, columns)], observed)


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

    def part(self, rows: NDArray[Any], columns: NDArray[Any]) -> SparseMatrix:
        """Return some of the rows and columns, given by number."""
        return SparseMatrix(self.stored.tocsr()[rows][:, columns], self.absent_observed)


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


Matrix = WholeMatrix | BlockMatrix


def first(matrix: Matrix, is_wrong: Predicate) -> tuple[int, int, Any] | None:
    """Return row, column and value of the first observed (or stored) entry of some kind."""
    if isinstance(matrix, BlockMatrix):
        entries = (
            (top + entry[0], left + entry[1], entry[2])
            for top, left, block in matrix.placed()
            if (entry := first(block, is_wrong)) is not None
        )
        return min(entries, default=None) if matrix.by_columns else next(entries, None)
    if isinstance(matrix, SparseMatrix):
        stored = matrix.stored.tocsr()
        for at in np.flatnonzero(is_wrong(stored.data))[:1].tolist():
            row = int(np.searchsorted(stored.indptr, at, side="right")) - 1
            return row, int(stored.indices[at]), stored.data[at]
        return None
    rows, columns = matrix.shape
    for start in range(0, rows, step := max(1, _CHUNK_ENTRIES // columns)):
        wrong = is_wrong(matrix.values[start : start + step])
        if matrix.observed is not None:
            wrong &= matrix.observed[start : start + step]
        if wrong.any():
            row, column = divmod(int(wrong.argmax()), columns)
            return start + row, column, matrix.values[start + row, column]
    return None


def narrowed(matrix: Matrix, mask: NDArray[np.bool_] | None, *, zeros_missing: bool) -> Any:
    """Return a matrix with fewer entries observed: those of a mask, those not zero."""
    if isinstance(matrix, BlockMatrix):

        def blocks() -> Iterator[WholeMatrix]:
            for top, left, block in matrix.placed():
                rows, columns = block.shape
                here = None if mask is None else mask[top : top + rows, left : left + columns]
                yield narrowed(block, here, zeros_missing=zeros_missing)

        return replace(matrix, blocks=blocks)
    if isinstance(matrix, SparseMatrix):
        if mask is not None:
            raise DataError(
                "a mask together with a sparse matrix",
                expected="a mask only for dense data",
                do="Store exactly the observed entries, zeros included, and pass zeros='missing'.",
            )
        return SparseMatrix(matrix.stored, matrix.absent_observed and not zeros_missing)
    nonzero = matrix.values != 0 if zeros_missing else None
    masks = [observed for observed in (matrix.observed, mask, nonzero) if observed is not None]
    return DenseMatrix(matrix.values, reduce(and_, masks) if masks else None)


def sliced(
    shape: tuple[int, int],
    dtype: np.dtype[Any],
    load: Callable[[int, int], WholeMatrix],
    most: int,
    *,
    by_columns: bool,
    ends: Sequence[int] = (),
) -> BlockMatrix:
    """Return a matrix of which so many rows, or columns, are loaded at a time, none across ends."""
    spans = pairwise(ends or (0, shape[by_columns]))
    starts = [first for start, end in spans for first in range(start, end, max(1, most))]
    bounds = list(pairwise([*starts, shape[by_columns]]))
    kind = as_numbers(np.empty(0, dtype)).dtype
    return BlockMatrix(shape, kind, lambda: (load(*bound) for bound in bounds), by_columns)


def along_columns(matrix: Matrix) -> bool:
    """Return whether the memory of a matrix runs along its columns, to be read transposed."""
    if isinstance(matrix, BlockMatrix):
        return matrix.by_columns
    if isinstance(matrix, SparseMatrix):
        return bool(matrix.stored.format == "csc")
    row_stride, column_stride = matrix.values.strides
    return abs(row_stride) < abs(column_stride)


def is_instance(data: object, module: str, name: str) -> bool:
    """Return whether data are of a class of a library, which is loaded if they are."""
    kind = getattr(sys.modules.get(module), name, None)
    return isinstance(kind, type) and isinstance(data, kind)


def of_series(series: Any) -> object:
    """Return a series of pandas as an array; one that holds triples is refused."""
    if series.index.nlevels > 1:
        raise DataError(
            f"one column of pandas whose index has {series.index.nlevels} levels",
            expected="a matrix of numbers",
            do="Of a Series, .unstack(fill_value=0) makes the matrix; of a DataFrame, "
            ".reset_index() makes triples.",
        )
    return series.to_numpy()


def is_frame(data: object) -> bool:
    """Return whether data have named columns, as tables and data frames of all libraries do."""
    return hasattr(type(data), "columns")


def is_sparse(data: object) -> bool:
    """Return whether data are a sparse array or matrix of SciPy, without loading it."""
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(data))


def compressed(data: Any) -> Any:
    """Return a sparse matrix as CSR, or CSC if it is one, in buffers that are shared if possible.

    Repeated entries are added up in 64 bits: SciPy adds them in their own type, in which
    100 + 100 may be -56. Raises ValueError if the index is damaged.
    """
    from scipy import sparse  # noqa: PLC0415 - whoever holds such a matrix has loaded it

    if data.format in ("coo", "bsr"):
        entries = data.tocoo()
        data = sparse.coo_array((entries.data, (entries.row, entries.col)), shape=entries.shape)
        data.has_canonical_format = True  # so that SciPy adds nothing up
    form = sparse.csc_array if data.format == "csc" else sparse.csr_array
    data = data if data.format in ("csr", "csc") else data.tocsr()
    # Wrappers of our own: what is found out about them must not reach the user's object.
    arrays = data.data, data.indices, data.indptr
    tidy = form(arrays, shape=data.shape)
    tidy.check_format(full_check=True)
    if not tidy.has_canonical_format:
        tidy = form(arrays, shape=data.shape, copy=True)
        if tidy.data.dtype.kind in "biu":
            fits = np.abs(tidy.data.astype(np.float64)).sum() < 2.0**63
            tidy.data = tidy.data.astype(np.int64 if fits else np.float64)
        tidy.sum_duplicates()
    return form((as_numbers(tidy.data), tidy.indices, tidy.indptr), shape=data.shape)


def as_numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Return real numbers in a type that kernels are compiled for, uncopied where possible."""
    check_kind(values.dtype)
    if values.dtype == np.bool_:
        return values.view(np.uint8)
    rare = values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8)
    return values.astype(np.float64) if rare or not values.dtype.isnative else values


def check_kind(dtype: np.dtype[Any]) -> None:
    """Raise DataError if values of a type are no real numbers."""
    if dtype.kind not in "biuf":
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
    if min(shape) < 2:
        single = f"a matrix with one {'row' if shape[0] == 1 else 'column'}"
        raise DataError(
            f"{'an empty matrix' if 0 in shape else single}, shape {shape}",
            expected="at least two rows and two columns",
            do="Correlations need pairs that share a row and pairs that share a column: check how "
            "the data were read or filtered.",
        )


def check_zeros(zeros: str) -> None:
    """Raise DataError unless it is ``"observed"`` or ``"missing"``."""
    if not isinstance(zeros, str) or zeros not in ("observed", "missing"):
        raise DataError(
            f"zeros={zeros!r}",
            expected="zeros='observed' or zeros='missing'",
            do="Say 'observed' if a zero is a measurement, 'missing' if it marks a missing entry.",
        )
