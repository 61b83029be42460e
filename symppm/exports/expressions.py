"""SymPy expressions as text of another language: what all languages share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import singledispatchmethod
from typing import Any, ClassVar, Final

import sympy

from symppm.errors import NotBuiltError
from symppm.exports.program import Plain, Program, missing
from symppm.model.nodes import AxisSum, Indexed

SUM: Final = 1
PRODUCT: Final = 2
POWER: Final = 3
ATOM: Final = 4
Text = tuple[str, int]
"""An expression as text, and how tightly its outermost operation binds."""


def wrapped(text: Text, least: int) -> str:
    """Return the text, in parentheses where it binds less tightly than that."""
    return text[0] if text[1] >= least else f"({text[0]})"


def functions(call: str, **others: str) -> Mapping[str, str]:
    """Return a language's functions: a call of each by its own name, and others."""
    same = ("cos", "erf", "exp", "log", "sin", "sqrt", "tanh")
    return {"Abs": call.format("abs"), **{name: call.format(name) for name in same}, **others}


class ExpressionWriter(ABC):
    """Writes expressions for one place in a program, such as the rate of one entry."""

    language: ClassVar[str]
    reserved: ClassVar[str]
    """Names that programs use themselves, separated by blanks."""
    calls: ClassVar[Mapping[str, str]]
    """Distributions by name, with ``{rate}`` and so on for parameters; ``{}`` is what precedes."""
    elsewhere: ClassVar[Mapping[str, str]] = {"InverseGaussian": "PyMC"}
    """Languages that have distributions that this one has not."""
    functions: ClassVar[Mapping[str, str]]
    """By SymPy's name: the call, with ``{0}``, ``{1}`` for the arguments."""
    power: ClassVar[str] = "**"

    def __init__(self, program: Program) -> None:
        self.program = program

    def __call__(self, expression: sympy.Expr, place: Any) -> str:
        """Return the text of an expression at a place, whatever that is for the language."""
        return self.write(sympy.sympify(expression), place)[0]

    def write(self, expression: sympy.Expr, place: Any) -> Text:
        """Return the text and how tightly it binds; constants with functions become numbers."""
        if _is_transcendental(expression):
            value = self.program.constant(expression)
            if value is not None:
                return self.number(value)
        return self._write(expression, place)

    def drawn(self, distribution: Plain, text: Callable[[sympy.Expr], str], *before: str) -> str:
        """Return a distribution with those parameters that the language takes."""
        name = distribution.name
        template, parameters = self.calls.get(name), distribution.parameters
        if template is None:
            raise missing(name, self.language, self.elsewhere.get(name, ""))
        if "{shares}" in template:
            return template.format(*before, shares=", ".join(map(text, parameters.values())))
        used = {key: text(value) for key, value in parameters.items() if f"{{{key}}}" in template}
        return template.format(*before, **used)

    def number(self, value: float) -> Text:
        """Return a number in full precision."""
        text = repr(float(value))
        return text, ATOM if value >= 0 else PRODUCT

    @abstractmethod
    def entry(self, entry: Indexed, place: Any) -> Text:
        """Return the text of an entry of a variable or of a known array."""

    @abstractmethod
    def total(self, expression: AxisSum, place: Any) -> Text:
        """Return the text of a sum over an axis."""

    @singledispatchmethod
    def _write(self, expression: sympy.Expr, place: Any) -> Text:
        name = type(expression).__name__
        template = self.functions.get(name)
        if template is None:
            raise NotBuiltError(
                f"the function {name} in an export to {self.language}",
                expected="one of " + ", ".join(sorted(self.functions)),
                do="Write the declaration in these, or copy the model by hand.",
            )
        arguments = list(expression.args)
        while len(arguments) > 2:
            arguments[:2] = [expression.func(*arguments[:2], evaluate=False)]
        texts = [self.write(argument, place)[0] for argument in arguments]
        return template.format(*texts), ATOM

    @_write.register
    def _(self, expression: sympy.Symbol | sympy.Number, place: Any) -> Text:
        del place
        if isinstance(expression, sympy.Symbol):
            return self.program.symbol(expression), ATOM
        if isinstance(expression, sympy.Integer):
            return str(expression), ATOM if expression >= 0 else PRODUCT
        return self.number(float(expression))

    @_write.register
    def _(self, expression: Indexed, place: Any) -> Text:
        return self.entry(expression, place)

    @_write.register
    def _(self, expression: AxisSum, place: Any) -> Text:
        return self.total(expression, place)

    @_write.register
    def _(self, expression: sympy.Add, place: Any) -> Text:
        text = ""
        for term in expression.as_ordered_terms():
            negative = bool(term.could_extract_minus_sign())
            inner = wrapped(self.write(-term if negative else term, place), PRODUCT)
            sign = ("-" if negative else "") if not text else (" - " if negative else " + ")
            text += sign + inner
        return text, SUM

    @_write.register
    def _(self, expression: sympy.Mul, place: Any) -> Text:
        coefficient, product = expression.as_coeff_Mul()
        if coefficient.is_negative:
            return "-" + wrapped(self.write(-expression, place), PRODUCT), PRODUCT
        ratio = (coefficient.p, coefficient.q) if coefficient.is_Rational else (coefficient, 1)
        above, below = ([sympy.sympify(n)] if n != 1 else [] for n in ratio)
        for factor in product.as_ordered_factors():
            base, exponent = factor.as_base_exp()
            inverse = factor.is_Pow and exponent.is_number and exponent.is_negative
            (below if inverse else above).append(base**-exponent if inverse else factor)
        return self.quotient(above, below, place)

    def quotient(self, above: list[sympy.Expr], below: list[sympy.Expr], place: Any) -> Text:
        """Return the text of a product of factors over another."""
        head = [wrapped(self.write(factor, place), PRODUCT) for factor in above] or ["1"]
        if not below:
            return " * ".join(head), PRODUCT
        tail = [wrapped(self.write(factor, place), POWER) for factor in below]
        under = tail[0] if len(tail) == 1 else f"({' * '.join(tail)})"
        return f"{' * '.join(head)} / {under}", PRODUCT

    @_write.register
    def _(self, expression: sympy.Pow, place: Any) -> Text:
        base, exponent = expression.as_base_exp()
        if exponent.is_number and exponent.is_negative:
            return self.quotient([], [base**-exponent], place)
        if exponent == sympy.S.Half:
            return self.functions["sqrt"].format(self.write(base, place)[0]), ATOM
        raised = wrapped(self.write(exponent, place), ATOM)
        if exponent.is_Integer:
            raised = str(int(exponent))
        return f"{wrapped(self.write(base, place), ATOM)} {self.power} {raised}", POWER


def _is_transcendental(expression: sympy.Expr) -> bool:
    """Tell whether an expression is more than a sum, a product or a whole power of others."""
    if isinstance(expression, sympy.Pow):
        return not expression.exp.is_Integer
    return isinstance(expression, sympy.NumberSymbol | sympy.Function)
