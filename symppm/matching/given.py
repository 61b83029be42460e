"""What was given beside the data, of which their statistics keep nothing: exports say it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np

from symppm.exports.types import BOTH, GAPS, MASK, ZEROS
from symppm.matching.parameters import is_tied
from symppm.results.documents import Words, require
from symppm.results.frozen import freeze

if TYPE_CHECKING:
    from symppm.matching.request import Request
    from symppm.matching.result import Match

_ROUNDED: Final = 1 + 1e-9


@dataclass(frozen=True)
class Given:
    """What was given beside the data."""

    gaps: Annotated[str, Words(GAPS)] = ""
    ties: Mapping[str, str] = field(default_factory=dict)
    exposures: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    estimated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "ties", "exposures")

    def _check(self, place: str) -> None:
        for name, (average, square, largest) in self.exposures.items():
            # No average is above the largest value, and none squared above that of the squares.
            holds = 0.0 < average <= largest * _ROUNDED < math.inf and square > 0.0
            holds = holds and average * (average / square) <= _ROUNDED
            what = "an average, that of the squares, and the largest value, all positive"
            require(holds, f"{place}.exposures[{name!r}]", [average, square, largest], what)


def with_given(match: Match, request: Request) -> Match:
    """Return a match, and its branches, with what was given."""
    ties = {name: str(value) for name, value in request.fixed.items() if is_tied(value)}
    measured, gaps, exposures = match.statistics, "", {}
    if measured is not None:
        for each in match.spec.exposures:
            factors = np.asarray(request.known[each.name], dtype=float) ** each.power
            averages = float(factors.mean()), float((factors**2).mean()), float(factors.max())
            exposures[each.name] = averages
        if measured.observed < math.prod(measured.shape):
            masked = request.mask is not None or lacks_entries(request.data)
            gaps = MASK if request.zeros != "missing" else (BOTH if masked else ZEROS)
    return with_more_given(match, Given(gaps, ties, exposures))


def with_more_given(match: Match, given: Given) -> Match:
    """Return a match, and its branches, with what was given beside what they know of that."""
    own = match.given
    exposures = {**given.exposures, **own.exposures}
    given = replace(given, exposures=exposures, estimated=given.estimated or own.estimated)
    if given == Given():
        return match
    branches = tuple(replace(each, given=given) for each in match.branches)
    return replace(match, given=given, branches=branches)


def lacks_entries(data: Any) -> bool:
    """Tell whether data have gaps of their own, beside zeros."""
    if isinstance(data, np.ma.MaskedArray):
        return bool(np.ma.getmaskarray(data).any())
    # Of pandas, or of polars.
    absent = getattr(data, "isna", None) or getattr(data, "null_count", None)
    return absent is not None and bool(np.asarray(absent()).any())
