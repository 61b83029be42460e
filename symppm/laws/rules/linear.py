"""Moments of sums: every joint cumulant is a multilinear form, and so is the expectation."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import sympy

from symppm.laws.graph import covered
from symppm.laws.operators import Covariance, Cumulant, Expectation, Operator, Variance
from symppm.laws.polynomial import (
    Term,
    factors,
    is_random,
    outside_moments,
    random_terms,
    terms,
    with_own_bounds,
)
from symppm.laws.rules.base import Outcome, Rule, expected_conditions
from symppm.laws.world import agree
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry


def _joint(
    kind: type[Operator], factors: Sequence[Term], given: sympy.Tuple, declaration: Declaration
) -> sympy.Expr:
    """Return the product of coefficients times the sums of one moment of monomials."""
    apart = with_own_bounds(factors, given, declaration)
    coefficient = sympy.Mul(*(term.coefficient for term in apart))
    bounds = tuple(bound for term in apart for bound in term.bounds)
    inner = kind(*(term.monomial for term in apart), given)
    return Term(coefficient, sympy.S.One, bounds).with_summand(inner)


def _over_terms(
    node: Operator, operands: Sequence[Sequence[Term]], declaration: Declaration
) -> sympy.Expr:
    """Sum over all ways to choose a term of each operand."""
    choices = itertools.product(*operands)
    return sympy.Add(*(_joint(node.func, choice, node.given, declaration) for choice in choices))


def _is_single(terms_found: Sequence[Term], operand: sympy.Expr) -> bool:
    # Powers may cancel to one, which is a constant and no monomial of entries.
    return list(terms_found) == [Term(sympy.S.One, operand)] and is_random(operand)


def _find_expectation(node: Expectation, declaration: Declaration) -> Outcome | None:
    (operand,) = node.operands
    summands = terms(operand, declaration)
    if _is_single(summands, operand):
        return None
    fixed = [
        own.with_summand(sympy.S.One)
        for term in summands
        if not is_random(term.monomial)
        for own in with_own_bounds((term,), node.given, declaration)
    ]
    varying = [term for term in summands if is_random(term.monomial)]
    return Outcome(sympy.Add(*fixed, _over_terms(node, [varying], declaration)))


def _find_variance(node: Variance, declaration: Declaration) -> Outcome | None:
    (operand,) = node.operands
    summands, given = random_terms(operand, declaration), node.given
    if _is_single(summands, operand):
        return None
    own = (
        _joint(Covariance, (term, term), given, declaration)
        if term.bounds
        else term.coefficient**2 * Variance(term.monomial, given)
        for term in summands
    )
    mixed = (
        2 * _joint(Covariance, pair, given, declaration)
        for pair in itertools.combinations(summands, 2)
    )
    return Outcome(sympy.Add(*own, *mixed))


def _find_covariance(node: Covariance, declaration: Declaration) -> Outcome | None:
    first, second = node.operands
    if first == second:
        return Outcome(Variance(first, node.given))
    return _find_multilinear(node, declaration)


def _find_multilinear(node: Operator, declaration: Declaration) -> Outcome | None:
    operands = [random_terms(operand, declaration) for operand in node.operands]
    if all(map(_is_single, operands, node.operands)):
        return None
    return Outcome(_over_terms(node, operands, declaration))


def _find_cumulant(node: Cumulant, declaration: Declaration) -> Outcome | None:
    """Take sums apart before sums over an axis, which are left whole at first."""
    operands = [_outer_terms(operand) for operand in node.operands]
    if all(map(_is_single, operands, node.operands)):
        return _find_multilinear(node, declaration)
    return Outcome(_over_terms(node, operands, declaration))


def _outer_terms(operand: sympy.Expr) -> list[Term]:
    """Split an operand into its random terms, sums over an axis being left whole."""
    parts = (
        part.as_independent(Entry, AxisSum, as_Add=False) for part in sympy.Add.make_args(operand)
    )
    return [Term(fixed, random) for fixed, random in parts if is_random(random)]


def _form(node: Operator, declaration: Declaration) -> sympy.Expr:
    """Return the product of a moment's variables; all moments but the mean vanish on constants."""
    if isinstance(node, Expectation):
        return node.operands[0]
    varying = (random_terms(variable, declaration) for variable in node.variables)
    return sympy.Mul(*(sympy.Add(*(t.with_summand(t.monomial) for t in one)) for one in varying))


def _judge_form(before: Operator, outcome: Outcome, declaration: Declaration) -> str | None:
    """Compare moments as multilinear forms, in which products of the variables stand for them."""
    if is_random(outside_moments(outcome.after)):
        return "something random was moved out of the moment"
    for node in outcome.after.atoms(Operator):
        if len(node.variables) != len(before.variables) or node.given != before.given:
            return "the terms are not moments of the same order under the same condition"
    products = outcome.after.replace(
        lambda node: isinstance(node, Operator), lambda node: _form(node, declaration)
    )
    if not agree(products, _form(before, declaration), declaration):
        return "the terms do not add up to what is inside the moment"
    return expected_conditions(outcome)


def _find_known(node: Expectation, _: Declaration) -> Outcome | None:
    known: list[sympy.Expr] = []
    rest: list[sympy.Expr] = []
    for factor in factors(node.operands[0]):
        base = factor.as_base_exp()[0]
        (known if covered(base, node.given) else rest).append(factor)
    if not known:
        return None
    inner = Expectation(sympy.Mul(*rest), node.given) if rest else sympy.S.One
    return Outcome(sympy.Mul(*known) * inner)


def _judge_known(before: Expectation, outcome: Outcome, _: Declaration) -> str | None:
    inside = [f for f in sympy.Mul.make_args(outcome.after) if f.has(Operator)]
    outside = sympy.Mul(*(f for f in sympy.Mul.make_args(outcome.after) if not f.has(Operator)))
    if any(not isinstance(f, Expectation) or f.given != before.given for f in inside):
        return "not a product of what is known and an expectation under the same condition"
    left = sympy.Mul(*(f.operands[0] for f in inside))
    if sympy.expand(outside * left - before.operands[0]) != 0 or len(inside) > 1:
        return "the factors do not multiply to what is inside the expectation"
    if not is_random(outside):
        return "nothing that is known was taken out"
    for factor in factors(outside):
        if is_random(factor) and not covered(factor.as_base_exp()[0], before.given):
            return f"{factor} is not among what is given"
    return expected_conditions(outcome)


LINEARITY = Rule(
    "linearity", "linearity of the expectation", Expectation, _find_expectation, _judge_form
)
VARIANCE_OF_SUM = Rule(
    "variance_of_sum", "variance of a sum", Variance, _find_variance, _judge_form
)
BILINEARITY = Rule(
    "bilinearity", "bilinearity of the covariance", Covariance, _find_covariance, _judge_form
)
MULTILINEARITY = Rule(
    "multilinearity",
    "multilinearity of the joint cumulant",
    Cumulant,
    _find_cumulant,
    _judge_form,
)
KNOWN_FACTOR = Rule(
    "known_factor", "taking out what is known", Expectation, _find_known, _judge_known
)
