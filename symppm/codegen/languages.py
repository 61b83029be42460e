"""A kernel in other languages: what the subset of Python that kernels are written in becomes there.

A language is a table of templates. Expressions keep Python's structure; loops and choices, which
special functions such as :func:`symppm.codegen.special.digamma` have, are translated as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from symppm.errors import NotBuiltError

_LEVELS: Final[Mapping[type[ast.operator], tuple[str, int]]] = MappingProxyType(
    {ast.Add: ("+", 1), ast.Sub: ("-", 1), ast.Mult: ("*", 2), ast.Div: ("/", 2)}
)
_SIGNED, _ATOM = 3, 5
_COMPARED: Final[Mapping[type[ast.cmpop], str]] = MappingProxyType(
    {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
)
_STATUS: Final = frozenset({"status"})
"""The whole number in kernels of a model, where hyperparameters may have any other name."""
_WHOLE: Final = _STATUS | {"number", "n"}
"""Whole numbers in the functions that these call."""


@dataclass(frozen=True)
class Language:
    """Templates of a language: 0 is what comes first in Python, and so on."""

    suffix: str
    comment: tuple[str, str, str]
    functions: Mapping[str, str]
    """Of Python's math, by name, and of kernels that the language has itself."""
    constants: Mapping[str, str]
    power: str
    choice: str
    tested: str
    declared: str
    declared_whole: str
    assigned: str
    opened: Mapping[str, str]
    """How a loop, a choice and its other side begin."""
    closed: str
    left: str
    returned: str
    results: str
    """Of a kernel; nothing where they go into an array, the status being returned."""
    function: str
    """How a kernel begins: name, arguments, number of results."""
    inner: str
    """How one begins that kernels call: name, arguments, nothing, kind of number."""
    argument: str = "{0}"
    whole: str = "{0}"
    start: str = ""
    table: str = ""
    """A sequence of numbers: name, numbers, how many."""
    first: int = 0
    """The number of the first item of a sequence."""
    reserved: frozenset[str] = field(default=frozenset())


