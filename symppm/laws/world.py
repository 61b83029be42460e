"""A small explicit world in which statements about moments are computed, not rewritten.

Axes get a few values, hyperparameters and known arrays get rationals, and every moment is worked
out on polynomials with rational coefficients by integrating one entry at a time. Nothing here uses
the rules, so agreement with a rewritten statement is evidence for it.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from symppm.errors import DerivationError
from symppm.laws.constants import arbitrary, arbitrary_fraction, function_value, named_number
from symppm.laws.explicit import (
    Key,
    Monomial,
    Polynomial,
    add,
    approximate,
    constant,
    equal,
    is_entry,
    multiply,
    power,
    rational,
    scale,
    variable,
)
from symppm.laws.operators import Correlation, Operator
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import DOT, AxisSum, Entry, Indexed, KnownEntry, derivative_of

Letters = Mapping[sympy.Symbol, int]

_SMALLEST_AXIS = 2
_ATTEMPTS = 500
_PARTS = (3, 5, 7)


@dataclass(frozen=True)
class World:
    """Numbers for every symbol.

    Attributes
    ----------
    declaration : Declaration
        The model.
    values : mapping of sympy.Symbol to Fraction
        Hyperparameters.
    sizes : mapping of str to int
        How many values each axis has.
    """

    declaration: Declaration
    values: Mapping[sympy.Symbol, Fraction]
    sizes: Mapping[str, int]
    _moments: dict[tuple[tuple[Key, int], ...], Polynomial] = field(
        default_factory=dict, repr=False
    )

    def letters(self, expression: sympy.Basic) -> dict[sympy.Symbol, int]:
        """Assign numbers to the free indices of an expression, one to each letter."""
        return {
            letter: self.declaration.axis_of(letter).place(letter)
            for letter in expression.free_symbols
            if letter.is_integer and letter != DOT and not letter.is_positive
        }

    def range_of(self, letter: sympy.Symbol) -> range:
        """Return the numbers that an index runs over."""
        return range(self.sizes[self.declaration.axis_of(letter).name])

    def _axes(self, name: str) -> tuple[Axis, ...]:
        return self.declaration.laws[name].axes

    def value(self, expression: sympy.Expr, letters: Letters | None = None) -> Polynomial:
        """Compute an expression, operators included, as a polynomial in explicit entries."""
        at = self.letters(expression) if letters is None else letters
        if expression.is_Rational:
            return constant(Fraction(int(expression.p), int(expression.q)))
        if expression.is_Symbol:
            return constant(self._symbol(expression))
        if isinstance(expression, Indexed):
            key = self._key(expression, at)
            if isinstance(expression, KnownEntry):
                return constant(self._known_number(key))
            return variable(key)
        if isinstance(expression, AxisSum):
            return add(
                self.value(expression.summand, {**at, expression.bound: n})
                for n in self.range_of(expression.bound)
            )
        if isinstance(expression, Operator):
            return self._moment(expression, at)
        if expression.is_Add:
            return add(self.value(argument, at) for argument in expression.args)
        if expression.is_Mul:
            return functools.reduce(multiply, (self.value(arg, at) for arg in expression.args))
        return self._function(expression, at)

    def _key(self, entry: Indexed, letters: Letters) -> Key:
        axes = self._axes(entry.name)
        fits = len(axes) == len(entry.indices) and all(
            letter in letters and axis.owns(letter)
            for axis, letter in zip(axes, entry.indices, strict=True)
        )
        if not fits:
            raise DerivationError(
                f"the entry {entry}",
                expected="an index along each of its axes, in their order",
                do="A dot stands for a whole axis only in what is given.",
            )
        return entry.name, tuple(letters[letter] for letter in entry.indices)

    def _known_number(self, key: Key) -> Fraction:
        name, indices = key
        array = next(array for array in self.declaration.known if array.name == name)
        if array.over is None:
            return arbitrary_fraction(f"{key}")
        place, size = array.axes.index(array.over), self.sizes[array.over.name]
        line = ((name, (*indices[:place], n, *indices[place + 1 :])) for n in range(size))
        numbers = {entry_key: arbitrary_fraction(f"{entry_key}") for entry_key in line}
        return numbers[key] / sum(numbers.values())

    def _symbol(self, symbol: sympy.Symbol) -> Fraction:
        if symbol in self.values:
            return self.values[symbol]
        for axis in self.declaration.axes:
            if symbol == axis.size:
                return Fraction(self.sizes[axis.name])
        raise DerivationError(
            f"the symbol {symbol} where a number is to be computed",
            expected="hyperparameters and sizes of axes of the model",
            do="Write the model in its own hyperparameters.",
        )

    def _function(self, expression: sympy.Expr, at: Letters) -> Polynomial:
        if expression.is_NumberSymbol:
            return named_number(expression)
        unspecified = derivative_of(expression)
        if unspecified is not None:
            name, order, argument = unspecified
            return constant(arbitrary(name, order, self.value(argument, at)))
        if expression.is_Function:
            arguments = [self.value(argument, at) for argument in expression.args]
            return function_value(expression.func.__name__, arguments)
        if expression.is_Pow:
            exponent = rational(self.value(expression.exp, at))
            if exponent is not None:
                return power(self.value(expression.base, at), exponent)
        raise DerivationError(
            f"the expression {expression}",
            expected="sums, products, powers and functions of hyperparameters",
            do="Such an expression cannot be checked with rationals.",
        )

    def holds(self, condition: sympy.Expr) -> bool:
        """Tell whether an expression that is free of random variables is positive."""
        value = self.value(condition)
        number = rational(value)
        return bool((approximate(value) if number is None else number) > 0)

    def keys(
        self, expression: sympy.Basic, letters: Letters, kind: type[Indexed] = Entry
    ) -> set[Key]:
        """Return the explicit entries in an expression; a dot runs over its whole axis."""
        if isinstance(expression, Indexed):
            if not isinstance(expression, kind):
                return set()
            ranges = [
                range(self.sizes[axis.name]) if letter == DOT else (letters[letter],)
                for axis, letter in zip(
                    self._axes(expression.name), expression.indices, strict=True
                )
            ]
            return {(expression.name, indices) for indices in itertools.product(*ranges)}
        if isinstance(expression, AxisSum):
            summands = (
                self.keys(expression.summand, {**letters, expression.bound: n}, kind)
                for n in self.range_of(expression.bound)
            )
            return set().union(*summands)
        return set().union(*(self.keys(part, letters, kind) for part in expression.args))

    def known(self, key: Key) -> set[Key]:
        """Return the known constants on which the law of an entry, or of its ancestors, depends."""
        return set().union(*(self._mentioned(a, KnownEntry) for a in self.ancestors([key])))

    def known_in(self, expression: sympy.Basic, letters: Letters) -> set[Key]:
        """Return the known constants in an expression, and those behind its entries."""
        behind = map(self.known, self.keys(expression, letters))
        return self.keys(expression, letters, KnownEntry).union(*behind)

    def parents(self, key: Key) -> set[Key]:
        """Return the explicit entries that an entry's parameters mention."""
        return self._mentioned(key, Entry)

    def _mentioned(self, key: Key, kind: type[Indexed]) -> set[Key]:
        name, indices = key
        variable_ = self.declaration.by_name[name]
        at = {axis.generic: n for axis, n in zip(variable_.axes, indices, strict=True)}
        values = variable_.parameters.values()
        return set().union(*(self.keys(value, at, kind) for value in values))

    def drawn_together(self, key: Key) -> set[Key]:
        """Return the entries of the vector that an entry is of; most are vectors of their own."""
        name, indices = key
        variable_ = self.declaration.by_name[name]
        if variable_.over is None:
            return {key}
        ranges = (
            range(self.sizes[axis.name]) if axis == variable_.over else (n,)
            for axis, n in zip(variable_.axes, indices, strict=True)
        )
        return {(name, place) for place in itertools.product(*ranges)}

    def ancestors(self, keys: Iterable[Key]) -> set[Key]:
        """Return the entries themselves, all that they are drawn together with, and all above."""
        closure, frontier = set(), list(keys)
        while frontier:
            key = frontier.pop()
            if key not in closure:
                together = self.drawn_together(key)
                closure |= together
                frontier += set().union(*map(self.parents, together))
        return closure

    def _moment(self, node: Operator, letters: Letters) -> Polynomial:
        given = self.keys(node.given, letters)
        values = [self.value(operand, letters) for operand in node.variables or node.operands]
        if not isinstance(node, Correlation):
            return self._joint_cumulant(values, given)
        covariance = self._joint_cumulant(values, given)
        variances = [self._joint_cumulant([operand, operand], given) for operand in values]
        if equal(*variances):
            return multiply(covariance, power(variances[0], -1))
        return multiply(covariance, power(multiply(*variances), Fraction(-1, 2)))

    def _joint_cumulant(self, values: Sequence[Polynomial], given: set[Key]) -> Polynomial:
        """Take off what smaller groups contribute, from the first variable's block outwards."""

        @functools.cache
        def moment(places: tuple[int, ...]) -> Polynomial:
            return self._integrate(functools.reduce(multiply, (values[n] for n in places)), given)

        @functools.cache
        def joint(first: int, others: tuple[int, ...]) -> Polynomial:
            parts = [moment((first, *others))]
            for count in range(len(others)):
                for some in itertools.combinations(others, count):
                    rest = tuple(n for n in others if n not in some)
                    product = multiply(joint(first, some), moment(rest))
                    parts.append(scale(product, Fraction(-1)))
            return add(parts)

        return joint(0, tuple(range(1, len(values))))

    def _integrate(self, polynomial: Polynomial, given: set[Key]) -> Polynomial:
        """Integrate out every entry that is not given, deepest first, with those of its vector."""
        while True:
            entries = {key for monomial in polynomial for key, _ in monomial if is_entry(key)}
            open_keys = entries - given
            if not open_keys:
                return polynomial
            depth = self.declaration.depths
            last = max(open_keys, key=lambda key: (depth[key[0]], key))
            if any(last in self.ancestors([key]) for key in given):
                raise DerivationError(
                    f"an expectation of {last[0]} given something that depends on it",
                    expected="conditions on parents, never on children",
                    do="Condition on ancestors only.",
                )
            vector = self.drawn_together(last)
            polynomial = add(
                self._without(monomial, factor, vector) for monomial, factor in polynomial.items()
            )

    def _without(self, monomial: Monomial, factor: Fraction, vector: set[Key]) -> Polynomial:
        own = {key: int(order) for key, order in monomial if key in vector}
        rest = {tuple(power for power in monomial if power[0] not in own): factor}
        return multiply(rest, self._own_moment(own)) if own else rest

    def _own_moment(self, own: Mapping[Key, int]) -> Polynomial:
        powers = tuple(sorted(own.items()))
        if powers not in self._moments:
            variable_ = self.declaration.by_name[powers[0][0][0]]
            letters = variable_.letters(len(powers))
            at: dict[sympy.Symbol, int] = {}
            for own_letters, ((_, indices), _) in zip(letters, powers, strict=True):
                at |= dict(zip(own_letters, indices, strict=True))
            # The parameters go in before numbers do: 1/rate with rate = shape/mean is no reciprocal
            # of a sum, whatever the mean is.
            parameters = variable_.family.together(list(map(variable_.parameters_at, letters)))
            orders = [order for _, order in powers]
            moment = variable_.family.joint_moment(orders, parameters)
            self._moments[powers] = self.value(moment.value, at)
        return self._moments[powers]


