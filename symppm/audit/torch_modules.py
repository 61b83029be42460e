"""Formulas of generated torch modules against the derivation, exactly.

Such a module is no file that someone could have altered: it is made from the declaration where it
is needed. So what is looked at is what its printer may have got wrong; nothing of it is run, and
torch need not be installed:

* ``closed``: every moment at rational points, against the derivation's results;
* ``conditions``: names say what the derivation requires for each moment, and values are that;
* ``moment``: every order at rational parameters, against the family of the observed variable.

What draws, densities and what integrates out are the tests' subject. Rounding in double precision
is no subject of the audit: values may differ as literals of it do.
"""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Final

import sympy

from symppm.audit.exact import (
    TORCH,
    NoValueError,
    Value,
    agree_rounded,
    expression_value,
    sign,
)
from symppm.audit.findings import Findings
from symppm.audit.modules import Assignment
from symppm.audit.reference import drawn, reference_of
from symppm.codegen.torch_graph import HIGHEST
from symppm.errors import NotDerivableError
from symppm.families import Family, Moment
from symppm.laws.derivation import Derivation
from symppm.solve.targets import target_names

_POINTS: Final = 3
_TRIES: Final = 200
_SEED: Final = "points of the audit of torch"


@dataclass(frozen=True)
class Formulas:
    """Intermediate results and what is returned, by name, of a function or a branch of it."""

    steps: tuple[Assignment, ...]
    returned: Mapping[str, Assignment]
    line: int

    def at(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """Compute every result."""
        known = dict(values)
        results: dict[str, Value] = {}
        for step in (*self.steps, *self.returned.values()):
            try:
                value = TORCH.value(step.value, known)
            except NoValueError as error:
                raise NoValueError(f"line {step.line}: {error}") from error
            (results if step.name in self.returned else known)[step.name] = value
        return results


def torch_findings(source: str, derivations: Sequence[Derivation]) -> Findings:
    """Compare a generated torch module with the derivation of its model."""
    findings = Findings()
    reference = reference_of(derivations)
    family = reference.declaration.observed.family
    targets = target_names(reference.declaration)
    raw_moments = tuple(_raw_moments(family))
    required = _required(derivations)
    generator = random.Random(_SEED)  # noqa: S311 - points, not secrets
    try:
        functions = {
            node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)
        }
        closed, conditions = (_formulas(functions[name].body) for name in ("closed", "conditions"))
        orders = list(_orders(functions["moment"]))
        if len(orders) != len(raw_moments):
            line = functions["moment"].lineno
            findings.add(line, f"moment has {len(orders)} orders, the family {len(raw_moments)}")
        for _ in range(_POINTS):
            at = reference.point(generator)
            given = {f"p[{name!r}]": value for name, value in at.items()}
            moments = reference.moments(targets, at)
            needed = {name: expression_value(each, at, {}) for name, each in required.items()}
            _compare("closed", closed, moments, given, findings)
            _compare("conditions", conditions, needed, given, findings)
            at = _point_of(family, [each.conditions for each in raw_moments], generator)
            given = {f"q[{name!r}]": value for name, value in at.items()}
            for order, (formulas, raw) in enumerate(zip(orders, raw_moments, strict=False), 1):
                due = {"moment": expression_value(raw.value, at, {})}
                _compare(f"moment of order {order}", formulas, due, given, findings)
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _compare(
    function: str,
    formulas: Formulas,
    due: Mapping[str, Value],
    given: Mapping[str, Value],
    findings: Findings,
) -> None:
    """Compare all that a function returns with what it has to return, at one point."""
    for name in sorted(set(formulas.returned) ^ set(due)):
        there = "returns" if name in formulas.returned else "does not return"
        line = formulas.returned[name].line if name in formulas.returned else formulas.line
        findings.add(line, f"{function} {there} {name}")
    try:
        values = formulas.at(given)
    except NoValueError as error:
        findings.add_error(error)
        return
    for name in due:
        if name in values:
            what = f"{function} gives {name} = {{}}, which has to be {{}}"
            findings.compare(
                values[name], due[name], formulas.returned[name].line, what, agree_rounded
            )


def _symbols(family: Family) -> dict[str, sympy.Symbol]:
    return {each.name: sympy.Symbol(each.name, **{each.domain: True}) for each in family.parameters}


def _point_of(
    family: Family, conditions: Sequence[Sequence[sympy.Expr]], generator: random.Random
) -> dict[str, Value]:
    """Draw parameters of a family at which its moments exist."""
    for attempt in range(_TRIES):
        scale = Fraction(1 + attempt // 10)
        at = {each.name: drawn(each, generator) * scale for each in family.parameters}
        if all(sign(expression_value(each, at, {})) > 0 for each in chain(*conditions)):
            return at
    raise NoValueError(f"no parameters of {family.name} at which its moments exist were found")


def _raw_moments(family: Family) -> Iterator[Moment]:
    """Yield E[Y^n] for n = 1, 2, ..., up to the highest that is written if the family has it."""
    for order in range(1, HIGHEST + 1):
        try:
            yield family.raw_moment(order, _symbols(family))
        except NotDerivableError:
            return


def _required(derivations: Sequence[Derivation]) -> dict[str, sympy.Expr]:
    """Return what must be positive for each target to exist, by "target: condition".

    What a target needs is what all that it is made of needs.
    """
    found: dict[str, sympy.Expr] = {}
    for target in target_names(derivations[0].declaration):
        kind, _, axes = target.partition("_")
        pair = f"covariance {axes.replace('_', ' ')}"
        made_of = {
            "mean": {"mean"},
            "variance": {"variance", "covariance"},
            "rho": {"variance", pair, "covariance"},
            "cov": {pair, "covariance"},
        }[kind]
        # Nothing common is taken off where entries without a common index do not vary together.
        needed = [
            each.conditions
            for each in derivations
            if each.name in made_of and (each.name != "covariance" or each.result != 0)
        ]
        found |= {f"{target}: {each}": each for conditions in needed for each in conditions}
    return found


def _formulas(body: Sequence[ast.stmt]) -> Formulas:
    """Read steps, and the mapping or the one value, called moment, that is returned."""
    *steps, last = [each for each in body if not isinstance(each, ast.Expr)]
    returned: dict[str, Assignment] = {}
    match last:
        case ast.Return(ast.Dict(keys, values)):
            for key, value in zip(keys, values, strict=True):
                name = ast.literal_eval(key) if key else ""
                returned[name] = Assignment(name, value, value.lineno)
        case ast.Return(ast.expr() as value):
            returned["moment"] = Assignment("moment", value, value.lineno)
    return Formulas(tuple(map(_step, steps)), returned, body[0].lineno)


def _step(node: ast.stmt) -> Assignment:
    match node:
        case ast.Assign([ast.Name(name)], value):
            return Assignment(name, value, node.lineno)
    raise NoValueError(f"line {node.lineno}: {ast.unparse(node)} is no step of a formula")


def _orders(node: ast.FunctionDef) -> Iterator[Formulas]:
    """Yield what is returned for the orders 1, 2, ..."""
    branches = (each for each in node.body if isinstance(each, ast.If))
    for order, branch in enumerate(branches, 1):
        if ast.unparse(branch.test) != f"order == {order}":
            raise NoValueError(f"line {branch.lineno}: moment has no branch for order {order} here")
        yield _formulas(branch.body)
