"""The log-normal distribution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above, inside


class LogNormalFamily(Family):
    """LogNormal(mu, sigma): the exponential of a normal with that mean and standard deviation.

    Every raw moment exists; the one of order n is exp(n mu + n^2 sigma^2 / 2).
    """

    name = "LogNormal"
    parameters = (
        Parameter("mu", "real", "mean of the logarithm", "median = exp({})"),
        Parameter(
            "sigma",
            "positive",
            "standard deviation of the logarithm",
            "standard deviation / mean = sqrt(exp({}^2) - 1)",
        ),
    )
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return exp(order mu + order^2 sigma^2 / 2)."""
        mu, sigma = parameters["mu"], parameters["sigma"]
        return Moment(sympy.exp(order * mu + sympy.Rational(order**2, 2) * sigma**2))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return (exp(sigma^2) - 1) exp(2 mu + sigma^2)."""
        mu, sigma = parameters["mu"], parameters["sigma"]
        return (sympy.exp(sigma**2) - 1) * sympy.exp(2 * mu + sigma**2)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return sigma^2 = log(1 + variance/mean^2) and mu = log(mean) - sigma^2/2."""
        square = sympy.log(1 + variance / mean**2)
        return {"mu": sympy.log(mean) - square / 2, "sigma": sympy.sqrt(square)}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the normal log density of log x, less log x."""
        mu, sigma = parameters["mu"], parameters["sigma"]
        logarithm = sympy.log(value)
        z = (logarithm - mu) / sigma
        return -logarithm - sympy.log(sigma) - sympy.log(2 * sympy.pi) / 2 - z**2 / 2

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return erfc(-z/sqrt(2))/2 with z = (log x - mu)/sigma."""
        mu, sigma = parameters["mu"], parameters["sigma"]
        z = (sympy.log(inside(value > 0, value)) - mu) / sigma
        return above(value > 0, sympy.erfc(-z / sympy.sqrt(2)) / 2)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.lognormal(parameters["mu"], parameters["sigma"], size=size)


LOG_NORMAL = LogNormalFamily()
