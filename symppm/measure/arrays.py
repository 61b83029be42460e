"""What a user hands over as a matrix, read into one of two forms without copying the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError
from symppm.measure.values import (
    as_array,
    as_numbers,
    check_kind,
    check_zeros,
    hidden_places,
    not_compiled,
    read_mask,
    sparse_package,
)


class HasShape(Protocol):
    """What SciPy's sparse arrays and the usual data frames have in common."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""


MatrixLike = ArrayLike | HasShape
"""What a user may hand over; :func:`read` looks at what it really is."""
Predicate = Callable[[NDArray[Any]], NDArray[np.bool_]]

_CHUNK_ENTRIES: Final = 1 << 17


@dataclass(frozen=True)
class DenseMatrix:
    """A matrix with every entry in memory.

    Attributes
    ----------
    values : ndarray, shape (N, M)
        Real numbers; entries that are not observed may hold anything.
    observed : ndarray of bool, shape (N, M), or None
        True where an entry is observed; None if all are.
    """

    values: NDArray[Any]
    observed: NDArray[np.bool_] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self.values.shape
        return rows, columns

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        return self.values.dtype

    def first(self, wrong: Predicate) -> tuple[int, int] | None:
        """Return the first observed position, row by row, where a predicate holds."""
        rows, columns = self.shape
        step = max(1, _CHUNK_ENTRIES // columns)
        for start in range(0, rows, step):
            found = wrong(self.values[start : start + step])
            if self.observed is not None:
                found &= self.observed[start : start + step]
            if found.any():
                row, column = divmod(int(found.argmax()), columns)
                return start + row, column
        return None


@dataclass(frozen=True)
class SparseMatrix:
    """A compressed sparse matrix without duplicates, indices sorted.

    Attributes
    ----------
    stored : scipy.sparse.csr_array or csc_array, shape (N, M)
        Shares its buffers with what the user gave where possible; never written to.
    absent_observed : bool
        Whether an entry that is not stored counts as an observed zero.
    """

    stored: Any
    absent_observed: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self.stored.shape
        return int(rows), int(columns)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        dtype: np.dtype[Any] = self.stored.dtype
        return dtype

    def first(self, wrong: Predicate) -> tuple[int, int] | None:
        """Return the first stored position, row by row, where a predicate holds."""
        by_row = self.stored.tocsr()
        found = wrong(by_row.data)
        if not found.any():
            return None
        k = int(found.argmax())
        row = int(np.searchsorted(by_row.indptr, k, side="right")) - 1
        return row, int(by_row.indices[k])


Matrix = DenseMatrix | SparseMatrix


def read(data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None) -> Matrix:
    """Read what the user gave as a matrix, and refuse what cannot be one.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        The matrix.
    zeros : {"observed", "missing"}
        Whether zeros (absent entries, of a sparse matrix) are data or gaps.
    mask : array_like of bool, shape (N, M), optional
        True where a dense matrix is observed.

    Returns
    -------
    DenseMatrix or SparseMatrix
        With the user's own memory where possible.

    Raises
    ------
    DataError
        If the form, the shape, the type of the values, the mask or ``zeros`` is wrong. Values are
        not looked at here.
    """
    check_zeros(zeros)
    sparse = sparse_package(data)
    if sparse is not None:
        return _read_sparse(sparse, data, zeros, mask)
    return _read_dense(data, zeros, mask)


def _read_dense(data: MatrixLike, zeros: str, mask: ArrayLike | None) -> DenseMatrix:
    array = as_array(data)
    _check_shape(array.shape)
    values = as_numbers(array)
    hidden = hidden_places(data)
    observed = None if mask is None else read_mask(mask, values.shape)
    if hidden is not None:
        observed = ~hidden if observed is None else observed & ~hidden
    if zeros == "missing":
        nonzero = values != 0
        observed = nonzero if observed is None else observed & nonzero
    return DenseMatrix(values, observed)


def _read_sparse(sparse: Any, data: Any, zeros: str, mask: ArrayLike | None) -> SparseMatrix:
    if mask is not None:
        raise DataError(
            "a mask together with a sparse matrix",
            expected="a mask only for dense data",
            do="Store exactly the observed entries, zeros included, and pass zeros='missing'.",
        )
    _check_shape(data.shape)
    check_kind(data.dtype)
    by_column = data.format == "csc"
    stored = data if by_column else data.tocsr()
    form = sparse.csc_array if by_column else sparse.csr_array
    # A wrapper of our own: tidying up must not reach the user's object.
    stored = form((stored.data, stored.indices, stored.indptr), shape=data.shape)
    if not stored.has_canonical_format:
        stored = stored.copy()
        stored.sum_duplicates()
    if stored.dtype == np.bool_:
        stored = form((stored.data.view(np.uint8), stored.indices, stored.indptr), data.shape)
    elif not stored.dtype.isnative or not_compiled(stored.dtype):
        stored = stored.astype(np.float64)
    return SparseMatrix(stored, zeros == "observed")


def _check_shape(shape: tuple[int, ...]) -> None:
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


def along_columns(matrix: Matrix) -> bool:
    """Return whether the memory of a matrix runs along its columns, to be read transposed."""
    if isinstance(matrix, SparseMatrix):
        return bool(matrix.stored.format == "csc")
    row_stride, column_stride = matrix.values.strides
    return abs(row_stride) < abs(column_stride)


def sample(matrix: Matrix, size: int) -> NDArray[Any]:
    """Return observed (or stored) values from all over a matrix, for a first look.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        The matrix.
    size : int
        About how many values to look at.

    Returns
    -------
    ndarray
        Empty only if nothing is observed, or stored.
    """
    if isinstance(matrix, SparseMatrix):
        data: NDArray[Any] = matrix.stored.data
        return data[:: max(1, data.size // size)]
    side = max(1, int(size**0.5))
    rows, columns = matrix.shape
    some = (slice(None, None, max(1, rows // side)), slice(None, None, max(1, columns // side)))
    if matrix.observed is None:
        return matrix.values[some].ravel()
    found = matrix.values[some][matrix.observed[some]]
    if found.size == 0 and matrix.observed.any():
        row, column = divmod(int(matrix.observed.argmax()), columns)
        found = matrix.values[row, column : column + 1]
    return found
