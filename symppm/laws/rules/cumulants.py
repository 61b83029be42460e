"""Joint cumulants of three and more variables: the laws that variance and covariance begin."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

import sympy

from symppm.laws.graph import independent, own_parts, parents_of, settled
from symppm.laws.operators import Cumulant, Expectation, Operator, conditions_tuple, cumulant
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.polynomial import (
    Term,
    fresh_index,
    is_random,
    random_terms,
    with_own_bounds,
)
from symppm.laws.questions import (
    explicitly_independent,
    explicitly_settled,
    explicitly_together,
    same_polynomial,
)
from symppm.laws.rules.base import (
    Condition,
    Outcome,
    Rule,
    expected_conditions,
    expected_form,
    no_conditions,
)
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, reindex


def _total(operands: Sequence[sympy.Expr], given: sympy.Tuple) -> sympy.Expr:
    return sympy.Add(
        *(
            cumulant([cumulant(block, given) for block in blocks])
            for blocks in set_partitions(operands)
        )
    )


def _apply_total(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Cumulant) or node.given:
        return None
    if not all(isinstance(operand, Entry) for operand in node.operands):
        return None
    if len({declaration.depths[operand.name] for operand in node.operands}) > 1:
        return None
    above = frozenset().union(*(parents_of(operand, declaration) for operand in node.operands))
    if not above:
        return None
    return Outcome(_total(node.operands, conditions_tuple(above)))


def _check_total(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    givens = {node.given for node in outcome.after.atoms(Operator) if node.given}
    if not isinstance(before, Cumulant) or before.given or len(givens) != 1:
        return "not the sum over all ways to split the variables into blocks"
    return expected_form(outcome.after, _total(before.operands, givens.pop())) or no_conditions(
        outcome
    )


def _combined(chosen: Sequence[Term], given: sympy.Tuple, declaration: Declaration) -> sympy.Expr:
    """Return the product of coefficients times the sums of one cumulant of monomials."""
    apart = with_own_bounds(chosen, given, declaration)
    inner = cumulant([term.monomial for term in apart], given)
    for term in reversed(apart):
        for bound, size in reversed(term.bounds):
            inner = AxisSum(inner, bound, size)
    return sympy.Mul(*(term.coefficient for term in chosen), inner)


def _apply_multilinear(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Cumulant):
        return None
    found = [_outer_terms(operand) for operand in node.operands]
    if all(each == [Term(sympy.S.One, o)] for each, o in zip(found, node.operands, strict=True)):
        found = [random_terms(operand, declaration) for operand in node.operands]
    if all(
        [term.monomial for term in each] == [operand] and not each[0].bounds
        for each, operand in zip(found, node.operands, strict=True)
    ):
        return None
    return Outcome(
        sympy.Add(
            *(_combined(chosen, node.given, declaration) for chosen in itertools.product(*found))
        )
    )


def _outer_terms(operand: sympy.Expr) -> list[Term]:
    """Split an operand into its random terms, sums over an axis being left whole."""
    found = []
    for part in sympy.Add.make_args(operand):
        fixed, random = part.as_independent(Entry, AxisSum, as_Add=False)
        if is_random(random):
            found.append(Term(fixed, random))
    return found


def _check_multilinear(
    before: sympy.Expr, outcome: Outcome, declaration: Declaration
) -> str | None:
    if not isinstance(before, Cumulant):
        return "not a joint cumulant"
    hidden = outcome.after.replace(lambda node: isinstance(node, Operator), lambda _: sympy.S.Zero)
    if is_random(hidden):
        return "something random was moved out of the cumulant"
    order = len(before.operands)
    for node in outcome.after.atoms(Operator):
        alike = isinstance(node, Cumulant) and len(node.operands) == order
        if not alike or node.given != before.given:
            return "the terms are not cumulants of the same order under the same condition"
    # A cumulant is a multilinear form that vanishes on constants: compare the form x y z.
    products = outcome.after.replace(
        lambda node: isinstance(node, Cumulant), lambda node: sympy.Mul(*node.operands)
    )
    centred = [
        sympy.Add(*(t.with_summand(t.monomial) for t in random_terms(operand, declaration)))
        for operand in before.operands
    ]
    if not same_polynomial(products, sympy.Mul(*centred), declaration):
        return "the terms do not add up to the multilinear form"
    return no_conditions(outcome)


def _additive(node: Cumulant) -> sympy.Expr | None:
    """Return the sum of the cumulants of terms with one index, if all operands are such sums."""
    operands = node.operands
    if node.given or not all(isinstance(operand, AxisSum) for operand in operands):
        return None
    if len({operand.size for operand in operands}) > 1:
        return None
    if any(operand.summand.has(AxisSum, Operator) for operand in operands):
        return None
    bound = operands[0].bound
    outside = set().union(*(operand.free_symbols for operand in operands))
    if bound in outside:
        return None
    summands = [reindex(operand.summand, {operand.bound: bound}) for operand in operands]
    return AxisSum(cumulant(summands), bound, operands[0].size)


def _apart(form: AxisSum, declaration: Declaration) -> Condition:
    """Return the condition that terms with different indices are independent."""
    term = sympy.Mul(*dict.fromkeys(form.summand.operands))
    other = fresh_index(form.bound, form.summand.free_symbols, declaration)
    return Condition("independent", (term, reindex(term, {form.bound: other})))


def _apply_additive(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    form = _additive(node) if isinstance(node, Cumulant) else None
    if form is None:
        return None
    condition = _apart(form, declaration)
    first, second = condition.arguments
    return Outcome(form, (condition,)) if independent(first, second, declaration) else None


def _check_additive(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    form = _additive(before) if isinstance(before, Cumulant) else None
    if form is None:
        return "not a joint cumulant of sums over one axis"
    condition = _apart(form, declaration)
    first, second = condition.arguments
    if not explicitly_independent(first, second, declaration):
        return f"{first} and {second} are not independent"
    return expected_form(outcome.after, form) or expected_conditions(outcome, (condition,))


def _groups(operands: Sequence[sympy.Expr], declaration: Declaration) -> list[list[sympy.Expr]]:
    """Split operands into groups that are independent of each other, as fine as possible."""
    groups: list[list[sympy.Expr]] = []
    for operand in operands:
        linked = [
            group
            for group in groups
            if any(not independent(one, operand, declaration) for one in group)
        ]
        groups = [group for group in groups if group not in linked]
        groups.append([operand, *itertools.chain.from_iterable(linked)])
    return groups


def _own_noise(node: Cumulant) -> tuple[Condition, ...]:
    return tuple(
        Condition("own_noise", (operand, *node.given)) for operand in dict.fromkeys(node.operands)
    )


def _apply_independent(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    if not isinstance(node, Cumulant) or not all(map(is_random, node.operands)):
        return None
    if node.given:
        apart = (
            all(
                isinstance(operand, Entry) and settled(operand, node.given, declaration)
                for operand in node.operands
            )
            and len(own_parts(node.operands, declaration)) > 1
        )
        return Outcome(sympy.S.Zero, _own_noise(node)) if apart else None
    first, *others = _groups(node.operands, declaration)
    if not others:
        return None
    sides = (sympy.Mul(*first), sympy.Mul(*itertools.chain.from_iterable(others)))
    return Outcome(sympy.S.Zero, (Condition("independent", sides),))


def _check_independent(
    before: sympy.Expr, outcome: Outcome, declaration: Declaration
) -> str | None:
    if not isinstance(before, Cumulant) or outcome.after != 0:
        return "not of the form Cum[X, Y, ...] = 0"
    if before.given:
        if explicitly_together(before.operands, declaration):
            return f"{before.operands[0]} is not independent of the others"
        for operand in before.operands:
            if not explicitly_settled(operand, before.given, declaration):
                return f"{operand} is not independent of the rest, given {before.given}"
        return expected_conditions(outcome, _own_noise(before))
    if len(outcome.conditions) != 1 or outcome.conditions[0].kind != "independent":
        return "the rule needs one condition: that two groups of variables are independent"
    sides = outcome.conditions[0].arguments
    if len(sides) != 2 or not _splits(before.operands, sides):
        return "the two groups are not those of the cumulant"
    first, second = sides
    if not explicitly_independent(first, second, declaration):
        return f"{first} and {second} are not independent"
    return None


def _splits(operands: Sequence[sympy.Expr], sides: Sequence[sympy.Expr]) -> bool:
    """Tell whether operands fall into two groups with these products, none of them empty."""
    for count in range(1, len(operands)):
        for places in itertools.combinations(range(len(operands)), count):
            one = sympy.Mul(*(operands[n] for n in places))
            other = sympy.Mul(*(operands[n] for n in range(len(operands)) if n not in places))
            if (one, other) == tuple(sides):
                return True
    return False


def _in_moments(node: Cumulant) -> sympy.Expr:
    return sympy.Add(
        *(
            cumulant_weight(len(blocks))
            * sympy.Mul(*(Expectation(sympy.Mul(*block), node.given) for block in blocks))
            for blocks in set_partitions(node.operands)
        )
    )


def _apply_in_moments(node: sympy.Expr, _: Declaration) -> Outcome | None:
    return Outcome(_in_moments(node)) if isinstance(node, Cumulant) else None


def _check_in_moments(before: sympy.Expr, outcome: Outcome, _: Declaration) -> str | None:
    if not isinstance(before, Cumulant):
        return "not a joint cumulant"
    return expected_form(outcome.after, _in_moments(before)) or no_conditions(outcome)


TOTAL_CUMULANCE = Rule("total_cumulance", "law of total cumulance", _apply_total, _check_total)
MULTILINEARITY = Rule(
    "multilinearity",
    "multilinearity of the joint cumulant",
    _apply_multilinear,
    _check_multilinear,
)
SUM_OF_INDEPENDENTS = Rule(
    "sum_of_independents",
    "joint cumulant of sums of independent terms",
    _apply_additive,
    _check_additive,
)
INDEPENDENT_CUMULANT = Rule(
    "independent_cumulant",
    "joint cumulant of independents",
    _apply_independent,
    _check_independent,
)
CUMULANT_IN_MOMENTS = Rule(
    "cumulant_in_moments",
    "joint cumulant in joint moments",
    _apply_in_moments,
    _check_in_moments,
)


def _apply_to_products(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    """Go to moments at once where factors are sums: pulled out, each runs over all indices."""
    if not isinstance(node, Cumulant) or node.given:
        return None
    if not any(sum(f.has(AxisSum) for f in o.args) > 1 for o in node.operands if o.is_Mul):
        return None
    return _apply_in_moments(node, declaration)


PRODUCTS_OF_SUMS = replace(CUMULANT_IN_MOMENTS, apply=_apply_to_products)
