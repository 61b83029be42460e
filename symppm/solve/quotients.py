"""Rational functions kept as products of polynomials, read from text: exact arithmetic."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing, ring

from symppm.errors import DerivationError

_LARGEST_POWER: Final = 24


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

    number: Fraction
    powers: Mapping[PolyElement, int]

    def __mul__(self, other: Quotient) -> Quotient:
        total = Counter(dict(self.powers))
        for part, power in other.powers.items():
            total[part] += power
        return Quotient(self.number * other.number, {p: n for p, n in total.items() if n})

    def __pow__(self, power: int) -> Quotient:
        need(self.number or power > 0, "a division by zero")
        powers = {part: n * power for part, n in self.powers.items()}
        return Quotient(self.number**power, powers if power else {})

    @property
    def above(self) -> Iterable[tuple[PolyElement, int]]:
        """The factors of the numerator."""
        return ((part, n) for part, n in self.powers.items() if n > 0)

    @property
    def is_polynomial(self) -> bool:
        """Whether nothing is divided by."""
        return all(n > 0 for n in self.powers.values())

    @property
    def odd(self) -> frozenset[PolyElement]:
        """The factors on which the sign hangs."""
        return frozenset(part for part, n in self.powers.items() if n % 2)


class Reader:
    """Reads formulas in given names, as quotients of polynomials."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(sorted(set(names)))
        made = ring(self.names, QQ)
        self.ring: PolyRing = made[0]
        self.letters: dict[str, PolyElement] = dict(zip(self.names, made[1:], strict=True))
        self._texts: dict[str, Quotient] = {}

    def constant(self, number: object) -> Quotient:
        """Return a number."""
        return Quotient(Fraction(str(number)), {})

    def letter(self, name: str) -> Quotient:
        """Return a name by itself."""
        return Quotient(Fraction(1), {self.letters[name]: 1})

    def of(self, polynomial: PolyElement) -> Quotient:
        """Take out the content and single names; the leading coefficient becomes positive."""
        if not polynomial:
            return Quotient(Fraction(0), {})
        content, rest = polynomial.primitive()
        if rest.LC < 0:
            content, rest = -content, -rest
        least = [min(powers) for powers in zip(*rest.monoms(), strict=True)]
        if any(least):
            rest = self.ring.from_dict(
                {tuple(a - b for a, b in zip(m, least, strict=True)): c for m, c in rest.terms()}
            )
        powers = {self.letters[n]: p for n, p in zip(self.names, least, strict=True) if p}
        if rest != 1:
            powers[rest] = 1
        return Quotient(Fraction(int(content.numerator), int(content.denominator)), powers)

    def expanded(self, value: Quotient) -> PolyElement:
        """Return a polynomial multiplied out."""
        total = self.ring(QQ(value.number.numerator, value.number.denominator))
        for part, power in value.above:
            total *= part**power
        return total

    def add(self, one: Quotient, two: Quotient) -> Quotient:
        """Add: only the factors that differ are multiplied out."""
        if not one.number or not two.number:
            return one if one.number else two
        parts = {**one.powers, **two.powers}
        shared = {p: min(one.powers.get(p, 0), two.powers.get(p, 0)) for p in parts}
        inverse = Quotient(Fraction(1), {p: -n for p, n in shared.items() if n})
        total = self.expanded(one * inverse) + self.expanded(two * inverse)
        return self.of(total) * inverse**-1

    def minus(self, one: Quotient, two: Quotient) -> Quotient:
        """Subtract."""
        return self.add(one, two * self.constant(-1))

    def put(self, value: Quotient, values: Mapping[str, Quotient]) -> Quotient:
        """Replace names."""
        inside = [self.letters[name] for name in values if name in self.letters]
        moved = [self.names.index(name) for name in values if name in self.letters]
        total = Quotient(value.number, {})
        for part, power in value.powers.items():
            if part in inside:
                total *= values[str(part)] ** power
            elif not any(m[n] for m in part.monoms() for n in moved):
                total *= Quotient(Fraction(1), {part: power})
            else:
                total *= self._put_into(part, values) ** power
        return total

    def _put_into(self, part: PolyElement, values: Mapping[str, Quotient]) -> Quotient:
        groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for powers, coefficient in part.terms():
            moved = tuple(p if n in values else 0 for p, n in zip(powers, self.names, strict=True))
            rest = tuple(p - q for p, q in zip(powers, moved, strict=True))
            groups.setdefault(moved, {})[rest] = coefficient
        total = Quotient(Fraction(0), {})
        for moved, terms in groups.items():
            product = self.of(self.ring.from_dict(terms))
            for name, power in zip(self.names, moved, strict=True):
                product *= values[name] ** power if power else self.constant(1)
            total = self.add(total, product)
        return total

    def at(self, value: Quotient, point: Mapping[str, Fraction]) -> Fraction:
        """Return the number at a point."""
        total = value.number
        for part, power in value.powers.items():
            number = self.number(part, point)
            need(number or power > 0, "a division by zero at a point")
            total *= number**power
        return total

    def number(self, part: PolyElement, point: Mapping[str, Fraction]) -> Fraction:
        """Return the number that a polynomial is at a point."""
        total = Fraction(0)
        for powers, coefficient in part.terms():
            term = Fraction(int(coefficient.numerator), int(coefficient.denominator))
            for name, power in zip(self.names, powers, strict=True):
                if power:
                    term *= point[name] ** power
            total += term
        return total

    def read(self, text: str, allowed: Iterable[str]) -> Quotient:
        """Read an expression of names, integers and + - * / **."""
        if text not in self._texts:
            self._texts[text] = self._walk(ast.parse(text, mode="eval").body, text)
        found = self._texts[text]
        need(self.used(found) <= set(allowed), f"{text} has a name that is not allowed there")
        return found

    def used(self, value: Quotient) -> set[str]:
        """Return the names in a quotient."""
        places = {n for part in value.powers for m in part.monoms() for n, p in enumerate(m) if p}
        return {self.names[n] for n in places}

    def _walk(self, node: ast.expr, text: str) -> Quotient:
        match node:
            case ast.Constant(value=int() as number):
                return self.constant(number)
            case ast.Name(id=name):
                need(name in self.letters, f"{text} has the unknown name {name}")
                return self.letter(name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return self._walk(inner, text) * self.constant(-1)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                sign, power = 1, right
                if isinstance(right, ast.UnaryOp) and isinstance(right.op, ast.USub):
                    sign, power = -1, right.operand
                need(isinstance(power, ast.Constant), f"{text} has a power that is no integer")
                count = getattr(power, "value", None)
                need(type(count) is int and count <= _LARGEST_POWER, f"{text} has a power too high")
                return self._walk(left, text) ** (sign * int(count or 0))
            case ast.BinOp(left=left, op=kind, right=right):
                one, two = self._walk(left, text), self._walk(right, text)
                match kind:
                    case ast.Add():
                        return self.add(one, two)
                    case ast.Sub():
                        return self.minus(one, two)
                    case ast.Mult():
                        return one * two
                    case ast.Div():
                        return one * two**-1
        raise NotShownError(f"{text} is no rational function")


def coefficients(polynomial: PolyElement, letter: PolyElement) -> list[PolyElement]:
    """Return the coefficients of the powers of a letter, from the constant upwards."""
    ring = polynomial.ring
    place = ring.gens.index(letter)
    parts: list[dict[tuple[int, ...], object]] = [{} for _ in range(polynomial.degree(letter) + 1)]
    for powers, coefficient in polynomial.terms():
        parts[powers[place]][(*powers[:place], 0, *powers[place + 1 :])] = coefficient
    return [ring.from_dict(part) for part in parts]
