"""Propositions 1 to 7 of the paper, with its printed formulas as the expected values.

Propositions 1 and 2 stand in section 4, the others in the appendix, "Derivation of Analytic
Solution for Poisson Matrix Factorization"; rho_1 belongs to two entries of one row, rho_2 to two
entries of one column. What solves the moments (propositions 8 to 10) is tested beside the solver.
"""

from __future__ import annotations

import itertools

import pytest
import sympy
from models import named

import symppm as ppm
from symppm.laws import derive
from symppm.laws.engine import rewrite
from symppm.laws.operators import Covariance, Expectation, Variance
from symppm.model import Declaration
from symppm.model.nodes import AxisSum, index

K = sympy.Symbol("K", positive=True, integer=True)
ROW_I, COL_J, ROW_T, COL_L = (index(letter) for letter in "ijtl")

# Expected values, typed from the paper with mu and sigma as its symbols.
MU_T, SIGMA_T, MU_B, SIGMA_B = sympy.symbols(
    "mu_theta sigma_theta mu_beta sigma_beta", positive=True
)
ROW, COL, BOTH, MEAN = (
    (MU_B * SIGMA_T) ** 2,
    (MU_T * SIGMA_B) ** 2,
    (SIGMA_T * SIGMA_B) ** 2,
    MU_T * MU_B,
)
TOTAL = MEAN + ROW + COL + BOTH

CASES = list(itertools.product((0, 1), repeat=2))
"""delta_it and delta_jl."""


def in_paper_symbols(expression: sympy.Expr, name: str) -> sympy.Expr:
    """Write mu = a/b and sigma^2 = a/b^2, and so for c and d, when priors are Gamma."""
    if name == "pmf_prior":
        return expression
    a, b, c, d = sympy.symbols("a b c d", positive=True)
    return expression.subs(
        {
            a: MU_T**2 / SIGMA_T**2,
            b: MU_T / SIGMA_T**2,
            c: MU_B**2 / SIGMA_B**2,
            d: MU_B / SIGMA_B**2,
        },
        simultaneous=True,
    )


def equal(found: sympy.Expr, printed: sympy.Expr, name: str) -> bool:
    return bool(sympy.simplify(in_paper_symbols(found, name) - printed) == 0)


def entries_of(declared: Declaration, row: sympy.Symbol, col: sympy.Symbol, k: str) -> sympy.Expr:
    theta, beta = declared.by_name["theta"], declared.by_name["beta"]
    return theta.at(row, index(k)) * beta.at(col, index(k))


def inner_product(declared: Declaration, row: sympy.Symbol, col: sympy.Symbol) -> sympy.Expr:
    return AxisSum(entries_of(declared, row, col, "k"), index("k"), K)


def second_indices(same_row: int, same_col: int) -> tuple[sympy.Symbol, sympy.Symbol]:
    return (ROW_I if same_row else ROW_T), (COL_J if same_col else COL_L)


models = pytest.mark.parametrize("name", ["pmf_prior", "pmf_gamma"])
cases = pytest.mark.parametrize(("same_row", "same_col"), CASES)


@models
@cases
def test_proposition_3_different_factors_do_not_covary(
    name: str, same_row: int, same_col: int
) -> None:
    declared = named(name)
    row, col = second_indices(same_row, same_col)
    target = Covariance(
        entries_of(declared, ROW_I, COL_J, "k"), entries_of(declared, row, col, "m")
    )
    derived = rewrite("proposition 3", target, declared)
    assert derived.result == 0
    assert derived.verify().ok


@models
def test_proposition_4_mean_and_variance_of_the_inner_product(name: str) -> None:
    declared = named(name)
    product = inner_product(declared, ROW_I, COL_J)
    for target, printed in (
        (Expectation(product), K * MU_T * MU_B),
        (Variance(product), K * (ROW + COL + BOTH)),
    ):
        derived = rewrite("proposition 4", target, declared)
        assert equal(derived.result, printed, name)
        assert derived.verify().ok


@models
@cases
def test_proposition_4_covariance_of_two_inner_products(
    name: str, same_row: int, same_col: int
) -> None:
    declared = named(name)
    row, col = second_indices(same_row, same_col)
    target = Covariance(inner_product(declared, ROW_I, COL_J), inner_product(declared, row, col))
    derived = rewrite("proposition 4", target, declared)
    printed = K * (same_row * ROW + same_col * COL + same_row * same_col * BOTH)
    assert equal(derived.result, printed, name)
    assert derived.verify().ok


@models
def test_propositions_1_and_5_prior_predictive_mean_and_variance(name: str) -> None:
    declared = named(name)
    assert equal(derive(declared, "mean").result, K * MEAN, name)
    assert equal(derive(declared, "variance").result, K * TOTAL, name)


