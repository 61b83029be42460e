"""Observation models: K and the rest by formulas derived by hand, one likelihood at a time."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy
from cases import core
from solving import combined, declared, solution_of
from targets_of import as_targets, eta_moments

import symppm as ppm
from symppm.solve.needs import to_be_given

F = Fraction
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


@pytest.mark.parametrize("case", core(FACTORS, [FACTORS[0], FACTORS[5]]), ids=lambda case: case[0])
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


def test_squared_coefficients_of_variation_with_quadratic_noise() -> None:
    # cv_theta^2 = (Var[eta] - R - C)/C, whatever the observation model; for Gamma it is 1/a.
    r = sympy.Symbol("r", positive=True)
    spread = (V - M - M**2 / r) / (1 + 1 / r)
    found = solution_of("gmf_gamma_negativebinomial", fixed=("r",)).expressions
    assert same(1 / found["a"], (spread - R - C) / C)
    assert same(1 / found["c"], (spread - R - C) / R)


QUADRATIC: dict[str, tuple[str, Callable[[Fraction, Fraction, Fraction], tuple[F, F, F]]]] = {
    # name -> what is given, and (given, E[eta], E[eta^2]) -> (dY/deta, E[Y], E[Var(Y | eta)])
    "gmf_gamma_negativebinomial": ("r", lambda r, m, s: (F(1), m, m + s / r)),
    "gmf_gamma_gamma": ("shape_Y", lambda g, m, s: (F(1), m, s / g)),
    "gmf_gamma_zeroinflatedpoisson": ("p", lambda p, m, s: (p, p * m, p * m + p * (1 - p) * s)),
    "gmf_gamma_normal": ("sigma_Y", lambda sigma, m, s: (F(1), m, sigma**2)),
}


@pytest.mark.parametrize("name", core(QUADRATIC, ["gmf_gamma_negativebinomial"]))
@pytest.mark.parametrize("level", [F(1, 3), F(3, 4), F(19, 20)])
def test_hyperparameters_come_back(name: str, level: Fraction) -> None:
    given, noise = QUADRATIC[name]
    for k, a, b, c, d in (
        (F(25), F(1), F(1), F(1, 10), F(1, 10)),
        (F(3), F(7, 3), F(2), F(1, 5), F(40)),
        (F(60), F(4), F(1, 9), F(15), F(30)),
    ):
        mean, spread, row, col = eta_moments(k, (a / b, a / b**2), (c / d, c / d**2))
        slope, level_mean, inner = noise(level, mean, spread + mean**2)
        variance = inner + slope**2 * spread
        targets = as_targets(level_mean, variance, row=slope**2 * row, col=slope**2 * col)
        targets[given] = level
        (found,) = solution_of(name, fixed=(given,)).evaluate(targets)
        hyper = {"K": k, "a": a, "b": b, "c": c, "d": d}
        assert found == pytest.approx(combined(solution_of(name, fixed=(given,)), hyper), rel=1e-9)


@pytest.mark.thorough
def test_trials_split_between_the_factors_come_back() -> None:
    # The mean is trials/K times the sum over factors: it never exceeds the trials.
    solution = solution_of("gmf_beta_binomial", fixed=("trials",))
    k, n = F(8), F(12)
    theta, beta = (F(1, 3), F(1, 20)), (F(2, 5), F(1, 30))
    mean, spread, row, col = eta_moments(k, theta, beta)
    scale = n / k
    mean, spread, row, col = mean * scale, spread * scale**2, row * scale**2, col * scale**2
    variance = mean - (spread + mean**2) / n + spread
    targets = {**as_targets(mean, variance, row=row, col=col), "trials": n}
    (found,) = solution.evaluate(targets)
    assert found["K"] == pytest.approx(8)
    assert found["mean_beta*mean_theta"] == pytest.approx(float(theta[0] * beta[0]))
    assert found["cv_theta"] ** 2 == pytest.approx(float(theta[1] / theta[0] ** 2))
    assert found["cv_beta"] ** 2 == pytest.approx(float(beta[1] / beta[0] ** 2))


# Signed priors


@pytest.mark.parametrize("signs", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_normal_priors_may_have_negative_means(signs: tuple[int, int]) -> None:
    solution = solution_of("gmf_normal_normal", fixed=("sigma_Y",))
    theta, beta = (signs[0] * F(3, 2), F(4)), (signs[1] * F(1, 5), F(1, 9))
    mean, spread, row, col = eta_moments(F(6), theta, beta)
    variance = F(1, 4) + spread
    targets = {**as_targets(mean, variance, row=row, col=col), "sigma_Y": F(1, 2)}
    (found,) = solution.evaluate(targets)
    assert found["K"] == pytest.approx(6)
    assert found["mean_beta*mean_theta"] == pytest.approx(float(theta[0] * beta[0]))
    assert found["cv_theta"] == pytest.approx(2 / 1.5)
    assert found["cv_beta"] == pytest.approx((1 / 3) / 0.2)


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
