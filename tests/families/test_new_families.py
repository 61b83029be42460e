"""Families for models that are drawn from: without moments, with few outcomes, by enumeration."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
import sympy

from symppm import families
from symppm.errors import NotDerivableError
from symppm.families import BUILT_IN, CATEGORICAL, CategoricalFamily, Support, family_named

DRAWS = 200_000


@pytest.mark.parametrize("family", CATEGORICAL, ids=lambda f: f.name)
def test_categorical_moments_are_sums_over_the_categories(family: CategoricalFamily) -> None:
    count = len(family.parameters)
    weights = [Fraction(1 + (7 * n) % 5, 3) for n in range(count)]
    at = {
        each.name: sympy.Rational(weight.numerator, weight.denominator)
        for each, weight in zip(family.parameters, weights, strict=True)
    }
    total = sum(weights)
    exact = [sum(w * n**order for n, w in enumerate(weights)) / total for order in range(5)]
    for order, wanted in enumerate(exact):
        assert family.raw_moment(order, at).value == sympy.Rational(str(wanted))
    assert family.variance(at) == sympy.Rational(str(exact[2] - exact[1] ** 2))
    for n, weight in enumerate(weights):
        share = sympy.exp(family.log_density(sympy.Integer(n), at))
        assert sympy.simplify(share - sympy.Rational(str(weight / total))) == 0
        below = sum(weights[: n + 1]) / total
        assert family.cumulative(sympy.Rational(2 * n + 1, 2), at) == sympy.Rational(str(below))
    assert family.upper_bound(at) == count - 1


@pytest.mark.parametrize("count", [2, 3, 20])
def test_categorical_draws_have_their_shares(count: int) -> None:
    family = CATEGORICAL[count - 2]
    weights = np.arange(1.0, count + 1)
    at = {each.name: np.array(w) for each, w in zip(family.parameters, weights, strict=True)}
    drawn = family.sample(np.random.default_rng(7), at, (DRAWS,))
    found = np.bincount(drawn, minlength=count)
    share = weights / weights.sum()
    assert scipy.stats.chisquare(found, DRAWS * share).pvalue > 1e-4


def test_categorical_weights_may_vary_from_entry_to_entry() -> None:
    family = CATEGORICAL[0]
    rows = np.array([[1.0], [1e12]])
    drawn = family.sample(
        np.random.default_rng(8), {"weight_0": rows, "weight_1": np.array([[1.0, 3.0]])}, (2, 2)
    )
    assert drawn.shape == (2, 2)
    assert (drawn[1] == 0).all()


def test_there_is_one_categorical_family_for_each_number_from_2_to_20() -> None:
    assert [len(family.parameters) for family in CATEGORICAL] == list(range(2, 21))
    assert family_named("Categorical7") is BUILT_IN["Categorical7"] is CATEGORICAL[5]
    assert not {"Categorical1", "Categorical21"} & set(BUILT_IN)


def test_a_half_cauchy_variable_has_no_moments() -> None:
    at = {"location": sympy.S.Zero, "scale": sympy.Symbol("s", positive=True)}
    assert families.HALF_CAUCHY.raw_moment(0, at).value == 1
    with pytest.raises(NotDerivableError, match="order 1 of HalfCauchy: its tail is too heavy"):
        families.HALF_CAUCHY.mean(at)
    with pytest.raises(NotDerivableError, match="of HalfCauchy"):
        families.HALF_CAUCHY.variance(at)
    with pytest.raises(NotDerivableError, match="follow from mean and variance"):
        families.HALF_CAUCHY.from_mean_variance(sympy.S.One, sympy.S.One)


def test_the_support_of_a_half_cauchy_begins_at_its_location() -> None:
    half, scale = families.HALF_CAUCHY, sympy.Symbol("s", positive=True)
    real = sympy.Symbol("r", real=True)
    assert half.support_of({"location": real, "scale": scale}) == Support("real")
    assert half.support_of({"location": sympy.S.Zero, "scale": scale}) == Support(
        "nonnegative", zero=False
    )
    assert half.support_of({"location": scale, "scale": scale}) == Support("positive")


LAWS = {
    "HalfCauchy": ({"location": 1.5, "scale": 2.0}, scipy.stats.halfcauchy(1.5, 2)),
    "StudentT": ({"location": -1.0, "scale": 0.5, "degrees": 1.5}, scipy.stats.t(1.5, -1, 0.5)),
}


@pytest.mark.parametrize("name", LAWS)
def test_draws_of_heavy_tails_have_scipys_distribution(name: str) -> None:
    parameters, law = LAWS[name]
    arrays = {key: np.array(value) for key, value in parameters.items()}
    drawn = BUILT_IN[name].sample(np.random.default_rng(9), arrays, (DRAWS,))
    assert scipy.stats.kstest(drawn, law.cdf).pvalue > 1e-4


def test_student_moments_exist_below_the_degrees_only() -> None:
    degrees = sympy.Symbol("degrees", positive=True)
    at = {"location": sympy.S.Zero, "scale": sympy.S.One, "degrees": degrees}
    fourth = families.STUDENT_T.raw_moment(4, at)
    assert sympy.simplify(fourth.value - 3 * degrees**2 / ((degrees - 2) * (degrees - 4))) == 0
    assert fourth.conditions == (degrees - 4,)
