"""Writing a certificate: steps, values, conditions, roots and witnesses."""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy
from sympy import QQ
from sympy.polys.rings import PolyElement

from symppm.solve.branches import Branch, evaluate
from symppm.solve.polynomials import coefficients
from symppm.solve.proof import PROPERTIES, check, roots_counter
from symppm.solve.quotients import NotShownError, Point, Quotient, need, number_at
from symppm.solve.signs import Facts
from symppm.solve.triangular import Step, Triangle

_COMPARED = 2
_CLOSE = 1e-6
_SHORT = 6
_TRIED_POINTS = 60
_OTHER_POINTS = 12
_NEAR_POINTS = 4
_MOST_COUNTED = 1024
"""Degree of a root times the signs that its conditions may have together."""
_POWERS = ("constant", "linear", "square")


class Writer:
    """A certificate being written: steps, values, conditions, witnesses."""

    def __init__(self, triangle: Triangle, branches: Sequence[Branch]) -> None:
        self.triangle = triangle.put_back()
        self.ground = triangle.ground
        self.equations = triangle.ground.equations
        self.branches = branches
        self.letters = self.equations.letters
        open_names = set(map(str, triangle.open))
        self.open = [name for name in self.equations.products if name in open_names]

    def document(self) -> dict[str, Any]:
        """Write everything, and leave to the checker what it shows."""
        triangle = self.triangle
        solved = {step.name: letter for letter, step in triangle.solved}
        steps = [self._step(step, solved.get(step.name)) for step in triangle.steps]
        constraints = self._constraints(triangle)
        solve, values = self._solve(triangle)
        try:
            reason, conditions = "", self._conditions(values, triangle.root)
        except NotShownError as error:
            reason = error.reason
            conditions = {"conditions": [], "derived": [], "margins": {}}
        document: dict[str, Any] = {
            **self.equations.header(),
            "steps": steps,
            "constraints": constraints,
            "root": None if triangle.root is None else self._root(*triangle.root),
            "solve": solve,
            **conditions,
            **self.equations.freedoms(self.open),
            "implied": [],
        }
        document["properties"] = {
            name: {"shown": False, "reason": reason}
            if reason and name == "conditions"
            else {"shown": True}
            for name in PROPERTIES
        }
        if triangle.root is not None:
            document["root"]["witnesses"] = self._witnesses(document, *triangle.root)
        document["implied"] = self._implied(document)
        check(document)
        self._compare()
        return document

    def _implied(self, document: Mapping[str, Any]) -> list[str]:
        """Return the conditions printed with the solution that follow from those that suffice."""
        equations = self.equations
        allowed = {*equations.targets, *equations.given}
        implied = []
        stepwise = len(self.branches) != 1 or self.branches[0].assignments
        for condition in () if stepwise else self.branches[0].conditions:
            plain = equations.plain(condition.positive)
            names = {symbol.name for symbol in plain.free_symbols}
            if condition.or_zero or not names <= allowed or not plain.is_rational_function():
                continue
            value = equations.read(sympy.factor(plain))
            in_moments = self.ground.at_moments(value)
            if value.is_polynomial and self.ground.domain.is_positive(in_moments):
                text = self._written(value)
                implied += [text] if text not in document["conditions"] else []
        return implied

    def _compare(self) -> None:
        """Refuse unless the formulas of the solution have the values that are proved here."""
        equations, given = self.equations, self.equations.system.given
        # Without formulas it is solved by numbers, and the roots are proved all the same.
        for point in itertools.islice(equations.points(), _COMPARED if self.branches else 0):
            numbers = {name: float(value) for name, value in point.items()}
            for symbol, function in equations.system.names.items():
                for letter in function.free_symbols:
                    numbers.setdefault(letter.name, -1.5 if letter.is_negative else 1.5)
                numbers[equations.stand_ins[symbol].name] = _number(function, numbers)
            names = {*equations.targets, *equations.unknowns}
            inputs = {name: value for name, value in numbers.items() if name not in names}
            for target, name in zip(equations.targets, given, strict=True):
                top, _, bottom = name.partition("/")
                inputs[top] = _number(equations.moments[target], numbers)
                if bottom:
                    inputs[bottom] = inputs.get(bottom, 0.1)
                    inputs[top] *= inputs[bottom]
            products = equations.with_products(point)
            for name, powers in equations.identified.items():
                if set(powers) <= set(self.open):
                    inputs[equations.names[name]] = _power_product(products, powers)
            agrees = any(
                all(
                    math.isclose(values[name], _power_product(products, powers), rel_tol=_CLOSE)
                    for name, powers in equations.identified.items()
                    if name in values
                )
                for values in evaluate(self.branches, given, inputs)
            )
            need(agrees, "the formulas of the solution have other values than those proved")

    def _step(self, step: Step, solved: PolyElement | None) -> dict[str, Any]:
        record = {"name": step.name, "claim": self._claim(step.claim, solved)}
        if not step.cofactors:
            return record | {"by": "moments", "because": step.because}
        cofactors = {name: self._text(cofactor) for name, cofactor in step.cofactors.items()}
        return record | {
            "by": "combination",
            "times": self._text(step.times),
            "from": cofactors,
            "because": step.because,
        }

    def _written(self, value: Quotient) -> str:
        """Write a quotient of products, every factor in the sign in which it is positive."""
        number = value.number
        above: list[str] = [str(abs(number.numerator))] if abs(number.numerator) != 1 else []
        below: list[str] = [str(number.denominator)] if number.denominator != 1 else []
        for factor, power in sorted(value.powers.items(), key=lambda e: (len(e[0]), str(e[0]))):
            orientation = self._orientation(factor)
            number *= orientation if power % 2 else 1
            base = _base(factor * orientation)
            base = f"({base})" if len(factor) > 1 else base
            text = base if abs(power) == 1 else f"{base}**{abs(power)}"
            (above if power > 0 else below).append(text)
        if len(above) == 1 and number > 0 and not below:
            return above[0][1:-1] if above[0].endswith(")") else above[0]
        text = "-" * bool(number < 0) + ("*".join(above) or "1")
        if not below:
            return text
        return f"{text}/({'*'.join(below)})" if len(below) > 1 else f"{text}/{below[0]}"

    def _orientation(self, factor: PolyElement) -> int:
        """Tell whether a factor is written with the other sign, in which it is positive."""
        if len(factor) == 1:
            return 1
        sign = self.ground.sign(factor)
        if sign is None or sign[1]:
            return 1 if sum(c > 0 for c in factor.coeffs()) * 2 >= len(factor) else -1
        return sign[0]

    def _text(self, polynomial: PolyElement) -> str:
        """Write a polynomial as a product."""
        return self._written(Quotient.of(polynomial).factored()) if polynomial else "0"

    def _claim(self, claim: PolyElement, solved: PolyElement | None) -> str:
        """Write a claim as left - right: what multiplies an unknown, targets, or positive terms."""
        if solved is not None:
            left = claim.diff(solved)
            slope = "" if left == 1 else f"{_bracketed(self._text(left))}*"
            return f"{slope}{solved} - {_bracketed(self._text(left * solved - claim))}"
        ring, terms = claim.ring, list(claim.terms())
        places = [ring.gens.index(self.letters[target]) for target in self.equations.targets]
        right = ring.from_dict({m: -c for m, c in terms if not any(m[n] for n in places)})
        turned = self.ground.sign_of(right) if right and right != -claim else 0
        if not turned:
            turned, right = 1, ring.from_dict({m: -c for m, c in terms if c < 0})
        left = claim + right
        if not (left and right):
            return self._text(claim)
        positive, negative = (left, right) if turned > 0 else (-right, -left)
        return f"{self._text(positive)} - {_bracketed(self._text(negative))}"

    def _constraints(self, triangle: Triangle) -> list[dict[str, Any]]:
        """Solve what is left without unknowns for targets, one after another."""
        solved: list[tuple[str, str, Quotient]] = []
        for step in triangle.constraints:
            claim = (
                Quotient.of(step.claim).put({target: value for target, _, value in solved}).above
            )
            if not claim:
                continue
            last_first = reversed(self.equations.targets)
            target = next((t for t in last_first if claim.degree(self.letters[t]) == 1), None)
            if target is None:
                raise NotShownError("a constraint on the targets is linear in none of them")
            value = _root_of_linear(claim, self.letters[target])
            solved = [(t, s, v.put({target: value})) for t, s, v in solved]
            solved.append((target, step.name, value))
        return [{"target": t, "step": s, "value": self._written(v)} for t, s, v in solved]

    def _solve(self, triangle: Triangle) -> tuple[list[dict[str, Any]], dict[str, Quotient]]:
        values: dict[str, Quotient] = {}
        listed = []
        for letter, step in triangle.solved:
            name = str(letter)
            need(step.claim.degree(letter) == 1, "the square of an unknown is solved for")
            constant, leading = coefficients(step.claim, letter)
            values[name] = _root_of_linear(step.claim, letter).put(values).factored()
            listed.append(
                {
                    "name": name,
                    "is": self.equations.product_texts[name],
                    "step": step.name,
                    "leading": self._text(leading),
                    "rest": self._text(-constant),
                    "value": self._written(values[name]),
                }
            )
        return listed, values

    def _conditions(
        self, values: Mapping[str, Quotient], root: tuple[PolyElement, Step] | None
    ) -> dict[str, Any]:
        """Find what is necessary and suffices: the signs of the factors of every margin."""
        equations, given = self.equations, set(self.equations.given)
        for text in equations.left_out:
            raise NotShownError(f"`{text}` may have any sign")
        margins = {
            text: value.put(values).factored()
            for text, value in zip(equations.positive_texts, equations.positive, strict=True)
        }
        factors = dict.fromkeys(itertools.chain(*(value.powers for value in margins.values())))
        unknowns = {**values, **({str(root[0]): Quotient.of(root[0])} if root else {})}
        for name, value in unknowns.items():
            ranges = equations.ranges[name]
            for bound in ranges:
                margin = margins[bound.text] = equations.read(bound.text).put(values).factored()
                factors |= dict.fromkeys(margin.powers)
            factors |= dict.fromkeys(p for p, n in value.powers.items() if n < 0 or not ranges)
        # A letter that is positive makes sums of products positive.
        for factor in [factor for factor in factors if len(factor) > 1]:
            names = Quotient.of(factor).names & set(equations.targets)
            factors |= {self.letters[name]: None for name in sorted(names)}
        facts = self._given_facts()
        conditions: list[str] = []
        derived: list[dict[str, Any]] = []
        learned: list[Quotient] = []
        reference: dict[frozenset[str], Quotient] = {}
        for factor in sorted(factors, key=lambda p: (len(p), str(p))):
            quotient, known_sign = Quotient.of(factor), self.ground.sign(factor)
            if facts.follows(quotient) or (known_sign is None and len(factor) == 1):
                continue  # of a letter of any sign nothing is asked by itself
            if known_sign is None:
                raise NotShownError(f"`{self._text(factor)}` may have any sign")
            sign, turning = known_sign
            condition = quotient * sign
            for name in sorted(turning & given):
                condition *= Quotient.of(self.letters[name])
            hidden = turning - given
            if hidden in reference:
                condition *= reference[hidden]
            elif hidden:
                reference[hidden], condition = condition, quotient**2
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
            gap = condition - known
            if gap.is_polynomial and facts.follows(gap):
                terms = [gap.above.ring.from_dict({m: c}) for m, c in gap.above.terms()]
                return [self._written(known), *(str(term.as_expr()) for term in terms)]
        return None

    def _given_facts(self) -> Facts:
        facts, equations = Facts(), self.equations
        known = [bound for bound in equations.domain if bound.name in equations.given]
        for bound in (*known, *itertools.chain(*(equations.ranges[name] for name in self.open))):
            facts.learn(equations.read(bound.text))
        facts.nonzero |= {self.letters[n] for n in self.open}
        facts.nonzero |= {self.letters[n] for n in equations.nonzero if n in equations.given}
        return facts

    def _root(self, letter: PolyElement, step: Step) -> dict[str, Any]:
        terms = coefficients(step.claim, letter)
        stem = f"{letter}_"
        while any(name.startswith(stem) for name in self.letters):
            stem += "_"
        words = [*_POWERS, *(f"power_{n}" for n in range(len(_POWERS), len(terms)))]
        named = {stem + word: self._text(term) for word, term in zip(words, terms, strict=False)}
        record: dict[str, Any] = {
            "unknown": str(letter),
            "step": step.name,
            "degree": len(terms) - 1,
            "coefficients": named,
            "roots": [],
            "squares": {},
            "witnesses": [],
        }
        if len(terms) == len(_POWERS):
            low, middle, high = named
            record["squares"] = {f"{stem}radical": f"{middle}**2 - 4*{low}*{high}"}
            half = f"(-({middle} + side*{stem}radical)/2)"
            record["roots"] = [f"{low}/{half}", f"{half}/{high}"]
        return record

    def _witnesses(
        self, document: Mapping[str, Any], letter: PolyElement, step: Step
    ) -> list[dict[str, Any]]:
        """Find points at which different numbers of roots are admissible."""
        count = step.claim.degree(letter) << len(document["conditions"])
        need(count <= _MOST_COUNTED, "too many conditions on a root to count those that meet them")
        equations, count_roots = self.equations, roots_counter(document)
        points = itertools.islice(equations.points(), _OTHER_POINTS)
        inside = [equations.full_point(point) for point in points]
        scaled = (
            {**point, target: point[target] * factor}
            for point in inside[:_NEAR_POINTS]
            for target in equations.targets
            for factor in (QQ(1, 100), QQ(9, 10), QQ(11, 10), QQ(10))
        )
        witnesses: dict[tuple[int, bool], dict[str, Any]] = {}
        double = itertools.islice(self._double_roots(letter, step), 1)
        for point in itertools.chain(double, inside, scaled):
            at = {n: point[n] for n in (*equations.targets, *equations.given, *self.open)}
            try:
                witnesses.setdefault(count_roots(at), at)
            except NotShownError:
                continue
        return [
            {
                "at": {name: str(value) for name, value in at.items()},
                "admissible": count,
                "double": is_double,
            }
            for (count, is_double), at in sorted(witnesses.items(), key=lambda item: item[0])
        ]

    def _double_roots(self, letter: PolyElement, step: Step) -> Iterator[Point]:
        """Yield points of the domain at which the root is a double one."""
        if step.claim.degree(letter) < 2:
            return
        equations = self.equations
        slope = self.ground.at_moments(Quotient.of(step.claim.diff(letter)))
        points = itertools.islice(equations.points(), _TRIED_POINTS)
        for point in map(equations.with_products, points):
            for factor in (factor for factor, power in slope.powers.items() if power > 0):
                for name in sorted(Quotient.of(factor).names & set(point)):
                    if factor.degree(self.letters[name]) != 1:
                        continue
                    grade = number_at(factor.diff(self.letters[name]), point)
                    if not grade:
                        continue
                    at = {**point, name: point[name] - number_at(factor, point) / grade}
                    try:
                        targets = {t: v.at(at) for t, v in equations.read_reduced.items()}
                        inside = self.ground.domain.contains(at)
                    except NotShownError:
                        continue
                    if inside:
                        yield {**at, **targets}


def _root_of_linear(polynomial: PolyElement, letter: PolyElement) -> Quotient:
    """Solve an equation that is linear in a letter for it."""
    constant, slope = coefficients(polynomial, letter)
    return -Quotient.of(constant) / Quotient.of(slope)


def _base(factor: PolyElement) -> str:
    expression = factor.as_expr()
    variance = sympy.Symbol("variance")
    if 2 < len(factor) <= _SHORT and sympy.degree(expression, variance) == 1:
        return str(sympy.collect(expression, variance))
    return str(expression)


def _bracketed(text: str) -> str:
    """Put brackets around a sum."""
    node = ast.parse(text, mode="eval").body
    is_sum = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    return f"({text})" if is_sum or text.startswith("-") else text


def _power_product(products: Point, powers: Mapping[str, Any]) -> float:
    factors = (float(products[name]) ** float(power) for name, power in powers.items())
    return float(math.prod(factors))


def _number(value: sympy.Expr, numbers: Mapping[str, float]) -> float:
    return float(value.subs({s: numbers[s.name] for s in value.free_symbols}))
