"""Engines that hold tables: DuckDB in this process, Spark, or whatever Ibis can connect to."""

from __future__ import annotations

import importlib.util
import shutil
import tempfile
import weakref
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from symppm.errors import DataError, MissingExtraError, did_you_mean
from symppm.extras import load
from symppm.measure.tables.calm import calm
from symppm.measure.tables.reach import knock_at_any, unreachable
from symppm.measure.tables.spark import is_master, is_session, session_at

_MEMORY: Final = "1GB"
"""For DuckDB in this process; what needs more is spilled to a temporary folder."""
_SET_BY_IBIS: Final = ("spark.sql.session.timeZone", "spark.sql.mapKeyDedupPolicy")
_PORTS: Final = MappingProxyType(
    {"postgres": 5432, "postgresql": 5432, "mysql": 3306, "clickhouse": 8123, "mssql": 1433}
)
_KNOWN: Final = ("memory", "duckdb", "duckdb://FILE", "spark://HOST:PORT", "postgres://HOST/NAME")


@dataclass(frozen=True)
class Engine:
    """A connection.

    Attributes
    ----------
    backend : ibis backend
        What Ibis talks to.
    name : str
        What the engine is called in messages, without any password.
    """

    backend: Any
    name: str

    @property
    def kind(self) -> str:
        """Ibis' name for the engine, such as ``"duckdb"``."""
        return str(self.backend.name)


def installed() -> bool:
    """Return whether DuckDB and Ibis are there."""
    return all(importlib.util.find_spec(name) for name in ("ibis", "duckdb", "pyarrow"))


def engine_of(engine: Any) -> Engine:
    """Return the connection that a user's ``engine=`` means.

    Parameters
    ----------
    engine : None, str, ibis backend, SparkSession or DuckDB connection
        None and ``"duckdb"`` stand for DuckDB in this process.

    Raises
    ------
    DataError
        If it is none of these, or cannot be reached.
    MissingExtraError
        If a library that it needs is not installed.
    """
    ibis = load("ibis", "tables", "a table in an engine")
    if engine is None or engine == "duckdb":
        return embedded()
    if isinstance(engine, str):
        return _named(ibis, engine)
    if isinstance(engine, ibis.backends.BaseBackend):
        return Engine(engine, str(engine.name))
    if is_session(engine):
        return over_session(engine)
    if type(engine).__name__ == "DuckDBPyConnection":
        return Engine(ibis.duckdb.from_connection(engine), "DuckDB")
    raise DataError(
        f"an engine of type {type(engine).__name__}",
        expected="a name or URL, an Ibis connection, a SparkSession or a DuckDB connection",
        do="Pass engine='duckdb', or a connection made by ibis.connect(URL).",
    )


def embedded(path: str = ":memory:") -> Engine:
    """Return DuckDB in this process, which keeps within its memory and spills beyond.

    Parameters
    ----------
    path : str
        A database that exists, opened for reading only; by default an empty one in memory.
    """
    ibis = load("ibis", "tables", "a table in an engine")
    load("duckdb", "tables", "a table in DuckDB")
    spill = tempfile.mkdtemp(prefix="symppm-")
    backend = ibis.duckdb.connect(
        path,
        read_only=path != ":memory:",
        memory_limit=_MEMORY,
        temp_directory=spill,
        preserve_insertion_order=False,
    )
    weakref.finalize(backend, shutil.rmtree, spill, ignore_errors=True)
    return Engine(backend, "DuckDB")


def over_session(session: Any) -> Engine:
    """Return the engine of a Spark session, whose settings stay as they are.

    Parameters
    ----------
    session : pyspark.sql.SparkSession
        The session.
    """
    ibis = load("ibis", "spark", "a table in Spark")
    # These are not ours to change, and no number here depends on them.
    before = {name: session.conf.get(name) for name in _SET_BY_IBIS}
    with calm():
        backend = ibis.pyspark.connect(session)
    for name, value in before.items():
        session.conf.set(name, value)
    return Engine(backend, "Spark")


def _named(ibis: Any, engine: str) -> Engine:
    if is_master(engine):
        load("pyspark", "spark", f"engine {engine!r}")
        return over_session(session_at(engine))
    if "://" not in engine:
        raise DataError(
            f"engine {engine!r}",
            expected="'duckdb', 'memory', or the URL of a connection",
            do=did_you_mean(engine, _KNOWN),
        )
    if engine.startswith("duckdb://"):
        return _database(engine)
    shown = _without_password(engine)
    _require_reachable(urlsplit(engine), shown)
    try:
        return Engine(ibis.connect(engine), shown)
    except ImportError as error:
        raise MissingExtraError(
            f"engine {shown!r} without its driver ({error})",
            expected="the driver that Ibis uses for this engine",
            do=f"Run: pip install 'ibis-framework[{urlsplit(engine).scheme}]'.",
        ) from error
    except Exception as error:
        # Every driver has its own classes of errors.
        raise unreachable(shown, str(error).strip() or type(error).__name__) from error


def _database(engine: str) -> Engine:
    path = engine.removeprefix("duckdb://")
    if path in ("", ":memory:"):
        return embedded()
    if not Path(path).is_file():
        raise DataError(
            f"engine {engine!r}: there is no file {path}",
            expected="a DuckDB database that exists",
            do="Check the path; an absolute one begins with duckdb:///.",
        )
    try:
        return embedded(path)
    except MissingExtraError:
        raise
    except Exception as error:
        raise unreachable(engine, str(error).strip()) from error


def _require_reachable(url: SplitResult, shown: str) -> None:
    try:
        port = url.port or _PORTS.get(url.scheme)
    except ValueError as error:
        raise unreachable(shown, str(error)) from error
    if url.hostname and port:
        knock_at_any([(url.hostname, port)], shown)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    if parts.password is None:
        return url
    return url.replace(f":{parts.password}@", ":***@", 1)
