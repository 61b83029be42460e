"""Formulas as a mathematician writes them, in LaTeX and, by subclasses, in other notations."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import sympy
from sympy.printing.latex import LatexPrinter

from symppm.laws.notation import Notation, fraction, is_negative, spell
from symppm.laws.operators import Operator
from symppm.model.nodes import DOT, AxisSum, Indexed, KnownEntry, derivative_of


class Formula(ABC):
    """What every notation has in common; a printer of SymPy's mixes it in and says the rest."""

    # Nodes know how SymPy's own printers should show them; here the printer decides.
    printmethod = ""
    one_line = True
    notation: Notation
    _print: Callable[..., str]

    def __init__(self, notation: Notation) -> None:
        super().__init__()
        self.notation = notation

    def write(self, expression: sympy.Basic) -> str:
        """Return an expression in this notation."""
        return str(self._print(expression))

    def times(self, parts: Sequence[str]) -> str:
        """Join factors."""
        return " ".join(parts)

    @abstractmethod
    def over(self, above: str, below: str) -> str:
        """Write a quotient."""

    @abstractmethod
    def wrap(self, inside: str) -> str:
        """Put parentheses around."""

    @abstractmethod
    def power(self, base: str, exponent: sympy.Expr) -> str:
        """Write a power."""

    @abstractmethod
    def root(self, inside: str) -> str:
        """Write a square root."""

    def product(self, factors: Sequence[sympy.Expr], closed: bool = False) -> str:
        """Write factors in the given order, so that something may follow if ``closed``."""
        if not factors:
            return "1"
        written = []
        for place, factor in enumerate(factors):
            open_end = isinstance(factor, AxisSum) and (closed or place < len(factors) - 1)
            loose = factor.is_Add and (closed or len(factors) > 1)
            text = self._print(factor)
            written.append(self.wrap(text) if open_end or loose else text)
        return self.times(written)

    def quotient(self, above: Sequence[sympy.Expr], below: Sequence[sympy.Expr]) -> str:
        """Write a quotient of products."""
        if not below:
            return self.product(above)
        return self.over(self.product(above, self.one_line), self.product(below))

    def _print_Mul(self, expr: sympy.Mul) -> str:
        parts = fraction(expr, self.notation)
        sign = "-" if parts.minus else ""
        lone = parts.above[0] if len(parts.above) == 1 and not parts.below else None
        if parts.root_above:
            root = self.root(self.quotient(parts.root_above, parts.root_below))
            lead = [self.product(parts.above, closed=True)] if parts.above else []
            above = self.times([*lead, root])
            return sign + (self.over(above, self.product(parts.below)) if parts.below else above)
        if parts.minus and lone is not None and lone.is_Add:
            return sign + self.wrap(self._print(lone))
        return sign + self.quotient(parts.above, parts.below)

    def _print_Pow(self, expr: sympy.Pow) -> str:
        base, exponent = expr.as_base_exp()
        if exponent.is_Rational and (exponent.is_negative or exponent == sympy.S.Half):
            return self._print_Mul(expr)
        text = self._print(base)
        atomic = base.is_Symbol or base.is_NumberSymbol or base.is_Function
        atomic = atomic or isinstance(base, (Indexed, Operator)) or derivative_of(base) is not None
        atomic = atomic or (base.is_Integer and base.is_nonnegative)
        return self.power(text if atomic else self.wrap(text), exponent)

    @abstractmethod
    def function(self, name: str, argument: str) -> str:
        """Write a function of one argument; primes at the end of its name say derivatives."""

    def _print_unspecified(self, expr: sympy.Expr) -> str:
        unspecified = derivative_of(expr)
        if unspecified is None:
            return str(super()._print(expr))  # type: ignore[misc]
        name, order, argument = unspecified
        return self.function(name + "'" * order, self._print(argument))

    _print_AppliedUndef = _print_unspecified  # noqa: N815
    _print_Derivative = _print_unspecified  # noqa: N815
    _print_Subs = _print_unspecified  # noqa: N815

    def _print_Add(self, expr: sympy.Add) -> str:
        lead, *others = self.notation.terms(expr)
        return self._print(lead) + "".join(f" {self.signed(term)}" for term in others)

    def signed(self, term: sympy.Expr) -> str:
        """Write a term behind a sign."""
        bare = -term if is_negative(term) else term
        text = self.wrap(self._print(bare)) if bare.is_Add else self._print(bare)
        return f"{'-' if is_negative(term) else '+'} {text}"

    def inside(self, node: Operator, bar: str) -> str:
        """Write what stands in the brackets of a moment."""
        text = ", ".join(self._print(operand) for operand in node.operands)
        given = [self._print(entry) for entry in self.notation.sorted(node.given)]
        return text + bar + ", ".join(given) if given else text


