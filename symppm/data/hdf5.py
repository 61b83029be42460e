"""HDF5: AnnData (``.h5ad``), loom, and ``.h5`` of 10x Genomics; large ones in blocks.

Cells are rows and genes are columns, whichever way the file has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.files import Stamp, guarded, require_beginning
from symppm.data.forms import as_numbers
from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.data.memory import WORKING, Memory
from symppm.data.options import Options
from symppm.data.sparse import canonical
from symppm.data.table import Array, Labels, Notes, Table, check_numbers, fit, to_csr
from symppm.errors import DataError, did_you_mean
from symppm.extras import load

LOADED_BYTES: Final = 1 << 27
"""Up to this size a matrix is loaded, so that all that needs it whole can have it."""
BLOCK_BYTES: Final = 1 << 24
_AGAIN: Final = "Fetch or write the file again: it may be damaged."


@dataclass(frozen=True)
class Stored:
    """A matrix in a file: one dataset, or three (data, indices, indptr), and how these lie."""

    path: Path
    expected: str
    name: str
    compressed: bool
    by_columns: bool
    """Whether what lies together is a column of the matrix."""
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    entries: int

    @property
    def bytes(self) -> int:
        """Memory that the whole would take, with an index of 8 bytes for every stored entry."""
        return self.entries * (self.dtype.itemsize + 8 * self.compressed)

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines lie one after the other, and how long they are."""
        return self.shape[::-1] if self.by_columns else self.shape


Found = tuple[Stored, Labels, Labels, Notes]


def read_h5ad(path: Path, options: Options) -> Table:
    """Read the matrix of an AnnData file, observations as rows and variables as columns."""
    return _read(path, options, "an .h5ad file written by anndata", _anndata)


def read_loom(path: Path, options: Options) -> Table:
    """Read the matrix of a loom file, turned: cells, which are its columns, as rows."""
    return _read(path, options, "a .loom file, with cells as columns", _loom)


def read_tenx(path: Path, options: Options) -> Table:
    """Read the matrix of an ``.h5`` file of Cell Ranger, cells as rows."""
    expected = "an .h5 file written by Cell Ranger (filtered_feature_bc_matrix.h5)"
    return _read(path, options, expected, _tenx)


def _read(path: Path, options: Options, expected: str, find: Callable[..., Found]) -> Table:
    load("h5py", "files", f"reading {path}")
    require_beginning(path, (b"\x89HDF",), expected)
    stamp = Stamp.of(path)

    def look() -> tuple[Found, Any]:
        with _opened(path) as file:
            stored, rows, columns, notes = find(file, options.layer, path, expected)
            small = options.whole or stored.bytes <= LOADED_BYTES
            need = WORKING * sum(stored.shape) + 2.0 * stored.bytes * small
            shape = f"{stored.shape[0]:,} x {stored.shape[1]:,}"
            Memory().require(need, f"{path}: {stored.name} of {shape}")
            if not small:
                return (stored, rows, columns, notes), None
            item = file[stored.name]
            parts = ("data", "indices", "indptr")
            whole = [item[part][:] for part in parts] if stored.compressed else item[:]
            return (stored, rows, columns, notes), whole

    (stored, rows, columns, notes), whole = guarded(path, expected, look)
    for names, count in ((rows, stored.shape[0]), (columns, stored.shape[1])):
        if names is not None and len(names) != count:
            raise DataError(
                f"{path} has {len(names):,} names for {count:,} rows or columns",
                expected="one name for each",
                do=_AGAIN,
            )
    if whole is None:
        kind = as_numbers(np.empty((0, 0), stored.dtype)).dtype
        again = partial(_blocks, stored, options.duplicates, stamp)
        matrix = BlockMatrix(stored.shape, kind, again, by_columns=stored.by_columns)
        return Table(matrix, rows, columns, notes, path)
    values, more = _tidy(whole, stored, options.duplicates)
    return Table(values, rows, columns, notes + more, path)


def _opened(path: Path) -> Any:
    return load("h5py", "files", f"reading {path}").File(path, "r")


def _anndata(file: Any, layer: str | None, path: Path, expected: str) -> Found:
    others = sorted(map(str, file["layers"])) if "layers" in file else []
    others += ["raw"] if "raw/X" in file else []
    name = _chosen(file, "X", others, layer, path, expected)
    item = file[name]
    if hasattr(item, "shape"):
        stored = _dense_stored(item, path, expected, name, turned=False)
    else:
        form = _text(item.attrs.get("encoding-type", item.attrs.get("h5sparse_format", "")))
        form = form.removesuffix("_matrix").removesuffix("_array")
        shape = item.attrs.get("shape", item.attrs.get("h5sparse_shape"))
        if form not in ("csr", "csc") or shape is None:
            raise DataError(
                f"{path}: {name} is stored as {form or 'a group'!r}",
                expected="a dense matrix, or a sparse one by rows (csr) or columns (csc)",
                do="Write the file with a recent version of anndata.",
            )
        stored = _compressed_stored(item, path, expected, name, shape, by_columns=form == "csc")
    variables = file.get("raw/var" if layer == "raw" else "var")
    note = "read the matrix X; --layer (layer=) reads another of this file: " + ", ".join(others)
    notes = (note,) if others and layer is None else ()
    return stored, _frame_names(file.get("obs")), _frame_names(variables), notes


