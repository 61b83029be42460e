"""Solving by elimination: one unknown after another, a quadratic at the end, every branch kept."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import sympy
from sympy.polys.rings import PolyElement, PolyRing

from symppm.laws.collecting import factors_of, may_divide
from symppm.solve.invariants import unused
from symppm.solve.polynomials import (
    TooLargeError,
    coefficients,
    degree_in,
    one_signed,
    put_quotient,
    resultant,
)
from symppm.solve.samples import Sample

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
_DIGITS = 40
_TOLERANCE = sympy.Float("1e-20")


@dataclass(frozen=True)
class Program:
    """Unknowns as formulas, each in what is known and in the unknowns assigned before it.

    Attributes
    ----------
    assignments : mapping of sympy.Symbol to sympy.Expr
        In the order in which they are computed; the coefficients of a quadratic equation, its
        discriminant and what both roots are made of have symbols of their own.
    discriminant : sympy.Symbol or None
        What must not be negative besides. Where it is zero, two programs are one.
    beside : sympy.Expr
        What the discriminant is a difference of.
    free : tuple of sympy.Symbol
        Unknowns that the equations leave open; they occur in the formulas.
    constraints : tuple of sympy.Expr
        What must vanish for the equations to have a solution at all, in what is known.
    """

    assignments: Mapping[sympy.Symbol, sympy.Expr]
    free: tuple[sympy.Symbol, ...]
    constraints: tuple[sympy.Expr, ...]
    discriminant: sympy.Symbol | None = None
    beside: sympy.Expr = sympy.S.Zero

    def values(self, sample: Sample) -> dict[sympy.Symbol, sympy.Expr]:
        """Run it on numbers."""
        known = {s: value for s, value in sample.items() if s not in self.assignments}
        found: dict[sympy.Symbol, sympy.Expr] = {}
        for symbol, formula in self.assignments.items():
            found[symbol] = formula.xreplace({**known, **found}).evalf(_DIGITS)
        return found

    def holds(self, residuals: Sequence[sympy.Expr], samples: Sequence[Sample]) -> bool:
        """Tell whether it solves the equations wherever its values are finite."""
        for sample in samples[:2]:
            found = {**sample, **self.values(sample)}
            if not all(value.is_finite for value in found.values()):
                continue
            for residual in residuals:
                parts = (residual, *sympy.Add.make_args(residual))
                error, *terms = (abs(each.xreplace(found).evalf(_DIGITS)) for each in parts)
                if not error.is_finite or error > _TOLERANCE * (1 + sum(terms)):
                    return False
        return True

    def meets(self, samples: Sequence[Sample]) -> bool:
        """Tell whether it returns the sample that the targets came from, at least once."""
        return any(
            all(
                value.is_finite and abs(value - sample[symbol]) <= _TOLERANCE * (1 + abs(value))
                for symbol, value in self.values(sample).items()
                if symbol in sample
            )
            for sample in samples
        )


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
    symbols = set(unknowns).union(*(residual.free_symbols for residual in residuals))
    ring = PolyRing(sorted(symbols, key=str), sympy.QQ)
    polynomials = [_numerator(residual, ring) for residual in residuals]
    elimination = _Elimination(samples)
    # Which unknown is kept to the end is tried out, the sizes first.
    for kept in sorted(unknowns, key=lambda u: u not in last)[:_MOST_ORDERS]:
        order = (*(u for u in unknowns if u != kept), kept)
        try:
            programs = list(elimination.solved(polynomials, order, ()))
        except TooLargeError:
            continue
        good = tuple(program for program in programs if program.holds(residuals, samples))
        if len(good) < len(programs) and any(p.constraints and p.discriminant for p in good):
            continue  # which root solves what is over may differ from sample to sample
        if any(program.meets(samples) for program in good):
            return good
    return ()


@dataclass(frozen=True)
class _Linear:
    """``slope * unknown**power + rest = 0``, with power two where only squares occur."""

    unknown: sympy.Symbol
    slope: PolyElement
    rest: PolyElement
    power: int = 1

    def put_into(self, polynomial: PolyElement) -> PolyElement:
        """Put ``-rest/slope`` for the unknown, and multiply until nothing is divided."""
        parts = coefficients(polynomial, self.unknown)[:: self.power]
        return put_quotient(parts, -self.rest, self.slope, _MOST_TERMS)


class _Elimination:
    """Samples that solve the equations, what was factored, and how much more may be."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self.samples = samples
        self.left = _MOST_WORK
        self.known: dict[PolyElement, tuple[PolyElement, ...]] = {}
        self.sums: list[PolyElement] = []

    def factors(self, polynomial: PolyElement) -> tuple[PolyElement, ...]:
        """Return the irreducible factors, of which most have been met before."""
        if polynomial not in self.known:
            rest = polynomial
            factors: list[PolyElement] = []
            for each in self.sums:
                while len(each) <= len(rest) and may_divide(each, rest):
                    quotient, remainder = rest.div(each)
                    if remainder:
                        break
                    rest, factors = quotient, [*factors, each]
            factors += [factor for factor, _ in factors_of(rest)[1]]
            made = self.known[polynomial] = tuple(dict.fromkeys(factors))
            self.sums += [each for each in made if len(each) > 1 and each not in self.sums]
        return self.known[polynomial]

    def vanishes(self, factor: PolyElement) -> bool:
        """Tell whether a polynomial is zero at the samples."""
        expression = factor.as_expr()
        values = (expression.xreplace(dict(sample)) for sample in self.samples[:3])
        return all(v == 0 or abs(v.evalf(_DIGITS)) < _TOLERANCE for v in values)

    def essential(
        self, polynomial: PolyElement, order: Sequence[sympy.Symbol], known: set[PolyElement]
    ) -> PolyElement | None:
        """Drop factors that cannot vanish; None where nothing is left to demand."""
        if not polynomial:
            return None
        self.left -= len(polynomial)
        if self.left < 0 or len(polynomial) > _MOST_TERMS:
            raise TooLargeError
        result = polynomial.ring.one
        for factor in self.factors(polynomial):
            if len(factor) == 1 or factor.monic() in known:
                continue
            if not _total_degree(factor, order):
                if self.vanishes(factor):
                    return factor  # a constraint that all targets of the model meet
            elif not one_signed(factor):
                result *= factor
        return None if result == 1 else result

    def solved(
        self,
        polynomials: Sequence[PolyElement],
        order: Sequence[sympy.Symbol],
        before: tuple[_Linear, ...],
    ) -> Iterator[Program]:
        """Eliminate until one unknown, or none, is left."""
        known = {factor.monic() for each in before for factor in self.factors(each.slope)}
        kept = [self.essential(each, order, known) for each in polynomials]
        demanded = [each for each in kept if each is not None]
        constraints = [each for each in demanded if not _total_degree(each, order)]
        current = [each for each in demanded if _total_degree(each, order)]
        if not current:
            yield _program(before, {}, tuple(order), constraints)
            return
        left = [u for u in order if any(degree_in(p, u) for p in current)]
        found = _linear(current, left)
        if found is not None:
            place, linear = found
            others = [linear.put_into(p) for n, p in enumerate(current) if n != place]
            rest = [u for u in order if u != linear.unknown]
            yield from self.solved([*others, *constraints], rest, (*before, linear))
        elif len(left) == 1:
            (unknown,) = left
            lowest = min(current, key=lambda p: degree_in(p, unknown))
            # Told from factors that were met before: to factor anew takes longer.
            if any(degree_in(each, unknown) > 2 for each in self.factors(lowest)):
                raise TooLargeError
            free = tuple(u for u in order if u != unknown)
            yield from self.quadratic(current, unknown, before, free, constraints)
        else:
            basis = _basis(current, left, self.samples[0], before)
            if _linear(basis, left) is None:
                raise TooLargeError
            yield from self.solved([*basis, *constraints], order, before)

    def quadratic(
        self,
        current: Sequence[PolyElement],
        unknown: sympy.Symbol,
        before: tuple[_Linear, ...],
        free: tuple[sympy.Symbol, ...],
        constraints: Sequence[PolyElement],
    ) -> Iterator[Program]:
        """Solve the last equation, of degree two at most in each of its factors."""
        first, *more = sorted(current, key=lambda p: degree_in(p, unknown))
        for other in more:
            degrees = degree_in(first, unknown), degree_in(other, unknown)
            if len(first) ** degrees[1] * len(other) ** degrees[0] > _MOST_PRODUCTS:
                raise TooLargeError
        for factor, _ in first.factor_list()[1]:
            met = (self.essential(resultant(factor, other, unknown), (), set()) for other in more)
            extra = [*constraints, *(each for each in met if each is not None)]
            parts = [sympy.factor(part.as_expr()) for part in coefficients(factor, unknown)]
            if len(parts) == 1:
                continue
            if len(parts) == 2:
                root = sympy.factor(-parts[0] / parts[1])
                yield _program(before, {unknown: root}, free, extra)
                continue
            if len(parts) > 3:
                raise TooLargeError
            taken = {symbol.name for symbol in first.ring.symbols}
            square, linear, constant, inside, side, half = (
                sympy.Symbol(unused(f"{unknown}_{part}", taken), real=True)
                for part in ("square", "linear", "constant", "discriminant", "side", "half")
            )
            steps = {
                square: parts[2],
                linear: parts[1],
                constant: parts[0],
                inside: linear**2 - 4 * square * constant,
                side: sympy.Piecewise((1, linear >= 0), (-1, True)),
                # Both terms have the same sign: neither root loses digits, however unlike they are.
                half: -(linear + side * sympy.sqrt(inside)) / 2,
            }
            for root in (constant / half, half / square):
                found = _program(before, {**steps, unknown: root}, free, extra)
                yield replace(found, discriminant=inside, beside=linear**2)


