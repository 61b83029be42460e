"""What the two halves of fig:sensitivity share: ways to find K, and what is said of the authors'.

Ways, in the rows that a run gives:

* ``printed``: the printed formula, from exact statistics (all pairs of entries);
* ``pairs``: the printed formula, from sampled pairs whose two entries may be the same;
* ``given``: the observation model that the data have, its parameter given;
* ``unknown``: the same with the parameter unknown, from cross-moments;
* ``distinct``: cross-moments, whatever the observation model, which is the same K.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from lab.estimating import matched, summary
from lab.formula import printed_k
from lab.running import Cell, Row, Run, Setting, Value
from lab.settings import PMF, rates, with_rates
from numpy.typing import NDArray

from mismatch.coincident import coincident_pairs
from mismatch.misfit import Parts

FIGURE: Final = "fig:sensitivity"
NAMES: Final = ("rows", "setting", "K", "level")
FACTORS: Final = (25, 50, 75, 100, 125, 150)
SAMPLED: Final = 0.2
"""Pairs that ``pairs`` draws, over the entries of the matrix: those of the authors' code
(:mod:`mismatch.coincident` says where), whose files have the 20 % in their names, before the number
of runs. The spread of their correlations where these are all but 0 (setting A, r = 1) is that of
180,000 pairs, where these are 200,000."""

LEVEL: Final = 0.99
"""At which all intervals of a verdict hold together: there are some fifteen verdicts a script."""

Key = tuple[Value, ...]


@dataclass(frozen=True)
class Mismatch:
    """A way in which single entries differ from the model.

    Attributes
    ----------
    name : str
        Of the script and of the published table.
    model : str
        Of the catalogue, the one that has the mismatch in it.
    parameter : str
        Its parameter.
    draw : callable
        From rates, a level and a source of randomness to data.
    limit : callable
        From the parts of a rate and a level to what K-hat/K converges to.
    """

    name: str
    model: str
    parameter: str
    draw: Callable[[NDArray[Any], float, np.random.Generator], NDArray[Any]]
    limit: Callable[[Parts, float], float]


def ways(mismatch: Mismatch, cell: Cell, rng: np.random.Generator, _: Setting) -> list[Row]:
    """Draw a matrix and find K in every way; in A from the variance alone.

    Parameters
    ----------
    mismatch : Mismatch
        What the data have and the printed formula does not.
    cell : mapping
        With ``rows``, ``setting``, ``K`` and ``level``.
    rng : numpy.random.Generator
        Source of randomness.
    """
    size, level = int(cell["rows"] or 0), float(cell["level"] or 0)
    rate = rates(with_rates(*PMF[str(cell["setting"])]), int(cell["K"] or 0), (size, size), rng)
    data = mismatch.draw(rate, level, rng)
    given = matched(data, mismatch.model, fixed={mismatch.parameter: level})
    found: list[Row] = [
        {"way": "printed", **matched(data), **_all_pairs(data)},
        {"way": "pairs", "k_hat": _by_pairs(data, rng)},
        {"way": "given", **given},
    ]
    if cell["setting"] != "A":
        found.append({"way": "distinct", **matched(data, estimator="cross-moments")})
        found.append({"way": "unknown", **_unknown(data, mismatch)})
    return found


def number(value: Value) -> float:
    """Return a value of a cell or row as a number.

    Parameters
    ----------
    value : str, int, float, bool or None
        What is there.
    """
    return float(value or 0)


def _all_pairs(data: NDArray[Any]) -> Mapping[str, float]:
    from symppm.statistics.algorithm1 import pearson_limit  # noqa: PLC0415 - as above

    limit = pearson_limit(data)
    return {"rho_row": limit.rho_row, "rho_col": limit.rho_col}


def _by_pairs(data: NDArray[Any], rng: np.random.Generator) -> float | None:
    rho = coincident_pairs(data, round(SAMPLED * data.size), rng)
    found = printed_k(float(data.mean()), float(data.var()), *rho)
    return found if 0 < found < math.inf else None


def _unknown(data: NDArray[Any], mismatch: Mismatch) -> Mapping[str, float | None]:
    import symppm as ppm  # noqa: PLC0415 - as above

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # As in lab.estimating.
        found = ppm.match(data, model=mismatch.model, estimator="cross-moments", intervals=False)
    if found.k_exact is None or not found.feasible:
        return {"k_hat": None, "parameter": None}
    return {"k_hat": float(found.k_exact), "parameter": found.parameters[mismatch.parameter]}


def by(runs: Sequence[Run], way: str, settings: str = "ADF") -> list[Run]:
    """Return the runs of some settings, each with the row of one way only.

    Parameters
    ----------
    runs : sequence of Run
        What to choose from.
    way : str
        Which rows.
    settings : str
        Letters of settings.
    """
    chosen = [each for each in runs if str(each.cell["setting"]) in settings]
    return [
        Run(each.cell, each.number, rows)
        for each in chosen
        if (rows := [row for row in each.rows if row["way"] == way])
    ]


def table(runs: Sequence[Run]) -> list[Row]:
    """Return, for each way and cell, quantiles of K-hat and coverage.

    Parameters
    ----------
    runs : sequence of Run
        What to sum up.
    """
    rows: list[Row] = []
    for way in ("printed", "pairs", "given", "unknown", "distinct"):
        held = "high" if way in {"printed", "given", "distinct"} else "none"
        some = [
            Run(each.cell, each.number, [{"low": None, "high": None, **each.row}])
            for each in by(runs, way)
        ]
        rows += [{"way": way, **_kept(line, held)} for line in summary(some, NAMES)]
    return rows


def _kept(line: Row, held: str) -> Row:
    return line if held == "high" else {**line, "interval holds K": None}
