"""Shapes of Gamma factors as mean-field inference takes them, means as in the match."""

from __future__ import annotations

import math
from dataclasses import replace

import sympy

from symppm.errors import ParameterError
from symppm.exports.code import template_notes
from symppm.exports.factors import (
    declaration_of,
    effect,
    moments_of,
    recognised,
    values_of,
)
from symppm.exports.types import MEAN_FIELD, ExportTask, equal, mean_field_shape
from symppm.model.declaration import Declaration, Variable

_LIBRARY = "mean-field inference"


def for_mean_field(task: ExportTask) -> tuple[ExportTask, str]:
    """Give Gamma factors shapes for mean-field inference, and move scales so that means stay."""
    structure = recognised(task, _LIBRARY, divided=True)
    declaration = declaration_of(task)
    values = values_of(task, declaration)
    shapes = _shapes(structure.variables, task)
    changed = dict(task.parameters)
    for shape, owners in shapes.items():
        matched = float(values[shape])
        changed[shape.name] = task.mean_field.get(shape.name, mean_field_shape(matched))
        ratio = changed[shape.name] / matched
        for symbol, power in _scales(declaration, owners, shape, task):
            changed[symbol.name] *= ratio ** (1.0 / power)
    after = replace(task, parameters=changed, reshaped=True)
    moments = moments_of(recognised(after, _LIBRARY, divided=True))
    finite = {name: value for name, value in moments.items() if math.isfinite(value)}
    names = [symbol.name for symbol in shapes]
    (note,) = template_notes(
        "shapes",
        changed=equal(names, changed),
        matched=equal(names, task.parameters),
        least=f"{MEAN_FIELD:g}",
        found=task.match.shapes,
        effect=effect(moments_of(structure), moments),
    )
    return replace(after, achieved=finite), note


def _shapes(
    variables: tuple[Variable, ...], task: ExportTask
) -> dict[sympy.Symbol, list[Variable]]:
    owners: dict[sympy.Symbol, list[Variable]] = {}
    for variable in variables:
        shape = variable.parameters.get("shape")
        if variable.family.name != "Gamma" or not isinstance(shape, sympy.Symbol):
            raise _no_shapes(task, variable)
        owners.setdefault(shape, []).append(variable)
    return owners


def _scales(
    declaration: Declaration, owners: list[Variable], shape: sympy.Symbol, task: ExportTask
) -> set[tuple[sympy.Symbol, int]]:
    """Return the symbols whose change moves the means of variables, and as which power."""
    scales = set()
    for variable in owners:
        # The mean goes as one over the rate; a random rate goes as one over its own.
        above = declaration.parents(variable)
        gamma, sign = (above[0], -1) if above else (variable, 1)
        within = {v.name for owner in owners for v in (owner, *declaration.parents(owner))}
        symbols = [
            (symbol, power)
            for symbol in declaration.hyperparameters
            if symbol != shape
            and (power := sign * _power(gamma.parameters["rate"], symbol)) != 0
            and _only_in_rates(declaration, symbol, within)
        ]
        if not symbols:
            raise _no_shapes(task, variable)
        scales.add(symbols[0])
    return scales


def _power(expression: sympy.Expr, symbol: sympy.Symbol) -> int:
    """Return n for a symbol to the n-th power times what does not have it; zero for all else."""
    power = sympy.sympify(expression.as_powers_dict().get(symbol, 0))
    cofactor = expression / symbol**power
    return int(power) if power.is_Integer and not cofactor.has(symbol) else 0


def _only_in_rates(declaration: Declaration, symbol: sympy.Symbol, within: set[str]) -> bool:
    return all(
        name == "rate" and variable.name in within
        for variable in declaration.variables
        for name, value in variable.parameters.items()
        if value.has(symbol)
    )


def _no_shapes(task: ExportTask, variable: Variable) -> ParameterError:
    values = ", ".join(f"{name}={value}" for name, value in variable.parameters.items())
    return ParameterError(
        f"shapes for mean-field inference of {task.match.model}: the prior of {variable.name} is "
        f"{variable.family.name}({values})",
        expected="Gamma priors whose shape and whose scale are hyperparameters of their own",
        do="Leave shapes out, or fix the shapes in the match, as in fixed={'a': 0.3, 'c': 0.3}.",
    )
