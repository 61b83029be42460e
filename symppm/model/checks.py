"""Checks of what is declared: each finds one kind of mistake and says what to write instead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.errors import DeclarationError, did_you_mean
from symppm.expressions import as_expression
from symppm.families import SIZE, Family, JointFamily, Parameter
from symppm.model.bounds import never_exceeds, total
from symppm.model.declaration import Axis, Declaration, Variable, free_axes
from symppm.model.nodes import Indexed, entries, known_entries


def checked_variable(
    name: str,
    family: Family,
    parameters: Mapping[str, Any],
    axes: tuple[Axis, ...],
    observed: bool,
    over: object,
    scope: Declaration,
) -> Variable:
    """Return a variable that can follow what has been declared so far."""
    along = _checked_over(name, family, over, axes)
    if along is not None and SIZE in family.parameters:
        parameters = {SIZE.name: along.size, **parameters}
    checked = {
        parameter.name: _checked_parameter(
            f"{parameter.name} of {name}", parameter, parameters[parameter.name], axes, scope
        )
        for parameter in family.parameters
    }
    _check_limits(name, family, checked, scope)
    if along is not None:
        _check_vector(name, family, checked, along, scope)
    return Variable(name, family, checked, axes, observed, along)


_WRONG: Final = MappingProxyType(
    {
        "positive": ("zero", "negative"),
        "nonnegative": ("negative",),
        "negative": ("zero", "positive"),
        "real": (),
    }
)


def _checked_parameter(
    what: str, parameter: Parameter, value: Any, axes: tuple[Axis, ...], scope: Declaration
) -> sympy.Expr:
    """Return a parameter's value as an expression that can be part of the model."""
    expression = as_expression(value)
    if expression is None:
        raise DeclarationError(
            f"{what} is {value!r}",
            expected="an expression in hyperparameters, declared variables and numbers",
            do=f"Write something like {parameter.name}=a, or {parameter.name}=ppm.sum("
            'theta * beta, over="factor").',
        )
    _check_mentioned(what, expression, scope)
    outside = [axis for axis in free_axes(expression, scope.axes) if axis not in axes]
    if outside:
        raise _outside(what, expression, outside[0], axes)
    domain = parameter.domain
    almost_surely = _almost_surely(expression, scope)
    if getattr(almost_surely, f"is_{domain}") is not True:
        article = "an" if parameter.name[0] in "aeiou" else "a"
        raise DeclarationError(
            f"{what} is {expression}, which {_wrong(almost_surely, domain)}",
            expected=f"{article} {parameter.name} that is {domain} for every value of what it is "
            "made of",
            do='Declare it with ppm.hyperparameters(..., domain="negative"), or put a minus sign '
            "before a positive expression."
            if domain == "negative"
            else "Build it from sums, products and quotients of positive hyperparameters and "
            "variables with positive support; a difference has no fixed sign.",
        )
    if parameter.integer and expression.is_integer is False:
        raise DeclarationError(
            f"{what} is {expression}", expected="an integer", do="Write a whole number."
        )
    return expression


def _almost_surely(expression: sympy.Expr, scope: Declaration) -> sympy.Expr:
    """Return an expression with positive symbols for what is zero with probability zero."""
    positive = {}
    for entry in entries(expression):
        variable = scope.by_name[entry.name]
        support = variable.family.support_of(variable.parameters)
        if support.sign == "nonnegative" and not support.zero:
            positive[entry] = sympy.Dummy(entry.name, positive=True)
    return expression.xreplace(positive)


def _wrong(expression: sympy.Expr, domain: str) -> str:
    """Say what an expression is, or can be, that is not in a domain."""
    if expression.is_finite is False or expression.has(sympy.zoo, sympy.oo):
        return "can be infinite"
    signs = {sign: getattr(expression, f"is_{sign}") for sign in _WRONG[domain]}
    possible = [sign for sign, known in signs.items() if known is not False]
    only = len(possible) == 1 and signs[possible[0]]
    return f"{'is' if only else 'can be'} {' or '.join(possible) or 'not real'}"


def _check_limits(
    name: str, family: Family, parameters: Mapping[str, sympy.Expr], scope: Declaration
) -> None:
    """Check the largest values of parameters, and those that must not exceed one another.

    Random parameters must provably keep to them. What is made of hyperparameters alone is refused
    where it never can; else their values decide, when they are drawn from.
    """
    limits = [
        (parameter.name, str(parameter.upper), sympy.Integer(parameter.upper))
        for parameter in family.parameters
        if parameter.upper is not None
    ]
    limits += [(low, high, parameters[high]) for low, high in family.ordered]
    for low, high, limit in limits:
        value = parameters[low]
        holds = never_exceeds(value, limit, scope.laws)
        random = bool(entries(value) or entries(limit))
        if holds is False or (random and not holds):
            shown = high if high == str(limit) else f"{high} = {limit}"
            raise DeclarationError(
                f"{low} of {name} is {value}, which can exceed {shown}",
                expected=f"a {low} that never exceeds {high}",
                do="Build it from variables that have a largest value, such as Beta variables, "
                'and average over an axis: ppm.sum(..., over="factor") / ppm.size("factor").'
                if random
                else "Exchange the two, or correct the numbers.",
            )


def _checked_over(name: str, family: Family, over: object, axes: tuple[Axis, ...]) -> Axis | None:
    """Return the axis along which the entries of a variable are drawn together, if there is one."""
    if not isinstance(family, JointFamily):
        if over is not None:
            raise DeclarationError(
                f"{name} ~ {family.name} over {over!r}",
                expected="a family of vectors, such as Dirichlet",
                do="Leave over= out: the entries are independent.",
            )
        return None
    return own_axis(f"{name} ~ {family.name}", over, axes)


