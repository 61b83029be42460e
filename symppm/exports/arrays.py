"""Expressions as whole arrays: broadcasting and contractions, for PyMC, NumPyro and Pyro."""

from __future__ import annotations

from typing import ClassVar

import sympy

from symppm.exports.expressions import ATOM, PRODUCT, SUM, ExpressionWriter, Text, wrapped
from symppm.exports.program import Program
from symppm.model.declaration import Axis, Variable, free_axes
from symppm.model.nodes import AxisSum, Indexed

Place = tuple[Axis, ...]
"""Axes over which a result must broadcast, the last one last."""


class ArrayWriter(ExpressionWriter):
    """Writes an expression as one array operation; a sum over factors is a matrix product."""

    einsum: ClassVar[str]
    """The library's function of that name."""
    broadcast: ClassVar[str]
    """How the library lays an array out: a call, with ``{0}`` for it and ``{1}`` for the shape."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.places = program.free("observed") if program.gaps else ""

    def parameter(self, variable: Variable, value: sympy.Expr) -> str:
        """Return a parameter of a variable; of data with gaps, of the observed entries alone."""
        axes = variable.axes
        text = self.write(sympy.sympify(value), axes)
        present = free_axes(value, axes)
        if not (variable.observed and self.places and present):
            return text[0]
        whole = wrapped(text, ATOM)
        if len(present) < len(axes):
            sizes = ", ".join(self.program.size(axis) for axis in axes)
            whole = self.broadcast.format(
                text[0], f"({sizes},)" if len(axes) == 1 else f"({sizes})"
            )
        return f"{whole}[{self.places}]"

    def entry(self, entry: Indexed, place: Place) -> Text:
        """Return the array, with an axis of size one wherever the place has one more."""
        declared = [self.program.declaration.axis_of(letter) for letter in entry.indices]
        order = sorted(declared, key=place.index)
        text = self.program.names[entry.name]
        if order != declared:
            turned = [declared.index(axis) for axis in order]
            text += ".T" if turned == [1, 0] else f"{self.turn(turned)}"
        return self.spread(text, order, place), ATOM

    def turn(self, order: list[int]) -> str:
        """Return the call that puts the axes of an array in another order."""
        return f".transpose({', '.join(map(str, order))})"

    def spread(self, text: str, present: list[Axis], place: Place) -> str:
        """Return an array indexed so that it broadcasts over a place."""
        marks = [":" if axis in present else "None" for axis in place]
        while marks and marks[0] == "None":
            marks.pop(0)
        return f"{text}[{', '.join(marks)}]" if "None" in marks else text

    def total(self, expression: AxisSum, place: Place) -> Text:
        """Return a sum as a matrix product, a contraction, or the sum of an array."""
        summand, bound = expression.summand, expression.bound
        if isinstance(summand, sympy.Add):
            terms = [AxisSum(term, bound, expression.size) for term in summand.args]
            return " + ".join(wrapped(self.total(each, place), PRODUCT) for each in terms), SUM
        factors = sympy.Mul.make_args(summand)
        inner = [each for each in factors if bound in each.free_symbols]
        outer = [each for each in factors if bound not in each.free_symbols]
        if not inner:
            return self.write(sympy.Mul(summand, expression.size), place)
        axis = self.program.declaration.axis_of(bound)
        text, binds, present = self._contraction(inner, axis, place)
        spread = self.spread(text if binds == ATOM else f"({text})", present, place)
        if spread != (text if binds == ATOM else f"({text})"):
            binds = ATOM
        elif binds != ATOM:
            spread = text
        if not outer:
            return spread, binds
        before = wrapped(self.write(sympy.Mul(*outer), place), PRODUCT)
        return f"{before} * {wrapped((spread, binds), ATOM)}", PRODUCT

    def _contraction(
        self, factors: list[sympy.Expr], axis: Axis, place: Place
    ) -> tuple[str, int, list[Axis]]:
        """Return the sum of a product along an axis, and the axes that are left."""
        # The bound index hides an axis of the place with the same letter.
        others = tuple(each for each in place if each != axis)
        operands = [(each, (*free_axes(each, others), axis)) for each in factors]
        operands = _merged(operands)
        left = [each for each in others if any(each in axes for _, axes in operands)]
        texts = [self.write(each, axes) for each, axes in operands]
        if len(operands) == 1:
            text = wrapped(texts[0], ATOM)
            last = f"{text[:-2]}.sum(0)" if text.endswith(".T") else f"{text}.sum(-1)"
            return last, ATOM, left
        matrices = all(len(axes) == 2 for _, axes in operands)
        if len(operands) == 2 and matrices and len(left) == 2:
            first, second = sorted(
                zip(operands, texts, strict=True), key=lambda each: left.index(each[0][1][0])
            )
            return f"{wrapped(first[1], ATOM)} @ {wrapped(second[1], ATOM)}.T", PRODUCT, left
        subscripts = ",".join("".join(each.letters[0] for each in axes) for _, axes in operands)
        result = "".join(each.letters[0] for each in left)
        arguments = ", ".join(text for text, _ in texts)
        return f'{self.einsum}("{subscripts}->{result}", {arguments})', ATOM, left


def _merged(operands: list[tuple[sympy.Expr, Place]]) -> list[tuple[sympy.Expr, Place]]:
    """Multiply each factor into a larger one that has all its axes, such as weights into theta."""
    merged: list[tuple[sympy.Expr, Place]] = []
    for factor, axes in sorted(operands, key=lambda each: -len(each[1])):
        home = next((n for n, each in enumerate(merged) if set(axes) <= set(each[1])), None)
        if home is None:
            merged.append((factor, axes))
        else:
            merged[home] = (merged[home][0] * factor, merged[home][1])
    return merged
