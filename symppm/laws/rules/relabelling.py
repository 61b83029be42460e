"""A moment depends only on which of its indices agree, so it may be written with other letters."""

from __future__ import annotations

import functools
import itertools
import math

import sympy

from symppm.laws.graph import known_axes
from symppm.laws.operators import Operator
from symppm.laws.questions import explicitly_alike
from symppm.laws.rules.base import Condition, Outcome, Rule
from symppm.model.declaration import Declaration
from symppm.model.nodes import AxisSum, Entry, reindex

_MOST_ORDERS = 200


def _canonical(node: Operator, declaration: Declaration) -> dict[sympy.Symbol, sympy.Symbol]:
    """Return the letters to change, so that moments that agree get the same ones if they can.

    Indices along an axis are ranked by where they occur. Those that occur alike are tried in every
    order, up to a limit, and the order that comes first alphabetically is taken.
    """
    shape = [_factors(operand) for operand in node.operands]
    ranks = _ranks(shape)
    usual: list[sympy.Symbol] = []
    groups: list[list[sympy.Symbol]] = []
    for axis in declaration.axes:
        pool = axis.pool(2 * len(ranks) + 2)
        ranked = sorted((letter for letter in pool if letter in ranks), key=ranks.__getitem__)
        usual += pool[: len(ranked)]
        groups += [list(same) for _, same in itertools.groupby(ranked, key=ranks.__getitem__)]
    orders = math.prod(math.factorial(len(group)) for group in groups)
    choices = [itertools.permutations(g) if orders <= _MOST_ORDERS else [g] for g in groups]
    best: tuple[object, dict[sympy.Symbol, sympy.Symbol]] | None = None
    for order in itertools.product(*choices):
        mapping = dict(zip(itertools.chain.from_iterable(order), usual, strict=True))
        key = _written(shape, mapping)
        if best is None or key < best[0]:  # type: ignore[operator]
            best = (key, mapping)
    return {} if best is None else {old: new for old, new in best[1].items() if old != new}


_Factor = tuple[str, tuple[sympy.Symbol, ...], int]


def _factors(operand: sympy.Expr) -> list[_Factor]:
    """Return the powers of entries in an operand, as far as it is a product of such."""
    return [
        (entry.name, entry.indices, int(exponent) if exponent.is_Integer else 1)
        for base, exponent in operand.as_powers_dict().items()
        for entry in sorted(base.atoms(Entry), key=sympy.default_sort_key)
    ]


def _ranks(shape: list[list[_Factor]]) -> dict[sympy.Symbol, tuple[object, ...]]:
    """Return what tells the indices apart, the most frequent ones first."""
    occurrences: dict[sympy.Symbol, list[tuple[int, str, int, int]]] = {}
    for factors in shape:
        for name, indices, exponent in factors:
            for place, letter in enumerate(indices):
                occurrence = (-exponent, name, place, len(factors))
                occurrences.setdefault(letter, []).append(occurrence)
    return {
        letter: (sum(power for power, *_ in seen), tuple(sorted(seen)))
        for letter, seen in occurrences.items()
    }


def _written(
    shape: list[list[_Factor]], mapping: dict[sympy.Symbol, sympy.Symbol]
) -> list[list[tuple[str, tuple[str, ...], int]]]:
    return sorted(
        sorted(
            (name, tuple(mapping.get(letter, letter).name for letter in indices), -exponent)
            for name, indices, exponent in factors
        )
        for factors in shape
    )


@functools.lru_cache(maxsize=65536)
def _find(node: Operator, declaration: Declaration) -> Outcome | None:
    if node.given or any(operand.has(Operator, AxisSum) for operand in node.operands):
        return None
    fixed = known_axes(node, declaration) if declaration.known else frozenset()
    mapping = {
        old: new
        for old, new in _canonical(node, declaration).items()
        if declaration.axis_of(old).name not in fixed
    }
    if not mapping:
        return None
    changes = sorted(mapping.items(), key=lambda pair: pair[0].name)
    condition = Condition("relabelled", tuple(letter for pair in changes for letter in pair))
    return Outcome(reindex(node, mapping), (condition,))


def _judge(before: Operator, outcome: Outcome, declaration: Declaration) -> str | None:
    if before.has(AxisSum):
        return "not a moment without sums"
    if [condition.kind for condition in outcome.conditions] != ["relabelled"]:
        return "the rule needs one condition: which letters are changed into which"
    letters = outcome.conditions[0].arguments
    old, new = letters[::2], letters[1::2]
    if len(old) != len(new) or not old or not all(letter.is_Symbol for letter in letters):
        return "the letters are not listed in pairs"
    unchanged = before.free_symbols - set(old)
    distinct = len(set(old)) == len(old) and len(set(new)) == len(new)
    if not distinct or not set(old) <= before.free_symbols or unchanged & set(new):
        return "different indices would no longer be different"
    for one, two in zip(old, new, strict=True):
        if one == two or declaration.axis_of(one) != declaration.axis_of(two):
            return f"{one} and {two} are not two indices along one axis"
    mapping = dict(zip(old, new, strict=True))
    if reindex(before, mapping) != outcome.after:
        return f"with these letters it is {reindex(before, mapping)}, not {outcome.after}"
    if not explicitly_alike(before, outcome.after, mapping, declaration):
        return "a known array tells these indices apart"
    return None


RELABELLING = Rule("relabelling", "same moment with other indices", Operator, _find, _judge)
