"""What Appendix G says of bias and spread, beside formulas and simulation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from lab.running import Row
from lab.settings import PMF
from lab.verdicts import Verdict, chance_bound, shared

from technical.entry import central
from technical.estimator_bias_checks import ours, plug_in, rare, spreads
from technical.estimator_bias_rows import (
    LATENTS,
    TOTAL,
    claim,
    moments,
    place,
    places,
    rows_of,
    value,
)
from technical.nested import variance_of_mean


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """Compare what Appendix G says with formulas, and formulas with simulation.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    return [
        _mean_is_unbiased(rows),
        _spread_of_means(rows),
        _more_latents(rows),
        _suggestion(),
        _bias_of_variances(rows),
        _which_are_hard(rows),
        rare(rows),
        plug_in(rows),
        spreads(rows),
        ours(rows),
        _printed(rows),
    ]


def _mean_is_unbiased(rows: Sequence[Row]) -> Verdict:
    """Test the deviation of every mean, with the exact error."""
    means = rows_of(rows, "mean")
    level = shared(0.99, len(means))
    outside, small, others, worst = [], 0.0, 0.0, 0.0
    for row in means:
        of = moments(str(row["setting"]))
        count = value(row, "estimates")
        off = abs(value(row, "relative bias"))
        errors = off / (value(row, "spread by formula") / math.sqrt(count))
        worst = max(worst, errors)
        skew = float(central(of.rate, 3)) / float(central(of.rate, 2)) ** 1.5
        if errors > chance_bound(level, skew / math.sqrt(value(row, "S_Z") * count)):
            outside.append(place(row))
        if of.mean < float(claim("bias of the mean")):
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
    limit = float(claim("spread of the mean"))
    means = rows_of(rows, "mean")
    above = [row for row in means if value(row, "spread by formula") >= limit]
    most = max(value(row, "spread by formula") for row in means)
    return Verdict(
        "fig:nsamples, left: spread of the mean",
        f"usually below {limit:.0%} of it",
        f"below in {len(means) - len(above)} of {len(means)} cells; above in {places(above)}, "
        f"{most:.2g} of the mean at most",
        "usually: in more than half; spreads by formula",
        len(above) < len(means) / 2,
    )


def _more_latents(rows: Sequence[Row]) -> Verdict:
    """Compare the closed forms of neighbouring splits."""
    wrong, compared = [], 0
    for estimator in ("mean", "variance"):
        for name in PMF:
            line = [row for row in rows_of(rows, estimator) if row["setting"] == name]
            line.sort(key=lambda row: value(row, "S_Z"))
            for fewer, more in pairwise(line):
                compared += 1
                rises = value(more, "bias by formula") < value(fewer, "bias by formula")
                first, second = (value(row, "spread by formula") for row in (fewer, more))
                if rises or second > first:
                    wrong.append(f"{estimator} of {place(more)}")
    return Verdict(
        "fig:nsamples: more latent draws, fewer counts for each",
        "lessens bias and variance of both",
        f"it does in {compared - len(wrong)} of {compared} steps to ten times as many"
        + (f"; not in {', '.join(wrong)}" if wrong else ""),
        "closed forms: bias of all, spread of the mean, and of the variance from S_Z = 100 on",
        not wrong,
    )


def _suggestion() -> Verdict:
    latents, counts = int(claim("suggested S_Z")), int(claim("suggested S_y"))
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
        "their own diagnostic says so too; the suggested split is nearly the best only where "
        "counts vary by Poisson noise alone (G). It is cheaper: a tenth of the latent draws",
    )


def _bias_of_variances(rows: Sequence[Row]) -> Verdict:
    """Say how large the plug-in bias is at the split that the paper suggests."""
    latents, counts = int(claim("suggested S_Z")), int(claim("suggested S_y"))
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
        abs(value(row, "relative bias")) / value(row, "relative spread")
        for row in rows_of(rows, "variance")
        if row["S_Z"] == latents
    ]
    worst, least = min(biases.values()), min(few.values())
    return Verdict(
        f"fig:nsamples, right: bias of the variance at {latents} x {counts}",
        "may be significant where Var[Y] is small",
        f"{worst:.2%} of it at most, whatever Var[Y] is, by formula; {least:.0%} at "
        f"{LATENTS[1]} x {TOTAL // LATENTS[1]}; averages of our estimates are off by at most "
        f"{max(errors):.2f} spreads of one estimate",
        "significant: more than 1 %",
        worst < -0.01,
        "minus the variance of the mean, so never more than Var[Y]/S_Z. What looks like bias is "
        "spread and, with heavy tails, its skewness",
    )


def _which_are_hard(rows: Sequence[Row]) -> Verdict:
    latents = int(claim("suggested S_Z"))
    named = claim("settings").split()
    spreads = {
        str(row["setting"]): value(row, "spread by formula")
        for row in rows_of(rows, "variance")
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
        "the spread goes with the tails of Y, not with how small Var[Y] is: E and D come after C, "
        "and G, all but Poisson counts, is the easiest. Erratum 50: of C, D and G only D has a "
        "small variance",
    )


def _printed(rows: Sequence[Row]) -> Verdict:
    """Say what the estimator as printed would have shown."""
    latents = int(claim("suggested S_Z"))
    biases = {
        str(row["setting"]): value(row, "relative bias")
        for row in rows_of(rows, "printed mean")
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
