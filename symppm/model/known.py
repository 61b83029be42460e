"""Known arrays: their values, and exposures of rows and columns that multiply a model's means."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import NotBuiltError, ParameterError, did_you_mean
from symppm.model.declaration import Declaration, KnownArray, Variable

_ROUNDING: Final = 1e-9
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
        if name in names and name not in {array.name for array in declaration.known}
    )
    if not arrays or len(observed.axes) != _MATRIX:
        return declaration
    exposure = sympy.Mul(*(array.generic for array in arrays))
    sums = next(
        (variable for variable in declaration.variables
         if not variable.observed and set(variable.dims) == set(observed.dims)),
        observed,
    )  # fmt: skip
    changed = {sums.name: _multiplied(sums, exposure)}
    variables = tuple(changed.get(variable.name, variable) for variable in declaration.variables)
    return replace(declaration, variables=variables, known=(*declaration.known, *arrays))


def _multiplied(variable: Variable, exposure: sympy.Expr) -> Variable:
    family, parameters = variable.family.name, dict(variable.parameters)
    if family in _INVERSE:
        parameters[_INVERSE[family]] /= exposure
    else:
        own = (_SCALES[family],) if family in _SCALES else _MEANS
        name = next((candidate for candidate in own if candidate in parameters), None)
        if name is None:
            raise NotBuiltError(
                f"a program with exposures for observations that are {family}",
                expected="a likelihood with a mean or a scale",
                do="Take .parameters as they are: they are of entries over their exposures.",
            )
        parameters[name] *= exposure
    return replace(variable, parameters=parameters)


def known_values(
    declaration: Declaration, known: Mapping[str, Any], sizes: Mapping[str, int]
) -> dict[str, NDArray[np.float64]]:
    """Check the values of known arrays and give each one dimension for every axis of the model."""
    names = [array.name for array in declaration.known]
    for name in known:
        if name not in names:
            raise ParameterError(
                f"{name!r} is no known array of model {declaration.name!r}",
                expected="its known arrays: " + (", ".join(names) or "it has none"),
                do=did_you_mean(name, names, listed=True) if names else "Leave it out.",
            )
    return {array.name: _laid_out(declaration, array, known, sizes) for array in declaration.known}


def _laid_out(
    declaration: Declaration,
    array: KnownArray,
    known: Mapping[str, Any],
    sizes: Mapping[str, int],
) -> NDArray[np.float64]:
    shape = tuple(sizes[dim] for dim in array.dims)
    required = f"positive numbers of shape {shape}, for " + ", ".join(array.dims)
    if array.name not in known:
        raise ParameterError(
            f"no values for the known array {array.name} of model {declaration.name!r}",
            expected=required,
            do=f'Add known={{"{array.name}": values}}.',
        )
    try:
        values = np.asarray(known[array.name], dtype=float)
    except (TypeError, ValueError):
        values = np.asarray(np.nan)
    if values.shape != shape or not (np.isfinite(values) & (values > 0)).all():
        raise ParameterError(
            f"the known array {array.name}, of shape {values.shape}",
            expected=required,
            do="Check the array.",
        )
    if array.over is not None:
        sums = values.sum(axis=array.axes.index(array.over))
        if not np.allclose(sums, 1.0, rtol=0.0, atol=_ROUNDING):
            raise ParameterError(
                f"the known array {array.name}, which sums to {np.ravel(sums)[0]:.6g} along "
                f"{array.over.name}",
                expected="the sum one",
                do="Divide it by its sum.",
            )
    order = [axis.name for axis in declaration.axes]
    places = [order.index(dim) for dim in array.dims]
    across = values.transpose(np.argsort(places))
    full = [sizes[name] if name in array.dims else 1 for name in order]
    return across.reshape(full)
