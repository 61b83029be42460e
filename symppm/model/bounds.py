"""How large a random expression can get, and what it sums to, from what it is made of."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from symppm.families import JointFamily
from symppm.model.declaration import KnownArray, Variable
from symppm.model.links import Logistic, Softplus
from symppm.model.nodes import AxisSum, Entry, Indexed, entries

Laws = Mapping[str, Variable | KnownArray]
"""Variables and known arrays by name."""


def upper_bound(expression: sympy.Expr, laws: Laws) -> sympy.Expr | None:
    """Return a bound free of random variables, or None where none is found.

    Sums are bounded term by term, products of nonnegative factors factor by factor, and a sum over
    an axis by its size, or the total of the vector that is among the factors, times the bound of
    what is summed besides. The logistic function stays below one, and exp and softplus grow, so
    that a bound of their argument bounds them.
    """
    if not entries(expression):
        return expression
    if isinstance(expression, Entry):
        variable = laws[expression.name]
        bound = (
            variable.family.upper_bound(variable.parameters)
            if isinstance(variable, Variable)
            else None
        )
        return None if bound is None else upper_bound(bound, laws)
    if isinstance(expression, AxisSum):
        return _of_sum(expression, laws)
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


def _of_sum(expression: AxisSum, laws: Laws) -> sympy.Expr | None:
    summand, letter, size = expression.summand, expression.bound, expression.size
    for vector in sympy.Mul.make_args(summand):
        whole = total(vector, letter, size, laws) if isinstance(vector, Indexed) else None
        weights = None if whole is None else upper_bound(whole, laws)
        if weights is None or not vector.is_nonnegative:
            continue
        rest = upper_bound(summand / vector, laws)
        if rest is not None and rest.is_nonnegative and letter not in rest.free_symbols:
            return weights * rest
    inner = upper_bound(summand, laws)
    return None if inner is None or letter in inner.free_symbols else size * inner


def total(
    expression: sympy.Expr, letter: sympy.Symbol, size: sympy.Expr, laws: Laws
) -> sympy.Expr | None:
    """Return the sum over an index, or None where vectors of a known total do not tell it."""
    if letter not in expression.free_symbols:
        return size * expression
    if isinstance(expression, Indexed):
        return _of_vector(expression, letter, laws)
    if isinstance(expression, AxisSum):
        inner = total(expression.summand, letter, size, laws)
        return None if inner is None else total(inner, expression.bound, expression.size, laws)
    if expression.is_Add:
        parts = [total(argument, letter, size, laws) for argument in expression.args]
        return None if None in parts else sympy.Add(*parts)
    fixed, moving = expression.as_independent(letter, as_Add=False)
    if fixed == 1:
        return None
    inner = total(moving, letter, size, laws)
    return None if inner is None else fixed * inner


def _of_vector(entry: Indexed, letter: sympy.Symbol, laws: Laws) -> sympy.Expr | None:
    array = laws[entry.name]
    if array.over is None or entry.indices.count(letter) > 1:
        return None
    if entry.indices[array.axes.index(array.over)] != letter:
        return None
    if isinstance(array, KnownArray):
        return sympy.S.One
    known = isinstance(array.family, JointFamily) and array.family.total(
        array.parameters_at(entry.indices)
    )
    return known or None


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
