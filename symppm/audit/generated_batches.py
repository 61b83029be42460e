"""Batched functions: their scalar twins, column by column."""

from __future__ import annotations

import ast

from symppm.audit.generated_module import Function, Module, same


def batch_failures(module: Module) -> list[tuple[int, str]]:
    """Compare every batched function with what its scalar twin prescribes."""
    failures = []
    for name, function in module.functions.items():
        batched = module.batched.get(name)
        if name == "prior_means":
            continue
        if batched is None:
            failures.append((function.line, f"{name} has no batched twin"))
        else:
            failures += _different(function, batched)
    for name, batched in module.batched.items():
        if name not in module.functions or name == "prior_means":
            failures.append((batched.lineno, f"{batched.name} has no scalar twin"))
    return failures


def _different(function: Function, batched: ast.FunctionDef) -> list[tuple[int, str]]:
    names = [each.arg for each in batched.args.args]
    wanted = [names[0] if names else "points", "out", *(["status"] if function.guarded else [])]
    if names != wanted or "n" in names:
        return [(batched.lineno, f"{batched.name} does not take {', '.join(wanted)}")]
    expected = ast.parse(_expected(function, wanted[0])).body[0]
    if len(batched.body) == 2 and same(batched.body[1], expected):
        return []
    return [(batched.body[-1].lineno, f"{batched.name} is not {function.name} column by column")]


def _expected(function: Function, stacked: str) -> str:
    """Write the loop over all columns."""
    matrix = len(function.rows) > 1
    rows = [
        [f"out[{f'{i}, {j}' if matrix else j}, n]" for j in range(len(row))]
        for i, row in enumerate(function.rows)
    ]
    places = [f"({', '.join(row)},)" for row in rows] if matrix else rows[0]
    places += ["status[n]"] if function.guarded else []
    arguments = [f"{stacked}[{number}, n]" for number in range(len(function.arguments))]
    return (
        f"for n in prange({stacked}.shape[1]):\n"
        f"    ({', '.join(places)},) = {function.name}({', '.join(arguments)})"
    )
