"""Joint cumulants of hierarchical Poisson factorization, written out by hand.

Given the rates xi_i and eta_j, sums over the factors are expanded by which factors coincide; a
Poisson count has factorial moments lambda^r; cumulants follow from moments by set partitions.
Nothing of the engine is used, so that it can be compared with this.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import sympy

NAMES = ("K", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")
K, A, A_PRIME, B_PRIME, C, C_PRIME, D_PRIME = SYMBOLS = sympy.symbols(NAMES, positive=True)


def partitions(items: Sequence[Any]) -> Iterator[list[list[Any]]]:
    """Every way to split items into blocks."""
    if not items:
        yield []
        return
    first, rest = items[0], items[1:]
    for smaller in partitions(rest):
        yield [[first], *smaller]
        for n, block in enumerate(smaller):
            yield [*smaller[:n], [first, *block], *smaller[n + 1 :]]


def rising(value: Any, count: int) -> Any:
    return math.prod((value + n for n in range(count)), start=sympy.Integer(1))


def loadings(powers: Sequence[int], shape: Any, above: Any, scale: Any) -> Any:
    """E[prod_k x_k^p_k] where x_k ~ Gamma(shape, z) and z ~ Gamma(above, rate above / scale)."""
    total = sum(powers)
    given = math.prod((rising(shape, power) for power in powers), start=sympy.Integer(1))
    below = math.prod((above - n for n in range(1, total + 1)), start=sympy.Integer(1))
    return given * (above / scale) ** total / below


@cache
def rates(entries: tuple[str, ...]) -> Any:
    """E[prod lambda_ij] over entries, which may repeat; lambda_ij = sum_k theta_ik beta_jk."""
    total = sympy.Integer(0)
    for blocks in partitions(range(len(entries))):
        # One factor a block, all different: K (K - 1) ... ways.
        ways = math.prod((K - n for n in range(len(blocks))), start=sympy.Integer(1))
        for place, hyperparameters in ((0, (A, A_PRIME, B_PRIME)), (1, (C, C_PRIME, D_PRIME))):
            for letter in {entry[place] for entry in entries}:
                powers = [sum(entries[n][place] == letter for n in block) for block in blocks]
                ways *= loadings(powers, *hyperparameters)
        total += ways
    return total


@cache
def moment(entries: tuple[str, ...]) -> Any:
    """E[prod Y_ij]: every power of a count is a sum of factorial moments, over partitions."""
    found = [((), sympy.Integer(1))]
    for entry, power in Counter(entries).items():
        counted = Counter(len(blocks) for blocks in partitions(range(power)))
        found = [
            ((*word, *[entry] * order), weight * count)
            for word, weight in found
            for order, count in counted.items()
        ]
    return sum(weight * rates(word) for word, weight in found)


@cache
def cumulant(words: str) -> Any:
    """The joint cumulant of entries such as "ij ij il"."""
    total = sympy.Integer(0)
    for blocks in partitions(words.split()):
        sign = (-1) ** (len(blocks) - 1) * math.factorial(len(blocks) - 1)
        total += sign * math.prod(moment(tuple(sorted(block))) for block in blocks)
    return total
