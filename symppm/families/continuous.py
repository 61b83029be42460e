"""Families of real numbers, from the real line to an interval, and those known by two moments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import sympy
from sympy import Abs, EulerGamma, Piecewise, S, erf, erfc, exp, log, loggamma, pi, sqrt

from symppm.families.base import Array, Moment, Parameter, Support
from symppm.families.parts import (
    above,
    incomplete_beta,
    inside,
    lower_gamma,
    moment_from_cumulants,
    rising,
    upper_gamma,
)
from symppm.families.table import FROM_A_LOCATION, IN_ZERO, Refusal, TabulatedFamily, Undrawn
from symppm.families.weibull import WeibullShape

REAL = Support("real")
POSITIVE = Support("positive")
MEAN = Parameter("mean", "real", "mean")
VARIANCE = Parameter("variance", "nonnegative", "variance")
SMALLEST = Parameter("location", "real", "smallest value", "smallest value = {}")


NORMAL = TabulatedFamily(
    name="Normal",
    about="Normal(mean, variance). The raw moment of order n is the sum over j of "
    "C(n, 2j) (2j - 1)!! mean^(n - 2j) variance^j.",
    parameters=(MEAN, VARIANCE),
    support=REAL,
    central=lambda n, variance: S.Zero if n % 2 else variance ** (n // 2) * sympy.factorial2(n - 1),
    negative=IN_ZERO,
    var=lambda _, variance: variance,
    inverse=lambda mean, variance: (mean, variance),
    logpdf=lambda x, mean, variance: -log(2 * pi * variance) / 2 - (x - mean) ** 2 / (2 * variance),
    # By erfc, which keeps the digits of both tails.
    cdf=lambda x, mean, variance: erfc((mean - x) / sqrt(2 * variance)) / 2,
    draw=lambda generator, size, mean, variance: generator.normal(mean, np.sqrt(variance), size),
)


def _gumbel_central(order: int, scale: sympy.Expr) -> sympy.Expr:
    def cumulant(n: int) -> sympy.Expr:
        return S.Zero if n == 1 else sympy.factorial(n - 1) * sympy.zeta(n)

    return scale**order * sympy.expand(moment_from_cumulants(order, cumulant))


def _from_the_mode(x: sympy.Expr, mean: sympy.Expr, scale: sympy.Expr) -> sympy.Expr:
    return (x - mean) / scale + EulerGamma


GUMBEL = TabulatedFamily(
    name="Gumbel",
    about="Gumbel(mean, scale), of maxima: variance pi^2/6 scale^2. The mode is mean - gamma scale "
    "with Euler's constant gamma = 0.577, and the cumulant of order n >= 2 is scale^n (n - 1)! "
    "zeta(n). The paper (da Silva, Kuśmierczyk, Hartmann and Klami, JMLR 24(67), 2023) prints the "
    'variance as pi^2/2 scale^2 in its table "Parameterization of different distributions". That '
    "is an erratum: its own text on other observation models has pi^2/6 scale^2, which is what the "
    "second cumulant, scale^2 zeta(2), gives.",
    parameters=(MEAN, Parameter("scale", "positive", "scale", "standard deviation = 1.283 {}")),
    support=REAL,
    central=_gumbel_central,
    negative=IN_ZERO,
    var=lambda _, scale: pi**2 / 6 * scale**2,
    inverse=lambda mean, variance: (mean, sqrt(6 * variance) / pi),
    logpdf=lambda x, mean, scale: -log(scale) - (z := _from_the_mode(x, mean, scale)) - exp(-z),
    cdf=lambda x, mean, scale: exp(-exp(-_from_the_mode(x, mean, scale))),
    draw=lambda generator, size, mean, scale: generator.gumbel(
        mean - np.euler_gamma * scale, scale, size
    ),
)


def _laplace_cdf(x: sympy.Expr, mean: sympy.Expr, scale: sympy.Expr) -> sympy.Expr:
    tail = exp(-Abs(x - mean) / scale) / 2
    return Piecewise((tail, x < mean), (1 - tail, True))


LAPLACE = TabulatedFamily(
    name="Laplace",
    about="Laplace(mean, scale): variance 2 scale^2. The central moment of order n is n! scale^n "
    "for even n and zero for odd n. The paper (da Silva, Kuśmierczyk, Hartmann and Klami, JMLR "
    '24(67), 2023) prints the variance as pi^2/2 scale^2 in its table "Parameterization of '
    'different distributions", the entry of the Gumbel row above it. That is an erratum: the '
    "density exp(-|x - mean|/scale)/(2 scale) has the variance 2 scale^2.",
    parameters=(MEAN, Parameter("scale", "positive", "scale", "standard deviation = 1.414 {}")),
    support=REAL,
    central=lambda n, scale: S.Zero if n % 2 else sympy.factorial(n) * scale**n,
    negative=IN_ZERO,
    var=lambda _, scale: 2 * scale**2,
    inverse=lambda mean, variance: (mean, sqrt(variance / 2)),
    logpdf=lambda x, mean, scale: -log(2 * scale) - Abs(x - mean) / scale,
    cdf=_laplace_cdf,
    draw=lambda generator, size, mean, scale: generator.laplace(mean, scale, size),
)


def _student_central(order: int, scale: sympy.Expr, degrees: sympy.Expr) -> sympy.Expr:
    factors = (S(2 * i - 1) / (degrees - 2 * i) for i in range(1, order // 2 + 1))
    return S.Zero if order % 2 else scale**order * degrees ** (order // 2) * sympy.Mul(*factors)


def _student_logpdf(
    x: sympy.Expr, location: sympy.Expr, scale: sympy.Expr, degrees: sympy.Expr
) -> sympy.Expr:
    z = (x - location) / scale
    constant = loggamma((degrees + 1) / 2) - loggamma(degrees / 2) - log(pi * degrees) / 2
    return constant - log(scale) - (degrees + 1) / 2 * log(1 + z**2 / degrees)


STUDENT_T = TabulatedFamily(
    name="StudentT",
    about="StudentT(location, scale, degrees): variance scale^2 degrees/(degrees - 2). About the "
    "location the moment is zero for odd n, and for even n it is scale^n degrees^(n/2) times the "
    "product of (2 i - 1)/(degrees - 2 i) over 1 <= i <= n/2.",
    parameters=(
        Parameter("location", "real", "location", "median = {}"),
        Parameter("scale", "positive", "scale"),
        Parameter("degrees", "positive", "degrees of freedom"),
    ),
    support=REAL,
    central=_student_central,
    negative=IN_ZERO,
    positive=lambda order, _location, _scale, degrees: degrees - order,
    var=lambda _, scale, degrees: scale**2 * degrees / (degrees - 2),
    logpdf=_student_logpdf,
    draw=lambda generator, size, location, scale, degrees: (
        location + scale * generator.standard_t(degrees, size)
    ),
)


def _absolute_normal_moment(order: int) -> sympy.Expr:
    """Return E|Z|^order for a standard normal Z."""
    half = sympy.Rational(order, 2)
    return 2**half * sympy.gamma(half + S.Half) / sqrt(pi)


def _half_normal(mean: sympy.Expr, variance: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    scale = sqrt(variance / (1 - 2 / pi))
    return mean - scale * _absolute_normal_moment(1), scale


HALF_NORMAL = TabulatedFamily(
    name="HalfNormal",
    about="HalfNormal(location, scale): location + scale |Z| with a standard normal Z. Its mean is "
    "location + scale sqrt(2/pi) and its variance scale^2 (1 - 2/pi), as in the paper's table "
    '"Parameterization of different distributions". About the location, the moment of order n is '
    "scale^n 2^(n/2) Gamma((n + 1)/2) / sqrt(pi).",
    parameters=(SMALLEST, Parameter("scale", "positive", "scale", "standard deviation = 0.603 {}")),
    support=REAL,
    lower=lambda location, _: location,
    central=lambda n, scale: scale**n * _absolute_normal_moment(n),
    negative=FROM_A_LOCATION,
    var=lambda _, scale: scale**2 * (1 - 2 / pi),
    inverse=_half_normal,
    # A factor of a rate, the use as a prior, has a location above zero.
    needs=(
        lambda mean, variance: _half_normal(mean, variance)[0],
        "a half-normal variable with a nonnegative location has a standard deviation of at most "
        "0.756 times its mean",
    ),
    logpdf=lambda x, location, scale: (
        log(2 / pi) / 2 - log(scale) - ((x - location) / scale) ** 2 / 2
    ),
    cdf=lambda x, location, scale: above(x > location, erf((x - location) / (sqrt(2) * scale))),
    draw=lambda generator, size, location, scale: (
        location + scale * np.abs(generator.standard_normal(size))
    ),
)

HALF_CAUCHY = TabulatedFamily(
    name="HalfCauchy",
    about="HalfCauchy(location, scale): location + scale |C| with a standard Cauchy C. Its density "
    "falls like the square of the distance, so that not even its mean exists. Models with it can "
    "be drawn from and matched in quantiles and probabilities, not in moments.",
    parameters=(SMALLEST, Parameter("scale", "positive", "scale", "median = location + {}")),
    support=REAL,
    lower=lambda location, _: location,
    negative=FROM_A_LOCATION,
    positive=Refusal("its tail is too heavy for a mean"),
    logpdf=lambda x, location, scale: (
        log(2 / pi) - log(scale) - log(1 + ((x - location) / scale) ** 2)
    ),
    cdf=lambda x, location, scale: above(x > location, 2 / pi * sympy.atan((x - location) / scale)),
    draw=lambda generator, size, location, scale: (
        location + scale * np.abs(generator.standard_cauchy(size))
    ),
)

EXPONENTIAL = TabulatedFamily(
    name="Exponential",
    about="Exponential(rate), the Gamma distribution of shape one: mean 1/rate. The raw moment of "
    "order n is n! / rate^n.",
    parameters=(Parameter("rate", "positive", "rate", "mean = 1 / {}"),),
    support=POSITIVE,
    moment=lambda order, rate: sympy.factorial(order) * rate**-order,
    negative=IN_ZERO,
    var=lambda rate: rate**-2,
    inverse=lambda mean, _: (1 / mean,),
    only=(
        lambda mean, variance: variance - mean**2,
        "an exponential",
        "a variance equal to the square of the mean",
        "Use a family with two parameters, such as Gamma.",
    ),
    logpdf=lambda x, rate: log(rate) - rate * x,
    cdf=lambda x, rate: above(x > 0, 1 - exp(-rate * inside(x > 0, x))),
    draw=lambda generator, size, rate: generator.exponential(1.0 / rate, size),
)

GAMMA = TabulatedFamily(
    name="Gamma",
    about="Gamma(shape, rate): mean shape/rate, variance shape/rate^2. A raw moment of order n > 0 "
    "is shape (shape + 1) ... (shape + n - 1) / rate^n; the one of order -m is "
    "rate^m / ((shape - 1) ... (shape - m)) and exists for shape > m.",
    parameters=(
        Parameter("shape", "positive", "shape", "standard deviation / mean = 1/sqrt({})"),
        Parameter("rate", "positive", "rate", "mean = shape / rate"),
    ),
    support=POSITIVE,
    moment=lambda order, shape, rate: rising(shape, order) * rate**-order,
    negative=lambda order, shape, _: shape + order,
    var=lambda shape, rate: shape / rate**2,
    inverse=lambda mean, variance: (mean**2 / variance, mean / variance),
    logpdf=lambda x, shape, rate: (
        shape * log(rate) + (shape - 1) * log(x) - rate * x - loggamma(shape)
    ),
    cdf=lambda x, shape, rate: above(x > 0, lower_gamma(shape, rate * x)),
    draw=lambda generator, size, shape, rate: generator.gamma(shape, 1.0 / rate, size),
)


def _reciprocal_gamma(
    generator: np.random.Generator, size: tuple[int, ...], shape: Array, scale: Array
) -> Array:
    """Draw the reciprocal of a Gamma variable; one that underflows gives infinity."""
    with np.errstate(divide="ignore", over="ignore"):
        return np.asarray(scale / generator.standard_gamma(shape, size))


INVERSE_GAMMA = TabulatedFamily(
    name="InverseGamma",
    about="InverseGamma(shape, scale): the reciprocal of a Gamma(shape, rate=scale) variable. A "
    "raw moment of order n > 0 is scale^n / ((shape - 1) ... (shape - n)) and exists for "
    "shape > n; the one of order -m is shape (shape + 1) ... (shape + m - 1) / scale^m.",
    parameters=(
        Parameter("shape", "positive", "shape", "standard deviation / mean = 1/sqrt({} - 2)"),
        Parameter("scale", "positive", "scale", "mean = scale / (shape - 1)"),
    ),
    support=POSITIVE,
    moment=lambda order, shape, scale: rising(shape, -order) * scale**order,
    positive=lambda order, shape, _: shape - order,
    var=lambda shape, scale: scale**2 / ((shape - 1) ** 2 * (shape - 2)),
    inverse=lambda mean, variance: (
        mean**2 / variance + 2,
        mean * (mean**2 / variance + 1),
    ),
    logpdf=lambda x, shape, scale: (
        shape * log(scale) - (shape + 1) * log(x) - scale / x - loggamma(shape)
    ),
    cdf=lambda x, shape, scale: above(x > 0, upper_gamma(shape, scale / inside(x > 0, x))),
    draw=_reciprocal_gamma,
)


def _log_normal_logpdf(x: sympy.Expr, mu: sympy.Expr, sigma: sympy.Expr) -> sympy.Expr:
    z = (log(x) - mu) / sigma
    return -log(x) - log(sigma) - log(2 * pi) / 2 - z**2 / 2


def _log_normal_cdf(x: sympy.Expr, mu: sympy.Expr, sigma: sympy.Expr) -> sympy.Expr:
    z = (log(inside(x > 0, x)) - mu) / sigma
    return above(x > 0, erfc(-z / sqrt(2)) / 2)


def _log_normal(mean: sympy.Expr, variance: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    square = log(1 + variance / mean**2)
    return log(mean) - square / 2, sqrt(square)


LOG_NORMAL = TabulatedFamily(
    name="LogNormal",
    about="LogNormal(mu, sigma): the exponential of a normal with that mean and standard "
    "deviation. Every raw moment exists; the one of order n is exp(n mu + n^2 sigma^2 / 2).",
    parameters=(
        Parameter("mu", "real", "mean of the logarithm", "median = exp({})"),
        Parameter(
            "sigma",
            "positive",
            "standard deviation of the logarithm",
            "standard deviation / mean = sqrt(exp({}^2) - 1)",
        ),
    ),
    support=POSITIVE,
    moment=lambda order, mu, sigma: exp(order * mu + sympy.Rational(order**2, 2) * sigma**2),
    var=lambda mu, sigma: (exp(sigma**2) - 1) * exp(2 * mu + sigma**2),
    inverse=_log_normal,
    logpdf=_log_normal_logpdf,
    cdf=_log_normal_cdf,
    draw=lambda generator, size, mu, sigma: generator.lognormal(mu, sigma, size),
)


def _weibull(mean: sympy.Expr, variance: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    shape = WeibullShape(1 + variance / mean**2)
    return shape, mean / sympy.gamma(1 + 1 / shape)


WEIBULL = TabulatedFamily(
    name="Weibull",
    about="Weibull(shape, scale): mean scale Gamma(1 + 1/shape). The raw moment of order n is "
    "scale^n Gamma(1 + n/shape), for n > -shape.",
    parameters=(
        Parameter("shape", "positive", "shape"),
        Parameter("scale", "positive", "scale", "0.632 quantile = {}"),
    ),
    support=POSITIVE,
    moment=lambda order, shape, scale: scale**order * sympy.gamma(1 + order / shape),
    negative=lambda order, shape, _: shape + order,
    var=lambda shape, scale: (
        scale**2 * (sympy.gamma(1 + 2 / shape) - sympy.gamma(1 + 1 / shape) ** 2)
    ),
    inverse=_weibull,
    logpdf=lambda x, shape, scale: (
        log(shape) - shape * log(scale) + (shape - 1) * log(x) - (x / scale) ** shape
    ),
    cdf=lambda x, shape, scale: above(x > 0, 1 - exp(-((inside(x > 0, x) / scale) ** shape))),
    draw=lambda generator, size, shape, scale: scale * generator.weibull(shape, size),
)


def _beta(mean: sympy.Expr, variance: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    count = mean * (1 - mean) / variance - 1
    return mean * count, (1 - mean) * count


def _beta_cdf(x: sympy.Expr, alpha: sympy.Expr, beta: sympy.Expr) -> sympy.Expr:
    at = Piecewise((x, sympy.And(x > 0, x < 1)), (S.Half, True))
    return above(x > 0, Piecewise((incomplete_beta(alpha, beta, at), x < 1), (1, True)))


BETA = TabulatedFamily(
    name="Beta",
    about="Beta(alpha, beta) on (0, 1): mean alpha/(alpha + beta). A raw moment of order n > 0 is "
    "the product of (alpha + r)/(alpha + beta + r) over r < n; the one of order -m is the product "
    "of (alpha + beta - r)/(alpha - r) over 1 <= r <= m and exists for alpha > m.",
    parameters=(
        Parameter("alpha", "positive", "first shape", "mean = alpha / (alpha + beta)"),
        Parameter("beta", "positive", "second shape", "mean = alpha / (alpha + beta)"),
    ),
    support=POSITIVE,
    upper=lambda *_: S.One,
    moment=lambda order, alpha, beta: rising(alpha, order) / rising(alpha + beta, order),
    negative=lambda order, alpha, _: alpha + order,
    var=lambda alpha, beta: alpha * beta / ((alpha + beta) ** 2 * (alpha + beta + 1)),
    inverse=_beta,
    needs=(
        lambda mean, variance: mean * (1 - mean) - variance,
        "a Beta variable lies between 0 and 1, so its variance is less than mean (1 - mean)",
    ),
    logpdf=lambda x, alpha, beta: (
        (alpha - 1) * log(x)
        + (beta - 1) * log(1 - x)
        + (loggamma(alpha + beta) - loggamma(alpha) - loggamma(beta))
    ),
    cdf=_beta_cdf,
    draw=lambda generator, size, alpha, beta: generator.beta(alpha, beta, size),
)


def _uniform_moment(order: int, low: sympy.Expr, high: sympy.Expr) -> sympy.Expr:
    if order == -1:
        return (log(high) - log(low)) / (high - low)
    if order < 0:
        terms = (low ** (-1 - j) * high ** (order + 1 + j) for j in range(-1 - order))
        return sympy.Add(*terms) / (-1 - order)
    return sympy.Add(*(low**j * high ** (order - j) for j in range(order + 1))) / (order + 1)


def _uniform(mean: sympy.Expr, variance: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    half = sqrt(3 * variance)
    return mean - half, mean + half


UNIFORM = TabulatedFamily(
    name="Uniform",
    about="Uniform(low, high): mean (low + high)/2, variance (high - low)^2/12. The raw moment of "
    "order n >= 0 is the mean of low^j high^(n - j) over j = 0, ..., n. Negative orders are given "
    "for an interval above zero.",
    parameters=(
        Parameter("low", "real", "lower end", "smallest value = {}"),
        Parameter("high", "real", "upper end", "largest value = {}"),
    ),
    support=REAL,
    ordered=(("low", "high"),),
    lower=lambda low, _: low,
    upper=lambda _, high: high,
    moment=_uniform_moment,
    negative=lambda _order, low, _high: low,
    var=lambda low, high: (high - low) ** 2 / 12,
    inverse=_uniform,
    # A factor of a rate, the use as a prior, has a lower end above zero.
    needs=(
        lambda mean, variance: _uniform(mean, variance)[0],
        "a positive uniform variable has a standard deviation of at most 0.577 times its mean",
    ),
    logpdf=lambda _, low, high: -log(high - low),
    cdf=lambda x, low, high: Piecewise(
        (0, x <= low), (1, x >= high), ((x - low) / (high - low), True)
    ),
    draw=lambda generator, size, low, high: generator.uniform(low, high, size),
)


class _TwoMoments(TabulatedFamily):
    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        if order not in (0, 1, 2):
            raise self.no_moment(order, "only its mean and variance were declared")
        return super().raw_moment(order, parameters)


TWO_MOMENTS = _TwoMoments(
    name="Prior",
    about="The paper's general prior F(mu, sigma^2) on the positive half-line.",
    parameters=(Parameter("mean", "positive", "mean"), VARIANCE),
    support=POSITIVE,
    moment=lambda order, mean, variance: mean if order == 1 else mean**2 + variance,
    var=lambda _, variance: variance,
    inverse=lambda mean, variance: (mean, variance),
    draw=Undrawn(
        "a draw from a Prior, of which only the mean and the variance are declared",
        "a family that can be sampled",
        "Declare a family with these moments, such as Gamma(shape=mean**2/variance, "
        "rate=mean/variance); in the catalogue use pmf_gamma in place of pmf_prior.",
    ),
)

OBSERVATION = replace(
    TWO_MOMENTS,
    name="Observation",
    about="Any distribution on the real line with this mean and variance, as a likelihood.",
    parameters=NORMAL.parameters,
    support=REAL,
    draw=Undrawn(
        "a draw from an Observation, of which only the mean and the variance are declared",
        "a family that can be sampled",
        "Declare the likelihood that is meant, such as Normal(mean=, variance=) or "
        "NegativeBinomial(mean=, size=).",
    ),
)
