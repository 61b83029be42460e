"""The parts of a generated module: its imports, its specification, its functions.

Nothing is imported or run. A module may consist of what the generator writes and of nothing else,
so that no line of it escapes the audit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from symppm.audit.exact_code import KERNELS, unreadable

GUARDS: Final = frozenset({"positive", "nonnegative", "negative", "real"})
"""Functions that carry a status along."""
_SPECIAL: Final = KERNELS | GUARDS | {"if_ok"}
_OF_QUADRATIC: Final = frozenset({"side", "settled"})
_RUNTIME: Final = frozenset({"OK", "kernel"})
_RESERVED: Final = _SPECIAL | _RUNTIME | {"math", "abs", "SPEC", "specification", "status"}
_KNOWN: Final = re.compile(
    r"prior_means|hyperparameters|coordinates|moments|solve(_[2-9])?|solve_at_k"
)


class StructureError(ValueError):
    """A part of a module that the generator does not write."""

    def __init__(self, node: ast.AST, what: str) -> None:
        self.line = getattr(node, "lineno", 1)
        super().__init__(what)


@dataclass(frozen=True)
class Guard:
    """``status = kind(value, number, status)``, once or several times with one number.

    Attributes
    ----------
    parts : tuple of (str, ast.expr)
        Kinds, of :data:`GUARDS`, and what has to be such.
    number : int
        Which of the function's guards it is, counted from one; the status if it fails.
    line : int
        Where it stands.
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

    @property
    def or_zero(self) -> bool:
        """Whether the margin may be zero."""
        return self.parts[0][0] == "nonnegative"


@dataclass(frozen=True)
class Assignment:
    """``name = value``."""

    name: str
    value: ast.expr
    line: int


@dataclass(frozen=True)
class Function:
    """A scalar function of a generated module.

    Attributes
    ----------
    name : str
        As defined.
    arguments : tuple of str
        All of them are numbers.
    statements : tuple of Guard or Assignment
        In order.
    rows : tuple of tuple of str
        Names that are returned: one row of scalars, or the rows of a matrix.
    guarded : bool
        Whether a status is returned last.
    line : int
        Where it starts.
    """

    name: str
    arguments: tuple[str, ...]
    statements: tuple[Guard | Assignment, ...]
    rows: tuple[tuple[str, ...], ...]
    guarded: bool
    line: int

    @property
    def guards(self) -> tuple[Guard, ...]:
        """Its guards, in order."""
        return tuple(each for each in self.statements if isinstance(each, Guard))

    def line_of(self, name: str) -> int:
        """Return the line on which a name is assigned."""
        for each in self.statements:
            if isinstance(each, Assignment) and each.name == name:
                return each.line
        return self.line


@dataclass(frozen=True)
class Module:
    """A generated module, taken apart.

    Attributes
    ----------
    banner : str
        Its docstring.
    specification : ast.expr
        What is assigned to SPEC.
    functions : dict of str to Function
        By name.
    """

    banner: str
    specification: ast.expr
    functions: dict[str, Function]

    def functions_like(self, pattern: str) -> tuple[Function, ...]:
        """Return the functions whose whole name fits a pattern, in their order."""
        return tuple(f for name, f in self.functions.items() if re.fullmatch(pattern, name))


