"""Quotients of polynomials: writing a large one as a product of factors, and comparing two.

SymPy's ``factor`` multiplies every denominator out. Here each denominator is kept as the product of
powers in which it was written, so that only what does not cancel is ever expanded.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import sympy
from sympy.polys.domains import QQ
from sympy.polys.rings import PolyElement, PolyRing
from sympy.polys.rings import ring as ring_over

from symppm.model.nodes import KnownEntry

# Terms; larger numerators are left as they are, since to factor them takes minutes.
_MOST_FACTORED = 2000
_SOON_FACTORED = 4
_SMALL = 100
"""Operations; what SymPy factors in seconds whatever functions there are."""
_PRIME = 2**61 - 1


@dataclass(frozen=True)
class Quotient:
    """``above / product of base**power``.

    Attributes
    ----------
    above : PolyElement
        The numerator.
    below : mapping of PolyElement to int
        Denominators that are no numbers, each with a positive power.
    """

    above: Any
    below: Mapping[Any, int]


def is_plain(expression: sympy.Expr) -> bool:
    """Tell whether an expression is made by sums, products and whole powers.

    Of rationals, symbols, entries of known arrays, and constants such as pi and zeta(3).
    """
    if expression.is_Rational or _is_generator(expression):
        return True
    if expression.is_Pow:
        return bool(expression.exp.is_Integer and is_plain(expression.base))
    return bool((expression.is_Add or expression.is_Mul) and all(map(is_plain, expression.args)))


def _is_generator(expression: sympy.Expr) -> bool:
    constant = expression.is_Function and not expression.free_symbols
    return bool(
        expression.is_Symbol
        or (expression.is_NumberSymbol and expression != sympy.E)
        or (constant and not isinstance(expression, sympy.exp))
        or isinstance(expression, KnownEntry)
    )


def generators(*plain: sympy.Expr) -> set[sympy.Expr]:
    """Return the symbols, entries of known arrays and constants that plain expressions are of."""
    return set().union(*({e} if _is_generator(e) else generators(*e.args) for e in plain))


def ring_of(*expressions: sympy.Expr) -> PolyRing:
    """Return the polynomials over the rationals in what some expressions are made of."""
    return PolyRing(sorted(generators(*expressions), key=str), QQ)


def quotient(expression: sympy.Expr, ring: PolyRing) -> Quotient:
    """Write an expression over one denominator."""
    if expression.is_Add:
        return _sum([quotient(part, ring) for part in expression.args], ring)
    if expression.is_Mul:
        return reduce(_product, (quotient(part, ring) for part in expression.args))
    if expression.is_Pow:
        return _power(expression, ring)
    if expression.is_Rational:
        return Quotient(ring.ground_new(QQ(int(expression.p), int(expression.q))), {})
    return Quotient(ring.gens[ring.symbols.index(expression)], {})


def _sum(parts: list[Quotient], ring: PolyRing) -> Quotient:
    below: dict[PolyElement, int] = {}
    for part in parts:
        for base, power in part.below.items():
            below[base] = max(power, below.get(base, 0))
    total = ring.zero
    for part in parts:
        missing = ((base, power - part.below.get(base, 0)) for base, power in below.items())
        total += reduce(lambda product, one: product * one[0] ** one[1], missing, part.above)
    return Quotient(total, below)


def _product(first: Quotient, second: Quotient) -> Quotient:
    below = dict(first.below)
    for base, power in second.below.items():
        below[base] = below.get(base, 0) + power
    return Quotient(first.above * second.above, below)


@lru_cache(maxsize=1024)
def _power(expression: sympy.Pow, ring: PolyRing) -> Quotient:
    inner, exponent = quotient(expression.base, ring), int(expression.exp)
    if exponent >= 0:
        return Quotient(
            inner.above**exponent, {base: n * exponent for base, n in inner.below.items()}
        )
    above = reduce(
        lambda product, one: product * one[0] ** (one[1] * -exponent), inner.below.items(), ring.one
    )
    content, factors = factors_of(inner.above)
    below = {base: power * -exponent for base, power in factors}
    return Quotient(above * content**exponent, below)


def named(*expressions: sympy.Expr) -> tuple[list[sympy.Expr], dict[sympy.Expr, sympy.Expr]]:
    """Return plain expressions, with symbols for what is not plain, and what these stand for.

    What are powers of one thing, such as x and sqrt(x), or exp(x) and exp(2 x), get one symbol.
    """
    orders: dict[sympy.Expr, int] = {}
    for leaf in itertools.chain(*map(_leaves, expressions)):
        for base, power in _powers(leaf):
            orders[base] = math.lcm(int(power.q), orders.get(base, 1))
    parts = {base: base ** sympy.Rational(1, order) for base, order in orders.items()}
    letters = {base: sympy.Dummy(str(part), real=True) for base, part in parts.items()}

    def plain(part: sympy.Expr) -> sympy.Expr:
        if _is_made(part):
            return part.func(*map(plain, part.args))
        if part.is_Rational or (_is_generator(part) and part not in letters):
            return part
        return sympy.Mul(*(letters[base] ** (n * orders[base]) for base, n in _powers(part)))

    return [plain(e) for e in expressions], {letters[base]: parts[base] for base in parts}


def _is_made(expression: sympy.Expr) -> bool:
    whole = expression.is_Pow and expression.exp.is_Integer
    return bool(expression.is_Add or expression.is_Mul or whole)


def _leaves(expression: sympy.Expr) -> Iterator[sympy.Expr]:
    """Yield what sums, products and whole powers are made of, where it is not plain."""
    if _is_made(expression):
        yield from itertools.chain(*map(_leaves, expression.args))
    elif not is_plain(expression):
        yield expression


def _powers(leaf: sympy.Expr) -> Iterator[tuple[sympy.Expr, sympy.Rational]]:
    """Yield what a power is a product of: bases, each with a rational exponent."""
    base, exponent = leaf.as_base_exp()
    for term in sympy.Add.make_args(sympy.expand(exponent)):
        number, rest = term.as_coeff_Mul(rational=True)
        yield base**rest, number


def same_quotient(first: sympy.Expr, second: sympy.Expr) -> bool:
    """Tell whether two plain expressions are the same function, by multiplying crosswise."""
    ring = ring_of(first, second)
    parts = [quotient(first, ring), quotient(-second, ring)]
    return not _sum(parts, ring).above


def factored(expression: sympy.Expr) -> sympy.Expr:
    """Write a plain expression as a product of powers of irreducible polynomials."""
    content, powers = _powers_in(expression, ring_of(expression))
    return sympy.Mul(content, *powers)


@lru_cache(maxsize=4096)
def in_factors(expression: sympy.Expr) -> sympy.Expr:
    """Return what SymPy's factor does, sooner where the expression is plain."""
    if not is_plain(expression):
        (plain,), parts = named(expression)
        if any(part.is_Pow for part in parts.values()):
            return sympy.factor(expression)  # which puts sqrt(2)*sqrt(2) together
        return in_factors(plain).xreplace(parts)
    # The signs of factors depend on the order of generators, which is SymPy's.
    order = sympy.Poly(sympy.Add(*generators(expression), sympy.Dummy())).gens
    return multiplied(*_powers_in(expression, PolyRing(order, QQ)))


