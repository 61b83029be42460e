"""Moment equations in identifiable products: what a certificate of their solution starts from."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from symppm.laws import derive
from symppm.solve.coordinates import in_letters
from symppm.solve.freedoms import shown
from symppm.solve.invariants import identifier
from symppm.solve.proof import FORMAT, PROPERTIES, VERSION, check
from symppm.solve.quotients import NotShownError, Quotient, Reader, need
from symppm.solve.samples import uppers
from symppm.solve.signs import Domain
from symppm.solve.system import System
from symppm.solve.targets import moment, target_names
from symppm.solve.wording import freedom_words, properties

_TRIED_POINTS = 60
_MOST_POINTS = 2000


class Equations:
    """The moments of a system in its unknowns and in identifiable products, as text and read."""

    def __init__(self, system: System) -> None:
        need(system.rational, "the moments are no rational functions of the unknowns")
        self.system = system
        declaration = system.declaration
        # Names of coefficients that stand for functions of what is given.
        self.stand_ins = {s: sympy.Symbol(s.name.lstrip("_")) for s in system.names}
        symbols = (*declaration.sizes, *declaration.hyperparameters)
        ties = {s: system.pinned[s.name] for s in symbols if s.name in system.pinned}
        self.moving = {s: v for s, v in ties.items() if v != s}
        self.levels = {a.anchor for a in system.locations}
        self.unknowns = list(system.every_unknown)
        self.targets = [name.replace("/", "_over_") for name in system.given]
        self.values = {
            target: self.plain(_moment(system, name))
            for target, name in zip(self.targets, system.given, strict=True)
        }
        self.covariances = {
            f"rho_{n[4:]}": self.plain(moment(declaration, f"cov_{n[4:]}"))
            for n in system.given
            if n.startswith("rho_") and "/" not in n and "variance" in system.given
        }
        self.products, self.anchored = self._products()
        self._use_powers()
        self.reduced = {name: self.in_products(value) for name, value in self.values.items()}
        self.given = self._given()
        self.domain, self.nonzero, self.real = self._domain()
        self.assumed: list[str] = []
        self.positive = self._positive()

    def plain(self, value: sympy.Expr) -> sympy.Expr:
        """Put in what is tied, and give coefficients their names."""
        moved = in_letters(value.subs(self.moving, simultaneous=True), self.system.names)
        return moved.xreplace(self.stand_ins)

    def _products(self) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, Any]]]:
        system = self.system
        names = {combination: identifier(combination) for combination in system.identified}
        self.origins = {name: (combination, 1) for combination, name in names.items()}
        products = {
            names[combination]: {u.name: n for u, n in zip(system.unknowns, v, strict=True) if n}
            for combination, v in system.identified.items()
        }
        anchored = {
            unknown: {names[combination]: n for combination, n in powers.items()}
            for unknown, powers in system.in_identified.items()
        }
        return products, anchored

    def in_products(self, value: sympy.Expr) -> sympy.Expr:
        """Write a moment in the products, the anchors of scales being one and of levels zero."""
        letters = {name: sympy.Symbol(name, positive=True) for name in self.products}
        moves = {
            u: sympy.Mul(*(letters[name] ** p for name, p in self.anchored[u.name].items()))
            for u in self.unknowns
        }
        moves |= {u: sympy.S.Zero for u in self.unknowns if u.name in self.levels}
        moved = sympy.factor(value.subs(moves, simultaneous=True))
        need(moved.is_rational_function(), "the moments are not rational in the products")
        return moved.xreplace({s: sympy.Symbol(s.name) for s in moved.free_symbols})

    def _use_powers(self) -> None:
        """Replace a product of which moments show only powers by that power."""
        reduced = [self.in_products(value) for value in self.values.values()]
        for name, powers in list(self.products.items()):
            letter = sympy.Symbol(name)
            parts = [part for value in reduced for part in sympy.fraction(value)]
            degrees = {m[0] for part in parts for m in sympy.Poly(part, letter).monoms()}
            power = int(sympy.igcd(*degrees)) or 1
            if power == 1:
                continue
            new = f"{name}_{power}"
            self.origins[new] = (self.origins.pop(name)[0], power)
            changed = {new: {u: n * power for u, n in powers.items()}}
            self.products = {
                n: p
                for old, q in self.products.items()
                for n, p in (changed if old == name else {old: q}).items()
            }
            for unknown, each in self.anchored.items():
                if name in each:
                    self.anchored[unknown] = {
                        (new if n == name else n): (p / power if n == name else p)
                        for n, p in each.items()
                    }

    @functools.cached_property
    def product_texts(self) -> dict[str, str]:
        """Each product in the unknowns."""
        found = {}
        for name, powers in self.products.items():
            parts = []
            for u, n in powers.items():
                symbol = next(s for s in self.unknowns if s.name == u)
                parts.append(shown(symbol, self.system.locations) ** n)
            found[name] = str(sympy.Mul(*parts))
        return found

    def _given(self) -> dict[str, sympy.Symbol]:
        held: set[sympy.Symbol] = set()
        for value in self.values.values():
            held |= value.free_symbols
        originals = {self.stand_ins[s]: s for s in self.system.names}
        names = {s.name for s in self.unknowns}
        return {
            s.name: originals.get(s, s)
            for s in sorted(held, key=lambda s: s.name)
            if s.name not in names
        }

    def _domain(self) -> tuple[list[str], list[str], list[str]]:
        """Return the bounds of unknowns and of what is given; what is signed; what may be zero."""
        symbols = {s.name: s for s in self.unknowns} | self.given
        lower: dict[str, Fraction] = {}
        upper: dict[str, Fraction] = {}
        for name, symbol in symbols.items():
            if symbol.is_positive or symbol.is_nonnegative:
                lower[name] = Fraction(0)
            elif symbol.is_negative:
                upper[name] = Fraction(0)
        for symbol, largest in uppers(self.system.declaration).items():
            if str(symbol) in symbols:
                upper[str(symbol)] = Fraction(largest)
        rest = []
        for condition in self.system.existence:
            plain = sympy.expand(self.plain(condition))
            letters = [s for s in plain.free_symbols if s.name in symbols]
            if len(letters) == 1 and sympy.Poly(plain, *letters).degree() == 1:
                slope, constant = sympy.Poly(plain, *letters).all_coeffs()
                bound = Fraction(int((-constant / slope).p), int((-constant / slope).q))
                name = letters[0].name
                if slope > 0:
                    lower[name] = max(bound, lower.get(name, bound))
                else:
                    upper[name] = min(bound, upper.get(name, bound))
            else:
                rest.append(plain)
        texts = [bound_text(name, 1, low) for name, low in lower.items()]
        texts += [bound_text(name, -1, high) for name, high in upper.items()]
        shifting = {u for each in self.system.locations for u in each.shifts}
        free = [name for name in symbols if name not in lower and name not in upper]
        self._needed = rest
        texts.sort(key=lambda text: list(symbols).index(name_in(text)))
        return texts, [n for n in free if n not in shifting], [n for n in free if n in shifting]

    def _positive(self) -> list[str]:
        """Return what must be positive besides the bounds, for the moments to be there at all."""
        known = Domain(self.reader, self.product_bounds(), self.reader.names)
        found = []
        listed = [self.in_products(each) for each in self._needed]
        listed += [self.reduced[t] for t in self.targets if t == "variance"]
        for value in listed:
            if known.sign(self.reader.read(str(value), self.reader.names)) is None:
                found.append(str(value))
        return found

    def product_bounds(self) -> list[str]:
        """Return the bounds of products and of what is given."""
        texts = [t for t in [*self.domain, *self.assumed] if name_in(t) in self.given]
        return [*texts, *(t for each in self.ranges.values() for t in each)]

    @property
    def ranges(self) -> dict[str, list[str]]:
        """What each product must exceed; nothing where it may have any sign."""
        found: dict[str, list[str]] = {}
        for name, powers in self.products.items():
            if powers == {name: 1} and self.product_texts[name] == name:
                found[name] = [t for t in [*self.domain, *self.assumed] if name_in(t) == name]
            else:
                signed = any(n % 2 for u, n in powers.items() if u in self.nonzero)
                found[name] = [] if signed or set(powers) & set(self.real) else [name]
        return found

    def ledger(self) -> dict[str, list[str]] | None:
        """Return the derivations that each target is, or the quotient of which it is."""
        declaration = self.system.declaration
        if declaration.known or derive(declaration, "covariance").result != 0:
            return None
        named = target_names(declaration)
        found = {}
        for target, name in zip(self.targets, self.system.given, strict=True):
            parts = name.split("/")
            if not set(parts) <= set(named):
                return None
            words = {"rho": "correlation", "cov": "covariance"}
            found[target] = [
                " ".join([words.get(p.split("_")[0], p.split("_")[0]), *p.split("_")[1:]])
                for p in parts
            ]
        return found

    @functools.cached_property
    def reader(self) -> Reader:
        """Reads everything in this certificate."""
        names = (s.name for s in self.unknowns)
        return Reader([*names, *self.products, *self.targets, *self.given])

    def header(self) -> dict[str, Any]:
        """Return what every certificate has."""
        system = self.system
        coordinates = system.coordinates
        return {
            "format": FORMAT,
            "version": VERSION,
            "model": system.declaration.name,
            "targets": self.targets,
            "ledger": self.ledger(),
            "unknowns": [s.name for s in self.unknowns],
            "given": list(self.given),
            "pinned": {s.name: str(v) for s, v in self.moving.items()},
            "names": {self.stand_ins[s].name: str(v) for s, v in system.names.items()},
            "coordinates": {
                name: str(value)
                for name, value in coordinates.inverse.items()
                if coordinates.replaced and str(value) != name
            },
            "domain": [*self.domain, *self.assumed],
            "nonzero": self.nonzero,
            "real": self.real,
            "positive": self.positive,
            "products": self.product_texts,
            "moments": {name: str(value) for name, value in self.values.items()},
            "reduced": {name: str(value) for name, value in self.reduced.items()},
        }

    def freedoms(self, open_: Sequence[str]) -> dict[str, Any]:
        """Return the changes that no moment sees, and a point at which the rank tells of others."""
        system = self.system
        levels = {u for each in system.locations for u in each.shifts}
        flat = [s.name for s in self.unknowns if s.name not in levels]
        signed = [u for u in flat if u in self.nonzero]
        parity = [[p.get(u, 0) % 2 for u in signed] for p in self.products.values()]
        point = self.point_of_rank(len(self.products) - len(open_))
        return {
            "anchored": {
                u: {name: str(power) for name, power in powers.items()}
                for u, powers in self.anchored.items()
            },
            "free": [dict(each.weights) for each in system.scales],
            "shifts": [dict(each.shifts) for each in system.locations],
            "flips": [
                [u for u, bit in zip(signed, each, strict=True) if bit]
                for each in _null_space_mod_2(parity, len(signed))
            ],
            "open": list(open_),
            "rank": {
                "at": {name: str(value) for name, value in point.items()},
                "value": len(self.products) - len(open_),
            },
        }

    def points(self) -> Iterator[dict[str, Fraction]]:
        """Yield rational points of the domain, in unknowns and what is given."""
        bounds = Domain(self.reader, [*self.domain, *self.assumed], self.reader.names).bounds
        whole = [self.reader.read(text, self.reader.names) for text in self.positive]
        names = [*(s.name for s in self.unknowns), *self.given]
        numbers = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
        for turn in range(_MOST_POINTS):
            point = {}
            for place, name in enumerate(names):
                size = Fraction(
                    numbers[(place + 3 * turn) % 10], numbers[(2 * place + turn + turn // 7) % 10]
                )
                listed = bounds.get(name, [])
                low = max((-rest for slope, rest in listed if slope == 1), default=None)
                high = min((rest for slope, rest in listed if slope == -1), default=None)
                if low is not None and high is not None:
                    size = low + (high - low) * size / (1 + size)
                elif high is not None:
                    size = high - size
                else:
                    size = (low or 0) + size
                point[name] = size
            products = self.product_point(point)
            if all(self.reader.at(value, products) > 0 for value in whole):
                yield point

    def product_point(self, point: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Add products to a point."""
        reader = self.reader
        read = {p: reader.read(t, reader.names) for p, t in self.product_texts.items()}
        return {**point, **{p: reader.at(value, point) for p, value in read.items()}}

    def in_ring(self, value: sympy.Expr) -> tuple[PolyElement, PolyElement]:
        """Return numerator and denominator."""
        above, below = sympy.fraction(sympy.together(value))
        made = self.reader.ring
        return made.from_expr(sympy.expand(above)), made.from_expr(sympy.expand(below))

    @functools.cached_property
    def read_values(self) -> dict[str, Quotient]:
        """The moments in the unknowns."""
        names = self.reader.names
        return {t: self.reader.read(str(value), names) for t, value in self.values.items()}

    @functools.cached_property
    def read_reduced(self) -> dict[str, Quotient]:
        """The moments in the products."""
        names = self.reader.names
        return {t: self.reader.read(str(value), names) for t, value in self.reduced.items()}

    def full_point(self, point: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """Add products and targets to a point."""
        targets = {t: self.reader.at(v, point) for t, v in self.read_values.items()}
        return {**self.product_point(point), **targets}

    def point_of_rank(self, count: int) -> dict[str, Fraction]:
        """Find a point at which the Jacobian has the rank that it should have."""
        reader = self.reader
        for point in itertools.islice(self.points(), _TRIED_POINTS):
            try:
                numbers = self.full_point(point)
            except NotShownError:
                continue
            rows = []
            for value in self.values.values():
                at = {sympy.Symbol(n): _rational(v) for n, v in numbers.items()}
                plain = value.xreplace({s: sympy.Symbol(s.name) for s in value.free_symbols})
                rows.append(
                    [
                        sympy.diff(
                            plain.xreplace({s: v for s, v in at.items() if s.name != u.name}),
                            sympy.Symbol(u.name),
                        ).xreplace(at)
                        for u in self.unknowns
                    ]
                )
            if sympy.Matrix(rows).rank() == count and all(
                reader.number(part, numbers) for v in self.read_values.values() for part in v.powers
            ):
                return point
        raise NotShownError("the Jacobian has another rank than there are products to solve for")

    def unsolved(self, reason: str) -> dict[str, Any]:
        """Return what is known without a closed form."""
        said = dict.fromkeys(PROPERTIES, (False, f"not shown: {reason}"))
        document = self.header() | {"reason": reason, "residuals": {}}
        document["residuals"] = {t: f"{v} - {t}" for t, v in document["moments"].items()}
        count = min(len(self.products), len(self.targets))
        try:
            document |= self.freedoms(list(self.products)[count:])
            said["freedoms"] = (True, freedom_words(document))
            document["properties"] = properties(said)
            check(document)
        except NotShownError:
            said["freedoms"] = (False, "not shown: which changes no moment sees")
        return document | {"properties": properties(said)}


def _moment(system: System, name: str) -> sympy.Expr:
    """Return the moment that a target is, or the quotient of two."""
    top, _, bottom = name.partition("/")
    value = moment(system.declaration, top)
    return value / moment(system.declaration, bottom) if bottom else value


def bound_text(name: str, slope: int, bound: Fraction) -> str:
    """Write what is positive above a bound, or below one where the slope is -1."""
    if slope == 1:
        return name if bound == 0 else f"{name} - {bound}" if bound > 0 else f"{name} + {-bound}"
    return f"-{name}" if bound == 0 else f"{bound} - {name}"


def name_in(text: str) -> str:
    """Return the name that a bound is about."""
    return next(part for part in text.replace("-", " ").split() if part.isidentifier())


def _rational(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


def _null_space_mod_2(rows: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Return a basis of the changes of sign that no row sees."""
    kept: list[list[int]] = []
    pivots: list[int] = []
    for row in map(list, rows):
        for pivot, other in zip(pivots, kept, strict=True):
            if row[pivot]:
                row[:] = [a ^ b for a, b in zip(row, other, strict=True)]
        if any(row):
            pivot = row.index(1)
            kept = [[a ^ b for a, b in zip(o, row, strict=True)] if o[pivot] else o for o in kept]
            kept.append(row)
            pivots.append(pivot)
    basis = []
    for place in range(size):
        if place not in pivots:
            vector = [int(n == place) for n in range(size)]
            for pivot, row in zip(pivots, kept, strict=True):
                vector[pivot] = row[place]
            basis.append(vector)
    return basis
