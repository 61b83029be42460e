"""Tables of starting points (tab:pmf_initializations, tab:hpf_initializations): every moment.

python tools/paper/initialisations.py [--quick] [--jobs 2] [--results DIR]

All 54 printed numbers are compared with the package's formulas, to the digits that are printed.
Two independent checks of these stand beside: the same moments as fractions by another route
(lab.entry), and simulation, whose errors follow from moments of higher order. What is printed for
the hierarchical model looks simulated (erratum 18); how many draws would explain it is estimated
from all printed means and variances at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.entry import Entry, central, entry
from lab.experiment import Experiment, command, groups
from lab.figures import panels
from lab.running import Cell, Row, Run, Setting
from lab.settings import FACTORS, HPF, PMF
from lab.verdicts import Verdict, chance_bound, reference, shared
from numpy.typing import NDArray
from scipy import stats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME: Final = "initialisations"
DRAWS: Final = 100_000
"""Counts in one run."""

ALL: Final[Mapping[str, tuple[float, ...]]] = {**PMF, **HPF}
SIMULATED: Final = ("M", "N", "O", "P")
"""Settings whose printed digits are finer than the deviations; those of K and L are coarser."""

_ROUNDING: Final = 1e-9
_EXPLANATION: Final = "erratum 18: the printed moments are simulated; see the number of draws"


def cells(_: Setting) -> list[Cell]:
    """Return the settings of both tables."""
    return [{"setting": name} for name in ALL]


def one(cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw independent counts of a setting; their mean and variance."""
    values = ALL[str(cell["setting"])]
    y = rng.poisson(_drawn_rates(values, rng)).astype(float)
    return [{"draws": DRAWS, "mean": float(y.mean()), "variance": float(y.var(ddof=1))}]


def _drawn_rates(values: tuple[float, ...], rng: np.random.Generator) -> NDArray[np.float64]:
    shape = (DRAWS, FACTORS)
    if len(values) == 4:
        a, b, c, d = values
        rows = columns = np.ones(DRAWS)
        scale = 1 / (b * d)
    else:
        a, a_prime, b_prime, c, c_prime, d_prime = values
        rows = rng.gamma(a_prime, b_prime / a_prime, DRAWS)
        columns = rng.gamma(c_prime, d_prime / c_prime, DRAWS)
        scale = 1.0
    products = rng.standard_gamma(a, shape) * rng.standard_gamma(c, shape)
    return np.asarray(scale * products.sum(1) / (rows * columns))


@cache
def closed_forms(setting: str) -> dict[str, float]:
    """Return what both tables list of a setting, by the package's formulas.

    Parameters
    ----------
    setting : str
        A to G, K to P.
    """
    from symppm.codegen.load import load_model  # noqa: PLC0415 - loads numba
    from symppm.model.catalogue import catalogue_model  # noqa: PLC0415 - loads SymPy

    values = ALL[setting]
    model = "pmf_gamma" if len(values) == 4 else "hpf_gamma"
    mean, variance, *_ = load_model(model).moments(float(FACTORS), *values)
    found = {"mean": float(mean), "variance": float(variance)}
    if len(values) == 4:
        at = dict(zip("abcd", values, strict=True))
        for each in catalogue_model(model).variables:
            if not each.observed:
                family, given = each.family, each.parameters
                for name, moment, power in (
                    ("mu", family.mean(given), 1.0),
                    ("sigma", family.variance(given), 0.5),
                ):
                    here = {symbol: at[symbol.name] for symbol in moment.free_symbols}
                    found[f"{name}_{each.name}"] = float(moment.subs(here)) ** power
    return found


@cache
def moments(setting: str) -> Entry:
    """Return moments to order six of a setting's count, by the other route.

    Parameters
    ----------
    setting : str
        A to G, K to P.
    """
    return entry(ALL[setting], order=6)


def as_printed(value: float, printed: str) -> bool:
    """Tell whether a number, rounded to as many decimals as another is printed with, is the same.

    Parameters
    ----------
    value : float
        The number.
    printed : str
        The other.
    """
    decimals = len(printed.partition(".")[2])
    return abs(value - float(printed)) <= 0.5 * 10.0**-decimals * (1 + _ROUNDING)


