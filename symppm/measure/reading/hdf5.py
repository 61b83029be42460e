"""A matrix inside an HDF5 file, dense or compressed, in blocks of rows or of columns."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from symppm.data.forms import as_numbers
from symppm.data.matrix import DenseMatrix, SparseMatrix
from symppm.data.sparse import canonical
from symppm.errors import DataError
from symppm.extras import load
from symppm.measure.memory import Memory
from symppm.measure.reading.binary import guarded
from symppm.measure.reading.options import Duplicates
from symppm.measure.reading.source import damaged
from symppm.measure.reading.stamps import Stamp
from symppm.measure.reading.table import Array

EXPECTED: Final = "an .h5ad file written by anndata"
BLOCK_BYTES: Final = 1 << 24
PATIENCE: Final = 60.0
"""Seconds after which a small file is taken to keep HDF5 in an endless loop."""

_BYTES_A_SECOND: Final = 10_000_000
_CRASHES: Final = (0xC0000005, 0xC00000FD, 0xC0000374, 0xC0000409)
"""How Windows says that a process ended by an access violation and the like."""


@dataclass(frozen=True)
class Held:
    """Where and how a matrix lies in a file.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    name : str
        Of the dataset or the group.
    form : {"dense", "csr", "csc"}
        One dataset; or three (data, indices, indptr), by rows or by columns.
    shape : (int, int)
        Rows and columns.
    dtype : numpy.dtype
        Of the values.
    entries : int
        How many values are stored.
    """

    path: Path
    name: str
    form: Literal["dense", "csr", "csc"]
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    entries: int

    @property
    def bytes(self) -> int:
        """Memory that the whole would take, with an index of 8 bytes for every stored entry."""
        return self.entries * (self.dtype.itemsize + (0 if self.form == "dense" else 8))


def require_harmless(path: Path, most: int, names: Sequence[str]) -> None:
    """Raise DataError if reading a file would hang or end this process, having tried in another.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    most : int
        Bytes up to which a dataset will be loaded.
    names : sequence of str
        Of the matrix, then of the tables of names.

    Notes
    -----
    HDF5 (2.0 too) follows lengths and addresses that damaged bytes make wrong, in endless loops or
    out of its memory: about one damaged file in a hundred does it.
    """
    if getattr(sys, "frozen", False) or not sys.executable:  # this program is no Python to run
        return
    script = Path(__file__).with_name("hdf5_walk.py")
    paths = os.pathsep.join(filter(None, sys.path))
    seconds = PATIENCE + path.stat().st_size / _BYTES_A_SECOND
    try:
        # Not the folder of the script on the path: its modules are named like Python's own.
        done = subprocess.run(  # noqa: S603 - this Python, our script, a file that exists
            [sys.executable, "-P", str(script), str(path), str(most), *names],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": paths}, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise damaged(path, f"HDF5 did not come back within {seconds:.0f} s", EXPECTED) from error
    except OSError:  # no process can be started here
        return
    if done.returncode < 0 or done.returncode in _CRASHES:
        raise damaged(path, "HDF5 crashes on it", EXPECTED)


def open_file(path: Path) -> Any:
    """Open an HDF5 file for reading."""
    return load("h5py", "files", f"reading {path}").File(path, "r")


def blocks(
    held: Held, duplicates: Duplicates, stamp: Stamp
) -> Iterator[DenseMatrix | SparseMatrix]:
    """Yield blocks of rows, or of columns if that is how the matrix is compressed.

    Parameters
    ----------
    held : Held
        The matrix.
    duplicates : {"error", "sum"}
        What to do with a place that is stored more than once.
    stamp : Stamp
        Of the file when it was first looked at.

    Raises
    ------
    DataError
        If the file is damaged or has changed, or a place is repeated.
    """
    stamp.require_same()
    with guarded(held.path, EXPECTED, lambda: open_file(held.path)) as file:
        item = guarded(held.path, EXPECTED, lambda: file[held.name])
        yield from (
            _dense(held, item) if held.form == "dense" else _compressed(held, item, duplicates)
        )
    stamp.require_same()


def _dense(held: Held, item: Any) -> Iterator[DenseMatrix]:
    rows, columns = held.shape
    # Whole chunks of the file, since each is unpacked anew for every slice that touches it.
    height = item.chunks[0] if item.chunks else 1
    step = max(1, BLOCK_BYTES // (columns * held.dtype.itemsize * height)) * height
    Memory().require(2.0 * columns * held.dtype.itemsize * step, f"{step:,} rows of {held.path}")
    for start in range(0, rows, step):
        (part,) = _slices(held.path, [item], start, start + step)
        yield DenseMatrix(as_numbers(part))


def _slices(path: Path, items: list[Any], start: int, stop: int) -> list[Array]:
    return guarded(path, EXPECTED, lambda: [item[start:stop] for item in items])


def _compressed(held: Held, item: Any, duplicates: Duplicates) -> Iterator[SparseMatrix]:
    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    by_columns = held.form == "csc"
    lines, length = held.shape[::-1] if by_columns else held.shape
    starts = guarded(held.path, EXPECTED, lambda: pointers(held, item))
    most = max(1, BLOCK_BYTES // (held.dtype.itemsize + 8))
    first = 0
    while first < lines:
        last = int(np.searchsorted(starts, starts[first] + most, side="right")) - 1
        last = max(last, first + 1)
        parts = [item["data"], item["indices"]]
        values, places = _slices(held.path, parts, int(starts[first]), int(starts[last]))
        if len(places) and not (places.min() >= 0 and places.max() < length):
            raise _outside(held, first, starts, places, length)
        form = sparse.csc_array if by_columns else sparse.csr_array
        shape = (length, last - first) if by_columns else (last - first, length)
        begins = starts[first : last + 1] - starts[first]
        stored = form((as_numbers(values), places, begins), shape=shape)
        tidy = canonical(stored)
        if tidy.nnz < stored.nnz and duplicates == "error":
            raise _repeated(held, first, stored)
        yield SparseMatrix(tidy)
        first = last


def pointers(held: Held, item: Any) -> Array:
    """Return where the entries of each row (or column) begin, and where the last end.

    Parameters
    ----------
    held : Held
        The matrix.
    item : h5py.Group
        Its three datasets.

    Raises
    ------
    DataError
        If they cannot be.
    """
    index = item["indptr"]
    Memory().require(16.0 * index.size, f"{held.path}: the index of {held.name}")
    starts = np.asarray(index[:], dtype=np.int64)
    lines = held.shape[1] if held.form == "csc" else held.shape[0]
    fits = len(starts) == lines + 1 and starts[0] == 0 and (np.diff(starts) >= 0).all()
    sizes = {item[name].shape for name in ("data", "indices")}
    if not fits or sizes != {(int(starts[-1]),)}:
        raise DataError(
            f"{held.path}: {held.name} is compressed with an index that cannot be",
            expected=f"{lines + 1:,} places that do not decrease, from 0 to the number of entries",
            do="Fetch or write the file again: it may be damaged.",
        )
    return starts


def _line(held: Held, line: int) -> str:
    return f"{held.path}: {held.name}, {'column' if held.form == 'csc' else 'row'} {line + 1:,}"


def _outside(held: Held, first: int, starts: Array, places: Array, length: int) -> DataError:
    at = int(np.argmax((places < 0) | (places >= length)))
    line = int(np.searchsorted(starts, starts[first] + at, side="right")) - 1
    return DataError(
        f"{_line(held, line)} has an entry at {int(places[at])}",
        expected=f"places from 0 to {length - 1:,}",
        do="Fetch or write the file again: it may be damaged.",
    )


def _repeated(held: Held, first: int, stored: Any) -> DataError:
    tidy = stored.copy()
    tidy.sort_indices()
    same = np.diff(tidy.indices) == 0
    same[tidy.indptr[1:-1][(tidy.indptr[1:-1] > 0) & (tidy.indptr[1:-1] < tidy.nnz)] - 1] = False
    at = int(np.argmax(same))
    line = int(np.searchsorted(tidy.indptr, at, side="right")) - 1
    other = "row" if held.form == "csc" else "column"
    return DataError(
        f"{_line(held, first + line)} holds {other} {int(tidy.indices[at]) + 1:,} more than once",
        expected="every pair once",
        do="Use --duplicates sum (duplicates='sum') to add them up, or correct the file.",
    )
