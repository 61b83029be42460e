"""Equations made triangular by pseudo-division, every step with its cofactors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sympy.polys.rings import PolyElement

from symppm.laws.collecting import factors_of
from symppm.solve.quotients import NotShownError, coefficients, need

# Of an equation: the longest in the catalogue has 42, so one that grows past this is given up.
_MOST_TERMS = 250
_MOST_STEPS = 60


@dataclass(frozen=True)
class Step:
    """``times * claim = sum of cofactor * earlier claim``, and the claim is zero.

    Attributes
    ----------
    name : str
        What later steps call it.
    claim, times : PolyElement
        A polynomial that vanishes, and what multiplies it in the combination.
    cofactors : mapping of str to PolyElement
        By earlier step; empty where the claim holds because the moments are put in.
    because : str
        What is done, for readers.
    """

    name: str
    claim: PolyElement
    times: PolyElement
    cofactors: Mapping[str, PolyElement]
    because: str


@dataclass
class Triangle:
    """Steps, and what is read from the last of them.

    Attributes
    ----------
    steps : list of Step
        In order.
    solved : list of tuple
        A letter and the step that is linear in it, those that others need first.
    root : tuple or None
        The letter that is a root, and the step that is its equation.
    constraints : list of Step
        In which no letter is left.
    """

    steps: list[Step] = field(default_factory=list)
    solved: list[tuple[PolyElement, Step]] = field(default_factory=list)
    root: tuple[PolyElement, Step] | None = None
    constraints: list[Step] = field(default_factory=list)


@dataclass(frozen=True)
class Tests:
    """What the elimination asks of a polynomial.

    Attributes
    ----------
    vanishes : callable
        Whether it is zero wherever targets are the moments.
    sign : callable
        1 or -1 where it is shown never to be zero, else 0.
    is_turned : callable
        Whether a claim reads better with the other sign.
    """

    vanishes: Callable[[PolyElement], bool]
    sign: Callable[[PolyElement], int]
    is_turned: Callable[[PolyElement], bool]


def triangle(
    start: Sequence[tuple[str, PolyElement]], letters: Sequence[PolyElement], tests: Tests
) -> Triangle:
    """Eliminate one letter after another, the last one last."""
    work = _Work(Triangle(), tests)
    active = [work.begun(because, claim) for because, claim in start]
    left = list(letters)
    chosen: list[tuple[PolyElement, Step]] = []
    while True:
        work.found.constraints += [s for s in active if not _held(s.claim, left)]
        active = [s for s in active if _held(s.claim, left)]
        if not active:
            break
        pick = next(_linear(active, left, tests), None)
        if pick is None:
            present = [x for x in left if any(s.claim.degree(x) > 0 for s in active)]
            if len(active) == 1 and len(present) == 1:
                work.found.root = (present[0], active[0])
                break
            active = work.lowered(active, present)
            continue
        letter, pivot = pick
        active = [
            s if s.claim.degree(letter) <= 0 else work.divided(s, pivot, letter)
            for s in active
            if s is not pivot
        ]
        active = [s for s in active if s.claim]
        left.remove(letter)
        chosen.append((letter, pivot))
    for letter, step in reversed(chosen):
        final = step
        if work.found.root is None:
            for other, known in work.found.solved:
                if final.claim.degree(other) > 0:
                    final = work.divided(final, known, other)
        work.found.solved.append((letter, final))
    return work.found


@dataclass
class _Work:
    found: Triangle
    tests: Tests

    def begun(self, because: str, claim: PolyElement) -> Step:
        """Add an equation as the moments say it."""
        return self._added(claim.primitive()[1], claim.ring.one, {}, because)

    def divided(self, step: Step, by: Step, letter: PolyElement) -> Step:
        """Put one step into another: the rest after pseudo-division."""
        times, quotient, rest = pseudo_division(step.claim, by.claim, letter)
        because = f"{by.name} put into {step.name}"
        if not rest:
            return Step("", rest, rest, {}, because)
        claim, factor = self._essential(rest)
        cofactors = {step.name: times, by.name: -quotient}
        common = factor
        for each in cofactors.values():
            common = common.gcd(each)
        if common != 1:
            factor, cofactors = factor.exquo(common), _over(cofactors, common)
        return self._added(claim, factor, cofactors, because)

    def lowered(self, active: Sequence[Step], present: Sequence[PolyElement]) -> list[Step]:
        """Divide the higher of two steps by the lower, in a letter that both have."""
        best: tuple[tuple[int, ...], PolyElement, Step, Step] | None = None
        for rank, letter in enumerate(present):
            both = [s for s in active if s.claim.degree(letter) > 0]
            both.sort(key=lambda s: (s.claim.degree(letter), len(s.claim)))
            if len(both) < 2:
                continue
            low, high = both[0], both[1]
            last = int(letter == present[-1] and len(present) > 1)
            cost = (last, high.claim.degree(letter), len(low.claim) * len(high.claim), rank)
            if best is None or cost < best[0]:
                best = (cost, letter, low, high)
        if best is None:
            raise NotShownError("several unknowns are left in one equation")
        _, letter, low, high = best
        made = self.divided(high, low, letter)
        rest = [s for s in active if s is not high]
        return [*rest, made] if made.claim else rest

    def _essential(self, rest: PolyElement) -> tuple[PolyElement, PolyElement]:
        """Split a rest into the factor that vanishes with the moments put in, and the others."""
        need(len(rest) <= _MOST_TERMS, "an equation grew too long to be factored")
        factors = [factor for factor, _ in factors_of(rest)[1]]
        for factor in factors:
            if self.tests.vanishes(factor):
                claim = factor.primitive()[1]
                return claim, rest.exquo(claim)
        raise NotShownError("an equation does not hold at the moments")

    def _added(
        self,
        claim: PolyElement,
        times: PolyElement,
        cofactors: Mapping[str, PolyElement],
        because: str,
    ) -> Step:
        for step in self.found.steps:
            if step.claim in (claim, -claim):
                return step
        if self.tests.is_turned(claim):
            claim, times = -claim, -times
        if cofactors and self.tests.sign(times) < 0:
            times, cofactors = -times, {name: -each for name, each in cofactors.items()}
        need(len(self.found.steps) < _MOST_STEPS, "too many steps are needed")
        if cofactors and not self.tests.sign(times):
            cofactors = {}  # what was divided by may vanish: then the moments are put in
        step = Step(f"S{len(self.found.steps) + 1}", claim, times, cofactors, because)
        self.found.steps.append(step)
        return step


def _over(cofactors: Mapping[str, PolyElement], common: PolyElement) -> dict[str, PolyElement]:
    return {name: each.exquo(common) for name, each in cofactors.items()}


def _held(claim: PolyElement, letters: Sequence[PolyElement]) -> list[PolyElement]:
    return [letter for letter in letters if claim.degree(letter) > 0]


def _linear(
    active: Sequence[Step], left: Sequence[PolyElement], tests: Tests
) -> Iterator[tuple[PolyElement, Step]]:
    """Yield a letter and a step that is linear in it, the cheapest first, the last letter last."""
    present = [x for x in left if any(s.claim.degree(x) > 0 for s in active)]
    found = []
    for place, step in enumerate(active):
        for rank, letter in enumerate(present):
            if step.claim.degree(letter) != 1:
                continue
            slope = step.claim.diff(letter)
            rest = step.claim - slope * letter
            if not rest:
                continue
            last = int(letter == present[-1] and len(present) > 1)
            steep = sum(max(slope.degree(x), 0) for x in present)
            cost = (last, steep, len(slope) + len(rest), rank, place)
            found.append((cost, letter, step, slope))
    for _, letter, step, slope in sorted(found, key=lambda each: each[0]):
        if tests.sign(slope):
            yield letter, step


def pseudo_division(
    polynomial: PolyElement, by: PolyElement, letter: PolyElement
) -> tuple[PolyElement, PolyElement, PolyElement]:
    """Return times, quotient and rest: ``times * polynomial = quotient * by + rest``."""
    ring = polynomial.ring
    times, quotient, rest = ring.one, ring.zero, polynomial
    degree = by.degree(letter)
    lead = coefficients(by, letter)[-1]
    while rest and rest.degree(letter) >= degree:
        top = coefficients(rest, letter)[-1]
        common = lead.gcd(top)
        scale, part = lead.exquo(common), top.exquo(common)
        part *= letter ** (rest.degree(letter) - degree)
        times, quotient = scale * times, scale * quotient + part
        rest = scale * rest - part * by
        need(len(rest) <= _MOST_TERMS, "an equation grew too long")
    return times, quotient, rest
