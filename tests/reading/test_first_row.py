"""A first row is a header if it looks like one; else its mistakes are named with their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import symppm as ppm
from symppm.errors import DataError
from symppm.data.reading import Table

Reader = Callable[..., Table]


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


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a,b,c\n4,5,6\n7,8,9\n", (2, 3)),
        (",a,b\ng1,5,6\ng2,8,9\n", (2, 2)),
        ("id,293T_1,293T_2\ng1,5,6\ng2,8,9\n", (2, 2)),
        ("count\n4\n7\n", (2, 1)),
        ("0,1,2,3\n4,5,6,7\n7,8,9,9\n", (2, 4)),
        ("user,item,stars\nu1,i2,3\nu2,i1,4\n", (2, 2)),
    ],
)
def test_words_are_a_header(read_bytes: Reader, text: str, shape: tuple[int, int]) -> None:
    assert read_bytes("counts.csv", text).values.shape == shape


def test_whoever_says_that_there_is_a_header_is_believed(read_bytes: Reader) -> None:
    table = read_bytes("counts.csv", "1990,1991,total\n4,5,6\n7,8,9\n", header=True)
    assert table.column_labels == ("1990", "1991", "total")


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


@pytest.mark.parametrize("table", COLUMNS.values(), ids=COLUMNS)
def test_one_table_is_guessed_alike_in_every_form(
    table: dict[str, list[Any]], tmp_path: Path
) -> None:
    pytest.importorskip("ibis")
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    csv, feather = pytest.importorskip("pyarrow.csv"), pytest.importorskip("pyarrow.feather")
    data = arrow.table(table)
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
