"""SymPy expressions as lines of numba-compilable Python, common subexpressions factored."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import sympy
from sympy.printing.precedence import precedence
from sympy.printing.pycode import PythonCodePrinter

from symppm.codegen import special
from symppm.codegen.runtime import ScalarKernel
from symppm.errors import NotBuiltError

_LARGEST_UNROLLED_POWER = 4
KERNELS = sorted(name for name, value in vars(special).items() if isinstance(value, ScalarKernel))
"""Kernels that generated modules may call."""
_RESERVED = re.compile(
    r"(t\d*_?\d+|\w+_value|status|abs|math|kernel|OK|SPEC|specification|np|jnp|jax|torch|njit"
    rf"|{'|'.join(KERNELS)})_*"
)
"""Names that generated functions use themselves, besides built-in ones, and what these become."""
_NAME = re.compile(r"(?<!\")\b[a-z]\d*_?\d+\b")
_NUMBER = r"(?:\d+\.\d+|\w+(?:\[\"\w+\"\])?)"
_PRODUCT = re.compile(rf"\(?{_NUMBER} ?\* ?{_NUMBER}\)?|{_NUMBER} \*\* 2")


class KernelPrinter(PythonCodePrinter):
    """Print for scalar kernels: floats for constants, products for small integer powers."""

    functions: Mapping[str, str] = MappingProxyType(
        {"Softplus": "softplus", "Logistic": "logistic", "sign": "sign"}
    )
    """Names of functions in code by those of SymPy, where Python's own are others."""
    refused = (
        "generated code",
        "elementary functions, links, gamma and digamma",
        "Give the moments in closed form; an undefined function has no number.",
    )
    """Of a function that is unknown: where it is, what is expected, and what to do."""

    def __init__(self) -> None:
        super().__init__({"fully_qualified_modules": True, "strict": True})

    def _print(self, expr: sympy.Basic, **settings: Any) -> str:
        name = self.functions.get(type(expr).__name__)
        if name is None:
            return str(super()._print(expr, **settings))
        return f"{name}({', '.join(map(self._print, expr.args))})"

    def _print_Integer(self, expr: sympy.Integer) -> str:
        return f"{int(expr)}.0"

    def _print_Rational(self, expr: sympy.Rational) -> str:
        return f"{int(expr.p)}.0 / {int(expr.q)}.0"

    def _print_Half(self, _: sympy.Rational) -> str:
        return "0.5"

    def _print_NumberSymbol(self, expr: sympy.NumberSymbol) -> str:
        return "math.pi" if expr is sympy.pi else repr(float(expr))

    _print_Pi = _print_EulerGamma = _print_Exp1 = _print_NumberSymbol  # noqa: N815 - SymPy's names

    def _print_zeta(self, expr: sympy.zeta) -> str:
        return repr(float(expr))

    def _print_WeibullShape(self, expr: sympy.Function) -> str:
        # A small excess over one would lose its digits in the sum.
        return f"weibull_shape({self._print(expr.args[0] - 1)})"

    def _print_Function(self, expr: sympy.Function) -> str:
        where, expected, do = self.refused
        name = type(expr).__name__
        raise NotBuiltError(f"the function {name} in {where}", expected=expected, do=do)

    def _print_polygamma(self, expr: sympy.polygamma) -> str:
        if expr.args[0] != 0:
            raise NotBuiltError(
                f"the function {expr} in generated code",
                expected="the gamma function and its first logarithmic derivative",
                do="Write the family's moments in other functions.",
            )
        return f"digamma({self._print(expr.args[1])})"

    def _print_Piecewise(self, expr: sympy.Piecewise) -> str:
        tested = expr.args[0].cond
        choice_of_sign = sympy.Piecewise((1, tested), (-1, True))
        if isinstance(tested, sympy.GreaterThan) and tested.rhs == 0 and expr == choice_of_sign:
            return f"side({self._print(tested.lhs)})"
        raise NotBuiltError(
            f"the choice {expr} in generated code",
            expected="a choice of sign, 1 where something is not negative and else -1",
            do="Write the family's moments without cases.",
        )

    def _print_Pow(self, expr: sympy.Pow) -> str:
        base, exponent = expr.as_base_exp()
        if exponent == sympy.S.Half:
            return f"math.sqrt({self._print(base)})"
        if exponent.is_Integer and exponent.is_negative:
            return f"1.0 / {self.parenthesize(sympy.Pow(base, -exponent), precedence(expr) + 1)}"
        if exponent.is_Integer:
            factor = self.parenthesize(base, precedence(expr))
            if int(exponent) <= _LARGEST_UNROLLED_POWER:
                return "(" + " * ".join([factor] * int(exponent)) + ")"
            return f"{factor} ** {int(exponent)}"
        # Of a negative number, Python's ** would return a complex one.
        return f"math.pow({self._print(base)}, {self._print(exponent)})"


