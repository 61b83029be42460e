"""Solutions that several tests of the solver use, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from symppm.model import Declaration, catalogue_model
from symppm.solve import Solution, solve

Number = Fraction | int | float


@cache
def declared(name: str) -> Declaration:
    """Return a model of the catalogue."""
    return catalogue_model(name)


@cache
def solution_of(
    name: str,
    given: tuple[str, ...] | None = None,
    fixed: tuple[str, ...] = (),
    ties: tuple[tuple[str, str], ...] = (),
) -> Solution:
    """Solve a model of the catalogue, what is fixed staying a symbol; ties are pairs of names."""
    model = declared(name)
    symbols = {s.name: s for s in (*model.sizes, *model.hyperparameters)}
    pairs = {**{each: each for each in fixed}, **dict(ties)}
    return solve(model, given, {left: symbols[right] for left, right in pairs.items()})


def combined(solution: Solution, values: Mapping[str, Number]) -> dict[str, float]:
    """Return every identified combination at given hyperparameters."""
    found = {}
    for name, powers in solution.exponents.items():
        product = 1.0
        for unknown, power in powers.items():
            product *= float(values[unknown]) ** power
        found[name] = product
    return found
