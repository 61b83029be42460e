"""Expectation, variance, covariance, correlation and cumulants as unevaluated SymPy nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import sympy

from symppm.model.nodes import Entry


class Operator(sympy.Expr):
    """An unevaluated moment: what it is of, and what is conditioned on."""

    is_commutative = True
    word = ""
    symbol = ""
    latex_symbol = ""
    arity = 1
    vanishes = True
    sorts = False

    def __new__(cls, *arguments: sympy.Basic) -> Operator:
        """Make a node from operands and, optionally, a tuple of what is given.

        A moment in which zero is multiplied with the rest is zero.
        """
        conditional = isinstance(arguments[-1], sympy.Tuple)
        *operands, given = arguments if conditional else (*arguments, sympy.Tuple())
        operands = [sympy.sympify(operand) for operand in operands]
        if cls.vanishes and any(operand == 0 for operand in operands):
            return sympy.S.Zero
        if cls.sorts:
            operands.sort(key=sympy.default_sort_key)
        return sympy.Expr.__new__(cls, *operands, given)

    @classmethod
    def takes(cls, count: int) -> bool:
        """Tell whether there is such a moment of that many operands."""
        return count == cls.arity

    @property
    def operands(self) -> tuple[sympy.Expr, ...]:
        """What the moment is of."""
        return tuple(self.args[:-1])

    @property
    def variables(self) -> tuple[sympy.Expr, ...]:
        """The variables whose joint cumulant the moment is, if it is one."""
        return self.operands

    @property
    def given(self) -> sympy.Tuple:
        """Entries conditioned on; empty for an unconditional moment."""
        return self.args[-1]

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

    word = "mean"
    symbol = "E"
    latex_symbol = r"\mathbb{E}"


class Variance(Operator):
    """Var[X | given]."""

    word = "variance"
    symbol = "Var"
    latex_symbol = r"\mathbb{V}"

    @property
    def variables(self) -> tuple[sympy.Expr, ...]:
        """The same variable twice."""
        return self.operands * 2


class Covariance(Operator):
    """Cov[X, Y | given]."""

    word = "covariance"
    symbol = "Cov"
    latex_symbol = r"\mathrm{Cov}"
    arity = 2


class Correlation(Operator):
    """The correlation of X and Y."""

    word = "correlation"
    symbol = "Corr"
    latex_symbol = r"\rho"
    arity = 2
    vanishes = False

    @property
    def variables(self) -> tuple[sympy.Expr, ...]:
        """None, since a correlation is no cumulant."""
        return ()


class Cumulant(Operator):
    """The joint cumulant of three or more variables, in any order; see :func:`cumulant`."""

    word = "joint cumulant"
    symbol = "Cum"
    latex_symbol = r"\mathrm{Cum}"
    sorts = True

    @classmethod
    def takes(cls, count: int) -> bool:
        """Tell whether there is such a cumulant: three operands or more."""
        return count >= 3


OPERATORS: Final = (Expectation, Variance, Covariance, Correlation, Cumulant)
"""Every kind of moment, in the order in which readers meet them."""


def cumulant(operands: Sequence[sympy.Expr], given: sympy.Tuple | None = None) -> sympy.Expr:
    """Return a joint cumulant: the mean of one variable, the covariance of two, and so on."""
    under = sympy.Tuple() if given is None else given
    if len(operands) == 1:
        return Expectation(*operands, under)
    if len(operands) == 2:
        first, second = sorted(operands, key=sympy.default_sort_key)
        if first == second:
            return Variance(first, under)
        return Covariance(first, second, under)
    return Cumulant(*operands, under)


def conditions_tuple(entries: Iterable[Entry]) -> sympy.Tuple:
    """Return entries as a condition, each once, in a fixed order."""
    return sympy.Tuple(*sorted(set(entries), key=sympy.default_sort_key))
