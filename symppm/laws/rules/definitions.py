"""Moments by their definitions, and collecting the result."""

from __future__ import annotations

from dataclasses import replace

import sympy

from symppm.laws.collecting import as_product, named, same_quotient
from symppm.laws.graph import same_law
from symppm.laws.operators import (
    Correlation,
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
)
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.questions import explicitly_same_law
from symppm.laws.rules.base import (
    Condition,
    Outcome,
    Rule,
    expected_conditions,
    expected_form,
)
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry


def _in_moments(node: Operator) -> sympy.Expr:
    """Write a variance, a covariance or a joint cumulant in joint moments."""
    return sympy.Add(
        *(
            cumulant_weight(len(blocks))
            * sympy.Mul(*(Expectation(sympy.Mul(*block), node.given) for block in blocks))
            for blocks in set_partitions(node.variables)
        )
    )


def _find_moments(node: Operator, _: Declaration) -> Outcome | None:
    return Outcome(_in_moments(node))


def _judge_moments(before: Operator, outcome: Outcome, _: Declaration) -> str | None:
    return expected_form(outcome.after, _in_moments(before)) or expected_conditions(outcome)


def _find_products(node: Cumulant, declaration: Declaration) -> Outcome | None:
    """Go to moments at once where factors are sums: pulled out, each runs over all indices."""
    if not any(sum(f.has(AxisSum) for f in o.args) > 1 for o in node.operands if o.is_Mul):
        return None
    return _find_moments(node, declaration)


def _correlation(first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    return Covariance(first, second) / (sympy.sqrt(Variance(first)) * sympy.sqrt(Variance(second)))


def _find_correlation(node: Correlation, declaration: Declaration) -> Outcome | None:
    first, second = node.operands
    if not same_law(first, second, declaration):
        return Outcome(_correlation(first, second))
    return Outcome(
        Covariance(first, second) / Variance(first), (Condition("same_law", (first, second)),)
    )


def _judge_correlation(
    before: Correlation, outcome: Outcome, declaration: Declaration
) -> str | None:
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


def _find_algebra(node: sympy.Expr, _: Declaration) -> Outcome | None:
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


def _judge_algebra(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    (left, right), _parts = named(before, outcome.after)
    if not same_quotient(left, right):
        difference = sympy.cancel(sympy.together(before - outcome.after))
        if difference != 0:
            return f"the two sides differ by {difference}"
    return expected_conditions(outcome)


DEFINITION = Rule(
    "definition",
    "definition of variance and covariance",
    (Variance, Covariance),
    _find_moments,
    _judge_moments,
)
CUMULANT_IN_MOMENTS = Rule(
    "cumulant_in_moments",
    "joint cumulant in joint moments",
    Cumulant,
    _find_moments,
    _judge_moments,
)
PRODUCTS_OF_SUMS = replace(CUMULANT_IN_MOMENTS, find=_find_products, unconditional=True)
CORRELATION = Rule(
    "correlation",
    "definition of the correlation",
    Correlation,
    _find_correlation,
    _judge_correlation,
)
ALGEBRA = Rule("algebra", "collecting terms", sympy.Expr, _find_algebra, _judge_algebra)
