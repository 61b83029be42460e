"""The Gumbel distribution (of maxima), by its mean and its scale."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.polynomials import moment_from_cumulants, raw_from_central


class GumbelFamily(Family):
    """Gumbel(mean, scale): variance pi^2/6 scale^2.

    The mode is mean - gamma scale, with Euler's constant gamma = 0.577, and the cumulant of order
    n >= 2 is scale^n (n - 1)! zeta(n).

    Notes
    -----
    The paper (da Silva, Kuśmierczyk, Hartmann and Klami, JMLR 24(67), 2023) prints the variance as
    pi^2/2 scale^2 in its table "Parameterization of different distributions". That is an erratum:
    its own text on other observation models has pi^2/6 scale^2, which is what the second
    cumulant, scale^2 zeta(2), gives.
    """

    name = "Gumbel"
    parameters = (
        Parameter("mean", "real", "mean"),
        Parameter("scale", "positive", "scale", "standard deviation = 1.283 {}"),
    )
    support = Support("real")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the polynomial in mean and scale; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(
                order, "its density at zero is positive, so E[1/X] does not exist"
            )
        scale = parameters["scale"]

        def central(n: int) -> sympy.Expr:
            return scale**n * sympy.expand(moment_from_cumulants(n, _standard_central_cumulant))

        return Moment(raw_from_central(order, parameters["mean"], central))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return pi^2/6 scale^2."""
        return sympy.pi**2 / 6 * parameters["scale"] ** 2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the mean and scale = sqrt(6 variance)/pi."""
        return {"mean": mean, "scale": sympy.sqrt(6 * variance) / sympy.pi}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return -log scale - z - exp(-z) with z = (x - mode)/scale."""
        z = self._standardised(value, parameters)
        return -sympy.log(parameters["scale"]) - z - sympy.exp(-z)

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return exp(-exp(-z)) with z = (x - mode)/scale."""
        return sympy.exp(-sympy.exp(-self._standardised(value, parameters)))

    def _standardised(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        return (value - parameters["mean"]) / parameters["scale"] + sympy.EulerGamma

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the mode."""
        scale = parameters["scale"]
        return generator.gumbel(parameters["mean"] - np.euler_gamma * scale, scale, size=size)


def _standard_central_cumulant(order: int) -> sympy.Expr:
    if order == 1:
        return sympy.S.Zero
    return sympy.factorial(order - 1) * sympy.zeta(order)


GUMBEL = GumbelFamily()
