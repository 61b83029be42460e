"""Linearity of the expectation, bilinearity of the covariance, the variance of a sum."""

from __future__ import annotations

import sympy

from symppm.laws.graph import covered
from symppm.laws.operators import Covariance, Expectation, Operator, Variance
from symppm.laws.polynomial import (
    Term,
    factors,
    is_random,
    random_terms,
    terms,
    with_own_bounds,
)
from symppm.laws.questions import same_polynomial
from symppm.laws.rules.base import Outcome, Rule, no_conditions
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum


def _plain(found: list[Term], operand: sympy.Expr) -> bool:
    # Powers may cancel to one, which is a constant and no monomial of entries.
    alone = len(found) == 1 and not found[0].bounds and found[0].monomial == operand
    return alone and is_random(operand)


def _apply_expectation(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Expectation):
        return None
    (operand,) = node.operands
    found = terms(operand, declaration)
    if _plain(found, operand):
        return None
    return Outcome(
        sympy.Add(
            *(
                term.with_summand(Expectation(term.monomial, node.given))
                if is_random(term.monomial)
                else term.with_summand(sympy.S.One)
                for each in found
                for term in with_own_bounds((each,), node.given, declaration)
            )
        )
    )


def _unwrap(expression: sympy.Expr, given: sympy.Tuple) -> sympy.Expr | None:
    """Replace E[X | given] by X; None if any other operator occurs."""
    if any(
        not isinstance(node, Expectation) or node.given != given
        for node in expression.atoms(Operator)
    ):
        return None
    return expression.replace(
        lambda node: isinstance(node, Expectation), lambda node: node.operands[0]
    )


def _check_expectation(
    before: sympy.Expr, outcome: Outcome, declaration: Declaration
) -> str | None:
    if not isinstance(before, Expectation):
        return "not an expectation"
    bare = outcome.after.replace(lambda node: isinstance(node, Operator), lambda _: sympy.S.Zero)
    if is_random(bare):
        return "something random was moved out of the expectation"
    inside = _unwrap(outcome.after, before.given)
    if inside is None or not same_polynomial(inside, before.operands[0], declaration):
        return "the terms do not add up to what is inside the expectation"
    return no_conditions(outcome)


def _apply_known(node: sympy.Expr, _: Declaration) -> Outcome | None:
    if not isinstance(node, Expectation) or not node.given:
        return None
    known: list[sympy.Expr] = []
    rest: list[sympy.Expr] = []
    for factor in factors(node.operands[0]):
        base = factor.as_base_exp()[0]
        (known if covered(base, node.given) else rest).append(factor)
    if not known:
        return None
    inner = Expectation(sympy.Mul(*rest), node.given) if rest else sympy.S.One
    return Outcome(sympy.Mul(*known) * inner)


def _check_known(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    if not isinstance(before, Expectation):
        return "not an expectation"
    inside = _unwrap(outcome.after, before.given)
    if inside is None or sympy.expand(inside - before.operands[0]) != 0:
        return "the factors do not multiply to what is inside the expectation"
    outside = sympy.Mul(*(f for f in sympy.Mul.make_args(outcome.after) if not f.has(Expectation)))
    if not is_random(outside):
        return "nothing that is known was taken out"
    for factor in factors(outside):
        if is_random(factor) and not covered(factor.as_base_exp()[0], before.given):
            return f"{factor} is not among what is given"
    return no_conditions(outcome)


def _pair(first: Term, second: Term, given: sympy.Tuple, declaration: Declaration) -> sympy.Expr:
    """Return coefficient * sums of Cov[monomial, monomial]."""
    one, two = with_own_bounds((first, second), given, declaration)
    inner: sympy.Expr = Covariance(one.monomial, two.monomial, given)
    for bound, size in reversed((*one.bounds, *two.bounds)):
        inner = AxisSum(inner, bound, size)
    return one.coefficient * two.coefficient * inner


def _apply_variance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Variance):
        return None
    (operand,) = node.operands
    found = terms(operand, declaration)
    if _plain(found, operand):
        return None
    varying = random_terms(operand, declaration)
    total = sympy.S.Zero
    for place, term in enumerate(varying):
        if term.bounds:
            total += _pair(term, term, node.given, declaration)
        else:
            total += term.coefficient**2 * Variance(term.monomial, node.given)
        for other in varying[place + 1 :]:
            total += 2 * _pair(term, other, node.given, declaration)
    return Outcome(total)


def _apply_covariance(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Covariance):
        return None
    first, second = node.operands
    if first == second:
        return Outcome(Variance(first, node.given))
    found = [terms(operand, declaration) for operand in node.operands]
    if _plain(found[0], first) and _plain(found[1], second):
        return None
    return Outcome(
        sympy.Add(
            *(
                _pair(one, two, node.given, declaration)
                for one in found[0]
                if is_random(one.monomial)
                for two in found[1]
                if is_random(two.monomial)
            )
        )
    )


def _as_products(expression: sympy.Expr, given: sympy.Tuple) -> sympy.Expr | None:
    """Replace Var[X] by X^2 and Cov[X, Y] by X Y; None if any other operator occurs."""
    for node in expression.atoms(Operator):
        if not isinstance(node, (Variance, Covariance)) or node.given != given:
            return None
    return expression.replace(
        lambda node: isinstance(node, Variance), lambda node: node.operands[0] ** 2
    ).replace(
        lambda node: isinstance(node, Covariance), lambda node: node.operands[0] * node.operands[1]
    )


def _check_bilinear(before: Operator, outcome: Outcome, declaration: Declaration) -> str | None:
    bare = outcome.after.replace(lambda node: isinstance(node, Operator), lambda _: sympy.S.Zero)
    if is_random(bare):
        return "something random was moved out of the covariance"
    # A covariance is a bilinear form that vanishes on constants: compare the form on XY.
    centred = [
        sympy.Add(
            *(term.with_summand(term.monomial) for term in random_terms(operand, declaration))
        )
        for operand in (before.operands * 2)[:2]
    ]
    products = _as_products(outcome.after, before.given)
    if products is None or not same_polynomial(products, centred[0] * centred[1], declaration):
        return "the terms do not add up to the bilinear form"
    return no_conditions(outcome)


def _check_variance(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    if not isinstance(before, Variance):
        return "not a variance"
    return _check_bilinear(before, outcome, declaration)


def _check_covariance(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    if not isinstance(before, Covariance):
        return "not a covariance"
    first, second = before.operands
    if first == second and outcome.after == Variance(first, before.given):
        return no_conditions(outcome)
    return _check_bilinear(before, outcome, declaration)


LINEARITY = Rule(
    "linearity", "linearity of the expectation", _apply_expectation, _check_expectation
)
KNOWN_FACTOR = Rule("known_factor", "taking out what is known", _apply_known, _check_known)
VARIANCE_OF_SUM = Rule("variance_of_sum", "variance of a sum", _apply_variance, _check_variance)
BILINEARITY = Rule(
    "bilinearity", "bilinearity of the covariance", _apply_covariance, _check_covariance
)
