"""K-hat where columns are multiplied by unequal numbers (7.3.1, fig:consitent_rows_rescale).

python tools/paper/margins.py [--quick] [--jobs 2] [--results DIR]

Rates of column j are multiplied by gamma_j, evenly spaced from 1 to gamma_max; K is 50. The paper
does not give the size of the matrices here; ours are 1000 x 1000, as elsewhere. 10 runs of each
configuration in place of 5, for the errors of medians. Beside the printed formula, the model with
known exposures gamma; and what the formula converges to, K (t + v)/(t + K v), where t is the
squared coefficient of variation of beta and v the variance of gamma over its mean square
(mismatch.misfit).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from lab import noiseless
from lab.estimating import coverage, estimates, matched, ratios, summary
from lab.experiment import Experiment, command, groups
from lab.figures import bands, panels
from lab.medians import beside_one
from lab.running import Cell, Row, Run, Setting, number
from lab.settings import PRIORS, Prior, rates
from lab.verdicts import Verdict, of_median, shared
from mismatch.misfit import parts, unequal_columns
from mismatch.trends import trend
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE: Final = "fig:consitent_rows_rescale"
K: Final = 50
SIZE: Final = 1000
NAMES: Final = ("prior", "configuration", "gamma_max")
LEVEL: Final = 0.99
"""At which all intervals of a verdict hold together: there are several verdicts."""

HEAVY: Final = 2.0
"""Sigma of a log-normal prior whose moments take larger matrices."""


def cells(setting: Setting) -> list[Cell]:
    """Return priors, configurations and the largest factors."""
    largest = (1, 2, 8) if setting.quick else range(1, 9)
    return [
        {"prior": family, "configuration": place + 1, "K": K, "gamma_max": most}
        for family, configurations in PRIORS.items()
        for place in range(len(configurations))
        for most in largest
    ]


def factors(cell: Cell) -> NDArray[np.float64]:
    """Return the numbers by which the columns of a cell are multiplied."""
    return np.linspace(1, number(cell, "gamma_max"), SIZE)


def priors(cell: Cell) -> tuple[Prior, Prior]:
    """Return the priors of a cell."""
    return PRIORS[str(cell["prior"])][int(cell["configuration"] or 1) - 1]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix and match it as if columns were alike, and with their factors known."""
    gamma = factors(cell)
    data = rng.poisson(rates(priors(cell), K, (SIZE, SIZE), rng) * gamma)
    known = {"gamma": gamma}
    return [
        {"way": "printed", **matched(data)},
        {"way": "exposures", **matched(data, "pmf_gamma_exposure", known=known)},
    ]


def by(runs: Sequence[Run], way: str) -> list[Run]:
    """Return runs with the row of one way."""
    return [
        Run(each.cell, each.number, [row for row in each.rows if row["way"] == way])
        for each in runs
    ]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return quantiles of K-hat of both ways, and the limit of the printed formula."""
    rows: list[Row] = []
    for way in ("printed", "exposures"):
        some = by(runs, way)
        cells_of = [those[0].cell for those in groups(some, *NAMES).values()]
        rows += [
            {"way": way, **line, "limit": limit(cell) if way == "printed" else K}
            for line, cell in zip(summary(some, NAMES), cells_of, strict=True)
        ]
    return rows


def limit(cell: Cell) -> float:
    """Return what K-hat of the printed formula converges to."""
    return K * unequal_columns(parts(priors(cell), K), factors(cell))


def heavy(cell: Cell) -> bool:
    """Return whether a prior has tails for which the matrices are small."""
    return cell["prior"] == "lognorm" and any(each.second >= HEAVY for each in priors(cell))


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether K is underestimated, ever more, and by how much; and with exposures known."""
    printed, exposed = by(runs, "printed"), by(runs, "exposures")
    light = [each for each in printed if not heavy(each.cell)]
    tails = [each for each in printed if heavy(each.cell)]
    right = [each for each in exposed if not heavy(each.cell)]
    wild = [each for each in exposed if heavy(each.cell)]
    why = too_small()
    return [
        below(printed),
        worse(printed),
        medians(light, "printed formula over its limit", "closed form, not in the paper", limit),
        medians(tails, "the same, log-normal with sigma 2", "closed form", limit, why),
        medians(right, "exposures known, over K", "this mismatch could be corrected for", truth),
        medians(wild, "the same, log-normal with sigma 2", "as above", truth, why),
        coverage(right, f"{FIGURE}, exposures known"),
        coverage(wild, f"{FIGURE}, exposures known, log-normal with sigma 2"),
    ]


def truth(_: Cell) -> float:
    """Return K."""
    return K


