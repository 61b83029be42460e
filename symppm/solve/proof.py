"""Checking a solution certificate: exact rational arithmetic, and none of the code that made it.

The certificate is JSON. What is believed is its formulas for the moments; `symppm audit` and
`derivations/check.py` compare those with the derivations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import sympy
from sympy import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.rings import PolyElement

from symppm.solve.quotients import NotShownError, Quotient, Reader, coefficients, need
from symppm.solve.signs import Domain, Facts

FORMAT: Final = "symppm-solution-certificate"
VERSION: Final = 2
PROPERTIES: Final = ("soundness", "completeness", "conditions", "freedoms")


def check(document: Mapping[str, Any]) -> tuple[str, ...]:
    """Verify a certificate.

    Parameters
    ----------
    document : mapping
        As :meth:`~symppm.solve.certificate.Certificate.to_json` writes it, and JSON reads it.

    Returns
    -------
    tuple of str
        The properties that are shown, of :data:`PROPERTIES`.

    Raises
    ------
    NotShownError
        If anything does not follow; the sentence says what.
    """
    try:
        return _Checked(document).properties()
    except (KeyError, TypeError, ValueError, SyntaxError, AttributeError) as error:
        raise NotShownError(f"the certificate is malformed: {error!r}") from error


def roots_counter(
    document: Mapping[str, Any],
) -> Callable[[Mapping[str, Fraction]], tuple[int, bool]]:
    """Return what counts admissible roots at values of targets, and tells of double ones."""
    checked = _Checked(document)
    checked.claim_steps()
    return checked.admissible


class _Checked:
    """One certificate, read and gone through part by part."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        need(document["format"] == FORMAT, "this is no solution certificate")
        need(document["version"] == VERSION, "the certificate is of another version")
        self.document = document
        self.targets, self.unknowns = list(document["targets"]), list(document["unknowns"])
        self.given, self.products = list(document["given"]), dict(document["products"])
        names = [*self.targets, *self.unknowns, *self.given]
        need(len(set(names)) == len(names), "a name is used twice")
        for product, text in self.products.items():
            need(product not in names or product == text, f"{product} means two things")
        self.reader = Reader([*names, *self.products])
        read = self.reader.read
        inside = {*self.unknowns, *self.given}
        self.moments = {t: read(document["moments"][t], inside) for t in self.targets}
        self.known = {*self.targets, *self.given}
        every = {*self.products, *self.given}
        self.reduced = {t: read(document["reduced"][t], every) for t in self.targets}
        self.as_products = {p: read(text, self.unknowns) for p, text in self.products.items()}
        for target in self.targets:
            there = self.reader.put(self.reduced[target], self.as_products)
            self._same(there, self.moments[target], f"the reduced {target} is another moment")
        nonzero, real = set(document["nonzero"]), set(document["real"])
        self.domain = Domain(self.reader, document["domain"], inside, real)
        free = inside - set(self.domain.bounds)
        need(free == nonzero | real and not nonzero & real, "a name has no bound, or two kinds")
        self.ranges = self._ranges(nonzero)
        kept = [t for n in self.given for t in document["domain"] if self._only(t) == n]
        listed = [*kept, *(t for bounds in self.ranges.values() for t in bounds)]
        moving = real | set(filter(self._is_real, self.products))
        self.range = Domain(self.reader, listed, {*every, *inside}, moving, document["positive"])
        for target, value in self.reduced.items():
            below = [Quotient(Fraction(1), {p: 1}) for p, n in value.powers.items() if n < 0]
            need(all(map(self.range.sign, below)), f"{target} may not exist in the domain")
        self.claims: dict[str, PolyElement] = {}
        self.values: dict[str, Quotient] = {}

    def properties(self) -> tuple[str, ...]:
        """Check what is said to be shown."""
        said = self.document["properties"]
        need(set(said) == set(PROPERTIES), "the properties are not the four there are")
        shown = [name for name in PROPERTIES if said[name]["shown"]]
        if "steps" in self.document:
            self.claim_steps()
            self._constraints()
            self._values()
        else:
            need(set(shown) <= {"freedoms"}, "without steps only freedoms can be shown")
        need("completeness" in shown or "steps" not in self.document, "steps that show nothing")
        if "soundness" in shown:
            self._soundness()
        if "conditions" in shown:
            need("soundness" in shown, "conditions without soundness")
            self._conditions()
        if "freedoms" in shown:
            self._freedoms()
        if self.document.get("root"):
            self._roots()
        return tuple(shown)

    def _same(self, one: Quotient, two: Quotient, what: str) -> None:
        need(not self.reader.minus(one, two).number, what)

    def _only(self, text: str) -> str:
        (name,) = self.reader.used(self.reader.read(text, self.reader.names))
        return name

    def _ranges(self, nonzero: set[str]) -> dict[str, list[str]]:
        """Return what each product must exceed: its bounds, zero, or nothing if of any sign."""
        found: dict[str, list[str]] = {}
        for product, value in self.as_products.items():
            powers = {str(part): n for part, n in value.powers.items()}
            if value.number == 1 and powers == {product: 1}:
                listed = [t for t in self.document["domain"] if self._only(t) == product]
                found[product] = listed
                continue
            if not set(powers) <= set(self.unknowns):
                found[product] = []  # a sum of levels
                continue
            need(value.number == 1, f"{product} is no product of powers")
            at_zero = [(1, Fraction(0))]
            for name in powers:
                fine = name in nonzero or self.domain.bounds.get(name) == at_zero
                need(fine, f"{product} cannot take every value: {name} is bounded")
            odd = any(n % 2 for name, n in powers.items() if name in nonzero)
            found[product] = [] if odd else [product]
        return found

    def _is_real(self, product: str) -> bool:
        """Tell whether a product is a sum of levels, which may be zero."""
        return self.reader.used(self.as_products[product]) <= set(self.document["real"])

    def at_moments(self, value: Quotient) -> Quotient:
        """Put the moments into a function of targets."""
        return self.reader.put(value, self.reduced)

    def is_definite(self, value: Quotient) -> bool:
        """Tell whether a function of targets and products never vanishes on the domain."""
        return self.range.sign(self.at_moments(value)) is not None

    def claim_steps(self) -> None:
        names = {*self.known, *self.products}
        for step in self.document["steps"]:
            label, claim = step["name"], self.reader.read(step["claim"], names)
            need(label not in self.claims, f"{label}: there are two")
            need(claim.number and claim.is_polynomial, f"{label}: no polynomial but zero")
            whole = self.reader.expanded(claim)
            if step["by"] == "moments":
                need(not self.at_moments(claim).number, f"{label}: does not hold at the moments")
            else:
                need(step["by"] == "combination", f"{label}: no rule is called {step['by']}")
                times = self.reader.read(step["times"], names)
                need(times.is_polynomial, f"{label}: what multiplies it is no polynomial")
                need(self.is_definite(times), f"{label}: {step['times']} may vanish")
                total = self.reader.ring.zero
                for source, text in step["from"].items():
                    need(source in self.claims, f"{label}: cites {source}, which is not above")
                    cofactor = self.reader.read(text, names)
                    need(cofactor.is_polynomial, f"{label}: a cofactor is no polynomial")
                    total += self.reader.expanded(cofactor) * self.claims[source]
                exact = total == self.reader.expanded(times) * whole
                need(exact, f"{label}: the combination is not the claim")
            self.claims[label] = whole

    def _constraints(self) -> None:
        """Read which targets the others determine."""
        self.bound: dict[str, Quotient] = {}
        listed = self.document["constraints"]
        left = self.known - {each["target"] for each in listed}
        for each in listed:
            target, value = each["target"], self.reader.read(each["value"], left)
            need(target in self.targets, f"{target} is no target that can be bound")
            claim = self.reader.of(self.claims[each["step"]])
            need(self.reader.used(claim) <= self.known, f"{each['step']} has unknowns left in it")
            self.bound[target] = value
        for each in listed:
            claim = self.reader.of(self.claims[each["step"]])
            met = not self.reader.put(claim, self.bound).number
            need(met, f"{each['step']} does not follow from the bound targets")
            sloped = self.claims[each["step"]].diff(self.reader.letters[each["target"]])
            need(sloped, f"{each['step']} does not bind {each['target']}")
        need(len(self.bound) == len(listed), "a target is bound twice")

    def _values(self) -> None:
        """Check that every product is a root, or the solution of a step that is linear in it."""
        root, order = self.document["root"], []
        self.modulus: PolyElement | None = None
        if root:
            self.modulus = self.claims[root["step"]]
            letter = self.reader.letters[root["unknown"]]
            names = self.known | {root["unknown"]}
            need(root["unknown"] in self.products, "the root is no product")
            need(self.reader.used(self.reader.of(self.modulus)) <= names, "the step of the root")
            need(self.modulus.degree(letter) == root["degree"] > 0, "the degree of the root")
            parts = coefficients(self.modulus, letter)
            some = any(self.is_definite(self.reader.of(part)) for part in parts if part)
            need(some, "the equation of the root may be empty")
            order.append(root["unknown"])
        allowed = self.known | {*order, *self.document["open"]}
        for entry in self.document["solve"]:
            name = entry["name"]
            need(name in self.products and name not in order, f"{name}: solved twice or no product")
            need(entry["is"] == self.products[name], f"{name}: is another product")
            leading = self.reader.read(entry["leading"], allowed | set(order))
            rest = self.reader.read(entry["rest"], allowed | set(order))
            whole = self.reader.minus(leading * self.reader.letter(name), rest)
            need(whole.is_polynomial and leading.is_polynomial, f"{name}: no polynomials")
            same = self.reader.expanded(whole) == self.claims[entry["step"]]
            need(same, f"{name}: the step is not linear in it as said")
            need(self.is_definite(leading), f"{name}: {entry['leading']} may vanish")
            value = self.reader.read(entry["value"], allowed)
            solved = (
                self.reader.put(rest, self.values) * self.reader.put(leading, self.values) ** -1
            )
            self._same(solved, value, f"{name}: the value is not that of its step")
            self.values[name] = value
            order.append(name)
        need({*order, *self.document["open"]} == set(self.products), "a product is not solved for")
        need(set(self.document["open"]) <= set(self.products), "what is open is no product")

    def _soundness(self) -> None:
        """Put the values into the moments: the targets come out."""
        for target in self.targets:
            found = self.reader.put(self.reduced[target], self.values)
            left = self.reader.minus(found, self.reader.letter(target))
            left = self.reader.put(left, self.bound)
            met = not left.number
            if self.modulus is not None and left.number:
                modulus = self.reader.of(self.modulus)
                bound = self.reader.expanded(self.reader.put(modulus, self.bound))
                met = any(not part.rem([bound]) for part, _ in left.above)
            need(met, f"with the solution put in, {target} is not met")

    def _facts(self) -> Facts:
        facts = Facts()
        for text, name in ((text, self._only(text)) for text in self.document["domain"]):
            if name in self.given:
                facts.learn(self.reader.read(text, self.reader.names))
        for name in set(self.given) & set(self.document["nonzero"]):
            facts.nonzero.add(self.reader.letters[name])
        for name in self.document["open"]:
            for text in self.ranges[name]:
                facts.learn(self.reader.read(text, self.reader.names))
            if not self.ranges[name] and not self._is_real(name):
                facts.nonzero.add(self.reader.letters[name])
        return facts

    def _conditions(self) -> None:
        """Check that each is necessary, and that together they put the values into the domain."""
        root = self.document["root"]
        names = self.known | set(self.document["open"]) | ({root["unknown"]} if root else set())
        facts = self._facts()
        for text in self.document["conditions"]:
            value = self.reader.read(text, names)
            need(self.range.is_positive(self.at_moments(value)), f"{text} > 0 is not necessary")
            need(value.is_polynomial, f"{text} is no polynomial")
            facts.learn(value)
        for text in self.document["implied"]:
            value = self.reader.read(text, names)
            need(self.range.is_positive(self.at_moments(value)), f"{text} > 0 is not implied")
        for entry in self.document["derived"]:
            total = self.reader.constant(0)
            for text in entry["sum"]:
                part = self.reader.read(text, names)
                need(facts.follows(part), f"{text} > 0 is not known")
                total = self.reader.add(total, part)
            value = self.reader.read(entry["positive"], names)
            self._same(total, value, f"{entry['positive']} is not that sum")
            facts.learn(value)
        values = dict(self.values)
        if root:
            values[root["unknown"]] = self.reader.letter(root["unknown"])
        margins = self.document["margins"]
        for text in self.document["positive"]:
            margin = self.reader.read(margins[text], names)
            moved = self.reader.put(self.reader.read(text, self.reader.names), values)
            self._same(moved, margin, f"the margin of {text} is another")
            need(facts.follows(margin), f"{text} > 0 does not follow from the conditions")
        for product, bounds in self.ranges.items():
            if product not in values:
                continue
            for part, power in values[product].powers.items():
                fine = power > 0 or facts.is_nonzero(Quotient(Fraction(1), {part: 1}))
                need(fine, f"{product}: {part} may vanish, by which it is divided")
            for text in bounds:
                margin = self.reader.read(margins[text], names)
                moved = self.reader.put(self.reader.read(text, self.products), values)
                self._same(moved, margin, f"the margin of {text} is another")
                need(facts.follows(margin), f"{text} > 0 does not follow from the conditions")
            if not bounds and not self._is_real(product):
                need(facts.is_nonzero(values[product]), f"{product} may be zero")

    def _freedoms(self) -> None:
        """Check which changes of the unknowns no moment sees, and that these are all."""
        document = self.document
        powers = {
            product: {str(part): n for part, n in value.powers.items()}
            for product, value in self.as_products.items()
        }
        sums = {p for p, each in powers.items() if not set(each) <= set(self.unknowns)}
        levels = {u for p in sums for u in self.reader.used(self.as_products[p])}
        plain = [u for u in self.unknowns if u not in levels]
        rows = [
            [Fraction(each.get(u, 0)) for u in plain] for p, each in powers.items() if p not in sums
        ]
        scales = [[Fraction(each.get(u, 0)) for u in plain] for each in document["free"]]
        need(all(set(each) <= set(plain) for each in document["free"]), "a scale of something else")
        need(_annihilates(rows, scales), "a product changes with a scale")
        need(_rank(rows) == len(rows), "the products are not independent")
        count = len(plain) - len(rows)
        need(_rank(scales) == len(scales) == count, "the scales are not all there are")
        signed = [u for u in plain if u in document["nonzero"]]
        parity = [
            [each.get(u, 0) % 2 for u in signed] for p, each in powers.items() if p not in sums
        ]
        flips = [[int(u in each) for u in signed] for each in document["flips"]]
        even = all(
            sum(a * b for a, b in zip(p, f, strict=True)) % 2 == 0 for p in parity for f in flips
        )
        inside = all(set(each) <= set(signed) for each in document["flips"])
        need(inside, "a sign of something else")
        need(even, "a product changes with a change of signs")
        odd = [row for row in parity if any(row)]
        need(_rank_mod_2(odd) == len(odd), "signs of products hang on each other")
        every = _rank_mod_2(flips) == len(flips) == len(signed) - len(odd)
        need(every, "the sign changes are not all")
        slopes = [
            [self._slope(self.as_products[p], u) for u in sorted(levels)] for p in sorted(sums)
        ]
        shifts = [[Fraction(each.get(u, 0)) for u in sorted(levels)] for each in document["shifts"]]
        need(_annihilates(slopes, shifts), "a product changes with a shift")
        need(_rank(slopes) == len(slopes), "the sums of levels are not independent")
        need(_rank(shifts) == len(shifts) == len(levels) - len(slopes), "the shifts are not all")
        self._rank_at_point()

    def _slope(self, value: Quotient, name: str) -> Fraction:
        slope = self.reader.expanded(value).diff(self.reader.letters[name])
        need(slope.is_ground, "a sum of levels is not linear")
        return Fraction(str(slope.LC if slope else 0))

    def _rank_at_point(self) -> None:
        point = {name: Fraction(text) for name, text in self.document["rank"]["at"].items()}
        inside = {*self.unknowns, *self.given}
        need(set(point) == inside and self.domain.contains(point), "the point is not in the domain")
        products = {p: self.reader.at(v, point) for p, v in self.as_products.items()}
        need(self.range.contains({**point, **products}), "the point is not in the domain")
        need(all(point[n] for n in self.document["nonzero"]), "the point is not in the domain")
        moments = self.moments.values()
        found = _rank([[self._derivative(m, u, point) for u in self.unknowns] for m in moments])
        need(found == self.document["rank"]["value"], f"the rank is {found}")
        need(found == len(self.products) - len(self.document["open"]), "something else is free")

    def _derivative(self, value: Quotient, name: str, point: Mapping[str, Fraction]) -> Fraction:
        """Differentiate a product of powers at a point, factor by factor."""
        total, letter = Fraction(0), self.reader.letters[name]
        parts = {part: self.reader.number(part, point) for part in value.powers}
        need(all(parts.values()), "a factor of a moment vanishes at the point")
        for part, power in value.powers.items():
            slope = part.diff(letter)
            total += power * self.reader.number(slope, point) / parts[part] if slope else 0
        return total * self.reader.at(value, point)

    def _roots(self) -> None:
        """Check closed forms of roots, and how many roots are admissible at the witnesses."""
        root = self.document["root"]
        letter = self.reader.letters[root["unknown"]]
        parts = coefficients(self.claims[root["step"]], letter)
        listed = [
            self.reader.read(text, self.reader.names) for text in root["coefficients"].values()
        ]
        same = len(parts) == len(listed) and all(
            self.reader.expanded(text) == part for text, part in zip(listed, parts, strict=True)
        )
        need(same, "the coefficients of the root's equation are others")
        if root["roots"]:
            need(root["degree"] == 2 and len(root["roots"]) == 2, "roots of another degree")
            self._vieta(root)
        need(root["witnesses"], "no witness of how many roots are admissible")
        for witness in root["witnesses"]:
            point = {name: Fraction(text) for name, text in witness["at"].items()}
            need(set(point) == self.known | set(self.document["open"]), "a witness lacks a value")
            need(self.domain.contains(point), "a witness is outside of the domain")
            found = self.admissible(point)
            told = (witness["admissible"], witness["double"])
            need(found == told, f"there are {found[0]} admissible roots, double: {found[1]}")

    @staticmethod
    def _vieta(root: Mapping[str, Any]) -> None:
        """Check that two written roots have the sum and the product that the equation says."""
        names = [*root["coefficients"], *root["squares"], "side"]
        reader = Reader(names)
        low, middle, high = map(reader.letter, root["coefficients"])
        first, second = (reader.read(text, names) for text in root["roots"])
        rules = {"side": reader.constant(1)}
        rules |= {n: reader.read(text, root["coefficients"]) for n, text in root["squares"].items()}
        for left in (
            reader.add((reader.add(first, second)) * high, middle),
            reader.minus(first * second * high, low),
        ):
            polynomial = reader.expanded(Quotient(left.number, dict(left.above)))
            for name, rule in rules.items():
                need(rule.is_polynomial, "the square of a name is no polynomial")
                square = reader.letters[name] ** 2 - reader.expanded(rule)
                polynomial = polynomial.rem([square])
            need(not polynomial, "the roots are not those of the equation")

    def admissible(self, point: Mapping[str, Fraction]) -> tuple[int, bool]:
        """Count the distinct admissible roots at a point by Sturm; tell whether one is double."""
        root = self.document["root"]
        unknown, letter = sympy.Symbol(root["unknown"]), self.reader.letters[root["unknown"]]

        def univariate(value: PolyElement) -> sympy.Poly:
            parts = [self.reader.number(c, point) for c in coefficients(value, letter)]
            exact = [sympy.Rational(c.numerator, c.denominator) for c in reversed(parts)]
            return sympy.Poly(exact, unknown, domain=QQ)

        equation = univariate(self.claims[root["step"]])
        need(not equation.is_zero, "the equation is empty at a witness")
        names = {*point, root["unknown"]}
        tests = []
        for text in self.document["conditions"]:
            value = self.reader.read(text, names)
            tests.append(univariate(self.reader.expanded(value)))
        count, double = 0, False
        for factor, power in equation.sqf_list()[1]:
            if factor.degree() == 0:
                continue
            for low, high in (interval for interval, _ in factor.intervals()):
                if all(_positive_at(test, factor, low, high) for test in tests):
                    count, double = count + 1, double or power > 1
        return count, double


