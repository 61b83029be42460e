"""Moments in a generated module and the way to them, against the derivation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy

from symppm.audit.exact_code import NoValueError, expression_value
from symppm.audit.exact_duals import Dual, apply
from symppm.audit.exact_numbers import Number
from symppm.audit.generated_module import Module
from symppm.audit.generated_results import Results
from symppm.audit.generated_run import Findings, domain_guard, run
from symppm.audit.generated_spec import domain, roots
from symppm.codegen.printer import local_name
from symppm.codegen.spec import ModelSpec
from symppm.model.declaration import Variable


@dataclass(frozen=True)
class Subject:
    """A module under audit.

    Attributes
    ----------
    module : Module
        As read.
    spec : ModelSpec
        Its specification.
    results : Results
        What it has to agree with.
    findings : Findings
        Where everything is noted.
    """

    module: Module
    spec: ModelSpec
    results: Results
    findings: Findings

    @cached_property
    def domains(self) -> tuple[str, ...]:
        """Where each hyperparameter may lie."""
        return tuple(map(domain, self.results.declaration.hyperparameters))

    def hyperparameters(self, at: Mapping[str, Dual]) -> dict[str, Dual]:
        """Leave out sizes and averages."""
        return {each.name: at[each.name] for each in self.results.declaration.hyperparameters}

    def coordinates(self, at: Mapping[str, Dual]) -> dict[str, Dual]:
        """Return what ``prior_means`` takes, at given hyperparameters, from the declaration."""
        if not self.spec.requirements:
            return self.hyperparameters(at)
        found = {}
        for name in self.spec.priors_depend_on:
            if name in self.hyperparameters(at):
                found[name] = at[name]
                continue
            kind, _, rest = name.partition("_")
            prior = self.results.declaration.by_name.get(rest.rstrip("_"))
            if prior is None or prior.observed or kind not in {"mean", "cv"}:
                raise NoValueError(f"SPEC has a coordinate {name}, which is no moment of a prior")
            found[name] = self.prior_moment(prior, kind, at)
        return found

    def prior_moment(self, prior: Variable, kind: str, at: Mapping[str, Dual]) -> Dual:
        """Return the mean of a prior, or its standard deviation over the size of its mean."""
        mean = expression_value(prior.family.mean(prior.parameters), at, {})
        if kind == "mean":
            return mean
        variance = expression_value(prior.family.variance(prior.parameters), at, {})
        return apply("sqrt", variance) / apply("abs", mean)


def check_moments(subject: Subject, point: Mapping[str, Number]) -> dict[str, Dual]:
    """Compare ``moments`` with the derivation, coordinates with the priors."""
    module, findings = subject.module, subject.findings
    at = {name: Dual(value) for name, value in point.items()}
    due = subject.results.moments(subject.spec.targets, at)
    function = module.functions["moments"]
    for cell, name, given in zip(
        function.rows[0], due, run(function, tuple(at.values())).row, strict=True
    ):
        what = f"moments gives {name} = {{}}, the derivation {{}}"
        findings.compare(given.value, due[name].value, function.line_of(cell), what)
    _check_coordinates(subject, at)
    return due


def _check_coordinates(subject: Subject, at: Mapping[str, Dual]) -> None:
    functions, findings = subject.module.functions, subject.findings
    inner = subject.coordinates(at)
    outer = subject.hyperparameters(at)
    function = functions["prior_means"]
    returned = run(function, tuple(inner.values())).row
    for cell, prior, given in zip(
        function.rows[0], roots(subject.results.declaration), returned, strict=True
    ):
        due = subject.prior_moment(prior, "mean", at)
        what = f"prior_means gives {{}} for {prior.name}, its family {{}}"
        findings.compare(given.value, due.value, function.line_of(cell), what)
    if not subject.spec.requirements:
        return
    function = functions["coordinates"]
    for cell, name, given in zip(
        function.rows[0], inner, run(function, tuple(outer.values())).row, strict=True
    ):
        what = f"coordinates gives {name} = {{}}, the prior's family {{}}"
        findings.compare(given.value, inner[name].value, function.line_of(cell), what)
    function = functions["hyperparameters"]
    back = run(function, tuple(inner.values()), subject.domains)
    for cell, name, given in zip(function.rows[0], outer, back.row, strict=True):
        what = f"hyperparameters gives {name} = {{}}, where coordinates came from {{}}"
        findings.compare(given.value, outer[name].value, function.line_of(cell), what)
    if back.status:
        line = function.guards[back.status - 1].line
        findings.add(line, f"hyperparameters refuses what {subject.spec.name} has")


def check_requirements(subject: Subject, point: Mapping[str, Number]) -> None:
    """Compare the guards of ``hyperparameters`` with what the families require, valid or not."""
    texts = subject.spec.requirements
    if not texts:
        return
    function, findings = subject.module.functions["hyperparameters"], subject.findings
    if len(function.guards) != len(texts) or not domain_guard(function, subject.domains):
        findings.add(function.line, "hyperparameters does not guard what SPEC says")
        return
    inner = subject.coordinates({name: Dual(value) for name, value in point.items()})
    done = run(function, tuple(inner.values()), subject.domains)
    listed = list(_required(subject, inner))
    values = dict(zip(subject.hyperparameters(_duals(point)), done.row, strict=True))
    for guard, text, margin in zip(function.guards, texts, done.margins, strict=False):
        name, _, sign = text.partition(" is ")
        if name in values and sign in {"positive", "negative"}:
            due = values[name] if sign == "positive" else -values[name]
        elif listed and listed[0][0] == text:
            due = listed.pop(0)[1]
        else:
            findings.add(guard.line, f"no prior requires what SPEC says: {text}")
            continue
        what = f"a guard of hyperparameters has the margin {{}}, {text!r} has {{}}"
        if margin is not None:
            findings.compare(margin.value, due.value, guard.line, what)
    if listed:
        findings.add(function.line, f"hyperparameters does not require this: {listed[0][0]}")


def _duals(point: Mapping[str, Number]) -> dict[str, Dual]:
    return {name: Dual(value) for name, value in point.items()}


def _required(subject: Subject, inner: Mapping[str, Dual]) -> Sequence[tuple[str, Dual]]:
    """Return what the families of the priors that have coordinates require, with its margin."""
    found = []
    for prior in roots(subject.results.declaration):
        signs = {"real": True} if prior.label.is_positive is None else {"positive": True}
        names = [name for name in inner if name.rstrip("_") == f"mean_{prior.name}"]
        spreads = [name for name in inner if name.rstrip("_") == f"cv_{prior.name}"]
        if not names or not spreads:
            continue
        center = sympy.Symbol(names[0], **signs)
        spread = sympy.Symbol(spreads[0], positive=True)
        found += [
            (each.text, expression_value(each.positive, inner, {}))
            for each in prior.family.requirements(center, (spread * center) ** 2)
        ]
    return found


def expected_arguments(spec: ModelSpec, record: Results) -> dict[str, tuple[str, ...]]:
    """Return what each function of a module has to take, by the function's name."""
    parameters = record.names
    targets = (*spec.targets, *spec.needs)
    sizes = tuple(size.name for size in record.declaration.sizes)
    hyperparameters = tuple(symbol.name for symbol in record.declaration.hyperparameters)
    found = {
        "prior_means": spec.priors_depend_on,
        "moments": parameters,
    }
    if spec.requirements:
        found |= {"hyperparameters": spec.priors_depend_on, "coordinates": hyperparameters}
    for number in range(1, spec.branches + 1):
        name = "solve" if number == 1 else f"solve_{number}"
        found[name] = targets
    if spec.identified_at_k:
        found["solve_at_k"] = (*sizes, *targets)
    return {name: tuple(map(local_name, names)) for name, names in found.items()}
