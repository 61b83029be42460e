"""Solving for monomials: linear elimination, then the multiplicative relations between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import sympy

from symppm.laws.collecting import in_factors
from symppm.solve.invariants import Laurent, integer_null_space, power_product
from symppm.solve.samples import Sample

# Of a solved monomial: that takes long to factor, and nobody reads it.
_MOST_OPERATIONS = 1000


class NoClosedFormError(Exception):
    """Raised where this way leads to no formulas; another may."""


@dataclass(frozen=True)
class Monomials:
    """Solved monomials of the unknowns.

    Attributes
    ----------
    exponents : tuple of tuple of int
        One row a monomial, one column an unknown.
    values : tuple of sympy.Expr
        Each monomial in the targets, all of them exact.
    positive : tuple of sympy.Expr
        Expressions that are positive exactly when every monomial of fixed sign is.
    nonzero : tuple of sympy.Expr
        Monomials with an odd power of an unknown that may be negative: these must not vanish.
    """

    exponents: tuple[tuple[int, ...], ...]
    values: tuple[sympy.Expr, ...]
    positive: tuple[sympy.Expr, ...]
    nonzero: tuple[sympy.Expr, ...]


def solve_monomials(
    equations: Sequence[Laurent], samples: Sequence[Sample], unknowns: Sequence[sympy.Symbol]
) -> Monomials:
    """Solve equations that are linear in monomials of the unknowns."""
    constant = (0,) * len(unknowns)
    keys = sorted({key for equation in equations for key in equation} - {constant})
    if len(keys) > len(equations) + 1:
        raise NoClosedFormError  # linear equations would leave more than one of them open
    # Which monomial the linear equations leave open decides how simple the last equation is.
    for turn in range(len(keys)):
        ordered = [*keys[:turn], *keys[turn + 1 :], keys[turn]]
        try:
            return _solved(equations, ordered, samples, unknowns)
        except NoClosedFormError:
            continue
    raise NoClosedFormError


def _solved(
    equations: Sequence[Laurent],
    keys: Sequence[tuple[int, ...]],
    samples: Sequence[Sample],
    unknowns: Sequence[sympy.Symbol],
) -> Monomials:
    columns = {key: sympy.Dummy(f"m{n}", positive=True) for n, key in enumerate(keys)}
    rows = [
        sympy.Add(*(value * columns.get(key, sympy.S.One) for key, value in equation.items()))
        for equation in equations
    ]
    (solution,) = sympy.linsolve(rows, *columns.values()) or (None,)
    if solution is None or any(value.count_ops() > _MOST_OPERATIONS for value in solution):
        raise NoClosedFormError
    values = [in_factors(value) for value in solution]
    free = [key for key, column in columns.items() if any(v.has(column) for v in values)]
    relations = integer_null_space(sympy.Matrix(keys).T)
    if len(free) != len(relations) or len(free) > 1:
        raise NoClosedFormError
    odd = [power_product(unknowns, [power % 2 for power in key]) for key in keys]
    signs = [1 if product.is_positive else -1 if product.is_negative else 0 for product in odd]
    positive: list[sympy.Expr] = []
    if free:
        column = columns[free[0]]
        a, b, c = _quadratic(column, values, relations[0])
        if a == 0:
            root = in_factors(-c / b)
        else:
            if any(sign < 1 for sign in signs):
                raise NoClosedFormError  # the sign of an unknown hangs on a root
            at = [{**s, column: power_product(unknowns, free[0]).xreplace(s)} for s in samples]
            root = _root((a, b, c), column, at)
            positive = [-c / a, *_positive(column, values, relations[0])]
        values = [in_factors(value.subs(column, root)) for value in values]
    if not positive:
        positive = [sign * value for value, sign in zip(values, signs, strict=True) if sign]
    nonzero = [value for value, sign in zip(values, signs, strict=True) if not sign]
    return Monomials(tuple(keys), tuple(values), tuple(positive), tuple(nonzero))


def _quadratic(
    variable: sympy.Symbol, values: Sequence[sympy.Expr], relation: Sequence[int]
) -> list[sympy.Expr]:
    """Write the relation between monomials as a x^2 + b x + c = 0, a being zero if it is linear."""
    left, right = (
        sympy.Mul(*(v ** max(sign * n, 0) for v, n in zip(values, relation, strict=True)))
        for sign in (1, -1)
    )
    polynomial = sympy.Poly(sympy.fraction(sympy.together(left - right))[0], variable)
    (lowest,) = polynomial.monoms()[-1]
    if polynomial.degree() - lowest not in (1, 2):
        raise NoClosedFormError
    powers = (lowest + n for n in (2, 1, 0))
    coefficients = [in_factors(polynomial.coeff_monomial(variable**n)) for n in powers]
    common = sympy.gcd_list(coefficients)
    return [sympy.cancel(coefficient / common) for coefficient in coefficients]


def _root(
    equation: tuple[sympy.Expr, sympy.Expr, sympy.Expr],
    variable: sympy.Symbol,
    samples: Sequence[Mapping[sympy.Symbol, sympy.Expr]],
) -> sympy.Expr:
    """Return the root that the samples take, in the form that loses no digits there."""
    a, b, c = equation
    radical = sympy.sqrt(in_factors(b**2 - 4 * a * c))
    middles = [b.xreplace(sample) for sample in samples]
    slopes = [
        2 * a.xreplace(sample) * sample[variable] + middle
        for sample, middle in zip(samples, middles, strict=True)
    ]
    for sign in (1, -1):
        if all(sign * slope > 0 for slope in slopes):
            same_sign = all(sign * middle > 0 for middle in middles)
            return -2 * c / (sign * radical + b) if same_sign else (sign * radical - b) / (2 * a)
    raise NoClosedFormError  # which of two roots is the model's depends on the targets


def _positive(
    variable: sympy.Symbol, values: Sequence[sympy.Expr], relation: Sequence[int]
) -> list[sympy.Expr]:
    """Return conditions for all monomials to be positive, one of them being free and positive.

    A monomial that the relation expresses by the others is positive when they are.
    """
    conditions = []
    mixed = []
    for value, power in zip(values, relation, strict=True):
        ratio = sympy.cancel(value / variable)
        if not value.has(variable):
            conditions.append(value)
        elif not ratio.has(variable):
            conditions.append(ratio)
        else:
            mixed.append(power)
    if len(mixed) > 1 or any(abs(power) != 1 for power in mixed):
        raise NoClosedFormError  # the signs of several monomials hang on one root
    return conditions
