"""AnnData files, written here with h5py as anndata lays them out: whole and in blocks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from formats import FORMATS, put
from scipy import sparse

from symppm.data.door import read
from symppm.errors import DataError, MissingExtraError
from symppm.statistics.moments import statistics

CHANCE = np.random.default_rng(11)
COUNTS = CHANCE.poisson(CHANCE.gamma(0.4, 2, (23, 2)) @ CHANCE.gamma(0.4, 2, (2, 17)))


def write(path: str | Path, matrix: Any, **layers: Any) -> None:
    with h5py.File(path, "w") as file:
        put(file, "X", matrix)
        for axis, word in enumerate(("obs", "var")):
            frame = file.create_group(word)
            frame.attrs["_index"] = "names"
            frame["names"] = [f"{word} {n}" for n in range(matrix.shape[axis])]
        for name, layer in layers.items():
            put(file.require_group("layers"), name, layer)


def test_layers(here, dense):
    write("a.h5ad", np.log1p(COUNTS), counts=sparse.csr_array(COUNTS), spliced=COUNTS // 2)
    said = "read the matrix X; --layer (layer=) reads another of this file: counts, spliced"
    assert (read("a.h5ad").notes, read("a.h5ad", layer="counts").notes) == ((said,), ())
    assert dense(read("a.h5ad", layer="counts")) == COUNTS.tolist()
    with pytest.raises(DataError, match=r"layer 'count' of a\.h5ad; .*Did you mean 'counts'\?"):
        read("a.h5ad", layer="count")
    with h5py.File("a.h5ad", "a") as file:
        put(file.create_group("raw"), "X", np.hstack([COUNTS, COUNTS]))
        file["raw/var/_index"] = [f"gene {n}" for n in range(34)]
        del file["X"]
    table = read("a.h5ad", layer="raw")
    assert (table.shape, table.column_labels[33]) == ((23, 34), "gene 33")
    with pytest.raises(DataError, match=r"no matrix X; .*--layer \(layer=\): counts, spliced, raw"):
        read("a.h5ad")
    np.save("a.npy", COUNTS)
    with pytest.raises(DataError, match=r"--layer for a\.npy; expected options"):
        read("a.npy", layer="X")


def test_labels_in_every_encoding(here):
    write("a.h5ad", COUNTS)
    with h5py.File("a.h5ad", "a") as file:
        del file["obs"], file["var/names"]
        coded = file["var"].create_group("names")
        coded["categories"], coded["codes"] = [f"g{n}" for n in range(20)], np.arange(17) + 2
    table = read("a.h5ad")
    assert (table.row_labels, table.column_labels[0]) == (None, "g2")
    with h5py.File("a.h5ad", "a") as file:
        del file["var/names"]
        nullable = file["var"].create_group("names")
        nullable["values"], nullable["mask"] = [f"h{n}" for n in range(17)], np.zeros(17, bool)
    assert read("a.h5ad").column_labels[16] == "h16"
    with h5py.File("a.h5ad", "a") as file:
        del file["var/names/values"]
        file["var/names/values"] = ["too", "few"]
    with pytest.raises(DataError, match=r"a\.h5ad .*2 names for 17 rows or columns\); expected"):
        read("a.h5ad")


TWICE = sparse.csr_array(
    (np.array([1, 100, 100, 100], np.int8), np.array([1, 3, 0, 3]), np.array([0, 1, 4])), (2, 4)
)


@pytest.mark.parametrize("turn", [lambda m: m, lambda m: m.T])
def test_repeated_places(here, monkeypatch, turn):
    write("a.h5ad", turn(TWICE))
    by_rows = turn(TWICE).format == "csr"
    place = "row 2, column 4" if by_rows else "row 4, column 2"
    with pytest.raises(DataError, match=rf"repeated pair of row and column: {place}; expected"):
        read("a.h5ad")
    summed = read("a.h5ad", duplicates="sum").values.toarray()
    assert turn(summed).tolist() == [[0, 1, 0, 0], [100, 0, 0, 200]]
    monkeypatch.setattr("symppm.data.hdf5.LOADED_BYTES", 0)
    assert statistics(read("a.h5ad").values).maximum == 200


@pytest.mark.parametrize(
    ("part", "at", "value"),
    [("indices", 3, 17), ("indices", 3, -1), ("indptr", 3, 10**6), ("indptr", 0, 1)],
)
def test_an_index_out_of_range(here, monkeypatch, part, at, value):
    write("a.h5ad", sparse.csr_array(COUNTS))
    with h5py.File("a.h5ad", "a") as file:
        file["X"][part][at] = value
    with pytest.raises(DataError, match=r"^a\.h5ad"):
        read("a.h5ad")
    monkeypatch.setattr("symppm.data.hdf5.LOADED_BYTES", 0)
    with pytest.raises(DataError, match=r"^a\.h5ad"):
        statistics(read("a.h5ad").values)


def test_what_is_no_matrix(here):
    for value, message in (
        (np.zeros(3), r"a\.h5ad, X, has shape \(3,\)"),
        (np.zeros((0, 3)), r"a\.h5ad, X, has shape \(0, 3\)"),
        (np.array([[b"x"]]), r"a\.h5ad, X, holds \|S1"),
        (h5py.Empty("f"), r"a\.h5ad has no matrix X; .*Check that this is the file"),
    ):
        with h5py.File("a.h5ad", "w") as file:
            file["X"] = value
        with pytest.raises(DataError, match=message):
            read("a.h5ad")
    with h5py.File("a.h5ad", "w") as file:
        file.create_group("X").attrs["encoding-type"] = "dataframe"
    with pytest.raises(DataError, match=r"a\.h5ad .*X is stored as 'dataframe', not dense"):
        read("a.h5ad")
    Path("a.h5ad").write_text("cell,gene,count\n")
    with pytest.raises(DataError, match=r"a\.h5ad seems to be text; expected an \.h5ad file"):
        read("a.h5ad")


def test_a_missing_library_is_asked_for(here, monkeypatch):
    write("a.h5ad", COUNTS)
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MissingExtraError, match=r"without h5py .*pip install 'symppm\[files\]'"):
        read("a.h5ad")


GENES, CELLS = tuple(f"c{n}" for n in range(17)), tuple(f"row {n}" for n in range(23))


def test_loom_and_cell_ranger_are_turned_and_named(here, dense):
    for name in ("a.loom", "a.h5"):
        FORMATS[name][0](COUNTS, Path(name))
    with h5py.File("a.loom", "a") as file:
        file["layers/spliced"] = COUNTS.T // 2
    with h5py.File("a.h5", "a") as file:
        file["matrix/features/feature_type"][16] = "Antibody Capture"
    for name, note in (
        ("a.loom", "rows are cells and columns are genes"),
        ("a.h5", "rows are cells, and columns are of 2 kinds: Antibody Capture, Gene Expression"),
    ):
        table = read(name)
        assert dense(table) == COUNTS.tolist()
        assert (table.row_labels, table.column_labels) == (CELLS, GENES)
        assert table.notes == (note,)
    assert dense(read("a.loom", layer="spliced")) == (COUNTS // 2).tolist()
    with h5py.File("a.h5", "w") as file:
        file["X"] = COUNTS
    with pytest.raises(DataError, match=r"a\.h5 holds X; expected an \.h5 file written by Cell R"):
        read("a.h5")


def test_a_folder_of_cell_ranger_has_cells_as_rows(here, dense):
    FORMATS["tenx"][0](COUNTS, Path("tenx"))
    table = read("tenx")
    assert dense(table) == COUNTS.tolist()
    assert (table.row_labels, table.column_labels) == (CELLS, GENES)
    assert table.notes == ("read as a folder of 10x Genomics: rows are cells, columns are genes",)
    alone = read("tenx/matrix.mtx")
    assert dense(alone) == COUNTS.T.tolist()
    assert alone.notes == (
        "rows are genes and columns are cells, as Cell Ranger writes them; name the folder instead "
        "to have cells as rows, with labels",
    )
    Path("tenx/features.tsv").rename("tenx/genes.tsv")
    assert read("tenx").column_labels == GENES
    Path("tenx/genes.tsv").write_text("ENSG1\n")
    with pytest.raises(DataError, match=r"genes\.tsv has 1 line, and matrix\.mtx 17"):
        read("tenx")
