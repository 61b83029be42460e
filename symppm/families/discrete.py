"""Families of integers: counts, outcomes of trials, and categories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import sympy
from sympy import Eq, Piecewise, S, exp, floor, log, loggamma
from sympy.functions.combinatorial.numbers import stirling

from symppm.families.base import Array, Family, Moment, Parameter, Support
from symppm.families.parts import (
    above,
    incomplete_beta,
    inside,
    log_binomial,
    raw_from_factorial,
    times_log,
    upper_gamma,
)
from symppm.families.table import AT_ZERO, PERHAPS_AT_ZERO, TabulatedFamily

COUNTS = Support("nonnegative", integral=True)
RATE = Parameter("rate", "nonnegative", "rate")
MEAN = Parameter("mean", "nonnegative", "mean")


def _touchard(order: int, rate: sympy.Expr) -> sympy.Expr:
    return sympy.Add(*(stirling(order, power) * rate**power for power in range(order + 1)))


def _poisson_logpdf(x: sympy.Expr, rate: sympy.Expr) -> sympy.Expr:
    """Return a logarithm that is zero at x = 0 and rate 0."""
    return times_log(x, rate) - rate - loggamma(x + 1)


def _poisson_cdf(x: sympy.Expr, rate: sympy.Expr) -> sympy.Expr:
    return above(x >= 0, upper_gamma(floor(inside(x >= 0, x)) + 1, rate))


POISSON = TabulatedFamily(
    name="Poisson",
    about="Poisson(rate): mean and variance are both the rate. The raw moment of order n is the "
    "Touchard polynomial, sum over j of S(n, j) rate^j with Stirling numbers of the second kind.",
    parameters=(RATE,),
    support=COUNTS,
    moment=_touchard,
    negative=AT_ZERO,
    var=lambda rate: rate,
    inverse=lambda mean, _: (mean,),
    only=(
        lambda mean, variance: mean - variance,
        "a Poisson",
        "a variance equal to the mean",
        "Use a family with two parameters.",
    ),
    logpdf=_poisson_logpdf,
    cdf=_poisson_cdf,
    draw=lambda generator, size, rate: generator.poisson(rate, size),
)


def _inflated_logpdf(x: sympy.Expr, rate: sympy.Expr, keep: sympy.Expr) -> sympy.Expr:
    factor = Piecewise((1 - keep + keep * exp(-rate), Eq(x, 0)), (keep, True))
    return log(factor) + Piecewise((0, Eq(x, 0)), (_poisson_logpdf(x, rate), True))


ZERO_INFLATED_POISSON = TabulatedFamily(
    name="ZeroInflatedPoisson",
    about="ZeroInflatedPoisson(rate, keep): a Poisson count with probability keep, else zero. Its "
    "mean is keep rate; its raw moment of order n > 0 is keep times that of the Poisson count.",
    parameters=(
        RATE,
        Parameter("keep", "nonnegative", "probability of the Poisson count", upper=1),
    ),
    support=COUNTS,
    moment=lambda order, rate, keep: sympy.expand_mul(keep * _touchard(order, rate)),
    negative=AT_ZERO,
    var=lambda rate, keep: keep * rate + keep * (1 - keep) * rate**2,
    inverse=lambda mean, variance: (
        mean - 1 + variance / mean,
        mean / (mean - 1 + variance / mean),
    ),
    needs=(
        lambda mean, variance: variance - mean,
        "zeros that replace counts make the variance exceed the mean",
    ),
    logpdf=_inflated_logpdf,
    cdf=lambda x, rate, keep: above(x >= 0, 1 - keep + keep * _poisson_cdf(x, rate)),
    # Counts first, then what is kept of them.
    draw=lambda generator, size, rate, keep: (
        generator.poisson(rate, size) * (generator.random(size) < keep)
    ),
)

NEGATIVE_BINOMIAL = TabulatedFamily(
    name="NegativeBinomial",
    about="NegativeBinomial(mean, size): variance mean + mean^2/size. The factorial moment of "
    "order n is mean^n (1 + 1/size) ... (1 + (n - 1)/size).",
    parameters=(MEAN, Parameter("size", "positive", "size", "variance = mean + mean^2 / {}")),
    support=COUNTS,
    moment=lambda order, mean, size: raw_from_factorial(
        order, lambda n: mean**n * sympy.Mul(*(1 + step / size for step in range(n)))
    ),
    negative=AT_ZERO,
    var=lambda mean, size: mean + mean**2 / size,
    inverse=lambda mean, variance: (mean, mean**2 / (variance - mean)),
    needs=(
        lambda mean, variance: variance - mean,
        "the variance of a negative binomial exceeds its mean",
    ),
    # C(x + size - 1, x) (1 - p)^size p^x with p = mean/(size + mean).
    logpdf=lambda x, mean, size: (
        loggamma(x + size)
        - loggamma(size)
        - loggamma(x + 1)
        - size * log(1 + mean / size)
        + times_log(x, mean / (size + mean))
    ),
    cdf=lambda x, mean, size: above(
        x >= 0, incomplete_beta(size, floor(inside(x >= 0, x)) + 1, size / (size + mean))
    ),
    # NumPy's own sampler takes a success probability, which rounds to one for a large size.
    draw=lambda generator, shape, mean, size: generator.poisson(
        mean * (generator.standard_gamma(size, shape) / size)
    ),
)


def _binomial_cdf(x: sympy.Expr, mean: sympy.Expr, trials: sympy.Expr) -> sympy.Expr:
    some = sympy.And(x >= 0, x < trials)
    failures, count = inside(some, trials - floor(x)), inside(some, floor(x) + 1)
    below = incomplete_beta(failures, count, 1 - mean / trials)
    return above(x >= 0, Piecewise((below, x < trials), (1, True)))


BINOMIAL = TabulatedFamily(
    name="Binomial",
    about="Binomial(mean, trials): each trial succeeds with probability mean/trials. Its variance "
    "is mean (1 - mean/trials), and its factorial moment of order n is "
    "mean^n (1 - 1/trials) ... (1 - (n - 1)/trials).",
    parameters=(
        MEAN,
        Parameter("trials", "positive", "number of trials", "largest value = {}", integer=True),
    ),
    support=COUNTS,
    ordered=(("mean", "trials"),),
    upper=lambda _, trials: trials,
    moment=lambda order, mean, trials: raw_from_factorial(
        order, lambda n: mean**n * sympy.Mul(*(1 - step / trials for step in range(n)))
    ),
    negative=PERHAPS_AT_ZERO,
    var=lambda mean, trials: mean - mean**2 / trials,
    inverse=lambda mean, variance: (mean, mean**2 / (mean - variance)),
    needs=(
        lambda mean, variance: mean - variance,
        "the variance of a binomial is less than its mean",
    ),
    logpdf=lambda x, mean, trials: (
        log_binomial(trials, x)
        + times_log(x, mean / trials)
        + times_log(trials - x, 1 - mean / trials)
    ),
    cdf=_binomial_cdf,
    draw=lambda generator, size, mean, trials: generator.binomial(
        np.asarray(trials).astype(np.int64), mean / trials, size
    ),
)

BERNOULLI = TabulatedFamily(
    name="Bernoulli",
    about="Bernoulli(mean): one with that probability, else zero. Every moment of positive order "
    "is the mean; the variance is mean (1 - mean).",
    parameters=(Parameter("mean", "nonnegative", "probability of one", upper=1),),
    support=COUNTS,
    upper=lambda _: S.One,
    moment=lambda _, mean: mean,
    negative=PERHAPS_AT_ZERO,
    var=lambda mean: mean * (1 - mean),
    inverse=lambda mean, _: (mean,),
    only=(
        lambda mean, variance: mean * (1 - mean) - variance,
        "a Bernoulli",
        "a variance equal to mean (1 - mean)",
        "Use a family with two parameters, such as Binomial or Beta.",
    ),
    logpdf=lambda x, mean: log(Piecewise((mean, x > 0), (1 - mean, True))),
    cdf=lambda x, mean: above(x >= 0, Piecewise((1 - mean, x < 1), (1, True))),
    draw=lambda generator, size, mean: (generator.random(size) < mean).astype(np.int64),
)


class CategoricalFamily(Family):
    """Categorical(weights): the number n with probability weight_n / (weight_0 + weight_1 + ...).

    A family has a fixed number of parameters, so there is one for each number of categories, called
    Categorical2 to Categorical20. The raw moment of order m > 0 is the mean of n^m under these
    probabilities.

    Parameters
    ----------
    count : int
        Number of categories.
    """

    support = COUNTS

    def __init__(self, count: int) -> None:
        self.name = f"Categorical{count}"
        self.parameters = tuple(
            Parameter(f"weight_{n}", "positive", f"weight of {n}") for n in range(count)
        )

    def weights(self, parameters: Mapping[str, sympy.Expr]) -> tuple[sympy.Expr, ...]:
        """Return the weights in the order of the categories."""
        return tuple(sympy.sympify(parameters[each.name]) for each in self.parameters)

    def upper_bound(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:  # noqa: ARG002
        """Return the last category."""
        return sympy.Integer(len(self.parameters) - 1)

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        """Return the weighted mean of n^order; negative orders do not exist."""
        if order < 0:
            raise self.diverging_moment(order, AT_ZERO.why)
        if order == 0:
            return Moment(S.One)
        weights = self.weights(parameters)
        powers = (n**order * weight for n, weight in enumerate(weights))
        return Moment(sympy.Add(*powers) / sympy.Add(*weights))

    def variance(self, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the sum of (m - n)^2 weight_m weight_n over pairs, over the total squared."""
        weights = self.weights(parameters)
        pairs = (
            (m - n) ** 2 * weights[m] * weights[n] for m in range(len(weights)) for n in range(m)
        )
        return sympy.Add(*pairs) / sympy.Add(*weights) ** 2

    def log_density(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the logarithm of the value's weight, less that of the sum of all."""
        *others, last = weights = self.weights(parameters)
        cases = ((weight, Eq(value, n)) for n, weight in enumerate(others))
        return log(Piecewise(*cases, (last, True))) - log(sympy.Add(*weights))

    def cumulative(self, value: sympy.Expr, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
        """Return the sum of the weights up to the value, over the sum of all."""
        weights = self.weights(parameters)
        total = sympy.Add(*weights)
        cases = ((sympy.Add(*weights[:n]) / total, value < n) for n in range(1, len(weights)))
        return above(value >= 0, Piecewise(*cases, (1, True)))

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        """Count the cumulated weights that a uniform share of the total exceeds."""
        weights = [np.asarray(parameters[each.name], dtype=float) for each in self.parameters]
        cumulated = np.cumsum(np.stack(np.broadcast_arrays(*weights)), axis=0)
        place = generator.random(size) * cumulated[-1]
        return np.asarray(sum((place >= each).astype(np.int64) for each in cumulated[:-1]))


CATEGORICAL: Final = tuple(CategoricalFamily(count) for count in range(2, 21))
"""One family for each number of categories."""
