"""Known arrays, such as exposures: values, or files of numbers."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import ParameterError

MARGINS: Final = "margins"
"""In place of exposures: to be estimated from the totals of rows or columns."""


def known_arrays(known: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return known arrays by name, those of files read; the word "margins" stays as it is."""
    if known is None:
        return {}
    if not isinstance(known, Mapping):
        raise ParameterError(
            f"known arrays of type {type(known).__name__}",
            expected="a mapping from names to arrays or files",
            do='Pass known={"gamma": values}, for example, or leave it out.',
        )
    return {
        name: _numbers(name, Path(value))
        if isinstance(value, (str, os.PathLike)) and value != MARGINS
        else value
        for name, value in known.items()
    }


def _numbers(name: str, path: Path) -> NDArray[Any]:
    """Read a ``.npy`` file, which stays there, or text with one number or more a line."""
    array = path.suffix == ".npy"
    try:
        if not array:
            separator = "," if "," in path.read_text("utf-8") else None
            return np.atleast_1d(np.loadtxt(path, delimiter=separator))
        if isinstance(values := np.load(path, mmap_mode="r", allow_pickle=False), np.ndarray):
            return values
        raise ValueError("it holds several arrays")
    except FileNotFoundError as error:
        raise ParameterError(
            f"known {name}: {path} does not exist",
            expected=f'a file of numbers, or "{MARGINS}" for row and col',
            do="Check the path.",
        ) from error
    except (OSError, ValueError, EOFError) as error:
        what = "is no array that NumPy can load" if array else "cannot be read as numbers"
        text = "a .npy file, or text with nothing but numbers"
        do = "Remove headers and labels; one number a line is enough."
        raise ParameterError(
            f"{path} {what} ({error})",
            expected="a .npy file of numbers" if array else text,
            do="Save it again with numpy.save." if array else do,
        ) from error
