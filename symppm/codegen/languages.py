"""A kernel in other languages: what the subset of Python that kernels are written in becomes there.

A language is a class of templates. Expressions keep Python's structure; loops and choices, which
special functions such as :func:`symppm.codegen.special.digamma` have, are translated as well.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
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
_PLAIN: Final = {name: f"{name}({{0}})" for name in ("sqrt", "exp", "log", "log1p", "cosh", "sinh")}


class Language:
    """Templates, and the translation by them: in each, 0 is what comes first in Python.

    What is not C's is said by the others.
    """

    suffix = ".c"
    comment = ("/*", " * ", " */")
    functions: Mapping[str, str] = MappingProxyType({
        **_PLAIN, "gamma": "tgamma({0})", "lgamma": "lgamma({0})", "abs": "fabs({0})",
        "max": "fmax({0}, {1})",
    })  # fmt: skip
    """Of Python's math, by name, and of kernels that the language has itself."""
    constants: Mapping[str, str] = MappingProxyType(
        {"pi": "3.141592653589793", "inf": "INFINITY", "nan": "NAN"}
    )
    power = "pow({0}, {1})"
    choice = "({0} ? {1} : {2})"
    tested = "{0}"
    real = "double"
    declared, assigned = "{2} {0} = {1};", "{0} = {1};"
    argument = "{1} {0}"
    while_, if_, else_ = "while ({0}) {{", "if ({0}) {{", "}} else {{"
    for_ = "for (int {0} = {1}; {0} < {2}; {0}++) {{"
    closed, left, returned = "}", "break;", "return {0};"
    function = "int {0}({1}, double out[{3}]) {{"
    """How a kernel of a model begins: name, arguments, kind of number, how many there are."""
    inner = "static {2} {0}({1}) {{"
    """How one begins that these call."""
    start = "#include <math.h>"
    table = "const double {0}[] = {{{1}}};"
    """A sequence of numbers: name, numbers, how many."""
    first = 0
    """The number of the first item of a sequence."""
    reserved = frozenset({
        "auto", "case", "char", "const", "default", "do", "double", "enum", "extern", "float",
        "goto", "inline", "int", "long", "out", "register", "restrict", "short", "signed", "sizeof",
        "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile",
    })  # fmt: skip

    def __init__(self, prefix: str) -> None:
        # Names begin as the model's own, so that files of several models go together.
        self.prefix = prefix
        self.whole: tuple[str, ...] = ()

    def file(
        self,
        about: Sequence[str],
        inner: Sequence[ast.FunctionDef],
        own: Sequence[ast.FunctionDef],
    ) -> str:
        """Write the kernels of a model, after those that they call."""
        lines = [*self.commented(about), *filter(None, [self.start])]
        # Names of whole numbers: in kernels of a model, hyperparameters may have any other.
        self.whole = ("status", "number", "n")
        for node in inner:
            if node.name not in self.functions:
                lines += ["", *self._translated(node, self.inner)]
        self.whole = ("status",)
        for node in own:
            lines += ["", *self._translated(node, self.function)]
        return "\n".join(lines) + "\n"

    def _translated(self, function: ast.FunctionDef, head: str) -> list[str]:
        names = [one.arg for one in function.args.args]
        arguments = (self.argument.format(self.name(one), self._kind(one)) for one in names)
        returned = ast.unparse(function.returns or ast.Name("float"))
        head = head.format(
            self._called(function.name),
            ", ".join(arguments),
            "int" if returned == "int" else self.real,
            sum(name != "status" for name, _ in _results(function.body[-1])),
        )
        about = self.commented((ast.get_docstring(function) or "").splitlines())
        lines = (f"    {line}" for line in self._body(function.body, set(names)))
        return [*about, head, *lines, self.closed]

    def ended(self, results: Sequence[tuple[str, str]]) -> list[str]:
        """Return the end of a kernel; in C, results go into an array, the status being returned."""
        status = dict(results).get("status", "0")
        values = (value for name, value in results if name != "status")
        return [*(f"out[{n}] = {value};" for n, value in enumerate(values)), f"return {status};"]

    def commented(self, lines: Sequence[str]) -> list[str]:
        """Write a comment."""
        first, every, last = self.comment
        return [first, *(f"{every}{line}".rstrip() for line in lines), last] if lines else []

    def _body(self, statements: Sequence[ast.stmt], known: set[str]) -> Iterator[str]:
        """Translate statements; names that are new are declared."""
        for each in statements:
            match each:
                case ast.Expr(ast.Constant(str())):
                    continue
                case ast.Assign([ast.Name(name)], ast.Tuple(items)):
                    numbers = ", ".join(map(self.expression, items))
                    yield self.table.format(self.name(name), numbers, len(items))
                case ast.Assign([ast.Name(name)], value):
                    yield self._set(name, self.expression(value), known)
                case ast.AugAssign(ast.Name(name), operator, value):
                    result = ast.BinOp(ast.Name(name), operator, value)
                    yield self._set(name, self.expression(result), known)
                case ast.While(test, inside, []):
                    yield from self._block(self.while_.format(self.test(test)), inside, known)
                    yield self.closed
                case ast.For(ast.Name(name), ast.Call(ast.Name("range"), bounds), inside, []):
                    first, end = ["0", *map(ast.unparse, bounds)][-2:]
                    head = self.for_.format("i" if name == "_" else name, first, end)
                    yield from self._block(head, inside, known)
                    yield self.closed
                case ast.If(test, inside, otherwise):
                    for name in sorted((_assigned(inside) & _assigned(otherwise)) - known):
                        yield self._set(name, "0.0", known)
                    yield from self._block(self.if_.format(self.test(test)), inside, known)
                    if otherwise:
                        yield from self._block(self.else_.format(), otherwise, known)
                    yield self.closed
                case ast.Break():
                    yield self.left
                case ast.Return(ast.Tuple()):
                    results = _results(each)
                    yield from self.ended([(name, self.expression(one)) for name, one in results])
                case ast.Return(value) if value is not None:
                    yield self.returned.format(self.expression(value))
                case _:
                    raise _strange(each)

    def _block(self, head: str, inside: Sequence[ast.stmt], known: set[str]) -> Iterator[str]:
        yield head
        # What is first assigned inside is declared there.
        yield from (f"    {line}" for line in self._body(inside, set(known)))

    def _set(self, name: str, value: str, known: set[str]) -> str:
        template = self.assigned if name in known else self.declared
        known.add(name)
        return template.format(self.name(name), value, self._kind(name))

    def _kind(self, name: str) -> str:
        return "int" if name in self.whole else self.real

    def name(self, name: str) -> str:
        """Return a name that the language allows, and that hides no function that is called."""
        name = name.lstrip("_") or name
        called = {template.partition("(")[0] for template in self.functions.values()}
        return f"{name}_" if name in self.reserved | called else name

    def _called(self, function: str) -> str:
        return self.prefix + function.lstrip("_")

    def test(self, node: ast.expr) -> str:
        """Translate what is true or not."""
        return self.tested.format(self._truth(node))

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
            case ast.Constant(int() | float() as value) if not isinstance(value, bool):
                return repr(value), _ATOM
            case ast.Name(name):
                return self.name(name), _ATOM
            case ast.Attribute(ast.Name("math"), name):
                return self.constants[name], _ATOM
            case ast.Subscript(ast.Name(table), place):
                at = f"{self.expression(place)} + {self.first}"
                return f"{self.name(table)}[{at}]".replace(" + 0]", "]"), _ATOM
            case ast.UnaryOp(ast.USub(), inner):
                return f"-{self._held(inner, _SIGNED)}", 1
            case ast.BinOp(left, ast.Pow(), right) | ast.Call(
                ast.Attribute(ast.Name("math"), "pow"), [left, right]
            ):
                return self.power.format(*map(self.expression, (left, right))), _ATOM
            case ast.BinOp(left, operator, right) if type(operator) in _LEVELS:
                sign, level = _LEVELS[type(operator)]
                return f"{self._held(left, level)} {sign} {self._held(right, level + 1)}", level
            case ast.IfExp(test, one, other):
                parts = self.test(test), self.expression(one), self.expression(other)
                return self.choice.format(*parts), _ATOM
            case ast.Call(ast.Attribute(ast.Name("math"), name) | ast.Name(name), given):
                cells = list(map(self.expression, given))
                template = self.functions.get(name)
                if template is None:
                    return f"{self._called(name)}({', '.join(cells)})", _ATOM
                return template.format(*cells), _ATOM
        raise _strange(node)

    def _held(self, node: ast.expr, level: int) -> str:
        text, own = self._number(node)
        return text if own >= level else f"({text})"


