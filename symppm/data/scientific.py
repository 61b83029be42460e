"""NumPy and SciPy files (``.npy``, ``.npz``), Matrix Market, LDA-C, and folders of 10x Genomics."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from symppm.data.files import guarded, opened, require_beginning
from symppm.data.memory import require_memory
from symppm.data.numbers import numbers_in
from symppm.data.options import Options
from symppm.data.table import (
    Array,
    Notes,
    Table,
    amount,
    check_numbers,
    fit,
    joined,
    shorten,
    to_csr,
)
from symppm.data.text import text_blocks
from symppm.errors import DataError

_NPY: Final = "a .npy file written by numpy.save without pickled objects"
_NPZ: Final = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
_MARKET: Final = "a Matrix Market file, with the banner %%MatrixMarket on its first line"
_DOCUMENTS: Final = "LDA-C: on each line a number of pairs, then so many pairs id:count"
_AGAIN: Final = "Correct the line, or fetch the file again: it may be damaged or cut short."
_SPACIOUS: Final = 10_000_000
"""Rows or columns from which a nearly empty matrix is taken for a damaged file."""
_WHOLE: Final = re.compile(r"\d{1,18}", re.ASCII)
"""A whole number that fits 64 bits."""
_HEAD: Final = re.compile(r"(?:%[^\n]*\n|[ \t]*\n)*(?P<size>[ \t]*[^%\s][^\n]*)\n?")
"""Of a Matrix Market file: banner, comments, and the line with the size."""
_BANNER: Final = re.compile(
    r"%%matrixmarket\s+matrix\s+(?P<form>coordinate|array)\s+"
    r"(?P<field>integer|unsigned-integer|real|double|pattern)\s+"
    r"(?P<symmetry>general|symmetric|skew-symmetric)\s*",
    re.IGNORECASE,
)
_MIRROR: Final = {"general": 0, "symmetric": 1, "skew-symmetric": -1}


def read_npy(path: Path, _: Options) -> Table:
    """Read a dense array: native integers and float64 as a map of the file, others converted."""
    require_beginning(path, (b"\x93NUMPY",), _NPY)

    def load() -> tuple[Array, Notes]:
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        check_numbers(values.dtype, values.shape, str(path))
        if values.dtype.isnative and (values.dtype.kind in "iu" or values.dtype == np.float64):
            return np.asarray(values), ()  # a plain array, which keeps the map
        require_memory(8.0 * values.size, f"{path} as float64")
        return fit(values)

    values, notes = guarded(path, _NPY, load)
    return Table(values, None, None, notes, path)


def read_npz(path: Path, options: Options) -> Table:
    """Read a sparse matrix written by SciPy, or the only 2-d array of an archive."""
    require_beginning(path, (b"PK",), _NPZ)
    shapes = guarded(path, _NPZ, lambda: _shapes(path))
    if "format" in shapes:
        from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

        values, notes = csr_of(lambda: sparse.load_npz(path), path, _NPZ, options.duplicates)
        return Table(values, None, None, notes, path)
    names = [name for name, shape in shapes.items() if len(shape) == 2]
    if len(names) != 1:
        raise DataError(
            f"{path} holds {', '.join(f'{name} {shapes[name]}' for name in shapes) or 'no arrays'}",
            expected="a SciPy sparse matrix or exactly one 2-d array",
            do="Save the matrix alone, with scipy.sparse.save_npz or numpy.save.",
        )

    def load() -> tuple[Array, Notes]:
        with np.load(path, allow_pickle=False) as archive:
            values = archive[names[0]]
        check_numbers(values.dtype, values.shape, f"{path}, array {names[0]!r},")
        return fit(values)

    values, notes = guarded(path, _NPZ, load)
    note = f"read the array {names[0]!r}, the only one in the archive that is 2-d"
    return Table(values, None, None, (note, *notes), path)


def _shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """Return shapes of the arrays in an archive, as their headers declare them."""
    shapes = {}
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(item.file_size for item in archive.infolist())
        require_memory(2.0 * unpacked, f"{path}, unpacked,")  # and then converted
        for name in archive.namelist():
            if name.endswith(".npy"):
                with archive.open(name) as stream:
                    version = "1_0" if np.lib.format.read_magic(stream) == (1, 0) else "2_0"
                    header = getattr(np.lib.format, f"read_array_header_{version}")
                    shapes[name.removesuffix(".npy")] = header(stream)[0]
    return shapes


def csr_of(make: Callable[[], Any], path: Path, expected: str, duplicates: str) -> Any:
    """Return what a file stores compressed as CSR of int64 or float64, and notes."""

    def entries() -> Any:
        matrix = make()
        check_numbers(matrix.dtype, matrix.shape, str(path))
        if hasattr(matrix, "indptr"):
            matrix.check_format(full_check=True)  # a bad index would crash the arithmetic
        return matrix.tocoo()

    stored = guarded(path, expected, entries)
    values, notes = fit(stored.data)
    matrix, sums = to_csr(stored.row, stored.col, values, stored.shape, duplicates, path)
    return matrix, notes + sums


class _Market(NamedTuple):
    """What the beginning of a Matrix Market file says."""

    names: str  # of the fields of a line: i, j, x
    mirror: int  # 1 or -1: the upper triangle is that times the lower one; 0: all is written
    shape: tuple[int, int]
    entries: int

    def entries_of(self, text: str) -> Array | None:
        """Return the entries that lines hold, None if one of them is wrong."""
        if not text.strip():
            return np.empty(0, [(n, np.int64) for n in self.names])
        table = numbers_in(text, [(n, None if n == "x" else np.int64) for n in self.names], None)
        limits = zip("ij", self.shape, strict=True) if "i" in self.names else ()
        if table is None or any(((table[n] < 1) | (table[n] > m)).any() for n, m in limits):
            return None
        return table


def read_market(path: Path, options: Options) -> Table:
    """Read a Matrix Market file; entries of a pattern are ones.

    Not by SciPy, which (1.17 too) ends the process where a line is damaged (its issue 19949).
    """
    # Old files have names in any encoding in their comments; the numbers are ASCII.
    blocks = text_blocks(
        path, _MARKET, progress=options.progress, kind="a Matrix Market file", encoding="latin-1"
    )
    text, head = "", None
    while head is None and (more := next(blocks, None)):
        text += more[1]
        head = _HEAD.match(text)
    market = _market(path, text, head)
    end = len(text) if head is None else head.end()
    parts = []
    for start, some in chain([(text.count("\n", 0, end) + 1, text[end:])], blocks):
        if (part := market.entries_of(some)) is None:
            raise _wrong_line(path, start, some, market)
        parts.append(part)
    count = sum(map(len, parts))
    if count != market.entries:
        raise DataError(
            f"{path} holds {amount(count, 'entry', 'entries')}",
            expected=f"{market.entries:,}, as its size line says",
            do="Fetch or write the file again: it may be damaged or cut short.",
        )
    ones = [np.ones(count, np.int64)]
    values, notes = joined([part["x"] for part in parts] if "x" in market.names else ones)
    if sparse := "i" in market.names:
        rows, columns = (np.concatenate([part[name] for part in parts]) - 1 for name in "ij")
    elif market.mirror:  # column by column, from the diagonal down
        columns, rows = np.triu_indices(market.shape[0], k=int(market.mirror < 0))
    else:
        columns, rows = np.divmod(np.arange(count), market.shape[0])
    if market.mirror:
        off = rows != columns
        rows, columns = np.append(rows, columns[off]), np.append(columns, rows[off])
        values = np.append(values, market.mirror * values[off])
    if not sparse:
        dense = np.zeros(market.shape, values.dtype)
        dense[rows, columns] = values
        return Table(dense, None, None, notes, path)
    matrix, sums = to_csr(rows, columns, values, market.shape, options.duplicates, path)
    notes += sums
    if path.name.startswith("matrix.mtx") and any(path.absolute().parent.glob("barcodes.tsv*")):
        notes += (
            "rows are genes and columns are cells, as Cell Ranger writes them; name the folder "
            "instead to have cells as rows, with labels",
        )
    return Table(matrix, None, None, notes, path)


def _market(path: Path, text: str, head: re.Match[str] | None) -> _Market:
    first = text.partition("\n")[0]
    banner = _BANNER.fullmatch(first)
    if banner is None:
        raise DataError(
            f"{path}, line 1: a matrix described as {' '.join(first.lower().split()[1:])[:60]!r}",
            expected="'matrix', 'coordinate' or 'array', a field of real numbers, integers or a "
            "pattern, and 'general', 'symmetric' or 'skew-symmetric'",
            do="Write the matrix with scipy.io.mmwrite, as integers or reals.",
        )
    form, field, symmetry = map(str.lower, banner.groups())
    sparse, pattern, mirror = form == "coordinate", field == "pattern", _MIRROR[symmetry]
    words = head["size"].split() if head else []
    if len(words) == 2 + sparse and all(map(_WHOLE.fullmatch, words)):
        rows, columns, *listed = map(int, words)
        triangle = rows * (rows + mirror) // 2
        entries = listed[0] if sparse else triangle if mirror else rows * columns
        vast = sparse and max(rows, columns) > max(_SPACIOUS, 100 * entries)
        square = rows == columns or not mirror
        if rows and columns and not vast and square and (sparse or not pattern):
            names = "ij" * sparse + "x" * (not pattern)
            return _Market(names, mirror, (rows, columns), entries)
    at = f", line {text.count(chr(10), 0, head.start('size')) + 1}" if head else ""
    raise DataError(
        f"{path}{at}: the size is given as {(head['size'] if head else '').strip()[:60]!r}",
        expected="numbers of rows, columns and, if sparse, entries, that can be true",
        do="Correct that line, or fetch the file again: it may be damaged or cut short.",
    )


def _wrong_line(path: Path, start: int, text: str, market: _Market) -> DataError:
    lines = enumerate(text.split("\n"), start)
    at, line = next((at, line) for at, line in lines if market.entries_of(line) is None)
    rows, columns = market.shape
    what = {"i": f"a row from 1 to {rows:,}", "j": f"a column to {columns:,}", "x": "a number"}
    return DataError(
        f"{path}, line {at} is {shorten(line.rstrip())}",
        expected=", ".join(what[name] for name in market.names),
        do=_AGAIN,
    )


def _pairs(words: list[str]) -> Array | None:
    """Return ids and counts from words such as 3:2; None if one is something else."""
    if not words:
        return np.empty(0, [("i", np.int64), ("x", np.int64)])
    text = "\n".join(words).replace(":", " ")
    table = numbers_in(text, [("i", np.int64), ("x", None)], None)
    return None if table is None or (table["i"] < 0).any() else table


def read_ldac(path: Path, options: Options) -> Table:
    """Read LDA-C: lines, which are documents, as rows, and words as columns, from 0 on."""
    lines, parts = [], []
    for start, text in text_blocks(path, _DOCUMENTS, progress=options.progress):
        for line, words in enumerate(map(str.split, text.split("\n")), start):
            if not words:
                continue
            if (part := _pairs(words[1:])) is None or words[0] != str(len(part)):
                raise DataError(
                    f"{path}, line {line} is {shorten(' '.join(words))}, with "
                    f"{amount(len(words) - 1, 'pair')}",
                    expected=_DOCUMENTS,
                    do=_AGAIN,
                )
            lines.append(line)
            parts.append(part)
    if not any(map(len, parts)):
        raise DataError(
            f"{path} holds no pair" if lines else f"{path} has blank lines only",
            expected=_DOCUMENTS,
            do="Write the file again.",
        )
    rows = np.repeat(np.arange(len(lines)), list(map(len, parts)))
    columns = np.concatenate([part["i"] for part in parts])
    shape = len(lines), int(columns.max()) + 1
    if shape[1] > max(_SPACIOUS, 100 * len(columns)):
        raise DataError(
            f"{path}, line {lines[rows[columns.argmax()]]}: the id {shape[1] - 1}",
            expected=f"ids that can be true in a file of {amount(len(columns), 'pair')}",
            do=_AGAIN,
        )
    values, notes = joined([part["x"] for part in parts])

    def describe(row: int, column: int, entries: list[int]) -> str:
        return f"line {lines[row]}, id {column} ({len(entries)} times)"

    matrix, sums = to_csr(rows, columns, values, shape, options.duplicates, path, describe)
    note = (
        f"read as LDA-C ({amount(len(columns), 'entry', 'entries')}, {shape[0]:,} x "
        f"{shape[1]:,}): rows are lines, columns are ids from 0 to the largest; words that never "
        "occur after it are unknown"
    )
    if columns.min() > 0:
        note += f", and those below {columns.min()}, which never occur, count as columns of zeros"
    return Table(matrix, None, None, (note, *notes, *sums), path)


def tenx_folder(folder: Path) -> tuple[Path, ...]:
    """Return matrix, barcodes and genes in a folder that Cell Ranger has written, if it is one."""
    if not os.path.isdir(folder):  # noqa: PTH112 - False, not an error, for names that cannot be
        return ()
    parts: list[Path] = []
    for names in (("matrix.mtx",), ("barcodes.tsv",), ("features.tsv", "genes.tsv")):
        files = [folder / f"{name}{end}" for name in names for end in ("", ".gz")]
        parts += [file for file in files if file.is_file()][:1]
    return tuple(parts) if len(parts) == 3 else ()


def read_tenx_folder(path: Path, options: Options) -> Table:
    """Read a folder of 10x Genomics: cells as rows, genes as columns."""
    matrix, *files = tenx_folder(path)
    table = read_market(matrix, options)
    names = []
    for file, count in zip(files, table.shape[::-1], strict=True):
        with opened(file) as (stream, _):
            lines = stream.read().decode("utf-8", "replace").replace("\r", "").split("\n")
        names.append([line.split("\t") for line in lines if line.strip()])
        if len(names[-1]) != count:
            raise DataError(
                f"{file} has {amount(len(names[-1]), 'line')}",
                expected=f"{count:,}, as {matrix} has",
                do="Fetch the folder again: its files belong to different matrices.",
            )
    cells, genes = names
    note = "read as a folder of 10x Genomics: rows are cells, columns are genes"
    values = table.values.T.tocsr() if hasattr(table.values, "tocsr") else table.values.T
    others = tuple(text for text in table.notes if not text.startswith("rows are genes"))
    labels = tuple(fields[0] for fields in cells), tuple(fields[:2][-1] for fields in genes)
    return Table(values, *labels, (note, *others), path)
