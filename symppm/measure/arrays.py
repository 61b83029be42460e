"""What a user hands over as a matrix, read into one of three forms without copying the values."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError
from symppm.measure.blocks import BlockMatrix, in_blocks, on_disk, streamed, with_gaps
from symppm.measure.forms import DenseMatrix, SparseMatrix
from symppm.measure.objects import accepted
from symppm.measure.values import (
    as_array,
    as_numbers,
    check_kind,
    hidden_places,
    mask_of_sparse,
    read_mask,
    sparse_package,
)

__all__ = [
    "BlockMatrix",
    "DenseMatrix",
    "Matrix",
    "MatrixLike",
    "SparseMatrix",
    "WholeMatrix",
    "along_columns",
    "read",
    "read_whole",
    "sample",
]


class HasShape(Protocol):
    """What SciPy's sparse arrays and the usual data frames have in common."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of the axes."""


MatrixLike = ArrayLike | HasShape
"""What a user may hand over; :func:`read` looks at what it really is."""
WholeMatrix = DenseMatrix | SparseMatrix
"""A matrix in memory."""
Matrix = WholeMatrix | BlockMatrix


def read(data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None) -> Matrix:
    """Read what the user gave as a matrix, and refuse what cannot be one.

    Parameters
    ----------
    data : array_like, SciPy sparse or BlockMatrix, shape (N, M)
        The matrix.
    zeros : {"observed", "missing"}
        Whether zeros (absent entries, of a sparse matrix) are data or gaps.
    mask : array_like of bool, shape (N, M), optional
        True where a dense matrix is observed.

    Returns
    -------
    DenseMatrix, SparseMatrix or BlockMatrix
        With the user's own memory where possible; a large memory-mapped file in blocks.

    Raises
    ------
    DataError
        If the form, the shape, the type of the values, the mask or ``zeros`` is wrong. Values are
        not looked at here.
    """
    data, mask = accepted(data, zeros, mask)
    if isinstance(data, BlockMatrix) or on_disk(data):
        return _read_blocks(data, zeros, mask)
    return _read_whole(data, zeros, mask)


def read_whole(
    data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None
) -> WholeMatrix:
    """Do as :func:`read` for what has to be in memory as a whole.

    Parameters
    ----------
    data, zeros, mask
        As for :func:`read`.

    Raises
    ------
    DataError
        As :func:`read`, and if the matrix comes in blocks.
    """
    data, mask = accepted(data, zeros, mask)
    if isinstance(data, BlockMatrix):
        raise in_blocks(data)
    return _read_whole(data, zeros, mask)


def _read_whole(data: MatrixLike, zeros: str, mask: ArrayLike | None) -> WholeMatrix:
    if sparse_package(data) is not None:
        return _read_sparse(data, zeros, mask)
    return _read_dense(data, zeros, mask)


def _read_blocks(
    data: BlockMatrix | np.memmap[Any, Any], zeros: str, mask: ArrayLike | None
) -> BlockMatrix:
    check_shape(data.shape)
    check_kind(data.dtype)
    matrix = data if isinstance(data, BlockMatrix) else streamed(data)
    observed = None if mask is None else read_mask(mask, matrix.shape)
    if observed is None and zeros == "observed":
        return matrix
    return with_gaps(matrix, observed, zeros_missing=zeros == "missing")


def _read_dense(data: MatrixLike, zeros: str, mask: ArrayLike | None) -> DenseMatrix:
    array = as_array(data)
    check_shape(array.shape)
    values = as_numbers(array)
    hidden = hidden_places(data)
    observed = None if mask is None else read_mask(mask, values.shape)
    if hidden is not None:
        observed = ~hidden if observed is None else observed & ~hidden
    if zeros == "missing":
        nonzero = values != 0
        observed = nonzero if observed is None else observed & nonzero
    return DenseMatrix(values, observed)


def _read_sparse(data: Any, zeros: str, mask: ArrayLike | None) -> SparseMatrix:
    if mask is not None:
        raise mask_of_sparse()
    check_shape(data.shape)
    return SparseMatrix(data, zeros == "observed")


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


def along_columns(matrix: Matrix) -> bool:
    """Return whether the memory of a matrix runs along its columns, to be read transposed."""
    if isinstance(matrix, BlockMatrix):
        return matrix.by_columns
    if isinstance(matrix, SparseMatrix):
        return bool(matrix.stored.format == "csc")
    row_stride, column_stride = matrix.values.strides
    return abs(row_stride) < abs(column_stride)


def sample(matrix: WholeMatrix, size: int) -> NDArray[Any]:
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
