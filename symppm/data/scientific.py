"""NumPy and SciPy files (``.npy``, ``.npz``), Matrix Market, LDA-C, and folders of 10x Genomics."""

from __future__ import annotations

import math
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from symppm.data.files import guarded, opened, require_beginning
from symppm.data.memory import Memory
from symppm.data.numbers import numbers_in, parse
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
from symppm.data.text import Block, text_blocks
from symppm.errors import DataError

_NPY: Final = "a .npy file written by numpy.save without pickled objects"
_NPZ: Final = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
_MARKET: Final = "a Matrix Market file, with the banner %%MatrixMarket on its first line"
_DOCUMENTS: Final = "LDA-C: on each line a number of pairs, then so many pairs id:count"
_AGAIN: Final = "Correct the line, or fetch the file again: it may be damaged or cut short."
_SPACIOUS: Final = 10_000_000
"""Rows or columns from which a nearly empty matrix is taken for a damaged file."""
_DIGITS: Final = 19
"""Fewer digits than these fit 64 bits."""
_FIELDS: Final = ("integer", "unsigned-integer", "real", "double", "pattern")
_MIRROR: Final = {"general": 0, "symmetric": 1, "skew-symmetric": -1}


def read_npy(path: Path, _: Options) -> Table:
    """Read a dense array: native integers and float64 as a map of the file, others converted."""
    require_beginning(path, (b"\x93NUMPY",), _NPY)

    def load() -> tuple[Array, Notes]:
        with path.open("rb") as stream:
            shape, dtype = _header(stream)
        check_numbers(dtype, shape, str(path))
        values = np.load(path, mmap_mode="r", allow_pickle=False)
        if values.dtype.isnative and (values.dtype.kind in "iu" or values.dtype == np.float64):
            return np.asarray(values), ()  # a plain array, which keeps the map
        Memory().require(8.0 * values.size, f"{path} as float64")
        return fit(values)

    values, notes = guarded(path, _NPY, load)
    return Table(values, None, None, notes, path)


def read_npz(path: Path, options: Options) -> Table:
    """Read a sparse matrix written by SciPy, or the only 2-d array of an archive."""
    require_beginning(path, (b"PK",), _NPZ)
    headers = guarded(path, _NPZ, lambda: _headers(path))
    if "format" not in headers:
        return _only_array(path, headers)
    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    def load() -> Any:
        matrix: Any = sparse.load_npz(path)
        check_numbers(matrix.dtype, matrix.shape, str(path))
        if matrix.format in ("csr", "csc", "bsr"):
            matrix.check_format(full_check=True)  # a bad index would crash the arithmetic
        return matrix.tocoo()

    stored = guarded(path, _NPZ, load)
    values, notes = fit(stored.data)
    shape = stored.shape
    matrix, sums = to_csr(stored.row, stored.col, values, shape, options.duplicates, path)
    return Table(matrix, None, None, notes + sums, path)


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], np.dtype[Any]]:
    short = np.lib.format.read_magic(stream) == (1, 0)
    name = "read_array_header_1_0" if short else "read_array_header_2_0"
    shape, _, dtype = getattr(np.lib.format, name)(stream)
    return shape, dtype


def _headers(path: Path) -> dict[str, tuple[tuple[int, ...], np.dtype[Any]]]:
    """Return shapes and types of the arrays in an archive, as their headers declare them."""
    headers = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith(".npy"):
                with archive.open(name) as stream:
                    headers[name.removesuffix(".npy")] = _header(stream)
    sizes = [math.prod(map(float, shape)) * dtype.itemsize for shape, dtype in headers.values()]
    # Twice, since they are unpacked and then converted.
    Memory().require(2 * sum(sizes), f"{path}, unpacked,")
    return headers


def _only_array(path: Path, headers: dict[str, tuple[tuple[int, ...], np.dtype[Any]]]) -> Table:
    names = [name for name, (shape, _) in headers.items() if len(shape) == 2]
    if len(names) != 1:
        shapes = [f"{name} {shape}" for name, (shape, _) in headers.items()]
        raise DataError(
            f"{path} holds " + (", ".join(shapes) if shapes else "no arrays"),
            expected="a SciPy sparse matrix or exactly one 2-d array",
            do="Save the matrix alone, with scipy.sparse.save_npz or numpy.save.",
        )
    (name,) = names
    shape, dtype = headers[name]
    check_numbers(dtype, shape, f"{path}, array {name!r},")

    def load() -> Any:
        with np.load(path, allow_pickle=False) as archive:
            return archive[name]

    values, notes = fit(guarded(path, _NPZ, load))
    note = f"read the array {name!r}, the only one in the archive that is 2-d"
    return Table(values, None, None, (note, *notes), path)


