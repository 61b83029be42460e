"""Arithmetic of generated code and of derivation files, computed exactly; nothing of either is run.

Source is read with :mod:`ast`, and only what the generator writes has a meaning here: numbers,
names, arithmetic, powers, and a few functions of one argument. Anything else is an error, as is
whatever has no value (a root of a negative number).
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

import sympy

from symppm.audit.exact_duals import Dual, apply, constant
from symppm.audit.exact_numbers import EULER_GAMMA, FUNCTIONS, PI, zeta
from symppm.model.nodes import KnownEntry

_BINARY: Final[Mapping[type[ast.operator], Callable[[Dual, Dual], Dual]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: operator.pow,
    }
)
OF_MATH: Final = frozenset({"sqrt", "exp", "log", "cosh", "sinh", "gamma"})
"""Functions that generated code calls as ``math.sqrt`` and so on."""
KERNELS: Final = frozenset(
    {"sign", "side", "settled", "digamma", "weibull_shape", "softplus", "logistic"}
)
"""Functions that it imports from :mod:`symppm.codegen.special`."""
_OF_SYMPY: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{name: name for name in FUNCTIONS if name not in {"abs", "digamma", "sqrt"}},
        "Abs": "abs",
    }
)


class NoValueError(ValueError):
    """What was read has no exact value here."""


def unreadable(node: ast.expr, names: Collection[str]) -> str | None:
    """Return the part of an expression that the generator does not write, or None."""
    inner: tuple[ast.expr, ...] = ()
    match node:
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            inner = (left, right)
        case ast.Name(name) if name in names:
            pass
        case ast.Constant(float() | int() as value) if not isinstance(value, bool):
            pass
        case ast.UnaryOp(ast.USub(), operand):
            inner = (operand,)
        case ast.Attribute(ast.Name("math"), "pi"):
            pass
        case ast.Call(function, [argument], []) if _function(function) is not None:
            inner = (argument,)
        case ast.Call(ast.Attribute(ast.Name("math"), "pow"), [base, exponent], []):
            inner = (base, exponent)
        case ast.Call(ast.Name("settled"), [difference, beside], []):
            inner = (difference, beside)
        case _:
            return ast.unparse(node)
    return next(filter(None, (unreadable(each, names) for each in inner)), None)


def _function(node: ast.expr) -> str | None:
    match node:
        case ast.Attribute(ast.Name("math"), name) if name in OF_MATH:
            return name
        case ast.Name(name) if name in KERNELS or name == "abs":
            return name
    return None


def source_value(node: ast.expr, names: Mapping[str, Dual]) -> Dual:
    """Compute an expression of generated code."""
    strange = unreadable(node, names)
    if strange is not None:
        raise NoValueError(f"{strange} is nothing that the generator writes")
    try:
        return _source(node, names)
    except (ArithmeticError, ValueError) as error:
        raise NoValueError(
            f"{ast.unparse(node)} has no value: {error or 'zero divides'}"
        ) from error


def _source(node: ast.expr, names: Mapping[str, Dual]) -> Dual:
    match node:
        case ast.BinOp(left, op, right):
            return _BINARY[type(op)](_source(left, names), _source(right, names))
        case ast.Name(name):
            return names[name]
        case ast.Constant(float() | int() as value):
            return constant(Fraction(value))
        case ast.UnaryOp(_, operand):
            return -_source(operand, names)
        case ast.Attribute():
            return Dual(PI)
        case ast.Call(ast.Name("side"), [argument]):
            return constant(1 if _source(argument, names).value.sign >= 0 else -1)
        case ast.Call(ast.Name("settled"), [difference, _]):
            return _source(difference, names)  # nothing is rounded here
        case ast.Call(function, [argument]):
            return apply(_function(function) or "", _source(argument, names))
        case ast.Call(_, [base, exponent]):
            return _source(base, names) ** _source(exponent, names)
    raise NoValueError(f"{ast.unparse(node)} is nothing that the generator writes")


def expression_value(
    expression: sympy.Expr, values: Mapping[str, Dual], known: Mapping[str, Dual]
) -> Dual:
    """Compute a result of a derivation file."""
    found: dict[sympy.Basic, Dual] = {}

    def value(node: sympy.Basic) -> Dual:
        if node not in found:
            found[node] = _symbolic(node, value, values, known)
        return found[node]

    try:
        return value(expression)
    except NoValueError:
        raise
    except (ArithmeticError, ValueError) as error:
        raise NoValueError(f"{expression} has no value: {error or 'zero divides'}") from error


def _symbolic(
    node: sympy.Basic,
    value: Callable[[sympy.Basic], Dual],
    values: Mapping[str, Dual],
    known: Mapping[str, Dual],
) -> Dual:
    if isinstance(node, sympy.Rational):
        return constant(Fraction(int(node.p), int(node.q)))
    if isinstance(node, sympy.Symbol) and node.name in values:
        return values[node.name]
    if isinstance(node, KnownEntry) and node.name in known:
        return known[node.name]
    if isinstance(node, sympy.Add | sympy.Mul):
        join = operator.add if isinstance(node, sympy.Add) else operator.mul
        first, *rest = map(value, node.args)
        for each in rest:
            first = join(first, each)
        return first
    if isinstance(node, sympy.Pow):
        if node.base is sympy.E:
            return apply("exp", value(node.exp))
        return value(node.base) ** value(node.exp)
    if node is sympy.pi:
        return Dual(PI)
    if node is sympy.EulerGamma:
        return Dual(EULER_GAMMA)
    if isinstance(node, sympy.polygamma) and node.args[0] == 0:
        return apply("digamma", value(node.args[1]))
    if isinstance(node, sympy.zeta) and node.args[0].is_Integer and node.args[0] > 1:
        return Dual(zeta(int(node.args[0])))
    name = _OF_SYMPY.get(type(node).__name__)
    if name is not None and len(node.args) == 1:
        return apply(name, value(node.args[0]))
    raise NoValueError(f"{node} is nothing that can be computed exactly")
