"""The cycle cumulant of the interaction, in joint cumulants of distinct entries.

Rows and columns of an array are exchangeable, and entries are independent given all that rows and
columns have. Then an entry is its mean plus a part of its row, a part of its column and a rest::

    Y_ij = mu + A_i + B_j + Z_ij,    A_i = E[Y_ij | row i] - mu,    B_j = E[Y_ij | column j] - mu,

and Z has mean zero given its row, and given its column. The cycle is E[Z_ij Z_il Z_tj Z_tl].
Conditioning on a row alone is the same as drawing the column anew: each of the four factors is
Y_ij - Y_ij' - Y_i'j + Y_i'j' in expectation, all primed indices different from each other and from
the rest. This module multiplies that out.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from symppm.errors import TargetError
from symppm.laws.partitions import cumulant_weight, set_partitions
from symppm.laws.patterns import Pattern, Places, numbered
from symppm.model.declaration import Declaration

CYCLE_PLACES: Final[Places] = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Two rows and two columns, every entry once."""

Averaged = tuple[bool, bool]
AVERAGES: Final[tuple[Averaged, ...]] = ((False, False), (False, True), (True, False), (True, True))
"""Over rows and over columns: what may be taken of an entry is itself, or such an average."""

Product = tuple[Places, ...]
"""Joint cumulants that are multiplied, each by its pattern; the empty product is zero."""


def expanded_cycle() -> Iterator[tuple[tuple[Averaged, ...], int, tuple[Product, ...]]]:
    """Yield the 256 products that the four factors of the cycle multiply out to.

    Each with what is taken of every entry, its sign, and its expectation as a sum of products of
    joint cumulants of centred entries; those that are zero are left out.
    """
    for taken in itertools.product(AVERAGES, repeat=4):
        places = tuple(
            tuple(2 + number if away else place for away, place in zip(over, entry, strict=True))
            for number, (over, entry) in enumerate(zip(taken, CYCLE_PLACES, strict=True))
        )
        cumulants = sorted(
            tuple(sorted(numbered(block) for block in blocks))
            for blocks in set_partitions(places)
            if all(len(block) > 1 and Pattern(block).is_connected for block in blocks)
        )
        yield taken, (-1) ** sum(map(sum, taken)), tuple(cumulants)


@functools.cache
def cycle_terms() -> Mapping[Product, int]:
    """Return the cycle of the interaction as a sum of products of joint cumulants of the data."""
    total: Counter[Product] = Counter()
    for _, sign, cumulants in expanded_cycle():
        for product in cumulants:
            total[product] += sign
    return MappingProxyType({product: n for product, n in total.items() if n})


@functools.cache
def shown_terms(places: Places) -> Mapping[Product, int]:
    """Return what one array shows of a joint cumulant, as a sum of products of joint cumulants.

    An array shows averages of products. Those that a cumulant multiplies are averages over entries
    of their own, so that the blocks of its formula lie in rows and columns apart from each other.
    Where such entries are independent, the joint cumulant itself is shown; else what they have in
    common is taken off it, as it is for two entries, whose covariance is Cov - Cov apart.
    """
    total: Counter[Product] = Counter()
    numbers = tuple(range(len(places)))
    for blocks in set_partitions(numbers):
        apart = {
            number: tuple(place + len(places) * n for place in places[number])
            for n, block in enumerate(blocks)
            for number in block
        }
        for groups in set_partitions(numbers):
            product = (numbered([apart[number] for number in group]) for group in groups)
            total[tuple(sorted(product))] += cumulant_weight(len(blocks))
    return MappingProxyType({product: n for product, n in total.items() if n})


def cycle_cumulants(declaration: Declaration) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return the coefficients and the entries of the joint cumulants that make up the cycle."""
    dims = declaration.observed.dims
    if len(dims) != 2:
        along = f"{len(dims)} axes" if len(dims) > 1 else "one axis"
        raise TargetError(
            f"the target 'cycle' of data along {along}: {', '.join(dims)}",
            expected="data along two axes: the cycle is of two rows and two columns",
            do="Name the entries of a joint cumulant instead; `cumulant` derives it.",
        )
    return tuple(
        (coefficient, Pattern(places).words(declaration))
        for (places,), coefficient in cycle_terms().items()
    )
