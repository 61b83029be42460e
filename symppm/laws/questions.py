"""Questions about dependence, answered entry by entry in explicit worlds.

The checkers of the rules ask these; the engine asks :mod:`symppm.laws.graph`, which shares no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy

from symppm.laws.explicit import Key
from symppm.laws.world import small_world
from symppm.model.declaration import Axis, Declaration
from symppm.model.nodes import DOT, AxisSum, Entry


def explicitly_independent(first: sympy.Expr, second: sympy.Expr, declaration: Declaration) -> bool:
    """Tell whether two expressions share no ancestor, entry by entry."""
    world = small_world(declaration, (first, second))
    one, two = (world.ancestors(world.keys(e, world.letters(e))) for e in (first, second))
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
    (one,), (two,) = (world.keys(e, world.letters(e)) for e in (first, second))
    axes = declaration.by_name[first.name].axes
    swap = {axis: {x: y, y: x} for axis, x, y in zip(axes, one[1], two[1], strict=True)}
    return _stay(world.known(one) | world.known(two), swap, declaration)


def explicitly_alike(
    first: sympy.Expr,
    second: sympy.Expr,
    letters: Mapping[sympy.Symbol, sympy.Symbol],
    declaration: Declaration,
) -> bool:
    """Tell whether changing letters moves no known constant behind an expression."""
    world = small_world(declaration, (first, second))
    at = {**world.letters(first), **world.letters(second)}
    moved: dict[Axis, dict[int, int]] = {}
    for old, new in letters.items():
        moved.setdefault(declaration.axis_of(old), {})[at[old]] = at[new]
    return _stay(world.known_in(first, at), moved, declaration)


def explicitly_exchangeable(node: AxisSum, declaration: Declaration) -> bool:
    """Tell whether swapping terms of a sum, but at letters in use, moves no known constant."""
    world = small_world(declaration, (node.summand,), longer=1)
    letters = world.letters(node)
    letters.pop(node.bound, None)
    axis = declaration.axis_of(node.bound)
    used = {place for letter, place in letters.items() if axis.owns(letter)}
    first, *others = (n for n in world.range_of(node.bound) if n not in used)
    known = world.known_in(node.summand, {**letters, node.bound: first})
    return all(_stay(known, {axis: {first: n, n: first}}, declaration) for n in others)


def _stay(
    known: Iterable[Key], moved: Mapping[Axis, Mapping[int, int]], declaration: Declaration
) -> bool:
    """Tell whether known constants keep their indices when some along each axis are moved."""
    return all(
        moved.get(axis, {}).get(n, n) == n
        for name, indices in known
        for axis, n in zip(declaration.laws[name].axes, indices, strict=True)
    )
