"""Engines that hold tables: DuckDB in this process, Spark, or whatever Ibis can connect to."""

from __future__ import annotations

import re
import tempfile
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from symppm.data.forms import is_instance
from symppm.errors import DataError, MissingExtraError, SymPPMError, did_you_mean
from symppm.extras import load

_MEMORY: Final = "1GB"
"""For DuckDB in this process; what needs more is spilled to a temporary folder."""
_SET_BY_IBIS: Final = ("spark.sql.session.timeZone", "spark.sql.mapKeyDedupPolicy")
_SETTINGS: Final = {
    "spark.app.name": "symppm",
    "spark.log.level": "ERROR",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}
_MASTER: Final = re.compile(r"spark://.+|local(\[.+\])?")
_KNOWN: Final = ("memory", "duckdb", "duckdb://FILE", "spark://HOST:PORT", "postgres://HOST/NAME")
_SHOWN: Final = 300


def engine_of(engine: Any) -> Any:
    """Return the connection of Ibis that a user's ``engine=`` means; see :func:`symppm.triples`."""
    ibis = load("ibis", "tables", "a table in an engine")
    if isinstance(engine, str) and engine != "duckdb":
        return _at(ibis, engine)
    if engine is None or isinstance(engine, str):
        return _embedded(ibis, ":memory:")
    if isinstance(engine, ibis.backends.BaseBackend):
        return engine
    if is_instance(engine, "pyspark.sql", "SparkSession"):
        # These settings are not ours to change, and no number here depends on them.
        before = {name: engine.conf.get(name) for name in _SET_BY_IBIS}
        backend = ibis.pyspark.connect(engine)
        for name, value in before.items():
            engine.conf.set(name, value)
        return backend
    if is_instance(engine, "duckdb", "DuckDBPyConnection"):
        return ibis.duckdb.from_connection(engine)
    raise DataError(
        f"an engine of type {type(engine).__name__}",
        expected="a name or URL, an Ibis connection, a SparkSession or a DuckDB connection",
        do="Pass engine='duckdb', or a connection made by ibis.connect(URL).",
    )


@contextmanager
def asked(origin: str, engine: str) -> Iterator[None]:
    """Make a DataError of what an engine raises in the body: classes of Java, of DuckDB, any.

    Warnings of libraries about each other, such as Ibis and PySpark have, are kept away.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", FutureWarning)
        try:
            yield
        except SymPPMError:
            raise
        except Exception as error:
            raise DataError(
                f"{origin}: {engine} stopped ({_said(error)})",
                expected="a table that the engine can read to its end",
                do="Check that the data are whole and are the table you mean; write them again "
                "if not.",
            ) from error


def _embedded(ibis: Any, path: str) -> Any:
    """Connect to DuckDB in this process: a database opened for reading, or one in memory."""
    load("duckdb", "tables", "a table in DuckDB")
    if path not in ("", ":memory:"):
        return ibis.duckdb.connect(path, read_only=True)
    spill = Path(tempfile.gettempdir(), f"symppm-{uuid.uuid4()}")
    return ibis.duckdb.connect(
        memory_limit=_MEMORY, temp_directory=str(spill), preserve_insertion_order=False
    )


def _at(ibis: Any, url: str) -> Any:
    """Connect to a URL or a Spark master; what may be a password in it is never shown."""
    if not (_MASTER.fullmatch(url) or "://" in url):
        raise DataError(
            f"engine {url!r}",
            expected="'duckdb', 'memory', or the URL of a connection",
            do=did_you_mean(url, _KNOWN),
        )
    scheme, _, rest = url.partition("://")
    head, _, settings = rest.partition("?")
    user, at, place = (rest, "@", "") if "@" in settings else head.rpartition("@")
    shown = f"{scheme}://{'***@' * bool(at)}{place}" if rest else url
    try:
        if _MASTER.fullmatch(url):
            sql = load("pyspark.sql", "spark", f"engine {url!r}").SparkSession
            active = sql.getActiveSession()
            return engine_of(active or sql.builder.config(map=_SETTINGS).master(url).getOrCreate())
        return _embedded(ibis, rest) if scheme == "duckdb" else ibis.connect(url)
    except SymPPMError:
        raise
    except ImportError as error:
        raise MissingExtraError(
            f"engine {shown!r} without its driver ({error.name})",
            expected="the driver that Ibis uses for this engine",
            do=f"Run: pip install 'ibis-framework[{scheme}]'.",
        ) from error
    except Exception as error:
        raise DataError(
            f"engine {shown!r} cannot be reached ({_said(error, f'{user} {settings}')})",
            expected="an engine that answers",
            do="Check the URL, that the engine runs and accepts connections from here, and of "
            "Spark that Java is installed.",
        ) from error


def _said(error: Exception, secret: str = "") -> str:
    """Return the beginning of what an error says, without any word of a secret."""
    reason = str(error)
    for word in sorted(re.findall(r"\w+", f"{secret} {unquote(secret)}"), key=len, reverse=True):
        reason = reason.replace(word, "***")
    return " ".join(reason.split())[:_SHOWN] or type(error).__name__