def small_world(
    declaration: Declaration,
    about: Iterable[sympy.Basic],
    positive: Iterable[sympy.Expr] = (),
    *,
    longer: int = 0,
) -> World:
    """Return a world with random rationals in which the given expressions are positive.

    No hyperparameter is an integer, so that no moment such as rate/(shape - 1) meets a pole.
    """
    probe = World(declaration, {}, {})
    sizes = {axis.name: _SMALLEST_AXIS + longer for axis in declaration.axes}
    for expression in about:
        for letter, place in probe.letters(expression).items():
            name = declaration.axis_of(letter).name
            sizes[name] = max(sizes[name], 1 + place + longer)
    return _world(declaration, tuple(sizes.items()), tuple(positive))


@functools.lru_cache(maxsize=256)
def _world(
    declaration: Declaration, sizes: tuple[tuple[str, int], ...], conditions: tuple[sympy.Expr, ...]
) -> World:
    """Return a world for all that is asked about it, with the moments that are known of it."""
    generator = random.Random(f"{declaration.name} 1")  # noqa: S311 - no secret
    for attempt in range(_ATTEMPTS):
        # Some moments exist only for small values, such as of a probability.
        most = 20 if attempt % 2 == 0 else 1
        values = {
            symbol: (generator.randint(most // 20, most) + Fraction(1, generator.choice(_PARTS)))
            * (-1 if symbol.is_negative else 1)
            for symbol in declaration.hyperparameters
        }
        world = World(declaration, values, dict(sizes))
        if all(map(world.holds, conditions)):
            return world
    raise DerivationError(
        f"no hyperparameters of {declaration.name!r} meet the conditions "
        + ", ".join(f"{condition} > 0" for condition in conditions),
        expected="conditions that can hold together",
        do="The side conditions of the derivation contradict each other.",
    )


def agree(
    first: sympy.Expr,
    second: sympy.Expr,
    declaration: Declaration,
    positive: Iterable[sympy.Expr] = (),
) -> bool:
    """Tell whether two expressions have the same value, exactly, as polynomials in open entries.

    In worlds of two sizes, since a factor such as K - 1 is no different from 1 where K is 2.
    """
    worlds = (
        small_world(declaration, (first, second), positive, longer=longer) for longer in range(2)
    )
    return all(equal(world.value(first), world.value(second)) for world in worlds)
