"""What cannot be counted is refused by name, with what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy

import symppm as ppm
from symppm.counting import correlation, joint_cumulant, joint_moment
from symppm.errors import DeclarationError, NotBuiltError, NotDerivableError
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


OUTSIDE: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "an exponential": (
        lambda theta, beta: sympy.exp(theta) * beta,
        "the function exp of random variables",
    ),
    "a logarithm": (
        lambda theta, beta: sympy.log(1 + theta) * beta,
        "the function log of random variables",
    ),
    "a root": (
        lambda theta, beta: sympy.sqrt(theta) * beta,
        "the power 1/2 of random variables",
    ),
    "a random power": (
        lambda theta, beta: (1 + theta) ** beta.generic,
        r"the power beta\[j\] of random variables",
    ),
    "a reciprocal of a sum": (
        lambda theta, beta: 1 / (theta + beta),
        "the reciprocal of a sum of random variables",
    ),
    "a reciprocal of a sum over an axis": (
        lambda theta, beta: theta / ppm.sum(beta, over="col"),
        "the reciprocal of a sum of random variables",
    ),
}


@pytest.mark.parametrize("kind", OUTSIDE)
def test_what_is_no_laurent_polynomial(kind: str) -> None:
    rate, culprit = OUTSIDE[kind]
    declaration = rate_of_two(rate)
    with pytest.raises(NotDerivableError, match=f"contains {culprit}; expected sums and products"):
        joint_moment(declaration, [entry(declaration)])
    with pytest.raises(NotDerivableError, match=culprit):
        joint_cumulant(declaration, [entry(declaration), entry(declaration, "il")])
    with pytest.raises(NotDerivableError, match=culprit):
        correlation(declaration, entry(declaration), entry(declaration, "il"))


@pytest.mark.parametrize("shape", [sympy.Rational(1, 2), sympy.S.One])
def test_a_moment_that_never_exists(shape: sympy.Expr) -> None:
    declaration = rate_of_two(lambda theta, beta: beta / theta, shape)
    with pytest.raises(
        NotDerivableError, match=r"order -1 of Gamma: .* where shape > 1, and shape is"
    ):
        joint_moment(declaration, [entry(declaration)])


def test_a_moment_that_exists_for_some_values_says_for_which() -> None:
    declaration = rate_of_two(lambda theta, beta: beta / theta)
    a = declaration.hyperparameters[0]
    one, other = entry(declaration), entry(declaration, "il")
    assert joint_moment(declaration, [one]).conditions == (a - 1,)
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
    with pytest.raises(NotDerivableError) as caught:
        joint_moment(model.declaration, [entry(model.declaration)])
    assert str(caught.value) == (
        "the moment of order -1 of beta[i, j] exists only where theta[i] - 1 is positive, and "
        "that is random; expected a moment that exists for every value of the parents. Make the "
        "parameter that decides this a hyperparameter."
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
