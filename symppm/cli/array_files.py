"""Files beside the matrix: known arrays, and data with more than two axes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.memory import Memory
from symppm.errors import DataError, ParameterError

_MATRIX = 2


MARGINS: Final = "margins"
"""In the place of a file: exposures of rows or columns that are estimated."""


def known_arrays(texts: Sequence[str] | None) -> dict[str, Any]:
    """Read ``NAME=FILE`` pairs: numbers in a ``.npy`` file, or text with one or more a line.

    ``row=margins`` and ``col=margins`` stay as they are.
    """
    found: dict[str, Any] = {}
    for text in texts or ():
        name, _, path = (part.strip() for part in text.partition("="))
        if not name or not path or name in found:
            raise ParameterError(
                f"--known {text!r}",
                expected="a name and a file, each name once, as in gamma=exposures.csv",
                do="Write --known NAME=FILE, once for each known array.",
            )
        found[name] = path if path == MARGINS else _numbers(Path(path))
    return found


def _numbers(path: Path) -> NDArray[Any]:
    if path.suffix == ".npy":
        return load_array(path)
    try:
        separator = "," if "," in path.read_text("utf-8") else None
        return np.atleast_1d(np.loadtxt(path, delimiter=separator))
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (OSError, ValueError) as error:
        raise DataError(
            f"{path} cannot be read as numbers ({error})",
            expected="a .npy file, or text with nothing but numbers",
            do="Remove headers and labels; one number a line is enough.",
        ) from error


def load_array(path: Path) -> NDArray[Any]:
    """Load a ``.npy`` file."""
    try:
        with path.open("rb") as stream:
            if stream.read(6) == b"\x93NUMPY":  # else NumPy says what it is
                declared = np.load(path, mmap_mode="r", allow_pickle=False)
                Memory().require(2.0 * declared.nbytes, str(path))
        loaded = np.load(path, allow_pickle=False)
    except FileNotFoundError as error:
        raise _missing(path) from error
    except (OSError, ValueError, EOFError) as error:
        raise DataError(
            f"{path} is no array that NumPy can load ({error})",
            expected="a .npy file of numbers",
            do="Save it again with numpy.save.",
        ) from error
    if not isinstance(loaded, np.ndarray):
        raise DataError(
            f"{path} holds several arrays", expected="one array", do="Save one with numpy.save."
        )
    return loaded


def many_axes(path: Path) -> NDArray[Any] | None:
    """Return the array of a ``.npy`` file that is no matrix but has more axes; None for others."""
    if path.suffix != ".npy" or not path.is_file():
        return None
    try:
        dimensions = np.load(path, mmap_mode="r", allow_pickle=False).ndim
    except (OSError, ValueError, EOFError, AttributeError):
        return None  # the reader of matrices says what is wrong with it
    return load_array(path) if dimensions > _MATRIX else None


def _missing(path: Path) -> DataError:
    return DataError(f"{path} does not exist", expected="a file", do="Check the path.")
