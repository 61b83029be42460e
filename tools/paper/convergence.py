"""Stochastic matching from good and bad starts, to what can and cannot be met (fig:convergence).

python tools/paper/convergence.py [--quick] [--jobs 2] [--results DIR]

Poisson factorization with K = 25 from A to G, and its hierarchical form from K to P. The paper does
not print the two target means of its left panel, nor the feasible pair of the middle one; here they
are 10 and 100, and (10, 100). Three ways: ours with all formulas, ours with theta and beta drawn
(only the Poisson is integrated out), and the paper's: Adam with 0.1, 100 draws of the latent
variables with 3 counts each, the plain score function for counts. It says "location-scale" and not
how these stay positive, so exp and softplus are both tried. All are judged by the closed forms at
the hyperparameters of each step. Seconds of ours are shared out over the steps by their draws.
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
from technical.tasks import OURS, PLAIN, RESTS, TASKS

NAME: Final = "convergence"


def cells(setting: Setting) -> list[Cell]:
    """Return tasks, starts and ways; the quick version leaves out most starts and one mean."""
    found: list[Cell] = []
    for task in TASKS:
        starts = tuple(HPF if task == "hierarchical" else PMF)
        if setting.quick:
            if task == "mean 100":
                continue
            starts = ("K", "O") if task == "hierarchical" else ("A", "C", "G")
        ways = OURS if task == "infeasible, relative" else (*OURS, *PLAIN)
        found += [
            {"task": task, "start": start, "way": way}
            for start in starts
            for way in ways
            if way != "drawn" or not setting.quick or start == "A"
        ]
    return [*found, {"task": "mean 10", "start": "solution", "way": RESTS}]


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
