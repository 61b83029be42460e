"""Laurent polynomials with rational coefficients in explicit entries, as dictionaries."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy

from symppm.errors import LedgerError

Key = tuple[str, tuple[int, ...]]
Monomial = tuple[tuple[Key, int], ...]
Number = Any
"""A Fraction where it can be; else an exact SymPy number, such as a declared sqrt(2)."""
Polynomial = dict[Monomial, Number]


def exact(number: Number) -> Number:
    """Return a number in lowest terms; algebraic ones are simplified until equal ones are alike."""
    if isinstance(number, Fraction):
        return number
    reduced = sympy.radsimp(sympy.simplify(sympy.expand(number)))
    return Fraction(int(reduced.p), int(reduced.q)) if reduced.is_Rational else reduced


def constant(number: Number) -> Polynomial:
    """Return a polynomial that is a number."""
    return {(): number} if number else {}


def scale(polynomial: Polynomial, factor: Number) -> Polynomial:
    """Multiply by a number."""
    return {monomial: factor * value for monomial, value in polynomial.items()}


def add(polynomials: Iterable[Polynomial]) -> Polynomial:
    """Return the sum; terms that cancel are left out."""
    total: Polynomial = {}
    for polynomial in polynomials:
        for monomial, value in polynomial.items():
            total[monomial] = exact(total.get(monomial, Fraction(0)) + value)
    return {monomial: value for monomial, value in total.items() if value}


def multiply(first: Polynomial, second: Polynomial) -> Polynomial:
    """Return the product."""

    def products() -> Iterator[Polynomial]:
        for (one, x), (two, y) in itertools.product(first.items(), second.items()):
            powers = dict(one)
            for key, exponent in two:
                powers[key] = powers.get(key, 0) + exponent
            kept = ((key, exponent) for key, exponent in powers.items() if exponent)
            yield {tuple(sorted(kept)): x * y}

    return add(products())


def power(polynomial: Polynomial, exponent: int) -> Polynomial:
    """Return an integer power; a negative one only of a single term."""
    if exponent < 0:
        if len(polynomial) != 1:
            raise LedgerError(
                "the reciprocal of a sum of random variables",
                expected="a Laurent polynomial in the random variables",
                do="Such a moment has no exact value here.",
            )
        ((monomial, value),) = polynomial.items()
        return power({tuple((key, -n) for key, n in monomial): 1 / value}, -exponent)
    result = constant(Fraction(1))
    for _ in range(exponent):
        result = multiply(result, polynomial)
    return result


def substitute(formula: sympy.Expr, parts: Mapping[sympy.Symbol, Polynomial]) -> Polynomial:
    """Put polynomials for the symbols of a rational formula."""
    if formula in parts:
        return parts[formula]
    if formula.is_Rational:
        return constant(Fraction(int(formula.p), int(formula.q)))
    if formula.is_Add:
        return add(substitute(argument, parts) for argument in formula.args)
    if formula.is_Mul:
        product = constant(Fraction(1))
        for argument in formula.args:
            product = multiply(product, substitute(argument, parts))
        return product
    base, exponent = formula.as_base_exp()
    if exponent.is_Integer and base != formula:
        return power(substitute(base, parts), int(exponent))
    raise LedgerError(
        f"the moment {formula}",
        expected="a rational function of the parameters",
        do="Such a moment cannot be checked with rationals.",
    )
