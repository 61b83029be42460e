"""Diagnostics about data: nothing of data of the model, and what is wrong with others."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import scipy.stats
from numpy.typing import NDArray

import symppm as ppm
from symppm.codegen.load import load_model, model_names
from symppm.data.matrix import read
from symppm.matching.diagnostics.data import activity_and_values, diagnosed
from symppm.matching.diagnostics.predicted import (
    QUANTILES,
    PoissonProduct,
    predicted,
    probabilities,
)
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Observed
from symppm.matching.models import Structure
from symppm.matching.moments import Moments
from symppm.results.diagnostic import Diagnostic
from symppm.statistics.moments import Statistics, examined
from symppm.statistics.profile import Profile, profile_of
from symppm.statistics.sums import checked_margins

Matrix = NDArray[Any]

FAMILIES: Mapping[str, tuple[dict[str, float], Any]] = {
    "Gamma": ({"shape": 0.3, "rate": 2.0}, scipy.stats.gamma(0.3, scale=0.5)),
    "InverseGamma": ({"shape": 4.0, "scale": 2.0}, scipy.stats.invgamma(4.0, scale=2.0)),
    "Exponential": ({"rate": 2.0}, scipy.stats.expon(scale=0.5)),
    "Weibull": ({"shape": 1.7, "scale": 2.0}, scipy.stats.weibull_min(1.7, scale=2.0)),
    "LogNormal": ({"mu": 0.3, "sigma": 0.8}, scipy.stats.lognorm(0.8, scale=np.exp(0.3))),
    "HalfNormal": ({"location": 0.5, "scale": 2.0}, scipy.stats.halfnorm(0.5, 2.0)),
    "Uniform": ({"low": 1.0, "high": 4.0}, scipy.stats.uniform(1.0, 3.0)),
}
ASYMMETRIES: Mapping[str, tuple[dict[str, float], float]] = {
    "pmf_gamma": ({"a": 0.3, "b": 2.0, "c": 4.0, "d": 0.1}, 2.0),
    "pmf_exponential": ({"rate_theta": 2.0, "rate_beta": 0.1}, 2.0),
    "pmf_uniform": ({"low_theta": 1.0, "high_theta": 3.0, "low_beta": 0.0, "high_beta": 1.0}, 0.0),
    "pmf_lognormal": (
        {"mu_theta": 0.3, "sigma_theta": 0.8, "mu_beta": 1.0, "sigma_beta": 0.8}, np.exp(0.64) + 2
    ),
    "pmf_inversegamma": (
        {"shape_theta": 7.0, "scale_theta": 1.0, "shape_beta": 7.0, "scale_beta": 3.0}, 4 * 5 / 4
    ),
}  # fmt: skip


def counts(
    rng: np.random.Generator, a: float, c: float, mean: float, size: tuple[int, int] = (150, 120)
) -> Matrix:
    """Draw from pmf_gamma with ten factors and a given mean."""
    return rng.poisson(rates(rng, a, c, mean, size))


def rates(
    rng: np.random.Generator, a: float, c: float, mean: float, size: tuple[int, int] = (150, 120)
) -> Matrix:
    theta, beta = rng.gamma(a, 1 / a, (size[0], 10)), rng.gamma(c, 1 / c, (size[1], 10))
    return np.asarray(theta @ beta.T * mean / 10)


def measured(
    data: Any, zeros: str = "observed", mask: Any = None
) -> tuple[Statistics, Profile | None, Moments | None]:
    own = examined(data, zeros, mask, intervals=True, profile=True)
    third = Observed(own.statistics, read=(own.matrix, own.margins)).third_order
    return own.statistics, own.profile, third


def product_in(model: str | ppm.Model) -> PoissonProduct | None:
    return Structure.of(model).product


def diagnostics(data: Any, model: str = "pmf_gamma", **how: Any) -> dict[str, Diagnostic]:
    own, profile, third = measured(data, **how)
    kernels = Kernels(load_model(model))
    found = diagnosed(own, profile, kernels, product_in(model), third=third)
    for each in found:
        assert each.severity == "warning"
        assert each.message.endswith(".")
        assert "nan" not in each.message
        assert "inf " not in each.message
    return {each.code: each for each in found}


# --- what diagnostics are made of ---


@pytest.mark.parametrize("family", QUANTILES)
def test_quantiles_are_those_of_scipy(family: str) -> None:
    parameters, known = FAMILIES[family]
    below, above, _ = probabilities()
    found, low = QUANTILES[family](parameters), (below > 1e-13) & (below < 0.5)
    high = (above > 1e-13) & (below >= 0.5)
    assert min(low.sum(), high.sum()) > 40
    assert found[low] == pytest.approx(known.ppf(below[low]), rel=1e-9)
    assert found[high] == pytest.approx(known.isf(above[high]), rel=1e-9)


@pytest.mark.parametrize("model", ASYMMETRIES)
def test_asymmetries_are_those_of_closed_forms(model: str) -> None:
    point, expected = ASYMMETRIES[model]
    product = product_in(model)
    assert product is not None
    for prior in (product.row, product.column):
        assert prior.asymmetry(point) == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("thinning", [1.0, 0.2])
@pytest.mark.parametrize(
    "point",
    [
        {"K": 3, "a": 0.1, "b": 0.1, "c": 2.0, "d": 0.5},
        {"K": 20, "a": 0.5, "b": 1.0, "c": 0.02, "d": 0.02},
    ],
)
def test_the_probability_of_a_zero_is_that_of_draws(
    point: dict[str, float], thinning: float
) -> None:
    product = product_in("pmf_gamma")
    assert product is not None
    rng = np.random.default_rng(3)
    many, k = 100_000, int(point["K"])
    theta = rng.gamma(point["a"], 1 / point["b"], (many, k))
    beta = rng.gamma(point["c"], 1 / point["d"], (many, k))
    drawn = np.exp(-thinning * (theta * beta).sum(1))
    error = drawn.std() / many**0.5
    assert product.zeros(point, thinning) == pytest.approx(drawn.mean(), abs=4 * error)


def test_products_of_independent_priors_are_recognised() -> None:
    known = {name for name in model_names() if product_in(name) is not None}
    assert known == {
        "pmf_gamma", "pmf_exponential", "pmf_gamma_exposure", "pmf_halfnormal", "pmf_inversegamma",
        "pmf_lognormal", "pmf_uniform", "pmf_weibull",
    }  # fmt: skip


@pytest.mark.parametrize("product", [True, False])
def test_a_declared_model_is_recognised_if_it_is_a_product(product: bool) -> None:
    with ppm.Model("mine") as mine:
        a, c, d = ppm.hyperparameters("a c d")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        theta = ppm.Gamma("theta", shape=a, rate=2, dims="row factor")
        rate = ppm.sum(beta * theta if product else beta + theta, over="factor")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    found = product_in(mine)
    assert isinstance(found, PoissonProduct) == product
    if found is not None:
        assert found.row.parameters == {"shape": "a", "rate": 2.0}
        assert found.column.parameters == {"shape": "c", "rate": "d"}


def test_shares_of_zeros_are_known_with_and_without_each_line() -> None:
    data = counts(np.random.default_rng(2), 1.0, 0.5, 4.0, (40, 30))
    own, profile, _ = measured(data)
    found = Moments.of_profile(own, profile)
    assert found is not None
    assert profile is not None
    for name, share in (("zeros", data == 0), ("thinned_zeros", profile.base**data)):
        value, rows, columns = found.tables([name])
        assert value == pytest.approx(share.mean())
        for axis, table in enumerate((rows, columns)):
            without = [np.delete(share, n, axis).mean() for n in range(data.shape[axis])]
            assert table[:, 0] == pytest.approx(without)


# --- false alarms ---


def alarms(runs: int, draw: Callable[[np.random.Generator], tuple[Matrix, Any]]) -> dict[str, int]:
    rng = np.random.default_rng(20)
    tally: dict[str, int] = {}
    for _ in range(runs):
        data, mask = draw(rng)
        for code in diagnostics(data, mask=mask):
            tally[code] = tally.get(code, 0) + 1
    return tally


def most(runs: int, share: float) -> int:
    """Return how many alarms there are at most, but in one of a hundred thousand tests."""
    return int(scipy.stats.binom(runs, share).isf(1e-5))


NULLS: Mapping[str, Callable[[np.random.Generator], tuple[Matrix, Any]]] = {
    "small counts": lambda rng: (counts(rng, 0.5, 0.5, 0.5), None),
    "large counts": lambda rng: (counts(rng, 2.0, 1.0, 50.0), None),
    "gaps": lambda rng: (counts(rng, 1.0, 1.0, 5.0), rng.random((150, 120)) < 0.4),
    "gaps by activity": lambda rng: (
        counts(rng, 1.0, 1.0, 5.0),
        rng.random((150, 120)) < rng.random((150, 1)) * rng.random((1, 120)),
    ),
}


@pytest.mark.parametrize("runs", [8, pytest.param(150, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", NULLS)
def test_each_diagnostic_is_a_false_alarm_in_two_of_a_hundred_at_most(name: str, runs: int) -> None:
    for code, times in alarms(runs, NULLS[name]).items():
        assert times <= most(runs, 0.02), code


@pytest.mark.thorough
def test_gaps_are_tested_with_the_right_variance() -> None:
    rng = np.random.default_rng(4)
    seen = rng.random((60, 40)) < rng.random((60, 1)) * rng.random((1, 40)) + 0.05
    chances = []
    for _ in range(300):
        data = rng.normal(0, 1, (60, 1)) + rng.normal(0, 2, (1, 40)) + rng.normal(0, 1, (60, 40))
        matrix = read(data, mask=seen)
        profile = profile_of(matrix, checked_margins(matrix))
        chances.append(activity_and_values(profile.rows, profile.columns, 6.0, 1.0, 4.0)[1])
    # With the true moments given, these are uniform but for the t distribution in the normal's
    # place.
    assert scipy.stats.kstest(chances, "uniform").pvalue > 1e-4


def test_a_correlation_that_is_zero_is_seldom_resolved() -> None:
    rng = np.random.default_rng(9)
    runs, resolved = 25, 0
    for _ in range(runs):
        data = rng.poisson(rng.gamma(2, 1, (60, 1)) * rng.gamma(2, 1, (60, 50)))
        found = diagnostics(data)
        assert "unresolved_rho_row" not in found
        resolved += "unresolved_rho_col" not in found
    assert resolved <= most(runs, 0.05)


# --- what is wrong with data ---


def with_one_large(rng: np.random.Generator) -> Matrix:
    data = counts(rng, 1, 1, 5)
    data[17, 23] = 3000
    return data


def with_totals(rng: np.random.Generator) -> Matrix:
    data = counts(rng, 1, 1, 5)
    data = np.column_stack([data, data.sum(axis=1)])
    return np.vstack([data, data.sum(axis=0)])


WRONG: list[tuple[str, Callable[[np.random.Generator], Matrix], int, bool, tuple[str, ...]]] = [
    ("overdispersed", lambda r: r.poisson(rates(r, 2, 2, 500) * r.gamma(2, 1 / 2, (150, 120))),
     1, True, ("gmf_gamma_negativebinomial", "K is too large")),
    ("excess_zeros", lambda r: counts(r, 1, 1, 10) * (r.random((150, 120)) < 0.6),
     1, True, (" % of the entries are zero", "zeroinflatedpoisson")),
    ("unequal_margins",
     lambda r: r.poisson(rates(r, 5, 5, 20, (300, 200)) / r.gamma(3, 1 / 3, (300, 1))),
     5, False, ("rows", "hpf_gamma")),
    ("uneven", lambda r: r.poisson(
        1 / r.gamma(3, 1 / 3, (200, 1)) / r.gamma(3, 1 / 3, (1, 150))
        * rates(r, 2, 2, 5, (200, 150))
    ), 2, False, ("fewer small counts",)),
    ("heavy_tails", with_one_large, 6, False, ("row 18, column 24",)),
    ("totals", with_totals, 6, False, ("row 151 and column 121",)),
    ("negative_rho_row", lambda r: r.multinomial(400, r.dirichlet(np.full(40, 5.0), 200)),
     3, False, ("negatively", "not by chance")),
    ("excess_noise", lambda r: r.binomial(1, r.beta(2, 2, (200, 1)) * r.beta(2, 2, (1, 150))),
     3, False, ("the noise of the counts",)),
    ("unresolved_factors", lambda r: r.poisson(r.gamma(2, 1, (80, 1)) + r.gamma(2, 1, (1, 80))),
     4, False, ("pmf_gamma_effects",)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "draw", "seed", "alone", "texts"), WRONG)
def test_what_is_wrong_with_data_is_found(
    code: str,
    draw: Callable[[np.random.Generator], Matrix],
    seed: int,
    alone: bool,
    texts: tuple[str, ...],
) -> None:
    found = diagnostics(draw(np.random.default_rng(seed)))
    assert set(found) == {code} if alone else code in found
    for text in texts:
        assert text.casefold() in found[code].message.casefold()


def test_of_a_small_matrix_ten_entries_are_many() -> None:
    assert "heavy_tails" not in diagnostics(with_one_large(np.random.default_rng(6))[:20, :30])


@pytest.mark.parametrize(("shares", "more"), [((0.6, 0.2), "larger"), ((0.2, 0.6), "smaller")])
def test_gaps_that_depend_on_values_are_found(shares: tuple[float, float], more: str) -> None:
    rng = np.random.default_rng(7)
    means = rates(rng, 1, 1, 5)
    seen = rng.random(means.shape) < np.where(means > 5, *shares)
    message = diagnostics(rng.poisson(means), mask=seen)["not_at_random"].message
    assert f"rows with more observed entries have {more} ones" in message
    assert f"columns with more observed entries have {more} ones" in message


def test_zeros_that_were_called_missing_are_missed() -> None:
    data = counts(np.random.default_rng(8), 1, 1, 5)
    message = diagnostics(data, zeros="missing")["no_zeros"].message
    assert "zeros='observed'" in message


# --- other models, and less to go by ---


def test_signs_are_tested_with_the_noise_that_is_given() -> None:
    rng = np.random.default_rng(5)
    data = rates(rng, 1, 1, 5) + rng.normal(0, 3, (150, 120))
    kernels = Kernels(load_model("gmf_gamma_normal"))
    own, profile, _ = measured(data)
    assert diagnosed(own, profile, kernels, None, {"sigma_Y": 3.0}) == ()
    (said,) = diagnosed(own, profile, kernels, None, {"sigma_Y": 5.0})
    assert said.code == "excess_noise"
    assert "noise of the observations" in said.message


@pytest.mark.parametrize("k", [None, 40])
def test_what_is_compared_is_the_match(k: int | None) -> None:
    targets = {"mean": 5.0, "variance": 22.0, "rho_row": 0.2, "rho_col": 0.15}
    product, kernels = product_in("pmf_gamma"), Kernels(load_model("pmf_gamma"))
    assert product is not None
    values = np.array(list(targets.values()))
    evidence = Moments(tuple(targets), values, np.tile(values, (5, 1)), np.tile(values, (5, 1)))
    found = predicted(kernels, product, evidence, 0.3, k)
    assert found is not None
    k_exact = ppm.match(targets=targets).k_exact
    assert k_exact is not None
    # Between the whole numbers of factors on either side.
    sizes = (k, k) if k else (math.floor(k_exact), math.ceil(k_exact))
    points = [ppm.match(targets=targets, fixed={"K": size}).parameters for size in sizes]
    for name, thinning in (("zeros", 1.0), ("thinned_zeros", 0.3)):
        low, high = sorted(product.zeros(point, thinning) for point in points)
        assert low * (1 - 1e-6) < found.values[name] < high * (1 + 1e-6)


@pytest.mark.parametrize(
    "data",
    [
        1e140 * np.random.default_rng(1).random((9, 8)),
        np.eye(6),
        np.array([[0, 1, 0], [0, 0, 0], [0, 0, 0]]),
        np.array([[1, 2], [3, 5]]),
        -counts(np.random.default_rng(1), 1, 1, 3, (12, 10)),
    ],
)
def test_strange_data_raise_no_warning(data: Matrix) -> None:
    diagnostics(data)


def test_nothing_is_said_of_what_a_model_has_at_zero() -> None:
    with ppm.Model("symmetric") as model:
        c, s = ppm.hyperparameters("c s")
        theta = ppm.Gamma("theta", shape=2, rate=1, dims="row factor")
        beta = ppm.Uniform("beta", low=-c, high=c, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=s, dims="row col", observed=True)
    data = ppm.sample(model, {"K": 2, "c": 1.0, "s": 1.0}, shape=(60, 50), random_seed=1)
    # The mean and the correlation within rows are off zero by chance, and so not off target.
    found = ppm.match(data, model, fixed={"K": 2}, estimator="moments")
    assert (found.targets["mean"] != 0, found.achieved["mean"]) == (True, 0)
    (nearest,) = found.diagnostics
    assert "Off target: variance" in nearest.message
    # A mean that is not zero by chance is.
    found = ppm.match(data + 3.0, model, fixed={"K": 2}, estimator="moments")
    assert "mean -100.00%" in found.diagnostics[0].message
