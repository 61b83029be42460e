"""Moments that a family supplies, given the parents: of one entry, or of entries of one vector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import sympy

from symppm.errors import NoMomentError, NotDerivableError
from symppm.families import Family, Moment
from symppm.families.parts import cumulant_from_raw
from symppm.laws.graph import own_parts, settled
from symppm.laws.operators import Cumulant, Expectation, Operator, Variance
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.polynomial import SIMULATION, is_random
from symppm.laws.questions import explicitly_settled, explicitly_together
from symppm.laws.rules.base import Condition, Outcome, Rule, expected_conditions, own_noise
from symppm.laws.world import agree
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import Entry


def _orders(node: Operator) -> dict[Entry, int]:
    """Return the orders by entry where powers of entries are averaged, or a cumulant is of one."""
    if isinstance(node, Expectation):
        powers = node.operands[0].as_powers_dict()
    elif len(set(node.variables)) == 1:
        powers = {node.variables[0]: sympy.Integer(len(node.variables))}
    else:
        return {}
    if not all(isinstance(base, Entry) and n.is_Integer for base, n in powers.items()):
        return {}
    return {entry: int(powers[entry]) for entry in sorted(powers, key=sympy.default_sort_key)}


def _find(node: Operator, declaration: Declaration, *, several: bool) -> Outcome | None:
    orders = _orders(node)
    if not orders or several != (len(orders) > 1) or len(own_parts(orders, declaration)) > 1:
        return None
    if not all(settled(entry, node.given, declaration) for entry in orders):
        return None
    variable = declaration.by_name[next(iter(orders)).name]
    family, parameters = variable.family, [variable.parameters_at(one.indices) for one in orders]
    moment = _moment(family, orders, parameters)
    _check_existence(variable, moment.conditions, orders)
    value = moment.value
    if not isinstance(node, Expectation):
        (order,) = orders.values()
        value = _cumulant(family, order, parameters[0])
    return Outcome(value, _conditions(moment.conditions, orders, node))


def _check_existence(
    variable: Variable, needed: Sequence[sympy.Expr], orders: Mapping[Entry, int]
) -> None:
    """Refuse a moment that never exists, or exists for some values of random parameters only."""
    for place, expression in enumerate(needed):
        if expression.is_nonpositive:
            family, powers = variable.family, tuple(orders.values())
            symbols = {p.name: sympy.Symbol(p.name, **{p.domain: True}) for p in family.parameters}
            moment = family.joint_moment(powers, family.together([symbols] * len(powers)))
            given = {symbols[name]: value for name, value in variable.parameters.items()}
            raise family.moment_at_no_value(
                min(powers), variable.name, moment.conditions[place], given
            )
        if is_random(expression):
            product = " ".join(f"{entry}^{order}" for entry, order in orders.items())
            raise NotDerivableError(
                f"E[{product}] exists only where {expression} > 0, and that is random",
                expected="a moment that exists for every value of its parents",
                do=f"Make the parameter that decides this a hyperparameter. As it is, {SIMULATION}",
            )


def _conditions(
    needed: Sequence[sympy.Expr], orders: Mapping[Entry, int], node: Operator
) -> tuple[Condition, ...]:
    positive = (Condition("positive", (expression,)) for expression in needed)
    return (*positive, *(own_noise(orders, node.given) if node.given else ()))


def _cumulant(family: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> sympy.Expr:
    if order == 2:
        return family.variance(parameters)
    names = _placeholders(family)
    value = cumulant_from_raw(order, lambda n: family.raw_moment(n, names).value)
    back = {symbol: parameters[name] for name, symbol in names.items()}
    return sympy.expand(value).subs(back, simultaneous=True)


def _placeholders(family: Family, suffix: str = "") -> dict[str, sympy.Symbol]:
    """Return a symbol of its own for each parameter, so that nothing random is expanded."""
    return {
        p.name: sympy.Symbol(f"_{p.name}{suffix}", **{p.domain: True}) for p in family.parameters
    }


def _moment(
    family: Family, orders: Mapping[Entry, int], parameters: Sequence[Mapping[str, sympy.Expr]]
) -> Moment:
    if len(orders) > 1:
        return family.joint_moment(tuple(orders.values()), family.together(parameters))
    (order,) = orders.values()
    try:
        return family.raw_moment(order, parameters[0])
    except NoMomentError:
        raise
    except NotDerivableError as error:
        if not family.is_sampled:
            raise
        do = f"{error.do} As it is, {SIMULATION}"
        raise NotDerivableError(error.given, expected=error.expected, do=do) from error


def _judge(
    before: Operator, outcome: Outcome, declaration: Declaration, *, several: bool
) -> str | None:
    orders = _orders(before)
    if not orders or several != (len(orders) > 1):
        return "a family supplies moments of one entry, or of entries of one vector"
    if several and not explicitly_together(tuple(orders), declaration):
        return "not the expectation of a product of entries of one vector"
    for entry in orders:
        if not explicitly_settled(entry, before.given, declaration):
            return f"{before.given} does not determine the parameters of {entry}"
    variable = declaration.by_name[next(iter(orders)).name]
    family = variable.family
    # Symbols of their own keep the comparison independent of how the engine substitutes.
    symbols = [_placeholders(family, str(place)) for place in range(len(orders))]
    back = {
        names[name]: value
        for names, entry in zip(symbols, orders, strict=True)
        for name, value in variable.parameters_at(entry.indices).items()
    }
    moment = _moment(family, orders, symbols)
    value = moment.value
    if not isinstance(before, Expectation):
        (order,) = orders.values()
        value = sympy.Add(
            *(
                cumulant_weight(len(blocks))
                * sympy.Mul(*(family.raw_moment(len(b), symbols[0]).value for b in blocks))
                for blocks in set_partitions(range(order))
            )
        )
    value = value.subs(back)
    if not _identical(value, outcome.after, declaration):
        return f"the family gives {value}, the step says {outcome.after}"
    needed = [expression.subs(back) for expression in moment.conditions]
    return expected_conditions(outcome, _conditions(needed, orders, before))


def _identical(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two formulas are the same function; the slow way only if it promises success."""
    difference = sympy.expand(first - second)
    if difference == 0:
        return True
    if difference.has(Operator) or not agree(first, second, declaration):
        return False
    difference = sympy.cancel(sympy.together(difference))
    return bool(difference == 0 or sympy.simplify(difference) == 0)


FAMILY_MOMENT = Rule(
    "family_moment",
    "moment of the family",
    (Expectation, Variance, Cumulant),
    partial(_find, several=False),
    partial(_judge, several=False),
)
JOINT_MOMENT = Rule(
    "joint_moment",
    "joint moment of a vector",
    Expectation,
    partial(_find, several=True),
    partial(_judge, several=True),
)
