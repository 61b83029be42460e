"""The parts of a generated numba module: its imports, its specification, its functions.

Nothing is imported or run. A module may consist of what the generator writes and of nothing else:
each function is taken apart, written anew from its parts, and has to be the same again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from symppm.audit.exact import SPECIAL, Value, sign

SIGNS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"positive": (1,), "nonnegative": (0, 1), "negative": (-1,), "real": (-1, 0, 1)}
)
"""Functions that carry a status along, and signs of values for which it stays as it is."""
_IMPORTED: Final = frozenset({*SIGNS, *SPECIAL, "side", "settled", "if_ok"})
_RUNTIME: Final = frozenset({"OK", "kernel"})
_RESERVED: Final = _IMPORTED | _RUNTIME | {"math", "abs", "SPEC", "specification", "status"}
_KNOWN: Final = re.compile(
    r"prior_means|hyperparameters|coordinates|moments|solve(_[2-9])?|solve_at_k"
)


class StructureError(ValueError):
    """A part of a module that the generator does not write."""

    def __init__(self, place: ast.AST | int, what: str) -> None:
        self.line = place if isinstance(place, int) else getattr(place, "lineno", 1)
        super().__init__(what)


@dataclass(frozen=True)
class Guard:
    """``status = kind(value, number, status)``, once or several times with one number.

    ``parts`` are kinds and what has to be such; the number, counted from one, is the status if the
    guard fails.
    """

    parts: tuple[tuple[str, ast.expr], ...]
    number: int
    line: int

    @property
    def margin(self) -> ast.expr | None:
        """What has to be positive, or may be zero too, where that is all."""
        match self.parts:
            case (("positive" | "nonnegative", margin),):
                return margin
        return None

    def holds(self, value: Value) -> bool:
        """Tell whether a value is what the first part asks for."""
        return sign(value) in SIGNS[self.parts[0][0]]


@dataclass(frozen=True)
class Assignment:
    """``name = value``."""

    name: str
    value: ast.expr
    line: int


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
        return tuple(part for part in self.statements if isinstance(part, Guard))

    def line_of(self, name: str) -> int:
        """Return the line on which a name is assigned."""
        lines = (part.line for part in self.statements if getattr(part, "name", "") == name)
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


def with_banner(source: str) -> tuple[ast.Module, str]:
    """Parse a generated file, and return its banner too."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise StructureError(getattr(error, "lineno", None) or 1, "this is no Python") from error
    banner = ast.get_docstring(tree, clean=False)
    if banner is None:
        raise StructureError(1, "there is no banner")
    return tree, banner


def read_module(source: str) -> Module:
    """Take a generated module apart."""
    tree, banner = with_banner(source)
    specification: ast.expr | None = None
    functions: dict[str, Function] = {}
    for node in tree.body[1:]:
        match node:
            case ast.Import() | ast.ImportFrom() if _is_import(node):
                pass
            case ast.Assign([ast.Name("SPEC")], value) if specification is None:
                specification = value
            case ast.FunctionDef(name) if name not in functions and _KNOWN.fullmatch(name):
                functions[name] = _function(node)
            case _:
                what = ast.unparse(node).partition("\n")[0]
                raise StructureError(node, f"the generator does not write {what}")
    if specification is None:
        raise StructureError(1, "there is no SPEC")
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
    arguments = tuple(argument.arg for argument in node.args.args)
    statements = tuple(_statements(node))
    match node.body[-1]:
        case ast.Return(ast.Tuple(returned)):
            cells = tuple(next(iter(_names(cell)), "") for cell in returned)
        case last:
            raise StructureError(last, f"{node.name} does not end in the tuple that it returns")
    guarded = any(isinstance(part, Guard) for part in statements)
    function = Function(
        node.name, arguments, statements, cells[:-1] if guarded else cells, node.lineno
    )
    _compare(node, _written(function, ast.get_docstring(node, clean=False)))
    _check_names(function)
    return function


def _names(cell: ast.expr) -> Iterator[str]:
    """Return the first name in what is returned, that of ``if_ok`` aside."""
    for part in cell.args if isinstance(cell, ast.Call) else [cell]:
        if isinstance(part, ast.Name):
            yield part.id


