"""Joint raw moments: the deepest entries are integrated first, sums run over coincidences."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import sympy

from symppm.counting.ancestors import Ancestors
from symppm.counting.constants import polynomial, reciprocal_power
from symppm.counting.forms import Conditional, Sum, Term, conditional_moment
from symppm.counting.laurent import Laurent, add_to, constant, multiply, power
from symppm.counting.monomials import (
    FIRST_NEW,
    Key,
    Label,
    Monomial,
    Shape,
    components,
    labels,
    relabelled,
    times,
)
from symppm.counting.table import Table
from symppm.errors import NotBuiltError
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, KnownEntry, known_entries, reindex

_MOST_WORK = 10_000
"""Products of entries that sums are multiplied into for one question: some seconds."""

State = dict[Monomial, Laurent]
Labels = dict[int, set[Label]]
Indices = Mapping[sympy.Symbol, Label]


@dataclass(frozen=True)
class Moment:
    """A moment as a polynomial, and what must be positive for it to exist."""

    value: Laurent
    conditions: frozenset[sympy.Expr]


class Counting:
    """The moments of one model, each computed once."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.table = Table(unit=2)
        self._axes = {axis: place for place, axis in enumerate(declaration.axes)}
        self._places = {v.name: place for place, v in enumerate(declaration.variables)}
        self._shape = Shape(
            tuple(
                tuple(self._axes[axis] for axis in variable.axes)
                for variable in declaration.variables
            ),
            frozenset(self._axes[axis] for array in declaration.known for axis in array.axes),
        )
        self._ancestors = Ancestors(declaration)
        self._letters: dict[int, list[sympy.Symbol]] = {n: [] for n in self._axes.values()}
        self._conditional: dict[tuple[int, tuple[int, ...]], Conditional] = {}
        self._moments: dict[Monomial, Moment] = {}
        self.work = 0

    def monomial(self, entries: Iterable[Entry]) -> Monomial:
        """Return a product of entries, their indices replaced by numbers."""
        product: Monomial = ()
        for entry in entries:
            place = self._places[entry.name]
            pairs = zip(self._shape.axes[place], entry.indices, strict=True)
            product = times(product, (place, tuple(self._label(*pair) for pair in pairs)), 1)
        return relabelled(product, self._shape)

    def moment(self, monomial: Monomial) -> Moment:
        """Return the expectation of a product of powers of entries."""
        value = constant(1)
        conditions: frozenset[sympy.Expr] = frozenset()
        for component in components(monomial, self._ancestors.of):
            moment = self._component(relabelled(component, self._shape))
            value = multiply(value, moment.value)
            conditions |= moment.conditions
        return Moment(value, conditions)

    def _component(self, monomial: Monomial) -> Moment:
        if monomial not in self._moments:
            self._moments[monomial] = self._integrated(monomial)
        return self._moments[monomial]

    def _integrated(self, monomial: Monomial) -> Moment:
        """Integrate the entries out that no other entry is a parent of."""
        variables = self.declaration.variables
        depths = {
            place: self.declaration.depths[variables[place].name] for (place, _), _ in monomial
        }
        deepest = max(depths.values())
        reserved = {axis: labels(monomial, axis, self._shape) for axis in self._axes.values()}
        shallower = tuple(power for power in monomial if depths[power[0][0]] < deepest)
        state: State = {shallower: constant(1)}
        conditions: set[sympy.Expr] = set()
        vectors: dict[Key, list[tuple[tuple[Label, ...], int]]] = {}
        for (place, at), exponent in monomial:
            if depths[place] == deepest:
                vectors.setdefault((place, self._vector(place, at)), []).append((at, exponent))
        for (place, _), powers in vectors.items():
            letters = variables[place].letters(len(powers))
            indices = {
                letter: label
                for entry_letters, (at, _) in zip(letters, powers, strict=True)
                for letter, label in zip(entry_letters, at, strict=True)
            }
            conditional = self._conditional_of(place, tuple(exponent for _, exponent in powers))
            conditions |= {self._at(condition, indices) for condition in conditional.conditions}
            state = self._times(state, conditional.terms, indices, reserved, inside=False)
        total: Laurent = {}
        for product, coefficient in state.items():
            moment = self.moment(product)
            conditions |= moment.conditions
            add_to(total, multiply(coefficient, moment.value))
        return Moment(total, frozenset(conditions))

    def _vector(self, place: int, at: tuple[Label, ...]) -> tuple[Label, ...]:
        """Return labels with none along the axis on which entries are drawn together."""
        variable = self.declaration.variables[place]
        return tuple(
            0 if axis == variable.over else label
            for axis, label in zip(variable.axes, at, strict=True)
        )

    def _conditional_of(self, place: int, orders: tuple[int, ...]) -> Conditional:
        if (place, orders) not in self._conditional:
            self._conditional[place, orders] = conditional_moment(
                self.declaration.variables[place], orders, self.declaration, self.table
            )
        return self._conditional[place, orders]

    def _times(
        self,
        state: State,
        terms: tuple[Term, ...],
        indices: Indices,
        reserved: Labels,
        inside: bool,
    ) -> State:
        """Multiply by a sum of terms; reserved labels are told apart from all others."""
        result: State = {}
        for term in terms:
            coefficient = term.coefficient
            for known, exponent in term.known:
                constants = polynomial(self._at(known, indices), self.table)
                coefficient = multiply(coefficient, _power(constants, exponent, self.table))
            products: State = {}
            for monomial, value in state.items():
                product = monomial
                for place, letters, exponent in term.entries:
                    key = (place, tuple(indices[letter] for letter in letters))
                    product = times(product, key, exponent)
                _accumulate(products, product, multiply(coefficient, value))
            for axis_sum in term.sums:
                products = self._summed(products, axis_sum, indices, reserved, inside)
            for product, value in products.items():
                _accumulate(result, product, value)
        return result

    def _summed(
        self, state: State, axis_sum: Sum, indices: Indices, reserved: Labels, inside: bool
    ) -> State:
        """Multiply by a sum over an axis: it meets a label in use, or has a new one.

        All labels that are not in use are alike, so that one stands for them all, times their
        number.
        """
        result: State = {}
        axis = axis_sum.axis
        around = {
            label for letter, label in indices.items() if self._axis_of(letter) == axis
        } | reserved[axis]
        start = FIRST_NEW if axis in self._shape.fixed else 0
        self.work += len(state)
        if self.work > _MOST_WORK:
            raise _too_many(self.declaration.axes[axis].name)
        for monomial, value in state.items():
            used = around | labels(monomial, axis, self._shape)
            new = next(label for label in itertools.count(start) if label not in used)
            number = dict(axis_sum.size)
            add_to(number, constant(len(used)), -1)
            for label, weight in [*((x, constant(1)) for x in sorted(used)), (new, number)]:
                inner = self._times(
                    {monomial: constant(1)},
                    axis_sum.terms,
                    {**indices, axis_sum.bound: label},
                    reserved,
                    inside=True,
                )
                factor = multiply(value, weight)
                for product, times_over in inner.items():
                    # Inside another sum its label has to keep its number.
                    alike = product if inside else relabelled(product, self._shape, reserved)
                    _accumulate(result, alike, multiply(factor, times_over))
        return result

    def _axis_of(self, letter: sympy.Symbol) -> int:
        return self._axes[self.declaration.axis_of(letter)]

    def _label(self, axis: int, letter: sympy.Symbol) -> Label:
        """Return the number of an index; the same index has the same one in every question."""
        letters = self._letters[axis]
        if letter not in letters:
            letters.append(letter)
        return letters.index(letter)

    def _at(self, expression: sympy.Expr, indices: Indices) -> sympy.Expr:
        """Put indices into an expression with known entries."""
        if not expression.has(KnownEntry):
            return expression
        if expression.has(AxisSum):
            raise _no_sum(expression)
        mapping: dict[sympy.Symbol, sympy.Symbol] = {}
        for known in known_entries(expression):
            for letter in known.indices:
                if indices[letter] >= FIRST_NEW:
                    raise _no_sum(known)
                mapping[letter] = self._letters[self._axis_of(letter)][indices[letter]]
        return reindex(expression, mapping)


def _power(base: Laurent, exponent: int, table: Table) -> Laurent:
    if exponent < 0:
        return reciprocal_power(base, -exponent, table)
    return power(base, exponent)


def _accumulate(state: State, monomial: Monomial, value: Laurent) -> None:
    total = state.setdefault(monomial, {})
    add_to(total, value)
    if not total:
        del state[monomial]


def _no_sum(known: sympy.Expr) -> NotBuiltError:
    return NotBuiltError(
        f"a sum over an axis whose terms depend on the known {known}",
        expected="terms that all have the same law",
        do="Let known arrays vary only along axes that are not summed over, or use "
        "hyperparameters in their place; sums weighted by a known array are not built yet.",
    )


def _too_many(axis: str) -> NotBuiltError:
    return NotBuiltError(
        f"a joint moment in which sums over the axis {axis!r} meet in more than {_MOST_WORK} ways",
        expected="fewer sums multiplied with one another",
        do="Ask for fewer entries, or lower the powers of sums over that axis in the model.",
    )
