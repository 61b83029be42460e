"""Triangular equations as formulas: values in order, a quadratic at the end, every root."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy
from sympy import QQ
from sympy.polys.rings import PolyElement

from symppm.laws.collecting import in_factors
from symppm.solve.invariants import unused
from symppm.solve.monomials import NoClosedFormError
from symppm.solve.polynomials import coefficients
from symppm.solve.quotients import Quotient
from symppm.solve.targets import target_symbol
from symppm.solve.triangular import Step, Triangle

_ROOT = sympy.Dummy("root")


@dataclass(frozen=True)
class Program:
    """Formulas, each in what is known and in what is assigned before it.

    Attributes
    ----------
    assignments : mapping of sympy.Symbol to sympy.Expr
        In the order in which they are computed; the coefficients of a quadratic equation, its
        discriminant and what both roots are made of have symbols of their own.
    root : sympy.Symbol or None
        What a quadratic equation is for.
    discriminant : sympy.Symbol or None
        What must not be negative besides. Where it is zero, two programs are one.
    beside : sympy.Expr
        What the discriminant is a difference of.
    squares : mapping of sympy.Symbol to sympy.Expr
        Even powers of what may be negative, which must not be.
    """

    assignments: Mapping[sympy.Symbol, sympy.Expr]
    root: sympy.Symbol | None = None
    discriminant: sympy.Symbol | None = None
    beside: sympy.Expr = sympy.S.Zero
    squares: Mapping[sympy.Symbol, sympy.Expr] = field(default_factory=dict)


class Formulas:
    """Programs for what is identified, each of which has a symbol of its own."""

    def __init__(self, triangle: Triangle) -> None:
        self.triangle = triangle
        self.equations = equations = triangle.ground.equations
        self.system = system = equations.system
        self.symbols: dict[str, sympy.Symbol] = {}
        for combination, name in equations.names.items():
            anchored = system.products[combination].subs(system.ones)
            signs = {"positive": True} if anchored.is_positive else {"real": True}
            assumed = anchored.assumptions0 if anchored.is_Symbol else signs
            self.symbols[combination] = sympy.Symbol(name, **assumed)
        # By letter of the equations: a symbol, of which it is this power.
        self._powers = {name: (sympy.Symbol(name, positive=True), 1) for name in equations.products}
        for combination, powers in equations.identified.items():
            if len(powers) == 1:
                ((letter, power),) = powers.items()
                self._powers[letter] = self.symbols[combination], int(1 / power)
        self._values = {name: symbol**power for name, (symbol, power) in self._powers.items()}
        known = dict(equations.given)
        for target, name in zip(equations.targets, system.given, strict=True):
            top, _, bottom = name.partition("/")
            known[target] = target_symbol(top) / (target_symbol(bottom) if bottom else 1)
        self._moves = {sympy.Symbol(n): v for n, v in {**self._values, **known}.items()}
        self._ratios = any("/" in name for name in system.given)
        self.free = tuple(self._powers[str(letter)][0] for letter in triangle.open)
        # A single term is a target that the model leaves at zero.
        self.constraints = tuple(
            self._written(Quotient.of(step.claim))
            for step in triangle.constraints
            if len(step.claim) > 1
        )

    def _written(self, value: Quotient) -> sympy.Expr:
        """Write a quotient as a product."""
        factors = (
            p.as_expr().xreplace(self._moves) ** n for p, n in value.factored().powers.items()
        )
        product = sympy.Mul(QQ.to_sympy(value.factored().number), *factors)
        return self.system.restored(in_factors(product) if self._ratios else product)

    @property
    def existence(self) -> Iterator[sympy.Expr]:
        """What must be positive for the moments to exist."""
        levels = {location.anchor for location in self.system.locations}
        moves = {
            symbol: sympy.S.Zero if name in levels else self._product(self.equations.anchored[name])
            for name, symbol in self.equations.unknowns.items()
        }
        return (condition.subs(moves, simultaneous=True) for condition in self.system.existence)

    def _product(self, powers: Mapping[str, object]) -> sympy.Expr:
        return sympy.Mul(*(self._values[n] ** sympy.Rational(str(p)) for n, p in powers.items()))

    def programs(self) -> Iterator[Program]:
        """Yield one program a root, and one a sign that the moments do not tell."""
        for start in self._roots():
            values = dict(start.assignments)
            for letter, step in self._in_order():
                constant, *_, slope = map(Quotient.of, coefficients(step.claim, letter))
                root = sympy.Rational(1, step.claim.degree(letter))  # of a square, if not one
                self._assign(values, letter, self._written(-constant / slope) ** root)
            squares = {
                symbol: values[symbol] ** power
                for symbol, power in self._powers.values()
                if power % 2 == 0 and not symbol.is_positive and symbol in values
            }
            for signs in itertools.product((1, -1), repeat=len(squares)):
                turned = {s: sign * values[s] for s, sign in zip(squares, signs, strict=True)}
                yield replace(start, assignments=values | turned, squares=squares)

    def _in_order(self) -> Iterator[tuple[PolyElement, Step]]:
        """Yield what is solved, by the shortest step that is linear in it and has known letters.

        What a scale moves comes last: in terms of all others it loses no digits.
        """
        unsolved = dict(self.triangle.solved)
        if (
            self.triangle.root is not None
            and self.triangle.root[1].claim.degree(self.triangle.root[0]) == 1
        ):
            unsolved |= [self.triangle.root]
        scaled = set().union(*(scale.weights for scale in self.system.scales))
        moved = {x for x in unsolved if scaled & set(self.equations.products[str(x)])}
        while unsolved:
            choices = (
                (letter in moved, len(step.claim), place, letter, step)
                for place, step in enumerate(self.triangle.steps)
                for letter in unsolved
                if (step.claim.degree(letter) == 1 or step is unsolved[letter])
                and not any(step.holds(other) for other in unsolved if other != letter)
            )
            letter, step = next(
                (letter, step)
                for *_, letter, step in sorted(choices, key=lambda choice: choice[:3])
                if step is unsolved[letter] or self.triangle.ground.sign_of(step.claim.diff(letter))
            )
            del unsolved[letter]
            yield letter, step

    def _assign(
        self, values: dict[sympy.Symbol, sympy.Expr], letter: PolyElement, value: sympy.Expr
    ) -> None:
        """Add a value, and those that are products of it and of others that are there."""
        symbol, power = self._powers[str(letter)]
        values[symbol] = value ** sympy.Rational(1, power)
        assigned = {*values, *self.free}
        for combination, powers in self.equations.identified.items():
            known = all(self._powers[name][0] in assigned for name in powers)
            if known and self.symbols[combination] not in assigned:
                values[self.symbols[combination]] = self._product(powers)

    def _roots(self) -> Iterator[Program]:
        """Solve the last equation, which is quadratic at most."""
        if (
            self.triangle.root is None
            or self.triangle.root[1].claim.degree(self.triangle.root[0]) == 1
        ):
            yield Program({})
            return
        letter, step = self.triangle.root
        symbol, _ = self._powers[str(letter)]
        coefs = [self._written(Quotient.of(coef)) for coef in coefficients(step.claim, letter)]
        if self._ratios:
            # What the two targets of a ratio are divided by is no part of the equation.
            polynomial = sympy.Add(*(coef * _ROOT**n for n, coef in enumerate(coefs)))
            factors = sympy.factor_list(sympy.fraction(sympy.together(polynomial))[0], _ROOT)[1]
            coefs = [in_factors(p) for p in sympy.Poly(factors[-1][0], _ROOT).all_coeffs()[::-1]]
        power = math.gcd(*(n for n, coef in enumerate(coefs) if coef != 0))
        if power > 1 and not symbol.is_positive:
            power = 1  # of either sign: the quadratic formula has both
        coefs = coefs[::power]
        if len(coefs) == 2:
            values: dict[sympy.Symbol, sympy.Expr] = {}
            self._assign(
                values, letter, in_factors(-coefs[0] / coefs[1]) ** sympy.Rational(1, power)
            )
            yield Program(values)
        elif len(coefs) == 3:
            yield from self._quadratic(letter, coefs, power)
        else:
            raise NoClosedFormError

    def _quadratic(
        self, letter: PolyElement, coefs: Sequence[sympy.Expr], power: int
    ) -> Iterator[Program]:
        symbol, _ = self._powers[str(letter)]
        square, linear, constant, discriminant, sign, half = (
            sympy.Symbol(unused(f"{symbol}_{suffix}", self.equations.letters), real=True)
            for suffix in ("square", "linear", "constant", "discriminant", "side", "half")
        )
        steps = {
            **dict(zip((square, linear, constant), reversed(coefs), strict=True)),
            discriminant: linear**2 - 4 * square * constant,
            sign: sympy.Piecewise((1, linear >= 0), (-1, True)),
            # Both terms have the same sign: neither root loses digits, however different they are.
            half: -(linear + sign * sympy.sqrt(discriminant)) / 2,
        }
        for root in (constant / half, half / square):
            values = dict(steps)
            self._assign(values, letter, root ** sympy.Rational(1, power))
            yield Program(values, symbol, discriminant, linear**2)
