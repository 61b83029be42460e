"""The same counts through files that every library writes give the same statistics."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import core
from scipy import sparse

import symppm as ppm

SHIPPED = tuple(ppm.data.names())
REAL = {
    "lastfm": "hetrec2011-lastfm-2k/user_artists.dat",
    "pbmc_facs": "pbmc_facs/*.npz",
    "scrna": "scrna/*.txt",
}
LARGE = 10**6
"""Stored entries beyond which no one would write text, nor the tests wait for it."""


@pytest.fixture(
    scope="module",
    params=[*SHIPPED, *(pytest.param(name, marks=pytest.mark.thorough) for name in REAL)],
)
def counts(request: pytest.FixtureRequest) -> sparse.csr_array:
    """Real counts with every row and column that hold any."""
    if request.param in SHIPPED:
        values = ppm.data.load(request.param).values
    else:
        (file,) = request.getfixturevalue("real_data").glob(REAL[request.param])
        values = ppm.read(file).values
    found = sparse.csr_array(values)
    found.eliminate_zeros()
    found = found[np.diff(found.indptr) > 0]
    return sparse.csr_array(found[:, np.diff(found.tocsc().indptr) > 0])


def triples(matrix: sparse.csr_array) -> dict[str, Any]:
    entries = matrix.tocoo()
    return {"user": [f"u{n}" for n in entries.row], "item": entries.col, "count": entries.data}


def write_parts(pa: Any, matrix: sparse.csr_array, path: Path) -> None:
    from pyarrow import parquet

    table = pa.table(triples(matrix))
    size = -(-table.num_rows // 3)
    path.mkdir()
    for part in range(3):
        parquet.write_table(table.slice(part * size, size), path / f"part-{part}.parquet")


def write_h5ad(ad: Any, matrix: Any, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ad.AnnData(matrix).write_h5ad(path)


# By the name of the file; "text" and "dense" only where that is small enough. What NumPy and SciPy
# write, tests/data/test_file_round_trips.py reads.
WRITERS: dict[str, tuple[str, Callable[[Any, sparse.csr_array, Path], object]]] = {
    "pandas.parquet": ("pandas", lambda pd, x, path: pd.DataFrame(triples(x)).to_parquet(path)),
    "categories.parquet": (
        "pandas",
        lambda pd, x, path: pd.DataFrame(triples(x)).astype({"user": "category"}).to_parquet(path),
    ),
    "pandas.feather": ("pandas", lambda pd, x, path: pd.DataFrame(triples(x)).to_feather(path)),
    "polars.parquet": ("polars", lambda pl, x, path: pl.DataFrame(triples(x)).write_parquet(path)),
    "polars.arrow": ("polars", lambda pl, x, path: pl.DataFrame(triples(x)).write_ipc(path)),
    "text polars.csv": ("polars", lambda pl, x, path: pl.DataFrame(triples(x)).write_csv(path)),
    "folder": ("pyarrow", write_parts),
    "csr.h5ad": ("anndata", lambda ad, x, path: write_h5ad(ad, sparse.csr_matrix(x), path)),
    "csc.h5ad": ("anndata", lambda ad, x, path: write_h5ad(ad, sparse.csc_matrix(x), path)),
    "dense.h5ad": ("anndata", lambda ad, x, path: write_h5ad(ad, x.toarray(), path)),
}


@pytest.mark.parametrize("name", core(WRITERS, ["folder", "csr.h5ad"]))
def test_files(library, counts, tmp_path, name):
    package, write = WRITERS[name]
    if ("dense" in name and np.prod(counts.shape) > 10 * LARGE) or (
        "text" in name and counts.nnz > LARGE
    ):
        pytest.skip("too large for such a file")
    write(library(package), counts, tmp_path / name)
    given = [tmp_path / name]
    if name.endswith(".h5ad"):
        given.append(library("anndata").read_h5ad(tmp_path / name, backed="r"))
    expected = ppm.statistics(counts)
    for data in given:
        found = ppm.statistics(data)
        for moment in ("mean", "variance", "cov_row", "cov_col"):
            assert getattr(found, moment) == pytest.approx(getattr(expected, moment), rel=1e-11)
        for fact in ("shape", "observed", "minimum", "maximum", "integral"):
            assert getattr(found, fact) == getattr(expected, fact)
    if len(given) > 1:
        given[1].file.close()
