"""Stochastic matching from good and bad starts, to what can and cannot be met (fig:convergence).

python tools/paper/convergence.py [--quick] [--jobs 2] [--results DIR]

Poisson factorization with K = 25 from A to G, and its hierarchical form from K to P. Three ways:
ours with all formulas, ours with theta and beta drawn (only the Poisson is integrated out), and the
authors' search as their published code has it (technical.plain_search names the source): softplus
of means and deviations, Adam with 0.1, 1000 draws of the latent variables with 10 counts each, the
plain score function for counts; also with the 100 x 3 draws of the text. Their notebook has the
target means 10 and 100, their jobs (10, 100) and (100, 10). Theirs is stopped 200 steps after its
own criterion is met (1,000 in the code), and after 10,000 steps (20,000), or 600 with a target
variance (20,000 to 100,000). All are judged by the closed forms at each step. Seconds are of one
core; those of ours are shared out over its steps by their draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from lab.experiment import Experiment, command
from lab.running import Cell, Row, Run, Setting
from lab.settings import HPF, PMF
from lab.verdicts import Verdict
from technical import convergence_claims as claims
from technical.convergence_figure import figure
from technical.searches import searched
from technical.tasks import CODE, OURS, PLAIN, RESTS, TASKS

NAME: Final = "convergence"
SEEDS: Final = 3
"""Of the authors' search for a mean; they had ten."""


def cells(setting: Setting) -> list[Cell]:
    """Return tasks, starts, ways and seeds; the quick version leaves out most starts and a mean."""
    found: list[Cell] = []
    for task in TASKS:
        if setting.quick and task == "mean 100":
            continue
        for way in OURS if task == "infeasible, relative" else (*OURS, *PLAIN):
            seeds = SEEDS if way == CODE and task.startswith("mean") else 1
            found += [
                {"task": task, "start": start, "way": way, "seed": seed}
                for start in _starts(task, way, quick=setting.quick)
                for seed in range(1, seeds + 1)
            ]
    return [*found, {"task": "mean 10", "start": "solution", "way": RESTS, "seed": 1}]


def _starts(task: str, way: str, *, quick: bool) -> Sequence[str]:
    every = tuple(HPF if task == "hierarchical" else PMF)
    if not quick:
        return every
    if way == "drawn":
        return ("A", "D") if task == "mean 10" else ()
    if task == "hierarchical":
        return ("K", "O")
    return ("D", "G") if way in PLAIN else ("A", "D", "G")


def one(cell: Cell, rng: np.random.Generator, setting: Setting) -> list[Row]:
    """Search once; the curve, and how it ended."""
    return searched(cell, rng, setting)


def _ends(runs: Sequence[Run]) -> Iterator[tuple[Cell, Row]]:
    for run in runs:
        yield run.cell, next(row for row in run.rows if row["kind"] != "curve")


def table(runs: Sequence[Run]) -> list[Row]:
    """Return how each search ended."""
    return [
        {**cell, **{name: value for name, value in row.items() if name != "kind"}}
        for cell, row in _ends(runs)
    ]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say who reaches what, how soon, and what is said of what cannot be met."""
    return claims.verdicts(table(runs))


EXPERIMENT = Experiment(
    name=NAME,
    shows="fig:convergence: distance from the targets while stochastic matching runs",
    cells=cells,
    one=one,
    runs=(1, 1),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
