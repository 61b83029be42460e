"""Student's t distribution, by its location, its scale and its degrees of freedom."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.polynomials import raw_from_central


class StudentTFamily(Family):
    """StudentT(location, scale, degrees): variance scale^2 degrees/(degrees - 2).

    The moment of order n exists for degrees > n. About the location it is zero for odd n, and for
    even n it is scale^n degrees^(n/2) times the product of (2 i - 1)/(degrees - 2 i) over
    1 <= i <= n/2.
    """

    name = "StudentT"
    parameters = (
        Parameter("location", "real", "location", "median = {}"),
        Parameter("scale", "positive", "scale"),
        Parameter("degrees", "positive", "degrees of freedom"),
    )
    support = Support("real")

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; positive orders carry the condition degrees > order."""
        if order < 0:
            raise self.diverging_moment(
                order, "its density at zero is positive, so E[1/X] does not exist"
            )
        scale, degrees = parameters["scale"], parameters["degrees"]

        def central(n: int) -> sympy.Expr:
            if n % 2:
                return sympy.S.Zero
            half = n // 2
            factors = (sympy.S(2 * i - 1) / (degrees - 2 * i) for i in range(1, half + 1))
            return scale**n * degrees**half * sympy.Mul(*factors)

        value = raw_from_central(order, parameters["location"], central)
        return Moment(value, (degrees - order,) if order else ())

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return scale^2 degrees/(degrees - 2)."""
        degrees = parameters["degrees"]
        return parameters["scale"] ** 2 * degrees / (degrees - 2)

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the constant less (degrees + 1)/2 log(1 + z^2/degrees), z = (x - location)/scale.

        The constant is log Gamma((degrees + 1)/2) - log Gamma(degrees/2) - log(pi degrees)/2 -
        log scale.
        """
        scale, degrees = parameters["scale"], parameters["degrees"]
        z = (value - parameters["location"]) / scale
        ratio = sympy.loggamma((degrees + 1) / 2) - sympy.loggamma(degrees / 2)
        constant = ratio - sympy.log(sympy.pi * degrees) / 2 - sympy.log(scale)
        return constant - (degrees + 1) / 2 * sympy.log(1 + z**2 / degrees)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw standard variables with NumPy, and scale them."""
        standard = generator.standard_t(parameters["degrees"], size=size)
        return np.asarray(parameters["location"] + parameters["scale"] * standard)


STUDENT_T = StudentTFamily()
