"""Prior predictive draws with the latent variables that they were drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.families import Family, Moment
from symppm.model import Declaration, Variable
from symppm.model.declaration import Axis
from symppm.model.nodes import AxisSum
from symppm.model.sampling import sample_declaration

Array = NDArray[Any]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Drawn:
    """Matrices and the latent variables behind them.

    Attributes
    ----------
    observed : ndarray, shape (draws, *shape)
        The matrices.
    latent : mapping of str to ndarray
        By the name of the variable: draws in front, then its axes as declared.
    """

    observed: Array
    latent: Mapping[str, Array]


class _Kept(Family):
    """A family that keeps what is drawn from it, and else is the one that it stands for."""

    def __init__(self, family: Family, kept: list[Array]) -> None:
        self.family = family
        self.kept = kept
        self.name = family.name
        self.parameters = family.parameters
        self.support = family.support
        self.ordered = family.ordered

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        return self.family.raw_moment(order, parameters)

    def check_sampled(self) -> None:
        self.family.check_sampled()

    def sample(
        self, generator: np.random.Generator, parameters: Mapping[str, Array], size: tuple[int, ...]
    ) -> Array:
        drawn = self.family.sample(generator, parameters, size)
        self.kept.append(drawn)
        return drawn


def drawn_with_latents(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = _NOTHING,
) -> Drawn:
    """Draw matrices and keep the latent variables."""
    kept: dict[str, list[Array]] = {each.name: [] for each in declaration.variables}
    recording = _with_families(declaration, lambda each: _Kept(each.family, kept[each.name]))
    matrices = sample_declaration(recording, parameters, shape, draws, generator, known)
    order = [axis.name for axis in declaration.axes]
    latent = {}
    for each in declaration.variables:
        if each.observed:
            continue
        places = [order.index(dim) for dim in each.dims]
        rest = [n for n in range(len(order)) if n not in places]
        arrays = kept[each.name]
        if each.over is not None:  # vectors are drawn along the last axis
            arrays = [np.moveaxis(array, -1, order.index(each.over.name)) for array in arrays]
        latent[each.name] = np.stack(
            [_within(array.transpose(places + rest), len(places)) for array in arrays]
        )
    return Drawn(matrices.reshape((int(draws), *matrices.shape[-len(shape) :])), latent)


def _within(array: Array, axes: int) -> Array:
    """Leave out the axes, all of size one, that a variable does not have."""
    return array.reshape(array.shape[:axes])


class _Held(_Kept):
    """A family that was drawn from already: it returns what was kept."""

    def check_sampled(self) -> None:
        pass

    def sample(
        self,
        generator: np.random.Generator,  # noqa: ARG002
        parameters: Mapping[str, Array],  # noqa: ARG002
        size: tuple[int, ...],  # noqa: ARG002
    ) -> Array:
        return self.kept[0]


def drawn_in_blocks(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    block: int,
    generator: np.random.Generator,
    known: Mapping[str, Any] = _NOTHING,
) -> Iterator[Array]:
    """Draw one matrix a block of rows at a time, so that it is never in memory as a whole.

    What does not belong to a row is drawn with the first block and held; what belongs to rows is
    drawn with the block that they are in. So the blocks together are one draw from the model.
    """
    axis = declaration.observed.axes[0]
    rows = shape[0]
    if _sums_over(declaration, axis):
        block = rows
    kept: dict[str, list[Array]] = {each.name: [] for each in declaration.variables}
    current = _with_families(declaration, lambda each: _Kept(each.family, kept[each.name]))
    held = _with_families(
        declaration,
        lambda each: each.family if axis in each.axes else _Held(each.family, kept[each.name]),
    )
    along = {each.name: each.dims.index(axis.name) for each in declaration.known
             if axis in each.axes}  # fmt: skip
    for start in range(0, rows, block):
        stop = min(start + block, rows)
        part = {
            name: np.take(values, range(start, stop), axis=along[name]) if name in along else values
            for name, values in known.items()
        }
        size = (stop - start, *shape[1:])
        yield sample_declaration(current, parameters, size, 1, generator, part)
        current = held


def _sums_over(declaration: Declaration, axis: Axis) -> bool:
    sums = (
        each
        for variable in declaration.variables
        for value in variable.parameters.values()
        for each in value.atoms(AxisSum)
    )
    vectors = any(each.over == axis for each in declaration.variables)
    return vectors or any(axis.owns(each.bound) for each in sums)


def _with_families(declaration: Declaration, family: Callable[[Variable], Family]) -> Declaration:
    variables = tuple(replace(each, family=family(each)) for each in declaration.variables)
    return replace(declaration, variables=variables)


def drawn_latents(
    declaration: Declaration,
    parameters: Mapping[str, float],
    shape: tuple[int, ...],
    draws: int,
    generator: np.random.Generator,
) -> Mapping[str, Array]:
    """Draw the latent variables alone, with ones in the place of known arrays."""
    seen = dict(zip(declaration.observed.dims, shape, strict=True))
    nothing = np.zeros([seen.get(axis.name, 1) for axis in declaration.axes])
    unseen = _with_families(
        declaration,
        lambda each: _Held(each.family, [nothing]) if each.observed else each.family,
    )
    sizes = {
        axis.name: seen.get(axis.name) or int(parameters[axis.size.name])
        for axis in declaration.axes
    }
    ones = {each.name: np.ones([sizes[dim] for dim in each.dims]) for each in declaration.known}
    return drawn_with_latents(unseen, parameters, shape, draws, generator, ones).latent
