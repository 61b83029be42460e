"""Links: as functions of numbers, in declarations, in trees, in draws, and where they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.integrate
import scipy.stats
import sympy
from cases import declared, refused

import symppm as ppm
from symppm.errors import DerivationError, NotDerivableError, ParameterError
from symppm.laws.declared import declaration_from_tree, declaration_tree
from symppm.laws.trees import from_tree, to_tree
from symppm.model.links import Logistic, Softplus
from symppm.view.declaration import declaration_code

x = sympy.Symbol("x", real=True)
POINTS = [-800.0, -40.0, -3.5, -1e-9, 0.25, 2.0, 36.0, 800.0]
TRUTHS: dict[type[sympy.Function], Callable[[Any], Any]] = {
    Softplus: lambda t: mpmath.log1p(mpmath.exp(t)),
    Logistic: lambda t: 1 / (1 + mpmath.exp(-t)),
}


@pytest.mark.parametrize("link", TRUTHS)
@pytest.mark.parametrize("point", POINTS)
def test_links_have_their_values_far_out_too(link: type[sympy.Function], point: float) -> None:
    with mpmath.workdps(60):
        wanted = TRUTHS[link](mpmath.mpf(point))
        exact = link(sympy.Rational(point)).evalf(30)
        assert abs(mpmath.mpf(exact._mpf_) - wanted) < wanted * mpmath.mpf("1e-28")
    compiled = sympy.lambdify(x, link(x), "numpy")
    assert compiled(np.array([point])) == pytest.approx([float(wanted)], rel=1e-15, abs=0)
    assert float(link(sympy.Float(point))) == pytest.approx(float(wanted), rel=1e-15, abs=0)


@pytest.mark.parametrize("link", TRUTHS)
@pytest.mark.parametrize("point", POINTS[1:-1])
def test_derivatives_are_slopes(link: type[sympy.Function], point: float) -> None:
    for function in (link(x), link(2 * x + 1)):
        step = sympy.Rational(1, 10**15)
        ends = [function.subs(x, sympy.Rational(point) + sign * step).evalf(60) for sign in (1, -1)]
        slope = function.diff(x).subs(x, sympy.Rational(point)).evalf(30)
        assert slope == pytest.approx(float((ends[0] - ends[1]) / (2 * step)), rel=1e-14)


def test_links_know_their_signs_and_limits() -> None:
    assert Softplus(x).is_positive
    assert Logistic(x).is_positive
    assert Logistic(x).is_real
    assert Logistic(sympy.Symbol("z")).is_positive is None
    assert (Logistic(0), Logistic(sympy.oo), Logistic(-sympy.oo)) == (sympy.S.Half, 1, 0)
    assert (Softplus(0), Softplus(-sympy.oo)) == (sympy.log(2), 0)
    assert str(Logistic(x + 1) * Softplus(x)) == "logistic(x + 1)*softplus(x)"
    assert sympy.latex(Logistic(x) ** 2) == r"\operatorname{logistic}^{2}\left(x\right)"


def logistic_factors() -> None:
    b = ppm.hyperparameters("b", domain="real")
    s = ppm.hyperparameters("s")
    theta = ppm.Normal("theta", mean=0, variance=s, dims="row factor")
    beta = ppm.Normal("beta", mean=0, variance=s, dims="col factor")
    mean = ppm.logistic(b - 3.14159 + ppm.sum(theta * beta, over="factor"))
    ppm.Bernoulli("Y", mean=mean, dims="row col", observed=True)


def logistic_row() -> None:
    b = ppm.hyperparameters("b", domain="real")
    s = ppm.hyperparameters("s")
    theta = ppm.Normal("theta", mean=b, variance=s, dims="row")
    ppm.Bernoulli("Y", mean=ppm.logistic(theta), dims="row col", observed=True)


def exponential_row() -> None:
    b = ppm.hyperparameters("b", domain="real")
    s = ppm.hyperparameters("s")
    theta = ppm.Normal("theta", mean=b, variance=s, dims="row")
    ppm.Poisson("Y", rate=ppm.exp(theta), dims="row col", observed=True)


def softplus_row() -> None:
    b = ppm.hyperparameters("b", domain="real")
    s = ppm.hyperparameters("s")
    theta = ppm.Normal("theta", mean=b, variance=s, dims="row")
    ppm.Poisson("Y", rate=2 * ppm.softplus(theta), dims="row col", observed=True)


def half_cauchy_and_inflated() -> None:
    b = ppm.hyperparameters("b", domain="real")
    s = ppm.hyperparameters("s")
    scale = ppm.HalfCauchy("scale", scale=s, dims="row")
    beta = ppm.StudentT("beta", location=0, scale=s, degrees=3, dims="col")
    ppm.ZeroInflatedPoisson(
        "Y",
        rate=ppm.softplus(b + scale),
        keep=ppm.logistic(beta) / 2,
        dims="row col",
        observed=True,
    )


def chosen_from_three() -> None:
    a, c = ppm.hyperparameters("a c")
    kind = ppm.Categorical("kind", weights=[a, c, 1.5], dims="row")
    beta = ppm.Normal("beta", mean=0, variance=a, dims="col")
    ppm.Categorical("Y", weights=[1, ppm.exp(kind * beta)], dims="row col", observed=True)


BODIES = [
    logistic_factors, logistic_row, exponential_row, softplus_row, half_cauchy_and_inflated,
    chosen_from_three,
]  # fmt: skip
EACH = pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__)


@EACH
def test_declarations_come_back_from_their_trees(body: Callable[[], Any]) -> None:
    declaration = declared(body).declaration
    tree = declaration_tree(declaration)
    back = declaration_from_tree(json.loads(json.dumps(tree)))
    assert back == declaration
    assert declaration_tree(back) == tree


@EACH
def test_declarations_come_back_from_their_code(body: Callable[[], Any]) -> None:
    declaration = declared(body).declaration
    names: dict[str, Any] = {}
    exec(declaration_code(declaration), names)  # noqa: S102 - what the code is for
    assert declaration_tree(names["model"].declaration) == {
        **declaration_tree(declaration), "name": "mine",
    }  # fmt: skip


@EACH
def test_moments_are_refused_with_a_way_out(body: Callable[[], Any]) -> None:
    model = declared(body)
    for ask in (model.mean, model.variance, lambda: model.correlation("row")):
        with pytest.raises(NotDerivableError) as caught:
            ask()
        assert "can still be matched by drawing from it" in str(caught.value)


def test_what_is_outside_the_class_is_named() -> None:
    with pytest.raises(NotDerivableError, match=r"logistic\(theta\[i\]\) contains Logistic of ran"):
        declared(logistic_row).mean()


def normal_mean(function: Callable[[float], float], mean: float, variance: float) -> float:
    law = scipy.stats.norm(mean, variance**0.5)
    low, high = law.ppf(1e-13), law.ppf(1 - 1e-13)
    return float(
        scipy.integrate.quad(lambda t: function(t) * law.pdf(t), low, high, epsabs=1e-12)[0]
    )


DRAWN: list[tuple[Callable[[], Any], Callable[[float], float]]] = [
    (logistic_row, lambda t: float(1 / (1 + np.exp(-t)))),
    (exponential_row, lambda t: float(np.exp(t))),
    (softplus_row, lambda t: float(2 * np.logaddexp(0, t))),
]


@pytest.mark.parametrize(("body", "link"), DRAWN, ids=[each[0].__name__ for each in DRAWN])
def test_draws_have_the_mean_and_the_covariance_of_an_integral(
    body: Callable[[], Any], link: Callable[[float], float]
) -> None:
    """Two entries of a row have E[Y Y'] = E[link(theta)^2], by quadrature."""
    values, rows = {"b": -0.5, "s": 0.7}, 40_000
    drawn = ppm.sample(declared(body), values, shape=(rows, 2), random_seed=5).astype(float)
    for found, function in (
        (drawn[:, 0], link),
        (drawn[:, 1], link),
        (drawn[:, 0] * drawn[:, 1], lambda t: link(t) ** 2),
    ):
        wanted = normal_mean(function, -0.5, 0.7)
        assert abs(found.mean() - wanted) < 5 * found.std(ddof=1) / rows**0.5


def test_draws_of_the_others_have_their_ranges() -> None:
    values = {"b": 0.5, "s": 1.0, "K": 3}
    drawn = ppm.sample(declared(logistic_factors), values, shape=(40, 30), random_seed=6)
    assert set(np.unique(drawn)) == {0, 1}
    del values["K"]
    counts = ppm.sample(declared(half_cauchy_and_inflated), values, shape=(40, 30), random_seed=6)
    assert (counts >= 0).all()
    chosen = {"a": 1.0, "c": 2.0}
    drawn = ppm.sample(declared(chosen_from_three), chosen, shape=(40, 30), random_seed=6)
    assert set(np.unique(drawn)) == {0, 1}


def test_an_intercept_far_out_is_drawn_stably() -> None:
    model = declared(logistic_row)
    ones = ppm.sample(model, {"b": 900.0, "s": 1.0}, shape=(5, 4), random_seed=1)
    zeros = ppm.sample(model, {"b": -900.0, "s": 1.0}, shape=(5, 4), random_seed=1)
    assert (ones == 1).all()
    assert (zeros == 0).all()
    large = ppm.sample(declared(softplus_row), {"b": 1e6, "s": 1.0}, shape=(50, 4), random_seed=1)
    assert abs(large.mean() / 2e6 - 1) < 1e-3
    with pytest.raises(ParameterError, match="its rate under- or overflows"):
        ppm.sample(declared(exponential_row), {"b": 1e6, "s": 1.0}, shape=(5, 4), random_seed=1)


def test_links_of_hyperparameters_alone_can_be_derived() -> None:
    def body() -> None:
        b = ppm.hyperparameters("b", domain="real")
        theta = ppm.Gamma("theta", shape=ppm.softplus(b), rate=ppm.exp(b), dims="row")
        ppm.ZeroInflatedPoisson(
            "Y", rate=theta, keep=ppm.logistic(b), dims="row col", observed=True
        )

    model = declared(body)
    (b,) = model.declaration.hyperparameters
    assert sympy.simplify(model.mean() - Logistic(b) * Softplus(b) * sympy.exp(-b)) == 0
    derivation = model.derive("variance")
    assert derivation.verify().ok
    assert "softplus(b)" in derivation.to_text()


@pytest.mark.thorough
def test_bernoulli_and_categorical_models_are_derived() -> None:
    def body() -> None:
        a, c = ppm.hyperparameters("a c")
        kind = ppm.Categorical("kind", weights=[a, 1, 2], dims="row")
        p = ppm.Beta("p", alpha=a, beta=c, dims="col")
        ppm.Bernoulli("Y", mean=kind * p / 2, dims="row col", observed=True)

    model = declared(body)
    a, c = model.declaration.hyperparameters
    mean = sympy.Rational(5, 2) / (a + 3) * a / (a + c)
    assert sympy.simplify(model.mean() - mean) == 0
    assert sympy.simplify(model.variance() - mean * (1 - mean)) == 0
    assert model.derive("correlation col").verify().ok


# What is refused


def bernoulli(mean: Any) -> None:
    ppm.Bernoulli("Y", mean=mean, dims="row col", observed=True)


def gamma_row() -> Any:
    return ppm.Gamma("theta", shape=1, rate=1, dims="row")


def normal_row() -> Any:
    return ppm.Normal("theta", mean=0, variance=1, dims="row")


def categorical(weights: Any) -> None:
    ppm.Categorical("Y", weights=weights, dims="row col", observed=True)


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "a mean above one": (
        lambda: bernoulli(gamma_row()),
        "mean of Y is theta[i], which can exceed 1; expected a mean that never exceeds 1.",
    ),
    "a softplus as a probability": (
        lambda: bernoulli(ppm.softplus(normal_row())),
        "mean of Y is softplus(theta[i]), which can exceed 1; expected",
    ),
    "one category": (
        lambda: categorical([1]),
        "the weights of Y are 1 of them; expected a list of 2 to 20 positive weights, one for each "
        "category. Write, for example, weights=[a, b, 1]; for a variable that is zero or one, "
        "ppm.Bernoulli.",
    ),
    "too many categories": (
        lambda: categorical([1] * 21),
        "the weights of Y are 21 of them; expected a list of 2 to 20 positive weights",
    ),
    "no list": (
        lambda: categorical(3),
        "the weights of Y are 3; expected a list of 2 to 20 positive weights",
    ),
    "a negative weight": (
        lambda: categorical([1, -2]),
        "weight_1 of Y is -2, which is negative; expected a weight_1 that is positive",
    ),
    "a link of a text": (
        lambda: bernoulli(ppm.logistic("theta")),
        "logistic(theta); expected a real expression in hyperparameters, declared variables and "
        "numbers. Write something like ppm.logistic(b + ppm.sum(theta * beta, over=\"factor\")).",
    ),
    "a link of a stranger": (
        lambda: bernoulli(ppm.logistic(sympy.Symbol("q", real=True))),
        "mean of Y mentions q, which is no hyperparameter of model 'mine'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_declared_is_refused(name: str) -> None:
    body, expected = REFUSED[name]
    assert refused(body).startswith(expected)


def test_one_less_a_probability_is_the_logistic_function_of_the_opposite() -> None:
    message = refused(lambda: bernoulli(1 - ppm.logistic(normal_row())))
    assert message.startswith("mean of Y is 1 - logistic(theta[i]), which can be negative")
    model = declared(lambda: bernoulli(ppm.logistic(-normal_row())))
    assert model.declaration.observed.parameters["mean"].is_positive


# Trees of strangers


def nested(levels: int) -> Any:
    tree: Any = ["Symbol", "x", "real"]
    for _ in range(levels):
        tree = ["Logistic", tree]
    return tree


THETA = ["Entry", ["Symbol", "theta", "real"], ["Symbol", "i", "integer"]]
HOSTILE = {
    "of nothing": ["Logistic"],
    "of two": ["Softplus", ["Symbol", "x", "real"], ["Symbol", "y", "real"]],
    "of a tuple": ["Logistic", ["Tuple", THETA]],
    "of a huge number": ["Softplus", ["Rational", "1" + "0" * 150, "1"]],
    "of an exponential": ["Logistic", ["exp", THETA]],
    "an exponential of an exponential": ["exp", ["exp", THETA]],
    "an exponential of a logarithm": ["exp", ["log", THETA]],
    "a factorial of a random number": [
        "gamma", ["Mul", ["Rational", "1" + "0" * 100, "1"], THETA],
    ],
    "six within one another": nested(6),
    "a lower-case name": ["logistic", THETA],
    "a derivative of a link": ["Derivative", "Logistic", "1", ["Symbol", "x", "real"]],
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_trees_that_symppm_does_not_write_are_refused(name: str) -> None:
    with pytest.raises(DerivationError):
        from_tree(HOSTILE[name])


def test_links_come_back_with_their_assumptions() -> None:
    theta = from_tree(THETA)
    decimal = sympy.Rational(-314159, 100000)
    for expression in (
        Logistic(x), Softplus(3 * x - 1), Logistic(decimal + theta), sympy.exp(decimal * theta),
        Softplus(Logistic(x)),
    ):  # fmt: skip
        back = from_tree(json.loads(json.dumps(to_tree(expression))))
        assert back == expression
        assert back.assumptions0 == expression.assumptions0
