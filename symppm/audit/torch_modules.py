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
from symppm.audit.modules import Assignment, Findings, Function, no_part, run
from symppm.audit.reference import draw_parameter, reference_of
from symppm.codegen.torch_graph import HIGHEST
from symppm.errors import NotDerivableError
from symppm.families import Family, Moment
from symppm.laws.derivation import Derivation
from symppm.solve.targets import target_names

_POINTS: Final = 3
_TRIES: Final = 200
_SEED: Final = "points of the audit of torch"


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
        closed, conditions = (
            _formulas(name, functions[name].body) for name in ("closed", "conditions")
        )
        orders = list(_orders(functions["moment"]))
        if len(orders) != len(raw_moments):
            line = functions["moment"].lineno
            findings.add(line, f"moment has {len(orders)} orders, the family {len(raw_moments)}")
        for _ in range(_POINTS):
            at = reference.point(generator)
            arguments = {f"p[{name!r}]": value for name, value in at.items()}
            moments = reference.moments(targets, at)
            needed = {name: expression_value(x, at, {}) for name, x in required.items()}
            _compare(closed, moments, arguments, findings)
            _compare(conditions, needed, arguments, findings)
            at = _point_of(family, [m.conditions for m in raw_moments], generator)
            arguments = {f"q[{name!r}]": value for name, value in at.items()}
            for formulas, raw in zip(orders, raw_moments, strict=False):
                expected = {"moment": expression_value(raw.value, at, {})}
                _compare(formulas, expected, arguments, findings)
    except (NoValueError, ValueError, KeyError, TypeError) as error:
        findings.add_error(error)
    return findings


def _compare(
    function: Function, expected: Mapping[str, Value], at: Mapping[str, Value], findings: Findings
) -> None:
    """Compare all that a function returns with what it has to return, at one point."""
    for cell in sorted(set(function.cells) ^ set(map(repr, expected))):
        verb = "returns" if cell in function.cells else "does not return"
        text = f"{function.name} {verb} {ast.literal_eval(cell)}"
        findings.add(function.line_of(cell), text)
    try:
        values = run(function, at, TORCH).names
    except NoValueError as error:
        findings.add_error(error)
        return
    for name, value in expected.items():
        cell = repr(name)
        if cell in values:
            message = f"{function.name} gives {name} = {{}}, which has to be {{}}"
            findings.compare(values[cell], value, function.line_of(cell), message, agree_rounded)


def _symbols(family: Family) -> dict[str, sympy.Symbol]:
    return {p.name: sympy.Symbol(p.name, **{p.domain: True}) for p in family.parameters}


def _point_of(
    family: Family, conditions: Sequence[Sequence[sympy.Expr]], generator: random.Random
) -> dict[str, Value]:
    """Draw parameters of a family at which its moments exist."""
    for attempt in range(_TRIES):
        scale = 1 + attempt // 10
        at = {p.name: draw_parameter(p, generator) * scale for p in family.parameters}
        if all(sign(expression_value(condition, at, {})) > 0 for condition in chain(*conditions)):
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
    required: dict[str, sympy.Expr] = {}
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
            derivation.conditions
            for derivation in derivations
            if derivation.name in made_of
            and (derivation.name != "covariance" or derivation.result != 0)
        ]
        required |= {f"{target}: {c}": c for conditions in needed for c in conditions}
    return required


def _formulas(name: str, body: Sequence[ast.stmt]) -> Function:
    """Read steps, and the mapping or the one value, called moment, that is returned.

    Cells are names in quotes, which no step can use.
    """
    *nodes, last = [statement for statement in body if not isinstance(statement, ast.Expr)]
    steps = []
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(step)], value):
                steps.append(Assignment(step, value, node.lineno))
            case _:
                raise no_part(node, f"{ast.unparse(node)} is no step of a formula")
    returned: list[tuple[str, ast.expr]] = []
    match last:
        case ast.Return(ast.Dict(keys, values)):
            names = (ast.unparse(key) if key else "''" for key in keys)
            returned = list(zip(names, values, strict=True))
        case ast.Return(ast.expr() as value):
            returned = [("'moment'", value)]
    cells = tuple(cell for cell, _ in returned)
    results = (Assignment(cell, value, value.lineno) for cell, value in returned)
    return Function(name, (), (*steps, *results), cells, body[0].lineno)


def _orders(node: ast.FunctionDef) -> Iterator[Function]:
    """Yield what is returned for the orders 1, 2, ..."""
    branches = (statement for statement in node.body if isinstance(statement, ast.If))
    for order, branch in enumerate(branches, 1):
        if ast.unparse(branch.test) != f"order == {order}":
            raise no_part(branch, f"moment has no branch for order {order} here")
        yield _formulas(f"moment of order {order}", branch.body)
