"""The same counts through every reader and every object give the same statistics."""

from __future__ import annotations

import csv
import gzip
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import io as scipy_io
from scipy import sparse

import symppm as ppm
from symppm.measure import statistics

NAMES = ("mean", "variance", "cov_row", "cov_col")


def lastfm(folder: Path) -> Any:
    return ppm.read(folder / "hetrec2011-lastfm-2k" / "user_artists.dat").values


def cells(folder: Path) -> Any:
    (file,) = (folder / "pbmc_facs").glob("*.npz")
    return ppm.read(file).values


def genes(folder: Path) -> Any:
    (file,) = (folder / "scrna").glob("*.txt")
    return ppm.read(file).values


SOURCES: dict[str, Callable[[Path], Any]] = {
    "lastfm": lastfm,
    "pbmc_facs": cells,
    "scrna": genes,
    "mutational_signatures": lambda _: ppm.data.load("mutational_signatures").values,
    "single_cell": lambda _: ppm.data.load("single_cell").values,
}
SHIPPED = tuple(ppm.data.names())
PARAMS = [
    pytest.param(name, marks=[] if name in SHIPPED else [pytest.mark.thorough]) for name in SOURCES
]
DENSE = 10**7
TEXT = 10**6
"""Entries beyond which no one would write a matrix so, and the tests take too long."""


@pytest.fixture(scope="module", params=PARAMS)
def counts(request: pytest.FixtureRequest) -> sparse.csr_array:
    """Real counts with every row and column that hold any."""
    folder = Path() if request.param in SHIPPED else request.getfixturevalue("real_data")
    found = sparse.csr_array(SOURCES[request.param](folder))
    found.eliminate_zeros()
    found = found[np.diff(found.indptr) > 0]
    return sparse.csr_array(found[:, np.diff(found.tocsc().indptr) > 0])


def moments(found: Any) -> NDArray[np.float64]:
    return np.array([getattr(found, name) for name in NAMES])


def triples(matrix: sparse.csr_array) -> dict[str, Any]:
    entries = matrix.tocoo()
    users = [f"u{n}" for n in entries.row]
    return {"user": users, "item": entries.col, "count": entries.data}


def write_csv(matrix: sparse.csr_array, path: Path, delimiter: str = ",") -> None:
    packed = path.suffix == ".gz"
    with gzip.open(path, "wt") if packed else path.open("w", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        table = triples(matrix)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))


def write_documents(matrix: sparse.csr_array, path: Path) -> None:
    with path.open("w") as stream:
        for start, end in zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True):
            row = zip(matrix.indices[start:end], matrix.data[start:end], strict=True)
            stream.write(" ".join([str(end - start), *(f"{j}:{x}" for j, x in row)]) + "\n")


def write_matrix(matrix: sparse.csr_array, path: Path) -> None:
    np.savetxt(path, matrix.toarray(), fmt="%d", delimiter="\t")


# By the ending of the file; those that other libraries write are below.
WRITERS: dict[str, Callable[[sparse.csr_array, Path], object]] = {
    "triples.csv": write_csv,
    "triples.tsv": lambda x, path: write_csv(x, path, "\t"),
    "triples.csv.gz": write_csv,
    "matrix.tsv": write_matrix,
    "dense.npy": lambda x, path: np.save(path, x.toarray()),
    "fortran.npy": lambda x, path: np.save(path, np.asfortranarray(x.toarray())),
    "dense.npz": lambda x, path: np.savez_compressed(path, x.toarray()),
    "csr.npz": lambda x, path: sparse.save_npz(path, x),
    "csc.npz": lambda x, path: sparse.save_npz(path, x.tocsc()),
    "coo.npz": lambda x, path: sparse.save_npz(path, x.tocoo()),
    "triples.mtx": lambda x, path: scipy_io.mmwrite(path, x.tocoo()),
    "documents.ldac": write_documents,
}


@pytest.mark.parametrize("name", WRITERS)
def test_files(counts, tmp_path, name):
    if np.prod(counts.shape) > DENSE and name in ("dense.npy", "dense.npz", "matrix.tsv"):
        pytest.skip("too large for a dense file")
    if counts.nnz > TEXT and name in ("triples.csv", "triples.tsv"):
        pytest.skip("too large for a text file, but for one")
    WRITERS[name](counts, tmp_path / name)
    table = ppm.read(tmp_path / name)
    assert table.values.sum() == counts.sum()
    assert_same(statistics(table.values), counts)


