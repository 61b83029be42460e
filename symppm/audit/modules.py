"""Generated functions: taken apart, computed at points, and what was found wrong with them.

Nothing is imported or run. A module may consist of what the generator writes and of nothing else:
every part has to have the shape that the generator gives it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from symppm.audit.exact import (
    KERNELS,
    SPECIAL,
    Language,
    NotRealError,
    NoValueError,
    Value,
    agree,
    shown,
    sign,
)

SIGNS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"positive": (1,), "nonnegative": (0, 1), "negative": (-1,), "real": (-1, 0, 1)}
)
"""Functions that carry a status along, and signs of values for which it stays as it is."""
_IMPORTED: Final = frozenset({*SIGNS, *SPECIAL, "side", "settled", "if_ok"})
_RUNTIME: Final = frozenset({"OK", "kernel"})
_RESERVED: Final = _IMPORTED | _RUNTIME | {"math", "abs", "SPEC", "specification", "status"}
_FUNCTION_NAME: Final = re.compile(
    r"prior_means|hyperparameters|coordinates|moments|solve(_[2-9])?|solve_at_k"
)


@dataclass
class Findings:
    """What was compared so far, exactly or to sixty digits, and what was wrong on which line.

    ``computed`` names the functions whose results were compared at one point at least.
    """

    exact: int = 0
    rounded: int = 0
    failures: list[tuple[int, str]] = field(default_factory=list)
    computed: set[str] = field(default_factory=set)

    def add(self, line: int, message: str) -> None:
        """Note what is wrong, once."""
        if (line, message) not in self.failures:
            self.failures.append((line, message))

    def add_error(self, error: Exception) -> None:
        """Note that something has no value, on the line that the error names first, if any."""
        place = re.match(r"line (\d+): ", str(error))
        text = str(error)[place.end() :] if place else f"it cannot be compared: {error}"
        self.add(int(place[1]) if place else 1, text)

    def compare(
        self,
        given: Value,
        expected: Value,
        line: int,
        message: str,
        agree: Callable[[Value, Value], bool] = agree,
    ) -> None:
        """Compare two numbers; on a difference note ``message``, with both of them filled in."""
        if given.is_Rational and expected.is_Rational:
            self.exact += 1
        else:
            self.rounded += 1
        first = message.partition("{")[0]
        if not agree(given, expected) and not any(
            text.startswith(first) for _, text in self.failures
        ):
            self.add(line, message.format(shown(given), shown(expected)))


def no_part(node: ast.AST, message: str) -> NoValueError:
    """Return what to raise for a part that the generator does not write."""
    return NoValueError(f"line {getattr(node, 'lineno', 1)}: {message}")


@dataclass(frozen=True)
class Assignment:
    """``name = value``."""

    name: str
    value: ast.expr
    line: int


@dataclass(frozen=True)
class Guard:
    """``status = kind(value, number, status)``: the status is the number of the first that fails.

    Guards of all returned values, the last ones, have one number.
    """

    kind: str
    value: ast.expr
    number: int
    line: int

    def holds(self, value: Value) -> bool:
        """Tell whether a value is of the kind."""
        return sign(value) in SIGNS[self.kind]


@dataclass(frozen=True)
class Function:
    """A scalar function; ``cells`` are the names that it returns, besides a status if guarded."""

    name: str
    arguments: tuple[str, ...]
    statements: tuple[Guard | Assignment, ...]
    cells: tuple[str, ...]
    line: int

    @property
    def guards(self) -> tuple[Guard, ...]:
        """Its guards, in order."""
        return tuple(statement for statement in self.statements if isinstance(statement, Guard))

    def line_of(self, name: str) -> int:
        """Return the line on which a name is assigned."""
        lines = (s.line for s in self.statements if getattr(s, "name", "") == name)
        return next(lines, self.line)


@dataclass(frozen=True)
class Module:
    """A generated module, taken apart: its docstring, what is assigned to SPEC, its functions."""

    banner: str
    specification: ast.expr
    functions: dict[str, Function]

    def solvers(self) -> tuple[Function, ...]:
        """Return the functions that solve for everything, one a branch."""
        return tuple(f for name, f in self.functions.items() if re.fullmatch(r"solve(_\d)?", name))


# Reading


def read_module(source: str) -> Module:
    """Take a generated module apart."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        raise NoValueError(f"line {line}: this is no Python") from error
    banner = ast.get_docstring(tree, clean=False)
    if banner is None:
        raise no_part(tree, "there is no banner")
    specification: ast.expr | None = None
    functions: dict[str, Function] = {}
    for node in tree.body[1:]:
        match node:
            case ast.Import() | ast.ImportFrom() if _is_import(node):
                pass
            case ast.Assign([ast.Name("SPEC")], value) if specification is None:
                specification = value
            case ast.FunctionDef(name) if name not in functions and _FUNCTION_NAME.fullmatch(name):
                functions[name] = _function(node)
            case _:
                first_line = ast.unparse(node).partition("\n")[0]
                raise no_part(node, f"the generator does not write {first_line}")
    if specification is None:
        raise no_part(tree, "there is no SPEC")
    return Module(banner, specification, functions)


