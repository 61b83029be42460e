"""A generated module under audit: its functions, and what the declaration says they compute."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import sympy
from sympy import Rational

from symppm.audit.exact import FUNCTIONS, NoValueError, Value, divide, expression_value, power
from symppm.audit.modules import Findings, Module, Run, run
from symppm.audit.reference import Point, Reference
from symppm.codegen.spec import ModelSpec
from symppm.model.declaration import Declaration, Variable

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


def product_of(at: Point, exponents: Mapping[str, float]) -> Value:
    """Multiply powers of values by name."""
    factors = (power(at[name], Rational(exponent)) for name, exponent in exponents.items())
    return math.prod(factors, start=sympy.S.One)


def parsed(text: str) -> ast.expr:
    """Parse a formula as SymPy prints it."""
    try:
        written = re.sub(r"\bpi\b", "math.pi", _CALLS.sub(r"math.\1(", text))
        return ast.parse(written, mode="eval").body
    except SyntaxError as error:
        raise NoValueError(f"SPEC has a formula that cannot be read: {text}") from error