FRAMES: dict[str, tuple[str, Callable[[Any, dict[str, Any], Path], object]]] = {
    "pandas.parquet": ("pandas", lambda pd, x, path: pd.DataFrame(x).to_parquet(path)),
    "categories.parquet": (
        "pandas",
        lambda pd, x, path: pd.DataFrame(x).astype({"user": "category"}).to_parquet(path),
    ),
    "pandas.feather": ("pandas", lambda pd, x, path: pd.DataFrame(x).to_feather(path)),
    "pandas.csv": ("pandas", lambda pd, x, path: pd.DataFrame(x).to_csv(path, index=False)),
    "polars.parquet": ("polars", lambda pl, x, path: pl.DataFrame(x).write_parquet(path)),
    "polars.arrow": ("polars", lambda pl, x, path: pl.DataFrame(x).write_ipc(path)),
    "polars.csv": ("polars", lambda pl, x, path: pl.DataFrame(x).write_csv(path)),
}


@pytest.mark.parametrize("name", FRAMES)
def test_files_of_data_frames(library, counts, tmp_path, name):
    package, write = FRAMES[name]
    if counts.nnz > TEXT and name.endswith(".csv"):
        pytest.skip("too large for a text file")
    library("pyarrow")
    write(library(package), triples(counts), tmp_path / name)
    table = ppm.read(tmp_path / name)
    assert table.values.sum() == counts.sum()
    assert table.row_labels[0] == "u0"
    assert_same(statistics(table.values), counts)


def test_a_folder_of_parquet(library, counts, tmp_path):
    pa, parquet = library("pyarrow"), library("pyarrow.parquet")
    table = pa.table(triples(counts))
    for part in range(3):
        size = -(-table.num_rows // 3)
        parquet.write_table(table.slice(part * size, size), tmp_path / f"part-{part}.parquet")
    for path in (tmp_path, tmp_path / "part-*.parquet"):
        assert_same(statistics(ppm.read(path).values), counts)


@pytest.mark.parametrize("form", ["csr_matrix", "csc_matrix", "array"])
@pytest.mark.parametrize("loaded", [True, False])
def test_files_of_anndata(library, counts, tmp_path, form, loaded, monkeypatch):
    ad = library("anndata")
    if form == "array" and np.prod(counts.shape) > DENSE:
        pytest.skip("too large for a dense file")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = counts.toarray() if form == "array" else getattr(sparse, form)(counts)
        ad.AnnData(x).write_h5ad(tmp_path / "a.h5ad")
    if not loaded:
        monkeypatch.setattr("symppm.data.hdf5.LOADED_BYTES", 0)
        monkeypatch.setattr("symppm.data.hdf5.BLOCK_BYTES", 1 << 18)
    assert_same(statistics(ppm.read(tmp_path / "a.h5ad").values), counts)
    backed = ad.read_h5ad(tmp_path / "a.h5ad", backed="r")
    try:
        assert_same(statistics(backed), counts)
    finally:
        backed.file.close()


OBJECTS: dict[str, tuple[str, Callable[[Any, sparse.csr_array], Any]]] = {
    "SciPy CSC": ("scipy", lambda _, x: x.tocsc()),
    "SciPy COO": ("scipy", lambda _, x: x.tocoo()),
    "pandas": ("pandas", lambda pd, x: pd.DataFrame.sparse.from_spmatrix(x)),
    "polars": ("polars", lambda pl, x: pl.DataFrame(x[:, :500].toarray())),
    "Arrow": (
        "pyarrow",
        lambda pa, x: pa.table({str(n): column for n, column in enumerate(x[:, :500].toarray().T)}),
    ),
    "xarray": ("xarray", lambda xr, x: xr.DataArray(x[:, :500].toarray())),
    "Dask": ("dask.array", lambda da, x: da.from_array(x[:, :500].toarray(), chunks=(100, 100))),
    "torch CSR": ("torch", lambda torch, x: torch.as_tensor(x[:, :500].toarray()).to_sparse_csr()),
    "torch COO": ("torch", lambda torch, x: torch.as_tensor(x[:, :500].toarray()).to_sparse()),
}


@pytest.mark.parametrize("form", OBJECTS)
def test_objects(library, counts, form):
    package, make = OBJECTS[form]
    module = library(package)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given = make(module, counts)
    expected = counts if given.shape == counts.shape else counts[:, :500]
    assert_same(statistics(given), expected)


def assert_same(found: Any, counts: sparse.csr_array) -> None:
    """Compare with the counts as one array in memory, in the order of rows and columns there."""
    expected = statistics(counts)
    np.testing.assert_allclose(moments(found), moments(expected), rtol=1e-12)
    assert (found.shape, found.observed) == (expected.shape, expected.observed)
    assert (found.minimum, found.maximum) == (expected.minimum, expected.maximum)