class Stan(Language):
    """Functions that are included in a program."""

    suffix = ".stanfunctions"
    functions = MappingProxyType(
        {**Language.functions, "abs": "abs({0})", "digamma": "digamma({0})"}
    )
    constants = MappingProxyType(
        {"pi": "pi()", "inf": "positive_infinity()", "nan": "not_a_number()"}
    )
    real = "real"
    for_ = "for ({0} in {1}:({2} - 1)) {{"
    function, inner = "vector {0}({1}) {{", "{2} {0}({1}) {{"
    start, table, first = "", "array[{2}] real {0} = {{{1}}};", 1
    reserved = frozenset({
        "array", "complex", "data", "e", "functions", "generated", "int", "location", "lower",
        "matrix", "mean", "model", "multiplier", "offset", "ordered", "parameters", "pi", "real",
        "repeat", "rho", "scale", "simplex", "size", "target", "then", "transformed", "tuple",
        "until", "upper", "var", "variance", "vector", "void",
    })  # fmt: skip

    def ended(self, results: Sequence[tuple[str, str]]) -> list[str]:
        """Return the end of a kernel: a vector."""
        return [f"return [{', '.join(cell for _, cell in results)}]';"]


class R(Language):
    """Functions of numbers."""

    suffix = ".R"
    comment = ("#", "# ", "#")
    functions = MappingProxyType({
        **Language.functions, "gamma": "gamma({0})", "abs": "abs({0})", "max": "max({0}, {1})",
        "digamma": "digamma({0})",
        # A number that is none is an answer here, not a warning.
        "sqrt": "suppressWarnings(sqrt({0}))", "log": "suppressWarnings(log({0}))",
    })  # fmt: skip
    constants = MappingProxyType({"pi": "pi", "inf": "Inf", "nan": "NaN"})
    power, choice = "({0})^({1})", "(if ({0}) {1} else {2})"
    # A comparison with NaN is NA.
    tested = "isTRUE({0})"
    declared = assigned = "{0} <- {1}"
    argument = "{0}"
    for_ = Stan.for_
    left, returned = "break", "return({0})"
    function = inner = "{0} <- function({1}) {{"
    start, table, first = "", "{0} <- c({1})", 1
    reserved = frozenset({
        "FALSE", "F", "Inf", "NA", "NULL", "NaN", "TRUE", "T", "function", "next", "repeat",
    })  # fmt: skip

    def ended(self, results: Sequence[tuple[str, str]]) -> list[str]:
        """Return the end of a kernel: numbers with names, whatever names the arguments have."""
        names = (f'"{self.name(name.removesuffix("_value"))}"' for name, _ in results)
        cells = ", ".join(cell for _, cell in results)
        return [f"structure(c({cells}), names = c({', '.join(names)}))"]


