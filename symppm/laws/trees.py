"""Expressions as plain trees of lists, strings and numbers.

A derivation may come from a stranger, so reading one rebuilds nodes from a fixed list of kinds and
runs nothing: no names are looked up in modules and no text is parsed as an expression. What is
rebuilt is bounded; see :mod:`symppm.laws.limits`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import sympy

from symppm.errors import DerivationError
from symppm.laws.limits import (
    FUNCTIONS,
    INTEGER,
    NUMBERS,
    Tree,
    check_numbers,
    check_size,
    is_name,
    unreadable,
)
from symppm.laws.operators import OPERATORS, Operator
from symppm.model.links import Logistic, Softplus
from symppm.model.nodes import (
    DOT,
    AxisSum,
    Entry,
    Indexed,
    KnownEntry,
    derivative,
    derivative_of,
)

_LARGEST_EXPONENT = 100
_MOST_DIGITS = 4000
_MOST_PRIMES = 12
_Builder = Callable[[list[sympy.Basic]], sympy.Basic | None]
_OPERATORS: Mapping[str, type[Operator]] = MappingProxyType(
    {kind.symbol: kind for kind in OPERATORS}
)
_INDEXED: Mapping[str, type[Indexed]] = MappingProxyType({"Entry": Entry, "Known": KnownEntry})
_NODES: Mapping[str, type[sympy.Basic]] = MappingProxyType(
    {
        **_INDEXED, "AxisSum": AxisSum, "Tuple": sympy.Tuple, **_OPERATORS,
        "Add": sympy.Add, "Mul": sympy.Mul, "Pow": sympy.Pow,
    }
)  # fmt: skip
_LINKS = (sympy.exp, Softplus, Logistic)
_NO_NUMBERS = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo, sympy.I)
_LARGEST_ARGUMENT = 1000
_LARGEST_FACTORIAL = 200
_LARGEST_ORDER = 20
_DOMAINS = ("positive", "nonnegative", "negative", "integer", "real")


def to_tree(expression: sympy.Basic) -> Tree:
    """Turn an expression into nested lists: the kind first, then its parts."""
    if expression.is_Rational:
        return ["Rational", str(expression.p), str(expression.q)]
    if expression.is_Symbol:
        return ["Symbol", expression.name, *(d for d in _DOMAINS if getattr(expression, "is_" + d))]
    for name, kind in _NODES.items():
        if isinstance(expression, kind):
            ordered = expression.args
            if kind in (sympy.Add, sympy.Mul):
                ordered = sorted(ordered, key=sympy.default_sort_key)
            return [name, *map(to_tree, ordered)]
    for name, number in NUMBERS.items():
        if expression == number:
            return ["Number", name]
    for name, function in FUNCTIONS.items():
        if isinstance(expression, function) and len(expression.args) == 1:
            return [name, to_tree(expression.args[0])]
    unspecified = derivative_of(expression)
    if unspecified is not None:
        function_name, order, argument = unspecified
        return ["Derivative", function_name, str(order), to_tree(argument)]
    raise DerivationError(
        f"an expression of the kind {type(expression).__name__}",
        expected="numbers, symbols, sums, products, powers, moments and the functions "
        + ", ".join(FUNCTIONS),
        do="Such an expression cannot be stored in a derivation file.",
    )


def from_tree(tree: Tree) -> sympy.Basic:
    """Rebuild an expression from :func:`to_tree`."""
    check_size(tree)
    try:
        return _built(tree)
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError) as error:
        # SymPy refuses some combinations of nodes, each of which is well formed, in its own words.
        raise unreadable(tree, "an expression that SymPy can build") from error


def _built(tree: Tree) -> sympy.Basic:
    if not isinstance(tree, list) or not tree or not isinstance(tree[0], str):
        raise unreadable(tree)
    kind, *parts = tree
    if kind in _LEAVES:
        built = _LEAVES[kind](parts)
    else:
        builder = _BUILDERS.get(kind)
        built = None if builder is None else builder([_built(part) for part in parts])
    if built is None:
        raise unreadable(tree)
    check_numbers(built)
    return built


def _rational(parts: list[Any]) -> sympy.Rational | None:
    if len(parts) != 2 or not all(isinstance(p, str) and INTEGER.fullmatch(p) for p in parts):
        return None
    above, below = map(int, parts)
    return sympy.Rational(above, below) if below > 0 else None


def _symbol(parts: list[Any]) -> sympy.Symbol | None:
    if not parts or not all(isinstance(part, str) for part in parts):
        return None
    name, *domains = parts
    if not set(domains) <= set(_DOMAINS) or len(set(domains)) < len(domains):
        return None
    symbol = sympy.Symbol(name, **dict.fromkeys(domains, True))
    bare = name.rstrip("'") if _is_index(symbol) else name
    fits = is_name(bare) and len(name) - len(bare) <= _MOST_PRIMES
    return symbol if fits or symbol == DOT else None


def _named_number(parts: list[Any]) -> sympy.Expr | None:
    if len(parts) != 1 or not isinstance(parts[0], str):
        return None
    return NUMBERS.get(parts[0])


def _derivative(parts: list[Any]) -> sympy.Expr | None:
    fits = len(parts) == 3 and is_name(parts[0]) and isinstance(parts[1], str)
    if not fits or parts[0] in _BUILDERS or not INTEGER.fullmatch(parts[1]):
        return None
    order, argument = int(parts[1]), _built(parts[2])
    if not 0 <= order <= _LARGEST_ORDER or not _is_argument(argument):
        return None
    return derivative(parts[0], order, argument)


def _is_argument(
    node: sympy.Basic,
    also: tuple[type[sympy.Function], ...] = (),
    *,
    any_numbers: bool = False,
) -> bool:
    """Tell whether a function may be applied: numbers inside are small, and nothing is nested."""
    if not isinstance(node, sympy.Expr):
        return False
    small = all(max(abs(n.p), n.q) <= _LARGEST_ARGUMENT for n in node.atoms(sympy.Rational))
    if not (small or any_numbers):
        return False
    return node.count_ops() <= _LARGEST_ARGUMENT and not any(
        isinstance(part, (sympy.exp, sympy.gamma, sympy.zeta, *also))
        for part in node.atoms(sympy.Function)
    )


def _function(function: type[sympy.Function]) -> _Builder:
    def build(arguments: list[sympy.Basic]) -> sympy.Expr | None:
        # The exponential of a multiple of a logarithm would be a power that nobody has counted.
        also = (sympy.log,) if function is sympy.exp else ()
        if len(arguments) != 1:
            return None
        (argument,) = arguments
        # A link of what is random is never computed here, only drawn from.
        any_numbers = function in _LINKS and argument.has(Entry)
        if not _is_argument(argument, also, any_numbers=any_numbers):
            return None
        grows = function in (sympy.gamma, sympy.zeta)
        largest = _LARGEST_FACTORIAL if grows else _LARGEST_ARGUMENT
        if argument.is_number and not _is_small(argument, largest):
            return None
        value = function(argument)
        return None if value.has(*_NO_NUMBERS) else value

    return build


def _is_small(number: sympy.Expr, largest: int) -> bool:
    # Powers inside may be large though their parts are not; a logarithm is as good as a bound.
    if any(abs(power.exp) > 2 for power in number.atoms(sympy.Pow)):
        return False
    size = sympy.Abs(number.evalf(10))
    return bool(size.is_Float or size.is_Integer) and bool(size <= largest)


def _is_index(node: sympy.Basic) -> bool:
    return bool(node.is_Symbol and node.is_integer and not node.is_positive)


def _sum(arguments: list[sympy.Basic]) -> sympy.Expr | None:
    fits = len(arguments) > 1 and all(isinstance(term, sympy.Expr) for term in arguments)
    return sympy.Add(*arguments) if fits else None


def _product(arguments: list[sympy.Basic]) -> sympy.Expr | None:
    if len(arguments) < 2 or not all(isinstance(factor, sympy.Expr) for factor in arguments):
        return None
    # SymPy multiplies a number into a sum that stands alone; where that was factored out, it stays.
    first, second = sorted(arguments, key=lambda factor: not factor.is_Rational)[:2]
    if len(arguments) == 2 and first.is_Rational and first not in (0, 1) and second.is_Add:
        return sympy.Mul(first, second, evaluate=False)
    return sympy.Mul(*arguments)


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
    value = sympy.Pow(base, exponent)
    return None if value.has(*_NO_NUMBERS) else value


def _indexed(kind: type[Indexed]) -> _Builder:
    def build(arguments: list[sympy.Basic]) -> sympy.Expr | None:
        fits = arguments and arguments[0].is_Symbol and all(map(_is_index, arguments[1:]))
        return kind(*arguments) if fits else None

    return build


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
        fits = kind.takes(len(operands)) and isinstance(given, sympy.Tuple)
        fits = fits and all(isinstance(operand, sympy.Expr) for operand in operands)
        return kind(*arguments) if fits else None

    return build


_LEAVES: Mapping[str, Callable[[list[Any]], sympy.Basic | None]] = MappingProxyType(
    {
        "Rational": _rational,
        "Symbol": _symbol,
        "Number": _named_number,
        "Derivative": _derivative,
    }
)
_BUILDERS: Mapping[str, _Builder] = MappingProxyType(
    {
        "Add": _sum,
        "Mul": _product,
        "Pow": _power,
        "AxisSum": _axis_sum,
        "Tuple": _given,
        **{name: _indexed(kind) for name, kind in _INDEXED.items()},
        **{name: _operator(kind) for name, kind in _OPERATORS.items()},
        **{name: _function(kind) for name, kind in FUNCTIONS.items()},
    }
)
