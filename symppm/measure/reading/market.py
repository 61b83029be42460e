"""Matrix Market files, coordinate (sparse) and array (dense).

SciPy has a reader too, but since 1.12 it ends the process on some damaged files (its issue 19949).
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from symppm.errors import DataError
from symppm.measure.memory import Memory
from symppm.measure.reading.binary import describe_places
from symppm.measure.reading.numbers import amount, bad_value, join, parse, shorten
from symppm.measure.reading.options import Duplicates
from symppm.measure.reading.rows import SPACES, Batch, batches, require_width
from symppm.measure.reading.source import text_blocks
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.table import Array, Table

_SPACIOUS: Final = 10_000_000
"""Rows or columns from which a nearly empty matrix is taken for a damaged size line."""

_DIGITS: Final = 19
"""Fewer digits than these fit 64 bits."""

_FIELDS: Final = ("integer", "unsigned-integer", "real", "double", "pattern")
_MIRROR: Final = {"general": 0, "symmetric": 1, "skew-symmetric": -1}


@dataclass(frozen=True)
class _Size:
    """What the banner and the size line say."""

    sparse: bool
    pattern: bool
    mirror: int  # 1 or -1: the upper triangle is that times the lower one; 0: all is written
    rows: int
    columns: int
    entries: int

    @property
    def width(self) -> int:
        """Fields on a line of the body."""
        return (2 if self.pattern else 3) if self.sparse else 1


def read_market(path: Path, duplicates: Duplicates, *, progress: bool) -> Table:
    """Read a Matrix Market file; entries of a pattern are ones.

    Parameters
    ----------
    path : pathlib.Path
        The file, gzip-compressed if its name ends in ``.gz``.
    duplicates : {"error", "sum"}
        What to do with repeated entries.
    progress : bool
        Whether a progress bar may be shown.

    Raises
    ------
    DataError
        If the file is no Matrix Market file, is damaged, or holds complex numbers.
    """
    # Old files have names in any encoding in their comments; the numbers are ASCII.
    blocks = text_blocks(
        path,
        progress=progress,
        kind="a Matrix Market file",
        expected="a Matrix Market file, with the banner %%MatrixMarket on its first line",
        encoding="latin-1",
    )
    try:
        size, done, rest = _header(blocks, path)
        parts = [_table(text, at, size, path) for text, at in _bodies(blocks, rest, done)]
    finally:
        blocks.close()
    found = sum(len(part[-1]) for part in parts)
    if found != size.entries:
        raise DataError(
            f"{path} holds {amount(found, 'entry', 'entries')}",
            expected=f"{size.entries:,}, as its size line says",
            do="Fetch or write the file again: it may be damaged or cut short.",
        )
    values, notes = join([part[-1] for part in parts])
    if not size.sparse:
        return Table(_dense(values, size), None, None, notes, path)
    rows, columns = (np.concatenate([part[axis] for part in parts]) - 1 for axis in (0, 1))
    if size.mirror:
        off = rows != columns
        both = np.concatenate([rows, columns[off]]), np.concatenate([columns, rows[off]])
        rows, columns = both
        values = np.concatenate([values, size.mirror * values[off]])
    matrix, sum_notes = to_csr(
        rows,
        columns,
        values,
        shape=(size.rows, size.columns),
        duplicates=duplicates,
        path=path,
        describe=describe_places,
    )
    return Table(matrix, None, None, notes + sum_notes, path)


def _header(blocks: Iterator[str], path: Path) -> tuple[_Size, int, str]:
    """Return the size, the number of lines that took, and the rest of the text read."""
    text = next(blocks)
    lines = io.StringIO(text)
    banner = lines.readline().lower().split()[1:]
    number = 1
    while True:
        line = lines.readline()
        number += 1
        if not line:  # comments may fill more than a block
            more = next(blocks, None)
            if more is None:
                raise _bad_size(path, number, "")
            lines = io.StringIO(more)
            number -= 1
        elif line.strip() and not line.startswith("%"):
            break
    return _size(banner, line.split(), number, path), number, lines.read()


def _size(banner: list[str], words: list[str], number: int, path: Path) -> _Size:
    known = len(banner) == 4 and banner[0] == "matrix" and banner[1] in ("coordinate", "array")
    if not known or banner[2] not in _FIELDS or banner[3] not in _MIRROR:
        raise DataError(
            f"{path}, line 1: a matrix described as {' '.join(banner)[:60]!r}",
            expected="'matrix', 'coordinate' or 'array', a field of real numbers, integers or a "
            "pattern, and 'general', 'symmetric' or 'skew-symmetric'",
            do="Write the matrix with scipy.io.mmwrite, as integers or reals.",
        )
    sparse, pattern = banner[1] == "coordinate", banner[2] == "pattern"
    if len(words) != 2 + sparse or not all(
        word.isdecimal() and len(word) < _DIGITS for word in words
    ):
        raise _bad_size(path, number, " ".join(words))
    rows, columns = int(words[0]), int(words[1])
    mirror = _MIRROR[banner[3]]
    triangle = rows * (rows + 1) // 2 - (rows if mirror < 0 else 0)
    entries = int(words[2]) if sparse else triangle if mirror else rows * columns
    vast = sparse and max(rows, columns) > max(_SPACIOUS, 100 * entries)
    if 0 in (rows, columns) or vast or (mirror and rows != columns) or (pattern and not sparse):
        raise _bad_size(path, number, " ".join(words))
    return _Size(sparse, pattern, mirror, rows, columns, entries)


def _bad_size(path: Path, number: int, text: str) -> DataError:
    return DataError(
        f"{path}, line {number}: the size of the matrix is given as {text[:60]!r}",
        expected="numbers of rows, columns and, if sparse, entries, that can be true",
        do="Correct that line, or fetch the file again: it may be damaged or cut short.",
    )


def _bodies(blocks: Iterator[str], rest: str, done: int) -> Iterator[tuple[str, int]]:
    """Yield the text of the body and the number of lines before it, never nothing at all."""
    yield rest, done
    for text in blocks:
        done += rest.count("\n")
        rest = text
        yield text, done


def _table(text: str, done: int, size: _Size, path: Path) -> tuple[Array, Array, Array]:
    """Return row numbers, column numbers (both from 1) and values of some lines."""
    if not text.strip():
        nothing = np.empty(0, dtype=np.int64)
        return nothing, nothing, nothing
    names = {1: "v", 2: "ij", 3: "ijv"}[size.width]
    for kind in ("i8", "f8"):
        dtype = np.dtype([(name, kind if name == "v" else "i8") for name in names])
        table = _quick(text, dtype)
        if table is not None and _within(table, size):
            count = len(table)
            values = np.ones(count, dtype=np.int64) if size.pattern else table["v"]
            places = (table["i"], table["j"]) if size.sparse else (values, values)
            return *places, values
    return _careful(text, done, size, path)


def _quick(text: str, dtype: np.dtype[np.void]) -> Array | None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy warns where it would cut 1.5 to an integer
        try:
            return np.loadtxt(io.StringIO(text, newline=None), dtype, comments=None, ndmin=1)
        except (ValueError, Warning):
            return None


def _within(table: Array, size: _Size) -> bool:
    """Whether the places are in the matrix, and no number is too large for float64."""
    if not size.pattern and np.isinf(table["v"]).any():
        return False
    return not size.sparse or all(
        bool(((table[name] >= 1) & (table[name] <= limit)).all())
        for name, limit in (("i", size.rows), ("j", size.columns))
    )


def _careful(text: str, done: int, size: _Size, path: Path) -> tuple[Array, Array, Array]:
    """Do the same line by line, to say where the first mistake is."""
    (found,) = batches([text], SPACES, path)
    batch = Batch([done + line for line in found.lines], found.rows)
    require_width(batch, size.width, path)
    columns = list(zip(*batch.rows, strict=True))
    if size.sparse:
        rows = _places(columns[0], "row", size.rows, batch, path)
        places = rows, _places(columns[1], "column", size.columns, batch, path)
    parsed = np.ones(len(batch.rows), dtype=np.int64) if size.pattern else parse(columns[-1])
    if isinstance(parsed, int):
        raise bad_value(path, batch.lines[parsed], size.width, None, columns[-1][parsed])
    return (*places, parsed) if size.sparse else (parsed, parsed, parsed)


def _places(texts: tuple[str, ...], what: str, limit: int, batch: Batch, path: Path) -> Array:
    for line, text in zip(batch.lines, texts, strict=True):
        if not (text.isdecimal() and len(text) < _DIGITS and 1 <= int(text) <= limit):
            raise DataError(
                f"{path}, line {line}: {what} {shorten(text)}",
                expected=f"a {what} number from 1 to {limit:,}, as the size line says",
                do="Correct the line, or fetch the file again: it may be damaged.",
            )
    return np.array([int(text) for text in texts], dtype=np.int64)


def _dense(values: Array, size: _Size) -> Array:
    Memory().require(24.0 * size.rows * size.columns, f"{size.rows:,} x {size.columns:,} numbers")
    if not size.mirror:
        return np.ascontiguousarray(values.reshape(size.columns, size.rows).T)
    # Written column by column from the diagonal down: the upper triangle, row by row.
    columns, rows = np.triu_indices(size.rows, k=1 if size.mirror < 0 else 0)
    dense = np.zeros((size.rows, size.columns), dtype=values.dtype)
    dense[columns, rows] = size.mirror * values
    dense[rows, columns] = values
    return dense
