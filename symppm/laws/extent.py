"""How large an expression becomes when it is multiplied out, seen before anything is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import sympy

_BEYOND: Final = 10**9
"""Whatever is larger counts as this."""


class Extent(NamedTuple):
    """Upper bounds.

    Attributes
    ----------
    above, below : int
        Degrees of the numerator and of the denominator.
    terms : int
        Of the longer of the two.
    bits : int
        Of the largest coefficient.
    """

    above: int = 0
    below: int = 0
    terms: int = 1
    bits: int = 0

    @property
    def degree(self) -> int:
        """The larger of the two degrees."""
        return max(self.above, self.below)


def extent(expression: sympy.Expr) -> Extent:
    """Bound the size of an expression; what is no power, sum or product is as large as inside."""
    if expression.is_Rational:
        return Extent(bits=(max(abs(expression.p), expression.q) - 1).bit_length())
    if not expression.args:
        return Extent(above=int(expression.is_Symbol))
    if expression.is_Pow and expression.exp.is_number and expression.exp.is_extended_real:
        return _to_the(extent(expression.base), expression.exp)
    parts = [extent(arg) for arg in expression.args]
    if expression.is_Mul:
        return _product(parts)
    if expression.is_Add:
        below = sum(part.below for part in parts)
        count = math.prod if below else sum
        return Extent(
            below + max(part.above - part.below for part in parts),
            below,
            _capped(count(part.terms for part in parts) * (len(parts) if below else 1)),
            (sum if below else max)(part.bits for part in parts) + (len(parts) - 1).bit_length(),
        )
    return Extent(*(max(values) for values in zip(*parts, strict=True)))


def _product(parts: Sequence[Extent]) -> Extent:
    above, below, terms, bits = zip(*parts, strict=True)
    return Extent(sum(above), sum(below), _capped(math.prod(terms)), sum(bits))


def _to_the(base: Extent, exponent: sympy.Expr) -> Extent:
    times = int(sympy.ceiling(min(abs(exponent), _BEYOND)))
    above, below = (base.above, base.below) if exponent.is_positive else (base.below, base.above)
    # So many products of as many factors are there; from one term comes one.
    few = base.terms == 1 or max(times, base.terms) < 1000
    terms = math.comb(base.terms + times - 1, times) if few else _BEYOND
    bits = times * (base.bits + (base.terms - 1).bit_length())
    return Extent(times * above, times * below, _capped(terms), bits)


def _capped(value: int) -> int:
    return min(value, _BEYOND)
