"""HDF5: AnnData, loom, and ``.h5`` of 10x Genomics, cells as rows; large ones in blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from symppm.data.files import as_data_errors, require_memory
from symppm.data.forms import compressed, is_sparse, sliced
from symppm.data.matrix import as_form
from symppm.data.options import Options
from symppm.data.table import WORKING, Array, Labels, Notes, Table, check_numbers, table_of
from symppm.errors import DataError, did_you_mean
from symppm.extras import load

ANNDATA: Final = "an .h5ad file written by anndata"
LOOM: Final = "a .loom file, with cells as columns"
TENX: Final = "an .h5 file written by Cell Ranger (filtered_feature_bc_matrix.h5)"
LOADED_BYTES: Final = 1 << 27
"""Up to this size a matrix is loaded, so that all that needs it whole can have it."""
BLOCK_BYTES: Final = 1 << 24
_TURNED: Final = "rows are cells and columns are genes"


@dataclass(frozen=True)
class _Stored:
    """A matrix in a file: one dataset, or three (data, indices, indptr), and how these lie."""

    path: Path
    name: str
    shape: tuple[int, int]
    by_columns: bool  # whether what lies together is a column of the matrix
    dtype: np.dtype[Any]
    starts: Array | None  # where the entries of each line begin, and the last end; None if dense
    height: int  # lines of a chunk

    @property
    def size(self) -> float:
        """Bytes that the whole takes, with an index of 8 bytes for every stored entry."""
        if self.starts is None:
            return float(self.shape[0]) * self.shape[1] * self.dtype.itemsize
        return float(self.starts[-1]) * (self.dtype.itemsize + 8)

    def lines(self, start: int, stop: int) -> Any:
        """Return some rows, or columns, as an array or a compressed one."""
        with load("h5py", "files", "reading HDF5").File(self.path, "r") as file:
            item = file[self.name]
            if self.starts is None:
                return item[start:stop].T if self.by_columns else item[start:stop]
            entries = slice(self.starts[start], self.starts[stop])
            arrays = item["data"][entries], item["indices"][entries]
        from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

        form = sparse.csc_array if self.by_columns else sparse.csr_array
        shape = (self.shape[0], stop - start) if self.by_columns else (stop - start, self.shape[1])
        return form((*arrays, self.starts[start : stop + 1] - entries.start), shape=shape)

    def part(self, start: int, stop: int) -> Any:
        """Return the same as a matrix, with every place once."""
        with as_data_errors(self.path, "a whole HDF5 file"):
            lines = self.lines(start, stop)
            return as_form(compressed(lines) if is_sparse(lines) else lines)


_Answer = tuple[_Stored, Labels, Labels, Notes]


def _read(path: Path, options: Options, about: Callable[[Any, str | None], _Answer]) -> Table:
    """Read the matrix of a file, of which ``about`` tells how it lies there, and the labels."""
    with load("h5py", "files", f"reading {path}").File(path, "r") as file:
        stored, rows, columns, notes = about(file, options.layer)
    for names, count in zip((rows, columns), stored.shape, strict=True):
        if names is not None and len(names) != count:
            raise ValueError(f"{len(names):,} names for {count:,} rows or columns")
    in_memory = options.memory or stored.size <= LOADED_BYTES
    what = f"{path}: {stored.name} of {stored.shape[0]:,} x {stored.shape[1]:,}"
    require_memory(WORKING * sum(stored.shape) + 2 * stored.size * in_memory, what)
    length = stored.shape[stored.by_columns]
    if in_memory:
        table = table_of(stored.lines(0, length), path, options.duplicates, (rows, columns))
        return replace(table, notes=notes + table.notes)

    # Whole chunks, each of which is unpacked for every slice of it.
    chunk = max(1.0, stored.size * stored.height / length)
    most = stored.height * max(1, int(BLOCK_BYTES / chunk))
    matrix = sliced(stored.shape, stored.dtype, stored.part, most, by_columns=stored.by_columns)
    return Table(matrix, rows, columns, notes, path)


def _stored(file: Any, name: str, shape: Any, *, by_columns: bool) -> _Stored:
    """Return how a matrix of some shape lies in a file, having seen that it can be one."""
    path, item, shape = Path(file.filename), file[name], tuple(map(int, shape))
    dense = hasattr(item, "shape")
    dtype = (item if dense else item["data"]).dtype
    check_numbers(dtype, shape, f"{path}, {name},")
    if dense:
        height = item.chunks[0] if item.chunks else 1
        return _Stored(path, name, shape, by_columns, dtype, None, height)
    require_memory(16.0 * item["indptr"].size, f"{path}: the index of {name}")
    starts = np.asarray(item["indptr"][:], dtype=np.int64)
    if len(starts) != shape[by_columns] + 1 or item["data"].shape != (int(starts[-1]),):
        raise ValueError(f"{name} has an index that cannot be")
    return _Stored(path, name, shape, by_columns, dtype, starts, 1)


def _anndata(file: Any, layer: str | None) -> _Answer:
    """Look into an AnnData file: observations are rows and variables are columns."""
    layers = ["raw"] if "raw/X" in file else []
    name, layers = _matrix_name(file, "X", layers, layer, ANNDATA)
    item, by_columns = file[name], False
    shape = getattr(item, "shape", None)
    if shape is None:
        form, shape = _text(item.attrs.get("encoding-type", "")), item.attrs.get("shape")
        by_columns = form.startswith("csc")
        if not form.startswith(("csr", "csc")) or shape is None:
            raise ValueError(f"{name} is stored as {form or 'a group'!r}, not dense, csr or csc")
    stored = _stored(file, name, shape, by_columns=by_columns)
    rows, columns = (
        None if frame is None else _strings(frame, _text(frame.attrs.get("_index", "_index")))
        for frame in (file.get("obs"), file.get("raw/var" if layer == "raw" else "var"))
    )
    note = f"read the matrix X; --layer (layer=) reads another of this file: {', '.join(layers)}"
    return stored, rows, columns, (note,) if layers and layer is None else ()


def _loom(file: Any, layer: str | None) -> _Answer:
    """Look into a loom file, and turn it: cells, which are its columns, are rows."""
    name, _ = _matrix_name(file, "matrix", [], layer, LOOM)
    stored = _stored(file, name, file[name].shape[::-1], by_columns=True)
    cells = _strings(file.get("col_attrs", {}), "CellID", "cell_id", "obs_names", "Barcode")
    genes = _strings(file.get("row_attrs", {}), "Gene", "gene_name", "var_names", "Accession")
    return stored, cells, genes, (_TURNED,)


def _tenx(file: Any, _: str | None) -> _Answer:
    """Look into an ``.h5`` file of Cell Ranger: cells are rows."""
    groups = [name for name in map(str, file) if f"{name}/barcodes" in file]
    if len(groups) != 1:
        raise DataError(
            f"{file.filename} holds {', '.join(map(str, file)) or 'nothing'}",
            expected=TENX,
            do="Rename it to end in .h5ad or .loom if it is of that kind; else write the matrix "
            "with anndata, or as .mtx.",
        )
    item = file[groups[0]]
    # By columns that are cells: by rows, turned.
    stored = _stored(file, groups[0], item["shape"][:][::-1], by_columns=False)
    kinds = sorted(set(_strings(item, "features/feature_type") or ()))
    several = f"rows are cells, and columns are of {len(kinds)} kinds: {', '.join(kinds)}"
    genes = _strings(item, "features/name", "gene_names")
    return stored, _strings(item, "barcodes"), genes, (several if len(kinds) > 1 else _TURNED,)


def _matrix_name(
    file: Any, main: str, layers: list[str], layer: str | None, expected: str
) -> tuple[str, list[str]]:
    """Return where the matrix is that the caller means, and what other matrices there are."""
    layers = sorted(map(str, file.get("layers", ()))) + layers
    if layer is not None:
        if layer in layers:
            return ("raw/X" if layer == "raw" and main == "X" else f"layers/{layer}"), layers
        raise DataError(
            f"layer {layer!r} of {file.filename}",
            expected="a layer that the file has",
            do=did_you_mean(layer, layers) if layers else "Leave out --layer (layer=).",
        )
    if main not in file or getattr(file[main], "shape", ()) is None:  # None was written
        advice = f"Choose one with --layer (layer=): {', '.join(layers)}."
        raise DataError(
            f"{file.filename} has no matrix {main}",
            expected=expected,
            do=advice if layers else "Check that this is the file you mean.",
        )
    return main, layers


def _strings(group: Any, *names: str) -> Labels:
    """Return the first of some columns of text that a group has, in any encoding of anndata."""
    if not hasattr(group, "keys"):  # a table of anndata before 0.7
        return None
    item = next((group[name] for name in names if name in group), None)
    if item is not None and not hasattr(item, "shape"):
        if "categories" in item:
            return tuple(map(_text, item["categories"][:][item["codes"][:]]))
        item = item.get("values")
    if item is None:
        return None
    require_memory(64.0 * item.size, f"{item.name} in {item.file.filename}")
    return tuple(map(_text, item[:]))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


read_anndata: Final = partial(_read, about=_anndata)
read_loom: Final = partial(_read, about=_loom)
read_tenx: Final = partial(_read, about=_tenx)
