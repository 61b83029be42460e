"""What has no formulas: links, priors without moments, statistics of ones own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats
from asking import ask, codes

import symppm as ppm
from symppm.errors import TargetError
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


def test_no_mean_is_vouched_for_that_does_not_exist() -> None:
    found = ask(
        heavy().declaration, {"mean": 5.0}, {"b": 0.1}, seconds=10, tolerance=0.05, random_seed=1
    )
    assert not found.feasible
    (said,) = [each for each in found.remarks if each.code == "unreliable"]
    assert said.severity == "failure"
    assert "mean (Pareto shape" in said.message
    assert not codes(found) & {"infeasible", "unfinished"}


def stretched() -> ppm.Model:
    """Poisson with the exponential of a Gamma variable: the moment of order n needs rate > n."""
    with ppm.Model("stretched_rates") as model:
        s, r = ppm.hyperparameters("s r")
        height = ppm.Gamma("height", shape=s, rate=r, dims="row")
        ppm.Poisson("Y", rate=ppm.exp(height), dims="row col", observed=True)
    return model


@pytest.mark.parametrize(("rate", "known"), [(20.0, True), (2.02, False)])
def test_moments_are_vouched_for_where_their_averages_settle(rate: float, known: bool) -> None:
    shape = 1.5
    first, second = ((1 - n / rate) ** -shape for n in (1, 2))
    targets = {"variance": first + second - first**2}
    found = ask(
        stretched().declaration, targets, {"r": rate}, seconds=10, tolerance=0.02, random_seed=1
    )
    # The second moment has a tail of shape 2 / rate: 0.1 is harmless, 0.9 is not.
    assert found.feasible == known
    assert ("unreliable" in codes(found)) == (not known)
    if known:
        assert found.parameters["s"] == pytest.approx(shape, rel=0.03)


@pytest.mark.parametrize("order", [1, 2])
def test_moments_that_no_hyperparameters_have_are_refused_at_once(order: int) -> None:
    with ppm.Model("spread_out") as model:
        s = ppm.hyperparameters("s")
        if order == 1:
            level = ppm.HalfCauchy("level", location=0, scale=s, dims="row")
        else:
            level = ppm.StudentT("level", location=1, scale=s, degrees=2, dims="row")
        ppm.Normal("Y", mean=level, variance=1, dims="row col", observed=True)
    name = {1: "mean", 2: "variance"}[order]
    with pytest.raises(TargetError, match=f"{name!r}.*for no hyperparameters.*order {order} of"):
        ask(model.declaration, {name: 5.0, "median": 1.0})
    found = ask(model.declaration, {"quantile 0.9": 5.0}, tolerance=0.02)
    assert found.feasible


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


def layered_twice() -> ppm.Model:
    """Poisson with two sums, each over a number of factors of its own."""
    with ppm.Model("two_sums") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
        beta = ppm.Gamma("beta", shape=b, rate=1, dims="col factor")
        phi = ppm.Gamma("phi", shape=c, rate=1, dims="row topic")
        psi = ppm.Gamma("psi", shape=d, rate=1, dims="col topic")
        rate = ppm.sum(theta * beta, over="factor") + ppm.sum(phi * psi, over="topic")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return model


@pytest.mark.parametrize("fixed", [{}, {"K": 3.0}, {"K": 3.0, "N_topic": 4.0}])
def test_several_sizes_are_searched_together(fixed: dict[str, float]) -> None:
    declaration = layered_twice().declaration
    targets = {"mean": 3.0, "variance": 14.0}
    found = ask(declaration, targets, fixed)
    assert found.feasible
    at = found.parameters
    assert all(at[name] == fixed.get(name, round(at[name])) for name in ("K", "N_topic"))
    assert found.k == at["K"]
    if "K" in fixed:
        assert found.k_exact == fixed["K"]
    # By hand: products of independent Gammas with rate one, added up.
    parts = [(at["K"], at["a"], at["b"]), (at["N_topic"], at["c"], at["d"])]
    mean = sum(size * one * two for size, one, two in parts)
    spread = sum(size * one * two * (one + two + 1) for size, one, two in parts)
    assert mean == pytest.approx(3, rel=0.002)
    assert mean + spread == pytest.approx(14, rel=0.002)


def test_a_size_beside_another_is_searched_by_draws_too() -> None:
    fixed = {"a": 0.5, "b": 0.5, "c": 2.0, "d": 2.0, "K": 4.0}
    # By hand: the mean is K/4 + 4 L.
    found = ask(
        layered_twice().declaration, {"mean": 9.0}, fixed, integrate="likelihood", tolerance=0.02
    )
    assert found.feasible
    assert found.k == 4
    assert found.parameters["N_topic"] == 2
    assert 0 < found.parameter_errors["N_topic"] < 0.1


def test_a_level_without_a_mean_that_the_whole_array_shares_does_no_harm_to_the_variance() -> None:
    with ppm.Model("drifting") as model:
        s, v = ppm.hyperparameters("s v")
        level = ppm.HalfCauchy("level", location=0, scale=s, dims="")
        ppm.Normal("Y", mean=level, variance=v, dims="row col", observed=True)
    with pytest.raises(TargetError, match="'mean', which this model has for no hyperparameters"):
        ask(model.declaration, {"mean": 3.0})
    found = ask(model.declaration, {"variance": 3.0}, {"s": 1.0}, seconds=20, tolerance=0.05)
    assert found.feasible
    assert found.parameters["v"] == pytest.approx(3, rel=1e-6)
