"""Joint moments of small models by listing every configuration, with fractions throughout.

The model is an ordinary declaration whose variables are all of the family below: a draw from a few
points, times a scale, plus a location. What is evaluated here are the declared parameters
themselves, with sums over an axis written out label by label; nothing is known of coincidences.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from symppm.families import Family, Moment, Parameter, Support
from symppm.model import Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry

F = Fraction
Key = tuple[str, tuple[int, ...]]
Values = Mapping[Key, Fraction]
Known = Callable[[str, tuple[int, ...]], Fraction]
Function = Callable[[Values], Fraction]
Places = Sequence[tuple[int, ...]]


class Points(Family):
    """``location + scale * D`` with a D that has a few values."""

    parameters = (
        Parameter("scale", "positive", "scale"),
        Parameter("location", "nonnegative", "location"),
    )
    support = Support("positive")

    def __init__(self, name: str, values: Mapping[Fraction, Fraction]) -> None:
        assert sum(values.values()) == 1
        self.name = name  # type: ignore[misc]
        self.values = values

    def raw_moment(self, order: int, parameters: Mapping[str, sympy.Expr]) -> Moment:
        scale, location = parameters["scale"], parameters["location"]
        if order < 0:
            # Only declared without a location then.
            return Moment(_rational(self.base(order)) * scale**order)
        return Moment(
            sympy.Add(
                *(
                    sympy.binomial(order, n)
                    * location ** (order - n)
                    * scale**n
                    * _rational(self.base(n))
                    for n in range(order + 1)
                )
            )
        )

    def base(self, order: int) -> Fraction:
        return sum((p * d**order for d, p in self.values.items()), F(0))

    def sample(self, generator: Any, parameters: Any, size: Any) -> Any:
        raise self.no_moment(0, "these laws are listed, not drawn")


COIN = Points("Coin", {F(1): F(1, 3), F(4): F(2, 3)})
SKEWED = Points("Skewed", {F(1, 2): F(3, 4), F(3): F(1, 4)})
THREE = Points("Three", {F(1): F(1, 2), F(2): F(1, 3), F(5): F(1, 6)})


def _rational(number: Fraction) -> sympy.Rational:
    return sympy.Rational(number.numerator, number.denominator)


@dataclass(frozen=True)
class Numbers:
    """Numbers for all symbols of a model: hyperparameters and sizes by name, known entries."""

    symbols: Mapping[str, Fraction]
    known: Known = lambda name, place: F(1)

    def put_into(self, expression: sympy.Expr, labels: Mapping[str, int]) -> Fraction:
        """Return the value of a result, whose known entries have letters for indices."""
        values = {
            entry: _rational(self.known(entry.name, tuple(labels[i.name] for i in entry.indices)))
            for entry in expression.atoms(KnownEntry)
        }
        result = expression.xreplace(values)
        result = result.xreplace(
            {symbol: _rational(self.symbols[symbol.name]) for symbol in result.free_symbols}
        )
        return F(int(result.p), int(result.q))


@dataclass(frozen=True)
class Small:
    """A declaration with numbers for everything in it."""

    declaration: Declaration
    numbers: Numbers

    def moment(self, name: str, places: Places) -> Fraction:
        """Return the expectation of a product of entries of one variable."""
        exponents = Counter((name, place) for place in places)
        order = self._order(exponents)
        free = [key for key in order if key not in exponents]
        assert not any(self._parents(key) & set(exponents) for key in exponents)
        total = F(0)
        steps = {key: self._step(key) for key in order}
        for outcome in itertools.product(*(self._family(key).values.items() for key in free)):
            values: dict[Key, Fraction] = {}
            weight = F(1)
            for key, (draw, probability) in zip(free, outcome, strict=True):
                scale, location = steps[key]
                values[key] = location(values) + scale(values) * draw
                weight *= probability
            for key, exponent in exponents.items():
                # Given their parents these are independent: list each one's values alone.
                scale, location = steps[key]
                origin, unit = location(values), scale(values)
                weight *= sum(
                    (
                        p * (origin + unit * d) ** exponent
                        for d, p in self._family(key).values.items()
                    ),
                    F(0),
                )
            total += weight
        return total

    def configurations(self, name: str, places: Places) -> int:
        """Return how many configurations that takes."""
        keys = {(name, place) for place in places}
        return math.prod(
            len(self._family(key).values) for key in self._order(keys) if key not in keys
        )

    def cumulant(self, name: str, places: Places) -> Fraction:
        """Return a joint cumulant, from the moments of all subsets of the entries."""
        found: dict[tuple[int, ...], Fraction] = {}

        def moment(chosen: Sequence[int]) -> Fraction:
            return self.moment(name, [places[n] for n in chosen])

        def of(chosen: tuple[int, ...]) -> Fraction:
            # A moment is the sum over the blocks that can hold the first entry.
            if chosen not in found:
                first, rest = chosen[0], chosen[1:]
                found[chosen] = moment(chosen) - sum(
                    (
                        of((first, *block)) * moment([n for n in rest if n not in block])
                        for size in range(len(rest))
                        for block in itertools.combinations(rest, size)
                    ),
                    F(0),
                )
            return found[chosen]

        return of(tuple(range(len(places))))

    def _family(self, key: Key) -> Points:
        family = self.declaration.by_name[key[0]].family
        assert isinstance(family, Points)
        return family

    def _order(self, keys: Iterable[Key]) -> list[Key]:
        """Return entries and their ancestors, parents before children."""
        found: dict[Key, None] = {}

        def visit(key: Key) -> None:
            for parent in sorted(self._parents(key)):
                visit(parent)
            found.setdefault(key)

        for key in keys:
            visit(key)
        return list(found)

    def _place(self, key: Key) -> dict[sympy.Symbol, int]:
        axes = self.declaration.by_name[key[0]].axes
        return {axis.generic: label for axis, label in zip(axes, key[1], strict=True)}

    def _parents(self, key: Key) -> set[Key]:
        found: set[Key] = set()
        for value in self.declaration.by_name[key[0]].parameters.values():
            found |= set(self._entries(value, self._place(key)))
        return found

    def _entries(self, node: sympy.Expr, place: Mapping[sympy.Symbol, int]) -> Iterator[Key]:
        if isinstance(node, Entry):
            yield node.name, tuple(place[letter] for letter in node.indices)
        elif isinstance(node, AxisSum):
            for label in range(int(self.numbers.symbols[node.size.name])):
                yield from self._entries(node.summand, {**place, node.bound: label})
        else:
            for argument in node.args:
                yield from self._entries(argument, place)

    def _step(self, key: Key) -> tuple[Function, Function]:
        parameters = self.declaration.by_name[key[0]].parameters
        place = self._place(key)
        return (
            self._function(parameters["scale"], place),
            self._function(parameters["location"], place),
        )

    def _function(self, node: sympy.Expr, place: Mapping[sympy.Symbol, int]) -> Function:
        """Return an expression as a function of the values of entries."""
        if isinstance(node, Entry):
            key = (node.name, tuple(place[letter] for letter in node.indices))
            return lambda values: values[key]
        if isinstance(node, KnownEntry):
            constant = self.numbers.known(node.name, tuple(place[i] for i in node.indices))
            return lambda values: constant
        if isinstance(node, AxisSum):
            parts = [
                self._function(node.summand, {**place, node.bound: label})
                for label in range(int(self.numbers.symbols[node.size.name]))
            ]
            return lambda values: sum((part(values) for part in parts), F(0))
        if node.is_Rational or node.is_Symbol:
            number = (
                self.numbers.symbols[node.name] if node.is_Symbol else F(int(node.p), int(node.q))
            )
            return lambda values: number
        if node.is_Pow:
            base, exponent = self._function(node.base, place), int(node.exp)
            return lambda values: base(values) ** exponent
        parts = [self._function(argument, place) for argument in node.args]
        if node.is_Add:
            return lambda values: sum((part(values) for part in parts), F(0))
        assert node.is_Mul
        return lambda values: math.prod((part(values) for part in parts), start=F(1))
