"""The Bernoulli distribution: zero or one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.errors import NotDerivableError
from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.densities import above


class BernoulliFamily(Family):
    """Bernoulli(mean): one with that probability, else zero.

    Every moment of positive order is the mean; the variance is mean (1 - mean).
    """

    name = "Bernoulli"
    parameters = (Parameter("mean", "nonnegative", "probability of one", upper=1),)
    support = Support("nonnegative", integral=True)

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return one."""
        return sympy.S.One

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the mean; negative orders do not exist."""
        if order < 0:
            raise self.no_moment(order, "P(X = 0) can be positive, so E[1/X] does not exist")
        return Moment(parameters["mean"] if order else sympy.S.One)

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return mean (1 - mean)."""
        return parameters["mean"] * (1 - parameters["mean"])

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the mean if the variance equals mean (1 - mean) identically, else refuse."""
        if sympy.cancel(mean * (1 - mean) - variance) != 0:
            raise NotDerivableError(
                f"a Bernoulli distribution with mean {mean} and variance {variance}",
                expected="a variance equal to mean (1 - mean)",
                do="Use a family with two parameters, such as Binomial or Beta.",
            )
        return {"mean": mean}

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return log mean at one and log(1 - mean) at zero."""
        mean = parameters["mean"]
        return sympy.log(sympy.Piecewise((mean, value > 0), (1 - mean, True)))

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return 1 - mean from zero on, and one from one on."""
        steps = sympy.Piecewise((1 - parameters["mean"], value < 1), (1, True))
        return above(value >= 0, steps)

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Compare uniform variables from NumPy with the mean."""
        return np.asarray(generator.random(size) < parameters["mean"]).astype(np.int64)


BERNOULLI = BernoulliFamily()
