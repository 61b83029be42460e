"""The exponential distribution, by its rate."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.errors import NotDerivableError
from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above, inside


class ExponentialFamily(Family):
    """Exponential(rate), the Gamma distribution of shape one: mean 1/rate.

    The raw moment of order n is n! / rate^n.
    """

    name = "Exponential"
    parameters = (Parameter("rate", "positive", "rate", "mean = 1 / {}"),)
    support = Support("positive")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return n! / rate^n; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(
                order, "its density at zero is positive, so E[1/X] does not exist"
            )
        return Moment(sympy.factorial(order) * parameters["rate"] ** -order)

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 1 / rate^2."""
        return parameters["rate"] ** -2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return rate = 1/mean if the variance equals mean^2 identically, else refuse."""
        if sympy.cancel(variance - mean**2) != 0:
            raise NotDerivableError(
                f"an exponential distribution with mean {mean} and variance {variance}",
                expected="a variance equal to the square of the mean",
                do="Use a family with two parameters, such as Gamma.",
            )
        return {"rate": 1 / mean}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return log rate - rate x."""
        rate = parameters["rate"]
        return sympy.log(rate) - rate * value

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 1 - exp(-rate x)."""
        survival = sympy.exp(-parameters["rate"] * inside(value > 0, value))
        return above(value > 0, 1 - survival)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the scale 1/rate."""
        return generator.exponential(1.0 / parameters["rate"], size=size)


EXPONENTIAL = ExponentialFamily()
