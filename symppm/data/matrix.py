"""What a user hands over as a matrix, read into one of three forms without copying the values."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
    check_kind,
    check_shape,
    check_zeros,
    is_sparse,
    narrowed,
)
from symppm.data.objects import as_array, as_form, unpacked
from symppm.errors import DataError, NotBuiltError

__all__ = [
    "BlockMatrix", "DenseMatrix", "Matrix", "MatrixLike", "SparseMatrix", "WholeMatrix",
    "along_columns", "read", "read_array", "read_whole",
]  # fmt: skip


MatrixLike: TypeAlias = Any
"""What a user may hand over; :func:`read` looks at what it really is."""


def read(data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None) -> Matrix:
    """Read what the user gave as a matrix, in the user's own memory where possible.

    Parameters
    ----------
    data : array_like, SciPy sparse, BlockMatrix or what another library holds, shape (N, M)
        The matrix; see :func:`symppm.data.objects.unpacked`.
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
    simple, mask = _simple(data, zeros, mask)
    if not (isinstance(simple, BlockMatrix | np.ma.MaskedArray) or is_sparse(simple)):
        simple = as_array(simple)
    check_shape(simple.shape)
    check_kind(simple.dtype)
    observed = None if mask is None else _read_mask(mask, simple.shape)
    matrix: Matrix = narrowed(as_form(simple), observed, zeros_missing=zeros == "missing")
    return matrix


def read_whole(
    data: MatrixLike, zeros: str = "observed", mask: ArrayLike | None = None
) -> WholeMatrix:
    """Do as :func:`read` for what has to be in memory as a whole; blocks are refused."""
    matrix = read(data, zeros, mask)
    if isinstance(matrix, BlockMatrix):
        raise DataError(
            f"a matrix that is read in blocks, shape {matrix.shape}",
            expected="a matrix in memory, which this needs: blocks are enough for "
            "symppm.statistics, symppm.match and their intervals",
            do="Load it: --engine memory (engine='memory') for a file; or a part of it, as an "
            "array or a SciPy sparse matrix.",
        )
    return matrix


def read_array(
    data: ArrayLike, axes: tuple[str, ...], zeros: str, mask: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read a dense array along any axes, and return its numbers and where they are missing."""
    simple, mask = _simple(data, zeros, mask)
    if is_sparse(simple) or isinstance(simple, BlockMatrix):
        raise NotBuiltError(
            f"{'sparse data' if is_sparse(simple) else 'data in blocks'} along {', '.join(axes)}",
            expected="a dense array; others are built for matrices only",
            do="Load the data as an array, or use symppm.statistics for one matrix.",
        )
    array = as_array(simple)
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
    observed = None if mask is None else _read_mask(mask, array.shape)
    dense = as_form(simple if isinstance(simple, np.ma.MaskedArray) else array)
    matrix = narrowed(dense, observed, zeros_missing=zeros == "missing")
    missing = np.zeros(array.shape, bool) if matrix.observed is None else ~matrix.observed
    return matrix.values, missing


def _simple(data: object, zeros: str, mask: object) -> tuple[Any, Any]:
    """Return data and mask as arrays, sparse arrays or blocks.

    What a data frame lacks is missing only where the caller says that entries may be.
    """
    check_zeros(zeros)
    simple: Any = unpacked(data)
    seen: Any = unpacked(mask)
    if isinstance(seen, BlockMatrix):
        seen = np.asarray(mask)
    if simple is not data and isinstance(simple, np.ma.MaskedArray) and zeros == "observed":
        lacking = np.ma.getmaskarray(simple)
        if seen is not None and np.shape(seen) == lacking.shape:  # other masks are refused later
            lacking = lacking & np.asarray(seen, dtype=bool)
        if lacking.any():
            row, column = divmod(int(lacking.argmax()), lacking.shape[1])
            raise DataError(
                f"no value at row {row + 1}, column {column + 1} of a {type(data).__name__}",
                expected="a number wherever the matrix is observed",
                do="Pass mask= (True where there is a value), or zeros='missing' if what is "
                "absent and what is zero are missing entries alike.",
            )
    return simple, seen


def _read_mask(mask: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    given = as_array(mask)
    if given.dtype != np.bool_ or given.shape != shape:
        raise DataError(
            f"a mask of type {given.dtype} and shape {given.shape}",
            expected=f"type bool and shape {shape}, True where an entry is observed",
            do="Pass mask=~np.isnan(data), for example, if missing entries are NaN.",
        )
    return given
