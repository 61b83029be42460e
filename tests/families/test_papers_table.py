"""The paper's table "Parameterization of different distributions", row by row, errata included."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
import scipy.stats
import sympy

from symppm import families
from symppm.families import Family
from symppm.families.table import TabulatedFamily

a, b, sigma, eta = sympy.symbols("a b sigma eta", positive=True)
mu = sympy.Symbol("mu", real=True)
gamma = sympy.EulerGamma
pi = sympy.pi
AT = {a: 2.5, b: 0.8, mu: 0.7, sigma: 1.3, eta: 3.5}

# name, family, ours in the paper's symbols, mean as printed, variance as printed, SciPy's.
ROWS: list[tuple[Family, Mapping[str, sympy.Expr], sympy.Expr, sympy.Expr, Any]] = [
    (families.GAMMA, {"shape": a, "rate": 1 / b}, a * b, a * b**2,
     scipy.stats.gamma(2.5, scale=0.8)),
    (families.BETA, {"alpha": a, "beta": b}, a / (a + b), a * b / ((a + b) ** 2 * (a + b + 1)),
     scipy.stats.beta(2.5, 0.8)),
    (families.HALF_NORMAL, {"location": mu, "scale": sigma}, mu + sigma * sympy.sqrt(2 / pi),
     sigma**2 * (1 - 2 / pi), scipy.stats.halfnorm(0.7, 1.3)),
    (families.LOG_NORMAL, {"mu": mu, "sigma": sigma}, sympy.exp(mu + sigma**2 / 2),
     (sympy.exp(sigma**2) - 1) * sympy.exp(2 * mu + sigma**2),
     scipy.stats.lognorm(1.3, scale=2.718281828459045**0.7)),
    (families.GUMBEL, {"mean": mu + gamma * sigma, "scale": sigma}, mu + gamma * sigma,
     pi**2 / 2 * sigma**2, scipy.stats.gumbel_r(0.7, 1.3)),
    (families.LAPLACE, {"mean": mu, "scale": sigma}, mu, pi**2 / 2 * sigma**2,
     scipy.stats.laplace(0.7, 1.3)),
    (families.NORMAL, {"mean": mu, "variance": sigma**2}, mu, sigma**2, scipy.stats.norm(0.7, 1.3)),
    (families.POISSON, {"rate": eta}, eta, eta, scipy.stats.poisson(3.5)),
]  # fmt: skip
NAMES = [row[0].name for row in ROWS]
ERRATA = {"Gumbel": pi**2 / 6 * sigma**2, "Laplace": 2 * sigma**2}


def at(expression: sympy.Expr) -> float:
    return float(expression.subs(AT))


@pytest.mark.parametrize(("family", "ours", "mean", "variance", "scipys"), ROWS, ids=NAMES)
def test_the_mean_is_the_printed_one_and_scipys(
    family: Family, ours: Any, mean: sympy.Expr, variance: sympy.Expr, scipys: Any
) -> None:
    assert sympy.simplify(family.mean(ours) - mean) == 0
    assert at(mean) == pytest.approx(scipys.mean(), rel=1e-12)


@pytest.mark.parametrize(("family", "ours", "mean", "variance", "scipys"), ROWS, ids=NAMES)
def test_the_variance_is_scipys_and_but_for_two_errata_the_printed_one(
    family: Family, ours: Any, mean: sympy.Expr, variance: sympy.Expr, scipys: Any
) -> None:
    right = ERRATA.get(family.name, variance)
    assert sympy.simplify(family.variance(ours) - right) == 0
    assert at(family.variance(ours)) == pytest.approx(scipys.var(), rel=1e-12)
    assert (at(variance) == pytest.approx(scipys.var(), rel=1e-12)) == (family.name not in ERRATA)


@pytest.mark.parametrize("family", [families.GUMBEL, families.LAPLACE], ids=list(ERRATA))
def test_the_errata_are_recorded_where_the_formula_is(family: TabulatedFamily) -> None:
    assert "erratum" in family.about
