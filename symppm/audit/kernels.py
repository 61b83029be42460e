"""Functions of a generated numba module at exact points, against the derivation of the model.

Each check is one function of a subject, a point and a generator of random numbers, listed in
:data:`CHECKS`; what a function needs of the module decides whether it has anything to do.
"""

from __future__ import annotations

import ast
import functools
import itertools
import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import sympy
from sympy import Rational

from symppm.audit.exact import (
    FUNCTIONS,
    KERNELS,
    NoValueError,
    Value,
    agree,
    divide,
    expression_value,
    power,
    shown,
    sign,
)
from symppm.audit.modules import Findings, Guard, Module, Run, run
from symppm.audit.reference import Point, Reference
from symppm.codegen.describe import domain_of, root_priors
from symppm.codegen.spec import REAL_ROOTS, ConditionSpec, ModelSpec, SymmetrySpec
from symppm.model.declaration import Declaration, Variable
from symppm.solve.invariants import identifier

_SHIFTS: Final = tuple(
    Rational(above, below)
    for above, below in ((17, 16), (12, 13), (15, 16), (24, 23), (30, 29), (36, 37), (42, 41))
)
_LESS_CORRELATED: Final = Rational(7, 9)
_SCALE: Final = Rational(51, 50)
_HALVINGS: Final = 16
_RAYS: Final = 4
_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
_CALLS: Final = re.compile(r"\b(sqrt|exp|log|cosh|sinh|gamma)\(")


@dataclass(frozen=True)
class Subject:
    """A module under audit, its specification, what it has to agree with, and what was found."""

    module: Module
    spec: ModelSpec
    reference: Reference
    findings: Findings

    @property
    def declaration(self) -> Declaration:
        """The model."""
        return self.reference.declaration

    def run(self, name: str, values: Iterable[Value]) -> Run:
        """Compute a function of the module."""
        function = self.module.functions[name]
        return run(function, dict(zip(function.arguments, values, strict=True)))

    def moments(self, at: Point) -> dict[str, Value]:
        """Return the targets at a point."""
        return self.reference.moments(self.spec.targets, at)

    def hyperparameters(self, at: Point) -> dict[str, Value]:
        """Leave out sizes and averages."""
        return {symbol.name: at[symbol.name] for symbol in self.declaration.hyperparameters}

    def coordinates(self, at: Point) -> dict[str, Value]:
        """Return what ``prior_means`` takes, at given hyperparameters, from the declaration."""
        outer = self.hyperparameters(at)
        if not self.spec.requirements:
            return outer
        return {
            name: outer[name] if name in outer else self._coordinate(name, at)
            for name in self.spec.priors_depend_on
        }

    @property
    def coordinates_exist(self) -> tuple[sympy.Expr, ...]:
        """What must be positive for the coordinates to exist, moments of the data aside."""
        outer = {symbol.name for symbol in self.declaration.hyperparameters}
        names = set(self.spec.priors_depend_on) - outer if self.spec.requirements else ()
        priors = {prior.name: prior for _, prior in map(self._moment_of_prior, names)}
        return tuple(
            condition
            for prior in priors.values()
            for condition in prior.family.raw_moment(2, prior.parameters).conditions
        )

    def _moment_of_prior(self, name: str) -> tuple[str, Variable]:
        kind, _, prior_name = name.partition("_")
        prior = self.declaration.by_name.get(prior_name.rstrip("_"))
        if prior is None or prior.observed or kind not in {"mean", "cv", "sd"}:
            raise NoValueError(f"SPEC has a coordinate {name}, which is no moment of a prior")
        return kind, prior

    def _coordinate(self, name: str, at: Point) -> Value:
        kind, prior = self._moment_of_prior(name)
        mean = prior_mean(prior, at)
        if kind == "mean":
            return mean
        variance = expression_value(prior.family.variance(prior.parameters), at, {})
        deviation = FUNCTIONS["sqrt"](variance)
        return deviation if kind == "sd" else divide(deviation, FUNCTIONS["abs"](mean))

    def compare_row(self, run: Run, values: Mapping[str, Value], message: str) -> None:
        """Compare what a function returns with values by their names, which go into ``message``."""
        function = run.function
        for cell, (name, value), given in zip(function.cells, values.items(), run.row, strict=True):
            self.findings.compare(
                given, value, function.line_of(cell), message.replace("NAME", name)
            )

    def refuses(self, run: Run, inputs: str) -> None:
        """Note that a function refuses what it must not refuse."""
        for guard in run.function.guards:
            if guard.number == run.status:
                self.findings.add(guard.line, f"{run.function.name} refuses {inputs}")
                return


