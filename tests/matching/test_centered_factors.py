"""Factors of mean zero: the variance, cycles of four and cycles of six tell K and the noise."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.errors import ParameterError
from symppm.model.catalogue import catalogue_model
from symppm.solve.targets import default_targets

K, S, T, V = 4, 1.5, 0.8, 2.0


@functools.cache
def centered() -> ppm.Model:
    """Probabilistic matrix factorization as Salakhutdinov and Mnih have it."""
    with ppm.Model("centered") as model:
        s, t, v = ppm.hyperparameters("s t v")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        beta = ppm.Normal("beta", mean=0, variance=t, dims="col factor")
        product = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=product, variance=v, dims="row col", observed=True)
    return model


@functools.cache
def drawn() -> np.ndarray:
    rng = np.random.default_rng(11)
    theta, beta = rng.normal(0, S**0.5, (300, K)), rng.normal(0, T**0.5, (K, 400))
    return theta @ beta + rng.normal(0, V**0.5, (300, 400))


@pytest.mark.thorough
def test_the_solution_is_that_of_the_moments_by_hand() -> None:
    solution = centered().solve()
    six = solution.given[-1]
    assert solution.given == ("variance", "cycle", six)
    at = {"variance": K * S * T + V, "cycle": K * (S * T) ** 2, six: K * (S * T) ** 3}
    assert solution.evaluate(at) == [pytest.approx({"K": K, "v": V, "s*t": S * T})]
    # Less variance than the product alone has.
    assert solution.evaluate({**at, "variance": K * S * T}) == []
    named = {"cumulant ij il tl tm sm sj" if name == six else name: at[name] for name in at}
    found = ppm.match(targets=named, model=centered(), scale="t=2")
    assert found.k_exact == pytest.approx(K)
    assert found.parameters == pytest.approx({"K": K, "s": S * T / 2, "t": 2, "v": V})


@pytest.mark.parametrize("form", ["dense", "gaps", "sparse", "shifted"])
def test_data_of_every_form_are_matched(form: str) -> None:
    data, how = drawn(), {}
    seen = np.random.default_rng(12).random(data.shape) < 0.5
    if form == "gaps":
        how = {"mask": seen}
    elif form == "sparse":
        data, how = sparse.csr_array(np.where(seen, data, 0)), {"zeros": "missing"}
    elif form == "shifted":
        data = data + 5
    found = ppm.match(data, centered(), **how)
    codes = {diagnostic.code for diagnostic in found.diagnostics}
    assert ("not_centered" in codes) == (form == "shifted")
    # Intervals of 99.9 % hold the truth; they are narrow enough to say something.
    for name, truth in (("K", K), ("v", V), ("s*t", S * T)):
        low, high = found.interval(0.999)[name]
        assert low < truth < high
        assert high / low < 2.2, name


def test_what_needs_the_variance_alone_is_refused() -> None:
    with pytest.raises(ParameterError, match="whose factors have mean zero"):
        ppm.match(drawn(), centered(), estimator="moments")


@pytest.mark.parametrize("name", ["pmf_gamma", "gmf_normal_normal", "pmf_gamma_effects"])
def test_factors_with_means_are_matched_as_before(name: str) -> None:
    assert default_targets(catalogue_model(name)) == ("mean", "variance", "rho_row", "rho_col")


@pytest.mark.thorough
def test_a_level_and_effects_of_rows_and_columns_beside_centered_factors() -> None:
    with ppm.Model("biased") as model:
        level = ppm.hyperparameters("level", domain="real")
        s, t, v, p, q = ppm.hyperparameters("s t v p q")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="user factor")
        beta = ppm.Normal("beta", mean=0, variance=t, dims="item factor")
        u = ppm.Normal("u", mean=0, variance=p, dims="user")
        w = ppm.Normal("w", mean=0, variance=q, dims="item")
        mean = level + u + w + ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=v, dims="user item", observed=True)
    rng = np.random.default_rng(13)
    data = drawn() + 3 + rng.normal(0, 2, (300, 1)) + rng.normal(0, 1, (1, 400))
    found = ppm.match(data, model)
    truth = {"K": K, "s*t": S * T, "v": V, "p": 4, "q": 1, "level": 3}
    for name, value in truth.items():
        low, high = found.interval(0.999)[name]
        assert low < value < high, name


@functools.cache
def half_centered() -> ppm.Model:
    """Normal rows about zero, Gamma columns: one covariance is zero, and the mean."""
    with ppm.Model("half_centered") as model:
        s, c, d, v = ppm.hyperparameters("s c d v")
        theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        product = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=product, variance=v, dims="row col", observed=True)
    return model


@pytest.mark.thorough
@pytest.mark.parametrize("fixed", [{"c": 2.0}, {"K": 5}, {"c": 2.0, "v": 2.0}])
def test_half_centered_factors_are_determined_where_one_value_is_given(
    fixed: dict[str, float],
) -> None:
    generator = np.random.default_rng(1)
    rows = generator.normal(0, 1.5**0.5, (900, 5))
    data = rows @ generator.gamma(2.0, 1.0, (5, 800)) + generator.normal(0, 2**0.5, (900, 800))
    found = ppm.match(data, half_centered(), fixed=fixed, estimator="cross-moments")
    truth = {"K": 5.0, "c": 2.0, "v": 2.0}
    inside = found.interval(0.99)
    assert all(
        value == fixed[name] if name in fixed else inside[name][0] < value < inside[name][1]
        for name, value in truth.items()
    )
    assert found.parameters["s"] / found.parameters["d"] ** 2 == pytest.approx(1.5, rel=0.1)
    assert ppm.match(data, half_centered(), fixed=fixed).k == 5
