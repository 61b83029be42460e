"""Signs of rational functions on a domain, and what follows from others being positive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sympy import QQ
from sympy.polys.rings import PolyElement, PolyRing

from symppm.solve.quotients import Point, Quotient, need, read

_MOST_TERMS = 300


class Bound(NamedTuple):
    """``slope * name + rest > 0``, where the slope is 1 or -1."""

    name: str
    slope: int = 1
    rest: Any = 0

    @property
    def text(self) -> str:
        """What is positive."""
        if not self.rest:
            return self.name if self.slope == 1 else f"-{self.name}"
        if self.slope == -1:
            return f"{self.rest} - {self.name}"
        return f"{self.name} {'-' if self.rest < 0 else '+'} {abs(self.rest)}"


class Domain:
    """Where unknowns and what is given may be, and which functions have one sign there."""

    def __init__(
        self,
        ring: PolyRing,
        bounds: Iterable[Bound],
        real: Iterable[str] = (),
        positive: Sequence[Quotient] = (),
    ) -> None:
        self.bounds: dict[str, list[Bound]] = {}
        for bound in bounds:
            self.bounds.setdefault(bound.name, []).append(bound)
        self.real = frozenset(real)
        self.restricting = positive
        self._moves = {name: self._moved(read(name, ring), name) for name in self.bounds}
        self._known: dict[PolyElement, int] = {}
        for value in positive:
            self._known |= self._single(value.put(self._moves))

    def limits(self, name: str) -> tuple[Any, Any]:
        """Return between which numbers something is; None where there is no limit."""
        bounds = self.bounds.get(name, ())
        low = max((-bound.rest for bound in bounds if bound.slope == 1), default=None)
        high = min((bound.rest for bound in bounds if bound.slope == -1), default=None)
        need(low is None or high is None or low < high, f"{name} has an empty range")
        return low, high

    def _moved(self, letter: Quotient, name: str) -> Quotient:
        """Write what is bounded by a positive name: x > 2 as x + 2, 0 < p < 1 as 1/(1 + p)."""
        low, high = self.limits(name)
        if low is None:
            return Quotient.of(high) - letter
        if high is None:
            return letter + Quotient.of(low)
        return Quotient.of(low) + Quotient.of(high - low) / (Quotient.of(1) + letter)

    def _single(self, value: Quotient) -> dict[PolyElement, int]:
        """Return the one factor on which the sign of what is positive hangs, and its sign."""
        signs = {p: self._part_sign(p, n) for p, n in value.powers.items()}
        unclear = [part for part, sign_of_part in signs.items() if sign_of_part is None]
        need(len(unclear) <= 1, "a restriction of the domain is a product of two")
        sign = 1 if value.number > 0 else -1
        for sign_of_part in filter(None, signs.values()):
            need(not sign_of_part[1], "a restriction of the domain turns with a sign")
            sign *= sign_of_part[0]
        return {part: sign for part in unclear if value.powers[part] % 2}

    def sign(self, value: Quotient) -> tuple[int, frozenset[str]] | None:
        """Return the sign on the whole domain, and the names of any sign that turn it.

        None where it is not shown to be of one sign: coefficients of both signs are left, even
        with every bound moved to zero.
        """
        if max(map(len, value.powers), default=0) > _MOST_TERMS:
            return None
        moved = value.put(self._moves)
        if not moved.number:
            return None
        sign, turning = (1 if moved.number > 0 else -1), frozenset[str]()
        for part, power in moved.powers.items():
            part_sign = self._part_sign(part, power)
            if part_sign is None:
                return None
            sign, turning = sign * part_sign[0], turning ^ part_sign[1]
        return sign, turning

    def _part_sign(self, part: PolyElement, power: int) -> tuple[int, frozenset[str]] | None:
        """Return the sign of a power of a polynomial whose names have been moved."""
        if part in self._known:
            return self._known[part] if power % 2 else 1, frozenset()
        names = Quotient(QQ(1), {part: 1}).names
        if names & self.real:
            return None
        if len(part) == 1:
            return 1, frozenset(n for n in names if n not in self.bounds and power % 2)
        free = [n for n, s in enumerate(part.ring.symbols) if s.name not in self.bounds]
        signs = {coefficient > 0 for coefficient in part.coeffs()}
        if len(signs) > 1 or any(m[n] % 2 for m in part.monoms() for n in free):
            return None
        return (-1 if False in signs and power % 2 else 1), frozenset()

    def is_positive(self, value: Quotient) -> bool:
        """Tell whether a function is shown to be positive on the whole domain."""
        return self.sign(value) == (1, frozenset())

    def contains(self, point: Point) -> bool:
        """Tell whether a point of everything is inside."""
        return all(
            slope * point[name] + rest > 0
            for listed in self.bounds.values()
            for name, slope, rest in listed
        ) and all(value.at(point) > 0 for value in self.restricting)


class Facts:
    """What is known to be positive, and what follows from that by multiplying."""

    def __init__(self) -> None:
        self._rows: list[tuple[frozenset[PolyElement], int]] = []
        self.nonzero: set[PolyElement] = set()

    def learn(self, value: Quotient) -> None:
        """Take a function as positive."""
        self.nonzero |= set(value.powers)
        odd, sign = self._left(value)
        if odd:
            self._rows.append((odd, sign))

    def _left(self, value: Quotient) -> tuple[frozenset[PolyElement], int]:
        """Divide out what is positive; return what is left of odd powers, and a sign."""
        odd = frozenset(part for part, n in value.powers.items() if n % 2)
        sign = 1 if value.number > 0 else -1
        for known, other in self._rows:
            if min(known, key=str) in odd:
                odd, sign = odd ^ known, sign * other
        return odd, sign

    def follows(self, value: Quotient) -> bool:
        """Tell whether a function is positive because of what is known."""
        powers = {p: n for p, n in value.powers.items() if not self._is_plain(p)}
        rest = Quotient(value.number, powers)
        inside = bool(rest.number) and set(powers) <= self.nonzero
        return inside and self._left(rest) == (frozenset(), 1)

    def _is_plain(self, part: PolyElement) -> bool:
        """Tell whether a polynomial is a sum of products of what is positive by itself."""
        used = (g for g, n in zip(part.ring.gens, part.degrees(), strict=True) if n)
        return all(coefficient > 0 for coefficient in part.coeffs()) and all(
            letter in self.nonzero and self._left(Quotient.of(letter)) == (frozenset(), 1)
            for letter in used
        )
