"""Index patterns: which entries of the observed array a joint cumulant is of."""

from __future__ import annotations

import itertools
import string
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from symppm.errors import DeclarationError, NotBuiltError
from symppm.laws.partitions import relabelled
from symppm.model.declaration import Declaration
from symppm.model.nodes import Entry

MOST = 8
"""Of how many entries a joint cumulant may be; there are 4,140 ways to split eight into blocks."""

Places = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Pattern:
    """Entries of the observed array, with the same number wherever indices are equal.

    Attributes
    ----------
    places : tuple of tuple of int
        One tuple an entry, one number an axis.
    """

    places: Places

    @property
    def order(self) -> int:
        """How many entries there are."""
        return len(self.places)

    @property
    def is_connected(self) -> bool:
        """Whether entries hang together by indices that they share; else the cumulant is zero."""
        first, *others = self.places
        group = [first]
        while others:
            linked = [
                other
                for other in others
                if any(n == m for one in group for n, m in zip(one, other, strict=True))
            ]
            if not linked:
                return False
            group += linked
            others = [other for other in others if other not in linked]
        return True

    def entries(self, declaration: Declaration) -> tuple[Entry, ...]:
        """Return the entries as nodes, in the model's own letters."""
        observed = declaration.observed
        pools = [axis.pool(self.order) for axis in observed.axes]
        return tuple(
            observed.at(*(pool[n] for pool, n in zip(pools, place, strict=True)))
            for place in self.places
        )

    def words(self, declaration: Declaration) -> tuple[str, ...]:
        """Return the entries as users write them, one letter an axis: ``("ij", "il", "tj")``."""
        alphabets = letters_of(declaration)
        return tuple(
            "".join(alphabet[n] for alphabet, n in zip(alphabets, place, strict=True))
            for place in self.places
        )


def letters_of(declaration: Declaration) -> tuple[str, ...]:
    """Return single letters for the indices along each observed axis, all of them different."""
    axes = declaration.observed.axes
    reserved = {letter for axis in declaration.axes for letter in axis.letters}
    # Counted on from s, so that a third row is s and a third column n.
    letters = "snuovpwqxryz" + string.ascii_lowercase + string.ascii_uppercase
    spare = [letter for letter in dict.fromkeys(letters) if letter not in reserved]
    heads = [[letter for letter in axis.letters if len(letter) == 1] for axis in axes]
    by_axis = list(heads)
    for n in range(MOST * len(axes)):
        place = n % len(axes)
        if len(by_axis[place]) < MOST and spare:
            by_axis[place].append(spare.pop(0))
    return tuple("".join(letters) for letters in by_axis)


def pattern_of(declaration: Declaration, words: Sequence[str]) -> Pattern:
    """Read entries, in the order and with the letters in which a pattern is usually written."""
    dims = declaration.observed.dims
    (example,) = Pattern(((0,) * len(dims),)).words(declaration)
    if isinstance(words, str) or not words or not all(isinstance(word, str) for word in words):
        raise DeclarationError(
            f"the entries {words!r}",
            expected=f"one word or more of {len(dims)} letters, for " + ", ".join(dims),
            do=f'Write, for example, cumulant("{example}", "{example}").',
        )
    for word in words:
        if len(word) != len(dims) or not word.isalpha():
            raise DeclarationError(
                f"the entry {word!r}",
                expected=f"{len(dims)} letters, one for each of " + ", ".join(dims),
                do=f'Write an entry as in "{example}"; equal letters mean equal indices.',
            )
    columns = [set(column) for column in zip(*words, strict=True)]
    for one, two in itertools.combinations(range(len(dims)), 2):
        if shared := sorted(columns[one] & columns[two]):
            raise DeclarationError(
                f"the letter {shared[0]!r} along {dims[one]} and along {dims[two]}",
                expected="different letters along different axes",
                do="Use another letter for one of the two; only equal indices share a letter.",
            )
    if len(words) > MOST:
        raise NotBuiltError(
            f"a joint cumulant of {len(words)} entries",
            expected=f"at most {MOST}",
            do="Ask for a cumulant of a lower order.",
        )
    return Pattern(_usual(words, fixed=bool(declaration.known)))


def _usual(words: Sequence[str], *, fixed: bool) -> Places:
    # Known arrays make indices different from each other: then the order stays.
    return _in_order(words) if fixed else numbered(words)


def numbered(words: Sequence[Sequence[Hashable]]) -> Places:
    """Order entries so that numbering their indices by first occurrence gives the least numbers.

    Two sets of entries with the same pattern get the same numbers.
    """
    return min(_in_order(order) for order in set(itertools.permutations(words)))


def _in_order(words: Sequence[Sequence[Hashable]]) -> Places:
    return tuple(zip(*map(relabelled, zip(*words, strict=True)), strict=True))


def words_of(declaration: Declaration, entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return entries of the observed variable as users write them, in the usual order."""
    pools = [axis.pool(2 * MOST) for axis in declaration.observed.axes]
    places = (
        tuple(pool.index(letter) for pool, letter in zip(pools, entry.indices, strict=True))
        for entry in entries
    )
    return Pattern(tuple(sorted(places))).words(declaration)
