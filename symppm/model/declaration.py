"""A declared model as a value: hyperparameters, axes, and a directed graph of plated variables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy

from symppm.errors import DeclarationError, conjunction, did_you_mean
from symppm.families import Family
from symppm.model.nodes import (
    DOT,
    Entry,
    Indexed,
    KnownEntry,
    entries,
    index,
    label,
    reindex,
)


@dataclass(frozen=True)
class Axis:
    """An axis: its name in ``dims``, its symbolic size, letters for indices (more are primed)."""

    name: str
    size: sympy.Symbol
    letters: tuple[str, str]

    @property
    def generic(self) -> sympy.Symbol:
        """The index that stands for any value in a declaration."""
        return index(self.letters[0])

    def pool(self, count: int) -> tuple[sympy.Symbol, ...]:
        """Return that many different indices along this axis."""
        names = [letter + "'" * (n // 2) for n, letter in enumerate(self.letters * count)]
        return tuple(index(name) for name in names[:count])

    def place(self, letter: sympy.Symbol) -> int:
        """Return where an index is in the pool."""
        base = letter.name.rstrip("'")
        return self.letters.index(base) + 2 * (len(letter.name) - len(base))

    def owns(self, letter: sympy.Symbol) -> bool:
        """Tell whether an index runs along this axis."""
        return letter.name.rstrip("'") in self.letters


class Plated(ABC):
    """What stands for its generic entry in an expression: ``theta * beta`` is theta_ik beta_jk."""

    name: str
    axes: tuple[Axis, ...]

    @property
    def dims(self) -> tuple[str, ...]:
        """Names of its axes."""
        return tuple(axis.name for axis in self.axes)

    @property
    @abstractmethod
    def generic(self) -> Indexed:
        """Its entry at the generic index of each axis."""

    def _sympy_(self) -> Indexed:
        return self.generic

    def __add__(self, other: Any) -> sympy.Expr:
        return self.generic + other

    def __radd__(self, other: Any) -> sympy.Expr:
        return other + self.generic

    def __sub__(self, other: Any) -> sympy.Expr:
        return self.generic - other

    def __rsub__(self, other: Any) -> sympy.Expr:
        return other - self.generic

    def __mul__(self, other: Any) -> sympy.Expr:
        return self.generic * other

    def __rmul__(self, other: Any) -> sympy.Expr:
        return other * self.generic

    def __truediv__(self, other: Any) -> sympy.Expr:
        return self.generic / other

    def __rtruediv__(self, other: Any) -> sympy.Expr:
        return other / self.generic

    def __pow__(self, exponent: Any) -> sympy.Expr:
        return self.generic**exponent

    def __neg__(self) -> sympy.Expr:
        return -self.generic


@dataclass(frozen=True)
class Variable(Plated):
    """One random variable, plated over its axes.

    Given its parents, its entries are independent; along the axis ``over``, if there is one, they
    are the entries of vectors from a family of such.
    """

    name: str
    family: Family
    parameters: Mapping[str, sympy.Expr]
    axes: tuple[Axis, ...]
    observed: bool = False
    over: Axis | None = None

    @property
    def label(self) -> sympy.Symbol:
        """Symbol that carries its name and sign."""
        return label(self.name, self.family.support_of(self.parameters).sign)

    @property
    def generic(self) -> Entry:
        """Its entry at the generic index of each axis."""
        return Entry(self.label, *(axis.generic for axis in self.axes))

    def at(self, *indices: sympy.Symbol) -> Entry:
        """Return the entry at the given indices."""
        return Entry(self.label, *indices)

    def vector(self, entry: Entry) -> Entry:
        """Return all entries that are drawn together with one, a dot in place of their index."""
        if self.over is None:
            return entry
        pairs = zip(self.axes, entry.indices, strict=True)
        return self.at(*(DOT if axis == self.over else letter for axis, letter in pairs))

    def letters(self, count: int) -> list[tuple[sympy.Symbol, ...]]:
        """Return the indices of as many entries that are drawn together, the first generic."""
        return [
            tuple(axis.pool(count)[n] if axis == self.over else axis.generic for axis in self.axes)
            for n in range(count)
        ]

    def parameters_at(self, indices: tuple[sympy.Symbol, ...]) -> dict[str, sympy.Expr]:
        """Return the family's parameters for the entry at the given indices."""
        mapping = {axis.generic: letter for axis, letter in zip(self.axes, indices, strict=True)}
        mapping = {old: new for old, new in mapping.items() if old != new}
        return {name: reindex(value, mapping) for name, value in self.parameters.items()}

    def __hash__(self) -> int:
        return hash((self.name, self.axes))