def multiplied(content: sympy.Rational, powers: Iterable[sympy.Expr]) -> sympy.Expr:
    """Multiply; a number stays in front of a sum."""
    product = sympy.Mul(*powers)
    return sympy.Mul(content, product, evaluate=abs(content) == 1 or not product.is_Add)


def _powers_in(expression: sympy.Expr, ring: PolyRing) -> tuple[sympy.Rational, list[sympy.Expr]]:
    """Return the number in front, and the powers of irreducible polynomials of a product."""
    fraction = quotient(expression, ring)
    if not fraction.above:
        return sympy.S.Zero, []
    above, powers = fraction.above, {}
    for base, power in fraction.below.items():
        left = power
        while left and may_divide(base, above):
            divided, rest = above.div(base)
            if rest:
                break
            above, left = divided, left - 1
        powers[base] = left
    content, factors = factors_of(above)
    powers_made = [base.as_expr() ** power for base, power in factors]
    powers_made += [base.as_expr() ** -power for base, power in powers.items() if power]
    return QQ.to_sympy(content), powers_made


def as_product(expression: sympy.Expr) -> sympy.Expr:
    """Write any expression as a product of powers; functions and roots count as symbols."""
    if not is_plain(expression) and expression.count_ops() <= _SMALL:
        return in_factors(expression)
    (plain,), parts = named(expression)
    return factored(plain).xreplace(parts)


