"""Medians of ratios, cell by cell, beside what they should be: 1."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from lab.running import Value
from lab.verdicts import of_median, shared

Key = tuple[Value, ...]

WIDE: Final = 0.5
"""Half the width of an interval that says nothing: a median off by half would not be noticed."""


@dataclass(frozen=True)
class Medians:
    """Medians of the cells, and what can be said of them at some level for all together.

    Attributes
    ----------
    middle : mapping
        The median of each cell; infinite where half of the runs or more have no answer.
    off : tuple
        Cells whose interval does not come near 1, or in which most runs have no answer.
    vague : int
        Cells whose interval is wider than :data:`WIDE` either way: too few runs, or answers.
    reach : float
        Half the width of the interval in the middle cell.
    """

    middle: Mapping[Key, float]
    off: tuple[Key, ...]
    vague: int
    reach: float

    @property
    def agrees(self) -> bool:
        """Whether no cell is off, and most cells could have been."""
        return self.resolved and not self.off

    @property
    def resolved(self) -> bool:
        """Whether something is off, or most cells have intervals that say something."""
        return bool(self.off) or 2 * self.vague < len(self.middle)

    @property
    def told(self) -> str:
        """The range of the medians, and the average if there are several."""
        finite = [each for each in self.middle.values() if math.isfinite(each)]
        if not finite:
            return f"no median in {len(self.middle)} cells"
        span = f"{min(finite):.3f} to {max(finite):.3f}" if len(finite) > 1 else f"{finite[0]:.3f}"
        cells = len(self.middle)
        of = f"{len(finite)} of {cells}" if len(finite) < cells else f"{cells}"
        average = f" (average {float(np.mean(finite)):.3f})" if len(finite) > 1 else ""
        return f"{span} in {of} cells{average}"

    @property
    def width(self) -> str:
        """How wide intervals are."""
        if self.reach > WIDE:
            return f"in most cells wider than +-{WIDE:.0%}: too few runs"
        return f"+-{self.reach:.1%} in the middle cell"

    def outside(self, names: Sequence[str], most: int = 3) -> str:
        """Return which cells are off, in words; nothing if none is.

        Parameters
        ----------
        names : sequence of str
            Of the values in a key.
        most : int
            How many are named.
        """
        if not self.off:
            return ""
        named = [
            ", ".join(f"{name} {value}" for name, value in zip(names, key, strict=True))
            for key in self.off[:most]
        ]
        more = f" and {len(self.off) - most} more" if len(self.off) > most else ""
        return f"; off: {'; '.join(named)}{more}"


def beside_one(
    ratios: Mapping[Key, Sequence[float]], together: float = 0.95, within: float = 0.0
) -> Medians:
    """Return medians of ratios, and which of them are not 1.

    Parameters
    ----------
    ratios : mapping
        Of each cell; infinite where a run has no answer.
    together : float
        Level at which the intervals of all cells hold (Bonferroni; :func:`lab.verdicts.shared`).
    within : float
        How far from 1 an interval may end.
    """
    level = shared(together, len(ratios))
    ends = {key: of_median(some, level) for key, some in ratios.items()}
    off = [
        key
        for key, some in ratios.items()
        if ends[key][0] > 1 + within
        or ends[key][1] < 1 - within
        or 2 * sum(map(math.isinf, some)) > len(some)
    ]
    # Both ends can be infinite, on one side.
    halves = [(high - low) / 2 if low < math.inf else math.inf for low, high in ends.values()]
    reach = float(np.median(halves))
    middle = {key: float(np.median(some)) for key, some in ratios.items()}
    return Medians(middle, tuple(off), sum(each > WIDE for each in halves), reach)
