"""The uniform distribution on an interval."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support


class UniformFamily(Family):
    """Uniform(low, high): mean (low + high)/2, variance (high - low)^2/12.

    The raw moment of order n >= 0 is the mean of low^j high^(n - j) over j = 0, ..., n. Negative
    orders are given for an interval above zero.
    """

    name = "Uniform"
    parameters = (
        Parameter("low", "real", "lower end", "smallest value = {}"),
        Parameter("high", "real", "upper end", "largest value = {}"),
    )
    support = Support("real")
    ordered = (("low", "high"),)

    def support_of(self, parameters: Mapping[str, sympy.Expr]) -> Support:
        """Return the half-line above zero, if the lower end is known to lie there."""
        low = parameters["low"]
        if low.is_positive:
            return Support("positive")
        return Support("nonnegative" if low.is_nonnegative else "real")

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the upper end."""
        return parameters["high"]

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the moment; negative orders carry the condition low > 0."""
        low, high = parameters["low"], parameters["high"]
        if order >= 0:
            powers = (low**j * high ** (order - j) for j in range(order + 1))
            return Moment(sympy.Add(*powers) / (order + 1))
        if order == -1:
            return Moment((sympy.log(high) - sympy.log(low)) / (high - low), (low,))
        powers = (low ** (-1 - j) * high ** (order + 1 + j) for j in range(-1 - order))
        return Moment(sympy.Add(*powers) / (-1 - order), (low,))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return (high - low)^2 / 12."""
        return (parameters["high"] - parameters["low"]) ** 2 / 12

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return mean - sqrt(3 variance) and mean + sqrt(3 variance)."""
        half = sympy.sqrt(3 * variance)
        return {"low": mean - half, "high": mean + half}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return low > 0: what a factor of a rate, the use as a prior, must fulfil."""
        return (
            Requirement(
                self.from_mean_variance(mean, variance)["low"],
                "a positive uniform variable has a standard deviation of at most 0.577 times "
                "its mean",
            ),
        )

    def log_density(
        self,
        value: sympy.Expr,  # noqa: ARG002
        parameters: Mapping[str, sympy.Expr],
    ) -> sympy.Expr:
        """Return -log(high - low)."""
        return -sympy.log(parameters["high"] - parameters["low"])

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return (x - low)/(high - low) between the two ends."""
        low, high = parameters["low"], parameters["high"]
        return sympy.Piecewise(
            (0, value <= low), (1, value >= high), ((value - low) / (high - low), True)
        )

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy."""
        return generator.uniform(parameters["low"], parameters["high"], size=size)


UNIFORM = UniformFamily()
