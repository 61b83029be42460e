"""An experiment for tests: tosses of a coin, and a line a run in a file beside the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from lab.experiment import Experiment, command
from lab.figures import panels
from lab.running import Cell, Row, Run, Setting
from lab.verdicts import Verdict


def cells(setting: Setting) -> list[Cell]:
    """Return two coins, or one."""
    return [{"chance": chance} for chance in ((0.5,) if setting.quick else (0.5, 0.25))]


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Toss a coin a thousand times."""
    with (setting.folder / "done.txt").open("a", encoding="utf-8") as stream:
        stream.write(f"{cell['chance']}\n")
    return [{"heads": int(rng.binomial(1000, float(cell["chance"] or 0)))}]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return every run."""
    return [{**each.cell, "run": each.number, **each.row} for each in runs]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether the first coin was fair, which it is, and whether it never showed heads."""
    heads = [int(each.row["heads"] or 0) for each in runs if each.cell["chance"] == 0.5]
    ours = str(heads)
    return [
        Verdict("fair", "500", ours, "5 standard errors", all(abs(h - 500) < 80 for h in heads)),
        Verdict("no heads", "0", ours, "none", max(heads) == 0, "a coin has two sides"),
    ]


def figure(runs: Sequence[Run]) -> Any:
    """Draw the heads."""
    drawn, axes = panels(1, 1)
    axes[0, 0].plot([each.row["heads"] for each in runs])
    return drawn


EXPERIMENT = Experiment("tossing", "Coins", cells, one, (1, 3), table, verdicts, figure)

if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
