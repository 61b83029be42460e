"""Questions about sparse polynomials in unknowns and targets."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy.polys.rings import PolyElement, PolyRing, ring

from symppm.solve.program import Sample

_DIGITS = 40
_TOLERANCE = sympy.Float("1e-20")


def as_polynomials(
    residuals: Sequence[sympy.Expr], symbols: Sequence[sympy.Symbol]
) -> tuple[list[PolyElement], PolyRing]:
    """Return the numerators of rational functions as polynomials in the given symbols."""
    made = ring(symbols, sympy.QQ)[0]
    numerators = [sympy.fraction(sympy.together(residual))[0] for residual in residuals]
    return [made.from_expr(sympy.expand(numerator)) for numerator in numerators], made


def one_signed(factor: PolyElement) -> bool:
    """Tell whether a factor has positive symbols and coefficients of one sign: it is never zero."""
    powers = zip(factor.ring.symbols, zip(*factor, strict=True), strict=True)
    positive = all(symbol.is_positive for symbol, counts in powers if any(counts))
    signs = {coefficient > 0 for coefficient in factor.coeffs()}
    return positive and len(signs) == 1


def vanishes(factor: PolyElement, samples: Sequence[Sample]) -> bool:
    """Tell whether a polynomial is zero at the samples."""
    expression = factor.as_expr()
    return all(_is_zero(expression, sample) for sample in samples[:3])


def _is_zero(expression: sympy.Expr, sample: Sample) -> bool:
    value = expression.xreplace(dict(sample))
    return bool(value == 0 or abs(value.evalf(_DIGITS)) < _TOLERANCE)


def degree_in(
    polynomial: PolyElement, unknown: sympy.Symbol, symbols: Sequence[sympy.Symbol]
) -> int:
    """Return the degree in one unknown."""
    place = list(symbols).index(unknown)
    return max((int(monomial[place]) for monomial in polynomial), default=0)


def total_degree(
    polynomial: PolyElement, unknowns: Sequence[sympy.Symbol], symbols: Sequence[sympy.Symbol]
) -> int:
    """Return the degrees in several unknowns, added up."""
    return sum(degree_in(polynomial, unknown, symbols) for unknown in unknowns)


def coefficients_in(
    polynomial: PolyElement, unknown: sympy.Symbol, symbols: Sequence[sympy.Symbol]
) -> dict[int, PolyElement]:
    """Return the coefficient of every power of one unknown."""
    place = list(symbols).index(unknown)
    found: dict[int, dict[tuple[int, ...], object]] = {}
    for monomial, coefficient in polynomial.terms():
        power = int(monomial[place])
        bare = (*monomial[:place], 0, *monomial[place + 1 :])
        found.setdefault(power, {})[bare] = coefficient
    return {power: polynomial.ring.from_dict(terms) for power, terms in found.items()}
