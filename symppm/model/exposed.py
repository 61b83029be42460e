"""A declared model whose means are multiplied by known exposures of rows and of columns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from types import MappingProxyType
from typing import Final

import sympy

from symppm.errors import NotBuiltError
from symppm.model.declaration import Declaration, KnownArray, Variable

_LINES: Final = ("row", "col")
_MATRIX: Final = 2
_MEANS: Final = ("rate", "mean", "location")
_INVERSE: Final = MappingProxyType({"Exponential": "rate", "Gamma": "rate"})
"""Of values that an exposure multiplies as they are: one over their scale."""
_SCALES: Final = MappingProxyType({"InverseGamma": "scale", "Weibull": "scale"})


def with_exposures(declaration: Declaration, names: Collection[str]) -> Declaration:
    """Return a model of a matrix with further known arrays, which multiply the mean of an entry."""
    observed = declaration.observed
    arrays = tuple(
        KnownArray(name, (axis,))
        for name, axis in zip(_LINES, observed.axes, strict=False)
        if name in names and name not in {each.name for each in declaration.known}
    )
    if not arrays or len(observed.axes) != _MATRIX:
        return declaration
    exposure = sympy.Mul(*(each.generic for each in arrays))
    sums = next(
        (each for each in declaration.variables
         if not each.observed and set(each.dims) == set(observed.dims)),
        observed,
    )  # fmt: skip
    changed = {sums.name: _multiplied(sums, exposure)}
    variables = tuple(changed.get(each.name, each) for each in declaration.variables)
    return replace(declaration, variables=variables, known=(*declaration.known, *arrays))


def _multiplied(variable: Variable, exposure: sympy.Expr) -> Variable:
    family, parameters = variable.family.name, dict(variable.parameters)
    if family in _INVERSE:
        parameters[_INVERSE[family]] /= exposure
    else:
        own = (_SCALES[family],) if family in _SCALES else _MEANS
        name = next((each for each in own if each in parameters), None)
        if name is None:
            raise NotBuiltError(
                f"a program with exposures for observations that are {family}",
                expected="a likelihood with a mean or a scale",
                do="Take .parameters as they are: they are of entries over their exposures.",
            )
        parameters[name] *= exposure
    return replace(variable, parameters=parameters)
