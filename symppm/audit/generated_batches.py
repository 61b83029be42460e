"""Batched functions: the statements of their scalar twins, column by column."""

from __future__ import annotations

import ast
import itertools
from typing import Final

from symppm.audit.generated_module import Function, Guard, Module, same

_OWN: Final = frozenset({"n", "code"})
"""Names that the loop uses itself."""


def batch_failures(module: Module) -> list[tuple[int, str]]:
    """Compare every batched function with what its scalar twin prescribes.

    Parameters
    ----------
    module : Module
        As read.

    Returns
    -------
    list of (int, str)
        A line and what is wrong there.
    """
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
    used = {name for each in function.statements if (name := getattr(each, "name", ""))}
    if names != wanted or _OWN.union(names) & used.union(function.arguments):
        return [(batched.lineno, f"{batched.name} does not take {', '.join(wanted)}")]
    expected = ast.parse(_expected(function, wanted[0])).body[0]
    loops = [node for node in batched.body[1:] if isinstance(node, ast.For)]
    if len(batched.body) != 2 or len(loops) != 1 or not isinstance(expected, ast.For):
        return [(batched.lineno, f"{batched.name} is not one loop")]
    (loop,) = loops
    if not (same(loop.target, expected.target) and same(loop.iter, expected.iter)) or loop.orelse:
        return [(loop.lineno, f"{batched.name} does not run over all columns")]
    for given, due in itertools.zip_longest(loop.body, expected.body):
        if given is None:
            return [(loop.lineno, f"{batched.name} lacks {ast.unparse(due)}")]
        if due is None or not same(given, due):
            what = f"{batched.name} is not {function.name} column by column: {ast.unparse(given)}"
            return [(given.lineno, what)]
    return []


def _expected(function: Function, stacked: str) -> str:
    """Write the loop that a scalar function prescribes."""
    lines = [f"for n in prange({stacked}.shape[1]):"]
    lines += [f"    {name} = {stacked}[{n}, n]" for n, name in enumerate(function.arguments)]
    lines += ["    code = OK"] if function.guarded else []
    # Before anything is assigned, guards are tried last first, so that the first failure stays.
    first = [guard for n, guard in enumerate(function.guards) if guard is function.statements[n]]
    lines += [
        f"    code = code if {ast.unparse(guard.test)} else {guard.number}" for guard in first[::-1]
    ]
    for each in function.statements[len(first) :]:
        if isinstance(each, Guard):
            lines.append(
                f"    code = code if {ast.unparse(each.test)} or code != OK else {each.number}"
            )
        else:
            lines.append(f"    {each.name} = {ast.unparse(each.value)}")
    kept = " if code == OK else 0.0" if function.guarded else ""
    lines += ["    status[n] = code"] if function.guarded else []
    for i, row in enumerate(function.rows):
        for j, cell in enumerate(row):
            place = f"{i}, {j}" if len(function.rows) > 1 else str(j)
            lines.append(f"    out[{place}, n] = {cell}{kept}")
    return "\n".join(lines)