def _numerator(expression: sympy.Expr, ring: PolyRing) -> PolyElement:
    """Return the numerator of a rational function."""
    return ring.from_expr(sympy.expand(sympy.fraction(sympy.together(expression))[0]))


def _total_degree(polynomial: PolyElement, unknowns: Sequence[sympy.Symbol]) -> int:
    return sum(degree_in(polynomial, unknown) for unknown in unknowns)


def _linear(
    current: Sequence[PolyElement], left: Sequence[sympy.Symbol]
) -> tuple[int, _Linear] | None:
    """Choose the cheapest equation that is linear in an unknown, the last unknown last.

    An unknown that is positive and occurs everywhere as a square counts, after all others.
    """
    found: list[tuple[tuple[int, ...], int, _Linear]] = []
    for place, polynomial in enumerate(current):
        for rank, unknown in enumerate(left):
            power = degree_in(polynomial, unknown)
            if power != 1 and not (power == 2 and _is_squared(current, unknown)):
                continue
            rest, *_, slope = coefficients(polynomial, unknown)
            if rest:
                last = int(unknown == left[-1] and len(left) > 1)
                size = len(slope) + len(rest)
                cost = (power, last, _total_degree(slope, left), size, rank, place)
                found.append((cost, place, _Linear(unknown, slope, rest, power)))
    return min(found, key=lambda each: each[0])[1:] if found else None


