"""Some of the authors' evaluations done again, with counts allotted as in their published code."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from lab.running import Row

from posterior.authors import Evaluation, searches
from posterior.cavi import Fit, Hyper
from posterior.data import Counts
from posterior.judging import SEARCHED, SPLITS, counts_of, hypers, scored_loo
from posterior.published_fit import fit, splits

MOST: Final = 40
"""Iterations after which a fit ends here; in the published code, 1000. Some change their bound by
little more than the tolerance for hundreds of iterations, and their scores hardly."""

EVALUATIONS: Final = range(0, 600, 30)
"""Places among the authors' evaluations with both scores, in the order of their files."""


def published(place: int, rng: np.random.Generator, folder: Path | None) -> Row:
    """Fit and score one evaluation.

    Parameters
    ----------
    place : int
        One of ``EVALUATIONS``.
    rng : numpy.random.Generator
        For the start and for draws.
    folder : pathlib.Path or None
        Where lastfm is.
    """
    theirs = evaluations()[place]
    first, second = splits(counts_of("lastfm", folder), np.random.default_rng(SPLITS))
    terms = replace(SEARCHED["lastfm"], draws=100)
    found = fit(first, theirs.hyper, rng, most=MOST)
    scores = [scored_loo(found, each, rng, terms)["loo"] for each in (first, second)]
    return {
        **hypers(theirs.hyper),
        "first": scores[0],
        "second": scores[1],
        "theirs_first": theirs.first,
        "theirs_second": theirs.second,
        "iterations": found.iterations,
        "converged": found.converged,
        "seconds": found.seconds,
    }


def evaluations() -> list[Evaluation]:
    """Return the authors' evaluations that have both scores."""
    every = [each for run in searches() for each in run]
    return [each for each in every if math.isfinite(each.first + each.second)]


def on_second_split(counts: Counts, hyper: Hyper, rng: np.random.Generator) -> tuple[Fit, Counts]:
    """Return a fit as for the authors' surface, and the triples that it is scored by.

    Parameters
    ----------
    counts : Counts
        All triples.
    hyper : Hyper
        As the published code has them: a and b of columns.
    rng : numpy.random.Generator
        For the start.
    """
    first, second = splits(counts, np.random.default_rng(SPLITS))
    return fit(first, hyper, rng, most=MOST), second