def prior_mean(prior: Variable, at: Point) -> Value:
    """Return the mean of a prior by its family."""
    return expression_value(prior.family.mean(prior.parameters), at, {})


# What SPEC says of itself


def check_combinations(subject: Subject) -> None:
    """Check that names, exponents and anchored powers of combinations belong together."""
    for text in _combination_failures(subject.spec, subject.declaration):
        subject.findings.add(1, text)


def _combination_failures(spec: ModelSpec, declaration: Declaration) -> Iterator[str]:
    levels = [symmetry.anchor for symmetry in spec.symmetries if symmetry.shifts]
    names = [c.name for c in spec.identified]
    anchors = [symmetry.anchor for symmetry in spec.symmetries]
    for combination in spec.identified:
        if not _is_product(combination.name, combination.exponents, levels):
            yield f"SPEC has exponents {dict(combination.exponents)} for {combination.name}"
    if not set(spec.identified_at_k) <= set(names) or len(set(names)) < len(names):
        yield "SPEC has combinations at a given size that it does not identify"
    unknowns = {*spec.coordinates, *(size.name for size in declaration.sizes)}
    numeric = not spec.anchored and spec.route == "numeric"  # nothing is solved in combinations
    if not numeric and unknowns != set(spec.anchored):
        yield "SPEC anchors other names than those that solve is about"
    for combination in () if numeric else spec.identified:
        powers = dict.fromkeys(names, Rational(0))
        for name, exponent in combination.exponents.items():
            for key, anchored in spec.anchored.get(name, {}).items():
                if key not in powers:
                    raise NoValueError(f"SPEC anchors {name} by {key}, which is not identified")
                powers[key] += exponent * Rational(anchored)
        if powers != {name: Rational(name == combination.name) for name in names}:
            yield f"the anchored parameters in SPEC do not give {combination.name} back"
    moves = [
        [symmetry.weights.get(name, 0) + symmetry.shifts.get(name, 0) for name in anchors]
        for symmetry in spec.symmetries
    ]
    unit_anchors = numeric or all(spec.anchored.get(name) == {} for name in anchors)
    if sympy.Matrix(moves).det() == 0 or not unit_anchors:
        yield "SPEC has anchors that are not one in the anchored parameters"
    if not numeric and len(spec.identified) + len(anchors) != len(spec.anchored):
        yield "SPEC does not identify everything that its symmetries leave"


def _is_product(text: str, exponents: Mapping[str, int], levels: Sequence[str]) -> bool:
    """Tell whether a name is the product of powers that it stands for, at unlike primes.

    The anchors of levels, which are in the name only, are zero.
    """
    if not exponents or len(exponents) > len(_PRIMES):
        return False
    at = {name: Rational(prime) for name, prime in zip(exponents, _PRIMES, strict=False)}
    try:
        value = KERNELS.value(_parsed(text), at | dict.fromkeys(levels, sympy.S.Zero))
    except NoValueError:
        return False
    return agree(value, _product(at, exponents))


def _product(at: Point, exponents: Mapping[str, float]) -> Value:
    factors = (power(at[name], Rational(exponent)) for name, exponent in exponents.items())
    return math.prod(factors, start=sympy.S.One)


