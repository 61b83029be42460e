"""Functions of a generated module, as source: arguments, guards, assignments, results.

There are no branches, so that functions take arrays and compile to vector instructions: guards
carry a status along, and what is returned is zero if one has failed.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.codegen.printer import assignments, expression_source, local_name
from symppm.solve import Branch, FeasibilityCondition
from symppm.solve.forms import collected
from symppm.solve.invariants import identifier


@dataclass(frozen=True)
class Stage:
    """Guards, each by its kinds (functions of ``special``) and sources, then assignments."""

    guards: tuple[tuple[tuple[str, str], ...], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """One function of the generated module: status n says that its n-th guard failed first."""

    name: str
    doc: str
    arguments: tuple[str, ...]
    stages: tuple[Stage, ...]
    results: tuple[str, ...]
    guarded: bool

    @property
    def statements(self) -> list[str]:
        """Guards and assignments in order."""
        found: list[str] = []
        number, before = 0, "OK"
        for stage in self.stages:
            for guard in stage.guards:
                number += 1
                for kind, value in guard:
                    found.append(f"status = {kind}({value}, {number}, {before})")
                    before = "status"
            found += stage.lines
        return found

    @property
    def returned(self) -> list[str]:
        """Source of each number, and of the status."""
        if not self.guarded:
            return list(self.results)
        return [*(f"if_ok({name}, status)" for name in self.results), "status"]


def values(
    name: str,
    doc: str,
    arguments: Sequence[str],
    outputs: Mapping[str, sympy.Expr],
    guards: Sequence[sympy.Expr] = (),
    domains: Mapping[str, str] | None = None,
) -> Unit:
    """Return a function that computes expressions, and a status if anything is guarded."""
    row = _cells(outputs)
    held = tuple((("positive", _margin(guard)),) for guard in guards)
    stages = [Stage(held, tuple(assignments(row)))]
    if domains:
        named = zip(outputs, row, strict=True)
        stages.append(Stage((tuple((domains[key], cell) for key, cell in named),), ()))
    taken = tuple(map(local_name, arguments))
    return Unit(name, doc, taken, tuple(stages), tuple(row), bool(guards or domains))


def branch_values(name: str, doc: str, arguments: Sequence[str], branch: Branch) -> Unit:
    """Return a function that runs a branch of a solution."""
    row = _cells(branch.identified)
    last = Stage((), tuple(assignments(row, prefix="t_")))
    stages = _merged([*_branch_stages(branch), last])
    return Unit(name, doc, tuple(map(local_name, arguments)), stages, tuple(row), guarded=True)


def _merged(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Join stages without guards to the one before."""
    merged: list[Stage] = []
    for stage in stages:
        if merged and not stage.guards:
            merged[-1] = Stage(merged[-1].guards, merged[-1].lines + stage.lines)
        else:
            merged.append(stage)
    return tuple(merged)


def _assigned(branch: Branch) -> set[str]:
    """Return the names of assigned unknowns that something else mentions."""
    expressions = [
        *branch.assignments.values(),
        *branch.identified.values(),
        *(condition.positive for condition in branch.conditions),
    ]
    free = {symbol.name for expression in expressions for symbol in expression.free_symbols}
    return free & set(branch.assignments)


def _branch_stages(branch: Branch) -> list[Stage]:
    """Return one stage an assignment, each condition as soon as what it mentions is known."""
    known = _assigned(branch)
    waiting: list[FeasibilityCondition] = list(branch.conditions)
    done: set[str] = set()

    def ready() -> tuple[tuple[tuple[str, str], ...], ...]:
        # Status numbers follow the order of the conditions, so none may overtake another.
        now = list(itertools.takewhile(lambda c: _mentioned(c) & known <= done, waiting))
        del waiting[: len(now)]
        return tuple(map(_guard, now))

    stages = []
    for number, (name, value) in enumerate(branch.assignments.items()):
        guards = ready()
        lines = assignments({local_name(name): value}, prefix=f"t{number}_")
        if name in branch.differences:
            lines = [_settled(line, local_name(name), branch.differences[name]) for line in lines]
        stages.append(Stage(guards, tuple(lines)))
        done.add(name)
    return [*stages, Stage(ready(), ())]


def _mentioned(condition: FeasibilityCondition) -> set[str]:
    return {symbol.name for symbol in condition.positive.free_symbols}


def _settled(line: str, name: str, beside: sympy.Expr) -> str:
    """Take what is rounding for zero, in the line that assigns a difference."""
    left, _, value = line.partition(" = ")
    return f"{name} = settled({value}, {expression_source(beside)})" if left == name else line


def _guard(condition: FeasibilityCondition) -> tuple[tuple[str, str], ...]:
    return (("nonnegative" if condition.or_zero else "positive", _margin(condition.positive)),)


def _margin(positive: sympy.Expr) -> str:
    # The very form that the solution divides by: where it is positive, nothing divides by zero.
    return expression_source(collected(positive))


def _cells(outputs: Mapping[str, sympy.Expr]) -> dict[str, sympy.Expr]:
    """Name what is returned, each differently."""
    cells: dict[str, sympy.Expr] = {}
    for key, value in outputs.items():
        name = f"{identifier(key)}_value"
        while name in cells:
            name += "_"
        cells[name] = value
    return cells
