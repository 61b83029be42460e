"""Shapes raised to a floor, means kept: a start for mean-field inference, and what it costs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import sympy

from symppm.errors import ParameterError
from symppm.exports.settings import effect, keeping, moments_of
from symppm.exports.sides import Structure
from symppm.exports.structure import (
    declaration_of,
    factor_variables,
    recognised,
    refused,
    values_of,
)
from symppm.exports.types import Chosen
from symppm.model.declaration import Declaration, Variable

HIGHEST: Final = 1e6
"""Of floors."""


@dataclass(frozen=True)
class Raised:
    """A match with larger shapes.

    Attributes
    ----------
    chosen : Chosen
        With the parameters changed; it meets the targets no longer.
    notes : tuple of str
        What was changed, and its effect on the matched moments.
    """

    chosen: Chosen
    notes: tuple[str, ...]


def checked_floor(shape_floor: float | None) -> None:
    """Check that a floor for shapes is one.

    Parameters
    ----------
    shape_floor : float, optional
        As given.

    Raises
    ------
    ParameterError
        If it is not a positive number.
    """
    if shape_floor is None:
        return
    number = isinstance(shape_floor, (int, float)) and not isinstance(shape_floor, bool)
    if not number or not 0.0 < shape_floor <= HIGHEST:
        raise ParameterError(
            f"shape_floor={shape_floor!r}",
            expected=f"a positive number, at most {HIGHEST:g}: by then factors do not vary",
            do="Write shape_floor=0.3, which libraries for mean-field inference have as default.",
        )


def raised(chosen: Chosen, shape_floor: float) -> Raised:
    """Raise the shapes of Gamma factors to a floor, and move their scales so that means stay.

    Parameters
    ----------
    chosen : Chosen
        What was matched.
    shape_floor : float
        Positive.

    Raises
    ------
    ParameterError
        If the model is no product of two factor matrices with Gamma priors, or a shape or a scale
        is no hyperparameter of its own.
    """
    checked_floor(shape_floor)
    structure = recognised(chosen, divided=True)
    if isinstance(structure, str):
        raise refused(chosen, "a library with a floor for shapes", structure)
    declaration = declaration_of(chosen)
    variables = factor_variables(declaration)
    values = values_of(chosen, declaration)
    shapes = _shapes(variables, chosen)
    low = {each: float(values[each]) for each in shapes if values[each] < shape_floor}
    if not low:
        said = f"No shape is below the floor of {shape_floor:g}: nothing was changed."
        return Raised(chosen, (said,))
    changed = dict(chosen.parameters)
    for shape, value in low.items():
        changed[shape.name] = shape_floor
        for symbol, power in _scales(declaration, shapes[shape], shape, chosen):
            changed[symbol.name] *= (shape_floor / value) ** (1.0 / power)
    after = replace(chosen, parameters=changed)
    reached = recognised(after, divided=True)
    if isinstance(reached, str):
        raise refused(after, "a library with a floor for shapes", reached)
    moments = moments_of(reached)
    finite = {name: each for name, each in moments.items() if math.isfinite(each)}
    return Raised(
        replace(after, achieved=finite),
        _notes(structure, reached, low, shape_floor, moments),
    )


def _notes(
    structure: Structure,
    reached: Structure,
    low: Mapping[sympy.Symbol, float],
    shape_floor: float,
    moments: Mapping[str, float],
) -> tuple[str, ...]:
    before = moments_of(structure)
    was = " and ".join(f"{each.name} = {value:.4g}" for each, value in low.items())
    notes = [
        f"Shapes raised to the floor of {shape_floor:g}, means kept: {was} in the match. A floor "
        "is a start for mean-field inference, not a better match.",
        effect(before, moments),
    ]
    if math.isfinite(before.get("variance", math.inf)):
        notes.append(keeping(reached, before["variance"], "With these shapes"))
    return tuple(notes)


def _shapes(variables: tuple[Variable, ...], chosen: Chosen) -> dict[sympy.Symbol, list[Variable]]:
    found: dict[sympy.Symbol, list[Variable]] = {}
    for each in variables:
        shape = each.parameters.get("shape")
        if each.family.name != "Gamma" or not isinstance(shape, sympy.Symbol):
            raise _no_floor(chosen, f"the prior of {each.name} is {_written(each)}")
        found.setdefault(shape, []).append(each)
    return found


def _scales(
    declaration: Declaration, owners: list[Variable], shape: sympy.Symbol, chosen: Chosen
) -> set[tuple[sympy.Symbol, int]]:
    """Return the symbols whose change moves the means of variables, and as which power."""
    found = set()
    for each in owners:
        # The mean goes as one over the rate; a random rate goes as one over its own.
        above = declaration.parents(each)
        of, sign = (above[0], -1) if above else (each, 1)
        within = {one.name for owner in owners for one in (owner, *declaration.parents(owner))}
        symbols = [
            (symbol, power)
            for symbol in declaration.hyperparameters
            if symbol != shape
            and (power := sign * _power(of.parameters["rate"], symbol)) != 0
            and _only_in_rates(declaration, symbol, within)
        ]
        if not symbols:
            raise _no_floor(chosen, f"the prior of {each.name} is {_written(each)}")
        found.add(symbols[0])
    return found


def _power(expression: sympy.Expr, symbol: sympy.Symbol) -> int:
    """Return n for a symbol to the n-th power times what does not have it; zero for all else."""
    power = sympy.sympify(expression.as_powers_dict().get(symbol, 0))
    rest = expression / symbol**power
    return int(power) if power.is_Integer and not rest.has(symbol) else 0


def _only_in_rates(declaration: Declaration, symbol: sympy.Symbol, within: set[str]) -> bool:
    places: list[tuple[str, str]] = [
        (variable.name, name)
        for variable in declaration.variables
        for name, value in variable.parameters.items()
        if value.has(symbol)
    ]
    return all(name == "rate" and variable in within for variable, name in places)


def _written(variable: Variable) -> str:
    values: Mapping[str, Any] = variable.parameters
    return f"{variable.family.name}({', '.join(f'{k}={v}' for k, v in values.items())})"


def _no_floor(chosen: Chosen, reason: str) -> ParameterError:
    return ParameterError(
        f"shape_floor for {chosen.model}: {reason}",
        expected="Gamma priors whose shape and whose scale are hyperparameters of their own",
        do="Leave shape_floor out, or fix the shapes in the match, as in "
        "fixed={'a': 0.3, 'c': 0.3}.",
    )