# Moments, and coordinates of priors


def check_moments(subject: Subject, point: Point, _: random.Random) -> None:
    """Compare ``moments`` with the derivation."""
    result = subject.run("moments", point.values())
    subject.compare_row(
        result, subject.moments(point), "moments gives NAME = {}, the derivation {}"
    )


def check_prior_means(subject: Subject, point: Point, _: random.Random) -> None:
    """Compare ``prior_means`` with the families of the priors."""
    result = subject.run("prior_means", subject.coordinates(point).values())
    means = {prior.name: prior_mean(prior, point) for prior in root_priors(subject.declaration)}
    subject.compare_row(result, means, "prior_means gives {} for NAME, its family {}")


def check_coordinates(subject: Subject, point: Point, _: random.Random) -> None:
    """Compare ``coordinates`` with moments of priors, and see that there is a way back."""
    if not subject.spec.requirements:
        return
    inner, outer = subject.coordinates(point), subject.hyperparameters(point)
    forward = subject.run("coordinates", outer.values())
    subject.compare_row(forward, inner, "coordinates gives NAME = {}, the prior's family {}")
    backward = subject.run("hyperparameters", inner.values())
    message = "hyperparameters gives NAME = {}, where coordinates came from {}"
    subject.compare_row(backward, outer, message)
    subject.refuses(backward, f"what {subject.spec.name} has")


def check_requirements(subject: Subject, point: Point, _: random.Random) -> None:
    """Compare the guards of ``hyperparameters`` with what families require, valid or not."""
    texts = subject.spec.requirements
    if not texts:
        return
    function, findings = subject.module.functions["hyperparameters"], subject.findings
    domains = map(domain_of, subject.declaration.hyperparameters)
    expected_guards = [
        *(("positive", "", number) for number in range(1, len(texts))),
        *((kind, cell, len(texts)) for kind, cell in zip(domains, function.cells, strict=True)),
    ]
    guards = [
        (g.kind, ast.unparse(g.value) if g.number == len(texts) else "", g.number)
        for g in function.guards
    ]
    if guards != expected_guards:
        findings.add(function.line, "hyperparameters does not guard what SPEC says")
        return
    inner = subject.coordinates(point)
    result = subject.run("hyperparameters", inner.values())
    required = _required(subject, inner)
    values = dict(zip(subject.hyperparameters(point), result.row, strict=True))
    for guard, text, margin in zip(function.guards, texts[:-1], result.margins, strict=False):
        name, kind = text.partition(" is ")[::2]
        if name in values and kind in {"positive", "negative"}:
            expected = values[name] if kind == "positive" else -values[name]
        elif required and required[0][0] == text:
            expected = required.pop(0)[1]
        else:
            findings.add(guard.line, f"no prior requires what SPEC says: {text}")
            continue
        if margin is not None:
            message = f"a guard of hyperparameters has the margin {{}}, {text!r} has {{}}"
            findings.compare(margin, expected, guard.line, message)
    if required:
        findings.add(function.line, f"hyperparameters does not require this: {required[0][0]}")


def _required(subject: Subject, inner: Point) -> list[tuple[str, Value]]:
    """Return what the families of the priors that have coordinates require, with its margin."""
    requirements = []
    for prior in root_priors(subject.declaration):
        signs = {"real": True} if prior.label.is_positive is None else {"positive": True}
        names = [
            next((name for name in inner if name.rstrip("_") == f"{kind}_{prior.name}"), None)
            for kind in ("mean", "cv")
        ]
        if None not in names:
            center = sympy.Symbol(names[0], **signs)
            spread = sympy.Symbol(names[1], positive=True)
            requirements += [
                (requirement.text, expression_value(requirement.positive, inner, {}))
                for requirement in prior.family.requirements(center, (spread * center) ** 2)
            ]
    return requirements


# Symmetries


