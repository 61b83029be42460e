"""What checks are made from: sums along every axis and a tally of values, in one pass."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_POWERS = 3
_SMALL = 1 << 16


@dataclass(frozen=True)
class Sums:
    """Sums over the observed entries of one array.

    Attributes
    ----------
    centre : float
        About which powers are summed.
    lines : tuple of ndarray
        For every axis, by its index: number of observed entries, of those that are not zero, and
        the sums of first, second and third powers of the entries less the centre.
    values, counts : ndarray
        Different values, ascending, and how often each comes.
    """

    centre: float
    lines: tuple[Array, ...]
    values: Array
    counts: Array

    @property
    def observed(self) -> int:
        """Number of observed entries."""
        return int(self.counts.sum())


def summed(
    blocks: Iterable[tuple[Array, NDArray[np.bool_] | None]], shape: tuple[int, ...], centre: float
) -> Sums:
    """Sum an array that comes in blocks of its first axis."""
    lines = [np.zeros((_POWERS + 2, n)) for n in shape]
    tallies: list[tuple[Array, Array]] = []
    start = 0
    for values, observed in blocks:
        stop = start + values.shape[0]
        there = np.ones(values.shape, dtype=bool) if observed is None else observed
        first = np.where(there, values - centre, 0.0)
        second = first * first
        terms = (there, there & (values != 0), first, second, second * first)
        for axis, table in enumerate(lines):
            others = tuple(n for n in range(values.ndim) if n != axis)
            part = slice(start, stop) if axis == 0 else slice(None)
            for row, term in enumerate(terms):
                table[row, part] += term.sum(axis=others, dtype=np.float64)
        tallies.append(_tallied(values.ravel() if observed is None else values[observed]))
        start = stop
    merged = tallies[0] if len(tallies) == 1 else _merged(tallies)
    return Sums(centre, tuple(lines), *merged)


def _tallied(values: Array) -> tuple[Array, Array]:
    if values.dtype.kind in "iu" and values.size and values.min() >= 0 and values.max() < _SMALL:
        counts = np.bincount(values)
        there = np.flatnonzero(counts)
        return there, counts[there]
    return np.unique(values, return_counts=True)


def _merged(tallies: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    values, places = np.unique(np.concatenate([each for each, _ in tallies]), return_inverse=True)
    counts = np.concatenate([each for _, each in tallies])
    return values, np.bincount(places, counts, values.size).astype(np.int64)
