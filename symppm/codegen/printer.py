"""SymPy expressions as lines of numba-compilable Python, common subexpressions factored."""

from __future__ import annotations

from collections.abc import Mapping

import sympy
from sympy.printing.precedence import precedence
from sympy.printing.pycode import PythonCodePrinter

_LARGEST_UNROLLED_POWER = 4


class KernelPrinter(PythonCodePrinter):
    """Print for scalar kernels: floats for constants, products for small integer powers."""

    def __init__(self) -> None:
        super().__init__({"fully_qualified_modules": True, "strict": True})

    def _print_Integer(self, expr: sympy.Integer) -> str:
        return f"{int(expr)}.0"

    def _print_Rational(self, expr: sympy.Rational) -> str:
        return f"{int(expr.p)}.0 / {int(expr.q)}.0"

    def _print_Half(self, _: sympy.Rational) -> str:
        return "0.5"

    def _print_Pow(self, expr: sympy.Pow, rational: bool = False) -> str:
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
        return str(super()._print_Pow(expr, rational=rational))


def expression_source(expression: sympy.Expr) -> str:
    """Print one expression.

    Parameters
    ----------
    expression : sympy.Expr
        In real scalars, with elementary functions.
    """
    return str(KernelPrinter().doprint(expression))


def assignments(outputs: Mapping[str, sympy.Expr], prefix: str = "t") -> list[str]:
    """Print ``name = expression`` lines after factoring common subexpressions.

    Parameters
    ----------
    outputs : mapping of str to sympy.Expr
        Name of each result, in the order in which they are assigned.
    prefix : str
        Start of the names of intermediate results; no symbol may begin with it and a number.

    Returns
    -------
    list of str
        Source lines without indentation. The same under any hash seed.
    """
    expressions = list(outputs.values())
    replacements, reduced = sympy.cse(
        expressions, symbols=sympy.numbered_symbols(prefix), order="canonical"
    )
    lines = [f"{name} = {expression_source(value)}" for name, value in replacements]
    lines += [
        f"{name} = {expression_source(value)}" for name, value in zip(outputs, reduced, strict=True)
    ]
    return lines
