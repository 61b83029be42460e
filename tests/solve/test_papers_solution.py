"""Propositions 8 to 10 of the paper, the printed formulas being the expected values."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import sympy
from solving import solution_of

from symppm.solve import Solution

# Typed from the paper; rho_1 is rho_row, rho_2 is rho_col.
E, V, RHO1, RHO2, K = sympy.symbols("mean variance rho_row rho_col K", positive=True)
SLACK = (1 - (RHO1 + RHO2)) * V - E
PRINTED_K = SLACK / (RHO1 * RHO2) * (E / V) ** 2
PRINTED_A = RHO2 * V / SLACK
PRINTED_C = RHO1 * V / SLACK


@pytest.fixture(scope="module")
def gamma() -> Solution:
    """Solve for Gamma priors."""
    return solution_of("pmf_gamma")


@pytest.fixture(scope="module")
def prior() -> Solution:
    """Solve for priors known by two moments."""
    return solution_of("pmf_prior")


@pytest.fixture(scope="module")
def rounded() -> Solution:
    """Solve again once K is an integer."""
    return solution_of("pmf_gamma", ("mean", "variance", "rho_row/rho_col"), ("K",))


def positive(expression: sympy.Expr) -> sympy.Expr:
    """Read every symbol as positive, which the conditions say that they are."""
    return expression.subs(
        {s: sympy.Symbol(s.name, positive=True) for s in expression.free_symbols}
    )


def same(found: sympy.Expr, printed: sympy.Expr) -> bool:
    return bool(sympy.cancel(sympy.together(positive(found) - printed)) == 0)


def test_the_unknowns_that_are_identified(gamma: Solution, prior: Solution) -> None:
    assert list(gamma.expressions) == ["K", "a", "c", "b*d"]
    assert list(prior.expressions) == [
        "K",
        "sigma_theta/mu_theta",
        "sigma_beta/mu_beta",
        "mu_beta*mu_theta",
    ]
    assert gamma.exponents["b*d"] == {"b": 1, "d": 1}
    assert prior.exponents["sigma_theta/mu_theta"] == {"mu_theta": -1, "sigma_theta": 1}


def test_proposition_9_the_number_of_factors(gamma: Solution, prior: Solution) -> None:
    assert same(gamma.expressions["K"], PRINTED_K)
    assert same(prior.expressions["K"], PRINTED_K)


def test_proposition_9_squared_coefficients_of_variation(gamma: Solution, prior: Solution) -> None:
    for solution in (gamma, prior):
        found = solution.coefficients_of_variation
        assert set(found) == {"theta", "beta"}
        assert same(found["theta"] ** 2, SLACK / (RHO2 * V))
        assert same(found["beta"] ** 2, SLACK / (RHO1 * V))
    assert same(prior.expressions["sigma_theta/mu_theta"] ** 2, SLACK / (RHO2 * V))
    assert same(prior.expressions["sigma_beta/mu_beta"] ** 2, SLACK / (RHO1 * V))


def test_proposition_10_shapes_of_gamma_priors(gamma: Solution) -> None:
    assert same(1 / gamma.expressions["a"], SLACK / (RHO2 * V))
    assert same(1 / gamma.expressions["c"], SLACK / (RHO1 * V))
    assert same(gamma.expressions["a"], PRINTED_A)
    assert same(gamma.expressions["c"], PRINTED_C)


def test_the_product_of_the_rates(gamma: Solution) -> None:
    printed = E / V * sympy.sqrt(PRINTED_A * PRINTED_C / (RHO1 * RHO2))
    assert same(gamma.expressions["b*d"] ** 2, sympy.cancel(printed**2))
    at = {E: 25, V: 550, RHO1: sympy.Rational(1, 22), RHO2: sympy.Rational(5, 11)}
    assert positive(gamma.expressions["b*d"]).subs(at) == printed.subs(at) == sympy.Rational(1, 10)


def test_the_conditions_of_the_paper_simplest_first(gamma: Solution, prior: Solution) -> None:
    expected = [
        "mean > 0",
        "rho_row > 0",
        "rho_col > 0",
        "variance > mean",
        "rho_row + rho_col < 1",
        "variance*(1 - rho_row - rho_col) > mean",
    ]
    assert [condition.text for condition in gamma.conditions] == expected
    assert [condition.text for condition in prior.conditions] == expected
    assert same(gamma.conditions[-1].positive, SLACK)


# The re-solve with K rounded


@pytest.mark.thorough
def test_the_re_solve_keeps_the_ratio_and_meets_the_issues_quadratic(rounded: Solution) -> None:
    u, v = (1 / positive(rounded.expressions[name]) for name in ("a", "c"))
    r = RHO1 / RHO2
    assert sympy.simplify(u - r * v) == 0
    residual = r * v**2 + (1 + r) * v - (V - E) * K / E**2
    assert sympy.simplify(sympy.expand(sympy.radsimp(residual))) == 0


@pytest.mark.thorough
def test_the_re_solves_conditions_and_its_mean(rounded: Solution) -> None:
    assert [condition.text for condition in rounded.conditions] == [
        "mean > 0",
        "rho_row > 0",
        "rho_col > 0",
        "variance > mean",
    ]
    assert rounded.fixed == ("K",)
    mean = K * positive(rounded.expressions["a"]) * positive(rounded.expressions["c"])
    assert sympy.simplify(mean / positive(rounded.expressions["b*d"]) - E) == 0


# What no data can fix


WEIGHTS: Mapping[str, Mapping[str, int]] = {
    "pmf_gamma": {"b": 1, "d": -1},
    "pmf_prior": {"mu_theta": 1, "sigma_theta": 1, "mu_beta": -1, "sigma_beta": -1},
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_one_scale_is_free_and_the_matrix_proves_it(name: str) -> None:
    (symmetry,) = solution_of(name).scales
    assert symmetry.weights == WEIGHTS[name]
    vector = sympy.Matrix([symmetry.weights.get(unknown, 0) for unknown in symmetry.unknowns])
    matrix = sympy.Matrix(symmetry.exponents)
    assert matrix * vector == sympy.zeros(matrix.rows, 1)
    assert matrix.rank() == len(symmetry.unknowns) - 1
    lines = symmetry.proof().splitlines()
    assert len(lines) == 2 + matrix.rows
    assert all(line.endswith("times weights = 0") for line in lines[2:])


def test_the_summary_says_everything_once() -> None:
    text = solution_of("pmf_gamma").summary()
    assert text.splitlines()[0] == "given mean, variance, rho_row, rho_col"
    assert [line.split(" = ")[0] for line in text.splitlines() if " = " in line] == [
        "K",
        "a",
        "c",
        "b*d",
    ]
    assert sum(line.startswith("requires ") for line in text.splitlines()) == 6
    assert text.splitlines()[-1] == "not identified: b -> b*s, d -> d*s**(-1) changes no moment"