@lru_cache(maxsize=4096)
def factors_of(above: PolyElement) -> tuple[Any, tuple[tuple[PolyElement, int], ...]]:
    """Return a number and the irreducible factors, as few of them as is soon told."""
    if len(above) > _MOST_FACTORED:
        return QQ(1), ((above, 1),)
    if len(above) > _SOON_FACTORED:
        powers = tuple(map(min, zip(*above.monoms(), strict=True)))
        rest = above.quo_term((powers, QQ(1)))
        if _is_irreducible(rest):
            whole = _primitive(rest)
            outside = [(g, n) for g, n in zip(above.ring.gens, powers, strict=True) if n]
            return rest.LC / whole.LC, (*outside, (whole, 1))
    factors = sorted(_irreducible(above), key=_as_sympy_sorts)
    return above.LC / math.prod(factor.LC**n for factor, n in factors), tuple(factors)


def _irreducible(polynomial: PolyElement) -> list[tuple[PolyElement, int]]:
    """Return the irreducible factors; one that is linear in a generator takes only a divisor."""
    if polynomial.is_ground:
        return []
    linear = _linear(polynomial)
    if linear is None:
        return list(polynomial.factor_list()[1])
    letter, slope = linear
    outside = slope.gcd(polynomial - slope * letter)
    return [(_primitive(polynomial.exquo(outside)), 1), *_irreducible(outside)]


def _linear(polynomial: PolyElement) -> tuple[PolyElement, PolyElement] | None:
    """Return a generator in which it is linear, and the shortest factor of one that there is."""
    slopes = [
        (generator, polynomial.diff(generator))
        for generator, degree in zip(polynomial.ring.gens, polynomial.degrees(), strict=True)
        if degree == 1
    ]
    return min(slopes, key=lambda pair: len(pair[1]), default=None)


def _primitive(polynomial: PolyElement) -> PolyElement:
    """Return a multiple with whole coefficients that have no common divisor, the first positive."""
    _, whole = polynomial.primitive()
    # A new one: a quotient may keep the hash that it had before its last term.
    return whole * (-1 if whole.LC < 0 else 1)


def _as_sympy_sorts(factor: tuple[PolyElement, int]) -> tuple[int, int, list[Any]]:
    dense = factor[0].to_dense()
    return len(dense), factor[1], dense


def _is_irreducible(polynomial: PolyElement) -> bool:
    """Tell whether a polynomial is irreducible on a line, which few are that are not elsewhere.

    It is divided by no generator: where one is multiplied by a single term, nothing divides both
    that term and the rest. Where the degree on the line is that of the polynomial, factors of it
    would be factors there.
    Most results of derivations have none, and to find that out among many symbols takes minutes.
    """
    linear = _linear(polynomial)
    if linear is not None and len(linear[1]) == 1:
        return True
    count = polynomial.ring.ngens
    degree = max(map(sum, polynomial.monoms()))
    slopes = [(7 * n * n + 3 * n + 5) % 23 + 1 for n in range(count)]
    starts = [(11 * n * n + n + 3) % 29 - 14 for n in range(count)]
    line, t = ring_over("t", QQ)
    interpolated, basis = line.zero, line.one
    # Newton's interpolation, at small whole numbers.
    for place in (*range(-(degree // 2), 0), *range(degree - degree // 2 + 1)):
        at = [slope * place + start for slope, start in zip(slopes, starts, strict=True)]
        terms = polynomial.terms()
        value = sum(number * math.prod(map(pow, at, powers)) for powers, number in terms)
        interpolated += (value - interpolated.evaluate(t, place)) / basis.evaluate(t, place) * basis
        basis *= t - place
    return interpolated.degree() == degree and bool(interpolated.is_irreducible)


def may_divide(base: PolyElement, above: PolyElement) -> bool:
    """Tell whether a polynomial vanishes at a point where another one does, modulo a prime.

    Dividing large polynomials takes long, and most do not divide. Where the divisor is not linear
    in any of its generators, only dividing tells.
    """
    place = next((n for n in range(base.ring.ngens) if base.degree(n) == 1), None)
    if place is None:
        return True
    point = [(n + 2) ** 9 + 3 * n + 5 for n in range(base.ring.ngens)]
    start = _residue(base, [*point[:place], 0, *point[place + 1 :]])
    slope = _residue(base, [*point[:place], 1, *point[place + 1 :]]) - start
    if slope % _PRIME == 0:
        return True
    point[place] = -start * pow(slope, -1, _PRIME)
    return _residue(above, point) == 0


def _residue(polynomial: PolyElement, point: list[int]) -> int:
    """Return a value modulo a prime that divides no denominator."""
    total = 0
    for powers, number in polynomial.terms():
        term = int(number.numerator) * pow(int(number.denominator), -1, _PRIME)
        for value, power in zip(point, powers, strict=True):
            if power:
                term = term * pow(value, power, _PRIME) % _PRIME
        total += term
    return total % _PRIME
