"""What is said of the printed moments of starting points, and how many draws are behind them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from lab.running import Row, number
from lab.settings import HPF, PMF
from lab.verdicts import Verdict, chance_bound, reference, shared
from scipy import stats

from technical.starting_points import ALL, closed_forms, moments, skewness, spread

NAME: Final = "initialisations"
SIMULATED: Final = ("M", "N", "O", "P")
"""Settings whose printed digits are finer than the deviations; those of K and L are coarser."""
_EXPLANATION: Final = "erratum 18: as far off as simulated moments are; see the number of draws"


def verdicts(rows: Sequence[Row]) -> list[Verdict]:
    """Compare each table, each number of the second that differs, and simulation with formulas.

    Parameters
    ----------
    rows : sequence of mapping
        Of the table.
    """
    pmf = [row for row in rows if str(row["setting"]) in PMF]
    good = sum(bool(row["same to the printed digits"]) for row in pmf)
    digits = "half a unit of the last printed digit"
    found = [
        Verdict(
            "tab:pmf_initializations, means and deviations of priors, E[Y] and Var[Y] of A to G",
            f"{len(pmf)} numbers", f"{good} of {len(pmf)} the same", digits, good == len(pmf),
        ),
        _other_route(),
    ]  # fmt: skip
    for name in HPF:
        those = [row for row in rows if row["setting"] == name]
        same = all(bool(row["same to the printed digits"]) for row in those)
        found.append(
            Verdict(
                f"tab:hpf_initializations, {name}: E[Y], Var[Y]",
                ", ".join(str(row["printed"]) for row in those),
                ", ".join(f"{float(row['exact'] or 0):.2f}" for row in those),
                digits,
                same,
                _EXPLANATION if not same and _as_simulated(those) else "",
            )
        )
    return [*found, _number_of_draws(), _simulation(rows)]


def _as_simulated(rows: Sequence[Row]) -> bool:
    """Tell whether deviations are such as that number of draws makes, which has to explain all."""
    estimate, _, _, same = draws_behind(lengths())
    if same <= 0.01:
        return False
    bound = chance_bound(shared(0.99, 2 * len(HPF)), 0)
    for row in rows:
        place = ("mean", "variance").index(str(row["quantity"]))
        error = math.sqrt(spread(moments(str(row["setting"])), round(estimate))[place, place])
        printed = str(row["printed"])
        unit = 10.0 ** -len(printed.partition(".")[2])
        if abs(float(printed) - number(row, "exact")) > unit / 2 + bound * error:
            return False
    return True


def _other_route() -> Verdict:
    off = max(
        abs(getattr(moments(name), quantity) / closed_forms(name)[quantity] - 1)
        for name in ALL
        for quantity in ("mean", "variance")
    )
    return Verdict(
        "the package's formulas and those of lab.entry, which share no code",
        "the same",
        f"{off:.1e} apart at most, relatively, in {2 * len(ALL)} moments",
        "1e-12: rounding",
        off < 1e-12,
    )


def _number_of_draws() -> Verdict:
    estimate, low, high, same = draws_behind(lengths())
    return Verdict(
        f"tab:hpf_initializations, {', '.join(SIMULATED)}: how many draws explain the deviations",
        "no number given",
        f"{estimate:.2g} independent counts ({low:.2g} to {high:.2g} with 95 %)",
        f"one number for all of them: p = {same:.2g} (Kolmogorov and Smirnov, of {len(SIMULATED)} "
        "values: a weak test), to be above 0.01",
        same > 0.01,
    )


def lengths() -> list[float]:
    """Return, of each of :data:`SIMULATED`, the squared length of what is printed less exact.

    In units of one draw's covariance of mean and variance, so that n times it is chi-squared with
    two degrees of freedom if n independent draws were made.
    """
    printed = {(x["setting"], x["quantity"]): float(x["printed"]) for x in reference(NAME)}
    found = []
    for setting in SIMULATED:
        exact = closed_forms(setting)
        off = np.array([printed[setting, q] - exact[q] for q in ("mean", "variance")])
        one_draw = spread(moments(setting), 10**6) * 10**6
        found.append(float(off @ np.linalg.solve(one_draw, off)))
    return found


def draws_behind(squares: Sequence[float]) -> tuple[float, float, float, float]:
    """Return how many draws explain deviations, an interval of 95 %, and whether one number does.

    Parameters
    ----------
    squares : sequence of float
        As :func:`lengths` returns them.

    Returns
    -------
    (float, float, float, float)
        The estimate, the ends, and the p-value of one number for all (Kolmogorov and Smirnov).
    """
    degrees, total = 2 * len(squares), sum(squares)
    low, high = (float(stats.chi2.ppf(level, degrees)) / total for level in (0.025, 0.975))
    estimate = degrees / total
    same = stats.kstest([estimate * each for each in squares], stats.chi2(2).cdf)
    return estimate, low, high, float(same.pvalue)


def _simulation(rows: Sequence[Row]) -> Verdict:
    checked = [row for row in rows if row.get("errors off") is not None]
    level = shared(0.99, len(checked))
    outside, worst = [], 0.0
    for row in checked:
        setting, quantity = str(row["setting"]), str(row["quantity"])
        skew = skewness(moments(setting), quantity) / math.sqrt(number(row, "draws"))
        off = abs(number(row, "errors off"))
        worst = max(worst, off)
        if off > chance_bound(level, skew):
            outside.append(f"{quantity} of {setting}")
    return Verdict(
        "our simulation of all settings",
        "formulas",
        f"{len(checked)} means and variances, at most {worst:.2f} standard errors off"
        + (f"; too far: {', '.join(outside)}" if outside else ""),
        f"Normal bound of {chance_bound(level, 0):.2f} errors, 99 % for all together; Chebyshev's "
        "where an average is still skewed",
        not outside,
    )
