"""An experiment for tests whose only run writes its process down and sleeps."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import numpy as np
import tossing
from lab.experiment import command
from lab.running import Cell, Row, Setting


def one(_: Cell, __: np.random.Generator, setting: Setting) -> list[Row]:
    """Sleep for as long as a test may take."""
    (setting.folder / "worker.txt").write_text(f"{os.getpid()}\n", "utf-8")
    time.sleep(60)
    return [{"heads": 500}]


if __name__ == "__main__":
    raise SystemExit(command(replace(tossing.EXPERIMENT, one=one)))
