"""The Beta distribution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.densities import above, incomplete_beta


class BetaFamily(Family):
    """Beta(alpha, beta) on (0, 1): mean alpha/(alpha + beta).

    A raw moment of order n > 0 is the product of (alpha + r)/(alpha + beta + r) over r < n; the one
    of order -m is the product of (alpha + beta - r)/(alpha - r) over 1 <= r <= m and exists for
    alpha > m.
    """

    name = "Beta"
    parameters = (
        Parameter("alpha", "positive", "first shape", "mean = alpha / (alpha + beta)"),
        Parameter("beta", "positive", "second shape", "mean = alpha / (alpha + beta)"),
    )
    support = Support("positive")

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative orders carry the condition alpha > -order."""
        alpha = parameters["alpha"]
        total = alpha + parameters["beta"]
        if order >= 0:
            return Moment(sympy.Mul(*((alpha + step) / (total + step) for step in range(order))))
        steps = range(1, 1 - order)
        return Moment(
            sympy.Mul(*((total - step) / (alpha - step) for step in steps)), (alpha + order,)
        )

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return alpha beta / ((alpha + beta)^2 (alpha + beta + 1))."""
        alpha, beta = parameters["alpha"], parameters["beta"]
        return alpha * beta / ((alpha + beta) ** 2 * (alpha + beta + 1))

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return mean n and (1 - mean) n, where n = mean (1 - mean) / variance - 1."""
        count = mean * (1 - mean) / variance - 1
        return {"alpha": mean * count, "beta": (1 - mean) * count}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return mean (1 - mean) > variance, which also keeps the mean between 0 and 1."""
        return (
            Requirement(
                mean * (1 - mean) - variance,
                "a Beta variable lies between 0 and 1, so its variance is less than "
                "mean (1 - mean)",
            ),
        )

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return (alpha - 1) log x + (beta - 1) log(1 - x) - log B(alpha, beta)."""
        alpha, beta = parameters["alpha"], parameters["beta"]
        constant = sympy.loggamma(alpha + beta) - sympy.loggamma(alpha) - sympy.loggamma(beta)
        return (alpha - 1) * sympy.log(value) + (beta - 1) * sympy.log(1 - value) + constant

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the regularised incomplete beta function."""
        within = sympy.And(value > 0, value < 1)
        at = sympy.Piecewise((value, within), (sympy.S.Half, True))
        below = incomplete_beta(parameters["alpha"], parameters["beta"], at)
        return above(value > 0, sympy.Piecewise((below, value < 1), (1, True)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.beta(parameters["alpha"], parameters["beta"], size=size)


BETA = BetaFamily()
