"""Print how large the rooms of symppm are, and what is out of order in them.

python tools/house.py [PACKAGE]    exit code 1 if rooms import one another in a circle, or if a room
                                   that is done is above its ceiling or has a circle of modules

Imports within functions count, those for types alone do not, nor do those that the contract of
import-linter in pyproject.toml sets aside. The package itself, which imports lazily, is no room.
"""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
OFTEN: Final = 200  # uses of an identifier
BLOCK: Final = 8  # lines of code that stand twice
DOCUMENTED: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Ceiling:
    """The most lines that rooms may have together, which holds once they are done."""

    rooms: tuple[str, ...]
    lines: int
    done: bool = False


CEILINGS: Final = (
    Ceiling(("errors",), 120),
    Ceiling(("families",), 1_600),
    Ceiling(("model",), 2_200),
    Ceiling(("derivation",), 5_000),
    Ceiling(("counting",), 1_300),
    Ceiling(("solve",), 2_800),
    Ceiling(("codegen",), 1_500),
    Ceiling(("data",), 2_300),
    Ceiling(("statistics",), 3_500),
    Ceiling(("sampling",), 4_000),
    Ceiling(("results",), 800),
    Ceiling(("match",), 4_500),
    Ceiling(("compare", "check"), 2_800),
    Ceiling(("audit",), 2_000),
    Ceiling(("exports",), 3_000),
    Ceiling(("view",), 3_500),
    Ceiling(("cli",), 1_800),
    Ceiling(("sklearn",), 200),
)


