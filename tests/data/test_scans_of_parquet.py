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


@pytest.mark.parametrize(
    ("one", "other", "scale"),
    [("int64", "float64", 1.1), ("float32", "float64", 1.1), ("int8", "int64", 1000)],
)
def test_types_and_orders_of_columns_differ_between_files(
    one: str, other: str, scale: float, tmp_path: Path, assert_same: Compare
) -> None:
    second = pd.DataFrame(SECOND).astype({"count": other})
    second["count"] = (second["count"] * scale).astype(other)
    first = pd.DataFrame(FIRST).astype({"count": one})
    folder = tmp_path / "plays[1]*"  # no pattern
    turned = pa.Table.from_pandas(second[["count", "user", "item"]], preserve_index=False)
    agree(written(folder, pa.Table.from_pandas(first), turned), assert_same)
    pq.write_table(pa.table({**FIRST, "count": [100, 1, 1, 1]}), tmp_path / "a1.parquet")
    pq.write_table(pa.table(FIRST), tmp_path / "a[1].parquet")
    agree(tmp_path / "a[1].parquet", assert_same)


@pytest.mark.parametrize(
    ("said", "second"),
    {
        "a further column 'when'": {**SECOND, "when": [1, 2, 3]},
        "no column 'item'": {"user": [3, 3, 4], "count": [4, 1, 9], "song": [1, 2, 3]},
        "column 1 .'user'. holds string": {**SECOND, "user": ["3", "3", "4"]},
        "column 3 .'count'. holds string": {**SECOND, "count": ["4", "1", "9"]},
    }.items(),
)
def test_files_that_are_not_of_one_table(
    said: str, second: dict[str, list[object]], tmp_path: Path
) -> None:
    folder = written(tmp_path / "plays", pa.table(FIRST), pa.table(second))
    with pytest.raises(DataError, match=said) as raised:
        ppm.triples(folder)
    assert "b.parquet" in str(raised.value)


def test_a_series_of_pandas_whose_index_is_written_last(
    counts: np.ndarray, tmp_path: Path, assert_same: Compare
) -> None:
    rows, columns = np.nonzero(counts)
    index = pd.MultiIndex.from_arrays([rows, columns], names=["u", "v"])
    path = tmp_path / "plays.parquet"
    pd.Series(counts[rows, columns], index, name="n").to_frame().to_parquet(path)
    assert pq.read_schema(path).names == ["n", "u", "v"]
    agree(path, assert_same)
    assert "rows are u, columns are v, values are n" in " ".join(ppm.triples(path).notes)


def test_names_that_differ_in_case_only(tmp_path: Path) -> None:
    twins = written(tmp_path, pa.table({**FIRST, "Count": [1, 1, 1, 2]})) / "a.parquet"
    columns = ("user", "item", "Count")
    with pytest.raises(DataError, match="columns 'count' and 'Count'"):
        ppm.triples(twins, columns=columns)
    assert ppm.read(twins, columns=columns).values.sum() == 5


def test_keys_in_the_names_of_folders_below_a_path(tmp_path: Path, assert_same: Compare) -> None:
    folder = tmp_path / "year=2020" / "plays"
    for user in ("a b", "c", "01"):
        part = pa.table({"item": [1, 2, 3], "count": [len(user), 2, ord(user[0])]})
        written(folder / f"user={user.replace(' ', '%20')}", part)
    agree(folder, assert_same)
    agree(f"{folder}/*/*.parquet", assert_same)
    # One file: its folder's name is above it, and no column.
    with pytest.raises(DataError):
        ppm.triples(folder / "user=c" / "a.parquet", columns=("user", "item", "count"))


def test_a_key_above_the_path_is_no_column(tmp_path: Path, assert_same: Compare) -> None:
    folder = written(tmp_path / "user=7", pa.table(FIRST), pa.table(SECOND))
    agree(folder, assert_same)
    deeper = written(folder / "song=x", pa.table(FIRST))
    with pytest.raises(DataError):
        ppm.triples(folder, columns=("user", "song", "count"))
    agree(deeper, assert_same)
