"""The discrepancy of Var[Y] in shapes and rates, and in means and variances (fig:surfaces).

python tools/paper/parametrisation.py [--quick] [--jobs 2] [--results DIR]

Near a = 0.16, b = c = d = 0.4 with K = 25. What "smoother" and "easier" mean is made definite: how
much of Var[Y] is not linear in a box about the point, how the statistics' derivatives are
conditioned there, and how many steps Adam (0.1, exact gradients) takes from random starts. Scales
of theta and beta cannot be told apart, so that one direction is flat in all coordinates; condition
numbers are of the others. Derivatives are those of the generated kernels, checked by differences
and by SymPy from the derivation's formula.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from lab.experiment import Experiment, command, groups
from lab.running import Cell, Row, Run, Setting
from technical.coordinates import (
    LINKS,
    STATISTICS,
    WAYS,
    adam_steps,
    correlation,
    prior_information,
)
from technical.parametrisation_claims import steps_of, verdicts
from technical.parametrisation_figure import figure
from technical.surface import MOST_STEPS, NAME, TASKS, condition, point, unlike_linear


def cells(_: Setting) -> list[Cell]:
    """Return what Adam is asked for."""
    return [{"targets": name} for name in TASKS]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Start Adam in all coordinates from one random point about the paper's."""
    start = point() * np.exp(rng.standard_normal(4))
    return [
        {
            "coordinates": way,
            "link": link.name,
            "steps": adam_steps(way, link, start, TASKS[str(cell["targets"])], MOST_STEPS),
        }
        for way in WAYS
        for link in LINKS
    ]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return all measures of each way, and the steps that Adam took."""
    rows: list[Row] = []
    for way in WAYS:
        rates = (point()[:2], point()[2:])
        informations = [prior_information(way, *each) for each in rates]
        rows.append({
            "coordinates": way,
            "prior correlation, theta": correlation(informations[0]),
            "prior correlation, beta": correlation(informations[1]),
            "condition: mean, variance": condition(way, STATISTICS[:2], relative=False),
            "same in logarithms": condition(way, STATISTICS[:2], relative=True),
            "condition: all four": condition(way, STATISTICS, relative=False),
            "same in logarithms, all four": condition(way, STATISTICS, relative=True),
            "not linear in +-10 %": unlike_linear(way, 0.1),
            "not linear in +-25 %": unlike_linear(way),
            "not linear in +-50 %": unlike_linear(way, 0.5),
            **_medians(runs, way),
        })  # fmt: skip
    return rows


def _medians(runs: Sequence[Run], way: str) -> dict[str, float]:
    found = {}
    for (task,), some in groups(runs, "targets").items():
        for link in LINKS:
            steps = steps_of(some, way, link.name)
            name = f"Adam in {link.name}, {task}"
            found[f"{name}: median steps"] = float(np.median(steps))
            found[f"{name}: not there"] = float(np.isinf(steps).sum())
    return found


EXPERIMENT = Experiment(
    name=NAME,
    shows="fig:surfaces: the discrepancy of the variance in two sets of coordinates",
    cells=cells,
    one=one,
    runs=(30, 300),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
