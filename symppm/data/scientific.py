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
from symppm.data.text import Block, bad_value, numbers, parse, text_blocks
from symppm.errors import DataError

_NPY: Final = "a .npy file written by numpy.save without pickled objects"
_NPZ: Final = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
_MARKET: Final = "a Matrix Market file, with the banner %%MatrixMarket on its first line"
_DOCUMENTS: Final = "LDA-C: on each line a number of pairs, then so many pairs id:count"
_AGAIN: Final = "Correct the line, or fetch the file again: it may be damaged"
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
    pattern: bool
    mirror: int  # 1 or -1: the upper triangle is that times the lower one; 0: all is written
    rows: int
    columns: int
    entries: int


def read_market(path: Path, options: Options) -> Table:
    """Read a Matrix Market file; entries of a pattern are ones.

    Not by SciPy, which up to 1.17 ends the process on some damaged files (its issue 19949).
    """
    size, line = _size(path)
    names = ["i", "j"] * size.sparse + ["x"] * (not size.pattern)
    kinds: list[tuple[Any, ...]] = [(n, None if n == "x" else np.int64) for n in names]
    parts = []
    for start, text in _market_blocks(path, line + 1, progress=options.progress):
        if text.strip():
            table = numbers(text, kinds, None) if "x" in names else _places(text, kinds)
            if table is None or not _within(table, size):
                table = _by_hand(text, start, names, size, path)
            parts.append(table)
    found = sum(map(len, parts))
    if found != size.entries:
        raise DataError(
            f"{path} holds {amount(found, 'entry', 'entries')}",
            expected=f"{size.entries:,}, as its size line says",
            do="Fetch or write the file again: it may be damaged or cut short.",
        )
    nothing = [np.empty(0, np.int64)] * (not parts)
    ones = [np.ones(len(part), np.int64) for part in parts] if size.pattern else None
    values, notes = joined(nothing + (ones or [part["x"] for part in parts]))
    if not size.sparse:
        return Table(_dense(values, size), None, None, notes, path)
    rows, columns = (np.concatenate(nothing + [part[n] - 1 for part in parts]) for n in "ij")
    if size.mirror:
        off = rows != columns
        mirrored = np.concatenate([columns, rows[off]])
        rows, columns = np.concatenate([rows, columns[off]]), mirrored
        values = np.concatenate([values, size.mirror * values[off]])
    shape = size.rows, size.columns
    matrix, sums = to_csr(rows, columns, values, shape, options.duplicates, path)
    return Table(matrix, None, None, notes + sums + _axes_note(path), path)


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


def _size(path: Path) -> tuple[_Size, int]:
    """Return the size, and the line that gives it."""
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
    at, text = 1, ""
    for at, text in lines:  # noqa: B007 - where it ends is where the size is
        if text.strip() and not text.startswith("%"):
            break
    else:
        at, text = at + 1, ""
    words, sparse, pattern = text.split(), banner[1] == "coordinate", banner[2] == "pattern"
    if len(words) == 2 + sparse and all(map(_is_id, words)):
        rows, columns = int(words[0]), int(words[1])
        mirror = _MIRROR[banner[3]]
        triangle = rows * (rows + 1) // 2 - (rows if mirror < 0 else 0)
        entries = int(words[2]) if sparse else triangle if mirror else rows * columns
        vast = sparse and max(rows, columns) > max(_SPACIOUS, 100 * entries)
        square = rows == columns or not mirror
        if rows and columns and not vast and square and (sparse or not pattern):
            return _Size(sparse, pattern, mirror, rows, columns, entries), at
    raise DataError(
        f"{path}, line {at}: the size of the matrix is given as {' '.join(words)[:60]!r}",
        expected="numbers of rows, columns and, if sparse, entries, that can be true",
        do="Correct that line, or fetch the file again: it may be damaged or cut short.",
    )


def _places(text: str, kinds: list[tuple[Any, ...]]) -> Array | None:
    """Return the places of a pattern; NumPy reads the second as the number of a field."""
    table = numbers(text, [kinds[0], ("x", None)], None)
    if table is None or table["x"].dtype != np.int64:
        return None
    return table.astype(np.dtype(kinds))


def _within(table: Array, size: _Size) -> bool:
    return not size.sparse or all(
        bool(((table[name] >= 1) & (table[name] <= limit)).all())
        for name, limit in (("i", size.rows), ("j", size.columns))
    )


