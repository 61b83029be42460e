"""The laws of total expectation, variance, covariance and cumulance, which are one law."""

from __future__ import annotations

import sympy

from symppm.laws.graph import deepest, parents_of, random_part
from symppm.laws.operators import (
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
    conditions_tuple,
    cumulant,
)
from symppm.laws.partitions import set_partitions
from symppm.laws.rules.base import Outcome, Rule, expected_conditions, expected_form
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry


def _total(node: Operator, given: sympy.Tuple) -> sympy.Expr:
    """Sum the cumulant of the conditional cumulants of blocks over all ways to make blocks."""
    return sympy.Add(
        *(
            cumulant([cumulant(block, given) for block in blocks])
            for blocks in set_partitions(node.variables)
        )
    )


def _find(node: Operator, declaration: Declaration) -> Outcome | None:
    expectation = isinstance(node, Expectation)
    if not expectation and not all(isinstance(operand, Entry) for operand in node.operands):
        return None
    entries = random_part(sympy.Tuple(*node.operands))
    last = deepest(entries, declaration)
    if not expectation and last != entries:
        return None
    above = frozenset().union(*(parents_of(entry, declaration) for entry in last))
    if not above:
        return None
    return Outcome(_total(node, conditions_tuple(above | (entries - last))))


def _judge(before: Operator, outcome: Outcome, _: Declaration) -> str | None:
    givens = {node.given for node in outcome.after.atoms(Operator) if node.given}
    if len(givens) != 1:
        return "not the sum over all ways to split the variables into blocks, given the same"
    form = _total(before, givens.pop())
    return expected_form(outcome.after, form) or expected_conditions(outcome)


TOTAL_EXPECTATION, TOTAL_VARIANCE, TOTAL_COVARIANCE, TOTAL_CUMULANCE = (
    Rule(f"total_{word}", f"law of total {word}", kind, _find, _judge, unconditional=True)
    for word, kind in (
        ("expectation", Expectation),
        ("variance", Variance),
        ("covariance", Covariance),
        ("cumulance", Cumulant),
    )
)
