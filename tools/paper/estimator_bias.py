"""Bias and spread of sampled E[Y] and Var[Y] against the split of 10^4 draws (fig:nsamples).

python tools/paper/estimator_bias.py [--quick] [--jobs 2] [--results DIR]

Settings A to G with K = 25; S_Z draws of the latent variables with S_y counts each. The paper's
estimator is taken without the probability that eq:pmf_ey prints inside the average (erratum 42);
with it, it is a column of its own. Beside them is what symppm's stochastic matching estimates from
the same S_Z, with the counts integrated out: a draw of it has four rows, columns and factors, 32
Gamma variables in place of 50, whose entries it averages. Errors of averages, and the bias of the
plug-in variance, which is minus the variance of the mean, have closed forms too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command, groups
from lab.running import Cell, Row, Run, Setting
from lab.settings import PMF
from lab.verdicts import Verdict
from numpy.typing import NDArray
from scipy import stats
from technical import estimator_bias_claims as claims
from technical import estimator_bias_figure
from technical.estimator_bias_rows import COLUMNS, FEW, LATENTS, NAME, OURS, TOTAL, moments
from technical.nested import our_estimates, plain_estimates, variance_of_mean, variance_of_variance

if TYPE_CHECKING:
    from matplotlib.figure import Figure


BLOCK: Final = 20
"""Estimates in one run of the experiment."""
Values = NDArray[np.float64]


def cells(_: Setting) -> list[Cell]:
    """Return settings and splits."""
    return [{"setting": name, "S_Z": n, "S_y": TOTAL // n} for n in LATENTS for name in PMF]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Estimate mean and variance some times, in each way."""
    setting, latents = PMF[str(cell["setting"])], int(cell["S_Z"] or 0)
    plain = plain_estimates(setting, latents, int(cell["S_y"] or 0), BLOCK, rng)
    rows: list[Row] = [dict(zip(COLUMNS, map(float, each), strict=True)) for each in plain]
    if latents == 1:
        return rows  # Ours needs two draws, to know its own bias.
    ours = our_estimates(setting, latents, BLOCK, rng)
    return [
        {**row, **dict(zip(OURS, map(float, each), strict=True))}
        for row, each in zip(rows, ours, strict=True)
    ]


def _exact(setting: str, quantity: str) -> float:
    return moments(setting).mean if quantity == "mean" else moments(setting).variance


def _values(runs: Sequence[Run], name: str) -> Values:
    return np.array([float(row[name] or 0) for run in runs for row in run.rows])


def table(runs: Sequence[Run]) -> list[Row]:
    """Return bias, error of the bias and spread, relative to what is estimated."""
    rows: list[Row] = []
    for (name, latents, counts), some in groups(runs, "setting", "S_Z", "S_y").items():
        setting, s_z, s_y = str(name), int(latents or 0), int(counts or 0)
        of = moments(setting)
        of_mean = variance_of_mean(of, s_z, s_y)
        for column in (*COLUMNS, *(OURS if s_z > 1 else ())):
            found = _values(some, column)
            exact = _exact(setting, column.rpartition(" ")[2])
            row: dict[str, str | float | int | bool | None] = {
                "setting": setting,
                "S_Z": s_z,
                "S_y": s_y,
                "estimator": column,
                "exact": exact,
                "estimates": len(found),
                "relative bias": float(found.mean()) / exact - 1,
                "its error": float(found.std(ddof=1)) / math.sqrt(len(found)) / exact,
                "relative spread": float(found.std(ddof=1)) / exact,
                "skewness": float(stats.skew(found)) if np.ptp(found) > 0 else None,
                "below a tenth": float(np.mean(found < exact / 10)),
            }
            if column == "mean":
                row |= {"bias by formula": 0.0, "spread by formula": math.sqrt(of_mean) / exact}
            if column == "variance":
                row["bias by formula"] = -of_mean / exact
                if s_z >= FEW:
                    square = variance_of_variance(of, s_z, s_y)
                    row["spread by formula"] = math.sqrt(square) / exact
            rows.append(row)
    return rows


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare what Appendix G says with formulas, and formulas with simulation."""
    return claims.verdicts(table(runs))


def figure(runs: Sequence[Run]) -> Figure:
    """Draw spreads and biases against S_Z: formulas as lines, simulation as marks."""
    return estimator_bias_figure.figure(table(runs))


EXPERIMENT = Experiment(
    name=NAME,
    shows="fig:nsamples: bias and spread of sampled means and variances, S_Z x S_y = 10^4",
    cells=cells,
    one=one,
    runs=(3, 50),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
