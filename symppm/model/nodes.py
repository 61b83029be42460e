"""Two SymPy nodes: an entry of a plated variable, and a sum over an axis of symbolic size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

DOT = sympy.Symbol("·", integer=True)
"""In place of an index: every entry along that axis."""


def index(letter: str) -> sympy.Symbol:
    """Return the index with this letter. Different letters stand for different values."""
    return sympy.Symbol(letter, integer=True)


def label(name: str, sign: str) -> sympy.Symbol:
    """Return the label of a random variable; its assumptions say which half-line it stays in."""
    assumptions = {"positive": {"positive": True}, "nonnegative": {"nonnegative": True}}
    return sympy.Symbol(name, **assumptions.get(sign, {"real": True}))


class Entry(sympy.Expr):
    """One entry of a plated random variable: ``Entry(theta, i, k)`` is theta_ik."""

    is_commutative = True

    def __new__(cls, name: sympy.Symbol, *indices: sympy.Symbol) -> Entry:
        """Make a node from a label and one index an axis."""
        return sympy.Expr.__new__(cls, name, *indices)

    @property
    def label(self) -> sympy.Symbol:
        """The variable's label."""
        return self.args[0]

    @property
    def indices(self) -> tuple[sympy.Symbol, ...]:
        """One index an axis, in the order of the variable's dims."""
        return tuple(self.args[1:])

    @property
    def name(self) -> str:
        """The variable's name."""
        return str(self.label.name)

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_positive(self) -> bool | None:
        return self.label.is_positive

    def _eval_is_nonnegative(self) -> bool | None:
        return self.label.is_nonnegative

    def _sympystr(self, printer: Any) -> str:
        if not self.indices:
            return self.name
        letters = [printer._print(letter) for letter in self.indices]
        return f"{self.name}[{', '.join(letters)}]"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        name, _, subscript = printer._print(self.label).partition("_")
        inner = subscript.strip("{}") + "".join(printer._print(i) for i in self.indices)
        text = f"{name}_{{{inner}}}" if inner else name
        return text if exp is None else f"{text}^{{{exp}}}"


class AxisSum(sympy.Expr):
    """Sum of an expression over all values of one index; the index is bound."""

    is_commutative = True

    def __new__(cls, summand: sympy.Expr, bound: sympy.Symbol, size: sympy.Symbol) -> AxisSum:
        """Make a node from a summand, the index that runs, and how many values it takes."""
        return sympy.Expr.__new__(cls, sympy.sympify(summand), bound, size)

    @property
    def summand(self) -> sympy.Expr:
        """What is summed."""
        return self.args[0]

    @property
    def bound(self) -> sympy.Symbol:
        """The index that runs."""
        return self.args[1]

    @property
    def size(self) -> sympy.Symbol:
        """How many values it takes."""
        return self.args[2]

    @property
    def free_symbols(self) -> set[sympy.Symbol]:
        """Symbols other than the bound index."""
        return (self.summand.free_symbols - {self.bound}) | {self.size}

    def _eval_is_real(self) -> bool | None:
        return self.summand.is_real

    def _eval_is_positive(self) -> bool | None:
        return True if self.summand.is_positive else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.summand.is_nonnegative else None

    def _sympystr(self, printer: Any) -> str:
        return f"Sum_{self.bound.name}({printer._print(self.summand)})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        inner = printer._print(self.summand)
        if self.summand.is_Add:
            inner = rf"\left({inner}\right)"
        text = rf"\sum_{{{printer._print(self.bound)}}} {inner}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


def fresh(letter: sympy.Symbol, taken: Iterable[sympy.Symbol]) -> sympy.Symbol:
    """Return the letter, primed as often as it takes to differ from those taken."""
    used = {symbol.name for symbol in taken}
    name = letter.name
    while name in used:
        name += "'"
    return index(name)


def reindex(expression: sympy.Expr, mapping: Mapping[sympy.Symbol, sympy.Symbol]) -> sympy.Expr:
    """Replace free indices, renaming bound ones that would be captured.

    Parameters
    ----------
    expression : sympy.Expr
        Any expression.
    mapping : mapping of index to index
        What to put in place of each free index.
    """
    if not mapping:
        return expression
    if expression in mapping:
        return mapping[expression]
    if isinstance(expression, AxisSum):
        inner = {old: new for old, new in mapping.items() if old != expression.bound}
        summand, bound = expression.summand, expression.bound
        if bound in inner.values():
            taken = set(inner.values()) | summand.free_symbols
            renamed = fresh(bound, taken)
            summand, bound = reindex(summand, {bound: renamed}), renamed
        return AxisSum(reindex(summand, inner), bound, expression.size)
    if not expression.args:
        return expression
    return expression.func(*(reindex(argument, mapping) for argument in expression.args))


def entries(expression: sympy.Basic) -> list[Entry]:
    """Return the distinct entries in an expression, in a fixed order; bound ones keep their letter.

    Parameters
    ----------
    expression : sympy.Basic
        Any expression.
    """
    return sorted(expression.atoms(Entry), key=sympy.default_sort_key)
