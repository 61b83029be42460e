"""Parquet goes to an engine as our own reader lays it out, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import symppm as ppm
from symppm.data import reading
from symppm.errors import DataError

Compare = Callable[..., None]

FIRST = {"user": [1, 1, 2, 2], "item": [1, 2, 1, 3], "count": [5, 3, 2, 7]}
SECOND = {"user": [3, 3, 4], "item": [1, 2, 3], "count": [4, 1, 9]}


def written(folder: Path, *tables: pa.Table) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in zip("abc", tables, strict=False):
        pq.write_table(table, folder / f"{name}.parquet")
    return folder


def agree(path: Path | str, compare: Compare) -> None:
    """Measure files in DuckDB and by our own reader, and see that all is the same."""
    found = ppm.statistics(ppm.read(path, engine="duckdb").values, intervals=True)
    compare(found, ppm.statistics(ppm.read(path).values, intervals=True))


def typed(values: dict[str, list[int]], kind: pa.DataType, scale: float = 1.0) -> pa.Table:
    count = pa.array([value * scale for value in values["count"]], pa.float64()).cast(kind)
    return pa.table({**values, "count": count})


KINDS = [(pa.int64(), pa.float64()), (pa.float32(), pa.float64()), (pa.int8(), pa.int64())]


@pytest.mark.parametrize(("one", "other"), KINDS)
def test_types_that_differ_between_files(
    one: pa.DataType, other: pa.DataType, tmp_path: Path, assert_same: Compare
) -> None:
    scale = 1000.0 if other == pa.int64() else 1.1
    written(tmp_path / "plays", typed(FIRST, one), typed(SECOND, other, scale))
    agree(tmp_path / "plays", assert_same)


def test_columns_in_another_order(tmp_path: Path, assert_same: Compare) -> None:
    turned = pa.table(SECOND).select(["count", "user", "item"])
    agree(written(tmp_path / "plays", pa.table(FIRST), turned), assert_same)


DIFFERENT = {
    "a further column 'when'": {**SECOND, "when": [1, 2, 3]},
    "no column 'item'": {"user": [3, 3, 4], "count": [4, 1, 9], "song": [1, 2, 3]},
    "column 1 .'user'. holds string": {**SECOND, "user": ["3", "3", "4"]},
    "column 3 .'count'. holds string": {**SECOND, "count": ["4", "1", "9"]},
}


@pytest.mark.parametrize(("said", "second"), DIFFERENT.items())
def test_files_that_are_not_of_one_table(
    said: str, second: dict[str, list[object]], tmp_path: Path
) -> None:
    folder = written(tmp_path / "plays", pa.table(FIRST), pa.table(second))
    with pytest.raises(DataError, match=said) as raised:
        ppm.triples(folder)
    assert "b.parquet" in str(raised.value)
    with pytest.raises(DataError):
        ppm.read(folder)


def test_names_of_files_are_no_patterns(tmp_path: Path, assert_same: Compare) -> None:
    pq.write_table(pa.table(FIRST), tmp_path / "a[1].parquet")
    pq.write_table(pa.table({**FIRST, "count": [100, 1, 1, 1]}), tmp_path / "a1.parquet")
    agree(tmp_path / "a[1].parquet", assert_same)
    agree(written(tmp_path / "b[1]*", pa.table(FIRST), pa.table(SECOND)), assert_same)


@pytest.fixture
def series(counts: np.ndarray) -> pd.Series:
    """Counts with an index of two levels, which pandas writes behind them."""
    rows, columns = np.nonzero(counts)
    index = pd.MultiIndex.from_arrays([rows, columns], names=["u", "v"])
    return pd.Series(counts[rows, columns], index, name="n")


def test_a_series_of_pandas(series: pd.Series, tmp_path: Path, assert_same: Compare) -> None:
    path = tmp_path / "plays.parquet"
    series.to_frame().to_parquet(path)
    assert pq.read_schema(path).names == ["n", "u", "v"]
    agree(path, assert_same)
    notes = ppm.triples(path).notes
    assert any("rows are u, columns are v, values are n" in note for note in notes)


def test_a_large_matrix_of_three_columns_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matrix.parquet"
    data = np.random.default_rng(1).poisson(3.0, (40, 3))
    pd.DataFrame(data, columns=["first", "second", "third"]).to_parquet(path)
    monkeypatch.setattr(reading, "LARGE", 0)
    assert np.array_equal(ppm.read(path).values, data)


def test_names_that_differ_in_case_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plays.parquet"
    twins = pa.table({**FIRST, "Count": [1, 1, 1, 2]})
    pq.write_table(twins, path)
    with pytest.raises(DataError, match="columns 'count' and 'Count'"):
        ppm.triples(path, columns=("user", "item", "Count"))
    monkeypatch.setattr(reading, "LARGE", 0)
    values = ppm.read(path, columns=("user", "item", "Count")).values
    assert values.sum() == 5


@pytest.fixture
def by_user(tmp_path: Path) -> Path:
    """Return a folder below one called key=value, with a column in the names of its folders."""
    folder = tmp_path / "year=2020" / "plays"
    for user in ("a b", "c", "d"):
        part = pa.table({"item": [1, 2, 3], "count": [len(user), 2, ord(user[0])]})
        written(folder / f"user={user.replace(' ', '%20')}", part)
    return folder


def test_keys_in_the_names_of_folders(by_user: Path, assert_same: Compare) -> None:
    agree(by_user, assert_same)
    agree(f"{by_user}/*/*.parquet", assert_same)
    # One file: its folder's name is above it, and no column.
    file = next(by_user.glob("*/a.parquet"))
    for read in (ppm.read, ppm.triples):
        with pytest.raises(DataError):
            read(file, columns=("user", "item", "count"))


def test_a_key_above_the_path_is_no_column(tmp_path: Path, assert_same: Compare) -> None:
    folder = written(tmp_path / "user=7", pa.table(FIRST), pa.table(SECOND))
    agree(folder, assert_same)
    written(folder / "song=x", pa.table(FIRST))
    for name in "ab":
        (folder / f"{name}.parquet").unlink()
    expected = ppm.statistics(ppm.read(folder, columns=("user", "item", "count")).values)
    assert_same(ppm.statistics(ppm.triples(folder, columns=("user", "item", "count"))), expected)


def test_empty_ids(tmp_path: Path) -> None:
    written(tmp_path, pa.table({**FIRST, "user": ["a", "", "b", "b"]}))
    for engine in ("memory", "duckdb"):
        with pytest.raises(DataError, match=r"is empty|without a row id"):
            ppm.statistics(ppm.read(tmp_path / "a.parquet", engine=engine).values)
