"""Sparse Laurent polynomials over the rationals, with one integer for each monomial's exponents."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from symppm.errors import NotBuiltError

Number = int | Fraction
Laurent = dict[int, Number]
"""Coefficient by monomial. Monomials are multiplied by adding their integers."""

_WIDTH = 64
_MOST_PRODUCTS = 4_000_000
"""Pairs of terms that are multiplied before giving up: some seconds."""

_LARGEST_EXPONENT = 1 << 24
_LARGEST_EXPONENT_OF_SUM = 200
_HALF = 1 << (_WIDTH - 1)
_MASK = (1 << _WIDTH) - 1


def monomial(generator: int, exponent: int) -> int:
    """Return the monomial that is one generator to a power."""
    if abs(exponent) > _LARGEST_EXPONENT:
        raise _too_large(f"the exponent {exponent}")
    return exponent << (_WIDTH * generator)


def exponents(key: int) -> Iterator[tuple[int, int]]:
    """Yield the generators of a monomial and their exponents, those of zero left out."""
    generator = 0
    while key:
        exponent = ((key + _HALF) & _MASK) - _HALF
        if exponent:
            yield generator, exponent
        key = (key - exponent) >> _WIDTH
        generator += 1


def exponent_of(key: int, generator: int) -> int:
    """Return the exponent of one generator in a monomial."""
    # What lies below may be negative, and then borrows one from this field.
    shift = _WIDTH * generator
    rounded = (key + ((1 << shift) >> 1)) >> shift
    return ((rounded + _HALF) & _MASK) - _HALF


def constant(value: Number) -> Laurent:
    """Return a polynomial without generators."""
    return {0: value} if value else {}


def add_to(total: Laurent, polynomial: Laurent, factor: Number = 1) -> None:
    """Add a multiple of a polynomial to another, in place."""
    for key, value in polynomial.items():
        new = total.get(key, 0) + factor * value
        if new:
            total[key] = new
        else:
            total.pop(key, None)


def multiply(first: Laurent, second: Laurent) -> Laurent:
    """Return the product of two polynomials."""
    if len(first) > len(second):
        first, second = second, first
    if len(first) * len(second) > _MOST_PRODUCTS:
        raise _too_large(f"a product of {len(first)} terms and {len(second)} terms")
    if len(first) == 1:
        ((u, x),) = first.items()
        return {u + v: x * y for v, y in second.items()}
    result: Laurent = {}
    get = result.get
    for u, x in first.items():
        for v, y in second.items():
            key = u + v
            result[key] = get(key, 0) + x * y
    return {key: value for key, value in result.items() if value}


def power(base: Laurent, exponent: int) -> Laurent:
    """Return a polynomial to a power, zero or more."""
    if exponent > (_LARGEST_EXPONENT if len(base) == 1 else _LARGEST_EXPONENT_OF_SUM):
        raise _too_large(f"the exponent {exponent}")
    result = constant(1)
    while exponent:
        if exponent & 1:
            result = multiply(result, base)
        exponent >>= 1
        if exponent:
            base = multiply(base, base)
    return result


def primitive(polynomial: Laurent) -> tuple[Number, int, Laurent]:
    """Split a polynomial into a number, a monomial and the rest."""
    values = list(polynomial.values())
    number: Number = Fraction(
        math.gcd(*(Fraction(value).numerator for value in values)),
        math.lcm(*(Fraction(value).denominator for value in values)),
    )
    if polynomial[max(polynomial)] < 0:
        number = -number
    if number.denominator == 1:
        number = int(number)
    decoded = [dict(exponents(key)) for key in polynomial]
    lowest = {
        generator: min(powers.get(generator, 0) for powers in decoded)
        for generator in set().union(*decoded)
    }
    common = sum(monomial(generator, exponent) for generator, exponent in lowest.items())
    primitive_part: Laurent = {
        key - common: int(value / Fraction(number)) for key, value in polynomial.items()
    }
    return number, common, primitive_part


def _too_large(what: str) -> NotBuiltError:
    return NotBuiltError(
        f"{what} in an expression to be compared or counted",
        expected="polynomials that can be multiplied out within seconds",
        do="Ask for a moment of lower order, or compare smaller expressions.",
    )
