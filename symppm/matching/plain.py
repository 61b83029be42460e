"""Parts of a match as plain values, ready for JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from symppm.matching.result import Match
from symppm.matching.uncertainty import Interval
from symppm.measure import Statistics

_LEVEL: Final = 0.95


def intervals_of(match: Match) -> dict[str, Any]:
    """Return intervals under their key, if there are any; ends that are infinite as None.

    Parameters
    ----------
    match : Match
        Any; without a solution there are those of what was measured.
    """
    found: dict[str, Any] = _both(match, "jackknife")
    if not found:
        return {}
    measured = match.statistics
    if match.has_bootstrap and isinstance(measured, Statistics) and measured.resampled is not None:
        found["bootstrap"] = {"draws": len(measured.resampled), **_both(match, "bootstrap")}
    return {"intervals": {"level": _LEVEL, **found}}


def _both(match: Match, by: str) -> dict[str, Any]:
    targets = match.target_intervals(_LEVEL, by)
    parameters = {} if match.uncertainty is None else match.interval(_LEVEL, by)
    named = {"targets": _finite(targets), "parameters": _finite(parameters)}
    return {key: values for key, values in named.items() if values}


def ways_of(match: Match) -> dict[str, Any]:
    """Return which moments the answer is from, and what each way says of K; ends as None if open.

    Parameters
    ----------
    match : Match
        To data or beliefs.
    """
    if match.distinct is None:
        return {}
    said = [
        {
            "way": each.way,
            "k": each.k,
            "interval": [end if math.isfinite(end) else None for end in (each.low, each.high)],
            "remark": each.remark,
        }
        for each in match.opinions
    ]
    return {"using": match.using, "opinions": said, "distinct": match.distinct.to_dict()}


def search_of(match: Match) -> dict[str, Any]:
    """Return what a search by sampling says besides.

    Parameters
    ----------
    match : Match
        By sampling.
    """
    return {
        "achieved_errors": dict(match.achieved_errors),
        "parameter_errors": dict(match.parameter_errors),
        "sampled": dict(match.sampled),
        "discrepancy": match.discrepancy,
        "steps": 0 if match.trace is None else len(match.trace),
        "seconds": match.seconds,
        "estimators": dict(match.estimators),
    }


def _finite(intervals: Mapping[str, Interval]) -> dict[str, list[float | None]]:
    return {
        name: [end if math.isfinite(end) else None for end in ends]
        for name, ends in intervals.items()
    }
