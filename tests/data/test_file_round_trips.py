"""What is written is what is read: any matrix, with any ids and labels, in every format."""

from __future__ import annotations

import csv
import io
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from cases import core
from formats import FORMATS, stream
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from pyarrow import feather, parquet
from scipy import io as scipy_io
from scipy import sparse

from symppm.data.door import read
from symppm.data.table import Table
from symppm.errors import DataError

SOME = settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
ids = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8
) | st.sampled_from(["007", "7", "7.0", 'say "hi"', "a,b", " padded ", "NA", "#1", "é", "1e3"])
whole = st.integers(-(2**63), 2**63 - 1)
real = st.floats(allow_nan=False)
counts = arrays.arrays(
    st.sampled_from(["i1", "u2", "i4", "i8", "f4", "f8"]),
    arrays.array_shapes(min_dims=2, max_dims=2, max_side=6),
    elements=st.integers(0, 9) | st.just(0),
).map(lambda values: values if values.dtype.kind != "f" else values * values.dtype.type(0.5))


def plain(table: Table) -> np.ndarray:
    values = table.values
    return values.toarray() if sparse.issparse(values) else np.asarray(values)


@pytest.mark.parametrize("name", FORMATS)
@SOME
@given(values=counts)
def test_any_matrix_in_every_format(tmp_path, name, values):
    write, options = FORMATS[name]
    values = values.copy()
    write(values, tmp_path / name)
    table = read(tmp_path / name, **options)
    assert plain(table).tolist() == values.tolist()
    assert table.values.dtype in (np.float64, *(np.dtype(f"{k}{n}") for k in "iu" for n in "1248"))
    assert table.values.dtype.isnative
    if table.column_labels is not None:
        assert table.column_labels == tuple(f"c{n}" for n in range(values.shape[1]))
    if table.row_labels is not None:
        assert [label[3:].strip() for label in table.row_labels] == list(
            map(str, range(len(values)))
        )


BLOCKS = ["dense.h5ad", "csr.h5ad", "csc.h5ad", "a.loom", "a.h5"]


@pytest.mark.parametrize("name", core(BLOCKS, ["csr.h5ad", "a.loom"]))
@SOME
@given(values=counts, budget=st.sampled_from([1, 40, 1 << 24]))
def test_the_same_in_blocks(tmp_path, name, values, budget):
    FORMATS[name][0](values, tmp_path / name)
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("symppm.data.hdf5.LOADED_BYTES", -1)
        changed.setattr("symppm.data.hdf5.BLOCK_BYTES", budget)
        matrix = read(tmp_path / name).values
        blocks = [
            block.stored.toarray() if hasattr(block, "stored") else block.values
            for block in matrix.blocks()
        ]
    assert matrix.by_columns == (name in ("csc.h5ad", "a.loom"))
    assert np.concatenate(blocks, int(matrix.by_columns)).tolist() == values.tolist()


def entries_of(table: Table) -> dict[tuple[str, str], Any]:
    kept = table.values.tocoo()
    rows, columns = table.row_labels, table.column_labels
    assert rows is not None
    assert columns is not None
    places = zip(kept.row, kept.col, kept.data.tolist(), strict=True)
    return {(rows[i], columns[j]): value for i, j, value in places}


@settings(SOME, max_examples=100)
@given(
    entries=st.dictionaries(st.tuples(ids, ids), st.one_of(whole, real), min_size=1, max_size=12),
    delimiter=st.sampled_from(",;\t"),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]),
    block=st.sampled_from([16, 1 << 20]),
)
@example(entries={("0", ".1"): 0}, delimiter=",", quoting=csv.QUOTE_MINIMAL, block=16)
def test_triples_with_any_ids(tmp_path, entries, delimiter, quoting, block):
    path = tmp_path / "a.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=delimiter, quoting=quoting)
        writer.writerow(["user", "item", "count"])
        writer.writerows([row, column, repr(value)] for (row, column), value in entries.items())
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("symppm.data.text.BLOCK", block)
        # Named, since ids that are all numbers with fractions are refused as a guess.
        table = read(path, columns=("user", "item", "count"))
    assert table.row_labels == tuple(dict.fromkeys(row for row, _ in entries))
    assert table.column_labels == tuple(dict.fromkeys(column for _, column in entries))
    rounded = any("float64" in note for note in table.notes)
    expected = {key: float(value) for key, value in entries.items()} if rounded else entries
    assert entries_of(table) == expected


TYPED = {name: FORMATS[name] for name in ("a.parquet", "a.feather", "a.arrow")}


