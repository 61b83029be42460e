"""Joint moments, cumulants and correlations of entries, as SymPy expressions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import sympy

from symppm.counting.laurent import Laurent, add_to, constant, multiply
from symppm.counting.moments import Counting, Moment
from symppm.counting.monomials import Monomial
from symppm.errors import DeclarationError
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry


@dataclass(frozen=True)
class Counted:
    """A result of the counting route.

    Attributes
    ----------
    value : sympy.Expr
        In hyperparameters, sizes and known entries.
    conditions : tuple of sympy.Expr
        What must be positive for the moments to exist.
    """

    value: sympy.Expr
    conditions: tuple[sympy.Expr, ...]


def joint_moment(declaration: Declaration, entries: Sequence[Entry]) -> Counted:
    """Return the expectation of a product of entries."""
    counting = _counting(declaration)
    counting.work = 0
    moment = counting.moment(counting.monomial(_checked(declaration, entries)))
    return _counted(counting, moment.value, moment.conditions)


def joint_cumulant(declaration: Declaration, entries: Sequence[Entry]) -> Counted:
    """Return the joint cumulant of entries: their mean, their covariance, and so on.

    It is the sum over partitions of the entries into p blocks of (-1)^(p - 1) (p - 1)! times the
    product of the blocks' moments.
    """
    counting = _counting(declaration)
    return _counted(counting, *_cumulant(counting, _checked(declaration, entries)))


def correlation(declaration: Declaration, first: Entry, second: Entry) -> Counted:
    """Return the correlation of two entries."""
    counting = _counting(declaration)
    x, y = _checked(declaration, (first, second))
    covariance, conditions = _cumulant(counting, (x, y))
    variances = [_cumulant(counting, (entry, entry)) for entry in (x, y)]
    for _, needed in variances:
        conditions |= needed
    spreads = [counting.table.expression(value) for value, _ in variances]
    if variances[0][0] == variances[1][0]:
        denominator = spreads[0]
    else:
        # In factors, so that roots of those in common can be told to cancel.
        denominator = sympy.Mul(*(sympy.sqrt(sympy.factor(spread)) for spread in spreads))
    value = counting.table.expression(covariance) / denominator
    return Counted(value, _in_order(conditions))


@lru_cache(maxsize=64)
def _counting(declaration: Declaration) -> Counting:
    return Counting(declaration)


def _checked(declaration: Declaration, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    if not entries:
        raise DeclarationError(
            "no entries", expected="one or more", do="Give entries of the model's variables."
        )
    for entry in entries:
        variable = declaration.by_name.get(entry.name)
        if (
            variable is None
            or entry.label != variable.label
            or len(entry.indices) != len(variable.axes)
            or not all(
                axis.owns(letter) for axis, letter in zip(variable.axes, entry.indices, strict=True)
            )
        ):
            raise DeclarationError(
                f"the entry {entry}",
                expected=f"an entry of a variable of {declaration.name}, one index an axis",
                do="Make it with the variable's own `at`, with letters of its axes.",
            )
    return tuple(entries)


def _cumulant(
    counting: Counting, entries: tuple[Entry, ...]
) -> tuple[Laurent, frozenset[sympy.Expr]]:
    counting.work = 0
    names: dict[tuple[Entry, ...], Monomial] = {}
    numbers: Counter[tuple[Monomial, ...]] = Counter()
    for partition in _partitions(entries):
        for block in partition:
            if block not in names:
                names[block] = counting.monomial(block)
        numbers[tuple(sorted(names[block] for block in partition))] += 1
    moments: dict[Monomial, Moment] = {name: counting.moment(name) for name in names.values()}
    # Blocks in common are multiplied once: the products form a tree.
    products: dict[tuple[Monomial, ...], Laurent] = {(): constant(1)}
    total: Laurent = {}
    for blocks, number in numbers.items():
        for length in range(1, len(blocks) + 1):
            if blocks[:length] not in products:
                products[blocks[:length]] = multiply(
                    products[blocks[: length - 1]], moments[blocks[length - 1]].value
                )
        sign = (-1) ** (len(blocks) - 1) * math.factorial(len(blocks) - 1)
        add_to(total, products[blocks], sign * number)
    conditions = frozenset().union(*(moment.conditions for moment in moments.values()))
    return total, conditions


def _partitions(items: tuple[Entry, ...]) -> Iterator[tuple[tuple[Entry, ...], ...]]:
    if not items:
        yield ()
        return
    first, others = items[0], items[1:]
    for partition in _partitions(others):
        yield ((first,), *partition)
        for place, block in enumerate(partition):
            yield (*partition[:place], (first, *block), *partition[place + 1 :])


def _counted(counting: Counting, value: Laurent, conditions: frozenset[sympy.Expr]) -> Counted:
    return Counted(counting.table.expression(value), _in_order(conditions))


def _in_order(conditions: frozenset[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    needed = {condition for condition in conditions if not condition.is_positive}
    return tuple(sorted(needed, key=sympy.default_sort_key))
