"""A sum over an axis of symbolic size, all of whose terms have the same law."""

from __future__ import annotations

import sympy

from symppm.laws.graph import known_behind
from symppm.laws.polynomial import is_random, no_sum, outside_moments
from symppm.laws.questions import explicitly_exchangeable
from symppm.laws.rules.base import Condition, Outcome, Rule, expected_conditions, expected_form
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, reindex


def _split(node: AxisSum, declaration: Declaration) -> sympy.Expr:
    """Return sum over the indices already in use, plus the others times one generic term."""
    axis = declaration.axis_of(node.bound)
    inner = node.summand.free_symbols - {node.bound}
    fixed = sorted(
        (
            letter
            for letter in inner
            if letter.is_integer and letter in axis.pool(2 * len(inner) + 2)
        ),
        key=lambda letter: letter.name,
    )
    listed = sympy.Add(*(reindex(node.summand, {node.bound: letter}) for letter in fixed))
    return listed + (node.size - len(fixed)) * node.summand


def _find(node: AxisSum, declaration: Declaration) -> Outcome | None:
    if is_random(outside_moments(node.summand)):
        return None
    for known in known_behind(node.summand, declaration):
        if node.bound in known.indices:
            raise no_sum(node.bound, known, declaration)
    condition = Condition("exchangeable", (node.bound, node.size))
    return Outcome(_split(node, declaration), (condition,))


def _judge(before: AxisSum, outcome: Outcome, declaration: Declaration) -> str | None:
    if is_random(outside_moments(before.summand)):
        return "not a sum of moments over an axis"
    if not explicitly_exchangeable(before, declaration):
        return f"the terms depend on known constants that differ with {before.bound}"
    return expected_form(outcome.after, _split(before, declaration)) or expected_conditions(
        outcome, (Condition("exchangeable", (before.bound, before.size)),)
    )


EXCHANGEABLE_SUM = Rule("exchangeable_sum", "sum over an exchangeable axis", AxisSum, _find, _judge)
