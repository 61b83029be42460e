"""Values that a user hands over: of which type they may be, and where they are observed."""

from __future__ import annotations

import numbers
import sys
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError, ParameterError
from symppm.measure.tensors import from_torch, is_tensor

_REAL_KINDS: Final = "biuf"
_NATIVE_FLOATS: Final = (4, 8)


def sparse_package(data: object) -> Any:
    """Return SciPy's sparse package if the data are one of its arrays or matrices, else None.

    Parameters
    ----------
    data : object
        What the user gave.
    """
    # Whoever holds a sparse matrix has imported SciPy's sparse package already.
    sparse = sys.modules.get("scipy.sparse")
    return sparse if sparse is not None and sparse.issparse(data) else None


def as_array(data: object) -> NDArray[Any]:
    """Read what the user gave as an array of any type and number of axes.

    Parameters
    ----------
    data : array_like
        As given.

    Raises
    ------
    DataError
        If NumPy cannot read it.
    """
    try:
        return np.asarray(from_torch(data) if is_tensor(data) else data)
    except (ValueError, TypeError, RuntimeError) as error:
        raise DataError(
            f"data of type {type(data).__name__} that NumPy cannot read ({error})",
            expected="a matrix of numbers, all rows of the same length",
            do="Pass a NumPy array, a DataFrame of numbers, a SciPy sparse matrix or nested lists.",
        ) from error


def as_numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Return an array as a type that kernels are compiled for, without copying where possible.

    Parameters
    ----------
    values : ndarray
        Of any type and shape.

    Raises
    ------
    DataError
        If the values are no real numbers.
    """
    check_kind(values.dtype)
    if values.dtype == np.bool_:
        return values.view(np.uint8)
    if not values.dtype.isnative or not_compiled(values.dtype):
        return values.astype(np.float64)
    return values


def hidden_places(data: object) -> NDArray[np.bool_] | None:
    """Return where a masked array hides its entries; None if the data hide none.

    Parameters
    ----------
    data : object
        What the user gave.
    """
    hidden = getattr(data, "mask", None) if isinstance(data, np.ma.MaskedArray) else None
    return hidden if hidden is not None and np.ndim(hidden) else None


def check_zeros(zeros: str) -> None:
    """Refuse what is no answer to whether zeros are data.

    Parameters
    ----------
    zeros : str
        As given.

    Raises
    ------
    DataError
        Unless it is ``"observed"`` or ``"missing"``.
    """
    if not isinstance(zeros, str) or zeros not in ("observed", "missing"):
        raise DataError(
            f"zeros={zeros!r}",
            expected="zeros='observed' or zeros='missing'",
            do="Say 'observed' if a zero is a measurement, 'missing' if it marks a gap.",
        )


def read_mask(mask: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Read the places that are observed.

    Parameters
    ----------
    mask : array_like of bool
        True where an entry is observed.
    shape : tuple of int
        Of the data.

    Raises
    ------
    DataError
        If the type or the shape is wrong.
    """
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


def mask_of_sparse() -> DataError:
    """Return the error for a mask together with a sparse matrix."""
    return DataError(
        "a mask together with a sparse matrix",
        expected="a mask only for dense data",
        do="Store exactly the observed entries, zeros included, and pass zeros='missing'.",
    )


def check_integer(name: str, value: object, low: int, high: int) -> None:
    """Refuse what is no integer in a range.

    Parameters
    ----------
    name : str
        Of the argument.
    value : object
        As given.
    low, high : int
        The range, ends included.

    Raises
    ------
    ParameterError
        If so.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        given = f"{name}={value!r}"
    elif not low <= int(value) <= high:
        given = f"{name}={value}"
    else:
        return
    raise ParameterError(
        given,
        expected=f"an integer from {low} to {high}",
        do=f"Pass {name}={max(low, 1)} or another integer in that range.",
    )


def check_kind(dtype: np.dtype[Any]) -> None:
    """Refuse a type whose values are no real numbers.

    Parameters
    ----------
    dtype : numpy.dtype
        Of the data.

    Raises
    ------
    DataError
        If so.
    """
    if dtype.kind not in _REAL_KINDS:
        raise DataError(
            f"values of type {dtype}",
            expected="real numbers (integer, floating point or bool)",
            do="Leave out columns of text, and convert with .astype(float) what holds numbers.",
        )


def not_compiled(dtype: np.dtype[Any]) -> bool:
    """Return whether a type is one of floating point that kernels are not compiled for."""
    return dtype.kind == "f" and dtype.itemsize not in _NATIVE_FLOATS
