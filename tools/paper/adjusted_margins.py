"""K-hat with the estimators adjusted for unequal columns (Appendix H, fig:adjusted).

python tools/paper/adjusted_margins.py [--quick] [--jobs 2] [--results DIR]

Matrices are 1000 x 1000, gamma_j goes evenly from 1 to 3.5. The priors Gamma(1, 10) and
Gamma(1, 0.5) are read with scales, as in the paper's table of distributions, and with rates, as in
its text (erratum 19): the appendix does not say which. Three ways: the printed formula on data of
plain PMF; the printed formula on data of modified PMF, with the appendix's estimators; and our
model with known exposures on the same modified data. Correlations are of all pairs of entries.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.estimating import coverage, estimates, matched, on_the_diagonal, summary
from lab.experiment import Experiment, command, groups
from lab.figures import bands, diagonal, panels
from lab.formula import printed_k
from lab.running import Cell, Row, Run, Setting
from lab.settings import Prior, rates
from lab.verdicts import Verdict
from numpy.typing import NDArray
from scipy import stats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIGURE: Final = "fig:adjusted"
SIZE: Final = 1000
LARGEST: Final = 3.5

WAYS: Final = {
    "plain": "plain PMF, printed formula",
    "adjusted": "modified PMF, adjusted as printed",
    "exposures": "modified PMF, our exposures",
}


def priors(reading: str) -> tuple[Prior, Prior]:
    """Return Gamma(1, 10) and Gamma(1, 0.5), the second number being a scale or a rate."""
    if reading == "scale":
        return Prior("gamma", 1.0, 10.0), Prior("gamma", 1.0, 0.5)
    return Prior("gamma", 1.0, 1 / 10.0), Prior("gamma", 1.0, 1 / 0.5)


def cells(setting: Setting) -> list[Cell]:
    """Return both readings and five K."""
    ks = (100, 1000) if setting.quick else (100, 250, 500, 750, 1000)
    return [{"reading": reading, "K": k} for reading in ("scale", "rate") for k in ks]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a plain and a modified matrix, with factors of their own, and find K of each."""
    gamma = np.linspace(1, LARGEST, SIZE)
    both = priors(str(cell["reading"]))
    k, shape = int(cell["K"] or 0), (SIZE, SIZE)
    plain = rng.poisson(rates(both, k, shape, rng))
    modified = rng.poisson(rates(both, k, shape, rng) * gamma)
    found = adjusted(modified, gamma)
    return [
        {"way": "plain", **matched(plain)},
        {"way": "adjusted", "k_hat": found, "low": None, "high": None},
        {
            "way": "exposures",
            **matched(modified, "pmf_gamma_exposure", known={"gamma": gamma}),
        },
    ]


def adjusted(data: NDArray[np.int64], gamma: NDArray[np.float64]) -> float | None:
    """Return K-hat of Appendix H: the printed formula on its estimates; None if not positive.

    With ``Y1 = Y / gamma`` and ``Y2 = Y / gamma^2``, the mean is that of Y1, the variance
    ``Var[Y1] - mean(Y2) + mean(Y1)``, and correlations are covariances of Y1 over that variance,
    here of all pairs of different entries in one row, and in one column, about the mean.
    """
    first, second = data / gamma, data / gamma**2
    mean = float(first.mean())
    variance = float(first.var() - second.mean() + mean)
    about = first - mean
    rho_1, rho_2 = (_covariance(each) / variance for each in (about, about.T))
    found = printed_k(mean, variance, rho_1, rho_2)
    return found if 0 < found < math.inf else None


def _covariance(about: NDArray[np.float64]) -> float:
    """Return the mean product of different entries in one row."""
    rows, columns = about.shape
    products = (about.sum(axis=1) ** 2).sum() - (about**2).sum()
    return float(products / (rows * columns * (columns - 1)))


def by(runs: Sequence[Run], way: str, reading: str | None = None) -> list[Run]:
    """Return runs, of one reading or both, with the row of one way."""
    return [
        Run(each.cell, each.number, [row for row in each.rows if row["way"] == way])
        for each in runs
        if reading in {None, each.cell["reading"]}
    ]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return quantiles of K-hat by way, reading and K."""
    return [
        {"way": way, **line} for way in WAYS for line in summary(by(runs, way), ("reading", "K"))
    ]


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Say whether each way and reading finds K, how variably, and how often intervals hold it."""
    found = [
        on_the_diagonal(by(runs, way, reading), f"{FIGURE}, {name}, {reading}", "reading", "K")
        for way, name in WAYS.items()
        for reading in ("scale", "rate")
    ]
    spreads = [spread(runs, reading) for reading in ("scale", "rate")]
    return [
        *found,
        *spreads,
        apart(runs),
        coverage(by(runs, "plain"), f"{FIGURE}, plain"),
        coverage(by(runs, "exposures"), f"{FIGURE}, exposures"),
    ]


