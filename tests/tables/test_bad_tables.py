"""Tables that cannot be measured, each with a message that names the place."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import duckdb
import ibis
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import symppm as ppm
from symppm.errors import DataError

GOOD = {"user": [1, 1, 2, 2, 3], "item": [1, 2, 1, 3, 2], "count": [5, 3, 2, 7, 1]}


def table(**changed: object) -> pa.Table:
    return pa.table({**GOOD, **changed})


VALUES = {
    "nan at row '2', column '1'": {"count": [5.0, 3.0, float("nan"), 7.0, 1.0]},
    "inf at row '1', column '2'": {"count": [5.0, float("inf"), 2.0, 7.0, 1.0]},
    "-inf at row '3', column '2'": {"count": [5.0, 3.0, 2.0, 7.0, -float("inf")]},
    "no value at row '2', column '3'": {"count": [5, 3, 2, None, 1]},
    "1 entry without a row id, one in column '2'": {"user": [1, None, 2, 2, 3]},
    "2 entries without a column id, one in row '1'": {"item": [None, 2, 1, None, 2]},
    "all 4": {"count": [4, 4, 4, 4, 4], "zeros": "missing"},
    "squares overflow": {"count": [1e200, 3.0, 2.0, 7.0, 1.0]},
    "one row": {"user": [1, 1, 1, 1, 1], "item": [1, 2, 3, 4, 5]},
    "one column": {"user": [1, 2, 3, 4, 5], "item": [1, 1, 1, 1, 1]},
    "no entries": {name: pa.array([], pa.int64()) for name in GOOD},
    "1 pair of row and column more than once: '2', '1' .2 times.": {"item": [1, 2, 1, 1, 2]},
    "2 pairs of row and column more than once: '1', '1' .2 times.; '2'": {"item": [1, 1, 1, 1, 2]},
}


@pytest.mark.parametrize(("message", "changed"), VALUES.items())
def test_values_and_ids(message: str, changed: dict[str, object]) -> None:
    zeros = str(changed.get("zeros", "observed"))
    columns = {name: value for name, value in changed.items() if name != "zeros"}
    triples = ppm.triples(table(**columns))
    with pytest.raises(DataError, match=message.replace("'", ".")):
        ppm.statistics(triples, zeros=zeros)


def test_repeated_ids_of_text_and_of_huge_integers() -> None:
    names = [f"u{n}" for n in (1, 1, 2, 2, 3)]
    with pytest.raises(DataError, match=r"'u2', '1' \(2 times\)"):
        ppm.statistics(ppm.triples(table(user=names, item=[1, 2, 1, 1, 2])))
    far = [0, 0, 2**62, 2**62, -(2**62)]
    with pytest.raises(DataError, match=rf"'{2**62}', '1' \(2 times\)"):
        ppm.statistics(ppm.triples(table(user=far, item=[1, 2, 1, 1, 2])))
    near = [2**60 + n for n in (0, 0, 1, 1, 2)]
    with pytest.raises(DataError, match=rf"'{2**60 + 1}', '-9' \(2 times\)"):
        ppm.statistics(ppm.triples(table(user=near, item=[1, 2, -9, -9, 2])))


def test_unchecked_is_said() -> None:
    triples = ppm.triples(table(), duplicates="unchecked")
    assert any("not checked" in note for note in triples.notes)
    assert ppm.statistics(triples) == ppm.statistics(ppm.triples(table()))


@pytest.mark.parametrize(
    "changed", [{"user": ["a", "", "b", "b", "c"]}, {"item": ["a", "b", "c", "", "d"]}]
)
def test_empty_ids(changed: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"1 entry without a (row|column) id"):
        ppm.statistics(ppm.triples(table(**changed)))


def test_sums_of_repeated_pairs_hide_no_missing_value() -> None:
    given = table(item=[1, 1, 1, 3, 2], count=[5, None, 2, 7, 1])
    with pytest.raises(DataError, match="no value at row '1', column '1'"):
        ppm.statistics(ppm.triples(given, duplicates="sum"))


@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1])
def test_whole_numbers_that_floats_round(value: int) -> None:
    for given in (
        table(count=[5, value, 2, 7, 1]),
        table(item=[1, 1, 1, 3, 2], count=[value, -value + 5, 2, 7, 1]),
    ):
        with pytest.raises(
            DataError, match=r"at row '1', column '.'; expected whole numbers below"
        ) as raised:
            ppm.statistics(ppm.triples(given, duplicates="sum"))
        assert "--engine memory" in raised.value.do
    floats = ppm.triples(table(count=[5.0, float(value), 2.0, 7.0, 1.0]))
    assert ppm.statistics(floats).observed == 9


def test_names_that_differ_in_case_only() -> None:
    twins = table(Count=[1, 1, 1, 1, 1])
    with pytest.raises(DataError, match="columns 'count' and 'Count'") as raised:
        ppm.triples(twins, columns=("user", "item", "Count"))
    assert "engine='memory'" in raised.value.do


TYPES = {
    "row ids in column 'user' are of type float64": {"user": [1.0, 1.0, 2.0, 2.0, 3.0]},
    "column ids in column 'item' are of type float64": {"item": [1.5, 2, 1, 3, 2]},
    "row ids in column 'user' are of type array": {"user": [[1], [1], [2], [2], [3]]},
    "values in column 'count' are of type string": {"count": list("53271")},
}


@pytest.mark.parametrize(("message", "changed"), TYPES.items())
def test_types(message: str, changed: dict[str, object]) -> None:
    with pytest.raises(DataError, match=message.replace("'", ".")):
        ppm.triples(table(**changed))


def test_columns() -> None:
    wide = table(other=[0, 0, 0, 0, 1])
    with pytest.raises(DataError, match="column 'itm'") as raised:
        ppm.triples(wide, columns=("user", "itm", "count"))
    assert "item" in raised.value.do
    with pytest.raises(DataError, match="column 7 of"):
        ppm.triples(wide, columns=(1, 2, 7))
    plain = wide.rename_columns(["a", "b", "c", "d"])
    with pytest.raises(DataError, match="4 columns"):
        ppm.triples(plain)
    found = ppm.statistics(ppm.triples(plain, columns=("a", "b", 3)))
    assert found == ppm.statistics(ppm.triples(table()))


def test_options() -> None:
    with pytest.raises(DataError, match="duplicates 'add'"):
        ppm.triples(table(), duplicates="add")
    with pytest.raises(DataError, match="a header for"):
        ppm.triples(table(), header=True)
    with pytest.raises(DataError, match="a mask together with a table of triples"):
        ppm.statistics(ppm.triples(table()), mask=np.ones((3, 3), bool))
    with pytest.raises(DataError, match="zeros"):
        ppm.statistics(ppm.triples(table()), zeros="gone")
    with pytest.raises(DataError, match="triples of type int"):
        ppm.triples(7)


def test_values_a_model_does_not_generate() -> None:
    with pytest.raises(DataError, match=r"smallest entry is -2, at row '2', column '1'"):
        ppm.match(ppm.triples(table(count=[5, 3, -2, 7, 1])))
    found = ppm.statistics(ppm.triples(table(count=[5.0, 3.0, 2.5, 7.0, 1.0])))
    assert found.first_non_integral == ("2", "1")


def test_models_of_other_shapes_are_refused() -> None:
    with pytest.raises(DataError, match="triples for models of a matrix"):
        ppm.match(ppm.triples(table()), "ptf_gamma")


@pytest.mark.parametrize("measure", [ppm.algorithm1, ppm.pearson_limit])
def test_what_needs_a_matrix_in_memory_says_so(measure: Callable[..., object]) -> None:
    options = {"samples": 10, "random_seed": 1} if measure is ppm.algorithm1 else {}
    with pytest.raises(DataError, match="a table of pyarrow, which stays in DuckDB"):
        measure(ppm.triples(table()), **options)


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "plays.parquet"
    rng = np.random.default_rng(1)
    rows, columns = np.nonzero(rng.random((80, 50)) < 0.5)
    frame = pd.DataFrame({"user": rows, "item": columns, "count": rng.poisson(3, rows.size)})
    frame.to_parquet(path)
    return path


def test_a_truncated_file(parquet: Path) -> None:
    content = parquet.read_bytes()
    for length in (0, 3, len(content) // 2, len(content) - 1):
        parquet.write_bytes(content[:length])
        with pytest.raises(DataError, match=parquet.name):
            ppm.statistics(ppm.triples(parquet))


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "plays.parquet"
    path.write_text("user,item,count\n1,1,5\n")
    with pytest.raises(DataError, match=path.name):
        ppm.triples(path)
    with pytest.raises(DataError, match="does not exist"):
        ppm.triples(tmp_path / "none.parquet")
    with pytest.raises(DataError, match="names no Parquet or text files"):
        ppm.triples(tmp_path / "none*.csv")


def test_a_file_that_changes(parquet: Path) -> None:
    triples = ppm.triples(parquet)
    content = parquet.read_bytes()
    parquet.write_bytes(content + b"more")
    with pytest.raises(DataError, match="changed while it was read"):
        ppm.statistics(triples)
    parquet.unlink()
    with pytest.raises(DataError, match="it is gone"):
        ppm.statistics(triples)


def test_engines_that_are_none() -> None:
    with pytest.raises(DataError, match="engine 'dukdb'") as raised:
        ppm.triples("plays.parquet", engine="dukdb")
    assert "duckdb" in raised.value.do
    with pytest.raises(DataError, match="an engine of type int"):
        ppm.triples("plays.parquet", engine=3)
    with pytest.raises(DataError, match="there is no file"):
        ppm.triples("plays", engine="duckdb://none.db")


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.parametrize(
    "url", ["postgres://me:secret@127.0.0.1:{}/plays", "mysql://127.0.0.1:{}/a"]
)
def test_an_engine_that_does_not_answer(url: str, closed_port: int) -> None:
    with pytest.raises(DataError, match=f"127.0.0.1:{closed_port}.*cannot be reached") as raised:
        ppm.triples("plays", engine=url.format(closed_port))
    assert "secret" not in str(raised.value)


def test_a_database_file_and_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "plays.db"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create schema here")
        rows = "('a', 'x', 3), ('a', 'y', 1), ('b', 'x', 2), ('c', 'z', 4)"
        for name in ("plays", "here.plays"):
            connection.execute(f"create table {name} as from (values {rows}) t(person, song, n)")
    before = path.read_bytes()
    url = f"duckdb://{path}"
    found = ppm.statistics(ppm.triples("plays", engine=url))
    assert found.shape == (3, 3)
    assert found == ppm.statistics(ppm.triples("here.plays", engine=url))
    assert found == ppm.statistics(ppm.read("plays", engine=url).values)
    with pytest.raises(DataError, match="no table 'plaes' in DuckDB"):
        ppm.triples("plaes", engine=url)
    assert path.read_bytes() == before
    path.write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(DataError, match="cannot be reached"):
        ppm.triples("plays", engine=url)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # what Ibis calls DuckDB by
def test_connections_and_expressions(parquet: Path) -> None:
    expected = ppm.statistics(ppm.triples(parquet))
    connection = ibis.duckdb.connect()
    expression = connection.read_parquet(parquet).filter(ibis._["count"] >= 0)
    assert ppm.statistics(ppm.triples(expression)) == expected
    connection.create_table("plays", expression)
    assert ppm.statistics(ppm.triples("plays", engine=connection)) == expected
    plain = duckdb.connect()
    plain.execute(f"create table plays as from '{parquet}'")
    assert ppm.statistics(ppm.triples("plays", engine=plain)) == expected


def test_another_engine_of_ibis(parquet: Path, tmp_path: Path) -> None:
    """SQLite has neither types for integers nor infinity, and knows nothing of Parquet."""
    import sqlite3

    frame = pd.read_parquet(parquet)
    path = tmp_path / "plays.sqlite"
    connection = sqlite3.connect(path)
    frame.to_sql("plays", connection, index=False)
    connection.close()
    found = ppm.statistics(ppm.triples("plays", engine=f"sqlite://{path}"), intervals=True)
    expected = ppm.statistics(ppm.triples(parquet), intervals=True)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.interval()["rho_row"] == pytest.approx(expected.interval()["rho_row"], rel=1e-9)
