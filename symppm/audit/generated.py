"""Generated code against the derivation: hashes, the specification, and every function, exactly.

The module is never imported and nothing of it is run: it is read, and its arithmetic is done over
rationals and roots (:mod:`symppm.audit.exact_code`). What is covered, and how:

* the banner: every hash in it, and its wording, from the text below it;
* imports and layout: only what the generator writes is let through;
* SPEC: everything that follows from the declaration, the moments or the solutions;
* ``moments``, ``prior_means``, ``coordinates`` and ``hyperparameters``: their values at rational
  points against the derivation's results and the priors' families;
* ``solve`` and its branches, ``solve_at_k``: from the derivation's moments back to where they came
  from; guards against the conditions that SPEC states.

Only the hash of the body stands for comments, docstrings, blanks, and the words of SPEC (titles and
meanings). The generator's own hash stands for :mod:`symppm.codegen.special`. Rounding in double
precision is no subject of the audit. Torch modules: :mod:`symppm.audit.generated_torch`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from symppm.audit.check import Check, judged
from symppm.audit.exact_code import NoValueError
from symppm.audit.exact_numbers import AGREED, Number
from symppm.audit.generated_banner import banner_failures
from symppm.audit.generated_module import StructureError, read_module
from symppm.audit.generated_moments import (
    Subject,
    check_moments,
    check_requirements,
    expected_arguments,
)
from symppm.audit.generated_results import record_of
from symppm.audit.generated_run import Findings
from symppm.audit.generated_solutions import check_conditions, check_solutions
from symppm.audit.generated_spec import read_spec, spec_failures
from symppm.audit.generated_symmetries import check_combinations, check_symmetries
from symppm.audit.generated_torch import torch_findings
from symppm.codegen.files import digest
from symppm.codegen.spec import ModelSpec
from symppm.laws.derivation import Derivation
from symppm.laws.records import declaration_tree

_POINTS: Final = 3
_SEED: Final = "points of the audit"


def check_generated(
    source: str,
    record_text: str,
    derivations: tuple[Derivation, ...],
    label: str,
    torch: str | None = None,
) -> Check:
    """Check that the generated modules of a model agree with its derivation."""
    found = {label: _findings(source, record_text, derivations)}
    if torch is not None:
        found[f"torch/{label}"] = torch_findings(torch, derivations)
    failures = tuple(
        f"{file}, line {line}: {text}"
        for file, findings in found.items()
        for line, text in findings.failures
    )
    return judged("generated", _summary(tuple(found.values())), failures)


def _findings(source: str, record_text: str, derivations: tuple[Derivation, ...]) -> Findings:
    findings = Findings()
    try:
        module = read_module(source)
        spec = read_spec(module.specification)
    except StructureError as error:
        findings.add(error.line, str(error))
        return findings
    made_from = {
        "model": digest(repr(declaration_tree(derivations[0].declaration))),
        "record": digest(record_text),
    }
    title = f"{spec.name}: {spec.title}."
    findings.failures += banner_failures(source, module.banner, title, made_from)
    try:
        _check_against_derivations(Subject(module, spec, record_of(derivations), findings))
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _summary(found: Sequence[Findings]) -> str:
    exact, rounded = sum(each.exact for each in found), sum(each.rounded for each in found)
    parts = []
    if exact:
        parts.append(f"{exact} values exact")
    if rounded:
        parts.append(f"{rounded} to {AGREED} digits")
    return ", ".join(parts) or "nothing compared"


def _check_against_derivations(subject: Subject) -> None:
    module, spec, record = subject.module, subject.spec, subject.results
    failed = [(1, text) for text in spec_failures(spec, record.declaration, record.exposures())]
    failed += _signature_failures(subject)
    if failed:
        subject.findings.failures += failed
        return
    check_combinations(subject)
    generator = random.Random(_SEED)  # noqa: S311 - points, not secrets
    for _ in range(_POINTS):
        point = record.point(generator)
        moments = check_moments(subject, point)
        check_requirements(subject, point)
        check_symmetries(subject, point)
        if module.functions_like("solve"):
            check_solutions(subject, point, moments)
            given = [point[name] for name in spec.needs]
            check_conditions(subject, [moments[name].value for name in spec.targets], given)
            check_conditions(subject, _any_targets(spec, generator), given)
    for function in module.functions_like(r"solve(_\d)?"):
        if function.name not in subject.findings.computed:
            what = f"{function.name} has no value at any point that was tried"
            subject.findings.add(function.line, what)


def _any_targets(spec: ModelSpec, generator: random.Random) -> list[Number]:
    """Return positive targets that need not be feasible."""
    return [
        Number(Fraction(generator.randint(3, 40), generator.randint(41, 60)))
        * Number(Fraction(1 if name.startswith("rho_") else 20))
        for name in spec.targets
    ]


def _signature_failures(subject: Subject) -> list[tuple[int, str]]:
    """Compare which functions there are, what they take and how much they return."""
    spec, functions = subject.spec, subject.module.functions
    due = expected_arguments(spec, subject.results)
    counts = {
        "prior_means": len(spec.priors),
        "hyperparameters": len(subject.results.declaration.hyperparameters),
        "coordinates": len(spec.priors_depend_on),
        "moments": len(spec.targets),
        "solve_at_k": len(spec.identified_at_k),
    }
    failures = []
    if set(functions) != set(due):
        for name in sorted(set(functions) ^ set(due)):
            line = functions[name].line if name in functions else 1
            missing = "SPEC asks for no" if name in functions else "there is no"
            failures.append((line, f"{missing} function {name}"))
        return failures
    for name, function in functions.items():
        if function.arguments != due[name]:
            failures.append((function.line, f"{name} does not take {', '.join(due[name])}"))
        if len(function.rows[0]) != counts.get(name, len(spec.identified)):
            failures.append((function.line, f"{name} returns another number of values"))
    return failures
