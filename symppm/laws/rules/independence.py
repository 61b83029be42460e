"""What independence allows: split expectations, drop covariances, the variance of a product."""

from __future__ import annotations

from dataclasses import replace

import sympy

from symppm.laws.graph import independent, own_parts, random_part, settled
from symppm.laws.operators import Covariance, Expectation, Variance
from symppm.laws.polynomial import factors
from symppm.laws.questions import explicitly_apart, explicitly_independent, explicitly_settled
from symppm.laws.rules.base import Condition, Outcome, Rule, expected_conditions, expected_form
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum


def _groups(monomial: sympy.Expr, declaration: Declaration) -> list[sympy.Expr]:
    """Split a monomial into factors that are mutually independent, as fine as possible."""
    groups: list[sympy.Expr] = []
    for factor in factors(monomial):
        linked = [group for group in groups if not independent(group, factor, declaration)]
        groups = [group for group in groups if group not in linked]
        groups.append(sympy.Mul(factor, *linked))
    return sorted(groups, key=sympy.default_sort_key)


def _pairs(parts: list[sympy.Expr]) -> tuple[Condition, ...]:
    return tuple(
        Condition("independent", (one, two))
        for place, one in enumerate(parts)
        for two in parts[place + 1 :]
    )


def _apply_product(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Expectation):
        return None
    (operand,) = node.operands
    if node.given:
        powers = factors(operand)
        bases = [power.as_base_exp()[0] for power in powers]
        if not all(settled(base, node.given, declaration) for base in bases):
            return None
        parts = own_parts(powers, declaration)
        conditions = tuple(Condition("own_noise", (base, *node.given)) for base in bases)
    else:
        parts = _groups(operand, declaration)
        conditions = _pairs(parts)
    if len(parts) < 2:
        return None
    return Outcome(sympy.Mul(*(Expectation(part, node.given) for part in parts)), conditions)


def _check_product(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    if not isinstance(before, Expectation):
        return "not an expectation"
    parts: list[sympy.Expr] = []
    for factor in sympy.Mul.make_args(outcome.after):
        base, exponent = factor.as_base_exp()
        if not isinstance(base, Expectation) or base.given != before.given or exponent != 1:
            return "not a product of expectations under the same condition"
        parts.append(base.operands[0])
    if len(parts) < 2 or sympy.Mul(*parts) != before.operands[0]:
        return "the factors do not multiply to what is inside the expectation"
    if before.given:
        bases = [power.as_base_exp()[0] for part in parts for power in factors(part)]
        if not explicitly_apart(parts, declaration):
            return "the factors are not independent of each other"
        for base in bases:
            if not explicitly_settled(base, before.given, declaration):
                return f"{base} is not independent of the rest, given {before.given}"
        return expected_conditions(
            outcome, tuple(Condition("own_noise", (base, *before.given)) for base in bases)
        )
    wanted = _pairs(sorted(parts, key=sympy.default_sort_key))
    for condition in wanted:
        first, second = condition.arguments
        if not explicitly_independent(first, second, declaration):
            return f"{first} and {second} are not independent"
    return expected_conditions(outcome, wanted)


def _own_noise(node: Covariance, declaration: Declaration) -> tuple[Condition, ...] | None:
    if not all(
        len(random_part(operand)) == 1 and settled(operand, node.given, declaration)
        for operand in node.operands
    ):
        return None
    if len(own_parts(node.operands, declaration)) < 2:
        return None
    return tuple(Condition("own_noise", (operand, *node.given)) for operand in node.operands)


def _apply_covariance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Covariance):
        return None
    first, second = node.operands
    if node.given:
        if not all(operand.is_Atom or operand.args for operand in node.operands):
            return None
        conditions = _own_noise(node, declaration)
        return None if conditions is None else Outcome(sympy.S.Zero, conditions)
    if not independent(first, second, declaration):
        return None
    return Outcome(sympy.S.Zero, (Condition("independent", (first, second)),))


def _check_covariance(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    if not isinstance(before, Covariance) or outcome.after != 0:
        return "not of the form Cov[X, Y] = 0"
    first, second = before.operands
    if before.given:
        if not explicitly_apart(before.operands, declaration):
            return f"{first} and {second} are not independent"
        for operand in before.operands:
            if not explicitly_settled(operand, before.given, declaration):
                return f"{operand} is not independent of the rest, given {before.given}"
        wanted = tuple(
            Condition("own_noise", (operand, *before.given)) for operand in before.operands
        )
        return expected_conditions(outcome, wanted)
    if not explicitly_independent(first, second, declaration):
        return f"{first} and {second} are not independent"
    return expected_conditions(outcome, (Condition("independent", (first, second)),))


def _variance_of_product(first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    return (
        Expectation(first) ** 2 * Variance(second)
        + Expectation(second) ** 2 * Variance(first)
        + Variance(first) * Variance(second)
    )


def _apply_variance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Variance) or node.given:
        return None
    parts = _groups(node.operands[0], declaration)
    if len(parts) < 2:
        return None
    first, second = parts[0], sympy.Mul(*parts[1:])
    return Outcome(
        _variance_of_product(first, second), (Condition("independent", (first, second)),)
    )


def _check_variance(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    if not isinstance(before, Variance) or before.given:
        return "not an unconditional variance"
    if len(outcome.conditions) != 1 or outcome.conditions[0].kind != "independent":
        return "the rule needs one condition: that the two factors are independent"
    if len(outcome.conditions[0].arguments) != 2:
        return "independence is of two factors"
    first, second = outcome.conditions[0].arguments
    if first * second != before.operands[0]:
        return "the two factors do not multiply to what is inside the variance"
    if not explicitly_independent(first, second, declaration):
        return f"{first} and {second} are not independent"
    return expected_form(outcome.after, _variance_of_product(first, second))


INDEPENDENT_PRODUCT = Rule(
    "independent_product",
    "expectation of a product of independents",
    _apply_product,
    _check_product,
)
INDEPENDENT_COVARIANCE = Rule(
    "independent_covariance", "covariance of independents", _apply_covariance, _check_covariance
)
VARIANCE_OF_PRODUCT = Rule(
    "variance_of_product", "variance of a product of independents", _apply_variance, _check_variance
)


def _apply_sums(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    """Part independent sums before linearity splits each over the indices of the other."""
    if not isinstance(node, Expectation) or node.given:
        return None
    if sum(factor.has(AxisSum) for factor in factors(node.operands[0])) < 2:
        return None
    return _apply_product(node, declaration)


INDEPENDENT_SUMS = replace(INDEPENDENT_PRODUCT, apply=_apply_sums)
