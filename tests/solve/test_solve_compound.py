"""Compound Poisson factorization is solved whatever psi is; its printed formulas: tests/paper."""

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


def bare(expression: sympy.Expr, psi: dict[sympy.Basic, sympy.Symbol]) -> sympy.Expr:
    """Keep no assumption but that symbols are real; derivatives of psi become symbols."""
    named = sympy.sympify(expression).xreplace(psi)
    return named.xreplace({s: sympy.Symbol(s.name, real=True) for s in named.free_symbols})


@pytest.mark.thorough
def test_an_undefined_log_partition_enters_by_its_two_derivatives() -> None:
    solution = general()
    psi = {
        node: sympy.Symbol(("psi_first", "psi_second")[node.derivative_count - 1])
        for node in solution.expressions["K"].atoms(sympy.Derivative)
    }
    assert len(psi) == 2
    by_symbols = solution_of("cpmf_prior_any", fixed=("kappa", "psi_first", "psi_second"))
    assert set(solution.expressions) == set(by_symbols.expressions)
    names = "mean variance rho_row rho_col kappa psi_first psi_second"
    texts = ("3", "50", "1/7", "2/9", "5/4", "2/3", "11/5")
    at = dict(zip(sympy.symbols(names, real=True), map(sympy.Rational, texts), strict=True))
    for name, value in by_symbols.expressions.items():
        one, other = (bare(each, psi).subs(at) for each in (solution.expressions[name], value))
        assert sympy.simplify(one - other) == 0


@pytest.mark.thorough
def test_a_sum_of_poissons_shows_only_the_mean_of_its_terms() -> None:
    # Terms are Poisson with mean kappa exp(w), so that w is a level.
    solution = solution_of("cpmf_gamma_poisson")
    assert (solution.rank, solution.dimension) == (4, 1)
    assert "kappa*exp(w)" in solution.expressions
