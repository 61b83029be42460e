"""Compound Poisson factorization: the paper's formulas for K and the priors, whatever psi is."""

from __future__ import annotations

import pytest
import sympy
from solving import solution_of

import symppm as ppm
from symppm.solve import Solution


def general() -> Solution:
    with ppm.Model("general") as model:
        mt, st, mb, sb, kappa = ppm.hyperparameters("mu_theta sigma_theta mu_beta sigma_beta kappa")
        w = ppm.hyperparameters("w", domain="real")
        theta = ppm.Prior("theta", mean=mt, variance=st**2, dims="row factor")
        beta = ppm.Prior("beta", mean=mb, variance=sb**2, dims="col factor")
        rate = ppm.sum(theta * beta, over="factor")
        count = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=w, kappa=kappa * count, dims="row col", observed=True
        )
    return model.solve(fixed={"w": w, "kappa": kappa})


def printed(first: sympy.Expr, second: sympy.Expr) -> dict[str, sympy.Expr]:
    names = "mean variance rho_row rho_col kappa"
    mean, variance, one, two, kappa = sympy.symbols(names, real=True)
    tau = 1 - (one + two)
    slack = tau * variance - (kappa * first + second / first) * mean
    return {
        "K": slack / (one * two) * (mean / variance) ** 2,
        # sigma_theta sigma_beta, and from rho_1 and rho_2 the coefficients of variation
        "product": one * two * (variance / (mean * kappa * first)) ** 2,
        "theta": slack / (two * variance),
        "beta": slack / (one * variance),
    }


def bare(expression: sympy.Expr, psi: dict[sympy.Basic, sympy.Symbol]) -> sympy.Expr:
    """Keep no assumption but that symbols are real; derivatives of psi become symbols."""
    named = sympy.sympify(expression).xreplace(psi)
    return named.xreplace({s: sympy.Symbol(s.name, real=True) for s in named.free_symbols})


@pytest.mark.thorough
@pytest.mark.parametrize("which", ["undefined function", "two derivatives"])
def test_whatever_the_log_partition_is(which: str) -> None:
    first, second = sympy.symbols("psi_first psi_second", real=True)
    psi: dict[sympy.Basic, sympy.Symbol] = {}
    if which == "undefined function":
        solution = general()
        for node in solution.expressions["K"].atoms(sympy.Derivative, sympy.Subs):
            order = node.derivative_count if node.is_Derivative else node.expr.derivative_count
            psi[node] = {1: first, 2: second}[order]
        assert set(psi.values()) == {first, second}
    else:
        solution = solution_of("cpmf_prior_any", fixed=("kappa", "psi_first", "psi_second"))
    found = {name: bare(value, psi) for name, value in solution.expressions.items()}
    expected = printed(first, second)
    theta, beta = found["sigma_theta/mu_theta"], found["sigma_beta/mu_beta"]
    checks = {
        "K": found["K"],
        "theta": theta**2,
        "beta": beta**2,
        "product": (found["mu_beta*mu_theta"] * theta * beta) ** 2,
    }
    numbers = dict(
        zip(
            sympy.symbols("mean variance rho_row rho_col kappa psi_first psi_second", real=True),
            map(sympy.Rational, ("3", "50", "1/7", "2/9", "5/4", "2/3", "11/5")),
            strict=True,
        )
    )
    for name, value in checks.items():
        assert sympy.simplify((value - expected[name]).subs(numbers)) == 0
        assert sympy.simplify(value - expected[name]) == 0


@pytest.mark.thorough
def test_a_sum_of_poissons_shows_only_the_mean_of_its_terms() -> None:
    # Terms are Poisson with mean kappa exp(w), so that w is a level.
    solution = solution_of("cpmf_gamma_poisson")
    assert (solution.rank, solution.dimension) == (4, 1)
    assert "kappa*exp(w)" in solution.expressions