def _chosen(
    file: Any, main: str, others: list[str], layer: str | None, path: Path, expected: str
) -> str:
    """Return where the matrix is that the caller means, having seen that it exists."""
    if layer is not None:
        if layer not in others:
            none = "; it has none beside its main matrix"
            raise DataError(
                f"layer {layer!r} of {path}",
                expected="a layer that the file has" + ("" if others else none),
                do=did_you_mean(layer, others) if others else "Leave out --layer (layer=).",
            )
        return "raw/X" if layer == "raw" and main == "X" else f"layers/{layer}"
    if main not in file or getattr(file[main], "shape", ()) is None:  # None was written
        raise DataError(
            f"{path} has no matrix {main}",
            expected=expected,
            do=f"Choose one with --layer (layer=): {', '.join(others)}."
            if others
            else "Check that this is the file you mean.",
        )
    return main


def _loom(file: Any, layer: str | None, path: Path, expected: str) -> Found:
    others = sorted(map(str, file["layers"])) if "layers" in file else []
    name = _chosen(file, "matrix", others, layer, path, expected)
    stored = _dense_stored(file[name], path, expected, name, turned=True)
    names = [
        next((_strings(file[group][key]) for key in keys if key in file.get(group, ())), None)
        for group, keys in (
            ("col_attrs", ("CellID", "cell_id", "obs_names", "Barcode")),
            ("row_attrs", ("Gene", "gene_name", "var_names", "Accession")),
        )
    ]
    return stored, names[0], names[1], ("rows are cells and columns are genes",)


def _tenx(file: Any, _: str | None, path: Path, expected: str) -> Found:
    groups = [
        str(name) for name in file if hasattr(file[name], "keys") and "barcodes" in file[name]
    ]
    if len(groups) != 1:
        listed = ", ".join(map(str, file)) or "nothing"
        raise DataError(
            f"{path} holds {listed}",
            expected=expected,
            do="Rename it to end in .h5ad or .loom if it is of that kind; else write the matrix "
            "with anndata, or as .mtx.",
        )
    item = file[groups[0]]
    genes = item["features/name"] if "features" in item else item["gene_names"]
    shape = tuple(item["shape"][:])[::-1]  # by columns that are cells: by rows, turned
    stored = _compressed_stored(item, path, expected, groups[0], shape, by_columns=False)
    notes: Notes = ("rows are cells and columns are genes",)
    kinds = set(_strings(item["features/feature_type"]) or ()) if "features" in item else set()
    if len(kinds) > 1:
        notes = (f"rows are cells, and columns are of {len(kinds)} kinds: "
                 f"{', '.join(sorted(kinds))}",)  # fmt: skip
    return stored, _strings(item["barcodes"]), _strings(genes), notes


def _dense_stored(item: Any, path: Path, expected: str, name: str, *, turned: bool) -> Stored:
    check_numbers(item.dtype, item.shape, f"{path}, {name},")
    rows, columns = item.shape[::-1] if turned else item.shape
    size = int(rows) * int(columns)
    return Stored(path, expected, name, False, turned, (rows, columns), item.dtype, size)


def _compressed_stored(
    item: Any, path: Path, expected: str, name: str, shape: Any, *, by_columns: bool
) -> Stored:
    rows, columns = map(int, shape)
    values = item["data"]
    check_numbers(values.dtype, (rows, columns), f"{path}, {name},")
    entries = int(values.shape[0])
    stored = Stored(path, expected, name, True, by_columns, (rows, columns), values.dtype, entries)
    _starts(stored, item)
    return stored


def _starts(stored: Stored, item: Any) -> Array:
    """Return where the entries of each line begin, and where the last end."""
    index = item["indptr"]
    Memory().require(16.0 * index.size, f"{stored.path}: the index of {stored.name}")
    starts = np.asarray(index[:], dtype=np.int64)
    lines = stored.lines[0]
    fits = len(starts) == lines + 1 and starts[0] == 0 and (np.diff(starts) >= 0).all()
    if not fits or {item[name].shape for name in ("data", "indices")} != {(int(starts[-1]),)}:
        raise DataError(
            f"{stored.path}: {stored.name} is compressed with an index that cannot be",
            expected=f"{lines + 1:,} places that do not decrease, from 0 to the number of entries",
            do=_AGAIN,
        )
    return starts


