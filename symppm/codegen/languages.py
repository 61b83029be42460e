"""Kernels in other languages and on arrays: what the Python that they are written in becomes there.

A kernel is straight lines of arithmetic; special functions such as
:func:`symppm.codegen.special.weibull_shape` have loops of fixed length besides. A language is a
class of templates for what it writes otherwise than Python. What is written by one becomes a name
in the tree, so that Python sets the brackets around it.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from symppm.errors import NotBuiltError

_SUMS: Final = (ast.Add, ast.Sub)
_PRODUCTS: Final = (ast.Mult, ast.Div)


class _Sums(ast.NodeTransformer):
    """Python as it is, and what all translations of it have in common."""

    powers = ""
    """Where there is no operator for them."""

    def text(self, node: ast.AST) -> str:
        """Translate an expression, or all of them in a function."""
        return ast.unparse(self.visit(node))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Translate sums and products of any length without calls as deep as they are long."""
        if isinstance(node.op, ast.Pow):
            self.generic_visit(node)
            return self.written(self.powers, node.left, node.right) if self.powers else node
        chain, level = [node], _SUMS if isinstance(node.op, _SUMS) else _PRODUCTS
        while isinstance(chain[-1].left, ast.BinOp) and isinstance(chain[-1].left.op, level):
            chain.append(chain[-1].left)
        first, *others = [ast.BinOp(chain[-1].left, x.op, x.right) for x in reversed(chain)]
        result = cast(ast.BinOp, self.generic_visit(first))
        for link in others:
            result = ast.BinOp(ast.Name(ast.unparse(result)), link.op, self.visit(link.right))
        return result

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(0) if node.id == "OK" else node

    @staticmethod
    def written(template: str, *parts: ast.expr) -> ast.expr:
        """Fill a template."""
        return ast.Name(template.format(*map(ast.unparse, parts)))


class Numba(_Sums):
    """Python itself, where results are nan if a guard has failed."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Leave all others."""
        self.generic_visit(node)
        if ast.unparse(node.func) != "if_ok":
            return node
        text = f"{ast.unparse(node.args[0])} if status == 0 else math.nan"
        return ast.parse(text, mode="eval").body


