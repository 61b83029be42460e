"""How large a random expression can get, from the supports of what it is made of."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from symppm.families import Family
from symppm.model.links import Logistic, Softplus
from symppm.model.nodes import AxisSum, Entry, entries

Parameters = Mapping[str, sympy.Expr]
Laws = Mapping[str, tuple[Family, Parameters]]
"""Family and parameters of every variable, by the variable's name."""


def upper_bound(expression: sympy.Expr, laws: Laws) -> sympy.Expr | None:
    """Return a bound free of random variables, or None where none is found.

    Sums are bounded term by term, products of nonnegative factors factor by factor, and a sum over
    an axis by its size times the bound of what is summed. The logistic function stays below one,
    and exp and softplus grow, so that a bound of their argument bounds them.
    """
    if not entries(expression):
        return expression
    if isinstance(expression, Entry):
        family, parameters = laws[expression.name]
        bound = family.upper_bound(parameters)
        return None if bound is None else upper_bound(bound, laws)
    if isinstance(expression, AxisSum):
        inner = upper_bound(expression.summand, laws)
        if inner is None or expression.bound in inner.free_symbols:
            return None
        return expression.size * inner
    if expression.is_Add:
        parts = [upper_bound(argument, laws) for argument in expression.args]
        return None if None in parts else sympy.Add(*parts)
    if expression.is_Mul:
        return _product(expression, laws)
    if isinstance(expression, Logistic):
        return sympy.S.One
    if isinstance(expression, (sympy.exp, Softplus)):
        inner = upper_bound(expression.args[0], laws)
        return None if inner is None else expression.func(inner)
    base, exponent = expression.as_base_exp()
    if expression.is_Pow and base.is_nonnegative and exponent.is_number and exponent.is_positive:
        inner = upper_bound(base, laws)
        return None if inner is None else inner**exponent
    return None


def _product(expression: sympy.Expr, laws: Laws) -> sympy.Expr | None:
    fixed, random = expression.as_independent(Entry)
    factors = sympy.Mul.make_args(random)
    if not all(factor.is_nonnegative for factor in factors):
        return None
    if fixed.is_nonpositive:
        return sympy.S.Zero
    if not fixed.is_nonnegative:
        return None
    parts = [upper_bound(factor, laws) for factor in factors]
    return None if None in parts else fixed * sympy.Mul(*parts)


def never_exceeds(low: sympy.Expr, high: sympy.Expr, laws: Laws) -> bool | None:
    """Tell whether one expression is at most another for all values of what they are made of."""
    gap = sympy.simplify(high - low)
    if gap.is_nonnegative:
        return True
    if gap.is_negative:
        return False
    bound = upper_bound(low, laws)
    if bound is not None and sympy.simplify(high - bound).is_nonnegative:
        return True
    return None
