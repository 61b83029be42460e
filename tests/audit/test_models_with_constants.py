"""Models with numbers for parameters, or other axes than a matrix of rows, pass their audit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy

import symppm as ppm
from symppm.audit import audit_declaration
from symppm.model import Variable

pytestmark = pytest.mark.thorough


def factors() -> tuple[Variable, Variable]:
    a, c = ppm.hyperparameters("a c")
    theta = ppm.Gamma("theta", shape=a, rate=1, dims="row factor")
    return theta, ppm.Gamma("beta", shape=3, rate=c, dims="col factor")


def a_scale_that_moves_k() -> tuple[Variable, Variable]:
    a = ppm.hyperparameters("a")
    theta = ppm.Beta("theta", alpha=2, beta=0.5, dims="row factor")
    return theta, ppm.Laplace("beta", mean=0, scale=a, dims="col factor")


def fractions_alone() -> tuple[Variable, Variable]:
    half = sympy.Rational(1, 2)
    theta = ppm.NegativeBinomial("theta", mean=half, size=3, dims="row factor")
    return theta, ppm.InverseGamma("beta", shape=9, scale=half, dims="col factor")


def roots_of_pi() -> tuple[Variable, Variable]:
    c = ppm.hyperparameters("c")
    theta = ppm.Weibull("theta", shape=2, scale=3, dims="row factor")
    return theta, ppm.Gamma("beta", shape=3, rate=c, dims="col factor")


def powers_of_e() -> tuple[Variable, Variable]:
    theta = ppm.Exponential("theta", rate=1, dims="row factor")
    return theta, ppm.LogNormal("beta", mu=1, sigma=1, dims="col factor")


def huge_moments() -> tuple[Variable, Variable]:
    c = ppm.hyperparameters("c")
    theta = ppm.LogNormal("theta", mu=1, sigma=3, dims="row factor")
    return theta, ppm.Gamma("beta", shape=3, rate=c, dims="col factor")


def centred() -> tuple[Variable, Variable]:
    s, t = ppm.hyperparameters("s t")
    theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
    return theta, ppm.Normal("beta", mean=0, variance=t, dims="col factor")


def two_roots_in_coordinates() -> tuple[Variable, Variable]:
    a, b, u = ppm.hyperparameters("a b u")
    theta = ppm.InverseGamma("theta", shape=a, scale=b, dims="row factor")
    return theta, ppm.Uniform("beta", low=u, high=5, dims="col factor")


@pytest.mark.parametrize(
    "made",
    [
        *(factors, a_scale_that_moves_k, fractions_alone, roots_of_pi, powers_of_e, huge_moments),
        *(centred, two_roots_in_coordinates),
    ],
    ids=lambda each: each.__name__,
)
def test_every_check_passes(made: Callable[[], tuple[Variable, Variable]]) -> None:
    with ppm.Model(made.__name__) as model:
        theta, beta = made()
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=2, dims="row col", observed=True)
    audit = audit_declaration(model.declaration, simulate=False)
    assert {check.name: check.failures for check in audit.checks if check.status == "failed"} == {}
    assert all("zoo" not in str(each) for each in (model.variance(), model.correlation("row")))


def test_topics_along_axes_of_other_names_pass() -> None:
    """Entries are then named by other letters than rows and columns are."""
    with ppm.Model("topics") as model:
        alpha, eta = ppm.hyperparameters("alpha eta")
        n = ppm.Known("n", dims="doc")
        theta = ppm.Dirichlet("theta", concentration=alpha, dims="doc topic", over="topic")
        beta = ppm.Dirichlet("beta", concentration=eta, dims="topic word", over="word")
        share = ppm.sum(theta * beta, over="topic")
        ppm.Multinomial(
            "Y", trials=n, probabilities=share, dims="doc word", over="word", observed=True
        )
    audit = audit_declaration(model.declaration, simulate=False)
    assert [check.failures for check in audit.checks if check.status == "failed"] == []
    assert "generated" in [check.name for check in audit.checks if check.status == "passed"]


def test_a_noise_whose_own_variance_need_not_exist() -> None:
    # The data have moments where a > 1; the coefficient of variation of tau exists where a > 2.
    with ppm.Model("noise") as model:
        a, b, m, s, t, c = ppm.hyperparameters("a b m s t c")
        tau = ppm.InverseGamma("tau", shape=a, scale=b, dims="col")
        theta = ppm.Normal("theta", mean=m, variance=s**2, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=t, dims="col factor")
        mean = ppm.sum(theta * beta, over="factor")
        ppm.Normal("Y", mean=mean, variance=tau, dims="row col", observed=True)
    audit = audit_declaration(model.declaration, simulate=False)
    assert {check.name: check.failures for check in audit.checks if check.status == "failed"} == {}
