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


def times(monomial: Monomial, key: Key, exponent: int) -> Monomial:
    """Return a monomial times a power of one entry."""
    powers = dict(monomial)
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
        for (variable, indices), _ in monomial
        for label_axis, label in zip(shape.axes[variable], indices, strict=True)
        if label_axis == axis
    }


def relabelled(
    monomial: Monomial, shape: Shape, reserved: Mapping[int, Collection[Label]] | None = None
) -> Monomial:
    """Return the monomial with its labels renumbered in an order that its structure decides.

    Monomials that differ by the names of labels mostly become equal (always, but for ties that
    one look at the neighbours does not break). Labels that are fixed keep their numbers.
    """
    reserved = reserved or {}

    def stays(axis: int, label: Label) -> bool:
        return (axis in shape.fixed and label < FIRST_NEW) or label in reserved.get(axis, ())

    colours: dict[tuple[int, Label], int] = {}
    free: set[tuple[int, Label]] = set()
    for (variable, indices), _ in monomial:
        for axis_label in zip(shape.axes[variable], indices, strict=True):
            colours[axis_label] = axis_label[1] if stays(*axis_label) else -1
            if not stays(*axis_label):
                free.add(axis_label)
    if not free:
        return monomial
    for _ in range(2):
        sights: dict[tuple[int, Label], list[Sight]] = {place: [] for place in free}
        for (variable, indices), exponent in monomial:
            places = list(zip(shape.axes[variable], indices, strict=True))
            around = tuple(colours[place] for place in places)
            for position, place in enumerate(places):
                if place in sights:
                    sights[place].append((variable, exponent, position, around))
        ranks = {place: (colours[place], tuple(sorted(views))) for place, views in sights.items()}
        order = {rank: n for n, rank in enumerate(sorted(set(ranks.values())))}
        colours |= {place: -1 - order[rank] for place, rank in ranks.items()}
    numbers: dict[tuple[int, Label], Label] = {}
    for axis in {axis for axis, _ in free}:
        used = set(reserved.get(axis, ()))
        following = FIRST_NEW if axis in shape.fixed else 0
        ordered = sorted(
            (place for place in free if place[0] == axis),
            key=lambda place: (colours[place], place[1]),
        )
        for place in ordered:
            while following in used:
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
                        for place in zip(shape.axes[variable], indices, strict=True)
                    ),
                ),
                exponent,
            )
            for (variable, indices), exponent in monomial
        )
    )


def components(
    monomial: Monomial, ancestors: Callable[[Key], Collection[Hashable]]
) -> list[Monomial]:
    """Split a monomial into parts that are independent: no ancestor in common."""
    groups: list[tuple[set[Hashable], list[tuple[Key, int]]]] = []
    for power in monomial:
        above = set(ancestors(power[0]))
        members = [power]
        apart = []
        for group in groups:
            if group[0].isdisjoint(above):
                apart.append(group)
            else:
                above |= group[0]
                members = group[1] + members
        groups = [*apart, (above, members)]
    return [tuple(sorted(members)) for _, members in groups]
