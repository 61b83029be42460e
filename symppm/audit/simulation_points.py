"""Hyperparameters at which a model is simulated, and many independent replicates of it there."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import sympy
from numpy.typing import NDArray

from symppm.errors import ParameterError
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry
from symppm.model.sampling import sample_declaration

Array = NDArray[np.float64]
_LATENT_SIZE: Final = 2
_CANDIDATES: Final = 48
_POSITIVE: Final = (
    ("1/2", "1", "3/2", "2", "3", "4"),
    ("1/4", "1/3", "1/2", "2/3"),
    ("1", "3", "4", "6", "8", "12", "20"),
)
"""Values to choose from, for one candidate after another: a small spread suits one family, a large
shape another."""
_REPLICATE: Final = "replicate"


@dataclass(frozen=True)
class Layout:
    """Which entries are looked at, as places in a small array.

    Attributes
    ----------
    places : mapping of sympy.Symbol to int
        Of every index; different ones along an axis have different places.
    sizes : mapping of str to int
        Of every axis by its name.
    """

    places: Mapping[sympy.Symbol, int]
    sizes: Mapping[str, int]


def layout(declaration: Declaration, entries: Sequence[Entry]) -> Layout:
    """Give every index of the entries a place along its axis."""
    places: dict[sympy.Symbol, int] = {}
    sizes = {axis.name: 0 for axis in declaration.observed.axes}
    for entry in entries:
        for axis, letter in zip(declaration.observed.axes, entry.indices, strict=True):
            if letter not in places:
                places[letter] = sizes[axis.name]
                sizes[axis.name] += 1
    latent = {axis.name: _LATENT_SIZE for axis in declaration.latent_axes}
    return Layout(places, {**{name: max(1, n) for name, n in sizes.items()}, **latent})


def candidates(
    declaration: Declaration, conditions: Sequence[sympy.Expr], order: int
) -> Iterator[dict[sympy.Symbol, sympy.Rational]]:
    """List moderate rational hyperparameters; the same ones every time.

    A condition such as ``a - 2 > 0``, under which a moment of some order exists, is met with so
    much to spare that moments of several times the order exist as well.
    """
    generator = random.Random(f"{declaration.name} simulated")  # noqa: S311 - points, no secrets
    spare = 3 * order + 4
    for number in range(_CANDIDATES):
        values = _POSITIVE[number % len(_POSITIVE)]
        point = {
            symbol: _chosen(symbol, declaration, sympy.Rational(generator.choice(values)))
            for symbol in declaration.hyperparameters
        }
        for condition in conditions:
            missing = spare - condition.subs(point)
            free = sorted(condition.free_symbols & set(point), key=str)
            if free and missing.is_Rational and missing > 0:
                point[free[0]] += missing
        ordered = _in_order(point, declaration)
        if all(condition.subs(ordered) > 0 for condition in conditions):
            yield ordered


def _chosen(
    symbol: sympy.Symbol, declaration: Declaration, value: sympy.Rational
) -> sympy.Rational:
    """Fit a positive value to what a hyperparameter may be."""
    bare = [
        parameter
        for variable in declaration.variables
        for parameter in variable.family.parameters
        if variable.parameters[parameter.name] == symbol
    ]
    if any(parameter.integer for parameter in bare):
        return sympy.ceiling(value) + 2
    uppers = [parameter.upper for parameter in bare if parameter.upper is not None]
    if uppers:
        return min(uppers) * (1 + value) / (2 + value)
    if symbol.is_negative:
        return -value
    if symbol.is_positive or symbol.is_nonnegative:
        return value
    return value / 2 if value.p % 2 else -value / 2


def _in_order(
    point: Mapping[sympy.Symbol, sympy.Rational], declaration: Declaration
) -> dict[sympy.Symbol, sympy.Rational]:
    """Exchange bounds that are in the wrong order."""
    found = dict(point)
    for variable in declaration.variables:
        for low, high in variable.family.ordered:
            one, two = variable.parameters[low], variable.parameters[high]
            if one in found and two in found:
                least, most = sorted((found[one], found[two]))
                found[one], found[two] = least, most + (1 if least == most else 0)
    return found


def replicates(
    declaration: Declaration,
    point: Mapping[sympy.Symbol, sympy.Rational],
    where: Layout,
    count: int,
    generator: np.random.Generator,
) -> Array:
    """Draw independent replicates of a small array, all in one call.

    One more axis is put on every variable, so that each of its places is a draw of the whole model.
    """
    letters = (f"{_REPLICATE}_one", f"{_REPLICATE}_two")
    axis = Axis(_REPLICATE, sympy.Symbol(_REPLICATE, positive=True, integer=True), letters)
    repeated = dataclasses.replace(
        declaration,
        axes=(*declaration.axes, axis),
        variables=tuple(
            dataclasses.replace(each, axes=(*each.axes, axis)) for each in declaration.variables
        ),
    )
    parameters = {symbol.name: float(value) for symbol, value in point.items()}
    parameters |= {each.size.name: float(_LATENT_SIZE) for each in declaration.latent_axes}
    shape = (*(where.sizes[dim] for dim in declaration.observed.dims), count)
    known = {
        name: values.astype(float) for name, values in known_values(declaration, where).items()
    }
    drawn = sample_declaration(repeated, parameters, shape, 1, generator, known)
    values: Array = np.asarray(drawn, dtype=float)
    if not np.isfinite(values).all():
        raise ParameterError(
            f"draws from {declaration.name!r} that are not finite",
            expected="finite numbers",
            do="Use less extreme hyperparameters.",
        )
    return values


def known_values(declaration: Declaration, where: Layout) -> dict[str, NDArray[np.object_]]:
    """Return fixed fractions for every known array, all of them different."""
    found = {}
    for array in declaration.known:
        shape = tuple(where.sizes[dim] for dim in array.dims)
        count = int(np.prod(shape))
        values = [Fraction(2 + n, 2) for n in range(count)]
        found[array.name] = np.asarray(values, dtype=object).reshape(shape)
    return found


def claimed_value(
    expression: sympy.Expr,
    declaration: Declaration,
    point: Mapping[sympy.Symbol, sympy.Rational],
    where: Layout,
) -> float:
    """Return the number that a derivation file's result is, at a point."""
    known = known_values(declaration, where)
    values: dict[sympy.Symbol, sympy.Expr] = dict(point)
    values |= {axis.size: sympy.Integer(where.sizes[axis.name]) for axis in declaration.axes}

    def number(node: sympy.Basic, places: Mapping[sympy.Symbol, int]) -> sympy.Basic:
        if isinstance(node, KnownEntry):
            found = known[node.name][tuple(places[letter] for letter in node.indices)]
            return sympy.Rational(found.numerator, found.denominator)
        if isinstance(node, AxisSum):
            size = where.sizes[declaration.axis_of(node.bound).name]
            terms = (number(node.summand, {**places, node.bound: n}) for n in range(size))
            return sympy.Add(*terms)
        if not node.args:
            return values.get(node, node)
        return node.func(*(number(argument, places) for argument in node.args))

    return float(number(expression, where.places).evalf())
