"""How far off a match may be: what intervals are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.spec import ParameterSpec
from symppm.matching.parameters import bounded, unbounded, whole_range
from symppm.results.documents import LEFT_OUT, Numbers, among, require
from symppm.results.frozen import freeze
from symppm.statistics import Table
from symppm.statistics.jackknife import Spread

Interval = tuple[float, float]
_LEVEL: Final = 0.95


@dataclass(frozen=True)
class Likely:
    """What the size may be, where no formula with an error resolves it.

    Attributes
    ----------
    name : str
        Of the size.
    sizes : ndarray, shape (n,)
        Increasing.
    cumulative : ndarray, shape (n,)
        How likely a smaller or an equal one is.
    """

    name: str
    sizes: Annotated[NDArray[np.float64], Numbers(axes=1)]
    cumulative: Annotated[NDArray[np.float64], Numbers(axes=1)]

    def _check(self, place: str) -> None:
        sizes, shares = self.sizes, self.cumulative
        holds = len(sizes) == len(shares) > 0 and sizes[0] > 0 and shares[0] >= 0
        holds = holds and (np.diff(sizes) > 0).all() and (np.diff(shares) >= 0).all()
        require(holds, place, {}, "sizes and how likely they are, both increasing")

    def quantile(self, probability: float) -> float:
        """Return the smallest size that is not exceeded with a probability."""
        place = int(np.searchsorted(self.cumulative, probability))
        return float(self.sizes[min(place, len(self.sizes) - 1)])

    def interval(self, level: float) -> Interval:
        """Return the ends between which it lies with a probability, both included."""
        return self.quantile((1 - level) / 2), self.quantile((1 + level) / 2)


@dataclass(frozen=True)
class Uncertainty:
    """How far off a match may be, since other rows and columns would have had other statistics.

    Attributes
    ----------
    scales : mapping of str to ParameterSpec
        What each number may be, which says on which scale its interval is symmetric: logarithms of
        what is positive, log odds of what has an upper bound too.
    spread : Spread or None
        On these scales, in the same order; None if the data do not resolve them.
    undetermined : mapping of str to ParameterSpec
        Numbers that the targets leave open, and what they may be.
    lost_rows, lost_columns : tuple of int
        Rows and columns, from 0, without any one of which the statistics have no solution; then
        nothing is resolved.
    likely : Likely or None
        What the size may be, where it is not found by a formula with an error.
    reaching : mapping of str to float
        Values that 95 % intervals hold at least, since the rows and columns may have lacked the
        largest there are; other intervals are as much longer or shorter as without these.
    lines : tuple of ndarray, or None
        What all numbers would be without each row, and without each column, up to a constant: not
        kept in documents.
    """

    scales: Mapping[str, ParameterSpec]
    spread: Spread | None
    undetermined: Mapping[str, ParameterSpec] = field(default_factory=dict)
    lost_rows: tuple[int, ...] = ()
    lost_columns: tuple[int, ...] = ()
    likely: Likely | None = None
    reaching: Mapping[str, float] = field(default_factory=dict)
    lines: tuple[Table, Table] | None = field(default=None, metadata=LEFT_OUT)

    def __post_init__(self) -> None:
        freeze(self, "scales", "undetermined", "reaching")

    def _check(self, place: str) -> None:
        if self.spread is not None:
            self.spread.check_size(len(self.scales), f"{place}.spread")
        among(self.reaching, self.scales, f"{place}.reaching")

    def _reach(self, level: float) -> dict[str, float]:
        far = [np.inf] * len(self.scales) if self.spread is None else self.spread.reach(level)
        return dict(zip(self.scales, map(float, far), strict=True))

    def intervals(self, values: Mapping[str, float], level: float) -> dict[str, Interval]:
        """Return intervals about values."""
        reach, usual = self._reach(level), self._reach(_LEVEL)
        intervals = {}
        for name, value in values.items():
            far_off = reach.get(name, 0.0)
            if self.likely is not None and name == self.likely.name:
                intervals[name] = self.likely.interval(level)
            elif name in self.undetermined or np.isinf(far_off):
                intervals[name] = whole_range(self.undetermined.get(name) or self.scales[name])
            elif far_off:
                middle, scale = unbounded(self.scales[name], value), self.scales[name]
                ends = [bounded(scale, middle + by) for by in (-far_off, far_off)]
                if name in self.reaching:
                    end = value + (self.reaching[name] - value) * far_off / usual[name]
                    least, most = whole_range(scale)
                    ends.append(min(max(end, least), most))
                intervals[name] = min(ends), max(ends)
            else:
                intervals[name] = value, value
        return intervals
