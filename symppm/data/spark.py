"""Sessions of Spark, started and stopped quietly."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

from symppm.errors import DataError, MissingExtraError

_MASTER: Final = re.compile(r"spark://.+|local(\[[^\]]+\])?")
_ADDRESS: Final = re.compile(r"([^:,/]+|\[[^\]]+\]):(\d+)")
_WILD: Final = re.compile(r"[*?\[\]{}\\]")
_STANDARD_ERROR: Final = 2
_WORKERS_WITHIN: Final = 30.0
_SETTINGS: Final = MappingProxyType(
    {
        "spark.app.name": "symppm",
        "spark.log.level": "OFF",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
)


def is_master(engine: str) -> bool:
    """Return whether a name is that of a Spark master: ``spark://host:port`` or ``local[2]``."""
    return _MASTER.fullmatch(engine) is not None


def is_of_spark(thing: object, name: str) -> bool:
    """Return whether a thing is a ``"SparkSession"`` or ``"DataFrame"``, without loading Spark."""
    return any(
        base.__name__ == name and base.__module__.startswith("pyspark.sql")
        for base in type(thing).__mro__
    )


def literal(path: str) -> str:
    """Return the pattern that a path alone matches; Spark takes all paths as patterns."""
    return _WILD.sub(r"\\\g<0>", path)


def addresses(master: str) -> list[tuple[str, int]]:
    """Return the hosts and ports in ``spark://host:port``; several are separated by commas."""
    if not master.startswith("spark://"):
        return []
    matches = [_ADDRESS.fullmatch(one) for one in master.removeprefix("spark://").split(",")]
    if None in matches:
        raise DataError(
            f"engine {master!r}",
            expected="spark://HOST:PORT",
            do="Copy the master's URL from its web page or its log.",
        )
    return [(match[1].strip("[]"), int(match[2])) for match in matches if match]


def session_at(master: str) -> Any:
    """Return the session of this process at a master; start one if there is none.

    Raises ConnectionError if the master does not answer or no worker joins.
    """
    from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra, loaded before by the caller

    active = SparkSession.getActiveSession()
    if active is not None:
        running = active.sparkContext.master
        if running == master:
            return active
        raise DataError(
            f"engine {master!r} beside a Spark session at {running!r}",
            expected="one Spark session in a process",
            do="Pass that session as engine=, or stop it first.",
        )
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        raise MissingExtraError(
            f"engine {master!r} without Java",
            expected="a Java runtime, which Spark runs on",
            do="Install one, such as Debian's default-jre-headless.",
        )
    return _started(SparkSession.builder, master)


def _started(builder: Any, master: str) -> Any:
    for name, value in _SETTINGS.items():
        builder = builder.config(name, value)
    with quiet() as said:
        try:
            session = builder.master(master).getOrCreate()
        except Exception as error:
            # Java's errors come as classes of Py4J and of PySpark, or as none.
            raise ConnectionError(_last(said()) or str(error)) from error
    if master.startswith("spark://") and not _has_workers(session):
        session.stop()
        raise ConnectionError(f"no worker has joined within {_WORKERS_WITHIN:g} s")
    return session


def _has_workers(session: Any) -> bool:
    """Wait for a first worker; without any, Spark would wait for ever."""
    cluster = session.sparkContext._jsc.sc()
    end = time.monotonic() + _WORKERS_WITHIN
    while cluster.getExecutorMemoryStatus().size() < 2:  # this process is the first
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@contextmanager
def quiet() -> Iterator[Callable[[], str]]:
    """Keep what Java writes, from its start on, away from the terminal; yield what returns it."""
    if sys.stderr is not None:
        sys.stderr.flush()
    with tempfile.TemporaryFile() as written:
        terminal = os.dup(_STANDARD_ERROR)
        os.dup2(written.fileno(), _STANDARD_ERROR)

        def said() -> str:
            written.seek(0)
            return written.read().decode(errors="replace")

        try:
            yield said
        finally:
            if sys.stderr is not None:
                sys.stderr.flush()
            os.dup2(terminal, _STANDARD_ERROR)
            os.close(terminal)


def _last(text: str) -> str:
    """Return the last line that says what went wrong."""
    lines = [line for line in text.splitlines() if "Exception" in line or "rror" in line]
    return lines[-1] if lines else ""
