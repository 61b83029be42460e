"""Scales, levels and combinations in a generated specification, against the derivation."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

import sympy

from symppm.audit.exact_code import NoValueError, source_value
from symppm.audit.exact_duals import Dual, apply, constant
from symppm.audit.exact_numbers import Number
from symppm.audit.generated_module import expression
from symppm.audit.generated_moments import Subject
from symppm.audit.generated_run import run
from symppm.codegen.spec import IdentifiedSpec, SymmetrySpec

_SCALE: Final = Fraction(51, 50)
_BASES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


def check_combinations(subject: Subject) -> None:
    """Check that names, exponents and anchored powers of combinations belong together."""
    spec, findings = subject.spec, subject.findings
    levels = [each.anchor for each in spec.symmetries if each.shifts]
    for each in spec.identified:
        if not _is_product(each, levels):
            findings.add(1, f"SPEC has exponents {dict(each.exponents)} for {each.name}")
    names = [each.name for each in spec.identified]
    if not set(spec.identified_at_k) <= set(names) or len(set(names)) < len(names):
        findings.add(1, "SPEC has combinations at a given size that it does not identify")
    sizes = {size.name for size in subject.results.declaration.sizes}
    if set(spec.coordinates) | sizes != set(spec.anchored):
        findings.add(1, "SPEC anchors other names than those that solve is about")
    for each in spec.identified:
        powers = dict.fromkeys(names, Fraction(0))
        for name, exponent in each.exponents.items():
            for key, power in spec.anchored.get(name, {}).items():
                if key not in powers:
                    raise NoValueError(f"SPEC anchors {name} by {key}, which is not identified")
                powers[key] += exponent * Fraction(power)
        if powers != {name: Fraction(name == each.name) for name in names}:
            findings.add(1, f"the anchored parameters in SPEC do not give {each.name} back")
    anchors = [each.anchor for each in spec.symmetries]
    moves = [
        [each.weights.get(name, 0) + each.shifts.get(name, 0) for name in anchors]
        for each in spec.symmetries
    ]
    if sympy.Matrix(moves).det() == 0 or any(spec.anchored.get(name) != {} for name in anchors):
        findings.add(1, "SPEC has anchors that are not one in the anchored parameters")
    if len(spec.identified) + len(anchors) != len(spec.anchored):
        findings.add(1, "SPEC does not identify everything that its symmetries leave")
    _check_condition_words(subject)


def _is_product(each: IdentifiedSpec, levels: Sequence[str]) -> bool:
    """Tell whether a name is the product of powers that it stands for, at unlike primes.

    The anchors of levels, which are in the name only, are zero.
    """
    if not each.exponents or len(each.exponents) > len(_BASES):
        return False
    bases = {name: constant(base) for name, base in zip(each.exponents, _BASES, strict=False)}
    try:
        named = re.sub(r"\bexp\(", "math.exp(", each.name)
        given = source_value(expression(named), bases | dict.fromkeys(levels, constant(0)))
    except (NoValueError, SyntaxError):
        return False
    due = constant(1)
    for name, power in each.exponents.items():
        due *= bases[name] ** constant(power)
    return given.value.agrees(due.value)


def _check_condition_words(subject: Subject) -> None:
    spec = subject.spec
    for each in (*spec.conditions, *spec.conditions_at_k):
        try:
            read = ast.walk(ast.parse(each.text))
        except SyntaxError:
            read = iter(())
        names = {node.id for node in read if isinstance(node, ast.Name)} or set(each.text.split())
        due = tuple(sorted(names & {*spec.targets}))
        if each.targets != due:
            subject.findings.add(1, f"SPEC says {each.text!r} is about {each.targets}, not {due}")
        if each.kind != _kind(due):
            subject.findings.add(1, f"SPEC says {each.text!r} is of the kind {each.kind}")


def _kind(targets: tuple[str, ...]) -> str:
    """Return what a condition is about, by the targets in it."""
    correlations = [name for name in targets if name.startswith("rho_")]
    others = [name for name in targets if name not in correlations]
    if others == ["mean", "variance"]:
        return "interaction" if correlations else "overdispersion"
    if correlations and not others:
        return "correlation" if len(correlations) == 1 else "correlation_sum"
    return "mean" if targets == ("mean",) else "other"


def check_symmetries(subject: Subject, point: Mapping[str, Number]) -> None:
    """Check that no moment sees the scales that SPEC calls free."""
    at = {name: Dual(value) for name, value in point.items()}
    for symmetry in subject.spec.symmetries:
        _check_symmetry(subject, symmetry, at)


def _check_symmetry(subject: Subject, symmetry: SymmetrySpec, at: Mapping[str, Dual]) -> None:
    functions, findings = subject.module.functions, subject.findings
    inner = subject.coordinates(at)
    moved = dict(inner)
    log = apply("log", constant(_SCALE))
    for name, weight in symmetry.shifts.items():
        if name not in moved or not weight:
            raise NoValueError(f"SPEC has a symmetry that shifts {name}, which is no coordinate")
        moved[name] += log * constant(weight)
    for name, weight in symmetry.weights.items():
        if name not in moved or not weight:
            raise NoValueError(f"SPEC has a symmetry that moves {name}, which is no coordinate")
        moved[name] *= constant(_SCALE) ** constant(weight)
    outer = moved
    if subject.spec.requirements:
        function = functions["hyperparameters"]
        row = run(function, tuple(moved.values()), subject.domains).row
        outer = dict(zip(subject.hyperparameters(at), row, strict=True))
    before = subject.results.moments(subject.spec.targets, at)
    after = subject.results.moments(subject.spec.targets, {**at, **outer})
    for name, value in after.items():
        what = (
            f"the symmetry in SPEC that {symmetry.anchor} anchors changes {name} to {{}} from {{}}"
        )
        findings.compare(value.value, before[name].value, 1, what)
    shifted = set(subject.spec.priors) if symmetry.shifts else set()
    if set(symmetry.prior_degrees) != set(subject.spec.priors) or shifted != set(
        symmetry.prior_shifts
    ):
        findings.add(1, "SPEC does not say how a symmetry moves every prior")
        return
    means = [run(functions["prior_means"], tuple(each.values())).row for each in (inner, moved)]
    for name, one, two in zip(subject.spec.priors, *means, strict=True):
        due = one * constant(_SCALE) ** constant(symmetry.prior_degrees[name])
        due += log * constant(symmetry.prior_shifts.get(name, 0))
        what = f"a symmetry in SPEC takes the mean of {name} to {{}}, its degree says {{}}"
        findings.compare(two.value, due.value, 1, what)
