"""NumPy and SciPy files (``.npy``, ``.npz``), Matrix Market, LDA-C, and folders of 10x Genomics."""

from __future__ import annotations

import io
import os
import re
import zipfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from symppm.data.files import opened, require_memory
from symppm.data.layout import Layout
from symppm.data.numbers import amount, shorten
from symppm.data.options import Options
from symppm.data.table import Array, Table, check_numbers, joined, table_of, to_csr
from symppm.data.text import SPACES, TextFile, in_bulk, parsed, text_blocks
from symppm.errors import DataError

NPY: Final = "a .npy file written by numpy.save without pickled objects"
NPZ: Final = "a .npz file written by scipy.sparse.save_npz or numpy.savez"
MARKET: Final = (
    "a Matrix Market file: the banner %%MatrixMarket, a coordinate or array matrix of numbers, "
    "general or symmetric, or a pattern; its size; its entries"
)
DOCUMENTS: Final = "LDA-C: on each line a number of pairs, then so many pairs id:count"
_PAIRS: Final = tuple(np.dtype([("i", np.int64), ("x", kind)]) for kind in (np.int64, np.float64))
BANNERS: Final = (b"%%MatrixMarket", b"%%matrixmarket")
_COMMENT: Final = re.compile(r"%|\s*$")
_BANNER: Final = re.compile(
    r"%%matrixmarket\s+matrix\s+(coordinate|array)\s+(integer|unsigned-integer|real|double|pattern)"
    r"\s+(general|symmetric|skew-symmetric)\s*",
    re.IGNORECASE,
)
_MIRROR: Final = {"general": 0, "symmetric": 1, "skew-symmetric": -1}


def read_npy(path: Path, options: Options) -> Table:
    """Read a dense array: native integers and float64 as a map of the file, others converted."""
    values = np.load(path, mmap_mode="r", allow_pickle=False)
    check_numbers(values.dtype, values.shape, path)
    if values.dtype.isnative and (values.dtype.kind in "iu" or values.dtype == np.float64):
        return Table(np.asarray(values), None, None, (), path)  # a plain array, keeping the map
    require_memory(8.0 * values.size, f"{path} as float64")
    return table_of(values, path, options.duplicates)


def array_of_more_axes(path: Path) -> Array | None:
    """Return the array of a ``.npy`` file, which stays there, if it has more axes than a matrix."""
    if path.suffix.lower() == ".npy":
        # The reader of matrices says what is wrong with it.
        with suppress(OSError, ValueError, EOFError, AttributeError):
            values = np.load(path, mmap_mode="r", allow_pickle=False)
            return np.asarray(values) if values.ndim > 2 else None
    return None


def read_npz(path: Path, options: Options) -> Table:
    """Read a sparse matrix written by SciPy, or the only 2-d array of an archive."""
    with zipfile.ZipFile(path) as archive:
        unpacked = sum(item.file_size for item in archive.infolist())
    require_memory(2.0 * unpacked, f"{path}, unpacked,")  # and then converted
    with np.load(path, allow_pickle=False) as arrays:
        if "format" in arrays.files:
            from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

            return table_of(sparse.load_npz(path), path, options.duplicates)
        shapes = {name: arrays[name].shape for name in arrays.files}
        names = [name for name, shape in shapes.items() if len(shape) == 2]
        if len(names) != 1:
            listing = ", ".join(f"{name} {shape}" for name, shape in shapes.items()) or "no arrays"
            raise DataError(
                f"{path} holds {listing}",
                expected="a SciPy sparse matrix or exactly one 2-d array",
                do="Save the matrix alone, with scipy.sparse.save_npz or numpy.save.",
            )
        values = arrays[names[0]]
    check_numbers(values.dtype, values.shape, f"{path}, array {names[0]!r},")
    table = table_of(values, path, options.duplicates)
    note = f"read the array {names[0]!r}, the only one in the archive that is 2-d"
    return replace(table, notes=(note, *table.notes))


