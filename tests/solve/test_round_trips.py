"""From hyperparameters to exact targets and back; and from targets, whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from solving import at, pmf_targets, solution_of

import symppm as ppm
from symppm.errors import NotBuiltError
from symppm.solve import Solution

F = Fraction
NAMES = ("mean", "variance", "rho_row", "rho_col")


def evaluated(expression: sympy.Expr, values: dict[str, F]) -> sympy.Expr:
    return at(expression, {n: sympy.Rational(F(v).numerator, F(v).denominator)
                           for n, v in values.items()})  # fmt: skip


def meets_conditions(solution: Solution, values: dict[str, F]) -> bool:
    return all(bool(evaluated(c.positive, values) > 0) for c in solution.conditions)


positive = st.builds(F, st.integers(1, 400), st.sampled_from([1, 3, 7, 20, 1000]))
runs = settings(max_examples=5, deadline=None, derandomize=True)


def solved(given_targets: tuple[str, ...] = NAMES, fixed: tuple[str, ...] = ()) -> Solution:
    return solution_of("pmf_gamma", given_targets, fixed)


def exactly(solution: Solution, name: str, values: dict[str, F]) -> sympy.Expr:
    return evaluated(solution.expressions[name], values)


any_number = st.builds(F, st.integers(-40, 200), st.sampled_from([1, 4, 30]))
any_correlation = st.builds(F, st.integers(-5, 70), st.just(64))


@settings(runs, max_examples=10)
@given(any_number, positive, any_correlation, any_correlation)
def test_conditions_are_necessary_and_sufficient(
    mean: F, variance: F, rho_row: F, rho_col: F
) -> None:
    targets = {"mean": mean, "variance": variance, "rho_row": rho_row, "rho_col": rho_col}
    solution = solved()
    values = [exactly(solution, name, targets) for name in ("K", "a", "c", "b*d")]
    all_positive = all(bool(value.is_positive and value.is_finite) for value in values)
    assert meets_conditions(solution, targets) == all_positive
    if all_positive:
        k, a, c, bd = (F(int(value.p), int(value.q)) for value in values)
        found = pmf_targets(k, a, bd, c, F(1))
        assert {name: found[name] for name in NAMES} == targets


def test_an_equation_of_degree_three_has_no_closed_form() -> None:
    # With K given and the mean unknown, what is left is a cubic equation.
    solution = solved(("variance", "rho_row", "rho_col"), ("K",))
    assert (solution.route, solution.branches, solution.rank) == ("numeric", (), 3)
    assert "no closed form: matching solves numerically" in solution.summary()
    with pytest.raises(NotBuiltError, match="a numeric solution asked for formulas") as caught:
        solution.evaluate({"variance": F(550), "rho_row": F(1, 22), "rho_col": F(5, 11), "K": F(1)})
    assert "Call ppm.match(" in str(caught.value)


def row_model() -> ppm.Model:
    with ppm.Model("rows") as rows:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    return rows


def test_a_condition_between_zero_and_one_reads_as_two() -> None:
    conditions = row_model().solve(("mean", "rho_row")).conditions
    assert [condition.text for condition in conditions] == [
        "mean > 0",
        "rho_row > 0",
        "rho_row < 1",
    ]


# Floating point

ULP = 2.0**-52
PER_OPERATION = 4
"""Roundings that each unit of condition number may cost; the forms have about ten operations."""


def exactly_and_by_floats(
    expression: sympy.Expr, values: Mapping[str, float]
) -> tuple[mpmath.mpf, float, mpmath.mpf]:
    """Return a value with 50 digits, in floats, and the sum of |x df/dx / f| over all inputs."""
    symbols, by_floats, precise = compiled(expression)
    arguments = [values[s.name] for s in symbols]
    with mpmath.workdps(50):
        exact, *slopes = precise(*map(mpmath.mpf, arguments))
        parts = (abs(x * slope / exact) for x, slope in zip(arguments, slopes, strict=True))
        return exact, by_floats(*arguments), mpmath.fsum(parts)


@cache
def compiled(
    expression: sympy.Expr,
) -> tuple[list[sympy.Symbol], Callable[..., Any], Callable[..., Any]]:
    """Return symbols, an expression in floats, and it and its slopes in mpmath's numbers."""
    symbols = sorted(expression.free_symbols, key=str)
    slopes = [sympy.diff(expression, s) for s in symbols]
    floats = sympy.lambdify(symbols, expression, "math")
    return symbols, floats, sympy.lambdify(symbols, [expression, *slopes], "mpmath")


