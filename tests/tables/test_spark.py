"""The same numbers on a Spark cluster: a master and a worker of their own on this machine.

Where Java or PySpark is missing these tests are skipped, unless SYMPPM_REQUIRE_SPARK is set, as in
CI: then they fail.
"""

from __future__ import annotations

import contextlib
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
from cases import varied_counts

import symppm as ppm
from symppm.errors import DataError

REQUIRED = bool(os.environ.get("SYMPPM_REQUIRE_SPARK"))
MISSING = importlib.util.find_spec("pyspark") is None or shutil.which("java") is None
SECONDS = 120
PLACE = ("--host", "127.0.0.1", "--webui-port", "0")
Run = Callable[..., subprocess.CompletedProcess[str]]

pytestmark = [
    pytest.mark.skipif(MISSING and not REQUIRED, reason="Spark needs pyspark and Java"),
    # PySpark 4.0 leaves sockets for the garbage collector to close.
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def free_port() -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@contextlib.contextmanager
def running(name: str, folder: Path, ready: str, *options: str) -> Iterator[None]:
    """Run a part of a standalone cluster on the loopback, from when its log says it is ready."""
    import pyspark

    home, log = Path(pyspark.__file__).parent, folder / name
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    variables = os.environ | {"SPARK_HOME": str(home), "SPARK_WORKER_DIR": str(folder / "work")}
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *PLACE]
    with log.open("w") as out:
        process = subprocess.Popen([*command, *options], stdout=out, stderr=out, env=variables)
    try:
        end = time.monotonic() + SECONDS
        while ready not in log.read_text(errors="replace"):
            assert time.monotonic() < end, log.read_text(errors="replace")
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait(30)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The session that symppm starts at a master with a worker."""
    from symppm.data.triples import engine_of

    folder, port = tmp_path_factory.mktemp("spark"), free_port()
    url, size = f"spark://127.0.0.1:{port}", ("--cores", "2", "--memory", "1g")
    with (
        running("master.Master", folder, "I have been elected", "--port", port),
        running("worker.Worker", folder, "registered with", *size, url),
    ):
        started = engine_of(url)._session
        yield started
        started.stop()


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    """Counts by user and song, in a file whose name is a pattern."""
    counts = varied_counts()
    rows, columns = np.nonzero(counts)
    path = tmp_path / "a[1].parquet"
    songs = [f"song {column}" for column in columns]
    pd.DataFrame({"user": rows, "item": songs, "count": counts[rows, columns]}).to_parquet(path)
    return path


@pytest.mark.parametrize("zeros", ["observed", "missing"])
def test_the_numbers_of_duckdb(zeros: str, session: Any, parquet: Path) -> None:
    url = session.sparkContext.master
    found = ppm.statistics(ppm.triples(parquet, engine=url), zeros=zeros, intervals=True)
    expected = ppm.statistics(ppm.triples(parquet), zeros=zeros, intervals=True)
    assert found == expected
    ours, theirs = found.interval(0.95), expected.interval(0.95)
    assert all(ours[name] == pytest.approx(theirs[name], rel=1e-9) for name in theirs)


def test_a_session_its_tables_and_settings_that_change_no_number(
    session: Any, parquet: Path
) -> None:
    expected = ppm.statistics(ppm.triples(parquet))
    frame = session.read.parquet(str(parquet).replace("[1]", "*"))
    frame.createOrReplaceTempView("plays")
    settings = {
        "spark.sql.ansi.enabled": ("true", "false"),
        "spark.sql.session.timeZone": ("Asia/Tokyo", "UTC"),
        "spark.sql.shuffle.partitions": ("3", "200"),
    }
    for source, which in ((frame, 0), ("plays", 1)):
        for name, values in settings.items():
            session.conf.set(name, values[which])
        engine = None if source is frame else session
        assert ppm.statistics(ppm.triples(source, engine=engine)) == expected
        assert all(session.conf.get(name) == values[which] for name, values in settings.items())
    for source, said in (("plaes", "no table 'plaes' in pyspark"), ("plays.csv", "plays.csv")):
        with pytest.raises(DataError, match=said):
            ppm.triples(source, engine=session)
    assert ppm.triples(parquet, engine="local[2]").engine._session is session


def test_text_is_not_for_spark(session: Any, tmp_path: Path) -> None:
    (tmp_path / "plays.csv").write_text("user,item,count\na,x,3\na,y,1\nb,x,2\n")
    with pytest.raises(DataError, match="or text for DuckDB"):
        ppm.triples(tmp_path / "plays.csv", engine=session)


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
def test_fractions_in_any_partition(session: Any) -> None:
    matrix = np.random.default_rng(3).lognormal(0.0, 1.0, (30, 20)) + 1e5
    rows, columns = np.indices(matrix.shape)
    frame = pd.DataFrame({"user": rows.ravel(), "item": columns.ravel(), "count": matrix.ravel()})
    found = ppm.statistics(ppm.triples(session.createDataFrame(frame).repartition(7)))
    expected = ppm.statistics(matrix)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.cov_row == pytest.approx(expected.cov_row, abs=1e-12 * expected.variance)


def test_wrong_tables(session: Any, parquet: Path) -> None:
    for message, third in {
        "nan at row 'a', column 'y'": ("b", "x", 2.0),
        r"'a', 'x' \(2 times\)": ("a", "x", 2.0),
    }.items():
        rows = [("a", "x", 1.0), ("a", "y", float("nan") if "nan" in message else 1.0), third]
        frame = session.createDataFrame(rows, ["user", "item", "count"])
        with pytest.raises(DataError, match=message):
            ppm.statistics(ppm.triples(frame))
    parquet.write_bytes(parquet.read_bytes()[:-9])
    with pytest.raises(DataError, match="parquet"):
        ppm.statistics(ppm.triples(parquet, engine=session))
