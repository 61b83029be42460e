"""Moment equations in identifiable products: what a certificate of their solution starts from."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy
from sympy import GF, QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement, PolyRing

from symppm.laws import derive
from symppm.laws.collecting import as_product, in_factors
from symppm.solve.coordinates import in_letters, outermost
from symppm.solve.freedoms import shown
from symppm.solve.invariants import identifier, laurent, unused
from symppm.solve.proof import FORMAT, VERSION
from symppm.solve.quotients import NotShownError, Point, Quotient, need, number_at, read
from symppm.solve.samples import uppers
from symppm.solve.signs import Bound, Domain
from symppm.solve.system import System
from symppm.solve.targets import CYCLE, is_cumulant, moment, target_names

_CYCLE_ORDER = 4
_TRIED_POINTS = 60
_MOST_POINTS = 2000
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)


class Equations:
    """The moments of a system in its unknowns and in identifiable products."""

    def __init__(self, system: System) -> None:
        need(system.rational, "the moments are no rational functions of the unknowns")
        self.system = system
        declaration = system.declaration
        # Names of coefficients that stand for functions of what is given.
        self.stand_ins = {s: sympy.Symbol(s.name) for s in system.names}
        symbols = (*declaration.sizes, *declaration.hyperparameters)
        pinned = {s: system.pinned[s.name] for s in symbols if s.name in system.pinned}
        self.tied = {s: value for s, value in pinned.items() if value != s}
        self.unknowns = {s.name: s for s in system.every_unknown}
        # Whether the moments below are those of the model, not only where levels are zero.
        self.are_whole = True
        self.targets = [name.replace("/", "_over_") for name in system.given]
        self.moments = {
            target: self._moment(name)
            for target, name in zip(self.targets, system.given, strict=True)
        }
        reserved = {*self.unknowns, *system.fixed, *system.given}
        # Of what is identified.
        self.names = {
            name: name if name in self.unknowns else unused(identifier(name), reserved)
            for name in system.identified
        }
        self.products = {
            self.names[combination]: {
                u.name: n for u, n in zip(system.unknowns, vector, strict=True) if n
            }
            for combination, vector in system.identified.items()
        }
        # What is identified, and the unknowns where anchors are one: as products of powers.
        self.identified: dict[str, dict[str, Any]] = {
            combination: {name: 1} for combination, name in self.names.items()
        }
        self.anchored: dict[str, dict[str, Any]] = {
            unknown: {self.names[combination]: n for combination, n in powers.items()}
            for unknown, powers in system.in_identified.items()
        }
        # Moments over powers of the mean, where only these come apart.
        self.scaled: dict[str, sympy.Expr] = {}
        self.reduced = {name: self.in_products(value) for name, value in self.moments.items()}
        self._use_powers()
        self._use_sizes()
        occurring = set().union(*(value.free_symbols for value in self.moments.values()))
        originals = {stand_in: s for s, stand_in in self.stand_ins.items()}
        self.given = {
            s.name: originals.get(s, s)
            for s in sorted(occurring, key=lambda s: s.name)
            if s.name not in self.unknowns
        }
        names = {*self.unknowns, *self.products, *self.targets, *self.given}
        self.ring = PolyRing(sorted(names), QQ)
        self.letters = dict(zip(sorted(names), self.ring.gens, strict=True))
        self.read_moments = {t: self.read(value) for t, value in self.moments.items()}
        self.read_reduced = {t: self.read(value) for t, value in self.reduced.items()}
        self.read_products = {n: self.read(text) for n, text in self.product_texts.items()}
        self.assumed: list[Bound] = []
        self.bounds, needed = self._bounds()
        shifting = {u for location in system.locations for u in location.shifts}
        bounded = {bound.name for bound in self.bounds}
        free = [n for n in (*self.unknowns, *self.given) if n not in bounded]
        self.nonzero = [n for n in free if n not in shifting]
        self.real = [n for n in free if n in shifting]
        self.positive = self._positive(needed)

    def plain(self, value: sympy.Expr) -> sympy.Expr:
        """Put in what is tied, and give coefficients their names."""
        moved = in_letters(value.subs(self.tied, simultaneous=True), self.system.names)
        return moved.xreplace(self.stand_ins)

    def _moment(self, name: str) -> sympy.Expr:
        """Return the moment that a target is, or the quotient of two."""
        top, _, bottom = name.partition("/")
        if bottom:
            return self._moment(top) / self._moment(bottom)
        if self.system.names and name.startswith("rho_"):
            # By the parts that the equations are written with: only their functions have names.
            return self._moment(f"cov_{name[4:]}") / self._moment("variance")
        value = moment(self.system.declaration, name)
        if outermost([self.plain(value)]):
            # As the equations are: a level, of which there are exponentials, is zero.
            value = value.subs({self.unknowns[level.anchor]: 0 for level in self.system.locations})
            self.are_whole = False
        plain = self.plain(value)
        need(not outermost([plain]), "the moments have functions that the equations do not have")
        return plain

    def read(self, value: object) -> Quotient:
        """Read an expression, or the text of one."""
        return read(value, self.ring)

    def in_products(self, value: sympy.Expr) -> sympy.Expr:
        """Write a moment in the products, the anchors of scales being one and of levels zero."""
        letters = {name: sympy.Symbol(name, positive=True) for name in self.products}
        levels = {location.anchor for location in self.system.locations}
        moves = {
            u: sympy.S.Zero
            if name in levels
            else sympy.Mul(*(letters[n] ** p for n, p in self.anchored[name].items()))
            for name, u in self.unknowns.items()
        }
        moved = in_factors(value.subs(moves, simultaneous=True))
        need(moved.is_rational_function(), "the moments are not rational in the products")
        return moved.xreplace({s: sympy.Symbol(s.name) for s in moved.free_symbols})

    def _use_powers(self) -> None:
        """Replace a product of which moments show only powers by that power."""
        letters = list(map(sympy.Symbol, self.products))
        if not letters:
            return
        sides = [s for v in self.reduced.values() for s in sympy.fraction(v)]
        seen = list(zip(*(m for s in sides for m in sympy.Poly(s, *letters).monoms()), strict=True))
        for name, degrees in zip(list(self.products), seen, strict=True):
            power = math.gcd(*degrees)
            if power > 1:
                raised = {u: p * power for u, p in self.products[name].items()}
                self._replace(name, f"{name}_{power}", raised, {f"{name}_{power}": QQ(1, power)})

    def _use_sizes(self) -> None:
        """Replace what occurs beside a size by their product, where that splits the equations.

        A cumulant of different entries over a power of the mean has no scale in it. Those of
        hierarchical models are then about rows, such as the K a terms of one, or about columns.
        """
        system = self.system
        sizes = [s.name for s in system.declaration.sizes if s.name in self.products]
        plain = all(
            laurent(equation, system.unanchored) is not None for equation in system.anchored
        )
        if plain or len(sizes) != 1 or "mean" not in self.moments:
            return
        (size,) = sizes
        of_size = sympy.Symbol(size)
        center = self.reduced["mean"]
        scaled = [
            as_product(value / center ** _order(name))
            for name, value in zip(system.given, self.reduced.values(), strict=True)
        ]
        bounded = set().union(*(condition.free_symbols for condition in system.existence))
        bounded |= set(uppers(system.declaration))
        replaced: dict[str, str] = {}
        for name in () if _is_split(scaled, self.products) else self.products:
            new = unused(f"{size}_{name}", self.unknowns)
            move = {sympy.Symbol(name): sympy.Symbol(new) / of_size}
            moved = [as_product(value.xreplace(move)) for value in scaled]
            fewer = sum(v.has(of_size) for v in moved) < sum(v.has(of_size) for v in scaled)
            if fewer and name != size and self.unknowns.get(name) not in {None, *bounded}:
                scaled, replaced[name] = moved, new
        if replaced and _is_split(scaled, {*self.products, *replaced.values()}):
            for name, new in replaced.items():
                self._replace(name, new, {size: 1, name: 1}, {new: 1, size: -1})
            self.scaled = dict(zip(self.moments, scaled, strict=True))

    def _replace(
        self, name: str, new: str, powers: Mapping[str, int], value: Mapping[str, Any]
    ) -> None:
        """Take another product, of which and of the rest the one that there was is a product."""
        self.products = {
            new if n == name else n: dict(powers) if n == name else exponents
            for n, exponents in self.products.items()
        }
        for table in (self.identified, self.anchored):
            for key, exponents in table.items():
                if name in exponents:
                    updated = {n: p for n, p in exponents.items() if n != name}
                    for n, p in value.items():
                        updated[n] = updated.get(n, 0) + p * exponents[name]
                    table[key] = {n: p for n, p in updated.items() if p}
        self.reduced = {target: self.in_products(value) for target, value in self.moments.items()}

    @functools.cached_property
    def product_texts(self) -> dict[str, str]:
        """Each product in the unknowns."""
        levels = self.system.locations if self.are_whole else ()
        visible = {n: shown(s, levels) for n, s in self.unknowns.items()}
        return {
            name: str(sympy.Mul(*(visible[u] ** n for u, n in powers.items())))
            for name, powers in self.products.items()
        }

    def _bounds(self) -> tuple[list[Bound], list[sympy.Expr]]:
        """Return bounds of unknowns and of what is given, and what else must be positive."""
        symbols = self.unknowns | self.given
        lower: dict[str, Any] = {}
        upper: dict[str, Any] = {}
        for name, symbol in symbols.items():
            if symbol.is_positive or symbol.is_nonnegative:
                lower[name] = QQ(0)
            elif symbol.is_negative:
                upper[name] = QQ(0)
        for symbol, largest in uppers(self.system.declaration).items():
            if str(symbol) in symbols:
                upper[str(symbol)] = QQ(largest)
        # Along an axis of one entry, vectors of a known sum do not vary.
        lower |= {s.name: QQ(1) for s in self.system.declaration.lengths if s.name in symbols}
        margins = []
        for condition in self.system.existence:
            plain = sympy.expand(self.plain(condition))
            letters = [s for s in plain.free_symbols if s.name in symbols]
            if len(letters) != 1 or sympy.Poly(plain, *letters).degree() != 1:
                margins.append(plain)
                continue
            slope, constant = sympy.Poly(plain, *letters).all_coeffs()
            name, bound = letters[0].name, QQ.from_sympy(-constant / slope)
            if slope > 0:
                lower[name] = max(bound, lower.get(name, bound))
            else:
                upper[name] = min(bound, upper.get(name, bound))
        bounds = [Bound(name, 1, -low) for name, low in lower.items()]
        bounds += [Bound(name, -1, high) for name, high in upper.items()]
        return sorted(bounds, key=lambda bound: list(symbols).index(bound.name)), margins

    def _positive(self, needed: Sequence[sympy.Expr]) -> list[Quotient]:
        """Return what must be positive besides the bounds, for the moments to be there at all."""
        known = Domain(self.ring, self.product_bounds())
        variance = [self.reduced[t] for t in self.targets if t == "variance"]
        values = (*map(self.in_products, needed), *variance)
        unclear = [value for value in values if known.sign(self.read(value)) is None]
        self.positive_texts = [str(value) for value in unclear if value in variance]
        self.left_out = [str(value) for value in unclear if value not in variance]
        return [self.read(value) for value in unclear]

    @property
    def domain(self) -> list[Bound]:
        """The bounds, those among them that a step needs."""
        return [*self.bounds, *self.assumed]

    def product_bounds(self) -> list[Bound]:
        """Return the bounds of products and of what is given."""
        given = [bound for bound in self.domain if bound.name in self.given]
        return [*given, *itertools.chain(*self.ranges.values())]

    @property
    def ranges(self) -> dict[str, list[Bound]]:
        """What each product must exceed; nothing where it may have any sign."""
        ranges: dict[str, list[Bound]] = {}
        for name, powers in self.products.items():
            if powers == {name: 1} and self.product_texts[name] == name:
                ranges[name] = [bound for bound in self.domain if bound.name == name]
            else:
                signed = any(n % 2 for u, n in powers.items() if u in self.nonzero)
                ranges[name] = [] if signed or set(powers) & set(self.real) else [Bound(name)]
        return ranges

    def ledger(self) -> dict[str, list[str]] | None:
        """Return the derivations that each target is, or the quotient of which it is."""
        declaration = self.system.declaration
        if declaration.known or derive(declaration, "covariance").result != 0:
            return None
        named, words = target_names(declaration), {"rho": "correlation", "cov": "covariance"}
        derivations = {}
        for target, name in zip(self.targets, self.system.given, strict=True):
            parts = name.split("/")
            if not set(parts) <= set(named):
                return None
            split = (part.split("_") for part in parts)
            derivations[target] = [
                " ".join([words.get(kind, kind), *axes]) for kind, *axes in split
            ]
        return derivations

    def header(self) -> dict[str, Any]:
        """Return what every certificate has."""
        need(self.are_whole, "the moments have exponentials of a level")
        system = self.system
        coordinates = system.coordinates
        return {
            "format": FORMAT,
            "version": VERSION,
            "model": system.declaration.name,
            "targets": self.targets,
            "ledger": self.ledger(),
            "unknowns": list(self.unknowns),
            "given": list(self.given),
            "pinned": {s.name: str(v) for s, v in self.tied.items()},
            "names": {self.stand_ins[s].name: str(v) for s, v in system.names.items()},
            "coordinates": {
                name: str(value)
                for name, value in coordinates.inverse.items()
                if coordinates.replaced and str(value) != name
            },
            "domain": [bound.text for bound in self.domain],
            "nonzero": self.nonzero,
            "real": self.real,
            "positive": self.positive_texts,
            "products": self.product_texts,
            "moments": {name: str(value) for name, value in self.moments.items()},
            "reduced": {name: str(value) for name, value in self.reduced.items()},
        }

    def freedoms(self, open_: Sequence[str]) -> dict[str, Any]:
        """Return the changes that no moment sees, and a point at which the rank tells of others."""
        system = self.system
        levels = {u for location in system.locations for u in location.shifts}
        signed = [u for u in self.unknowns if u not in levels and u in self.nonzero]
        parity = [[GF(2)(p.get(u, 0)) for u in signed] for p in self.products.values()]
        unseen = DomainMatrix(parity, (len(parity), len(signed)), GF(2)).nullspace()
        count = len(self.products) - len(open_)
        point = self._point_of_rank(count)
        return {
            "anchored": {
                u: {name: str(power) for name, power in powers.items()}
                for u, powers in self.anchored.items()
            },
            "free": [dict(scale.weights) for scale in system.scales],
            "shifts": [dict(location.shifts) for location in system.locations],
            "flips": [list(itertools.compress(signed, row)) for row in unseen.to_list()],
            "open": list(open_),
            "rank": {"at": {name: str(value) for name, value in point.items()}, "value": count},
        }

    def points(self) -> Iterator[dict[str, Any]]:
        """Yield rational points of the domain, in unknowns and what is given."""
        domain = Domain(self.ring, self.domain)
        limits = [(n, *domain.limits(n)) for n in (*self.unknowns, *self.given)]
        for turn in range(_MOST_POINTS):
            point = {}
            for place, (name, low, high) in enumerate(limits):
                above = _PRIMES[(place + 3 * turn) % 10]
                size = QQ(above, _PRIMES[(2 * place + turn + turn // 7) % 10])
                if high is None:
                    point[name] = (low or 0) + size
                elif low is None:
                    point[name] = high - size
                else:
                    point[name] = low + (high - low) * size / (1 + size)
            if all(value.at(self.with_products(point)) > 0 for value in self.positive):
                yield point

    def with_products(self, point: Point) -> dict[str, Any]:
        """Add products to a point."""
        return {**point, **{p: value.at(point) for p, value in self.read_products.items()}}

    def full_point(self, point: Point) -> dict[str, Any]:
        """Add products and targets to a point."""
        targets = {t: value.at(point) for t, value in self.read_moments.items()}
        return {**self.with_products(point), **targets}

    def _point_of_rank(self, count: int) -> dict[str, Any]:
        """Find a point at which the Jacobian has the rank that it should have."""
        moments = self.read_moments.values()
        for point in itertools.islice(self.points(), _TRIED_POINTS):
            if not all(number_at(factor, point) for value in moments for factor in value.powers):
                continue
            rows = [[value.slope_at(u, point) for u in self.unknowns] for value in moments]
            shape = len(self.targets), len(self.unknowns)
            if DomainMatrix(rows, shape, QQ).rank() == count:
                return point
        raise NotShownError("the Jacobian has another rank than there are products to solve for")

    def claims(self) -> Iterator[tuple[str, PolyElement]]:
        """Yield a polynomial that vanishes for each target, the moments put in, and what it is."""
        given = self.system.given
        for target, name in zip(self.targets, given, strict=True):
            letter, value, scale = self.letters[target], self.reduced[target], self.ring.one
            if target in self.scaled:
                value, scale = self.scaled[target], self.letters["mean"] ** _order(name)
            elif name.startswith("rho_") and "/" not in name and "variance" in given:
                # By the covariance, if the variance is given.
                letter = letter * self.letters["variance"]
                value = self.in_products(self._moment(f"cov_{name[4:]}"))
            above, below = map(sympy.expand, sympy.fraction(sympy.together(value)))
            claim = letter * self.ring.from_expr(below) - scale * self.ring.from_expr(above)
            yield f"the {_in_words(name, given)}", claim


def _in_words(name: str, given: Sequence[str]) -> str:
    """Name a target; of a joint cumulant, its order is enough where no other has the same."""
    orders = [other.count("_") for other in given if is_cumulant(other)]
    order = name.count("_")
    if is_cumulant(name) and "/" not in name and orders.count(order) == 1:
        return f"joint cumulant of order {order}"
    return name.replace("rho_", "correlation by ").replace("_", " ").replace("/", " over ")


def _order(name: str) -> int:
    """Return by which power of the mean a target is divided; none where noise may be in it."""
    if name == CYCLE:
        return _CYCLE_ORDER
    if name.startswith("cov_") and "/" not in name:
        return 2
    words = name.split("_")[1:]
    return len(words) if is_cumulant(name) and len(set(words)) == len(words) else 0


def _is_split(values: Sequence[sympy.Expr], names: Iterable[str]) -> bool:
    """Tell whether some of several equations determine as many unknowns by themselves."""
    symbols = set(map(sympy.Symbol, names))
    involved = [value.free_symbols & symbols for value in values]
    return any(
        len(set().union(*subset)) <= count
        for count in range(2, len(involved) - 1)
        for subset in itertools.combinations(involved, count)
    )
