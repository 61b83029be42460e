"""Rational functions kept as products of polynomials: exact, and multiplied out only to add."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from symppm.errors import DerivationError
from symppm.expressions import computed
from symppm.laws.collecting import factors_of

_MOST_TERMS = 1000

Point = Mapping[str, Any]
"""A rational number for each name."""


class NotShownError(DerivationError):
    """A certificate does not show what it says; ``reason`` is what does not follow."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"a solution of which it is not shown: {reason}",
            expected="a certificate in which every step follows",
            do="Solve the model again; if this is said of a file of ours, report it.",
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be copied, and come back from another process."""
        return type(self), (self.reason,), self.__dict__


def need(fact: object, what: str) -> None:
    """Refuse the certificate unless something is so."""
    if not fact:
        raise NotShownError(what)


@dataclass(frozen=True)
class Quotient:
    """A number times powers of primitive polynomials: multiplied out only to add."""

    number: Any
    powers: Mapping[PolyElement, int]

    @staticmethod
    def of(value: PolyElement | int) -> Quotient:
        """Take out the content and single names; the leading coefficient becomes positive."""
        if not isinstance(value, PolyElement) or not value:
            return Quotient(QQ(value if value else 0), {})
        content, primitive = value.primitive()
        if primitive.LC < 0:
            content, primitive = -content, -primitive
        least = tuple(map(min, zip(*primitive.monoms(), strict=True)))
        powers = {letter: n for letter, n in zip(primitive.ring.gens, least, strict=True) if n}
        primitive = primitive.quo_term((least, QQ(1)))
        return Quotient(content, powers if primitive == 1 else {**powers, primitive: 1})

    def __mul__(self, other: Quotient | int) -> Quotient:
        other = other if isinstance(other, Quotient) else Quotient.of(other)
        powers = dict(self.powers)
        for factor, power in other.powers.items():
            powers[factor] = powers.get(factor, 0) + power
        return Quotient(self.number * other.number, {p: n for p, n in powers.items() if n})

    def __pow__(self, power: int | Quotient) -> Quotient:
        power = int(power.number) if isinstance(power, Quotient) else power
        need(self.number or power >= 0, "a division by zero")
        powers = {factor: n * power for factor, n in self.powers.items()}
        return Quotient(self.number**power, powers if power else {})

    def __truediv__(self, other: Quotient) -> Quotient:
        return self * other**-1

    def __neg__(self) -> Quotient:
        return self * -1

    def __sub__(self, other: Quotient) -> Quotient:
        return self + -other

    def __add__(self, other: Quotient) -> Quotient:
        """Add: only the factors that differ are multiplied out."""
        if not self.number or not other.number:
            return self if self.number else other
        factors = {**self.powers, **other.powers}
        shared = {p: min(self.powers.get(p, 0), other.powers.get(p, 0)) for p in factors}
        common = Quotient(QQ(1), {p: n for p, n in shared.items() if n})
        return Quotient.of((self / common).above + (other / common).above) * common

    @property
    def above(self) -> PolyElement:
        """The numerator multiplied out, with the number."""
        return math.prod((p**n for p, n in self.powers.items() if n > 0), start=self.number)

    @property
    def is_polynomial(self) -> bool:
        """Whether nothing is divided by."""
        return all(n > 0 for n in self.powers.values())

    @property
    def names(self) -> set[str]:
        """The names that occur."""
        return {
            symbol.name
            for factor in self.powers
            for symbol, degree in zip(factor.ring.symbols, factor.degrees(), strict=True)
            if degree
        }

    def put(self, values: Mapping[str, Quotient]) -> Quotient:
        """Replace names."""
        total = Quotient(self.number, {})
        for factor, power in self.powers.items():
            places = [n for n, s in enumerate(factor.ring.symbols) if s.name in values]
            groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
            for powers, coefficient in factor.terms():
                key = tuple(p if n in places else 0 for n, p in enumerate(powers))
                others = tuple(p - q for p, q in zip(powers, key, strict=True))
                groups.setdefault(key, {})[others] = coefficient
            inner = Quotient.of(0)
            for key, terms in groups.items():
                product = Quotient.of(factor.ring.from_dict(terms))
                for n in places:
                    product *= values[factor.ring.symbols[n].name] ** key[n]
                inner += product
                longest = max(map(len, inner.powers), default=0)
                need(longest <= _MOST_TERMS, "a formula gets too long where another is put in")
            total *= inner**power
        return total

    def at(self, point: Point) -> Any:
        """Return the number at a point."""
        total = self.number
        for factor, power in self.powers.items():
            number = number_at(factor, point)
            need(number or power > 0, "a division by zero at a point")
            total *= number**power
        return total

    def slope_at(self, name: str, point: Point) -> Any:
        """Return the derivative at a point where no factor vanishes, factor by factor."""
        total = QQ(0)
        for factor, power in self.powers.items():
            letter = factor.ring.gens[[s.name for s in factor.ring.symbols].index(name)]
            total += power * number_at(factor.diff(letter), point) / number_at(factor, point)
        return total * self.at(point)

    def factored(self) -> Quotient:
        """Write every factor as irreducible ones; what cancels does."""
        total = Quotient(self.number, {})
        for product, power in self.powers.items():
            content, factors = factors_of(product)
            total *= Quotient(content, {}) ** power
            for factor, count in factors:
                total *= Quotient.of(factor) ** (power * count)
        return total


def number_at(polynomial: PolyElement, point: Point) -> Any:
    """Return the number that a polynomial is at a point."""
    names = [symbol.name for symbol in polynomial.ring.symbols]
    return sum(
        (
            math.prod((point[n] ** p for n, p in zip(names, powers, strict=True) if p), start=c)
            for powers, c in polynomial.terms()
        ),
        start=QQ(0),
    )


def read(text: object, ring: PolyRing) -> Quotient:
    """Read what SymPy writes of a rational function: the products in it stay as they are."""
    letters = {symbol.name: g for symbol, g in zip(ring.symbols, ring.gens, strict=True)}

    def leaf(node: ast.Name | ast.Constant) -> Quotient:
        return Quotient.of(letters[node.id] if isinstance(node, ast.Name) else int(node.value))  # type: ignore[arg-type]

    quotient: Quotient = computed(ast.parse(str(text), mode="eval").body, leaf)
    return quotient
