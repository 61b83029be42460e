"""What no moment can see: scales, and levels of which data show a sum, such as mu + nu."""

from __future__ import annotations

import functools
import math
import operator
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.laws.collecting import generators, named
from symppm.solve.coordinates import Coordinates, outermost
from symppm.solve.invariants import exponent_differences, integer_null_space

_MORE_POINTS = 2

# A model is solved several times, and its priors are the same.
simplified = functools.lru_cache(maxsize=1024)(sympy.simplify)


@dataclass(frozen=True)
class ScaleSymmetry:
    """A scale that no moment can see.

    Multiplying each unknown by s to its weight changes no moment, for any s > 0. The proof is that
    ``exponents * weights = 0``: every power of s cancels in every term of every moment.

    Attributes
    ----------
    weights : mapping of str to int
        By unknown; those that do not move are left out.
    unknowns : tuple of str
        Columns of the exponent matrix.
    exponents : tuple of tuple of int
        Rows: differences of exponents that occur in the moments.
    """

    weights: Mapping[str, int]
    unknowns: tuple[str, ...]
    exponents: tuple[tuple[int, ...], ...]

    def moved(self, scale: str) -> dict[str, sympy.Expr]:
        """Return what becomes of each unknown that moves, by a scale of this name."""
        s = sympy.Symbol(scale, positive=True)
        return {name: sympy.Symbol(name) * s**weight for name, weight in self.weights.items()}

    def proof(self) -> str:
        """Write the proof: the matrix, the vector, and their product."""
        vector = [self.weights.get(name, 0) for name in self.unknowns]
        lines = [f"unknowns       {'  '.join(self.unknowns)}", f"weights        {vector}"]
        for row in self.exponents:
            product = sum(map(operator.mul, row, vector))
            lines.append(f"exponents      {list(row)}  times weights = {product}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Location:
    """A level that no moment can see.

    Adding s times its weight to each unknown that shifts, and multiplying each that scales by
    exp(s) to its weight, changes no moment, for any real s. The proof is that the derivative of
    every moment by s is zero: the terms of each add up to that.

    Attributes
    ----------
    shifts, scales : mapping of str to int
        Weights by unknown; those that do not move are left out.
    terms : mapping of str to tuple of sympy.Expr
        By moment: what each unknown that shifts, then each that scales, adds to the derivative.
    """

    shifts: Mapping[str, int]
    scales: Mapping[str, int]
    terms: Mapping[str, tuple[sympy.Expr, ...]]

    @property
    def anchor(self) -> str:
        """The unknown that is zero in the formulas of a solution."""
        return next(iter(self.shifts))

    def moved(self, shift: str) -> dict[str, sympy.Expr]:
        """Return what becomes of each unknown that moves, by a shift of this name."""
        symbols = {name: sympy.Symbol(name) for name in (*self.shifts, *self.scales)}
        s = sympy.Symbol(shift)
        shifted = {name: symbols[name] + weight * s for name, weight in self.shifts.items()}
        return shifted | {n: symbols[n] * sympy.exp(w * s) for n, w in self.scales.items()}

    def proof(self) -> str:
        """Write the proof: the terms of the derivative of each moment."""
        return "\n".join(
            f"{name}: " + " + ".join(f"({term})" for term in terms) + " = 0"
            for name, terms in self.terms.items()
        )


def shown(symbol: sympy.Symbol, locations: Sequence[Location]) -> sympy.Expr:
    """Return what data show of an unknown: itself, on the scale on which every anchor is zero."""
    shift, power = sympy.S.Zero, sympy.S.Zero
    for location in locations:
        distance = sympy.Symbol(location.anchor, real=True) / location.shifts[location.anchor]
        shift += location.shifts.get(symbol.name, 0) * distance
        power += location.scales.get(symbol.name, 0) * distance
    return (symbol - shift) * sympy.exp(-power)


def added_levels(
    scales: Sequence[ScaleSymmetry], unknowns: Sequence[sympy.Symbol], coordinates: Coordinates
) -> tuple[str, ...]:
    """Return what data show of hyperparameters to which a free scale of replaced priors adds."""
    levels: list[str] = []
    log = sympy.Symbol("log", real=True)
    for symmetry in scales if coordinates.replaced else ():
        moves = {u: u * sympy.exp(symmetry.weights.get(u.name, 0) * log) for u in unknowns}
        shifts, factors = {}, {}
        for name, value in coordinates.hyperparameters.items():
            after = value.subs(moves, simultaneous=True)
            added = simplified(sympy.expand_log(after - value, force=True)) / log
            times = simplified(sympy.log(simplified(after / value))) / log
            if added.is_Integer and added != 0:
                shifts[name] = int(added)
            elif times.is_Integer and times != 0:
                factors[name] = int(times)
            elif added != 0:
                break
        else:
            if shifts:
                level = Location(shifts, factors, {})
                symbols = [sympy.Symbol(n, real=True) for n in (*shifts, *factors)]
                levels += [str(shown(s, [level])) for s in symbols if s.name != level.anchor]
    return tuple(dict.fromkeys(levels))


def find_scales(
    unknowns: Sequence[sympy.Symbol], moments: Sequence[sympy.Expr]
) -> tuple[ScaleSymmetry, ...]:
    """Find the scales that no first or second moment, and none of the higher ones, can see."""
    functions = {node: sympy.Dummy() for node in outermost(moments)}
    inside = set().union(*(node.free_symbols for node in functions))
    scaled = [unknown for unknown in unknowns if unknown not in inside]
    matrix = exponent_differences([value.xreplace(functions) for value in moments], scaled)
    return tuple(
        ScaleSymmetry(
            {u.name: w for u, w in zip(scaled, vector, strict=True) if w},
            tuple(u.name for u in scaled),
            tuple(tuple(int(v) for v in matrix.row(n)) for n in range(matrix.rows)),
        )
        for vector in integer_null_space(matrix)
    )


def find_locations(
    moments: Mapping[str, sympy.Expr], unknowns: Sequence[sympy.Symbol]
) -> tuple[Location, ...]:
    """Find the directions along which real unknowns shift, others scale, and no moment changes.

    Along such a direction the derivatives of a moment by what shifts, and by the logarithm of what
    scales, add up to zero with the same weights everywhere. So the weights are in the null space of
    these derivatives at several points, which is exact: points are rational, and so are the values
    that exponentials and other functions are given there. A real unknown in no moment shifts, too.
    """
    occurring = set().union(*(value.free_symbols for value in moments.values()))
    mobile = [unknown for unknown in unknowns if unknown in occurring]
    shifting = [u for u in unknowns if u.is_nonnegative is None and u.is_nonpositive is None]
    if not shifting:
        return ()
    shifts = [[sympy.diff(value, u) for u in shifting] for value in moments.values()]
    scales = [[sympy.diff(value, u) * u for u in mobile] for value in moments.values()]
    slopes = sympy.Matrix(shifts).row_join(sympy.Matrix(scales))
    space = integer_null_space(_at_random_points(slopes))
    # What shifts leads, so that no vector but those of pure scales is without it.
    reduced = sympy.Matrix(space).rref()[0] if space else sympy.zeros(0, slopes.cols)
    locations = []
    for n in range(reduced.rows):
        row = reduced.row(n)
        denominator = math.lcm(*(int(entry.q) for entry in row))
        weights = [int(entry * denominator) for entry in row]
        moved = (
            {u.name: w for u, w in zip(shifting, weights, strict=False) if w},
            {u.name: w for u, w in zip(mobile, weights[len(shifting) :], strict=True) if w},
        )
        terms = {
            name: [w * slope for w, slope in zip(weights, slopes.row(m), strict=True) if w]
            for m, name in enumerate(moments)
        }
        proved = all(_is_zero(sympy.Add(*addends)) for addends in terms.values())
        if moved[0] and proved and not set(moved[0]) & set(moved[1]):
            locations.append(Location(*moved, {n: tuple(addends) for n, addends in terms.items()}))
    return tuple(locations)


def _at_random_points(slopes: sympy.Matrix) -> sympy.Matrix:
    generator = random.Random("locations")  # noqa: S311 - no secret
    plain = _rational(slopes)
    symbols = sorted(plain.free_symbols, key=str)
    return sympy.Matrix.vstack(
        *(
            plain.xreplace({s: sympy.Rational(generator.randint(210, 999), 97) for s in symbols})
            for _ in range(slopes.cols + _MORE_POINTS)
        )
    )


def _is_zero(expression: sympy.Expr) -> bool:
    return bool(sympy.cancel(_rational(sympy.Matrix([expression]))[0]) == 0)


def _rational(matrix: sympy.Matrix) -> sympy.Matrix:
    """Put symbols for functions, roots and constants; powers of one are powers of one symbol."""
    plain, _ = named(*matrix)
    constants = sorted(
        generators(*plain) - set().union(*(entry.free_symbols for entry in plain)), key=str
    )
    symbols = {node: sympy.Dummy(str(node)) for node in constants}
    return sympy.Matrix(*matrix.shape, [entry.xreplace(symbols) for entry in plain])