@dataclass(frozen=True)
class KnownArray(Plated):
    """Known positive constants along axes; along the axis ``over``, if any, they sum to one."""

    name: str
    axes: tuple[Axis, ...]
    over: Axis | None = None

    @property
    def generic(self) -> KnownEntry:
        """Its entry at the generic index of each axis."""
        return KnownEntry(label(self.name, "positive"), *(axis.generic for axis in self.axes))


@dataclass(frozen=True)
class Declaration:
    """A model: complete and valid, or, inside its block, what has been declared so far.

    Variables are in the order of declaration, which is a topological order of the graph.
    """

    name: str
    hyperparameters: tuple[sympy.Symbol, ...]
    axes: tuple[Axis, ...]
    variables: tuple[Variable, ...]
    known: tuple[KnownArray, ...] = ()

    @cached_property
    def by_name(self) -> Mapping[str, Variable]:
        """Variables by name."""
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def laws(self) -> Mapping[str, Variable | KnownArray]:
        """Variables and known arrays by name."""
        arrays: tuple[Variable | KnownArray, ...] = (*self.variables, *self.known)
        return {array.name: array for array in arrays}

    @cached_property
    def observed(self) -> Variable:
        """The observed variable."""
        return next(variable for variable in self.variables if variable.observed)

    @property
    def title(self) -> str:
        """What it is in a few words: the families of its data and of its other variables."""
        families = dict.fromkeys(v.family.name for v in self.variables if not v.observed)
        priors = f", {conjunction(families)} priors" if families else ""
        return f"{self.observed.family.name} observations{priors}"

    @property
    def latent_axes(self) -> tuple[Axis, ...]:
        """Axes along which nothing is observed, such as the factors."""
        return tuple(axis for axis in self.axes if axis not in self.observed.axes)

    @cached_property
    def sizes(self) -> tuple[sympy.Symbol, ...]:
        """Sizes of the latent axes that the moments depend on."""
        return tuple(axis.size for axis in self.latent_axes)

    @cached_property
    def lengths(self) -> tuple[sympy.Symbol, ...]:
        """Sizes of observed axes on which a distribution depends: data tell them."""
        values = (value for variable in self.variables for value in variable.parameters.values())
        mentioned = set().union(*(value.free_symbols for value in values))
        return tuple(axis.size for axis in self.observed.axes if axis.size in mentioned)

    def axis(self, name: str) -> Axis:
        """Return the axis of a name."""
        for axis in self.axes:
            if axis.name == name:
                return axis
        raise DeclarationError(
            f"model {self.name!r} has no axis {name!r}",
            expected="one of its axes",
            do=did_you_mean(name, [axis.name for axis in self.axes]),
        )

    def axis_of(self, letter: sympy.Symbol) -> Axis:
        """Return the axis along which an index runs."""
        for axis in self.axes:
            if axis.owns(letter):
                return axis
        raise DeclarationError(
            f"the index {letter}",
            expected="an index along one of the axes of " + self.name,
            do="Use letters of the model's axes: "
            + ", ".join(letter for axis in self.axes for letter in axis.letters),
        )

    def parents(self, variable: Variable) -> tuple[Variable, ...]:
        """Return the variables that a variable's parameters mention."""
        names = {entry.name for value in variable.parameters.values() for entry in entries(value)}
        return tuple(parent for parent in self.variables if parent.name in names)

    @cached_property
    def depths(self) -> Mapping[str, int]:
        """Length of the longest path from a root to each variable."""
        depths: dict[str, int] = {}
        for variable in self.variables:
            above = [depths[parent.name] for parent in self.parents(variable)]
            depths[variable.name] = 1 + max(above, default=-1)
        return depths


def free_axes(expression: sympy.Expr, axes: tuple[Axis, ...]) -> list[Axis]:
    """Return the axes whose generic index is free in an expression."""
    free = expression.free_symbols
    return [axis for axis in axes if axis.generic in free]
