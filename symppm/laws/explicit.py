"""Laurent polynomials with rational coefficients in explicit entries and constants.

A constant that is not rational, such as pi or e, is a variable like any other: identities between
moments hold whatever its value is, and comparing polynomials is exact. What does not have the form
of a polynomial, such as the reciprocal or the root of a sum, is a variable too, of the kind
``sum``; :func:`equal` multiplies it out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy

from symppm.errors import DerivationError
from symppm.laws.limits import FUNCTIONS, NUMBERS

Key = tuple[str, tuple[Any, ...]]
"""Name and indices of an entry; a constant has an empty name, then its kind and what it is of."""
Monomial = tuple[tuple[Key, Fraction], ...]
Polynomial = dict[Monomial, Fraction]

_FACTORED = 10**15
_ANYWHERE = sympy.Rational(7, 5)


def constant(number: Fraction | int) -> Polynomial:
    """Return a polynomial that is a rational number."""
    return {(): Fraction(number)} if number else {}


def variable(key: Key, exponent: Fraction | int = 1) -> Polynomial:
    """Return a polynomial that is a power of one variable."""
    return {((key, Fraction(exponent)),): Fraction(1)}


def constant_key(kind: str, *about: Any) -> Key:
    """Return the variable that stands for a constant."""
    return "", (kind, *about)


def is_entry(key: Key) -> bool:
    """Tell whether a variable is random, and not a constant."""
    return bool(key[0])


def rational(polynomial: Polynomial) -> Fraction | None:
    """Return the number that a polynomial is, or None."""
    if not polynomial:
        return Fraction(0)
    return polynomial.get(()) if len(polynomial) == 1 else None


def canonical(polynomial: Polynomial) -> tuple[tuple[Monomial, Fraction], ...]:
    """Return a polynomial as a value that can be part of a key."""
    return tuple(sorted(polynomial.items()))


def scale(polynomial: Polynomial, factor: Fraction) -> Polynomial:
    """Multiply by a number."""
    return {monomial: factor * value for monomial, value in polynomial.items()}


def add(polynomials: Iterable[Polynomial]) -> Polynomial:
    """Return the sum; terms that cancel are left out."""
    total: Polynomial = {}
    for polynomial in polynomials:
        for monomial, value in polynomial.items():
            total[monomial] = total.get(monomial, Fraction(0)) + value
    return {monomial: value for monomial, value in total.items() if value}


def multiply(first: Polynomial, second: Polynomial) -> Polynomial:
    """Return the product."""
    total: Polynomial = {}
    for (one, x), (two, y) in itertools.product(first.items(), second.items()):
        value = x * y
        powers = dict(one)
        for key, exponent in two:
            powers[key] = powers.get(key, Fraction(0)) + exponent
        for key in [key for key in powers if key[1][:1] == ("prime",) and not is_entry(key)]:
            whole = powers[key].__floor__()
            value *= Fraction(key[1][1]) ** whole
            powers[key] -= whole
        monomial = tuple(sorted((key, n) for key, n in powers.items() if n))
        total[monomial] = total.get(monomial, Fraction(0)) + value
    return {monomial: value for monomial, value in total.items() if value}


def power(polynomial: Polynomial, exponent: Fraction | int) -> Polynomial:
    """Return a power."""
    exponent = Fraction(exponent)
    if exponent.denominator == 1 and exponent >= 0:
        return reduce(multiply, [polynomial] * int(exponent), constant(1))
    if not polynomial:
        raise DerivationError(
            f"zero to the power {exponent}",
            expected="a number that is not zero",
            do="Such a moment has no value here.",
        )
    (lead, value), *rest = canonical(polynomial)
    if not rest:
        product = _number_power(value, exponent)
        for key, order in lead:
            if is_entry(key) and (order * exponent).denominator != 1:
                raise _no_polynomial(f"the power {exponent} of a random variable")
            product = multiply(product, variable(key, order * exponent))
        return product
    if any(is_entry(key) for monomial in polynomial for key, _ in monomial):
        raise _no_polynomial("the reciprocal of a sum of random variables")
    outside = {lead: abs(value)}
    inside = multiply(polynomial, power(outside, -1))
    opaque = variable(constant_key("sum", canonical(inside)), exponent)
    return multiply(power(outside, exponent), opaque)


def _no_polynomial(what: str) -> DerivationError:
    return DerivationError(
        what,
        expected="a Laurent polynomial in the random variables",
        do="Such a moment has no exact value here.",
    )


def _number_power(number: Fraction, exponent: Fraction) -> Polynomial:
    if exponent.denominator == 1:
        return constant(number ** int(exponent))
    if number < 0:
        raise DerivationError(
            f"{number} to the power {exponent}",
            expected="a real number",
            do="Such a moment has no real value here.",
        )
    if max(number.numerator, number.denominator) > _FACTORED:
        return variable(constant_key("sum", canonical({(): number})), exponent)
    product = constant(1)
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, order in sympy.factorint(part).items():
            root = variable(constant_key("prime", int(prime)), order * sign * exponent)
            product = multiply(product, root)
    return product


def equal(first: Polynomial, second: Polynomial) -> bool:
    """Tell whether two polynomials are the same, exactly."""
    difference = add([first, scale(second, Fraction(-1))])
    if _multiplies_out(difference):
        return _vanishes(difference)
    squares = [multiply(side, side) for side in (first, second)]
    apart = add([squares[0], scale(squares[1], Fraction(-1))])
    if not _multiplies_out(apart):
        raise DerivationError(
            "sums of roots of different numbers",
            expected="numbers that can be compared exactly",
            do="Such an expression cannot be checked.",
        )
    return _vanishes(apart) and approximate(first) * approximate(second) > 0


def _opaque(polynomial: Polynomial) -> set[Key]:
    keys = {key for monomial in polynomial for key, _ in monomial}
    return {key for key in keys if not is_entry(key) and key[1][0] == "sum"}


def _depth(key: Key) -> int:
    return 1 + max((_depth(inner) for inner in _opaque(dict(key[1][1]))), default=0)


def _orders(polynomial: Polynomial, key: Key) -> set[Fraction]:
    return {dict(monomial).get(key, Fraction(0)) for monomial in polynomial}


def _multiplies_out(polynomial: Polynomial) -> bool:
    """Tell whether multiplying by powers of all sums that divide leaves no root of a sum."""
    return all(
        (order - min(orders)).denominator == 1
        for orders in (_orders(polynomial, key) for key in _opaque(polynomial))
        for order in orders
    )


def _vanishes(polynomial: Polynomial) -> bool:
    while opaque := _opaque(polynomial):
        # Sums inside this one are shallower, so that each round leaves fewer of this depth.
        key = max(opaque, key=lambda opaque_key: (_depth(opaque_key), opaque_key))
        least = min(_orders(polynomial, key))
        inside: Polynomial = dict(key[1][1])
        parts = []
        for monomial, value in polynomial.items():
            powers = dict(monomial)
            order = powers.pop(key, Fraction(0)) - least
            parts.append(multiply({tuple(sorted(powers.items())): value}, power(inside, order)))
        polynomial = add(parts)
    return not polynomial


def approximate(polynomial: Polynomial) -> sympy.Float:
    """Return a decimal value with every entry at the same arbitrary place, to see the sign."""
    total = sympy.S.Zero
    for monomial, value in polynomial.items():
        total += _number(value) * sympy.Mul(*(_decimal(key) ** _number(n) for key, n in monomial))
    return total.evalf(30)


def _number(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


def _decimal(key: Key) -> sympy.Expr:
    if is_entry(key):
        return _ANYWHERE
    kind, *about = key[1]
    if kind == "prime":
        return sympy.Integer(about[0])
    inside = [approximate(dict(terms)) for terms in about]
    if kind == "sum":
        return inside[0]
    return (NUMBERS[kind] if not inside else FUNCTIONS[kind](*inside)).evalf(30)
