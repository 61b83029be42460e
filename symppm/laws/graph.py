"""Questions about which entries depend on which."""

from __future__ import annotations

from collections.abc import Iterable

import sympy

from symppm.model.declaration import Declaration
from symppm.model.nodes import DOT, AxisSum, Entry, KnownEntry, known_entries


def random_part(expression: sympy.Expr) -> frozenset[Entry]:
    """Return the entries in an expression, a dot in place of each index that is summed over."""
    if isinstance(expression, Entry):
        return frozenset({expression})
    if isinstance(expression, AxisSum):
        return frozenset(
            Entry(entry.label, *(DOT if i == expression.bound else i for i in entry.indices))
            for entry in random_part(expression.summand)
        )
    return frozenset().union(*(random_part(argument) for argument in expression.args))


def parents_of(entry: Entry, declaration: Declaration) -> frozenset[Entry]:
    """Return the entries on which the distribution of an entry depends directly."""
    variable = declaration.by_name[entry.name]
    parameters = variable.parameters_at(entry.indices)
    return frozenset().union(*(random_part(value) for value in parameters.values()))


def vector_of(entry: Entry, declaration: Declaration) -> Entry:
    """Return all entries that are drawn together with one: most often itself."""
    return declaration.by_name[entry.name].vector(entry)


def closure(seeds: Iterable[Entry], declaration: Declaration) -> frozenset[Entry]:
    """Return entries with all their ancestors, and what these are drawn together with."""
    closed = set(seeds)
    frontier = list(closed)
    while frontier:
        entry = frontier.pop()
        above = (parents_of(entry, declaration) | {vector_of(entry, declaration)}) - closed
        closed |= above
        frontier += above
    return frozenset(closed)


def same(first: Entry, second: Entry) -> bool:
    """Tell whether two entries can be the same random number; a dot matches any index."""
    return first.label == second.label and all(
        DOT in (one, two) or one == two
        for one, two in zip(first.indices, second.indices, strict=True)
    )


def covered(entry: Entry, given: Iterable[Entry]) -> bool:
    """Tell whether an entry is among those given, of which a dot stands for a whole axis."""
    return any(
        entry.label == known.label
        and all(one in (two, DOT) for one, two in zip(known.indices, entry.indices, strict=True))
        for known in given
    )


def known_behind(expression: sympy.Expr, declaration: Declaration) -> list[KnownEntry]:
    """Return the known constants in an expression, and those on which its entries' laws depend."""
    entries = known_entries(expression)
    for entry in closure(expression.atoms(Entry), declaration):
        variable = declaration.by_name[entry.name]
        for value in variable.parameters_at(entry.indices).values():
            entries += known_entries(value)
    return entries


def known_axes(expression: sympy.Expr, declaration: Declaration) -> frozenset[str]:
    """Return the axes along which the known arrays vary on which an expression's law depends."""
    behind = known_behind(expression, declaration)
    return frozenset(axis for one in behind for axis in declaration.laws[one.name].dims)


def same_law(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two expressions are exchangeable entries of one variable.

    They are, unless a known array on which they depend varies along an axis that they do not share.
    """
    if not (isinstance(first, Entry) and isinstance(second, Entry)):
        return False
    if first.label != second.label:
        return False
    axes = declaration.by_name[first.name].axes
    apart = {
        axis.name
        for axis, one, two in zip(axes, first.indices, second.indices, strict=True)
        if one != two
    }
    return not apart & known_axes(first, declaration)


def meet(first: Iterable[Entry], second: Iterable[Entry]) -> bool:
    """Tell whether two sets of entries can have one in common."""
    others = tuple(second)
    return any(same(one, two) for one in first for two in others)


def independent(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two expressions have no ancestor in common, so are independent."""
    return not meet(
        closure(random_part(first), declaration), closure(random_part(second), declaration)
    )


def dependent_groups(
    parts: Iterable[sympy.Expr], declaration: Declaration
) -> list[list[sympy.Expr]]:
    """Split expressions into groups that are independent of each other, as fine as possible."""
    groups: list[list[sympy.Expr]] = []
    for part in parts:
        linked, apart = [part], []
        for group in groups:
            if all(independent(one, part, declaration) for one in group):
                apart.append(group)
            else:
                linked += group
        groups = [*apart, linked]
    return groups


def settled(entry: Entry, given: Iterable[Entry], declaration: Declaration) -> bool:
    """Tell whether, given those entries, only an entry's own noise is left.

    That is so when all its parents are given, and none of the given descends from it or is drawn
    together with it.
    """
    known = tuple(given)
    if not all(covered(parent, known) for parent in parents_of(entry, declaration)):
        return False
    return not any(meet({entry}, closure({other}, declaration) - {other}) for other in known)


def own_parts(parts: Iterable[sympy.Expr], declaration: Declaration) -> list[sympy.Expr]:
    """Multiply powers of entries that are drawn together; the rest is left one by one."""
    groups: dict[Entry, sympy.Expr] = {}
    for part in parts:
        vector = vector_of(part.as_base_exp()[0], declaration)
        groups[vector] = groups.get(vector, sympy.S.One) * part
    return list(groups.values())


def deepest(entries: frozenset[Entry], declaration: Declaration) -> frozenset[Entry]:
    """Return those of the entries that lie at the greatest depth of the graph."""
    depth = max(declaration.depths[entry.name] for entry in entries)
    return frozenset(entry for entry in entries if declaration.depths[entry.name] == depth)
