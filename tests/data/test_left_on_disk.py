"""Large files of triples are left to DuckDB, and the command knows engines."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner, Result

import symppm as ppm
from symppm.cli import application
from symppm.data import engines, reading
from symppm.errors import DataError


@pytest.fixture
def folder(counts: np.ndarray, tmp_path: Path) -> Path:
    rows, columns = np.nonzero(counts)
    frame = pd.DataFrame({"user": rows, "item": columns, "count": counts[rows, columns]})
    frame.to_parquet(tmp_path / "plays.parquet")
    frame.to_csv(tmp_path / "plays.csv", index=False)
    frame.to_csv(tmp_path / "plays.txt", index=False, sep=" ")
    frame.astype(float).to_parquet(tmp_path / "floats.parquet")
    pd.DataFrame(counts).to_csv(tmp_path / "matrix.csv", index=False)
    np.save(tmp_path / "matrix.npy", counts)
    return tmp_path


@pytest.mark.parametrize("name", ["plays.parquet", "plays.csv"])
def test_large_triples_are_left_on_disk_and_it_is_said(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGE", 0)
    table = ppm.read(folder / name)
    assert isinstance(table.values, ppm.Triples)
    assert any("left on disk" in note and "--engine memory" in note for note in table.notes)
    read = ppm.read(folder / name, engine="memory")
    assert not isinstance(read.values, ppm.Triples)
    assert table.shape == read.shape
    one, other = ppm.statistics(table.values), ppm.statistics(read.values)
    assert one.variance == pytest.approx(other.variance, rel=1e-12)


@pytest.mark.parametrize("name", ["plays.csv", "matrix.csv", "matrix.npy", "plays.txt"])
def test_small_files_and_what_engines_do_not_read_are_read(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGE", 0 if name != "plays.csv" else reading.LARGE)
    assert not isinstance(ppm.read(folder / name).values, ppm.Triples)


def test_pairs_that_are_not_checked_need_an_engine(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DataError, match="read into memory") as raised:
        ppm.read(folder / "plays.csv", duplicates="unchecked")
    assert "--engine" in raised.value.do
    monkeypatch.setattr(reading, "LARGE", 0)
    found = ppm.read(folder / "plays.csv", duplicates="unchecked").values
    assert isinstance(found, ppm.Triples)
    assert found.duplicates == "unchecked"


def test_options_that_no_engine_has(folder: Path) -> None:
    for options in ({"layout": "matrix"}, {"label_columns": 1}):
        with pytest.raises(DataError, match="an engine for a matrix"):
            ppm.read(folder / "matrix.csv", engine="duckdb", **options)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="layer 'raw' for"):
        ppm.read(folder / "plays.csv", engine="duckdb", layer="raw")


def test_spilled_data_go_when_the_connection_goes() -> None:
    engine = engines.engine_of("duckdb")
    (spill,) = engine.con.execute("select current_setting('temp_directory')").fetchone()
    engine.con.execute("set memory_limit = '50MB'")
    engine.con.execute("create table large as select hash(range) as h from range(8_000_000)")
    assert Path(spill).is_dir()
    assert Path(spill).parent != Path.cwd()
    del engine
    assert not Path(spill).exists()


def command(*arguments: str) -> Result:
    return CliRunner().invoke(application(), ["match", *arguments])


def test_the_command(folder: Path) -> None:
    path = str(folder / "plays.parquet")
    done = [command(path, "--engine", engine, "--json") for engine in ("duckdb", "memory")]
    assert [each.stderr for each in done] == ["", ""]
    ours, theirs = (json.loads(each.stdout) for each in done)
    assert ours["k"] == theirs["k"]
    assert ours["k_exact"] == pytest.approx(theirs["k_exact"], rel=1e-9)
    assert any("read as triples" in note for note in ours["notes"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("plays.csv", "--engine", "dukdb"), "Did you mean 'duckdb'?"),
        (("floats.parquet", "--engine", "duckdb"), "row ids in column 'user' are of type float64"),
        (("plays.csv", "--engine", "spark://127.0.0.1:1"), "spark://127.0.0.1:1"),
        (("plays.csv", "--duplicates", "unchecked"), "duplicates 'unchecked'"),
    ],
)
def test_the_command_refuses(
    arguments: tuple[str, ...], said: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = command(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr or "symppm[spark]" in done.stderr
