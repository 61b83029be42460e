"""Functions of a generated module, as source: arguments, guards and assignments, results.

There are no branches, so that functions take arrays and compile to vector instructions: guards
carry a status along, and what is returned is zero if one has failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.codegen.printer import assignments, expression_source, local_name
from symppm.solve import Branch
from symppm.solve.forms import collected
from symppm.solve.invariants import identifier


@dataclass(frozen=True)
class Unit:
    """One function of the generated module: status n says that its n-th guard failed first."""

    name: str
    doc: str
    arguments: tuple[str, ...]
    statements: tuple[str, ...]
    returned: tuple[str, ...]


Guard = tuple[tuple[str, str], ...]
"""What is tested under one number: kinds (functions of ``special``) and sources."""


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
    steps: list[str | Guard] = [(("positive", _margin(guard)),) for guard in guards]
    steps += assignments(row)
    if domains:
        steps.append(tuple((domains[key], cell) for key, cell in zip(outputs, row, strict=True)))
    return _unit(name, doc, arguments, steps, row, guarded=bool(guards or domains))


def branch_values(name: str, doc: str, arguments: Sequence[str], branch: Branch) -> Unit:
    """Return a function that runs a branch of a solution."""
    row = _cells(branch.identified)
    steps = [*_branch_steps(branch), *assignments(row, prefix="t_")]
    return _unit(name, doc, arguments, steps, row, guarded=True)


def _unit(
    name: str,
    doc: str,
    arguments: Sequence[str],
    steps: Iterable[str | Guard],
    results: Iterable[str],
    *,
    guarded: bool,
) -> Unit:
    """Return a function whose guards are numbered, and hand the status on."""
    statements: list[str] = []
    number, before = 0, "OK"
    for step in steps:
        if isinstance(step, str):
            statements.append(step)
            continue
        number += 1
        for kind, value in step:
            statements.append(f"status = {kind}({value}, {number}, {before})")
            before = "status"
    returned = [*(f"if_ok({cell}, status)" for cell in results), "status"] if guarded else results
    return Unit(name, doc, tuple(map(local_name, arguments)), tuple(statements), tuple(returned))


def _branch_steps(branch: Branch) -> Iterator[str | Guard]:
    """Yield the assignments, and each condition as soon as what it mentions is known."""
    unknown = set(branch.assignments)
    waiting = list(branch.conditions)

    def ready() -> Iterator[Guard]:
        # Status numbers follow the order of the conditions, so none may overtake another.
        while waiting and not unknown & {s.name for s in waiting[0].positive.free_symbols}:
            condition = waiting.pop(0)
            kind = "nonnegative" if condition.or_zero else "positive"
            yield ((kind, _margin(condition.positive)),)

    for number, (name, value) in enumerate(branch.assignments.items()):
        yield from ready()
        local = local_name(name)
        *steps, last = assignments({local: value}, prefix=f"t{number}_")
        if name in branch.differences:
            # What is rounding is taken for zero.
            source = last.removeprefix(f"{local} = ")
            last = f"{local} = settled({source}, {expression_source(branch.differences[name])})"
        yield from (*steps, last)
        unknown.remove(name)
    yield from ready()


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
