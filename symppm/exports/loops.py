"""Programs one entry at a time, for languages that loop: Stan and JAGS."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import sympy

from symppm.exports.expressions import ATOM, PRODUCT, ExpressionWriter, Text, wrapped
from symppm.exports.program import Program
from symppm.model.declaration import Axis, Variable
from symppm.model.nodes import AxisSum, Indexed

Place = Mapping[sympy.Symbol, str]
"""What stands for each index."""


@dataclass(frozen=True)
class Listing:
    """Names of a list of the observed entries: how many, which one, and their indices."""

    size: str
    number: str
    indices: Mapping[Axis, str]


class LoopWriter(ExpressionWriter):
    """Writes the value of one entry, with an index variable for each axis."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.letters = {axis: program.free(axis.letters[0]) for axis in program.declaration.axes}
        self.listing: Listing | None = None
        if program.missing:
            indices = {axis: program.free(f"{axis.name}_of") for axis in program.observed.axes}
            self.listing = Listing(program.free("n_observed"), program.free("n"), indices)

    def listed(self, variable: Variable) -> Listing | None:
        """Return the list of what was observed of a variable, if entries of it are missing."""
        return self.listing if variable.observed else None

    def place(self, variable: Variable) -> dict[sympy.Symbol, str]:
        """Return the place of a generic entry of a variable, or of an observed one."""
        if listing := self.listed(variable):
            return {
                axis.generic: self.at(name, [listing.number])
                for axis, name in listing.indices.items()
            }
        return self.generic(variable.axes)

    def generic(self, axes: tuple[Axis, ...]) -> dict[sympy.Symbol, str]:
        """Return the place of a generic entry of an array with these axes."""
        return {axis.generic: self.letters[axis] for axis in axes}

    def here(self, variable: Variable, name: str) -> str:
        """Return that entry of an array that is laid out like the variable."""
        if listing := self.listed(variable):
            return self.at(name, [listing.number])
        return self.target(name, variable.axes)

    def around(self, variable: Variable, inner: list[str]) -> list[str]:
        """Return statements inside loops over the variable, or over what was observed of it."""
        if listing := self.listed(variable):
            return _loop(listing.number, listing.size, inner)
        return self.nested(variable.axes, inner)

    def entry(self, entry: Indexed, place: Place) -> Text:
        """Return the entry of an array."""
        return self.at(self.program.names[entry.name], [place[i] for i in entry.indices]), ATOM

    def total(self, expression: AxisSum, place: Place) -> Text:
        """Return the sum along an axis of the factors that vary along it, times the others."""
        summand, bound = expression.summand, expression.bound
        factors = sympy.Mul.make_args(summand)
        inner = [factor for factor in factors if bound in factor.free_symbols]
        outer = [factor for factor in factors if bound not in factor.free_symbols]
        if not inner:
            return self.write(sympy.Mul(summand, expression.size), place)
        text = self.summed(inner, bound, place)
        if not outer:
            return text, ATOM
        return f"{wrapped(self.write(sympy.Mul(*outer), place), PRODUCT)} * {text}", PRODUCT

    @abstractmethod
    def summed(self, factors: list[sympy.Expr], bound: sympy.Symbol, place: Place) -> str:
        """Return the sum of a product of factors that vary along an axis."""

    @staticmethod
    def at(name: str, indices: list[str]) -> str:
        """Return a name with its indices in brackets."""
        return f"{name}[{', '.join(indices)}]" if indices else name

    def target(self, name: str, axes: tuple[Axis, ...]) -> str:
        """Return the generic entry of an array with these axes."""
        return self.at(name, [self.letters[axis] for axis in axes])

    def nested(self, axes: tuple[Axis, ...], inner: list[str]) -> list[str]:
        """Return statements inside one loop an axis."""
        for axis in reversed(axes):
            inner = _loop(self.letters[axis], self.program.size(axis), inner)
        return inner

    @property
    def listed_names(self) -> list[str]:
        """Names of the list of what was observed, if entries are missing."""
        return [self.listing.size, *self.listing.indices.values()] if self.listing else []

    @property
    def brought(self) -> list[str]:
        """What the user brings with the data, sizes first, and these."""
        program = self.program
        return [*program.data_sizes, *program.known, *self.listed_names, program.data]


def _loop(letter: str, size: str, inner: list[str]) -> list[str]:
    return [f"for ({letter} in 1:{size}) {{", *(f"  {line}" for line in inner), "}"]
