"""Moments by quadrature and by series, from densities written down here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath
from mpmath import mpf

DIGITS = 25
Number = Any
Density = Callable[[Number], Number]


@dataclass(frozen=True)
class Continuous:
    """A density, and the points between which it is smooth."""

    density: Density
    points: tuple[Number, ...]

    def moment(self, order: int) -> Number:
        with mpmath.workdps(DIGITS):
            return mpmath.quad(lambda x: mpf(x) ** order * self.density(x), self.points)


@dataclass(frozen=True)
class Counted:
    """Probabilities of 0, 1, 2, ..., up to where their tail is negligible."""

    probability: Density
    last: int

    def moment(self, order: int) -> Number:
        with mpmath.workdps(DIGITS):
            return mpmath.fsum(mpf(n) ** order * self.probability(n) for n in range(self.last + 1))


def gamma(shape: Number, rate: Number) -> Continuous:
    # In the logarithm, where the integrand is smooth at zero too.
    return _from_logarithm(
        lambda t: (
            mpmath.exp(shape * (t + mpmath.log(rate)) - rate * mpmath.exp(t)) / mpmath.gamma(shape)
        )
    )


def inverse_gamma(shape: Number, scale: Number) -> Continuous:
    return _from_logarithm(
        lambda t: (
            mpmath.exp(shape * (mpmath.log(scale) - t) - scale * mpmath.exp(-t))
            / mpmath.gamma(shape)
        )
    )


def weibull(shape: Number, scale: Number) -> Continuous:
    def of_logarithm(t: Number) -> Number:
        power = mpmath.exp(shape * (t - mpmath.log(scale)))
        return shape * power * mpmath.exp(-power)

    return _from_logarithm(of_logarithm)


def log_normal(mu: Number, sigma: Number) -> Continuous:
    return _from_logarithm(lambda t: mpmath.npdf(t, mu, sigma))


@dataclass(frozen=True)
class _OfLogarithm(Continuous):
    def moment(self, order: int) -> Number:
        with mpmath.workdps(DIGITS):
            return mpmath.quad(lambda t: mpmath.exp(order * t) * self.density(t), self.points)


def _from_logarithm(density: Density) -> Continuous:
    return _OfLogarithm(density, tuple(range(-80, 81, 8)))


@dataclass(frozen=True)
class _OfHyperbolicSine(Continuous):
    """A density in t, where x is location + scale sinh(t): heavy tails become exponential ones."""

    location: Number
    scale: Number

    def moment(self, order: int) -> Number:
        with mpmath.workdps(DIGITS):
            return mpmath.quad(
                lambda t: (self.location + self.scale * mpmath.sinh(t)) ** order * self.density(t),
                self.points,
            )


def student_t(location: Number, scale: Number, degrees: Number) -> Continuous:
    constant = mpmath.beta(degrees / 2, mpmath.mpf(1) / 2) * mpmath.sqrt(degrees)

    def of_inverse(t: Number) -> Number:
        power = (1 + mpmath.sinh(t) ** 2 / degrees) ** (-(degrees + 1) / 2)
        return power * mpmath.cosh(t) / constant

    return _OfHyperbolicSine(of_inverse, tuple(range(-60, 61, 4)), location, scale)


def beta(alpha: Number, beta_: Number) -> Continuous:
    constant = mpmath.beta(alpha, beta_)
    return Continuous(lambda x: x ** (alpha - 1) * (1 - x) ** (beta_ - 1) / constant, (0, 0.5, 1))


def uniform(low: Number, high: Number) -> Continuous:
    return Continuous(lambda _: 1 / (high - low), (low, high))


def half_normal(location: Number, scale: Number) -> Continuous:
    return Continuous(
        lambda x: 2 * mpmath.npdf(x, location, scale),
        _steps(location, scale, 0, 14),
    )


def normal(mean: Number, variance: Number) -> Continuous:
    deviation = mpmath.sqrt(variance)
    return Continuous(lambda x: mpmath.npdf(x, mean, deviation), _steps(mean, deviation, -14, 14))


def laplace(mean: Number, scale: Number) -> Continuous:
    return Continuous(
        lambda x: mpmath.exp(-abs(x - mean) / scale) / (2 * scale),
        _steps(mean, scale, -90, 90, 3),
    )


def gumbel(mean: Number, scale: Number) -> Continuous:
    mode = mean - mpmath.euler * scale

    def density(x: Number) -> Number:
        z = (x - mode) / scale
        return mpmath.exp(-z - mpmath.exp(-z)) / scale

    return Continuous(density, _steps(mode, scale, -6, 90, 2))


def inverse_gaussian(mean: Number, shape: Number) -> Continuous:
    def of_logarithm(t: Number) -> Number:
        x = mpmath.exp(t)
        return mpmath.sqrt(shape / (2 * mpmath.pi * x)) * mpmath.exp(
            -shape * (x - mean) ** 2 / (2 * mean**2 * x)
        )

    return _from_logarithm(of_logarithm)


def _steps(
    origin: Number, width: Number, first: int, last: int, step: int = 1
) -> tuple[Number, ...]:
    return tuple(origin + n * width for n in range(first, last + 1, step))


def weighted(*weights: Number) -> Counted:
    return Counted(lambda n: weights[n] / mpmath.fsum(weights), len(weights) - 1)


def poisson(rate: Number) -> Counted:
    return Counted(lambda n: mpmath.exp(-rate) * rate**n / mpmath.factorial(n), 150)


def zero_inflated(rate: Number, keep: Number) -> Counted:
    inner = poisson(rate)
    return Counted(lambda n: keep * inner.probability(n) + (1 - keep if n == 0 else 0), inner.last)


def negative_binomial(size: Number, success: Number) -> Counted:
    return Counted(
        lambda n: mpmath.binomial(n + size - 1, n) * success**size * (1 - success) ** n, 1500
    )


def binomial(trials: int, success: Number) -> Counted:
    return Counted(
        lambda n: mpmath.binomial(trials, n) * success**n * (1 - success) ** (trials - n), trials
    )
