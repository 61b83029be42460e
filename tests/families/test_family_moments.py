"""Where moments of Gamma, Poisson and two declared moments exist, and what is drawn from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
import sympy

from symppm.errors import NoMomentError, NotDerivableError, ParameterError
from symppm.families import GAMMA, POISSON, TWO_MOMENTS, Family, Moment, Parameter, Support


@pytest.mark.parametrize("order", range(-3, 7))
def test_gamma_moment_exists_exactly_under_its_conditions(order: int) -> None:
    shape, rate = sympy.symbols("shape rate", positive=True)
    conditions = GAMMA.raw_moment(order, {"shape": shape, "rate": rate}).conditions
    assert conditions == (() if order >= 0 else (shape + order,))


def test_poisson_moments_at_rate_zero_are_those_of_the_constant_zero() -> None:
    values = [POISSON.raw_moment(order, {"rate": sympy.S.Zero}).value for order in range(5)]
    assert values == [1, 0, 0, 0, 0]


@pytest.mark.parametrize("order", [-1, -2, -3])
def test_poisson_has_no_negative_moments(order: int) -> None:
    with pytest.raises(NoMomentError) as caught:
        POISSON.raw_moment(order, {"rate": sympy.Symbol("r", positive=True)})
    assert str(caught.value) == (
        f"the moment of order {order} of Poisson: P(X = 0) is positive, so E[1/X] does not exist; "
        "expected a moment that exists. Use a family that has this moment, or change where the "
        "variable enters; quantiles and probabilities always exist."
    )


@pytest.mark.parametrize("family", [GAMMA, TWO_MOMENTS], ids=["Gamma", "Prior"])
def test_mean_and_variance_come_back_from_the_parameters_they_give(family: Family) -> None:
    mean, variance = sympy.symbols("m v", positive=True)
    parameters = family.from_mean_variance(mean, variance)
    assert family.raw_moment(0, parameters) == Moment(sympy.S.One)
    first, second = (family.raw_moment(order, parameters).value for order in (1, 2))
    assert first == family.mean(parameters)
    assert sympy.simplify(second - first**2 - family.variance(parameters)) == 0
    assert sympy.simplify(family.mean(parameters) - mean) == 0
    assert sympy.simplify(family.variance(parameters) - variance) == 0


def test_poisson_refuses_a_variance_that_differs_from_the_mean() -> None:
    mean, variance = sympy.symbols("m v", positive=True)
    with pytest.raises(NotDerivableError, match="expected a variance equal to the mean"):
        POISSON.from_mean_variance(mean, variance)


def test_poisson_knows_equal_mean_and_variance_in_different_dress() -> None:
    a = sympy.Symbol("a", positive=True)
    assert POISSON.from_mean_variance((a + 1) ** 2, a**2 + 2 * a + 1) == {"rate": (a + 1) ** 2}


@pytest.mark.parametrize("order", [-2, -1, 3, 4])
def test_two_moments_give_no_third(order: int) -> None:
    mean, variance = sympy.symbols("m v", positive=True)
    with pytest.raises(NotDerivableError) as caught:
        TWO_MOMENTS.raw_moment(order, {"mean": mean, "variance": variance})
    assert str(caught.value) == (
        f"the moment of order {order} of Prior: only its mean and variance were declared; "
        "expected a moment that exists in closed form. "
        "Use a family that has this moment, or change where the variable enters."
    )


def test_two_moments_cannot_be_drawn_and_say_what_to_declare_instead() -> None:
    parameters = {"mean": np.array(1.0), "variance": np.array(1.0)}
    with pytest.raises(ParameterError) as caught:
        TWO_MOMENTS.sample(np.random.default_rng(1), parameters, (2,))
    assert str(caught.value) == (
        "a draw from a Prior, of which only the mean and the variance are declared; expected a "
        "family that can be sampled. Declare a family with these moments, such as "
        "Gamma(shape=mean**2/variance, rate=mean/variance); in the catalogue use pmf_gamma in "
        "place of pmf_prior."
    )


def test_the_families_say_where_they_live() -> None:
    assert (GAMMA.support, POISSON.support, TWO_MOMENTS.support) == (
        Support("positive"),
        Support("nonnegative", integral=True),
        Support("positive"),
    )
    assert [(p.name, p.domain) for p in GAMMA.parameters] == [
        ("shape", "positive"),
        ("rate", "positive"),
    ]
    assert [(p.name, p.domain) for p in POISSON.parameters] == [("rate", "nonnegative")]
    assert [(p.name, p.domain) for p in TWO_MOMENTS.parameters] == [
        ("mean", "positive"),
        ("variance", "nonnegative"),
    ]


class TwoPoints(Family):
    """One or three with equal probability, times a scale; variance() is left to the base class."""

    name = "TwoPoints"
    parameters = (Parameter("scale", "positive", "scale"),)
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        return Moment(parameters["scale"] ** order * (1 + sympy.Integer(3) ** order) / 2)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        raise self.no_moment(2, "not needed here")

    def sample(self, generator: np.random.Generator, parameters: Any, size: tuple[int, ...]) -> Any:
        return parameters["scale"] * generator.choice([1.0, 3.0], size)


def test_a_family_without_a_variance_of_its_own_gets_it_from_its_moments() -> None:
    scale = sympy.Symbol("s", positive=True)
    assert TwoPoints().mean({"scale": scale}) == 2 * scale
    assert TwoPoints().variance({"scale": scale}) == scale**2


@pytest.mark.parametrize("family", [GAMMA, POISSON], ids=["Gamma", "Poisson"])
def test_parameters_broadcast_against_the_size(family: Family) -> None:
    small_and_large = np.array([[1e-3], [1e3]])
    parameters = {p.name: np.array(1.0) for p in family.parameters}
    parameters[family.parameters[0].name] = small_and_large
    drawn = family.sample(np.random.default_rng(5), parameters, (2, 50))
    assert drawn.shape == (2, 50)
    # Means are 0.001 and 1000, so that the two rows cannot overlap by chance.
    assert drawn[0].max() < 50 < drawn[1].min()


@pytest.mark.parametrize("family", [GAMMA, POISSON], ids=["Gamma", "Poisson"])
def test_the_same_generator_state_gives_the_same_bytes(family: Family) -> None:
    parameters = {p.name: np.array(1.5) for p in family.parameters}
    once, again = (
        family.sample(np.random.default_rng(7), parameters, (9, 4)).tobytes() for _ in range(2)
    )
    assert once == again
