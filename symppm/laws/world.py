"""A small explicit world in which statements about moments are computed, not rewritten.

Axes get a few values, hyperparameters get rationals, and every moment is worked out on polynomials
with rational coefficients by integrating one entry at a time. Nothing here uses the rules, so
agreement with a rewritten statement is evidence for it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy

from symppm.errors import LedgerError
from symppm.laws.explicit import (
    Key,
    Monomial,
    Number,
    Polynomial,
    add,
    constant,
    exact,
    multiply,
    power,
    scale,
    substitute,
)
from symppm.laws.operators import Correlation, Expectation, Operator
from symppm.model.declaration import Declaration
from symppm.model.nodes import DOT, AxisSum, Entry

Letters = Mapping[sympy.Symbol, int]

_SMALLEST_AXIS = 2
_ATTEMPTS = 500


@dataclass(frozen=True)
class World:
    """Numbers for every symbol.

    Attributes
    ----------
    declaration : Declaration
        The model.
    values : mapping of sympy.Symbol to Fraction
        Hyperparameters.
    size : int
        How many values every axis has.
    """

    declaration: Declaration
    values: Mapping[sympy.Symbol, Fraction]
    size: int
    _moments: dict[tuple[Key, int], Polynomial] = field(default_factory=dict, repr=False)

    def letters(self, expression: sympy.Basic) -> dict[sympy.Symbol, int]:
        """Assign numbers to the indices of an expression, different ones to different letters."""
        return {
            letter: self._position(letter)
            for letter in expression.atoms(sympy.Symbol)
            if letter.is_integer and letter != DOT and not letter.is_positive
        }

    def _position(self, letter: sympy.Symbol) -> int:
        axis = self.declaration.axis_of(letter)
        return next(n for n in itertools.count() if axis.pool(n + 1)[n] == letter)

    def value(self, expression: sympy.Expr, letters: Letters | None = None) -> Polynomial:
        """Compute an expression, operators included, as a polynomial in explicit entries."""
        at = self.letters(expression) if letters is None else letters
        if not expression.has(Entry, AxisSum, Operator):
            return constant(self.number(expression))
        if isinstance(expression, Entry):
            return {((_key(expression, at), 1),): Fraction(1)}
        if isinstance(expression, AxisSum):
            parts = (
                self.value(expression.summand, {**at, expression.bound: n})
                for n in range(self.size)
            )
            return add(parts)
        if isinstance(expression, Operator):
            return self._moment(expression, at)
        if expression.is_Add:
            return add(self.value(argument, at) for argument in expression.args)
        if expression.is_Mul:
            product = constant(Fraction(1))
            for argument in expression.args:
                product = multiply(product, self.value(argument, at))
            return product
        base, exponent = expression.as_base_exp()
        if expression.is_Pow and exponent.is_Integer:
            return power(self.value(base, at), int(exponent))
        raise LedgerError(
            f"the expression {expression}",
            expected="sums, products and integer powers",
            do="Such an expression cannot be checked with rationals.",
        )

    def number(self, expression: sympy.Expr) -> Number:
        """Compute an expression that is free of random variables."""
        sizes = {axis.size: self.size for axis in self.declaration.axes}
        numbers = {
            symbol: sympy.Rational(value.numerator, value.denominator)
            for symbol, value in self.values.items()
        }
        result = expression.subs({**sizes, **numbers})
        if not (result.is_number and result.is_finite):
            raise LedgerError(
                f"{expression} is {result} at rational hyperparameters",
                expected="a number",
                do="Write the model in hyperparameters that have a value there.",
            )
        return exact(result)

    def keys(self, expression: sympy.Basic, letters: Letters) -> set[Key]:
        """Return the explicit entries in an expression; a dot runs over its whole axis."""
        if isinstance(expression, Entry):
            ranges = [
                range(self.size) if letter == DOT else (letters[letter],)
                for letter in expression.indices
            ]
            return {(expression.name, indices) for indices in itertools.product(*ranges)}
        if isinstance(expression, AxisSum):
            return set().union(
                *(
                    self.keys(expression.summand, {**letters, expression.bound: n})
                    for n in range(self.size)
                )
            )
        return set().union(*(self.keys(argument, letters) for argument in expression.args))

    def parents(self, key: Key) -> set[Key]:
        """Return the explicit entries that an entry's parameters mention."""
        name, indices = key
        variable = self.declaration.by_name[name]
        at = {axis.generic: n for axis, n in zip(variable.axes, indices, strict=True)}
        return set().union(*(self.keys(value, at) for value in variable.parameters.values()))

    def ancestors(self, keys: Iterable[Key]) -> set[Key]:
        """Return the entries themselves and everything above them."""
        found, frontier = set(), list(keys)
        while frontier:
            key = frontier.pop()
            if key not in found:
                found.add(key)
                frontier += self.parents(key)
        return found

    def _moment(self, node: Operator, letters: Letters) -> Polynomial:
        given = self.keys(node.given, letters)
        values = [self.value(operand, letters) for operand in node.operands]
        if isinstance(node, Expectation):
            return self._integrate(values[0], given)
        first, second = (values * 2)[:2]
        covariance = self._covariance(first, second, given)
        if isinstance(node, Correlation):
            spread = self._covariance(first, first, given)
            if spread != self._covariance(second, second, given):
                raise LedgerError(
                    f"{node}",
                    expected="two entries with the same variance",
                    do="Ask for their covariance instead.",
                )
            return multiply(covariance, power(spread, -1))
        return covariance

    def _covariance(self, first: Polynomial, second: Polynomial, given: set[Key]) -> Polynomial:
        mixed = self._integrate(multiply(first, second), given)
        apart = multiply(self._integrate(first, given), self._integrate(second, given))
        return add([mixed, scale(apart, Fraction(-1))])

    def _integrate(self, polynomial: Polynomial, given: set[Key]) -> Polynomial:
        """Integrate out every entry that is not given, deepest first."""
        while True:
            open_keys = {key for monomial in polynomial for key, _ in monomial} - given
            if not open_keys:
                return polynomial
            depth = self.declaration.depths
            last = max(open_keys, key=lambda key: (depth[key[0]], key))
            if any(last in self.ancestors([key]) for key in given):
                raise LedgerError(
                    f"an expectation of {last[0]} given something that depends on it",
                    expected="conditions on parents, never on children",
                    do="Condition on ancestors only.",
                )
            polynomial = add(
                self._without(monomial, factor, last) for monomial, factor in polynomial.items()
            )

    def _without(self, monomial: Monomial, factor: Number, last: Key) -> Polynomial:
        powers = dict(monomial)
        order = powers.pop(last, 0)
        rest = {tuple(sorted(powers.items())): factor}
        return multiply(rest, self._raw_moment(last, order)) if order else rest

    def _raw_moment(self, key: Key, order: int) -> Polynomial:
        if (key, order) not in self._moments:
            name, indices = key
            variable = self.declaration.by_name[name]
            at = {axis.generic: n for axis, n in zip(variable.axes, indices, strict=True)}
            symbols = {p.name: sympy.Symbol(f"_{p.name}") for p in variable.family.parameters}
            formula = variable.family.raw_moment(order, symbols).value
            parts = {
                symbols[name]: self.value(value, at) for name, value in variable.parameters.items()
            }
            self._moments[key, order] = substitute(formula, parts)
        return self._moments[key, order]


