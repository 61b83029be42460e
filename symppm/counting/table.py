"""The generators of a ring: which expression each stands for, and what is known of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import sympy

from symppm.counting.laurent import Laurent, exponents, monomial


@dataclass(frozen=True)
class Generator:
    """One generator, or rather its smallest power that occurs.

    Attributes
    ----------
    expression : sympy.Expr or None
        What it stands for; None for the polynomial of its relation.
    nonnegative : bool
        Whether it is known to be so.
    relation : (int, dict) or None
        An exponent, and the polynomial in earlier generators that this power of it equals.
    """

    expression: sympy.Expr | None
    nonnegative: bool
    relation: tuple[int, Laurent] | None = None


@dataclass
class Table:
    """Generators in the order in which they turned up.

    Attributes
    ----------
    unit : int
        Exponents count this fraction of a power: with a unit of 2, exponent one is a square root.
    """

    unit: int
    generators: list[Generator] = field(default_factory=list)
    places: dict[Hashable, int] = field(default_factory=dict)
    converted: dict[sympy.Expr, Laurent] = field(default_factory=dict)

    def place(self, key: Hashable, generator: Generator) -> int:
        """Return the number of a generator, which joins the table if its key is new."""
        if key not in self.places:
            self.places[key] = len(self.generators)
            self.generators.append(generator)
        return self.places[key]

    def atom(self, key: Hashable, expression: sympy.Expr) -> Laurent:
        """Return an expression that has no structure here, as a polynomial."""
        if key not in self.places and expression.is_nonpositive:
            # Roots are taken of what is positive.
            return {next(iter(self.atom((key, "-"), -expression))): -1}
        place = self.place(key, Generator(expression, bool(expression.is_nonnegative)))
        return {monomial(place, self.unit): 1}

    def sum(self, polynomial: Laurent) -> int:
        """Return the number of the generator that stands for a primitive polynomial."""
        known = all(value > 0 for value in polynomial.values()) and all(
            self.generators[place].nonnegative for key in polynomial for place, _ in exponents(key)
        )
        relation = (self.unit, dict(polynomial))
        return self.place(frozenset(polynomial.items()), Generator(None, known, relation))

    def expression_of(self, place: int) -> sympy.Expr:
        """Return what a generator stands for."""
        generator = self.generators[place]
        if generator.expression is None and generator.relation is not None:
            return self.expression(generator.relation[1])
        return generator.expression

    def expression(self, polynomial: Laurent) -> sympy.Expr:
        """Return a polynomial as a SymPy expression."""
        powers: dict[tuple[int, int], sympy.Expr] = {}
        terms = []
        for key, value in polynomial.items():
            factors = [sympy.Rational(value)]
            for place in exponents(key):
                if place not in powers:
                    exponent = sympy.Rational(place[1], self.unit)
                    powers[place] = self.expression_of(place[0]) ** exponent
                factors.append(powers[place])
            terms.append(sympy.Mul(*factors))
        return sympy.Add(*terms)
