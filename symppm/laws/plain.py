"""Formulas in Unicode on one line, for a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import lookup

import sympy
from sympy.printing.str import StrPrinter

from symppm.laws.latex import Formula
from symppm.laws.notation import spell
from symppm.laws.operators import Operator
from symppm.model.nodes import DOT, AxisSum, Indexed

_LETTERS: Mapping[str, str] = MappingProxyType(
    {"gamma": "Γ", "zeta": "ζ", "Logistic": "logistic", "Softplus": "softplus"}
)
_RELATIONS: Mapping[str, str] = MappingProxyType({">": ">", "<": "<", ">=": "≥", "<=": "≤"})
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


class PlainFormula(Formula, StrPrinter):
    """Unicode on one line, for a terminal."""

    def over(self, above: str, below: str) -> str:
        """Write a quotient with a stroke."""
        return f"{above}/{below if _is_one(below) else self.wrap(below)}"

    def wrap(self, inside: str) -> str:
        """Put parentheses around."""
        return f"({inside})"

    def power(self, base: str, exponent: sympy.Expr) -> str:
        """Write integer exponents as superscripts, others behind a caret."""
        if exponent.is_Integer:
            return base + str(exponent).translate(_SUPERSCRIPTS)
        return f"{base}^({self._print(exponent)})"

    def root(self, inside: str) -> str:
        """Write a square root."""
        return f"√({inside})" if re.search("[ /]", inside) else f"√{inside}"

    def _print_Symbol(self, expr: sympy.Symbol) -> str:
        if expr == DOT:
            return "·"
        if expr.name in self.notation.plain:
            return self.notation.plain[expr.name]
        return self._subscripted(self.notation.name(expr), "")

    def _subscripted(self, name: str, indices: str) -> str:
        letter, primes, *below = spell(name, _greek, lambda words: words.replace(" ", "_"))
        below += [indices] if indices else []
        return letter + (f"_{','.join(below)}" if below else "") + primes

    def function(self, name: str, argument: str) -> str:
        """Write a function of one argument."""
        written = spell(name, _greek, str)
        return f"{written[0]}{written[1]}({argument})"

    def _print_Function(self, expr: sympy.Function) -> str:
        name = _LETTERS.get(expr.func.__name__, expr.func.__name__)
        return f"{name}({', '.join(map(self._print, expr.args))})"

    _print_gamma = _print_zeta = _print_Function

    def _print_Abs(self, expr: sympy.Abs) -> str:
        return f"|{self._print(expr.args[0])}|"

    def _print_Pi(self, _: sympy.Expr) -> str:
        return "π"

    def _print_EulerGamma(self, _: sympy.Expr) -> str:
        return "γ"

    def _print_Exp1(self, _: sympy.Expr) -> str:
        return "e"

    def _print_Piecewise(self, expr: sympy.Piecewise) -> str:
        pieces = [f"{self._print(value)} if {self._print(where)}" for value, where in expr.args]
        return ", ".join(pieces).replace(f" if {sympy.true}", " otherwise")

    def _print_Relational(self, expr: sympy.Rel) -> str:
        return f"{self._print(expr.lhs)} {_RELATIONS[expr.rel_op]} {self._print(expr.rhs)}"

    def _print_Entry(self, expr: Indexed) -> str:
        return self._subscripted(expr.name, "".join(map(self._print, expr.indices)))

    _print_KnownEntry = _print_Entry  # noqa: N815

    def _print_AxisSum(self, expr: AxisSum) -> str:
        inner = self._print(expr.summand)
        return f"Σ_{self._print(expr.bound)} {self.wrap(inner) if expr.summand.is_Add else inner}"

    def _print_Operator(self, expr: Operator) -> str:
        if self.notation.letters.get(expr):
            return self._subscripted(self.notation.letters[expr], "")
        return f"{expr.symbol}[{self.inside(expr, ' | ')}]"


def _is_one(written: str) -> bool:
    """Tell whether there is no blank but in brackets, as in √(a - 2)."""
    inside = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
    while (outside := inside.sub("", written)) != written:
        written = outside
    return " " not in written


def _greek(name: str) -> str:
    return lookup("GREEK SMALL LETTER " + name.upper().replace("LAMBDA", "LAMDA"))
