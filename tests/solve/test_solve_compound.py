"""Compound Poisson factorization: the paper's formula for K, with each log-partition typed here."""

from __future__ import annotations

from collections.abc import Callable

import mpmath
import pytest
import sympy
from cases import core
from solving import solution_of

import symppm as ppm
from symppm.solve import Solution

GIVEN = ("w", "kappa")

PSI: dict[str, tuple[Callable[[mpmath.mpf], mpmath.mpf], tuple[float, ...]]] = {
    "normal": (lambda w: w**2 / 2, (0.5, 3.0)),
    "gamma": (lambda w: -mpmath.log(-w), (-0.5, -3.0)),
    "inversegaussian": (lambda w: -mpmath.sqrt(-2 * w), (-0.5, -3.0)),
    "poisson": (mpmath.exp, (-1.0, 0.5)),
    "binomial": (lambda w: mpmath.log(1 + mpmath.exp(w)), (-1.0, 0.5)),
    "negativebinomial": (lambda w: -mpmath.log(1 - mpmath.exp(w)), (-0.5, -3.0)),
}


def derivatives(name: str, w: float) -> tuple[mpmath.mpf, mpmath.mpf]:
    """Return psi'(w) and psi''(w), by differences with 60 digits."""
    psi, _ = PSI[name]
    with mpmath.workdps(60):
        return mpmath.diff(psi, mpmath.mpf(w), 1), mpmath.diff(psi, mpmath.mpf(w), 2)


def targets_of(
    first: mpmath.mpf, second: mpmath.mpf, kappa: float, k: float, prior: tuple[float, ...]
) -> dict[str, float]:
    """Return the four moments by the paper's proposition, priors (mu, sigma) twice."""
    mt, st, mb, sb = prior
    mean = kappa * first * k * mt * mb
    row, col = (
        k * (kappa * first) ** 2 * (mb * st) ** 2,
        k * (kappa * first) ** 2 * (mt * sb) ** 2,
    )
    variance = kappa * second * k * mt * mb + (kappa * first) ** 2 * k * mt * mb + row + col
    variance += (kappa * first) ** 2 * k * (st * sb) ** 2
    found = {"mean": mean, "variance": variance, "rho_row": row / variance}
    return {name: float(v) for name, v in {**found, "rho_col": col / variance}.items()}


def printed_k(at: dict[str, float], first: mpmath.mpf, second: mpmath.mpf, kappa: float) -> float:
    """Return K as the paper prints it."""
    tau = 1 - (at["rho_row"] + at["rho_col"])
    top = tau * at["variance"] - (kappa * first + second / first) * at["mean"]
    ratio = at["mean"] / at["variance"]
    return float(top / (at["rho_row"] * at["rho_col"]) * ratio**2)


@pytest.mark.parametrize("name", core(PSI, ["gamma"]))
def test_the_printed_formula_for_k(name: str) -> None:
    solution = solution_of(f"cpmf_gamma_{name}", fixed=GIVEN)
    assert (solution.route, solution.rank, solution.dimension) == ("invariants", 4, 0)
    for w in PSI[name][1]:
        first, second = derivatives(name, w)
        for kappa in (0.7, 2.0):
            a, b, c, d = 0.8, 2.0, 1.5, 0.25
            prior = (a / b, a**0.5 / b, c / d, c**0.5 / d)
            at = targets_of(first, second, kappa, 12.0, prior)
            (found,) = solution.evaluate({**at, "w": w, "kappa": kappa})
            assert found["K"] == pytest.approx(printed_k(at, first, second, kappa), rel=1e-9)
            assert found["K"] == pytest.approx(12, rel=1e-9)
            assert found["a"] == pytest.approx(a, rel=1e-9)
            assert found["c"] == pytest.approx(c, rel=1e-9)
            # sigma_theta sigma_beta = V / (E kappa psi') sqrt(rho_1 rho_2)
            spread = (found["a"] * found["c"]) ** 0.5 / found["b*d"]
            root = (at["rho_row"] * at["rho_col"]) ** 0.5
            relation = at["variance"] / (at["mean"] * kappa * float(first)) * root
            assert spread == pytest.approx(relation, rel=1e-9)


# Any log-partition


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
