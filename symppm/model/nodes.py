"""SymPy nodes: entries of random variables and of known arrays, and sums over an axis."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, Self

import sympy
from sympy.core.function import AppliedUndef

DOT = sympy.Symbol("·", integer=True)
"""In place of an index: every entry along that axis."""


@functools.cache
def index(letter: str) -> sympy.Symbol:
    """Return the index with this letter. Different letters stand for different values."""
    return sympy.Symbol(letter, integer=True)


def label(name: str, sign: str) -> sympy.Symbol:
    """Return the label of a random variable; its assumptions say which half-line it stays in."""
    assumptions = {"positive": {"positive": True}, "nonnegative": {"nonnegative": True}}
    return sympy.Symbol(name, **assumptions.get(sign, {"real": True}))


class Indexed(sympy.Expr):
    """A named number with one index an axis; whether it is random is for the subclasses to say."""

    is_commutative = True

    def __new__(cls, name: sympy.Symbol, *indices: sympy.Symbol) -> Self:
        """Make a node from a label and one index an axis."""
        entry: Self = sympy.Expr.__new__(cls, name, *indices)
        return entry

    @property
    def label(self) -> sympy.Symbol:
        """The symbol that carries its name and sign."""
        return self.args[0]

    @property
    def indices(self) -> tuple[sympy.Symbol, ...]:
        """One index an axis, in the order of its dims."""
        return tuple(self.args[1:])

    @property
    def name(self) -> str:
        """Its name."""
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


class Entry(Indexed):
    """One entry of a plated random variable: ``Entry(theta, i, k)`` is theta_ik."""


class KnownEntry(Indexed):
    """One entry of a known array: ``KnownEntry(gamma, j)`` is the positive constant gamma_j."""


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
    """Replace free indices, renaming bound ones that would be captured."""
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
    """Return the distinct entries in an expression, in a fixed order; bound ones keep letters."""
    return sorted(expression.atoms(Entry), key=sympy.default_sort_key)


def known_entries(expression: sympy.Basic) -> list[KnownEntry]:
    """Return the distinct entries of known arrays in an expression, in a fixed order."""
    return sorted(expression.atoms(KnownEntry), key=sympy.default_sort_key)


def derivative(name: str, order: int, argument: sympy.Expr) -> sympy.Expr:
    """Return a derivative of a function that is not specified, as families write it."""
    symbol = sympy.Dummy("x", real=True)
    return sympy.Function(name)(symbol).diff(symbol, order).subs(symbol, argument)


def derivative_of(expression: sympy.Expr) -> tuple[str, int, sympy.Expr] | None:
    """Return name, order and argument where an expression is what :func:`derivative` makes."""
    place: Mapping[sympy.Expr, sympy.Expr] = {}
    if isinstance(expression, sympy.Subs):
        place = dict(zip(expression.variables, expression.point, strict=True))
        expression = expression.expr
    order = 0
    if isinstance(expression, sympy.Derivative):
        if len(expression.variable_count) != 1:
            return None
        ((variable, order),) = expression.variable_count
        expression = expression.expr
        if expression.args != (variable,):
            return None
    if not isinstance(expression, AppliedUndef) or len(expression.args) != 1:
        return None
    (argument,) = expression.args
    return expression.func.__name__, int(order), argument.xreplace(place)
