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
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.entry import Entry, central, entry
from lab.experiment import Experiment, command, groups
from lab.figures import panels
from lab.nested import our_estimates, plain_estimates, variance_of_mean, variance_of_variance
from lab.running import Cell, Row, Run, Setting
from lab.settings import PMF
from lab.verdicts import Verdict, chance_bound, reference, shared
from numpy.typing import NDArray
from scipy import stats

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME: Final = "estimator_bias"
TOTAL: Final = 10_000
LATENTS: Final = (1, 10, 100, 1000, 10_000)
"""S_Z; S_y is what is left of :data:`TOTAL`."""
BLOCK: Final = 20
"""Estimates in one run of the experiment."""

COLUMNS: Final = ("mean", "variance", "printed mean", "printed variance")
OURS: Final = ("our mean", "our variance")
FEW: Final = 100
"""With fewer latent draws, expansions in 1/S_Z are not used."""

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


@cache
def moments(setting: str) -> Entry:
    """Return the moments of a setting's count to order four, as fractions."""
    return entry(PMF[setting])


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


def _of(rows: Sequence[Row], estimator: str) -> list[Row]:
    return [row for row in rows if row["estimator"] == estimator]


def _number(row: Row, name: str) -> float:
    value = row.get(name)
    return float(value) if isinstance(value, int | float) else math.nan


def _place(row: Row) -> str:
    return f"{row['setting']} at {row['S_Z']} x {row['S_y']}"


