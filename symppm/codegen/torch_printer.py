"""SymPy expressions as lines of Python on torch tensors, common subexpressions factored."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

import sympy
from sympy.printing.precedence import PRECEDENCE

from symppm.codegen.printer import SourcePrinter
from symppm.errors import NotBuiltError

SPECIAL: Final = ("incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape")
"""Functions that torch does not have, or not with every derivative; from stochastic/special.py."""

_LINEAR_FROM: Final = 40.0
"""Above it, softplus is its argument to double precision."""


class LowerGamma(sympy.Function):
    """The regularised lower incomplete gamma function: lowergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class UpperGamma(sympy.Function):
    """The regularised upper incomplete gamma function: uppergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class TorchPrinter(SourcePrinter):
    """Print for tensors of double precision; what has no symbol in it is a Python float."""

    functions = MappingProxyType({
        **{name: f"torch.{name}" for name in (
            "exp", "log", "sign", "floor", "sin", "cos", "tan", "asin", "acos", "atan",
            "sinh", "cosh", "tanh", "erf", "erfc",
        )},
        "Abs": "torch.abs", "ceiling": "torch.ceil", "loggamma": "torch.lgamma",
        "Logistic": "torch.sigmoid", "LowerGamma": "lower_gamma", "UpperGamma": "upper_gamma",
    })  # fmt: skip
    refused = (
        "generated torch code",
        "elementary functions, gamma and error functions, logistic and softplus",
        "Write the model in other functions; an undefined function has no number.",
    )

    def __init__(self, names: Mapping[sympy.Symbol, str]) -> None:
        super().__init__()
        self._names = names

    def _print(self, expr: sympy.Basic, **settings: Any) -> str:
        number = isinstance(expr, sympy.Function | sympy.Pow | sympy.Max | sympy.Min)
        if number and expr.is_number:
            return repr(float(expr.evalf(20)))
        return super()._print(expr, **settings)

    def _argument(self, expr: sympy.Expr) -> str:
        """Print an argument that has to be a tensor, even if it is a number."""
        text = self._print(expr)
        return f"torch.tensor({text}, dtype=torch.float64)" if expr.is_number else text

    def _print_Symbol(self, expr: sympy.Symbol) -> str:
        return self._names.get(expr, expr.name)

    def _print_Rational(self, expr: sympy.Rational) -> str:
        return repr(float(expr))

    _print_Half = _print_Float = _print_NumberSymbol = _print_Rational  # noqa: N815 - SymPy's names
    _print_Pi = _print_EulerGamma = _print_Exp1 = _print_Rational  # noqa: N815

    def _print_Pow(self, expr: sympy.Pow, rational: bool = False) -> str:  # noqa: ARG002
        base, exponent = expr.as_base_exp()
        if exponent == sympy.S.Half:
            return f"torch.sqrt({self._print(base)})"
        if exponent == -1:
            return f"1.0 / {self.parenthesize(base, PRECEDENCE['Mul'] + 1)}"
        if exponent.is_number and exponent.is_negative:
            return f"1.0 / {self._print(base**-exponent)}"
        power = self.parenthesize(base, PRECEDENCE["Pow"] + 1)
        if exponent.is_Integer:
            return f"{power} ** {int(exponent)}"
        return f"{power} ** {self.parenthesize(exponent, PRECEDENCE['Pow'] + 1)}"

    def _print_gamma(self, expr: sympy.gamma) -> str:
        # torch has the logarithm alone; arguments are positive wherever moments exist.
        return f"torch.exp(torch.lgamma({self._print(expr.args[0])}))"

    def _print_factorial(self, expr: sympy.factorial) -> str:
        return self._print(sympy.gamma(expr.args[0] + 1))

    def _print_polygamma(self, expr: sympy.polygamma) -> str:
        order, argument = expr.args
        if order == 0:
            return f"torch.digamma({self._print(argument)})"
        return f"torch.polygamma({int(order)}, {self._print(argument)})"

    def _print_Softplus(self, expr: sympy.Function) -> str:
        argument = self._print(expr.args[0])
        return f"torch.nn.functional.softplus({argument}, threshold={_LINEAR_FROM})"

    def _print_betainc_regularized(self, expr: sympy.betainc_regularized) -> str:
        first, second, low, high = expr.args
        if low != 0:
            whole, part = (expr.func(first, second, 0, end) for end in (high, low))
            return self._print(whole - part)
        return f"incomplete_beta({', '.join(map(self._argument, (first, second, high)))})"

    def _print_Max(self, expr: sympy.Max | sympy.Min) -> str:
        name = "maximum" if isinstance(expr, sympy.Max) else "minimum"
        parts = map(self._argument, sorted(expr.args, key=sympy.default_sort_key))
        return functools.reduce(lambda one, other: f"torch.{name}({one}, {other})", parts)

    _print_Min = _print_Max  # noqa: N815

    def _print_Piecewise(self, expr: sympy.Piecewise) -> str:
        *cases, (last, otherwise) = expr.args
        if otherwise != sympy.true:
            raise NotBuiltError(
                f"the choice {expr} in generated torch code",
                expected="a last case for all that is left",
                do="End the Piecewise with (value, True).",
            )
        # A choice between Python floats alone would be made in single precision.
        show = self._argument if all(value.is_number for value, _ in expr.args) else self._print
        text = show(last)
        for value, condition in reversed(cases):
            text = f"torch.where({self._print(condition)}, {show(value)}, {text})"
        return text

    def _print_Relational(self, expr: sympy.core.relational.Relational) -> str:
        left, right = (self.parenthesize(each, PRECEDENCE["Relational"] + 1) for each in expr.args)
        return f"({left} {expr.rel_op} {right})"

    def _print_And(self, expr: sympy.And | sympy.Or) -> str:
        sign = " & " if isinstance(expr, sympy.And) else " | "
        return f"({sign.join(map(self._print, sorted(expr.args, key=sympy.default_sort_key)))})"

    _print_Or = _print_And  # noqa: N815

    def _print_Not(self, expr: sympy.Not) -> str:
        return f"~{self._print(expr.args[0])}"


def torch_lines(
    outputs: Iterable[sympy.Expr], names: Mapping[sympy.Symbol, str]
) -> tuple[list[str], list[str]]:
    """Print expressions after factoring their common subexpressions."""
    # Regularised, incomplete gamma functions cancel the gamma functions they are divided by.
    expressions = [
        expression.replace(sympy.lowergamma, lambda a, x: LowerGamma(a, x) * sympy.gamma(a))
        .replace(sympy.uppergamma, lambda a, x: UpperGamma(a, x) * sympy.gamma(a))
        for expression in outputs
    ]  # fmt: skip
    taken = {symbol.name for each in expressions for symbol in each.free_symbols - set(names)}
    fresh = (s for s in sympy.numbered_symbols("t", real=True) if s.name not in taken)
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
