"""Arithmetic of generated code and of derivations, computed exactly; nothing of either is run.

A value is a rational as long as it can be, roots of squares included. Anything else (another root,
pi, an exponential) is carried with :data:`DIGITS` digits, and two values then agree if they do to
:data:`AGREED` digits. Source is read with :mod:`ast`; what the generator never writes has no value.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

import mpmath
import sympy

from symppm.model.nodes import KnownEntry

DIGITS: Final = 110
AGREED: Final = 60
_LARGEST_POWER: Final = 64
_LARGEST_ARGUMENT: Final = 10**4
_NEWTON_STEPS: Final = 60

Value = Any
"""A Fraction, or a number of mpmath with all digits."""


class NoValueError(ValueError):
    """What was read has no exact value here."""


class NotRealError(NoValueError):
    """It is a root or logarithm of a negative number: not a number where generated code runs."""


def _context() -> Any:
    # Of its own: SymPy changes the precision of the common one.
    context = mpmath.MPContext()
    context.dps = DIGITS
    return context


_DECIMAL: Final = _context()
_TOLERANCE: Final = _DECIMAL.mpf(10) ** -AGREED
_ROUNDING: Final = _DECIMAL.mpf(2) ** -44
PI: Final = +_DECIMAL.pi
EULER_GAMMA: Final = +_DECIMAL.euler


def is_exact(value: Value) -> bool:
    """Tell whether nothing was rounded."""
    return isinstance(value, Fraction)


def decimal(value: Value) -> Any:
    """Return a value with all the digits that are carried."""
    if isinstance(value, Fraction):
        return _DECIMAL.mpf(value.numerator) / value.denominator
    if not _DECIMAL.isfinite(value):
        raise ValueError("a number that is not finite")
    return value


def sign(value: Value) -> int:
    """Return -1, 0 or 1; a rounded number within the tolerance of zero counts as zero."""
    if not is_exact(value) and abs(value) <= _TOLERANCE:
        return 0
    return int(value > 0) - int(value < 0)


def agree(one: Value, two: Value) -> bool:
    """Tell whether two values are the same, or the same to the digits that are compared."""
    if is_exact(one) and is_exact(two):
        return bool(one == two)
    one, two = decimal(one), decimal(two)
    return bool(abs(one - two) <= _TOLERANCE * max(1, abs(one), abs(two)))


def agree_rounded(one: Value, two: Value) -> bool:
    """Tell whether two values may be the same but for literals of double precision."""
    one, two = decimal(one), decimal(two)
    return bool(abs(one - two) <= _ROUNDING * max(abs(one), abs(two)))


def shown(value: Value) -> str:
    """Write a value for a message."""
    if is_exact(value) and value.denominator < 10**9:
        return str(value)
    return str(_DECIMAL.nstr(decimal(value), 12))


def _mixed(operation: Callable[[Any, Any], Any]) -> Callable[[Value, Value], Value]:
    def applied(one: Value, two: Value) -> Value:
        if is_exact(one) and is_exact(two):
            return operation(one, two)
        return operation(decimal(one), decimal(two))

    return applied


add: Final = _mixed(operator.add)
subtract: Final = _mixed(operator.sub)
_product: Final = _mixed(operator.mul)
_quotient: Final = _mixed(operator.truediv)


def multiply(one: Value, two: Value) -> Value:
    """Multiply; zero times anything is zero for certain."""
    return Fraction(0) if 0 in (one, two) else _product(one, two)


def divide(one: Value, two: Value) -> Value:
    """Divide, by nothing that may be zero."""
    if sign(two) == 0:
        raise ZeroDivisionError
    return _quotient(one, two)


def power(base: Value, exponent: Value) -> Value:
    """Raise to a power."""
    if not is_exact(exponent):
        return _exp(multiply(exponent, _log(base)))
    if max(abs(exponent.numerator), exponent.denominator) > _LARGEST_POWER:
        raise ValueError(f"the exponent {exponent}")
    if exponent < 0:
        return divide(Fraction(1), power(base, -exponent))
    if exponent.denominator > 1 and sign(base) < 0:
        raise NotRealError(f"a root of {shown(base)}")
    order = exponent.denominator
    if order & (order - 1):
        return decimal(base) ** (_DECIMAL.mpf(exponent.numerator) / order)
    raised = base**exponent.numerator
    for _ in range(order.bit_length() - 1):
        raised = _square_root(raised)
    return raised


def _square_root(value: Value) -> Value:
    if is_exact(value):
        top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
        if top * top == value.numerator and bottom * bottom == value.denominator:
            return Fraction(top, bottom)
    return _DECIMAL.sqrt(decimal(value) if sign(value) else 0)


def _bounded(
    function: Callable[[Any], Any], least: float = -_LARGEST_ARGUMENT
) -> Callable[[Value], Value]:
    """Return a function of arguments above a bound that are not absurdly large."""

    def applied(value: Value) -> Value:
        number = decimal(value)
        if not least < number <= _LARGEST_ARGUMENT:
            raise ValueError(f"a function of {shown(value)}")
        return decimal(function(number))

    return applied


def _exp(value: Value) -> Value:
    return Fraction(1) if value == 0 else _bounded(_DECIMAL.exp)(value)


def _log(value: Value) -> Value:
    if sign(value) < 0:
        raise NotRealError(f"the logarithm of {shown(value)}")
    if sign(value) == 0:
        raise ValueError("the logarithm of zero")
    return Fraction(0) if value == 1 else _DECIMAL.log(decimal(value))


def _weibull_shape(excess: Any) -> Any:
    """Return k with Gamma(1 + 2/k) / Gamma(1 + 1/k)^2 = 1 + excess, by Newton steps."""
    target = _DECIMAL.log1p(excess)
    inverse = _DECIMAL.sqrt(6 * target) / _DECIMAL.pi
    for _ in range(_NEWTON_STEPS):
        value = _DECIMAL.loggamma(1 + 2 * inverse) - 2 * _DECIMAL.loggamma(1 + inverse)
        slope = 2 * (_DECIMAL.digamma(1 + 2 * inverse) - _DECIMAL.digamma(1 + inverse))
        step = (value - target) / slope
        inverse = abs(inverse - step)
        # Newton's next step would be the square of this one.
        if abs(step) <= inverse * _DECIMAL.mpf(10) ** (-DIGITS // 2 - 3):
            return 1 / inverse
    raise ValueError("no Weibull shape")


FUNCTIONS: Final[Mapping[str, Callable[[Value], Value]]] = MappingProxyType(
    {
        "sqrt": lambda value: power(value, Fraction(1, 2)),
        "abs": lambda value: -value if sign(value) < 0 else value,
        "sign": lambda value: Fraction(sign(value)),
        "exp": _exp,
        "log": _log,
        "cosh": _bounded(_DECIMAL.cosh),
        "sinh": _bounded(_DECIMAL.sinh),
        "gamma": _bounded(_DECIMAL.gamma, 0),
        "digamma": _bounded(_DECIMAL.digamma, 0),
        "weibull_shape": _bounded(_weibull_shape, 0),
        "softplus": _bounded(lambda number: _DECIMAL.log1p(_DECIMAL.exp(number))),
        "logistic": _bounded(lambda number: 1 / (1 + _DECIMAL.exp(-number))),
    }
)
"""Functions of one number; they raise ValueError where there is no value, or an absurd argument."""

_BINARY: Final[Mapping[type[ast.operator], Callable[[Value, Value], Value]]] = MappingProxyType(
    {ast.Add: add, ast.Sub: subtract, ast.Mult: multiply, ast.Div: divide, ast.Pow: power}
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
        except (ArithmeticError, ValueError) as error:
            kind = NotRealError if isinstance(error, NotRealError) else NoValueError
            if isinstance(error, NoValueError) and kind is NoValueError:
                raise
            raise kind(f"{ast.unparse(node)} has no value: {error or 'zero divides'}") from error

    def _value(self, node: ast.expr, names: Mapping[str, Value]) -> Value:
        operation, parts = self._operation(node, names)
        return operation(*(self._value(part, names) for part in parts))

    def _operation(
        self, node: ast.expr, names: Mapping[str, Value]
    ) -> tuple[Callable[..., Value], list[ast.expr]]:
        """Return what a node computes, and of which parts."""
        match node:
            case ast.BinOp(left, op, right) if type(op) in _BINARY:
                return _BINARY[type(op)], [left, right]
            case ast.UnaryOp(ast.USub(), operand):
                return operator.neg, [operand]
            case ast.Constant(float() | int() as number) if not isinstance(number, bool):
                return lambda: self.literal(number), []
            case ast.Name() | ast.Attribute() | ast.Subscript():
                text = node.id if isinstance(node, ast.Name) else ast.unparse(node)
                found = names if text in names else self.constants
                if text in found:
                    return lambda: found[text], []
            case ast.Call(called, arguments, keywords):
                name = " ".join(map(ast.unparse, (called, *keywords)))
                count, function = self.functions.get(name, (-1, None))
                # With keywords, only a literal is written.
                literal = not any(isinstance(n, ast.Name) for a in arguments for n in ast.walk(a))
                if function is not None and len(arguments) == count and (literal or not keywords):
                    return function, arguments
        raise NoValueError(f"{ast.unparse(node)} is nothing that the generator writes")


_KERNEL_FUNCTIONS: Final = ("sqrt", "exp", "log", "cosh", "sinh", "gamma")
SPECIAL: Final = ("sign", "digamma", "weibull_shape", "softplus", "logistic")
_TORCH_FUNCTIONS: Final = ("exp", "log", "sqrt", "abs", "sign", "cosh", "sinh", "digamma")


def zeta(argument: int) -> Value:
    """Return Riemann's zeta function at an integer above one."""
    return _DECIMAL.zeta(argument)