def spread(runs: Sequence[Run], reading: str) -> Verdict:
    """Say whether the adjusted estimate varies as much as the plain one: an F test of log K-hat."""
    plain, other = (_variance(by(runs, way, reading)) for way in ("plain", "adjusted"))
    what = f"{FIGURE}, {reading}: spread of log K-hat, adjusted over plain"
    published, tolerance = "similar degree of variability", "95 % interval (F, all K together)"
    if not plain[1] or not other[1]:
        ours = "one answer a cell has no spread"
        return Verdict(what, published, ours, tolerance, agrees=False, resolved=False)
    ratio = math.sqrt(other[0] / plain[0])
    quantiles = stats.f.ppf((0.975, 0.025), other[1], plain[1])
    low, high = (ratio / math.sqrt(each) for each in quantiles)
    return Verdict(
        what,
        published,
        f"{ratio:.2f} ({low:.2f} to {high:.2f}); plain {math.sqrt(plain[0]):.3f}",
        f"{tolerance} within 2/3 to 3/2; differs if wholly outside",
        low >= 2 / 3 and high <= 3 / 2,
        resolved=(low >= 2 / 3 and high <= 3 / 2) or low > 3 / 2 or high < 2 / 3,
    )


def _variance(runs: Sequence[Run]) -> tuple[float, int]:
    """Return the variance of log K-hat about the mean of each K, and its degrees of freedom."""
    logs = [
        np.log([each for each in estimates(some) if math.isfinite(each)])
        for some in groups(runs, "K").values()
    ]
    freedom = sum(max(len(each) - 1, 0) for each in logs)
    squares = sum(float(((each - each.mean()) ** 2).sum()) for each in logs if len(each))
    return squares / max(freedom, 1), freedom


def apart(runs: Sequence[Run]) -> Verdict:
    """Say how far the adjusted estimate and that of our model are apart on the same data."""
    pairs = zip(estimates(by(runs, "adjusted")), estimates(by(runs, "exposures")), strict=True)
    logs = [abs(math.log(one / two)) for one, two in pairs if math.isfinite(one + two)]
    errors = [
        abs(math.log(each / float(run.cell["K"] or 0)))
        for run, each in zip(runs, estimates(by(runs, "exposures")), strict=True)
        if math.isfinite(each)
    ]
    return Verdict(
        f"{FIGURE}: adjusted as printed and our exposures, same data",
        "not in the paper",
        f"median {float(np.median(logs)):.2%} apart, at most {max(logs):.2%}; from K our median is "
        f"{float(np.median(errors)):.1%}",
        f"10 / {SIZE}: the appendix takes covariances about the average, ours are unbiased",
        float(np.median(logs)) <= 10 / SIZE,
    )


def figure(runs: Sequence[Run]) -> Figure:
    """Return K-hat against K by reading, a line for each way; below, over K."""
    drawn, axes = panels(2, 2, width=6.1, height=3.0)
    for (axis, over), reading in zip(axes.T, ("scale", "rate"), strict=True):
        for place, (way, name) in enumerate(WAYS.items()):
            cells_of = groups(by(runs, way, reading), "K")
            # Beside each other, since they lie on each other.
            draws = {
                float(k or 0) + 12 * (place - 1): [x for x in estimates(some) if math.isfinite(x)]
                for (k,), some in cells_of.items()
            }
            bands(axis, {name: draws})
            ks = [float(k or 0) for (k,) in cells_of]
            shares = [[x / k for x in each] for k, each in zip(ks, draws.values(), strict=True)]
            bands(over, {name: dict(zip(draws, shares, strict=True))})
        diagonal(axis, [float(run.cell["K"] or 0) for run in runs])
        axis.set_title(f"Gamma(1, 10) and Gamma(1, 0.5), the second a {reading}")
        axis.legend(fontsize=7)
        over.axhline(1, color="black", linewidth=0.8, linestyle="--")
        over.set_xlabel("true K")
        over.set_ylabel("K-hat / K")
    return drawn


EXPERIMENT = Experiment(
    name="adjusted_margins",
    shows=f"{FIGURE}: columns multiplied by 1 to {LARGEST}, adjusted estimators, K-hat against K",
    cells=cells,
    one=one,
    runs=(5, 30),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
