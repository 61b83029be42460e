"""NumPy and SciPy files: ``.npy`` arrays and ``.npz`` archives."""

from __future__ import annotations

import math
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeVar

import numpy as np

from symppm.errors import DataError
from symppm.measure.memory import Memory
from symppm.measure.reading.numbers import fit
from symppm.measure.reading.options import Duplicates
from symppm.measure.reading.source import damaged, opened, wrong_content
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.table import Array, Table

_NUMBERS: Final = "biuf"
_ARRAY_SUMMARY: Final = "a 2-d array of numbers"

T = TypeVar("T")


def guarded(path: Path, expected: str, work: Callable[[], T]) -> T:
    """Run a foreign parser; whatever it makes of a damaged file becomes a DataError.

    Parameters
    ----------
    path : pathlib.Path
        The file, for the message.
    expected : str
        What the file should be.
    work : callable
        Reads the file.
    """
    try:
        with warnings.catch_warnings():
            # Damaged headers make NumPy warn about dtypes and syntax before it fails.
            warnings.simplefilter("ignore")
            return work()
    except DataError:
        raise
    except MemoryError as error:
        raise DataError(
            f"{path}, for which there is not memory enough",
            expected="data that fit in memory",
            do="Check that this is the file you mean: it may be damaged. Take a part of it, or a "
            "machine with more memory.",
        ) from error
    except Exception as error:  # damaged bytes can raise nearly anything in there
        lines = str(error).splitlines()
        reason = f"{type(error).__name__}: {lines[0][:100]}" if lines else type(error).__name__
        raise damaged(path, reason, expected) from error


def check_numbers(dtype: np.dtype[Any], shape: tuple[int, ...], what: str) -> None:
    """Raise DataError unless an array is 2-d, not empty, and real.

    Parameters
    ----------
    dtype : numpy.dtype
        Of the array, dense or sparse.
    shape : tuple of int
        Of the array.
    what : str
        What to call it in the message.
    """
    if dtype.kind not in _NUMBERS:
        raise DataError(
            f"{what} holds {dtype}",
            expected=_ARRAY_SUMMARY,
            do="Convert it to integers or floats before saving.",
        )
    if len(shape) != 2 or 0 in shape:
        raise DataError(
            f"{what} has shape {tuple(map(int, shape))}",
            expected=_ARRAY_SUMMARY + ", rows x columns, neither of them 0",
            do="Reshape it before saving.",
        )


def require_beginning(path: Path, signature: bytes, expected: str) -> None:
    """Raise DataError, saying what the file seems to be, unless it begins as its name says."""
    with opened(path) as (stream, _):
        head = stream.read(512)
    if not head.startswith(signature):
        raise wrong_content(path, head, expected)


def read_npy(path: Path) -> Table:
    """Read one dense array, as a read-only memory map where its dtype allows.

    Parameters
    ----------
    path : pathlib.Path
        The file. Native integers and float64 stay on disk; other dtypes are converted.

    Raises
    ------
    DataError
        If the file holds no 2-d array of numbers, or is damaged.
    """
    expected = "a .npy file written by numpy.save without pickled objects"
    require_beginning(path, b"\x93NUMPY", expected)

    def load() -> Any:
        with path.open("rb") as stream:
            shape, dtype = _header(stream)
        check_numbers(dtype, shape, str(path))
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        native = values.dtype.isnative and values.dtype.kind in "iu"
        if not (native or values.dtype == np.float64):
            Memory().require(8.0 * values.size, f"{path} as float64")
        # A view as a plain array keeps the map and drops the subclass.
        return (np.asarray(values), ()) if native or values.dtype == np.float64 else fit(values)

    values, notes = guarded(path, expected, load)
    return Table(values, None, None, notes, path)


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    fmt = np.lib.format
    short = fmt.read_magic(stream) == (1, 0)
    shape, _, dtype = (fmt.read_array_header_1_0 if short else fmt.read_array_header_2_0)(stream)
    return shape, dtype


def _headers(path: Path) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
    """Return shapes and types of the arrays in an archive, as their headers declare them."""
    found = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".npy"):
                with archive.open(name) as stream:
                    found[name.removesuffix(".npy")] = _header(stream)
    sizes = [math.prod(map(float, shape)) * dtype.itemsize for shape, dtype in found.values()]
    # Twice, since they are unpacked and then converted.
    Memory().require(2 * sum(sizes), f"{path}, unpacked,")
    return found


def read_npz(path: Path, duplicates: Duplicates) -> Table:
    """Read a sparse matrix written by SciPy, or the only 2-d array of an archive.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    duplicates : {"error", "sum"}
        What to do with repeated entries of a sparse matrix.

    Raises
    ------
    DataError
        If the archive holds neither, or is damaged.
    """
    expected = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
    require_beginning(path, b"PK", expected)
    headers = guarded(path, expected, lambda: _headers(path))
    if "format" not in headers:
        return _only_array(path, expected, headers)

    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    def load() -> Any:
        matrix: Any = sparse.load_npz(path)
        check_numbers(matrix.dtype, matrix.shape, str(path))
        if matrix.format in ("csr", "csc", "bsr"):
            matrix.check_format(full_check=True)  # a bad index would crash the arithmetic
        return matrix.tocoo()

    entries = guarded(path, expected, load)
    numbers, number_notes = fit(entries.data)
    matrix, notes = to_csr(
        entries.row,
        entries.col,
        numbers,
        shape=entries.shape,
        duplicates=duplicates,
        path=path,
        describe=describe_places,
    )
    return Table(matrix, None, None, number_notes + notes, path)


def describe_places(row: int, column: int, entries: list[int]) -> str:
    """Name a repeated pair by its places, from 1."""
    return f"row {row + 1}, column {column + 1} ({len(entries)} times)"


def _only_array(path: Path, expected: str, headers: Mapping[str, Any]) -> Table:
    fitting = [name for name, (shape, _) in headers.items() if len(shape) == 2]
    if len(fitting) != 1:
        shapes = [f"{name} {shape}" for name, (shape, _) in headers.items()]
        raise DataError(
            f"{path} holds " + (", ".join(shapes) if shapes else "no arrays"),
            expected="a SciPy sparse matrix or exactly one 2-d array",
            do="Save the matrix alone, with scipy.sparse.save_npz or numpy.save.",
        )
    name = fitting[0]

    def load() -> Array:
        with np.load(path, allow_pickle=False) as archive:
            return archive[name]  # type: ignore[no-any-return]

    shape, dtype = headers[name]
    check_numbers(dtype, shape, f"{path}, array {name!r},")
    values, notes = fit(guarded(path, expected, load))
    chosen = f"read the array {name!r}, the only one in the archive that is 2-d"
    return Table(values, None, None, (chosen, *notes), path)
