"""Prior predictive draws, as arrays or in a container that ArviZ reads."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from symppm.data.known import known_arrays
from symppm.errors import ParameterError, check_integer, did_you_mean
from symppm.model.exposed import with_exposures
from symppm.model.sampling import sample_declaration
from symppm.modeller.containers import CONTAINERS, contained, read_observed, require_container
from symppm.modeller.latents import drawn_with_latents
from symppm.modeller.model import Model, declaration_of

if TYPE_CHECKING:
    import arviz
    import xarray

    from symppm.model import Declaration

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_LARGEST_SEED: Final = 2**64 - 1
_MOST_DRAWS: Final = 2**31
_LARGEST_SIZE: Final = 2**31
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
            f"parameters={parameters!r}",
            expected="a mapping by name",
            do='Write parameters={"K": 10, "a": 1.0}.',
        )
    known = known_arrays(known)
    declaration = with_exposures(declaration, known)
    _check_room(shape, draws)
    for axis in declaration.latent_axes:
        _check_size(axis.size.name, parameters.get(axis.size.name, 1))
    if not isinstance(container, str) or container not in CONTAINERS:
        raise ParameterError(
            f"container={container!r}",
            expected="one of " + ", ".join(CONTAINERS),
            do=did_you_mean(str(container), CONTAINERS),
        )
    generator = np.random.default_rng(random_seed)
    with _memory(shape, draws):
        return _drawn(declaration, parameters, shape, draws, generator, known, container, observed,
                      int(random_seed))  # fmt: skip


@contextmanager
def _memory(shape: tuple[int, ...], draws: int) -> Iterator[None]:
    try:
        yield
    except MemoryError as error:
        raise ParameterError(
            f"draws={draws} of shape {tuple(shape)}, for which there is not memory enough",
            expected="draws that fit in memory, latent variables and all",
            do="Ask for a smaller shape, fewer draws or a smaller K.",
        ) from error


def _drawn(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any],
    container: str,
    observed: Any,
    random_seed: int,
) -> Any:
    if container == "array":
        if observed is not None:
            raise ParameterError(
                "observed data beside an array of draws",
                expected='container="datatree" or "inferencedata", which hold both',
                do="Name one of them, or leave the data out.",
            )
        return sample_declaration(declaration, parameters, shape, draws, generator, known)
    require_container(container)
    beside = None if observed is None else read_observed(observed, shape)
    drawn = drawn_with_latents(declaration, parameters, shape, draws, generator, known)
    about = {"random_seed": random_seed}
    return contained(container, declaration, parameters, drawn, known, beside, about)


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


def _check_size(name: str, value: object) -> None:
    """Refuse a size that is no whole number of at least one."""
    real = isinstance(value, numbers.Real) and not isinstance(value, bool)
    size = float(value) if real else math.nan  # type: ignore[arg-type]
    if not (1 <= size <= _LARGEST_SIZE and size == int(size)):
        shown = f"{value:g}" if isinstance(value, float) else repr(value)
        raise ParameterError(
            f"{name}={shown}",
            expected=f"{name} to be a whole number of at least 1",
            do=f"Give {name} as such a number.",
        )