_C_LIKE: Final = {
    "comment": ("/*", " * ", " */"),
    "choice": "({0} ? {1} : {2})",
    "tested": "{0}",
    "assigned": "{0} = {1};",
    "closed": "}",
    "left": "break;",
}
_PLAIN: Final = {name: f"{name}({{0}})" for name in ("sqrt", "exp", "log", "log1p", "cosh", "sinh")}
LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType({
    "c": Language(
        ".c",
        functions={
            **_PLAIN, "gamma": "tgamma({0})", "lgamma": "lgamma({0})", "abs": "fabs({0})",
            "max": "fmax({0}, {1})",
        },
        constants={"pi": "3.141592653589793", "inf": "INFINITY", "nan": "NAN"},
        power="pow({0}, {1})",
        declared="double {0} = {1};", declared_whole="int {0} = {1};",
        opened={
            "while": "while ({0}) {{", "if": "if ({0}) {{", "else": "}} else {{",
            "for": "for (int {0} = {1}; {0} < {2}; {0}++) {{",
        },
        returned="return {0};", results="",
        function="int {0}({1}, double out[{2}]) {{", inner="static {3} {0}({1}) {{",
        argument="double {0}", whole="int {0}", start="#include <math.h>",
        table="const double {0}[] = {{{1}}};",
        reserved=frozenset({
            "auto", "case", "char", "const", "default", "do", "double", "enum", "extern", "float",
            "goto", "inline", "int", "long", "out", "register", "restrict", "short", "signed",
            "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
            "volatile",
        }),
        **_C_LIKE,  # type: ignore[arg-type]
    ),
    "stan": Language(
        ".stanfunctions",
        functions={
            **_PLAIN, "gamma": "tgamma({0})", "lgamma": "lgamma({0})", "abs": "abs({0})",
            "max": "fmax({0}, {1})", "digamma": "digamma({0})",
        },
        constants={"pi": "pi()", "inf": "positive_infinity()", "nan": "not_a_number()"},
        power="pow({0}, {1})",
        declared="real {0} = {1};", declared_whole="int {0} = {1};",
        opened={
            "while": "while ({0}) {{", "if": "if ({0}) {{", "else": "}} else {{",
            "for": "for ({0} in {1}:({2} - 1)) {{",
        },
        returned="return {0};", results="return [{0}]';",
        function="vector {0}({1}) {{", inner="{3} {0}({1}) {{",
        argument="real {0}", whole="int {0}", first=1, table="array[{2}] real {0} = {{{1}}};",
        reserved=frozenset({
            "array", "complex", "data", "e", "functions", "generated", "int", "location", "lower",
            "matrix", "mean", "model", "multiplier", "offset", "ordered", "parameters", "pi",
            "real", "repeat", "rho", "scale", "simplex", "size", "target", "then", "transformed",
            "tuple", "until", "upper", "var", "variance", "vector", "void",
        }),
        **_C_LIKE,  # type: ignore[arg-type]
    ),
    "r": Language(
        ".R",
        comment=("#", "# ", "#"),
        functions={
            **_PLAIN, "gamma": "gamma({0})", "lgamma": "lgamma({0})", "abs": "abs({0})",
            "max": "max({0}, {1})", "digamma": "digamma({0})",
            # A number that is none is an answer here, not a warning.
            "sqrt": "suppressWarnings(sqrt({0}))", "log": "suppressWarnings(log({0}))",
        },
        constants={"pi": "pi", "inf": "Inf", "nan": "NaN"},
        power="({0})^({1})",
        choice="(if ({0}) {1} else {2})",
        # A comparison with NaN is NA.
        tested="isTRUE({0})",
        declared="{0} <- {1}", declared_whole="{0} <- {1}", assigned="{0} <- {1}",
        opened={
            "while": "while ({0}) {{", "if": "if ({0}) {{", "else": "}} else {{",
            "for": "for ({0} in {1}:({2} - 1)) {{",
        },
        closed="}", left="break", returned="return({0})", results="c({0})",
        function="{0} <- function({1}) {{", inner="{0} <- function({1}) {{", first=1,
        table="{0} <- c({1})",
        reserved=frozenset({
            "FALSE", "F", "Inf", "NA", "NULL", "NaN", "TRUE", "T", "function", "next", "repeat",
        }),
    ),
    "julia": Language(
        ".jl",
        comment=("#=", "", "=#"),
        functions={
            **_PLAIN, "gamma": "libm_gamma({0})", "lgamma": "libm_lgamma({0})", "abs": "abs({0})",
            "max": "max({0}, {1})", "sqrt": "root({0})", "log": "logarithm({0})",
        },
        constants={"pi": "float(pi)", "inf": "Inf", "nan": "NaN"},
        power="({0})^({1})",
        choice="({0} ? {1} : {2})", tested="{0}",
        declared="{0} = {1}", declared_whole="{0} = {1}", assigned="{0} = {1}",
        opened={
            "while": "while {0}", "if": "if {0}", "else": "else",
            "for": "for {0} in {1}:({2} - 1)",
        },
        closed="end", left="break", returned="return {0}", results="return ({0})",
        function="function {0}({1})", inner="function {0}({1})", first=1, table="{0} = [{1}]",
        start=(
            "# Where Julia's own would throw, guards wait for a number that is none.\n"
            "root(x) = x < 0 ? NaN : sqrt(x)\n"
            "logarithm(x) = x < 0 ? NaN : log(x)\n"
            "libm_gamma(x) = ccall((:tgamma, Base.Math.libm), Float64, (Float64,), x)\n"
            "libm_lgamma(x) = ccall((:lgamma, Base.Math.libm), Float64, (Float64,), x)"
        ),
        reserved=frozenset({
            "baremodule", "begin", "catch", "const", "do", "end", "export", "false", "function",
            "im", "let", "local", "macro", "module", "quote", "struct", "true", "using",
        }),
    ),
})  # fmt: skip


