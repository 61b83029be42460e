"""Cells without a count: how well a posterior predicts that they are empty.

They are nearly all cells, and neither PSIS-LOO nor the held-out likelihood of stored triples sees
them. The likelihood of a zero is exp(-rate), and its predictive value the mean of that over draws.
At the mean rate it would be far too small where shapes are: a rate that is nearly always zero and
rarely large has the same mean as one that is always small. Fits were told of these zeros, so their
score is not that of cells held out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from posterior.data import Counts
from posterior.draws import drawn_log_rates

if TYPE_CHECKING:
    from posterior.cavi import Fit

Floats = NDArray[np.float64]

CELLS: Final = 20_000
"""Empty cells that are scored, at most."""


@dataclass(frozen=True)
class Zeros:
    """Predictive log likelihood of the empty cells.

    Attributes
    ----------
    elpd : float
        Sum over all empty cells.
    sampling_error : float
        Standard error due to scoring some only; 0 for all.
    each : numpy.ndarray
        The terms of the cells that were scored.
    scale : float
        How many cells each of them stands for.
    """

    elpd: float
    sampling_error: float
    each: Floats
    scale: float


def some_empty(stored: Counts, rng: np.random.Generator, most: int = CELLS) -> Counts:
    """Return empty cells at random, in random order.

    Parameters
    ----------
    stored : Counts
        All counts above zero.
    rng : numpy.random.Generator
        Source of the choice.
    most : int
        How many at most.

    Returns
    -------
    Counts
        Places; their values say nothing.
    """
    size = stored.shape[0] * stored.shape[1]
    number = min(most, size - len(stored))
    # The m-th empty cell lies as far beyond m as there are stored cells before it.
    taken = np.sort(stored.cells)
    before = taken - np.arange(taken.size)
    drawn = rng.choice(size - len(stored), number, replace=False)
    cells = drawn + np.searchsorted(before, drawn, side="right")
    rows, columns = np.divmod(cells, stored.shape[1])
    return Counts(rows, columns, np.ones(number, dtype=np.int64), stored.shape)


def zeros(fit: Fit, places: Counts, total: int, rng: np.random.Generator, draws: int) -> Zeros:
    """Score empty cells.

    Parameters
    ----------
    fit : Fit
        The posterior.
    places : Counts
        Those to score.
    total : int
        How many empty cells there are.
    rng : numpy.random.Generator
        Source of the draws.
    draws : int
        How many draws of theta and beta.
    """
    logs = np.full(len(places), -np.inf)
    for rates in drawn_log_rates(fit, places, rng, draws):
        logs = np.logaddexp(logs, -np.exp(rates))
    each = logs - math.log(draws)
    n = each.size
    spread = float(each.std(ddof=1)) * math.sqrt((1 - n / total) / n) if n < total else 0.0
    return Zeros(float(each.mean()) * total, total * spread, each, total / n)


def absent(fit: Fit, stored: Counts) -> float:
    """Return how many counts a fit expects in the cells that have none.

    Parameters
    ----------
    fit : Fit
        The posterior.
    stored : Counts
        The cells that have some.
    """
    theta, beta = fit.theta_mean, fit.beta_mean
    rate = theta.sum(axis=0) @ beta.sum(axis=0)
    there = np.einsum("tk,tk->", theta[stored.rows], beta[stored.columns])
    return float(rate - there)
