"""What a user hands over as an array with any number of axes, read and looked through."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError, NotBuiltError
from symppm.measure.blocks import BlockMatrix, in_blocks
from symppm.measure.objects import unpacked
from symppm.measure.values import (
    as_array,
    as_numbers,
    check_zeros,
    hidden_places,
    read_mask,
    sparse_package,
)


def read_array(
    data: ArrayLike, axes: tuple[str, ...], zeros: str, mask: ArrayLike | None
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Read what the user gave as an array along some axes, and refuse what cannot be one.

    Parameters
    ----------
    data : array_like, one axis for each of ``axes``
        Never changed.
    axes : tuple of str
        Names of the axes.
    zeros : {"observed", "missing"}
        Whether zeros are data.
    mask : array_like of bool, the shape of ``data``, optional
        True where an entry is observed.

    Returns
    -------
    values : ndarray
        Real numbers, which are not looked at here.
    gaps : ndarray of bool
        True where nothing is observed.

    Raises
    ------
    DataError
        If the form, the number of axes, their lengths, the type of the values, the mask or
        ``zeros`` is wrong.
    NotBuiltError
        If the data are sparse.
    """
    check_zeros(zeros)
    if sparse_package(data) is not None:
        raise NotBuiltError(
            f"sparse data along {', '.join(axes)}",
            expected="a dense array; sparse data are built for matrices only",
            do="Convert the data with .toarray(), or use symppm.statistics for one matrix.",
        )
    held: Any = unpacked(data)
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
    values = as_numbers(array)
    gaps = np.zeros(values.shape, bool) if mask is None else ~read_mask(mask, values.shape)
    hidden = hidden_places(held)
    if hidden is not None:
        gaps |= hidden
    if zeros == "missing":
        gaps |= values == 0
    return values, gaps
