"""The half-normal distribution with a location."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.densities import above
from symppm.families.polynomials import raw_from_central


class HalfNormalFamily(Family):
    """HalfNormal(location, scale): location + scale |Z| with a standard normal Z.

    Its mean is location + scale sqrt(2/pi) and its variance scale^2 (1 - 2/pi), as in the paper's
    table "Parameterization of different distributions". About the location, the moment of order n
    is scale^n 2^(n/2) Gamma((n + 1)/2) / sqrt(pi).
    """

    name = "HalfNormal"
    parameters = (
        Parameter("location", "real", "smallest value", "smallest value = {}"),
        Parameter("scale", "positive", "scale", "standard deviation = 0.603 {}"),
    )
    support = Support("real")

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:
        """Return the half-line above the location, if that is known not to be negative."""
        location = parameters["location"]
        if location.is_positive:
            return Support("positive")
        return Support("nonnegative" if location.is_nonnegative else "real")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment about zero; negative orders have none in closed form."""
        if order < 0:
            raise self.no_moment(order, "it exists only above a positive location, as an integral")
        location, scale = parameters["location"], parameters["scale"]
        return Moment(
            raw_from_central(order, location, lambda n: scale**n * _absolute_normal_moment(n))
        )

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return scale^2 (1 - 2/pi)."""
        return parameters["scale"] ** 2 * (1 - 2 / sympy.pi)

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return scale = sqrt(variance / (1 - 2/pi)) and location = mean - scale sqrt(2/pi)."""
        scale = sympy.sqrt(variance / (1 - 2 / sympy.pi))
        return {"location": mean - scale * _absolute_normal_moment(1), "scale": scale}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return location > 0: what a factor of a rate, the use as a prior, must fulfil."""
        return (
            Requirement(
                self.from_mean_variance(mean, variance)["location"],
                "a half-normal variable with a nonnegative location has a standard deviation of "
                "at most 0.756 times its mean",
            ),
        )

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return log(2/pi)/2 - log scale - z^2/2 with z = (x - location)/scale."""
        scale = parameters["scale"]
        z = (value - parameters["location"]) / scale
        return sympy.log(2 / sympy.pi) / 2 - sympy.log(scale) - z**2 / 2

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return erf(z/sqrt(2)) with z = (x - location)/scale."""
        location, scale = parameters["location"], parameters["scale"]
        return above(value > location, sympy.erf((value - location) / (sympy.sqrt(2) * scale)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw standard normals with NumPy and fold them."""
        folded = np.abs(generator.standard_normal(size))
        return np.asarray(parameters["location"] + parameters["scale"] * folded)


def _absolute_normal_moment(order: int) -> sympy.Expr:
    """Return E|Z|^order for a standard normal Z."""
    half = sympy.Rational(order, 2)
    return 2**half * sympy.gamma(half + sympy.S.Half) / sympy.sqrt(sympy.pi)


HALF_NORMAL = HalfNormalFamily()
