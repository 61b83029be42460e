"""Reads of an HDF5 file what symppm will: a script for a process of its own, which may end.

Run with a path, a number of bytes and names of groups and datasets. Of these the last two hold
names of rows and columns, the first the matrix. What raises an exception here does so again in the
process that asked, where it can be reported; what hangs or crashes here must not be read there.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Any

import h5py

MOST_NAMES = 50_000_000


def touch(item: Any, most: int) -> None:
    """Read an object: its attributes and what it holds, of large datasets only the index."""
    dict(item.attrs)
    if hasattr(item, "values"):
        for part in item.values():
            touch(part, most)
    elif item.shape is not None:
        text = item.dtype.kind == "O" and item.size <= MOST_NAMES
        if text or item.size * item.dtype.itemsize <= most:
            item[()]
        elif item.chunks:
            item.id.get_num_chunks()


def walk(path: str, most: int, matrix: str, *tables: str) -> None:
    """Read the matrix, and the index of each table, as far as they exist."""
    with h5py.File(path, "r") as file:
        for name in ("layers", "raw"):
            if name in file:
                list(file[name])
        if matrix in file:
            touch(file[matrix], most)
        for name in tables:
            if name in file:
                table = file[name]
                index = dict(table.attrs).get("_index", "_index")
                touch(table[index] if hasattr(table, "values") else table, most)


if __name__ == "__main__":
    with contextlib.suppress(Exception):
        walk(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
