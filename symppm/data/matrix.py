"""What a user hands over as a matrix, read into one of three forms without copying the values."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
    as_numbers,
    check_kind,
    check_shape,
    check_zeros,
    in_blocks,
)
from symppm.data.mapped import is_mapped, mapped_blocks
from symppm.data.objects import as_array, hidden_places, unpacked
from symppm.data.sparse import is_sparse
from symppm.errors import DataError, NotBuiltError

__all__ = [
    "BlockMatrix", "DenseMatrix", "Matrix", "MatrixLike", "SparseMatrix", "WholeMatrix",
    "along_columns", "read", "read_array", "read_whole",
]  # fmt: skip


class HasShape(Protocol):
    """What SciPy's sparse arrays and the usual data frames have in common."""

    @property
    def shape(self) -> tuple[int, ...]: ...


MatrixLike = ArrayLike | HasShape
"""What a user may hand over; :func:`read` looks at what it really is."""


def read(data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None) -> Matrix:
    """Read what the user gave as a matrix, in the user's own memory where possible.

    Parameters
    ----------
    data : array_like, SciPy sparse, BlockMatrix or what another library holds, shape (N, M)
        The matrix; see :func:`symppm.data.objects.unpacked`. A large memory-mapped file comes in
        blocks.
    zeros : {"observed", "missing"}
        Whether zeros (absent entries, of a sparse matrix) are data.
    mask : array_like of bool, shape (N, M), optional
        True where a dense matrix is observed.

    Raises
    ------
    DataError
        If the form, the shape, the type of the values, the mask or ``zeros`` is wrong. Values are
        not looked at here.
    """
    held, seen = _accepted(data, zeros, mask)
    if not (isinstance(held, BlockMatrix) or is_mapped(held)):
        return _read_whole(held, zeros, seen)
    check_shape(held.shape)
    check_kind(held.dtype)
    blocks = held if isinstance(held, BlockMatrix) else mapped_blocks(held)
    observed = None if seen is None else _read_mask(seen, blocks.shape)
    if observed is None and zeros == "observed":
        return blocks
    return blocks.narrowed(observed, zeros_missing=zeros == "missing")


def read_whole(
    data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None
) -> WholeMatrix:
    """Do as :func:`read` for what has to be in memory as a whole; blocks are refused."""
    held, seen = _accepted(data, zeros, mask)
    if isinstance(held, BlockMatrix):
        raise in_blocks(held)
    return _read_whole(held, zeros, seen)


def read_array(
    data: ArrayLike, axes: tuple[str, ...], zeros: str, mask: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read a dense array along any axes, and return its numbers and where they are missing."""
    if is_sparse(data):
        raise NotBuiltError(
            f"sparse data along {', '.join(axes)}",
            expected="a dense array; sparse data are built for matrices only",
            do="Convert the data with .toarray(), or use symppm.statistics for one matrix.",
        )
    held, seen = _accepted(data, zeros, mask)
    if isinstance(held, BlockMatrix):
        raise in_blocks(held)
    array = as_array(held)
    if array.ndim != len(axes):
        raise DataError(
            f"data with {array.ndim} dimensions, shape {array.shape}",
            expected=f"{len(axes)} dimensions: {', '.join(axes)}",
            do="Pass an array with one dimension for each axis along which the model is observed.",
        )
    for axis, length in zip(axes, array.shape, strict=True):
        if length < 2:
            raise DataError(
                f"an array of length {length} along {axis}, shape {array.shape}",
                expected="a length of at least two along every axis",
                do="Correlations need pairs that differ along each axis; check how the data were "
                "read or filtered.",
            )
    matrix = _dense(array, held, zeros, seen)
    missing = np.zeros(array.shape, bool) if matrix.observed is None else ~matrix.observed
    return matrix.values, missing


def _accepted(data: object, zeros: str, mask: object) -> tuple[Any, Any]:
    """Return data and mask as arrays, sparse arrays or blocks.

    What a data frame lacks is missing only where the caller says that entries may be.
    """
    check_zeros(zeros)
    held = unpacked(data)
    seen: Any = unpacked(mask)
    if isinstance(seen, BlockMatrix):
        seen = np.asarray(mask)
    if held is not data and isinstance(held, np.ma.MaskedArray) and zeros == "observed":
        lacking = np.ma.getmaskarray(held)
        if seen is not None and np.shape(seen) == lacking.shape:  # other masks are refused later
            lacking = lacking & np.asarray(seen, dtype=bool)
        if lacking.any():
            row, column = divmod(int(lacking.argmax()), lacking.shape[1])
            raise DataError(
                f"no value at row {row + 1}, column {column + 1} of a {type(data).__name__}",
                expected="a number wherever the matrix is observed",
                do="Pass mask= (True where there is a value), or zeros='missing' if what is "
                "absent and what is zero are gaps alike.",
            )
    return held, seen


def _read_whole(held: Any, zeros: str, seen: Any) -> WholeMatrix:
    if is_sparse(held):
        check_shape(held.shape)
        return SparseMatrix(held).narrowed(seen, zeros_missing=zeros == "missing")
    array = as_array(held)
    check_shape(array.shape)
    return _dense(array, held, zeros, seen)


def _dense(array: NDArray[Any], held: Any, zeros: str, seen: Any) -> DenseMatrix:
    hidden = hidden_places(held)
    matrix = DenseMatrix(as_numbers(array), None if hidden is None else ~hidden)
    observed = None if seen is None else _read_mask(seen, array.shape)
    return matrix.narrowed(observed, zeros_missing=zeros == "missing")


def _read_mask(mask: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    try:
        given = np.asarray(mask)
    except (ValueError, TypeError):
        given = np.asarray(None)
    if given.dtype != np.bool_ or given.shape != shape:
        raise DataError(
            f"a mask of type {given.dtype} and shape {given.shape}",
            expected=f"type bool and shape {shape}, True where an entry is observed",
            do="Pass mask=~np.isnan(data), for example, if gaps are NaN.",
        )
    return given
