"""Definitions of variance, covariance and correlation, and collecting the result."""

from __future__ import annotations

import sympy

from symppm.laws.collecting import as_product, named, same_quotient
from symppm.laws.graph import same_law
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.laws.questions import explicitly_same_law
from symppm.laws.rules.base import (
    Condition,
    Outcome,
    Rule,
    expected_conditions,
    expected_form,
    no_conditions,
)
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry


def _defined(node: sympy.Expr) -> sympy.Expr | None:
    if not isinstance(node, (Variance, Covariance)):
        return None
    first, second = (node.operands * 2)[:2]
    given = node.given
    return Expectation(first * second, given) - Expectation(first, given) * Expectation(
        second, given
    )


def _apply_definition(node: sympy.Expr, _: Declaration) -> Outcome | None:
    form = _defined(node)
    return None if form is None else Outcome(form)


def _check_definition(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    form = _defined(before)
    if form is None:
        return "not a variance or a covariance"
    return expected_form(outcome.after, form) or no_conditions(outcome)


def _correlation(first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    return Covariance(first, second) / (sympy.sqrt(Variance(first)) * sympy.sqrt(Variance(second)))


def _apply_correlation(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Correlation):
        return None
    first, second = node.operands
    if not same_law(first, second, declaration):
        return Outcome(_correlation(first, second))
    return Outcome(
        Covariance(first, second) / Variance(first), (Condition("same_law", (first, second)),)
    )


def _check_correlation(
    before: sympy.Expr, outcome: Outcome, declaration: Declaration
) -> str | None:
    if not isinstance(before, Correlation):
        return "not a correlation"
    first, second = before.operands
    if not outcome.conditions:
        return expected_form(outcome.after, _correlation(first, second))
    alike = isinstance(first, Entry) and isinstance(second, Entry) and first.label == second.label
    if not alike or not explicitly_same_law(first, second, declaration):
        return f"{first} and {second} need not have the same variance"
    form = Covariance(first, second) / Variance(first)
    return expected_form(outcome.after, form) or expected_conditions(
        outcome, (Condition("same_law", (first, second)),)
    )


def _apply_algebra(node: sympy.Expr, _: Declaration) -> Outcome | None:
    if node.has(Operator):
        return None
    collected = _without_minus(as_product(node))
    return None if collected == node else Outcome(collected)


def _without_minus(product: sympy.Expr) -> sympy.Expr:
    """Turn a sum around if that takes away a minus sign in front."""
    factors = list(sympy.Mul.make_args(product))
    place = next((n for n, factor in enumerate(factors) if factor.is_Add), None)
    if place is None or not product.as_coeff_Mul()[0].is_negative:
        return product
    return sympy.Mul(-1, *factors[:place], -factors[place], *factors[place + 1 :])


def _check_algebra(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    (left, right), _parts = named(before, outcome.after)
    if same_quotient(left, right):
        return no_conditions(outcome)
    difference = sympy.cancel(sympy.together(before - outcome.after))
    if difference != 0:
        return f"the two sides differ by {difference}"
    return no_conditions(outcome)


DEFINITION = Rule(
    "definition", "definition of variance and covariance", _apply_definition, _check_definition
)
CORRELATION = Rule(
    "correlation", "definition of the correlation", _apply_correlation, _check_correlation
)
ALGEBRA = Rule("algebra", "collecting terms", _apply_algebra, _check_algebra)