class _Expressions(_Sums):
    """Templates for expressions, and the translation by them."""

    functions: Mapping[str, str]
    """Of Python's math, by name, and of kernels that the language has itself."""
    choice: str
    joined: tuple[str, str]
    """What stands for and, and for or."""
    negated: str
    compared: str

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        return self.written(self.choice, node.test, node.body, node.orelse)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        sign = self.joined[isinstance(node.op, ast.Or)]
        return ast.Name(f"({sign.join(map(ast.unparse, node.values))})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            return self.written(self.negated, node.operand)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        pairs = [
            self.compared.format(ast.unparse(ast.Compare(first, [sign], [second])))
            for first, sign, second in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return ast.Name(pairs[0] if len(pairs) == 1 else f"({self.joined[0].join(pairs)})")


# ------------------------------------------------------------------------------------------ arrays


class NumPy(_Expressions):
    """Arrays of NumPy: each element makes its choices."""

    np = "np"
    functions = MappingProxyType({"gamma": "_gamma({0})", "lgamma": "_lgamma({0})"})
    joined, negated, compared = (" & ", " | "), "~({0})", "({0})"
    number = "{0}"
    """A plain number where there have to be arrays."""
    given = "np.asarray({0}, float)"
    """How an argument becomes an array."""
    start = (
        "import math\n\nimport numpy as np\n\n"
        "_gamma = np.vectorize(math.gamma, otypes=[float])  # NumPy has neither\n"
        "_lgamma = np.vectorize(math.lgamma, otypes=[float])\n"
    )
    """How a file starts."""

    def __init__(self) -> None:
        self.choice = f"{self.np}.where({{0}}, {{1}}, {{2}})"
        self._numbers = {"math"}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Forget the names of another function."""
        self._numbers = {"math"}
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """Note which names are plain numbers."""
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        self._numbers -= names
        if self._is_number(node.value):
            self._numbers |= names
        node.value = self.visit(node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Put a function of the library in place of Python's; of plain numbers, Python's stays."""
        plain = self._is_number(node)
        arrays = [self._as_array(argument) for argument in node.args]
        node.args = [self.visit(argument) for argument in node.args]
        match node.func:
            case ast.Name("if_ok"):
                return node.args[0]
            case ast.Attribute(ast.Name("math"), name) if not plain:
                usual = f"{self.np}.{name}({', '.join(map(ast.unparse, node.args))})"
                return self.written(self.functions.get(name, usual), *node.args)
            case ast.Name("max" | "min" as name):
                pair = f"{self.np}.{name}imum({{0}}, {{1}})"
                return functools.reduce(functools.partial(self.written, pair), arrays)
            case ast.Name(name) if name in self.functions:
                return self.written(self.functions[name], *node.args)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Choose by element."""
        body = self._as_array(node.body) if self._is_number(node.orelse) else self.visit(node.body)
        return self.written(self.choice, self.visit(node.test), body, self.visit(node.orelse))

    def _is_number(self, node: ast.expr) -> bool:
        return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} <= self._numbers

    def _as_array(self, node: ast.expr) -> ast.expr:
        plain = self._is_number(node)
        node = self.visit(node)
        return self.written(self.number, node) if plain else node


class Complex(NumPy):
    """The same within symppm, where complex numbers carry a derivative: their real parts decide."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Compare real parts."""
        node.left = ast.Attribute(node.left, "real")
        node.comparators = [ast.Attribute(side, "real") for side in node.comparators]
        return super().visit_Compare(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Leave functions as they are: the runtime puts others in place of Python's math."""
        return cast(ast.expr, self.generic_visit(node))


class Torch(NumPy):
    """Tensors of double precision."""

    np = "torch"
    functions = MappingProxyType(
        {"gamma": "torch.exp(torch.lgamma({0}))", "lgamma": "torch.lgamma({0})"}
    )
    number, given = (
        f"torch.{name}({{0}}, dtype=torch.float64)" for name in ("tensor", "as_tensor")
    )
    start = "import math\n\nimport torch\n"


class Jax(NumPy):
    """Arrays of JAX."""

    np = "jnp"
    functions = MappingProxyType({"gamma": "jnp.exp(_lgamma({0}))", "lgamma": "_lgamma({0})"})
    given = "jnp.asarray({0}, jnp.float64)"
    start = (
        "import math\n\nimport jax\nimport jax.numpy as jnp\n"
        "from jax.scipy.special import gammaln as _lgamma\n\n"
        'jax.config.update("jax_enable_x64", True)  # single precision loses half of the digits\n'
    )


ARRAYS: Final[Mapping[str, type[NumPy]]] = MappingProxyType(
    {"numpy": NumPy, "torch": Torch, "jax": Jax}
)

# -------------------------------------------------------------------------------- other languages


class Language(_Expressions):
    """Templates for statements besides: in each, 0 is what comes first in Python.

    What is not C's is said by the others.
    """

    suffix = ".c"
    comment = ("/*", " * ", " */")
    functions: Mapping[str, str] = MappingProxyType({
        **{name: f"{name}({{0}})" for name in ("sqrt", "exp", "log", "log1p", "cosh", "sinh")},
        "gamma": "tgamma({0})", "lgamma": "lgamma({0})", "abs": "fabs({0})",
    })  # fmt: skip
    constants: Mapping[str, str] = MappingProxyType(
        {"pi": "3.141592653589793", "inf": "INFINITY", "nan": "NAN"}
    )
    powers = "pow({0}, {1})"
    choice = "({0} ? {1} : {2})"
    joined, negated, compared = (" && ", " || "), "!({0})", "{0}"
    real = "double"
    declared, assigned = "{2} {0} = {1};", "{0} = {1};"
    unused = "(void){0};"
    """What says that an argument is not used, where compilers would warn of it."""
    argument = "{1} {0}"
    loop = "for (int {0} = 0; {0} < {1}; {0}++) {{"
    closed, returned = "}", "return {0};"
    function = "int {0}({1}, double out[{3}]) {{"
    """How a kernel of a model begins: name, arguments, kind of number, how many there are."""
    inner = "static {2} {0}({1}) {{"
    """How one begins that these call."""
    ending = "{outputs}return {status};"
    """How it ends; in C, results go into an array, the status being returned."""
    start = "#include <math.h>"
    table = "const double {0}[] = {{{1}}};"
    """A sequence of numbers: name, numbers, how many."""
    item = "{0}[{1}]"
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
        self.whole = ("status", "number")
        for node in inner:
            if node.name not in self.functions:
                lines += ["", *self._translated(node, self.inner)]
        self.whole = ("status",)
        for node in own:
            lines += ["", *self._translated(node, self.function)]
        return "\n".join(lines) + "\n"

    def _translated(self, function: ast.FunctionDef, head: str) -> list[str]:
        names = [argument.arg for argument in function.args.args]
        arguments = (self.argument.format(self.name(name), self._kind(name)) for name in names)
        returned = ast.unparse(function.returns or ast.Name("float"))
        head = head.format(
            self._called(function.name),
            ", ".join(arguments),
            "int" if returned == "int" else self.real,
            sum(name != "status" for name, _ in _results(function.body[-1])),
        )
        about = self.commented((ast.get_docstring(function) or "").splitlines())
        nodes = ast.walk(ast.Module(function.body, []))
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        unused = (self.unused.format(self.name(one)) for one in names if one not in used)
        lines = (*filter(None, unused), *self._body(function.body, set(names)))
        return [*about, head, *(f"    {line}" for line in lines), self.closed]

    def _ended(self, results: Sequence[tuple[str, str]]) -> list[str]:
        """Return the end of a kernel; names of results are those of what they are."""
        named = [(self.name(name.removesuffix("_value")), value) for name, value in results]
        outputs = (value for name, value in results if name != "status")
        return self.ending.format(
            cells=", ".join(value for _, value in results),
            names=", ".join(f'"{name}"' for name, _ in named),
            named=", ".join(f"{name} = {value}" for name, value in named),
            outputs="".join(f"out[{n}] = {value};\n" for n, value in enumerate(outputs)),
            status=dict(results).get("status", "0"),
        ).splitlines()

    def commented(self, lines: Sequence[str]) -> list[str]:
        """Write a comment."""
        first, every, last = self.comment
        return [first, *(f"{every}{line}".rstrip() for line in lines), last] if lines else []

    def _body(self, statements: Sequence[ast.stmt], known: set[str]) -> Iterator[str]:
        """Translate statements; names that are new are declared."""
        for statement in statements:
            match statement:
                case ast.Expr(ast.Constant(str())):
                    continue
                case ast.Assign([ast.Name(name)], ast.Tuple(items)):
                    numbers = ", ".join(map(self.text, items))
                    yield self.table.format(self.name(name), numbers, len(items))
                case ast.Assign([ast.Name(name)], value):
                    template = self.assigned if name in known else self.declared
                    known.add(name)
                    yield template.format(self.name(name), self.text(value), self._kind(name))
                case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [count]), inside, []):
                    yield self.loop.format("i" if name == "_" else name, ast.unparse(count))
                    # What is first assigned inside is declared there.
                    yield from (f"    {line}" for line in self._body(inside, set(known)))
                    yield self.closed
                case ast.Return(ast.Tuple()):
                    yield from self._ended([(n, self.text(v)) for n, v in _results(statement)])
                case ast.Return(value) if value is not None:
                    yield self.returned.format(self.text(value))
                case _:
                    raise _strange(statement)

    def _kind(self, name: str) -> str:
        return "int" if name in self.whole else self.real

    def name(self, name: str) -> str:
        """Return a name that the language allows, and that hides no function that is called."""
        name = name.lstrip("_") or name
        called = {template.partition("(")[0] for template in self.functions.values()}
        return f"{name}_" if name in self.reserved | called else name

    def _called(self, function: str) -> str:
        return self.prefix + function.lstrip("_")

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Rename."""
        return super().visit_Name(ast.Name(self.name(node.id)))

    def visit_Attribute(self, node: ast.Attribute) -> ast.Name:
        """Write a constant of Python's math."""
        return ast.Name(self.constants[node.attr])

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Write an item of a sequence."""
        self.generic_visit(node)
        return self.written(self.item, node.value, node.slice)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Call what the language has, or a kernel that is written beside."""
        arguments = [self.visit(argument) for argument in node.args]
        match node.func:
            case ast.Attribute(ast.Name("math"), "pow"):
                return self.written(self.powers, *arguments)
            case ast.Attribute(ast.Name("math"), name) if name in self.functions:
                return self.written(self.functions[name], *arguments)
            case ast.Name("if_ok"):
                value, nan = ast.unparse(arguments[0]), self.constants["nan"]
                return ast.Name(self.choice.format("status == 0", value, nan))
            case ast.Name(name):
                usual = f"{self._called(name)}({', '.join(map(ast.unparse, arguments))})"
                return self.written(self.functions.get(name, usual), *arguments)
        raise _strange(node)


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
    unused = ""
    loop = "for ({0} in 0:({1} - 1)) {{"
    function, inner = "vector {0}({1}) {{", "{2} {0}({1}) {{"
    ending = "return [{cells}]';"
    start, table, item = "", "array[{2}] real {0} = {{{1}}};", "{0}[{1} + 1]"
    reserved = frozenset({
        "array", "complex", "data", "e", "functions", "generated", "int", "location", "lower",
        "matrix", "mean", "model", "multiplier", "offset", "ordered", "parameters", "pi", "real",
        "repeat", "rho", "scale", "simplex", "size", "target", "then", "transformed", "tuple",
        "until", "upper", "var", "variance", "vector", "void",
    })  # fmt: skip


