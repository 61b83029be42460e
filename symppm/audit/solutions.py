"""Solving functions of a generated module at exact points: there and back, and what they refuse."""

from __future__ import annotations

import ast
import functools
import itertools
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sympy import Rational

from symppm.audit.exact import (
    FUNCTIONS,
    KERNELS,
    NoValueError,
    Value,
    agree,
    divide,
    power,
    shown,
    sign,
)
from symppm.audit.kernels import (
    check_coordinates,
    check_moments,
    check_prior_means,
    check_requirements,
    check_symmetries,
)
from symppm.audit.modules import Guard, Run
from symppm.audit.reference import Point
from symppm.audit.subject import Subject, parsed, product_of
from symppm.codegen.spec import REAL_ROOTS, ConditionSpec
from symppm.solve.invariants import identifier

_SHIFTS: Final = tuple(
    Rational(above, below)
    for above, below in ((17, 16), (12, 13), (15, 16), (24, 23), (30, 29), (36, 37), (42, 41))
)
_LESS_CORRELATED: Final = Rational(7, 9)
_HALVINGS: Final = 16
_RAYS: Final = 4


def check_solutions(subject: Subject, point: Point, _: random.Random) -> None:
    """See that solving the moments at a point leads back to the point."""
    solvers, spec = subject.module.solvers(), subject.spec
    if not solvers:
        return
    targets = [*subject.moments(point).values(), *(point[name] for name in spec.needs)]
    expected = _identified(subject, point)
    _check_constraints(subject, targets)
    runs = [subject.run(function.name, targets) for function in solvers]
    subject.findings.computed |= {result.function.name for result in runs if result.row}
    matching = [result for result in runs if _is_the_point(result.row, tuple(expected.values()))]
    if len(runs) == 1 and runs[0].row:
        message = "solve gives NAME = {}, where the targets came from {}"
        subject.compare_row(runs[0], expected, message)
    elif not matching:
        message = "solve does not lead back to where the targets came from"
        subject.findings.add(solvers[0].line, message)
    for result in matching:
        subject.refuses(result, f"targets that {spec.name} has")
    if len(runs) > 1:
        _check_branches(subject, runs, point)


def _identified(subject: Subject, point: Point) -> dict[str, Value]:
    """Return the combinations that the targets determine, in the order of SPEC."""
    values = {**point, **subject.coordinates(point)}
    for level in subject.spec.symmetries:
        if level.shifts:  # combinations are what they are where the anchors of levels are zero
            step = divide(-values[level.anchor], Rational(level.shifts[level.anchor]))
            for name, weight in level.shifts.items():
                values[name] += step * Rational(weight)
            for name, weight in level.weights.items():
                values[name] *= FUNCTIONS["exp"](step * Rational(weight))
    for combination in subject.spec.identified:
        if not set(combination.exponents) <= set(values):
            raise NoValueError(f"SPEC has more in {combination.name} than parameters")
    return {c.name: product_of(values, c.exponents) for c in subject.spec.identified}


def _declared(subject: Subject, point: Point, anchored: Point) -> Point:
    """Return what was declared, at a solution on the scales of a point, or nothing if refused."""
    if not subject.spec.requirements:
        return {**point, **anchored}
    moved = dict(anchored)
    for scale in subject.spec.symmetries:
        anchor_weight = scale.weights.get(scale.anchor)
        for name, weight in scale.weights.items() if anchor_weight and not scale.shifts else ():
            moved[name] *= power(point[scale.anchor], Rational(weight, anchor_weight))
    inner = {**point, **moved}
    names = subject.spec.priors_depend_on
    back = subject.run("hyperparameters", [inner[name] for name in names])
    outer = subject.hyperparameters(point)
    is_allowed = back.row and not back.status
    return {**inner, **dict(zip(outer, back.row, strict=True))} if is_allowed else {}


def _is_the_point(row: Sequence[Value], expected: Sequence[Value]) -> bool:
    return bool(row) and all(agree(*pair) for pair in zip(row, expected, strict=True))


