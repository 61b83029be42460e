"""Numbers with their derivatives: forward differentiation, which no symbolic derivative enters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symppm.audit.exact_numbers import FUNCTIONS, ONE, ZERO, Number


@dataclass(frozen=True, slots=True)
class Dual:
    """A number and its derivatives by a few variables.

    Attributes
    ----------
    value : Number
        The number.
    slopes : tuple of Number
        One derivative a variable; empty for a constant, and where none are asked for.
    """

    value: Number
    slopes: tuple[Number, ...] = ()

    def __neg__(self) -> Dual:
        return Dual(-self.value, tuple(-slope for slope in self.slopes))

    def __add__(self, other: Dual) -> Dual:
        return Dual(self.value + other.value, _sum(self.slopes, other.slopes))

    def __sub__(self, other: Dual) -> Dual:
        return self + -other

    def __mul__(self, other: Dual) -> Dual:
        slopes = _sum(_scaled(self.slopes, other.value), _scaled(other.slopes, self.value))
        return Dual(self.value * other.value, slopes)

    def __truediv__(self, other: Dual) -> Dual:
        inverse = other.value.inverse()
        return self * Dual(inverse, _scaled(other.slopes, -(inverse * inverse)))

    def __pow__(self, exponent: Dual) -> Dual:
        if (
            not exponent.value.is_exact
            or exponent.value.order > 1
            or any(not slope.is_zero for slope in exponent.slopes)
        ):
            return apply("exp", exponent * apply("log", self))
        power = exponent.value.rational
        value = self.value.power(power)
        if not self.slopes or not power:
            return Dual(value, tuple(ZERO for _ in self.slopes))
        return Dual(value, _scaled(self.slopes, Number(power) * self.value.power(power - 1)))


def constant(value: Fraction | int) -> Dual:
    """Return a rational without derivatives."""
    return Dual(Number(Fraction(value)))


def variables(values: Sequence[Number]) -> tuple[Dual, ...]:
    """Return numbers as the variables by which to differentiate."""
    count = len(values)
    return tuple(
        Dual(value, tuple(ONE if m == n else ZERO for m in range(count)))
        for n, value in enumerate(values)
    )


def apply(function: str, dual: Dual) -> Dual:
    """Apply a function of one variable."""
    value = FUNCTIONS[function](dual.value)
    if not dual.slopes:
        return Dual(value)
    if all(slope.is_zero for slope in dual.slopes):
        return Dual(value, dual.slopes)
    if function not in _SLOPES:
        raise ValueError(f"the derivative of {function}")
    return Dual(value, _scaled(dual.slopes, _SLOPES[function](dual.value, value)))


_SLOPES: Final[Mapping[str, Callable[[Number, Number], Number]]] = MappingProxyType(
    {
        "sqrt": lambda _, root: (root + root).inverse(),
        "abs": lambda number, _: FUNCTIONS["sign"](number),
        "sign": lambda *_: ZERO,
        "exp": lambda _, value: value,
        "log": lambda number, _: number.inverse(),
        "cosh": lambda number, _: FUNCTIONS["sinh"](number),
        "sinh": lambda number, _: FUNCTIONS["cosh"](number),
        "gamma": lambda number, value: value * FUNCTIONS["digamma"](number),
        "softplus": lambda number, _: FUNCTIONS["logistic"](number),
        "logistic": lambda _, value: value * (ONE - value),
    }
)
"""Derivative of a function, from its argument and its value."""


def _scaled(slopes: tuple[Number, ...], by: Number) -> tuple[Number, ...]:
    return tuple(slope if slope.is_zero else slope * by for slope in slopes)


def _sum(one: tuple[Number, ...], two: tuple[Number, ...]) -> tuple[Number, ...]:
    if not one or not two:
        return one or two
    return tuple(a + b for a, b in zip(one, two, strict=True))