def _by_hand(text: str, start: int, names: list[str], size: _Size, path: Path) -> Array:
    """Do the same line by line, to say where the first mistake is."""
    limits = {"i": ("row", size.rows), "j": ("column", size.columns)}
    rows = []
    for line, words in enumerate(map(str.split, text.split("\n")), start):
        if words and len(words) != len(names):
            raise DataError(
                f"{path}, line {line}: {amount(len(words), 'field')}, beginning with "
                f"{shorten(words[0])}",
                expected=f"{len(names)} as in the other lines",
                do="Correct the line; if a field holds the delimiter, put it in quotation marks.",
            )
        for name, word in zip(names, words, strict=False):
            what, limit = limits.get(name, ("", 0))
            if what and not (_is_id(word) and 1 <= int(word) <= limit):
                raise DataError(
                    f"{path}, line {line}: {what} {shorten(word)}",
                    expected=f"a {what} number from 1 to {limit:,}, as the size line says",
                    do=_AGAIN + ".",
                )
            if not what and isinstance(parse([word]), int):
                raise bad_value(f"{path}, line {line}, column {len(names)}", word)
        if words:
            rows.append(words)
    columns = {n: parse(column) for n, column in zip(names, zip(*rows, strict=True), strict=True)}
    table = np.empty(len(rows), [(n, np.asarray(column).dtype) for n, column in columns.items()])
    for name, column in columns.items():
        table[name] = column
    return table


def _is_id(text: str) -> bool:
    return text.isdecimal() and len(text) < _DIGITS


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


def read_ldac(path: Path, options: Options) -> Table:
    """Read LDA-C: lines, which are documents, as rows, and words as columns, from 0 on."""
    lines: list[int] = []
    lengths: list[int] = []
    ids, values = [np.empty(0, np.int64)], []
    for start, text in text_blocks(path, _DOCUMENTS, progress=options.progress):
        for line, words in enumerate(map(str.split, text.split("\n")), start):
            if words:
                places, counts = _document(words, f"{path}, line {line}")
                lines.append(line)
                lengths.append(len(words) - 1)
                ids.append(places)
                values.append(counts)
    columns = np.concatenate(ids)
    if not len(columns):
        raise DataError(
            f"{path} holds no pair" if lines else f"{path} has blank lines only",
            expected=_DOCUMENTS,
            do="Write the file again.",
        )
    shape = len(lines), int(columns.max()) + 1
    rows = np.repeat(np.arange(shape[0]), lengths)
    if shape[1] > max(_SPACIOUS, 100 * len(columns)):
        raise DataError(
            f"{path}, line {lines[rows[columns.argmax()]]}: the id {shape[1] - 1}",
            expected=f"ids that can be true in a file of {amount(len(columns), 'pair')}",
            do=_AGAIN + ".",
        )
    counts, notes = joined(values)
    matrix, sums = to_csr(rows, columns, counts, shape, options.duplicates, path,
        lambda row, column, entries: f"line {lines[row]}, id {column} ({len(entries)} times)",
    )  # fmt: skip
    note = (
        f"read as LDA-C ({amount(len(columns), 'entry', 'entries')}, {shape[0]:,} x "
        f"{shape[1]:,}): rows are lines, columns are ids from 0 to the largest; words that never "
        "occur after it are unknown"
    )
    if columns.min() > 0:
        note += f", and those below {columns.min()}, which never occur, count as columns of zeros"
    return Table(matrix, None, None, (note, *notes, *sums), path)


def _document(words: list[str], line: str) -> tuple[Array, Array]:
    """Return ids and counts of a line, "count-of-pairs id:count id:count ..."."""
    pairs = [pair.partition(":") for pair in words[1:]]
    if words[0] != str(len(pairs)):
        told = words[0].isdecimal()
        raise DataError(
            f"{line}: {amount(len(pairs), 'pair')} after {shorten(words[0])}",
            expected=f"{words[0]} of them, as the line says" if told else _DOCUMENTS,
            do=_AGAIN + " or cut short.",
        )
    for place, (key, colon, _) in enumerate(pairs, start=2):
        if not (colon and _is_id(key)):
            raise DataError(
                f"{line}, field {place} is {shorten(words[place - 1])}",
                expected="a pair id:count, with an id from 0",
                do=_AGAIN + ".",
            )
    counts = parse([count for _, _, count in pairs])
    if isinstance(counts, int):
        raise bad_value(f"{line}, column {counts + 2}", pairs[counts][2])
    return np.array([int(key) for key, _, _ in pairs], np.int64), counts


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
