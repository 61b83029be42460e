"""Every real solution of polynomial equations whose coefficients are numbers, by elimination."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import mpmath
import sympy
from sympy.polys.rings import PolyElement, PolyRing

from symppm.laws.collecting import may_divide
from symppm.solve.polynomials import (
    TooLargeError,
    coefficients,
    degree_in,
    one_signed,
    put_quotient,
    resultant,
)

DIGITS = 40
_NEARLY_REAL = 1e-9
_MOST_TERMS = 3000
# Of a resultant, by the product of degrees.
_LARGEST_DEGREE = 60
_MOST_SYSTEMS = 64
_WIDTH = sympy.Rational(1, 10**DIGITS)

Point = dict[sympy.Symbol, sympy.Rational]
Formula = tuple[sympy.Symbol, PolyElement, PolyElement]
"""An unknown, and above and below what it is the quotient of."""


def real_points(equations: Sequence[sympy.Expr], unknowns: Sequence[sympy.Symbol]) -> list[Point]:
    """Return every real point that can solve the equations; what is positive, being so."""
    field = PolyRing(tuple(unknowns), sympy.QQ).to_field()
    numerators = [field.from_expr(equation).numer for equation in equations]
    return list(_points(numerators, tuple(unknowns)))


def _points(polynomials: Sequence[PolyElement], left: tuple[sympy.Symbol, ...]) -> Iterator[Point]:
    """Solve what is linear, then what is not."""
    for system, free, formulas in _reduced(polynomials, left, (), ()):
        for point in _isolated(system, free):
            values = dict(point)
            for unknown, above, below in formulas:
                low = _value(below, values)
                if low == 0:
                    break
                values[unknown] = _value(above, values) / low
            else:
                if all(v > 0 for u, v in values.items() if u.is_positive):
                    yield values


def _reduced(
    polynomials: Sequence[PolyElement],
    unknowns: tuple[sympy.Symbol, ...],
    nonzero: tuple[PolyElement, ...],
    formulas: tuple[Formula, ...],
) -> Iterator[tuple[list[PolyElement], tuple[sympy.Symbol, ...], tuple[Formula, ...]]]:
    """Yield systems of irreducible equations none of which is linear in anything."""
    current = [_stripped(equation, nonzero) for equation in polynomials if equation]
    if any(equation.is_ground or one_signed(equation) for equation in current):
        return
    candidates = [
        (len(equation) * sum(map(sum, equation)), place, unknowns.index(unknown))
        for place, equation in enumerate(current)
        for unknown in unknowns
        if degree_in(equation, unknown) == 1
    ]
    if not candidates:
        factored = [_factors(choices, nonzero) for choices in current]
        if all(len(choices) == 1 for choices in factored):
            yield [choices[0] for choices in factored], unknowns, formulas
            return
        systems = list(itertools.islice(itertools.product(*factored), _MOST_SYSTEMS + 1))
        if len(systems) > _MOST_SYSTEMS:
            raise TooLargeError
        for system in dict.fromkeys(systems):
            yield from _reduced(list(dict.fromkeys(system)), unknowns, nonzero, formulas)
        return
    _, place, turn = min(candidates)  # the shortest equation
    unknown, pivot = unknowns[turn], current[place]
    low, high = coefficients(pivot, unknown)
    remaining = [equation for n, equation in enumerate(current) if n != place]
    # Stripped: no fractions are left.
    above, below = (part.set_ring(_integers(pivot.ring)) for part in (-low, high))
    put = [
        put_quotient(
            coefficients(equation.set_ring(above.ring), unknown), above, below, _MOST_TERMS
        ).set_ring(equation.ring)
        for equation in remaining
    ]
    others = tuple(other for other in unknowns if other != unknown)
    known = nonzero if high.is_ground else (*nonzero, high)
    yield from _reduced(put, others, known, ((unknown, -low, high), *formulas))
    if not one_signed(high):
        yield from _reduced([high, low, *remaining], unknowns, nonzero, formulas)


def _integers(ring: PolyRing) -> PolyRing:
    """Return polynomials with whole coefficients, which are quicker than fractions."""
    return ring.clone(domain=sympy.ZZ)


def _stripped(polynomial: PolyElement, nonzero: Sequence[PolyElement]) -> PolyElement:
    """Divide by powers of what is positive, and by what is known not to vanish."""
    ring = polynomial.ring
    lowest = tuple(
        min(key[n] for key in polynomial) if symbol.is_positive else 0
        for n, symbol in enumerate(ring.symbols)
    )
    plain = polynomial.quo_term((lowest, ring.domain.one))
    stripped, *divisors = (p.primitive()[1].set_ring(_integers(ring)) for p in (plain, *nonzero))
    for divisor in divisors:
        while len(divisor) > 1 and may_divide(divisor, stripped):
            quotient, remainder = divmod(stripped, divisor)
            if remainder or not quotient:
                break
            stripped = quotient
    return stripped.primitive()[1].set_ring(ring)


def _factors(polynomial: PolyElement, nonzero: Sequence[PolyElement]) -> list[PolyElement]:
    monic = {factor.monic() for factor in nonzero}
    factors = (factor for factor, _ in polynomial.factor_list()[1])
    return [factor for factor in factors if not one_signed(factor) and factor.monic() not in monic]


def _isolated(
    polynomials: Sequence[PolyElement], unknowns: tuple[sympy.Symbol, ...]
) -> list[Point]:
    """Return the points that solve what no linear step reduces: resultants, then back."""
    if not unknowns:
        return [{}]  # equations that are left over are for the caller to look at
    if len(polynomials) < len(unknowns):
        raise TooLargeError
    for unknown in unknowns:
        alone = [p for p in polynomials if _unknowns(p, unknowns) == {unknown}]
        if alone:
            others = tuple(other for other in unknowns if other != unknown)
            remaining = [p for p in polynomials if p not in alone]
            return [
                {unknown: root, **more}
                for root in _roots(alone[0], unknown)
                for more in _at(remaining, {unknown: root}, others)
            ]
    unknown = min(unknowns, key=lambda u: sum(degree_in(p, u) for p in polynomials))
    holding = [p for p in polynomials if unknown in _unknowns(p, unknowns)]
    first, *more = sorted(holding, key=lambda p: (degree_in(p, unknown), len(p)))
    if any(_degree(first) * _degree(later) > _LARGEST_DEGREE for later in more):
        raise TooLargeError
    fewer = [p for p in polynomials if p not in holding]
    fewer += [resultant(first, later, unknown) for later in more]
    if not all(fewer):
        raise TooLargeError
    others = tuple(other for other in unknowns if other != unknown)
    return [
        {**values, **last}
        for values in _points(fewer, others)
        for last in _at([first], values, (unknown,))
    ]


def _degree(polynomial: PolyElement) -> int:
    return max(map(sum, polynomial.monoms()), default=0)


def _at(
    polynomials: Sequence[PolyElement],
    point: Mapping[sympy.Symbol, sympy.Rational],
    unknowns: tuple[sympy.Symbol, ...],
) -> list[Point]:
    """Solve on, with values put in."""
    if not unknowns:
        return [{}]
    at = [(n, sympy.QQ.from_sympy(value)) for n, value in point.items()]
    put = [p.subs([(p.ring(n), value) for n, value in at]) for p in polynomials]
    useful = [equation for equation in put if _unknowns(equation, unknowns)]
    useful.sort(key=lambda p: (len(_unknowns(p, unknowns)), sum(map(sum, p))))
    if len(useful) < len(unknowns):
        raise TooLargeError
    return _isolated(useful[: len(unknowns)], unknowns)


def _unknowns(polynomial: PolyElement, left: Sequence[sympy.Symbol]) -> set[sympy.Symbol]:
    return {unknown for unknown in left if degree_in(polynomial, unknown) > 0}


def _roots(polynomial: PolyElement, unknown: sympy.Symbol) -> list[sympy.Rational]:
    """Return the real roots of a polynomial in one unknown, those above zero if it is positive."""
    plain = sympy.Poly(polynomial.as_expr(), unknown, domain=sympy.QQ).sqf_part()
    try:
        roots = [root.as_real_imag() for root in plain.nroots(DIGITS, maxsteps=400)]
        real = [r for r, i in roots if abs(i) <= _NEARLY_REAL * (abs(r) + abs(i))]
    except (sympy.polys.polyerrors.PolynomialError, mpmath.mp.NoConvergence):
        # Slower, and never in doubt.
        real = [(low + high) / 2 for (low, high), _ in plain.intervals(eps=_WIDTH)]
    return [sympy.Rational(str(r)) for r in real if r > 0 or not unknown.is_positive]


def _value(polynomial: PolyElement, point: Mapping[sympy.Symbol, sympy.Rational]) -> sympy.Rational:
    """Evaluate with so many digits that differences keep some."""
    symbols = polynomial.ring.symbols
    with mpmath.workdps(DIGITS):
        at = [mpmath.mpf(point[s].p) / point[s].q if s in point else mpmath.mpf(1) for s in symbols]
        total = mpmath.fsum(
            mpmath.mpf(int(c.numerator)) / int(c.denominator)
            * mpmath.fprod(x**n for x, n in zip(at, key, strict=True) if n)
            for key, c in polynomial.items()
        )  # fmt: skip
        return sympy.Rational(mpmath.nstr(total, DIGITS))
