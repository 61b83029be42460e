"""Equations made triangular by pseudo-division, every step with its cofactors."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sympy.polys.rings import PolyElement

from symppm.laws.collecting import factors_of
from symppm.solve.equations import Equations
from symppm.solve.polynomials import coefficients
from symppm.solve.quotients import NotShownError, Quotient, need, number_at
from symppm.solve.signs import Bound, Domain
from symppm.solve.system import System

# Of an equation, before it is factored: one that grows past this is given up.
_MOST_TERMS = 600
_MOST_STEPS = 60
_MOST_ORDERS = 12
# Degree of an equation that has formulas.
_CLOSED = 2
_SAMPLES = 8


class Ground:
    """What is known of polynomials in products and targets, where the targets are the moments."""

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        self._begin()

    def _begin(self) -> None:
        equations = self.equations
        points = itertools.islice(equations.points(), _SAMPLES)
        self.samples = [equations.full_point(point) for point in points]
        levels = [n for n, p in equations.products.items() if set(p) & set(equations.real)]
        self.domain = Domain(
            equations.ring, equations.product_bounds(), [*levels, *equations.real],
            equations.positive,
        )  # fmt: skip
        self._signs: dict[PolyElement, tuple[int, frozenset[str]] | None] = {}

    def sign(self, factor: PolyElement) -> tuple[int, frozenset[str]] | None:
        """Return the sign on the domain, and what turns it, if it is of one sign."""
        if factor not in self._signs:
            # Of both signs at a few points: that is quicker to find than no sign at all.
            several = len({number_at(factor, sample) > 0 for sample in self.samples}) > 1
            sign = None if several else self.domain.sign(self.at_moments(Quotient.of(factor)))
            if sign is None and self._assume(factor):
                return self.sign(factor)
            self._signs[factor] = sign
        return self._signs[factor]

    def at_moments(self, value: Quotient) -> Quotient:
        """Put the moments in for the targets."""
        return value.put(self.equations.read_reduced)

    def _assume(self, factor: PolyElement) -> bool:
        """Restrict what is given where a factor in it alone would vanish: trials > 1."""
        equations = self.equations
        for part, _ in factors_of(factor)[1]:
            names = Quotient.of(part).names
            if len(names) != 1 or not names <= set(equations.given):
                continue
            (name,) = names
            parts = coefficients(part, equations.letters[name])
            if len(parts) == 2 and self.domain.sign(Quotient.of(part)) is None:
                rest, slope = (part.coeff(1) for part in parts)
                equations.assumed.append(Bound(name, 1, rest / slope))
                equations.bounds = [bound for bound in equations.bounds if bound != Bound(name)]
                self._begin()
                return True
        return False

    def sign_of(self, polynomial: PolyElement) -> int:
        """Return 1 or -1 where a polynomial never vanishes, factor by factor, else 0."""
        content, factors = factors_of(polynomial)
        total = 1 if content > 0 else -1
        for factor, power in factors:
            sign = self.sign(factor)
            total *= 0 if sign is None else sign[0] ** power
        return total

    def vanishes(self, polynomial: PolyElement) -> bool:
        """Tell whether a polynomial is zero at the samples."""
        return not any(number_at(polynomial, sample) for sample in self.samples)

    def is_turned(self, claim: PolyElement) -> bool:
        """Tell whether a claim that is linear in a product reads better with the other sign."""
        letters = (self.equations.letters[name] for name in self.equations.products)
        slopes = (claim.diff(letter) for letter in letters if claim.degree(letter) == 1)
        signs = [sign for sign in map(self.sign_of, slopes) if sign]
        return bool(signs) and signs[-1] < 0


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

    def holds(self, letter: PolyElement) -> bool:
        """Tell whether a letter occurs in it."""
        return bool(self.claim.degree(letter) > 0)


@dataclass
class Triangle:
    """Steps, and what is read from the last of them.

    Attributes
    ----------
    ground : Ground
        Tells which polynomials vanish, and which never do.
    steps : list of Step
        In order.
    solved : list of tuple
        A letter and the step that is linear in it, those that others need first.
    root : tuple or None
        The letter that is a root, and the step that is its equation.
    constraints : list of Step
        In which no letter is left.
    open : list of PolyElement
        Letters that the equations leave open.
    """

    ground: Ground
    steps: list[Step] = field(default_factory=list)
    solved: list[tuple[PolyElement, Step]] = field(default_factory=list)
    root: tuple[PolyElement, Step] | None = None
    constraints: list[Step] = field(default_factory=list)
    open: list[PolyElement] = field(default_factory=list)

    def divided(self, step: Step, by: Step, letter: PolyElement) -> Step:
        """Put one step into another: the rest after pseudo-division."""
        times, quotient, remainder = pseudo_division(step.claim, by.claim, letter)
        because = f"{by.name} put into {step.name}"
        if not remainder:
            return Step("", remainder, remainder, {}, because)
        claim = self._vanishing(remainder)
        factor, cofactors = remainder.exquo(claim), {step.name: times, by.name: -quotient}
        common = factor
        for cofactor in cofactors.values():
            common = common.gcd(cofactor)
        cofactors = {name: cofactor.exquo(common) for name, cofactor in cofactors.items()}
        return self.added(claim, factor.exquo(common), cofactors, because)

    def _vanishing(self, rest: PolyElement) -> PolyElement:
        """Return the factor of a rest that vanishes with the moments put in."""
        need(len(rest) <= _MOST_TERMS, "an equation of the elimination is too long to be factored")
        for factor, _ in factors_of(rest)[1]:
            if self.ground.vanishes(factor):
                return factor.primitive()[1]
        raise NotShownError("an equation does not hold at the moments")

    def lowered(self, active: Sequence[Step], present: Sequence[PolyElement]) -> list[Step]:
        """Divide the higher of two steps by the lower, in a letter that both have."""
        pairs: list[tuple[tuple[int, ...], PolyElement, Step, Step]] = []
        for rank, letter in enumerate(present):
            both = [step for step in active if step.holds(letter)]
            both.sort(key=lambda s, x=letter: (s.claim.degree(x), len(s.claim)))  # type: ignore[misc]
            if len(both) > 1:
                low, high = both[:2]
                last = int(letter == present[-1] and len(present) > 1)
                size = len(low.claim) * len(high.claim)
                pairs.append(((last, high.claim.degree(letter), size, rank), letter, low, high))
        need(pairs, "several unknowns are left in one equation")
        _, letter, low, high = min(pairs, key=lambda pair: pair[0])
        lowered = self.divided(high, low, letter)
        others = [step for step in active if step is not high]
        return [*others, lowered] if lowered.claim else others

    @property
    def degree(self) -> int:
        """The degree of the last equation in the power of the root that it is about."""
        if self.root is None:
            return 0
        present = [
            n for n, part in enumerate(coefficients(self.root[1].claim, self.root[0])) if part
        ]
        return max(present) // math.gcd(*present)

    def put_back(self) -> Triangle:
        """Return it with what is solved by steps without other letters, unless there is a root."""
        result = replace(self, steps=list(self.steps), solved=[])
        for letter, step in self.solved:
            for other, known in () if self.root else tuple(result.solved):
                if step.holds(other):
                    step = result.divided(step, known, other)  # noqa: PLW2901
            result.solved.append((letter, step))
        return result

    def added(
        self,
        claim: PolyElement,
        times: PolyElement,
        cofactors: Mapping[str, PolyElement],
        because: str,
    ) -> Step:
        """Add a step, unless it is there."""
        for step in self.steps:
            if step.claim in (claim, -claim):
                return step
        if self.ground.is_turned(claim):
            claim, times = -claim, -times
        if cofactors and self.ground.sign_of(times) < 0:
            times, cofactors = -times, {name: -cofactor for name, cofactor in cofactors.items()}
        need(len(self.steps) < _MOST_STEPS, "the elimination of unknowns takes too many steps")
        if cofactors and not self.ground.sign_of(times):
            cofactors = {}  # what was divided by may vanish: then the moments are put in
        step = Step(f"S{len(self.steps) + 1}", claim, times, cofactors, because)
        self.steps.append(step)
        return step

    def pivots(
        self, active: Sequence[Step], left: Sequence[PolyElement]
    ) -> Iterator[tuple[PolyElement, Step]]:
        """Yield a letter and a step linear in it, the cheapest first, the last letter last."""
        present = [letter for letter in left if any(step.holds(letter) for step in active)]
        candidates = []
        for place, step in enumerate(active):
            for rank, letter in enumerate(present):
                if step.claim.degree(letter) != 1:
                    continue
                rest, slope = coefficients(step.claim, letter)
                if rest:
                    last = int(letter == present[-1] and len(present) > 1)
                    steep = sum(max(slope.degree(x), 0) for x in present)
                    cost = (last, steep, len(slope) + len(rest), rank, place)
                    candidates.append((cost, letter, step, slope))
        for _, letter, step, slope in sorted(candidates, key=lambda entry: entry[0]):
            if self.ground.sign_of(slope):
                yield letter, step

    def square(
        self, active: Sequence[Step], left: Sequence[PolyElement]
    ) -> tuple[PolyElement, Step] | None:
        """Return a positive letter of which all steps have even powers, and the shortest step."""
        for letter in left:
            steps = [step for step in active if step.holds(letter)]
            odd = (part for step in steps for part in coefficients(step.claim, letter)[1::2])
            if len(steps) > 1 and self.ground.equations.ranges[str(letter)] and not any(odd):
                low = [step for step in steps if step.claim.degree(letter) == 2]
                if low:
                    return letter, min(low, key=lambda step: len(step.claim))
        return None


@functools.lru_cache(maxsize=64)
def eliminate(system: System) -> Triangle:
    """Make the moment equations of a system triangular.

    Raises
    ------
    NotShownError
        If it takes too long, or the moments are not rational.
    """
    ground = Ground(Equations(system))
    equations = ground.equations
    start = list(equations.claims())
    sizes = [size.name for size in system.declaration.sizes]
    names = list(equations.products)
    if len(names) > len(start):  # what is left open is a hyperparameter rather than a product
        names.sort(key=lambda n: n in equations.unknowns)
    candidates: list[Triangle] = []
    complaints: list[NotShownError] = []
    # Which unknown is kept to the end is tried out, the sizes first.
    last_ones = sorted(names, key=lambda n: n not in sizes)[:_MOST_ORDERS]
    for squares, last in itertools.product((False, True), last_ones):
        order = [equations.letters[n] for n in (*(n for n in names if n != last), last)]
        try:
            candidate = triangle(start, order, ground, squares=squares)
        except NotShownError as error:
            complaints.append(error)
            continue
        if candidate.degree <= _CLOSED:
            return candidate
        candidates.append(candidate)
    if candidates:
        return candidates[0]
    raise complaints[0] if complaints else NotShownError("nothing is unknown")


def triangle(
    start: Sequence[tuple[str, PolyElement]],
    letters: Sequence[PolyElement],
    ground: Ground,
    *,
    squares: bool = False,
) -> Triangle:
    """Eliminate one letter after another, the last one last; if need be, by its square."""
    result = Triangle(ground)
    one = ground.equations.ring.one
    active = [result.added(claim.primitive()[1], one, {}, because) for because, claim in start]
    remaining = list(letters)
    pivots: list[tuple[PolyElement, Step]] = []
    while True:
        result.constraints += [s for s in active if not any(map(s.holds, remaining))]
        active = [s for s in active if any(map(s.holds, remaining))]
        if not active:
            break
        pick = next(result.pivots(active, remaining), None)
        pick = result.square(active, remaining) if pick is None and squares else pick
        if pick is None:
            present = [x for x in remaining if any(s.holds(x) for s in active)]
            if len(active) == 1 and len(present) == 1:
                result.root = (present[0], active[0])
                break
            before = len(result.steps), len(active)
            active = result.lowered(active, present)
            # A step that is there already leads round and round.
            need(
                before != (len(result.steps), len(active)),
                "the elimination of unknowns comes back to equations that it had",
            )
            continue
        letter, pivot = pick
        others = (s for s in active if s is not pivot)
        put = [result.divided(s, pivot, letter) if s.holds(letter) else s for s in others]
        active = [s for s in put if s.claim]
        remaining.remove(letter)
        pivots.append((letter, pivot))
    result.open = [x for x in remaining if result.root is None or x != result.root[0]]
    result.solved = pivots[::-1]
    return result


def pseudo_division(
    polynomial: PolyElement, by: PolyElement, letter: PolyElement
) -> tuple[PolyElement, PolyElement, PolyElement]:
    """Return times, quotient and rest: ``times * polynomial = quotient * by + rest``.

    They are kept as small as can be, which those of SymPy are not.
    """
    times, quotient, rest = polynomial.ring.one, polynomial.ring.zero, polynomial
    degree = by.degree(letter)
    lead = by.coeff_wrt(letter, degree)
    while rest and rest.degree(letter) >= degree:
        top = rest.coeff_wrt(letter, rest.degree(letter))
        common = lead.gcd(top)
        scale, part = lead.exquo(common), top.exquo(common)
        part *= letter ** (rest.degree(letter) - degree)
        times, quotient = scale * times, scale * quotient + part
        rest = scale * rest - part * by
        need(len(rest) <= _MOST_TERMS, "an equation of the elimination is too long")
    return times, quotient, rest
