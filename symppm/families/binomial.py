"""The binomial distribution, by its mean and the number of trials."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import sympy

from symppm.families.base import Array, Family, Moment, Parameter, Requirement, Support
from symppm.families.densities import above, incomplete_beta, inside, log_binomial, times_log
from symppm.families.polynomials import raw_from_factorial


class BinomialFamily(Family):
    """Binomial(mean, trials): each trial succeeds with probability mean/trials.

    Its variance is mean (1 - mean/trials), and its factorial moment of order n is
    mean^n (1 - 1/trials) ... (1 - (n - 1)/trials).
    """

    name = "Binomial"
    parameters = (
        Parameter("mean", "nonnegative", "mean"),
        Parameter("trials", "positive", "number of trials", "largest value = {}", integer=True),
    )
    support = Support("nonnegative", integral=True)
    ordered = (("mean", "trials"),)

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the number of trials."""
        return parameters["trials"]

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the polynomial in mean and 1/trials; negative orders do not exist."""
        if order < 0:
            raise self.no_moment(order, "P(X = 0) can be positive, so E[1/X] does not exist")
        mean, trials = parameters["mean"], parameters["trials"]

        def factorial_moment(n: int) -> sympy.Expr:
            return mean**n * sympy.Mul(*(1 - step / trials for step in range(n)))

        return Moment(raw_from_factorial(order, factorial_moment))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return mean - mean^2/trials."""
        return parameters["mean"] - parameters["mean"] ** 2 / parameters["trials"]

    def from_mean_variance(
        self, mean: sympy.Expr, variance: sympy.Expr
    ) -> Mapping[str, sympy.Expr]:
        """Return the mean and trials = mean^2/(mean - variance), an integer only by luck."""
        return {"mean": mean, "trials": mean**2 / (mean - variance)}

    def requirements(self, mean: sympy.Expr, variance: sympy.Expr) -> tuple[Requirement, ...]:
        """Return mean > variance."""
        return (Requirement(mean - variance, "the variance of a binomial is less than its mean"),)

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the logarithm of C(trials, x) p^x (1 - p)^(trials - x) with p = mean/trials."""
        mean, trials = parameters["mean"], parameters["trials"]
        success = mean / trials
        return (
            log_binomial(trials, value)
            + times_log(value, success)
            + times_log(trials - value, 1 - success)
        )

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the incomplete beta function of trials - floor(x), floor(x) + 1 at 1 - p."""
        mean, trials = parameters["mean"], parameters["trials"]
        some = sympy.And(value >= 0, value < trials)
        failures = inside(some, trials - sympy.floor(value))
        count = inside(some, sympy.floor(value) + 1)
        below = incomplete_beta(failures, count, 1 - mean / trials)
        return above(value >= 0, sympy.Piecewise((below, value < trials), (1, True)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Draw with NumPy, which takes the probability of success."""
        trials = parameters["trials"]
        return generator.binomial(
            np.asarray(trials).astype(np.int64), parameters["mean"] / trials, size=size
        )


BINOMIAL = BinomialFamily()