def spread(of: Entry, draws: int) -> NDArray[np.float64]:
    """Return the covariance matrix of mean and variance of so many independent counts.

    Parameters
    ----------
    of : lab.entry.Entry
        With moments to order four.
    draws : int
        How many counts.
    """
    second, third, fourth = (float(central(of.count, n)) for n in (2, 3, 4))
    corner = fourth - second**2 * (draws - 3) / (draws - 1)
    return np.array([[second, third], [third, corner]]) / draws


def skewness(of: Entry, quantity: str) -> float:
    """Return the skewness of what one count adds to an estimate of mean or variance.

    Parameters
    ----------
    of : lab.entry.Entry
        With moments to order six.
    quantity : str
        ``"mean"`` or ``"variance"``.
    """
    m2, m3, m4, m6 = (float(central(of.count, n)) for n in (2, 3, 4, 6))
    if quantity == "mean":
        return float(m3 / m2**1.5)
    return float((m6 - 3 * m4 * m2 + 2 * m2**3) / (m4 - m2**2) ** 1.5)


def table(runs: Sequence[Run]) -> list[Row]:
    """Return every printed number beside the formula and the simulation."""
    simulated = {str(key): some for (key,), some in groups(runs, "setting").items()}
    rows: list[Row] = []
    for line in reference(NAME):
        setting, quantity, printed = line["setting"], line["quantity"], line["printed"]
        exact = closed_forms(setting)[quantity]
        row: dict[str, str | float | int | bool | None] = {
            "setting": setting,
            "quantity": quantity,
            "printed": printed,
            "exact": exact,
            "same to the printed digits": as_printed(exact, printed),
        }
        some = simulated.get(setting)
        if some and quantity in {"mean", "variance"}:
            draws = sum(int(run.row["draws"] or 0) for run in some)
            value = float(np.mean([float(run.row[quantity] or 0) for run in some]))
            place = ("mean", "variance").index(quantity)
            error = math.sqrt(spread(moments(setting), draws)[place, place])
            row |= {"simulated": value, "its error": error, "draws": draws}
            row["errors off"] = (value - exact) / error
        rows.append(row)
    return rows


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


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare each table, each number of the second that differs, and simulation with formulas."""
    rows = table(runs)
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
                "" if same else _EXPLANATION,
            )
        )
    return [*found, _number_of_draws(), _simulation(rows)]


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
        f"one number for all of them: p = {same:.2g}, to be above 0.01",
        same > 0.01,
    )


def _simulation(rows: Sequence[Row]) -> Verdict:
    checked = [row for row in rows if row.get("errors off") is not None]
    level = shared(0.99, len(checked))
    outside, worst = [], 0.0
    for row in checked:
        setting, quantity = str(row["setting"]), str(row["quantity"])
        skew = skewness(moments(setting), quantity) / math.sqrt(float(row["draws"] or 1))
        off = abs(float(row["errors off"] or 0))
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


def figure(runs: Sequence[Run]) -> Figure:
    """Draw what is printed, and what is simulated here, relative to the formulas."""
    rows = [row for row in table(runs) if row["quantity"] in {"mean", "variance"}]
    drawn, axes = panels(1, 2, width=5.6)
    for axis, quantity in zip(axes[0], ("mean", "variance"), strict=True):
        those = [row for row in rows if row["quantity"] == quantity and row["setting"] in SIMULATED]
        places = np.arange(len(those))
        exact = np.array([float(row["exact"] or 0) for row in those])
        printed = np.array([float(str(row["printed"])) for row in those])
        simulated = np.array([float(row["simulated"] or 0) for row in those])
        errors = np.array([float(row["its error"] or 0) for row in those])
        axis.axhline(0, color="black", linewidth=0.8, label="formula")
        axis.plot(places, 100 * (printed / exact - 1), "D", color="#D55E00", label="printed")
        axis.errorbar(
            places + 0.12, 100 * (simulated / exact - 1), 100 * 2 * errors / exact, fmt="o",
            color="#0072B2", markersize=4, label="simulated here, 2 errors",
        )  # fmt: skip
        axis.set_xticks(places, [str(row["setting"]) for row in those])
        axis.set_title(f"{quantity} of the hierarchical settings")
        axis.set_ylabel("off the formula, %")
    axes[0][0].legend()
    return drawn


EXPERIMENT = Experiment(
    name=NAME,
    shows="tab:pmf_initializations and tab:hpf_initializations: moments of the starting points",
    cells=cells,
    one=one,
    runs=(10, 100),
    table=table,
    verdicts=verdicts,
    figure=figure,
)


if __name__ == "__main__":
    raise SystemExit(command(EXPERIMENT))
