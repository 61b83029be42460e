"""Arithmetic of generated code and of derivations, computed exactly; nothing of either is run.

A value is a rational number of SymPy as long as it can be, roots of squares included. Anything else
(another root, pi, an exponential) is carried with :data:`DIGITS` digits, and two values then agree
if they do to :data:`AGREED` digits. Source is read with :mod:`ast`; what the generator never writes
has no value.
"""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

import sympy

from symppm.families.weibull import WeibullShape
from symppm.model.links import Logistic, Softplus
from symppm.model.nodes import KnownEntry

DIGITS: Final = 110
AGREED: Final = 60
_LARGEST_POWER: Final = 64
_LARGEST_ARGUMENT: Final = 10**4
_TOLERANCE: Final = sympy.Float(10, DIGITS) ** -AGREED
_ROUNDING: Final = sympy.Rational(1, 2**44)

Value = Any
"""A Rational of SymPy, or a Float with all digits."""


class NoValueError(ValueError):
    """What was read has no exact value here."""


class NotRealError(NoValueError):
    """It is a root or logarithm of a negative number: not a number where generated code runs."""


def number(expression: Any) -> Value:
    """Return what has no symbols as a rational, or else with all the digits that are carried."""
    value = sympy.sympify(expression)
    if value.is_Rational:
        return value
    value = value.evalf(DIGITS)
    if not (value.is_Float and value.is_finite):
        raise ValueError("a number that is not finite")
    return value


def sign(value: Value) -> int:
    """Return -1, 0 or 1; a rounded number within the tolerance of zero counts as zero."""
    if value.is_Float and abs(value) <= _TOLERANCE:
        return 0
    return int(bool(value > 0)) - int(bool(value < 0))


def agree(first: Value, second: Value) -> bool:
    """Tell whether two values are the same, or the same to the digits that are compared."""
    if first.is_Rational and second.is_Rational:
        return bool(first == second)
    return bool(abs(first - second) <= _TOLERANCE * max(1, abs(first), abs(second)))


def agree_rounded(first: Value, second: Value) -> bool:
    """Tell whether two values may be the same but for literals of double precision."""
    return bool(abs(first - second) <= _ROUNDING * max(abs(first), abs(second)))


def shown(value: Value) -> str:
    """Write a value for a message."""
    short = value.is_Rational and value.q < 10**9
    return str(value) if short else f"{float(value):.12g}"


def divide(numerator: Value, denominator: Value) -> Value:
    """Divide, by nothing that may be zero."""
    if sign(denominator) == 0:
        raise ZeroDivisionError
    return numerator / denominator


def power(base: Value, exponent: Value) -> Value:
    """Raise to a power."""
    if not exponent.is_Rational:
        return FUNCTIONS["exp"](exponent * FUNCTIONS["log"](base))
    if max(abs(exponent.p), exponent.q) > _LARGEST_POWER:
        raise ValueError(f"the exponent {exponent}")
    if exponent < 0:
        return divide(sympy.S.One, power(base, -exponent))
    if exponent.q == 1:
        return base**exponent
    if sign(base) <= 0:
        if sign(base) < 0:
            raise NotRealError(f"a root of {shown(base)}")
        return sympy.S.Zero
    if base.is_Rational:
        top, exact_top = sympy.integer_nthroot(base.p, exponent.q)
        bottom, exact_bottom = sympy.integer_nthroot(base.q, exponent.q)
        if exact_top and exact_bottom:
            return sympy.Rational(top, bottom) ** exponent.p
    return sympy.Float(base, DIGITS) ** exponent


def _bounded(
    function: Callable[[Any], Any], least: float = -_LARGEST_ARGUMENT
) -> Callable[[Value], Value]:
    """Return a function of arguments above a bound that are not absurdly large."""

    def applied(value: Value) -> Value:
        if not least < value <= _LARGEST_ARGUMENT:
            raise ValueError(f"a function of {shown(value)}")
        return number(function(value))

    return applied


def _log(value: Value) -> Value:
    if sign(value) < 0:
        raise NotRealError(f"the logarithm of {shown(value)}")
    if sign(value) == 0:
        raise ValueError("the logarithm of zero")
    return number(sympy.log(value if value == 1 else sympy.Float(value, DIGITS)))


FUNCTIONS: Final[Mapping[str, Callable[[Value], Value]]] = MappingProxyType(
    {
        "sqrt": lambda value: power(value, sympy.S.Half),
        "abs": abs,
        "sign": lambda value: sympy.Integer(sign(value)),
        "exp": _bounded(sympy.exp),
        "log": _log,
        "cosh": _bounded(sympy.cosh),
        "sinh": _bounded(sympy.sinh),
        "gamma": _bounded(sympy.gamma, 0),
        "digamma": _bounded(sympy.digamma, 0),
        "weibull_shape": _bounded(lambda excess: WeibullShape(1 + excess), 0),
        "softplus": _bounded(Softplus),
        "logistic": _bounded(Logistic),
    }
)
"""Functions of one number; they raise ValueError where there is no value, or an absurd argument."""

_BINARY: Final[Mapping[type[ast.operator], Callable[[Value, Value], Value]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: divide,
        ast.Pow: power,
    }
)