class LatexFormula(Formula, LatexPrinter):
    """LaTeX with the commands of amsmath and amssymb, all of which GitHub knows too."""

    one_line = False

    def times(self, parts: Sequence[str]) -> str:
        """Join factors, with a thin space in front of a moment."""
        lead, *rest = parts
        return " ".join([lead, *((r"\, " if p.startswith(r"\math") else "") + p for p in rest)])

    def over(self, above: str, below: str) -> str:
        """Write a fraction."""
        return rf"\frac{{{above}}}{{{below}}}"

    def wrap(self, inside: str) -> str:
        """Put parentheses that grow around."""
        return rf"\left({inside}\right)"

    def power(self, base: str, exponent: sympy.Expr) -> str:
        """Write a superscript."""
        return f"{base}^{{{self._print(exponent)}}}"

    def root(self, inside: str) -> str:
        """Write a square root."""
        return rf"\sqrt{{{inside}}}"

    def _print_Symbol(self, expr: sympy.Symbol) -> str:
        if expr == DOT:
            return r"\cdot"
        if expr.name in self.notation.latex:
            return self.notation.latex[expr.name]
        return self._subscripted(self.notation.name(expr), "")

    def _subscripted(self, name: str, indices: str) -> str:
        letter, primes, *below = spell(name, r"\{}".format, _upright)
        if indices:
            below.append(indices)
        return letter + (f"_{{{', '.join(below)}}}" if below else "") + primes

    def function(self, name: str, argument: str) -> str:
        """Write a function of one argument."""
        written = spell(name, r"\{}".format, r"\operatorname{{{}}}".format)
        return rf"{written[0]}{written[1]}\left({argument}\right)"

    def _print_Pi(self, _: sympy.Expr) -> str:
        return r"\pi"

    def _print_exp(self, expr: sympy.exp) -> str:
        if expr.exp == sympy.S.Half:
            return self.root("e")
        return str(self._print_ExpBase(expr))

    def _print_EulerGamma(self, _: sympy.Expr) -> str:
        return r"\gamma"

    def _print_KnownEntry(self, expr: KnownEntry) -> str:
        return self._print_Entry(expr)

    def _print_Entry(self, expr: Indexed) -> str:
        letters = [self._print(letter) for letter in expr.indices]
        # A control word swallows the letter behind it unless a blank ends it.
        return self._subscripted(expr.name, re.sub(r"\\cdot(?=\w)", r"\\cdot ", "".join(letters)))

    def _print_AxisSum(self, expr: AxisSum) -> str:
        inner = self._print(expr.summand)
        if expr.summand.is_Add:
            inner = self.wrap(inner)
        return rf"\sum_{{{self._print(expr.bound)}}} {inner}"

    def _print_Operator(self, expr: Operator) -> str:
        if self.notation.letters.get(expr):
            return self._subscripted(self.notation.letters[expr], "")
        inside = self.inside(expr, r" \mid ")
        return rf"{expr.latex_symbol}\!\left[{inside}\right]"

    # SymPy prints classes of these names, from its own stats module, in another way.
    _print_Expectation = _print_Operator  # noqa: N815
    _print_Variance = _print_Operator  # noqa: N815
    _print_Covariance = _print_Operator  # noqa: N815


def _upright(words: str) -> str:
    return r"\,".join(rf"\mathrm{{{word}}}" for word in words.split())
