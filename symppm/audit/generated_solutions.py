"""Solutions in a generated module, against the moments in the derivation."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from symppm.audit.exact_code import OF_MATH, NoValueError, source_value
from symppm.audit.exact_duals import Dual, apply, constant
from symppm.audit.exact_numbers import ONE, ZERO, Number
from symppm.audit.generated_module import Function, Guard, expression
from symppm.audit.generated_moments import Subject
from symppm.audit.generated_run import Run, run
from symppm.codegen.spec import REAL_ROOTS, ConditionSpec
from symppm.solve.invariants import identifier

_SHIFTS: Final = (Fraction(17, 16), Fraction(12, 13), Fraction(15, 16), Fraction(24, 23))
_CALLS: Final = re.compile(rf"\b({'|'.join(sorted(OF_MATH))})\(")


def check_solutions(
    subject: Subject, point: Mapping[str, Number], moments: Mapping[str, Dual]
) -> None:
    """Check that solving the moments at a point leads back to the point."""
    targets = [moments[name].value for name in subject.spec.targets]
    given = [point[name] for name in subject.spec.needs]
    due = _identified(subject, point)
    _check_constraints(subject, [*targets, *given])
    functions = subject.module.functions
    runs = []
    for number in range(1, subject.spec.branches + 1):
        name = "solve" if number == 1 else f"solve_{number}"
        runs.append((functions[name], _solved(subject, name, targets, given)))
    matching = [done for _, done in runs if _is_the_point(done, due)]
    if len(runs) == 1 and runs[0][1].rows:
        function, done = runs[0]
        for cell, name, value in zip(function.rows[0], due, done.row, strict=True):
            what = f"solve gives {name} = {{}}, where the targets came from {{}}"
            subject.findings.compare(value.value, due[name], function.line_of(cell), what)
    elif not matching:
        line = runs[0][0].line
        subject.findings.add(line, "solve does not lead back to where the targets came from")
    for done in matching:
        if done.status:
            line = runs[0][0].guards[done.status - 1].line
            subject.findings.add(line, f"solve refuses targets that {subject.spec.name} has")
    if len(runs) > 1:
        _check_branches(subject, runs, point, moments)
    if subject.spec.identified_at_k:
        _check_at_k(subject, point, moments)


def _identified(subject: Subject, point: Mapping[str, Number]) -> dict[str, Number]:
    """Return the combinations that the targets determine, in the order of SPEC."""
    at = {name: Dual(value) for name, value in point.items()}
    every = {**at, **subject.coordinates(at)}
    for level in subject.spec.symmetries:
        if level.shifts:  # combinations are what they are where the anchors of levels are zero
            step = -every[level.anchor] / constant(level.shifts[level.anchor])
            for name, weight in level.shifts.items():
                every[name] += step * constant(weight)
            for name, weight in level.weights.items():
                every[name] *= apply("exp", step * constant(weight))
    found = {}
    for each in subject.spec.identified:
        product = constant(1)
        for name, power in each.exponents.items():
            if name not in every:
                raise NoValueError(f"SPEC has {name} in {each.name}, which is no parameter")
            product *= every[name] ** constant(power)
        found[each.name] = product.value
    return found


def _solved(subject: Subject, name: str, targets: Sequence[Number], given: Sequence[Number]) -> Run:
    """Run a branch on the targets of a point."""
    done = run(subject.module.functions[name], list(map(Dual, (*targets, *given))))
    if done.rows:
        subject.findings.computed.add(name)
    return done


def _is_the_point(done: Run, due: Mapping[str, Number]) -> bool:
    return bool(done.rows) and all(
        given.value.agrees(value) for given, value in zip(done.row, due.values(), strict=True)
    )


def _check_branches(
    subject: Subject,
    runs: Sequence[tuple[Function, Run]],
    point: Mapping[str, Number],
    moments: Mapping[str, Dual],
) -> None:
    """Check that every branch has the moments that were asked for, and that branches differ."""
    names = [each.name for each in subject.spec.identified]
    for n, (function, done) in enumerate(runs):
        if not done.rows:
            continue
        if any(
            _is_the_point(done, dict(zip(names, _values(other), strict=True)))
            for _, other in runs[:n]
        ):
            subject.findings.add(function.line, f"{function.name} gives what another branch gives")
        found = dict(zip(names, done.row, strict=True))
        at = {name: Dual(value) for name, value in point.items()}
        for name, powers in subject.spec.anchored.items():
            at[name] = constant(1)
            for key, power in powers.items():
                at[name] *= found[key] ** constant(Fraction(power))
        achieved = subject.results.moments(subject.spec.targets, at)
        for name, value in achieved.items():
            what = f"{function.name} leads to {name} = {{}}, the target is {{}}"
            subject.findings.compare(value.value, moments[name].value, function.line, what)


def _values(done: Run) -> list[Number]:
    return [each.value for each in done.row]


def _check_at_k(subject: Subject, point: Mapping[str, Number], moments: Mapping[str, Dual]) -> None:
    """Solve at the size of the point; only the ratio of the correlations may matter."""
    function = subject.module.functions["solve_at_k"]
    due = _identified(subject, point)
    sizes = [point[size.name] for size in subject.results.declaration.sizes]
    for shift in (Fraction(1), Fraction(7, 9)):
        targets = [
            moments[name].value * (Number(shift) if name.startswith("rho_") else ONE)
            for name in subject.spec.targets
        ]
        given = [point[name] for name in subject.spec.needs]
        done = run(function, [Dual(value) for value in (*sizes, *targets, *given)])
        for cell, name, value in zip(
            function.rows[0], subject.spec.identified_at_k, done.row, strict=bool(done.rows)
        ):
            what = f"solve_at_k gives {name} = {{}}, where the targets came from {{}}"
            subject.findings.compare(value.value, due[name], function.line_of(cell), what)
        if done.status:
            line = function.guards[done.status - 1].line
            subject.findings.add(line, f"solve_at_k refuses targets that {subject.spec.name} has")


def check_conditions(subject: Subject, targets: Sequence[Number], given: Sequence[Number]) -> None:
    """Compare guards with the conditions that SPEC states."""
    arguments = [Dual(value) for value in (*targets, *given)]
    for function in subject.module.functions_like(r"solve(_\d)?"):
        _compare_conditions(subject, function, run(function, arguments), subject.spec.conditions)
    if subject.spec.identified_at_k:
        function = subject.module.functions["solve_at_k"]
        sized = [*[constant(3) for _ in subject.results.declaration.sizes], *arguments]
        _compare_conditions(subject, function, run(function, sized), subject.spec.conditions_at_k)


def _compare_conditions(
    subject: Subject, function: Function, done: Run, stated: Sequence[ConditionSpec]
) -> None:
    if len(done.margins) != len(stated):
        subject.findings.add(function.line, f"{function.name} has not one guard a condition")
        return
    for guard, margin, condition in zip(function.guards, done.margins, stated, strict=True):
        # A double root is that of the first function alone.
        told = _is_discriminant(guard) and function.name != "solve"
        if guard.or_zero != (condition.or_zero and not told):
            subject.findings.add(guard.line, f"a guard of {function.name} is not {condition.text}")
        if margin is None:
            continue
        due = _stated(subject, condition.text, done)
        what = f"a guard of {function.name} has the margin {{}}, {condition.text!r} has {{}}"
        subject.findings.compare(margin.value, due.value, guard.line, what)


def _is_discriminant(guard: Guard) -> bool:
    match guard.margin:
        case ast.Name(name):
            return name.rstrip("_").endswith("_discriminant")
    return False


def _stated(subject: Subject, text: str, done: Run) -> Dual:
    """Return by how much a condition in words holds."""
    found = re.fullmatch(rf"the quadratic equation for (\w+) {REAL_ROOTS}", text)
    if found and f"{found[1]}_discriminant" in done.names:
        return done.names[f"{found[1]}_discriminant"]
    found = re.fullmatch(r"(\w+) is not 0", text)
    if found and found[1] in done.names:
        return done.names[found[1]] * done.names[found[1]]
    for each in subject.spec.identified:
        if not each.name.isidentifier():
            text = text.replace(each.name, identifier(each.name))
    match _parsed(text):
        case ast.Compare(left, [ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE() as sign], [right]):
            sides = source_value(left, done.names), source_value(right, done.names)
            above = isinstance(sign, ast.Gt | ast.GtE)
            return sides[0] - sides[1] if above else sides[1] - sides[0]
    raise NoValueError(f"SPEC has a condition that is no inequality: {text}")


def _parsed(text: str) -> ast.expr:
    """Parse a formula as SymPy prints it; blanks after an opening parenthesis do not matter."""
    try:
        return expression(re.sub(r"\bpi\b", "math.pi", _CALLS.sub(r"math.\1(", text)))
    except SyntaxError as error:
        raise NoValueError(f"SPEC has a formula that cannot be read: {text}") from error


def _check_constraints(subject: Subject, arguments: Sequence[Number]) -> None:
    """Check that the targets meet what SPEC asks of them, and that it asks for something."""
    names = (*subject.spec.targets, *subject.spec.needs)
    moved = [value * Number(shift) for value, shift in zip(arguments, itertools.cycle(_SHIFTS))]
    for text in subject.spec.constraints:
        left, _, right = text.partition(" = ")
        if right != "0":
            raise NoValueError(f"SPEC has a constraint that is no equation: {text}")
        values = [
            source_value(_parsed(left), dict(zip(names, map(Dual, at), strict=True))).value
            for at in (arguments, moved)
        ]
        what = f"SPEC states {text!r}, of which the left side is {{}} and not {{}}"
        subject.findings.compare(values[0], ZERO, 1, what)
        if values[1].sign == 0:
            subject.findings.add(1, f"SPEC states {text!r}, which says nothing")
