"""Expressions as plain trees of lists, strings and numbers.

A ledger may come from a stranger, so reading one rebuilds nodes from a fixed list of kinds and runs
nothing: no names are looked up in modules and no text is parsed as an expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import sympy

from symppm.errors import LedgerError
from symppm.laws.operators import Correlation, Covariance, Expectation, Operator, Variance
from symppm.model.nodes import AxisSum, Entry

Tree = Any

_DEEPEST = 200
_LARGEST_EXPONENT = 100
_MOST_DIGITS = 4000
_INTEGER = re.compile(r"-?[0-9]{1,400}")
_Builder = Callable[[list[sympy.Basic]], sympy.Basic | None]
_OPERATORS: Mapping[str, type[Operator]] = MappingProxyType(
    {"E": Expectation, "Var": Variance, "Cov": Covariance, "Corr": Correlation}
)
_DOMAINS = ("positive", "nonnegative", "integer", "real")


def to_tree(expression: sympy.Basic) -> Tree:
    """Turn an expression into nested lists: the kind first, then its parts.

    Parameters
    ----------
    expression : sympy.Basic
        Made of numbers, symbols, sums, products, powers, entries, axis sums and operators.
    """
    if expression.is_Rational:
        return ["Rational", str(expression.p), str(expression.q)]
    if expression.is_Symbol:
        return ["Symbol", expression.name, *(d for d in _DOMAINS if getattr(expression, "is_" + d))]
    if isinstance(expression, Entry):
        return ["Entry", *map(to_tree, expression.args)]
    if isinstance(expression, AxisSum):
        return ["AxisSum", *map(to_tree, expression.args)]
    if isinstance(expression, sympy.Tuple):
        return ["Tuple", *map(to_tree, expression.args)]
    for name, operator in _OPERATORS.items():
        if isinstance(expression, operator):
            return [name, *map(to_tree, expression.args)]
    for name in ("Add", "Mul", "Pow"):
        if getattr(expression, f"is_{name}"):
            ordered = expression.args
            if name != "Pow":
                ordered = sorted(expression.args, key=sympy.default_sort_key)
            return [name, *map(to_tree, ordered)]
    raise LedgerError(
        f"an expression of the kind {type(expression).__name__}",
        expected="numbers, symbols, sums, products, powers and moments",
        do="Such an expression cannot be stored in a ledger.",
    )


def from_tree(tree: Tree, depth: int = 0) -> sympy.Expr:
    """Rebuild an expression from :func:`to_tree`.

    Parameters
    ----------
    tree : nested lists
        As read from a ledger.
    depth : int
        How deep this part lies.

    Raises
    ------
    LedgerError
        For anything that :func:`to_tree` does not write.
    """
    if depth > _DEEPEST or not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise unreadable(tree)
    kind, *parts = tree
    if kind == "Rational":
        return _rational(parts)
    if kind == "Symbol":
        return _symbol(parts)
    arguments = [from_tree(part, depth + 1) for part in parts]
    builder = _BUILDERS.get(kind)
    built = None if builder is None else builder(arguments)
    if built is None:
        raise unreadable(tree)
    return built


def _rational(parts: list[Any]) -> sympy.Rational:
    texts = [part for part in parts if isinstance(part, str) and _INTEGER.fullmatch(part)]
    if len(texts) != 2 or len(parts) != 2 or int(texts[1]) == 0:
        raise unreadable(["Rational"])
    return sympy.Rational(int(texts[0]), int(texts[1]))


def _symbol(parts: list[Any]) -> sympy.Symbol:
    if not parts or not all(isinstance(part, str) for part in parts):
        raise unreadable(["Symbol"])
    name, *domains = parts
    if not name or not set(domains) <= set(_DOMAINS):
        raise unreadable(["Symbol", name])
    return sympy.Symbol(name, **dict.fromkeys(_strongest(domains), True))


def _strongest(domains: list[str]) -> list[str]:
    """Keep the assumptions that were declared; SymPy infers the weaker ones."""
    if "integer" in domains:
        return [d for d in domains if d in ("integer", "positive")]
    return domains[:1]


def _is_index(node: sympy.Basic) -> bool:
    return bool(node.is_Symbol and node.is_integer and not node.is_positive)


def _compound(function: Callable[..., sympy.Expr]) -> _Builder:
    def build(arguments: list[sympy.Basic]) -> sympy.Expr | None:
        fits = len(arguments) > 1 and all(isinstance(each, sympy.Expr) for each in arguments)
        return function(*arguments) if fits else None

    return build


def _power(arguments: list[sympy.Basic]) -> sympy.Expr | None:
    if len(arguments) != 2 or not isinstance(arguments[0], sympy.Expr):
        return None
    base, exponent = arguments
    if not exponent.is_Rational or max(abs(exponent.p), exponent.q) > _LARGEST_EXPONENT:
        return None
    if base.is_Rational:
        # Evaluated at once, so it must stay small; a pole would turn everything into nonsense.
        digits = len(str(base.p)) + len(str(base.q))
        if digits * abs(exponent.p) > _MOST_DIGITS or (base.is_zero and exponent < 0):
            return None
    return sympy.Pow(base, exponent)


def _entry(arguments: list[sympy.Basic]) -> sympy.Expr | None:
    fits = arguments and arguments[0].is_Symbol and all(map(_is_index, arguments[1:]))
    return Entry(*arguments) if fits else None


def _axis_sum(arguments: list[sympy.Basic]) -> sympy.Expr | None:
    if len(arguments) != 3 or not isinstance(arguments[0], sympy.Expr):
        return None
    _, bound, size = arguments
    fits = _is_index(bound) and size.is_Symbol and size.is_integer and size.is_positive
    return AxisSum(*arguments) if fits else None


def _given(arguments: list[sympy.Basic]) -> sympy.Basic | None:
    return sympy.Tuple(*arguments) if all(isinstance(a, Entry) for a in arguments) else None


def _operator(kind: type[Operator]) -> _Builder:
    def build(arguments: list[sympy.Basic]) -> sympy.Expr | None:
        *operands, given = arguments or [None]
        fits = len(operands) == kind.arity and isinstance(given, sympy.Tuple)
        fits = fits and all(isinstance(operand, sympy.Expr) for operand in operands)
        return kind(*arguments) if fits else None

    return build


_BUILDERS: Mapping[str, _Builder] = MappingProxyType(
    {
        "Add": _compound(sympy.Add),
        "Mul": _compound(sympy.Mul),
        "Pow": _power,
        "Entry": _entry,
        "AxisSum": _axis_sum,
        "Tuple": _given,
        **{name: _operator(kind) for name, kind in _OPERATORS.items()},
    }
)


def unreadable(tree: Tree) -> LedgerError:
    """Return the error for a part of a ledger that symppm does not write.

    Parameters
    ----------
    tree : object
        The part; only its kind is shown, since it may be as large or deep as it likes.
    """
    shown = tree[0] if isinstance(tree, list) and tree else tree
    text = shown if isinstance(shown, str) else type(tree).__name__
    return LedgerError(
        f"the ledger contains {text[:60]!r} where it cannot be",
        expected="an expression tree as symppm writes it",
        do="The file is damaged, or of another version; derive it again.",
    )
