"""Expectation, variance, covariance and correlation as unevaluated SymPy nodes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy

from symppm.model.nodes import Entry


class Operator(sympy.Expr):
    """An unevaluated moment: one or two arguments, and what is conditioned on."""

    is_commutative = True
    symbol = ""
    latex_symbol = ""
    arity = 1

    def __new__(cls, *arguments: sympy.Expr) -> Operator:
        """Make a node from operands and, optionally, a tuple of what is given."""
        operands = tuple(sympy.sympify(argument) for argument in arguments[: cls.arity])
        rest = arguments[cls.arity :]
        given = rest[0] if rest else sympy.Tuple()
        return sympy.Expr.__new__(cls, *operands, given)

    @property
    def operands(self) -> tuple[sympy.Expr, ...]:
        """What the moment is of."""
        return tuple(self.args[: self.arity])

    @property
    def given(self) -> sympy.Tuple:
        """Entries conditioned on; empty for an unconditional moment."""
        return self.args[self.arity]

    def _eval_is_real(self) -> bool:
        return True

    def _inside(self, printer: Any, bar: str) -> str:
        inner = ", ".join(printer._print(operand) for operand in self.operands)
        if self.given:
            inner += bar + ", ".join(printer._print(entry) for entry in self.given)
        return inner

    def _sympystr(self, printer: Any) -> str:
        return f"{self.symbol}[{self._inside(printer, ' | ')}]"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        inside = self._inside(printer, r" \mid ")
        text = rf"{self.latex_symbol}\!\left[{inside}\right]"
        return text if exp is None else f"{text}^{{{exp}}}"


class Expectation(Operator):
    """E[X | given]."""

    symbol = "E"
    latex_symbol = r"\mathbb{E}"


class Variance(Operator):
    """Var[X | given]."""

    symbol = "Var"
    latex_symbol = r"\mathbb{V}"


class Covariance(Operator):
    """Cov[X, Y | given]."""

    symbol = "Cov"
    latex_symbol = r"\mathrm{Cov}"
    arity = 2


class Correlation(Operator):
    """The correlation of X and Y."""

    symbol = "Corr"
    latex_symbol = r"\rho"
    arity = 2


def conditions_tuple(entries: Iterable[Entry]) -> sympy.Tuple:
    """Return entries as a condition, each once, in a fixed order."""
    return sympy.Tuple(*sorted(set(entries), key=sympy.default_sort_key))
