"""Numbers that stay exact: rationals and their roots; a hundred digits for everything else.

A number is a rational, or a root of one such as sqrt(2/3), and sums, products and quotients of
these stay exact where the result is one again. Anything else (a sum of unlike roots, pi, an
exponential) is carried with :data:`DIGITS` digits, and two numbers then agree if they do to
:data:`AGREED` digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

import mpmath

DIGITS: Final = 110
AGREED: Final = 60
_LARGEST_POWER: Final = 64
_LARGEST_EXPONENT: Final = 10**4
_NEWTON_STEPS: Final = 60


def _context() -> Any:
    # Of its own: SymPy changes the precision of the common one.
    context = mpmath.MPContext()
    context.dps = DIGITS
    return context


_DECIMAL: Final = _context()
_TOLERANCE: Final = _DECIMAL.mpf(10) ** -AGREED


@dataclass(frozen=True, slots=True)
class Number:
    """A real number.

    Attributes
    ----------
    rational : fractions.Fraction
        The number itself where ``order`` is one; else it is the sign of this times the root of its
        size.
    order : int
        A power of two: 1 for a rational, 2 for a square root.
    digits : mpmath.mpf, optional
        The number where it is neither; the other two mean nothing then.
    """

    rational: Fraction
    order: int = 1
    digits: Any = None

    @property
    def is_exact(self) -> bool:
        """Whether nothing was rounded."""
        return self.digits is None

    @property
    def is_zero(self) -> bool:
        """Whether it is zero for certain."""
        return self.digits is None and not self.rational

    @property
    def sign(self) -> int:
        """Return -1, 0 or 1; a rounded number within the tolerance of zero counts as zero."""
        if self.digits is None:
            return (self.rational > 0) - (self.rational < 0)
        if abs(self.digits) <= _TOLERANCE:
            return 0
        return 1 if self.digits > 0 else -1

    @property
    def decimal(self) -> Any:
        """The number with all the digits that are carried."""
        if self.digits is not None:
            return self.digits
        size = _DECIMAL.mpf(abs(self.rational.numerator)) / self.rational.denominator
        for _ in range(self.order.bit_length() - 1):
            size = _DECIMAL.sqrt(size)
        return -size if self.rational < 0 else size

    def __str__(self) -> str:
        if self.digits is None and self.order == 1 and self.rational.denominator < 10**9:
            return str(self.rational)
        return str(_DECIMAL.nstr(self.decimal, 12))

    def __neg__(self) -> Number:
        if self.digits is None:
            return Number(-self.rational, self.order)
        return Number(Fraction(0), 1, -self.digits)

    def __add__(self, other: Number) -> Number:
        if self.is_zero:
            return other
        if other.is_zero:
            return self
        if self.digits is None and other.digits is None:
            if self.order == other.order == 1:
                return Number(self.rational + other.rational)
            ratio = self / other
            if ratio.order == 1:
                return Number(ratio.rational + 1) * other
        return _rounded(self.decimal + other.decimal)

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __mul__(self, other: Number) -> Number:
        if self.is_zero or other.is_zero:
            return ZERO
        if self.digits is not None or other.digits is not None:
            return _rounded(self.decimal * other.decimal)
        if self.order == other.order == 1:
            return Number(self.rational * other.rational)
        order = max(self.order, other.order)
        size = abs(self.rational) ** (order // self.order)
        size *= abs(other.rational) ** (order // other.order)
        return _root(self.sign * other.sign, size, order)

    def __truediv__(self, other: Number) -> Number:
        return self * other.inverse()

    def inverse(self) -> Number:
        """Return one over it."""
        if self.sign == 0:
            raise ZeroDivisionError
        if self.digits is None:
            return Number(1 / self.rational, self.order)
        return _rounded(1 / self.digits)

    def power(self, exponent: Fraction) -> Number:
        """Raise to a rational power."""
        if max(abs(exponent.numerator), exponent.denominator) > _LARGEST_POWER:
            raise ValueError(f"the exponent {exponent}")
        if exponent < 0:
            return self.inverse().power(-exponent)
        if exponent.denominator > 1 and self.sign < 0:
            raise ValueError(f"a root of {self}")
        if self.digits is not None:
            if exponent.denominator == 1:
                return _rounded(self.digits ** int(exponent))
            return _rounded(
                self.digits ** (_DECIMAL.mpf(exponent.numerator) / exponent.denominator)
            )
        order = exponent.denominator
        if order & (order - 1):
            whole = _DECIMAL.mpf(exponent.numerator) / order
            return _rounded(self.decimal**whole)
        sign = self.sign if exponent.numerator % 2 else abs(self.sign)
        return _root(sign, abs(self.rational) ** exponent.numerator, self.order * order)

    def agrees(self, other: Number) -> bool:
        """Tell whether two numbers are the same, or the same to the digits that are compared."""
        if self.digits is None and other.digits is None:
            return (self.rational, self.order) == (other.rational, other.order)
        one, two = self.decimal, other.decimal
        return bool(abs(one - two) <= _TOLERANCE * max(1, abs(one), abs(two)))


def _root(sign: int, size: Fraction, order: int) -> Number:
    """Return a root in lowest terms, so that equal numbers look equal."""
    while order > 1:
        top, bottom = math.isqrt(size.numerator), math.isqrt(size.denominator)
        if top * top != size.numerator or bottom * bottom != size.denominator:
            break
        size, order = Fraction(top, bottom), order // 2
    return Number(sign * size, order)


def _rounded(value: Any) -> Number:
    if not _DECIMAL.isfinite(value):
        raise ValueError("a number that is not finite")
    return Number(Fraction(0), 1, value)


ZERO: Final = Number(Fraction(0))
ONE: Final = Number(Fraction(1))
PI: Final = Number(Fraction(0), 1, +_DECIMAL.pi)
EULER_GAMMA: Final = Number(Fraction(0), 1, +_DECIMAL.euler)


def zeta(argument: int) -> Number:
    """Return Riemann's zeta function at an integer above one."""
    return _rounded(_DECIMAL.zeta(argument))


