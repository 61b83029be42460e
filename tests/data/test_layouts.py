"""Layouts of text: what is guessed, what is said about it, and what overrules it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import core

import symppm as ppm
from symppm.data.table import Table
from symppm.errors import DataError

Reader = Callable[..., Table]

TRIPLES = [
    pytest.param("a.csv", "user,item,count\nu,x,1\nu,y,2\nv,y,3\n", id="header-words"),
    pytest.param("a.dat", "userID\tartistID\tweight\r\nu\tx\t1\r\nu\ty\t2\r\nv\ty\t3\r\n",
     id="crlf"),
    pytest.param("a.csv", "item,user,rating\nx,u,1\ny,u,2\ny,v,3\n", id="user-is-row"),
    pytest.param("a.csv", "\ufeffuser,item,count\nu,x,1\nu,y,2\nv,y,3\n", id="byte-order-mark"),
    pytest.param("a.csv", "count;row;col\n1;u;x\n2;u;y\n3;v;y\n", id="value-first"),
    pytest.param("a.txt", "gene  cell umi\nu x 1\n\nu y    2\nv y 3\n", id="spaces-and-blank-line"),
    pytest.param("a.csv", "u,x,1\nu,y,2\nv,y,3\n", id="no-header"),
    pytest.param("a.tsv", "u\tx\t1\ru\ty\t2\rv\ty\t3\r", id="old-mac"),
    pytest.param("a.csv", '"user","item","n"\r\nu,x,1\r\nu,y,2\r\nv,y,3\r\n', id="quoted-header"),
    pytest.param("a.csv.gz", "who,what,much\nu,x,1\nu,y,2\nv,y,3\n", id="gzip-unknown-words"),
    pytest.param("a.csv", "user,item,rating,timestamp\nu,x,1,9\nu,y,2,8\nv,y,3,7\n",
     id="fourth-column"),
    pytest.param("a.csv", '"user","item","n"\n"u","x",1\n"u","y",2\nv,y,"3"\n', id="quoted"),
    pytest.param("a.txt", '"user" "item" "n"\n"1" "u" "x" 1\n"2" "u" "y" 2\n"3" "v" "y" 3\n',
     id="r-row-names"),
    pytest.param("a.txt", "% bip weighted\n% 3 2 2 9 9\nu x 1\nu y 2\nv y 3\n", id="comments"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), TRIPLES)
def test_triples_are_recognised(read_bytes, dense, name, content):
    table = read_bytes(name, content)
    assert dense(table) == [[1, 2], [0, 3]]
    assert table.values.format == "csr"
    assert table.values.dtype == "int64"
    assert table.row_labels == ("u", "v")
    assert table.column_labels == ("x", "y")
    assert table.shape == (2, 2)
    assert table.notes[0 if "%" not in content else 1].startswith(
        "read as triples (3 entries, 2 x 2) separated by "
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("u.data", "196\t242\t3\t881250949\n186\t302\t3\t891717742\n196\t302\t1\t878887116\n"),
        ("ratings.dat", "196::242::3::881250949\n186::302::3::891717742\n196::302::1::878887116\n"),
    ],
)
def test_movielens_without_header_is_recognised_by_its_times(read_bytes, dense, name, content):
    table = read_bytes(name, content)
    assert dense(table) == [[3, 1], [0, 3]]
    assert table.notes[0].endswith(
        "no header, rows are column 1, columns are column 2, values are column 3; if that is "
        "wrong, use --layout matrix (each line is a row of the matrix) or --columns or --header"
    )
    assert table.notes[1] == "column 4 left out"


@pytest.mark.parametrize(
    ("content", "labels", "names"),
    [
        pytest.param("gene,s,t,u\nA,1,2,3\nB,4,5,6\n", ("A", "B"), ("s", "t", "u"), id="labelled"),
        pytest.param(",s,t,u\n0,1,2,3\n1,4,5,6\n", ("0", "1"), ("s", "t", "u"), id="pandas"),
        pytest.param(",0,1,2\n0,1,2,3\n1,4,5,6\n", ("0", "1"), ("0", "1", "2"), id="pandas-bare"),
        pytest.param(",7,8,9\nA,1,2,3\nB,4,5,6\n", ("A", "B"), ("7", "8", "9"), id="blank-corner"),
        pytest.param("s,t,u\nA,1,2,3\nB,4,5,6\n", ("A", "B"), ("s", "t", "u"), id="r-style"),
        pytest.param("id,2T,3T,u\nA,1,2,3\nB,4,5,6\n", ("A", "B"), ("2T", "3T", "u"), id="digits"),
        pytest.param("A,1,2,3\nB,4,5,6\n", ("A", "B"), None, id="no-header"),
        pytest.param("id,s,t,u\n70,1,2,3\n90,4,5,6\n", ("70", "90"), ("s", "t", "u"), id="numbers"),
        pytest.param("s,t,u\n1,2,3\n4,5,6\n", None, ("s", "t", "u"), id="header-only"),
        pytest.param("1,2,3\n4,5,6\n", None, None, id="bare"),
        pytest.param("1,2,3\n4,5,6", None, None, id="no-last-newline"),
        pytest.param("# made by hand\n1,2,3\n4,5,6\n", None, None, id="comment"),
        pytest.param("7,A,1,2,3\n9,B,4,5,6\n", ("A", "B"), None, id="number-then-symbol"),
        pytest.param("A,p,1,2,3\nB,p,4,5,6\n", ("A", "B"), None, id="last-distinct-labels"),
        pytest.param("A,p,1,2,3\nA,q,4,5,6\n", ("p", "q"), None, id="second-distinct"),
        pytest.param("A,p,1,2,3\nA,p,4,5,6\n", ("A p", "A p"), None, id="none-distinct"),
    ],
)
def test_matrices_are_recognised(read_bytes, dense, content, labels, names):
    table = read_bytes("m.csv", content)
    assert dense(table) == [[1, 2, 3], [4, 5, 6]]
    assert table.row_labels == labels
    assert table.column_labels == names
    said = re.compile(r"matrix \(2 x 3\)( with 2 label columns, .*,)? separated by commas: ")
    assert any(map(said.search, table.notes))


def test_options_overrule_guesses_and_leave_nothing_to_note(read_bytes, dense):
    content = "user,item,count\n1,2,3\n1,4,5\n"
    assert dense(read_bytes("a.csv", content)) == [[3, 5]]
    table = read_bytes("a.csv", content, layout="matrix", header=True, label_columns=0)
    assert dense(table) == [[1, 2, 3], [1, 4, 5]]
    assert table.notes == ()
    table = read_bytes("a.csv", content, columns=("ITEM", "user", "count"))
    assert dense(table) == [[3], [5]]
    assert table.notes == ()
    table = read_bytes("a.csv", content, columns=(3, 1, 2), header=True)
    assert dense(table) == [[2], [4]]
    assert table.row_labels == ("3", "5")
    assert table.notes == ()


def test_a_word_or_numbers_counted_up_are_a_header_unless_told_otherwise(read_bytes, dense):
    content = "id,0,1,2\nx,5,6,7\n"
    assert dense(read_bytes("m.csv", content)) == [[5, 6, 7]]
    assert dense(read_bytes("m.csv", content, header=False)) == [[0, 1, 2], [5, 6, 7]]
    assert dense(read_bytes("m.csv", "count\n4\n7\n")) == [[4], [7]]
    assert dense(read_bytes("m.csv", "0,1,2,3\n4,5,6,7\n7,8,9,9\n")) == [[4, 5, 6, 7], [7, 8, 9, 9]]


def test_written_zeros_stay_stored(read_bytes):
    table = read_bytes("a.csv", "user,item,count\na,x,0\na,y,2\n")
    assert table.values.nnz == 2
    assert table.values.sum() == 2


def test_duplicates_are_added_up_on_request(read_bytes, dense):
    table = read_bytes("a.csv", "user,item,n\na,x,1\na,y,2\na,x,5\na,x,4\n", duplicates="sum")
    assert dense(table) == [[10, 2]]
    assert table.notes[-1] == "added up 2 repeated entries"


@pytest.mark.parametrize(
    ("texts", "kind", "values"),
    [
        ("1,2", "int64", [1, 2]),
        ("3.0,-2e2", "int64", [3, -200]),
        (f"{2**53 + 1},{-(2**63)}", "int64", [2**53 + 1, -(2**63)]),
        ("1,2.5", "float64", [1, 2.5]),
        ("-inf,Infinity", "float64", [float("-inf"), float("inf")]),
    ],
)
def test_numbers_are_held_exactly(read_bytes, texts, kind, values):
    table = read_bytes("m.csv", f"x,y\n{texts}\n")
    assert table.values.dtype == kind
    assert table.values[0].tolist() == values
    assert len(table.notes) == 1


@pytest.mark.parametrize("texts", [f"{2**53 + 1},1.5", f"{2**63},1", f"{2**53 + 1},1\n2.0,3"])
def test_rounding_is_never_silent(read_bytes, texts):
    table = read_bytes("m.csv", f"x,y\n{texts}\n")
    assert table.values.dtype == "float64"
    assert table.notes[1] == (
        "some values reach 2^53 and not all fit 64-bit integers: they are held as float64, "
        "to about 16 digits"
    )


@pytest.mark.parametrize(
    ("text", "place", "cell"),
    [
        ("1,2,x3\n4,5,6\n7,8,9\n", "line 1, column 3", "x3"),
        ("l,2,3\n4,5,6\n7,8,9\n", "line 1, column 1", "l"),
        ("g1,2,O\ng2,5,6\ng3,8,9\n", "line 1, column 3", "O"),
        ("5x\n4\n7\n", "line 1, column 1", "5x"),
        ("1;2,5;3\n4;5;6\n7;8;9\n", "line 1, column 2", "2,5"),
        ("1,3\nx,2\n", "line 2, column 1", "x"),
        ("1,2,x5\n1,3,4\n2,2,1\n", "line 1, column 3", "x5"),
        ("u1,i1,five\nu1,i2,3\nu2,i1,4\n", "line 1, column 3", "five"),
        ("u1,i1,5x\nu2,i2,3\nu3,i2,4\n", "line 1, column 3", "5x"),
        ("1\t2\t3\t4e\n5\t6\t7\t8\n9\t1\t2\t3\n", "line 1, column 4", "4e"),
        ("1 2 NaNN\n5 6 7\n9 1 2\n", "line 1, column 3", "NaNN"),
    ],
)
def test_a_number_written_wrongly_is_no_header(
    read_bytes: Reader, text: str, place: str, cell: str
) -> None:
    with pytest.raises(DataError, match=place) as caught:
        read_bytes("counts.csv", text)
    assert repr(cell) in str(caught.value)


COLUMNS: dict[str, dict[str, list[Any]]] = {
    "value first": {"c": [1, 2, 3], "a": ["u", "v", "v"], "b": ["x", "x", "y"]},
    "value between": {"a": ["u", "v", "v"], "c": [1, 2, 3], "b": ["x", "x", "y"]},
    "value last": {"a": ["u", "v", "v"], "b": ["x", "x", "y"], "c": [1, 2, 3]},
    "by name": {"c": [1, 2, 3], "rating": [5, 6, 7], "item": [1, 1, 2], "user": [1, 2, 2]},
    "numbers": {"a": [1, 2, 2], "b": [1, 1, 2], "c": [5, 6, 7]},
    "with times": {"a": [1, 2, 2], "b": [1, 1, 2], "c": [5, 6, 7], "t": [1_500_000_000] * 3},
    "a matrix": {"a": [1, 2, 2], "b": [1, 1, 2], "c": [0, 6, 7]},
    "labelled": {"gene": ["u", "v", "w"], "b": [1, 1, 2], "c": [0, 6, 7]},
}


@pytest.mark.parametrize("kind", core(COLUMNS, ["value first", "a matrix"]))
def test_one_table_is_guessed_alike_in_every_form(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("ibis")
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    csv, feather = pytest.importorskip("pyarrow.csv"), pytest.importorskip("pyarrow.feather")
    data = arrow.table(COLUMNS[kind])
    parquet.write_table(data, tmp_path / "t.parquet")
    csv.write_csv(data, tmp_path / "t.csv")
    feather.write_feather(data, tmp_path / "t.arrow")
    found = [ppm.read(tmp_path / f"t.{ending}") for ending in ("parquet", "csv", "arrow")]
    plain = [getattr(each.values, "toarray", lambda each=each: each.values)() for each in found]
    assert all((each == plain[0]).all() for each in plain)
    triples = hasattr(found[0].values, "tocsr")
    for ending in ("parquet", "csv"):
        path = tmp_path / f"t.{ending}"
        if not triples:
            with pytest.raises(DataError, match="looks like a matrix"):
                ppm.read(path, engine="duckdb")
            continue
        for held in (ppm.read(path, engine="duckdb").values, ppm.triples(path)):
            statistics = ppm.statistics(held)
            assert statistics.mean == pytest.approx(plain[0].mean())
            assert statistics.shape == plain[0].shape


@pytest.mark.parametrize(
    ("cells", "place", "remedy"),
    [
        (("28,5", "4,5"), 2, "decimal points and without thousands"),
        (("28%", "4 %"), 2, "without percent signs"),
        (("1,028", "12,004"), 2, "without thousands separators"),
        (("1'028", "12'004"), 2, "without thousands separators"),
        (("1 028,5", "12 004,0"), 2, "without thousands separators"),
    ],
)
@pytest.mark.parametrize("before", [0, 2])
def test_columns_of_numbers_with_separators_are_no_labels(read_bytes, cells, place, remedy, before):
    lines = (
        ["shop", *(f"c{n}" for n in range(before)), "prod", "last"],
        *([shop, *"7" * before, cell, "3"] for shop, cell in zip("AB", cells, strict=True)),
    )
    with pytest.raises(DataError, match=f"line 2, column {place + before} .*{remedy}"):
        read_bytes("a.csv", "".join(";".join(line) + "\n" for line in lines))


@pytest.mark.parametrize(
    "ids", ["10-123 10-124", "chr1:200 chr1:300", "2024-01-01 2024-01-02", "01.02.2024 02.02.2024"]
)
def test_several_label_columns_are_named(read_bytes, ids):
    table = read_bytes(
        "a.csv", "shop;id;p;q\n" + "".join(f"s;{each};1;2\n" for each in ids.split())
    )
    assert table.shape == (2, 2)
    assert table.notes[0].startswith(
        "read as a labelled matrix (2 x 2) with 2 label columns, shop, id, separated by semicolons:"
    )
