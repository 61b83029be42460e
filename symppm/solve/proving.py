"""Writing a certificate: steps, values, conditions, roots and witnesses."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.polys.rings import PolyElement

from symppm.laws.collecting import factors_of
from symppm.solve.branches import Branch, evaluate
from symppm.solve.proof import check
from symppm.solve.quotients import NotShownError, Quotient, Reader, coefficients, need
from symppm.solve.reduced import Equations, bound_text, name_in
from symppm.solve.signs import Domain, Facts
from symppm.solve.triangular import Step, Tests, Triangle, triangle
from symppm.solve.witnesses import witnesses
from symppm.solve.wording import (
    complete_words,
    freedom_words,
    needed_words,
    properties,
    sound_words,
)

_POINTS = 3
_OTHER_ORDERS = 12
_COMPARED = 2
_CLOSE = 1e-6
_SHORT = 6


class Writer:
    """A certificate being written: steps, values, conditions, witnesses."""

    def __init__(
        self, equations: Equations, branches: Sequence[Branch], free: Sequence[str]
    ) -> None:
        self.equations = equations
        self.branches = branches
        self.reader = equations.reader
        self.open = [name for name in equations.products if name in free]
        self.letters = self.reader.letters
        full = (equations.full_point(point) for point in equations.points())
        self.samples = list(itertools.islice(full, _POINTS))
        self._signs: dict[PolyElement, tuple[int, frozenset[str]] | None] = {}
        self._set_range()

    def _set_range(self) -> None:
        """Say where products and what is given may be."""
        equations = self.equations
        self.ranges = equations.ranges
        real = [n for n, p in equations.products.items() if set(p) & set(equations.real)]
        self.moving = [*real, *equations.real]
        self.range = Domain(
            self.reader, equations.product_bounds(), self.reader.names, self.moving,
            equations.positive,
        )  # fmt: skip
        self._signs.clear()

    def sign(self, factor: PolyElement) -> tuple[int, frozenset[str]] | None:
        """Return the sign of a function of targets on the domain, if it is of one sign."""
        if factor not in self._signs:
            found = self.range.sign(
                self.reader.put(self.reader.of(factor), self.equations.read_reduced)
            )
            if found is None and self._assume(factor):
                return self.sign(factor)
            self._signs[factor] = found
        return self._signs[factor]

    def _assume(self, factor: PolyElement) -> bool:
        """Restrict what is given where a factor in it alone would vanish: trials > 1."""
        equations = self.equations
        for part, _ in factors_of(factor)[1]:
            names = self.reader.used(self.reader.of(part))
            if len(names) != 1 or not names <= set(equations.given):
                continue
            (name,) = names
            letter = self.letters[name]
            if part.degree(letter) != 1 or self.range.sign(self.reader.of(part)) is not None:
                continue
            slope, rest = (Fraction(str(part.coeff(x))) for x in (letter, 1))
            equations.assumed.append(bound_text(name, 1, -rest / slope))
            equations.domain = [t for t in equations.domain if t != name]
            points = (equations.full_point(point) for point in equations.points())
            self.samples = list(itertools.islice(points, _POINTS))
            self._set_range()
            return True
        return False

    def sign_of(self, polynomial: PolyElement) -> int:
        """Return 1 or -1 where a polynomial never vanishes on the domain, factor by factor."""
        content, factors = factors_of(polynomial)
        total = 1 if content > 0 else -1
        for factor, power in factors:
            found = self.sign(factor)
            total *= 0 if found is None else found[0] ** power
        return total

    def vanishes(self, polynomial: PolyElement) -> bool:
        """Tell whether a polynomial is zero at the samples, where targets are the moments."""
        return not any(self.reader.number(polynomial, sample) for sample in self.samples)

    def _turned(self, claim: PolyElement) -> bool:
        """Tell whether a claim that is linear in a product is written with the other sign."""
        names = [n for n in self.equations.products if claim.degree(self.letters[n]) > 0]
        slopes = [claim.diff(self.letters[n]) for n in names if claim.degree(self.letters[n]) == 1]
        signs = [sign for sign in map(self.sign_of, slopes) if sign]
        return bool(signs) and signs[-1] < 0

    def document(self) -> dict[str, Any]:
        """Write everything, and leave to the checker what it shows."""
        found = self._triangle()
        document: dict[str, Any] = {}
        constraints = self._constraints(found)
        solve, values = self._solve(found)
        root = found.root
        solved = {step.name: letter for letter, step in found.solved}
        document = {
            "steps": [self._step(step, solved.get(step.name)) for step in found.steps],
            "constraints": constraints,
            "root": None,
            "solve": solve,
        }
        reason = ""
        try:
            document |= self._conditions(values, root)
        except NotShownError as error:
            reason = error.reason
            document |= {"conditions": [], "derived": [], "margins": {}}
        document |= self.equations.freedoms(self.open)
        document = self.equations.header() | document | {"implied": []}
        if root is not None:
            document["root"] = self._root(root)
        said = {
            "soundness": (True, sound_words(document)),
            "completeness": (True, complete_words(document)),
            "conditions": (
                not reason,
                f"not shown: {reason}" if reason else needed_words(document),
            ),
            "freedoms": (True, freedom_words(document)),
        }
        document["properties"] = properties(said)
        if root is not None:
            document["root"]["witnesses"] = witnesses(
                self.equations, self.range, self.open, document, root
            )
        document["implied"] = self._implied(document)
        check(document)
        self._compare()
        return document

    def _implied(self, document: Mapping[str, Any]) -> list[str]:
        """Return the conditions printed with the solution that follow from those that suffice."""
        equations, reader = self.equations, self.reader
        allowed = {*equations.targets, *equations.given}
        found = []
        stepwise = len(self.branches) != 1 or self.branches[0].assignments
        for condition in () if stepwise else self.branches[0].conditions:
            plain = equations.plain(condition.positive)
            if condition.or_zero or not {s.name for s in plain.free_symbols} <= allowed:
                continue
            if not plain.is_rational_function():
                continue
            value = reader.read(str(sympy.factor(plain)), reader.names)
            moved = reader.put(value, equations.read_reduced)
            if value.is_polynomial and self.range.is_positive(moved):
                text = self._written(value)
                found += [text] if text not in document["conditions"] else []
        return found

    def _compare(self) -> None:
        """Refuse unless the formulas of the solution have the values that are proved here."""
        equations, given = self.equations, self.equations.system.given
        if not self.branches:
            return  # it is solved by numbers, and the roots are proved all the same
        for point in itertools.islice(equations.points(), _COMPARED):
            numbers = {name: float(value) for name, value in point.items()}
            for symbol, function in equations.system.names.items():
                for each in function.free_symbols:
                    numbers.setdefault(each.name, -1.5 if each.is_negative else 1.5)
                numbers[equations.stand_ins[symbol].name] = _number(function, numbers)
            names = set(equations.targets) | {u.name for u in equations.unknowns}
            asked = {name: value for name, value in numbers.items() if name not in names}
            for target, name in zip(equations.targets, given, strict=True):
                top, _, bottom = name.partition("/")
                asked[top] = _number(equations.values[target], numbers)
                if bottom:
                    asked[bottom] = asked.get(bottom, 0.1)
                    asked[top] *= asked[bottom]
            products = equations.product_point(point)
            asked |= {name: float(products[name]) for name in self.open}
            found = evaluate(self.branches, given, asked)
            met = any(
                all(
                    math.isclose(each[name] ** power, products[p], rel_tol=_CLOSE)
                    for p, (name, power) in equations.origins.items()
                    if name in each
                )
                for each in found
            )
            need(met, "the formulas of the solution have other values than those proved")

    def _triangle(self) -> Triangle:
        equations = self.equations
        start = []
        for target in equations.targets:
            letter = self.letters[target]
            covariance = equations.covariances.get(target)
            if covariance is not None:
                above, below = equations.in_ring(equations.in_products(covariance))
                letter = letter * self.letters["variance"]
            else:
                above, below = equations.in_ring(equations.reduced[target])
            because = f"the {target.replace('rho_', 'correlation by ').replace('_', ' ')}"
            start.append((because, letter * below - above))
        tests = Tests(self.vanishes, self.sign_of, self._turned)
        sizes = [s.name for s in equations.system.declaration.sizes]
        names = [n for n in equations.products if n not in self.open]
        orders = [*(n for n in names if n in sizes), *(n for n in names if n not in sizes)]
        complaint: NotShownError | None = None
        for last in orders[:_OTHER_ORDERS]:
            order = [*(n for n in names if n != last), last]
            try:
                return triangle(start, [self.letters[n] for n in order], tests)
            except NotShownError as error:
                complaint = complaint or error
        raise complaint or NotShownError("nothing is unknown")

    def _step(self, step: Step, solved: PolyElement | None) -> dict[str, Any]:
        by = "combination" if step.cofactors else "moments"
        made: dict[str, Any] = {
            "name": step.name,
            "claim": self._claim(step.claim, solved),
            "by": by,
        }
        if step.cofactors:
            made["times"] = self._text(step.times)
            made["from"] = {name: self._text(each) for name, each in step.cofactors.items()}
        return made | {"because": step.because}

    def _orientation(self, factor: PolyElement) -> int:
        """Tell whether a factor is written with the other sign, in which it is positive."""
        if len(factor) == 1:
            return 1
        found = self.sign(factor)
        if found is None or found[1]:
            return 1 if sum(c > 0 for c in factor.coeffs()) * 2 >= len(factor) else -1
        return found[0]

    def _base(self, factor: PolyElement) -> str:
        whole = factor.as_expr()
        variance = sympy.Symbol("variance")
        if 2 < len(factor) <= _SHORT and sympy.degree(whole, variance) == 1:
            return str(sympy.collect(whole, variance))
        return str(whole)

    def _written(self, value: Quotient) -> str:
        """Write a quotient of products, every factor in the sign in which it is positive."""
        number = value.number
        above = [str(abs(number.numerator))] if abs(number.numerator) != 1 else []
        below = [str(number.denominator)] if number.denominator != 1 else []
        for part, power in sorted(value.powers.items(), key=lambda e: (len(e[0]), str(e[0]))):
            turned = self._orientation(part)
            number *= turned if power % 2 else 1
            base = self._base(part * turned)
            base = f"({base})" if len(part) > 1 else base
            text = base if abs(power) == 1 else f"{base}**{abs(power)}"
            (above if power > 0 else below).append(text)
        if len(above) == 1 and number > 0 and not below:
            return above[0][1:-1] if above[0].endswith(")") else above[0]
        text = "-" * (number < 0) + ("*".join(above) or "1")
        if not below:
            return text
        return f"{text}/({'*'.join(below)})" if len(below) > 1 else f"{text}/{below[0]}"

    def _text(self, polynomial: PolyElement) -> str:
        """Write a polynomial as a product."""
        if not polynomial:
            return "0"
        return self._written(_factored(self.reader, self.reader.of(polynomial)))

    def _claim(self, claim: PolyElement, solved: PolyElement | None) -> str:
        """Write a claim as left - right: what multiplies an unknown, targets, or positive terms."""
        if solved is not None:
            left = claim.diff(solved)
            right = left * solved - claim
            slope = "" if left == 1 else f"{_bracketed(self._text(left))}*"
            return f"{slope}{solved} - {_bracketed(self._text(right))}"
        places = [self.reader.names.index(t) for t in self.equations.targets]
        ring, terms = claim.ring, list(claim.terms())
        right = ring.from_dict({m: -c for m, c in terms if not any(m[n] for n in places)})
        turned = self.sign_of(right) if right and right != -claim else 0
        if not turned:
            turned, right = 1, ring.from_dict({m: -c for m, c in terms if c < 0})
        left = claim + right
        if not (left and right):
            return self._text(claim)
        one, two = (left, right) if turned > 0 else (-right, -left)
        return f"{self._text(one)} - {_bracketed(self._text(two))}"

    def _constraints(self, found: Triangle) -> list[dict[str, Any]]:
        """Solve what is left without unknowns for targets, one after another."""
        made: list[tuple[str, str, Quotient]] = []
        for step in found.constraints:
            bound = {target: value for target, _, value in made}
            claim = self.reader.put(self.reader.of(step.claim), bound)
            if not claim.number:
                continue
            whole = self.reader.expanded(Quotient(claim.number, dict(claim.above)))
            for target in reversed(self.equations.targets):
                letter = self.letters[target]
                if whole.degree(letter) == 1:
                    slope = whole.diff(letter)
                    value = self.reader.of(slope * letter - whole) * self.reader.of(slope) ** -1
                    break
            else:
                raise NotShownError("a constraint on the targets is linear in none of them")
            made = [(t, s, self.reader.put(v, {target: value})) for t, s, v in made]
            made.append((target, step.name, value))
        return [{"target": t, "step": s, "value": self._written(v)} for t, s, v in made]

    def _solve(self, found: Triangle) -> tuple[list[dict[str, Any]], dict[str, Quotient]]:
        values: dict[str, Quotient] = {}
        listed = []
        for letter, step in found.solved:
            name = str(letter)
            leading = step.claim.diff(letter)
            rest = leading * letter - step.claim
            value = self.reader.of(rest) * self.reader.of(leading) ** -1
            value = _factored(self.reader, self.reader.put(value, values))
            values[name] = value
            listed.append(
                {
                    "name": name,
                    "is": self.equations.product_texts[name],
                    "step": step.name,
                    "leading": self._text(leading),
                    "rest": self._text(rest),
                    "value": self._written(value),
                }
            )
        return listed, values

    def _conditions(
        self, values: Mapping[str, Quotient], root: tuple[PolyElement, Step] | None
    ) -> dict[str, Any]:
        """Find what is necessary and suffices: the signs of the factors of every margin."""
        reader = self.reader
        whole = dict(values)
        if root is not None:
            whole[str(root[0])] = reader.of(root[0])
        margins: dict[str, Quotient] = {}
        parts: dict[PolyElement, None] = {}
        for text in self.equations.positive:
            value = reader.put(reader.read(text, reader.names), values)
            margins[text] = _factored(reader, value)
            parts |= dict.fromkeys(margins[text].powers)
        for name, value in whole.items():
            for text in self.ranges[name]:
                margin = reader.put(
                    reader.read(text, reader.names), {name: value} if name in values else {}
                )
                margins[text] = _factored(reader, margin)
                parts |= dict.fromkeys(margins[text].powers)
            parts |= dict.fromkeys(
                p for p, n in value.powers.items() if n < 0 or not self.ranges[name]
            )
        # A letter that is positive makes sums of products positive.
        for part in list(parts):
            names = self.reader.used(reader.of(part)) & set(self.equations.targets)
            parts |= {self.letters[n]: None for n in sorted(names) if len(part) > 1}
        facts = self._given_facts()
        conditions: list[str] = []
        derived: list[dict[str, Any]] = []
        learned: list[Quotient] = []
        reference: dict[frozenset[str], Quotient] = {}
        for part in sorted(parts, key=lambda p: (len(p), str(p))):
            factor = reader.of(part)
            found = self.sign(part)
            if facts.follows(factor) or (found is None and len(part) == 1):
                continue  # of a letter of any sign nothing is asked by itself
            if found is None:
                raise NotShownError(f"the sign of {self._text(part)} on the domain")
            sign, turning = found
            condition = factor * reader.constant(sign)
            for name in sorted(turning & set(self.equations.given)):
                condition *= reader.letter(name)
            kept = turning - set(self.equations.given)
            if kept in reference:
                condition *= reference[kept]
            elif kept:
                reference[kept], condition = condition, factor**2
            if facts.follows(condition):
                continue
            text = self._written(condition)
            summed = self._as_sum(condition, learned, facts)
            if summed:
                derived.append({"positive": text, "sum": summed})
            else:
                conditions.append(text)
            facts.learn(condition)
            learned.append(condition)
        return {
            "conditions": conditions,
            "derived": derived,
            "margins": {text: self._written(value) for text, value in margins.items()},
        }

    def _as_sum(
        self, condition: Quotient, learned: Sequence[Quotient], facts: Facts
    ) -> list[str] | None:
        """Write what must be positive as what is known to be plus products of positive letters."""
        for known in learned:
            rest = self.reader.minus(condition, known)
            if not rest.is_polynomial or not facts.follows(rest):
                continue
            whole = self.reader.expanded(rest)
            terms = [whole.ring.from_dict({m: c}) for m, c in whole.terms()]
            return [self._written(known), *(str(term.as_expr()) for term in terms)]
        return None

    def _given_facts(self) -> Facts:
        facts = Facts()
        equations = self.equations
        for text in [*equations.domain, *equations.assumed]:
            if name_in(text) in equations.given:
                facts.learn(self.reader.read(text, self.reader.names))
        for name in self.open:
            for text in self.ranges[name]:
                facts.learn(self.reader.read(text, self.reader.names))
        for name in {*equations.nonzero, *self.open} & {*equations.given, *self.open}:
            facts.nonzero.add(self.letters[name])
        return facts

    def _root(self, root: tuple[PolyElement, Step]) -> dict[str, Any]:
        letter, step = root
        parts = coefficients(step.claim, letter)
        stem = f"{letter}_"
        while any(name.startswith(stem) for name in self.reader.names):
            stem += "_"
        words = ("constant", "linear", "square")
        named = [stem + (words[n] if n < len(words) else f"power_{n}") for n in range(len(parts))]
        made: dict[str, Any] = {
            "unknown": str(letter),
            "step": step.name,
            "degree": len(parts) - 1,
            "coefficients": {n: self._text(p) for n, p in zip(named, parts, strict=True)},
            "roots": [],
            "squares": {},
            "witnesses": [],
        }
        if len(parts) == len(words):
            low, middle, high = named
            made["squares"] = {f"{stem}radical": f"{middle}**2 - 4*{low}*{high}"}
            half = f"(-({middle} + side*{stem}radical)/2)"
            made["roots"] = [f"{low}/{half}", f"{half}/{high}"]
        return made


def _bracketed(text: str) -> str:
    """Put brackets around a sum."""
    node = ast.parse(text, mode="eval").body
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    return f"({text})" if is_sum or text.startswith("-") else text


def _factored(reader: Reader, value: Quotient) -> Quotient:
    """Write every factor as irreducible ones; what cancels does."""
    total = reader.constant(value.number)
    for part, power in value.powers.items():
        content, factors = factors_of(part)
        total *= reader.constant(content) ** power
        for factor, count in factors:
            total *= reader.of(factor) ** (power * count)
    return total


def _number(value: sympy.Expr, numbers: Mapping[str, float]) -> float:
    return float(value.subs({s: numbers[s.name] for s in value.free_symbols}))
