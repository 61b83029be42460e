"""What lastfm itself says of the paper's numbers, without any fit."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Final

from lab.running import Row

from posterior.authors import k_and_shapes, matched_by_averages
from posterior.judging import counts_of

SEEDS: Final = 20
SAMPLES: Final = 100_000
"""Pairs of each kind, the paper's S."""


def facts(folder: Path | None) -> list[Row]:
    """Return K of all the counts of lastfm, four ways.

    Parameters
    ----------
    folder : pathlib.Path or None
        Folder of data sets.

    Returns
    -------
    list of mapping
        By averaged Pearson correlations, by the paper's Algorithm 1 with several seeds, and by our
        two matches; each has ``way`` and ``K``.
    """
    import symppm as ppm  # noqa: PLC0415 - in the worker, whose threads are set by then

    counts = counts_of("lastfm", folder)
    matrix = counts.sparse
    averages = matched_by_averages(counts)
    rows: list[Row] = [{"way": "averages", **averages}]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # What is hard about the data is what is studied.
        for estimator in ("moments", "cross-moments"):
            found = ppm.match(matrix, model="pmf_gamma", estimator=estimator)
            low, high = found.interval(0.95)["K"]
            k = float(found.k_exact or 0)
            rows.append({"way": estimator, "K": k, "low": float(low), "high": float(high)})
    for seed in range(SEEDS):
        drawn = ppm.algorithm1(matrix, samples=SAMPLES, random_seed=seed)
        correlations = float(drawn.rho_row), float(drawn.rho_col)
        sampled = k_and_shapes(averages["mean"], averages["variance"], *correlations)
        rows.append({"way": "algorithm 1", "K": sampled["K"]})
    return rows