def _positive_at(test: sympy.Poly, factor: sympy.Poly, low: Any, high: Any) -> bool:
    """Tell the sign of a polynomial at the one root of another in an interval, by bisection."""
    if test.is_ground:
        return bool(test.LC() > 0)
    if test.gcd(factor).degree() > 0 and test.gcd(factor).count_roots(low, high):
        return False
    while low != high and test.count_roots(low, high):
        middle = (low + high) / 2
        if factor.eval(middle) == 0:
            low = high = middle
        elif factor.count_roots(low, middle):
            high = middle
        else:
            low = middle
    return bool(test.eval((low + high) / 2) > 0)


def _annihilates(rows: Sequence[Sequence[Fraction]], vectors: Sequence[Sequence[Fraction]]) -> bool:
    return all(
        sum(a * b for a, b in zip(row, vector, strict=True)) == 0
        for row in rows
        for vector in vectors
    )


def _rank_mod_2(rows: Sequence[Sequence[int]]) -> int:
    left = [sum((n % 2) << place for place, n in enumerate(row)) for row in rows]
    count = 0
    while left:
        pivot = left.pop()
        if pivot:
            count += 1
            lowest = pivot & -pivot
            left = [row ^ pivot if row & lowest else row for row in left]
    return count


def _rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """Return the exact rank of a matrix."""
    if not rows or not rows[0]:
        return 0
    exact = [[QQ(v.numerator, v.denominator) for v in row] for row in rows]
    return int(DomainMatrix(exact, (len(exact), len(exact[0])), QQ).rank())
