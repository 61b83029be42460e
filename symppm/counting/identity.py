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
    found = set().union(*map(_denominators, expressions))
    unit = math.lcm(2, *(each for each in found if each <= _LARGEST_UNIT))
    return unit if unit <= _LARGEST_UNIT else 2


def _denominators(expression: sympy.Expr) -> set[int]:
    """Return denominators of exponents, times those of the roots that they stand under."""
    found: set[int] = set()
    seen: set[tuple[sympy.Basic, int]] = set()
    left: list[tuple[sympy.Basic, int]] = [(expression, 1)]
    while left:
        node, outer = left.pop()
        if (node, outer) in seen or outer > _LARGEST_UNIT:
            continue
        seen.add((node, outer))
        if isinstance(node, sympy.exp):
            for term in sympy.Add.make_args(sympy.expand(node.exp)):
                found.add(outer * int(term.as_coeff_Mul()[0].as_numer_denom()[1]))
        elif node.is_Pow and node.exp.is_Rational:
            outer *= int(node.exp.q)
            found.add(outer)
        left += [(inner, outer) for inner in node.args]
    return found


def _reduced(difference: Laurent, table: Table) -> Laurent:
    """Clear denominators and apply the relations, those found last first."""
    for place in reversed(range(len(table.generators))):
        relation = table.generators[place].relation
        if relation is not None and difference:
            difference = _without(difference, place, *relation)
    return difference


def _without(difference: Laurent, place: int, modulus: int, other: Laurent) -> Laurent:
    """Replace powers of a generator by what they equal, times a power that clears denominators."""
    parts: dict[tuple[int, int], Laurent] = {}
    for key, value in difference.items():
        exponent = exponent_of(key, place)
        if exponent == 0:
            parts.setdefault((0, 0), {})[key] = value
        else:
            whole, left = divmod(exponent, modulus)
            rest = key - monomial(place, exponent)
            parts.setdefault((whole, left), {})[rest] = value
    lowest = min(whole for whole, _ in parts)
    highest = max(whole for whole, _ in parts)
    if lowest == highest == 0:
        return difference
    result: Laurent = {}
    for left in {left for _, left in parts}:
        # Horner's scheme in the power of the generator.
        total: Laurent = {}
        for whole in range(highest, min(lowest, 0) - 1, -1):
            total = multiply(total, other) if total else {}
            add_to(total, parts.get((whole, left), {}))
        shift = monomial(place, left)
        add_to(result, {key + shift: value for key, value in total.items()})
    return result
