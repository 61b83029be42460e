"""The same numbers on a Spark cluster: a master and a worker of their own on this machine.

Where Java or PySpark is missing these tests are skipped, unless SYMPPM_REQUIRE_SPARK is set, as in
CI: then they fail.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import symppm as ppm
from symppm.errors import DataError

REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_SPARK"))
MISSING = importlib.util.find_spec("pyspark") is None or shutil.which("java") is None
SECONDS = 120

pytestmark = [
    pytest.mark.skipif(MISSING and not REQUIRED, reason="Spark needs pyspark and Java"),
    # PySpark 4.0 leaves sockets for the garbage collector to close.
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(text: str, log: Path) -> None:
    end = time.monotonic() + SECONDS
    while text not in log.read_text(errors="replace"):
        assert time.monotonic() < end, log.read_text(errors="replace")
        time.sleep(0.2)


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A standalone cluster on the loopback: its master's URL, once a worker has joined."""
    import pyspark

    folder = tmp_path_factory.mktemp("spark")
    home = Path(pyspark.__file__).parent
    variables = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_WORKER_DIR": str(folder / "work"),
        "PYSPARK_PYTHON": sys.executable,
    }
    url = f"spark://127.0.0.1:{free_port()}"
    port = url.rpartition(":")[2]
    place = ("--host", "127.0.0.1")
    parts = {
        "Master": (*place, "--port", port, "--webui-port", "0"),
        "Worker": (*place, "--webui-port", "0", "--cores", "2", "--memory", "1g", url),
    }
    running = []
    try:
        for name, options in parts.items():
            log = folder / name
            with log.open("w") as stream:
                command = [str(home / "bin" / "spark-class")]
                command += [f"org.apache.spark.deploy.{name.lower()}.{name}", *options]
                running.append(
                    subprocess.Popen(command, stdout=stream, stderr=stream, env=variables)
                )
            wait_for("I have been elected" if name == "Master" else "registered with", log)
        yield url
    finally:
        for process in reversed(running):
            process.terminate()
            process.wait(30)


@pytest.fixture(scope="module")
def session(master: str) -> Iterator[Any]:
    """The session that symppm starts there."""
    from symppm.data.spark import session_at

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    started = session_at(master)
    yield started
    started.stop()


@pytest.fixture
def parquet(counts: np.ndarray, frame_of: Callable[..., pd.DataFrame], tmp_path: Path) -> Path:
    path = tmp_path / "plays.parquet"
    frame = frame_of(counts)
    frame.assign(item=frame["item"].map("song {}".format)).to_parquet(path)
    return path


@pytest.mark.parametrize("zeros", ["observed", "missing"])
def test_the_numbers_of_memory_and_of_duckdb(
    zeros: str,
    master: str,
    session: Any,
    parquet: Path,
    counts: np.ndarray,
    in_memory: Callable[..., ppm.Statistics],
    assert_same: Callable[..., None],
) -> None:
    found = ppm.statistics(ppm.triples(parquet, engine=master), zeros=zeros, intervals=True)
    assert_same(found, in_memory(counts, counts > 0, zeros))
    assert_same(found, ppm.statistics(ppm.triples(parquet), zeros=zeros, intervals=True))


def test_a_session_and_its_tables(session: Any, parquet: Path) -> None:
    expected = ppm.statistics(ppm.triples(parquet))
    zone = session.conf.get("spark.sql.session.timeZone")
    frame = session.read.parquet(str(parquet))
    assert ppm.statistics(ppm.triples(frame)) == expected
    frame.createOrReplaceTempView("plays")
    assert ppm.statistics(ppm.triples("plays", engine=session)) == expected
    assert session.conf.get("spark.sql.session.timeZone") == zone
    with pytest.raises(DataError, match="no table 'plaes' in Spark"):
        ppm.triples("plaes", engine=session)


