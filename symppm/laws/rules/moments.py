"""Moments that a family supplies, given the parents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.errors import NoMomentError, NotDerivableError
from symppm.families import Family, Moment
from symppm.families.parts import cumulant_from_raw
from symppm.laws.graph import own_parts, settled
from symppm.laws.operators import Cumulant, Expectation, Operator, Variance
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.polynomial import SIMULATION, is_random
from symppm.laws.questions import explicitly_settled, explicitly_together, same_polynomial
from symppm.laws.rules.base import Condition, Outcome, Rule, expected_conditions
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import Entry


@dataclass(frozen=True)
class _Question:
    """Which moment of one entry is asked for: E[X^order], or the cumulant of that order."""

    entry: Entry
    order: int
    is_cumulant: bool


def _question(node: sympy.Expr) -> _Question | None:
    if isinstance(node, (Variance, Cumulant)):
        operands = (node.operands * 2)[: max(2, len(node.operands))]
        alike = len(set(operands)) == 1 and isinstance(operands[0], Entry)
        return _Question(operands[0], len(operands), is_cumulant=True) if alike else None
    if not isinstance(node, Expectation):
        return None
    base, exponent = node.operands[0].as_base_exp()
    if not isinstance(base, Entry) or not exponent.is_Integer:
        return None
    return _Question(base, int(exponent), is_cumulant=False)


def _apply(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    asked = _question(node)
    if asked is None or not settled(asked.entry, node.given, declaration):
        return None
    entry, order = asked.entry, asked.order
    variable = declaration.by_name[entry.name]
    parameters = variable.parameters_at(entry.indices)
    moment = _raw_moment(variable.family, order, parameters)
    value, needed = moment.value, moment.conditions
    if asked.is_cumulant:
        value = _cumulant(variable, order, parameters)
    _check_existence(variable, needed, {entry: order})
    return Outcome(value, _conditions(needed, [entry], node))


def _check_existence(
    variable: Variable, needed: Sequence[sympy.Expr], powers: Mapping[Entry, int]
) -> None:
    """Refuse a moment that never exists, or exists for some values of random parameters only."""
    for place, expression in enumerate(needed):
        if expression.is_nonpositive:
            family, orders = variable.family, tuple(powers.values())
            symbols = {p.name: sympy.Symbol(p.name, **{p.domain: True}) for p in family.parameters}
            moment = family.joint_moment(orders, family.together([symbols] * len(orders)))
            given = {symbols[name]: value for name, value in variable.parameters.items()}
            raise family.moment_at_no_value(
                min(orders), variable.name, moment.conditions[place], given
            )
        if is_random(expression):
            product = " ".join(f"{entry}^{order}" for entry, order in powers.items())
            raise NotDerivableError(
                f"E[{product}] exists only where {expression} > 0, and that is random",
                expected="a moment that exists for every value of its parents",
                do=f"Make the parameter that decides this a hyperparameter. As it is, {SIMULATION}",
            )


def _conditions(
    needed: Sequence[sympy.Expr], own: Iterable[Entry], node: Operator
) -> tuple[Condition, ...]:
    found = [Condition("positive", (expression,)) for expression in needed]
    if node.given:
        found += [Condition("own_noise", (entry, *node.given)) for entry in own]
    return tuple(found)


def _cumulant(variable: Variable, order: int, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
    if order == 2:
        return variable.family.variance(parameters)
    names = _placeholders(variable.family)
    value = cumulant_from_raw(order, lambda n: variable.family.raw_moment(n, names).value)
    back = {symbol: parameters[name] for name, symbol in names.items()}
    return sympy.expand(value).subs(back, simultaneous=True)


def _placeholders(family: Family, suffix: str = "") -> dict[str, sympy.Symbol]:
    """Return a symbol of its own for each parameter, so that nothing random is expanded."""
    return {
        p.name: sympy.Symbol(f"_{p.name}{suffix}", **{p.domain: True}) for p in family.parameters
    }


def _raw_moment(family: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
    try:
        return family.raw_moment(order, parameters)
    except NoMomentError:
        raise
    except NotDerivableError as error:
        if not family.is_sampled:
            raise
        do = f"{error.do} As it is, {SIMULATION}"
        raise NotDerivableError(error.given, expected=error.expected, do=do) from error


def _check(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    asked = _question(before)
    if asked is None:
        return "a family supplies moments of one entry only"
    entry, order = asked.entry, asked.order
    if not explicitly_settled(entry, before.given, declaration):
        return f"{before.given} does not determine the parameters of {entry}"
    variable = declaration.by_name[entry.name]
    # Symbols of their own keep the comparison independent of how the engine substitutes.
    symbols = _placeholders(variable.family)
    back = {symbols[name]: value for name, value in variable.parameters_at(entry.indices).items()}
    moment = variable.family.raw_moment(order, symbols)
    value, needed = moment.value, moment.conditions
    if asked.is_cumulant:
        value = sympy.Add(
            *(
                cumulant_weight(len(blocks))
                * sympy.Mul(*(variable.family.raw_moment(len(b), symbols).value for b in blocks))
                for blocks in set_partitions(range(order))
            )
        )
    value = value.subs(back, simultaneous=True)
    if not _identical(value, outcome.after, declaration):
        return f"the family gives {value}, the step says {outcome.after}"
    needed = tuple(expression.subs(back, simultaneous=True) for expression in needed)
    return expected_conditions(outcome, _conditions(needed, [entry], before))


def _identical(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two formulas are the same function; the slow way only if it promises success."""
    difference = sympy.expand(first - second)
    if difference == 0:
        return True
    if difference.has(Operator) or not same_polynomial(first, second, declaration):
        return False
    difference = sympy.cancel(sympy.together(difference))
    return bool(difference == 0 or sympy.simplify(difference) == 0)


