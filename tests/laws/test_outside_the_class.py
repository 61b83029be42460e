"""What cannot be derived is refused by name; what can be asked for in other words is understood."""

from __future__ import annotations

import pytest
import sympy
from models import named

import symppm as ppm
from symppm.errors import DeclarationError, NoMomentError, NotBuiltError, NotDerivableError
from symppm.laws import derive
from symppm.laws.engine import rewrite
from symppm.laws.operators import Expectation


def test_a_count_cannot_be_divided_by() -> None:
    observed = named("pmf_gamma").observed.generic
    with pytest.raises(NoMomentError) as caught:
        rewrite("mean of a reciprocal", Expectation(1 / observed), named("pmf_gamma"))
    assert str(caught.value) == (
        "the moment of order -1 of Poisson: P(X = 0) is positive, so E[1/X] does not exist; "
        "expected a moment that exists. Use a family that has this moment, or change where the "
        "variable enters; quantiles and probabilities always exist."
    )


@pytest.mark.parametrize("order", [1, -1])
def test_a_random_exponent_of_a_log_normal_is_refused(order: int) -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.LogNormal("beta", mu=order * theta, sigma=b, dims="row col")
        ppm.Poisson("Y", rate=beta, dims="row col", observed=True)
    with pytest.raises(NotDerivableError, match="contains exp of random variables"):
        model.mean()


def test_a_random_shape_of_a_weibull_is_refused() -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.Weibull("beta", shape=theta, scale=b, dims="row col")
        ppm.Poisson("Y", rate=beta, dims="row col", observed=True)
    with pytest.raises(NotDerivableError, match="contains gamma of random variables"):
        model.variance()


@pytest.mark.parametrize(("power", "what"), [(2, "variance"), (3, "mean"), (-1, "mean")])
def test_a_prior_known_by_two_moments_gives_no_others(power: int, what: str) -> None:
    with ppm.Model("mine") as model:
        mu, sigma = ppm.hyperparameters("mu sigma")
        theta = ppm.Prior("theta", mean=mu, variance=sigma**2, dims="row")
        ppm.Poisson("Y", rate=theta**power, dims="row col", observed=True)
    with pytest.raises(NotDerivableError, match="only its mean and variance were declared"):
        model.derive(what)


def test_a_hyperparameter_may_have_the_letter_of_an_index() -> None:
    with ppm.Model("mine") as model:
        k, j = ppm.hyperparameters("k j")
        theta = ppm.Gamma("theta", shape=k, rate=j, dims="row factor")
        ppm.Poisson("Y", rate=ppm.sum(theta, over="factor"), dims="row col", observed=True)
    size = sympy.Symbol("K", positive=True, integer=True)
    k, j = model.declaration.hyperparameters
    assert sympy.simplify(model.variance() - size * (k / j + k / j**2)) == 0
    assert model.derive("variance").verify().ok


def test_short_names_mean_the_long_ones() -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    assert model.derive("rho_row") is model.derive("correlation row")
    assert model.derive("cov_col") is model.derive("covariance col")
    assert model.correlation("row") == model.derive("rho_row").result
    assert model.covariance() == model.derive("covariance").result


def test_counts_with_a_constant_rate_are_independent() -> None:
    with ppm.Model("mine") as model:
        a = ppm.hyperparameters("a")
        ppm.Poisson("Y", rate=a, dims="row col", observed=True)
    a = model.declaration.hyperparameters[0]
    assert (model.mean(), model.variance()) == (a, a)
    assert [model.correlation(axes) for axes in ("", "row", "col")] == [0, 0, 0]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        (
            "skewness",
            "the moment 'skewness'; expected mean, variance, covariance AXES, correlation AXES or "
            'cumulant ENTRIES. Write, for example, "covariance row".',
        ),
        (
            "mean row",
            "the moment 'mean row'; expected mean, variance, covariance AXES, correlation AXES or "
            'cumulant ENTRIES. Write, for example, "covariance row".',
        ),
        (
            "",
            "the moment ''; expected mean, variance, covariance AXES, correlation AXES or "
            'cumulant ENTRIES. Write, for example, "covariance row".',
        ),
        (
            "correlation row col",
            "two entries that share every axis are the same entry; expected at least one axis "
            'along which they differ. Ask for the "variance" instead.',
        ),
        (
            "covariance factor",
            "Y is not observed along the axis 'factor'; expected one of its axes: row, col. Name "
            "the axes that the two entries share.",
        ),
    ],
)
def test_moments_that_there_are_not(what: str, expected: str) -> None:
    with pytest.raises(NotBuiltError) as caught:
        derive(named("pmf_gamma"), what)
    assert str(caught.value) == expected


def test_an_axis_that_there_is_not() -> None:
    with pytest.raises(DeclarationError, match="has no axis 'rows'"):
        derive(named("pmf_gamma"), "correlation rows")


def test_results_contain_no_random_variable_no_index_and_no_size_of_an_observed_axis() -> None:
    for declared in (named("pmf_gamma"), named("pmf_prior"), named("hpf_gamma")):
        allowed = {*declared.hyperparameters, *declared.sizes}
        for what in ("mean", "variance", "covariance row", "correlation col"):
            assert derive(declared, what).result.free_symbols <= allowed
