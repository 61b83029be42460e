"""One contestant's fit, and everything it is judged by.

What leads is the predictive likelihood of a tenth of all cells: the held-out triples, and a tenth
of the empty cells, which were fitted to as zeros. PSIS-LOO and the held-out likelihood are of
stored triples, as in the paper. Neither sees the empty cells, so that priors which expect far too
many counts may do well by both.
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
from lab.running import PaperError, Row, Value
from numpy.typing import NDArray

from posterior.cavi import Fit, Hyper, fit
from posterior.data import Counts, lastfm, split, tumours
from posterior.empty import absent, some_empty, zeros
from posterior.scores import held_out, psis_loo

SHARE: Final = 0.9
"""Of the triples to train on."""

SPLITS: Final = 2017
"""Seed of the splits and of what is sampled to score, which are the same for all contestants."""

GROUPS: Final = 50
"""Parts of what is held out, by which differences of contestants get their errors."""


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
    predicted : bool
        Whether what is held out is scored, and empty cells.
    """

    tolerance: float
    draws: int
    triples: int
    predicted: bool = True


TERMS: Final[Mapping[str, Terms]] = MappingProxyType(
    {"tumours": Terms(1e-5, 200, 2000), "lastfm": Terms(1e-4, 100, 5000)}
)
"""By data set; a fit of lastfm to 1e-5 takes some times as long and gains one part in a hundred."""

SEARCHED: Final[Mapping[str, Terms]] = MappingProxyType(
    {"tumours": Terms(1e-5, 50, 500, predicted=False), "lastfm": Terms(1e-4, 50, 2000, False)}
)
"""Those of the trials of a search: the same fits, and PSIS-LOO from fewer triples, the error of
which is half a per cent."""


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
    return split(counts_of(data, folder), SHARE, np.random.default_rng([SPLITS, number]))


def counts_of(data: str, folder: Path | None) -> Counts:
    """Return the counts of a data set.

    Parameters
    ----------
    data, folder
        As for :func:`halves`.
    """
    if data == "tumours":
        return tumours()
    if data != "lastfm":
        raise PaperError(f"no data are called {data!r}; there are tumours and lastfm")
    if folder is None:
        raise PaperError("lastfm does not ship; give --data, the folder that it is in")
    return lastfm(folder)


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
        Scores that are not finite are None. ``fitting`` and ``seconds`` are of fitting alone and of
        all.
    """
    start = time.perf_counter()
    found = fit(train, hyper, rng, missing=test, tolerance=terms.tolerance)
    fitted = time.perf_counter()
    row = {**hypers(hyper), **scored_loo(found, train, rng, terms)}
    row |= {
        "train": len(train),
        "test": len(test),
        "iterations": found.iterations,
        "converged": found.converged,
        "choosing": choosing,
        "fitting": fitted - start,
    }
    if terms.predicted:
        row |= _predicted(found, train, test, rng, terms.draws)
    return {**row, "seconds": choosing + time.perf_counter() - start}


def hypers(hyper: Hyper) -> dict[str, Value]:
    """Return hyperparameters as a part of a row.

    Parameters
    ----------
    hyper : Hyper
        What is fitted.
    """
    return {"k": hyper.k, **{name: getattr(hyper, name) for name in "abcd"}}


def scored_loo(
    found: Fit, counts: Counts, rng: np.random.Generator, terms: Terms
) -> dict[str, Value]:
    """Return PSIS-LOO as a part of a row.

    Parameters
    ----------
    found : Fit
        The posterior.
    counts : Counts
        The triples that are left out, each.
    rng : numpy.random.Generator
        For draws and for the choice of triples.
    terms : Terms
        How many of both.
    """
    loo = psis_loo(found, counts, rng, terms.draws, triples=min(terms.triples, len(counts)))
    return {
        "loo": _finite(loo.elpd),
        "loo_error": _finite(math.hypot(loo.error, loo.sampling_error)),
        "k_above_0.7": loo.k_shares[0],
        "k_above_1": loo.k_shares[1],
    }


def _predicted(
    found: Fit, train: Counts, test: Counts, rng: np.random.Generator, draws: int
) -> dict[str, Value]:
    stored = Counts(
        np.concatenate([train.rows, test.rows]),
        np.concatenate([train.columns, test.columns]),
        np.concatenate([train.values, test.values]),
        train.shape,
    )
    fixed = np.random.default_rng([SPLITS, len(test), int(test.cells.sum())])
    order = fixed.permutation(len(test))
    score = held_out(found, test, rng, draws)
    places = some_empty(stored, fixed)
    empty = train.shape[0] * train.shape[1] - len(stored)
    none = zeros(found, places, empty, rng, draws)
    share = 1 - SHARE
    parts = summed(score.each[order]), share * none.scale * summed(none.each)
    return {
        "held_out": _finite(score.elpd),
        "held_out_error": _finite(score.error),
        "plug_in": _finite(score.plug_in),
        "leaning": score.leaning,
        "absent": _finite(absent(found, stored)),
        "zeros": _finite(none.elpd),
        "zeros_error": _finite(none.sampling_error),
        "all_cells": _finite(score.elpd + share * none.elpd),
        "held_out_parts": _listed(parts[0]),
        "all_cells_parts": _listed(parts[0] + parts[1]),
    }


def summed(each: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sums over ``GROUPS`` parts of what is in random order.

    Parameters
    ----------
    each : numpy.ndarray
        Terms.
    """
    return np.array([part.sum() for part in np.array_split(each, GROUPS)])


def _listed(parts: NDArray[np.float64]) -> str | None:
    return " ".join(f"{each:.8g}" for each in parts) if np.isfinite(parts).all() else None


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
