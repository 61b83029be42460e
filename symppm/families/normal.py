"""The normal distribution, by its mean and its variance."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.polynomials import raw_from_central


class NormalFamily(Family):
    """Normal(mean, variance).

    The raw moment of order n is the sum over j of C(n, 2j) (2j - 1)!! mean^(n - 2j) variance^j.
    """

    name = "Normal"
    parameters = (
        Parameter("mean", "real", "mean"),
        Parameter("variance", "nonnegative", "variance"),
    )
    support = Support("real")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the polynomial in mean and variance; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(
                order, "its density at zero is positive, so E[1/X] does not exist"
            )
        variance = parameters["variance"]

        def central(n: int) -> sympy.Expr:
            return sympy.S.Zero if n % 2 else variance ** (n // 2) * sympy.factorial2(n - 1)

        return Moment(raw_from_central(order, parameters["mean"], central))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the variance."""
        return parameters["variance"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the two themselves."""
        return {"mean": mean, "variance": variance}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return -log(2 pi variance)/2 - (x - mean)^2/(2 variance); there is none at variance 0."""
        variance = parameters["variance"]
        distance = (value - parameters["mean"]) ** 2 / (2 * variance)
        return -sympy.log(2 * sympy.pi * variance) / 2 - distance

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return erfc(-(x - mean)/sqrt(2 variance))/2, which keeps the digits of both tails."""
        deviation = sympy.sqrt(2 * parameters["variance"])
        return sympy.erfc((parameters["mean"] - value) / deviation) / 2

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the standard deviation."""
        return generator.normal(parameters["mean"], np.sqrt(parameters["variance"]), size=size)


NORMAL = NormalFamily()
