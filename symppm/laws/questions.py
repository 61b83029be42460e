"""Questions about dependence, answered entry by entry in explicit worlds.

The checkers of the rules ask these; the engine asks :mod:`symppm.laws.graph`, which shares no code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from symppm.laws.explicit import Key
from symppm.laws.world import small_world
from symppm.model.declaration import Declaration
from symppm.model.nodes import DOT, AxisSum, Entry, KnownEntry


def explicitly_independent(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two expressions share no ancestor, entry by entry."""
    world = small_world(declaration, (first, second))
    one, two = (world.ancestors(world.keys(each, world.letters(each))) for each in (first, second))
    return not one & two


def explicitly_settled(entry: Entry, given: sympy.Tuple, declaration: Declaration) -> bool:
    """Tell whether all parents of an entry are given and nothing given descends from it."""
    world = small_world(declaration, (entry, given))
    letters = {**world.letters(entry), **world.letters(given)}
    if DOT in entry.indices:
        return False
    (key,) = world.keys(entry, letters)
    known = world.keys(given, letters)
    return world.parents(key) <= known and not any(
        key in world.ancestors([other]) for other in known
    )


def explicitly_apart(parts: Sequence[sympy.Expr], declaration: Declaration) -> bool:
    """Tell whether no entry of one expression is drawn together with one of another, or is one."""
    vectors = _vectors(parts, declaration)
    return sum(map(len, vectors)) == len(set().union(*vectors))


def explicitly_together(parts: Sequence[sympy.Expr], declaration: Declaration) -> bool:
    """Tell whether all entries of expressions are drawn together as one vector, or are the same."""
    return len(set().union(*_vectors(parts, declaration))) == 1


def _vectors(parts: Sequence[sympy.Expr], declaration: Declaration) -> list[set[frozenset[Key]]]:
    world = small_world(declaration, parts)
    return [
        {frozenset(world.drawn_together(key)) for key in world.keys(part, world.letters(part))}
        for part in parts
    ]


def explicitly_same_law(first: Entry, second: Entry, declaration: Declaration) -> bool:
    """Tell whether swapping the indices of two entries of one variable leaves all laws as they are.

    That is so unless the swap moves a known constant on which one of them depends.
    """
    world = small_world(declaration, (first, second))
    (one,), (two,) = (world.keys(each, world.letters(each)) for each in (first, second))
    axes = declaration.by_name[first.name].axes
    swap = {axis: {x: y, y: x} for axis, x, y in zip(axes, one[1], two[1], strict=True)}
    dims = {array.name: array.axes for array in declaration.known}
    return all(
        all(swap.get(axis, {}).get(n, n) == n for axis, n in zip(dims[name], indices, strict=True))
        for name, indices in world.known(one) | world.known(two)
    )


def explicitly_alike(
    first: sympy.Expr,
    second: sympy.Expr,
    letters: Mapping[sympy.Symbol, sympy.Symbol],
    declaration: Declaration,
) -> bool:
    """Tell whether changing letters leaves every known constant behind an expression in place."""
    world = small_world(declaration, (first, second))
    at = {**world.letters(first), **world.letters(second)}
    moved = {old: at[new] for old, new in letters.items()}
    for entry in (*first.atoms(Entry), *first.atoms(KnownEntry)):
        kind = type(entry)
        here, there = (world.keys(entry, each, kind) for each in (at, {**at, **moved}))
        if kind is KnownEntry:
            if here != there:
                return False
        elif set().union(*map(world.known, here)) != set().union(*map(world.known, there)):
            return False
    return True


def explicitly_exchangeable(node: AxisSum, declaration: Declaration) -> bool:
    """Tell whether the terms of a sum, its own index apart, depend on the same known constants."""
    world = small_world(declaration, (node.summand,), longer=1)
    letters = world.letters(node)
    letters.pop(node.bound, None)
    found = []
    for n in world.range_of(node.bound):
        at = {**letters, node.bound: n}
        known = world.keys(node.summand, at, KnownEntry)
        known |= set().union(*(world.known(key) for key in world.keys(node.summand, at)))
        found.append(known)
    return all(known == found[0] for known in found)
