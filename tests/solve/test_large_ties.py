"""Ties that are too large to be eliminated are recognised before anything is multiplied out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import sympy
from cases import at_most_seconds

import symppm as ppm
from symppm.errors import NotBuiltError, ParameterError, SymPPMError
from symppm.laws.extent import extent
from symppm.model import catalogue_model
from symppm.solve import solve

BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}
LARGE = (
    "a**1000", "1/(a+1)**1000", "((a+1)**500)*(b+1)**500", "(a+b+K+d)**30", "10**300*a",
    "2**(a**1000)", "(a**1000 + 1)**(1/1000)",
)  # fmt: skip
SYMBOLS = a, b = sympy.symbols("a b")


def matched(fixed: dict[str, Any]) -> str:
    try:
        return ppm.match(targets=BELIEFS, fixed=fixed).method
    except SymPPMError as error:
        return str(error)


@pytest.mark.parametrize("text", LARGE)
def test_no_formulas_of_a_large_tie(text: str) -> None:
    with at_most_seconds(15), pytest.raises(NotBuiltError, match="when multiplied out"):
        solve(catalogue_model("pmf_gamma"), fixed={"c": text})


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["a**1000", "((a+1)**500)*(b+1)**500", "10**300*a"])
def test_a_search_with_a_large_tie_ends(text: str) -> None:
    with at_most_seconds(30):
        said = matched({"c": text})
    assert said == "numeric" or "c=" in said or "family of dimension" in said


@pytest.mark.parametrize(
    ("fixed", "said"),
    [
        ({"c": "a**(10**9)"}, "too high a power; expected powers of at most 1000"),
        ({"c": "((a**100)**100)**100"}, "too high a power"),
        ({"c": "a" + "+a" * 200}, "c given by 401 characters; expected at most 400"),
        ({"c": a ** (10**9), "a": 3}, "too high a power"),
        ({"c": "a**(b**5)", "a": 3, "b": 100}, "c=nan; expected a positive number"),
        ({"c": "a + 1e308**1000"}, "expected values with which mean and variance exist"),
        ({"c": "b**1000", "b": "d**1000", "d": "a**1000", "a": 0.5}, "b=0.0; expected a positive"),
        ({"K": "((a+1)**500)*(b+1)**500"}, "the other way round"),
    ],
)
def test_what_is_too_large_is_said(fixed: dict[str, Any], said: str) -> None:
    with at_most_seconds(15), pytest.raises(ParameterError) as error:
        ppm.match(targets=BELIEFS, fixed=fixed)
    assert said in str(error.value)


@pytest.mark.thorough
def test_a_tie_of_middling_degree_is_given_up_in_time() -> None:
    with at_most_seconds(20):
        assert solve(catalogue_model("pmf_gamma"), fixed={"c": "(a + b)**6"}).route == "numeric"


@pytest.mark.parametrize(
    "made",
    [
        lambda: (a + b + 1) ** 5,
        lambda: 3 * (a + 2 * b) ** 4 * (a - 7) ** 2 + b**9,
        lambda: 1 / (a + 1) + b / (a + b) ** 2 + sympy.Rational(5, 7),
        lambda: (a * b) ** 30 + (2 * a) ** 10,
        lambda: ((1 + 1 / a) ** 3 + b) ** 2,
    ],
)
def test_bounds_are_bounds(made: Callable[[], sympy.Expr]) -> None:
    expression = made()
    bound = extent(expression)
    for part, degree in zip(
        sympy.fraction(sympy.cancel(expression)), (bound.above, bound.below), strict=True
    ):
        whole = sympy.Poly(part, *SYMBOLS)
        assert whole.total_degree() <= degree
        assert len(whole.terms()) <= bound.terms
        assert max(math.log2(abs(each)) for each in whole.coeffs()) <= bound.bits


def test_bounds_of_a_power_of_a_sum_are_exact() -> None:
    bound = extent((a + b) ** 12)
    assert (bound.degree, bound.terms) == (12, 13)
    assert extent((a * b) ** 7 / b**3).degree == 11


@pytest.mark.thorough
def test_formulas_of_a_tie_stay_readable() -> None:
    one, two, three, four = 0.9, 0.7, 0.5, 0.8
    size = one**6 + one + two
    mean = size * one * three / (two * four)
    row, col = mean**2 / (size * one), mean**2 / (size * three)
    variance = mean + row + col + mean**2 / (size * one * three)
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance,
               "rho_col": col / variance}  # fmt: skip
    with at_most_seconds(12):
        solution = solve(catalogue_model("pmf_gamma"), fixed={"K": "a**6 + a + b"})
    assert len(solution.summary()) < 1000
    (found,) = solution.evaluate(targets)
    for name, value in zip("abcd", (one, two, three, four), strict=True):
        assert found[name] == pytest.approx(value, rel=1e-9)


def test_a_declared_power_that_is_too_large_is_refused() -> None:
    with ppm.Model("declared") as model:
        u, v, w = ppm.hyperparameters("u v w")
        theta = ppm.Gamma("theta", shape=(u**500 + 1) ** 2, rate=v, dims="row")
        ppm.Poisson("Y", rate=w * theta, dims="row col", observed=True)
    with at_most_seconds(5), pytest.raises(NotBuiltError, match="in the shape of theta"):
        ppm.match(targets={"mean": 5, "variance": 60, "rho_row": 0.5}, model=model)
