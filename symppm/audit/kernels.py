"""Functions of a generated numba module at exact points, against the derivation of the model.

Each check is one function of a subject, a point and a generator of random numbers, listed in
:data:`symppm.audit.solutions.CHECKS`; what it needs of the module decides if it has anything to do.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import sympy
from sympy import Rational

from symppm.audit.exact import (
    FUNCTIONS,
    KERNELS,
    NoValueError,
    Value,
    agree,
    expression_value,
    power,
)
from symppm.audit.reference import Point
from symppm.audit.subject import Subject, parsed, prior_mean, product_of
from symppm.codegen.describe import domain_of, root_priors
from symppm.codegen.spec import ModelSpec, SymmetrySpec
from symppm.model.declaration import Declaration

_SCALE: Final = Rational(51, 50)
_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


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
        value = KERNELS.value(parsed(text), at | dict.fromkeys(levels, sympy.S.Zero))
    except NoValueError:
        return False
    return agree(value, product_of(at, exponents))


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
