"""What pyarrow, h5py and plain text write is what is read, for random matrices."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyarrow import feather, ipc, parquet
from scipy import sparse

from symppm.data import hdf5
from symppm.data.reading import read

SOME = settings(
    max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
ids = st.one_of(words, st.sampled_from(["007", "7", "nan", "1.5", "é", " "]))
numbers = st.integers(-(2**63), 2**63 - 1)
whole = st.integers(-(2**53), 2**53)
reals = st.floats(allow_nan=False)


def write_stream(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as sink, ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=3)


WRITERS = {
    "a.parquet": lambda table, path: parquet.write_table(table, path, row_group_size=3),
    "plain.parquet": lambda table, path: parquet.write_table(table, path, use_dictionary=False),
    "a.feather": lambda table, path: feather.write_feather(table, path, chunksize=3),
    "a.arrow": write_stream,
}


@pytest.mark.parametrize("name", WRITERS)
@SOME
@given(
    keys=st.sampled_from([(ids, ids), (ids, numbers), (numbers, numbers)]),
    values=st.sampled_from([numbers, reals, st.booleans()]),
    coded=st.booleans(),
    data=st.data(),
)
def test_triples(tmp_path, name, keys, values, coded, data):
    entries = data.draw(st.dictionaries(st.tuples(*keys), values, min_size=1, max_size=12))
    columns = [pa.array([key[axis] for key in entries]) for axis in (0, 1)]
    if coded:
        columns = [column.dictionary_encode() for column in columns]
    table = pa.table([*columns, pa.array(list(entries.values()))], list("ijx"))
    WRITERS[name](table, tmp_path / name)
    found = read(tmp_path / name, columns=("i", "j", "x"))
    assert found.row_labels == tuple(dict.fromkeys(str(i) for i, _ in entries))
    assert found.column_labels == tuple(dict.fromkeys(str(j) for _, j in entries))
    kept = found.values.tocoo()
    again = {
        (found.row_labels[i], found.column_labels[j]): value
        for i, j, value in zip(kept.row, kept.col, kept.data.tolist(), strict=True)
    }
    assert again == {(str(i), str(j)): value for (i, j), value in entries.items()}


@pytest.mark.parametrize("name", WRITERS)
@SOME
@given(
    shape=st.tuples(st.integers(1, 8), st.integers(1, 5)),
    kinds=st.lists(st.sampled_from(["i1", "u2", "i8", "f4", "f8", "?"]), min_size=5, max_size=5),
    seed=st.integers(0, 2**32),
)
def test_matrices(tmp_path, name, shape, kinds, seed):
    chance = np.random.default_rng(seed)
    columns = [chance.integers(0, 2, shape[0]).astype(kind) for kind in kinds[: shape[1]]]
    columns = [c if c.dtype == bool else c * c.dtype.type(chance.integers(50)) for c in columns]
    names = [f"c{n}" for n in range(shape[1])]
    labels = [f"row {n}" for n in range(shape[0])]
    table = pa.table([pa.array(labels), *map(pa.array, columns)], ["label", *names])
    WRITERS[name](table, tmp_path / name)
    found = read(tmp_path / name, layout="matrix", label_columns=1)
    assert (found.row_labels, found.column_labels) == (tuple(labels), tuple(names))
    exact = [[Fraction(float(value)) for value in column] for column in columns]
    assert [[Fraction(float(x)) for x in row] for row in found.values.T.tolist()] == exact
    whole_numbers = all(column.dtype.kind in "iub" for column in columns)
    assert found.values.dtype == (np.int64 if whole_numbers else np.float64)


@SOME
@given(
    rows=st.lists(
        st.dictionaries(st.integers(0, 30), st.one_of(whole, reals), max_size=6), max_size=8
    ).filter(any)
)
def test_documents(tmp_path, rows):
    lines = (" ".join([str(len(row)), *(f"{j}:{x!r}" for j, x in row.items())]) for row in rows)
    (tmp_path / "a.ldac").write_text("\n".join(lines) + "\n")
    values = read(tmp_path / "a.ldac").values
    assert values.shape == (len(rows), 1 + max(max(row) for row in rows if row))
    kept = values.tocoo()
    again = {
        (i, j): value
        for i, j, value in zip(
            kept.row.tolist(), kept.col.tolist(), kept.data.tolist(), strict=True
        )
    }
    assert again == {(i, j): x for i, row in enumerate(rows) for j, x in row.items()}


@pytest.mark.parametrize("form", ["csr", "csc", "dense"])
@SOME
@given(
    shape=st.tuples(st.integers(1, 9), st.integers(1, 9)),
    kind=st.sampled_from(["u1", "i4", "i8", "f4", "f8"]),
    seed=st.integers(0, 2**32),
    budget=st.sampled_from([1, 40, 1 << 24]),
)
def test_anndata_in_blocks(tmp_path, form, shape, kind, seed, budget):
    chance = np.random.default_rng(seed)
    values: Any = (chance.integers(0, 9, shape) * (chance.random(shape) < 0.4)).astype(kind)
    with h5py.File(tmp_path / "a.h5ad", "w") as file:
        if form == "dense":
            file["X"] = values
        else:
            matrix = getattr(sparse, f"{form}_array")(values)
            group = file.create_group("X")
            group.attrs.update({"encoding-type": f"{form}_matrix", "shape": shape})
            for part in ("data", "indices", "indptr"):
                group[part] = getattr(matrix, part)
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("symppm.measure.reading.h5ad.require_harmless", lambda *_: None)
        changed.setattr("symppm.data.hdf5.LOADED_BYTES", -1)
        changed.setattr(hdf5, "BLOCK_BYTES", budget)
        blocks = [
            block.values if form == "dense" else block.stored.toarray()
            for block in read(tmp_path / "a.h5ad").values.blocks()
        ]
    np.testing.assert_array_equal(np.concatenate(blocks, int(form == "csc")), values)
