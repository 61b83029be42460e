"""Prior predictive draws, as arrays or in a container that ArviZ reads."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import check_kind, is_sparse
from symppm.data.known import known_arrays
from symppm.data.matrix import as_array, unpacked
from symppm.errors import (
    DataError,
    MissingExtraError,
    ParameterError,
    check_integer,
    did_you_mean,
)
from symppm.extras import load
from symppm.model.known import with_exposures
from symppm.model.sampling import sample_declaration, sample_variables
from symppm.modeller.model import Model, declaration_of

if TYPE_CHECKING:
    import arviz
    import xarray

    from symppm.model import Declaration

CONTAINERS: Final = ("array", "datatree", "inferencedata")
_EXTRA: Final = "arviz"
_LEADING: Final = ("chain", "draw")
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_LARGEST_SEED: Final = 2**64 - 1
_MOST_DRAWS: Final = 2**31
_MOST_ENTRIES: Final = 10**12


@overload
def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
    known: Mapping[str, Any] = ...,
    container: Literal["array"] = "array",
) -> NDArray[Any]: ...
@overload
def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
    known: Mapping[str, Any] = ...,
    container: Literal["datatree"],
    observed: Any = None,
) -> xarray.DataTree: ...
@overload
def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
    known: Mapping[str, Any] = ...,
    container: Literal["inferencedata"],
    observed: Any = None,
) -> arviz.InferenceData: ...
@overload
def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
    known: Mapping[str, Any] = ...,
    container: str,
    observed: Any = None,
) -> Any: ...
def sample(
    model: str | Model,
    parameters: Mapping[str, float],
    *,
    shape: tuple[int, ...],
    draws: int = 1,
    random_seed: int,
    known: Mapping[str, Any] = _NOTHING,
    container: str = "array",
    observed: Any = None,
) -> Any:
    """Draw matrices from the prior predictive distribution.

    Parameters
    ----------
    model : str or Model
        A catalogue name or a declared model.
    parameters : mapping of str to float
        Every hyperparameter, and the size of every latent axis ("K").
    shape : tuple of int
        Size of each observed axis, rows first.
    draws : int
        How many independent matrices.
    random_seed : int
        The same seed gives the same bytes, whatever the container.
    known : mapping of str to array or file
        Values of every array that the model declares with ``Known``, one dimension an axis; and
        of a matrix, as ``"row"`` and ``"col"``, exposures that multiply the mean of an entry.
    container : {"array", "datatree", "inferencedata"}
        A NumPy array, or what ArviZ reads: an xarray DataTree, as ArviZ 1 does, or InferenceData,
        as ArviZ before that.
    observed : array_like or SciPy sparse, optional
        Data of that shape to lay beside the draws; a masked array's hidden entries become NaN.
        Only in a container.

    Returns
    -------
    numpy.ndarray
        Of the given shape for one draw, else with the draws in front.
    xarray.DataTree or arviz.InferenceData
        With the groups ``prior``, the latent variables that the matrices were drawn from, under
        the names and axes that the model declares, the hyperparameters being attributes;
        ``prior_predictive``, the matrices under the name of the observed variable;
        ``observed_data`` and, for known arrays, ``constant_data``. Dimensions are chain (of length
        one) and draw, followed by axes such as row, col and factor.

    Raises
    ------
    ParameterError
        If a parameter or a known array is missing, unknown, or outside its domain, or a size is not
        positive; or if there is no such container.
    DataError
        If ``observed`` is not of that shape, or no array of numbers.
    MissingExtraError
        If a container needs a library that is not installed.

    Examples
    --------
    >>> import symppm as ppm
    >>> priors = {"K": 5, "a": 1, "b": 1, "c": 1, "d": 1}
    >>> ppm.sample("pmf_gamma", priors, shape=(60, 80), random_seed=1).shape
    (60, 80)
    """
    declaration = declaration_of(model)
    check_integer("random_seed", random_seed, 0, _LARGEST_SEED)
    check_integer("draws", draws, 1, _MOST_DRAWS)
    if not (isinstance(parameters, Mapping) and all(isinstance(name, str) for name in parameters)):
        raise ParameterError(
            f"parameters of type {type(parameters).__name__}",
            expected="a mapping by name",
            do='Write parameters={"K": 10, "a": 1.0}, or match.parameters of a match.',
        )
    known = known_arrays(known)
    declaration = with_exposures(declaration, known)
    _check_room(shape, draws)
    if not isinstance(container, str) or container not in CONTAINERS:
        raise ParameterError(
            f"container={container!r}",
            expected="one of " + ", ".join(CONTAINERS),
            do=did_you_mean(str(container), CONTAINERS, listed=True),
        )
    beside = None
    if container != "array":
        _require(container)
        beside = None if observed is None else _read_observed(observed, shape)
    elif observed is not None:
        raise ParameterError(
            "observed data beside an array of draws",
            expected='container="datatree" or "inferencedata", which hold both',
            do="Name one of them, or leave the data out.",
        )
    generator = np.random.default_rng(random_seed)
    try:
        if container == "array":
            return sample_declaration(declaration, parameters, shape, draws, generator, known)
        drawn = sample_variables(declaration, parameters, shape, draws, generator, known)
        about = {"random_seed": int(random_seed)}
        return _contained(container, declaration, parameters, drawn, known, beside, about)
    except MemoryError as error:
        raise ParameterError(
            f"draws={draws} of shape {tuple(shape)}, for which there is not memory enough",
            expected="draws that fit in memory, latent variables and all",
            do="Ask for a smaller shape, fewer draws or a smaller K.",
        ) from error


def _check_room(shape: object, draws: int) -> None:
    """Refuse more entries than any memory holds; what is no shape is refused later."""
    lengths = shape if isinstance(shape, (tuple, list)) else ()
    whole = all(isinstance(n, numbers.Integral) for n in lengths)
    if whole and abs(math.prod(map(int, lengths))) * int(draws) > _MOST_ENTRIES:
        raise ParameterError(
            f"draws={draws} of {' x '.join(map(str, lengths))}",
            expected=f"at most {_MOST_ENTRIES:,} entries, which is about what memory holds",
            do="Ask for a smaller shape, or for fewer draws.",
        )


def _require(container: str) -> None:
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


def _read_observed(observed: Any, shape: Sequence[int]) -> NDArray[Any]:
    """Return data as one array, with NaN where a masked array hides them."""
    array = unpacked(observed)
    if is_sparse(array):
        array = array.toarray()  # type: ignore[attr-defined]
    hidden = np.ma.getmaskarray(array) if isinstance(array, np.ma.MaskedArray) else None
    values = as_array(array)
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


def _contained(
    container: str,
    declaration: Declaration,
    parameters: Mapping[str, float],
    drawn: Mapping[str, NDArray[Any]],
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
    dims = {variable.name: variable.dims for variable in declaration.variables}
    dims |= {array.name: array.dims for array in declaration.known}
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

    latent = {name: array[None] for name, array in drawn.items() if name != target}
    numbers = {name: float(value) for name, value in parameters.items()}
    groups = {
        "prior": dataset(latent, *_LEADING, **numbers),
        "prior_predictive": dataset({target: drawn[target][None]}, *_LEADING),
    }
    if observed is not None:
        groups["observed_data"] = dataset({target: observed})
    if known:
        groups["constant_data"] = dataset({name: np.asarray(known[name]) for name in known})
    if container == "datatree":
        return xarray.DataTree.from_dict(groups)
    return load("arviz", _EXTRA, "draws as InferenceData").InferenceData(**groups)