def _bounded(function: Callable[[Any], Any]) -> Callable[[Number], Number]:
    def applied(number: Number) -> Number:
        value = number.decimal
        if abs(value) > _LARGEST_EXPONENT:
            raise ValueError(f"a function of {number}, which is too large")
        return _rounded(function(value))

    return applied


def _positive(function: Callable[[Any], Any]) -> Callable[[Number], Number]:
    bounded = _bounded(function)

    def applied(number: Number) -> Number:
        if number.sign <= 0:
            raise ValueError(f"a function of {number}, which has to be positive")
        return bounded(number)

    return applied


def _exp(number: Number) -> Number:
    return ONE if number.is_zero else _bounded(_DECIMAL.exp)(number)


def _log(number: Number) -> Number:
    if number.sign <= 0:
        raise ValueError(f"the logarithm of {number}")
    return ZERO if number == ONE else _rounded(_DECIMAL.log(number.decimal))


def _weibull_shape(excess: Any) -> Any:
    """Return k with Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 = 1 + excess, by Newton steps."""
    target = _DECIMAL.log1p(excess)
    inverse = _DECIMAL.sqrt(6 * target) / _DECIMAL.pi
    for _ in range(_NEWTON_STEPS):
        value = _DECIMAL.loggamma(1 + 2 * inverse) - 2 * _DECIMAL.loggamma(1 + inverse)
        slope = 2 * (_DECIMAL.digamma(1 + 2 * inverse) - _DECIMAL.digamma(1 + inverse))
        step = (value - target) / slope
        inverse = abs(inverse - step)
        # Newton's next step would be the square of this one.
        if abs(step) <= inverse * _DECIMAL.mpf(10) ** (-DIGITS // 2 - 3):
            return 1 / inverse
    raise ValueError("no Weibull shape")


FUNCTIONS: Final[Mapping[str, Callable[[Number], Number]]] = MappingProxyType(
    {
        "sqrt": lambda number: number.power(Fraction(1, 2)),
        "abs": lambda number: -number if number.sign < 0 else number,
        "sign": lambda number: Number(Fraction(number.sign)),
        "exp": _exp,
        "log": _log,
        "cosh": _bounded(_DECIMAL.cosh),
        "sinh": _bounded(_DECIMAL.sinh),
        "gamma": _positive(_DECIMAL.gamma),
        "digamma": _positive(_DECIMAL.digamma),
        "weibull_shape": _positive(_weibull_shape),
        "softplus": _bounded(lambda number: _DECIMAL.log1p(_DECIMAL.exp(number))),
        "logistic": _bounded(lambda number: 1 / (1 + _DECIMAL.exp(-number))),
    }
)
"""Functions of one number by the names that generated code gives them.

They raise ValueError where the function is not defined, or its argument is absurdly large.
"""
