"""Large memory-mapped files, read in blocks so that they need not fit in memory."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import BlockMatrix, DenseMatrix, as_numbers, numbers_type
from symppm.errors import DataError

_STREAMED_BYTES: Final = 1 << 27
_BLOCK_BYTES: Final = 1 << 24


def is_mapped(data: object) -> TypeGuard[np.memmap[Any, Any]]:
    """Return whether data are a large file, laid out as the array is, to be read in blocks.

    What is written to a private map is in memory only, and stays there.
    """
    return (
        isinstance(data, np.memmap)
        and data.ndim == 2
        and data.nbytes >= _STREAMED_BYTES
        and data.mode != "c"
        and (data.flags.c_contiguous or data.flags.f_contiguous)
        and isinstance(_root(data).base, mmap.mmap)
    )


def mapped_blocks(data: np.memmap[Any, Any]) -> BlockMatrix:
    """Return a mapped matrix as blocks, all in one buffer.

    They are read through the map, not by the name of the file, which may be another's by now.
    """
    by_columns = not data.flags.c_contiguous
    root, lines = _root(data), np.asarray(data.T if by_columns else data)
    count, length = lines.shape

    def blocks() -> Iterator[DenseMatrix]:
        step = max(1, min(count, _BLOCK_BYTES // (length * data.dtype.itemsize)))
        buffer = np.empty((step, length), data.dtype)
        for start in range(0, count, step):
            source = lines[start : start + step]
            part = buffer[: len(source)]
            _require_whole(root)
            part[...] = source
            _release(root, source)
            values = as_numbers(part)
            yield DenseMatrix(values.T if by_columns else values)

    return BlockMatrix((data.shape[0], data.shape[1]), numbers_type(data.dtype), blocks, by_columns)


def _root(data: np.memmap[Any, Any]) -> np.memmap[Any, Any]:
    """Return the array that was mapped, of which the data may be a part."""
    while isinstance(data.base, np.memmap):
        data = data.base
    return data


def _require_whole(root: np.memmap[Any, Any]) -> None:
    """Refuse a map of a file that was cut short: reading what is gone would end this process."""
    size = cast("mmap.mmap", root.base).size()  # of the file, whatever its name is now
    if size < root.offset + root.nbytes:
        name = "a file" if root.filename is None else Path(str(root.filename)).name
        raise DataError(
            f"{name}, which has become shorter than the array that was mapped",
            expected="a file that does not change while it is read",
            do="Map the file again when nothing writes to it any more.",
        )


def _release(root: np.memmap[Any, Any], part: NDArray[Any]) -> None:
    """Give back the memory that pages of a map take once they have been read."""
    if not hasattr(mmap, "MADV_DONTNEED"):  # the system does so by itself when it needs more
        return
    start = root.offset % mmap.ALLOCATIONGRANULARITY + part.ctypes.data - root.ctypes.data
    first = start - start % mmap.PAGESIZE
    with contextlib.suppress(OSError):  # pages that are locked in memory stay there
        base = cast("mmap.mmap", root.base)
        base.madvise(mmap.MADV_DONTNEED, first, start - first + part.nbytes)
