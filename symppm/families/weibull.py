"""The shape of a Weibull distribution as a function of variance/mean^2."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import scipy.special
import sympy

from symppm.families.base import Array

_SERIES_BELOW = 0.1
_SERIES_ORDERS = range(2, 32)
_NEWTON_STEPS = 60


def weibull_shape(ratio: Any) -> Array:
    """Return the shape of the Weibull distribution with the given E[X^2]/E[X]^2.

    With x = 1/shape the equation is log Gamma(1 + 2x) - 2 log Gamma(1 + x) = log ratio. Its left
    side grows and is convex, so that Newton steps reach the root from any start.
    """
    target = np.log(np.asarray(ratio, dtype=float))
    target = np.where(target > 0, target, np.nan)
    inverse = np.sqrt(6 * target) / np.pi
    for _ in range(_NEWTON_STEPS):
        following = np.abs(inverse - (_log_ratio(inverse) - target) / _slope(inverse))
        done = np.abs(following - inverse) <= 4 * np.finfo(float).eps * inverse
        inverse = following
        if np.all(done | np.isnan(target)):
            break
    return np.asarray(1 / inverse)


def _log_ratio(inverse: Array) -> Array:
    """Return log Gamma(1 + 2x) - 2 log Gamma(1 + x), by its series near zero."""
    exact = scipy.special.gammaln(1 + 2 * inverse) - 2 * scipy.special.gammaln(1 + inverse)
    series = sum(
        scipy.special.zeta(n) * (2**n - 2) / n * (-np.minimum(inverse, _SERIES_BELOW)) ** n
        for n in _SERIES_ORDERS
    )
    return np.asarray(np.where(inverse < _SERIES_BELOW, series, exact))


def _slope(inverse: Array) -> Array:
    exact = 2 * (scipy.special.digamma(1 + 2 * inverse) - scipy.special.digamma(1 + inverse))
    series = -sum(
        scipy.special.zeta(n) * (2**n - 2) * (-np.minimum(inverse, _SERIES_BELOW)) ** (n - 1)
        for n in _SERIES_ORDERS
    )
    return np.asarray(np.where(inverse < _SERIES_BELOW, series, exact))


class WeibullShape(sympy.Function):
    """The shape k with Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 = ratio, for a ratio above one.

    The ratio is E[X^2]/E[X]^2 = 1 + variance/mean^2; it determines the shape but has no inverse in
    elementary functions.
    """

    nargs = 1
    is_real = True
    is_positive = True
    # What sympy.lambdify calls.
    _imp_ = staticmethod(weibull_shape)

    @staticmethod
    def inverse_of(shape: sympy.Expr) -> sympy.Expr:
        """Return the ratio of a shape, which falls to one as the shape grows."""
        return sympy.gamma(1 + 2 / shape) / sympy.gamma(1 + 1 / shape) ** 2

    @classmethod
    def eval(cls, ratio: sympy.Expr) -> sympy.Expr | None:
        """Return one at two, the exponential distribution."""
        return sympy.S.One if ratio == 2 else None

    def fdiff(self, argindex: int = 1) -> sympy.Expr:
        """Return the derivative of the inverse function, through digamma."""
        if argindex != 1:
            raise sympy.core.function.ArgumentIndexError(self, argindex)
        (ratio,) = self.args
        fall = sympy.digamma(1 + 1 / self) - sympy.digamma(1 + 2 / self)
        return self**2 / (2 * ratio * fall)

    def _eval_evalf(self, prec: int) -> sympy.Expr | None:
        excess = (self.args[0] - 1).evalf(sympy.core.evalf.prec_to_dps(prec) + 5)
        if not (excess.is_Float or excess.is_Integer) or excess <= 0:
            return None
        # Near one both sides are as small as the excess: carry that many more bits.
        lost = max(0, -int(sympy.floor(sympy.log(excess, 2)).evalf()))
        with mpmath.workprec(prec + lost + 20):
            target = mpmath.log1p(mpmath.mpf(str(excess.evalf(prec // 3 + 10))))
            inverse = mpmath.sqrt(6 * target) / mpmath.pi
            for _ in range(_NEWTON_STEPS):
                value = mpmath.loggamma(1 + 2 * inverse) - 2 * mpmath.loggamma(1 + inverse)
                slope = 2 * (mpmath.digamma(1 + 2 * inverse) - mpmath.digamma(1 + inverse))
                step = (value - target) / slope
                inverse = abs(inverse - step)
                if abs(step) <= inverse * mpmath.mpf(2) ** (-prec - 5):
                    break
            return sympy.Float(1 / inverse, precision=prec)