class R(Language):
    """Functions of numbers."""

    suffix = ".R"
    comment = ("#", "# ", "#")
    functions = MappingProxyType({
        **Language.functions, "gamma": "gamma({0})", "abs": "abs({0})", "digamma": "digamma({0})",
        # A number that is none is an answer here, not a warning.
        "sqrt": "suppressWarnings(sqrt({0}))", "log": "suppressWarnings(log({0}))",
    })  # fmt: skip
    constants = MappingProxyType({"pi": "pi", "inf": "Inf", "nan": "NaN"})
    # A comparison with NaN is NA.
    powers, choice = "({0})^({1})", "(if (isTRUE({0})) {1} else {2})"
    declared = assigned = "{0} <- {1}"
    unused = ""
    argument = "{0}"
    loop = Stan.loop
    returned = "return({0})"
    function = inner = "{0} <- function({1}) {{"
    # Numbers with names, whatever names the arguments have.
    ending = "structure(c({cells}), names = c({names}))"
    start, table, item = "", "{0} <- c({1})", Stan.item
    reserved = frozenset({
        "FALSE", "F", "Inf", "NA", "NULL", "NaN", "TRUE", "T", "function", "next", "repeat",
    })  # fmt: skip


class Julia(R):
    """Functions of numbers."""

    suffix = ".jl"
    comment = ("#=", "", "=#")
    functions = MappingProxyType({
        **Language.functions, "gamma": "libm_gamma({0})", "lgamma": "libm_lgamma({0})",
        "abs": "abs({0})", "sqrt": "root({0})", "log": "logarithm({0})",
    })  # fmt: skip
    constants = MappingProxyType({"pi": "float(pi)", "inf": "Inf", "nan": "NaN"})
    choice = Language.choice
    declared = assigned = "{0} = {1}"
    loop = "for {0} in 0:({1} - 1)"
    closed, returned = "end", "return {0}"
    function = inner = "function {0}({1})"
    ending = "return ({named})"
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


LANGUAGES: Final[Mapping[str, type[Language]]] = MappingProxyType(
    {"c": Language, "stan": Stan, "r": R, "julia": Julia}
)


def _results(returned: ast.stmt) -> list[tuple[str, ast.expr]]:
    """Return what a statement returns at once, by the name that is in it."""
    cells = getattr(getattr(returned, "value", None), "elts", [])
    return [(ast.unparse(getattr(cell, "args", [cell])[0]), cell) for cell in cells]


def _strange(node: ast.AST) -> NotBuiltError:
    return NotBuiltError(
        f"{ast.unparse(node)!r} in a kernel",
        expected="arithmetic and functions that other languages have as well",
        do="Use Python: --to numba or --to numpy.",
    )
