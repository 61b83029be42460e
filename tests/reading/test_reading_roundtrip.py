"""What is written is what is read, for every format."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scipy import io as scipy_io
from scipy import sparse

from symppm.errors import DataError
from symppm.data.reading import read

ONE_FOLDER = settings(
    max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
RANDOM = np.random.default_rng(7)
COUNTS = RANDOM.poisson(0.8, (40, 30))

ids = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8
) | st.sampled_from(["007", "7", "7.0", 'say "hi"', "a,b", " padded ", "NA", "#1", "é", "1e3"])
whole = st.integers(-(2**63), 2**63 - 1)
real = st.floats(allow_nan=False)


def write_csv(path: Path, rows: list[list[object]], delimiter: str = ",") -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, delimiter=delimiter).writerows(rows)


@ONE_FOLDER
@given(
    entries=st.dictionaries(st.tuples(ids, ids), st.one_of(whole, real), min_size=1, max_size=12),
    delimiter=st.sampled_from(",;\t"),
)
@example(entries={("0", ".1"): 0}, delimiter=",")
def test_triples_with_any_ids(tmp_path, entries, delimiter):
    path = tmp_path / "a.csv"
    rows = [[row, column, repr(value)] for (row, column), value in entries.items()]
    write_csv(path, [["user", "item", "count"], *rows], delimiter)
    # Named, since ids that are all numbers with fractions are refused as a guess.
    table = read(path, columns=("user", "item", "count"))
    assert table.row_labels == tuple(dict.fromkeys(row for row, _ in entries))
    assert table.column_labels == tuple(dict.fromkeys(column for _, column in entries))
    values = table.values.tocoo()
    found = {
        (table.row_labels[i], table.column_labels[j]): value
        for i, j, value in zip(values.row, values.col, values.data.tolist(), strict=True)
    }
    rounded = any("float64" in note for note in table.notes)
    assert found == ({k: float(v) for k, v in entries.items()} if rounded else entries)


labels = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\t;:"), min_size=1, max_size=8
)


@ONE_FOLDER
@given(data=st.data(), shape=st.tuples(st.integers(1, 6), st.integers(1, 5)))
def test_labelled_matrices(tmp_path, data, shape):
    rows, columns = shape
    row_labels = data.draw(st.lists(labels, min_size=rows, max_size=rows))
    column_labels = data.draw(st.lists(labels, min_size=columns, max_size=columns))
    values = data.draw(
        st.lists(st.lists(whole, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
    path = tmp_path / "m.csv"
    body = [[label, *row] for label, row in zip(row_labels, values, strict=True)]
    write_csv(path, [["label", *column_labels], *body])
    table = read(path, layout="matrix", header=True, label_columns=1)
    assert table.values.dtype == np.int64
    assert table.values.tolist() == values
    assert table.row_labels == tuple(row_labels)
    assert table.column_labels == tuple(column_labels)
    assert table.notes == ()


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "i8", "u8", "f4", "f8", ">f8", ">i4", "?"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy(tmp_path, dtype, order):
    array = np.asarray(COUNTS, dtype=dtype, order=order)
    np.save(tmp_path / "a.npy", array)
    values = read(tmp_path / "a.npy").values
    assert values.dtype.kind in "iuf"
    assert values.dtype.isnative
    np.testing.assert_array_equal(values, array)


def test_npy_is_mapped_read_only_and_not_copied(tmp_path):
    np.save(tmp_path / "a.npy", COUNTS)
    values = read(tmp_path / "a.npy").values
    assert isinstance(values.base, np.memmap)
    assert not values.flags.writeable


def test_unsigned_integers_beyond_64_bits_are_noted(tmp_path):
    np.savez(tmp_path / "a.npz", a=np.array([[2**63, 1]], dtype=np.uint64))
    table = read(tmp_path / "a.npz")
    assert table.values.tolist() == [[2.0**63, 1.0]]
    assert table.notes[1] == "values beyond 64-bit signed integers are held as float64"


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "bsr", "dia"])
@pytest.mark.parametrize("wrap", ["array", "matrix"])
@pytest.mark.parametrize("dtype", ["i4", "f8"])
def test_sparse_npz(tmp_path, kind, wrap, dtype):
    matrix = getattr(sparse, f"{kind}_{wrap}")(COUNTS.astype(dtype))
    sparse.save_npz(tmp_path / "a.npz", matrix)
    table = read(tmp_path / "a.npz")
    assert isinstance(table.values, sparse.csr_array)
    assert table.values.dtype == (np.int64 if dtype == "i4" else np.float64)
    np.testing.assert_array_equal(table.values.toarray(), COUNTS)
    assert table.notes == ()


def test_sparse_npz_with_repeated_entries(tmp_path):
    sparse.save_npz(tmp_path / "a.npz", sparse.coo_array(([1, 2], ([0, 0], [1, 1])), shape=(2, 2)))
    with pytest.raises(DataError, match=r"row 1, column 2 \(2 times\)"):
        read(tmp_path / "a.npz")
    table = read(tmp_path / "a.npz", duplicates="sum")
    assert table.values.toarray().tolist() == [[0, 3], [0, 0]]
    assert table.notes == ("added up 1 repeated entry",)


def test_sparse_npz_with_an_index_out_of_range(tmp_path):
    np.savez(
        tmp_path / "a.npz",
        format=np.array(b"csr"),
        shape=np.array([2, 2]),
        data=np.array([1, 2]),
        indices=np.array([0, 1000]),
        indptr=np.array([0, 1, 2]),
    )
    with pytest.raises(DataError, match="cannot be read to its end"):
        read(tmp_path / "a.npz")


def test_npz_with_one_matrix_among_other_arrays(tmp_path):
    np.savez(tmp_path / "a.npz", names=np.array(["a", "b"]), counts=COUNTS)
    table = read(tmp_path / "a.npz")
    np.testing.assert_array_equal(table.values, COUNTS)
    assert table.notes == ("read the array 'counts', the only one in the archive that is 2-d",)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("matrix", [COUNTS, sparse.coo_array(COUNTS), COUNTS + 0.5, COUNTS * 1.0])
def test_matrix_market(tmp_path, matrix, packed):
    stream = io.BytesIO()
    scipy_io.mmwrite(stream, matrix, precision=17)
    path = tmp_path / ("a.mtx.gz" if packed else "a.mtx")
    path.write_bytes(gzip.compress(stream.getvalue()) if packed else stream.getvalue())
    values = read(path).values
    expected = matrix.toarray() if sparse.issparse(matrix) else matrix
    whole_numbers = bool((expected == np.floor(expected)).all())
    assert values.dtype == (np.int64 if whole_numbers else np.float64)
    assert sparse.issparse(values) == sparse.issparse(matrix)
    np.testing.assert_array_equal(values.toarray() if sparse.issparse(values) else values, expected)


def test_matrix_market_pattern_and_symmetry(tmp_path):
    (tmp_path / "a.mtx").write_bytes(
        b"%%MatrixMarket matrix coordinate pattern symmetric\r\n% by Andr\xe9\r\n\r\n3 3 2\r\n"
        b"2 1\r\n3 3\r\n"
    )
    values = read(tmp_path / "a.mtx").values
    assert values.toarray().tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]


@pytest.mark.parametrize("symmetry", ["symmetric", "skew-symmetric"])
@pytest.mark.parametrize("wrap", [np.asarray, sparse.coo_array])
def test_matrix_market_triangles_agree_with_scipy(tmp_path, symmetry, wrap):
    square = COUNTS[:8, :8]
    matrix = square + square.T if symmetry == "symmetric" else square - square.T
    scipy_io.mmwrite(tmp_path / "a.mtx", wrap(matrix), symmetry=symmetry)
    assert symmetry in (tmp_path / "a.mtx").read_text().splitlines()[0]
    values = read(tmp_path / "a.mtx").values
    np.testing.assert_array_equal(values.toarray() if sparse.issparse(values) else values, matrix)


def test_matrix_market_in_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr("symppm.data.text.BLOCK", 64)
    text = io.BytesIO()
    scipy_io.mmwrite(text, sparse.coo_array(COUNTS), comment="long\n" * 400)
    (tmp_path / "a.mtx").write_bytes(text.getvalue())
    np.testing.assert_array_equal(read(tmp_path / "a.mtx").values.toarray(), COUNTS)
    (tmp_path / "a.mtx").write_bytes(text.getvalue() + b"\n1 1 zero\n")
    line = text.getvalue().count(b"\n") + 2
    with pytest.raises(DataError, match=rf"a\.mtx, line {line}, column 3 is 'zero'"):
        read(tmp_path / "a.mtx")


def test_matrix_market_integers_are_exact(tmp_path):
    path = tmp_path / "a.mtx"
    path.write_text(f"%%MatrixMarket matrix array integer general\n2 1\n{2**62 + 1}\n-3\n")
    assert read(path).values.tolist() == [[2**62 + 1], [-3]]
    path.write_text(f"%%MatrixMarket matrix array integer general\n2 1\n{2**64}\n-3\n")
    table = read(path)
    assert table.values.tolist() == [[2.0**64], [-3.0]]
    assert table.notes[0].startswith("some values reach 2^53")


@pytest.mark.parametrize("delimiter", [" ", ",", "\t"])
@pytest.mark.parametrize("form", ["%d", "%.18e"])
def test_savetxt(tmp_path, delimiter, form):
    np.savetxt(tmp_path / "a.txt", COUNTS, fmt=form, delimiter=delimiter)
    np.testing.assert_array_equal(read(tmp_path / "a.txt").values, COUNTS)


def test_gaussian_floats_survive_text_exactly(tmp_path):
    values = RANDOM.normal(size=(20, 10))
    np.savetxt(tmp_path / "a.csv", values, delimiter=",", fmt="%.17g")
    np.testing.assert_array_equal(read(tmp_path / "a.csv").values, values)


def test_the_sum_agrees_with_an_independent_count(tmp_path):
    path = tmp_path / "a.tsv.gz"
    rows, columns = np.nonzero(COUNTS)
    with gzip.open(path, "wt") as stream:
        stream.write("doc\tword\tcount\n")
        for i, j in zip(rows, columns, strict=True):
            stream.write(f"d{i}\tw{j}\t{COUNTS[i, j]}\n")
    with gzip.open(path, "rt") as stream:
        total = sum(int(line.rsplit("\t", 1)[1]) for line in list(stream)[1:])
    assert read(path).values.sum() == total == COUNTS.sum()
