"""Priors of every family: the hyperparameters, put back into SciPy's moments, give the targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, pi, sqrt

import pytest
import scipy.stats
import sympy
from cases import core
from solving import declared, solution_of
from targets_of import as_targets, eta_moments

from symppm.solve import Solution, solve

# What SciPy calls each family; hyperparameters in the order of their names in the catalogue.
SCIPY: Mapping[str, tuple[tuple[str, str], Callable[[float, float], scipy.stats.rv_continuous]]] = {
    "beta": (("alpha", "beta"), scipy.stats.beta),
    "halfnormal": (("location", "scale"), scipy.stats.halfnorm),
    "lognormal": (("mu", "sigma"), lambda one, two: scipy.stats.lognorm(two, scale=exp(one))),
    "inversegamma": (("shape", "scale"), lambda one, two: scipy.stats.invgamma(one, scale=two)),
    "weibull": (("shape", "scale"), lambda one, two: scipy.stats.weibull_min(one, scale=two)),
    "uniform": (("low", "high"), lambda one, two: scipy.stats.uniform(one, two - one)),
}


def back(solution: Solution, unknowns: Mapping[str, float]) -> dict[str, float]:
    """Return the hyperparameters, and check what the priors require."""

    def number(expression: sympy.Expr) -> float:
        return float(
            sympy.sympify(expression).subs(
                {s: unknowns[s.name] for s in expression.free_symbols if s.name in unknowns}
            )
        )

    assert all(number(each.positive) > 0 for each in solution.requirements)
    return {name: number(value) for name, value in solution.hyperparameters.items()}


def poisson_targets(
    k: float, theta: tuple[float, float], beta: tuple[float, float]
) -> dict[str, float]:
    """Return the paper's moments; priors by mean and variance."""
    mean, spread, row, col = eta_moments(k, theta, beta)
    return as_targets(mean, mean + spread, row=row, col=col)


@pytest.mark.parametrize("family", core(SCIPY, ["lognormal", "uniform"]))
@pytest.mark.parametrize("scale", [0.3, 0.55])
def test_hyperparameters_have_the_targets(family: str, scale: float) -> None:
    name = f"pmf_{family}"
    solution = solution_of(name)
    targets = poisson_targets(30.0, (0.3, 0.0064), (0.5, 0.04))
    (found,) = solution.evaluate(targets)
    product = found["mean_beta*mean_theta"]
    unknowns = {
        "mean_theta": scale,  # the scale
        "mean_beta": product / scale,
        "cv_theta": found["cv_theta"],
        "cv_beta": found["cv_beta"],
    }
    values = back(solution, unknowns)
    names, frozen = SCIPY[family]
    moments = []
    for variable in ("theta", "beta"):
        prior = frozen(*(values[f"{each}_{variable}"] for each in names))
        moments.append((float(prior.mean()), float(prior.var())))
    assert moments[0][0] == pytest.approx(scale, rel=1e-9)
    assert found["K"] == pytest.approx(30, rel=1e-9)
    assert poisson_targets(found["K"], *moments) == pytest.approx(targets, rel=1e-8)


def bound(family: str, variable: str = "theta") -> sympy.Expr:
    """Return what a prior's first requirement says must be positive."""
    requirements = solution_of(f"pmf_{family}").requirements
    return next(
        each.positive
        for each in requirements
        if any(s.name.endswith(variable) for s in each.positive.free_symbols)
    )


# Half-Normal at zero has mean s sqrt(2/pi) and variance s^2 (1 - 2/pi); Uniform(0, h) has mean h/2
# and variance h^2/12.
LARGEST = {"halfnormal": sqrt(pi / 2 - 1), "uniform": 1 / sqrt(3)}


@pytest.mark.parametrize("family", core(LARGEST, ["uniform"]))
def test_the_largest_coefficient_of_variation(family: str) -> None:
    assert LARGEST["halfnormal"] == pytest.approx(0.7555, abs=5e-5)
    expression = bound(family)
    at = {s.name: s for s in expression.free_symbols}
    for center in (0.01, 1, 70):
        for factor, sign in ((0.999999, 1), (1.000001, -1)):
            numbers = {at["mean_theta"]: center, at["cv_theta"]: factor * LARGEST[family]}
            assert sign * float(expression.subs(numbers)) > 0


@pytest.mark.thorough
def test_a_beta_prior_needs_a_variance_below_mean_times_one_less_mean() -> None:
    expression = bound("beta")
    at = {s.name: s for s in expression.free_symbols}
    for center in (0.1, 0.5, 0.97):
        largest = sqrt((1 - center) / center)
        for factor, sign in ((0.999999, 1), (1.000001, -1)):
            numbers = {at["mean_theta"]: center, at["cv_theta"]: factor * largest}
            assert sign * float(expression.subs(numbers)) > 0
    assert float(expression.subs({at["mean_theta"]: 1.5, at["cv_theta"]: 0.1})) < 0


@pytest.mark.parametrize("family", core(["lognormal", "inversegamma", "weibull"], ["lognormal"]))
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
    return as_targets(mean, variance, row=row, col=col)


def half_normal_at_zero() -> Solution:
    return solve(declared("pmf_halfnormal"), None, {"location_theta": 0, "location_beta": 0})


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


def test_exponential_priors_are_overdetermined() -> None:
    solution = solution_of("pmf_exponential")
    assert (solution.rank, solution.dimension, len(solution.constraints)) == (2, 0, 2)
    targets = fixed_shape(5, 4, 1, sympy.S.One)
    assert constraints_hold(solution, targets) == [True, True]
    mean, variance, row, col = (sympy.Symbol(n) for n in ("mean", "variance", "rho_row", "rho_col"))
    plain = [
        c.subs({s: sympy.Symbol(s.name) for s in c.free_symbols}) for c in solution.constraints
    ]
    for expected in (mean + 3 * row * variance - variance, row - col):
        assert any(sympy.simplify(each / expected).is_number for each in plain)
    (found,) = solution.evaluate({name: float(value) for name, value in targets.items()})
    assert found == pytest.approx({"K": 5, "rate_beta*rate_theta": 1 / 4})


def test_two_targets_suffice_where_the_shape_is_fixed() -> None:
    # Mean and variance: K = (q^2 + 2 q) E^2 / (V - E).
    solution = solution_of("pmf_exponential", ("mean", "variance"))
    assert (solution.rank, solution.dimension, solution.constraints) == (2, 0, ())
    targets = fixed_shape(5, 4, 1, sympy.S.One)
    (found,) = solution.evaluate({name: float(value) for name, value in targets.items()})
    assert found["K"] == pytest.approx(5)


@pytest.mark.thorough
def test_a_free_location_solves_what_a_fixed_one_cannot() -> None:
    targets = {"mean": 9.0, "variance": 40.0, "rho_row": 0.1, "rho_col": 0.3}
    fixed, free = half_normal_at_zero(), solution_of("pmf_halfnormal")
    exact = {name: sympy.Rational(str(value)) for name, value in targets.items()}
    assert constraints_hold(fixed, exact) == [False, False]
    assert len(free.evaluate(targets)) == 1
