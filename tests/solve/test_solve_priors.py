"""Priors of every family: the hyperparameters, put back into SciPy's moments, give the targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi, sqrt

import pytest
import sympy
from solving import declared, solution_of

from symppm.solve import Solution, solve


def bound(family: str, variable: str = "theta") -> sympy.Expr:
    """Return what a prior's first requirement says must be positive."""
    requirements = solution_of(f"pmf_{family}").requirements
    return next(
        each.positive
        for each in requirements
        if any(s.name.endswith(variable) for s in each.positive.free_symbols)
    )


# Half-Normal at zero has mean s sqrt(2/pi) and variance s^2 (1 - 2/pi); Uniform(0, h) has mean h/2
# and variance h^2/12; the variance of a Beta variable is below mean (1 - mean).
LARGEST: dict[str, Callable[[float], float]] = {
    "halfnormal": lambda _: sqrt(pi / 2 - 1),
    "uniform": lambda _: 1 / sqrt(3),
    "beta": lambda mean: sqrt((1 - mean) / mean),
}


@pytest.mark.thorough
@pytest.mark.parametrize("family", LARGEST)
def test_the_largest_coefficient_of_variation(family: str) -> None:
    expression = bound(family)
    at = {s.name: s for s in expression.free_symbols}
    for center in (0.1, 0.5, 0.97) if family == "beta" else (0.01, 1, 70):
        for factor, sign in ((0.999999, 1), (1.000001, -1)):
            largest = LARGEST[family](center)
            numbers = {at["mean_theta"]: center, at["cv_theta"]: factor * largest}
            assert sign * float(expression.subs(numbers)) > 0
    if family == "beta":
        assert float(expression.subs({at["mean_theta"]: 1.5, at["cv_theta"]: 0.1})) < 0


@pytest.mark.thorough
@pytest.mark.parametrize("family", ["lognormal", "inversegamma", "weibull"])
def test_other_families_have_any_mean_and_variance(family: str) -> None:
    assert solution_of(f"pmf_{family}").requirements == ()


# Families whose shape is fixed: more targets than unknowns


def constraints_hold(solution: Solution, targets: Mapping[str, sympy.Expr]) -> list[bool]:
    found = []
    for constraint in solution.constraints:
        value = constraint.subs({s: targets[s.name] for s in constraint.free_symbols})
        found.append(sympy.simplify(value) == 0)
    return found


def fixed_shape(k: int, theta: int, beta: int, squared: sympy.Expr) -> dict[str, sympy.Expr]:
    """Return targets of priors with these means, squared coefficients of variation being given."""
    mean = sympy.Integer(k * theta * beta)
    row = col = squared * mean**2 / k
    variance = mean + row + col + squared * row
    targets = (mean, variance, row / variance, col / variance)
    return dict(zip(("mean", "variance", "rho_row", "rho_col"), targets, strict=True))


def half_normal_at_zero() -> Solution:
    return solve(declared("pmf_halfnormal"), None, {"location_theta": 0, "location_beta": 0})


@pytest.mark.thorough
def test_a_half_normal_at_zero_is_overdetermined() -> None:
    solution = half_normal_at_zero()
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (2, 0, 2)
    squared = sympy.pi / 2 - 1
    targets = fixed_shape(7, 2, 3, squared)
    assert constraints_hold(solution, targets) == [True, True]
    # By hand: R = C = q E^2/K with q = cv^2, and V = E + R + C + q R.
    mean, variance, row, col = (sympy.Symbol(n) for n in ("mean", "variance", "rho_row", "rho_col"))
    by_hand = [mean + (2 + squared) * row * variance - variance, row - col]
    plain = [
        c.subs({s: sympy.Symbol(s.name) for s in c.free_symbols}) for c in solution.constraints
    ]
    for expected in by_hand:
        assert any(sympy.simplify(each / expected).is_number for each in plain)
    (found,) = solution.evaluate({name: float(value) for name, value in targets.items()})
    assert found["K"] == pytest.approx(7)
    assert found["scale_beta*scale_theta"] == pytest.approx(6 * pi / 2)
    for wrong in ({"rho_row": targets["rho_row"] * 2}, {"variance": targets["variance"] + 1}):
        assert False in constraints_hold(solution, {**targets, **wrong})
    assert solution.summary().count("the targets must meet") == 2