def with_banner(source: str) -> tuple[ast.Module, str]:
    """Parse a generated file, and return its banner too."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = ast.Pass(lineno=getattr(error, "lineno", None) or 1)
        raise StructureError(place, "this is no Python") from error
    banner = ast.get_docstring(tree, clean=False)
    if banner is None:
        raise StructureError(tree, "there is no banner")
    return tree, banner


def read_module(source: str) -> Module:
    """Take a generated module apart."""
    tree, banner = with_banner(source)
    specification: ast.expr | None = None
    functions: dict[str, Function] = {}
    for node in tree.body[1:]:
        match node:
            case ast.Import() | ast.ImportFrom():
                _check_import(node)
            case ast.Assign([ast.Name("SPEC")], value) if specification is None:
                specification = value
            case ast.FunctionDef(name) if name not in functions:
                if not _KNOWN.fullmatch(name):
                    raise StructureError(node, f"the generator writes no function {name}")
                _check_header(node)
                functions[name] = _function(node)
            case _:
                raise StructureError(node, "the generator writes nothing like this")
    if specification is None:
        raise StructureError(tree, "there is no SPEC")
    return Module(banner, specification, functions)


def _check_import(node: ast.Import | ast.ImportFrom) -> None:
    names = [each.name for each in node.names]
    renamed = any(each.asname is not None for each in node.names)
    origin = node.module if isinstance(node, ast.ImportFrom) and node.level == 0 else ""
    fits = {
        "": isinstance(node, ast.Import) and names == ["math"],
        "symppm.codegen.runtime": set(names) == _RUNTIME,
        "symppm.codegen.special": _SPECIAL.issuperset(names),
        "symppm.codegen.spec": names == ["specification"],
    }
    if renamed or not fits.get(origin or "", False):
        raise StructureError(node, f"the generator does not write {ast.unparse(node)}")


def _check_header(node: ast.FunctionDef) -> None:
    given = node.args
    plain = not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg)
    bare = not (given.defaults or node.returns or any(each.annotation for each in given.args))
    names = [each.arg for each in given.args]
    taken = _RESERVED.intersection(names)
    if not (plain and bare) or len(set(names)) < len(names) or taken:
        raise StructureError(node, f"{node.name} has arguments that the generator does not write")
    match node.decorator_list:
        case [ast.Name("kernel")]:
            pass
        case _:
            raise StructureError(node, f"{node.name} is not decorated with kernel")
    if ast.get_docstring(node) is None:
        raise StructureError(node, f"{node.name} has no docstring")


def _function(node: ast.FunctionDef) -> Function:
    last = node.body[-1]
    if not (isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple)):
        raise StructureError(last, f"{node.name} does not end in the tuple that it returns")
    cells: Sequence[ast.expr] = last.value.elts
    guarded = isinstance(cells[-1], ast.Name) and cells[-1].id == "status" if cells else False
    cells = cells[:-1] if guarded else cells
    matrix = bool(cells) and isinstance(cells[0], ast.Tuple)
    listed = [cell.elts if isinstance(cell, ast.Tuple) else [] for cell in cells]
    rows = tuple(
        _names(last, node, row, guarded=guarded) for row in (listed if matrix else [cells])
    )
    arguments = tuple(each.arg for each in node.args.args)
    statements = tuple(_statements(node))
    assigned = [each.name for each in statements if isinstance(each, Assignment)]
    _check_expressions(node, arguments, statements)
    taken = _RESERVED.intersection(assigned)
    if taken or len({*assigned, *arguments}) < len(assigned) + len(arguments):
        raise StructureError(node, f"{node.name} assigns a name twice, or one that is taken")
    if not {cell for row in rows for cell in row} <= {*assigned, *arguments}:
        raise StructureError(last, f"{node.name} returns what it does not assign")
    if guarded != any(isinstance(each, Guard) for each in statements):
        raise StructureError(
            last, f"{node.name} returns a status without guards, or none with them"
        )
    return Function(node.name, arguments, statements, rows, guarded, node.lineno)


def _check_expressions(
    node: ast.FunctionDef, arguments: Sequence[str], statements: Sequence[Guard | Assignment]
) -> None:
    """See that everything that is computed can be, from what was assigned before."""
    known = set(arguments)
    for each in statements:
        inside = [part for _, part in each.parts] if isinstance(each, Guard) else [each.value]
        strange = next(filter(None, (unreadable(part, known) for part in inside)), None)
        if strange is None and isinstance(each, Assignment) and not _is_due(each):
            strange = ast.unparse(each.value)
        if strange is not None:
            place = ast.Pass(lineno=each.line)
            what = f"{node.name} contains {strange}, which the generator does not write there"
            raise StructureError(place, what)
        if isinstance(each, Assignment):
            known.add(each.name)
        elif each.margin is None and node.name != "hyperparameters":
            place = ast.Pass(lineno=each.line)
            raise StructureError(place, f"a guard of {node.name} is not of the generator's form")


def _is_due(assignment: Assignment) -> bool:
    """Tell whether a step of a quadratic equation uses its linear coefficient as it should.

    That is a choice of sign, or what a discriminant is a difference of. Numbers alone would not
    tell: another condition may happen to hold at every point, and nothing is rounded here.
    """
    used = {name for node in ast.walk(assignment.value) if (name := _called(node)) in _OF_QUADRATIC}
    found = re.fullmatch(r"(\w+?)_(side|discriminant)(_*)", assignment.name)
    if not found:
        return not used
    linear = f"{found[1]}_linear{found[3]}"
    match assignment.value:
        case ast.Call(ast.Name("settled"), [_, beside], []) if found[2] == "discriminant":
            return same(beside, expression(f"({linear} * {linear})"))
    return not used or same(assignment.value, expression(f"side({linear})"))


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _names(
    node: ast.AST, of: ast.FunctionDef, cells: Sequence[ast.expr], *, guarded: bool
) -> tuple[str, ...]:
    names = []
    for cell in cells:
        match cell:
            case ast.Name(name) if not guarded:
                names.append(name)
            case ast.Call(ast.Name("if_ok"), [ast.Name(name), ast.Name("status")], []) if guarded:
                names.append(name)
    if len(names) < len(cells):
        raise StructureError(node, f"{of.name} returns something other than names")
    return tuple(names)


def _statements(node: ast.FunctionDef) -> Iterator[Guard | Assignment]:
    parts: list[tuple[str, ast.expr]] = []
    number = 0
    for each, following in zip(node.body[1:-1], node.body[2:], strict=True):
        match each:
            case ast.Assign([ast.Name("status")], given):
                kind, value, number = _part(given, node, number, first=not parts)
                parts.append((kind, value))
                if _number(following) != number:
                    yield Guard(tuple(parts), number, each.lineno)
                    parts = []
            case ast.Assign([ast.Name(name)], value):
                yield Assignment(name, value, each.lineno)
            case _:
                raise StructureError(each, f"{node.name}: the generator writes nothing like this")


def _part(
    given: ast.expr, node: ast.FunctionDef, before: int, *, first: bool
) -> tuple[str, ast.expr, int]:
    """Return the kind, the value and the number of one guard's call."""
    number = before + first
    status = expression("status" if before else "OK")
    match given:
        case ast.Call(ast.Name(kind), [value, ast.Constant(stated), carried], []) if (
            kind in GUARDS and stated == number and type(stated) is int
        ):
            # All parts of the first guard but its first carry the status along as well.
            if same(carried, expression("status") if not first else status):
                return kind, value, number
    raise StructureError(given, f"{node.name} has a guard that the generator does not write")


def _number(node: ast.stmt) -> int | None:
    match node:
        case ast.Assign([ast.Name("status")], ast.Call(_, [_, ast.Constant(int() as number), _])):
            return number
    return None


def expression(text: str) -> ast.expr:
    """Parse an expression."""
    return ast.parse(text, mode="eval").body


def same(one: ast.AST, two: ast.AST) -> bool:
    """Tell whether two trees are the same; where they stand does not matter."""
    return ast.dump(one) == ast.dump(two)
