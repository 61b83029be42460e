"""Sums over several entries of a matrix, by which of them share rows and which share columns.

A *pattern* of n entries is a set partition of {1..n} for their rows and one for their columns:
entries in one block share the row (the column). A partition is written as a tuple of block numbers
in the order of first appearance, so (0, 0, 1) is {1, 2 | 3}. Patterns that differ only by the order
of the entries are the same; :func:`canonical` picks one of them.

Two things are derived, in rational arithmetic and for any order n:

* from sums over tuples in which *at least* a pattern's indices coincide (products of row sums,
  column sums and the like) to sums in which they coincide and *no others do*, by Moebius inversion
  on the two lattices of set partitions; hence unbiased joint cumulants for any places observed;
* what double centring does to a complete matrix of N rows and M columns. With Z the interaction,
  whose mean given the row's latents or the column's is zero, and Zc the matrix after row and
  column means were taken off, every entry of Zc is a contrast of entries of Z. The expectation of
  a sum of products of n entries of Zc is therefore a linear function of the moments of Z by
  pattern, and the function is a product of one that knows of rows only and one that knows of
  columns only: the :func:`transfer`. Moments with an index that occurs once vanish, so only
  partitions without blocks of one matter. The inverse is an unbiased estimator.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import sympy

from symppm.laws.partitions import Partition, cumulant_weight, relabelled
from symppm.laws.patterns import Pattern as Places
from symppm.laws.patterns import numbered

Pattern = tuple[Partition, Partition]
"""Which rows coincide, and which columns."""

CYCLE: Final[Pattern] = ((0, 0, 1, 1), (0, 1, 0, 1))
"""Two rows, two columns, and the four entries where they cross."""

N, M = sympy.symbols("N M", integer=True, positive=True)

_ROW_LETTERS: Final = "itsuvwxyz"
_COLUMN_LETTERS: Final = "jlnmopqr"


@functools.cache
def partitions(order: int) -> tuple[Partition, ...]:
    """Return every set partition of so many elements, from one block to all blocks of one."""
    candidates = itertools.product(range(order), repeat=order)
    return tuple(digits for digits in candidates if relabelled(digits) == digits)


def meet(one: Partition, other: Partition) -> Partition:
    """Return the partition in which elements share a block if they do so in both."""
    return relabelled(zip(one, other, strict=True))


def refines(fine: Partition, coarse: Partition) -> bool:
    """Return whether every block of one partition lies in a block of the other."""
    return meet(fine, coarse) == fine


def moebius(fine: Partition, coarse: Partition) -> int:
    """Return the Moebius function of the lattice of set partitions."""
    merged = Counter(block for _, block in set(zip(fine, coarse, strict=True)))
    return math.prod(map(cumulant_weight, merged.values()))


def canonical(pattern: Pattern) -> Pattern:
    """Return which of the patterns that differ by the order of the entries stands for all."""
    rows, columns = zip(*numbered(tuple(zip(*pattern, strict=True))), strict=True)
    return rows, columns


def name(pattern: Pattern) -> str:
    """Return the entries of a pattern as indices, such as ``ij_il_tj``."""
    return "_".join(
        _ROW_LETTERS[row] + _COLUMN_LETTERS[column] for row, column in zip(*pattern, strict=True)
    )


@functools.cache
def patterns(order: int) -> tuple[Pattern, ...]:
    """Return every pattern of so many entries once, in canonical form."""
    return _canonical_pairs(partitions(order))


def _canonical_pairs(pairings: tuple[Partition, ...]) -> tuple[Pattern, ...]:
    return tuple(sorted({canonical((rows, columns)) for rows in pairings for columns in pairings}))


def connected(pattern: Pattern) -> bool:
    """Return whether the entries of a pattern hang together through rows and columns."""
    return Places(tuple(zip(*pattern, strict=True))).is_connected


def distinct(pattern: Pattern) -> dict[Pattern, int]:
    """Return the sum over exactly this pattern as a combination of sums over at least others."""
    rows, columns = pattern
    counts: Counter[Pattern] = Counter()
    for coarse_rows, coarse_columns in itertools.product(partitions(len(rows)), repeat=2):
        if refines(rows, coarse_rows) and refines(columns, coarse_columns):
            sign = moebius(rows, coarse_rows) * moebius(columns, coarse_columns)
            counts[canonical((coarse_rows, coarse_columns))] += sign
    return {coarser: count for coarser, count in counts.items() if count}


def cumulant(pattern: Pattern) -> dict[Pattern, int]:
    """Return the joint cumulant of the entries of a pattern as a combination of moments."""
    rows, columns = pattern
    counts: Counter[Pattern] = Counter()
    for parts in partitions(len(rows)):
        apart = canonical((meet(rows, parts), meet(columns, parts)))
        counts[apart] += cumulant_weight(len(set(parts)))
    return {coarser: count for coarser, count in counts.items() if count}


@functools.cache
def paired(order: int) -> tuple[Partition, ...]:
    """Return the partitions without blocks of one."""
    return tuple(one for one in partitions(order) if min(Counter(one).values()) > 1)


def transfer(summed: Partition, moment: Partition, size: sympy.Expr) -> sympy.Expr:
    """Return how often rows with one pattern occur in a sum over centred rows of another.

    A centred row is the row less the average of all rows. In the product of the entries of one
    block of ``summed`` either all are averages, for each of the ``size`` rows, or the row itself is
    taken by some entries, which then must coincide in ``moment``.
    """
    product = sympy.ff(size, max(moment) + 1)
    for block in range(max(summed) + 1):
        entries = [e for e, other in enumerate(summed) if other == block]
        ways = sympy.Integer(0)
        for averaged in itertools.product((False, True), repeat=len(entries)):
            own = {moment[e] for e, away in zip(entries, averaged, strict=True) if not away}
            if len(own) <= 1:
                ways += (-1 / size) ** sum(averaged) * (1 if own else size)
        product *= ways
    return sympy.factor(sympy.expand_func(product))


@functools.cache
def centring(order: int) -> sympy.Matrix:
    """Return the transfer between all partitions of :func:`paired`, as a function of N."""
    pairings = paired(order)
    return sympy.Matrix(
        [[transfer(summed, moment, N) for moment in pairings] for summed in pairings]
    )


@dataclass(frozen=True)
class Uncentred:
    """Moments of the interaction from sums over the double-centred matrix.

    Attributes
    ----------
    patterns : tuple of pattern
        Canonical; of the sums and of the moments.
    expectations : mapping of (pattern, pattern) to sympy.Expr
        Coefficient, in the expectation of the sum by the first, of the moment by the second.
    estimators : mapping of (pattern, pattern) to sympy.Expr
        Coefficient, in the unbiased estimator of the moment by the first, of the sum by the second;
        rational in N and M.
    """

    patterns: tuple[Pattern, ...]
    expectations: Mapping[tuple[Pattern, Pattern], sympy.Expr]
    estimators: Mapping[tuple[Pattern, Pattern], sympy.Expr]


@functools.cache
def uncentred(order: int) -> Uncentred:
    """Derive unbiased estimators of the moments of the interaction, on a complete matrix."""
    pairings = paired(order)
    forward = centring(order)
    both = _canonical_pairs(pairings)
    return Uncentred(
        both, _collapsed(forward, pairings, both), _collapsed(forward.inv(), pairings, both)
    )


def _collapsed(
    rows: sympy.Matrix, pairings: tuple[Partition, ...], both: tuple[Pattern, ...]
) -> dict[tuple[Pattern, Pattern], sympy.Expr]:
    """Return the product of a matrix for rows and the same for columns, by canonical patterns."""
    columns = rows.subs(N, M)
    place = {partition: k for k, partition in enumerate(pairings)}
    sums: dict[tuple[Pattern, Pattern], sympy.Expr] = {}
    for one in both:
        a, b = (place[partition] for partition in one)
        for (c, row), (d, column) in itertools.product(enumerate(pairings), repeat=2):
            pair = one, canonical((row, column))
            sums[pair] = sums.get(pair, sympy.Integer(0)) + rows[a, c] * columns[b, d]
    return {pair: sympy.factor(value) for pair, value in sums.items()}
