"""Draws in containers that ArviZ reads: xarray's DataTree, or InferenceData."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import check_kind, is_sparse
from symppm.data.matrix import as_array, unpacked
from symppm.errors import DataError, MissingExtraError, ParameterError
from symppm.extras import load
from symppm.model import Declaration
from symppm.modeller.latents import Drawn

CONTAINERS: Final = ("array", "datatree", "inferencedata")
_EXTRA: Final = "arviz"
_LEADING: Final = ("chain", "draw")


def require_container(container: str) -> None:
    """See that the libraries of a container can be imported."""
    tree = container == "datatree"
    package, kind = ("xarray", "DataTree") if tree else ("arviz", "InferenceData")
    job = f"draws as {kind}"
    load("xarray", _EXTRA, job)
    if not hasattr(load(package, _EXTRA, job), kind):
        version = getattr(load(package, _EXTRA, job), "__version__", "")
        raise MissingExtraError(
            f"{job} with {package} {version}, which has none",
            expected="xarray 2024.10 or newer" if tree else "an ArviZ before 1.0",
            do='Update xarray, or write container="inferencedata".'
            if tree
            else 'Write container="datatree", which this ArviZ reads.',
        )


def read_observed(observed: Any, shape: Sequence[int]) -> NDArray[Any]:
    """Return data as one array, with NaN where a masked array hides them."""
    found = unpacked(observed)
    if is_sparse(found):
        found = found.toarray()  # type: ignore[attr-defined]
    hidden = np.ma.getmaskarray(found) if isinstance(found, np.ma.MaskedArray) else None
    values = as_array(found)
    check_kind(values.dtype)
    if values.shape != tuple(shape):
        raise DataError(
            f"observed data of shape {values.shape}",
            expected=f"the shape that is drawn, {tuple(shape)}",
            do="Pass shape=data.shape.",
        )
    if hidden is None or not hidden.any():
        return values
    return np.where(hidden, np.nan, values)


def contained(
    container: str,
    declaration: Declaration,
    parameters: Mapping[str, float],
    drawn: Drawn,
    known: Mapping[str, Any],
    observed: NDArray[Any] | None,
    about: Mapping[str, Any],
) -> Any:
    """Lay draws out as a container's groups."""
    xarray = load("xarray", _EXTRA, f"draws as {container}")
    for axis in declaration.axes:
        if axis.name in _LEADING:
            raise ParameterError(
                f"draws of a model with an axis {axis.name!r}, as {container}",
                expected="axes that are not called chain or draw, which the container has itself",
                do="Rename the axis in the declaration.",
            )
    attributes = {"model": declaration.name, "inference_library": "symppm", **about}
    dims = {each.name: each.dims for each in declaration.variables}
    dims |= {each.name: each.dims for each in declaration.known}
    target = declaration.observed.name

    def dataset(values: Mapping[str, NDArray[Any]], *leading: str, **further: Any) -> Any:
        arrays = {name: ((*leading, *dims[name]), array) for name, array in values.items()}
        sizes = {
            dim: size
            for names, array in arrays.values()
            for dim, size in zip(names, array.shape, strict=True)
        }
        coordinates = {dim: np.arange(size) for dim, size in sizes.items()}
        return xarray.Dataset(arrays, coordinates, {**attributes, **further})

    latent = {name: array[None] for name, array in drawn.latent.items()}
    numbers = {name: float(value) for name, value in parameters.items()}
    groups = {
        "prior": dataset(latent, *_LEADING, **numbers),
        "prior_predictive": dataset({target: drawn.observed[None]}, *_LEADING),
    }
    if observed is not None:
        groups["observed_data"] = dataset({target: observed})
    if known:
        groups["constant_data"] = dataset({name: np.asarray(known[name]) for name in known})
    if container == "datatree":
        return xarray.DataTree.from_dict(groups)
    return load("arviz", _EXTRA, "draws as InferenceData").InferenceData(**groups)