def test_settings_that_change_no_number(session: Any, parquet: Path) -> None:
    expected = ppm.statistics(ppm.triples(parquet))
    for name, values in {
        "spark.sql.ansi.enabled": ("true", "false"),
        "spark.sql.session.timeZone": ("Asia/Tokyo", "UTC"),
        "spark.sql.shuffle.partitions": ("3", "200"),
    }.items():
        for value in values:
            session.conf.set(name, value)
            assert ppm.statistics(ppm.triples(parquet, engine=session)) == expected


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
def test_fractions_in_any_partition(session: Any) -> None:
    rng = np.random.default_rng(3)
    matrix = rng.lognormal(0.0, 1.0, (30, 20)) + 1e5
    rows, columns = np.indices(matrix.shape)
    frame = pd.DataFrame({"user": rows.ravel(), "item": columns.ravel(), "count": matrix.ravel()})
    spread = session.createDataFrame(frame).repartition(7)
    found = ppm.statistics(ppm.triples(spread))
    expected = ppm.statistics(matrix)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.cov_row == pytest.approx(expected.cov_row, abs=1e-12 * expected.variance)


def test_text(session: Any, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    lines = "a,x, 3 \na,y,1\nb,x,2\nNULL,z,7\nc,y,4\n"
    path.write_text("user,item,count\n" + lines)
    found = ppm.statistics(ppm.triples(path, engine=session))
    assert found == ppm.statistics(ppm.triples(path))
    for wrong, message in {
        "d,x\n": "line 7: 2 fields",
        "d,x,1,2\n": "line 7: 4 fields",
        "d,x,two\n": "line 7, column 3",
        ",x,2\n": "line 7, column 1",
    }.items():
        path.write_text("user,item,count\n" + lines + wrong)
        with pytest.raises(DataError, match=message):
            ppm.statistics(ppm.triples(path, engine=session))
    path.write_text('user,item,count\n"a",x,1\nb,y,2\n')
    with pytest.raises(DataError, match="quotation marks"):
        ppm.triples(path, engine=session)


def test_wrong_tables(session: Any, parquet: Path) -> None:
    frame = session.createDataFrame(
        [("a", "x", 1.0), ("a", "y", float("nan")), ("b", "x", 2.0)], ["user", "item", "count"]
    )
    with pytest.raises(DataError, match="nan at row 'a', column 'y'"):
        ppm.statistics(ppm.triples(frame))
    twice = session.createDataFrame([(1, 2, 3), (1, 2, 4), (2, 1, 5)], ["user", "item", "count"])
    with pytest.raises(DataError, match=r"'1', '2' \(2 times\)"):
        ppm.statistics(ppm.triples(twice))
    parquet.write_bytes(parquet.read_bytes()[:-9])
    with pytest.raises(DataError, match=parquet.name):
        ppm.statistics(ppm.triples(parquet, engine=session))


def test_one_session_at_a_time(session: Any, parquet: Path) -> None:
    with pytest.raises(DataError, match="beside a Spark session at 'spark://"):
        ppm.triples(parquet, engine="local[2]")


def test_the_command_is_quiet(
    parquet: Path, run_python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """Spark in the process of the command: what it prints is what DuckDB makes it print."""
    outputs = [
        run_python("-m", "symppm", "match", str(parquet), "--engine", engine, "--json")
        for engine in ("local[2]", "duckdb")
    ]
    assert outputs[0].stderr == outputs[1].stderr == ""
    assert outputs[0].stdout == outputs[1].stdout


def test_a_master_that_is_not_there(parquet: Path) -> None:
    start = time.monotonic()
    with pytest.raises(DataError, match=r"spark://127.0.0.1:\d+' cannot be reached"):
        ppm.triples(parquet, engine=f"spark://127.0.0.1:{free_port()}")
    assert time.monotonic() - start < SECONDS / 4
    with pytest.raises(DataError, match="'spark://nowhere'"):
        ppm.triples(parquet, engine="spark://nowhere")


def test_names_of_files_are_no_patterns(session: Any, parquet: Path, tmp_path: Path) -> None:
    expected = ppm.statistics(ppm.triples(parquet))
    named, text = tmp_path / "a[1].parquet", tmp_path / "b{1}.csv"
    named.write_bytes(parquet.read_bytes())
    pd.read_parquet(parquet).to_csv(text, index=False)
    for path in (named, text):
        assert ppm.statistics(ppm.triples(path, engine=session)) == expected
