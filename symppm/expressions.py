"""Numbers and expressions as users write them: read by a small grammar, and never run as code."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from numbers import Complex, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from symppm.errors import ParameterError, SymPPMError, did_you_mean

if TYPE_CHECKING:
    import sympy

_LONGEST: Final = 400  # characters
_LARGEST_POWER: Final = 1000  # the product of exponents within each other
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)(?![\w.])"
    r"|(?P<name>[^\W\d]\w*)|(?P<sign>\*\*|[-+*/()]))"
)
_NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")
_OPERATORS: Final[Mapping[type[ast.AST], Callable[..., Any]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: operator.pow,
        ast.UAdd: operator.pos,
        ast.USub: operator.neg,
    }
)
_KNOWN: Final = (ast.BinOp, ast.UnaryOp, ast.Name, ast.Load, ast.Constant, *_OPERATORS)


def parse(
    text: str, names: Collection[str], called: str, error: type[SymPPMError] = ParameterError
) -> ast.expr:
    """Read an expression of numbers, names, + - * / **, and parentheses; nothing of it is run."""
    if len(text.strip()) > _LONGEST:
        raise error(
            f"{called} given by {len(text.strip())} characters",
            expected=f"at most {_LONGEST}",
            do="Write it shorter.",
        )
    tokens = _tokens(text)
    for kind, word in tokens or ():
        if kind == "name" and word not in names:
            raise error(
                f"{called}={text.strip()}",
                expected=_expected(names),
                do=did_you_mean(word, names) if names else f"Give {called} as a number.",
            )
    tree = _tree(tokens or [])
    if tree is None:
        raise error(
            f"{called}={text.strip()!r}",
            expected=_expected(names),
            do=f"Write, for example, {called}={max(names)}, or 2*{max(names)}."
            if names
            else "Check the value.",
        )
    try:
        high = _power(tree) > _LARGEST_POWER
    except RecursionError:
        high = True
    if high:
        raise error(
            f"{called}={text.strip()}, with too high a power",
            expected=f"powers of at most {_LARGEST_POWER}, those within each other multiplied",
            do="Write it with lower powers.",
        )
    return tree


def _expected(names: Collection[str]) -> str:
    if not names:
        return "a finite number"
    return (
        "a number, or an expression in other hyperparameters and sizes, of numbers, + - * / ** and "
        + ", ".join(names)
    )


def number(value: object) -> float:
    """Return a value as a float: not a number where it is none."""
    if isinstance(value, Complex) and not isinstance(value, Real):
        return math.nan
    if getattr(value, "shape", ()) or getattr(getattr(value, "dtype", None), "kind", "f") in "cmM":
        return math.nan
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return math.nan


def names_in(text: str) -> list[str]:
    """Return the names that a text mentions, expression or not."""
    return _NAME.findall(text[:_LONGEST])


def _tokens(text: str) -> list[tuple[str, str]] | None:
    """Return the words of an expression with their kinds, or None if there are others."""
    text, at, tokens = text.strip(), 0, []
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            return None
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return tokens


def _tree(tokens: list[tuple[str, str]]) -> ast.expr | None:
    # Names become numbered, for words of Python's own (lambda) are names of parameters, too.
    words = [f"n{n}" if kind == "name" else word for n, (kind, word) in enumerate(tokens)]
    try:
        tree = ast.parse(" ".join(words), mode="eval").body
        fits = _fits(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = tokens[int(node.id[1:])][1]
    return tree if fits else None


def _fits(tree: ast.expr) -> bool:
    return all(
        isinstance(node, _KNOWN)
        and not (isinstance(node, ast.Constant) and not _is_finite(node.value))
        for node in ast.walk(tree)
    )


def _is_finite(value: object) -> bool:
    try:
        return math.isfinite(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError):
        return False


def _power(node: ast.expr) -> float:
    """Return the largest product of exponents, one within the other: exact powers take memory."""
    if isinstance(node, ast.UnaryOp):
        return _power(node.operand)
    if not isinstance(node, ast.BinOp):
        return 1.0
    inner = max(_power(node.left), _power(node.right))
    if not isinstance(node.op, ast.Pow) or names_in(ast.unparse(node.right)):
        return inner
    return inner * max(abs(_number(node.right)), 1.0)


def _number(node: ast.expr) -> float:
    """Return the value of a tree without names; infinite where there is none."""
    try:
        return float(computed(node, lambda leaf: float(leaf.value)))  # type: ignore[union-attr,arg-type]
    except (ArithmeticError, TypeError):
        return math.inf


def names_of(tree: ast.expr) -> set[str]:
    """Return the names that a tree mentions."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def in_order(trees: Mapping[str, ast.expr]) -> dict[str, ast.expr]:
    """Return ties so that each uses only what comes before it."""
    ties, ordered = dict(trees), {}
    while ties:
        ready = [name for name, tree in ties.items() if not names_of(tree) & set(ties)]
        if not ready:
            raise ParameterError(
                " and ".join(ties) + " tied in a circle",
                expected="ties that end at what is free or a number",
                do="Leave one of them free.",
            )
        for name in ready:
            ordered[name] = ties.pop(name)
    return ordered


def computed(node: ast.expr, leaf: Callable[[ast.Name | ast.Constant], Any]) -> Any:
    """Compute a tree."""
    if isinstance(node, ast.BinOp):
        operation = _OPERATORS[type(node.op)]
        return operation(computed(node.left, leaf), computed(node.right, leaf))
    if isinstance(node, ast.UnaryOp):
        return _OPERATORS[type(node.op)](computed(node.operand, leaf))
    assert isinstance(node, (ast.Name, ast.Constant))  # noqa: S101 - as parsed
    return leaf(node)


def as_expression(
    value: object,
    symbols: Mapping[str, sympy.Symbol] | None = None,
    called: str = "",
    error: type[SymPPMError] = ParameterError,
) -> sympy.Expr | None:
    """Return a number or an expression as one of SymPy; None for everything else.

    SymPy runs strings, and those in tuples, sets and mappings even where it is told to be strict.
    """
    import sympy  # noqa: PLC0415 - takes longer to load than most matches

    def exact(leaf: ast.Name | ast.Constant) -> sympy.Expr:
        if isinstance(leaf, ast.Name):
            return (symbols or {})[leaf.id]
        number = Fraction(repr(leaf.value))
        return sympy.Rational(number.numerator, number.denominator)

    if isinstance(value, str):
        return None if symbols is None else computed(parse(value, symbols, called, error), exact)
    if isinstance(value, (tuple, list, dict, set, frozenset)):
        return None
    try:
        expression = sympy.sympify(value, strict=True)
    except (sympy.SympifyError, ArithmeticError, TypeError, ValueError):
        return None
    if not isinstance(expression, sympy.Expr):
        return None
    return expression.xreplace({f: sympy.Rational(str(f)) for f in expression.atoms(sympy.Float)})
