"""Sessions of Spark, started quietly."""

from __future__ import annotations

import os
import tempfile
import time
from typing import Any, Final

_TENTHS: Final = 300
"""Of a second, within which a first worker has to join: without one, Spark would wait for ever."""
_SETTINGS: Final = {
    "spark.app.name": "symppm",
    "spark.log.level": "OFF",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
}


def session_at(master: str) -> Any:
    """Return the session of this process, wherever it is; start one at a master if there is none.

    What Java writes, from then on, is kept away from the terminal.
    """
    from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra, loaded before by the caller

    session = SparkSession.getActiveSession()
    if session is not None:
        return session
    with tempfile.TemporaryFile() as log:
        terminal = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            session = SparkSession.builder.config(map=_SETTINGS).master(master).getOrCreate()
        finally:
            os.dup2(terminal, 2)
            os.close(terminal)
    here = master.startswith("local")
    for _ in range(_TENTHS):
        # This process is the first of them.
        if here or session.sparkContext._jsc.sc().getExecutorMemoryStatus().size() > 1:
            return session
        time.sleep(0.1)
    session.stop()
    raise TimeoutError(f"no worker has joined within {_TENTHS // 10} s")
