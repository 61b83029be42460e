"""Arithmetic on torch tensors as generated code writes it, computed exactly; nothing of it is run.

Torch modules write numbers as literals of double precision. A literal stands here for the plain
number that rounds to it: a rational of small denominator, a power of the root of pi, a square root,
or a value of Riemann's zeta function that moments are made of. Any other literal is what it says,
so that one altered digit makes another number.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from symppm.audit.exact_code import NoValueError
from symppm.audit.exact_duals import Dual, apply
from symppm.audit.exact_numbers import PI, Number, zeta

_BINARY: Final[Mapping[type[ast.operator], Callable[[Dual, Dual], Dual]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: operator.pow,
    }
)
_FUNCTIONS: Final = ("exp", "log", "sqrt", "abs", "sign", "cosh", "sinh", "digamma")
"""Functions of torch that are known here by the same name."""
_LARGEST_DENOMINATOR: Final = 1000
_HALF: Final = Fraction(1, 2)
_NAMED: Final = (
    *(PI.power(n * _HALF) for n in range(-12, 13) if n),
    *(zeta(argument).power(Fraction(n)) for argument in (3, 5) for n in (1, 2)),
)


def literal_value(literal: float) -> Number:
    """Return the number that a literal stands for."""
    whole = Fraction(literal)
    near = whole.limit_denominator(_LARGEST_DENOMINATOR)
    if float(near) == literal:
        return Number(near)
    squared = (whole * whole).limit_denominator(_LARGEST_DENOMINATOR)
    root = Number(squared).power(_HALF)
    candidates = (*_NAMED, root, -root)
    return next((each for each in candidates if float(each.decimal) == literal), Number(whole))


def torch_value(node: ast.expr, names: Mapping[str, Dual]) -> Dual:
    """Compute an expression of a torch module."""
    try:
        return _value(node, names)
    except NoValueError:
        raise
    except (ArithmeticError, ValueError) as error:
        raise NoValueError(
            f"{ast.unparse(node)} has no value: {error or 'zero divides'}"
        ) from error


def _value(node: ast.expr, names: Mapping[str, Dual]) -> Dual:
    match node:
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            return _BINARY[type(op)](_value(left, names), _value(right, names))
        case ast.Name(name) if name in names:
            return names[name]
        case ast.Subscript(ast.Name(name), ast.Constant(str() as key)) if f"{name} {key}" in names:
            return names[f"{name} {key}"]
        case ast.Constant(float() | int() as literal) if not isinstance(literal, bool):
            return Dual(literal_value(literal))
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand, names)
        case ast.Call(ast.Attribute(ast.Name("torch"), "lgamma"), [argument], []):
            return apply("log", apply("gamma", _value(argument, names)))
        case ast.Call(ast.Attribute(ast.Name("torch"), name), [argument], []) if name in _FUNCTIONS:
            return apply(name, _value(argument, names))
        case ast.Call(
            ast.Attribute(ast.Name("torch"), "tensor"),
            [number],
            [ast.keyword("dtype", ast.Attribute(ast.Name("torch"), "float64"))],
        ):
            return _value(number, {})
    raise NoValueError(f"{ast.unparse(node)} is nothing that the generator writes there")
