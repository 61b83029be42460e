"""The negative binomial distribution, by its mean and its size."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.densities import above, incomplete_beta, inside, times_log
from symppm.families.polynomials import raw_from_factorial


class NegativeBinomialFamily(Family):
    """NegativeBinomial(mean, size): variance mean + mean^2/size.

    The factorial moment of order n is mean^n (1 + 1/size) ... (1 + (n - 1)/size).
    """

    name = "NegativeBinomial"
    parameters = (
        Parameter("mean", "nonnegative", "mean"),
        Parameter("size", "positive", "size", "variance = mean + mean^2 / {}"),
    )
    support = Support("nonnegative", integral=True)

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the polynomial in mean and 1/size; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(order, "P(X = 0) is positive, so E[1/X] does not exist")
        mean, size = parameters["mean"], parameters["size"]

        def factorial_moment(n: int) -> sympy.Expr:
            return mean**n * sympy.Mul(*(1 + step / size for step in range(n)))

        return Moment(raw_from_factorial(order, factorial_moment))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return mean + mean^2/size."""
        return parameters["mean"] + parameters["mean"] ** 2 / parameters["size"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the mean and size = mean^2/(variance - mean)."""
        return {"mean": mean, "size": mean**2 / (variance - mean)}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return variance > mean."""
        return (
            Requirement(variance - mean, "the variance of a negative binomial exceeds its mean"),
        )

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the logarithm of C(x + size - 1, x) (1 - p)^size p^x, p = mean/(size + mean)."""
        mean, size = parameters["mean"], parameters["size"]
        ways = sympy.loggamma(value + size) - sympy.loggamma(size) - sympy.loggamma(value + 1)
        return ways - size * sympy.log(1 + mean / size) + times_log(value, mean / (size + mean))

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the incomplete beta function of size and floor(x) + 1 at size/(size + mean)."""
        mean, size = parameters["mean"], parameters["size"]
        count = sympy.floor(inside(value >= 0, value)) + 1
        return above(value >= 0, incomplete_beta(size, count, size / (size + mean)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw Poisson counts whose rates are Gamma variables.

        NumPy's own sampler takes a success probability, which rounds to one for a large size.
        """
        spread = parameters["size"]
        return generator.poisson(
            parameters["mean"] * (generator.standard_gamma(spread, size=size) / spread)
        )


NEGATIVE_BINOMIAL = NegativeBinomialFamily()
