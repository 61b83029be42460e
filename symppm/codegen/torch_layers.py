"""The lowest layer of latent variables integrated out, where sums are polynomials in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from symppm.codegen.torch_graph import (
    Lines,
    evaluated,
    hyperparameter_names,
    parameter_symbols,
    size_names,
    variable_names,
    with_symbols,
)
from symppm.errors import NotBuiltError, NotDerivableError
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.nodes import AxisSum, entries


@dataclass(frozen=True)
class Term:
    """One term of a summand: what is not integrated, and powers of variables that are."""

    coefficient: str
    powers: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Leaf:
    """A variable of the lowest layer: parameters given what is above it, and E[X^n] given these."""

    name: str
    dims: tuple[str, ...]
    parameters: Lines
    moments: tuple[Lines, ...]


@dataclass(frozen=True)
class Layer:
    """What is integrated, and the terms of every sum over the latent axis, after assignments."""

    leaves: tuple[Leaf, ...]
    lines: tuple[str, ...]
    sums: tuple[tuple[Term, ...], ...]


def lowest_layer(declaration: Declaration, axis_name: str, moments: int) -> Layer | None:
    """Return the latent variables that can be integrated out of sums over the latent axis."""
    axis = declaration.axis(axis_name)
    parents = {
        parent.name
        for each in declaration.variables
        if not each.observed
        for parent in declaration.parents(each)
    }
    totals = _totals(declaration, axis)
    leaves: dict[sympy.Symbol, Leaf] = {}
    for each in declaration.variables:
        lowest = not each.observed and axis in each.axes and each.name not in parents
        symbol = with_symbols(each.generic)
        if lowest and all(_polynomial(total, symbol) for total in totals):
            found = _leaf(declaration, each, moments)
            if found is not None:
                leaves[symbol] = found
    if not leaves:
        return None
    names = {
        **hyperparameter_names(declaration),
        **size_names(declaration),
        **variable_names(declaration),
    }
    rows: list[list[tuple[tuple[tuple[str, int], ...], sympy.Expr]]] = []
    for total in totals:
        terms = sympy.Poly(sympy.expand(total), *leaves).terms()
        rows.append(
            [
                (
                    tuple(
                        (leaf.name, int(power))
                        for leaf, power in zip(leaves.values(), powers, strict=True)
                        if power
                    ),
                    coefficient,
                )
                for powers, coefficient in terms
            ]
        )
    flat: Mapping[str, sympy.Expr] = {
        f"{n} {m}": coefficient
        for n, row in enumerate(rows)
        for m, (_, coefficient) in enumerate(row)
    }
    try:
        source = Lines.of(flat, names, "{}")
    except NotBuiltError:
        return None
    sums = tuple(
        tuple(Term(source.values[f"{n} {m}"], powers) for m, (powers, _) in enumerate(row))
        for n, row in enumerate(rows)
    )
    return Layer(tuple(leaves.values()), source.lines, sums)


def _totals(declaration: Declaration, axis: Axis) -> tuple[sympy.Expr, ...]:
    """Return the summands, in the order in which collapsing meets them."""
    found: dict[AxisSum, sympy.Expr] = {}

    def visit(expression: sympy.Expr) -> None:
        if isinstance(expression, AxisSum) and axis.owns(expression.bound):
            found.setdefault(expression, with_symbols(expression.summand))
            return
        for each in expression.args:
            visit(each)

    for value in declaration.observed.parameters.values():
        visit(value)
    return tuple(found.values())


def _polynomial(total: sympy.Expr, symbol: sympy.Symbol) -> bool:
    return bool(total.is_polynomial(symbol))


def _leaf(declaration: Declaration, variable: Variable, moments: int) -> Leaf | None:
    if any(value.has(AxisSum) and entries(value) for value in variable.parameters.values()):
        return None
    symbols, names = parameter_symbols(variable.family, "q")
    found = []
    try:
        for order in range(1, moments + 1):
            moment = variable.family.raw_moment(order, symbols)
            if moment.conditions:
                return None
            found.append(Lines.of({"moment": moment.value}, names))
    except (NotDerivableError, NotBuiltError):
        return None
    return Leaf(variable.name, variable.dims, evaluated(declaration, variable), tuple(found))
