"""SymPy expressions as lines of Python on torch tensors, common subexpressions factored.

They are printed as for kernels of numbers, and the lines then made to work element by element.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

import sympy
from sympy.printing.pycode import PythonCodePrinter

from symppm.codegen.languages import Torch
from symppm.codegen.printer import KernelPrinter, factored
from symppm.errors import NotBuiltError

SPECIAL: Final = ("incomplete_beta", "lower_gamma", "upper_gamma", "weibull_shape")
"""Functions that torch does not have, or not with every derivative; from stochastic/special.py."""

_LINEAR_FROM: Final = 40.0
"""Above it, softplus is its argument to double precision."""
_DIGITS: Final = 20


class LowerGamma(sympy.Function):
    """The regularised lower incomplete gamma function: lowergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class UpperGamma(sympy.Function):
    """The regularised upper incomplete gamma function: uppergamma(a, x)/gamma(a), as one node."""

    nargs = 2


class _InModules(Torch):
    """What modules for torch have besides."""

    functions = MappingProxyType({
        **Torch.functions,
        **{name: f"torch.{name}({{0}})" for name in ("sign", "digamma")},
        "polygamma": "torch.polygamma({0}, {1})",
        "logistic": "torch.sigmoid({0})",
        "softplus": f"torch.nn.functional.softplus({{0}}, threshold={_LINEAR_FROM})",
    })  # fmt: skip


class TorchPrinter(KernelPrinter):
    """Print what torch has besides: choices, and distribution functions."""

    functions = MappingProxyType({
        **KernelPrinter.functions, "LowerGamma": "lower_gamma", "UpperGamma": "upper_gamma",
    })  # fmt: skip
    refused = (
        "generated torch code",
        "elementary functions, gamma and error functions, logistic and softplus",
        "Write the model in other functions; an undefined function has no number.",
    )

    def _print_factorial(self, expr: sympy.factorial) -> str:
        return self._print(sympy.gamma(expr.args[0] + 1))

    def _print_polygamma(self, expr: sympy.polygamma) -> str:
        order, argument = expr.args
        if order == 0:
            return super()._print_polygamma(expr)
        return f"polygamma({int(order)}, {self._print(argument)})"

    def _print_betainc_regularized(self, expr: sympy.betainc_regularized) -> str:
        first, second, low, high = expr.args
        if low != 0:
            to_high, to_low = (expr.func(first, second, 0, end) for end in (high, low))
            return self._print(to_high - to_low)
        return f"incomplete_beta({', '.join(map(self._print, (first, second, high)))})"

    def _print_Piecewise(self, expr: sympy.Piecewise) -> str:
        if expr.args[-1].cond != sympy.true:
            raise NotBuiltError(
                f"the choice {expr} in generated torch code",
                expected="a last case for all that is left",
                do="End the Piecewise with (value, True).",
            )
        return str(PythonCodePrinter._print_Piecewise(self, expr))


def torch_lines(outputs: Iterable[sympy.Expr]) -> tuple[list[str], list[str]]:
    """Print expressions in symbols that are named as code, common subexpressions factored."""
    # Regularised, incomplete gamma functions cancel the gamma functions they are divided by.
    expressions = [
        expression.replace(sympy.lowergamma, lambda a, x: LowerGamma(a, x) * sympy.gamma(a))
        .replace(sympy.uppergamma, lambda a, x: UpperGamma(a, x) * sympy.gamma(a))
        .replace(_is_irrational, lambda number: number.evalf(_DIGITS))
        for expression in outputs
    ]  # fmt: skip
    steps, results = factored(expressions, "t", TorchPrinter())
    torch = _InModules()
    lines = [torch.text(ast.parse(f"{name} = {text}").body[0]) for name, text in steps]
    return lines, [torch.text(ast.parse(text, mode="eval").body) for text in results]


def _is_irrational(node: sympy.Basic) -> bool:
    """Tell whether a part is a number that takes more than a division: it is computed here."""
    return isinstance(node, sympy.Expr) and node.is_number and not node.is_Rational