_CONSTANTS: Final = MappingProxyType(
    {float(each): each for each in (+_DECIMAL.e, EULER_GAMMA, zeta(3), zeta(5))}
)
"""What the generator writes as the literal that is nearest."""


def _kernel_literal(number: float) -> Value:
    return _CONSTANTS[number] if number in _CONSTANTS else Fraction(number)


KERNELS: Final = Language(
    MappingProxyType(
        {
            **{f"math.{name}": (1, FUNCTIONS[name]) for name in _KERNEL_FUNCTIONS},
            **{name: (1, FUNCTIONS[name]) for name in ("abs", *SPECIAL)},
            "math.pow": (2, power),
            "side": (1, lambda value: Fraction(1 if sign(value) >= 0 else -1)),
            "settled": (2, lambda difference, _: difference),  # nothing is rounded here
        }
    ),
    _kernel_literal,
    MappingProxyType({"math.pi": PI}),
)
"""Kernels for numba."""


TORCH: Final = Language(
    MappingProxyType(
        {
            **{f"torch.{name}": (1, FUNCTIONS[name]) for name in _TORCH_FUNCTIONS},
            "torch.lgamma": (1, lambda value: _log(FUNCTIONS["gamma"](value))),
            "torch.tensor dtype=torch.float64": (1, lambda value: value),
        }
    ),
    Fraction,
    MappingProxyType({}),
)
"""Modules for torch, whose literals are numbers of double precision."""


