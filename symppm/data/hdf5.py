"""HDF5: AnnData (``.h5ad``), loom, and ``.h5`` of 10x Genomics; large ones in blocks.

Cells are rows and genes are columns, whichever way the file has them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from symppm.data.files import guarded, require_beginning
from symppm.data.forms import compressed, is_sparse, sliced
from symppm.data.matrix import as_form
from symppm.data.memory import WORKING, require_memory
from symppm.data.options import Options
from symppm.data.scientific import csr_of
from symppm.data.table import Array, Labels, Notes, Table, check_numbers, fit
from symppm.errors import DataError, did_you_mean
from symppm.extras import load

LOADED_BYTES: Final = 1 << 27
"""Up to this size a matrix is loaded, so that all that needs it whole can have it."""
BLOCK_BYTES: Final = 1 << 24
_AGAIN: Final = "Fetch or write the file again: it may be damaged."
_TURNED: Final = "rows are cells and columns are genes"
T = TypeVar("T")


@dataclass(frozen=True)
class _Stored:
    """A matrix in a file: one dataset, or three (data, indices, indptr), and how these lie."""

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

    @property
    def most(self) -> int:
        """Lines of a block, in whole chunks, each of which is unpacked for every slice of it."""
        per_chunk = max(1.0, self.size * self.height / self.shape[self.by_columns])
        return self.height * max(1, int(BLOCK_BYTES / per_chunk))

    def lines(self, file: Any, start: int, stop: int) -> Any:
        """Return some rows, or columns, as an array or a compressed one."""
        item = file[self.name]
        if self.starts is None:
            return item[start:stop].T if self.by_columns else item[start:stop]
        from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

        form = sparse.csc_array if self.by_columns else sparse.csr_array
        entries = slice(self.starts[start], self.starts[stop])
        parts = item["data"][entries], item["indices"][entries]
        shape = (self.shape[0], stop - start) if self.by_columns else (stop - start, self.shape[1])
        return form((*parts, self.starts[start : stop + 1] - entries.start), shape=shape)


_Answer = tuple[_Stored, Labels, Labels, Notes]


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


def _read(path: Path, options: Options, expected: str, about: Callable[..., _Answer]) -> Table:
    h5py = load("h5py", "files", f"reading {path}")
    require_beginning(path, (b"\x89HDF",), expected)

    def of_file(work: Callable[[Any], T]) -> T:
        def run() -> T:
            with h5py.File(path, "r") as file:
                return work(file)

        return guarded(path, expected, run)

    stored, rows, columns, notes = of_file(lambda file: about(file, options.layer, path, expected))
    for names, count in zip((rows, columns), stored.shape, strict=True):
        if names is not None and len(names) != count:
            raise DataError(
                f"{path} has {len(names):,} names for {count:,} rows or columns",
                expected="one name for each",
                do=_AGAIN,
            )
    whole = options.whole or stored.size <= LOADED_BYTES
    what = f"{path}: {stored.name} of {stored.shape[0]:,} x {stored.shape[1]:,}"
    require_memory(WORKING * sum(stored.shape) + 2 * stored.size * whole, what)

    def block(start: int, stop: int) -> Any:
        part = of_file(lambda file: stored.lines(file, start, stop))
        if not is_sparse(part):
            return as_form(part)
        tidy = guarded(path, expected, lambda: compressed(part))
        if tidy.nnz < part.nnz and options.duplicates == "error":
            side = "columns" if stored.by_columns else "rows"
            raise DataError(
                f"{path}: {stored.name} holds a place more than once in {side} {start + 1:,} to "
                f"{stop:,}",
                expected="each place once",
                do="Use --duplicates sum (duplicates='sum') to add up what is repeated, or fetch "
                "the file again: it may be damaged.",
            )
        return as_form(tidy)

    if not whole:
        matrix = sliced(
            stored.shape, stored.dtype, block, stored.most, by_columns=stored.by_columns
        )
        return Table(matrix, rows, columns, notes, path)
    everything = of_file(lambda file: stored.lines(file, 0, stored.shape[stored.by_columns]))
    if is_sparse(everything):
        values, more = csr_of(lambda: everything, path, expected, options.duplicates)
    else:
        values, more = fit(np.ascontiguousarray(everything))
    return Table(values, rows, columns, notes + more, path)


def _stored(path: Path, file: Any, name: str, shape: Any, *, by_columns: bool) -> _Stored:
    """Return how a matrix of some shape lies in a file, having seen that it can be one."""
    item = file[name]
    dense = hasattr(item, "shape")
    values = item if dense else item["data"]
    shape = tuple(map(int, shape))
    check_numbers(values.dtype, shape, f"{path}, {name},")
    if dense:
        height = item.chunks[0] if item.chunks else 1
        return _Stored(name, shape, by_columns, item.dtype, None, height)
    index = item["indptr"]
    require_memory(16.0 * index.size, f"{path}: the index of {name}")
    starts = np.asarray(index[:], dtype=np.int64)
    fits = len(starts) == shape[by_columns] + 1 and starts[0] == 0 and (np.diff(starts) >= 0).all()
    if not fits or {item[part].shape for part in ("data", "indices")} != {(int(starts[-1]),)}:
        raise DataError(
            f"{path}: {name} is compressed with an index that cannot be",
            expected=f"{shape[by_columns] + 1:,} places that do not decrease, from 0 to the number "
            "of entries",
            do=_AGAIN,
        )
    return _Stored(name, shape, by_columns, values.dtype, starts, 1)


def _anndata(file: Any, layer: str | None, path: Path, expected: str) -> _Answer:
    others = ["raw"] if "raw/X" in file else []
    name, others = _chosen(file, "X", others, layer, path, expected)
    item, by_columns = file[name], False
    shape = getattr(item, "shape", None)
    if shape is None:
        form, shape = _text(item.attrs.get("encoding-type", "")), item.attrs.get("shape")
        by_columns = form.startswith("csc")
        if not form.startswith(("csr", "csc")) or shape is None:
            raise DataError(
                f"{path}: {name} is stored as {form or 'a group'!r}",
                expected="a dense matrix, or a sparse one by rows (csr) or columns (csc)",
                do="Write the file with a recent version of anndata.",
            )
    stored = _stored(path, file, name, shape, by_columns=by_columns)
    rows, columns = (
        None if frame is None else _strings(frame, _text(frame.attrs.get("_index", "_index")))
        for frame in (file.get("obs"), file.get("raw/var" if layer == "raw" else "var"))
    )
    note = f"read the matrix X; --layer (layer=) reads another of this file: {', '.join(others)}"
    return stored, rows, columns, (note,) if others and layer is None else ()


def _loom(file: Any, layer: str | None, path: Path, expected: str) -> _Answer:
    name, _ = _chosen(file, "matrix", [], layer, path, expected)
    stored = _stored(path, file, name, file[name].shape[::-1], by_columns=True)
    cells = _strings(file.get("col_attrs", {}), "CellID", "cell_id", "obs_names", "Barcode")
    genes = _strings(file.get("row_attrs", {}), "Gene", "gene_name", "var_names", "Accession")
    return stored, cells, genes, (_TURNED,)


def _tenx(file: Any, _: str | None, path: Path, expected: str) -> _Answer:
    groups = [name for name in map(str, file) if f"{name}/barcodes" in file]
    if len(groups) != 1:
        raise DataError(
            f"{path} holds {', '.join(map(str, file)) or 'nothing'}",
            expected=expected,
            do="Rename it to end in .h5ad or .loom if it is of that kind; else write the matrix "
            "with anndata, or as .mtx.",
        )
    item = file[groups[0]]
    # By columns that are cells: by rows, turned.
    stored = _stored(path, file, groups[0], item["shape"][:][::-1], by_columns=False)
    kinds = sorted(set(_strings(item, "features/feature_type") or ()))
    several = f"rows are cells, and columns are of {len(kinds)} kinds: {', '.join(kinds)}"
    genes = _strings(item, "features/name", "gene_names")
    return stored, _strings(item, "barcodes"), genes, (several if len(kinds) > 1 else _TURNED,)


def _chosen(
    file: Any, main: str, others: list[str], layer: str | None, path: Path, expected: str
) -> tuple[str, list[str]]:
    """Return where the matrix is that the caller means, and what other matrices there are."""
    others = sorted(map(str, file.get("layers", ()))) + others
    if layer is not None:
        if layer not in others:
            none = "; it has none beside its main matrix"
            raise DataError(
                f"layer {layer!r} of {path}",
                expected="a layer that the file has" + ("" if others else none),
                do=did_you_mean(layer, others) if others else "Leave out --layer (layer=).",
            )
        return ("raw/X" if layer == "raw" and main == "X" else f"layers/{layer}"), others
    if main not in file or getattr(file[main], "shape", ()) is None:  # None was written
        named = f"Choose one with --layer (layer=): {', '.join(others)}."
        raise DataError(
            f"{path} has no matrix {main}",
            expected=expected,
            do=named if others else "Check that this is the file you mean.",
        )
    return main, others


def _strings(group: Any, *names: str) -> Labels:
    """Return the first of some columns of text that a group has, in any encoding of anndata."""
    if not hasattr(group, "keys"):  # a table of anndata before 0.7
        return None
    item = next((group[name] for name in names if name in group), None)
    if item is not None and not hasattr(item, "shape"):
        if "categories" in item:
            return tuple(map(_text, _all(item["categories"])[_all(item["codes"])]))
        item = item.get("values")
    return None if item is None else tuple(map(_text, _all(item)))


def _all(column: Any) -> Any:
    require_memory(64.0 * column.size, f"{column.name} in {column.file.filename}")
    return column[:]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
