"""The half-Cauchy distribution with a location: a prior that has no moments."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above


class HalfCauchyFamily(Family):
    """HalfCauchy(location, scale): location + scale |C| with a standard Cauchy C.

    Its density falls like the square of the distance, so that not even its mean exists. Models with
    it can be drawn from and matched in quantiles and probabilities, not in moments.
    """

    name = "HalfCauchy"
    parameters = (
        Parameter("location", "real", "smallest value", "smallest value = {}"),
        Parameter("scale", "positive", "scale", "median = location + {}"),
    )
    support = Support("real")

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:
        """Return the half-line above the location, if that is known not to be negative."""
        location = parameters["location"]
        if location.is_positive:
            return Support("positive")
        return Support("nonnegative" if location.is_nonnegative else "real")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:  # noqa: ARG002
        """Return one for order zero, and refuse every other."""
        if order > 0:
            raise self.diverging_moment(order, "its tail is too heavy for a mean")
        if order < 0:
            raise self.no_moment(order, "it exists only above a positive location, as an integral")
        return Moment(sympy.S.One)

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return log(2/pi) - log scale - log(1 + z^2) with z = (x - location)/scale."""
        scale = parameters["scale"]
        z = (value - parameters["location"]) / scale
        return sympy.log(2 / sympy.pi) - sympy.log(scale) - sympy.log(1 + z**2)

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 2/pi atan(z) with z = (x - location)/scale."""
        location = parameters["location"]
        z = (value - location) / parameters["scale"]
        return above(value > location, 2 / sympy.pi * sympy.atan(z))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw standard Cauchy variables with NumPy and fold them."""
        folded = np.abs(generator.standard_cauchy(size))
        return np.asarray(parameters["location"] + parameters["scale"] * folded)


HALF_CAUCHY = HalfCauchyFamily()
