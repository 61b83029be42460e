"""What neither route can tell is refused by name, with what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy

import symppm as ppm
from symppm.counting import correlation, joint_cumulant, joint_moment
from symppm.errors import DeclarationError, NotBuiltError, NotDerivableError
from symppm.laws import derive
from symppm.model import Declaration, catalogue_model
from symppm.model.nodes import Entry, index, label


def rate_of_two(rate: Callable[[Any, Any], Any], shape: Any = None) -> Declaration:
    with ppm.Model("two") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        theta = ppm.Gamma("theta", shape=a if shape is None else shape, rate=a * b, dims="row")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col")
        ppm.Poisson("Y", rate=rate(theta, beta), dims="row col", observed=True)
    return model.declaration


def entry(declaration: Declaration, letters: str = "ij") -> Entry:
    return declaration.observed.at(*map(index, letters))


SIMULATION = (
    "a model outside this class can still be matched by drawing from it: "
    'ppm.match(..., method="stochastic").'
)
RECIPROCAL = "the reciprocal of a sum of random variables"
OUTSIDE: dict[str, tuple[Callable[[Any, Any], Any], str, str]] = {
    "exp": (
        lambda theta, beta: sympy.exp(theta) * beta,
        "exp of random variables",
        "the function exp of random variables",
    ),
    "log": (
        lambda theta, beta: sympy.log(1 + theta) * beta,
        "log of random variables",
        "the function log of random variables",
    ),
    "abs": (
        lambda theta, beta: sympy.Abs(theta - beta),
        "Abs of random variables",
        "the function Abs of random variables",
    ),
    "sqrt": (
        lambda theta, beta: sympy.sqrt(theta) * beta,
        "the power 1/2 of a random expression",
        "the power 1/2 of random variables",
    ),
    "a random power": (
        lambda theta, beta: (1 + theta) ** beta.generic,
        "the power beta[j] of a random expression",
        "the power beta[j] of random variables",
    ),
    "a reciprocal of a sum": (lambda theta, beta: 1 / (theta + beta), RECIPROCAL, RECIPROCAL),
    "a ratio of sums": (lambda theta, beta: theta / (1 + theta) * beta, RECIPROCAL, RECIPROCAL),
    "a reciprocal of a sum over an axis": (
        lambda theta, beta: theta / ppm.sum(beta, over="col"),
        RECIPROCAL,
        RECIPROCAL,
    ),
}


@pytest.mark.parametrize("kind", OUTSIDE)
def test_what_is_no_laurent_polynomial_has_no_moment_by_either_route(kind: str) -> None:
    rate, derived, counted = OUTSIDE[kind]
    declaration = rate_of_two(rate)
    for what in ("mean", "variance", "covariance row", "correlation col"):
        with pytest.raises(NotDerivableError) as caught:
            derive(declaration, what)
        given, _, advice = str(caught.value).partition("; ")
        assert given.endswith(f" contains {derived}")
        assert advice == (
            "expected sums and products of integer powers of random variables. Rewrite the "
            "model so that each conditional moment is such a polynomial, or leave it to "
            f"simulation: {SIMULATION}"
        )
    one, other = entry(declaration), entry(declaration, "il")
    for count in (
        lambda: joint_moment(declaration, [one]),
        lambda: joint_cumulant(declaration, [one, other]),
        lambda: correlation(declaration, one, other),
    ):
        with pytest.raises(NotDerivableError) as caught:
            count()
        assert f"contains {counted}; expected sums and products" in str(caught.value)


@pytest.mark.parametrize("order", [-1, -2])
@pytest.mark.parametrize("shape", [sympy.Rational(1, 2), sympy.S.One, sympy.Integer(2)])
def test_a_moment_that_does_not_exist_at_a_given_shape(shape: sympy.Expr, order: int) -> None:
    declaration = rate_of_two(lambda theta, beta: beta * theta**order, shape)
    one = entry(declaration)
    if shape + order > 0:
        assert derive(declaration, "mean").result.is_finite is not False
    else:
        with pytest.raises(NotDerivableError):
            derive(declaration, "mean")
        said = rf"order {order} of Gamma: .* where shape > {-order}, and shape is"
        with pytest.raises(NotDerivableError, match=said):
            joint_moment(declaration, [one])
    with pytest.raises(NotDerivableError):
        # The variance needs twice the order, which no shape here has.
        derive(declaration, "variance")


def test_a_moment_that_exists_for_some_values_says_for_which() -> None:
    declaration = rate_of_two(lambda theta, beta: beta / theta)
    a = declaration.hyperparameters[0]
    one, other = entry(declaration), entry(declaration, "il")
    assert derive(declaration, "mean").conditions == (a - 1,)
    assert joint_moment(declaration, [one]).conditions == (a - 1,)
    assert set(derive(declaration, "variance").conditions) == {a - 1, a - 2}
    assert joint_cumulant(declaration, [one, other]).conditions == (a - 2, a - 1)
    assert correlation(declaration, one, other).conditions == (a - 2, a - 1)


def test_a_moment_that_always_exists_has_no_conditions() -> None:
    declaration = rate_of_two(lambda theta, beta: beta / theta, sympy.Integer(5))
    one = entry(declaration)
    assert joint_moment(declaration, [one, one]).conditions == ()
    assert joint_moment(catalogue_model("pmf_gamma"), [one] * 3).conditions == ()


def test_a_condition_on_a_known_constant_names_the_entry() -> None:
    with ppm.Model("mine") as model:
        b = ppm.hyperparameters("b")
        gamma = ppm.Known("gamma", dims="col")
        theta = ppm.Gamma("theta", shape=gamma, rate=b, dims="row col")
        ppm.Poisson("Y", rate=1 / theta, dims="row col", observed=True)
    declaration = model.declaration
    counted = joint_moment(declaration, [entry(declaration, "il"), entry(declaration, "tj")])
    assert sorted(map(str, counted.conditions)) == ["gamma[j] - 1", "gamma[l] - 1"]


def test_a_random_condition() -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.Gamma("beta", shape=theta, rate=b, dims="row col")
        ppm.Poisson("Y", rate=1 / beta, dims="row col", observed=True)
    expected = "expected a moment that exists for every value of "
    decides = "Make the parameter that decides this a hyperparameter."
    with pytest.raises(NotDerivableError) as caught:
        model.mean()
    assert str(caught.value) == (
        "E[beta[i, j]^-1] exists only where theta[i] - 1 > 0, and that is random; "
        f"{expected}its parents. {decides} As it is, {SIMULATION}"
    )
    with pytest.raises(NotDerivableError) as caught:
        joint_moment(model.declaration, [entry(model.declaration)])
    assert str(caught.value) == (
        "the moment of order -1 of beta[i, j] exists only where theta[i] - 1 is positive, and "
        f"that is random; {expected}the parents. {decides}"
    )


@pytest.mark.parametrize(
    ("name", "pattern", "culprit"),
    [
        ("pmf_prior", ("ij", "ij", "ij"), "order 3 of Prior: only its mean and variance"),
        ("gmf_prior_observation", ("ij", "ij", "ij"), "only its mean and variance were declared"),
    ],
)
def test_a_moment_that_is_not_known(name: str, pattern: tuple[str, ...], culprit: str) -> None:
    declaration = catalogue_model(name)
    with pytest.raises(NotDerivableError, match=culprit):
        joint_cumulant(declaration, [entry(declaration, letters) for letters in pattern])


def test_two_known_moments_are_enough_for_entries_that_differ() -> None:
    declaration = catalogue_model("pmf_prior")
    pattern = [entry(declaration, letters) for letters in ("ij", "il", "tj", "tl")]
    assert joint_cumulant(declaration, pattern).value != 0


SUMMED: dict[str, tuple[Callable[[Any, Any], Any], Callable[[Any], Any]]] = {
    "a product": (lambda beta, gamma: gamma * beta, lambda gamma: 1),
    "a constant": (lambda beta, gamma: gamma + beta, lambda gamma: 1),
    "a function": (lambda beta, gamma: beta / (1 + gamma), lambda gamma: 1),
    "the law": (lambda beta, gamma: beta, lambda gamma: gamma),
}


@pytest.mark.parametrize("kind", SUMMED)
def test_sums_over_known_constants_are_not_built(kind: str) -> None:
    summand, rate = SUMMED[kind]
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        gamma = ppm.Known("gamma", dims="col")
        beta = ppm.Gamma("beta", shape=a, rate=rate(gamma) * b, dims="col")
        total = ppm.sum(summand(beta, gamma), over="col")
        ppm.Poisson("Y", rate=total * gamma, dims="row col", observed=True)
    declaration = model.declaration
    with pytest.raises(NotBuiltError, match="a sum over an axis whose terms depend on the known"):
        joint_moment(declaration, [entry(declaration)])


def test_dividing_by_a_sum_of_known_constants_is_not_built() -> None:
    with ppm.Model("mine") as model:
        gamma = ppm.Known("gamma", dims="col")
        beta = ppm.Gamma("beta", shape=1, rate=1, dims="col")
        ppm.Poisson("Y", rate=beta / ppm.sum(gamma, over="col"), dims="row col", observed=True)
    with pytest.raises(NotBuiltError, match="divides by a sum of known constants"):
        joint_moment(model.declaration, [entry(model.declaration)])


def test_entries_that_the_model_does_not_have() -> None:
    declaration = catalogue_model("pmf_gamma")
    i, j, k = map(index, "ijk")
    positive = label("Y", "positive")
    for stranger in (
        Entry(label("Z", "nonnegative"), i, j),
        Entry(positive, i, j),
        declaration.observed.at(i),
        declaration.observed.at(j, i),
        declaration.observed.at(i, k),
    ):
        with pytest.raises(DeclarationError, match="an entry of a variable of pmf_gamma"):
            joint_moment(declaration, [stranger])
    with pytest.raises(DeclarationError, match="no entries; expected one or more"):
        joint_cumulant(declaration, [])
