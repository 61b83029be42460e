"""The moments that families supply are trusted by every derivation, so they are recomputed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mpmath
import numpy as np
import pytest
import scipy.stats
import sympy
from numeric import DIGITS, gamma_moment, poisson_moment, truncated_gamma_moment

from symppm.errors import NoMomentError, NotDerivableError, ParameterError
from symppm.families import GAMMA, POISSON, TWO_MOMENTS, Family, Moment, Parameter, Support

R = sympy.Rational
SHAPES_AND_RATES = [
    (R(3, 10), R(2)),
    (R(1), R(1)),
    (R(5, 2), R(2, 5)),
    (R(7), R(3)),
    (R(40), R(9, 100)),
]
RATES = [R(1, 50), R(1), R(7, 2), R(30)]
AGREES_TO = mpmath.mpf("1e-35")
"""Forty digits are carried, and a few thousand positive terms added."""


def as_mpf(value: sympy.Expr) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return mpmath.mpf(int(value.p)) / int(value.q)


def relative_error(found: mpmath.mpf, wanted: mpmath.mpf) -> mpmath.mpf:
    with mpmath.workdps(DIGITS):
        return abs(found / wanted - 1)


@pytest.mark.parametrize(
    ("shape", "rate", "order"),
    [(s, r, n) for s, r in SHAPES_AND_RATES for n in range(-3, 7) if s + n > 0],
)
def test_gamma_moment_is_the_integral_where_it_exists(
    order: int, shape: sympy.Rational, rate: sympy.Rational
) -> None:
    value = GAMMA.raw_moment(order, {"shape": shape, "rate": rate}).value
    wanted = gamma_moment(order, as_mpf(shape), as_mpf(rate))
    assert relative_error(as_mpf(value), wanted) < AGREES_TO


@pytest.mark.parametrize("order", range(-3, 7))
def test_gamma_moment_exists_exactly_under_its_conditions(order: int) -> None:
    shape, rate = sympy.symbols("shape rate", positive=True)
    conditions = GAMMA.raw_moment(order, {"shape": shape, "rate": rate}).conditions
    assert conditions == (() if order >= 0 else (shape + order,))


@pytest.mark.parametrize("order", [-1, -2, -3])
def test_gamma_moment_diverges_on_the_border_of_its_condition(order: int) -> None:
    # At shape = -order the integrand is 1/x near zero: each decade more adds the same amount.
    shape, rate = mpmath.mpf(-order), mpmath.mpf(2)
    parts = [
        truncated_gamma_moment(order, shape, rate, mpmath.mpf(10) ** -decades)
        for decades in (20, 30, 40)
    ]
    added = rate**shape / mpmath.gamma(shape) * mpmath.log(10) * 10
    assert parts[1] - parts[0] == pytest.approx(float(added), rel=1e-9)
    assert parts[2] - parts[1] == pytest.approx(float(added), rel=1e-9)


@pytest.mark.parametrize("order", range(1, 7))
@pytest.mark.parametrize(("shape", "rate"), SHAPES_AND_RATES)
def test_gamma_moment_is_that_of_scipy_with_scale_one_over_rate(
    order: int, shape: sympy.Rational, rate: sympy.Rational
) -> None:
    value = GAMMA.raw_moment(order, {"shape": shape, "rate": rate}).value
    wanted = scipy.stats.gamma(float(shape), scale=1 / float(rate)).moment(order)
    assert float(value) == pytest.approx(wanted, rel=1e-11)


@pytest.mark.parametrize("order", range(7))
@pytest.mark.parametrize("rate", RATES)
def test_poisson_moment_is_the_series(order: int, rate: sympy.Rational) -> None:
    moment = POISSON.raw_moment(order, {"rate": rate})
    assert relative_error(as_mpf(moment.value), poisson_moment(order, as_mpf(rate))) < AGREES_TO
    assert moment.conditions == ()


@pytest.mark.parametrize("order", range(1, 7))
@pytest.mark.parametrize("rate", RATES)
def test_poisson_moment_is_that_of_scipy(order: int, rate: sympy.Rational) -> None:
    value = POISSON.raw_moment(order, {"rate": rate}).value
    assert float(value) == pytest.approx(scipy.stats.poisson(float(rate)).moment(order), rel=1e-9)


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


SYMBOLIC: list[tuple[Family, Mapping[str, sympy.Expr]]] = [
    (GAMMA, dict(zip(("shape", "rate"), sympy.symbols("s r", positive=True), strict=True))),
    (POISSON, {"rate": sympy.Symbol("r", positive=True)}),
    (
        TWO_MOMENTS,
        dict(zip(("mean", "variance"), sympy.symbols("m v", positive=True), strict=True)),
    ),
]
FAMILY_IDS = [family.name for family, _ in SYMBOLIC]


@pytest.mark.parametrize(("family", "parameters"), SYMBOLIC, ids=FAMILY_IDS)
def test_order_zero_is_one_and_order_one_is_the_mean(
    family: Family, parameters: Mapping[str, sympy.Expr]
) -> None:
    assert family.raw_moment(0, parameters) == Moment(sympy.S.One)
    assert family.raw_moment(1, parameters).value == family.mean(parameters)


@pytest.mark.parametrize(("family", "parameters"), SYMBOLIC, ids=FAMILY_IDS)
def test_variance_is_the_second_moment_less_the_square_of_the_first(
    family: Family, parameters: Mapping[str, sympy.Expr]
) -> None:
    second = family.raw_moment(2, parameters).value
    first = family.raw_moment(1, parameters).value
    assert sympy.expand(second - first**2 - family.variance(parameters)) == 0


@pytest.mark.parametrize(("family", "parameters"), SYMBOLIC, ids=FAMILY_IDS)
def test_parameters_come_back_from_mean_and_variance(
    family: Family, parameters: Mapping[str, sympy.Expr]
) -> None:
    back = family.from_mean_variance(family.mean(parameters), family.variance(parameters))
    assert {name: sympy.simplify(value) for name, value in back.items()} == dict(parameters)


@pytest.mark.parametrize("family", [GAMMA, TWO_MOMENTS], ids=["Gamma", "Prior"])
def test_mean_and_variance_come_back_from_the_parameters_they_give(family: Family) -> None:
    mean, variance = sympy.symbols("m v", positive=True)
    parameters = family.from_mean_variance(mean, variance)
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


DRAWS = 200_000
SAMPLED = [
    (GAMMA, {"shape": R(3, 10), "rate": R(2)}),
    (GAMMA, {"shape": R(5, 2), "rate": R(2, 5)}),
    (GAMMA, {"shape": R(40), "rate": R(9, 100)}),
    (POISSON, {"rate": R(1, 50)}),
    (POISSON, {"rate": R(7, 2)}),
    (POISSON, {"rate": R(300)}),
]


@pytest.mark.parametrize(
    ("family", "parameters"), SAMPLED, ids=[f"{f.name}-{list(p.values())}" for f, p in SAMPLED]
)
def test_draws_have_the_familys_mean_and_variance(
    family: Family, parameters: Mapping[str, sympy.Rational]
) -> None:
    raw = [float(family.raw_moment(order, parameters).value) for order in range(5)]
    mean, variance = raw[1], raw[2] - raw[1] ** 2
    fourth = raw[4] - 4 * raw[3] * mean + 6 * raw[2] * mean**2 - 3 * mean**4
    arrays = {name: np.array(float(value)) for name, value in parameters.items()}
    drawn = family.sample(np.random.default_rng(20230101), arrays, (DRAWS,))
    error_of_mean = np.sqrt(variance / DRAWS)
    error_of_variance = np.sqrt((fourth - variance**2 * (DRAWS - 3) / (DRAWS - 1)) / DRAWS)
    assert abs(drawn.mean() - mean) < 5 * error_of_mean
    assert abs(drawn.var(ddof=1) - variance) < 5 * error_of_variance


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
