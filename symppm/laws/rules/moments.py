"""Moments that a family supplies, given the parents."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from symppm.errors import NotDerivableError
from symppm.families import Family, Moment
from symppm.laws.graph import settled
from symppm.laws.operators import Expectation, Operator, Variance
from symppm.laws.polynomial import SIMULATION, is_random
from symppm.laws.questions import explicitly_settled, same_polynomial
from symppm.laws.rules.base import Condition, Outcome, Rule, expected_conditions
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry


def _entry_power(node: sympy.Expr) -> tuple[Entry, int] | None:
    if not isinstance(node, (Expectation, Variance)):
        return None
    base, exponent = node.operands[0].as_base_exp()
    if not isinstance(base, Entry) or not exponent.is_Integer:
        return None
    if isinstance(node, Variance) and exponent != 1:
        return None
    return base, int(exponent)


def _apply(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    power = _entry_power(node)
    if power is None:
        return None
    entry, order = power
    if not settled(entry, node.given, declaration):
        return None
    variable = declaration.by_name[entry.name]
    parameters = variable.parameters_at(entry.indices)
    needed: tuple[sympy.Expr, ...] = ()
    if isinstance(node, Variance):
        value = variable.family.variance(parameters)
    else:
        moment = _raw_moment(variable.family, order, parameters)
        value, needed = moment.value, moment.conditions
    for expression in needed:
        if expression.is_nonpositive:
            raise variable.family.no_moment(order, f"it exists only where {expression} > 0")
        if is_random(expression):
            raise NotDerivableError(
                f"E[{entry}^{order}] exists only where {expression} > 0, and that is random",
                expected="a moment that exists for every value of its parents",
                do=f"Make the parameter that decides this a hyperparameter. As it is, {SIMULATION}",
            )
    conditions = [Condition("positive", (expression,)) for expression in needed]
    if node.given:
        conditions.append(Condition("own_noise", (entry, *node.given)))
    return Outcome(value, tuple(conditions))


def _raw_moment(family: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
    try:
        return family.raw_moment(order, parameters)
    except NotDerivableError as error:
        do = f"{error.do} As it is, {SIMULATION}"
        raise NotDerivableError(error.given, expected=error.expected, do=do) from error


def _check(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    power = _entry_power(before)
    if power is None:
        return "a family supplies moments of powers of one entry only"
    entry, order = power
    if not explicitly_settled(entry, before.given, declaration):
        return f"{before.given} does not determine the parameters of {entry}"
    variable = declaration.by_name[entry.name]
    # Symbols of their own keep the comparison independent of how the engine substitutes.
    symbols = {
        p.name: sympy.Symbol(f"_{p.name}", **{p.domain: True}) for p in variable.family.parameters
    }
    back = {symbols[name]: value for name, value in variable.parameters_at(entry.indices).items()}
    moment = variable.family.raw_moment(order, symbols)
    value, needed = moment.value, moment.conditions
    if isinstance(before, Variance):
        second = variable.family.raw_moment(2, symbols)
        value, needed = second.value - value**2, ()
    value = value.subs(back, simultaneous=True)
    if not _identical(value, outcome.after, declaration):
        return f"the family gives {value}, the step says {outcome.after}"
    conditions = [
        Condition("positive", (expression.subs(back, simultaneous=True),)) for expression in needed
    ]
    if before.given:
        conditions.append(Condition("own_noise", (entry, *before.given)))
    return expected_conditions(outcome, tuple(conditions))


def _identical(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two formulas are the same function; the slow way only if it promises success."""
    difference = sympy.expand(first - second)
    if difference == 0:
        return True
    if difference.has(Operator) or not same_polynomial(first, second, declaration):
        return False
    difference = sympy.cancel(sympy.together(difference))
    return bool(difference == 0 or sympy.simplify(difference) == 0)


def title(node: Operator, declaration: Declaration) -> str:
    """Return the law's name for one use, such as "mean of a Poisson, given its rate"."""
    power = _entry_power(node)
    if power is None:
        return "moment of a family"
    entry, order = power
    family = declaration.by_name[entry.name].family
    what = (
        "variance"
        if isinstance(node, Variance)
        else "mean"
        if order == 1
        else (f"raw moment of order {order}")
    )
    parents = "conditional " if node.given else ""
    return f"{parents}{what} of {family.name}"


FAMILY_MOMENT = Rule("family_moment", "moment of the family", _apply, _check)
