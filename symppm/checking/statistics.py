"""Statistics that no match looks at, from one pass over an array, and how far out they are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_QUANTILES: Final = (0.5, 0.9, 0.99)
_TRIPLE: Final = 3
_POWERS: Final = 3
_SMALL: Final = 1 << 16


@dataclass(frozen=True)
class Sums:
    """Sums over the observed entries of one array.

    For every axis, ``lines`` has by index the number of observed entries, of those that are not
    zero, and sums of the first to third powers about the centre; ``values`` are the different ones,
    ascending, and ``counts`` how often each comes.
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
        present = np.ones(values.shape, dtype=bool) if observed is None else observed
        first = np.where(present, values - centre, 0.0)
        second = first * first
        terms = (present, present & (values != 0), first, second, second * first)
        for axis, table in enumerate(lines):
            others = tuple(n for n in range(values.ndim) if n != axis)
            section = slice(start, stop) if axis == 0 else slice(None)
            for row, term in enumerate(terms):
                table[row, section] += term.sum(axis=others, dtype=np.float64)
        tallies.append(_tally(values.ravel() if observed is None else values[observed]))
        start = stop
    values, places = np.unique(np.concatenate([x for x, _ in tallies]), return_inverse=True)
    counts = np.concatenate([n for _, n in tallies])
    return Sums(
        centre, tuple(lines), values, np.bincount(places, counts, values.size).astype(np.int64)
    )


def _tally(values: Array) -> tuple[Array, Array]:
    if values.dtype.kind in "iu" and values.size and values.min() >= 0 and values.max() < _SMALL:
        counts = np.bincount(values)
        present = np.flatnonzero(counts)
        return present, counts[present]
    return np.unique(values, return_counts=True)


@dataclass(frozen=True)
class Statistic:
    """One statistic of an array: not a number where the array has none."""

    name: str
    meaning: str
    of: Callable[[Sums], float]


def statistics_of(
    axes: Sequence[str], shape: Sequence[int], *, counts: bool, positive: bool, variance: bool
) -> Iterator[Statistic]:
    """Yield the statistics that make sense for data of a kind."""
    lines = [("column" if name == "col" else name) for name in axes]
    if counts:
        yield Statistic("zero fraction", "share of entries that are zero", zero_fraction)
    if variance:
        yield Statistic("variance", "of entries", lambda sums: _central(sums)[0])
    for axis, line in enumerate(lines):
        text = "standard deviation " + ("/ mean of the totals" if positive else "of the means")
        of = partial(_spread if positive else _spread_of_means, axis)
        yield Statistic(f"{line} spread", f"{text} of each {line}", of)
    for level in _QUANTILES:
        text = "middle entry" if level == 0.5 else f"{level:.0%} of the entries are no larger"
        yield Statistic(f"quantile {level:g}", text, partial(_quantile, level))
    yield Statistic("skewness", "third cumulant of an entry / variance^1.5", _skewness)
    for axis, line in enumerate(lines):
        if math.prod(shape) // shape[axis] >= _TRIPLE:
            text = f"third cumulant of three entries of one {line} / variance^1.5"
            yield Statistic(f"{line} skewness", text, partial(_line_skewness, axis))
    yield Statistic("largest entry", "of all", lambda sums: float(sums.values[-1]))
    for axis, line in enumerate(lines if positive else ()):
        text = f"share of the largest {line} in the total"
        yield Statistic(f"largest {line} share", text, partial(_largest_share, axis))
    for axis, line in enumerate(lines if counts else ()):
        text = f"number of {line}s without anything but zeros"
        yield Statistic(f"empty {line}s", text, partial(_empty, axis))


def zero_fraction(sums: Sums) -> float:
    """Return the share of observed entries that are zero."""
    return float(sums.counts[sums.values == 0].sum() / sums.observed)


def _totals(sums: Sums, axis: int) -> tuple[Array, Array]:
    """Return number and sum of the observed entries of each line that has any."""
    number, _, first, *_ = sums.lines[axis]
    present = number > 0
    return number[present], first[present] + number[present] * sums.centre


def _spread(axis: int, sums: Sums) -> float:
    _, totals = _totals(sums, axis)
    mean = float(totals.mean())
    return float(totals.std()) / mean if mean > 0 else math.nan


def _spread_of_means(axis: int, sums: Sums) -> float:
    number, totals = _totals(sums, axis)
    return float(np.std(totals / number))


def _largest_share(axis: int, sums: Sums) -> float:
    _, totals = _totals(sums, axis)
    total = float(totals.sum())
    return float(totals.max()) / total if total > 0 else math.nan


def _empty(axis: int, sums: Sums) -> float:
    number, filled, *_ = sums.lines[axis]
    return float(((number > 0) & (filled == 0)).sum())


def _quantile(level: float, sums: Sums) -> float:
    reached = np.cumsum(sums.counts)
    return float(sums.values[np.searchsorted(reached, level * reached[-1])])


def _central(sums: Sums) -> tuple[float, float]:
    """Return second and third central moments of the entries."""
    weights = sums.counts / sums.observed
    values = sums.values.astype(float)
    away = values - weights @ values
    return float(weights @ away**2), float(weights @ away**3)


def _skewness(sums: Sums) -> float:
    second, third = _central(sums)
    return third / second**1.5 if second > 0 else math.nan


def _line_skewness(axis: int, sums: Sums) -> float:
    second, _ = _central(sums)
    n, _, s1, s2, s3 = sums.lines[axis]
    # From powers about the centre to powers about the mean of all.
    away = float(s1.sum() / n.sum())
    first = s1 - away * n
    squares = s2 - 2 * away * s1 + away**2 * n
    cubes = s3 - 3 * away * s2 + 3 * away**2 * s1 - away**3 * n
    triples = float((n * (n - 1) * (n - 2)).sum())
    if not (second > 0 and triples > 0):
        return math.nan
    different = float((first**3 - 3 * first * squares + 2 * cubes).sum())
    return float(different / triples / second**1.5)


def two_sided(observed: float, draws: NDArray[np.float64]) -> float:
    """Return the two-sided p-value of an observation among draws of the same.

    Twice the smaller of (1 + number of draws at most as large) / (draws + 1) and the same of those
    at least as large, at most 1: if the observation is one more draw, it is below any level at most
    that often. Draws that equal it count on both sides, so that a statistic with few values has
    p-values that are larger than need be, never smaller. (A. C. Davison and D. V. Hinkley,
    Bootstrap Methods and their Application, 1997, section 4.2; B. Phipson and G. K. Smyth,
    Statistical Applications in Genetics and Molecular Biology 9(1), 2010.)
    """
    below = 1 + int((draws <= observed).sum())
    above = 1 + int((draws >= observed).sum())
    return min(1.0, 2 * min(below, above) / (draws.size + 1))


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for their number: all below a level are surprising at that level.

    The chance that any true one is among them is at most the level, however they depend on each
    other (S. Holm, Scandinavian Journal of Statistics 6, 1979).
    """
    values = np.array(p_values)
    order = np.argsort(values)
    adjusted = np.empty(len(values))
    adjusted[order] = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    return tuple(np.minimum(adjusted, 1.0).tolist())