@dataclass(frozen=True)
class _Size:
    """What the banner and the size line of a Matrix Market file say."""

    sparse: bool
    names: str  # of the fields of a line: i, j, x
    mirror: int  # 1 or -1: the upper triangle is that times the lower one; 0: all is written
    shape: tuple[int, int]
    entries: int
    line: int

    def entries_of(self, text: str) -> Array | None:
        """Return the entries that lines hold, None if one of them is wrong."""
        kinds: list[tuple[Any, ...]] = [(n, None if n == "x" else np.int64) for n in self.names]
        table = numbers_in(text, kinds, None)
        limits = zip("ij", self.shape, strict=True) if self.sparse else ()
        if table is None or any(((table[n] < 1) | (table[n] > m)).any() for n, m in limits):
            return None
        return table


def read_market(path: Path, options: Options) -> Table:
    """Read a Matrix Market file; entries of a pattern are ones.

    Not by SciPy, which (1.17 too) ends the process where a line is damaged (its issue 19949).
    """
    size = _size(path)
    parts = []
    for start, text in _market_blocks(path, size.line + 1, progress=options.progress):
        if text.strip():
            part = size.entries_of(text)
            if part is None:
                raise _wrong_line(path, start, text, size)
            parts.append(part)
    found = sum(map(len, parts))
    if found != size.entries:
        raise DataError(
            f"{path} holds {amount(found, 'entry', 'entries')}",
            expected=f"{size.entries:,}, as its size line says",
            do="Fetch or write the file again: it may be damaged or cut short.",
        )
    ones = [np.ones(found, np.int64)]
    values, notes = joined([part["x"] for part in parts] or ones if "x" in size.names else ones)
    if not size.sparse:
        return Table(_dense(values, size), None, None, notes, path)
    rows, columns = (np.concatenate([np.empty(0, np.int64)] + [part[n] - 1 for part in parts])
                     for n in "ij")  # fmt: skip
    if size.mirror:
        off = rows != columns
        rows, columns = np.append(rows, columns[off]), np.append(columns, rows[off])
        values = np.append(values, size.mirror * values[off])
    matrix, sums = to_csr(rows, columns, values, size.shape, options.duplicates, path)
    return Table(matrix, None, None, notes + sums + _axes_note(path), path)


def _wrong_line(path: Path, start: int, text: str, size: _Size) -> DataError:
    lines = enumerate(text.split("\n"), start)
    at, line = next((at, li) for at, li in lines if li.strip() and size.entries_of(li) is None)
    what = {"i": f"a row from 1 to {size.shape[0]:,}", "j": f"a column to {size.shape[1]:,}",
            "x": "a number"}  # fmt: skip
    return DataError(
        f"{path}, line {at} is {shorten(line.rstrip())}",
        expected=", ".join(what[name] for name in size.names),
        do=_AGAIN,
    )


def _market_blocks(path: Path, first_line: int, *, progress: bool) -> Iterator[Block]:
    # Old files have names in any encoding in their comments; the numbers are ASCII.
    return text_blocks(path, _MARKET, progress=progress, kind="a Matrix Market file",
                       encoding="latin-1", first_line=first_line)  # fmt: skip


def _axes_note(path: Path) -> Notes:
    folder = path.absolute().parent
    if not path.name.startswith("matrix.mtx") or not any(folder.glob("barcodes.tsv*")):
        return ()
    return (
        "rows are genes and columns are cells, as Cell Ranger writes them; name the folder instead "
        "to have cells as rows, with labels",
    )


def _size(path: Path) -> _Size:
    lines = (
        (at, line)
        for start, text in _market_blocks(path, 1, progress=False)
        for at, line in enumerate(text.removesuffix("\n").split("\n"), start)
    )
    banner = next(lines)[1].lower().split()[1:]
    known = len(banner) == 4 and banner[0] == "matrix" and banner[1] in ("coordinate", "array")
    if not known or banner[2] not in _FIELDS or banner[3] not in _MIRROR:
        raise DataError(
            f"{path}, line 1: a matrix described as {' '.join(banner)[:60]!r}",
            expected="'matrix', 'coordinate' or 'array', a field of real numbers, integers or a "
            "pattern, and 'general', 'symmetric' or 'skew-symmetric'",
            do="Write the matrix with scipy.io.mmwrite, as integers or reals.",
        )
    body = ((at, line) for at, line in lines if line.strip() and not line.startswith("%"))
    at, text = next(body, (0, ""))
    words, sparse, pattern = text.split(), banner[1] == "coordinate", banner[2] == "pattern"
    if len(words) == 2 + sparse and all(map(_is_id, words)):
        rows, columns = int(words[0]), int(words[1])
        mirror = _MIRROR[banner[3]]
        triangle = rows * (rows + 1) // 2 - (rows if mirror < 0 else 0)
        entries = int(words[2]) if sparse else triangle if mirror else rows * columns
        vast = sparse and max(rows, columns) > max(_SPACIOUS, 100 * entries)
        square = rows == columns or not mirror
        if rows and columns and not vast and square and (sparse or not pattern):
            names = "ij" * sparse + "x" * (not pattern)
            return _Size(sparse, names, mirror, (rows, columns), entries, at)
    raise DataError(
        f"{path}" + f", line {at}" * bool(at) + f": the size is given as {text.strip()[:60]!r}",
        expected="numbers of rows, columns and, if sparse, entries, that can be true",
        do="Correct that line, or fetch the file again: it may be damaged or cut short.",
    )


