"""Small data made with fixed seeds, written in every format that is read."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
from scipy import io, sparse

MODEL = """import symppm as ppm

with ppm.Model("mine") as mine:
    a, b, c, d = ppm.hyperparameters("a b c d")
    theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
    beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
    ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
"""


def counts() -> Any:
    """Return 60 x 40 counts of three factors."""
    chance = np.random.default_rng(22)
    rates = chance.gamma(1.0, 1.0, (60, 3)) @ chance.gamma(0.5, 2.0, (3, 40))
    return chance.poisson(rates)


def observed() -> Any:
    """Return a mask of the counts of which a quarter is missing."""
    return np.random.default_rng(23).random((60, 40)) < 0.75


def sizes() -> Any:
    """Return exposures of the rows of the counts."""
    return np.linspace(0.5, 1.5, 60).round(3)


def write_all(folder: Path) -> None:
    """Write the counts, a model and exposures to files of a folder."""
    values = counts()
    stored = sparse.csr_array(values)
    rows, columns = stored.nonzero()
    triples = [(f"u{i}", f"v{j}", int(values[i, j])) for i, j in zip(rows, columns, strict=True)]
    names = ",".join(f"v{j}" for j in range(values.shape[1]))
    labelled = [f"u{i}," + ",".join(map(str, row)) for i, row in enumerate(values.tolist())]
    damaged = [*labelled[:7], labelled[7].replace(",", ",x", 3), *labelled[8:]]
    bare = "\n".join("\t".join(map(str, row)) for row in values.tolist())
    texts = {
        "labelled.csv": "\n".join([f"name,{names}", *labelled]),
        "damaged.csv": "\n".join([f"name,{names}", *damaged]),
        "bare.tsv": bare,
        "triples.csv": "\n".join(
            ["user,item,plays", *(f"{u},{v},{n}" for u, v, n in triples), f"u60,{triples[0][1]},1"]
        ),
        "twice.csv": "user,item,plays\nu1,v1,2\nu2,v1,3\nu1,v1,4\n",
        "documents.ldac": "\n".join(
            f"{np.count_nonzero(row)} " + " ".join(f"{j}:{row[j]}" for j in np.flatnonzero(row))
            for row in values
        ),
        "sizes.txt": "\n".join(map(str, sizes().tolist())),
        "mine.py": MODEL,
    }
    for name, text in texts.items():
        (folder / name).write_text(text + "\n", encoding="utf-8")
    users, items, plays = zip(*triples, strict=True)
    packed = ["user;item;plays", *(f"{u};{v};{n}" for u, v, n in triples)]
    with gzip.open(folder / "packed.csv.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(packed))
    table = pa.table({"user": users, "item": items, "plays": plays})
    pa.parquet.write_table(table, folder / "triples.parquet")
    pa.feather.write_feather(table, str(folder / "triples.feather"))
    np.save(folder / "counts.npy", values)
    sparse.save_npz(folder / "counts.npz", stored)
    io.mmwrite(folder / "counts.mtx", sparse.coo_array(values))
    with h5py.File(folder / "cells.h5ad", "w") as file:
        write_anndata(file, values)


def write_anndata(file: Any, values: Any) -> None:
    """Write counts as a layer, and their double as X, the way anndata does."""
    file.create_dataset("X", data=2 * values).attrs["encoding-type"] = "array"
    for axis, word in enumerate(("obs", "var")):
        frame = file.create_group(word)
        frame.attrs["_index"] = "names"
        frame["names"] = [f"{word} {n}" for n in range(values.shape[axis])]
    layer = file.create_group("layers").create_group("counts")
    stored = sparse.csr_array(values)
    layer.attrs["encoding-type"], layer.attrs["shape"] = "csr_matrix", values.shape
    for part in ("data", "indices", "indptr"):
        layer.create_dataset(part, data=getattr(stored, part))
