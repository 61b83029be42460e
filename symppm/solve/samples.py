"""Random rational points that solve a model's equations: they tell roots and factors apart."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence

import sympy

from symppm.laws.engine import rewrite
from symppm.laws.graph import parents_of
from symppm.laws.operators import Expectation, Variance, conditions_tuple
from symppm.model.declaration import Declaration
from symppm.model.nodes import KnownEntry
from symppm.solve.coordinates import in_letters
from symppm.solve.exposure import adjusted, averages, of_data
from symppm.solve.targets import moment, target_symbol

_ATTEMPTS = 6000

Sample = dict[sympy.Symbol, sympy.Expr]
"""A value for every symbol."""


def _moments(
    declaration: Declaration, given: Sequence[str], held: Mapping[sympy.Symbol, sympy.Expr]
) -> dict[str, sympy.Expr]:
    names = {part for name in given for part in name.split("/")}
    if any(name.startswith("rho_") for name in names):
        names.add("variance")

    def value(name: str) -> sympy.Expr:
        if name.startswith("rho_"):  # by the parts that the equations are written with
            return value("cov_" + name[4:]) / value("variance")
        return moment(declaration, name).subs(held, simultaneous=True)

    return {name: value(name) for name in sorted(names)}


def draw_samples(
    declaration: Declaration,
    given: Sequence[str],
    held: Mapping[sympy.Symbol, sympy.Expr],
    names: Mapping[sympy.Symbol, sympy.Expr],
    possible: Sequence[sympy.Expr],
    count: int,
) -> tuple[Sample, ...]:
    """Draw hyperparameters, and work out the targets they imply."""
    generator = random.Random(f"{declaration.name} {tuple(given)}")  # noqa: S311 - no secret
    moments = {
        name: in_letters(value, names) for name, value in _moments(declaration, given, held).items()
    }
    largest = uppers(declaration)
    samples: list[Sample] = []
    irrational = 0
    for attempt in range(_ATTEMPTS):
        point: Sample = {}
        for symbol in (*_symbols(declaration), *names):
            size = sympy.Rational(generator.randint(1, 60), generator.choice((1, 3, 7, 20, 90)))
            if attempt % 2 and symbol not in (*declaration.sizes, *declaration.lengths):
                size = size / (1 + size)  # bounded families need small means
            if symbol in largest:
                size = largest[symbol] * size / (1 + size)
            signed = symbol in declaration.hyperparameters and symbol.is_nonnegative is None
            minus = symbol.is_negative or (signed and generator.random() < 0.5)
            point[symbol] = -size if minus else size
        for symbol, value in held.items():
            point[symbol] = value.xreplace(point)
        if any(condition.xreplace(point).is_negative for condition in possible):
            continue
        targets = {target_symbol(name): value.xreplace(point) for name, value in moments.items()}
        if all(value.is_Rational for value in targets.values()):
            samples.append({**point, **targets})
        else:
            irrational += 1
        if count in (len(samples), irrational):
            break
    return tuple(samples)


@functools.lru_cache(maxsize=256)
def noise(declaration: Declaration) -> sympy.Expr:
    """Return the expected conditional variance of an observation, which cannot be negative."""
    observed = declaration.observed
    entry = observed.at(*(axis.generic for axis in observed.axes))
    conditions = conditions_tuple(parents_of(entry, declaration))
    variance = rewrite("noise", Expectation(Variance(entry, conditions)), declaration).result
    return adjusted(declaration, variance, (entry, entry))


def _symbols(declaration: Declaration) -> tuple[sympy.Symbol, ...]:
    """Return everything that moments depend on."""
    return (*declaration.sizes, *declaration.hyperparameters, *of_data(declaration))


def uppers(declaration: Declaration) -> dict[sympy.Expr, int]:
    """Return the largest value of every hyperparameter that is a parameter with a largest value.

    Of numbers of trials, which are known integers, the average of one over them has one too.
    """
    largest: dict[sympy.Expr, int] = {}
    for variable in declaration.variables:
        for parameter in variable.family.parameters:
            value = variable.parameters[parameter.name]
            if parameter.upper is not None and value.is_Symbol:
                largest[value] = parameter.upper
            if parameter.integer and isinstance(value, KnownEntry):
                average = averages(declaration).get(1 / value)
                largest |= {} if average is None else {average: 1}
    return largest


def draw_point(
    declaration: Declaration, given: Sequence[str], held: Mapping[sympy.Symbol, sympy.Expr]
) -> Sample:
    """Draw hyperparameters of moderate size, and evaluate the targets they imply to 30 digits."""
    generator = random.Random(f"{declaration.name} {tuple(given)}")  # noqa: S311 - no secret
    point: Sample = {}
    for symbol in _symbols(declaration):
        size = sympy.Rational(generator.randint(30, 90), 41)
        point[symbol] = -size if symbol.is_negative else size
    for symbol, value in held.items():
        point[symbol] = value.subs(point, simultaneous=True)
    moments = _moments(declaration, given, held)
    return point | {target_symbol(n): v.subs(point).evalf(30) for n, v in moments.items()}
