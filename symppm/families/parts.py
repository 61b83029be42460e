"""What formulas are made of: moments from other moments, and parts of densities that stay finite.

A Piecewise is compiled to a choice between values that are both computed, and differentiating it
multiplies the derivative of the one that is not chosen by zero, which is no number where that
derivative is infinite. So the choice is made inside, on the argument of what can be infinite.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

Sequence = Callable[[int], sympy.Expr]


def raw_from_central(order: int, origin: sympy.Expr, moment_about: Sequence) -> sympy.Expr:
    """Return E[X^n] as the sum over j of C(n, j) origin^(n - j) E[(X - origin)^j]."""
    ways = (sympy.binomial(order, j) * origin ** (order - j) for j in range(order + 1))
    return sympy.Add(*(count * moment_about(j) for j, count in enumerate(ways)))


def moment_from_cumulants(order: int, cumulant: Sequence) -> sympy.Expr:
    """Return a moment as the complete Bell polynomial of the cumulants."""
    cumulants = tuple(cumulant(j) for j in range(1, order + 1))
    if not cumulants:
        return sympy.S.One
    blocks = range(1, order + 1)
    return sympy.Add(*(sympy.bell(order, n, cumulants[: order - n + 1]) for n in blocks))


def cumulant_from_raw(order: int, raw_moment: Sequence) -> sympy.Expr:
    """Return a cumulant, by the recursion that takes off what lower cumulants contribute."""
    raw = [sympy.S.One, *(raw_moment(j) for j in range(1, order + 1))]
    cumulants = [sympy.S.Zero]
    for n in range(1, order + 1):
        lower = (sympy.binomial(n - 1, j - 1) * cumulants[j] * raw[n - j] for j in range(1, n))
        cumulants.append(sympy.expand(raw[n] - sympy.Add(*lower)))
    return cumulants[order]


def rising(start: sympy.Expr, order: int) -> sympy.Expr:
    """Return start (start + 1) ... (start + n - 1), or 1/((start - 1) ... (start - m)) at -m."""
    if order >= 0:
        return sympy.Mul(*(start + step for step in range(order)))
    return 1 / sympy.Mul(*(start - step for step in range(1, 1 - order)))


def inside(condition: sympy.Basic, value: sympy.Expr) -> sympy.Expr:
    """Return a value where a condition holds, and one elsewhere, as an argument for log."""
    return sympy.Piecewise((value, condition), (1, True))


def above(condition: sympy.Basic, probability: sympy.Expr) -> sympy.Expr:
    """Return a probability where a condition holds, and zero elsewhere."""
    return sympy.Piecewise((probability, condition), (0, True))


def times_log(count: sympy.Expr, number: sympy.Expr) -> sympy.Expr:
    """Return count log(number), zero where the count is zero, for whatever number.

    It costs one choice between numbers, next to a logarithm, and makes rates that are zero, or
    underflow to it, right together with their derivatives: 0 log(0) would be no number.
    """
    return count * sympy.log(inside(count > 0, number))


def log_binomial(total: sympy.Expr, count: sympy.Expr) -> sympy.Expr:
    """Return the logarithm of a binomial coefficient."""
    ways = sympy.loggamma(total + 1) - sympy.loggamma(count + 1)
    return ways - sympy.loggamma(total - count + 1)


def lower_gamma(shape: sympy.Expr, value: sympy.Expr) -> sympy.Expr:
    """Return lowergamma(shape, value)/gamma(shape), which a Gamma variable of rate one is below.

    SymPy would expand it for a shape that is a number into terms that overflow, so that it is
    left as it stands.
    """
    return _ratio(sympy.lowergamma, shape, value)


def upper_gamma(shape: sympy.Expr, value: sympy.Expr) -> sympy.Expr:
    """Return uppergamma(shape, value)/gamma(shape), which a Gamma variable of rate one is above."""
    return _ratio(sympy.uppergamma, shape, value)


def incomplete_beta(first: sympy.Expr, second: sympy.Expr, value: sympy.Expr) -> sympy.Expr:
    """Return the regularised incomplete beta function, which a Beta variable is below."""
    return sympy.betainc_regularized(first, second, 0, value)


def _ratio(function: type[sympy.Function], shape: sympy.Expr, value: sympy.Expr) -> sympy.Expr:
    shape, value = sympy.sympify(shape), sympy.sympify(value)
    return function(shape, value, evaluate=False) / sympy.gamma(shape, evaluate=False)