def _is_squared(current: Sequence[PolyElement], unknown: sympy.Symbol) -> bool:
    """Tell whether a positive unknown occurs in even powers only: its square has one root."""
    odd = (part for each in current for part in coefficients(each, unknown)[1::2])
    return bool(unknown.is_positive) and not any(odd)


def _basis(
    current: Sequence[PolyElement],
    left: Sequence[sympy.Symbol],
    sample: Sample,
    before: Sequence[_Linear],
) -> list[PolyElement]:
    """Return a Groebner basis, saturated by the unknowns and by what was divided by."""
    ring = current[0].ring
    others = [symbol for symbol in ring.symbols if symbol not in left]
    saturation = sympy.Dummy("saturation")
    nonzero = sympy.Mul(*left) * sympy.Mul(*(each.slope.as_expr() for each in before))
    expressions = [*(p.as_expr() for p in current), saturation * nonzero - 1]
    # A basis at one rational point is cheap, and tells whether the general one is worth it.
    numbers = {symbol: sample[symbol] for symbol in others}
    if not all(value.is_Rational for value in numbers.values()) or len(current) < len(left):
        raise TooLargeError
    *at_point, saturated = (expression.subs(numbers) for expression in expressions)
    if math.prod(sympy.Poly(each, *left).total_degree() for each in at_point) > _MOST_SOLUTIONS:
        raise TooLargeError
    probe = sympy.groebner([*at_point, saturated], saturation, *left, order="lex")
    univariate = [p for p in probe.exprs if p.free_symbols == {left[-1]}]
    if not univariate or sympy.Poly(univariate[0], left[-1]).degree() > 2:
        raise TooLargeError
    if len(others) > _MOST_PARAMETERS:
        raise TooLargeError
    domain = sympy.QQ.frac_field(*others)
    basis = sympy.groebner(expressions, saturation, *left, order="lex", domain=domain)
    return [_numerator(each, ring) for each in basis.exprs if not each.has(saturation)]


def _program(
    before: Sequence[_Linear],
    last: Mapping[sympy.Symbol, sympy.Expr],
    free: tuple[sympy.Symbol, ...],
    constraints: Sequence[PolyElement],
) -> Program:
    assignments = dict(last)
    for linear in reversed(before):
        value = sympy.factor(-linear.rest.as_expr() / linear.slope.as_expr())
        assignments[linear.unknown] = value ** sympy.Rational(1, linear.power)
    return Program(assignments, free, tuple(sympy.factor(c.as_expr()) for c in constraints))