@models
@cases
def test_proposition_6_prior_predictive_covariance(name: str, same_row: int, same_col: int) -> None:
    declared = named(name)
    row, col = second_indices(same_row, same_col)
    y = declared.observed
    derived = rewrite("proposition 6", Covariance(y.at(ROW_I, COL_J), y.at(row, col)), declared)
    printed = K * (same_row * ROW + same_col * COL + same_row * same_col * (MEAN + BOTH))
    assert equal(derived.result, printed, name)
    assert derived.verify().ok


@models
@cases
def test_proposition_7_prior_predictive_correlation(
    name: str, same_row: int, same_col: int
) -> None:
    printed = (same_row * ROW + same_col * COL + same_row * same_col * (MEAN + BOTH)) / TOTAL
    if same_row and same_col:
        # An entry's correlation with itself: the variance over the variance.
        assert sympy.simplify(printed - 1) == 0
        return
    shared = [axis for axis, same in (("row", same_row), ("col", same_col)) if same]
    derived = derive(named(name), " ".join(["correlation", *shared]))
    assert equal(derived.result, printed, name)
    # The two forms that the paper prints, rho_1 = ROW / TOTAL and rho_2 = COL / TOTAL.
    by_case = {(0, 0): sympy.S.Zero, (1, 0): ROW / TOTAL, (0, 1): COL / TOTAL}
    assert equal(derived.result, by_case[same_row, same_col], name)


@models
@pytest.mark.parametrize(
    "what",
    ["mean", "variance", "covariance", "covariance row", "covariance col", "correlation row"],
)
def test_the_derivations_of_the_propositions_verify(name: str, what: str) -> None:
    verdict = derive(named(name), what).verify()
    assert verdict.failures == ()
    assert verdict.ok
    assert verdict.checked >= len(derive(named(name), what).steps)


# Table tab:pmf_initializations: a, b, c, d, then mean, and variance, at K = 25.
TABLE = {
    "A": ("10", "1", "10", "1", "2500.00", "55000.00"),
    "B": ("10", "2", "10", "2", "625.00", "3906.25"),
    "C": ("0.001", "0.01", "0.01", "0.1", "0.25", "253.00"),
    "D": ("0.1", "1", "0.1", "1", "0.25", "0.55"),
    "E": ("0.1", "0.1", "0.1", "0.1", "25.00", "3025.00"),
    "F": ("1", "1", "0.1", "0.1", "25.00", "550.00"),
    "G": ("1000", "1000", "1000", "1000", "25.00", "25.05"),
}


@pytest.mark.parametrize("setting", TABLE)
def test_the_papers_table_of_settings(setting: str) -> None:
    *given, mean, variance = (sympy.Rational(text) for text in TABLE[setting])
    declared = named("pmf_gamma")
    at = {K: 25, **dict(zip(declared.hyperparameters, given, strict=True))}
    # The table prints two decimals.
    assert abs(derive(declared, "mean").result.subs(at) - mean) <= sympy.Rational(1, 200)
    assert abs(derive(declared, "variance").result.subs(at) - variance) <= sympy.Rational(1, 200)


@pytest.mark.thorough
def test_the_propositions_on_compound_poisson_factorization() -> None:
    with ppm.Model("compound") as model:
        mu_t, sigma_t, mu_b, sigma_b = ppm.hyperparameters("mu_t sigma_t mu_b sigma_b")
        theta = ppm.Prior("theta", mean=mu_t, variance=sigma_t**2, dims="row factor")
        beta = ppm.Prior("beta", mean=mu_b, variance=sigma_b**2, dims="col factor")
        kappa, w = ppm.hyperparameters("kappa"), ppm.hyperparameters("w", domain="real")
        count = ppm.Poisson("N", rate=ppm.sum(theta * beta, over="factor"), dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=w, kappa=kappa * count, dims="row col", observed=True
        )
    psi = sympy.Function("psi")(w)
    first, second = psi.diff(w), psi.diff(w, 2)
    spread = mu_t * mu_b + (mu_b * sigma_t) ** 2 + (mu_t * sigma_b) ** 2 + (sigma_t * sigma_b) ** 2
    variance = kappa * second * K * mu_t * mu_b + (kappa * first) ** 2 * K * spread
    printed = {
        "mean": kappa * first * K * mu_t * mu_b,
        "variance": variance,
        "covariance": sympy.S.Zero,
        "correlation row": K * (kappa * first) ** 2 / variance * (mu_b * sigma_t) ** 2,
        "correlation col": K * (kappa * first) ** 2 / variance * (mu_t * sigma_b) ** 2,
    }
    for what, formula in printed.items():
        derivation = model.derive(what)
        assert sympy.cancel(derivation.result - formula) == 0, what
        assert derivation.verify().failures == ()
