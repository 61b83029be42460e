"""Raw moments from factorial moments, central moments and cumulants, and cumulants from them."""

from __future__ import annotations

from collections.abc import Callable

import sympy
from sympy.functions.combinatorial.numbers import stirling

Sequence = Callable[[int], sympy.Expr]


def raw_from_factorial(order: int, factorial_moment: Sequence) -> sympy.Expr:
    """Return E[X^n] as the sum over j of S(n, j) E[X (X - 1) ... (X - j + 1)]."""
    return sympy.Add(*(stirling(order, j) * factorial_moment(j) for j in range(order + 1)))


def raw_from_central(order: int, origin: sympy.Expr, moment_about: Sequence) -> sympy.Expr:
    """Return E[X^n] as the sum over j of C(n, j) origin^(n - j) E[(X - origin)^j]."""
    return sympy.Add(
        *(
            sympy.binomial(order, j) * origin ** (order - j) * moment_about(j)
            for j in range(order + 1)
        )
    )


def moment_from_cumulants(order: int, cumulant: Sequence) -> sympy.Expr:
    """Return a moment as the complete Bell polynomial of the cumulants."""
    cumulants = tuple(cumulant(j) for j in range(1, order + 1))
    if not cumulants:
        return sympy.S.One
    return sympy.Add(
        *(
            sympy.bell(order, blocks, cumulants[: order - blocks + 1])
            for blocks in range(1, order + 1)
        )
    )


def cumulant_from_raw(order: int, raw_moment: Sequence) -> sympy.Expr:
    """Return a cumulant, by the recursion that takes off what lower cumulants contribute."""
    raw = [sympy.S.One, *(raw_moment(j) for j in range(1, order + 1))]
    cumulants = [sympy.S.Zero]
    for n in range(1, order + 1):
        lower = (sympy.binomial(n - 1, j - 1) * cumulants[j] * raw[n - j] for j in range(1, n))
        cumulants.append(sympy.expand(raw[n] - sympy.Add(*lower)))
    return cumulants[order]
