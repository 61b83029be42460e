"""Roots of polynomials in generators, taken apart as far as signs are known."""

from __future__ import annotations

from fractions import Fraction

import sympy
from sympy.polys.domains import ZZ
from sympy.polys.rings import ring

from symppm.counting.laurent import (
    Laurent,
    Number,
    constant,
    exponents,
    monomial,
    multiply,
    power,
    primitive,
)
from symppm.counting.table import Generator, Table

Factor = tuple[Laurent, int]
"""A polynomial and its exponent in a product."""


def root(base: Laurent, p: int, q: int, table: Table) -> Laurent | None:
    """Return a polynomial to the power p/q, or None where it cannot be taken apart.

    Factors that are known not to be negative get roots of their own. The others stay together under
    one root, without their even powers: sqrt(f^2 g) is |f| sqrt(g).
    """
    if table.unit % q:
        return None
    number, factors = _factors(base, table)
    key = 0
    unknown: list[Factor] = []
    step = table.unit // q * p
    for factor, exponent in factors:
        if len(factor) > 1:
            place = table.sum(factor)
            if table.generators[place].nonnegative or _nonnegative(factor, table):
                key += monomial(place, step * exponent)
            else:
                unknown.append((factor, exponent))
        else:
            ((term, _),) = factor.items()
            ((place, units),) = exponents(term)
            if table.generators[place].nonnegative:
                moved, remainder = divmod(units * exponent * p, q)
                if remainder:
                    return None
                key += monomial(place, moved)
            else:
                unknown.append((factor, exponent))
    if number < 0:
        if not unknown:
            return None
        unknown.append(({0: -1}, 1))
    key += _primes(abs(number), step, table)
    radical = _together(unknown, p, q, table)
    return None if radical is None else multiply({key: 1}, radical)


def _factors(base: Laurent, table: Table) -> tuple[Fraction, list[Factor]]:
    """Return a number, and different generators and irreducible polynomials with exponents."""
    number, common, primitive_part = primitive(base)
    total = Fraction(number)
    result: list[Factor] = []
    for place, units in exponents(common):
        quotient, remainder = divmod(units, table.unit)
        generator = table.generators[place]
        if remainder:
            result.append(({monomial(place, units): 1}, 1))
        elif generator.expression is None and generator.relation is not None:
            inner, factors = _factors(generator.relation[1], table)
            total *= inner**quotient
            result += [(factor, exponent * quotient) for factor, exponent in factors]
        else:
            result.append(({monomial(place, table.unit): 1}, quotient))
    for factor, exponent in _irreducible(primitive_part) if len(primitive_part) > 1 else []:
        negative = {key: -value for key, value in factor.items()}
        if not _nonnegative(factor, table) and _nonnegative(negative, table):
            result.append((negative, exponent))
            total *= (-1) ** exponent
        else:
            result.append((factor, exponent))
    powers: dict[frozenset[tuple[int, Number]], int] = {}
    for factor, exponent in result:
        key = frozenset(factor.items())
        powers[key] = powers.get(key, 0) + exponent
    return total, [(dict(key), exponent) for key, exponent in powers.items() if exponent]


def _nonnegative(polynomial: Laurent, table: Table) -> bool:
    return bool(table.expression(polynomial).is_nonnegative)


def _irreducible(polynomial: Laurent) -> list[Factor]:
    """Factor a primitive polynomial over the integers."""
    decoded = {key: dict(exponents(key)) for key in polynomial}
    places = sorted(set().union(*decoded.values()))
    units = {
        place: int(sympy.igcd(*(powers.get(place, 0) for powers in decoded.values())))
        for place in places
    }
    domain, *_ = ring([f"x{place}" for place in places], ZZ)
    element = domain.from_dict(
        {
            tuple(decoded[key].get(place, 0) // units[place] for place in places): ZZ(int(value))
            for key, value in polynomial.items()
        }
    )
    _, factors = element.factor_list()
    result: list[Factor] = []
    for factor, exponent in factors:
        converted: Laurent = {
            sum(
                monomial(place, units[place] * power_of)
                for place, power_of in zip(places, powers, strict=True)
            ): int(value)
            for powers, value in factor.terms()
        }
        # A product of primitive polynomials with positive leading terms is one again.
        sign = -1 if converted[max(converted)] < 0 else 1
        result.append(({key: sign * value for key, value in converted.items()}, exponent))
    return result


def _primes(number: Fraction, step: int, table: Table) -> int:
    key = 0
    for value, sign in ((number.numerator, 1), (number.denominator, -1)):
        for prime, exponent in sympy.factorint(value).items():
            relation = (table.unit, constant(int(prime)))
            place = table.place(
                ("prime", int(prime)), Generator(sympy.Integer(prime), True, relation)
            )
            key += monomial(place, sign * step * int(exponent))
    return key


def _together(unknown: list[Factor], p: int, q: int, table: Table) -> Laurent | None:
    """Return the root of factors whose signs are not known."""
    if not unknown:
        return constant(1)
    if q % 2:
        return None
    outside: list[Factor] = []
    inside: list[Factor] = []
    for factor, exponent in unknown:
        quotient, remainder = divmod(exponent, q)
        outside.append((factor, quotient))
        inside.append((factor, remainder))
    radicand = constant(1)
    for factor, exponent in inside:
        radicand = multiply(radicand, power(factor, exponent))
    alone = [(factor, exponent % 2) for factor, exponent in inside if exponent]
    result = constant(1)
    for factor, quotient in outside:
        # A root that is real shows that what is alone under it is not negative.
        known = quotient % 2 == 0 or alone == [(factor, 1)]
        result = multiply(result, _absolute(factor, quotient * p, known, table))
    if radicand != constant(1):
        relation = (table.unit, radicand)
        key = ("root", frozenset(radicand.items()))
        place = table.place(key, Generator(None, False, relation))
        result = multiply(result, {monomial(place, table.unit // q * p): 1})
    return result


def _absolute(factor: Laurent, exponent: int, known: bool, table: Table) -> Laurent:
    """Return |factor| to a power; the factor itself where its sign cannot matter."""
    if exponent == 0:
        return constant(1)
    if known or exponent % 2 == 0:
        if len(factor) == 1:
            ((term, value),) = factor.items()
            return {term * exponent: value**exponent}
        return {monomial(table.sum(factor), table.unit * exponent): 1}
    key = ("absolute", frozenset(factor.items()))
    expression = sympy.Abs(table.expression(factor))
    relation = (2 * table.unit, power(factor, 2))
    place = table.place(key, Generator(expression, True, relation))
    return {monomial(place, table.unit * exponent): 1}