@pytest.mark.parametrize("name", TYPED)
@SOME
@given(
    keys=st.sampled_from([(ids, ids), (ids, whole), (whole, whole)]),
    values=st.sampled_from([whole, real, st.booleans()]),
    coded=st.booleans(),
    data=st.data(),
)
def test_typed_triples(tmp_path, name, keys, values, coded, data):
    entries = data.draw(st.dictionaries(st.tuples(*keys), values, min_size=1, max_size=12))
    columns = [pa.array([key[axis] for key in entries]) for axis in (0, 1)]
    columns = [column.dictionary_encode() for column in columns] if coded else columns
    table = pa.table([*columns, pa.array(list(entries.values()))], list("ijx"))
    write = {"a.parquet": parquet.write_table, "a.feather": feather.write_feather}.get(name, stream)
    write(table, tmp_path / name)
    found = read(tmp_path / name, columns=("i", "j", "x"))
    assert found.row_labels == tuple(dict.fromkeys(str(i) for i, _ in entries))
    assert entries_of(found) == {(str(i), str(j)): value for (i, j), value in entries.items()}


labels = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\t;:"), min_size=1, max_size=8
)


@SOME
@given(data=st.data(), shape=st.tuples(st.integers(1, 6), st.integers(1, 5)))
def test_matrices_with_any_labels(tmp_path, data, shape):
    rows, columns = shape
    row_labels = data.draw(st.lists(labels, min_size=rows, max_size=rows))
    column_labels = data.draw(st.lists(labels, min_size=columns, max_size=columns))
    values = data.draw(arrays.arrays("i8", shape, elements=whole)).tolist()
    stream = io.StringIO()
    body = ([label, *row] for label, row in zip(row_labels, values, strict=True))
    csv.writer(stream).writerows([["label", *column_labels], *body])
    (tmp_path / "m.csv").write_bytes(stream.getvalue().encode())
    table = read(tmp_path / "m.csv", layout="matrix", header=True, label_columns=1)
    assert table == Table(table.values, tuple(row_labels), tuple(column_labels), (), table.path)
    assert table.values.dtype == np.int64
    assert table.values.tolist() == values


@pytest.mark.parametrize("symmetry", ["symmetric", "skew-symmetric"])
@pytest.mark.parametrize("wrap", [np.asarray, sparse.coo_array])
def test_triangles_of_matrix_market_agree_with_scipy(tmp_path, symmetry, wrap):
    square = np.random.default_rng(7).poisson(0.8, (8, 8))
    matrix = square + square.T if symmetry == "symmetric" else square - square.T
    scipy_io.mmwrite(tmp_path / "a.mtx", wrap(matrix), symmetry=symmetry, comment="c\n" * 400)
    assert symmetry in (tmp_path / "a.mtx").read_text().splitlines()[0]
    assert plain(read(tmp_path / "a.mtx")).tolist() == matrix.tolist()


def test_a_pattern_of_matrix_market_holds_ones(tmp_path):
    (tmp_path / "a.mtx").write_bytes(
        b"%%MatrixMarket matrix coordinate pattern symmetric\r\n% by Andr\xe9\r\n\r\n3 3 2\r\n"
        b"2 1\r\n3 3\r\n"
    )
    assert plain(read(tmp_path / "a.mtx")).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]


def test_large_integers_are_exact_or_their_rounding_is_noted(tmp_path):
    path = tmp_path / "a.mtx"
    path.write_text(f"%%MatrixMarket matrix array integer general\n2 1\n{2**62 + 1}\n-3\n")
    assert read(path).values.tolist() == [[2**62 + 1], [-3]]
    path.write_text(f"%%MatrixMarket matrix array integer general\n2 1\n{2**64}\n-3\n")
    table = read(path)
    assert table.values.tolist() == [[2.0**64], [-3.0]]
    assert table.notes[0].startswith("some values reach 2^53")
    np.savez(tmp_path / "a.npz", a=np.array([[2**63, 1]], dtype=np.uint64))
    table = read(tmp_path / "a.npz")
    assert table.values.tolist() == [[2.0**63, 1.0]]
    assert table.notes == (
        "read the array 'a', the only one in the archive that is 2-d",
        "some values reach 2^53 and not all fit 64-bit integers: they are held as float64, to "
        "about 16 digits",
    )


def test_npy_is_mapped_read_only_and_not_copied(tmp_path):
    np.save(tmp_path / "a.npy", np.eye(3))
    values = read(tmp_path / "a.npy").values
    assert isinstance(values.base, np.memmap)
    assert not values.flags.writeable


def test_repeated_entries_of_sparse_files(tmp_path):
    sparse.save_npz(tmp_path / "a.npz", sparse.coo_array(([1, 2], ([0, 0], [1, 1])), shape=(2, 2)))
    with pytest.raises(DataError, match=r"row 1, column 2; expected"):
        read(tmp_path / "a.npz")
    table = read(tmp_path / "a.npz", duplicates="sum")
    assert plain(table).tolist() == [[0, 3], [0, 0]]
    assert table.notes == ("added up 1 repeated entry",)
