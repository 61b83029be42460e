"""AnnData files (``.h5ad``), through h5py: the matrix in memory if it is small, else in blocks."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from symppm.data.forms import as_numbers
from symppm.data.matrix import BlockMatrix
from symppm.errors import DataError, did_you_mean
from symppm.extras import load
from symppm.measure.memory import WORKING, Memory
from symppm.measure.reading.binary import (
    check_numbers,
    describe_places,
    guarded,
    require_beginning,
)
from symppm.measure.reading.hdf5 import (
    EXPECTED,
    Held,
    blocks,
    open_file,
    pointers,
    require_harmless,
)
from symppm.measure.reading.numbers import fit
from symppm.measure.reading.options import Duplicates, Options
from symppm.measure.reading.sparse import to_csr
from symppm.measure.reading.stamps import Stamp
from symppm.measure.reading.table import Table

LOADED_BYTES: Final = 1 << 27
"""Up to this size a matrix is loaded, so that all that needs it whole can have it."""

_NAMES: Final[Mapping[str | None, str]] = MappingProxyType({None: "X", "raw": "raw/X"})
"""Where a matrix is that is no layer."""

Labels = tuple[str, ...] | None


def read_h5ad(path: Path, options: Options, *, whole: bool = False) -> Table:
    """Read the matrix of an AnnData file, observations as rows and variables as columns.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    options : Options
        ``layer`` and ``duplicates``.
    whole : bool
        Whether to load the matrix however large it is.

    Raises
    ------
    DataError
        If the file has no such matrix, or is damaged.
    MissingExtraError
        If h5py is not installed.
    """
    load("h5py", "files", f"reading {path}")
    require_beginning(path, b"\x89HDF", EXPECTED)
    stamp = Stamp.of(path)
    layer = options.layer
    name = _NAMES.get(layer) or f"layers/{layer}"
    variables = "raw/var" if layer == "raw" else "var"
    most = sys.maxsize if whole else LOADED_BYTES
    require_harmless(path, most, (name, "obs", variables))

    def look() -> tuple[Held, Labels, Labels, tuple[str, ...], Any]:
        with open_file(path) as file:
            notes = _checked_name(file, name, layer, path)
            held = _held(file[name], name, path)
            small = held.bytes <= most
            need = float(WORKING * sum(held.shape)) + (2 * held.bytes if small else 0)
            Memory().require(need, f"{path}: {name} of {held.shape[0]:,} x {held.shape[1]:,}")
            rows = _labels(file.get("obs"), held.shape[0], path)
            columns = _labels(file.get(variables), held.shape[1], path)
            return held, rows, columns, notes, _loaded(held, file[name]) if small else None

    held, rows, columns, notes, loaded = guarded(path, EXPECTED, look)
    if loaded is None:
        kind = as_numbers(np.empty((0, 0), held.dtype)).dtype
        again = partial(blocks, held, options.duplicates, stamp)
        matrix = BlockMatrix(held.shape, kind, again, by_columns=held.form == "csc")
        return Table(matrix, rows, columns, notes, path)
    values, more = _tidy(loaded, held, options.duplicates)
    return Table(values, rows, columns, notes + more, path)


def _checked_name(file: Any, name: str, layer: str | None, path: Path) -> tuple[str, ...]:
    """See that the wanted matrix exists; return a note of what else there is to choose from."""
    others = sorted(map(str, file["layers"])) if "layers" in file else []
    others += ["raw"] if "raw/X" in file else []
    if layer is not None:
        if layer not in others:
            raise DataError(
                f"layer {layer!r} of {path}",
                expected="a layer that the file has"
                + ("" if others else "; it has none beside its main matrix"),
                do=did_you_mean(layer, others) if others else "Leave out --layer (layer=).",
            )
        return ()
    if name not in file or getattr(file[name], "shape", ()) is None:  # None was written
        raise DataError(
            f"{path} has no matrix X",
            expected=EXPECTED,
            do=f"Choose one with --layer (layer=): {', '.join(others)}."
            if others
            else "Check that this is the file you mean.",
        )
    if not others:
        return ()
    return (f"read the matrix X; --layer (layer=) reads another of this file: {', '.join(others)}",)


def _held(item: Any, name: str, path: Path) -> Held:
    if hasattr(item, "shape"):
        check_numbers(item.dtype, item.shape, f"{path}, {name},")
        rows, columns = item.shape
        return Held(path, name, "dense", (rows, columns), item.dtype, rows * columns)
    form = _text(item.attrs.get("encoding-type", item.attrs.get("h5sparse_format", "")))
    form = form.removesuffix("_matrix").removesuffix("_array")
    shape = item.attrs.get("shape", item.attrs.get("h5sparse_shape"))
    if form not in ("csr", "csc") or shape is None:
        raise DataError(
            f"{path}: {name} is stored as {form or 'a group'!r}",
            expected="a dense matrix, or a sparse one by rows (csr) or columns (csc)",
            do="Write the file with a recent version of anndata.",
        )
    values = item["data"]
    sizes = tuple(map(int, shape))
    check_numbers(values.dtype, sizes, f"{path}, {name},")
    held = Held(path, name, "csr" if form == "csr" else "csc", (sizes[0], sizes[1]),
                values.dtype, int(values.shape[0]))  # fmt: skip
    pointers(held, item)
    return held


def _loaded(held: Held, item: Any) -> Any:
    """Return a dense array, or the three parts of a compressed one."""
    if held.form == "dense":
        return item[:]
    return item["data"][:], item["indices"][:], item["indptr"][:]


def _tidy(whole: Any, held: Held, duplicates: Duplicates) -> tuple[Any, tuple[str, ...]]:
    if held.form == "dense":
        return fit(whole)
    from scipy import sparse  # noqa: PLC0415 - dense files need not wait for it

    def entries() -> Any:
        form = sparse.csc_array if held.form == "csc" else sparse.csr_array
        stored = form(whole, shape=held.shape)
        stored.check_format(full_check=True)  # a bad index would crash the arithmetic
        return stored.tocoo()

    found = guarded(held.path, EXPECTED, entries)
    numbers, notes = fit(found.data)
    matrix, more = to_csr(
        found.row, found.col, numbers, shape=held.shape, duplicates=duplicates, path=held.path,
        describe=describe_places,
    )  # fmt: skip
    return matrix, notes + more


def _labels(table: Any, count: int, path: Path) -> Labels:
    """Return the names of observations or variables, if the file has them."""
    if table is None:
        return None
    if hasattr(table, "dtype"):  # as anndata wrote until version 0.7
        field = next((n for n in ("_index", "index") if n in (table.dtype.names or ())), None)
        values = None if field is None else table[field]
    else:
        values = _strings(table.get(_text(table.attrs.get("_index", "_index"))))
    if values is None:
        return None
    if len(values) != count:
        raise DataError(
            f"{path} has {len(values):,} names for {count:,} rows or columns",
            expected="one name for each",
            do="Fetch or write the file again: it may be damaged.",
        )
    return tuple(map(_text, values))


def _strings(item: Any) -> Any:
    """Return a column of text in one of the encodings of anndata."""
    if item is None or hasattr(item, "shape"):
        return None if item is None else _all(item)
    if "categories" in item:
        return _all(item["categories"])[_all(item["codes"])]
    return _all(item["values"]) if "values" in item else None


def _all(column: Any) -> Any:
    Memory().require(64.0 * column.size, f"{column.name} in {column.file.filename}")
    return column[:]


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