class Julia(R):
    """Functions of numbers."""

    suffix = ".jl"
    comment = ("#=", "", "=#")
    functions = MappingProxyType({
        **Language.functions, "gamma": "libm_gamma({0})", "lgamma": "libm_lgamma({0})",
        "abs": "abs({0})", "max": "max({0}, {1})", "sqrt": "root({0})", "log": "logarithm({0})",
    })  # fmt: skip
    constants = MappingProxyType({"pi": "float(pi)", "inf": "Inf", "nan": "NaN"})
    choice, tested = Language.choice, Language.tested
    declared = assigned = "{0} = {1}"
    while_, if_, else_, for_ = "while {0}", "if {0}", "else", "for {0} in {1}:({2} - 1)"
    closed, returned = "end", "return {0}"
    function = inner = "function {0}({1})"
    table = "{0} = [{1}]"
    start = (
        "# Where Julia's own would throw, guards wait for a number that is none.\n"
        "root(x) = x < 0 ? NaN : sqrt(x)\n"
        "logarithm(x) = x < 0 ? NaN : log(x)\n"
        "libm_gamma(x) = ccall((:tgamma, Base.Math.libm), Float64, (Float64,), x)\n"
        "libm_lgamma(x) = ccall((:lgamma, Base.Math.libm), Float64, (Float64,), x)"
    )
    reserved = frozenset({
        "baremodule", "begin", "catch", "const", "do", "end", "export", "false", "function", "im",
        "let", "local", "macro", "module", "quote", "struct", "true", "using",
    })  # fmt: skip

    def ended(self, results: Sequence[tuple[str, str]]) -> list[str]:
        """Return the end of a kernel: numbers with names."""
        named = (f"{self.name(name.removesuffix('_value'))} = {cell}" for name, cell in results)
        return [f"return ({', '.join(named)})"]


LANGUAGES: Final[Mapping[str, type[Language]]] = MappingProxyType(
    {"c": Language, "stan": Stan, "r": R, "julia": Julia}
)


def _results(returned: ast.stmt) -> list[tuple[str, ast.expr]]:
    """Return what a statement returns at once, by the name that is in it."""
    cells = getattr(getattr(returned, "value", None), "elts", [])
    return [
        (next(one.id for one in ast.walk(cell) if isinstance(one, ast.Name)), cell)
        for cell in cells
    ]


def _assigned(statements: Sequence[ast.stmt]) -> set[str]:
    return {
        one.targets[0].id
        for one in statements
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
    }


def _strange(node: ast.AST) -> NotBuiltError:
    return NotBuiltError(
        f"{ast.unparse(node)!r} in a kernel",
        expected="assignments, choices, loops and arithmetic, which other languages have as well",
        do="Use Python: --to numba or --to numpy.",
    )