def _check_branches(subject: Subject, runs: Sequence[Run], point: Point) -> None:
    """Check that every branch has the moments that were asked for, and that branches differ."""
    names = [c.name for c in subject.spec.identified]
    moments = subject.moments(point)
    for n, result in enumerate(runs):
        function = result.function
        if not result.row:
            continue
        if any(earlier.row and _is_the_point(result.row, earlier.row) for earlier in runs[:n]):
            subject.findings.add(function.line, f"{function.name} gives what another branch gives")
        solved = dict(zip(names, result.row, strict=True))
        anchored = {
            name: product_of(solved, powers) for name, powers in subject.spec.anchored.items()
        }
        declared = _declared(subject, {**point, **subject.coordinates(point)}, anchored)
        for name, value in (subject.moments(declared) if declared else {}).items():
            message = f"{function.name} leads to {name} = {{}}, the target is {{}}"
            subject.findings.compare(value, moments[name], function.line, message)


def check_at_k(subject: Subject, point: Point, _: random.Random) -> None:
    """Solve at the size of the point, where only the ratio of the correlations may matter."""
    spec = subject.spec
    if not spec.identified_at_k:
        return
    solved = _identified(subject, point)
    expected = {name: solved[name] for name in spec.identified_at_k}
    needs = [point[name] for name in spec.needs]
    sizes = [point[size.name] for size in subject.declaration.sizes]
    for factor in (1, _LESS_CORRELATED):
        targets = [
            value * factor if name.startswith("rho_") else value
            for name, value in subject.moments(point).items()
        ]
        result = subject.run("solve_at_k", [*sizes, *targets, *needs])
        if result.row:
            message = "solve_at_k gives NAME = {}, where the targets came from {}"
            subject.compare_row(result, expected, message)
        subject.refuses(result, f"targets that {spec.name} has")


def check_conditions(subject: Subject, point: Point, generator: random.Random) -> None:
    """Compare guards with the conditions of SPEC, at targets of the model and at others."""
    solvers, spec = subject.module.solvers(), subject.spec
    if not solvers:
        return
    needs = [point[name] for name in spec.needs]
    arbitrary = _arbitrary_targets(subject, generator)
    for targets in (list(subject.moments(point).values()), arbitrary):
        arguments = [*targets, *needs]
        for function in solvers:
            _compare_conditions(subject, subject.run(function.name, arguments), spec.conditions)
        if spec.identified_at_k:
            sizes = [Rational(3) for _ in subject.declaration.sizes]
            result = subject.run("solve_at_k", [*sizes, *arguments])
            _compare_conditions(subject, result, spec.conditions_at_k)


def _arbitrary_targets(subject: Subject, generator: random.Random) -> list[Value]:
    """Draw positive targets that need not be feasible."""
    return [
        Rational(generator.randint(3, 40), generator.randint(41, 60))
        * (1 if name.startswith("rho_") else 20)
        for name in subject.spec.targets
    ]


def check_borders(subject: Subject, point: Point, generator: random.Random) -> None:
    """See that functions refuse exactly what has no solution in the domain of the model.

    Between targets of the model and others, the place where a function begins to refuse is
    approached from both sides: whatever condition is missing, too weak or too strong, there are
    targets close to it that show that.
    """
    spec, needs = subject.spec, [point[name] for name in subject.spec.needs]
    inside = list(subject.moments(point).values())
    others = [_arbitrary_targets(subject, generator) for _ in range(_RAYS)]
    sizes = [point[size.name] for size in subject.declaration.sizes]
    every = tuple(combination.name for combination in spec.identified)
    solvers = [(function.name, (), every) for function in subject.module.solvers()]
    if spec.identified_at_k:
        solvers.append(("solve_at_k", tuple(sizes), spec.identified_at_k))

    def between(name: str, start: Sequence[Value], other: Sequence[Value], share: Rational) -> Run:
        targets = [x + share * (y - x) for x, y in zip(inside, other, strict=True)]
        return subject.run(name, [*start, *targets, *needs])

    for (name, start, combinations), other in itertools.product(solvers, others):
        for result in _border(functools.partial(between, name, start, other)):
            if result.row:
                solved = dict(zip(combinations, result.row, strict=True))
                _check_refusal(subject, result, point, solved)


def _border(at: Callable[[Rational], Run]) -> tuple[Run, ...]:
    """Return a function on both sides of where it begins to refuse, between zero and one."""
    accepted, refused = at(Rational(0)), at(Rational(1))
    if accepted.status or not refused.status:
        return (refused,)
    low, high = Rational(0), Rational(1)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        result = at(middle)
        if result.status:
            high, refused = middle, result
        else:
            low, accepted = middle, result
    return accepted, refused


