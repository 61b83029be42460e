"""Conditional moments as polynomials in sums over the latent axis, so that its size is a symbol."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from symppm.codegen.torch_graph import (
    Lines,
    hyperparameter_names,
    size_names,
    variable_names,
    with_symbols,
)
from symppm.errors import NotBuiltError
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import AxisSum, entries


@dataclass(frozen=True)
class Polynomial:
    """One conditional moment: coefficients by number, and each one's exponents of the sums."""

    source: Lines
    exponents: tuple[tuple[int, ...], ...]

    @property
    def terms(self) -> list[tuple[str, tuple[int, ...]]]:
        """Coefficients and exponents."""
        return list(zip(self.source.values.values(), self.exponents, strict=True))


@dataclass(frozen=True)
class Collapse:
    """A model whose observed variable depends on factors through a few sums over an axis alone."""

    axis: str
    summands: Lines
    polynomials: tuple[Polynomial, ...]
    """E[Y^n] given the latent variables, n from one."""


def collapsed(declaration: Declaration, moments: int) -> Collapse | None:
    """Return the sums over the latent axis, and the conditional moments as polynomials in them."""
    if len(declaration.latent_axes) != 1 or not moments:
        return None
    (axis,) = declaration.latent_axes
    observed = declaration.observed
    above = [each for each in declaration.variables if not each.observed]
    if any(_sums_over(value, axis) for each in above for value in each.parameters.values()):
        return None
    found: dict[AxisSum, sympy.Symbol] = {}
    parameters = {
        name: _with_totals(value, axis, found) for name, value in observed.parameters.items()
    }
    if not found or any(each.summand.has(AxisSum) for each in found):
        return None
    if any(value.has(AxisSum) or _varies(value, axis) for value in parameters.values()):
        return None
    names = {
        **hyperparameter_names(declaration),
        **size_names(declaration),
        **variable_names(declaration),
    }
    parameters = {name: with_symbols(value) for name, value in parameters.items()}
    sums = tuple(found.values())
    polynomials = []
    try:
        for order in range(1, moments + 1):
            value = observed.family.raw_moment(order, parameters).value
            terms = sympy.Poly(sympy.expand(value), *sums).terms()
            coefficients = {str(n): each for n, (_, each) in enumerate(terms)}
            if any(not each.free_symbols <= set(names) for each in coefficients.values()):
                return None
            exponents = tuple(tuple(map(int, powers)) for powers, _ in terms)
            source = Lines.of(coefficients, names, "{}")
            polynomials.append(Polynomial(source, exponents))
        summands = {symbol.name: with_symbols(total.summand) for total, symbol in found.items()}
        return Collapse(axis.name, Lines.of(summands, names), tuple(polynomials))
    except (sympy.PolynomialError, NotBuiltError):
        return None


def _sums_over(expression: sympy.Expr, axis: Axis) -> bool:
    return any(axis.owns(total.bound) for total in expression.atoms(AxisSum))


def _varies(expression: sympy.Expr, axis: Axis) -> bool:
    return any(axis.owns(letter) for entry in entries(expression) for letter in entry.indices)


def _with_totals(
    expression: sympy.Expr, axis: Axis, found: dict[AxisSum, sympy.Symbol]
) -> sympy.Expr:
    """Put a symbol in place of every outermost sum over an axis."""
    if isinstance(expression, AxisSum):
        if not axis.owns(expression.bound):
            return expression
        if expression not in found:
            signs = [s for s in ("positive", "nonnegative") if getattr(expression, f"is_{s}")]
            assumptions = {signs[0] if signs else "real": True}
            found[expression] = sympy.Symbol(f"sum {len(found)}", **assumptions)
        return found[expression]
    if not expression.args:
        return expression
    return expression.func(*(_with_totals(each, axis, found) for each in expression.args))
