"""Additive freedoms: levels of which data show only a combination, such as mu + nu."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence

import sympy

from symppm.solve.coordinates import is_transcendental
from symppm.solve.invariants import integer_null_space
from symppm.solve.solution import Location

_MORE_POINTS = 2


def find_locations(
    moments: Mapping[str, sympy.Expr], unknowns: Sequence[sympy.Symbol]
) -> tuple[Location, ...]:
    """Find the directions along which real unknowns shift, others scale, and no moment changes.

    Along such a direction the derivatives of a moment by what shifts, and by the logarithm of what
    scales, add up to zero with the same weights everywhere. So the weights are in the null space of
    these derivatives at several points, which is exact: points are rational, and so are the values
    that exponentials and other functions are given there.
    """
    seen = set().union(*(value.free_symbols for value in moments.values()))
    mobile = [unknown for unknown in unknowns if unknown in seen]
    shifting = [u for u in mobile if u.is_nonnegative is None and u.is_nonpositive is None]
    if not shifting:
        return ()
    shifts = [[sympy.diff(value, u) for u in shifting] for value in moments.values()]
    scales = [[sympy.diff(value, u) * u for u in mobile] for value in moments.values()]
    slopes = sympy.Matrix(shifts).row_join(sympy.Matrix(scales))
    space = integer_null_space(_at_random_points(slopes))
    # What shifts leads, so that no vector but those of pure scales is without it.
    reduced = sympy.Matrix(space).rref()[0] if space else sympy.zeros(0, slopes.cols)
    found = []
    for n in range(reduced.rows):
        weights = integer_multiple(reduced.row(n))
        moved = (
            {u.name: w for u, w in zip(shifting, weights, strict=False) if w},
            {u.name: w for u, w in zip(mobile, weights[len(shifting) :], strict=True) if w},
        )
        terms = {
            name: [w * slope for w, slope in zip(weights, slopes.row(m), strict=True) if w]
            for m, name in enumerate(moments)
        }
        proved = all(_is_zero(sympy.Add(*parts)) for parts in terms.values())
        if moved[0] and proved and not set(moved[0]) & set(moved[1]):
            found.append(Location(*moved, {n: tuple(parts) for n, parts in terms.items()}))
    return tuple(found)


def integer_multiple(vector: Sequence[sympy.Rational]) -> list[int]:
    """Return a vector times the least number that makes it whole."""
    whole = math.lcm(*(int(entry.q) for entry in vector))
    return [int(entry * whole) for entry in vector]


def _at_random_points(slopes: sympy.Matrix) -> sympy.Matrix:
    generator = random.Random("locations")  # noqa: S311 - no secret
    plain = _rational(slopes)
    symbols = sorted(plain.free_symbols, key=str)
    return sympy.Matrix.vstack(
        *(
            plain.subs({s: sympy.Rational(generator.randint(210, 999), 97) for s in symbols})
            for _ in range(slopes.cols + _MORE_POINTS)
        )
    )


def _is_zero(expression: sympy.Expr) -> bool:
    return bool(sympy.cancel(_rational(sympy.Matrix([expression]))[0]) == 0)


def _rational(matrix: sympy.Matrix) -> sympy.Matrix:
    """Put symbols for functions; powers of an exponential become powers of one symbol."""
    expanded = matrix.applyfunc(lambda value: sympy.expand_power_exp(sympy.expand(value)))
    parts = {node: node.args[0].as_coeff_Mul() for node in expanded.atoms(sympy.exp)}
    names = {
        base: sympy.Dummy(f"e{n}") for n, base in enumerate(_sorted({b for _, b in parts.values()}))
    }
    least = {
        base: math.lcm(*(int(count.q) for count, other in parts.values() if other == base))
        for base in names
    }
    plain = expanded.xreplace({n: names[b] ** int(c * least[b]) for n, (c, b) in parts.items()})
    nodes = {n for value in plain for n in sympy.preorder_traversal(value) if is_transcendental(n)}
    outer = [n for n in _sorted(nodes) if not any(o != n and o.has(n) for o in nodes)]
    return plain.xreplace({node: sympy.Dummy(f"f{n}") for n, node in enumerate(outer)})


def _sorted(nodes: Iterable[sympy.Basic]) -> list[sympy.Basic]:
    return sorted(nodes, key=sympy.default_sort_key)