def _check_refusal(
    subject: Subject, result: Run, point: Point, solved: Mapping[str, Value]
) -> None:
    """Compare whether a function refuses targets with whether its values are of the model."""
    spec, sizes = subject.spec, {size.name for size in subject.declaration.sizes}
    anchored = {
        name: product_of(solved, powers)
        for name, powers in spec.anchored.items()
        if set(powers) <= set(solved)
    }
    positive = [x for name, x in anchored.items() if name in sizes or name.startswith("cv_")]
    exists = all(sign(value) > 0 for value in positive)
    # What priors require of their coordinates is refused by the function that leads from these.
    declared = _declared(subject, {**point, **subject.coordinates(point)}, anchored)
    if exists and declared:
        exists = subject.reference.exists(declared)
    if exists and declared and result.status:
        subject.refuses(result, f"targets that {spec.name} has")
    elif not exists and not result.status:
        values = ", ".join(f"{name} = {shown(value)}" for name, value in solved.items())
        message = f"{result.function.name} answers {values}, which is outside of the model"
        subject.findings.add(result.function.line, message)


def _compare_conditions(subject: Subject, result: Run, conditions: Sequence[ConditionSpec]) -> None:
    function, findings = result.function, subject.findings
    if [guard.number for guard in function.guards] != list(range(1, len(conditions) + 1)):
        findings.add(function.line, f"{function.name} has not one guard a condition")
        return
    for guard, margin, condition in zip(function.guards, result.margins, conditions, strict=True):
        # A double root is that of the first function alone.
        strict = _is_discriminant(guard) and function.name != "solve"
        if guard.kind != ("nonnegative" if condition.or_zero and not strict else "positive"):
            findings.add(guard.line, f"a guard of {function.name} is not {condition.text}")
        if margin is not None:
            expected = _condition_margin(subject, condition.text, result.names)
            message = f"a guard of {function.name} has the margin {{}}, {condition.text!r} has {{}}"
            findings.compare(margin, expected, guard.line, message)


def _is_discriminant(guard: Guard) -> bool:
    return isinstance(guard.value, ast.Name) and guard.value.id.rstrip("_").endswith(
        "_discriminant"
    )


def _condition_margin(subject: Subject, text: str, names: Point) -> Value:
    """Return by how much a condition in words holds."""
    groups = re.fullmatch(rf"the quadratic equation for (\w+) {REAL_ROOTS}", text)
    if groups and f"{groups[1]}_discriminant" in names:
        return names[f"{groups[1]}_discriminant"]
    groups = re.fullmatch(r"(\w+) is not 0", text)
    if groups and groups[1] in names:
        return names[groups[1]] ** 2
    for combination in subject.spec.identified:
        if not combination.name.isidentifier():
            text = text.replace(combination.name, identifier(combination.name))
    match parsed(text):
        case ast.Compare(left, [ast.Gt() | ast.GtE()], [right]):
            return KERNELS.value(left, names) - KERNELS.value(right, names)
        case ast.Compare(left, [ast.Lt() | ast.LtE()], [right]):
            return KERNELS.value(right, names) - KERNELS.value(left, names)
    raise NoValueError(f"SPEC has a condition that is no inequality: {text}")


def _check_constraints(subject: Subject, arguments: Sequence[Value]) -> None:
    """Check that the targets meet what SPEC asks of them, and that it asks for something."""
    names = (*subject.spec.targets, *subject.spec.needs)
    moved = [x * y for x, y in zip(arguments, itertools.cycle(_SHIFTS), strict=False)]
    for text in subject.spec.constraints:
        left, right = text.partition(" = ")[::2]
        if right != "0":
            raise NoValueError(f"SPEC has a constraint that is no equation: {text}")
        difference, shifted_difference = (
            KERNELS.value(parsed(left), dict(zip(names, at, strict=True)))
            for at in (arguments, moved)
        )
        message = f"SPEC states {text!r}, of which the left side is {{}} and not {{}}"
        subject.findings.compare(difference, Rational(0), 1, message)
        if sign(shifted_difference) == 0:
            subject.findings.add(1, f"SPEC states {text!r}, which says nothing")


CHECKS: Final = (
    check_moments,
    check_prior_means,
    check_coordinates,
    check_requirements,
    check_symmetries,
    check_solutions,
    check_at_k,
    check_conditions,
    check_borders,
)
"""Everything that is compared at each point."""
