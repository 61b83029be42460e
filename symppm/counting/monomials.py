"""Products of powers of entries, with numbers for labels, up to exchangeability."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass

Label = int
Key = tuple[int, tuple[Label, ...]]
"""An entry: the variable's place in the declaration, and one label an axis."""

Monomial = tuple[tuple[Key, int], ...]
"""Entries and their exponents, in order, none zero."""

Sight = tuple[int, int, int, tuple[int, ...]]
"""What a label sees of itself in one entry: variable, exponent, position, and all colours."""

FIRST_NEW = 1 << 20
"""Labels from here on came from sums, where an axis has labels that are not exchangeable."""


@dataclass(frozen=True)
class Shape:
    """Which axes the variables have.

    Attributes
    ----------
    axes : tuple of tuple of int
        Of each variable, in the order of its dims.
    fixed : frozenset of int
        Axes whose labels are not exchangeable, as known constants differ along them.
    """

    axes: tuple[tuple[int, ...], ...]
    fixed: frozenset[int]


def times(one: Monomial, key: Key, exponent: int) -> Monomial:
    """Return a monomial times a power of one entry."""
    powers = dict(one)
    total = powers.get(key, 0) + exponent
    if total:
        powers[key] = total
    else:
        powers.pop(key, None)
    return tuple(sorted(powers.items()))


def labels(monomial: Iterable[tuple[Key, int]], axis: int, shape: Shape) -> set[Label]:
    """Return the labels along an axis that occur in a monomial."""
    return {
        label
        for (variable, own), _ in monomial
        for each, label in zip(shape.axes[variable], own, strict=True)
        if each == axis
    }


def relabelled(
    monomial: Monomial, shape: Shape, kept: Mapping[int, Collection[Label]] | None = None
) -> Monomial:
    """Return the monomial with its labels renumbered in an order that its structure decides.

    Monomials that differ by the names of labels mostly become equal (always, but for ties that
    one look at the neighbours does not break). Labels that are fixed keep their numbers.
    """
    kept = kept or {}

    def stays(axis: int, label: Label) -> bool:
        return (axis in shape.fixed and label < FIRST_NEW) or label in kept.get(axis, ())

    colours: dict[tuple[int, Label], int] = {}
    free: set[tuple[int, Label]] = set()
    for (variable, own), _ in monomial:
        for each in zip(shape.axes[variable], own, strict=True):
            colours[each] = each[1] if stays(*each) else -1
            if not stays(*each):
                free.add(each)
    if not free:
        return monomial
    for _ in range(2):
        seen: dict[tuple[int, Label], list[Sight]] = {each: [] for each in free}
        for (variable, own), exponent in monomial:
            places = list(zip(shape.axes[variable], own, strict=True))
            around = tuple(colours[place] for place in places)
            for position, place in enumerate(places):
                if place in seen:
                    seen[place].append((variable, exponent, position, around))
        ranks = {each: (colours[each], tuple(sorted(found))) for each, found in seen.items()}
        order = {rank: n for n, rank in enumerate(sorted(set(ranks.values())))}
        colours |= {each: -1 - order[rank] for each, rank in ranks.items()}
    numbers: dict[tuple[int, Label], Label] = {}
    for axis in {axis for axis, _ in free}:
        taken = set(kept.get(axis, ()))
        following = FIRST_NEW if axis in shape.fixed else 0
        ordered = sorted(
            (place for place in free if place[0] == axis),
            key=lambda place: (colours[place], place[1]),
        )
        for place in ordered:
            while following in taken:
                following += 1
            numbers[place] = following
            following += 1
    return tuple(
        sorted(
            (
                (
                    variable,
                    tuple(
                        numbers.get(place, place[1])
                        for place in zip(shape.axes[variable], own, strict=True)
                    ),
                ),
                exponent,
            )
            for (variable, own), exponent in monomial
        )
    )


def components(
    monomial: Monomial, ancestors: Callable[[Key], Collection[Hashable]]
) -> list[Monomial]:
    """Split a monomial into parts that are independent: no ancestor in common."""
    parts: list[tuple[set[Hashable], list[tuple[Key, int]]]] = []
    for power in monomial:
        above = set(ancestors(power[0]))
        members = [power]
        apart = []
        for part in parts:
            if part[0].isdisjoint(above):
                apart.append(part)
            else:
                above |= part[0]
                members = part[1] + members
        parts = [*apart, (above, members)]
    return [tuple(sorted(members)) for _, members in parts]
