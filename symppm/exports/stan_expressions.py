"""Expressions of the Stan language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import sympy

from symppm.exports.expressions import ATOM, PRODUCT, Text, wrapped
from symppm.exports.loops import LoopWriter, Place
from symppm.exports.program import Program
from symppm.model.nodes import AxisSum, Entry, Indexed


class StanWriter(LoopWriter):
    """Writes Stan expressions; what takes a loop to sum is left in :attr:`before`."""

    language = "Stan"
    power = "^"
    functions: ClassVar[Mapping[str, str]] = {
        "Abs": "abs({0})",
        "Logistic": "inv_logit({0})",
        "Max": "fmax({0}, {1})",
        "Min": "fmin({0}, {1})",
        "Softplus": "log1p_exp({0})",
        "cos": "cos({0})",
        "erf": "erf({0})",
        "exp": "exp({0})",
        "log": "log({0})",
        "sin": "sin({0})",
        "sqrt": "sqrt({0})",
        "tanh": "tanh({0})",
    }

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.before: list[str] = []

    def quotient(self, above: list[sympy.Expr], below: list[sympy.Expr], place: Place) -> Text:
        """Return a quotient that is never one of integers, which Stan would round."""
        whole = [isinstance(e, sympy.Integer) or self._is_integer(e) for e in (*above, *below)]
        if below and all(whole):
            # A real number in front makes reals of all.
            return super().quotient([sympy.Float(1), *above], below, place)
        return super().quotient(above, below, place)

    def _is_integer(self, expression: sympy.Expr) -> bool:
        symbols = expression.free_symbols
        return all(isinstance(self.program.values.get(symbol, 1), int) for symbol in symbols) and (
            not expression.has(Indexed)
        )

    def total(self, expression: AxisSum, place: Place) -> Text:
        """Return a sum of vectors where it is one, else the name of what a loop adds up."""
        summand, bound = expression.summand, expression.bound
        factors = sympy.Mul.make_args(summand)
        inner = [each for each in factors if bound in each.free_symbols]
        outer = [each for each in factors if bound not in each.free_symbols]
        if not inner:
            return self.write(sympy.Mul(summand, expression.size), place)
        vectors = [self._vector(each, bound, place) for each in inner]
        if all(vectors):
            pair = len(vectors) == 2
            rows = (", " if pair else " .* ").join(map(str, vectors))
            text = f"dot_product({rows})" if pair else f"sum({rows})"
        else:
            text = self._looped(sympy.Mul(*inner), bound, place)
        if not outer:
            return text, ATOM
        return f"{wrapped(self.write(sympy.Mul(*outer), place), PRODUCT)} * {text}", PRODUCT

    def _vector(self, factor: sympy.Expr, bound: sympy.Symbol, place: Place) -> str | None:
        """Return a bare array without its last index, if that is the one that runs."""
        if not isinstance(factor, Indexed) or factor.indices[-1] != bound:
            return None
        if bound in factor.indices[:-1] or self._is_array(factor):
            return None
        return self.at(self.program.names[factor.name], [place[i] for i in factor.indices[:-1]])

    def _is_array(self, factor: Indexed) -> bool:
        """Tell whether an entry is of an array of integers, which is no vector."""
        declaration = self.program.declaration
        return isinstance(factor, Entry) and declaration.by_name[factor.name].observed

    def _looped(self, summand: sympy.Expr, bound: sympy.Symbol, place: Place) -> str:
        axis = self.program.declaration.axis_of(bound)
        total, letter = self.program.free("total"), self.program.free(axis.letters[0])
        outside, self.before = self.before, []
        value = self.write(summand, {**place, bound: letter})[0]
        inside, self.before = self.before, outside
        self.before += [
            f"real {total} = 0;",
            f"for ({letter} in 1:{self.program.size(axis)}) {{",
            *(f"  {line}" for line in inside),
            f"  {total} += {value};",
            "}",
        ]
        return total

    def statements(self, lines: list[str]) -> list[str]:
        """Return statements after the loops that they need, which are then forgotten."""
        before, self.before = self.before, []
        return [*before, *lines]
