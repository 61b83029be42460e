"""Matrices that are not held in memory but come as blocks of rows, or of columns."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError
from symppm.measure.forms import DenseMatrix, Predicate, SparseMatrix
from symppm.measure.values import as_numbers, mask_of_sparse

Block = DenseMatrix | SparseMatrix

_STREAMED_BYTES: Final = 1 << 27
_BLOCK_BYTES: Final = 1 << 24


@dataclass(frozen=True)
class BlockMatrix:
    """A matrix that is not held in memory: its rows, or its columns, a block at a time.

    Attributes
    ----------
    shape : (int, int)
        Number of rows and of columns, together.
    dtype : numpy.dtype
        Type of the values.
    blocks : callable
        Returns, anew at each call, an iterator over successive blocks from the first. A block is
        used up before the next is asked for, so that they may share memory.
    by_columns : bool
        Whether a block is some of the columns, with all rows, instead of some of the rows.
    """

    shape: tuple[int, int]
    dtype: np.dtype[Any]
    blocks: Callable[[], Iterator[Block]]
    by_columns: bool = False

    def placed(self) -> Iterator[tuple[int, int, Block]]:
        """Yield every block after the row and the column of its first entry."""
        start = 0
        for block in self.blocks():
            yield (0, start, block) if self.by_columns else (start, 0, block)
            start += block.shape[self.by_columns]

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        for top, left, block in self.placed():
            rows, columns = block.shape
            if row < top + rows and column < left + columns:
                return block.at(row - top, column - left)
        raise IndexError((row, column))

    def first(self, wrong: Predicate) -> tuple[int, int] | None:
        """Return the first observed (or stored) position, row by row, where a predicate holds."""
        best: tuple[int, int] | None = None
        for top, left, block in self.placed():
            found = block.first(wrong)
            if found is None:
                continue
            place = top + found[0], left + found[1]
            if not self.by_columns:
                return place
            best = place if best is None else min(best, place)
        return best


def in_blocks(matrix: BlockMatrix) -> DataError:
    """Return the error for blocks where a whole matrix is needed.

    Parameters
    ----------
    matrix : BlockMatrix
        What was given.
    """
    return DataError(
        f"a matrix that is read in blocks, shape {matrix.shape}",
        expected="a matrix in memory, which this needs: blocks are enough for symppm.statistics, "
        "symppm.match and their intervals",
        do="Load it: --engine memory (engine='memory') for a file; or a part of it, as an array or "
        "a SciPy sparse matrix.",
    )


def on_disk(data: object) -> TypeGuard[np.memmap[Any, Any]]:
    """Return whether data are a memory-mapped file to be read in blocks.

    Parameters
    ----------
    data : object
        What the user gave.

    Notes
    -----
    So they are where they are large and lie in the file as they do in the array, without strides.
    What is written to a map that is private must stay in memory.
    """
    return (
        isinstance(data, np.memmap)
        and data.ndim == 2
        and data.nbytes >= _STREAMED_BYTES
        and data.mode != "c"
        and (data.flags.c_contiguous or data.flags.f_contiguous)
        and isinstance(_root(data).base, mmap.mmap)
    )


def streamed(data: np.memmap[Any, Any]) -> BlockMatrix:
    """Return a memory-mapped matrix as blocks, copied into one buffer.

    Parameters
    ----------
    data : numpy.memmap, shape (N, M)
        For which :func:`on_disk` holds.

    Notes
    -----
    Through the map and not by the name of the file, which may be another's by now.
    """
    by_columns = not data.flags.c_contiguous
    root, lines = _root(data), np.asarray(data.T if by_columns else data)
    count, length = lines.shape
    dtype = data.dtype

    def blocks() -> Iterator[Block]:
        step = max(1, min(count, _BLOCK_BYTES // (length * dtype.itemsize)))
        buffer = np.empty((step, length), dtype)
        for start in range(0, count, step):
            source = lines[start : start + step]
            part = buffer[: len(source)]
            _require_whole(root)
            part[...] = source
            _let_go(root, source)
            values = as_numbers(part)
            yield DenseMatrix(values.T if by_columns else values)

    kind = as_numbers(np.empty((0, 0), dtype)).dtype
    return BlockMatrix((data.shape[0], data.shape[1]), kind, blocks, by_columns)


def with_gaps(
    matrix: BlockMatrix, observed: NDArray[np.bool_] | None, *, zeros_missing: bool
) -> BlockMatrix:
    """Return a matrix in blocks of which fewer entries are observed.

    Parameters
    ----------
    matrix : BlockMatrix
        The matrix.
    observed : ndarray of bool, shape (N, M), or None
        True where an entry is observed; for blocks that are dense.
    zeros_missing : bool
        Whether zeros of dense blocks, and what sparse ones do not store, are not observed.
    """

    def blocks() -> Iterator[Block]:
        for top, left, block in matrix.placed():
            if isinstance(block, SparseMatrix):
                if observed is not None:
                    raise mask_of_sparse()
                yield SparseMatrix(block.stored, block.absent_observed and not zeros_missing)
                continue
            rows, columns = block.shape
            seen = block.observed
            if observed is not None:
                here = observed[top : top + rows, left : left + columns]
                seen = here if seen is None else seen & here
            if zeros_missing:
                nonzero = block.values != 0
                seen = nonzero if seen is None else seen & nonzero
            yield DenseMatrix(block.values, seen)

    return replace(matrix, blocks=blocks)


def _root(data: np.memmap[Any, Any]) -> np.memmap[Any, Any]:
    """Return the array that was mapped, of which the data may be a part."""
    while isinstance(data.base, np.memmap):
        data = data.base
    return data


def _address(array: NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])


def _require_whole(root: np.memmap[Any, Any]) -> None:
    """Refuse a map of a file that was cut short: reading what is gone would end this process."""
    try:
        size = _map(root).size()  # of the file that is mapped, whatever its name is now
    except OSError as error:
        raise DataError(
            f"{_called(root)}, a mapped file that cannot be read any more ({error})",
            expected="a file that stays there while it is read",
            do="Map the file again.",
        ) from error
    if size < root.offset + root.nbytes:
        raise DataError(
            f"{_called(root)}, which has become shorter than the array that was mapped",
            expected="a file that does not change while it is read",
            do="Map the file again when nothing writes to it any more.",
        )


def _map(root: np.memmap[Any, Any]) -> mmap.mmap:
    return cast("mmap.mmap", root.base)


def _called(root: np.memmap[Any, Any]) -> str:
    return "a file" if root.filename is None else Path(str(root.filename)).name


def _let_go(root: np.memmap[Any, Any], part: NDArray[Any]) -> None:
    """Give back the memory that pages of a map take once they have been read."""
    if not hasattr(mmap, "MADV_DONTNEED"):  # the system does so by itself when it needs more
        return
    start = root.offset % mmap.ALLOCATIONGRANULARITY + _address(part) - _address(root)
    first = start - start % mmap.PAGESIZE
    with contextlib.suppress(OSError):  # pages that are locked in memory stay there
        _map(root).madvise(mmap.MADV_DONTNEED, first, start - first + part.nbytes)
