"""What generated code has to compute by the derivation of its model, at exact points."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import sympy

from symppm.audit.exact import (
    NoValueError,
    Value,
    agree,
    divide,
    expression_value,
    power,
    sign,
)
from symppm.audit.modules import SIGNS
from symppm.codegen.describe import of_data, parameters_of
from symppm.codegen.spec import ParameterSpec
from symppm.counting import joint_cumulant
from symppm.families import Parameter
from symppm.laws.derivation import Derivation
from symppm.laws.interaction import cycle_cumulants
from symppm.laws.patterns import Pattern, pattern_of
from symppm.model.declaration import Declaration, Variable
from symppm.solve.exposure import MEAN_INVERSE, averages
from symppm.solve.targets import CYCLE, default_targets, parts_of_target
from symppm.statistics.cross_moments import CUMULANTS, PATHS, TRIPLES

_TRIES: Final = 400
_TRIES_A_SCALE: Final = 40
_LARGEST: Final = 1e6


Point = Mapping[str, Value]


@dataclass(frozen=True)
class Reference:
    """A declaration, the results of its derivation by name, and what they need to be positive."""

    declaration: Declaration
    results: Mapping[str, sympy.Expr]
    conditions: tuple[sympy.Expr, ...]

    @cached_property
    def exposures(self) -> tuple[tuple[str, int], ...]:
        """Known arrays that multiply the mean, and to which power."""
        names = (p.name for p in parameters(self.declaration))
        values = {name: sympy.Rational(2 * n + 9, 2 * n + 7) for n, name in enumerate(names)}
        ones: dict[str, Value] = {array.name: sympy.S.One for array in self.declaration.known}
        mean, exponents = self.results["mean"], []
        for array in sorted(ones):
            doubled = expression_value(mean, values, {**ones, array: sympy.Integer(2)})
            ratio = divide(doubled, expression_value(mean, values, ones))
            exponent = next((n for n in range(-4, 5) if agree(ratio, sympy.Integer(2) ** n)), None)
            if exponent is None:
                raise NoValueError(f"the mean is no power of {array} times something")
            if exponent:
                exponents.append((array, exponent))
        return tuple(exponents)

    def moments(self, targets: Sequence[str], at: Point) -> dict[str, Value]:
        """Return the targets that one array shows, at a point.

        What all entries share is taken off variance and covariances. Data are divided by their
        exposure; the moments of an entry with exposure g are A g^2 + B g, and A + B/g is what is
        left, so it is enough to look at the exposure whose inverse is the average.
        """
        known = self._known(at)
        inverses = [at[symbol.name] for symbol in averages(self.declaration).values()]
        scale = math.prod(inverses, start=sympy.S.One)

        def moment(name: str, order: int = 2) -> Value:
            if name not in self.results:
                raise NoValueError(f"the derivation has no {name}")
            value = expression_value(self.results[name], at, known)
            return value * scale**order

        third_order = _third_order(self.declaration)
        triples = [_in_letters(self.declaration, triple) for triple in TRIPLES if third_order]
        common = moment("covariance") if "covariance" in self.results else sympy.S.Zero
        variance = moment("variance") - common
        moments = {}
        for target in targets:
            kind, _, axes = target.partition("_")
            if target in ("mean", "variance"):
                moments[target] = moment("mean", 1) if target == "mean" else variance
            elif target in third_order:
                # Cumulants have in common what their estimator multiplies.
                moments[target] = sum(
                    int(number) * moment(f"cumulant {triple.replace('_', ' ')}", 3)
                    for number, triple in zip(third_order[target], triples, strict=True)
                    if number
                )
            elif kind in {"rho", "cov"}:
                shared = moment(f"covariance {axes.replace('_', ' ')}") - common
                moments[target] = divide(shared, variance) if kind == "rho" else shared
            else:  # a sum of joint cumulants
                plain = ((1, tuple(axes.split("_"))),)
                moments[target] = sum(
                    weight * moment(" ".join(["cumulant", *words]), len(words))
                    for weight, words in (
                        cycle_cumulants(self.declaration) if target == CYCLE else plain
                    )
                )
        return moments

    def _known(self, at: Point) -> dict[str, Value]:
        """Choose values of known arrays for which the exposure is one over its average inverse."""
        known: dict[str, Value] = {array.name: sympy.S.One for array in self.declaration.known}
        for name, exponent in self.exposures if MEAN_INVERSE.name not in at else ():
            known[name] = power(at[f"mean_inverse_{name}"], sympy.Rational(-1, exponent))
        if self.exposures and MEAN_INVERSE.name in at:
            # Of the arrays that multiply the mean, the one with the simplest power carries it all.
            name, exponent = min(self.exposures, key=lambda pair: (abs(pair[1]), pair[0]))
            known[name] = power(at[MEAN_INVERSE.name], sympy.Rational(-1, exponent))
        return known

    def point(self, generator: random.Random) -> dict[str, Value]:
        """Draw rational values of all arguments at which every result exists."""
        for attempt in range(_TRIES):
            scale = 1 + attempt // _TRIES_A_SCALE
            values = {
                p.name: draw_parameter(p, generator, scale) for p in parameters(self.declaration)
            }
            if self._admissible(values, _LARGEST**scale):
                return values
        raise NoValueError("no rational hyperparameters at which every moment exists were found")

    def exists(self, at: Point) -> bool:
        """Tell whether a model has these parameters, and every moment that was derived."""
        try:
            return (
                all(_is_within(at[p.name], p) for p in parameters(self.declaration))
                and all(sign(expression_value(c, at, {})) > 0 for c in self.conditions)
                and all(_fits(variable, at) for variable in self.declaration.variables)
            )
        except NoValueError:
            return False

    def _admissible(self, at: Point, largest: float) -> bool:
        if any(at[symbol.name] == 1 for symbol in averages(self.declaration).values()):
            return False  # one trial a vector tells nothing of how its entries vary together
        if not self.exists(at):
            return False
        try:
            # Huge or tiny moments leave few of the digits that are compared: the last resort.
            moments = self.moments(default_targets(self.declaration), at).values()
            return all(m.is_zero or 1 / largest <= abs(m) <= largest for m in moments)
        except NoValueError:
            return False


def _fits(variable: Variable, at: Point) -> bool:
    """Tell whether parameters made of hyperparameters only are within their bounds."""
    values = {}
    for parameter in variable.family.parameters:
        expression = variable.parameters[parameter.name]
        if {symbol.name for symbol in expression.free_symbols} <= set(at):
            value = values[parameter.name] = expression_value(expression, at, {})
            if not _is_within(value, parameter):
                return False
    return all(
        values[high] > values[low]
        for low, high in variable.family.ordered
        if low in values and high in values
    )


def _third_order(declaration: Declaration) -> dict[str, Sequence[int]]:
    """Return the cumulants of three entries of a matrix by name, as their estimator has them."""
    if len(declaration.observed.dims) != 2:
        return {}
    rows = zip(PATHS, CUMULANTS.tolist(), strict=True)
    return {f"cumulant_{_in_letters(declaration, path)}": row for path, row in rows}


def _in_letters(declaration: Declaration, path: str) -> str:
    """Write entries of a matrix such as ``ij_il_tj`` in the letters of a model."""
    axes = [list(dict.fromkeys(letters)) for letters in zip(*path.split("_"), strict=True)]
    places = tuple(
        tuple(axis.index(letter) for axis, letter in zip(axes, word, strict=True))
        for word in path.split("_")
    )
    return "_".join(Pattern(places).words(declaration))


def _is_within(value: Value, parameter: ParameterSpec | Parameter) -> bool:
    above = parameter.upper is not None and value > parameter.upper
    return not above and sign(value) in SIGNS.get(parameter.domain, (-1, 0, 1))


def reference_of(derivations: Sequence[Derivation]) -> Reference:
    """Collect the results of a derivation file; targets above order two, by counting."""
    declaration = derivations[0].declaration
    results = {derivation.name: derivation.result for derivation in derivations}
    conditions = [condition for derivation in derivations for condition in derivation.conditions]
    third_order = _third_order(declaration)
    targets = (name for name in default_targets(declaration) if name not in third_order)
    for target in targets:
        for name in parts_of_target(declaration, target):
            pattern = pattern_of(declaration, name.split()[1:])
            counted = joint_cumulant(declaration, pattern.entries(declaration))
            results[name] = counted.value
            conditions += counted.conditions
    return Reference(declaration, results, tuple(dict.fromkeys(conditions)))


def draw_parameter(
    parameter: ParameterSpec | Parameter, generator: random.Random, scale: int = 1
) -> sympy.Rational:
    """Draw a rational that a parameter may be."""
    value = sympy.Rational(generator.randint(3, 40), generator.randint(3, 9) * scale)
    if parameter.upper is not None:
        value *= parameter.upper / (1 + value)
    if parameter.integer:
        value = sympy.Integer(max(2, round(value)))
    signs = {"negative": (-1,), "real": (-1, 1)}.get(parameter.domain, (1,))
    return value * generator.choice(signs)


def fit_parameter(parameter: ParameterSpec | Parameter, value: sympy.Rational) -> sympy.Rational:
    """Fit a positive value to what a parameter may be."""
    if parameter.integer:
        return sympy.ceiling(value) + 2
    if parameter.upper is not None:
        return parameter.upper * (1 + value) / (2 + value)
    if parameter.domain == "real":
        return value / 2 if value.p % 2 else -value / 2
    return -value if parameter.domain == "negative" else value


def parameters(declaration: Declaration) -> Iterator[ParameterSpec]:
    """Describe what ``moments`` takes, without its meaning."""
    for parameter in (*parameters_of(declaration), *of_data(declaration)):
        yield replace(parameter, meaning="")