@dataclass(frozen=True)
class Language:
    """What the generator writes for one kind of module, besides arithmetic on names.

    ``functions`` has the names of functions as they are called, keywords included, with how many
    arguments they take; ``literal`` says which number a literal stands for.
    """

    functions: Mapping[str, tuple[int, Callable[..., Value]]]
    literal: Callable[[float | int], Value]
    constants: Mapping[str, Value]

    def value(self, node: ast.expr, names: Mapping[str, Value]) -> Value:
        """Compute an expression."""
        try:
            return self._value(node, names)
        except NotRealError as error:
            raise NotRealError(f"{ast.unparse(node)} has no value: {error}") from error
        except NoValueError:
            raise
        except (ArithmeticError, ValueError) as error:
            reason = str(error) or "zero divides"
            raise NoValueError(f"{ast.unparse(node)} has no value: {reason}") from error

    def _value(self, node: ast.expr, names: Mapping[str, Value]) -> Value:
        match node:
            case ast.BinOp(left, op, right) if type(op) in _BINARY:
                return _BINARY[type(op)](self._value(left, names), self._value(right, names))
            case ast.UnaryOp(ast.USub(), operand):
                return -self._value(operand, names)
            case ast.Constant(float() | int() as literal) if not isinstance(literal, bool):
                return self.literal(literal)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                text = ast.unparse(node)
                scope = names if text in names else self.constants
                if text in scope:
                    return scope[text]
            case ast.Call(called, arguments, keywords):
                name = " ".join(map(ast.unparse, (called, *keywords)))
                count, function = self.functions.get(name, (-1, None))
                # Of a type, only a literal is made.
                typed = any(keyword.arg == "dtype" for keyword in keywords)
                plain = not any(isinstance(n, ast.Name) for a in arguments for n in ast.walk(a))
                if function is not None and len(arguments) == count and (plain or not typed):
                    return function(*(self._value(argument, names) for argument in arguments))
        raise NoValueError(f"{ast.unparse(node)} is nothing that the generator writes")


SPECIAL: Final = ("sign", "digamma", "weibull_shape", "softplus", "logistic")
_KERNEL_FUNCTIONS: Final = ("sqrt", "exp", "log", "cosh", "sinh", "gamma")
_TORCH_FUNCTIONS: Final = ("exp", "log", "sqrt", "abs", "sign", "cosh", "sinh", "digamma")
_CONSTANTS: Final = MappingProxyType(
    {
        float(constant): number(constant)
        for constant in (sympy.E, sympy.EulerGamma, sympy.zeta(3), sympy.zeta(5))
    }
)
"""What the generator writes as the literal that is nearest."""


def _rational(literal: float) -> Value:
    return sympy.Rational(*literal.as_integer_ratio())


KERNELS: Final = Language(
    MappingProxyType(
        {
            **{f"math.{name}": (1, FUNCTIONS[name]) for name in _KERNEL_FUNCTIONS},
            **{name: (1, FUNCTIONS[name]) for name in ("abs", *SPECIAL)},
            "math.pow": (2, power),
            "side": (1, lambda value: sympy.Integer(1 if sign(value) >= 0 else -1)),
            "settled": (2, lambda difference, _: difference),  # nothing is rounded here
        }
    ),
    lambda literal: _CONSTANTS[literal] if literal in _CONSTANTS else _rational(literal),
    MappingProxyType({"math.pi": number(sympy.pi)}),
)
"""Kernels for numba."""

TORCH: Final = Language(
    MappingProxyType(
        {
            **{f"torch.{name}": (1, FUNCTIONS[name]) for name in _TORCH_FUNCTIONS},
            "torch.pow": (2, power),
            "torch.sigmoid": (1, FUNCTIONS["logistic"]),
            "torch.nn.functional.softplus threshold=40.0": (1, FUNCTIONS["softplus"]),
            "torch.lgamma": (1, lambda value: _log(FUNCTIONS["gamma"](value))),
            "torch.tensor dtype=torch.float64": (1, lambda value: value),
        }
    ),
    _rational,
    MappingProxyType({}),
)
"""Modules for torch, whose literals are numbers of double precision."""


def expression_value(
    expression: sympy.Expr, values: Mapping[str, Value], known: Mapping[str, Value]
) -> Value:
    """Compute a result of a derivation; ``known`` has what entries of known arrays are."""

    @functools.cache
    def value(node: sympy.Basic) -> Value:
        if isinstance(node, KnownEntry) and node.name in known:
            return known[node.name]
        if node.is_Symbol and node.name in values:
            return values[node.name]
        if node.free_symbols and not node.args:
            raise NoValueError(f"{node} is nothing that can be computed exactly")
        arguments = [value(argument) for argument in node.args]
        if node.is_Pow:
            return power(*arguments)
        name = node.func.__name__.replace("Abs", "abs")
        if name in FUNCTIONS:
            return FUNCTIONS[name](*arguments)
        return number(node.func(*arguments) if arguments else node)

    try:
        return value(expression)
    except NoValueError:
        raise
    except (ArithmeticError, ValueError) as error:
        raise NoValueError(f"{expression} has no value: {error or 'zero divides'}") from error
