"""The laws of total expectation, total variance and total covariance."""

from __future__ import annotations

import sympy

from symppm.laws.graph import deepest, parents_of, random_part
from symppm.laws.operators import (
    Covariance,
    Expectation,
    Operator,
    Variance,
    conditions_tuple,
)
from symppm.laws.rules.base import Outcome, Rule, expected_form, no_conditions
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry


def _apply_expectation(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Expectation) or node.given:
        return None
    (operand,) = node.operands
    last = deepest(operand, declaration)
    above = frozenset().union(*(parents_of(entry, declaration) for entry in last))
    if not above:
        return None
    given = conditions_tuple(above | (random_part(operand) - last))
    return Outcome(Expectation(Expectation(operand, given)))


def _check_expectation(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    after = outcome.after
    good = (
        isinstance(before, Expectation)
        and not before.given
        and isinstance(after, Expectation)
        and not after.given
        and isinstance(after.operands[0], Expectation)
        and after.operands[0].operands == before.operands
        and after.operands[0].given
    )
    return no_conditions(outcome) if good else "not of the form E[X] = E[E[X | Z]]"


def _apply_variance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Variance) or node.given:
        return None
    (operand,) = node.operands
    if not isinstance(operand, Entry):
        return None
    above = parents_of(operand, declaration)
    if not above:
        return None
    given = conditions_tuple(above)
    return Outcome(Expectation(Variance(operand, given)) + Variance(Expectation(operand, given)))


def _given_in(after: sympy.Expr, kind: type[Operator]) -> sympy.Tuple | None:
    givens = {node.given for node in after.atoms(kind) if node.given}
    return givens.pop() if len(givens) == 1 else None


def _check_variance(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    given = _given_in(outcome.after, Variance)
    if not isinstance(before, Variance) or before.given or given is None:
        return "not of the form Var[X] = E[Var[X | Z]] + Var[E[X | Z]]"
    (operand,) = before.operands
    form = Expectation(Variance(operand, given)) + Variance(Expectation(operand, given))
    return expected_form(outcome.after, form) or no_conditions(outcome)


def _apply_covariance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Covariance) or node.given:
        return None
    first, second = node.operands
    if not isinstance(first, Entry) or not isinstance(second, Entry):
        return None
    if declaration.depths[first.name] != declaration.depths[second.name]:
        return None
    above = parents_of(first, declaration) | parents_of(second, declaration)
    if not above:
        return None
    return Outcome(_total_covariance(first, second, conditions_tuple(above)))


def _total_covariance(first: sympy.Expr, second: sympy.Expr, given: sympy.Tuple) -> sympy.Expr:
    return Expectation(Covariance(first, second, given)) + Covariance(
        Expectation(first, given), Expectation(second, given)
    )


def _check_covariance(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    given = _given_in(outcome.after, Covariance)
    if not isinstance(before, Covariance) or before.given or given is None:
        return "not of the form Cov[X, Y] = E[Cov[X, Y | Z]] + Cov[E[X | Z], E[Y | Z]]"
    first, second = before.operands
    form = _total_covariance(first, second, given)
    return expected_form(outcome.after, form) or no_conditions(outcome)


TOTAL_EXPECTATION = Rule(
    "total_expectation", "law of total expectation", _apply_expectation, _check_expectation
)
TOTAL_VARIANCE = Rule("total_variance", "law of total variance", _apply_variance, _check_variance)
TOTAL_COVARIANCE = Rule(
    "total_covariance", "law of total covariance", _apply_covariance, _check_covariance
)