def _key(entry: Entry, letters: Letters) -> Key:
    if not all(letter in letters for letter in entry.indices):
        raise LedgerError(
            f"the entry {entry} outside a condition",
            expected="an index for each axis",
            do="A dot stands for a whole axis only in what is given.",
        )
    return entry.name, tuple(letters[letter] for letter in entry.indices)


def worlds(
    declaration: Declaration,
    about: Iterable[sympy.Basic],
    positive: Iterable[sympy.Expr] = (),
    count: int = 1,
    *,
    longer: int = 0,
) -> Iterator[World]:
    """Yield worlds with random rationals in which the given expressions are positive.

    No hyperparameter is an integer, so that no moment such as rate/(shape - 1) meets a pole.

    Parameters
    ----------
    declaration : Declaration
        The model.
    about : iterable of sympy.Basic
        Expressions to be computed; every axis is made long enough for their indices.
    positive : iterable of sympy.Expr
        Conditions under which moments exist.
    count : int
        How many.
    longer : int
        By how much to make every axis longer than it has to be.

    Raises
    ------
    LedgerError
        If no rationals are found that meet the conditions.
    """
    probe = World(declaration, {}, _SMALLEST_AXIS)
    size = longer + max(
        [_SMALLEST_AXIS, *(1 + n for each in about for n in probe.letters(each).values())]
    )
    generator = random.Random(f"{declaration.name} {count}")  # noqa: S311 - no secret
    conditions = tuple(positive)
    for _ in range(count):
        for _ in range(_ATTEMPTS):
            values = {
                symbol: generator.randint(1, 20) + Fraction(1, generator.choice((3, 5, 7)))
                for symbol in declaration.hyperparameters
            }
            world = World(declaration, values, size)
            if all(world.number(condition) > 0 for condition in conditions):
                yield world
                break
        else:
            raise LedgerError(
                f"no hyperparameters of {declaration.name!r} meet the conditions "
                + ", ".join(f"{condition} > 0" for condition in conditions),
                expected="conditions that can hold together",
                do="The side conditions of the derivation contradict each other.",
            )


def same_polynomial(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two random expressions agree as polynomials in explicit entries."""
    return all(
        world.value(first) == world.value(second)
        for world in worlds(declaration, (first, second), count=2)
    )


def explicitly_independent(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two expressions share no ancestor, entry by entry."""
    (world,) = worlds(declaration, (first, second))
    one, two = (world.ancestors(world.keys(each, world.letters(each))) for each in (first, second))
    return not one & two


def explicitly_settled(entry: Entry, given: sympy.Tuple, declaration: Declaration) -> bool:
    """Tell whether all parents of an entry are given and nothing given descends from it."""
    (world,) = worlds(declaration, (entry, given))
    letters = {**world.letters(entry), **world.letters(given)}
    if DOT in entry.indices:
        return False
    (key,) = world.keys(entry, letters)
    known = world.keys(given, letters)
    return world.parents(key) <= known and not any(
        key in world.ancestors([other]) for other in known
    )


def exchangeable(first: sympy.Expr, second: sympy.Expr) -> bool:
    """Tell whether two expressions are entries of one variable, so have the same law."""
    return isinstance(first, Entry) and isinstance(second, Entry) and first.label == second.label
