"""The shape of a tail, against distributions whose tail is known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from symppm.stochastic.verdict import settles, tail_shape


def pareto(shape: float, count: int, seed: int) -> np.ndarray:
    """Draw from the generalised Pareto distribution by its quantile function."""
    u = np.random.default_rng(seed).random(count)
    return -np.log(u) if shape == 0 else (u**-shape - 1) / shape


@pytest.mark.parametrize("shape", [0.0, 0.3, 0.7, 1.0, 1.5])
def test_the_shape_of_generalised_pareto_draws(shape: float) -> None:
    count, runs = 40_000, 30
    found = np.array([tail_shape(pareto(shape, count, seed)) for seed in range(runs)])
    tail = 3 * math.sqrt(count)
    # The maximum likelihood estimate has variance (1 + shape)^2 / n; the prior moves it by its
    # share of the sample at most.
    error = (1 + shape) / math.sqrt(tail * runs)
    moved = 10 / (tail + 10) * abs(shape - 0.5)
    assert abs(found.mean() - shape) < 5 * error + moved
    assert found.std() < 2 * (1 + shape) / math.sqrt(tail)


def test_neither_scale_nor_place_nor_order_matter() -> None:
    values = pareto(0.6, 5000, 1)
    assert tail_shape(7 * values + 3) == pytest.approx(tail_shape(values), rel=1e-9)
    assert tail_shape(values[::-1]) == tail_shape(values)


def test_bounded_values_have_a_negative_shape() -> None:
    assert tail_shape(np.random.default_rng(0).random(10_000)) < -0.5


def test_what_has_no_tail() -> None:
    assert tail_shape(np.ones(1000)) == -math.inf
    assert tail_shape(np.arange(20.0)) == -math.inf
    assert tail_shape(np.array([1.0] * 1000 + [math.inf])) == math.inf
    assert tail_shape(np.array([1.0] * 1000 + [math.nan])) == math.inf


@pytest.mark.parametrize("seed", range(10))
def test_averages_settle_where_the_variance_exists_and_not_where_hardly_a_mean_does(
    seed: int,
) -> None:
    assert settles(pareto(0.3, 40_000, seed))
    assert not settles(pareto(1.0, 40_000, seed))
    assert not settles(-pareto(1.2, 40_000, seed))


def test_averages_of_shares_settle_however_coarse_they_are() -> None:
    rng = np.random.default_rng(2)
    for rows in (1, 5, 20, 300):
        for share in (0.001, 0.05, 0.35):
            assert settles(rng.binomial(rows, share, 20_000) / rows - share)


def test_what_overflows_does_not_settle() -> None:
    assert not settles(np.array([1.0] * 1000 + [math.inf]))
    huge = pareto(1.2, 40_000, 3) * 1e180
    assert not settles(huge)
    assert settles(pareto(0.2, 40_000, 3) * 1e180)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5])
def test_a_heavy_tail_beside_many_zeros_is_seen(share: float) -> None:
    rng = np.random.default_rng(5)
    values = np.where(rng.random(16_384) < share, pareto(1.3, 16_384, 5), 0.0)
    assert not settles(values - values.mean())
    light = np.where(rng.random(16_384) < share, pareto(0.1, 16_384, 5), 0.0)
    assert settles(light - light.mean())