def _is_id(text: str) -> bool:
    return text.isdecimal() and len(text) < _DIGITS


def _dense(values: Array, size: _Size) -> Array:
    rows, columns = size.shape
    Memory().require(24.0 * rows * columns, f"{rows:,} x {columns:,} numbers")
    if not size.mirror:
        return np.ascontiguousarray(values.reshape(columns, rows).T)
    # Written column by column from the diagonal down: the upper triangle, row by row.
    above, below = np.triu_indices(rows, k=1 if size.mirror < 0 else 0)
    dense = np.zeros(size.shape, dtype=values.dtype)
    dense[above, below] = size.mirror * values
    dense[below, above] = values
    return dense


def read_ldac(path: Path, options: Options) -> Table:
    """Read LDA-C: lines, which are documents, as rows, and words as columns, from 0 on."""
    lines: list[int] = []
    lengths: list[int] = []
    pairs: list[list[str]] = []
    counts = []
    for start, text in text_blocks(path, _DOCUMENTS, progress=options.progress):
        for line, words in enumerate(map(str.split, text.split("\n")), start):
            if not words:
                continue
            halves = [word.split(":") for word in words[1:]]
            fine = all(len(half) == 2 and _is_id(half[0]) for half in halves)
            count = parse([half[1] for half in halves]) if fine else 0
            if isinstance(count, int) or words[0] != str(len(halves)):
                raise DataError(
                    f"{path}, line {line} is {shorten(' '.join(words))}, with "
                    f"{amount(len(halves), 'pair')}",
                    expected=_DOCUMENTS,
                    do=_AGAIN,
                )
            lines.append(line)
            lengths.append(len(halves))
            pairs += halves
            counts.append(count)
    if not pairs:
        raise DataError(
            f"{path} holds no pair" if lines else f"{path} has blank lines only",
            expected=_DOCUMENTS,
            do="Write the file again.",
        )
    columns = np.array([int(key) for key, _ in pairs], np.int64)
    shape = len(lines), int(columns.max()) + 1
    rows = np.repeat(np.arange(shape[0]), lengths)
    if shape[1] > max(_SPACIOUS, 100 * len(columns)):
        raise DataError(
            f"{path}, line {lines[rows[columns.argmax()]]}: the id {shape[1] - 1}",
            expected=f"ids that can be true in a file of {amount(len(columns), 'pair')}",
            do=_AGAIN,
        )
    values, notes = joined(counts)

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
    parts: list[Path] = []
    if not os.path.isdir(folder):  # noqa: PTH112 - False, not an error, for names that cannot be
        return ()
    for names in (("matrix.mtx",), ("barcodes.tsv",), ("features.tsv", "genes.tsv")):
        files = [folder / (name + end) for name in names for end in ("", ".gz")]
        parts += [file for file in files if file.is_file()][:1]
    return tuple(parts) if len(parts) == 3 else ()


def read_tenx_folder(path: Path, options: Options) -> Table:
    """Read a folder of 10x Genomics: cells as rows, genes as columns."""
    matrix, *files = tenx_folder(path)
    table = read_market(matrix, options)
    cells, genes = (_lines_of(file) for file in files)
    for names, count, file in (
        (genes, table.shape[0], files[1]),
        (cells, table.shape[1], files[0]),
    ):
        if len(names) != count:
            raise DataError(
                f"{file} has {amount(len(names), 'line')}",
                expected=f"{count:,}, as {matrix} has",
                do="Fetch the folder again: its files belong to different matrices.",
            )
    symbols = tuple(line.split("\t")[min(1, line.count("\t"))] for line in genes)
    barcodes = tuple(line.split("\t")[0] for line in cells)
    note = "read as a folder of 10x Genomics: rows are cells, columns are genes"
    values = table.values.T.tocsr() if hasattr(table.values, "tocsr") else table.values.T
    others = tuple(text for text in table.notes if not text.startswith("rows are genes"))
    return Table(values, barcodes, symbols, (note, *others), path)


def _lines_of(file: Path) -> list[str]:
    with opened(file) as (stream, _):
        return [line.rstrip("\r\n") for line in stream.read().decode("utf-8", "replace").split("\n")
                if line.strip()]  # fmt: skip
