"""Targets that given hyperparameters imply, by the paper's formulas and not by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

import sympy

from symppm.solve import Solution

Number = TypeVar("Number", Fraction, float)
NAMES = ("mean", "variance", "rho_row", "rho_col")


def pmf_targets(
    k: Fraction, a: Fraction, b: Fraction, c: Fraction, d: Fraction
) -> dict[str, Fraction]:
    """Return the four targets of Poisson factorization with Gamma priors."""
    mu_theta, var_theta, mu_beta, var_beta = a / b, a / b**2, c / d, c / d**2
    row, col = k * mu_beta**2 * var_theta, k * mu_theta**2 * var_beta
    mean = k * mu_theta * mu_beta
    variance = mean + row + col + k * var_theta * var_beta
    return {
        "mean": mean,
        "variance": variance,
        "rho_row": row / variance,
        "rho_col": col / variance,
        "cov_row": row,
        "cov_col": col,
    }


def eta_moments(
    k: Number, theta: tuple[Number, Number], beta: tuple[Number, Number]
) -> tuple[Number, Number, Number, Number]:
    """Return mean, variance and covariances by row and by column; priors by mean and variance."""
    (mt, vt), (mb, vb) = theta, beta
    row, col = k * mb**2 * vt, k * mt**2 * vb
    return k * mt * mb, row + col + k * vt * vb, row, col


def as_targets(mean: Number, variance: Number, **shared: Number) -> dict[str, Number]:
    """Return mean, variance and the correlations of entries that share an axis."""
    found = {"mean": mean, "variance": variance}
    return {**found, **{f"rho_{axis}": value / variance for axis, value in shared.items()}}


def rational(number: Fraction | int) -> sympy.Rational:
    """Return the same number for SymPy."""
    return sympy.Rational(Fraction(number).numerator, Fraction(number).denominator)


def evaluated(expression: sympy.Expr, values: Mapping[str, Fraction | int]) -> sympy.Expr:
    """Put numbers for symbols, by name."""
    at = {symbol: rational(values[symbol.name]) for symbol in expression.free_symbols}
    return sympy.sympify(expression).subs(at, simultaneous=True)


def meets_conditions(solution: Solution, values: Mapping[str, Fraction | int]) -> bool:
    """Tell whether all conditions hold at these targets."""
    return all(bool(evaluated(c.positive, values) > 0) for c in solution.conditions)
