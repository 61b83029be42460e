"""Boxplots of (K-hat - K)/K by observation model and prior (fig:diffmodels_rel).

python tools/paper/relative_error.py [--quick] [--jobs 2] [--results DIR]

The runs are those of observation_models.py, which are read if they are in the folder of results
and done otherwise, with the same seeds. Boxes are quartiles and medians; whiskers hold the central
95 %; some leave the figure, which ends at 1.2, and are in the table. An error is taken of the
paper's formula, below -1 where it is negative.

The paper says more of this figure than of the others: medians are near zero, Log-Normal varies
most "in general", and for Beta the variability decreases with K. Variability is measured by the
distance of the quartiles, what a box shows, with intervals by drawing runs anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
import observation_models
from lab.experiment import command, groups
from lab.figures import panels
from lab.running import Row, Run, number
from lab.settings import Floats
from lab.verdicts import Verdict, shared
from recovered.relative import errors, near_zero, spread, spreads

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE: Final = "fig:diffmodels_rel"
PLACES: Final = (("lognorm", "halfnorm"), ("beta", "gamma"))
"""Priors by row and column of the figure, as in the paper."""

MOST: Final = "lognorm"
"""The prior that varies most, according to the paper."""

QUIET: Final = 2.0
"""Scales at which noise adds little: at K = 50, 12 % of K with any Beta, and more only with the
last of the Gammas."""

AGAIN: Final = 2000
"""Samples with replacement behind an interval."""

SEED: Final = 20230067
"""Of those samples."""


def _errors(runs: Sequence[Run]) -> Floats:
    return errors(runs, "k_formula")


def table(runs: Sequence[Run]) -> list[Row]:
    """Sum up every box."""
    return [
        {**dict(zip(("prior", "model", "K"), key, strict=True)), **_box(_errors(some))}
        for key, some in groups(runs, "prior", "model", "K").items()
    ]


def _box(found: Floats) -> dict[str, float | int]:
    names = ("2.5 %", "25 %", "median", "75 %", "97.5 %")
    values = np.percentile(found, (2.5, 25, 50, 75, 97.5))
    return {"runs": len(found), **{n: float(v) for n, v in zip(names, values, strict=True)}}


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether the three claims of the text hold."""
    return [
        near_zero(runs, f"{FIGURE}: medians", "model", "prior", "K", estimate="k_formula"),
        *_most_variable(runs),
        _decreasing([each for each in runs if each.cell["prior"] == "beta"]),
    ]


def _most_variable(runs: Sequence[Run]) -> list[Verdict]:
    """Return whether Log-Normal varies more than each other prior, all runs together."""
    found = _by_prior(runs)
    quiet = _by_prior([each for each in runs if number(each.cell, "scale") <= QUIET])
    by_k = {key[0]: _by_prior(some) for key, some in groups(runs, "K").items()}
    level = shared(0.95, len(found) - 1)
    said = []
    for other in (each for each in found if each != MOST):
        low, middle, high = _ratio(found[MOST], found[other], level)
        still, without, _ = _ratio(quiet[MOST], quiet[other], level)
        told = ", ".join(
            f"{spread(those[MOST]) / spread(those[other]):.2f} at K {k}"
            for k, those in by_k.items()
        )
        why = (
            "at large scales the noise decides, more than the prior, since some configurations of "
            f"{other} leave little variance to rows and columns together; at scales to {QUIET:g} "
            f"the ratio is {without:.2f}, and its interval begins at {still:.2f}"
        )
        verdict = Verdict(
            f"{FIGURE}: {MOST} varies more than {other}",
            "higher variability in general",
            f"ratio of the distances of the quartiles {middle:.2f}; {told}",
            f"interval of the ratio, {low:.2f} to {high:.2f}, 95 % for all together, above 1",
            low > 1,
            why if still > 1 else "",
            resolved=low > 1 or high < 1,
        )
        said.append(verdict)
    return said


def _by_prior(runs: Sequence[Run]) -> dict[str, Floats]:
    return {str(prior): _errors(some) for (prior,), some in groups(runs, "prior").items()}


def _ratio(one: Floats, other: Floats, level: float) -> tuple[float, float, float]:
    """Return the ratio of two spreads, between the ends of its interval."""
    rng = np.random.default_rng(SEED)
    drawn = spreads(one, AGAIN, rng) / spreads(other, AGAIN, rng)
    low, high = np.quantile(drawn, ((1 - level) / 2, (1 + level) / 2))
    return float(low), spread(one) / spread(other), float(high)


def _decreasing(runs: Sequence[Run]) -> Verdict:
    """Return whether the errors with Beta priors spread less the larger K is."""
    found = _by_k(runs)
    ks = sorted(found)
    by_model = {str(model): _by_k(some) for (model,), some in groups(runs, "model").items()}
    level = shared(0.95, 1 + len(by_model) * (len(ks) - 1))
    low, middle, high = _ratio(found[ks[-1]], found[ks[0]], level)
    rises = [
        f"{model} from {before:g} to {after:g}"
        for model, those in by_model.items()
        for before, after in pairwise(ks)
        if _ratio(those[after], those[before], level)[0] > 1
    ]
    told = "; ".join(
        f"{model} " + ", ".join(f"{spread(those[k]):.3f} at K {k:g}" for k in ks)
        for model, those in by_model.items()
    )
    return Verdict(
        f"{FIGURE}: variability with Beta priors",
        "decreases with K",
        told + (f"; up for {', '.join(rises)}" if rises else ""),
        f"interval of last over first, {low:.2f} to {high:.2f} about {middle:.2f}, below 1; "
        "interval of no step above 1 in any observation model",
        high < 1 and not rises,
        resolved=high < 1 or low > 1 or bool(rises),
    )


def _by_k(runs: Sequence[Run]) -> dict[float, Floats]:
    return {number(some[0].cell, "K"): _errors(some) for some in groups(runs, "K").values()}


def figure(runs: Sequence[Run]) -> Figure:
    """Draw a panel for each prior, with boxes for observation models and K."""
    drawing, axes = panels(2, 2, width=5.6, height=3.2)
    sorted_out = groups(runs, "prior", "model", "K")
    ks = sorted({number(each.cell, "K") for each in runs})
    models = list(dict.fromkeys(str(each.cell["model"]) for each in runs))
    for place, prior in np.ndenumerate(np.array(PLACES)):
        axis = axes[place]
        for which, k in enumerate(ks):
            draws = [_errors(sorted_out[str(prior), model, k]) for model in models]
            offset = 0.8 * ((which + 0.5) / len(ks) - 0.5)
            boxes = axis.boxplot(
                draws,
                positions=[at + offset for at in range(len(models))],
                widths=0.6 / len(ks),
                whis=(2.5, 97.5),
                showfliers=False,
                patch_artist=True,
                manage_ticks=False,
                medianprops={"color": "black"},
                boxprops={"facecolor": f"C{which}", "linewidth": 0.6},
            )
            boxes["boxes"][0].set_label(f"K = {k:g}")
        axis.axhline(0, color="black", linewidth=0.6, linestyle="--")
        axis.set_xticks(range(len(models)), models)
        axis.set_ylabel("(K-hat - K)/K")
        axis.set_ylim(-1.2, 1.2)
        axis.set_title(f"{prior} priors")
    axes[0, 0].legend(fontsize=7, ncols=len(ks), loc="upper center")
    return drawing


EXPERIMENT = replace(
    observation_models.EXPERIMENT,
    name="relative_error",
    shows=f"{FIGURE}: relative error of K-hat by observation model and prior",
    table=table,
    verdicts=verdicts,
    figure=figure,
    runs_of="observation_models",
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
