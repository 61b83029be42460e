"""A guarded answer where neither way resolves K: what the cycle's error still leaves likely."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.errors import TargetError
from symppm.matching.agreement import estimated
from symppm.matching.axes import CYCLE, measured_name
from symppm.matching.diagnosis.ways import as_rounding
from symppm.matching.outcome import outer_point
from symppm.matching.question import Question
from symppm.matching.result import CROSS_MOMENTS, Finding, Match
from symppm.matching.solving import solved
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.statistics.cross_moments import DistinctStatistics

Vector = NDArray[np.float64]

_POINTS: Final = 400
_LEVEL: Final = 0.95


def provisional(
    question: Question, measured: DistinctStatistics, least: float, most: float
) -> Match | None:
    """Return a match at the middle of what K may be, which its findings say; None without any.

    K is as likely as the cycle is that was measured, normal about what it is at K with the mean and
    both covariances held, times one over the square root of K: neither uniform in K, which favours
    the largest that is allowed, nor in its logarithm, which favours the smallest.
    """
    size = question.kernels.size
    if size is None or question.k is not None or not question.closed or not 1 <= least < most:
        return None
    sizes = np.unique(np.round(np.geomspace(least, math.floor(most), _POINTS)))
    implied = np.array([_cycle_at(question, question.targets, each) for each in sizes])
    spread = _spread(question, measured, float(sizes[len(sizes) // 2]))
    if spread is None or not np.isfinite(implied).all():
        return None
    variances, middle_cycle = spread
    share = implied / middle_cycle
    errors = variances[0] + share**2 * variances[1] - 2 * share * variances[2]
    if not (errors > 0).all():
        return None
    exponent = -((question.targets[CYCLE] - implied) ** 2) / errors / 2 - np.log(errors) / 2
    # Whole numbers stand for those up to the next one.
    exponent += np.log(np.diff(np.append(sizes, sizes[-1] + 1))) - np.log(sizes) / 2
    weights = np.exp(exponent - exponent.max())
    likely = Likely(size, sizes, np.cumsum(weights) / weights.sum())
    middle = likely.quantile(0.5)
    made = solved(replace(question, k=max(1, round(middle))))
    if not made.feasible or made.branches:
        return None
    low, high = likely.interval(_LEVEL)
    said = Finding(
        "unresolved_size",
        "warning",
        f"Neither the variance of entries, which their noise spoils, nor distinct entries resolve "
        f"{size}: all that is left is that it is likely from {low:.3g} to {high:.3g}. The answer "
        "is the middle of that. Use more rows and columns, or fix what you know.",
    )
    uncertainty = made.uncertainty or Uncertainty({}, None)
    return replace(
        made, k_exact=middle, distinct=measured, estimator=CROSS_MOMENTS,
        findings=(said, *(as_rounding(each, round(middle), middle) for each in made.findings)),
        uncertainty=replace(uncertainty, likely=likely),
    )  # fmt: skip


def _spread(
    question: Question, measured: DistinctStatistics, k: float
) -> tuple[tuple[float, float, float], float] | None:
    """Return variances of the cycle and of what it is at a size, their covariance, and the latter.

    Heavy tails move both together.
    """
    spec = question.spec

    def implied(values: Mapping[str, float]) -> float | None:
        targets = {name: values[measured_name(spec, name)] for name in spec.targets}
        found = _cycle_at(question, targets, k)
        return found if math.isfinite(found) else None

    def less(values: Mapping[str, float]) -> float | None:
        found = implied(values)
        return None if found is None else values[CYCLE] - found

    cycle = estimated(measured, lambda values: values[CYCLE])
    there, apart = estimated(measured, implied), estimated(measured, less)
    if cycle is None or there is None or apart is None or there.value == 0:
        return None
    shared = (cycle.error**2 + there.error**2 - apart.error**2) / 2
    return (cycle.error**2, there.error**2, shared), there.value


def _cycle_at(question: Question, targets: Mapping[str, float], k: float) -> float:
    """Return the cycle at a size, the mean and both covariances being held."""
    kernels = question.kernels
    try:
        identified = kernels.at_size(k, targets, question.needed)
        if identified is None:
            return math.nan
        outer, status = outer_point(question, kernels.anchored(identified))
        if status != OK:
            return math.nan
        return kernels.moments(k, {**question.given, **outer})[CYCLE]
    except TargetError:
        return math.nan
