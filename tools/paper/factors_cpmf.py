"""K-hat against K for compound Poisson data and Gamma priors (fig:model-based, right).

python tools/paper/factors_cpmf.py [--quick] [--jobs 2] [--results DIR]

Y_ij is the sum of N_ij Normals of mean 1 and variance 1, and N_ij is Poisson. Given N_ij it is
Normal with mean and variance N_ij, and is drawn so. In the paper's exponential dispersion model
the Normal has psi(w) = w^2/2, mean kappa w and variance kappa; so w = kappa = 1. The scenarios are
those of factors_pmf.py, since the paper does not list its 30.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np
from lab.estimating import matched, summary
from lab.experiment import Experiment, command
from lab.recovery import against_truth
from lab.running import Cell, Row, Setting
from lab.settings import PMF, Floats, rates, with_rates
from recovered.scenarios import SIZE, gamma_cells, gamma_verdicts

FIGURE = "fig:model-based, right"

STANDARD: Final[Mapping[str, float]] = MappingProxyType({"w": 1.0, "kappa": 1.0})
"""One term of the sum is Normal with mean kappa w and variance kappa."""


def compound(eta: Floats, rng: np.random.Generator) -> Floats:
    """Return sums of Poisson numbers of Normals with mean 1 and variance 1.

    Parameters
    ----------
    eta : ndarray
        Expected numbers.
    rng : numpy.random.Generator
        Source of randomness.
    """
    count = rng.poisson(eta)
    return count + np.sqrt(count) * rng.standard_normal(eta.shape)


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix of a scenario and match it."""
    priors = with_rates(*PMF[str(cell["setting"])])
    data = compound(rates(priors, int(cell["K"] or 0), SIZE, rng), rng)
    return [matched(data, model="cpmf_gamma_normal", fixed=STANDARD)]


EXPERIMENT = Experiment(
    name="factors_cpmf",
    shows=f"{FIGURE}: compound Poisson data with Gamma priors, K-hat against K, 30 scenarios",
    cells=gamma_cells,
    one=one,
    runs=(6, 30),
    table=partial(summary, names=("setting", "K")),
    verdicts=partial(gamma_verdicts, what=FIGURE),
    figure=partial(against_truth, panel="setting", line="setting"),
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
