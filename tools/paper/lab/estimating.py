"""K and its interval from one matrix, and what is said of many of them."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lab.experiment import groups
from lab.medians import Key, beside_one
from lab.running import Cell, Row, Run, number
from lab.verdicts import Verdict, share_interval

READING: Final = 0.05
"""How closely a printed figure without numbers can be read, relative to K."""


def matched(
    data: NDArray[Any],
    model: str = "pmf_prior",
    estimator: str = "moments",
    fixed: Mapping[str, float] | None = None,
    known: Mapping[str, NDArray[Any]] | None = None,
) -> dict[str, float | None]:
    """Return K before rounding and its 95 % interval; None where the data have no answer.

    Parameters
    ----------
    data : ndarray, shape (N, M)
        What to match.
    model : str
        Of the catalogue. K depends on the observation model alone, whatever the priors.
    using : str
        Which moments tell K, as in :func:`symppm.match`.
    fixed : mapping of str to float, optional
        What is given.
    known : mapping of str to ndarray, optional
        The model's known arrays.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What is hard about the data is what is studied.
        found = ppm.match(
            data, model=model, estimator=estimator, fixed=dict(fixed or {}), known=known
        )
    if found.k_exact is None or not found.feasible:
        return {"k_hat": None, "low": None, "high": None}
    low, high = found.interval(0.95)["K"] if found.uncertainty is not None else (None, None)
    return {"k_hat": float(found.k_exact), "low": _end(low), "high": _end(high)}


def _end(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)


def estimates(runs: Sequence[Run], name: str = "k_hat") -> list[float]:
    """Return the estimates of runs; infinity where there is none, since K is then beyond bounds.

    Parameters
    ----------
    runs : sequence of Run
        What to read.
    name : str
        Of the estimate.
    """
    return [number(each.row, name, math.inf) for each in runs]


LEAST: Final = 0.90
"""Coverage that intervals of 95 % have to have: they are of first order, for many entries."""


def holding(runs: Sequence[Run], low: str = "low", high: str = "high") -> tuple[int, int]:
    """Return in how many of how many runs with an interval it holds the true K.

    Parameters
    ----------
    runs : sequence of Run
        Whose cells have ``K``.
    low, high : str
        Names of the ends.
    """
    held = [
        number(each.row, low) <= number(each.cell, "K") <= number(each.row, high, math.inf)
        for each in runs
        if each.row[low] is not None
    ]
    return sum(held), len(held)


def summary(runs: Sequence[Run], names: Sequence[str]) -> list[Row]:
    """Return, for the runs of each value of some names, quantiles of K-hat and the coverage.

    Parameters
    ----------
    runs : sequence of Run
        What to sum up.
    names : sequence of str
        Names in the cells.
    """
    return [
        {**dict(zip(names, key, strict=True)), **_quantiles(some)}
        for key, some in groups(runs, *names).items()
    ]


def _quantiles(runs: Sequence[Run]) -> dict[str, float | int | None]:
    found = [each for each in estimates(runs) if math.isfinite(each)]
    low, middle, high = _three(found)
    hits, count = holding(runs)
    return {
        "runs": len(runs),
        "no answer": len(runs) - len(found),
        "2.5 %": low,
        "median": middle,
        "97.5 %": high,
        "interval holds K": hits / count if count else None,
    }


def _three(found: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    if not found:
        return None, None, None
    low, middle, high = (float(each) for each in np.percentile(found, (2.5, 50, 97.5)))
    return low, middle, high


def on_the_diagonal(
    runs: Sequence[Run], what: str, *names: str, estimate: str = "k_hat"
) -> Verdict:
    """Return whether the median of K-hat is K in every cell.

    Parameters
    ----------
    runs : sequence of Run
        Of all cells.
    what : str
        Name of the figure.
    *names : str
        Names in the cells, which tell them apart; one of them is ``K``.
    estimate : str
        Name of the estimate in the rows.
    """
    found = beside_one(ratios(runs, *names, estimate=estimate), within=READING)
    return Verdict(
        what,
        "median on the diagonal",
        f"median K-hat/K {found.told}{found.outside(names)}",
        f"interval of each median, 95 % for all together ({found.width}), within {READING:.0%} "
        "of K; answers in half of the runs",
        found.agrees,
        resolved=found.resolved,
    )


def ratios(
    runs: Sequence[Run],
    *names: str,
    estimate: str = "k_hat",
    right: Callable[[Cell], float] | None = None,
) -> dict[Key, list[float]]:
    """Return K-hat over what it should be, by cell; infinite where there is none.

    Parameters
    ----------
    runs : sequence of Run
        Of all cells.
    *names : str
        Names in the cells, which tell them apart.
    estimate : str
        Name of the estimate in the rows.
    right : callable, optional
        From a cell to what K-hat should be there; K unless told.
    """
    return {
        key: [
            each / (number(run.cell, "K") if right is None else right(run.cell))
            for run, each in zip(some, estimates(some, estimate), strict=True)
        ]
        for key, some in groups(runs, *names).items()
    }


def coverage(runs: Sequence[Run], what: str) -> Verdict:
    """Return how often our 95 % interval holds the true K.

    Parameters
    ----------
    runs : sequence of Run
        Of all cells.
    what : str
        Name of the figure.
    """
    hits, count = holding(runs)
    low, high = share_interval(hits, count, 0.95) if count else (0.0, 1.0)
    without = f"; {len(runs) - count} runs have none" if count < len(runs) else ""
    return Verdict(
        f"{what}: coverage of our 95 % interval (not in the paper)",
        "0.95 nominal",
        (f"{hits / count:.3f} ({hits} of {count})" if count else "no interval") + without,
        f"{LEAST:.2f} or more; exact interval {low:.3f} to {high:.3f}",
        low >= LEAST,
        resolved=low >= LEAST or high < LEAST,
    )
