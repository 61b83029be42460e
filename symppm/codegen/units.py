"""Functions of a generated module, as source: arguments, guards, assignments, results.

There are no branches, so that functions take arrays and compile to vector instructions: guards
carry a status along, and what is returned is zero if one has failed.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.codegen.printer import assignments, expression_source, local_name
from symppm.solve import Branch, FeasibilityCondition
from symppm.solve.forms import collected
from symppm.solve.invariants import identifier

_LONG = 8


@dataclass(frozen=True)
class Stage:
    """Guards, then assignments.

    Attributes
    ----------
    guards : tuple of tuple of (str, str)
        What must hold: of one guard, kinds (functions of :mod:`symppm.codegen.special`) and source
        of what has to be such.
    lines : tuple of str
        Assignments.
    """

    guards: tuple[tuple[tuple[str, str], ...], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Unit:
    """One function of the generated module, scalar and batched.

    Attributes
    ----------
    name, doc, batch_doc : str
        Of the function.
    arguments : tuple of str
        Scalar arguments.
    stacked : str
        Name of the array that stacks them in the batched form.
    stages : tuple of Stage
        In order; status n says that the n-th guard of all stages was the first to fail.
    rows : tuple of tuple of str
        Names of results; one row of scalars, or the rows of a Jacobian.
    guarded : bool
        Whether a status is returned.
    """

    name: str
    doc: str
    batch_doc: str
    arguments: tuple[str, ...]
    stacked: str
    stages: tuple[Stage, ...]
    rows: tuple[tuple[str, ...], ...]
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
    def is_matrix(self) -> bool:
        """Whether results are the rows of a Jacobian."""
        return len(self.rows) > 1

    @property
    def returned(self) -> list[str]:
        """Source of each number, or row of a Jacobian, and of the status."""
        rows = [
            [f"if_ok({cell}, status)" if self.guarded else cell for cell in row]
            for row in self.rows
        ]
        results = [f"({', '.join(row)},)" for row in rows] if self.is_matrix else rows[0]
        return [*results, *(["status"] if self.guarded else [])]

    @property
    def places(self) -> list[str]:
        """Where the batched form puts what is returned, in the same order."""
        if self.is_matrix:
            cells = (
                (f"out[{i}, {j}, n]" for j in range(len(row))) for i, row in enumerate(self.rows)
            )
            places = [f"({', '.join(row)},)" for row in cells]
        else:
            places = [f"out[{i}, n]" for i in range(len(self.rows[0]))]
        return [*places, *(["status[n]"] if self.guarded else [])]

    @property
    def source(self) -> list[str]:
        """All lines that call kernels."""
        return [*self.statements, *self.returned]


@dataclass(frozen=True)
class Header:
    """What a function is called, says, and takes.

    Attributes
    ----------
    name, doc : str
        Of the function.
    arguments : tuple of str
        Scalar arguments.
    stacked : str
        Name of the array that stacks them in the batched form.
    """

    name: str
    doc: str
    arguments: tuple[str, ...]
    stacked: str


def values(
    header: Header,
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
    guarded = bool(guards or domains)
    return _unit(header, "the columns of out", tuple(stages), (tuple(row),), guarded)


def jacobian(header: Header, outputs: Mapping[str, sympy.Expr], by: Sequence[sympy.Symbol]) -> Unit:
    """Return a function that computes derivatives of expressions."""
    rows = [
        {f"d{i}_{j}": _factored(sympy.diff(value, symbol)) for j, symbol in enumerate(by)}
        for i, value in enumerate(outputs.values())
    ]
    flat = {key: value for row in rows for key, value in row.items()}
    stage = Stage((), tuple(assignments(flat)))
    cells = tuple(tuple(row) for row in rows)
    return _unit(header, "out[i, j, column]", (stage,), cells, guarded=False)


def _factored(slope: sympy.Expr) -> sympy.Expr:
    """Take out common factors; a long sum that many terms are multiples of is looked at once."""
    within = Counter(
        factor.as_base_exp()[0]
        for term in sympy.Add.make_args(slope)
        for factor in sympy.Mul.make_args(term)
    )
    names = {
        part: sympy.Dummy()
        for part, count in within.items()
        if count > 1 and part.is_Add and len(part.args) > _LONG and _has_no_common_factor(part)
    }
    back = {name: part for part, name in names.items()}
    return sympy.factor_terms(slope.xreplace(names)).xreplace(back)


@functools.lru_cache(maxsize=256)
def _has_no_common_factor(part: sympy.Expr) -> bool:
    return bool(sympy.factor_terms(part) == part)


def branch_values(header: Header, branch: Branch) -> Unit:
    """Return a function that runs a branch of a solution."""
    stages = _branch_stages(branch, ())
    row = _cells(branch.identified)
    last = Stage((), tuple(assignments(row, prefix="t_")))
    merged = _merged([*stages, last])
    return _unit(header, "the columns of out", merged, (tuple(row),), guarded=True)


def branch_jacobian(header: Header, branch: Branch, by: Sequence[sympy.Symbol]) -> Unit:
    """Return a function that differentiates a branch, assignment by assignment."""
    stages = _branch_stages(branch, by)
    known = _assigned(branch)
    rows = [
        {f"d{i}_{j}": _factored(_total(value, symbol, known, j)) for j, symbol in enumerate(by)}
        for i, value in enumerate(branch.identified.values())
    ]
    flat = {key: value for row in rows for key, value in row.items()}
    last = Stage((), tuple(assignments(flat, prefix="t_")))
    cells = tuple(tuple(row) for row in rows)
    return _unit(header, "out[i, j, column]", _merged([*stages, last]), cells, guarded=True)


def _merged(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Join stages without guards to the one before."""
    merged: list[Stage] = []
    for stage in stages:
        if merged and not stage.guards:
            merged[-1] = Stage(merged[-1].guards, merged[-1].lines + stage.lines)
        else:
            merged.append(stage)
    return tuple(merged)


