"""What has no formulas: links, priors without moments, statistics of ones own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
import torch
from asking import ask, codes

import symppm as ppm
from symppm.stochastic.asked import Target
from symppm.stochastic.plans import EXPLICIT

DRAWS = 400


def judge(
    model: ppm.Model, found: Any, statistic: Any, wanted: float, shape: tuple[int, ...],
    tolerance: float,
) -> None:  # fmt: skip
    """See by draws with NumPy, which nothing of the search has made, that a target is met."""
    drawn = ppm.sample(model, dict(found.parameters), shape=shape, draws=DRAWS, random_seed=12345)
    values = np.array([statistic(each) for each in drawn], dtype=float)
    error = values.std(ddof=1) / math.sqrt(DRAWS)
    assert error < 0.3 * abs(wanted)
    assert abs(values.mean() - wanted) < 5 * error + 2 * tolerance * abs(wanted)


def heavy() -> ppm.Model:
    with ppm.Model("heavy_rates") as model:
        s, b = ppm.hyperparameters("s b")
        level = ppm.HalfCauchy("level", location=0, scale=s, dims="row")
        slope = ppm.Normal("slope", mean=0, variance=b, dims="col")
        ppm.Poisson("Y", rate=level * ppm.exp(slope), dims="row col", observed=True)
    return model


def test_a_prior_without_moments_is_matched_by_probabilities_and_quantiles() -> None:
    model, targets = heavy(), {"P(Y = 0)": 0.4, "quantile 0.9": 12.0}
    found = ask(model.declaration, targets, random_seed=2, tolerance=0.03)
    assert found.feasible
    assert found.k is None
    assert set(found.estimators.values()) == {EXPLICIT}
    assert found.achieved_errors["P(Y = 0)"] > 0
    assert found.achieved["quantile 0.9"] == pytest.approx(12, rel=0.03)
    # By quadrature, over quantiles of both priors.
    s, b = found.parameters["s"], found.parameters["b"]
    levels = (np.arange(2000) + 0.5) / 2000
    cauchy = s * np.tan(np.pi / 2 * levels)
    rate = cauchy[:, None] * np.exp(math.sqrt(b) * scipy.stats.norm.ppf(levels))[None, ::10]
    zero = float(np.exp(-rate).mean())
    assert zero == pytest.approx(found.achieved["P(Y = 0)"], abs=5 * 0.03 * 0.4)
    assert zero == pytest.approx(0.4, rel=0.07)
    tenth = float(scipy.stats.poisson.cdf(12, rate).mean())
    assert tenth == pytest.approx(0.9, abs=0.02)


def test_asking_for_a_mean_that_does_not_exist_is_noticed() -> None:
    found = ask(
        heavy().declaration, {"mean": 5.0}, {"b": 0.1}, seconds=10, tolerance=0.05, random_seed=1
    )
    assert "heavy_tails" in codes(found)


def clicks() -> ppm.Model:
    with ppm.Model("clicks_of_users") as model:
        b0 = ppm.hyperparameters("b0", domain="real")
        s, r = ppm.hyperparameters("s r")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        beta = ppm.Normal("beta", mean=1, variance=r, dims="col factor")
        share = ppm.logistic(b0 + ppm.sum(theta * beta, over="factor"))
        ppm.Bernoulli("Y", mean=share, dims="row col", observed=True)
    return model


def test_a_logistic_link_with_a_free_intercept() -> None:
    model, targets = clicks(), {"mean": 0.2, "rho_row": 0.1}
    fixed = {"K": 4.0, "r": 0.5}
    found = ask(model.declaration, targets, fixed, random_seed=1, tolerance=0.05)
    assert found.feasible
    judge(model, found, np.mean, 0.2, (30, 30), 0.05)
    # Entries of one row: their covariance over many matrices of one row and two columns.
    drawn = ppm.sample(model, dict(found.parameters), shape=(20_000, 2), draws=1, random_seed=3)
    assert np.corrcoef(drawn.T)[0, 1] == pytest.approx(0.1, abs=0.06)


def empty_rows(batch: torch.Tensor) -> torch.Tensor:
    return (batch.sum(2) == 0).double().mean(1)


def test_the_share_of_empty_rows_as_a_target() -> None:
    # With one column only P(Y = 0) counts: it is known for a Gamma rate, (b / (1 + b))^a.
    with ppm.Model("rates_of_rows") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    targets = {"mean": 2.0, "empty rows": Target(0.35, statistic=empty_rows)}
    found = ask(model.declaration, targets, shape=(20, 4), random_seed=4, tolerance=0.03)
    assert found.feasible
    fit = found.parameters
    # Four columns: P(row sum = 0) = (b / (b + 4))^a.
    exact = (fit["b"] / (fit["b"] + 4)) ** fit["a"]
    assert exact == pytest.approx(0.35, abs=5 * (0.01 + found.achieved_errors["empty rows"]))
    assert fit["a"] / fit["b"] == pytest.approx(2, rel=0.05)


def test_a_categorical_variable_in_the_middle() -> None:
    with ppm.Model("kinds_of_rows") as model:
        p, g = ppm.hyperparameters("p g")
        kind = ppm.Categorical("kind", weights=(1, p), dims="row")
        theta = ppm.Gamma("theta", shape=2, rate=g, dims="row col")
        rate = theta * (0.5 + 4 * kind)
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    targets = {"mean": 4.0, "P(Y = 0)": 0.25}
    found = ask(model.declaration, targets, random_seed=6, tolerance=0.02)
    assert found.feasible
    odds, rate = found.parameters["p"], found.parameters["g"]
    share = odds / (1 + odds)
    # theta c is Gamma(2, g/c): entries are negative binomial given the kind.
    mean = 2 / rate * (0.5 + 4 * share)
    zero = sum(
        weight * (rate / (rate + scale)) ** 2 for weight, scale in ((1 - share, 0.5), (share, 4.5))
    )
    assert mean == pytest.approx(4.0, rel=0.04)
    assert zero == pytest.approx(0.25, rel=0.04)


def test_an_exponential_link_has_log_normal_rates() -> None:
    with ppm.Model("log_rates") as model:
        m = ppm.hyperparameters("m", domain="real")
        v = ppm.hyperparameters("v")
        theta = ppm.Normal("theta", mean=m, variance=v, dims="row")
        ppm.Poisson("Y", rate=ppm.exp(theta), dims="row col", observed=True)
    targets = {"mean": 3.0, "variance": 9.0}
    found = ask(model.declaration, targets, random_seed=8, tolerance=0.02)
    assert found.feasible
    # E Y = exp(m + v/2), Var Y = E Y + (exp(v) - 1) (E Y)^2: so v = log(1 + 6/9).
    expected_v = math.log(1 + 6 / 9)
    expected_m = math.log(3) - expected_v / 2
    error = found.parameter_errors
    assert abs(found.parameters["v"] - expected_v) < 5 * error["v"] + 0.02
    assert abs(found.parameters["m"] - expected_m) < 5 * error["m"] + 0.02


def test_the_maximum_of_a_matrix_as_a_target() -> None:
    with ppm.Model("rates_of_entries") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=2, rate=a, dims="row col")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    found = ask(model.declaration, {"maximum": 9.0}, shape=(4, 3), random_seed=9, tolerance=0.03)
    assert found.feasible
    # Entries are independent negative binomials.
    rate = found.parameters["a"]
    law = scipy.stats.nbinom(2, rate / (1 + rate))
    values = np.arange(400)
    exact = float((1 - law.cdf(values) ** 12).sum())
    assert exact == pytest.approx(9, rel=0.06)
    judge(model, found, np.max, 9.0, (4, 3), 0.03)


def test_a_discrete_variable_of_many_values_in_the_middle() -> None:
    with ppm.Model("numbers_of_parts") as model:
        m, g = ppm.hyperparameters("m g")
        count = ppm.Poisson("N", rate=m, dims="row")
        theta = ppm.Gamma("theta", shape=1 + count, rate=g, dims="row col")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    targets = {"mean": 3.0, "P(Y = 0)": 0.25}
    found = ask(model.declaration, targets, random_seed=10, tolerance=0.03)
    assert found.feasible
    m, g = found.parameters["m"], found.parameters["g"]
    # Given N, P(Y = 0) = q^(1 + N) with q = g / (g + 1): q exp(-m (1 - q)) in all.
    q = g / (g + 1)
    assert (1 + m) / g == pytest.approx(3.0, rel=0.05)
    assert q * math.exp(-m * (1 - q)) == pytest.approx(0.25, rel=0.06)


def test_softplus_keeps_a_normal_rate_positive() -> None:
    with ppm.Model("soft_rates") as model:
        m = ppm.hyperparameters("m", domain="real")
        theta = ppm.Normal("theta", mean=m, variance=1, dims="row")
        ppm.Poisson("Y", rate=ppm.softplus(theta), dims="row col", observed=True)
    found = ask(model.declaration, {"mean": 2.0}, random_seed=11, tolerance=0.02)
    assert found.feasible
    levels = scipy.stats.norm.ppf((np.arange(4000) + 0.5) / 4000) + found.parameters["m"]
    assert np.logaddexp(0, levels).mean() == pytest.approx(2.0, rel=0.04)