@dataclass(frozen=True)
class Module:
    """A file of the package."""

    name: str
    text: str

    @property
    def room(self) -> str:
        """The folder or module below the package; empty for the package itself."""
        return self.name.split(".")[1] if "." in self.name else ""

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax of the text."""
        return ast.parse(self.text)

    @cached_property
    def docstring(self) -> frozenset[int]:
        """Numbers of the lines of docstrings."""
        first = [
            node.body[0]
            for node in ast.walk(self.tree)
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None
        ]
        return frozenset(
            number
            for text in first
            for number in range(text.lineno, (text.end_lineno or text.lineno) + 1)
        )

    @cached_property
    def code(self) -> tuple[str, ...]:
        """Lines that are neither blank nor comments nor docstrings, stripped."""
        numbered = enumerate(map(str.strip, self.text.splitlines()), start=1)
        return tuple(
            line for n, line in numbered if line and line[0] != "#" and n not in self.docstring
        )

    def imports(self, names: set[str]) -> set[str]:
        """Return which modules of the package it imports."""
        paths: set[str] = set()
        for node in self._run(self.tree):
            if isinstance(node, ast.Import):
                paths |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                paths |= {path if path in names else node.module for path in inner}
        return paths & names - {self.name}

    def _run(self, node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
                yield child
                yield from self._run(child)


def read_modules(package: Path) -> list[Module]:
    """Return every module below the folder of a package, in the order of their paths."""
    modules = []
    for path in sorted(package.rglob("*.py")):
        parts = (package.name, *path.relative_to(package).with_suffix("").parts)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        modules.append(Module(name, path.read_text(encoding="utf-8")))
    return modules


def import_graph(modules: Sequence[Module], project: Path) -> dict[str, set[str]]:
    """Return what each module imports, but for the package and what the contracts set aside."""
    names = {module.name for module in modules if module.room}
    graph = {m.name: m.imports(names) for m in modules if m.room}
    if project.exists():
        linter = tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {})
        for contract in linter.get("importlinter", {}).get("contracts", ()):
            for allowed in contract.get("ignore_imports", ()):
                source, target = allowed.split(" -> ")
                graph.get(source, set()).discard(target)
    return graph


def room_graph(graph: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Return which rooms each room imports from."""
    rooms: dict[str, set[str]] = {}
    for name, targets in graph.items():
        room = name.split(".")[1]
        rooms.setdefault(room, set()).update({target.split(".")[1] for target in targets} - {room})
    return rooms


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the sets of nodes that all reach one another, the largest possible."""
    reached = {node: reachable(graph, node) for node in graph}
    members = {
        frozenset(other for other in reached[node] if node in reached[other])
        for node in graph
        if node in reached[node]
    }
    return sorted(map(sorted, members))


def reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """Return the nodes that some path leads to."""
    reached: set[str] = set()
    waiting = set(graph[start])
    while waiting:
        node = waiting.pop()
        reached.add(node)
        waiting |= graph[node] - reached
    return reached


def frequent_names(modules: Sequence[Module]) -> list[tuple[str, int]]:
    """Return the identifiers of the code that are used more than OFTEN, most frequent first."""
    known = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "self"}
    used = Counter(
        token.string
        for module in modules
        for token in tokenize.generate_tokens(io.StringIO(module.text).readline)
        if token.type == tokenize.NAME and token.string not in known
    )
    return [(name, uses) for name, uses in used.most_common() if uses > OFTEN]


def repeated_blocks(modules: Sequence[Module]) -> list[str]:
    """Return where a block of code stands that stood before, by module and its first line."""
    seen: set[tuple[str, ...]] = set()
    places = []
    for module in modules:
        lines = [line for line in module.code if not line.startswith(("import ", "from "))]
        before = False
        for start in range(len(lines) - BLOCK + 1):
            window = tuple(lines[start : start + BLOCK])
            again = window in seen
            seen.add(window)
            if again and not before:
                places.append(f"{module.name}: {lines[start]}")
            before = again
    return places


def room_table(modules: Sequence[Module]) -> Iterator[str]:
    """Yield a line for each room: files, lines, lines of code, share of docstrings, ceiling."""
    yield f"{'room':<14}{'files':>6}{'lines':>8}{'code':>8}{'docstrings':>12}{'ceiling':>9}"
    limits = {room: limit for limit in CEILINGS for room in limit.rooms}
    rooms = sorted({module.room for module in modules if module.room})
    for room in [*rooms, "in all"]:
        inside = [module for module in modules if room in {module.room, "in all"}]
        lines = line_count(inside)
        code = sum(len(module.code) for module in inside)
        share = sum(len(module.docstring) for module in inside) / max(lines, 1)
        limit = limits.get(room)
        ceiling = f"{limit.lines:>9,}{' done' if limit.done else ''}" if limit else ""
        yield f"{room:<14}{len(inside):>6}{lines:>8,}{code:>8,}{share:>12.0%}{ceiling}"


def line_count(modules: Sequence[Module]) -> int:
    """Return the number of lines of all of them."""
    return sum(len(module.text.splitlines()) for module in modules)


def failures(modules: Sequence[Module], graph: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield a line for each rule that is broken."""
    for circle in circles(room_graph(graph)):
        yield f"rooms in a circle: {', '.join(circle)}"
    done = {room for limit in CEILINGS if limit.done for room in limit.rooms}
    for circle in circles(graph):
        if {name.split(".")[1] for name in circle} & done:
            yield f"modules of a room that is done, in a circle: {', '.join(circle)}"
    for limit in CEILINGS:
        lines = line_count([module for module in modules if module.room in limit.rooms])
        if limit.done and lines > limit.lines:
            yield f"{' and '.join(limit.rooms)}: {lines:,} lines, above {limit.lines:,}"


def main(package: Path) -> int:
    """Print the state of a package; return 1 if a rule is broken."""
    modules = read_modules(package)
    graph = import_graph(modules, package.parent / "pyproject.toml")
    print(*room_table(modules), sep="\n")
    for circle in circles(graph):
        print(f"\n{len(circle)} modules in a circle: {', '.join(circle)}")
    names = (f"{name} {uses:,}" for name, uses in frequent_names(modules))
    print(f"\nUsed more than {OFTEN} times: {', '.join(names) or 'none'}")
    places = repeated_blocks(modules)
    print(
        f"\nBlocks of {BLOCK} lines or more that stood before: {len(places)}", *places, sep="\n  "
    )
    broken = list(failures(modules, graph))
    print("", *(f"broken: {rule}" for rule in broken), sep="\n")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "symppm"))