def _assigned(branch: Branch) -> dict[str, sympy.Symbol]:
    """Return the symbols that stand for assigned unknowns, by name."""
    expressions = [
        *branch.assignments.values(),
        *branch.identified.values(),
        *(condition.positive for condition in branch.conditions),
    ]
    free = set().union(*(expression.free_symbols for expression in expressions))
    return {symbol.name: symbol for symbol in free if symbol.name in branch.assignments}


def _branch_stages(branch: Branch, by: Sequence[sympy.Symbol]) -> list[Stage]:
    """Return one stage an assignment, each condition as soon as what it mentions is known."""
    known = _assigned(branch)
    waiting: list[FeasibilityCondition] = list(branch.conditions)
    done: set[str] = set()

    def ready() -> tuple[tuple[tuple[str, str], ...], ...]:
        now = [
            condition
            for condition in waiting
            if {s.name for s in condition.positive.free_symbols} & set(known) <= done
        ]
        # Status numbers follow the order of the conditions, so none may overtake another.
        count = 0
        while count < len(waiting) and waiting[count] in now:
            count += 1
        found = tuple(_guard(each, strict=bool(by and each.beside)) for each in waiting[:count])
        del waiting[:count]
        return found

    stages = []
    for number, (name, value) in enumerate(branch.assignments.items()):
        guards = ready()
        outputs = {local_name(name): value}
        if name in known:
            outputs |= {
                _slope(name, j): _total(value, symbol, known, j) for j, symbol in enumerate(by)
            }
        lines = assignments(outputs, prefix=f"t{number}_")
        if name in branch.differences:
            lines = [_settled(line, local_name(name), branch.differences[name]) for line in lines]
        stages.append(Stage(guards, tuple(lines)))
        done.add(name)
    stages.append(Stage(ready(), ()))
    return stages


def _slope(name: str, place: int) -> str:
    return f"{name}_by_{place}"


def _total(
    value: sympy.Expr, symbol: sympy.Symbol, known: Mapping[str, sympy.Symbol], place: int
) -> sympy.Expr:
    """Differentiate by one argument, through everything that was assigned before."""
    direct = sympy.diff(value, symbol)
    through = (
        sympy.diff(value, other) * sympy.Symbol(_slope(name, place), real=True)
        for name, other in known.items()
        if value.has(other)
    )
    return sympy.Add(direct, *through)


def _settled(line: str, name: str, beside: sympy.Expr) -> str:
    """Take what is rounding for zero, in the line that assigns a difference."""
    left, _, value = line.partition(" = ")
    return f"{name} = settled({value}, {expression_source(beside)})" if left == name else line


def _guard(condition: FeasibilityCondition, *, strict: bool) -> tuple[tuple[str, str], ...]:
    # At a double root there is a solution, but it has no derivative.
    kind = "nonnegative" if condition.or_zero and not strict else "positive"
    return ((kind, _margin(condition.positive)),)


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


def _unit(
    header: Header,
    place: str,
    stages: tuple[Stage, ...],
    rows: tuple[tuple[str, ...], ...],
    guarded: bool,
) -> Unit:
    return Unit(
        name=header.name,
        doc=header.doc,
        batch_doc=f"Apply {header.name} to each column of {header.stacked}, into {place}.",
        arguments=tuple(map(local_name, header.arguments)),
        stacked=header.stacked,
        stages=stages,
        rows=rows,
        guarded=guarded,
    )