def _claim(words: str) -> str:
    (found,) = (row["value"] for row in reference(NAME) if row["claim"].startswith(words))
    return found


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare what Appendix G says with formulas, and formulas with simulation."""
    rows = table(runs)
    return [
        _mean_is_unbiased(rows),
        _spread_of_means(rows),
        _more_latents(rows),
        _suggestion(),
        _bias_of_variances(rows),
        _which_are_hard(rows),
        _rare(rows),
        _plug_in(rows),
        _spreads(rows),
        _ours(rows),
        _printed(rows),
    ]


def _mean_is_unbiased(rows: Sequence[Row]) -> Verdict:
    """Test the deviation of every mean, with the exact error."""
    means = _of(rows, "mean")
    level = shared(0.99, len(means))
    outside, small, others, worst = [], 0.0, 0.0, 0.0
    for row in means:
        of = moments(str(row["setting"]))
        count = _number(row, "estimates")
        off = abs(_number(row, "relative bias"))
        errors = off / (_number(row, "spread by formula") / math.sqrt(count))
        worst = max(worst, errors)
        skew = float(central(of.rate, 3)) / float(central(of.rate, 2)) ** 1.5
        if errors > chance_bound(level, skew / math.sqrt(_number(row, "S_Z") * count)):
            outside.append(_place(row))
        if of.mean < float(_claim("bias of the mean")):
            small = max(small, off)
        else:
            others = max(others, off)
    return Verdict(
        "fig:nsamples, left: bias of the mean",
        "slight, noticeable only where E[Y] < 1",
        f"none: {len(means)} averages deviate by at most {worst:.2f} errors; {small:.1%} of the "
        f"mean at most where E[Y] < 1 (C, D), {others:.1%} elsewhere"
        + (f"; too far: {', '.join(outside)}" if outside else ""),
        f"99 % for all together: {chance_bound(level, 0):.2f} errors, Chebyshev's bound where an "
        "average is still skewed; erratum 49 reads bias as deviation",
        not outside,
    )


def _spread_of_means(rows: Sequence[Row]) -> Verdict:
    limit = float(_claim("spread of the mean"))
    spreads = {_place(row): _number(row, "spread by formula") for row in _of(rows, "mean")}
    above = {name: each for name, each in spreads.items() if each >= limit}
    return Verdict(
        "fig:nsamples, left: spread of the mean",
        f"usually below {limit:.0%} of it",
        f"below in {len(spreads) - len(above)} of {len(spreads)} cells; above in "
        + ", ".join(f"{name} ({each:.2g})" for name, each in above.items()),
        "usually: in more than half; spreads by formula",
        len(above) < len(spreads) / 2,
    )


def _more_latents(rows: Sequence[Row]) -> Verdict:
    """Compare spreads of neighbouring splits, simulated ones where they say something."""
    wrong, compared = [], 0
    for estimator in ("mean", "variance"):
        for name in PMF:
            line = [row for row in _of(rows, estimator) if row["setting"] == name]
            line.sort(key=lambda row: _number(row, "S_Z"))
            for fewer, more in pairwise(line):
                compared += 1
                rises = _number(more, "bias by formula") < _number(fewer, "bias by formula")
                first, second = (_number(row, "spread by formula") for row in (fewer, more))
                if rises or second > first:
                    wrong.append(f"{estimator} of {_place(more)}")
    return Verdict(
        "fig:nsamples: more latent draws, fewer counts for each",
        "lessens bias and variance of both",
        f"it does in {compared - len(wrong)} of {compared} steps to ten times as many"
        + (f"; not in {', '.join(wrong)}" if wrong else ""),
        "closed forms: bias of all, spread of the mean, and of the variance from S_Z = 100 on",
        not wrong,
    )


def _suggestion() -> Verdict:
    latents, counts = int(_claim("suggested S_Z")), int(_claim("suggested S_y"))
    gains = {
        name: math.sqrt(
            variance_of_mean(moments(name), latents, counts)
            / variance_of_mean(moments(name), TOTAL, 1)
        )
        for name in PMF
    }
    better = [name for name, gain in gains.items() if gain > 1.05]
    return Verdict(
        "fig:nsamples: the split that is best",
        f"S_Z x S_y = {latents} x {counts}",
        f"{TOTAL} x 1 in every setting: the mean's spread is smaller by a factor of "
        + ", ".join(f"{gain:.2g} ({name})" for name, gain in gains.items()),
        "closed form; a factor of 1.05",
        not better,
        "their own finding says so too; the suggested split has nearly the best spread only where "
        "counts vary by Poisson noise alone (G). It makes a tenth of the latent draws, which are "
        "50 Gamma variables each, so it is cheaper",
    )


def _bias_of_variances(rows: Sequence[Row]) -> Verdict:
    """Say how large the plug-in bias is at the split that the paper suggests."""
    latents, counts = int(_claim("suggested S_Z")), int(_claim("suggested S_y"))
    biases = {
        name: -variance_of_mean(moments(name), latents, counts) / moments(name).variance
        for name in PMF
    }
    few = {
        name: -variance_of_mean(moments(name), LATENTS[1], TOTAL // LATENTS[1])
        / moments(name).variance
        for name in PMF
    }
    errors = [
        abs(_number(row, "relative bias")) / _number(row, "relative spread")
        for row in _of(rows, "variance")
        if row["S_Z"] == latents
    ]
    worst, least = min(biases.values()), min(few.values())
    return Verdict(
        f"fig:nsamples, right: bias of the variance at {latents} x {counts}",
        "may be significant where Var[Y] is small",
        f"{worst:.2%} of it at most, whatever Var[Y] is; {least:.0%} at "
        f"{LATENTS[1]} x {TOTAL // LATENTS[1]}; the deviation over our runs is at most "
        f"{max(errors):.2f} spreads of one run",
        "significant: more than 1 %",
        worst < -0.01,
        "minus the variance of the mean, so never more than Var[Y]/S_Z. What looks like bias is "
        "spread and, with heavy tails, its skewness",
    )


def _which_are_hard(rows: Sequence[Row]) -> Verdict:
    latents = int(_claim("suggested S_Z"))
    named = _claim("settings").split()
    spreads = {
        str(row["setting"]): _number(row, "spread by formula")
        for row in _of(rows, "variance")
        if row["S_Z"] == latents
    }
    hard = [name for name, each in spreads.items() if each > 0.5]
    return Verdict(
        f"fig:nsamples, right: where the variance is hard to estimate, S_Z = {latents}",
        ", ".join(named),
        "spread relative to Var[Y]: "
        + ", ".join(f"{name} {each:.2g}" for name, each in spreads.items()),
        "hard: above half of it; closed form to leading order",
        set(hard) == set(named),
        "the spread goes with the tails of Y, not with how small Var[Y] is: C's is larger than the "
        "variance itself, D's and E's come next, and G, all but Poisson counts, is the easiest of "
        "all. Erratum 50: of C, D and G only D has a small variance",
    )


def _rare(rows: Sequence[Row]) -> Verdict:
    """Show what a setting with heavy tails does to 10^4 draws."""
    (row,) = (r for r in _of(rows, "variance") if r["setting"] == "C" and r["S_Z"] == TOTAL)
    share, count = _number(row, "below a tenth"), int(_number(row, "estimates"))
    formula, seen = _number(row, "spread by formula"), _number(row, "relative spread")
    return Verdict(
        "setting C, 10^4 x 1: what a sampled variance sees (not in the paper)",
        "",
        f"{share:.0%} of {count} estimates are below a tenth of Var[Y] = {row['exact']:.0f}; their "
        f"spread is {seen:.2g} of it, that of the distribution is {formula:.2g}",
        "more than a tenth of estimates that far below: rare draws carry the variance, so neither "
        "bias nor spread can be judged from the runs",
        share > 0.1,
    )


def _judged(
    rows: Sequence[Row], expected: Callable[[Row], float]
) -> tuple[int, list[str], list[str], float]:
    """Test biases against expected ones where the averages can be believed.

    Returns
    -------
    (int, list of str, list of str, float)
        How many were tested, those too far, those too skewed to be tested, the largest number of
        standard errors.
    """
    level = shared(0.99, len(rows))
    far, skewed, worst = [], [], 0.0
    for row in rows:
        count = _number(row, "estimates")
        if not abs(_number(row, "skewness")) / math.sqrt(count) <= 0.2:  # also if all are equal
            skewed.append(_place(row))
            continue
        off = abs(_number(row, "relative bias") - expected(row)) / _number(row, "its error")
        worst = max(worst, off)
        if off > stats.t.ppf((1 + level) / 2, count - 1):
            far.append(_place(row))
    return len(rows) - len(skewed), far, skewed, worst


def _plug_in(rows: Sequence[Row]) -> Verdict:
    tested, far, skewed, worst = _judged(
        _of(rows, "variance"), lambda row: _number(row, "bias by formula")
    )
    return Verdict(
        "bias of the plug-in variance, by formula and simulated (not in the paper)",
        "-Var of the estimated mean",
        f"{tested} cells, {worst:.2f} errors apart at most"
        + (f"; too far: {', '.join(far)}" if far else "")
        + (f"; too skewed to be tested: {', '.join(skewed)}" if skewed else ""),
        "99 % for all together, Student's t",
        tested > 0 and not far,
    )


def _spreads(rows: Sequence[Row]) -> Verdict:
    """Compare the simulated spread of the mean with its closed form, where tails allow it."""
    ratios = {}
    for row in _of(rows, "mean"):
        of = moments(str(row["setting"]))
        kurtosis = float(central(of.count, 4) / central(of.count, 2) ** 2)
        count = _number(row, "estimates")
        # Of an average of S_Z, excess kurtosis is about that of one over S_Z.
        error = math.sqrt(max(2 + kurtosis / _number(row, "S_Z"), 2) / count) / 2
        if error < 0.15:
            ratio = _number(row, "relative spread") / _number(row, "spread by formula")
            ratios[_place(row)] = (ratio - 1) / error
    level = shared(0.99, len(ratios))
    far = [name for name, off in ratios.items() if abs(off) > chance_bound(level, 0)]
    return Verdict(
        "spread of the mean, by formula and simulated (not in the paper)",
        "sqrt(Var[rate]/S_Z + E[rate]/(S_Z S_y))",
        f"{len(ratios)} cells whose tails allow it, at most "
        f"{max(abs(off) for off in ratios.values()):.2f} errors apart"
        + (f"; too far: {', '.join(far)}" if far else ""),
        f"99 % for all together: {chance_bound(level, 0):.2f} errors",
        not far,
    )


def _ours(rows: Sequence[Row]) -> Verdict:
    tested, far, skewed, worst = _judged(_of(rows, "our variance"), lambda _: 0.0)
    pairs = [
        (
            _number(mine, "relative spread") / _number(theirs, "relative spread"),
            str(mine["setting"]),
        )
        for mine in _of(rows, "our variance")
        for theirs in _of(rows, "variance")
        if mine["setting"] == theirs["setting"] and mine["S_Z"] == theirs["S_Z"] == TOTAL // 10
    ]
    return Verdict(
        "bias of our own estimator of the variance (not in the paper)",
        "0: its bias is subtracted",
        f"{tested} cells, at most {worst:.2f} errors off"
        + (f"; too far: {', '.join(far)}" if far else "")
        + (f"; too skewed to be tested: {', '.join(skewed)}" if skewed else "")
        + "; spread over that of 1000 x 10: "
        + ", ".join(f"{name} {ratio:.2g}" for ratio, name in pairs),
        "99 % for all together, Student's t",
        tested > 0 and not far,
    )


def _printed(rows: Sequence[Row]) -> Verdict:
    """Say what the estimator as printed would have shown."""
    latents = int(_claim("suggested S_Z"))
    biases = {
        str(row["setting"]): _number(row, "relative bias")
        for row in _of(rows, "printed mean")
        if row["S_Z"] == latents
    }
    far = [name for name, bias in biases.items() if abs(bias) > 0.5]
    return Verdict(
        "eq:pmf_ey as printed, each count times its probability: bias of the mean",
        "the estimator of the figure",
        ", ".join(f"{name} {bias:+.0%}" for name, bias in biases.items()),
        "slight: below half of the mean in every setting",
        not far,
        "erratum 42: as printed it does not estimate the mean; the figure's slight bias shows that "
        "it was not computed so",
    )


def figure(runs: Sequence[Run]) -> Figure:
    """Draw spreads and biases against S_Z: formulas as lines, simulation as marks."""
    rows = table(runs)
    drawn, axes = panels(2, 2, width=5.6, height=3.5)
    colours = dict(zip(PMF, ("C0", "C1", "C2", "C3", "C4", "C5", "C6"), strict=True))
    _spread_panel(axes[0][0], rows, "mean", colours)
    _spread_panel(axes[0][1], rows, "variance", colours)
    _bias_panel(axes[1][0], rows, "variance", colours)
    _bias_panel(axes[1][1], rows, "our variance", colours)
    axes[1][1].set_title("ours: bias of Var[Y], relative, without its sign; 2 errors")
    drawn.legend(
        *axes[0][0].get_legend_handles_labels(), ncols=7, loc="outside upper center", fontsize=8
    )
    return drawn


def _spread_panel(axis: Axes, rows: Sequence[Row], estimator: str, colours: dict[str, str]) -> None:
    for name, colour in colours.items():
        line = [row for row in _of(rows, estimator) if row["setting"] == name]
        places = [_number(row, "S_Z") for row in line]
        axis.plot(places, [_number(row, "spread by formula") for row in line], color=colour)
        seen = [_number(row, "relative spread") for row in line]
        axis.plot(places, seen, "o", color=colour, markersize=4, label=name)
    axis.set(xscale="log", yscale="log", ylim=(5e-4, None), xlabel="S_Z, with S_Z S_y = 10,000")
    axis.set_title(f"spread of {'E' if estimator == 'mean' else 'Var'}[Y], relative")


def _bias_panel(axis: Axes, rows: Sequence[Row], estimator: str, colours: dict[str, str]) -> None:
    for name, colour in colours.items():
        line = [row for row in _of(rows, estimator) if row["setting"] == name]
        places = [_number(row, "S_Z") for row in line]
        if estimator == "variance":
            axis.plot(places, [-_number(row, "bias by formula") for row in line], color=colour)
        axis.errorbar(
            places,
            [abs(_number(row, "relative bias")) for row in line],
            [2 * _number(row, "its error") for row in line],
            fmt="o",
            color=colour,
            markersize=3,
            linewidth=0.7,
        )
    axis.set(xscale="log", yscale="log", ylim=(1e-5, 3), xlabel="S_Z, with S_Z S_y = 10,000")
    axis.set_title("bias of Var[Y], relative, without its sign: formula; simulated, 2 errors")


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
