"""A match as something to write down: its declaration, its values, and a name for everything."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import sympy

from symppm.errors import ParameterError
from symppm.exports.structure import declaration_of
from symppm.exports.types import Chosen
from symppm.model import Declaration
from symppm.model.declaration import Axis, KnownArray, Variable


@dataclass(frozen=True)
class Program:
    """What every language writes."""

    declaration: Declaration
    values: Mapping[sympy.Symbol, float | int]
    names: Mapping[str, str]
    sizes: Mapping[str, str]
    free: Callable[[str], str]
    gaps: str = ""
    largest: Mapping[str, float] = field(default_factory=dict)

    @property
    def observed_axes(self) -> tuple[Axis, ...]:
        """Axes of the data."""
        return self.declaration.observed.axes

    @property
    def latent(self) -> tuple[Variable, ...]:
        """Variables that are not observed, parents first."""
        return tuple(each for each in self.declaration.variables if not each.observed)

    @property
    def observed(self) -> Variable:
        """What the data are."""
        return self.declaration.observed

    @property
    def known(self) -> tuple[KnownArray, ...]:
        """Arrays that come with the data."""
        return self.declaration.known

    def size(self, axis: Axis) -> str:
        """Return the name of the size of an axis."""
        return self.sizes[axis.size.name]

    def symbol(self, symbol: sympy.Symbol) -> str:
        """Return the name of a hyperparameter or of a size."""
        return self.sizes.get(symbol.name) or self.names[symbol.name]

    def constant(self, expression: sympy.Expr) -> float | None:
        """Return the value of an expression in hyperparameters and latent sizes, else None."""
        if not expression.free_symbols <= self.values.keys():
            return None
        return float(expression.xreplace(dict(self.values)).evalf())

    def settings(self) -> dict[str, float | int]:
        """Return latent sizes and hyperparameters by their names in the language."""
        return {self.symbol(symbol): value for symbol, value in self.values.items()}


def program_of(chosen: Chosen, reserved: Iterable[str], *, ascii_only: bool) -> Program:
    """Lay out a match for one language."""
    declaration = declaration_of(chosen)
    taken = set(reserved)

    def free(wanted: str) -> str:
        base = name = _ascii(wanted) if ascii_only else wanted
        number = 1
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        taken.add(name)
        return name

    # First what the user named; a size gives way, as N does to the counts of a compound model.
    named = (
        *(symbol.name for symbol in declaration.hyperparameters),
        *(variable.name for variable in declaration.variables),
        *(array.name for array in declaration.known),
    )
    names = {name: free(name) for name in named}
    sizes = {
        axis.size.name: free(f"n_{axis.name}" if axis.size.name in names else axis.size.name)
        for axis in declaration.axes
    }
    largest = {
        each.name: each.largest ** (1.0 / each.power)
        for each in chosen.exposures
        if each.largest is not None
    }
    values = _values(declaration, chosen)
    return Program(declaration, values, names, sizes, free, chosen.gaps, largest)


def _ascii(name: str) -> str:
    plain = "".join(c if c.isascii() else f"u{ord(c):04x}" for c in name)
    # Neither Stan nor JAGS takes a name that starts or ends with an underscore.
    return plain.strip("_") or "x"


def _values(declaration: Declaration, chosen: Chosen) -> dict[sympy.Symbol, float | int]:
    given: dict[str, float] = {"K": chosen.k, **chosen.parameters}
    whole = {
        symbol
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if parameter.integer
        for symbol in variable.parameters[parameter.name].free_symbols
    }
    values: dict[sympy.Symbol, float | int] = {}
    for symbol in (*declaration.sizes, *declaration.hyperparameters):
        value = given.get(symbol.name, math.nan)
        if not math.isfinite(value):
            raise ParameterError(
                f"no value for {symbol.name} of model {declaration.name!r}",
                expected="a match with every hyperparameter",
                do="Export a feasible match, or one of its branches.",
            )
        as_integer = symbol in whole or symbol in declaration.sizes
        if as_integer and not float(value).is_integer():
            raise ParameterError(
                f"{symbol.name} = {value:g}, of which model {declaration.name!r} draws a number "
                "of trials",
                expected="an integer, as in every program that draws",
                do=f"Match again with {symbol.name} fixed at an integer.",
            )
        values[symbol] = int(value) if as_integer else float(value)
    return values
