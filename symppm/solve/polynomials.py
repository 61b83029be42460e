"""Sparse polynomials in one of their symbols at a time: what eliminations ask of them."""

from __future__ import annotations

import sympy
from sympy.polys.rings import PolyElement, PolyRing


class TooLargeError(Exception):
    """Raised where elimination would take too long, or cannot tell how many solutions there are."""


def _place(ring: PolyRing, letter: sympy.Symbol | PolyElement) -> int:
    return int(ring.symbols.index(letter.as_expr()))


def degree_in(polynomial: PolyElement, letter: sympy.Symbol | PolyElement) -> int:
    """Return the degree in one symbol; of zero, it is zero."""
    return max(0, polynomial.degree(_place(polynomial.ring, letter))) if polynomial else 0


def coefficients(polynomial: PolyElement, letter: sympy.Symbol | PolyElement) -> list[PolyElement]:
    """Return the coefficients of the powers of one symbol, from the constant upwards."""
    place = _place(polynomial.ring, letter)
    terms: list[dict[tuple[int, ...], object]] = [
        {} for _ in range(degree_in(polynomial, letter) + 1)
    ]
    for powers, coefficient in polynomial.terms():
        terms[powers[place]][(*powers[:place], 0, *powers[place + 1 :])] = coefficient
    return [polynomial.ring.from_dict(x) for x in terms]


def put_quotient(
    values: list[PolyElement], above: PolyElement, below: PolyElement, most_terms: int
) -> PolyElement:
    """Put a quotient into a polynomial of these coefficients, times what nothing is divided by."""
    total = values[0].ring.zero
    for power, value in enumerate(values):
        if value:
            product = value * below ** (len(values) - 1 - power)
            total += product * above**power if power else product
        if len(total) > most_terms:
            raise TooLargeError
    return total


def resultant(one: PolyElement, other: PolyElement, letter: sympy.Symbol) -> PolyElement:
    """Eliminate a symbol from two equations."""
    ring = one.ring
    first = ring.clone(symbols=(letter, *(s for s in ring.symbols if s != letter)))
    return one.set_ring(first).resultant(other.set_ring(first)).set_ring(ring)


def one_signed(factor: PolyElement) -> bool:
    """Tell whether a factor has positive symbols and coefficients of one sign: it is never zero."""
    powers = zip(factor.ring.symbols, factor.degrees(), strict=True)
    positive = all(symbol.is_positive for symbol, degree in powers if degree)
    return positive and len({coefficient > 0 for coefficient in factor.coeffs()}) == 1
