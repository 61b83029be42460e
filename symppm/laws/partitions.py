"""Set partitions, over which the laws of cumulants sum."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Blocks = tuple[tuple[Item, ...], ...]
Partition = tuple[int, ...]
"""Which elements share a block, by block numbers in the order of first appearance."""


def relabelled(blocks: Iterable[Hashable]) -> Partition:
    """Return a partition with its blocks numbered in the order of first appearance."""
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(block, len(numbers)) for block in blocks)


def set_partitions(items: Sequence[Item]) -> Iterator[Blocks[Item]]:
    """Yield every way to split items, told apart by their place, into blocks that are not empty."""
    if len(items) == 1:
        yield ((items[0],),)
        return
    first, rest = items[0], items[1:]
    for blocks in set_partitions(rest):
        yield ((first,), *blocks)
        for place, block in enumerate(blocks):
            yield (*blocks[:place], (first, *block), *blocks[place + 1 :])


def cumulant_weight(blocks: int) -> int:
    """Return the coefficient of a product of that many joint moments in a joint cumulant.

    Notes
    -----
    ``(-1)**(p - 1) * (p - 1)!``, the Moebius function of the lattice of set partitions (Speed,
    Australian Journal of Statistics 25, 1983).
    """
    sign = 1 if blocks % 2 else -1
    return sign * math.factorial(blocks - 1)
