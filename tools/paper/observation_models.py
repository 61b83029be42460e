"""K-hat against K for Gumbel, Laplace and Normal observations and four priors (fig:diffmodels).

python tools/paper/observation_models.py [--quick] [--jobs 2] [--results DIR]

All 3072 combinations of the paper: three observation models, four priors with four configurations
each, K of 50, 150, 250 and 350, and scales of 0.5 to 8 by 0.5. Eight runs of each in place of 20,
24,576 matrices in place of 61,440, for the sake of time; panels take 512 runs a point.

K is matched by gmf_prior_observation with the variance of the noise given: it knows two moments
of the priors and no more, as the paper's formula does. The models of the catalogue that name the
priors have the same K, and refuse data whose estimated moments no such prior has, which is another
question. That variance is pi^2/6, 2 and 1 times the square of the scale; what
tab:distributions_params prints for Gumbel and Laplace is misprinted (errata 20 and 21), and a
verdict shows what it would give.

Where the scale is large and little is left for rows and columns together, the measured variance
can be below that of the noise. The formula is then negative, and a match says that there is no K.
The paper does not say what it did there. Medians and bands here are of the formula, negative or
not, and how often there is no answer is counted and compared with what theory expects. The coverage
of our intervals, in the titles of the panels, is that of the runs that have one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.estimating import coverage, estimates, holding, matched, on_the_diagonal
from lab.experiment import Experiment, command, groups
from lab.figures import bands, diagonal, panels
from lab.running import Cell, Row, Run, Setting, number
from lab.settings import PRIORS, rates
from lab.verdicts import Verdict
from recovered.observations import PRINTED, VARIANCES, expected_failures, factors, observed
from recovered.scenarios import CONFIGURATIONS, SIZE, configuration

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE: Final = "fig:diffmodels"
KS: Final = (50, 150, 250, 350)
SCALES: Final = tuple(half / 2 for half in range(1, 17))
ERRATA: Final = {"gumbel": 20, "laplace": 21}


def cells(setting: Setting) -> list[Cell]:
    """Return the combinations; the quick version has both ends of K and of the scales."""
    ks = (KS[0], KS[-1]) if setting.quick else KS
    scales = (SCALES[0], SCALES[-1]) if setting.quick else SCALES
    return [
        {"model": model, "prior": prior, "parameters": parameters, "K": k, "scale": scale}
        for model in VARIANCES
        for prior, parameters in CONFIGURATIONS
        for k in ks
        for scale in scales
    ]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix, match it, and evaluate the paper's formula with right and printed variance."""
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    model, scale = str(cell["model"]), number(cell, "scale")
    noise = VARIANCES[model] * scale**2
    eta = rates(configuration(cell), int(number(cell, "K")), SIZE, rng)
    data = observed(model, eta, scale, rng)
    found = matched(data, model="gmf_prior_observation", fixed={"variance_Y": noise})
    measured = ppm.statistics(data)
    row: dict[str, float | None] = {**found, "k_formula": factors(measured, noise)}
    if model in PRINTED:
        row["k_printed"] = factors(measured, PRINTED[model] * scale**2)
    return [row]


def table(runs: Sequence[Run]) -> list[Row]:
    """Sum up what each point of each panel shows."""
    return [
        {**dict(zip(("model", "prior", "K"), key, strict=True)), **_point(some)}
        for key, some in groups(runs, "model", "prior", "K").items()
    ]


def _point(runs: Sequence[Run]) -> dict[str, float | int | None]:
    low, middle, high = np.percentile(estimates(runs, "k_formula"), (2.5, 50, 97.5))
    hits, count = holding(runs)
    return {
        "runs": len(runs),
        "no answer": _without(runs),
        "2.5 %": float(low),
        "median": float(middle),
        "97.5 %": float(high),
        "interval holds K": hits / count if count else None,
    }


def _without(runs: Sequence[Run]) -> int:
    return sum(each.row["k_hat"] is None for each in runs)


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether medians are on the diagonal, where K is undefined, and what intervals hold."""
    said = [_diagonal(runs, FIGURE, "k_formula")]
    for model, erratum in ERRATA.items():
        some = [each for each in runs if each.cell["model"] == model]
        right = _diagonal(some, model, "k_formula")
        printed = _diagonal(
            some, f"{model}: tab:distributions_params, variance pi^2/2 scale^2", "k_printed"
        )
        why = f"misprint, erratum {erratum}; with {VARIANCES[model]:.3f} scale^2: {right.ours}"
        said.append(replace(printed, why=why if right.agrees else ""))
    said.append(undefined(runs))
    for (prior,), some in groups(runs, "prior").items():
        said.append(coverage(some, f"{FIGURE}, {prior}"))
    return said


def _diagonal(runs: Sequence[Run], what: str, estimate: str) -> Verdict:
    return on_the_diagonal(runs, what, "model", "prior", "K", estimate=estimate)


def undefined(runs: Sequence[Run]) -> Verdict:
    """Return whether K is undefined as often as the error of the variance leads one to expect.

    Parameters
    ----------
    runs : sequence of Run
        Of all cells.
    """
    chances = np.array([_chance(each.cell) for each in runs])
    expected = float(chances.sum())
    reach = 3 * math.sqrt(float((chances * (1 - chances)).sum())) + 1
    failed = [each for each in runs if each.row["k_hat"] is None]
    return Verdict(
        f"{FIGURE}: runs in which K-hat is undefined",
        "not said",
        f"{len(failed)} of {len(runs)}{_where(failed)}",
        f"{expected:.1f} expected from the error of the measured variance, give or take "
        f"{reach:.1f} (3 standard deviations and one)",
        abs(len(failed) - expected) <= reach,
    )


def _chance(cell: Cell) -> float:
    theta, beta = configuration(cell)
    interaction = number(cell, "K") * theta.variance * beta.variance
    entries = SIZE[0] * SIZE[1]
    return expected_failures(str(cell["model"]), number(cell, "scale"), interaction, entries)


def _where(failed: Sequence[Run]) -> str:
    if not failed:
        return ""
    told = [
        f"{len(some)} {prior} (scale {min(number(each.cell, 'scale') for each in some):g} and "
        f"above, K up to {max(number(each.cell, 'K') for each in some):g})"
        for (prior,), some in groups(failed, "prior").items()
    ]
    return ": " + ", ".join(told)


def figure(runs: Sequence[Run]) -> Figure:
    """Draw a panel for each observation model and prior."""
    drawing, axes = panels(len(VARIANCES), len(PRIORS), width=3.0, height=2.2)
    for (model, prior), some in groups(runs, "model", "prior").items():
        axis = axes[list(VARIANCES).index(str(model)), list(PRIORS).index(str(prior))]
        by_k = {
            number(those[0].cell, "K"): estimates(those, "k_formula")
            for those in groups(some, "K").values()
        }
        bands(axis, {"K-hat": by_k})
        diagonal(axis, list(by_k))
        hits, count = holding(some)
        axis.locator_params(nbins=5)
        axis.grid(visible=False)
        axis.set_title(f"{model}, {prior}: coverage {hits / max(count, 1):.3f}")
    axes[0, 0].legend(fontsize=7)
    for axis in axes[:-1].flat:
        axis.set_xlabel("")
    for axis in axes[:, 1:].flat:
        axis.set_ylabel("")
    return drawing


EXPERIMENT = Experiment(
    name="observation_models",
    shows=f"{FIGURE}: Gumbel, Laplace and Normal observations with four priors, K-hat against K",
    cells=cells,
    one=one,
    runs=(4, 8),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
