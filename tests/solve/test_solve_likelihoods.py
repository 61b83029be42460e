"""Observation models: K and the rest by formulas derived by hand, one likelihood at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy
from cases import core
from solving import declared, solution_of

import symppm as ppm
from symppm.solve.needs import to_be_given

M, V, RHO_ROW, RHO_COL = sympy.symbols("mean variance rho_row rho_col", positive=True)
R, C = RHO_ROW * V, RHO_COL * V


def positive(expression: sympy.Expr) -> sympy.Expr:
    """Read every symbol as positive."""
    return sympy.sympify(expression).subs(
        {s: sympy.Symbol(s.name, positive=True) for s in expression.free_symbols}
    )


def same(found: sympy.Expr, expected: sympy.Expr) -> bool:
    return bool(sympy.cancel(sympy.together(positive(found) - expected)) == 0)


# Where E[Var(Y | eta)] contains Var[eta] itself, the printed formula for K does not hold as it
# stands. Solve V = E[Var(Y | eta)] + Var[m(eta)] for Var[eta] first; what rows and columns share of
# eta, and K = (Var[eta] - R - C) E[eta]^2 / (R C), are then as ever.


def negative_binomial() -> sympy.Expr:
    # Var(Y | eta) = eta + eta^2/r, so V = M + (Var[eta] + M^2)/r + Var[eta].
    r = sympy.Symbol("r", positive=True)
    return ((V - M - M**2 / r) / (1 + 1 / r) - R - C) * M**2 / (R * C)


def gamma() -> sympy.Expr:
    # Gamma with shape s and mean eta has variance eta^2/s: V = (Var[eta] + M^2)/s + Var[eta].
    s = sympy.Symbol("shape_Y", positive=True)
    return ((V - M**2 / s) / (1 + 1 / s) - R - C) * M**2 / (R * C)


def binomial() -> sympy.Expr:
    # n trials, mean eta: Var(Y | eta) = eta - eta^2/n, so V = M - (Var[eta] + M^2)/n + Var[eta].
    n = sympy.Symbol("trials", positive=True)
    return ((V - M + M**2 / n) / (1 - 1 / n) - R - C) * M**2 / (R * C)


def zero_inflated() -> sympy.Expr:
    # Kept with probability p: mean p eta, variance p eta + p (1 - p) eta^2. With m = M/p and
    # v = Var[eta]: V = p m + p (1 - p) (v + m^2) + p^2 v = M + (1 - p) M^2/p + p v. What rows share
    # of Y is p^2 of what they share of eta.
    p = sympy.Symbol("p", positive=True)
    spread = (V - M - (1 - p) * M**2 / p) / p
    return (spread - (R + C) / p**2) * (M / p) ** 2 * p**4 / (R * C)


def constant(noise: Callable[[sympy.Symbol], sympy.Expr], name: str) -> Callable[[], sympy.Expr]:
    # The theorem on K, for a conditional variance that is a number.
    def formula() -> sympy.Expr:
        tau = 1 - RHO_ROW - RHO_COL
        level = noise(sympy.Symbol(name, positive=True))
        return (tau * V - level) / (RHO_ROW * RHO_COL) * (M / V) ** 2

    return formula


normal = constant(lambda sigma: sigma**2, "sigma_Y")
gumbel = constant(lambda scale: sympy.pi**2 / 6 * scale**2, "scale_Y")
laplace = constant(lambda scale: 2 * scale**2, "scale_Y")
any_variance = constant(lambda variance: variance, "variance_Y")


FACTORS = [
    ("gmf_gamma_negativebinomial", "r", negative_binomial),
    ("gmf_gamma_gamma", "shape_Y", gamma),
    ("gmf_beta_binomial", "trials", binomial),
    ("gmf_gamma_zeroinflatedpoisson", "p", zero_inflated),
    ("gmf_gamma_normal", "sigma_Y", normal),
    ("gmf_normal_normal", "sigma_Y", normal),
    ("gmf_beta_gumbel", "scale_Y", gumbel),
    ("gmf_halfnormal_laplace", "scale_Y", laplace),
    ("gmf_lognormal_gumbel", "scale_Y", gumbel),
    ("gmf_prior_observation", "variance_Y", any_variance),
]


@pytest.mark.parametrize("case", core(FACTORS, FACTORS[:1]), ids=lambda case: case[0])
def test_the_number_of_factors(case: tuple[str, str, Callable[[], sympy.Expr]]) -> None:
    name, given, formula = case
    assert to_be_given(declared(name)) == (given,)
    solution = solution_of(name, fixed=(given,))
    assert (solution.route, solution.rank, solution.dimension) == ("invariants", 4, 0)
    assert same(solution.expressions["K"], formula())


@pytest.mark.thorough
def test_the_papers_variances_of_gumbel_and_laplace_are_wrong() -> None:
    # Its table has pi^2/2 scale^2 for both.
    scale = sympy.Symbol("scale_Y", positive=True)
    wrong = constant(lambda each: sympy.pi**2 / 2 * each**2, "scale_Y")()
    for name in ("gmf_gamma_gumbel", "gmf_gamma_laplace"):
        found = positive(solution_of(name, fixed=("scale_Y",)).expressions["K"])
        assert not same(found, wrong)
        noise = sympy.simplify((found.subs(scale, 0) - found) * R * C / M**2)
        assert noise == {"gumbel": sympy.pi**2 / 6, "laplace": 2}[name.split("_")[-1]] * scale**2


# Signed priors


@pytest.mark.thorough
def test_signed_priors_need_a_mean_that_is_not_zero() -> None:
    solution = solution_of("gmf_normal_normal", fixed=("sigma_Y",))
    assert "mean is not 0" in [condition.text for condition in solution.conditions]
    targets = {"mean": 0, "variance": 4, "rho_row": 0.2, "rho_col": 0.1, "sigma_Y": 1}
    assert solution.evaluate(targets) == []


def test_both_signs_are_listed_where_the_moments_do_not_tell() -> None:
    with ppm.Model("signed") as signed:
        shift = ppm.hyperparameters("shift", domain="real")
        ppm.Poisson("Y", rate=shift**2, dims="row col", observed=True)
    solution = signed.solve(("mean",))
    assert solution.rank == 1
    assert sorted(each["shift"] for each in solution.evaluate({"mean": 9})) == [-3.0, 3.0]
    assert solution.evaluate({"mean": -9}) == []


def test_a_negative_unknown_is_found_negative() -> None:
    with ppm.Model("negative") as negative:
        shift = ppm.hyperparameters("shift", domain="negative")
        ppm.Poisson("Y", rate=shift**2, dims="row col", observed=True)
    (found,) = negative.solve(("mean",)).evaluate({"mean": 9})
    assert found == {"shift": -3.0}
