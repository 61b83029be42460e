"""SymPy expressions as lines of Python on torch tensors, common subexpressions factored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import sympy
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.pycode import PythonCodePrinter

from symppm.errors import NotBuiltError

_FUNCTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "exp": "torch.exp",
        "log": "torch.log",
        "Abs": "torch.abs",
        "sign": "torch.sign",
        "floor": "torch.floor",
        "ceiling": "torch.ceil",
        "sin": "torch.sin",
        "cos": "torch.cos",
        "tan": "torch.tan",
        "asin": "torch.asin",
        "acos": "torch.acos",
        "atan": "torch.atan",
        "sinh": "torch.sinh",
        "cosh": "torch.cosh",
        "tanh": "torch.tanh",
        "erf": "torch.erf",
        "erfc": "torch.erfc",
        "loggamma": "torch.lgamma",
        "Logistic": "torch.sigmoid",
        "LowerGamma": "lower_gamma",
        "UpperGamma": "upper_gamma",
    }
)
_SPECIAL: Final = ("incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape")
"""Functions that torch does not have, or not with every derivative; from stochastic/special.py."""

_LINEAR_FROM: Final = 40.0
"""Above it, softplus is its argument to double precision."""


class LowerGamma(sympy.Function):
    """The regularised lower incomplete gamma function: lowergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class UpperGamma(sympy.Function):
    """The regularised upper incomplete gamma function: uppergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class TorchPrinter(PythonCodePrinter):
    """Print for tensors of double precision; what has no symbol in it is a Python float."""

    def __init__(self, names: Mapping[sympy.Symbol, str]) -> None:
        super().__init__({"fully_qualified_modules": True, "strict": True})
        self._names = names

    def _print_Symbol(self, expr: sympy.Symbol) -> str:
        return self._names.get(expr, expr.name)

    def _print_Integer(self, expr: sympy.Integer) -> str:
        return f"{int(expr)}.0"

    def _print_Rational(self, expr: sympy.Rational) -> str:
        return repr(float(expr))

    _print_Half = _print_Float = _print_NumberSymbol = _print_Rational  # noqa: N815 - SymPy's names
    _print_Pi = _print_EulerGamma = _print_Exp1 = _print_Rational  # noqa: N815

    def _print_Pow(self, expr: sympy.Pow, rational: bool = False) -> str:  # noqa: ARG002
        if expr.is_number:
            return _number(expr)
        base, exponent = expr.as_base_exp()
        if exponent == sympy.S.Half:
            return f"torch.sqrt({self._print(base)})"
        if exponent.is_number and exponent.is_negative:
            inverse = self._print_Pow(base**-exponent) if exponent != -1 else None
            below = self.parenthesize(base, PRECEDENCE["Mul"] + 1) if inverse is None else inverse
            return f"1.0 / {below}"
        power = self.parenthesize(base, PRECEDENCE["Pow"] + 1)
        if exponent.is_Integer:
            return f"{power} ** {int(exponent)}"
        return f"{power} ** {self.parenthesize(exponent, PRECEDENCE['Pow'] + 1)}"

    def _print_Function(self, expr: sympy.Function) -> str:
        name = _FUNCTIONS.get(type(expr).__name__)
        if name is None:
            raise NotBuiltError(
                f"the function {type(expr).__name__} in generated torch code",
                expected="elementary functions, gamma and error functions, logistic and softplus",
                do="Write the model in other functions; an undefined function has no number.",
            )
        return self._call(name, expr)

    def _call(self, name: str, expr: sympy.Expr) -> str:
        if expr.is_number:
            return _number(expr)
        return f"{name}({', '.join(map(self._tensor, expr.args))})"

    _print_log = _print_exp = _print_Abs = _print_sign = _print_Function  # noqa: N815
    _print_floor = _print_ceiling = _print_loggamma = _print_erf = _print_Function
    _print_erfc = _print_sin = _print_cos = _print_tan = _print_Function
    _print_asin = _print_acos = _print_atan = _print_Function
    _print_sinh = _print_cosh = _print_tanh = _print_Function

    def _tensor(self, expr: sympy.Expr) -> str:
        """Print an argument that has to be a tensor, even if it is a number."""
        text = str(self._print(expr))
        return f"torch.tensor({text}, dtype=torch.float64)" if expr.is_number else text

    def _print_gamma(self, expr: sympy.gamma) -> str:
        # torch has the logarithm alone; arguments are positive wherever moments exist.
        if expr.is_number:
            return _number(expr)
        return f"torch.exp(torch.lgamma({self._print(expr.args[0])}))"

    def _print_factorial(self, expr: sympy.factorial) -> str:
        return str(self._print(sympy.gamma(expr.args[0] + 1)))

    def _print_polygamma(self, expr: sympy.polygamma) -> str:
        order, argument = expr.args
        if expr.is_number:
            return _number(expr)
        if order == 0:
            return f"torch.digamma({self._print(argument)})"
        return f"torch.polygamma({int(order)}, {self._print(argument)})"

    def _print_zeta(self, expr: sympy.zeta) -> str:
        if not expr.is_number:
            return str(self._print_Function(expr))
        return _number(expr)

    def _print_Softplus(self, expr: sympy.Function) -> str:
        if expr.is_number:
            return _number(expr)
        argument = self._print(expr.args[0])
        return f"torch.nn.functional.softplus({argument}, threshold={_LINEAR_FROM})"

    def _print_betainc_regularized(self, expr: sympy.betainc_regularized) -> str:
        first, second, low, high = expr.args
        if expr.is_number:
            return _number(expr)
        if low != 0:
            whole, part = (expr.func(first, second, 0, end) for end in (high, low))
            return str(self._print(whole - part))
        return f"incomplete_beta({', '.join(map(self._tensor, (first, second, high)))})"

    def _print_WeibullShape(self, expr: sympy.Function) -> str:
        if expr.is_number:
            return _number(expr)
        # A small excess over one would lose its digits in the sum.
        return f"weibull_shape({self._print(expr.args[0] - 1)})"

    def _print_Max(self, expr: sympy.Max) -> str:
        return self._extreme("maximum", expr)

    def _print_Min(self, expr: sympy.Min) -> str:
        return self._extreme("minimum", expr)

    def _extreme(self, name: str, expr: sympy.Expr) -> str:
        if expr.is_number:
            return _number(expr)
        first, *others = map(self._tensor, sorted(expr.args, key=sympy.default_sort_key))
        for other in others:
            first = f"torch.{name}({first}, {other})"
        return first

    def _print_Piecewise(self, expr: sympy.Piecewise) -> str:
        *cases, (last, otherwise) = expr.args
        if otherwise != sympy.true:
            raise NotBuiltError(
                f"the choice {expr} in generated torch code",
                expected="a last case for all that is left",
                do="End the Piecewise with (value, True).",
            )
        # A choice between Python floats alone would be made in single precision.
        show = self._tensor if all(value.is_number for value, _ in expr.args) else self._print
        text = show(last)
        for value, condition in reversed(cases):
            text = f"torch.where({self._print(condition)}, {show(value)}, {text})"
        return text

    def _print_Relational(self, expr: sympy.core.relational.Relational) -> str:
        left, right = (self.parenthesize(each, PRECEDENCE["Relational"] + 1) for each in expr.args)
        return f"({left} {expr.rel_op} {right})"

    def _print_And(self, expr: sympy.And) -> str:
        return f"({' & '.join(map(self._print, sorted(expr.args, key=sympy.default_sort_key)))})"

    def _print_Or(self, expr: sympy.Or) -> str:
        return f"({' | '.join(map(self._print, sorted(expr.args, key=sympy.default_sort_key)))})"

    def _print_Not(self, expr: sympy.Not) -> str:
        return f"~{self._print(expr.args[0])}"


def _number(expr: sympy.Expr) -> str:
    return repr(float(expr.evalf(20)))


def special_used(lines: Iterable[str]) -> list[str]:
    """Return the names of the functions of :mod:`symppm.stochastic.special` that lines call."""
    text = "\n".join(lines)
    return [name for name in _SPECIAL if re.search(rf"\b{name}\(", text)]


def torch_source(expression: sympy.Expr, names: Mapping[sympy.Symbol, str]) -> str:
    """Print one expression."""
    return str(TorchPrinter(names).doprint(_regularised(expression)))


def torch_lines(
    outputs: Iterable[sympy.Expr], names: Mapping[sympy.Symbol, str], prefix: str = "t"
) -> tuple[list[str], list[str]]:
    """Print expressions after factoring their common subexpressions."""
    expressions = [_regularised(expression) for expression in outputs]
    taken = {symbol.name for each in expressions for symbol in each.free_symbols - set(names)}
    fresh = (s for s in sympy.numbered_symbols(prefix, real=True) if s.name not in taken)
    replacements, reduced = sympy.cse(expressions, symbols=fresh, order="canonical")
    # A number that occurs twice is printed twice: an intermediate result is a tensor.
    numbers: dict[sympy.Symbol, sympy.Expr] = {}
    printer = TorchPrinter(names)
    lines = []
    for name, value in replacements:
        known = value.xreplace(numbers)
        if known.is_number:
            numbers[name] = known
        else:
            lines.append(f"{name} = {printer.doprint(known)}")
    return lines, [str(printer.doprint(value.xreplace(numbers))) for value in reduced]


def _regularised(expression: sympy.Basic) -> sympy.Basic:
    """Join incomplete gamma functions with the gamma functions that they are divided by."""
    if not expression.args or not expression.has(sympy.lowergamma, sympy.uppergamma):
        return expression
    if expression.is_Mul:
        factors = list(expression.args)
        for incomplete in [f for f in factors if isinstance(f, _INCOMPLETE)]:
            whole = [f for f in factors if f.is_Pow and f.exp == -1 and _is_gamma_of(incomplete, f)]
            if whole:
                factors.remove(incomplete)
                factors.remove(whole[0])
                joined = LowerGamma if isinstance(incomplete, sympy.lowergamma) else UpperGamma
                factors.append(joined(*map(_regularised, incomplete.args)))
        return sympy.Mul(*map(_regularised, factors))
    if isinstance(expression, _INCOMPLETE):
        joined = LowerGamma if isinstance(expression, sympy.lowergamma) else UpperGamma
        shape, value = map(_regularised, expression.args)
        return joined(shape, value) * sympy.gamma(shape)
    return expression.func(*map(_regularised, expression.args))


_INCOMPLETE: Final = (sympy.lowergamma, sympy.uppergamma)


def _is_gamma_of(incomplete: sympy.Function, inverse: sympy.Pow) -> bool:
    return isinstance(inverse.base, sympy.gamma) and inverse.base.args[0] == incomplete.args[0]
