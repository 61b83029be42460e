"""Targets by name, and their formulas in joint raw moments against definitions on exact tables."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
import torch  # noqa: F401 - as all of this folder: without torch it is not collected

import symppm as ppm
from symppm.errors import TargetError
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.names import (
    Custom,
    Extreme,
    Moment,
    Monomial,
    Probability,
    Quantile,
    Statistic,
    monomial_of,
    statistic_named,
)

Place = tuple[int, ...]
PMF, PTF = catalogue_model("pmf_gamma"), catalogue_model("ptf_gamma")


def named(name: str, model: ppm.Declaration = PMF, **options: bool) -> Statistic:
    given = {"custom": False, "integral": True, "shared": False, **options}
    return statistic_named(model, name, **given)


class Table:
    """The exact law of a small array whose rows, columns and slices can be exchanged."""

    def __init__(self, shape: tuple[int, ...], values: Sequence[int], seed: int) -> None:
        generator = random.Random(seed)
        self.places = list(itertools.product(*map(range, shape)))
        permutations = itertools.product(*(itertools.permutations(range(n)) for n in shape))
        orders = [
            [
                self.places.index(tuple(row[n] for row, n in zip(moved, place, strict=True)))
                for place in self.places
            ]
            for moved in permutations
        ]
        states = list(itertools.product(values, repeat=len(self.places)))
        weights = {state: Fraction(generator.randint(0, 20) ** 2) for state in states}
        total = sum(weights.values()) * len(orders)
        self.law = {
            state: sum(weights[tuple(state[n] for n in order)] for order in orders) / total
            for state in states
        }
        assert sum(self.law.values()) == 1

    def expected(self, f: Callable[[dict[Place, int]], Fraction]) -> Fraction:
        return sum(
            (
                weight * f(dict(zip(self.places, state, strict=True)))
                for state, weight in self.law.items()
            ),
            start=Fraction(0),
        )

    def raw(self, monomial: Monomial) -> Fraction:
        def product(y: dict[Place, int]) -> Fraction:
            found = Fraction(1)
            for place, power in monomial:
                found *= y[place] ** power
            return found

        return self.expected(product)

    def central(self, *places: Place) -> Fraction:
        """E[prod (Y - E Y)], straight from its definition."""
        means = {place: self.expected(lambda y, at=place: Fraction(y[at])) for place in places}

        def product(y: dict[Place, int]) -> Fraction:
            found = Fraction(1)
            for place in places:
                found *= y[place] - means[place]
            return found

        return self.expected(product)

    def cumulant(self, *places: Place) -> Fraction:
        """Up to order four, by central moments."""
        found = self.central(*places)
        if len(places) == 4:
            a, b, c, d = places
            for one, two in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
                found -= self.central(*one) * self.central(*two)
        return found

    def value(self, statistic: Statistic) -> Fraction:
        """Put the table's joint raw moments into a statistic's formula."""
        assert isinstance(statistic, Moment)
        moments = {each: self.raw(each) for each in statistic.monomials}

        def total(part: tuple[tuple[int, tuple[Monomial, ...]], ...]) -> Fraction:
            found = Fraction(0)
            for weight, row in part:
                product = Fraction(weight)
                for monomial in row:
                    product *= moments[monomial]
                found += product
            return found

        top = total(statistic.top)
        return top / total(statistic.bottom) if statistic.bottom else top


MATRIX = Table((2, 3), (0, 1, 3), 1)
CUBE = Table((2, 2, 2), (0, 2), 2)
PLACES = {"ij": (0, 0), "il": (0, 1), "im": (0, 2), "tj": (1, 0), "tl": (1, 1)}


@pytest.mark.parametrize(("axis", "other"), [("row", (0, 1)), ("col", (1, 0))])
def test_covariance_and_correlation_of_a_table(axis: str, other: Place) -> None:
    expected = MATRIX.central((0, 0), other)
    assert expected != 0
    assert MATRIX.value(named(f"cov_{axis}")) == expected
    variance = MATRIX.central((0, 0), (0, 0))
    assert MATRIX.value(named(f"rho_{axis}")) == expected / variance


def test_what_one_array_shows_is_less_the_covariance_of_entries_that_share_nothing() -> None:
    common = MATRIX.central((0, 0), (1, 1))
    assert common != 0
    variance = MATRIX.central((0, 0), (0, 0)) - common
    assert MATRIX.value(named("variance", shared=True)) == variance
    covariance = MATRIX.central((0, 0), (0, 2)) - common
    assert MATRIX.value(named("cov_row", shared=True)) == covariance
    assert MATRIX.value(named("rho_row", shared=True)) == covariance / variance
    mean = MATRIX.expected(lambda y: Fraction(y[1, 2]))
    assert MATRIX.value(named("mean", shared=True)) == mean


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("rho_row", (0, 1, 1)), ("rho_col", (1, 0, 1)), ("rho_slice", (1, 1, 0)),
        ("rho_row_col", (0, 0, 1)), ("rho_row_slice", (0, 1, 0)), ("rho_col_slice", (1, 0, 0)),
    ],
)  # fmt: skip
def test_correlations_of_an_array_with_three_axes(name: str, other: Place) -> None:
    first = (0, 0, 0)
    expected = CUBE.central(first, other) / CUBE.central(first, first)
    assert CUBE.value(named(name, PTF)) == expected


@pytest.mark.parametrize(
    "words",
    [
        "ij ij ij", "ij ij il", "ij ij tj", "ij il im", "ij il tj", "ij ij ij ij",
        "ij ij il il", "ij ij il im", "ij ij il tj", "ij il tj tl", "ij ij ij tj",
    ],
)  # fmt: skip
def test_joint_cumulants_of_a_table(words: str) -> None:
    expected = MATRIX.cumulant(*(PLACES[word] for word in words.split()))
    assert expected != 0
    assert MATRIX.value(named(f"cumulant {words}")) == expected


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("cumulant ij ij il", "cumulant_ij_ij_il"), ("cumulant ij ij il", "cumulant il ij ij"),
        ("cumulant ij ij il", "cumulant_tl_tl_tj"), ("cumulant ij ij", "variance"),
        ("cumulant ij il", "cov_row"), ("cumulant ij tj", "cov_col"), ("cumulant ij", "mean"),
    ],
)  # fmt: skip
def test_the_same_cumulant_written_in_two_ways(one: str, two: str) -> None:
    assert named(one) == named(two)
    first, second = MATRIX.value(named(one)), MATRIX.value(named(two))
    assert first == second


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        (("P(Y = 0)", "P(Y=0)", "P(Y == 0)", " P ( Y = 0 ) ", "P(= 0)"), Probability(0, 0)),
        (("P(Y <= 3)", "P(Y<=3)", "P(<=3.0)"), Probability(high=3)),
        (("P(Y < 3)", "P(<3)"), Probability(high=3, with_high=False)),
        (("P(Y != 3)", "P(!= 3)"), Probability(3, 3, inside=False)),
        (("P(1 <= Y <= 3)", "P(1<=Y<=3)"), Probability(1, 3)),
        (("P(-1 < Y <= .5)",), Probability(-1, 0.5, with_low=False)),
        (("P(Y > 1e2)", "P(Y>100)"), Probability(low=100, with_low=False)),
        (("P(Y >= -2)",), Probability(low=-2)),
        (("quantile 0.9", "quantile(0.9)", "quantile_0.9", " quantile .9"), Quantile(0.9)),
        (("median", " median ", "quantile 0.5"), Quantile(0.5)),
        (("maximum", " maximum"), Extreme(True)),
        (("minimum",), Extreme(False)),
    ],
)
def test_spellings(spellings: tuple[str, ...], expected: Statistic) -> None:
    assert [named(each) for each in spellings] == [expected] * len(spellings)


def test_a_statistic_of_ones_own_may_have_any_name_even_a_known_one() -> None:
    assert named("share of empty rows", custom=True) == Custom()
    assert named("mean", custom=True) == Custom()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("varience", "Did you mean 'variance'?"), ("rho_rwo", "Did you mean 'rho_row'?"),
        ("maxmum", "Did you mean 'maximum'?"), ("medain", "Did you mean 'median'?"),
        ("rho_slice", "Did you mean 'rho_"), ("xyz", "ppm.Target(value, statistic="),
        ("", "ppm.Target(value, statistic="), ("P(Y 3)", "P(Y <= 3)"),
        ("P(Y <= three)", "a number in it"), ("P(Y = 0", "P(Y = 0)"),
        ("P(Y = 0.5)", "a whole number in the range"),
        ("P(3 <= Y <= 1)", "the smaller end of a range first"),
        ("P(1 < Y < 2)", "a whole number in the range"), ("P(one <= Y <= 2)", "a number in it"),
        ("P(1 <= Y >= 2)", "P(Y <= 3)"), ("quantile 1.5", "between 0 and 1"),
        ("quantile 0", "between 0 and 1"), ("quantile 1e", "a number in it"),
        ("cumulant", "cumulant"), ("cumulant ij tl", "common index"),
        ("cumulant ij ijk", "cumulant ij ijk"),
    ],
)  # fmt: skip
def test_names_that_mean_nothing(name: str, said: str) -> None:
    with pytest.raises(TargetError) as caught:
        named(name)
    assert said in str(caught.value)


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("pattern", ["P(Y <= {})", "quantile {}"])
def test_numbers_in_names_are_finite(number: str, pattern: str) -> None:
    with pytest.raises(TargetError):
        named(pattern.format(number))


def test_a_single_value_of_continuous_entries_has_no_probability() -> None:
    with pytest.raises(TargetError, match=r"probability zero.*P\(Y <= 2\)"):
        named("P(Y = 2)", integral=False)
    assert named("P(Y <= 2)", integral=False) == Probability(high=2)


def test_monomials_count_equal_entries_and_number_indices_anew() -> None:
    assert monomial_of(((5, 7), (5, 7), (5, 2))) == monomial_of(((0, 3), (0, 3), (0, 1)))
    assert sorted(power for _, power in monomial_of(((1, 1), (1, 1), (4, 1)))) == [1, 2]
    assert {axis for place, _ in monomial_of(((9, 9), (8, 9))) for axis in place} == {0, 1}