def read_market(path: Path, options: Options) -> Table:
    """Read a Matrix Market file; entries of a pattern are ones.

    Not by SciPy, which (1.17 too) ends the process where a line is damaged (its issue 19949).
    """
    with opened(path) as stream:
        # Old files have names in any encoding in their comments; the numbers are ASCII.
        lines = (line.decode("latin-1") for line in iter(stream.readline, b""))
        banner = next(lines, "")
        content = ((line, text) for line, text in enumerate(lines, 2) if not _COMMENT.match(text))
        line, size = next(content, (2, ""))
    words = _BANNER.match(banner)
    if words is None or (words[1].lower(), words[2].lower()) == ("array", "pattern"):
        raise ValueError(f"line 1 describes a {' '.join(banner.lower().split()[1:])[:60]}")
    form, field, symmetry = map(str.lower, words.groups())
    sparse, pattern, mirror = form == "coordinate", field == "pattern", _MIRROR[symmetry]
    rows, columns, count = _size(line, size, sparse=sparse, mirror=mirror)
    width = 1 if not sparse else 3 - pattern
    plain = Options(progress=options.progress)
    file = TextFile(path, Layout(width, None, None), plain, (), SPACES, line + 1)
    blocks = [block for _, block in parsed(file)]
    fields, notes = joined([np.empty((0, width), np.int64), *blocks])
    if len(fields) != count:
        entries = amount(len(fields), "entry", "entries")
        raise ValueError(f"it holds {entries}, and {count:,} as its size line says")
    values = fields[:, -1] if not pattern else np.ones(count, np.int64)
    if sparse:
        i, j = fields[:, 0] - 1, fields[:, 1] - 1
        outside = (i < 0) | (i >= rows) | (j < 0) | (j >= columns) | (i != i // 1) | (j != j // 1)
        if outside.any():
            wrong = " ".join(map(str, fields[int(outside.argmax())].tolist()))
            raise ValueError(f"entry {int(outside.argmax()) + 1:,}, {wrong}, is outside of it")
        i, j = i.astype(np.int64), j.astype(np.int64)
        values, notes = joined([values])
    elif mirror:  # column by column, from the diagonal down
        j, i = np.triu_indices(rows, k=int(mirror < 0))
    else:
        j, i = np.divmod(np.arange(count), rows)
    if mirror:
        off_diagonal = i != j
        i, j = np.append(i, j[off_diagonal]), np.append(j, i[off_diagonal])
        values = np.append(values, mirror * values[off_diagonal])
    if not sparse:
        dense = np.zeros((rows, columns), values.dtype)
        dense[i, j] = values
        return Table(dense, None, None, notes, path)
    matrix, sums = to_csr(i, j, values, (rows, columns), options.duplicates, path)
    orientation = (
        "rows are genes and columns are cells, as Cell Ranger writes them; name the folder instead "
        "to have cells as rows, with labels",
    ) * (path.name.startswith("matrix.mtx") and any(path.absolute().parent.glob("barcodes.tsv*")))
    return Table(matrix, None, None, notes + sums + orientation, path)


def _size(line: int, text: str, *, sparse: bool, mirror: int) -> tuple[int, int, int]:
    """Return numbers of rows, columns and entries."""
    if re.fullmatch(rf"(\s*\d{{1,18}}\b){{{2 + sparse}}}\s*", text, re.ASCII):
        rows, columns, *listed = map(int, text.split())
        triangle = rows * (rows + mirror) // 2
        count = listed[0] if sparse else triangle if mirror else rows * columns
        if rows and columns and (rows == columns or not mirror):
            return rows, columns, count
    raise ValueError(f"line {line} gives the size as {text.strip()[:60]!r}")


def read_ldac(path: Path, options: Options) -> Table:
    """Read LDA-C: lines, which are documents, as rows, and words as columns, from 0 on."""
    lines, documents = [], []
    for start, text in text_blocks(path, DOCUMENTS, progress=options.progress):
        for line, words in enumerate(map(str.split, io.StringIO(text, None)), start):
            if not words:
                continue
            pairs = "\n".join(words[1:]).replace(":", " ")
            document = in_bulk(pairs, _PAIRS, None) if pairs else np.empty(0, _PAIRS[0])
            if document is None or (document["i"] < 0).any() or words[0] != str(len(document)):
                where = f"line {line} is {shorten(' '.join(words))}"
                raise ValueError(f"{where}, with {amount(len(words) - 1, 'pair')}")
            lines.append(line)
            documents.append(document)
    columns = np.concatenate([np.empty(0, np.int64), *(document["i"] for document in documents)])
    if not columns.size:
        raise ValueError("it holds no pair")
    rows = np.repeat(np.arange(len(lines)), list(map(len, documents)))
    shape = len(lines), int(columns.max()) + 1
    values, notes = joined([document["x"] for document in documents])

    def describe(first: int, _: int) -> str:
        return f"id {columns[first]} on line {lines[rows[first]]}"

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
    paths: list[Path] = []
    for names in (("matrix.mtx",), ("barcodes.tsv",), ("features.tsv", "genes.tsv")):
        files = [folder / f"{name}{end}" for name in names for end in ("", ".gz")]
        paths += [file for file in files if file.is_file()][:1]
    return tuple(paths) if len(paths) == 3 else ()


def read_tenx_folder(path: Path, options: Options) -> Table:
    """Read a folder of 10x Genomics: cells as rows, genes as columns."""
    matrix, *files = tenx_folder(path)
    table = read_market(matrix, options)
    names = []
    for file, count in zip(files, table.shape[::-1], strict=True):
        with opened(file) as stream:
            lines = stream.read().decode("utf-8", "replace").replace("\r", "").split("\n")
        names.append([line.split("\t") for line in lines if line.strip()])
        if len(names[-1]) != count:
            line_count = amount(len(names[-1]), "line")
            raise ValueError(f"{file.name} has {line_count}, and {matrix.name} {count:,}")
    cells, genes = names
    note = "read as a folder of 10x Genomics: rows are cells, columns are genes"
    others = (text for text in table.notes if not text.startswith("rows are genes"))
    labels = tuple(fields[0] for fields in cells), tuple(fields[:2][-1] for fields in genes)
    return replace(table_of(table.values.T, path, "error", labels), notes=(note, *others))
