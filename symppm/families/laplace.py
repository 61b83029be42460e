"""The Laplace distribution, by its mean and its scale."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.polynomials import raw_from_central


class LaplaceFamily(Family):
    """Laplace(mean, scale): variance 2 scale^2.

    The central moment of order n is n! scale^n for even n and zero for odd n.

    Notes
    -----
    The paper (da Silva, Kuśmierczyk, Hartmann and Klami, JMLR 24(67), 2023) prints the variance as
    pi^2/2 scale^2 in its table "Parameterization of different distributions", the entry of the
    Gumbel row above it. That is an erratum: the density exp(-|x - mean|/scale)/(2 scale) has the
    variance 2 scale^2.
    """

    name = "Laplace"
    parameters = (
        Parameter("mean", "real", "mean"),
        Parameter("scale", "positive", "scale", "standard deviation = 1.414 {}"),
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
            return sympy.S.Zero if n % 2 else sympy.factorial(n) * scale**n

        return Moment(raw_from_central(order, parameters["mean"], central))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 2 scale^2."""
        return 2 * parameters["scale"] ** 2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the mean and scale = sqrt(variance/2)."""
        return {"mean": mean, "scale": sympy.sqrt(variance / 2)}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return -log(2 scale) - |x - mean|/scale."""
        mean, scale = parameters["mean"], parameters["scale"]
        return -sympy.log(2 * scale) - sympy.Abs(value - mean) / scale

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return exp(-|x - mean|/scale)/2 below the mean, and one less that above it."""
        mean, scale = parameters["mean"], parameters["scale"]
        tail = sympy.exp(-sympy.Abs(value - mean) / scale) / 2
        return sympy.Piecewise((tail, value < mean), (1 - tail, True))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.laplace(parameters["mean"], parameters["scale"], size=size)


LAPLACE = LaplaceFamily()
