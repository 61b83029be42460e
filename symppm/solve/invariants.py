"""Exponent matrices: which scales no moment can see, and which products of powers it can."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Container, Iterable, Mapping, Sequence

import sympy

_LARGEST_EXPONENT = 2


Laurent = Mapping[tuple[int, ...], sympy.Expr]
"""A sum: the coefficient of each monomial in the unknowns, by their exponents."""


@functools.lru_cache(maxsize=256)
def laurent(expression: sympy.Expr, unknowns: tuple[sympy.Symbol, ...]) -> Laurent | None:
    """Write an expression as a sum of monomials in the unknowns, or None if it is none."""
    coefficients: dict[tuple[int, ...], sympy.Expr] = {}
    for term in sympy.Add.make_args(sympy.expand(expression)):
        coefficient, powers = sympy.S.One, dict.fromkeys(unknowns, 0)
        for factor in sympy.Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            if base in powers and exponent.is_Integer:
                powers[base] += int(exponent)
            elif factor.has(*unknowns):
                return None
            else:
                coefficient *= factor
        key = tuple(powers.values())
        coefficients[key] = coefficients.get(key, sympy.S.Zero) + coefficient
    return {key: value for key, value in coefficients.items() if value != 0}


def exponent_differences(
    expressions: Iterable[sympy.Expr], unknowns: Sequence[sympy.Symbol]
) -> sympy.Matrix:
    """Return the exponents that a scale symmetry must annihilate, one row each.

    A moment that is a rational function of the unknowns is unchanged by x_u -> s^(w_u) x_u exactly
    when every difference between exponents inside its numerator, inside its denominator, and
    between the two, has no component along w.
    """
    sums = expressions if unknowns else ()
    rows = {row for total in sums for row in _differences(total, tuple(unknowns)) if any(row)}
    return sympy.Matrix(len(rows), len(unknowns), list(itertools.chain(*sorted(rows))))


@functools.lru_cache(maxsize=256)
def _differences(
    expression: sympy.Expr, unknowns: tuple[sympy.Symbol, ...]
) -> tuple[tuple[int, ...], ...]:
    numerator, denominator = sympy.fraction(sympy.together(expression))
    keys = [
        *sympy.Poly(numerator, *unknowns).monoms(),
        *sympy.Poly(denominator, *unknowns).monoms(),
    ]
    return tuple(
        tuple(one - first for one, first in zip(key, keys[-1], strict=True)) for key in keys
    )


def integer_null_space(matrix: sympy.Matrix) -> list[tuple[int, ...]]:
    """Return a basis of the null space with coprime integers, the first nonzero one positive."""
    basis = []
    for vector in matrix.nullspace():
        scale = sympy.ilcm(1, *(entry.q for entry in vector))
        integers = [int(entry * scale) for entry in vector]
        common = int(sympy.igcd(*integers)) or 1
        lead = next(value for value in integers if value)
        sign = 1 if lead > 0 else -1
        basis.append(tuple(sign * value // common for value in integers))
    return basis


def combinations(
    unknowns: Sequence[sympy.Symbol],
    symmetries: Sequence[tuple[int, ...]],
    grouped: Mapping[sympy.Symbol, int],
) -> list[tuple[int, ...]]:
    """Return exponents of simple products of powers that no symmetry changes: a full set.

    Unknowns that are invariant by themselves come first, in their order. The rest is completed by
    the simplest products: few factors, small exponents, quotients within one variable's parameters
    (coefficients of variation) before products across variables.
    """
    size = len(unknowns)
    scaled = [n for n in range(size) if any(weights[n] for weights in symmetries)]
    basis = [
        tuple(int(place == n) for n in range(size)) for place in range(size) if place not in scaled
    ]
    choices = (
        range(-_LARGEST_EXPONENT, _LARGEST_EXPONENT + 1) if n in scaled else (0,)
        for n in range(size)
    )
    candidates = [
        vector
        for vector in itertools.product(*choices)
        if next((value for value in reversed(vector) if value), 0) > 0
        and not any(sum(map(operator.mul, weights, vector)) for weights in symmetries)
    ]

    def simplicity(vector: tuple[int, ...]) -> tuple[object, ...]:
        used = [n for n, value in enumerate(vector) if value]
        groups = {grouped.get(unknowns[n], -1 - n) for n in used}
        return (
            len(used),
            sum(abs(value) for value in vector),
            len(groups),
            sum(value < 0 for value in vector),
            used,
            vector,
        )

    dimension = size - len(symmetries)
    for vector in sorted(candidates, key=simplicity):
        if len(basis) == dimension:
            break
        if sympy.Matrix([*basis, vector]).rank() > len(basis):
            basis.append(vector)
    return basis


def power_product(unknowns: Sequence[sympy.Expr], exponents: Sequence[int]) -> sympy.Expr:
    """Return the product of the unknowns to these exponents."""
    return sympy.Mul(
        *(symbol**exponent for symbol, exponent in zip(unknowns, exponents, strict=True))
    )


def identifier(name: str) -> str:
    """Return a combination such as ``"f/(b*d)"`` or ``"mu + nu"`` as a name that Python allows."""
    plain = name.replace("**", "_pow_").replace("*", "_").replace("/", "_over_")
    plain = plain.replace(" + ", "_plus_").replace(" - ", "_minus_")
    plain = plain.replace("(", "").replace(")", "").replace("-", "minus_")
    return f"_{plain}" if plain[:1].isdigit() else plain


def unused(name: str, used: Container[str]) -> str:
    """Return a name that nothing has: underscores are added until it is so."""
    while name in used:
        name += "_"
    return name
