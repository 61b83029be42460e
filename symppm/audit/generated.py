"""Generated code against the derivation: hashes, the specification, and every function, exactly.

A module is never imported and nothing of it is run: it is read, and its arithmetic is done over
rationals (:mod:`symppm.audit.exact`). What is covered, and how:

* the banner: every hash in it, and its wording, from the text below it;
* imports and layout: only what the generator writes is let through;
* SPEC: everything that follows from the declaration, the moments or the solutions;
* every function, at rational points: :data:`symppm.audit.solutions.CHECKS`.

Only the hash of the body stands for comments, docstrings, blanks, and the words of SPEC (titles and
meanings); in a folder of a user's own, a comparison with what is written today does. The
generator's own hash stands for :mod:`symppm.codegen.special`. Rounding in double precision is no
subject of the audit. Torch modules: :mod:`symppm.audit.torch_modules`.
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
import sympy

from symppm.audit.checks import Check, judged
from symppm.audit.exact import AGREED, NoValueError
from symppm.audit.kernels import check_combinations
from symppm.audit.modules import Findings, Module, no_part, read_module
from symppm.audit.reference import Reference, parameters, reference_of
from symppm.audit.solutions import CHECKS
from symppm.audit.subject import Subject
from symppm.audit.torch_modules import torch_findings
from symppm.codegen.describe import root_priors
from symppm.codegen.files import (
    HASHES,
    PINNED_SYMPY,
    SHOWN,
    digest,
    generator_hash,
    module_text,
    stated_hashes,
)
from symppm.codegen.printer import local_name
from symppm.codegen.spec import ExposureSpec, ModelSpec, specification, specification_text
from symppm.laws.declared import declaration_tree
from symppm.laws.derivation import Derivation
from symppm.solve.targets import default_targets

_POINTS: Final = 3
_SEED: Final = "points of the audit"
_REGENERATE: Final = "python tools/regenerate.py"
_COMMAND: Final = re.compile(r"(?<=, then run )symppm generate [\w./:-]+$", re.MULTILINE)
"""What a module of a user's own model says in place of the command that writes the catalogue."""


def check_generated(
    source: str,
    record_text: str,
    derivations: tuple[Derivation, ...],
    label: str,
    torch: str | None = None,
) -> Check:
    """Check that the generated modules of a model agree with its derivation."""
    findings_by_file = {label: _findings(source, record_text, derivations)}
    if torch is not None:
        findings_by_file[f"torch/{label}"] = torch_findings(torch, derivations)
    failures = (
        f"{file}, line {line}: {text}"
        for file, findings in findings_by_file.items()
        for line, text in findings.failures
    )
    return judged("generated", _summary(tuple(findings_by_file.values())), failures)


def is_written_today(source: str) -> bool:
    """Tell whether a module says that it was written by this version of the generator."""
    return stated_hashes(source).get("generator") == generator_hash()[:SHOWN]


def first_difference(text: str, expected: str) -> int | None:
    """Return the first line where a file differs from what is written, but for the command."""
    command = re.compile(r"symppm generate [\w./:-]+")
    pairs = itertools.zip_longest(text.splitlines(), expected.splitlines())
    for number, (line, other) in enumerate(pairs, 1):
        same = line == other or (
            line is not None and command.sub(_REGENERATE, line, count=1) == other
        )
        if not same:
            return number
    return None


def _findings(source: str, record_text: str, derivations: tuple[Derivation, ...]) -> Findings:
    findings = Findings()
    declaration = derivations[0].declaration
    try:
        module = read_module(source)
        spec = _specification(module.specification)
        made_from = {
            "model": digest(repr(declaration_tree(declaration))),
            "record": digest(record_text),
        }
        _check_banner(findings, source, module, f"{spec.name}: {spec.title}.", made_from)
        _check_against_derivations(Subject(module, spec, reference_of(derivations), findings))
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _summary(findings: Sequence[Findings]) -> str:
    """Say how much was compared, and how closely."""
    exact, rounded = sum(f.exact for f in findings), sum(f.rounded for f in findings)
    texts = [f"{exact} values exact"] if exact else []
    texts += [f"{rounded} to {AGREED} digits"] if rounded else []
    return ", ".join(texts) or "nothing compared"


def _check_banner(
    findings: Findings, source: str, module: Module, title: str, made_from: Mapping[str, str]
) -> None:
    """Compare a banner with what stands below it and with what the module was made from."""
    stated = stated_hashes(module.banner)
    below = source.partition('"""\n\n')[2]
    # What ships is written with one SymPy, and may be audited with another.
    generators = (generator_hash(), generator_hash(PINNED_SYMPY))
    shown = stated.get("generator")
    generator = next((h for h in generators if h[:SHOWN] == shown), generators[0])
    expected = {**made_from, "generator": generator, "body": digest(below)}
    wrong = [name for name, value in expected.items() if stated.get(name) != value[:SHOWN]]
    lines = enumerate(source.splitlines(), 1)
    line = next((n for n, text in lines if text.startswith(HASHES)), 1)
    for name in wrong:
        message = f"the banner has another hash of the {name} than what is there"
        if name == "generator":
            message = (
                "it was written by another version of the generator; "
                "write it anew, as its banner says"
            )
        findings.add(line, message)
    usual = _COMMAND.sub(_REGENERATE, source, count=1)
    if not wrong and module_text(title, below, made_from, generator) != usual:
        findings.add(1, "the banner is not what the generator writes")


