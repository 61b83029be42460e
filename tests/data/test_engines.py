"""Triples that an engine sums have the numbers of those in memory, or are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from cases import assert_same_statistics, core, varied_counts

import symppm as ppm
from symppm.data import door
from symppm.data.triples import engine_of
from symppm.errors import DataError

HEADER, LINES = "user,item,count\n", "a,x,3\na,y,1\nb,x,2\nb,z,7\nc,y,4\n"
FIRST = {"user": [1, 1, 2, 2], "item": [1, 2, 1, 3], "count": [5, 3, 2, 7]}
SECOND = {"user": [3, 3, 4], "item": [1, 2, 3], "count": [4, 1, 9]}


def written(folder: Path, *tables: pa.Table) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in zip("abc", tables, strict=False):
        pq.write_table(table, folder / f"{name}.parquet")
    return folder


def agree(path: Path | str) -> None:
    """Measure files in DuckDB and in memory, and see that all is the same."""
    found = ppm.statistics(ppm.read(path, engine="duckdb").values, intervals=True)
    held = ppm.statistics(ppm.read(path).values, intervals=True)
    assert_same_statistics(found, held, rel=1e-13, ordered=False)


TEXTS = {
    "header": HEADER + LINES,
    "no header": LINES,
    "white space": (HEADER + LINES).replace(",", "  "),
    "quoted": HEADER + '"a,1",x,3\n"a,1","say ""y""",1\n"b\nb",x,2\nc,z,5\n',
    "more columns": "when," + HEADER + "".join(f"1,{line}\n" for line in LINES.split()),
    "words of nothing": HEADER + LINES + "NULL,x,5\nNA,\\N,6\n",
    "ids alike": HEADER + "1,x,5\n01,x,6\n1.0,y,7\n1,y,8\n",
}


@pytest.mark.parametrize("kind", core(TEXTS, ["quoted", "words of nothing", "ids alike"]))
def test_text(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a[1].csv"  # no pattern
    path.write_text(TEXTS[kind])
    agree(path)


WRONG = {
    "line 4, column 3 .'count'. is 'two'": "a,x,1\na,y,2\nb,x,two\n",
    "line 4: 2 fields": "a,x,1\na,y,2\nb,x\n",
    "line 3, column 1 .'user'. is empty": "a,x,1\n,y,2\nb,x,3\n",
    "inf at row 'a', column 'y'": "a,x,1\na,y,inf\nb,x,3\n",
    r"at row 'a', column 'x'; .*2\^53.*--engine memory": "a,x,9007199254740993\na,y,1\nb,x,3\n",
}


@pytest.mark.parametrize(("place", "lines"), WRONG.items())
def test_errors_name_the_place_and_sums_of_repeated_pairs_hide_nothing(
    place: str, lines: str, tmp_path: Path
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(HEADER + lines)
    for duplicates in ("error", "sum"):
        with pytest.raises(DataError, match=place):
            ppm.statistics(ppm.triples(path, duplicates=duplicates))


@pytest.mark.parametrize(
    ("one", "other", "scale"),
    [("int64", "float64", 1.1), ("float32", "float64", 1.1), ("int8", "int64", 1000)],
)
def test_types_and_orders_of_columns_differ_between_files(
    one: str, other: str, scale: float, tmp_path: Path
) -> None:
    second = pd.DataFrame(SECOND).astype({"count": other})
    second["count"] = (second["count"] * scale).astype(other)
    first = pd.DataFrame(FIRST).astype({"count": one})
    folder = tmp_path / "plays[1]*"  # no pattern
    turned = pa.Table.from_pandas(second[["count", "user", "item"]], preserve_index=False)
    agree(written(folder, pa.Table.from_pandas(first), turned))


def test_keys_in_the_names_of_folders_are_columns_below_a_path_only(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "year=2020" / "plays"
    for user in ("a b", "c", "01"):
        part = pa.table({"item": [1, 2, 3], "count": [len(user), 2, ord(user[0])]})
        written(folder / f"user={user.replace(' ', '%20')}", part)
    agree(folder)
    agree(f"{folder}/*/*.parquet")
    with pytest.raises(DataError):
        ppm.triples(folder / "user=c" / "a.parquet", columns=("user", "item", "count"))
    agree(written(tmp_path / "user=7", pa.table(FIRST), pa.table(SECOND)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    counts = varied_counts()
    rows, columns = np.nonzero(counts)
    frame = pd.DataFrame({"user": rows, "item": columns, "count": counts[rows, columns]})
    frame.to_parquet(tmp_path / "plays.parquet")
    frame.to_csv(tmp_path / "plays.csv", index=False)
    frame.astype(float).to_parquet(tmp_path / "floats.parquet")
    pd.DataFrame(counts).to_csv(tmp_path / "matrix.csv", index=False)
    np.save(tmp_path / "matrix.npy", counts)
    return tmp_path


def test_large_triples_are_left_to_duckdb_and_it_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DataError, match=r"read into memory.*--engine"):
        ppm.read(folder / "plays.csv", duplicates="unchecked")
    assert not isinstance(ppm.read(folder / "plays.csv").values, ppm.Triples)
    monkeypatch.setattr(door, "LARGE", 0)
    for name in ("plays.parquet", "plays.csv"):
        table = ppm.read(folder / name)
        assert isinstance(table.values, ppm.Triples)
        assert any("by DuckDB" in note and "--engine memory" in note for note in table.notes)
        held = ppm.read(folder / name, engine="memory")
        assert not isinstance(held.values, ppm.Triples)
        assert table.shape == held.shape
        assert_same_statistics(ppm.statistics(table.values), ppm.statistics(held.values), rel=1e-13)
    assert ppm.read(folder / "plays.csv", duplicates="unchecked").values.duplicates == "unchecked"
    for name in ("matrix.csv", "matrix.npy"):
        assert not isinstance(ppm.read(folder / name).values, ppm.Triples)


def test_options_that_no_engine_has(folder: Path) -> None:
    options: dict[str, Any]
    for options in ({"layout": "matrix"}, {"label_columns": 1}):
        with pytest.raises(DataError, match="an engine for a matrix"):
            ppm.read(folder / "matrix.csv", engine="duckdb", **options)
    with pytest.raises(DataError, match="--layer for"):
        ppm.read(folder / "plays.csv", engine="duckdb", layer="raw")


def test_spilled_data_go_when_the_connection_goes() -> None:
    engine = engine_of("duckdb")
    (spill,) = engine.con.execute("select current_setting('temp_directory')").fetchone()
    engine.con.execute("set memory_limit = '50MB'")
    engine.con.execute("create table large as select hash(range) as h from range(8_000_000)")
    assert Path(spill).is_dir()
    assert Path(spill).parent != Path.cwd()
    del engine
    assert not Path(spill).exists()
