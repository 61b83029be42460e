"""The variables of a model as lines of torch: parameters in terms of what is above them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from symppm.codegen.torch_printer import torch_lines
from symppm.families import Family
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Entry, entries


@dataclass(frozen=True)
class Lines:
    """Source of results by their names, and assignments that come first."""

    lines: tuple[str, ...]
    values: Mapping[str, str]

    @classmethod
    def of(
        cls,
        outputs: Mapping[str, sympy.Expr],
        names: Mapping[sympy.Symbol, str],
        constant: str = "torch.tensor({}, dtype=torch.float64)",
    ) -> Lines:
        """Print expressions."""
        lines, values = torch_lines(outputs.values(), names)
        shown = {
            name: constant.format(value) if expression.is_number else value
            for (name, expression), value in zip(outputs.items(), values, strict=True)
        }
        return cls(tuple(lines), shown)

    @property
    def value(self) -> str:
        """The source of the only result."""
        (value,) = self.values.values()
        return value


def parameter_symbols(
    family: Family, mapping: str
) -> tuple[dict[str, sympy.Symbol], dict[sympy.Symbol, str]]:
    """Return a symbol for each parameter of a family, and its source."""
    symbols = {
        each.name: sympy.Symbol(f"{mapping} {each.name}", **{each.domain: True})
        for each in family.parameters
    }
    return symbols, {symbol: f'{mapping}["{name}"]' for name, symbol in symbols.items()}


def hyperparameter_names(declaration: Declaration) -> dict[sympy.Symbol, str]:
    """Return the source of every hyperparameter."""
    return {symbol: f'p["{symbol.name}"]' for symbol in declaration.hyperparameters}


def size_names(declaration: Declaration) -> dict[sympy.Symbol, str]:
    """Return the source of the size of every latent axis, where sizes are symbols."""
    return {symbol: f'p["{symbol.name}"]' for symbol in declaration.sizes}


def printed(declaration: Declaration, outputs: Mapping[str, sympy.Expr]) -> Lines:
    """Print expressions in hyperparameters and sizes."""
    return Lines.of(outputs, {**hyperparameter_names(declaration), **size_names(declaration)})


def variable_names(declaration: Declaration) -> dict[sympy.Symbol, str]:
    """Return the source of the symbol that stands for each variable."""
    return {_standing_for(each.generic): f'v["{each.name}"]' for each in declaration.variables}


def with_symbols(expression: sympy.Expr) -> sympy.Expr:
    """Put a symbol in place of every entry."""
    return expression.xreplace({entry: _standing_for(entry) for entry in entries(expression)})


def _standing_for(entry: Entry) -> sympy.Symbol:
    # No declared name has a blank in it.
    label = entry.label
    signs = {sign: True for sign in ("positive", "nonnegative") if getattr(label, f"is_{sign}")}
    return sympy.Symbol(f"v {entry.name}", **(signs or {"real": True}))


def evaluated(declaration: Declaration, variable: Variable) -> Lines:
    """Print the parameters of a variable, given what is above it.

    Sizes are those of the arrays that are drawn, and sums are taken by ``draw.total``.
    """
    names = {
        **hyperparameter_names(declaration),
        **variable_names(declaration),
        **{axis.size: f'draw.size("{axis.name}")' for axis in declaration.axes},
    }
    lines: list[str] = []
    totals: dict[AxisSum, sympy.Symbol] = {}

    def without_sums(expression: sympy.Expr) -> sympy.Expr:
        if isinstance(expression, Entry):
            return _standing_for(expression)
        if isinstance(expression, AxisSum):
            if expression not in totals:
                inner = Lines.of({"summand": without_sums(expression.summand)}, names)
                symbol = sympy.Symbol(f"s{len(totals)}", **_sign(expression))
                axis = declaration.axis_of(expression.bound).name
                lines.extend(inner.lines)
                lines.append(f'{symbol.name} = draw.total({inner.value}, "{axis}")')
                totals[expression] = symbol
                names[symbol] = symbol.name
            return totals[expression]
        if not expression.args:
            return expression
        return expression.func(*map(without_sums, expression.args))

    outputs = {name: without_sums(value) for name, value in variable.parameters.items()}
    found = Lines.of(outputs, names, "draw.constant({})")
    return Lines((*lines, *found.lines), found.values)


def _sign(expression: sympy.Expr) -> dict[str, bool]:
    for sign in ("positive", "nonnegative"):
        if getattr(expression, f"is_{sign}"):
            return {sign: True}
    return {"real": True}