def _specification(node: ast.expr) -> ModelSpec:
    """Read a specification, which has to be written as the generator writes it."""
    match node:
        case ast.Call(ast.Name("specification"), [ast.Constant(str() as text)], []):
            try:
                spec = specification(text)
            except (msgspec.MsgspecError, RecursionError) as error:
                raise no_part(node, f"SPEC cannot be read: {error}") from error
            if specification_text(spec) == text.strip("\n"):
                return spec
    raise no_part(node, "SPEC is not written as the generator writes it")


def _check_against_derivations(subject: Subject) -> None:
    failures = [(1, text) for text in _spec_failures(subject.spec, subject.reference)]
    failures += _signature_failures(subject)
    subject.findings.failures += failures
    if failures:
        return
    check_combinations(subject)
    generator = random.Random(_SEED)  # noqa: S311 - points, not secrets
    reference = subject.reference
    conditions = (*reference.conditions, *subject.coordinates_exist)
    points = dataclasses.replace(reference, conditions=conditions)
    for _ in range(_POINTS):
        point = points.point(generator)
        for check in CHECKS:
            check(subject, point, generator)
    for function in subject.module.solvers():
        if function.name not in subject.findings.computed:
            message = f"{function.name} has no value at any point that was tried"
            subject.findings.add(function.line, message)


def _spec_failures(spec: ModelSpec, reference: Reference) -> Iterator[str]:
    """Compare what follows from the declaration alone."""
    declaration = reference.declaration
    observed = declaration.observed
    support = observed.family.support_of(observed.parameters)
    bound = observed.family.upper_bound(observed.parameters)
    dims = {array.name: array.dims for array in declaration.known}
    levels = tuple(name for name in ("mean", "variance") if name in spec.targets)
    shared = [name for name in spec.targets if name.startswith("rho_")]
    held_at_k = (*levels, *map("/".join, itertools.pairwise(shared)))
    if higher := [name for name in spec.targets if name.startswith(("cycle", "cumulant_"))]:
        held_at_k = tuple(name for name in spec.targets if name != higher[-1])
    expected = {
        "name": declaration.name,
        "targets": default_targets(declaration),
        "axes": observed.dims,
        "observed_is_count": support.integral and support.sign != "real",
        "observed_sign": support.sign,
        "observed_at_most": bound.name if isinstance(bound, sympy.Symbol) else "",
        "priors": tuple(variable.name for variable in root_priors(declaration)),
        "exposures": tuple(ExposureSpec(name, n, dims[name]) for name, n in reference.exposures),
        "held_at_k": held_at_k if spec.identified_at_k else (),
        "route": "closed form" if spec.branches else "numeric",
    }
    for field, derived in expected.items():
        stated = getattr(spec, field)
        if stated != derived:
            yield f"{field} of SPEC is {stated!r}, the derivation's model has {derived!r}"
    derived_parameters = tuple(parameters(declaration))
    stated_parameters = tuple(dataclasses.replace(p, meaning="") for p in spec.parameters)
    for stated, derived in itertools.zip_longest(stated_parameters, derived_parameters):
        if stated != derived:
            yield f"SPEC has the parameter {stated}, the derivation's model {derived}"
    names = {p.name for p in derived_parameters}
    if len(set(spec.needs)) < len(spec.needs) or not set(spec.needs) <= names:
        yield f"needs of SPEC are {spec.needs}, which are not all parameters"
    of_data = tuple(p.name for p in derived_parameters if p.of_data)
    if of_data and spec.needs[-len(of_data) :] != of_data:
        yield f"needs of SPEC are {spec.needs}, which do not end in {', '.join(of_data)}"
    if spec.branches:
        at = reference.point(random.Random(_SEED))  # noqa: S311 - as above
        nonzero = sum(value != 0 for value in reference.moments(spec.targets, at).values())
        if len(spec.identified) + len(spec.constraints) != nonzero:
            yield "SPEC has as many targets neither as unknowns nor as these and constraints"


def _signature_failures(subject: Subject) -> Iterator[tuple[int, str]]:
    """Compare which functions there are, what they take and how much they return."""
    spec, functions, declaration = subject.spec, subject.module.functions, subject.declaration
    targets = (*spec.targets, *spec.needs)
    sizes = tuple(size.name for size in declaration.sizes)
    outer = tuple(symbol.name for symbol in declaration.hyperparameters)
    names = tuple(p.name for p in parameters(declaration))
    expected = {
        "prior_means": (spec.priors_depend_on, len(spec.priors)),
        "moments": (names, len(spec.targets)),
    }
    if spec.requirements:
        expected["hyperparameters"] = (spec.priors_depend_on, len(outer))
        expected["coordinates"] = (outer, len(spec.priors_depend_on))
    for number in range(1, spec.branches + 1):
        expected["solve" if number == 1 else f"solve_{number}"] = (targets, len(spec.identified))
    if spec.identified_at_k:
        expected["solve_at_k"] = ((*sizes, *targets), len(spec.identified_at_k))
    for name in sorted(set(functions) ^ set(expected)):
        line = functions[name].line if name in functions else 1
        yield line, f"{'SPEC asks for' if name in functions else 'there is'} no function {name}"
    for name in sorted(functions.keys() & expected.keys()):
        function, (arguments, count) = functions[name], expected[name]
        local_names = tuple(map(local_name, arguments))
        if function.arguments != local_names:
            yield function.line, f"{name} does not take {', '.join(local_names)}"
        if len(function.cells) != count:
            yield function.line, f"{name} returns another number of values"
