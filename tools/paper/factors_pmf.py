"""K-hat against K for Poisson counts and Gamma priors (Section 7.1.1, fig:model-based, left).

python tools/paper/factors_pmf.py [--quick] [--jobs 2] [--results DIR]

The paper does not list its 30 scenarios. Ours are its settings A, B, D, E and F with six K each,
1000 x 1000. C is left out, since a Gamma with shape 0.001 leaves nearly every column of such a
matrix empty, and so is G, whose rates are all but equal.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from lab.estimating import matched, summary
from lab.experiment import Experiment, command
from lab.recovery import against_truth
from lab.running import Cell, Row, Setting
from lab.settings import PMF, rates, with_rates
from recovered.scenarios import SIZE, gamma_cells, gamma_verdicts

FIGURE = "fig:model-based, left"


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix of a scenario and match it."""
    priors = with_rates(*PMF[str(cell["setting"])])
    return [matched(rng.poisson(rates(priors, int(cell["K"] or 0), SIZE, rng)))]


EXPERIMENT = Experiment(
    name="factors_pmf",
    shows=f"{FIGURE}: Poisson counts with Gamma priors, K-hat against K, 30 scenarios",
    cells=gamma_cells,
    one=one,
    runs=(6, 30),
    table=partial(summary, names=("setting", "K")),
    verdicts=partial(gamma_verdicts, what=FIGURE),
    figure=partial(against_truth, panel="setting", line="setting"),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
