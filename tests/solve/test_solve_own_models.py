"""Models that are in no catalogue, declared here: from hyperparameters to targets and back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from math import exp, prod

import pytest
import scipy.stats
import sympy
from solving import combined
from targets_of import as_targets, eta_moments

import symppm as ppm
from symppm.solve import Solution
from symppm.solve.needs import to_be_given

F = Fraction


def symbols(model: ppm.Model) -> dict[str, sympy.Symbol]:
    declared = model.declaration
    return {s.name: s for s in (*declared.sizes, *declared.hyperparameters)}


def solved(model: ppm.Model, *fixed: str, given: tuple[str, ...] | None = None) -> Solution:
    wanted = ("mean", "variance", "rho_row", "rho_col") if given is None else given
    return model.solve(wanted, fixed={name: symbols(model)[name] for name in fixed})


def numbers(seed: str, count: int) -> list[Fraction]:
    generator = random.Random(seed)
    return [F(generator.randint(20, 90), generator.choice((7, 10, 30))) for _ in range(count)]


def returns(solution: Solution, targets: Mapping[str, object], wanted: dict[str, float]) -> bool:
    found = solution.evaluate({name: float(str(v)) for name, v in targets.items()})
    return any(each == pytest.approx(wanted, rel=1e-8) for each in found)


@pytest.mark.thorough
def test_weibull_times_beta_with_negative_binomial_counts() -> None:
    with ppm.Model("weibull_beta") as model:
        shape, scale, alpha, beta_, r = ppm.hyperparameters("shape scale alpha beta_ r")
        theta = ppm.Weibull("theta", shape=shape, scale=scale, dims="row factor")
        beta = ppm.Beta("beta", alpha=alpha, beta=beta_, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=rate, size=r, dims="row col", observed=True)
    assert to_be_given(model.declaration) == ("r",)
    solution = solved(model, "r")
    assert (solution.rank, solution.dimension) == (4, 0)
    for k, s, one, two, size in ((7.0, 1.7, 2.0, 3.0, 4.0), (40.0, 0.6, 0.5, 6.0, 0.7)):
        weibull, shares = scipy.stats.weibull_min(s, scale=0.6), scipy.stats.beta(one, two)
        theta_, beta_moments = (
            (weibull.mean(), weibull.var()),
            (shares.mean(), shares.var()),
        )
        mean, spread, row, col = eta_moments(k, theta_, beta_moments)
        variance = mean + (spread + mean**2) / size + spread
        targets = {**as_targets(mean, variance, row=row, col=col), "r": size}
        hyper = {
            "K": k,
            "mean_theta": weibull.mean(),
            "cv_theta": weibull.std() / weibull.mean(),
            "mean_beta": shares.mean(),
            "cv_beta": shares.std() / shares.mean(),
        }
        assert returns(solution, targets, combined(solution, hyper))


@pytest.mark.thorough
def test_gamma_times_log_normal_with_an_effect_of_the_rows() -> None:
    with ppm.Model("gamma_lognormal") as model:
        a, b, s, t, u = ppm.hyperparameters("a b sigma level_shape level_rate")
        mu = ppm.hyperparameters("mu", domain="real")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.LogNormal("beta", mu=mu, sigma=s, dims="col factor")
        level = ppm.Gamma("level", shape=t, rate=u, dims="row")
        rate = level + ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    solution = solved(model, "level_shape", "level_rate")
    assert (solution.rank, solution.dimension) == (4, 0)
    for k, shape, sigma in ((9.0, 0.7, 0.4), (30.0, 3.0, 1.1)):
        draws = scipy.stats.lognorm(sigma, scale=exp(-0.3))
        mean, spread, row, col = eta_moments(k, (shape / 2, shape / 4), (draws.mean(), draws.var()))
        mean, row = mean + 2.0 / 5, row + 2.0 / 25
        variance = mean + spread + 2.0 / 25
        targets = as_targets(mean, variance, row=row, col=col)
        targets |= {"level_shape": 2.0, "level_rate": 5.0}
        hyper = {
            "K": k,
            "a": shape,
            "b": 2.0,
            "mean_beta": draws.mean(),
            "cv_beta": draws.std() / draws.mean(),
        }
        assert returns(solution, targets, combined(solution, hyper))


@pytest.mark.thorough
def test_two_exposures() -> None:
    with ppm.Model("two_exposures") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rows, cols = ppm.Known("rows", dims="row"), ppm.Known("cols", dims="col")
        rate = rows * cols * ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    solution = solved(model)
    of_rows, of_cols = (0.5, 2.0, 7.0), (1.0, 3.0)
    inverse = sum(1 / (one * two) for one in of_rows for two in of_cols) / 6
    for seed in ("one", "two"):
        k, *rest = (float(value) for value in numbers(seed, 5))
        one, two, three, four = rest
        mean, spread, row, col = eta_moments(
            k, (one / two, one / two**2), (three / four, three / four**2)
        )
        targets = as_targets(mean, mean * inverse + spread, row=row, col=col)
        hyper = {"K": k, "a": one, "b": two, "c": three, "d": four}
        wanted = combined(solution, hyper)
        assert returns(solution, {**targets, "mean_inverse_exposure": inverse}, wanted)


AXES = ("row", "col", "slice", "hour")


def four_axes() -> ppm.Model:
    with ppm.Model("four_axes") as model:
        factors = []
        for axis in AXES:
            shape, rate = ppm.hyperparameters(f"shape_{axis} rate_{axis}")
            factors.append(ppm.Gamma(f"x_{axis}", shape=shape, rate=rate, dims=f"{axis} factor"))
        total = ppm.sum(prod(factors[1:], start=factors[0]), over="factor")
        ppm.Poisson("Y", rate=total, dims=" ".join(AXES), observed=True)
    return model


@pytest.mark.thorough
def test_four_axes() -> None:
    # 1 + K (V - E)/E^2 is the product of 1 + K R_axis/E^2: a cubic equation for K once K is free.
    model = four_axes()
    given = ("mean", "variance", *(f"rho_{axis}" for axis in AXES))
    open_ended = solved(model, given=given)
    assert (open_ended.route, open_ended.rank, open_ended.dimension) == ("numeric", 6, 0)
    assert len(open_ended.scales) == 3
    solution = solved(model, "K", given=("mean", *(f"cov_{axis}" for axis in AXES)))
    assert (solution.rank, solution.dimension) == (5, 0)
    k, *values = (float(value) for value in numbers("four axes", 9))
    hyper = {"K": k}
    for axis, shape, rate in zip(AXES, values[::2], values[1::2], strict=True):
        hyper |= {f"shape_{axis}": shape, f"rate_{axis}": rate}
    mean = k * prod(hyper[f"shape_{axis}"] / hyper[f"rate_{axis}"] for axis in AXES)
    targets = {"mean": mean, "K": k}
    targets |= {f"cov_{axis}": mean**2 / k / hyper[f"shape_{axis}"] for axis in AXES}
    assert returns(solution, targets, combined(solution, hyper))


@pytest.mark.thorough
def test_entries_that_share_two_axes() -> None:
    # x_row and x_slice of the same factor: rho_row_col has both in common with rho_row and rho_col.
    with ppm.Model("three_axes") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row col factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="slice factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col slice", observed=True)
    solution = solved(model, given=("mean", "variance", "rho_row_col", "rho_slice"))
    assert (solution.rank, solution.dimension) == (4, 0)
    k, one, two, three, four = (float(value) for value in numbers("three axes", 5))
    mean, spread, shared, of_slice = eta_moments(
        k, (one / two, one / two**2), (three / four, three / four**2)
    )
    variance = mean + spread
    targets = {"mean": mean, "variance": variance}
    targets |= {"rho_row_col": shared / variance, "rho_slice": of_slice / variance}
    hyper = {"K": k, "a": one, "b": two, "c": three, "d": four}
    assert returns(solution, targets, combined(solution, hyper))


@pytest.mark.thorough
def test_hierarchical_rates_with_negative_binomial_counts() -> None:
    with ppm.Model("hierarchical_nb") as model:
        a, a1, b1, c, d, r = ppm.hyperparameters("a a_prime b_prime c d r")
        xi = ppm.Gamma("xi", shape=a1, rate=a1 / b1, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        ppm.NegativeBinomial("Y", mean=rate, size=r, dims="row col", observed=True)
    assert to_be_given(model.declaration) == ("a", "r")
    solution = solved(model, "a", "r")
    assert (solution.rank, solution.dimension) == (4, 0)
    for k, shape, level, columns, size in ((12.0, 0.4, 5.0, 2.0, 3.0), (50.0, 3.0, 2.2, 0.3, 1.5)):
        u = (level - 1) / (level - 2)
        mean = k * shape * level / (level - 1) / 1.5 * columns / 2.5
        spread = (u * (1 + (1 / shape + 1 / columns + 1 / (shape * columns)) / k) - 1) * mean**2
        row = (u * (1 + 1 / (k * shape)) - 1) * mean**2
        col = mean**2 / (k * columns)
        variance = mean + (spread + mean**2) / size + spread
        targets = {**as_targets(mean, variance, row=row, col=col), "a": shape, "r": size}
        hyper = {"K": k, "a": shape, "a_prime": level, "b_prime": 1.5, "c": columns, "d": 2.5}
        assert returns(solution, targets, combined(solution, {**hyper, "r": size}))


def test_inverse_gamma_times_uniform() -> None:
    with ppm.Model("inversegamma_uniform") as model:
        shape, scale, low, high = ppm.hyperparameters("shape scale low high")
        theta = ppm.InverseGamma("theta", shape=shape, scale=scale, dims="row factor")
        beta = ppm.Uniform("beta", low=low, high=high, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    solution = solved(model)
    heavy, flat = scipy.stats.invgamma(4.5, scale=2.0), scipy.stats.uniform(0.2, 1.1)
    mean, spread, row, col = eta_moments(
        11.0, (heavy.mean(), heavy.var()), (flat.mean(), flat.var())
    )
    (found,) = solution.evaluate(as_targets(mean, mean + spread, row=row, col=col))
    assert found["K"] == pytest.approx(11)
    unknowns = {
        "mean_theta": heavy.mean(),
        "mean_beta": found["mean_beta*mean_theta"] / heavy.mean(),
        **found,
    }
    values = {
        name: float(value.subs({s: unknowns[s.name] for s in value.free_symbols}))
        for name, value in solution.hyperparameters.items()
    }
    assert values == pytest.approx({"shape": 4.5, "scale": 2.0, "low": 0.2, "high": 1.3})


def test_one_hyperparameter_shared_by_both_priors() -> None:
    with ppm.Model("shared") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=b, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    solution = solved(model, given=("mean", "variance", "rho_row"))
    assert (solution.rank, solution.dimension, solution.scales) == (3, 0, ())
    # By hand: rho V = E^2/(K a), and V = E + 2 rho V + rho V/a.
    mean, variance, rho = 6.0, 20.0, 0.2
    shape = rho * variance / (variance * (1 - 2 * rho) - mean)
    k = mean**2 / (shape * rho * variance)
    (found,) = solution.evaluate({"mean": mean, "variance": variance, "rho_row": rho})
    assert found == pytest.approx({"K": k, "a": shape, "b": (k / mean) ** 0.5 * shape})


def test_conditions_are_those_of_the_domains() -> None:
    with ppm.Model("bounded") as model:
        mu = ppm.hyperparameters("mu", domain="negative")
        v = ppm.hyperparameters("v", domain="nonnegative")
        s = ppm.hyperparameters("s")
        u = ppm.Normal("u", mean=mu, variance=s, dims="row")
        ppm.Normal("Y", mean=u, variance=v, dims="row col", observed=True)
    solution = model.solve(given=("mean", "variance", "rho_row"))
    at = {"mean": -1.0, "variance": 2.0, "rho_row": 0.5}
    assert solution.evaluate(at) == [{"mu": -1, "v": 1, "s": 1}]
    assert solution.evaluate({**at, "rho_row": 1.0}) == [{"mu": -1, "v": 0, "s": 2}]
    assert solution.evaluate({**at, "rho_row": 1.1}) == []
    assert solution.evaluate({**at, "rho_row": 0.0}) == []
    assert solution.evaluate({**at, "mean": 0.0}) == []
    assert "rho_row <= 1" in {condition.text for condition in solution.conditions}


def test_a_probability_is_at_most_one() -> None:
    with ppm.Model("kept") as model:
        p, m = ppm.hyperparameters("p m")
        ppm.ZeroInflatedPoisson("Y", rate=m, keep=p, dims="row col", observed=True)
    solution = model.solve(given=("mean", "variance"))
    # mean p m and variance p m (1 + m) - (p m)^2; with p = 1 they are equal.
    (found,) = solution.evaluate({"mean": 2, "variance": 2})
    assert found == {"p": 1, "m": 2}
    assert solution.evaluate({"mean": 2, "variance": 1.9}) == []
