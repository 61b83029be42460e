"""Ratings of which one in twenty is observed have the statistics of the full matrix."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import symppm as ppm

K, A, B, C, D = 3, 2.0, 1.0, 1.5, 0.5
MEAN = K * (A / B) * (C / D)
ROW = MEAN**2 / (K * A)
COL = MEAN**2 / (K * C)
TRUTH = {
    "mean": MEAN,
    "variance": MEAN + ROW + COL + MEAN**2 / (K * A * C),
    "cov_row": ROW,
    "cov_col": COL,
}
"""By the paper's propositions 1 and 2, typed in."""


def ratings(rng: np.random.Generator, active: bool) -> tuple[np.ndarray, np.ndarray]:
    """A matrix, and which of its entries are observed, whatever their values."""
    theta, beta = rng.gamma(A, 1 / B, (120, K)), rng.gamma(C, 1 / D, (K, 90))
    chance = np.full((120, 90), 0.05)
    if active:
        # Some rows and columns are observed twenty times as often as others.
        chance = np.clip(0.05 * np.outer(rng.pareto(2, 120) + 0.1, rng.pareto(2, 90) + 0.1), 0, 1)
    return rng.poisson(theta @ beta), rng.random((120, 90)) < chance


@pytest.mark.parametrize("active", [False, True], ids=["alike", "some more often"])
def test_one_in_twenty_is_enough(active: bool) -> None:
    runs = 300
    found = {name: np.empty(runs) for name in TRUTH}
    for n in range(runs):
        values, observed = ratings(np.random.default_rng(n), active)
        measured = ppm.statistics(values, mask=observed)
        for name, each in found.items():
            each[n] = getattr(measured, name)
    for name, truth in TRUTH.items():
        error = found[name].std(ddof=1) / np.sqrt(runs)
        assert abs(found[name].mean() - truth) < 4 * error, name


def test_gaps_are_not_zeros() -> None:
    values, observed = ratings(np.random.default_rng(1), active=False)
    # Ratings start at one, so that no rating is taken for a gap.
    places = np.nonzero(observed)
    triples = scipy.sparse.coo_array((values[places] + 1.0, places), shape=values.shape)
    masked = ppm.statistics(values + 1.0, mask=observed)
    assert ppm.statistics(triples, zeros="missing").variance == pytest.approx(masked.variance)
    assert ppm.statistics(triples).mean == pytest.approx(masked.mean * observed.mean())


@pytest.mark.thorough
def test_intervals_cover_with_gaps() -> None:
    runs, covered = 200, dict.fromkeys((*TRUTH, "K"), 0)
    for n in range(runs):
        rng = np.random.default_rng(n)
        values, _ = ratings(rng, active=False)
        made = ppm.match(values, mask=rng.random(values.shape) < 0.3, estimator="moments")
        assert made.statistics is not None
        found = {**made.statistics.interval(), **made.interval()}  # type: ignore[union-attr]
        for name, truth in {**TRUTH, "K": K}.items():
            covered[name] += found[name][0] <= truth <= found[name][1]
    # Of 200 intervals that cover in 90 of 100 cases, fewer than 163 do once in ten thousand times.
    assert all(number >= 163 for number in covered.values()), covered
