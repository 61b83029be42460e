"""Statistics that no match looks at, from the sums of one array."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.checking.sums import Sums

Array = NDArray[Any]
_QUANTILES = (0.5, 0.9, 0.99)
_TRIPLE = 3
_LINE = {"row": "row", "col": "column"}


@dataclass(frozen=True)
class Statistic:
    """One statistic of an array.

    Attributes
    ----------
    name : str
        Such as ``"zero fraction"``.
    meaning : str
        One line for tables.
    of : callable
        Computes it; not a number where the array has none.
    """

    name: str
    meaning: str
    of: Callable[[Sums], float]


def statistics_of(
    axes: Sequence[str], shape: Sequence[int], *, counts: bool, positive: bool, variance: bool
) -> tuple[Statistic, ...]:
    """Return the statistics that make sense for data of a kind."""
    found: list[Statistic] = []
    if counts:
        found.append(Statistic("zero fraction", "share of entries that are zero", zero_fraction))
    if variance:
        found.append(Statistic("variance", "of entries", _variance))
    for axis, name in enumerate(axes):
        line = _LINE.get(name, name)
        if positive:
            text = f"standard deviation / mean of the totals of each {line}"
            found.append(Statistic(f"{line} spread", text, _spread(axis)))
        else:
            text = f"standard deviation of the means of each {line}"
            found.append(Statistic(f"{line} spread", text, _spread_of_means(axis)))
    for level in _QUANTILES:
        text = "middle entry" if level == 0.5 else f"{level:.0%} of the entries are no larger"
        found.append(Statistic(f"quantile {level:g}", text, _quantile(level)))
    found.append(Statistic("skewness", "third cumulant of an entry / variance^1.5", _skewness))
    for axis, name in enumerate(axes):
        line = _LINE.get(name, name)
        if math.prod(shape) // shape[axis] >= _TRIPLE:
            text = f"third cumulant of three entries of one {line} / variance^1.5"
            found.append(Statistic(f"{line} skewness", text, _line_skewness(axis)))
    found.append(Statistic("largest entry", "of all", lambda sums: float(sums.values[-1])))
    for axis, name in enumerate(axes):
        line = _LINE.get(name, name)
        if positive:
            text = f"share of the largest {line} in the total"
            found.append(Statistic(f"largest {line} share", text, _largest_share(axis)))
    for axis, name in enumerate(axes):
        line = _LINE.get(name, name)
        if counts:
            text = f"number of {line}s without anything but zeros"
            found.append(Statistic(f"empty {line}s", text, _empty(axis)))
    return tuple(found)


def zero_fraction(sums: Sums) -> float:
    """Return the share of observed entries that are zero."""
    return float(sums.counts[sums.values == 0].sum() / sums.observed)


def _totals(sums: Sums, axis: int) -> tuple[Array, Array]:
    """Return number and sum of the observed entries of each line that has any."""
    number, _, first, *_ = sums.lines[axis]
    there = number > 0
    return number[there], first[there] + number[there] * sums.centre


def _spread(axis: int) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
        _, totals = _totals(sums, axis)
        mean = float(totals.mean())
        return float(totals.std()) / mean if mean > 0 else math.nan

    return of


def _spread_of_means(axis: int) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
        number, totals = _totals(sums, axis)
        return float(np.std(totals / number))

    return of


def _largest_share(axis: int) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
        _, totals = _totals(sums, axis)
        total = float(totals.sum())
        return float(totals.max()) / total if total > 0 else math.nan

    return of


def _empty(axis: int) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
        number, filled, *_ = sums.lines[axis]
        return float(((number > 0) & (filled == 0)).sum())

    return of


def _quantile(level: float) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
        reached = np.cumsum(sums.counts)
        return float(sums.values[np.searchsorted(reached, level * reached[-1])])

    return of


def _central(sums: Sums) -> tuple[float, float]:
    """Return second and third central moments of the entries."""
    weights = sums.counts / sums.observed
    values = sums.values.astype(float)
    away = values - weights @ values
    return float(weights @ away**2), float(weights @ away**3)


def _variance(sums: Sums) -> float:
    return _central(sums)[0]


def _skewness(sums: Sums) -> float:
    second, third = _central(sums)
    return third / second**1.5 if second > 0 else math.nan


def _line_skewness(axis: int) -> Callable[[Sums], float]:
    def of(sums: Sums) -> float:
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

    return of
