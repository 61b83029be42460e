"""A declaration as the Python that a user would write."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Sequence
from types import MappingProxyType

import sympy

from symppm.families import BUILT_IN, SIZE, CategoricalFamily
from symppm.laws.notation import Notation
from symppm.laws.plain import PlainFormula
from symppm.model.declaration import Declaration, Variable
from symppm.model.nodes import AxisSum, Indexed

_CODE_WIDTH = 79
_WIDEST_CODE = 88
_DOMAINS = ("positive", "nonnegative", "negative", "real")
_LINKS = MappingProxyType(
    {"exp": "ppm.exp", "Logistic": "ppm.logistic", "Softplus": "ppm.softplus"}
)


class PythonFormula(PlainFormula):
    """Expressions as they are typed in a declaration."""

    def __init__(self, notation: Notation, declaration: Declaration) -> None:
        super().__init__(notation)
        self.declaration = declaration

    def times(self, parts: Sequence[str]) -> str:
        """Join factors with a star."""
        return " * ".join(parts)

    def over(self, above: str, below: str) -> str:
        """Write a division."""
        return f"{above} / {f'({below})' if ' ' in below else below}"

    def power(self, base: str, exponent: sympy.Expr) -> str:
        """Write a power with two stars."""
        return f"{base}**{exponent if exponent.is_Integer else f'({exponent})'}"

    def root(self, inside: str) -> str:
        """Write a square root."""
        return f"sympy.sqrt({inside})"

    def _print_Symbol(self, expr: sympy.Symbol) -> str:
        for axis in self.declaration.axes:
            if expr == axis.size:
                return f'ppm.size("{axis.name}")'
        return str(expr.name)

    def _print_Entry(self, expr: Indexed) -> str:
        return expr.name

    _print_KnownEntry = _print_Entry  # noqa: N815

    def _print_Function(self, expr: sympy.Function) -> str:
        name = expr.func.__name__
        called = _LINKS.get(name, f"sympy.{name}")
        return f"{called}({', '.join(map(self._print, expr.args))})"

    _print_gamma = _print_zeta = _print_Function

    def _print_Pi(self, _: sympy.Expr) -> str:
        return "sympy.pi"

    def _print_EulerGamma(self, _: sympy.Expr) -> str:
        return "sympy.EulerGamma"

    def _print_Exp1(self, _: sympy.Expr) -> str:
        return "sympy.E"

    def _print_AxisSum(self, expr: AxisSum) -> str:
        axis = self.declaration.axis_of(expr.bound).name
        return f'ppm.sum({self._print(expr.summand)}, over="{axis}")'


def declaration_code(declaration: Declaration) -> str:
    """Return the Python that declares a model."""

    def domain_of(symbol: sympy.Symbol) -> str:
        return next(word for word in _DOMAINS if getattr(symbol, f"is_{word}"))

    body: list[str] = []
    for word, group in itertools.groupby(declaration.hyperparameters, key=domain_of):
        names = [symbol.name for symbol in group]
        domain = "" if word == "positive" else f', domain="{word}"'
        text = " ".join(names)
        lines = textwrap.wrap(text, _WIDEST_CODE) if len(text) > _WIDEST_CODE else [text]
        ends = [" "] * (len(lines) - 1) + [""]
        quoted = [f'"{line}{end}"' for line, end in zip(lines, ends, strict=True)]
        given = ["\n        ".join(quoted) + domain]
        body += _assigned(names, "ppm.hyperparameters", given)
    for array in declaration.known:
        over = f', over="{array.over.name}"' if array.over else ""
        dims = " ".join(array.dims)
        body.append(f'{array.name} = ppm.Known("{array.name}", dims="{dims}"{over})')
    for variable in declaration.variables:
        body += _call(variable, PythonFormula(Notation.of(declaration), declaration))
    imports = "import sympy\n" if any("sympy." in line for line in body) else ""
    head = f'{imports}import symppm as ppm\n\nwith ppm.Model("{declaration.name}") as model:\n'
    return head + "\n".join(f"    {line}" for line in body)


def _call(variable: Variable, formula: PythonFormula) -> list[str]:
    called, _, kind = variable.family.name.rstrip("]").partition("[")
    arguments = [f'"{variable.name}"']
    if variable.family.name not in BUILT_IN:
        called, kind = "variable", variable.family.name
    arguments += [f'family="{kind}"'] if kind and called != "Dirichlet" else []
    values = {name: formula.write(value) for name, value in variable.parameters.items()}
    if variable.over:
        values.pop(SIZE.name, None)  # which is filled in
    if isinstance(variable.family, CategoricalFamily):
        called, values = "Categorical", {"weights": f"[{', '.join(values.values())}]"}
    arguments += [f"{name}={value}" for name, value in values.items()]
    arguments += [f'dims="{" ".join(variable.dims)}"'] if variable.dims else []
    arguments += [f'over="{variable.over.name}"'] if variable.over else []
    arguments += ["observed=True"] if variable.observed else []
    start = "" if variable.observed else f"{variable.name} = "
    return _broken(f"{start}ppm.{called}", arguments)


def _assigned(names: Sequence[str], called: str, arguments: Sequence[str]) -> list[str]:
    """Write a call that gives names their values, the names on several lines if they are long."""
    line = f"{', '.join(names)} = {called}"
    if len(line) <= _CODE_WIDTH:
        return _broken(line, arguments)
    wrapped = textwrap.wrap(f"{', '.join(names)},", _CODE_WIDTH - 4)
    return ["(", *(f"    {part}" for part in wrapped), *_broken(f") = {called}", arguments)]


def _broken(called: str, arguments: Sequence[str]) -> list[str]:
    """Write a call, on several lines if it is long."""
    line = f"{called}({', '.join(arguments)})"
    if len(line) <= _CODE_WIDTH:
        return [line]
    lines = [line for argument in arguments for line in _wrapped(f"{argument},")]
    return [f"{called}(", *(f"    {line}" for line in lines), ")"]


def _wrapped(argument: str) -> list[str]:
    """Break a long argument of a call at blanks, but not at those between quotes."""
    if len(argument) <= _WIDEST_CODE or "\n" in argument:
        return [argument]
    held = re.sub(r'"[^"]*"', lambda quoted: quoted[0].replace(" ", "\0"), argument)
    lines = textwrap.wrap(held, _WIDEST_CODE, subsequent_indent="    ", break_long_words=False)
    return [line.replace("\0", " ") for line in lines]
