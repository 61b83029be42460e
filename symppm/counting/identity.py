"""Whether two expressions are the same function, decided by exact algebra."""

from __future__ import annotations

import math

import sympy

from symppm.counting.constants import polynomial
from symppm.counting.laurent import (
    Laurent,
    add_to,
    exponent_of,
    monomial,
    multiply,
)
from symppm.counting.table import Table

_NO_NUMBERS = (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo)
_LARGEST_UNIT = 5040
"""Roots of a higher order are generators of their own, unrelated to others."""


def identical(first: sympy.Expr, second: sympy.Expr) -> bool:
    """Tell whether two expressions are the same function wherever all their roots are real.

    Symbols, known entries and functions of them become generators of a polynomial ring, with a
    relation for each denominator that is a sum and for each root; the difference is cleared of
    denominators and reduced by the relations. It is zero only if the expressions are equal.
    Powers of exponentials, of roots and of Gamma functions whose arguments differ by integers are
    recognized; other relations between functions (such as the reflection formula) are not.
    """
    if first.has(*_NO_NUMBERS) or second.has(*_NO_NUMBERS):
        return False
    if first == second:
        return True
    table = Table(_unit(first, second))
    difference = dict(polynomial(first, table))
    add_to(difference, polynomial(second, table), -1)
    return not _reduced(difference, table)


def _unit(*expressions: sympy.Expr) -> int:
    """Return the common denominator of all exponents that are no oddities."""
    denominators = set().union(*map(_denominators, expressions))
    unit = math.lcm(2, *(x for x in denominators if x <= _LARGEST_UNIT))
    return unit if unit <= _LARGEST_UNIT else 2


def _denominators(expression: sympy.Expr) -> set[int]:
    """Return denominators of exponents, times those of the roots that they stand under."""
    denominators: set[int] = set()
    visited: set[tuple[sympy.Basic, int]] = set()
    stack: list[tuple[sympy.Basic, int]] = [(expression, 1)]
    while stack:
        node, outer = stack.pop()
        if (node, outer) in visited or outer > _LARGEST_UNIT:
            continue
        visited.add((node, outer))
        if isinstance(node, sympy.exp):
            for term in sympy.Add.make_args(sympy.expand(node.exp)):
                denominators.add(outer * int(term.as_coeff_Mul()[0].as_numer_denom()[1]))
        elif node.is_Pow and node.exp.is_Rational:
            outer *= int(node.exp.q)
            denominators.add(outer)
        stack += [(inner, outer) for inner in node.args]
    return denominators


def _reduced(difference: Laurent, table: Table) -> Laurent:
    """Clear denominators and apply the relations, those found last first."""
    for place in reversed(range(len(table.generators))):
        relation = table.generators[place].relation
        if relation is not None and difference:
            difference = _without(difference, place, *relation)
    return difference


def _without(difference: Laurent, place: int, modulus: int, equivalent: Laurent) -> Laurent:
    """Replace powers of a generator by what they equal, times a power that clears denominators."""
    coefficients: dict[tuple[int, int], Laurent] = {}
    for key, value in difference.items():
        exponent = exponent_of(key, place)
        if exponent == 0:
            coefficients.setdefault((0, 0), {})[key] = value
        else:
            quotient, remainder = divmod(exponent, modulus)
            cofactor = key - monomial(place, exponent)
            coefficients.setdefault((quotient, remainder), {})[cofactor] = value
    lowest = min(quotient for quotient, _ in coefficients)
    highest = max(quotient for quotient, _ in coefficients)
    if lowest == highest == 0:
        return difference
    result: Laurent = {}
    for remainder in {remainder for _, remainder in coefficients}:
        # Horner's scheme in the power of the generator.
        total: Laurent = {}
        for quotient in range(highest, min(lowest, 0) - 1, -1):
            total = multiply(total, equivalent) if total else {}
            add_to(total, coefficients.get((quotient, remainder), {}))
        shift = monomial(place, remainder)
        add_to(result, {key + shift: value for key, value in total.items()})
    return result
