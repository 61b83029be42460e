"""The Poisson distribution."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy
from sympy.functions.combinatorial.numbers import stirling

from symppm.errors import NotDerivableError
from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above, inside, times_log, upper_gamma


class PoissonFamily(Family):
    """Poisson(rate): mean and variance are both the rate.

    The raw moment of order n is the Touchard polynomial, sum over j of S(n, j) rate^j with Stirling
    numbers of the second kind.
    """

    name = "Poisson"
    parameters = (Parameter("rate", "nonnegative", "rate"),)
    support = Support("nonnegative", integral=True)

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the Touchard polynomial of the rate; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(order, "P(X = 0) is positive, so E[1/X] does not exist")
        rate = parameters["rate"]
        terms = (stirling(order, power) * rate**power for power in range(order + 1))
        return Moment(sympy.Add(*terms))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the rate."""
        return parameters["rate"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return rate = mean if the variance equals the mean identically, else refuse."""
        if sympy.cancel(mean - variance) != 0:
            raise NotDerivableError(
                f"a Poisson distribution with mean {mean} and variance {variance}",
                expected="a variance equal to the mean",
                do="Use a family with two parameters.",
            )
        return {"rate": mean}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return x log rate - rate - log x!, which is zero at x = 0 and rate 0."""
        rate = parameters["rate"]
        return times_log(value, rate) - rate - sympy.loggamma(value + 1)

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the regularised upper incomplete gamma function of floor(x) + 1 at the rate."""
        count = sympy.floor(inside(value >= 0, value)) + 1
        return above(value >= 0, upper_gamma(count, parameters["rate"]))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.poisson(parameters["rate"], size=size)


POISSON = PoissonFamily()
