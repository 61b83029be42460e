"""Expressions one entry at a time, for languages that loop: Stan and JAGS."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from symppm.exports.expressions import ATOM, ExpressionWriter, Text
from symppm.exports.program import Program
from symppm.model.declaration import Axis
from symppm.model.nodes import Indexed

Place = Mapping[sympy.Symbol, str]
"""What stands for each index."""


class LoopWriter(ExpressionWriter):
    """Writes the value of one entry, with an index variable for each axis."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.letters = {axis: program.free(axis.letters[0]) for axis in program.declaration.axes}

    def place(self, axes: tuple[Axis, ...]) -> dict[sympy.Symbol, str]:
        """Return the place of a generic entry of a variable with these axes."""
        return {axis.generic: self.letters[axis] for axis in axes}

    def entry(self, entry: Indexed, place: Place) -> Text:
        """Return the entry of an array."""
        return self.at(self.program.names[entry.name], [place[i] for i in entry.indices]), ATOM

    @staticmethod
    def at(name: str, indices: list[str]) -> str:
        """Return a name with its indices in brackets."""
        return f"{name}[{', '.join(indices)}]" if indices else name

    def target(self, name: str, axes: tuple[Axis, ...]) -> str:
        """Return the generic entry of an array with these axes."""
        return self.at(name, [self.letters[axis] for axis in axes])

    def nested(self, axes: tuple[Axis, ...], inner: list[str]) -> list[str]:
        """Return statements inside one loop an axis."""
        lines = inner
        for axis in reversed(axes):
            head = f"for ({self.letters[axis]} in 1:{self.program.size(axis)}) {{"
            lines = [head, *(f"  {line}" for line in lines), "}"]
        return lines
