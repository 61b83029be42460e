"""Arrays as parts of documents: lists of numbers, null where there is none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.results.document_types import number
from symppm.results.documents import damaged

Vector = NDArray[np.float64]


def open_ends(table: Any) -> list[Any]:
    """Return an array as lists, in which what is not finite is None.

    Parameters
    ----------
    table : ndarray
        With one or two axes.
    """
    values = np.asarray(table, dtype=np.float64)
    if values.ndim > 1:
        return [open_ends(row) for row in values]
    return [each if math.isfinite(each) else None for each in values.tolist()]


def array(
    value: object, place: str, shape: tuple[int | None, ...], absent: float | None = None
) -> Vector:
    """Return an array of a document.

    Parameters
    ----------
    value : object
        Lists of numbers.
    place : str
        Where they are, for messages.
    shape : tuple of int or None
        What it has to be; None for any length.
    absent : float, optional
        What null stands for; without it, null is refused.

    Raises
    ------
    DataError
        If it has another shape, or holds anything but finite numbers.
    """
    if not isinstance(value, list | tuple) or (shape[0] is not None and len(value) != shape[0]):
        many = "any number" if shape[0] is None else str(shape[0])
        raise damaged(place, value, f"a list of {many}")
    if len(shape) > 1:
        rows = [array(each, f"{place}[{n}]", shape[1:], absent) for n, each in enumerate(value)]
        return np.array(rows, dtype=np.float64).reshape(len(rows), *[n or 0 for n in shape[1:]])
    return np.array(
        [
            absent if each is None and absent is not None else number(each, f"{place}[{n}]")
            for n, each in enumerate(value)
        ],
        dtype=np.float64,
    )
