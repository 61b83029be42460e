"""Whether estimates fall or rise with the level of a mismatch."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scipy import stats


def trend(levels: Sequence[float], values: Sequence[float]) -> tuple[float, float]:
    """Return p-values of Kendall's rank test that values fall with the level, and that they rise.

    With few values the two do not add up to one: each counts the order that was seen. Where values
    or levels are all the same, neither is told, and both are one.

    Parameters
    ----------
    levels, values : sequence of float
        Of the same runs; infinite values are the largest.
    """
    falls, rises = (
        float(stats.kendalltau(levels, values, alternative=side).pvalue)
        for side in ("less", "greater")
    )
    return (1.0, 1.0) if math.isnan(falls) else (falls, rises)
