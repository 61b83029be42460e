"""What a declared model is to the fitting libraries: a row factor times a column factor, summed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import sympy

from symppm.errors import NotDerivableError, ParameterError
from symppm.exports.sides import Level, Side, Structure, exposed, gamma_side
from symppm.exports.types import Chosen
from symppm.families import Family
from symppm.model import catalogue_model
from symppm.model.declaration import Axis, Declaration, Variable
from symppm.model.exposed import with_exposures
from symppm.model.nodes import AxisSum, Entry, KnownEntry, entries

MEANS: Final = {"Poisson": "rate", "Normal": "mean"}
"""Observation models that some fitting library has, and their parameter that is a mean."""


def declaration_of(chosen: Chosen) -> Declaration:
    """Return the declaration of the model that was matched, exposures of lines included."""
    declared = chosen.declared
    declaration = catalogue_model(chosen.model) if declared is None else declared.declaration
    return with_exposures(declaration, [each.name for each in chosen.exposures])


def values_of(chosen: Chosen, declaration: Declaration) -> dict[sympy.Symbol, sympy.Float]:
    """Return the values of sizes and hyperparameters by their symbols."""
    symbols = (*declaration.sizes, *declaration.hyperparameters)
    given = {**chosen.parameters, declaration.sizes[0].name: chosen.k} if declaration.sizes else {}
    return {each: sympy.Float(given[each.name]) for each in symbols if each.name in given}


def recognised(chosen: Chosen, *, divided: bool = False) -> Structure | str:
    """Return the structure of a model, or the reason why it is none of these, as half a sentence.

    It is read off the declaration, whatever the model is called. An exposure becomes a part of the
    factors of rows or of columns, random with its average and spread.
    """
    try:
        return _structure(chosen, divided=divided)
    except _NoSuchStructureError as error:
        return str(error)


def factor_variables(declaration: Declaration) -> tuple[Variable, Variable]:
    """Return the variables of row factors and of column factors."""
    return _factors(declaration)[:2]


class _NoSuchStructureError(Exception):
    """Why a model is not a product of two factor matrices."""


def _structure(chosen: Chosen, *, divided: bool) -> Structure:
    declaration = declaration_of(chosen)
    row, col, coefficient = _factors(declaration)
    values = values_of(chosen, declaration)
    observed = declaration.observed
    noise = None
    if observed.family.name == "Normal":
        variance = observed.parameters["variance"].xreplace(values)
        if not variance.is_number:
            raise _NoSuchStructureError("the variance of its observations is random")
        noise = float(variance)
    scale = float(coefficient.xreplace(values))
    # A constant in front of the sum is part of the column factors.
    sides = [_side(row, declaration, values, 1.0), _side(col, declaration, values, scale)]
    if divided:
        thinned = 1.0 if chosen.matched is None else chosen.matched.inverse_exposure
        return Structure(observed.family.name, noise, chosen.k, sides[0], sides[1], thinned)
    for each in chosen.exposures:
        if each.average is None or each.square is None:
            continue
        # What differs between entries is no part of a row or a column: its average is.
        along = [axis for axis in observed.axes if (axis.name,) == each.dims]
        square = each.square if along else each.average**2
        place = observed.axes.index(along[0]) if along else 1
        sides[place] = exposed(sides[place], each.average, square)
    return Structure(observed.family.name, noise, chosen.k, sides[0], sides[1])


def _factors(declaration: Declaration) -> tuple[Variable, Variable, sympy.Expr]:
    observed = declaration.observed
    if len(observed.axes) != 2:
        raise _NoSuchStructureError(f"its data have {len(observed.axes)} axes")
    if observed.family.name not in MEANS:
        raise _NoSuchStructureError(f"its observations are {observed.family.name}")
    mean = observed.parameters[MEANS[observed.family.name]]
    if declaration.known and observed.family.name != "Poisson":
        raise _NoSuchStructureError(
            f"it has a known array, {declaration.known[0].name}, and observations that are "
            f"{observed.family.name}"
        )
    coefficient, rest = mean.as_independent(AxisSum, as_Add=False)
    coefficient = _without_known(coefficient)
    if not isinstance(rest, AxisSum) or coefficient.has(Entry, KnownEntry):
        raise _NoSuchStructureError(f"the mean of an entry is {mean}")
    if len(declaration.sizes) != 1 or rest.size != declaration.sizes[0]:
        raise _NoSuchStructureError("it has more than one latent axis")
    parts = sympy.Mul.make_args(_without_known(rest.summand))
    factors = [part for part in parts if isinstance(part, Entry)]
    constants = sympy.Mul(*(part for part in parts if not isinstance(part, Entry)))
    if len(factors) != 2 or constants.has(Entry, KnownEntry):
        raise _NoSuchStructureError(f"the mean of an entry is {mean}")
    latent = declaration.latent_axes
    placed = {
        variable.axes: variable for variable in (declaration.by_name[f.name] for f in factors)
    }
    row, col = (_along(placed, axis, latent[0]) for axis in observed.axes)
    if row is None or col is None:
        raise _NoSuchStructureError(f"the mean of an entry is {mean}")
    return row, col, coefficient * constants


def _without_known(product: sympy.Expr) -> sympy.Expr:
    """Return a product without its known factors."""
    factors = sympy.Mul.make_args(product)
    return sympy.Mul(
        *(each for each in factors if not isinstance(each.as_base_exp()[0], KnownEntry))
    )


def _along(
    placed: Mapping[tuple[Axis, ...], Variable], axis: Axis, latent: Axis
) -> Variable | None:
    return next((each for axes, each in placed.items() if {*axes} == {axis, latent}), None)


def _side(
    variable: Variable, declaration: Declaration, values: Mapping[Any, float], scale: float
) -> Side:
    if variable.over is not None:
        raise _NoSuchStructureError(
            f"the entries of {variable.name} ~ {variable.family.name} depend on each other"
        )
    parameters = {name: each.xreplace(values) for name, each in variable.parameters.items()}
    above = declaration.parents(variable)
    if above:
        return _levelled(variable, parameters, above, values, scale)
    name, family = variable.name, variable.family.name
    if family == "Gamma":
        return gamma_side(name, float(parameters["shape"]), float(parameters["rate"]) / scale)
    if family == "Exponential":
        return gamma_side(name, 1.0, float(parameters["rate"]) / scale)
    mean, square = (scale**order * _raw(variable.family, order, parameters) for order in (1, 2))
    starts = float(parameters["location"]) if family == "HalfNormal" else 1.0
    folded = scale * float(parameters["scale"]) if starts == 0.0 else None
    signed = variable.family.support_of(parameters).sign == "real"
    return Side(name, family, mean, square, mean**2, scale=folded, signed=signed)


def _levelled(
    variable: Variable,
    parameters: Mapping[str, sympy.Expr],
    above: tuple[Variable, ...],
    values: Mapping[Any, float],
    scale: float,
) -> Side:
    if variable.family.name != "Gamma" or len(above) != 1 or parameters["shape"].has(Entry):
        raise _NoSuchStructureError(f"{variable.name} has a level above that is not its rate")
    (parent,) = above
    found = entries(parameters["rate"])
    coefficient = parameters["rate"] / found[0] if len(found) == 1 else sympy.nan
    random = any(entries(each) for each in parent.parameters.values())
    if coefficient.is_positive is not True or random or parent.family.name != "Gamma":
        raise _NoSuchStructureError(
            f"the rate of {variable.name} is {variable.parameters['rate']}, not one Gamma variable"
        )
    # A level of each factor, or of each entry, is not one that a row or a column shares.
    if len(parent.axes) != 1 or parent.axes[0].size in values:
        raise _NoSuchStructureError(
            f"{parent.name} varies along {' and '.join(parent.dims) or 'no axis'}"
        )
    shape, rate = (float(parent.parameters[each].xreplace(values)) for each in ("shape", "rate"))
    level = Level(shape, rate * scale / float(coefficient))
    return gamma_side(variable.name, float(parameters["shape"]), level=level)


def _raw(family: Family, order: int, parameters: Mapping[str, sympy.Expr]) -> float:
    try:
        moment = family.raw_moment(order, parameters)
    except NotDerivableError:
        return math.inf
    if any(not condition > 0 for condition in moment.conditions):
        return math.inf
    return float(moment.value)


def refused(chosen: Chosen, library: str, reason: str) -> ParameterError:
    """Return the error for a model that a library cannot express at all."""
    return ParameterError(
        f"an export of {chosen.model} to {library}: {reason}",
        expected="a model that this library can express: Poisson counts whose rate is a sum over "
        "factors of a row factor times a column factor, at most one Gamma level above each",
        do="The targets pymc, numpyro, pyro, stan and jags write out the model that was declared; "
        "cmfrec and implicit take K alone; json takes anything.",
    )
