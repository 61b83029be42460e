"""One matrix written in every format, and the options with which it is read."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
from pyarrow import feather, ipc, parquet
from scipy import io as scipy_io
from scipy import sparse


def stream(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as sink, ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


def named(values: np.ndarray) -> pa.Table:
    labels = [f"row {n}" for n in range(len(values))]
    columns = [pa.array(column.copy()) for column in values.T]
    return pa.table(
        [pa.array(labels), *columns], ["label", *(f"c{n}" for n in range(len(columns)))]
    )


def text(delimiter: str) -> Callable[[np.ndarray, Path], None]:
    def write(values: np.ndarray, path: Path) -> None:
        head = delimiter.join(["label", *(f"c{n}" for n in range(values.shape[1]))])
        lines = (
            delimiter.join([f"row{n}", *map(repr, row)]) for n, row in enumerate(values.tolist())
        )
        data = "\n".join([head, *lines]).encode()
        path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)

    return write


def market(values: Any, path: Path) -> None:
    with path.open("wb") as file:
        # SciPy writes zero bytes for float32.
        scipy_io.mmwrite(file, values.astype(np.float64) if values.dtype == "f4" else values)


def documents(values: np.ndarray, path: Path) -> None:
    values[0, -1] = 1  # the largest id that occurs is the width
    lines = ([f"{j}:{row[j]!r}" for j in np.flatnonzero(row)] for row in values.astype(object))
    path.write_text("".join(f"{len(line)} {' '.join(line)}\n" for line in lines))


def put(group: h5py.Group, name: str, matrix: Any) -> None:
    """Write a matrix as anndata does."""
    if not sparse.issparse(matrix):
        chunks = tuple(map(min, matrix.shape, (5, 17)))
        group.create_dataset(name, data=matrix, chunks=chunks).attrs["encoding-type"] = "array"
        return
    held = group.create_group(name)
    held.attrs.update({"encoding-type": f"{matrix.format}_matrix", "shape": matrix.shape})
    for part in ("data", "indices", "indptr"):
        held.create_dataset(part, data=getattr(matrix, part), compression="gzip")


def anndata(form: Callable[[np.ndarray], Any]) -> Callable[[np.ndarray, Path], None]:
    def write(values: np.ndarray, path: Path) -> None:
        with h5py.File(path, "w") as file:
            put(file, "X", form(values))

    return write


def loom(values: np.ndarray, path: Path) -> None:
    with h5py.File(path, "w") as file:
        file["matrix"] = values.T
        file["row_attrs/Gene"] = [f"c{n}" for n in range(values.shape[1])]
        file["col_attrs/CellID"] = [f"row {n}" for n in range(values.shape[0])]


def cell_ranger(values: np.ndarray, path: Path) -> None:
    matrix = sparse.csc_array(values.T)
    with h5py.File(path, "w") as file:
        for part in ("data", "indices", "indptr", "shape"):
            file[f"matrix/{part}"] = getattr(matrix, part)
        file["matrix/features/name"] = [f"c{n}" for n in range(values.shape[1])]
        file["matrix/features/feature_type"] = ["Gene Expression"] * values.shape[1]
        file["matrix/barcodes"] = [f"row {n}" for n in range(values.shape[0])]


def folder(values: np.ndarray, path: Path) -> None:
    path.mkdir(exist_ok=True)
    market(sparse.coo_array(values.T), path / "matrix.mtx")
    (path / "barcodes.tsv").write_text("".join(f"row {n}\n" for n in range(values.shape[0])))
    genes = (f"ENSG{n}\tc{n}\tGene Expression\n" for n in range(values.shape[1]))
    (path / "features.tsv").write_text("".join(genes))


FORMATS: dict[str, tuple[Callable[[np.ndarray, Path], object], dict[str, Any]]] = {
    "a.csv": (text(","), {"layout": "matrix"}),
    "a.csv.gz": (text(","), {"layout": "matrix"}),
    "a.tsv": (text("\t"), {"layout": "matrix"}),
    "a.dat": (text("::"), {"layout": "matrix"}),
    "spaces.txt": (text("  "), {"layout": "matrix"}),
    "a.npy": (lambda values, path: np.save(path, values), {}),
    "fortran.npy": (lambda values, path: np.save(path, np.asfortranarray(values)), {}),
    "big-endian.npy": (lambda v, path: np.save(path, v.astype(v.dtype.newbyteorder(">"))), {}),
    "a.npz": (lambda values, path: np.savez(path, names=np.array(["a"]), counts=values), {}),
    **{
        f"{form}.npz": (
            lambda v, path, form=form: sparse.save_npz(path, getattr(sparse, f"{form}_array")(v)),
            {},
        )
        for form in ("csr", "csc", "coo", "bsr")
    },
    "dense.mtx": (market, {}),
    "a.mtx": (lambda values, path: market(sparse.coo_array(values), path), {}),
    "a.ldac": (documents, {}),
    "a.parquet": (
        lambda values, path: parquet.write_table(named(values), path, row_group_size=3),
        {"layout": "matrix"},
    ),
    "plain.parquet": (
        lambda values, path: parquet.write_table(
            named(values), path, use_dictionary=False, compression="none", store_schema=False
        ),
        {"layout": "matrix"},
    ),
    "coded.feather": (
        lambda values, path: feather.write_feather(
            named(values).set_column(0, "label", named(values)["label"].dictionary_encode()),
            path,
            compression="uncompressed",
        ),
        {"layout": "matrix"},
    ),
    "a.feather": (
        lambda values, path: feather.write_feather(named(values), path, chunksize=3),
        {"layout": "matrix"},
    ),
    "a.arrow": (lambda values, path: stream(named(values), path), {"layout": "matrix"}),
    "dense.h5ad": (anndata(np.asarray), {}),
    "csr.h5ad": (anndata(sparse.csr_array), {}),
    "csc.h5ad": (anndata(sparse.csc_array), {}),
    "a.loom": (loom, {}),
    "a.h5": (cell_ranger, {}),
    "tenx": (folder, {}),
}
