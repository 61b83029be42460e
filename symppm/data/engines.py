"""Engines that hold tables: DuckDB in this process, Spark, or whatever Ibis can connect to."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import tempfile
import weakref
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

from symppm.data.spark import addresses, is_master, is_of_spark, session_at
from symppm.data.triples import calm
from symppm.errors import DataError, MissingExtraError, did_you_mean
from symppm.extras import load

_MEMORY: Final = "1GB"
"""For DuckDB in this process; what needs more is spilled to a temporary folder."""
_SET_BY_IBIS: Final = ("spark.sql.session.timeZone", "spark.sql.mapKeyDedupPolicy")
_PORTS: Final = MappingProxyType(
    {"postgres": 5432, "postgresql": 5432, "mysql": 3306, "clickhouse": 8123, "mssql": 1433}
)
_KNOWN: Final = ("memory", "duckdb", "duckdb://FILE", "spark://HOST:PORT", "postgres://HOST/NAME")
_SECONDS: Final = 5.0
_SHOWN: Final = 300
_JOB: Final = "a table in an engine"


@dataclass(frozen=True)
class Engine:
    """A connection of Ibis, and what it is called in messages, without any password."""

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
    """Return the connection that a user's ``engine=`` means; see :func:`symppm.triples`."""
    ibis = load("ibis", "tables", _JOB)
    if engine is None or engine == "duckdb":
        return embedded()
    if isinstance(engine, str):
        return _named(ibis, engine)
    if isinstance(engine, ibis.backends.BaseBackend):
        return Engine(engine, str(engine.name))
    if is_of_spark(engine, "SparkSession"):
        return over_session(engine)
    if type(engine).__name__ == "DuckDBPyConnection":
        return Engine(ibis.duckdb.from_connection(engine), "DuckDB")
    raise DataError(
        f"an engine of type {type(engine).__name__}",
        expected="a name or URL, an Ibis connection, a SparkSession or a DuckDB connection",
        do="Pass engine='duckdb', or a connection made by ibis.connect(URL).",
    )


def embedded(path: str = ":memory:") -> Engine:
    """Return DuckDB in this process, at a database opened for reading or an empty one in memory."""
    ibis = load("ibis", "tables", _JOB)
    load("duckdb", "tables", "a table in DuckDB")
    in_memory = path == ":memory:"
    # All connections to a file share one database, which makes its folder and removes it.
    own = Path(tempfile.gettempdir(), f"symppm-{os.getpid()}-{zlib.crc32(path.encode())}")
    spill = tempfile.mkdtemp(prefix="symppm-") if in_memory else str(own)
    backend = ibis.duckdb.connect(
        path, read_only=not in_memory, memory_limit=_MEMORY, temp_directory=spill,
        preserve_insertion_order=False,
    )  # fmt: skip
    if in_memory:
        weakref.finalize(backend, shutil.rmtree, spill, ignore_errors=True)
    return Engine(backend, "DuckDB")


def over_session(session: Any) -> Engine:
    """Return the engine of a Spark session, whose settings stay as they are."""
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
        _require_answer(addresses(engine), engine)
        try:
            return over_session(session_at(engine))
        except ConnectionError as error:
            raise _unreachable(engine, str(error)) from error
    if "://" not in engine:
        raise DataError(
            f"engine {engine!r}",
            expected="'duckdb', 'memory', or the URL of a connection",
            do=did_you_mean(engine, _KNOWN),
        )
    if engine.startswith("duckdb://"):
        return _database(engine)
    url = urlsplit(engine)
    shown = engine if url.password is None else engine.replace(f":{url.password}@", ":***@", 1)
    try:
        port = url.port or _PORTS.get(url.scheme)
    except ValueError as error:
        raise _unreachable(shown, str(error)) from error
    if url.hostname and port:
        _require_answer([(url.hostname, port)], shown)
    try:
        return Engine(ibis.connect(engine), shown)
    except ImportError as error:
        raise MissingExtraError(
            f"engine {shown!r} without its driver ({error})",
            expected="the driver that Ibis uses for this engine",
            do=f"Run: pip install 'ibis-framework[{url.scheme}]'.",
        ) from error
    except Exception as error:
        # Every driver has its own classes of errors.
        raise _unreachable(shown, str(error).strip() or type(error).__name__) from error


def _database(engine: str) -> Engine:
    path = engine.removeprefix("duckdb://")
    if path in ("", ":memory:"):
        return embedded()
    path = os.path.abspath(path)  # noqa: PTH100 - links stay what they are
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
        raise _unreachable(engine, str(error).strip()) from error


def _require_answer(places: Sequence[tuple[str, int]], shown: str) -> None:
    """Refuse an engine at which nobody answers within seconds: drivers can wait for minutes."""
    reasons = []
    for host, port in places:
        try:
            socket.create_connection((host, port), timeout=_SECONDS).close()
        except OSError as error:
            reasons.append(f"{host}:{port}: {error.strerror or error}")
        else:
            return
    if reasons:
        raise _unreachable(shown, "; ".join(reasons))


def _unreachable(url: str, reason: str) -> DataError:
    return DataError(
        f"engine {url!r} cannot be reached ({' '.join(reason.split())[:_SHOWN]})",
        expected="an engine that answers",
        do="Check the URL, and that the engine runs and accepts connections from here.",
    )
