"""The inverse Gamma distribution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above, inside, upper_gamma


class InverseGammaFamily(Family):
    """InverseGamma(shape, scale): the reciprocal of a Gamma(shape, rate=scale) variable.

    A raw moment of order n > 0 is scale^n / ((shape - 1) ... (shape - n)) and exists for shape > n;
    the one of order -m is shape (shape + 1) ... (shape + m - 1) / scale^m.
    """

    name = "InverseGamma"
    parameters = (
        Parameter("shape", "positive", "shape", "standard deviation / mean = 1/sqrt({} - 2)"),
        Parameter("scale", "positive", "scale", "mean = scale / (shape - 1)"),
    )
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; positive orders carry the condition shape > order."""
        shape, scale = parameters["shape"], parameters["scale"]
        if order <= 0:
            return Moment(sympy.Mul(*(shape + step for step in range(-order))) * scale**order)
        falling = sympy.Mul(*(shape - step for step in range(1, order + 1)))
        return Moment(scale**order / falling, (shape - order,))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return scale^2 / ((shape - 1)^2 (shape - 2))."""
        shape, scale = parameters["shape"], parameters["scale"]
        return scale**2 / ((shape - 1) ** 2 * (shape - 2))

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return shape = 2 + mean^2/variance and scale = mean (shape - 1)."""
        ratio = mean**2 / variance
        return {"shape": ratio + 2, "scale": mean * (ratio + 1)}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return shape log scale - (shape + 1) log x - scale/x - log Gamma(shape)."""
        shape, scale = parameters["shape"], parameters["scale"]
        power = shape * sympy.log(scale) - (shape + 1) * sympy.log(value)
        return power - scale / value - sympy.loggamma(shape)

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the regularised upper incomplete gamma function at scale/x."""
        inverse = 1 / inside(value > 0, value)
        return above(value > 0, upper_gamma(parameters["shape"], parameters["scale"] * inverse))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw the reciprocal of a Gamma variable; one that underflows gives infinity."""
        with np.errstate(divide="ignore", over="ignore"):
            return np.asarray(
                parameters["scale"] / generator.standard_gamma(parameters["shape"], size=size)
            )


INVERSE_GAMMA = InverseGammaFamily()