BORDERS = [
    (mean, mean * (1 + gap), gap * row, gap * col, k)
    for gap in (3.0, 0.1, 1e-3, 1e-6, 1e-9)
    for mean in (0.02, 25.0, 3e4)
    for row, col, k in ((0.03, 0.2, 7.0), (0.21, 1e-5, 213.0), (0.1, 0.1, 1.0))
]


ROUNDED = (("mean", "variance", "rho_row/rho_col"), ("K",))


@pytest.mark.thorough
@pytest.mark.parametrize("case", [(NAMES, ()), ROUNDED], ids=lambda case: len(case[0]))
def test_floating_point_loses_no_more_than_the_problem_does(
    case: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    solution = solved(*case)
    worst: dict[str, float] = {}
    for name, expression in solution.expressions.items():
        for point in BORDERS:
            values = dict(zip((*NAMES, "K"), point, strict=True))
            exact, found, condition_number = exactly_and_by_floats(expression, values)
            with mpmath.workdps(50):
                error = abs(mpmath.mpf(found) / exact - 1)
                allowed = PER_OPERATION * ULP * (1 + condition_number)
            worst[name] = max(worst.get(name, 0.0), float(error / allowed))
    assert max(worst.values()) <= 1, worst


@pytest.mark.thorough
def test_the_re_solve_near_its_border_is_as_accurate_as_variance_less_mean() -> None:
    # With variance = mean (1 + 1e-9) the subtraction variance - mean is exact in floating point, so
    # that every digit of a, c and b*d can be right although the condition number is 1e9.
    solution = solved(("mean", "variance", "rho_row/rho_col"), ("K",))
    mean = 25.0
    for steps in (1, 5, 1000, 10**6):
        variance = mean + steps * 2.0**-48
        values = {"mean": mean, "variance": variance, "rho_row": 0.01, "rho_col": 0.003, "K": 12.0}
        for expression in solution.expressions.values():
            exact, found, _ = exactly_and_by_floats(expression, values)
            with mpmath.workdps(50):
                assert abs(mpmath.mpf(found) / exact - 1) <= 16 * ULP


def test_roots_of_differences_of_either_sign_stay_together() -> None:
    """Of two differences, both negative in this model, only the quotient has a real root."""
    with ppm.Model("noncentred") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t, g, v = ppm.hyperparameters("s t g v")
        effect = ppm.Normal("effect", mean=0, variance=g**2, dims="row")
        theta = ppm.Normal("theta", mean=mu, variance=s**2, dims="row factor")
        beta = ppm.Normal("beta", mean=nu, variance=t**2, dims="col factor")
        level = effect + ppm.sum(theta * beta, over="factor")
        noise = v * (1 + level**2)
        ppm.Observation("Y", mean=level, variance=noise, dims="row col", observed=True)
    point = {"K": 3.0, "mu": 1.5, "nu": -0.8, "s": 0.7, "t": 0.5, "g": 0.4, "v": 0.3}
    covariances = {"rho_row": model.covariance("row"), "rho_col": model.covariance("col")}
    given = {"mean": model.mean(), "variance": model.variance()}
    given |= {name: each / model.variance() for name, each in covariances.items()}
    targets = {name: float(at(each, point)) for name, each in given.items()}
    found = ppm.match(targets=targets, model=model, fixed={"g": 0.4, "v": 0.3})
    assert found.feasible
    assert found.identified["K"] == pytest.approx(3)
    assert found.identified["cv_beta"] == pytest.approx(0.5 / 0.8)
