"""A guarded answer where neither way resolves K: what the cycle's error still leaves likely."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.errors import TargetError
from symppm.matching.agreement import estimated
from symppm.matching.axes import CYCLE
from symppm.matching.outcome import outer_point
from symppm.matching.question import Question
from symppm.matching.result import DISTINCT, Finding, Match
from symppm.matching.solving import solved
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.measure.distinct.types import DistinctStatistics

Vector = NDArray[np.float64]

_POINTS: Final = 400
_LEVEL: Final = 0.95


def provisional(
    question: Question, measured: DistinctStatistics, least: float, most: float
) -> Match | None:
    """Return a match at the middle of what K may be, which its findings say; None without any.

    Parameters
    ----------
    question : Question
        About distinct entries, K being free.
    measured : DistinctStatistics
        The data.
    least, most : float
        What K may be: the factors that can be counted, and the rank of the data at most.

    Notes
    -----
    The density of K is that of the cycle, normal about what it is at K with the mean and both
    covariances held, times one over the square root of K: neither uniform in K, which favours the
    largest that is allowed, nor in its logarithm, which favours the smallest.
    """
    size = question.kernels.size
    cycle = estimated(measured, lambda values: values[CYCLE])
    if size is None or cycle is None or not cycle.error > 0 or not 1 <= least < most:
        return None
    logs = np.linspace(math.log(least), math.log(most), _POINTS)
    implied = np.array([_cycle_at(question, math.exp(log)) for log in logs])
    if not np.isfinite(implied).all():
        return None
    exponent = logs / 2 - ((cycle.value - implied) / cycle.error) ** 2 / 2
    weights = np.exp(exponent - exponent.max())
    likely = Likely(size, np.exp(logs), np.cumsum(weights) / weights.sum())
    middle = likely.quantile(0.5)
    made = solved(replace(question, k=max(1, round(middle))))
    if not made.feasible or made.branches:
        return None
    low, high = likely.interval(_LEVEL)
    said = Finding(
        "unresolved_size",
        "warning",
        f"Neither the variance of entries, which their noise spoils, nor distinct entries resolve "
        f"{size}: all that is left is that it is likely between {low:.3g} and {high:.3g}. The "
        "answer is the middle of that. Use more rows and columns, or fix what you know.",
    )
    uncertainty = made.uncertainty or Uncertainty({}, None)
    return replace(
        made, k_exact=middle, findings=(said, *made.findings), distinct=measured, using=DISTINCT,
        uncertainty=replace(uncertainty, likely=likely),
    )  # fmt: skip


def _cycle_at(question: Question, k: float) -> float:
    """Return the cycle at a size, the mean and both covariances being held."""
    kernels = question.kernels
    try:
        identified = kernels.at_size(k, question.targets, question.needed)
        if identified is None:
            return math.nan
        outer, status = outer_point(question, kernels.anchored(identified))
        if status != OK:
            return math.nan
        return kernels.moments(k, {**question.given, **outer})[CYCLE]
    except TargetError:
        return math.nan
