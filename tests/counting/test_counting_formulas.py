"""Counted results against sums worked out by hand, where no derivation is there to compare."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import pytest
import sympy
from sympy.functions.combinatorial.numbers import stirling

import symppm as ppm
from symppm.counting import identical, joint_cumulant, joint_moment
from symppm.model import Declaration, catalogue_model
from symppm.model.nodes import Entry, index


def entries(declaration: Declaration, *pattern: str) -> list[Entry]:
    return [declaration.observed.at(*map(index, letters)) for letters in pattern]


def symbols(declaration: Declaration, names: str) -> list[sympy.Symbol]:
    known = {each.name: each for each in (*declaration.hyperparameters, *declaration.sizes)}
    return [known[name] for name in names.split()]


def moments_of_a_sum(of_one: Sequence[sympy.Expr], size: int) -> list[sympy.Expr]:
    """Return the moments of a sum of independent copies, one copy after the other."""
    total = [sympy.S.One, *([sympy.S.Zero] * (len(of_one) - 1))]
    for _ in range(size):
        total = [
            sympy.expand(sum(math.comb(n, r) * total[r] * of_one[n - r] for r in range(n + 1)))
            for n in range(len(of_one))
        ]
    return total


@pytest.mark.parametrize(
    ("name", "order"),
    [("pmf_gamma", 3), ("pmf_gamma", 6), ("pmf_weibull", 4), ("pmf_lognormal", 4)],
)
def test_moments_of_poisson_factorization(name: str, order: int) -> None:
    declaration = catalogue_model(name)
    theta, beta = declaration.by_name["theta"], declaration.by_name["beta"]
    of_one = [
        theta.family.raw_moment(n, theta.parameters).value
        * beta.family.raw_moment(n, beta.parameters).value
        for n in range(order + 1)
    ]
    (k,) = declaration.sizes
    letters = [sympy.Symbol(f"m{n}") for n in range(order + 1)]
    counted = joint_moment(declaration, entries(declaration, *["ij"] * order)).value
    # A polynomial of that degree in K is known by its values at as many sizes and one.
    for size in range(order + 1):
        of_rate = moments_of_a_sum([sympy.S.One, *letters[1:]], size)
        expected = sum(stirling(order, n) * of_rate[n] for n in range(order + 1))
        by_hand = sympy.sympify(expected).xreplace(dict(zip(letters, of_one, strict=True)))
        assert identical(counted.xreplace({k: sympy.Integer(size)}), by_hand)


@pytest.mark.parametrize("pattern", [("ij",) * 6, ("ij", "il", "tj", "tl", "ij", "tl")])
def test_cumulants_of_poisson_factorization_are_proportional_to_the_factors(
    pattern: tuple[str, ...],
) -> None:
    """Factors are independent, and cumulants of a sum of independent parts add up."""
    declaration = catalogue_model("pmf_gamma")
    (k,) = declaration.sizes
    counted = joint_cumulant(declaration, entries(declaration, *pattern)).value
    one = counted.xreplace({k: sympy.S.One})
    assert one != 0
    assert identical(counted, k * one)


def test_the_cycle_of_four_entries_of_poisson_factorization() -> None:
    """Cov[Y_ij Y_tl, ...]: only a factor that all four share is left."""
    declaration = catalogue_model("pmf_exponential")
    k, u, v = symbols(declaration, "K rate_theta rate_beta")
    counted = joint_cumulant(declaration, entries(declaration, "ij", "il", "tj", "tl")).value
    # One factor: theta_i^2 theta_t^2 beta_j^2 beta_l^2 has mean 16 in units of the rates, and the
    # moments of the subsets are 8 for three entries, 4 for two in line, 1 for two that are not.
    moments = {1: 1, 3: 4}
    pairs = {"in line": 2, "apart": 1}
    fourth = 16 - 4 * moments[3] - (2 * pairs["in line"] ** 2 + pairs["apart"] ** 2)
    fourth += 2 * (4 * pairs["in line"] + 2 * pairs["apart"]) - 6
    assert identical(counted, k * fourth / (u * v) ** 4)


def test_distinct_entries_do_not_feel_the_observation_model() -> None:
    pattern = ("ij", "il", "tj", "tl")
    models = ("pmf_gamma", "gmf_gamma_normal", "gmf_gamma_gumbel", "gmf_gamma_negativebinomial")
    results = []
    for name in models:
        declaration = catalogue_model(name)
        results.append(joint_cumulant(declaration, entries(declaration, *pattern)).value)
    for one, other in itertools.pairwise(results):
        assert identical(one, other)
    assert results[0] != 0


@pytest.mark.parametrize("level", [1, 2])
def test_a_level_above_is_integrated_last(level: int) -> None:
    """E[Y_ij Y_il] of one factor: E[xi^-2] E[(a)_2] E[beta]^2, with its condition."""
    with ppm.Model("one") as model:
        a, b, s = ppm.hyperparameters("a b s")
        xi = ppm.Gamma("xi", shape=s, rate=b, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=xi, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    declaration = model.declaration
    counted = joint_moment(declaration, entries(declaration, *["ij", "il"][:level]))
    expected = {1: a * b / (s - 1), 2: a * (a + 1) * b**2 / ((s - 1) * (s - 2))}
    assert identical(counted.value, expected[level])
    assert counted.conditions == {1: (s - 1,), 2: (s - 2,)}[level]


def test_a_random_shape_is_a_polynomial_like_any_other() -> None:
    with ppm.Model("mine") as model:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.Gamma("beta", shape=theta, rate=b, dims="row col")
        ppm.Poisson("Y", rate=beta, dims="row col", observed=True)
    declaration = model.declaration
    variance = joint_cumulant(declaration, entries(declaration, "ij", "ij")).value
    assert identical(variance, a / b**2 + a / b**3 + a / b**4)


def test_an_unspecified_log_partition_is_carried_along() -> None:
    """Given N the cumulants are kappa N psi^(n)(w); those of Y follow from a Poisson N."""
    with ppm.Model("mine") as model:
        rate, kappa, w = ppm.hyperparameters("rate kappa w")
        count = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="general", w=2 * w, kappa=kappa * count, dims="row col", observed=True
        )
    declaration = model.declaration
    x = sympy.Symbol("x", real=True)
    psi = [sympy.Function("psi")(x).diff(x, n).subs(x, 2 * w) for n in range(4)]
    # Cumulants of a sum of Poisson(rate) parts are rate times the moments of a part.
    moments = [
        kappa * psi[1],
        kappa * psi[2] + (kappa * psi[1]) ** 2,
        kappa * psi[3] + 3 * kappa**2 * psi[1] * psi[2] + (kappa * psi[1]) ** 3,
    ]
    for order, moment in enumerate(moments, 1):
        counted = joint_cumulant(declaration, entries(declaration, *["ij"] * order)).value
        assert identical(counted, rate * moment)
        assert not identical(counted, rate * moment * psi[1])