def too_small() -> str:
    """Return why heavy tails let K-hat fall short of the limit, if larger matrices do so less."""
    cell: Cell = {"prior": "lognorm", "configuration": 2, "gamma_max": 8}
    theta, beta = priors(cell)
    found = {}
    for rows, count in ((SIZE, 200), (16 * SIZE, 40)):
        rng = np.random.default_rng(rows)
        gamma = np.linspace(1, 8, rows)[:, None]
        found[rows] = [
            noiseless.factors(
                noiseless.sums(theta.draw((rows, K), rng)),
                noiseless.sums(beta.draw((rows, K), rng) * gamma),
            )
            / limit(cell)
            for _ in range(count)
        ]
    small, large = (float(np.median(each)) for each in found.values())
    if of_median(found[SIZE], 0.95)[1] >= 1 or small >= large:
        return ""
    return (
        "such tails take larger matrices: from rates alone, configuration 2 and gamma_max = 8, the "
        f"median is {small:.2f} of the limit with {SIZE} rows and columns, {large:.2f} with "
        f"{16 * SIZE}"
    )


def below(runs: Sequence[Run]) -> Verdict:
    """Say whether K-hat is below K wherever columns differ."""
    some = groups([each for each in runs if each.cell["gamma_max"] != 1], *NAMES)
    level = shared(LEVEL, len(some))
    ends = [of_median(estimates(those), level) for those in some.values()]
    limits = [limit(those[0].cell) / K for those in some.values()]
    middles = [float(np.median(estimates(those))) for those in some.values()]
    above, below_k = any(low >= K for low, _ in ends), sum(high < K for _, high in ends)
    return Verdict(
        f"{FIGURE}: K-hat where gamma_max > 1",
        "consistently underestimates",
        f"medians from {min(middles):.2f} to {max(middles):.1f}, K = {K}; below K in "
        f"{sum(each < K for each in middles)} of {len(some)} cells, surely in "
        f"{below_k}; the limit is {min(limits):.2f} to "
        f"{max(limits):.2f} of K",
        "interval of each median, 99 % for all together: none wholly above K, most wholly below",
        not above and below_k > len(some) / 2,
        resolved=above or below_k > len(some) / 2,
    )


def worse(runs: Sequence[Run]) -> Verdict:
    """Say whether K-hat falls with gamma_max: Kendall's rank correlation, line by line."""
    lines = groups(runs, *NAMES[:2])
    level = shared(LEVEL, len(lines))
    falls, rises = 0, 0
    for some in lines.values():
        largest = [number(each.cell, "gamma_max") for each in some]
        down, up = trend(largest, estimates(some))
        falls += down < 1 - level
        rises += up < 1 - level
    return Verdict(
        f"{FIGURE}: larger gamma_max",
        "worse results",
        f"K-hat falls in {falls} of {len(lines)} lines, rises in {rises}; the limit falls in all",
        "Kendall's test of each line, 99 % for all together: rises in none, falls in most",
        rises == 0 and falls > len(lines) / 2,
        resolved=rises > 0 or falls > len(lines) / 2,
    )


def medians(
    runs: Sequence[Run],
    how: str,
    published: str,
    right: Callable[[Cell], float],
    why: str = "",
) -> Verdict:
    """Say whether the median of K-hat is what it should be in every cell."""
    found = beside_one(ratios(runs, *NAMES, right=right), LEVEL)
    return Verdict(
        f"{FIGURE}: {how}",
        published,
        f"medians {found.told}{found.outside(NAMES)}",
        f"interval of each median holds 1, 99 % for all together ({found.width})",
        found.agrees,
        why if found.off else "",
        found.resolved,
    )


def figure(runs: Sequence[Run]) -> Figure:
    """Return K-hat by gamma_max: above, the printed formula; below, with exposures known."""
    drawn, axes = panels(2, len(PRIORS), width=3.05, height=2.6)
    for row, way in enumerate(("printed", "exposures")):
        for place, ((family,), some) in enumerate(groups(by(runs, way), "prior").items()):
            axis = axes[row, place]
            for colour, ((name,), those) in enumerate(groups(some, "configuration").items()):
                cells_of = groups(those, "gamma_max")
                draws = {
                    number(at[0].cell, "gamma_max"): [
                        each for each in estimates(at) if math.isfinite(each)
                    ]
                    for at in cells_of.values()
                }
                looks: Any = {"color": f"C{colour}"}
                bands(axis, {f"configuration {name}": draws}, **looks)
                if way == "printed":
                    limits = [limit(at[0].cell) for at in cells_of.values()]
                    axis.plot(list(draws), limits, linestyle=":", **looks)
            if way == "printed":
                axis.set_yscale("log")
                axis.set_yticks([1, 2, 5, 10, 20, 50], ["1", "2", "5", "10", "20", "50"])
                axis.minorticks_off()
            axis.axhline(K, color="black", linewidth=0.8, linestyle="--")
            axis.set_title(f"{family}: {TITLES[way]}")
            axis.set_xlabel("gamma_max")
        axes[row, 0].set_ylabel("K-hat")
    axes[0, 1].plot([], [], color="black", linestyle=":", label="limit of the formula")
    axes[0, 1].legend(fontsize=7)
    return drawn


TITLES: Final = {"printed": "printed formula", "exposures": "exposures known"}


EXPERIMENT = Experiment(
    name="margins",
    shows=f"{FIGURE}: columns multiplied by 1 to gamma_max, K-hat for four priors, K = {K}",
    cells=cells,
    one=one,
    runs=(4, 10),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
