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
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from lab.experiment import Experiment, command, groups
from lab.running import Cell, Row, Run, Setting
from lab.settings import FACTORS
from lab.verdicts import Verdict, reference
from numpy.typing import NDArray
from technical import initialisations_claims as claims
from technical import initialisations_figure
from technical.starting_points import ALL, as_printed, closed_forms, moments, spread

if TYPE_CHECKING:
    from matplotlib.figure import Figure


NAME: Final = "initialisations"
DRAWS: Final = 100_000
"""Counts in one run."""


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


def verdicts(runs: Sequence[Run]) -> list[Verdict]:
    """Compare each table, each number of the second that differs, and simulation with formulas."""
    return claims.verdicts(table(runs))


def figure(runs: Sequence[Run]) -> Figure:
    """Draw what is printed, and what is simulated here, relative to the formulas."""
    return initialisations_figure.figure(table(runs))


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
