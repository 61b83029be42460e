"""Every real solution of polynomial equations whose coefficients are numbers, by elimination."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

import mpmath
import sympy
from sympy.polys.rings import PolyElement, PolyRing

from symppm.laws.collecting import may_divide
from symppm.solve.polynomials import coefficients_in, degree_in, one_signed

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


class TooLargeError(Exception):
    """Raised where elimination would take too long, or cannot tell how many solutions there are."""


def real_points(equations: Sequence[sympy.Expr], unknowns: Sequence[sympy.Symbol]) -> list[Point]:
    """Return every real point that can solve the equations; what is positive, being so."""
    ring = PolyRing(tuple(unknowns), sympy.QQ, sympy.polys.orderings.lex)
    field = ring.to_field()
    numerators = [field.from_expr(equation).numer for equation in equations]
    found: list[Point] = []
    for system in _reduced(numerators, tuple(unknowns), (), ()):
        polynomials, left, formulas = system
        for point in _isolated(polynomials, left):
            values = _completed(point, formulas)
            if values is not None:
                found.append(values)
    return found


def _completed(point: Point, formulas: Sequence[Formula]) -> Point | None:
    """Add the unknowns that were eliminated; None where one of them is not what it may be."""
    values = dict(point)
    for unknown, above, below in formulas:
        low = _value(below, values)
        if low == 0:
            return None
        values[unknown] = _value(above, values) / low
    return values if all(v > 0 for u, v in values.items() if u.is_positive) else None


def _reduced(
    polynomials: Sequence[PolyElement],
    left: tuple[sympy.Symbol, ...],
    nonzero: tuple[PolyElement, ...],
    formulas: tuple[Formula, ...],
) -> Iterator[tuple[list[PolyElement], tuple[sympy.Symbol, ...], tuple[Formula, ...]]]:
    """Yield systems of irreducible equations none of which is linear in anything."""
    current = [_stripped(each, nonzero) for each in polynomials if each]
    if any(each.is_ground or _never_zero(each) for each in current):
        return
    found = _linear(current, left)
    if found is None:
        factored = [_factors(each, nonzero) for each in current]
        if all(len(each) == 1 for each in factored):
            yield [each[0] for each in factored], left, formulas
            return
        systems = list(itertools.islice(itertools.product(*factored), _MOST_SYSTEMS + 1))
        if len(systems) > _MOST_SYSTEMS:
            raise TooLargeError
        for system in dict.fromkeys(systems):
            yield from _reduced(list(dict.fromkeys(system)), left, nonzero, formulas)
        return
    place, unknown = found
    parts = coefficients_in(current[place], unknown, current[place].ring.symbols)
    high, low = parts[1], parts.get(0, current[place].ring.zero)
    rest = [each for n, each in enumerate(current) if n != place]
    others = tuple(each for each in left if each != unknown)
    whole = current[place].ring.clone(domain=sympy.ZZ)  # stripped: no fractions are left
    moved = (-low.set_ring(whole), high.set_ring(whole))
    put = [_substituted(each.set_ring(whole), unknown, *moved).set_ring(each.ring) for each in rest]
    known = nonzero if high.is_ground else (*nonzero, high)
    yield from _reduced(put, others, known, ((unknown, -low, high), *formulas))
    if not _never_zero(high):
        yield from _reduced([high, low, *rest], left, nonzero, formulas)


def _stripped(polynomial: PolyElement, nonzero: Sequence[PolyElement]) -> PolyElement:
    """Divide by powers of what is positive, and by what is known not to vanish."""
    symbols = polynomial.ring.symbols
    lowest = tuple(
        min(key[n] for key in polynomial) if symbol.is_positive else 0
        for n, symbol in enumerate(symbols)
    )
    one = polynomial.ring.domain.one
    whole = _in_integers(polynomial.quo(polynomial.ring.term_new(lowest, one)))
    for other in nonzero:
        divisor = _in_integers(other)
        while len(divisor) > 1 and may_divide(divisor, whole):
            quotient, rest = divmod(whole, divisor)
            if rest or not quotient:
                break
            whole = quotient
    return whole.primitive()[1].set_ring(polynomial.ring)


def _in_integers(polynomial: PolyElement) -> PolyElement:
    """Return whole coefficients without a common divisor, which are quicker than fractions."""
    return polynomial.primitive()[1].set_ring(polynomial.ring.clone(domain=sympy.ZZ))


def _never_zero(polynomial: PolyElement) -> bool:
    return bool(polynomial) and one_signed(polynomial)


def _factors(polynomial: PolyElement, nonzero: Sequence[PolyElement]) -> list[PolyElement]:
    monic = {each.monic() for each in nonzero}
    return [
        factor
        for factor, _ in polynomial.factor_list()[1]
        if not _never_zero(factor) and factor.monic() not in monic
    ]


def _linear(
    current: Sequence[PolyElement], left: Sequence[sympy.Symbol]
) -> tuple[int, sympy.Symbol] | None:
    """Choose the shortest equation that is linear in an unknown, and that."""
    best = None
    for place, each in enumerate(current):
        for unknown in left:
            if degree_in(each, unknown, each.ring.symbols) == 1:
                cost = (len(each) * sum(map(sum, each)), place)
                if best is None or cost < best[0]:
                    best = (cost, (place, unknown))
    return None if best is None else best[1]


def _substituted(
    polynomial: PolyElement, unknown: sympy.Symbol, above: PolyElement, below: PolyElement
) -> PolyElement:
    """Put a quotient for an unknown, and multiply until nothing is divided."""
    parts = coefficients_in(polynomial, unknown, polynomial.ring.symbols)
    degree = max(parts, default=0)
    total = polynomial.ring.zero
    for power, part in parts.items():
        # Zero to the power of zero is none to SymPy.
        one = part * above**power if power else part
        total += one * below ** (degree - power) if degree > power else one
        if len(total) > _MOST_TERMS:
            raise TooLargeError
    return total


def _isolated(polynomials: Sequence[PolyElement], left: tuple[sympy.Symbol, ...]) -> list[Point]:
    """Return the points that solve what no linear step reduces: resultants, then back."""
    if not left:
        return [{}]  # equations that are left over are for the caller to look at
    if len(polynomials) < len(left):
        raise TooLargeError
    for unknown in left:
        alone = [p for p in polynomials if _unknowns(p, left) == {unknown}]
        if alone:
            others = tuple(each for each in left if each != unknown)
            rest = [p for p in polynomials if p not in alone]
            return [
                {unknown: root, **more}
                for root in _roots(alone[0], unknown)
                for more in _at(rest, {unknown: root}, others)
            ]
    unknown = min(left, key=lambda u: sum(degree_in(p, u, p.ring.symbols) for p in polynomials))
    holding = [p for p in polynomials if unknown in _unknowns(p, left)]
    first, *more = sorted(holding, key=lambda p: (degree_in(p, unknown, p.ring.symbols), len(p)))
    without = [p for p in polynomials if p not in holding]
    fewer = [*without, *(_resultant(first, each, unknown) for each in more)]
    if not all(fewer):
        raise TooLargeError
    others = tuple(each for each in left if each != unknown)
    found = []
    for system, free, formulas in _reduced(fewer, others, (), ()):
        for point in _isolated(system, free):
            values = _completed(point, formulas)
            if values is not None:
                found += [{**values, **last} for last in _at([first], values, (unknown,))]
    return found


def _at(
    polynomials: Sequence[PolyElement],
    point: Mapping[sympy.Symbol, sympy.Rational],
    left: tuple[sympy.Symbol, ...],
) -> list[Point]:
    """Solve on, with values put in."""
    if not left:
        return [{}]
    put = [_put(each, point) for each in polynomials]
    useful = [each for each in put if _unknowns(each, left)]
    useful.sort(key=lambda p: (len(_unknowns(p, left)), sum(map(sum, p))))
    if len(useful) < len(left):
        raise TooLargeError
    return _isolated(useful[: len(left)], left)


def _put(polynomial: PolyElement, point: Mapping[sympy.Symbol, sympy.Rational]) -> PolyElement:
    for unknown, value in point.items():
        polynomial = polynomial.subs(polynomial.ring.from_expr(unknown), sympy.QQ.from_sympy(value))
    return polynomial


def _unknowns(polynomial: PolyElement, left: Sequence[sympy.Symbol]) -> set[sympy.Symbol]:
    return {u for u in left if degree_in(polynomial, u, polynomial.ring.symbols) > 0}


def _resultant(one: PolyElement, other: PolyElement, unknown: sympy.Symbol) -> PolyElement:
    degrees = [max((sum(key) for key in each), default=0) for each in (one, other)]
    if degrees[0] * degrees[1] > _LARGEST_DEGREE:
        raise TooLargeError
    found = sympy.resultant(one.as_expr(), other.as_expr(), unknown)
    return one.ring.from_expr(sympy.expand(found))


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
