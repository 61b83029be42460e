"""Relative errors of K-hat: where their median is, and how far they spread."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from lab.estimating import READING, estimates, ratios
from lab.medians import Key, beside_one
from lab.running import Run, number
from lab.settings import Floats
from lab.verdicts import Verdict


def errors(runs: Sequence[Run], estimate: str = "k_hat") -> Floats:
    """Return (K-hat - K)/K of runs.

    Parameters
    ----------
    runs : sequence of Run
        Whose cells have ``K``.
    estimate : str
        Name of the estimate in the rows.
    """
    truth = np.array([number(each.cell, "K") for each in runs])
    return np.asarray(np.array(estimates(runs, estimate)) / truth - 1)


def near_zero(runs: Sequence[Run], what: str, *names: str, estimate: str = "k_hat") -> Verdict:
    """Return whether the median of the relative error is zero in every group.

    Parameters
    ----------
    runs : sequence of Run
        Of all cells.
    what : str
        What is compared.
    *names : str
        Names in the cells, which tell groups apart.
    estimate : str
        Name of the estimate in the rows.
    """
    found = beside_one(ratios(runs, *names, estimate=estimate), within=READING)
    medians = {key: each - 1 for key, each in found.middle.items()}
    told = f"{min(medians.values()):+.3f} to {max(medians.values()):+.3f} in {len(medians)} groups"
    if len(medians) == 1:
        told = f"{max(medians.values()):+.3f}"
    elif found.off:
        named = [f"{_named(key)} {medians[key]:+.3f}" for key in found.off[:4]]
        told += "; not zero: " + "; ".join(named)
    return Verdict(
        what,
        "median relative error near 0",
        told,
        f"interval of each median, 95 % for all together ({found.width}), within {READING} of 0",
        found.agrees,
        resolved=found.resolved,
    )


def _named(key: Key) -> str:
    return " ".join(str(each) for each in key)


def spread(values: Floats) -> float:
    """Return the distance of the quartiles.

    Parameters
    ----------
    values : ndarray
        Draws.
    """
    low, high = np.percentile(values, (25, 75))
    return float(high - low)


def spreads(values: Floats, again: int, rng: np.random.Generator) -> Floats:
    """Return the distance of the quartiles in samples drawn with replacement.

    Parameters
    ----------
    values : ndarray
        Draws.
    again : int
        How many samples.
    rng : numpy.random.Generator
        Source of randomness.
    """
    drawn = values[rng.integers(len(values), size=(again, len(values)))]
    low, high = np.percentile(drawn, (25, 75), axis=1)
    return np.asarray(high - low)
