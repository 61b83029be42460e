"""Solving the moment equations at numbers: every admissible solution, where elimination ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy

from symppm.errors import NotBuiltError, NotDerivableError
from symppm.model.declaration import Declaration
from symppm.solve.exposure import MEAN_INVERSE
from symppm.solve.polynomials import TooLargeError
from symppm.solve.roots import DIGITS, Point, real_points
from symppm.solve.system import System, prepare, rank, rank_of, slopes
from symppm.solve.targets import target_symbol

_ADMISSIBLE = sympy.Float("1e-12")


def points_at(
    declaration: Declaration,
    targets: Mapping[str, float],
    fixed: Mapping[str, object],
    mean_inverse: float = 1.0,
) -> list[dict[str, float]] | None:
    """Return every set of hyperparameters that can have given moments."""
    try:
        system = prepare(declaration, tuple(targets), fixed)
    except (NotBuiltError, NotDerivableError):
        return None
    free = system.unanchored
    if not system.rational or not system.samples or rank(system) < len(free):
        return None
    numbers = _numbers(targets)
    numbers[MEAN_INVERSE] = _exact(mean_inverse)
    named = {
        s: value.subs({u: system.pinned.get(u.name, u) for u in value.free_symbols})
        for s, value in system.names.items()
    }
    if any(value.free_symbols for value in named.values()):
        return None  # A tie makes them functions of what is unknown.
    numbers |= {s: _exact(value) for s, value in named.items()}
    lowest = _bounds(system)
    shifted = {unknown: unknown + bound for unknown, bound in lowest.items() if bound}
    equations = [equation.xreplace(numbers).xreplace(shifted) for equation in system.anchored]
    try:
        roots = real_points(_enough(equations, free), free)
    except TooLargeError:
        return None
    points = ({u: v + lowest.get(u, 0) for u, v in point.items()} for point in roots)
    declared = [_declared(system, declaration, {**point, **system.ones}) for point in points]
    return [values for values in declared if values is not None]


def _numbers(targets: Mapping[str, float]) -> dict[sympy.Symbol, sympy.Rational]:
    """Return values of the symbols of targets; a ratio leaves one of its two free: that is one."""
    values = {name: _exact(value) for name, value in targets.items() if "/" not in name}
    for name in targets.keys() - values.keys():
        top, _, bottom = name.partition("/")
        ratio = _exact(targets[name])
        if bottom not in values:
            values[bottom] = values[top] / ratio if top in values else sympy.S.One
        values.setdefault(top, ratio * values[bottom])
    return {target_symbol(name): value for name, value in values.items()}


def _exact(value: object) -> sympy.Rational:
    """Return a number as the shortest decimal that it is written as, or with many digits."""
    if isinstance(value, sympy.Expr):
        return sympy.Rational(str(sympy.N(value, DIGITS)))
    return sympy.Rational(repr(float(value)))  # type: ignore[arg-type]


def _bounds(system: System) -> dict[sympy.Symbol, sympy.Rational]:
    """Return what unknowns must exceed for the moments to exist, such as 2 for a shape."""
    bounds: dict[sympy.Symbol, sympy.Rational] = {}
    for condition in system.existence:
        for unknown in condition.free_symbols & set(system.unanchored):
            bound = sympy.expand(unknown - condition)
            if unknown.is_positive and bound.is_Rational:
                bounds[unknown] = max(bound, bounds.get(unknown, sympy.S.Zero))
    return bounds


def _enough(equations: Sequence[sympy.Expr], free: Sequence[sympy.Symbol]) -> list[sympy.Expr]:
    """Choose as many equations as there are unknowns, short ones first, that determine these.

    Numbers with sixteen digits never meet an equation that is over; the caller looks at those.
    """
    if len(equations) == len(free):
        return list(equations)
    point = {unknown: sympy.Rational(211 + 37 * n, 97) for n, unknown in enumerate(free)}
    independent: list[sympy.Expr] = []
    rows: list[list[Any]] = []
    for equation in sorted(equations, key=sympy.count_ops):
        row = slopes(equation, free, point)
        if rank_of([*rows, row]) > len(rows):
            independent.append(equation)
            rows.append(row)
    return independent


def _declared(system: System, declaration: Declaration, point: Point) -> dict[str, float] | None:
    """Return what was declared at a point of what was solved for; None where it does not exist."""
    coordinates = system.coordinates
    known = {location.anchor: sympy.S.Zero for location in system.locations}
    known |= {symbol.name: value for symbol, value in point.items()}
    solved = coordinates.declaration
    for symbol in (*solved.sizes, *solved.hyperparameters):
        if symbol.name not in known:
            value = system.pinned[symbol.name]
            known[symbol.name] = value.xreplace({s: known[s.name] for s in value.free_symbols})

    def number(expression: sympy.Expr) -> sympy.Expr:
        at = {s: known[s.name] for s in expression.free_symbols if s.name in known}
        return sympy.N(sympy.sympify(expression).xreplace(at), DIGITS)

    positive = (*(r.positive for r in coordinates.requirements), *system.existence)
    tests = [number(expression) for expression in positive]
    if not all(test.is_real and test > -_ADMISSIBLE for test in tests):
        return None
    values = {size.name: number(known[size.name]) for size in declaration.sizes}
    for name, expression in coordinates.hyperparameters.items():
        values[name] = number(expression)
    if not all(value.is_real for value in values.values()):
        return None
    return {name: float(value) for name, value in values.items()}
