"""Solving by elimination: one unknown after another, a quadratic at the end, every branch kept."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy
from sympy.polys.rings import PolyElement

from symppm.laws.collecting import factors_of, may_divide
from symppm.solve.invariants import unused
from symppm.solve.polynomials import (
    as_polynomials,
    coefficients_in,
    degree_in,
    one_signed,
    total_degree,
    vanishes,
)
from symppm.solve.program import Program, Sample, holds, meets

_MOST_ORDERS = 12
_MOST_TERMS = 1000
# Of all polynomials that are factored, in all orders: what takes half a minute.
_MOST_WORK = 20_000
# Of coefficients, in a resultant that is multiplied out.
_MOST_PRODUCTS = 200_000
# By Bezout; a basis of a system with more solutions may take hours.
_MOST_SOLUTIONS = 30
# In whose quotients a basis is computed: its coefficients grow with every one of them.
_MOST_PARAMETERS = 6


@dataclass(frozen=True)
class _Linear:
    """``slope * unknown**power + rest = 0``, with power two where only squares occur."""

    unknown: sympy.Symbol
    slope: PolyElement
    rest: PolyElement
    power: int = 1


@dataclass
class _Work:
    """How many terms may still be factored, what was, and the sums among its factors."""

    left: int
    found: dict[PolyElement, tuple[PolyElement, ...]] = field(default_factory=dict)
    sums: list[PolyElement] = field(default_factory=list)

    def spend(self, polynomial: PolyElement) -> None:
        """Count a polynomial that is about to be factored."""
        self.left -= len(polynomial)
        if self.left < 0 or len(polynomial) > _MOST_TERMS:
            raise _NoOrderError

    def factors(self, polynomial: PolyElement) -> tuple[PolyElement, ...]:
        """Return the irreducible factors, of which most have been met before."""
        if polynomial not in self.found:
            rest = polynomial
            factors: list[PolyElement] = []
            for each in self.sums:
                while len(each) <= len(rest) and may_divide(each, rest):
                    quotient, remainder = rest.div(each)
                    if remainder:
                        break
                    rest, factors = quotient, [*factors, each]
            factors += [factor for factor, _ in factors_of(rest)[1]]
            made = self.found[polynomial] = tuple(dict.fromkeys(factors))
            self.sums += [each for each in made if len(each) > 1 and each not in self.sums]
        return self.found[polynomial]


class _NoOrderError(Exception):
    """Raised where an order of elimination leads nowhere."""


def eliminate(
    residuals: Sequence[sympy.Expr],
    unknowns: Sequence[sympy.Symbol],
    samples: Sequence[Sample],
    last: Sequence[sympy.Symbol],
) -> tuple[Program, ...]:
    """Solve polynomial equations unknown by unknown.

    Whenever some equation is linear in an unknown, or in the square of one that is positive and
    occurs as a square only, that unknown is replaced by its formula in all others; what remains at
    the end may be quadratic. Where no equation is linear in anything, a
    lexicographic Groebner basis over the field of the targets takes the place of the substitution.
    """
    symbols = sorted(
        set().union(*(residual.free_symbols for residual in residuals)) | set(unknowns), key=str
    )
    polynomials, _ = as_polynomials(residuals, symbols)
    work = _Work(_MOST_WORK)
    for order in _orders(unknowns, last):
        try:
            programs = list(_solve(polynomials, order, symbols, samples, work, ()))
        except _NoOrderError:
            continue
        good = tuple(program for program in programs if holds(program, residuals, samples))
        if len(good) < len(programs) and any(p.constraints and p.discriminant for p in good):
            continue  # which root solves what is over may differ from sample to sample
        if any(meets(program, samples) for program in good):
            return good
    return ()


def _orders(
    unknowns: Sequence[sympy.Symbol], last: Sequence[sympy.Symbol]
) -> Iterator[tuple[sympy.Symbol, ...]]:
    """Yield preferences: which unknown to keep to the end, the sizes first."""
    ordered = [*(u for u in unknowns if u in last), *(u for u in unknowns if u not in last)]
    for kept in ordered[:_MOST_ORDERS]:
        yield (*(u for u in unknowns if u != kept), kept)


def _solve(
    polynomials: Sequence[PolyElement],
    order: Sequence[sympy.Symbol],
    symbols: Sequence[sympy.Symbol],
    samples: Sequence[Sample],
    work: _Work,
    solved: tuple[_Linear, ...],
) -> Iterator[Program]:
    """Eliminate until one unknown, or none, is left."""
    constraints: list[PolyElement] = []
    current: list[PolyElement] = []
    nonzero = [linear.slope for linear in solved]
    for polynomial in polynomials:
        kept = _essential(polynomial, order, symbols, samples, work, nonzero)
        if kept is None:
            continue
        (current if total_degree(kept, order, symbols) else constraints).append(kept)
    if not current:
        free = tuple(u for u in order if u not in {linear.unknown for linear in solved})
        yield _program(solved, {}, free, constraints)
        return
    left = [u for u in order if any(degree_in(p, u, symbols) for p in current)]
    found = _linear(current, left, symbols)
    if found is not None:
        place, linear = found
        others = [_substituted(p, linear, symbols) for n, p in enumerate(current) if n != place]
        rest = [u for u in order if u != linear.unknown]
        yield from _solve([*others, *constraints], rest, symbols, samples, work, (*solved, linear))
        return
    if len(left) == 1:
        (unknown,) = left
        lowest = min(current, key=lambda p: degree_in(p, unknown, symbols))
        # Told from factors that were met before: to factor anew takes longer.
        if any(degree_in(each, unknown, symbols) > 2 for each in work.factors(lowest)):
            raise _NoOrderError
        yield from _quadratic(current, unknown, order, symbols, solved, constraints)
        return
    yield from _by_basis(current, left, order, symbols, samples, work, solved, constraints)


def _essential(
    polynomial: PolyElement,
    order: Sequence[sympy.Symbol],
    symbols: Sequence[sympy.Symbol],
    samples: Sequence[Sample],
    work: _Work,
    nonzero: Sequence[PolyElement],
) -> PolyElement | None:
    """Drop factors that cannot vanish; None where nothing is left to demand."""
    if not polynomial:
        return None
    work.spend(polynomial)
    known = {factor.monic() for each in nonzero for factor in work.factors(each)}
    result = polynomial.ring.one
    for factor in work.factors(polynomial):
        if len(factor) == 1 or factor.monic() in known:
            continue
        if not total_degree(factor, order, symbols):
            if vanishes(factor, samples):
                return factor  # a constraint that all targets of the model meet
            continue
        if one_signed(factor):
            continue
        result *= factor
    return None if result == 1 else result


def _linear(
    current: Sequence[PolyElement],
    left: Sequence[sympy.Symbol],
    symbols: Sequence[sympy.Symbol],
) -> tuple[int, _Linear] | None:
    """Choose the cheapest equation that is linear in an unknown, the last unknown last.

    An unknown that is positive and occurs everywhere as a square counts, after all others.
    """
    best: tuple[tuple[int, ...], int, _Linear] | None = None
    for place, polynomial in enumerate(current):
        for rank, unknown in enumerate(left):
            power = degree_in(polynomial, unknown, symbols)
            if power != 1 and not (power == 2 and _is_squared(current, unknown, symbols)):
                continue
            parts = coefficients_in(polynomial, unknown, symbols)
            slope, rest = parts[power], parts.get(0, polynomial.ring.zero)
            if not rest:
                continue
            last = int(unknown == left[-1] and len(left) > 1)
            size = len(slope) + len(rest)
            cost = (power, last, total_degree(slope, left, symbols), size, rank, place)
            if best is None or cost < best[0]:
                best = (cost, place, _Linear(unknown, slope, rest, power))
    return None if best is None else best[1:]


def _is_squared(
    current: Sequence[PolyElement], unknown: sympy.Symbol, symbols: Sequence[sympy.Symbol]
) -> bool:
    """Tell whether a positive unknown occurs in even powers only: its square has one root."""
    powers = {power for each in current for power in coefficients_in(each, unknown, symbols)}
    return bool(unknown.is_positive) and all(power % 2 == 0 for power in powers)


def _substituted(
    polynomial: PolyElement, linear: _Linear, symbols: Sequence[sympy.Symbol]
) -> PolyElement:
    """Put ``-rest/slope`` for the unknown and multiply by the slope until nothing is divided."""
    found = coefficients_in(polynomial, linear.unknown, symbols)
    parts = {power // linear.power: part for power, part in found.items()}
    degree = max(parts)
    total = polynomial.ring.zero
    for power, part in parts.items():
        total += part * (-linear.rest) ** power * linear.slope ** (degree - power)
        if len(total) > _MOST_TERMS:
            raise _NoOrderError
    return total


def _quadratic(
    current: Sequence[PolyElement],
    unknown: sympy.Symbol,
    order: Sequence[sympy.Symbol],
    symbols: Sequence[sympy.Symbol],
    solved: tuple[_Linear, ...],
    constraints: Sequence[PolyElement],
) -> Iterator[Program]:
    """Solve the last equation, of degree two at most in each of its factors."""
    first, *more = sorted(current, key=lambda p: degree_in(p, unknown, symbols))
    extra = [*constraints, *(_resultant(first, other, unknown, symbols) for other in more)]
    free = tuple(u for u in order if u != unknown and u not in {s.unknown for s in solved})
    for factor, _ in first.factor_list()[1]:
        degree = degree_in(factor, unknown, symbols)
        if degree == 0:
            continue
        if degree > 2:
            raise _NoOrderError
        parts = coefficients_in(factor, unknown, symbols)
        zero = factor.ring.zero
        a, b, c = (sympy.factor(parts.get(n, zero).as_expr()) for n in (2, 1, 0))
        if degree == 1:
            yield _program(solved, {unknown: sympy.factor(-c / b)}, free, extra)
            continue
        taken = {symbol.name for symbol in symbols}
        square, linear, constant, inside, side, half = (
            sympy.Symbol(unused(f"{unknown}_{part}", taken), real=True)
            for part in ("square", "linear", "constant", "discriminant", "side", "half")
        )
        steps = {
            square: a,
            linear: b,
            constant: c,
            inside: linear**2 - 4 * square * constant,
            side: sympy.Piecewise((1, linear >= 0), (-1, True)),
            # Both terms have the same sign: neither root loses digits, however different they are.
            half: -(linear + side * sympy.sqrt(inside)) / 2,
        }
        for root in (constant / half, half / square):
            found = _program(solved, {**steps, unknown: root}, free, extra)
            yield replace(found, discriminant=inside, beside=linear**2)


def _resultant(
    first: PolyElement, other: PolyElement, unknown: sympy.Symbol, symbols: Sequence[sympy.Symbol]
) -> PolyElement:
    """Eliminate the last unknown from two equations, unless that may take hours."""
    degrees = degree_in(first, unknown, symbols), degree_in(other, unknown, symbols)
    if len(first) ** degrees[1] * len(other) ** degrees[0] > _MOST_PRODUCTS:
        raise _NoOrderError
    return first.resultant(other)


def _by_basis(
    current: Sequence[PolyElement],
    left: Sequence[sympy.Symbol],
    order: Sequence[sympy.Symbol],
    symbols: Sequence[sympy.Symbol],
    samples: Sequence[Sample],
    work: _Work,
    solved: tuple[_Linear, ...],
    constraints: Sequence[PolyElement],
) -> Iterator[Program]:
    """Continue with a Groebner basis, saturated by the unknowns, where it is triangular."""
    others = [symbol for symbol in symbols if symbol not in left]
    sample = samples[0]
    expressions = [polynomial.as_expr() for polynomial in current]
    saturation = sympy.Dummy("saturation")
    nonzero = sympy.Mul(*left) * sympy.Mul(*(s.slope.as_expr() for s in solved))
    # A basis at one rational point is cheap, and tells whether the general one is worth it.
    numbers = {symbol: sample[symbol] for symbol in others}
    if not all(value.is_Rational for value in numbers.values()) or len(current) < len(left):
        raise _NoOrderError
    at_point = [expression.subs(numbers) for expression in expressions]
    if math.prod(sympy.Poly(each, *left).total_degree() for each in at_point) > _MOST_SOLUTIONS:
        raise _NoOrderError
    probe = sympy.groebner(
        [*at_point, saturation * nonzero.subs(numbers) - 1],
        saturation, *left, order="lex",
    )  # fmt: skip
    univariate = [p for p in probe.exprs if p.free_symbols == {left[-1]}]
    if not univariate or sympy.Poly(univariate[0], left[-1]).degree() > 2:
        raise _NoOrderError
    if len(others) > _MOST_PARAMETERS:
        raise _NoOrderError
    basis = sympy.groebner(
        [*expressions, saturation * nonzero - 1],
        saturation, *left, order="lex", domain=sympy.QQ.frac_field(*others),
    )  # fmt: skip
    kept = [e for e in basis.exprs if not e.has(saturation)]
    polynomials, _ = as_polynomials(kept, symbols)
    linear = _linear(polynomials, left, symbols)
    if linear is None and len(left) > 1:
        raise _NoOrderError
    yield from _solve([*polynomials, *constraints], order, symbols, samples, work, solved)


def _program(
    solved: Sequence[_Linear],
    last: Mapping[sympy.Symbol, sympy.Expr],
    free: tuple[sympy.Symbol, ...],
    constraints: Sequence[PolyElement],
) -> Program:
    assignments = dict(last)
    for linear in reversed(solved):
        value = sympy.factor(-linear.rest.as_expr() / linear.slope.as_expr())
        assignments[linear.unknown] = value ** sympy.Rational(1, linear.power)
    return Program(assignments, free, tuple(sympy.factor(c.as_expr()) for c in constraints))
