"""One contestant's fit, and everything it is judged by.

PSIS-LOO and the held-out log-likelihood are of stored triples, as in the paper. Neither sees the
cells without a count, which are nearly all, so priors that expect far too many counts may do well
by both. The log-likelihood of a tenth of all cells, held-out triples and a tenth of the zeros, says
what that costs: for Poisson counts each zero adds minus its rate.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from lab.running import Row, Value

from posterior.cavi import SPREAD, Fit, Hyper, fit
from posterior.data import Counts, lastfm, split, tumours
from posterior.scores import held_out, psis_loo

SHARE: Final = 0.9
"""Of the triples to train on."""

SPLITS: Final = 2017
"""Seed of the splits, which are the same for all contestants."""


@dataclass(frozen=True)
class Terms:
    """How fits are made and scored, the same for all that are compared.

    Attributes
    ----------
    tolerance : float
        Of a fit, relative to its bound.
    draws : int
        From the posterior.
    triples : int
        How many enter PSIS-LOO, at most; the rest by their difference from the plug-in.
    spread : float
        How much alike factors start.
    predicted : bool
        Whether held-out triples are scored.
    """

    tolerance: float
    draws: int
    triples: int
    spread: float = SPREAD
    predicted: bool = True


TERMS: Final[Mapping[str, Terms]] = MappingProxyType(
    {"tumours": Terms(1e-5, 200, 2000), "lastfm": Terms(1e-4, 100, 20_000)}
)
"""By data set; a fit of lastfm to 1e-5 takes some times as long and gains one part in a hundred."""


@cache
def halves(data: str, number: int, folder: Path | None) -> tuple[Counts, Counts]:
    """Return the triples to train on and those that are held out.

    Parameters
    ----------
    data : {"tumours", "lastfm"}
        Which counts.
    number : int
        Which split.
    folder : pathlib.Path or None
        Where lastfm is; not needed for the tumours.
    """
    counts = tumours() if data == "tumours" or folder is None else lastfm(folder)
    return split(counts, SHARE, np.random.default_rng([SPLITS, number]))


def judged(
    train: Counts,
    test: Counts,
    hyper: Hyper,
    rng: np.random.Generator,
    terms: Terms,
    choosing: float = 0.0,
) -> Row:
    """Fit, score, and return both as a row.

    Parameters
    ----------
    train, test : Counts
        Both parts of a split.
    hyper : Hyper
        Priors and K.
    rng : numpy.random.Generator
        For the start of the fit and for draws from it.
    terms : Terms
        How to fit and score.
    choosing : float
        Seconds that it took to choose the priors.

    Returns
    -------
    mapping
        Scores that are not finite are None.
    """
    start = time.perf_counter()
    found = fit(train, hyper, rng, missing=test, tolerance=terms.tolerance, spread=terms.spread)
    fitted = time.perf_counter()
    loo = psis_loo(found, train, rng, terms.draws, triples=min(terms.triples, len(train)))
    scored = time.perf_counter()
    row: dict[str, Value] = {
        "k": hyper.k,
        "a": hyper.a,
        "b": hyper.b,
        "c": hyper.c,
        "d": hyper.d,
        "train": len(train),
        "test": len(test),
        "loo": _finite(loo.elpd),
        "loo_error": _finite(math.hypot(loo.error, loo.sampling_error)),
        "k_above_0.7": loo.k_shares[0],
        "k_above_1": loo.k_shares[1],
        "iterations": found.iterations,
        "converged": found.converged,
        "choosing": choosing,
        "fitting": fitted - start,
        "seconds": choosing + scored - start,
    }
    return {**row, **_predicted(found, train, test, rng, terms.draws)} if terms.predicted else row


def _predicted(
    found: Fit, train: Counts, test: Counts, rng: np.random.Generator, draws: int
) -> Row:
    score = held_out(found, test, rng, draws)
    filled = absent(found, train, test)
    return {
        "held_out": _finite(score.elpd),
        "held_out_error": _finite(score.error),
        "plug_in": _finite(score.plug_in),
        "leaning": score.leaning,
        "absent": _finite(filled),
        "all_cells": _finite(score.elpd - (1 - SHARE) * filled),
    }


def absent(found: Fit, train: Counts, test: Counts) -> float:
    """Return how many counts a fit expects in the cells that have none.

    Parameters
    ----------
    found : Fit
        The posterior.
    train, test : Counts
        The cells that have some.
    """
    theta, beta = found.theta_mean, found.beta_mean
    everywhere = float(theta.sum(axis=0) @ beta.sum(axis=0))
    stored = 0.0
    for part in (train, test):
        stored += float(np.einsum("tk,tk->", theta[part.rows], beta[part.columns]))
    return max(everywhere - stored, 0.0)


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
