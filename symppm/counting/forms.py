"""Conditional moments as polynomials in entries, known constants and sums over an axis."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from symppm.counting.constants import polynomial, reciprocal_power
from symppm.counting.laurent import Laurent, add_to, constant, multiply
from symppm.counting.table import Table
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, KnownEntry

Form = dict[frozenset[tuple[sympy.Expr, int]], Laurent]
"""Coefficient by product; the factors are entries, sums, and constants with known entries."""


@dataclass(frozen=True)
class Term:
    """One term of a conditional moment.

    Attributes
    ----------
    coefficient : dict
        A polynomial in the generators.
    entries : tuple of (int, tuple of sympy.Symbol, int)
        The variable's place, indices and exponent of each entry.
    known : tuple of (sympy.Expr, int)
        Constants with known entries, and their exponents.
    sums : tuple of Sum
        Repeated as often as their exponents say.
    """

    coefficient: Laurent
    entries: tuple[tuple[int, tuple[sympy.Symbol, ...], int], ...]
    known: tuple[tuple[sympy.Expr, int], ...]
    sums: tuple[Sum, ...]


@dataclass(frozen=True)
class Sum:
    """A sum over all labels of an axis.

    Attributes
    ----------
    bound : sympy.Symbol
        The index that runs.
    axis : int
        Place of its axis in the declaration.
    size : dict
        How many labels the axis has.
    terms : tuple of Term
        What is summed.
    """

    bound: sympy.Symbol
    axis: int
    size: Laurent
    terms: tuple[Term, ...]


@dataclass(frozen=True)
class Conditional:
    """The moment of one entry, given its parents, at generic indices.

    Attributes
    ----------
    terms : tuple of Term
        Of the moment.
    conditions : tuple of sympy.Expr
        What must be positive for it to exist.
    """

    terms: tuple[Term, ...]
    conditions: tuple[sympy.Expr, ...]


def conditional_moment(
    variable: Variable, orders: tuple[int, ...], declaration: Declaration, table: Table
) -> Conditional:
    """Return the moment of powers of entries that are drawn together, given their parents."""
    family = variable.family
    holders: list[dict[str, sympy.Expr]] = []
    values: dict[sympy.Expr, sympy.Expr] = {}
    for letters in variable.letters(len(orders)):
        symbols = {p.name: sympy.Dummy(p.name, **{p.domain: True}) for p in family.parameters}
        values |= {symbols[name]: value for name, value in variable.parameters_at(letters).items()}
        holders.append(symbols)
    moment = family.joint_moment(orders, family.together(holders))
    shown = ", ".join(map(str, orders))
    for condition in moment.conditions:
        needed = _substituted(condition, values)
        if needed.has(Entry):
            raise NotDerivableError(
                f"the moment of order {shown} of {variable.generic} exists only where {needed} is "
                "positive, and that is random",
                expected="a moment that exists for every value of the parents",
                do="Make the parameter that decides this a hyperparameter.",
            )
        if needed.is_nonpositive:
            raise family.moment_at_no_value(min(orders), variable.name, condition, values)
    form = _form(_substituted(moment.value, values), declaration, table)
    return Conditional(
        _terms(form, declaration, table),
        tuple(_substituted(condition, values) for condition in moment.conditions),
    )


def _substituted(expression: sympy.Expr, values: dict[sympy.Dummy, sympy.Expr]) -> sympy.Expr:
    if expression.has(sympy.Derivative, sympy.Subs):
        # What is differentiated by has to stay a symbol.
        return expression.subs(values, simultaneous=True)
    return expression.xreplace(values)


def _terms(form: Form, declaration: Declaration, table: Table) -> tuple[Term, ...]:
    places = {variable.name: place for place, variable in enumerate(declaration.variables)}
    terms = []
    for factors, coefficient in form.items():
        ordered = sorted(factors, key=lambda factor: sympy.default_sort_key(factor[0]))
        entries = []
        known = []
        sums: list[Sum] = []
        for node, exponent in ordered:
            if isinstance(node, Entry):
                entries.append((places[node.name], node.indices, exponent))
            elif isinstance(node, AxisSum):
                sums += [_sum(node, declaration, table)] * exponent
            else:
                known.append((node, exponent))
        terms.append(Term(coefficient, tuple(entries), tuple(known), tuple(sums)))
    return tuple(terms)


def _sum(node: AxisSum, declaration: Declaration, table: Table) -> Sum:
    axis = declaration.axis_of(node.bound)
    form = _form(node.summand, declaration, table)
    return Sum(
        node.bound,
        declaration.axes.index(axis),
        polynomial(node.size, table),
        _terms(form, declaration, table),
    )


def _form(expression: sympy.Expr, declaration: Declaration, table: Table) -> Form:
    if not expression.has(Entry, AxisSum, KnownEntry):
        value = polynomial(expression, table)
        return {frozenset(): value} if value else {}
    if isinstance(expression, (Entry, AxisSum, KnownEntry)):
        return {frozenset({(expression, 1)}): constant(1)}
    if expression.is_Add:
        total: Form = {}
        for argument in expression.args:
            _add(total, _form(argument, declaration, table))
        return total
    if expression.is_Mul:
        result: Form = {frozenset(): constant(1)}
        for argument in expression.args:
            result = _multiply(result, _form(argument, declaration, table))
        return result
    if expression.is_Pow and expression.exp.is_Integer:
        return _power(expression, declaration, table)
    if not expression.has(Entry, AxisSum):
        return {frozenset({(expression, 1)}): constant(1)}
    what = (
        f"the power {expression.exp}"
        if expression.is_Pow
        else f"the function {type(expression).__name__}"
    )
    raise _outside(expression, f"{what} of random variables")


def _power(expression: sympy.Pow, declaration: Declaration, table: Table) -> Form:
    base, exponent = expression.base, int(expression.exp)
    if exponent < 0 and not base.has(Entry, AxisSum):
        return {frozenset({(base, exponent)}): constant(1)}
    inner = _form(base, declaration, table)
    if exponent >= 0:
        result: Form = {frozenset(): constant(1)}
        for _ in range(exponent):
            result = _multiply(result, inner)
        return result
    if len(inner) == 1:
        ((factors, coefficient),) = inner.items()
        if not any(isinstance(node, AxisSum) for node, _ in factors):
            return {
                frozenset((node, power * exponent) for node, power in factors): reciprocal_power(
                    coefficient, -exponent, table
                )
            }
    if not base.has(Entry):
        raise NotBuiltError(
            f"{expression}, which divides by a sum of known constants over an axis",
            expected="known arrays along axes that are not summed over",
            do="Sums of a known array are not built yet; use hyperparameters in their place.",
        )
    raise _outside(expression, "the reciprocal of a sum of random variables")


def _add(total: Form, form: Form) -> None:
    for factors, coefficient in form.items():
        add_to(total.setdefault(factors, {}), coefficient)
        if not total[factors]:
            del total[factors]


def _multiply(first: Form, second: Form) -> Form:
    result: Form = {}
    for u, x in first.items():
        for v, y in second.items():
            exponents = dict(u)
            for node, exponent in v:
                exponents[node] = exponents.get(node, 0) + exponent
            key = frozenset((node, n) for node, n in exponents.items() if n)
            _add(result, {key: multiply(x, y)})
    return result


def _outside(expression: sympy.Expr, what: str) -> NotDerivableError:
    return NotDerivableError(
        f"{expression} contains {what}",
        expected="sums and products of integer powers of random variables",
        do="Rewrite the model so that each conditional moment is such a polynomial.",
    )
