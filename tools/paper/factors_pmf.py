"""K-hat against K for Poisson counts and Gamma priors (Section 7.1.1, fig:model-based, left).

python tools/paper/factors_pmf.py [--quick] [--jobs 2] [--results DIR]

The paper does not list its 30 scenarios. Ours are its settings A, B, D, E and F with six K each,
1000 x 1000. C is left out, since a Gamma with shape 0.001 leaves nearly every column of such a
matrix empty, and so is G, whose rates are all but equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from lab.estimating import coverage, matched, on_the_diagonal, summary
from lab.experiment import Experiment, command
from lab.recovery import against_truth
from lab.running import Cell, Row, Run, Setting
from lab.settings import PMF, rates, with_rates
from lab.verdicts import Verdict

FIGURE = "fig:model-based, left"


def cells(setting: Setting) -> list[Cell]:
    """Return the scenarios."""
    ks = (25, 150) if setting.quick else (25, 50, 75, 100, 125, 150)
    return [{"setting": name, "K": k} for name in "ABDEF" for k in ks]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix of a scenario and match it."""
    priors = with_rates(*PMF[str(cell["setting"])])
    return [matched(rng.poisson(rates(priors, int(cell["K"] or 0), (1000, 1000), rng)))]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether the median is on the diagonal, and how often our intervals hold K."""
    return [on_the_diagonal(runs, FIGURE, "setting", "K"), coverage(runs, FIGURE)]


EXPERIMENT = Experiment(
    name="factors_pmf",
    shows=f"{FIGURE}: Poisson counts with Gamma priors, K-hat against K, 30 scenarios",
    cells=cells,
    one=one,
    runs=(6, 30),
    table=partial(summary, names=("setting", "K")),
    verdicts=verdicts,
    figure=partial(against_truth, panel="setting", line="setting"),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