@dataclass(frozen=True)
class Translator:
    """Kernels in one language, given what the names of constants in them stand for."""

    language: Language
    constants: Mapping[str, float | tuple[float, ...]]
    prefix: str
    """Before the names of kernels that are the model's own."""
    whole: frozenset[str] = _STATUS
    """Names of whole numbers; all others are real."""

    def kernel(self, function: ast.FunctionDef) -> list[str]:
        """Translate a kernel that returns a tuple."""
        last = function.body[-1]
        if not (isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple)):
            raise _strange(last)
        cells = [self.expression(cell) for cell in last.value.elts]
        lines = [*self.body(function.body[:-1], set())]
        guarded = isinstance(last.value.elts[-1], ast.Name) and last.value.elts[-1].id == "status"
        if self.language.results:
            lines.append(self.language.results.format(", ".join(self._named(last.value, cells))))
        else:
            *cells, status = cells if guarded else (*cells, "0")
            lines += [f"out[{n}] = {cell};" for n, cell in enumerate(cells)]
            lines.append(f"return {status};")
        return self._whole(self.language.function, self.prefix, function, lines, len(cells))

    def inner(self, function: ast.FunctionDef) -> list[str]:
        """Translate a kernel that others call, which returns a number."""
        used = {one.id for one in ast.walk(function) if isinstance(one, ast.Name)}
        lines = [
            self.language.table.format(self.name(name), ", ".join(map(repr, items)), len(items))
            for name, items in self._tables()
            if name in used
        ]
        called = replace(self, whole=_WHOLE)
        lines += called.body(function.body, set())
        return called._whole(self.language.inner, "", function, lines, 1)

    def _named(self, results: ast.Tuple, cells: Sequence[str]) -> list[str]:
        if self.language.suffix not in {".R", ".jl"}:
            return list(cells)
        names = [
            next(
                one.id for one in ast.walk(cell) if isinstance(one, ast.Name) and one.id != "if_ok"
            )
            for cell in results.elts
        ]
        return [
            f"{self.name(name.removesuffix('_value'))} = {cell}"
            for name, cell in zip(names, cells, strict=True)
        ]

    def _whole(
        self, template: str, prefix: str, function: ast.FunctionDef, lines: list[str], count: int
    ) -> list[str]:
        arguments = ", ".join(
            (self.language.whole if one.arg in self.whole else self.language.argument).format(
                self.name(one.arg)
            )
            for one in function.args.args
        )
        kind = self.language.whole if ast.unparse(function.returns or ast.Name("float")) == "int" \
            else self.language.argument  # fmt: skip
        name = f"{prefix}{function.name}" if prefix else self.name(function.name)
        head = template.format(name, arguments, count, kind.format("").strip())
        about = (ast.get_docstring(function) or "").splitlines()
        return [
            *self.commented(about), head, *(f"    {line}" for line in lines), self.language.closed
        ]  # fmt: skip

    def commented(self, lines: Sequence[str]) -> list[str]:
        """Write a comment."""
        first, every, last = self.language.comment
        return [first, *(f"{every}{line}".rstrip() for line in lines), last] if lines else []

    def body(self, statements: Sequence[ast.stmt], known: set[str]) -> Iterator[str]:
        """Translate statements; names that are new are declared."""
        opened, language = self.language.opened, self.language
        for each in statements:
            match each:
                case ast.Expr(ast.Constant(str())):
                    continue
                case ast.Assign([ast.Name(name)], value):
                    yield self._set(name, self.expression(value), known)
                case ast.AugAssign(ast.Name(name), operator, value):
                    result = ast.BinOp(ast.Name(name), operator, value)
                    yield language.assigned.format(self.name(name), self.expression(result))
                case ast.While(test, inside, []):
                    yield from self._block(opened["while"].format(self.test(test)), inside, known)
                    yield language.closed
                case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), inside, []):
                    first, end = (["0"] * (2 - len(bounds))) + [self._bound(one) for one in bounds]
                    head = opened["for"].format("i" if name == "_" else name, first, end)
                    yield from self._block(head, inside, known)
                    yield language.closed
                case ast.If(test, inside, otherwise):
                    new = self._new(inside, known) & self._new(otherwise, known)
                    for name in sorted(new):
                        yield self._set(name, "0.0", known)
                    yield from self._block(opened["if"].format(self.test(test)), inside, known)
                    if otherwise:
                        yield from self._block(opened["else"].format(), otherwise, known)
                    yield language.closed
                case ast.Break():
                    yield language.left
                case ast.Return(value) if value is not None:
                    yield language.returned.format(self.expression(value))
                case _:
                    raise _strange(each)

    def _block(self, head: str, inside: Sequence[ast.stmt], known: set[str]) -> Iterator[str]:
        yield head
        # What is first assigned inside is declared there.
        yield from (f"    {line}" for line in self.body(inside, set(known)))

    @staticmethod
    def _new(statements: Sequence[ast.stmt], known: set[str]) -> set[str]:
        found = {
            one.targets[0].id
            for one in statements
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
        }
        return found - known

    def _set(self, name: str, value: str, known: set[str]) -> str:
        language = self.language
        template = language.declared_whole if name in self.whole else language.declared
        template = language.assigned if name in known else template
        known.add(name)
        return template.format(self.name(name), value)

    def _bound(self, node: ast.expr) -> str:
        """Return an end of a range of whole numbers."""
        text = ast.unparse(node)
        for name, items in self._tables():
            text = text.replace(f"len({name})", str(len(items)))
        for name, value in self.constants.items():
            if not isinstance(value, tuple):
                text = text.replace(name, str(int(value)))
        return text

    def _tables(self) -> Iterator[tuple[str, tuple[float, ...]]]:
        for name, value in self.constants.items():
            if isinstance(value, tuple):
                yield name, value

    def name(self, name: str) -> str:
        """Return a name that the language allows, and that hides no function that is called."""
        name = name.lstrip("_") or name
        called = {template.partition("(")[0] for template in self.language.functions.values()}
        return f"{name}_" if name in self.language.reserved | called else name

    def test(self, node: ast.expr) -> str:
        """Translate what is true or not."""
        return self.language.tested.format(self._truth(node))

    def _truth(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp(operator, parts):
                sign = " && " if isinstance(operator, ast.And) else " || "
                return "(" + sign.join(map(self._truth, parts)) + ")"
            case ast.UnaryOp(ast.Not(), inner):
                return f"!({self._truth(inner)})"
            case ast.Compare(left, operators, rights):
                sides = [left, *rights]
                pairs = [
                    f"{self.expression(one)} {_COMPARED[type(sign)]} {self.expression(two)}"
                    for one, sign, two in zip(sides, operators, rights, strict=False)
                ]
                return pairs[0] if len(pairs) == 1 else "(" + " && ".join(pairs) + ")"
        raise _strange(node)

    def expression(self, node: ast.expr) -> str:
        """Translate a number."""
        return self._number(node)[0]

    def _number(self, node: ast.expr) -> tuple[str, int]:
        """Return the text of a number, and how tightly it holds together."""
        match node:
            case ast.Constant(bool() | str()):
                raise _strange(node)
            case ast.Constant(value):
                return repr(value), _ATOM
            case ast.Name(name) if name in self.constants:
                return repr(self.constants[name]), _ATOM
            case ast.Name(name):
                return self.name(name), _ATOM
            case ast.Attribute(ast.Name("math"), name):
                return self.language.constants[name], _ATOM
            case ast.Subscript(ast.Name(table), place):
                at = f"{self.expression(place)} + {self.language.first}"
                return f"{self.name(table)}[{at}]".replace(" + 0]", "]"), _ATOM
            case ast.UnaryOp(ast.USub(), inner):
                return f"-{self._held(inner, _SIGNED)}", 1
            case ast.BinOp(left, ast.Pow(), right):
                return self.language.power.format(*map(self.expression, (left, right))), _ATOM
            case ast.BinOp(left, operator, right) if type(operator) in _LEVELS:
                sign, level = _LEVELS[type(operator)]
                return f"{self._held(left, level)} {sign} {self._held(right, level + 1)}", level
            case ast.IfExp(test, one, other):
                parts = self.test(test), self.expression(one), self.expression(other)
                return self.language.choice.format(*parts), _ATOM
            case ast.Call(ast.Attribute(ast.Name("math"), "pow"), [left, right]):
                return self.language.power.format(*map(self.expression, (left, right))), _ATOM
            case ast.Call(ast.Attribute(ast.Name("math"), name) | ast.Name(name), given):
                called = ", ".join(["{" + str(n) + "}" for n in range(len(given))])
                template = self.language.functions.get(name, f"{self.name(name)}({called})")
                return template.format(*map(self.expression, given)), _ATOM
        raise _strange(node)

    def _held(self, node: ast.expr, level: int) -> str:
        text, own = self._number(node)
        return text if own >= level else f"({text})"


def _strange(node: ast.AST) -> NotBuiltError:
    return NotBuiltError(
        f"{ast.unparse(node)!r} in a kernel",
        expected="assignments, choices, loops and arithmetic, which other languages have as well",
        do="Use Python: --to numba or --to numpy.",
    )