def _is_import(node: ast.Import | ast.ImportFrom) -> bool:
    names = {name.name for name in node.names}
    if any(name.asname for name in node.names):
        return False
    if isinstance(node, ast.Import):
        return names == {"math"}
    fits = {
        "symppm.codegen.runtime": names == _RUNTIME,
        "symppm.codegen.special": names <= _IMPORTED,
        "symppm.codegen.spec": names == {"specification"},
    }
    return node.level == 0 and fits.get(node.module or "", False)


def _function(node: ast.FunctionDef) -> Function:
    """Take a function apart; what has no value shows at points."""
    name, arguments = node.name, tuple(argument.arg for argument in node.args.args)
    head = f"@kernel\ndef {name}({', '.join(arguments)}):\n"
    if not ast.unparse(node).startswith(head) or ast.get_docstring(node) is None:
        raise no_part(node, f"{name} is not headed as the generator does it")
    statements: list[Guard | Assignment] = []
    names, number, carried = set(arguments), 0, "OK"
    for statement in node.body[1:-1]:
        match statement:
            case ast.Assign(
                [ast.Name("status")],
                ast.Call(ast.Name(kind), [value, ast.Constant(int() as nth), ast.Name(before)], []),
            ) if kind in SIGNS and before == carried and nth in {number or 1, number + 1}:
                statements.append(Guard(kind, value, nth, statement.lineno))
                number, carried = nth, "status"
            case ast.Assign([ast.Name(assigned)], value) if assigned not in names | _RESERVED:
                statements.append(_step(name, Assignment(assigned, value, statement.lineno)))
                names.add(assigned)
            case _:
                text = ast.unparse(statement).partition("\n")[0]
                raise no_part(statement, f"{name}: the generator does not write {text} here")
    returned = node.body[-1]
    match returned:
        case ast.Return(ast.Tuple(elements)):
            texts = [ast.unparse(element) for element in elements]
        case _:
            texts = [""]
    cells = tuple(re.sub(r"if_ok\((\w+), status\)", r"\1", text) for text in texts)
    if number:
        cells = cells[:-1]
    expected = [*(f"if_ok({cell}, status)" for cell in cells), "status"] if number else list(cells)
    if texts != expected or not set(cells) <= names or _RESERVED & names:
        raise no_part(returned, f"{name} does not end in the tuple that it returns")
    return Function(name, arguments, tuple(statements), cells, node.lineno)


def _step(function: str, assignment: Assignment) -> Assignment:
    """See that a step of a quadratic equation uses its linear coefficient as it should.

    That is a choice of sign, or what a discriminant is a difference of. Numbers alone would not
    tell: another condition may happen to hold at every point, and nothing is rounded here.
    """
    value, text = assignment.value, ast.unparse(assignment.value)
    if re.search(r"\b(side|settled)\(", text):
        groups = re.fullmatch(r"(\w+?)_(side|discriminant)(_*)", assignment.name)
        linear = f"{groups[1]}_linear{groups[3]}" if groups else ""
        expected = f"side({linear})"
        match value:
            case ast.Call(ast.Name("settled"), [first, _], []) if groups and groups[2] != "side":
                expected = f"settled({ast.unparse(first)}, {linear} * {linear})"
        if text != expected:
            raise NoValueError(
                f"line {assignment.line}: {function} contains {text}, which is not due there"
            )
    return assignment


# Computing


@dataclass(frozen=True)
class Run:
    """A function at one point.

    ``row`` is what it returns, as if every guard held; empty where a guard fails and something then
    has no value. ``margins`` are what each guard is about; None where that has no value because of
    an earlier guard that fails. ``status`` is the number of the first guard that fails, or zero;
    ``names`` has everything assigned.
    """

    function: Function
    row: tuple[Value, ...]
    margins: tuple[Value | None, ...]
    status: int
    names: Mapping[str, Value]


def run(function: Function, arguments: Mapping[str, Value], language: Language = KERNELS) -> Run:
    """Compute everything that a function assigns, beyond guards that fail as far as it goes.

    What is no real number fails the next guard that depends on it, as it does where the code runs.
    """
    names = dict(arguments)
    unreal: dict[str, NoValueError] = {}
    margins: list[Any] = []
    status = 0
    for statement in function.statements:
        try:
            value = language.value(statement.value, names)
        except NoValueError as error:
            failure = NoValueError(f"line {statement.line}: {function.name}: {error}")
            used = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
            if not (status or isinstance(error, NotRealError) or used & set(unreal)):
                raise failure from error
            if isinstance(statement, Guard):
                margins.append(None)
                status = status or statement.number
            else:
                unreal[statement.name] = failure
        else:
            if isinstance(statement, Guard):
                margins.append(value)
                status = status or (0 if statement.holds(value) else statement.number)
            else:
                names[statement.name] = value
    if unreal and not status:
        raise next(iter(unreal.values()))
    cells = function.cells if set(function.cells) <= set(names) else ()
    return Run(function, tuple(names[cell] for cell in cells), tuple(margins), status, names)
