"""Values of known arrays, laid out over all axes of a model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.errors import ParameterError, did_you_mean
from symppm.model.declaration import Declaration, KnownArray

_ROUNDING = 1e-9


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
                do=did_you_mean(name, names) if names else "Leave it out.",
            )
    return {array.name: _laid_out(declaration, array, known, sizes) for array in declaration.known}


def _laid_out(
    declaration: Declaration,
    array: KnownArray,
    known: Mapping[str, Any],
    sizes: Mapping[str, int],
) -> NDArray[np.float64]:
    shape = tuple(sizes[dim] for dim in array.dims)
    wanted = f"positive numbers of shape {shape}, for " + ", ".join(array.dims)
    if array.name not in known:
        raise ParameterError(
            f"no values for the known array {array.name} of model {declaration.name!r}",
            expected=wanted,
            do=f'Add known={{"{array.name}": values}}.',
        )
    try:
        values = np.asarray(known[array.name], dtype=float)
    except (TypeError, ValueError):
        values = np.asarray(np.nan)
    if values.shape != shape or not (np.isfinite(values) & (values > 0)).all():
        raise ParameterError(
            f"the known array {array.name}, of shape {values.shape}",
            expected=wanted,
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