def _statements(node: ast.FunctionDef) -> Iterator[Guard | Assignment]:
    guard: Guard | None = None
    for statement in node.body[1:-1]:
        match statement:
            case ast.Assign(
                [ast.Name("status")],
                ast.Call(ast.Name(kind), [value, ast.Constant(int() as number), _]),
            ) if kind in SIGNS:
                if guard is not None and guard.number == number:
                    guard = Guard((*guard.parts, (kind, value)), number, guard.line)
                    continue
                if guard is not None:
                    yield guard
                guard = Guard(((kind, value),), number, statement.lineno)
                continue
            case ast.Assign([ast.Name(name)], value):
                following = Assignment(name, value, statement.lineno)
            case _:
                raise StructureError(statement, f"{node.name}: the generator writes no such thing")
        if guard is not None:
            yield guard
            guard = None
        yield following
    if guard is not None:
        yield guard


def _written(function: Function, docstring: str | None) -> str:
    """Write a function as the generator does, if it has these parts."""
    lines = [
        "@kernel",
        f"def {function.name}({', '.join(function.arguments)}):",
        f"    {docstring!r}",
    ]
    carried, number = "OK", 0
    for part in function.statements:
        if isinstance(part, Assignment):
            lines.append(f"    {part.name} = {ast.unparse(part.value)}")
            continue
        number += 1
        for kind, value in part.parts:
            lines.append(f"    status = {kind}({ast.unparse(value)}, {number}, {carried})")
            carried = "status"
    if number:
        cells = [*(f"if_ok({cell}, status)" for cell in function.cells), "status"]
    else:
        cells = list(function.cells)
    returned = "".join(f"{cell}, " for cell in cells)
    return "\n".join([*lines, f"    return ({returned})"])


def _compare(node: ast.FunctionDef, written: str) -> None:
    """See that a function is what the generator would write, and find the first difference."""
    try:
        (due,) = ast.parse(written).body
    except SyntaxError as error:
        raise StructureError(node, f"{node.name} is not what the generator writes") from error
    assert isinstance(due, ast.FunctionDef)  # noqa: S101 - written above
    pairs = zip(node.body, due.body, strict=False)
    for given, expected in pairs:
        if ast.dump(given) != ast.dump(expected):
            raise StructureError(given, f"{node.name}: expected {ast.unparse(expected)} here")
    if ast.dump(node) != ast.dump(due):
        raise StructureError(node, f"{node.name} is not headed as the generator does it")


def _check_names(function: Function) -> None:
    """See to names, and to steps of quadratic equations; what has no value shows at points."""
    assignments = [part for part in function.statements if isinstance(part, Assignment)]
    names = [*(part.name for part in assignments), *function.arguments]
    if _RESERVED.intersection(names) or len(set(names)) < len(names):
        what = f"{function.name} assigns a name twice, or one that is taken"
        raise StructureError(function.line, what)
    if not set(function.cells) <= set(names):
        raise StructureError(function.line, f"{function.name} returns what it does not assign")
    for part in assignments:
        if not _is_due(part):
            what = f"{function.name} contains {ast.unparse(part.value)}, which is not due there"
            raise StructureError(part.line, what)


def _is_due(assignment: Assignment) -> bool:
    """Tell whether a step of a quadratic equation uses its linear coefficient as it should.

    That is a choice of sign, or what a discriminant is a difference of. Numbers alone would not
    tell: another condition may happen to hold at every point, and nothing is rounded here.
    """
    value = assignment.value
    calls = [node.func for node in ast.walk(value) if isinstance(node, ast.Call)]
    plain = {ast.unparse(called) for called in calls}.isdisjoint({"side", "settled"})
    found = re.fullmatch(r"(\w+?)_(side|discriminant)(_*)", assignment.name)
    if plain or not found:
        return plain
    linear = f"{found[1]}_linear{found[3]}"
    match value:
        case ast.Call(ast.Name("settled"), [_, beside], []) if found[2] == "discriminant":
            return same(beside, expression(f"({linear} * {linear})"))
    return same(value, expression(f"side({linear})"))


def expression(text: str) -> ast.expr:
    """Parse an expression."""
    return ast.parse(text, mode="eval").body


def same(one: ast.AST, two: ast.AST) -> bool:
    """Tell whether two trees are the same; where they stand does not matter."""
    return ast.dump(one) == ast.dump(two)


def margins_are(guard: Guard, kinds: Sequence[str], cells: Sequence[str]) -> bool:
    """Tell whether a guard says of each returned value that it is of a kind."""
    due = [(kind, ast.dump(expression(cell))) for kind, cell in zip(kinds, cells, strict=True)]
    return [(kind, ast.dump(value)) for kind, value in guard.parts] == due
