"""Whether what is observed has to do with the values."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from symppm.matching.result import Diagnostic
from symppm.statistics.moments import Statistics
from symppm.statistics.profile import Lines, Profile

_LEVEL: Final = 0.005
"""For each of the two axes: one in a hundred data sets with gaps at random has a diagnostic."""


def about_missing(measured: Statistics, profile: Profile) -> tuple[Diagnostic, ...]:
    """Say that rows or columns with more observed entries have other values, where that is so."""
    if profile.complete:
        return ()
    said = []
    for word, lines, across, cov, cov_across in (
        ("row", profile.rows, profile.columns, measured.cov_row, measured.cov_col),
        ("column", profile.columns, profile.rows, measured.cov_col, measured.cov_row),
    ):
        slope, chance = activity_and_values(
            lines, across, measured.variance, max(cov, 0.0), max(cov_across, 0.0)
        )
        if chance < _LEVEL:
            more = "larger" if slope > 0 else "smaller"
            said.append(
                f"{word}s with more observed entries have {more} ones (by {abs(slope):.3g} for "
                f"twice as many; p = {_shown(chance)})"
            )
    if not said:
        return ()
    return (
        Diagnostic(
            "not_at_random",
            "warning",
            f"What is observed depends on the values: {' and '.join(said)}. The statistics, and K "
            "with them, are then those of the entries that were chosen to be observed, not of the "
            "whole matrix. If the gaps mean zero, say zeros='observed'; otherwise take K for a "
            "statement about the observed part only, or use rows and columns that are nearly "
            "complete.",
        ),
    )


def activity_and_values(
    lines: Lines, across: Lines, variance: float, cov: float, cov_across: float
) -> tuple[float, float]:
    """Regress values on the logarithm of the number of observed entries in their line.

    Notes
    -----
    Given the places, the slope is a weighted sum of the values, whose weights add up to zero. If
    places tell nothing, its expectation is zero, and its variance follows from the second moments
    of the values, however differently active lines are.
    """
    n = lines.counts
    total = n.sum()
    activity = np.log(np.maximum(n, 1.0))
    away = activity - float(activity @ n) / total
    square = float(n @ away**2)
    if not square > 1e-12 * total:
        return 0.0, 1.0
    sum_across = across.activity_across - across.counts * float(activity @ n) / total
    within = float((away * n) @ (away * n))
    between = float(sum_across @ sum_across)
    spread = variance * square + cov * (within - square) + cov_across * (between - square)
    if not spread > 0:
        return 0.0, 1.0
    from scipy.special import stdtr  # noqa: PLC0415 - slow to load

    moved = float(away @ lines.sums)
    freedom = min(len(n), len(across.counts)) - 1
    chance = 2.0 * float(stdtr(freedom, -abs(moved) / math.sqrt(spread)))
    return math.log(2.0) * moved / square, chance


def _shown(chance: float) -> str:
    return "below 1e-12" if chance < 1e-12 else f"{chance:.2g}"
