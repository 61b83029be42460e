"""Poisson counts of which some are replaced by zero."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.densities import above
from symppm.families.poisson import POISSON


class ZeroInflatedPoissonFamily(Family):
    """ZeroInflatedPoisson(rate, keep): a Poisson count with probability keep, else zero.

    Its mean is keep rate; its raw moment of order n > 0 is keep times that of the Poisson count.
    """

    name = "ZeroInflatedPoisson"
    parameters = (
        Parameter("rate", "nonnegative", "rate"),
        Parameter("keep", "nonnegative", "probability of the Poisson count", upper=1),
    )
    support = Support("nonnegative", integral=True)

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return keep times the Poisson moment; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(order, "P(X = 0) is positive, so E[1/X] does not exist")
        if order == 0:
            return Moment(sympy.S.One)
        touchard = POISSON.raw_moment(order, {"rate": parameters["rate"]}).value
        return Moment(sympy.expand_mul(parameters["keep"] * touchard))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return keep rate + keep (1 - keep) rate^2."""
        rate, keep = parameters["rate"], parameters["keep"]
        return keep * rate + keep * (1 - keep) * rate**2

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return rate = mean - 1 + variance/mean and keep = mean/rate."""
        rate = mean - 1 + variance / mean
        return {"rate": rate, "keep": mean / rate}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return variance > mean, without which keep would exceed one."""
        return (
            Requirement(
                variance - mean, "zeros that replace counts make the variance exceed the mean"
            ),
        )

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return log(1 - keep + keep exp(-rate)) at 0, else log keep and that of the Poisson."""
        rate, keep = parameters["rate"], parameters["keep"]
        zero = sympy.Eq(value, 0)
        factor = sympy.Piecewise((1 - keep + keep * sympy.exp(-rate), zero), (keep, True))
        count = POISSON.log_density(value, {"rate": rate})
        return sympy.log(factor) + sympy.Piecewise((0, zero), (count, True))

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 1 - keep + keep times that of the Poisson."""
        keep = parameters["keep"]
        count = POISSON.cumulative(value, {"rate": parameters["rate"]})
        return above(value >= 0, 1 - keep + keep * count)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw the counts, and what is kept of them, with NumPy."""
        counts = generator.poisson(parameters["rate"], size=size)
        return np.asarray(np.where(generator.random(size) < parameters["keep"], counts, 0))


ZERO_INFLATED_POISSON = ZeroInflatedPoissonFamily()