def _joint_powers(node: sympy.Expr) -> dict[Entry, int]:
    """Return the orders by entry where a product of powers of entries is averaged, else nothing."""
    if not isinstance(node, Expectation):
        return {}
    powers = node.operands[0].as_powers_dict()
    plain = all(isinstance(base, Entry) and n.is_Integer for base, n in powers.items())
    entries = sorted(powers, key=sympy.default_sort_key)
    return {entry: int(powers[entry]) for entry in entries} if plain else {}


def _apply_joint(node: sympy.Expr, declaration: Declaration) -> Outcome | None:
    powers = _joint_powers(node)
    if len(powers) < 2 or len(own_parts(powers, declaration)) > 1:
        return None
    if not all(settled(entry, node.given, declaration) for entry in powers):
        return None
    variable = declaration.by_name[next(iter(powers)).name]
    own = [variable.parameters_at(entry.indices) for entry in powers]
    moment = variable.family.joint_moment(tuple(powers.values()), variable.family.together(own))
    _check_existence(variable, moment.conditions, powers)
    return Outcome(moment.value, _conditions(moment.conditions, powers, node))


def _check_joint(before: sympy.Expr, outcome: Outcome, declaration: Declaration) -> str | None:
    powers = _joint_powers(before)
    if len(powers) < 2 or not explicitly_together(tuple(powers), declaration):
        return "not the expectation of a product of entries of one vector"
    for entry in powers:
        if not explicitly_settled(entry, before.given, declaration):
            return f"{before.given} does not determine the parameters of {entry}"
    variable = declaration.by_name[next(iter(powers)).name]
    family = variable.family
    symbols: list[dict[str, sympy.Symbol]] = []
    back: dict[sympy.Symbol, sympy.Expr] = {}
    for place, entry in enumerate(powers):
        symbols.append(_placeholders(family, str(place)))
        own = variable.parameters_at(entry.indices)
        back |= {symbol: own[name] for name, symbol in symbols[-1].items()}
    moment = family.joint_moment(tuple(powers.values()), family.together(symbols))
    value = moment.value.subs(back, simultaneous=True)
    if not _identical(value, outcome.after, declaration):
        return f"the family gives {value}, the step says {outcome.after}"
    needed = tuple(expression.subs(back, simultaneous=True) for expression in moment.conditions)
    return expected_conditions(outcome, _conditions(needed, powers, before))


JOINT_MOMENT = Rule("joint_moment", "joint moment of a vector", _apply_joint, _check_joint)
FAMILY_MOMENT = Rule("family_moment", "moment of the family", _apply, _check)
