"""Probabilities, quantiles and extremes, against distributions that SciPy knows and brute force."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import scipy.stats
import torch
from cases import poisson_factors
from estimating import estimates, estimator_for

import symppm as ppm
from symppm.codegen.compile import compile_torch
from symppm.errors import ParameterError
from symppm.stochastic.estimates import Estimate
from symppm.stochastic.plans import EXPLICIT, PATHWISE, SCORE

SEEDS = range(120)
DRAWS = 400


OF_ROWS: Mapping[str, Any] = {"dims": "row"}
ENTRIES: Mapping[str, Any] = {"dims": "row col", "observed": True}


def of_rows(name: str, prior: Callable[..., Any], entry: Callable[..., Any]) -> ppm.Declaration:
    """Declare entries about one variable a row."""
    with ppm.Model(name) as model:
        a, b = ppm.hyperparameters("a b")
        entry(prior(a, b), b)
    return model.declaration


def gamma(a: Any, b: Any) -> Any:
    return ppm.Gamma("theta", shape=a, rate=b, **OF_ROWS)


RATES = of_rows("rates", gamma, lambda theta, b: ppm.Poisson("Y", rate=theta, **ENTRIES))
WAITS = of_rows("waits", gamma, lambda theta, b: ppm.Exponential("Y", rate=theta, **ENTRIES))
LEVELS = of_rows(
    "levels",
    lambda a, b: ppm.Normal("theta", mean=1, variance=a, **OF_ROWS),
    lambda theta, b: ppm.Normal("Y", mean=theta, variance=b, **ENTRIES),
)
SHARES = of_rows(
    "shares",
    lambda a, b: ppm.Beta("theta", alpha=a, beta=b, **OF_ROWS),
    lambda theta, b: ppm.Binomial("Y", mean=7 * theta, trials=7, **ENTRIES),
)
Law = Callable[[float, float], scipy.stats.rv_continuous]
MODELS: dict[str, tuple[ppm.Declaration, dict[str, float], Law]] = {
    "rates": (RATES, {"a": 1.4, "b": 0.3}, lambda a, b: scipy.stats.nbinom(a, b / (1 + b))),
    "waits": (WAITS, {"a": 3.5, "b": 2.0}, lambda a, b: scipy.stats.lomax(a, scale=b)),
    "levels": (LEVELS, {"a": 2.0, "b": 0.5}, lambda a, b: scipy.stats.norm(1, (a + b) ** 0.5)),
    "shares": (SHARES, {"a": 0.7, "b": 1.6}, lambda a, b: scipy.stats.betabinom(7, a, b)),
}


def repeated(kind: str, target: str, integrate: str = "likelihood", draws: int = DRAWS,
             value: float = 1.0) -> tuple[str, list[Estimate]]:  # fmt: skip
    declaration, values, _ = MODELS[kind]
    made = estimator_for(declaration, compile_torch(declaration), {target: value}, integrate)
    found = estimates(made, values, tuple(values), SEEDS, draws)
    return made.targets[0].how, found


def check(found: list[Estimate], exact: Callable[..., float], kind: str, bias: float = 0) -> None:
    """See that value and derivatives are right on average, the latter by finite differences."""
    values = MODELS[kind][1]
    at = list(values.values())
    rows = np.array([each.values[0] for each in found])
    error = rows.std() / np.sqrt(len(rows))
    assert abs(rows.mean() - exact(*at)) < 5 * error + bias
    for n in range(len(at)):
        step = 1e-5 * at[n]
        up, down = list(at), list(at)
        up[n] += step
        down[n] -= step
        slope = (exact(*up) - exact(*down)) / (2 * step)
        slopes = np.array([each.jacobian[0, n] for each in found])
        error = slopes.std() / np.sqrt(len(slopes))
        assert abs(slopes.mean() - slope) < 5 * error + 1e-5 * abs(slope) + bias
    reported = np.array([each.errors[0] for each in found])
    # Of about 120 squares with as many degrees of freedom.
    low, high = scipy.stats.chi2.ppf([1e-6, 1 - 1e-6], len(rows) - 1) / (len(rows) - 1)
    assert low < rows.var(ddof=1) / np.mean(reported**2) < high


@pytest.mark.parametrize(
    ("kind", "target", "exact"),
    [
        ("rates", "P(Y = 0)", lambda law: law.pmf(0)),
        ("rates", "P(Y = 4)", lambda law: law.pmf(4)),
        ("rates", "P(Y <= 3)", lambda law: law.cdf(3)),
        ("rates", "P(Y <= 3.7)", lambda law: law.cdf(3)),
        ("rates", "P(Y < 3)", lambda law: law.cdf(2)),
        ("rates", "P(Y > 12)", lambda law: law.sf(12)),
        ("rates", "P(Y >= 12)", lambda law: law.sf(11)),
        ("rates", "P(Y != 0)", lambda law: law.sf(0)),
        ("rates", "P(1 <= Y <= 3)", lambda law: law.cdf(3) - law.cdf(0)),
        ("rates", "P(1 < Y < 5.5)", lambda law: law.cdf(5) - law.cdf(1)),
        ("rates", "P(2 < Y <= 3)", lambda law: law.pmf(3)),
        ("rates", "P(-2 <= Y < 2)", lambda law: law.cdf(1)),
        ("waits", "P(0.2 < Y <= 1)", lambda law: law.cdf(1) - law.cdf(0.2)),
        ("waits", "P(Y <= 0.5)", lambda law: law.cdf(0.5)),
        ("waits", "P(Y > 0.5)", lambda law: law.sf(0.5)),
        ("levels", "P(Y <= -0.5)", lambda law: law.cdf(-0.5)),
        ("shares", "P(Y = 0)", lambda law: law.pmf(0)),
        ("shares", "P(Y <= 4)", lambda law: law.cdf(4)),
    ],
)
def test_probabilities_with_the_likelihood_integrated(
    kind: str, target: str, exact: Callable[..., float]
) -> None:
    how, found = repeated(kind, target)
    assert how == EXPLICIT
    check(found, lambda *at: float(exact(MODELS[kind][2](*at))), kind)


@pytest.mark.parametrize(
    ("kind", "target", "exact"),
    [
        ("rates", "P(Y = 0)", lambda law: law.pmf(0)),
        ("rates", "P(Y <= 3)", lambda law: law.cdf(3)),
        ("rates", "P(Y != 0)", lambda law: law.sf(0)),
        ("rates", "P(1 < Y <= 4)", lambda law: law.cdf(4) - law.cdf(1)),
        ("shares", "P(Y > 4)", lambda law: law.sf(4)),
    ],
)
def test_probabilities_of_drawn_integers(
    kind: str, target: str, exact: Callable[..., float]
) -> None:
    how, found = repeated(kind, target, "none")
    assert how == SCORE
    check(found, lambda *at: float(exact(MODELS[kind][2](*at))), kind)


def test_events_that_cannot_be_have_probability_zero() -> None:
    for target in ("P(Y = -1)", "P(Y < 0)", "P(Y <= -3)", "P(-3 < Y <= -1)"):
        _, found = repeated("rates", target, draws=10)
        assert {float(each.values[0]) for each in found} == {0.0}
    for target in ("P(Y >= 0)", "P(Y > -2)"):
        _, found = repeated("rates", target, draws=10)
        assert {float(each.values[0]) for each in found} == {1.0}


def between(law: scipy.stats.rv_discrete, level: float, wanted: float) -> float:
    """The quantile of integers, continued so that it leaves the wanted one without a jump."""
    found = int(law.ppf(level))
    base = {True: found, False: found + 1}[found > wanted]
    share = (level - law.cdf(found)) / law.pmf(found)
    return float(wanted if found == wanted else base + share)


@pytest.mark.parametrize(("whole", "near"), [(1, 0.0), (3, 9.0), (7, 1e4)])
def test_quantiles_of_integers(whole: int, near: float) -> None:
    # Half-way between whole numbers: at these the derivative jumps.
    law = MODELS["rates"][2](*MODELS["rates"][1].values())
    level = float(law.cdf(whole) + law.cdf(whole + 1)) / 2
    _, found = repeated("rates", f"quantile {level!r}", draws=2500, value=near)
    # A quantile of an estimate is biased by less than a tenth of one estimate's variance.
    bias = 0.1 * float(np.mean([each.errors[0] ** 2 for each in found]))
    check(found, lambda a, b: between(MODELS["rates"][2](a, b), level, near), "rates", bias)


def test_a_quantile_of_integers_that_is_met_is_met_exactly() -> None:
    law = MODELS["rates"][2](*MODELS["rates"][1].values())
    level = float(law.cdf(1) + law.cdf(2)) / 2
    _, found = repeated("rates", f"quantile {level!r}", draws=500, value=2.0)
    assert {float(each.values[0]) for each in found} == {2.0}
    assert not any(np.any(each.jacobian) for each in found)


@pytest.mark.parametrize(
    ("kind", "level"), [("waits", 0.5), ("waits", 0.95), ("levels", 0.1), ("levels", 0.5)]
)
def test_quantiles_of_continuous_entries(kind: str, level: float) -> None:
    _, found = repeated(kind, f"quantile {level}", draws=2000)
    bias = 0.5 * float(np.mean([each.errors[0] ** 2 for each in found]))
    check(found, lambda *at: float(MODELS[kind][2](*at).ppf(level)), kind, bias)


@pytest.mark.parametrize("level", [0.5, 0.9])
def test_quantiles_of_drawn_continuous_entries(level: float) -> None:
    how, found = repeated("waits", f"quantile {level}", "none", draws=2000)
    assert how == PATHWISE
    law = MODELS["waits"][2](*MODELS["waits"][1].values())
    rows = np.array([each.values[0] for each in found])
    error = rows.std() / np.sqrt(len(rows))
    assert abs(rows.mean() - law.ppf(level)) < 5 * error + 0.01 * law.ppf(level)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("target", "scale"), [("maximum", 1.0), ("maximum", 20.0), ("minimum", 20.0)]
)
def test_extremes_of_matrices_against_brute_force(target: str, scale: float) -> None:
    # At the larger scale the distribution function is summed on a grid, not at every integer.
    model, shape = poisson_factors(), (6, 4)
    declaration = model.declaration
    values = {"K": 3.0, "a": 1.5, "b": 1.0, "c": 2.0, "d": 1.0 / scale}
    made = estimator_for(declaration, compile_torch(declaration), {target: 1.0}, shape=shape)
    assert made.targets[0].how == EXPLICIT
    found = estimates(made, values, (), range(40), 100)
    drawn = ppm.sample(model, values, shape=shape, draws=20_000, random_seed=1)
    ends = drawn.max((1, 2)) if target == "maximum" else drawn.min((1, 2))
    rows = np.array([each.values[0] for each in found])
    error = np.hypot(rows.std() / np.sqrt(len(rows)), ends.std() / np.sqrt(len(ends)))
    assert error < 0.02 * ends.mean()
    assert abs(rows.mean() - ends.mean()) < 5 * error


@pytest.mark.parametrize("target", [pytest.param("maximum", marks=pytest.mark.thorough), "minimum"])
def test_extremes_of_continuous_entries_are_those_of_independent_columns(target: str) -> None:
    # One row: given theta, n waits have minimum 1/(n theta) and maximum H_n/theta on average.
    wide, values = 5, {"a": 6.0, "b": 2.0}
    made = estimator_for(WAITS, compile_torch(WAITS), {target: 1.0}, shape=(1, wide))
    found = estimates(made, values, ("a", "b"), SEEDS, 60)
    harmonic = sum(1 / n for n in range(1, wide + 1)) if target == "maximum" else 1 / wide
    exact = harmonic * values["b"] / (values["a"] - 1)
    rows = np.array([each.values[0] for each in found])
    assert abs(rows.mean() - exact) < 5 * rows.std() / np.sqrt(len(rows)) + 1e-3 * exact
    slopes = np.array([each.jacobian[0, 1] for each in found])
    error = slopes.std() / np.sqrt(len(slopes))
    assert abs(slopes.mean() - exact / values["b"]) < 5 * error + 1e-3 * exact


def test_extremes_agree_with_those_of_drawn_matrices_and_so_do_their_derivatives() -> None:
    declaration, values = (
        poisson_factors().declaration,
        {"K": 3.0, "a": 1.5, "b": 1.0, "c": 2.0, "d": 1.0},
    )
    module, free = compile_torch(declaration), ("a", "b")
    rows, slopes = [], []
    for integrate in ("likelihood", "none"):
        made = estimator_for(declaration, module, {"maximum": 1.0}, integrate, shape=(4, 3))
        found = estimates(made, values, free, SEEDS, 60)
        rows.append(np.array([each.values[0] for each in found]))
        slopes.append(np.array([each.jacobian[0] for each in found]))
    for one, two in (rows, slopes):
        error = np.hypot(one.std(0), two.std(0)) / np.sqrt(len(SEEDS))
        assert np.all(np.abs(one.mean(0) - two.mean(0)) < 5 * error)
    # Integrating the likelihood out is what it is for.
    assert np.all(slopes[0].std(0) < slopes[1].std(0))


def test_probabilities_far_out_need_no_sum() -> None:
    """Negative binomial about a level a row that hardly varies."""
    with ppm.Model("bursts") as model:
        m, r = ppm.hyperparameters("m r")
        level = ppm.Gamma("level", shape=1e12, rate=1e12 / m, dims="row")
        ppm.NegativeBinomial("Y", mean=level, size=r, dims="row col", observed=True)
    at = {"m": 40_000.0, "r": 0.7}
    law = scipy.stats.nbinom(0.7, 0.7 / 40_000.7)
    declaration = model.declaration
    for target, exact in {
        "P(Y <= 300000)": law.cdf(300_000),
        "P(1000 <= Y < 1e5)": law.cdf(99_999) - law.cdf(999),
        "quantile 0.9": law.ppf(0.9),
    }.items():
        made = estimator_for(declaration, compile_torch(declaration), {target: exact})
        (found,) = estimates(made, at, ("m",), range(1), 10)
        assert found.values[0] == pytest.approx(exact, rel=1e-5)


def test_a_quantile_beyond_all_bounds_is_no_number_that_is_returned_as_one() -> None:
    _, values, _ = MODELS["waits"]
    made = estimator_for(WAITS, compile_torch(WAITS), {"quantile 0.9999": 1.0})
    with pytest.raises(ParameterError, match=r"quantile of 0\.9999 of waits beyond"):
        estimates(made, {**values, "a": 1e-3}, ("a",), range(1), 100)


@pytest.mark.parametrize("mean", [0.0, 7.0])
@pytest.mark.parametrize("value", [-1.0, 0.0, 3.0, 7.0, 9.0])
def test_the_binomial_distribution_function_at_its_ends(mean: float, value: float) -> None:
    cumulative = compile_torch(SHARES).cumulative
    at = torch.tensor(mean, dtype=torch.float64, requires_grad=True)
    # A share of one that rounding has carried beyond it is one.
    given = {"mean": at * (1 + 1e-15), "trials": torch.tensor(7.0, dtype=torch.float64)}
    found = cumulative(torch.tensor(value, dtype=torch.float64), given)
    assert float(found.detach()) == scipy.stats.binom(7, mean / 7).cdf(value)
    (slope,) = torch.autograd.grad(found, at, allow_unused=True)
    assert slope is None or bool(torch.isfinite(slope))
