"""Families of integers: counts, outcomes of trials, and categories."""

from __future__ import annotations

from typing import Final

import numpy as np
import sympy
from sympy import Eq, Piecewise, S, exp, floor, log, loggamma
from sympy.functions.combinatorial.numbers import stirling

from symppm.families.base import Array, Parameter, Support
from symppm.families.parts import (
    above,
    incomplete_beta,
    inside,
    log_binomial,
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


def _binomial_moment(order: int, mean: sympy.Expr, trials: sympy.Expr) -> sympy.Expr:
    """Return it from factorial moments; the negative binomial has minus its size as trials."""
    terms = [
        stirling(order, n) * mean**n * sympy.Mul(*(1 - step / trials for step in range(n)))
        for n in range(order + 1)
    ]
    return sympy.Add(*terms)


NEGATIVE_BINOMIAL = TabulatedFamily(
    name="NegativeBinomial",
    about="NegativeBinomial(mean, size): variance mean + mean^2/size. The factorial moment of "
    "order n is mean^n (1 + 1/size) ... (1 + (n - 1)/size).",
    parameters=(MEAN, Parameter("size", "positive", "size", "variance = mean + mean^2 / {}")),
    support=COUNTS,
    moment=lambda order, mean, size: _binomial_moment(order, mean, -size),
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
    interior = sympy.And(x >= 0, x < trials)
    failures, count = inside(interior, trials - floor(x)), inside(interior, floor(x) + 1)
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
    moment=_binomial_moment,
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


class CategoricalFamily(TabulatedFamily):
    """Categorical(weights): the number n with probability weight_n / (weight_0 + weight_1 + ...).

    A family has a fixed number of parameters, so there is one for each number of categories, called
    Categorical2 to Categorical20. The raw moment of order m > 0 is the mean of n^m under these
    probabilities.
    """


def _pair_variance(*weights: sympy.Expr) -> sympy.Expr:
    """Return the sum of (m - n)^2 weight_m weight_n over pairs, over the total squared."""
    pairs = ((m - n) ** 2 * weights[m] * weights[n] for m in range(len(weights)) for n in range(m))
    return sympy.Add(*pairs) / sympy.Add(*weights) ** 2


def _weight_logpdf(x: sympy.Expr, *weights: sympy.Expr) -> sympy.Expr:
    cases = ((weight, Eq(x, n)) for n, weight in enumerate(weights[:-1]))
    return log(Piecewise(*cases, (weights[-1], True))) - log(sympy.Add(*weights))


def _weight_cdf(x: sympy.Expr, *weights: sympy.Expr) -> sympy.Expr:
    sums = [sympy.Add(*weights[:n]) / sympy.Add(*weights) for n in range(1, len(weights))]
    cases = ((below, x < n) for n, below in enumerate(sums, 1))
    return above(x >= 0, Piecewise(*cases, (1, True)))


def _category(generator: np.random.Generator, size: tuple[int, ...], *weights: Array) -> Array:
    """Count the cumulated weights that a uniform share of the total exceeds."""
    numbers = [np.asarray(weight, dtype=float) for weight in weights]
    cumulated = np.cumsum(np.stack(np.broadcast_arrays(*numbers)), axis=0)
    place = generator.random(size) * cumulated[-1]
    return np.asarray(sum((place >= bound).astype(np.int64) for bound in cumulated[:-1]))


CATEGORICAL: Final = tuple(
    CategoricalFamily(
        name=f"Categorical{count}",
        about=f"One of the numbers 0 to {count - 1}, by their weights.",
        parameters=tuple(
            Parameter(f"weight_{n}", "positive", f"weight of {n}") for n in range(count)
        ),
        support=COUNTS,
        upper=lambda *weights: sympy.Integer(len(weights) - 1),
        moment=lambda order, *weights: (
            sympy.Add(*(n**order * w for n, w in enumerate(weights))) / sympy.Add(*weights)
        ),
        negative=AT_ZERO,
        var=_pair_variance,
        logpdf=_weight_logpdf,
        cdf=_weight_cdf,
        draw=_category,
    )
    for count in range(2, 21)
)
"""One family for each number of categories."""