def called(names: Iterable[str], text: str) -> list[str]:
    """Return those of some functions that source calls."""
    return [name for name in names if re.search(rf"\b{name}\(", text)]


def expression_source(expression: sympy.Expr) -> str:
    """Print one expression."""
    return str(KernelPrinter().doprint(_with_local_names(expression)))


def local_name(name: str) -> str:
    """Return the name of a hyperparameter or a target inside generated functions."""
    reserved = _RESERVED.fullmatch(name) or hasattr(builtins, name.rstrip("_"))
    return f"{name}_" if reserved else name


def _with_local_names(expression: sympy.Expr) -> sympy.Expr:
    renamed = {
        symbol: sympy.Symbol(local_name(symbol.name), **symbol.assumptions0)
        for symbol in expression.free_symbols
        if local_name(symbol.name) != symbol.name
    }
    return expression.xreplace(renamed)


def assignments(outputs: Mapping[str, sympy.Expr], prefix: str = "t") -> list[str]:
    """Print ``name = expression`` lines after factoring common subexpressions."""
    steps, results = factored(map(_with_local_names, outputs.values()), prefix, KernelPrinter())
    return [f"{name} = {value}" for name, value in (*steps, *zip(outputs, results, strict=True))]


def factored(
    expressions: Iterable[sympy.Expr], prefix: str, printer: KernelPrinter
) -> tuple[list[tuple[str, str]], list[str]]:
    """Print common subexpressions, by names of their own, and expressions in terms of them."""
    steps, results = sympy.cse(
        list(expressions), symbols=sympy.numbered_symbols(prefix), order="canonical"
    )
    shown = printer.doprint
    named = [(name.name, shown(value)) for name, value in steps]
    return without_products(named, map(shown, results), prefix)


def without_products(
    steps: Iterable[tuple[str, str]], results: Iterable[str], prefix: str
) -> tuple[list[tuple[str, str]], list[str]]:
    """Write the product of two numbers wherever it occurs, rather than to give it a name.

    Readers look for fewer names. Every number is rounded as before, so that compilers find the
    products again by themselves.
    """
    texts: dict[str, str] = {}
    named: list[tuple[str, str]] = []
    for name, text in steps:
        value = _filled(text, texts)
        if _PRODUCT.fullmatch(value):
            texts[name] = value
        else:
            texts[name] = f"{prefix}{len(named)}"
            named.append((texts[name], value))
    return named, [_filled(value, texts) for value in results]


def _filled(text: str, texts: Mapping[str, str]) -> str:
    """Put texts in place of names, in brackets where numbers would be rounded otherwise without."""

    def written(place: re.Match[str]) -> str:
        value = texts.get(place[0], place[0])
        before, after = text[: place.start()].rstrip(), text[place.end() :].lstrip()
        factors = "*" in value and "**" not in value and not value.startswith("(")
        bracketed = "*" in value and (before.endswith("**") or after.startswith("**"))
        bracketed |= factors and before.endswith(("*", "/"))
        return f"({value})" if bracketed else value

    return _NAME.sub(written, text)