def own_axis(what: str, over: object, axes: tuple[Axis, ...]) -> Axis:
    """Return the axis of a name, one of those that an array has."""
    along = next((axis for axis in axes if axis.name == over), None)
    if along is None:
        names = [axis.name for axis in axes]
        near = isinstance(over, str) and names
        raise DeclarationError(
            f"{what} over {over!r}, with the axes: {' '.join(names) or 'none'}",
            expected="over= one of its own axes: the one along which its entries depend on each "
            "other",
            do=did_you_mean(str(over), names)
            if near
            else 'Write, for example, dims="row factor", over="factor".',
        )
    return along


def _check_vector(
    name: str,
    family: Family,
    parameters: Mapping[str, sympy.Expr],
    over: Axis,
    scope: Declaration,
) -> None:
    """Check that shares sum to one along a vector, and that its other parameters do not vary."""
    for parameter in family.parameters:
        value = parameters[parameter.name]
        if parameter.share:
            whole = total(value, over.generic, over.size, scope.laws)
            if whole is None or sympy.simplify(whole - 1) != 0:
                raise DeclarationError(
                    f"{parameter.name} of {name} is {value}, whose sum along the axis "
                    f"{over.name!r} is {'not known' if whole is None else whole}",
                    expected="a sum that is one for every value of what it is made of",
                    do="Build it from Dirichlet vectors, or from known arrays of the sum one: "
                    f'ppm.Known(..., dims="{over.name}", over="{over.name}").',
                )
        elif over.generic in value.free_symbols:
            raise DeclarationError(
                f"{parameter.name} of {name} is {value}, which varies along the axis {over.name!r}",
                expected=f"the same {parameter.name} for all entries along that axis",
                do="Use a hyperparameter, or a variable without that axis.",
            )


def _check_mentioned(what: str, expression: sympy.Expr, scope: Declaration) -> None:
    for entry in entries(expression):
        source = scope.by_name.get(entry.name)
        if source is None or entry != source.generic:
            raise DeclarationError(
                f"{what} mentions {entry.name}, which is no variable of model {scope.name!r}",
                expected="variables declared above it in the same block",
                do=did_you_mean(entry.name, scope.by_name)
                if scope.variables
                else "Declare it first.",
            )
        if source.observed:
            raise DeclarationError(
                f"{what} mentions the observed {entry.name}",
                expected="an observed variable at the end of the graph",
                do="Let the observed variable depend on the latent ones, not the reverse.",
            )
    for entry in known_entries(expression):
        if entry not in {array.generic for array in scope.known}:
            raise DeclarationError(
                f"{what} mentions {entry.name}, which is no known array of model {scope.name!r}",
                expected="arrays made by ppm.Known inside the same block",
                do=f'Add {entry.name} = ppm.Known("{entry.name}", dims=...) to the block.',
            )
    allowed = set(scope.hyperparameters) | {axis.size for axis in scope.axes}
    bare = expression.replace(lambda node: isinstance(node, Indexed), lambda _: sympy.S.One)
    strangers = sorted(str(symbol) for symbol in bare.free_symbols - allowed)
    if strangers:
        raise DeclarationError(
            f"{what} mentions {strangers[0]}, which is no hyperparameter of model {scope.name!r}",
            expected="symbols made by ppm.hyperparameters inside the same block",
            do=f'Add {strangers[0]} = ppm.hyperparameters("{strangers[0]}") to the block.',
        )


def _outside(
    what: str, expression: sympy.Expr, axis: Axis, axes: tuple[Axis, ...]
) -> DeclarationError:
    mentioned = (*entries(expression), *known_entries(expression))
    carrier = next(entry for entry in mentioned if axis.generic in entry.indices)
    variable = what.rsplit(" ", 1)[-1]
    names = [axis.name for axis in axes]
    near = did_you_mean(axis.name, names)
    hint = near + " " if near.startswith("Did") else ""
    shown = " ".join(names)
    return DeclarationError(
        f"{what} uses {carrier.name} along the axis {axis.name!r}, but {variable} has the axes: "
        f"{shown or 'none'}",
        expected="parameters that vary only along the variable's own axes",
        do=f'{hint}Sum it out with ppm.sum(..., over="{axis.name}"), or give {variable} the axis '
        f'too: dims="{shown + " " if shown else ""}{axis.name}".',
    )


def check_used(declaration: Declaration) -> None:
    """Check that every variable reaches the observed one, and every hyperparameter a variable."""
    reached = {declaration.observed.name}
    for variable in reversed(declaration.variables):
        if variable.name in reached:
            reached |= {parent.name for parent in declaration.parents(variable)}
    for variable in declaration.variables:
        if variable.name not in reached:
            raise DeclarationError(
                f"the observed {declaration.observed.name} does not depend on {variable.name}",
                expected="every variable to reach the observed one",
                do=f"Use {variable.name} in a parameter, or remove it.",
            )
    values = [value for variable in declaration.variables for value in variable.parameters.values()]
    used = set().union(*(value.free_symbols for value in values))
    for symbol in declaration.hyperparameters:
        if symbol not in used:
            raise DeclarationError(
                f"the hyperparameter {symbol} of model {declaration.name!r} is never used",
                expected="each hyperparameter in some variable's parameters",
                do="Use it, or remove it from ppm.hyperparameters.",
            )
    mentioned = {entry.name for value in values for entry in known_entries(value)}
    for array in declaration.known:
        if array.name not in mentioned:
            raise DeclarationError(
                f"the known {array.name} of model {declaration.name!r} is never used",
                expected="each known array in some variable's parameters",
                do="Use it, or remove it.",
            )