def check_symmetries(subject: Subject, point: Point, _: random.Random) -> None:
    """See that no moment shows what SPEC calls free, and that prior means move as it says."""
    for symmetry in subject.spec.symmetries:
        _check_symmetry(subject, symmetry, point)


def _check_symmetry(subject: Subject, symmetry: SymmetrySpec, at: Point) -> None:
    findings, spec = subject.findings, subject.spec
    sizes = {axis.size.name: at[axis.size.name] for axis in subject.declaration.latent_axes}
    inner = subject.coordinates(at)
    moved = {**inner, **sizes}
    log = FUNCTIONS["log"](_SCALE)
    for moves, verb in ((symmetry.shifts, "shifts"), (symmetry.weights, "moves")):
        for name, weight in moves.items():
            if name not in moved or not weight:
                raise NoValueError(
                    f"SPEC has a symmetry that {verb} {name}, which is no coordinate or size"
                )
            if verb == "shifts":
                moved[name] += log * Rational(weight)
            else:
                moved[name] *= power(_SCALE, Rational(weight))
    arguments = [[values[name] for name in inner] for values in (inner, moved)]
    outer = moved
    if spec.requirements:
        row = subject.run("hyperparameters", arguments[1]).row
        outer = dict(zip(subject.hyperparameters(at), row, strict=True))
        outer |= {name: moved[name] for name in sizes}
    before, after = subject.moments(at), subject.moments({**at, **outer})
    for name, value in after.items():
        message = (
            f"the symmetry in SPEC that {symmetry.anchor} anchors changes {name} to {{}} from {{}}"
        )
        findings.compare(value, before[name], 1, message)
    shifted = set(spec.priors) if symmetry.shifts else set()
    if (set(symmetry.prior_degrees), set(symmetry.prior_shifts)) != (set(spec.priors), shifted):
        findings.add(1, "SPEC does not say how a symmetry moves every prior")
        return
    means = [subject.run("prior_means", values).row for values in arguments]
    for name, mean, moved_mean in zip(spec.priors, *means, strict=True):
        expected = mean * power(_SCALE, Rational(symmetry.prior_degrees[name]))
        expected += log * Rational(symmetry.prior_shifts.get(name, 0))
        message = f"a symmetry in SPEC takes the mean of {name} to {{}}, its degree says {{}}"
        findings.compare(moved_mean, expected, 1, message)


# Solutions


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
    return {c.name: _product(values, c.exponents) for c in subject.spec.identified}


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
            name: _product(solved, powers) for name, powers in subject.spec.anchored.items()
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
        name: _product(solved, powers)
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
    match _parsed(text):
        case ast.Compare(left, [ast.Gt() | ast.GtE()], [right]):
            return KERNELS.value(left, names) - KERNELS.value(right, names)
        case ast.Compare(left, [ast.Lt() | ast.LtE()], [right]):
            return KERNELS.value(right, names) - KERNELS.value(left, names)
    raise NoValueError(f"SPEC has a condition that is no inequality: {text}")


def _parsed(text: str) -> ast.expr:
    """Parse a formula as SymPy prints it."""
    try:
        written = re.sub(r"\bpi\b", "math.pi", _CALLS.sub(r"math.\1(", text))
        return ast.parse(written, mode="eval").body
    except SyntaxError as error:
        raise NoValueError(f"SPEC has a formula that cannot be read: {text}") from error


def _check_constraints(subject: Subject, arguments: Sequence[Value]) -> None:
    """Check that the targets meet what SPEC asks of them, and that it asks for something."""
    names = (*subject.spec.targets, *subject.spec.needs)
    moved = [x * y for x, y in zip(arguments, itertools.cycle(_SHIFTS), strict=False)]
    for text in subject.spec.constraints:
        left, right = text.partition(" = ")[::2]
        if right != "0":
            raise NoValueError(f"SPEC has a constraint that is no equation: {text}")
        difference, shifted_difference = (
            KERNELS.value(_parsed(left), dict(zip(names, at, strict=True)))
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