def expression_value(
    expression: sympy.Expr, values: Mapping[str, Value], known: Mapping[str, Value]
) -> Value:
    """Compute a result of a derivation; ``known`` has what entries of known arrays are."""
    computed: dict[sympy.Basic, Value] = {}

    def value(node: sympy.Basic) -> Value:
        if node not in computed:
            computed[node] = symbolic(node)
        return computed[node]

    def symbolic(node: sympy.Basic) -> Value:
        match node:
            case sympy.Rational():
                return Fraction(int(node.p), int(node.q))
            case sympy.Symbol() if node.name in values:
                return values[node.name]
            case KnownEntry() if node.name in known:
                return known[node.name]
            case sympy.Add() | sympy.Mul():
                join = add if node.is_Add else multiply
                first, *rest = map(value, node.args)
                for term in rest:
                    first = join(first, term)
                return first
            case sympy.Pow():
                if node.base is sympy.E:
                    return _exp(value(node.exp))
                return power(value(node.base), value(node.exp))
            case sympy.polygamma() if node.args[0] == 0:
                return FUNCTIONS["digamma"](value(node.args[1]))
            case sympy.zeta() if node.args[0].is_Integer and node.args[0] > 1:
                return zeta(int(node.args[0]))
        if node is sympy.E:
            return _exp(Fraction(1))
        if node in (sympy.pi, sympy.EulerGamma):
            return PI if node is sympy.pi else EULER_GAMMA
        name = type(node).__name__.replace("Abs", "abs")
        if name in FUNCTIONS and len(node.args) == 1:
            return FUNCTIONS[name](value(node.args[0]))
        raise NoValueError(f"{node} is nothing that can be computed exactly")

    try:
        return value(expression)
    except NoValueError:
        raise
    except (ArithmeticError, ValueError) as error:
        raise NoValueError(f"{expression} has no value: {error or 'zero divides'}") from error
