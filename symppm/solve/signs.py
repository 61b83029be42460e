"""Signs of rational functions on a domain, and what follows from others being positive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from sympy.polys.rings import PolyElement, PolyRing

from symppm.solve.quotients import Quotient, Reader, need


class Domain:
    """Where unknowns and what is given may be, and which functions have one sign there."""

    def __init__(
        self,
        reader: Reader,
        bounds: Sequence[str],
        names: Iterable[str],
        real: Iterable[str] = (),
        positive: Iterable[str] = (),
    ) -> None:
        self.reader = reader
        self.real = frozenset(real)
        self._known: dict[PolyElement, int] = {}
        self.bounds: dict[str, list[tuple[int, Fraction]]] = {}
        for text in bounds:
            value = reader.expanded(reader.read(text, names))
            (name,) = reader.used(reader.of(value))
            slope, rest = value.coeff(reader.letters[name]), Fraction(str(value.coeff(1)))
            need(value == slope * reader.letters[name] + value.coeff(1), f"{text} is not linear")
            need(slope in (1, -1), f"{text} has another slope than 1 or -1")
            self.bounds.setdefault(name, []).append((int(slope), rest))
        self._moves = {name: self._moved(name) for name in self.bounds}
        self.restricting = [reader.read(text, names) for text in positive]
        for value in self.restricting:
            for part, sign in self._single(reader.put(value, self._moves)):
                self._known[part] = sign

    def _single(self, value: Quotient) -> list[tuple[PolyElement, int]]:
        """Return the one factor on which the sign of what is positive hangs, and its sign."""
        unclear = [(p, n) for p, n in value.powers.items() if self._part_sign(p, n) is None]
        need(len(unclear) <= 1, "a restriction of the domain is a product of two")
        sign = 1 if value.number > 0 else -1
        for part, power in value.powers.items():
            found = self._part_sign(part, power)
            sign *= found[0] if found else 1
            need(found is None or not found[1], "a restriction of the domain turns with a sign")
        return [(part, sign) for part, power in unclear if power % 2]

    def _moved(self, name: str) -> Quotient:
        """Write what is bounded by a positive name: x > 2 as x + 2, 0 < p < 1 as 1/(1 + p)."""
        reader, listed = self.reader, self.bounds[name]
        letter = reader.letter(name)
        lower = [-rest for slope, rest in listed if slope == 1]
        upper = [rest for slope, rest in listed if slope == -1]
        if lower and upper:
            low, high = max(lower), min(upper)
            need(low < high, f"{name} has an empty range")
            width = reader.constant(high - low)
            return reader.add(
                reader.constant(low), width * reader.add(reader.constant(1), letter) ** -1
            )
        if lower:
            return reader.add(letter, reader.constant(max(lower)))
        return reader.minus(reader.constant(min(upper)), letter)

    def sign(self, value: Quotient) -> tuple[int, frozenset[str]] | None:
        """Return the sign on the whole domain, and the names of any sign that turn it.

        None where it is not shown to be of one sign: coefficients of both signs are left, even
        with every bound moved to zero.
        """
        moved = self.reader.put(value, self._moves)
        if not moved.number:
            return None
        sign, turning = (1 if moved.number > 0 else -1), frozenset[str]()
        for part, power in moved.powers.items():
            found = self._part_sign(part, power)
            if found is None:
                return None
            sign, turning = sign * found[0], turning ^ found[1]
        return sign, turning

    def _part_sign(self, part: PolyElement, power: int) -> tuple[int, frozenset[str]] | None:
        """Return the sign of a power of a polynomial whose names have been moved."""
        if part in self._known:
            return self._known[part] ** power, frozenset()
        names = self.reader.used(Quotient(Fraction(1), {part: 1}))
        if names & self.real:
            return None
        free = [n for n, name in enumerate(self.reader.names) if name not in self.bounds]
        if len(part) == 1:
            return 1, frozenset(n for n in names if n not in self.bounds and power % 2)
        signs = {coefficient > 0 for coefficient in part.coeffs()}
        if len(signs) > 1 or any(m[n] % 2 for m in part.monoms() for n in free):
            return None
        return (-1 if False in signs and power % 2 else 1), frozenset()

    def is_positive(self, value: Quotient) -> bool:
        """Tell whether a function is shown to be positive on the whole domain."""
        return self.sign(value) == (1, frozenset())

    def contains(self, point: Mapping[str, Fraction]) -> bool:
        """Tell whether a point is inside."""
        return all(
            slope * point[name] + rest > 0
            for name, listed in self.bounds.items()
            for slope, rest in listed
            if name in point
        ) and all(
            self.reader.at(value, point) > 0
            for value in self.restricting
            if self.reader.used(value) <= set(point)
        )


class Facts:
    """What is known to be positive, and what follows from that by multiplying."""

    def __init__(self) -> None:
        self._rows: list[tuple[frozenset[PolyElement], int]] = []
        self.nonzero: set[PolyElement] = set()

    def learn(self, value: Quotient) -> None:
        """Take a function as positive."""
        self.nonzero |= set(value.powers)
        odd, sign = self._reduced(value.odd, 1 if value.number > 0 else -1)
        if odd:
            self._rows.append((odd, sign))

    def _reduced(
        self, odd: frozenset[PolyElement], sign: int
    ) -> tuple[frozenset[PolyElement], int]:
        for known, other in self._rows:
            if min(known, key=str) in odd:
                odd, sign = odd ^ known, sign * other
        return odd, sign

    def follows(self, value: Quotient) -> bool:
        """Tell whether a function is positive because of what is known."""
        if not value.number:
            return False
        rest = {p: n for p, n in value.powers.items() if not self._is_plain(p)}
        if not set(rest) <= self.nonzero:
            return False
        odd = frozenset(part for part, n in rest.items() if n % 2)
        return self._reduced(odd, 1 if value.number > 0 else -1) == (frozenset(), 1)

    def is_nonzero(self, value: Quotient) -> bool:
        """Tell whether a function cannot vanish because of what is known."""
        parts = [part for part in value.powers if not self._is_plain(part)]
        return bool(value.number) and set(parts) <= self.nonzero

    def _is_plain(self, part: PolyElement) -> bool:
        """Tell whether a polynomial is a sum of products of what is positive by itself."""
        used = {
            s.name
            for s, powers in zip(part.ring.symbols, zip(*part.monoms(), strict=True), strict=True)
            if any(powers)
        }
        alone = all(self._is_positive(part.ring, name) for name in used)
        return alone and all(coefficient > 0 for coefficient in part.coeffs())

    def _is_positive(self, made: PolyRing, name: str) -> bool:
        letter = made.gens[[s.name for s in made.symbols].index(name)]
        return letter in self.nonzero and self._reduced(frozenset([letter]), 1) == (frozenset(), 1)
