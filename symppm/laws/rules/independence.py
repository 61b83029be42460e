"""What independence allows: to split expectations, drop cumulants, and add up those of terms."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import sympy

from symppm.laws.graph import dependent_groups, independent, own_parts, settled
from symppm.laws.operators import (
    Covariance,
    Cumulant,
    Expectation,
    Operator,
    Variance,
    cumulant,
)
from symppm.laws.polynomial import factors, fresh_index
from symppm.laws.questions import explicitly_apart, explicitly_together
from symppm.laws.rules.base import (
    Condition,
    Outcome,
    Rule,
    expected_form,
    expected_independence,
    own_noise,
)
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, reindex


def _independent_factors(monomial: sympy.Expr, declaration: Declaration) -> list[sympy.Expr]:
    """Split a monomial into factors that are mutually independent, as fine as possible."""
    groups = dependent_groups(factors(monomial), declaration)
    return sorted((sympy.Mul(*group) for group in groups), key=sympy.default_sort_key)


def _pairs(parts: Sequence[sympy.Expr]) -> tuple[Condition, ...]:
    return tuple(Condition("independent", pair) for pair in itertools.combinations(parts, 2))


def _bases(parts: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    return [power.as_base_exp()[0] for part in parts for power in factors(part)]


def _find_product(node: Expectation, declaration: Declaration) -> Outcome | None:
    (operand,) = node.operands
    if node.given:
        bases = _bases([operand])
        if not all(settled(base, node.given, declaration) for base in bases):
            return None
        parts = own_parts(factors(operand), declaration)
        conditions = own_noise(bases, node.given)
    else:
        parts = _independent_factors(operand, declaration)
        conditions = _pairs(parts)
    if len(parts) < 2:
        return None
    return Outcome(sympy.Mul(*(Expectation(part, node.given) for part in parts)), conditions)


def _find_sums(node: Expectation, declaration: Declaration) -> Outcome | None:
    """Part independent sums before linearity splits each over the indices of the other."""
    if sum(factor.has(AxisSum) for factor in factors(node.operands[0])) < 2:
        return None
    return _find_product(node, declaration)


def _judge_product(before: Expectation, outcome: Outcome, declaration: Declaration) -> str | None:
    parts: list[sympy.Expr] = []
    for factor in sympy.Mul.make_args(outcome.after):
        if not isinstance(factor, Expectation) or factor.given != before.given:
            return "not a product of expectations under the same condition"
        parts += factor.operands
    if len(parts) < 2 or sympy.Mul(*parts) != before.operands[0]:
        return "the factors do not multiply to what is inside the expectation"
    if not before.given:
        required = _pairs(sorted(parts, key=sympy.default_sort_key))
    elif explicitly_apart(parts, declaration):
        required = own_noise(_bases(parts), before.given)
    else:
        return "the factors are not independent of each other"
    return expected_independence(outcome, required, declaration)


def _find_zero(node: Operator, declaration: Declaration) -> Outcome | None:
    operands = node.operands
    if node.given:
        apart = (
            all(
                isinstance(one, Entry) and settled(one, node.given, declaration) for one in operands
            )
            and len(own_parts(operands, declaration)) > 1
        )
        return Outcome(sympy.S.Zero, own_noise(operands, node.given)) if apart else None
    first, *others = dependent_groups(operands, declaration)
    if not others:
        return None
    sides = (sympy.Mul(*first), sympy.Mul(*itertools.chain.from_iterable(others)))
    return Outcome(sympy.S.Zero, (Condition("independent", sides),))


def _judge_zero(before: Operator, outcome: Outcome, declaration: Declaration) -> str | None:
    if outcome.after != 0:
        return "the moment of what is independent is zero"
    if before.given:
        if explicitly_together(before.operands, declaration):
            return f"{before.operands[0]} is not independent of the others"
        required = own_noise(before.operands, before.given)
        return expected_independence(outcome, required, declaration)
    if len(outcome.conditions) != 1 or outcome.conditions[0].kind != "independent":
        return "the rule needs one condition: that two groups of variables are independent"
    if not _splits(before.operands, outcome.conditions[0].arguments):
        return "the two groups are not those of the moment"
    return expected_independence(outcome, outcome.conditions, declaration)


def _splits(operands: Sequence[sympy.Expr], sides: Sequence[sympy.Expr]) -> bool:
    """Tell whether operands fall into two groups with these products, none of them empty."""
    places = range(len(operands))
    return any(
        tuple(sides)
        == (
            sympy.Mul(*(operands[n] for n in group)),
            sympy.Mul(*(operands[n] for n in places if n not in group)),
        )
        for count in places[1:]
        for group in itertools.combinations(places, count)
    )


def _variance_of_product(first: sympy.Expr, second: sympy.Expr) -> sympy.Expr:
    return (
        Expectation(first) ** 2 * Variance(second)
        + Expectation(second) ** 2 * Variance(first)
        + Variance(first) * Variance(second)
    )


def _find_variance(node: Variance, declaration: Declaration) -> Outcome | None:
    first, *others = _independent_factors(node.operands[0], declaration)
    if not others:
        return None
    sides = (first, sympy.Mul(*others))
    return Outcome(_variance_of_product(*sides), (Condition("independent", sides),))


def _judge_variance(before: Variance, outcome: Outcome, declaration: Declaration) -> str | None:
    if [condition.kind for condition in outcome.conditions] != ["independent"]:
        return "the rule needs one condition: that the two factors are independent"
    sides = outcome.conditions[0].arguments
    if len(sides) != 2 or sympy.Mul(*sides) != before.operands[0]:
        return "the two factors do not multiply to what is inside the variance"
    return expected_form(outcome.after, _variance_of_product(*sides)) or expected_independence(
        outcome, outcome.conditions, declaration
    )


def _additive(node: Cumulant, declaration: Declaration) -> Outcome | None:
    """Return the sum of cumulants of terms with one index, if all operands are such sums.

    It takes that terms with different indices are independent.
    """
    operands = node.operands
    if not all(isinstance(operand, AxisSum) for operand in operands):
        return None
    if len({operand.size for operand in operands}) > 1:
        return None
    if any(operand.summand.has(AxisSum, Operator) for operand in operands):
        return None
    bound, size = operands[0].bound, operands[0].size
    if any(bound in operand.free_symbols for operand in operands):
        return None
    inner = cumulant([reindex(operand.summand, {operand.bound: bound}) for operand in operands])
    term = sympy.Mul(*dict.fromkeys(inner.operands))
    other = fresh_index(bound, inner.free_symbols, declaration)
    apart = Condition("independent", (term, reindex(term, {bound: other})))
    return Outcome(AxisSum(inner, bound, size), (apart,))


def _find_additive(node: Cumulant, declaration: Declaration) -> Outcome | None:
    form = _additive(node, declaration)
    if form is None:
        return None
    first, second = form.conditions[0].arguments
    return form if independent(first, second, declaration) else None


def _judge_additive(before: Cumulant, outcome: Outcome, declaration: Declaration) -> str | None:
    form = _additive(before, declaration)
    if form is None:
        return "not a joint cumulant of sums over one axis"
    return expected_form(outcome.after, form.after) or expected_independence(
        outcome, form.conditions, declaration
    )


INDEPENDENT_PRODUCT = Rule(
    "independent_product",
    "expectation of a product of independents",
    Expectation,
    _find_product,
    _judge_product,
)
INDEPENDENT_SUMS = replace(INDEPENDENT_PRODUCT, find=_find_sums, unconditional=True)
INDEPENDENT_COVARIANCE = Rule(
    "independent_covariance",
    "covariance of independents",
    Covariance,
    _find_zero,
    _judge_zero,
)
INDEPENDENT_CUMULANT = Rule(
    "independent_cumulant",
    "joint cumulant of independents",
    Cumulant,
    _find_zero,
    _judge_zero,
)
VARIANCE_OF_PRODUCT = Rule(
    "variance_of_product",
    "variance of a product of independents",
    Variance,
    _find_variance,
    _judge_variance,
    unconditional=True,
)
SUM_OF_INDEPENDENTS = Rule(
    "sum_of_independents",
    "joint cumulant of sums of independent terms",
    Cumulant,
    _find_additive,
    _judge_additive,
    unconditional=True,
)