def _tidy(whole: Any, stored: Stored, duplicates: str) -> tuple[Any, Notes]:
    if not stored.compressed:
        values, notes = fit(whole)
        return np.ascontiguousarray(values.T) if stored.by_columns else values, notes
    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    def entries() -> Any:
        form = sparse.csc_array if stored.by_columns else sparse.csr_array
        matrix = form(tuple(whole), shape=stored.shape)
        matrix.check_format(full_check=True)  # a bad index would crash the arithmetic
        return matrix.tocoo()

    found = guarded(stored.path, stored.expected, entries)
    values, notes = fit(found.data)
    matrix, sums = to_csr(found.row, found.col, values, stored.shape, duplicates, stored.path)
    return matrix, notes + sums


def _blocks(stored: Stored, duplicates: str, stamp: Stamp) -> Iterator[DenseMatrix | SparseMatrix]:
    """Yield blocks of rows, or of columns if that is how the matrix lies."""
    stamp.require_same()
    with guarded(stored.path, stored.expected, lambda: _opened(stored.path)) as file:
        item = guarded(stored.path, stored.expected, lambda: file[stored.name])
        make = _compressed_blocks if stored.compressed else _dense_blocks
        yield from make(stored, item, duplicates)
    stamp.require_same()


def _slices(stored: Stored, items: list[Any], start: int, stop: int) -> list[Array]:
    return guarded(stored.path, stored.expected, lambda: [item[start:stop] for item in items])


def _dense_blocks(stored: Stored, item: Any, _: str) -> Iterator[DenseMatrix]:
    lines, length = stored.lines
    size = length * stored.dtype.itemsize
    # Whole chunks of the file, since each is unpacked anew for every slice that touches it.
    height = item.chunks[0] if item.chunks else 1
    step = max(1, BLOCK_BYTES // (size * height)) * height
    Memory().require(2.0 * size * step, f"{step:,} rows of {stored.path}")
    for start in range(0, lines, step):
        (part,) = _slices(stored, [item], start, start + step)
        yield DenseMatrix(as_numbers(np.ascontiguousarray(part.T) if stored.by_columns else part))


def _compressed_blocks(stored: Stored, item: Any, duplicates: str) -> Iterator[SparseMatrix]:
    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    lines, length = stored.lines
    starts = guarded(stored.path, stored.expected, lambda: _starts(stored, item))
    most = max(1, BLOCK_BYTES // (stored.dtype.itemsize + 8))
    form = sparse.csc_array if stored.by_columns else sparse.csr_array
    first = 0
    while first < lines:
        last = int(np.searchsorted(starts, starts[first] + most, side="right")) - 1
        last = max(last, first + 1)
        parts = [item["data"], item["indices"]]
        values, places = _slices(stored, parts, int(starts[first]), int(starts[last]))
        begins = starts[first : last + 1] - starts[first]
        wrong = np.flatnonzero((places < 0) | (places >= length))
        if len(wrong):
            raise _wrong_entry(stored, first, begins, places, wrong[0], "that lies outside")
        shape = (length, last - first) if stored.by_columns else (last - first, length)
        matrix = form((as_numbers(values), places, begins), shape=shape)
        tidy = canonical(matrix)
        if tidy.nnz < matrix.nnz and duplicates == "error":
            pairs = np.repeat(np.arange(last - first), np.diff(begins)) * length + places
            order = np.argsort(pairs, kind="stable")
            again = order[1:][np.diff(pairs[order]) == 0][0]
            raise _wrong_entry(stored, first, begins, places, again, "more than once")
        yield SparseMatrix(tidy)
        first = last


def _wrong_entry(
    stored: Stored, first: int, begins: Array, places: Array, entry: int, what: str
) -> DataError:
    line = first + int(np.searchsorted(begins, entry, side="right"))
    own, other = ("column", "row") if stored.by_columns else ("row", "column")
    return DataError(
        f"{stored.path}: {stored.name}, {own} {line:,} holds {other} {places[entry] + 1:,} {what}",
        expected=f"{other}s from 1 to {stored.lines[1]:,}, each once",
        do="Use --duplicates sum (duplicates='sum') to add up what is repeated, or fetch the file "
        "again: it may be damaged.",
    )


def _frame_names(table: Any) -> Labels:
    """Return the names of observations or variables, if the file has them."""
    if table is None:
        return None
    if hasattr(table, "dtype"):  # as anndata wrote until version 0.7
        field = next((n for n in ("_index", "index") if n in (table.dtype.names or ())), None)
        return None if field is None else tuple(map(_text, table[field]))
    return _strings(table.get(_text(table.attrs.get("_index", "_index"))))


def _strings(item: Any) -> Labels:
    """Return a column of text, in whichever encoding of anndata."""
    if item is None or hasattr(item, "shape"):
        return None if item is None else tuple(map(_text, _all(item)))
    if "categories" in item:
        return tuple(map(_text, _all(item["categories"])[_all(item["codes"])]))
    return tuple(map(_text, _all(item["values"]))) if "values" in item else None


def _all(column: Any) -> Any:
    Memory().require(64.0 * column.size, f"{column.name} in {column.file.filename}")
    return column[:]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
