"""Points at which different numbers of roots are admissible, and points where one is double."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sympy.polys.rings import PolyElement

from symppm.solve.proof import roots_counter
from symppm.solve.quotients import NotShownError
from symppm.solve.reduced import Equations
from symppm.solve.signs import Domain
from symppm.solve.triangular import Step

_TRIED_POINTS = 60
_OTHER_POINTS = 12


def witnesses(
    equations: Equations,
    domain: Domain,
    free: Sequence[str],
    document: Mapping[str, Any],
    root: tuple[PolyElement, Step],
) -> list[dict[str, Any]]:
    """Find points at which different numbers of roots are admissible."""
    counted = roots_counter(document)
    names = [*equations.targets, *equations.given, *free]
    found: dict[tuple[int, bool], dict[str, Fraction]] = {}
    points = itertools.islice(equations.points(), _OTHER_POINTS)
    inside = [equations.full_point(point) for point in points]
    double = _double(equations, domain, root)
    moved = (
        {**point, target: point[target] * factor}
        for point in inside[:4]
        for target in equations.targets
        for factor in (Fraction(1, 100), Fraction(9, 10), Fraction(11, 10), Fraction(10))
    )
    for point in itertools.chain(double, inside, moved):
        at = {name: point[name] for name in names}
        try:
            told = counted(at)
        except NotShownError:
            continue
        found.setdefault(told, at)
    return [
        {
            "at": {name: str(value) for name, value in at.items()},
            "admissible": count,
            "double": double_,
        }
        for (count, double_), at in sorted(found.items(), key=lambda each: each[0])
    ]


def _double(
    equations: Equations, domain: Domain, root: tuple[PolyElement, Step]
) -> list[dict[str, Fraction]]:
    """Look for a point of the domain at which the root is a double one."""
    letter, step = root
    if step.claim.degree(letter) < 2:
        return []
    slope = equations.reader.put(
        equations.reader.of(step.claim.diff(letter)), equations.read_reduced
    )
    for point in itertools.islice(equations.points(), _TRIED_POINTS):
        for part, _ in slope.above:
            for name in sorted(equations.reader.used(equations.reader.of(part))):
                products = equations.full_point(point)
                if part.degree(equations.reader.letters[name]) != 1 or name not in products:
                    continue
                grade = equations.reader.number(part.diff(equations.reader.letters[name]), products)
                if not grade:
                    continue
                value = products[name] - equations.reader.number(part, products) / grade
                whole = _with_product(equations, domain, point, name, value)
                if whole is not None:
                    return [whole]
    return []


def _with_product(
    equations: Equations, domain: Domain, point: Mapping[str, Fraction], name: str, value: Fraction
) -> dict[str, Fraction] | None:
    """Move a product of a point to a value, if that is inside the domain."""
    at = {**equations.full_point(point), name: value}
    if not domain.contains(at):
        return None
    try:
        targets = {t: equations.reader.at(each, at) for t, each in equations.read_reduced.items()}
    except NotShownError:
        return None
    return {**at, **targets}
