"""Formulas for bias and spread beside simulation, and our own estimator: not in the paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from lab.running import Row
from lab.verdicts import Verdict, chance_bound, share_interval, shared
from scipy import stats

from technical.entry import central
from technical.estimator_bias_rows import TOTAL, moments, place, places, rows_of, value

ONE_IN: Final = 20
"""Of how many estimates one is far below where rare draws decide."""


def rare(rows: Sequence[Row]) -> Verdict:
    """Show what a setting with heavy tails does to 10^4 draws.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    (row,) = (r for r in rows_of(rows, "variance") if r["setting"] == "C" and r["S_Z"] == TOTAL)
    share, count = value(row, "below a tenth"), int(value(row, "estimates"))
    low, high = share_interval(round(share * count), count, 0.99)
    formula, seen = value(row, "spread by formula"), value(row, "relative spread")
    return Verdict(
        "setting C, 10^4 x 1: what a sampled variance sees (not in the paper)",
        "",
        f"{share:.0%} of {count} estimates are below a tenth of Var[Y] = {row['exact']:.0f}; their "
        f"spread is {seen:.2g} of it, that of the distribution is {formula:.2g}",
        f"surely more than one in {ONE_IN} that far below (exact interval of 99 % from {low:.2f}): "
        "rare draws carry the variance, and runs tell neither its bias nor its spread",
        low > 1 / ONE_IN,
        resolved=low > 1 / ONE_IN or high < 1 / ONE_IN,
    )


def _judged(
    rows: Sequence[Row], expected: Callable[[Row], float]
) -> tuple[int, list[str], list[Row], float]:
    """Test biases against expected ones where the averages can be believed.

    Returns
    -------
    (int, list of str, list of mapping, float)
        How many were tested, those too far, those too skewed to be tested, the largest number of
        standard errors.
    """
    level = shared(0.99, len(rows))
    far: list[str] = []
    skewed: list[Row] = []
    worst = 0.0
    for row in rows:
        count = value(row, "estimates")
        if not abs(value(row, "skewness")) / math.sqrt(count) <= 0.2:  # also if all are equal
            skewed.append(row)
            continue
        off = abs(value(row, "relative bias") - expected(row)) / value(row, "its error")
        worst = max(worst, off)
        if off > stats.t.ppf((1 + level) / 2, count - 1):
            far.append(place(row))
    return len(rows) - len(skewed), far, skewed, worst


def plug_in(rows: Sequence[Row]) -> Verdict:
    """Test the bias of the plug-in variance against its closed form.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    tested, far, skewed, worst = _judged(
        rows_of(rows, "variance"), lambda row: value(row, "bias by formula")
    )
    return Verdict(
        "bias of the plug-in variance, by formula and simulated (not in the paper)",
        "-Var of the estimated mean",
        f"{tested} cells, {worst:.2f} errors apart at most"
        + (f"; too far: {', '.join(far)}" if far else "")
        + (f"; too skewed to be tested: {places(skewed)}" if skewed else ""),
        "99 % for all together, Student's t",
        tested > 0 and not far,
        resolved=tested > 0,
    )


def spreads(rows: Sequence[Row]) -> Verdict:
    """Compare the simulated spread of the mean with its closed form, where tails allow it.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    ratios = {}
    for row in rows_of(rows, "mean"):
        of = moments(str(row["setting"]))
        kurtosis = float(central(of.count, 4) / central(of.count, 2) ** 2)
        count = value(row, "estimates")
        # Of an average of S_Z, excess kurtosis is about that of one over S_Z.
        error = math.sqrt(max(2 + kurtosis / value(row, "S_Z"), 2) / count) / 2
        if error < 0.15:
            ratio = value(row, "relative spread") / value(row, "spread by formula")
            ratios[place(row)] = (ratio - 1) / error
    level = shared(0.99, len(ratios))
    far = [name for name, off in ratios.items() if abs(off) > chance_bound(level, 0)]
    return Verdict(
        "spread of the mean, by formula and simulated (not in the paper)",
        "sqrt(Var[rate]/S_Z + E[rate]/(S_Z S_y))",
        f"{len(ratios)} cells whose tails and runs allow it, at most "
        f"{max((abs(off) for off in ratios.values()), default=0.0):.2f} errors apart"
        + (f"; too far: {', '.join(far)}" if far else ""),
        f"99 % for all together: {chance_bound(level, 0):.2f} errors",
        bool(ratios) and not far,
        resolved=bool(ratios),
    )


def ours(rows: Sequence[Row]) -> Verdict:
    """Test the bias of our own estimator, and say how far it spreads.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    tested, far, skewed, worst = _judged(rows_of(rows, "our variance"), lambda _: 0.0)
    pairs = [
        (
            value(mine, "relative spread") / value(theirs, "relative spread"),
            str(mine["setting"]),
        )
        for mine in rows_of(rows, "our variance")
        for theirs in rows_of(rows, "variance")
        if mine["setting"] == theirs["setting"] and mine["S_Z"] == theirs["S_Z"] == TOTAL // 10
    ]
    return Verdict(
        "bias of our own estimator of the variance (not in the paper)",
        "0: its bias is subtracted",
        f"{tested} cells, at most {worst:.2f} errors off"
        + (f"; too far: {', '.join(far)}" if far else "")
        + (f"; too skewed to be tested: {places(skewed)}" if skewed else "")
        + "; spread over that of 1000 x 10: "
        + ", ".join(f"{name} {ratio:.2g}" for ratio, name in pairs),
        "99 % for all together, Student's t",
        tested > 0 and not far,
        resolved=tested > 0,
    )
