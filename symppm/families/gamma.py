"""The Gamma distribution, shape and rate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above, lower_gamma


class GammaFamily(Family):
    """Gamma(shape, rate): mean shape/rate, variance shape/rate^2.

    A raw moment of order n > 0 is shape (shape + 1) ... (shape + n - 1) / rate^n; the one of order
    -m is rate^m / ((shape - 1) ... (shape - m)) and exists for shape > m.
    """

    name = "Gamma"
    parameters = (
        Parameter("shape", "positive", "shape", "standard deviation / mean = 1/sqrt({})"),
        Parameter("rate", "positive", "rate", "mean = shape / rate"),
    )
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative orders carry the condition shape > -order."""
        shape, rate = parameters["shape"], parameters["rate"]
        if order >= 0:
            rising = sympy.Mul(*(shape + step for step in range(order)))
            return Moment(rising * rate**-order)
        falling = sympy.Mul(*(shape - step for step in range(1, 1 - order)))
        return Moment(rate**-order / falling, (shape + order,))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return shape / rate^2."""
        return parameters["shape"] / parameters["rate"] ** 2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return shape = mean^2 / variance and rate = mean / variance."""
        return {"shape": mean**2 / variance, "rate": mean / variance}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return shape log rate + (shape - 1) log x - rate x - log Gamma(shape)."""
        shape, rate = parameters["shape"], parameters["rate"]
        power = shape * sympy.log(rate) + (shape - 1) * sympy.log(value)
        return power - rate * value - sympy.loggamma(shape)

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the regularised lower incomplete gamma function."""
        shape, rate = parameters["shape"], parameters["rate"]
        return above(value > 0, lower_gamma(shape, rate * value))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the scale 1/rate."""
        return generator.gamma(parameters["shape"], 1.0 / parameters["rate"], size=size)


GAMMA = GammaFamily()
