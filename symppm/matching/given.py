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
    from symppm.codegen.spec import ModelSpec
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
    given = Given(
        _gaps(match, request),
        {name: str(value) for name, value in request.fixed.items() if is_tied(value)},
        {} if match.statistics is None else _averages(match.spec, request.known),
    )
    return with_more_given(match, given)


def with_more_given(match: Match, given: Given) -> Match:
    """Return a match, and its branches, with what was given beside what they know of that."""
    own = match.given
    given = replace(
        given,
        exposures={**given.exposures, **own.exposures},
        estimated=given.estimated or own.estimated,
    )
    if given == Given():
        return match
    branches = tuple(replace(each, given=given) for each in match.branches)
    return replace(match, given=given, branches=branches)


def _gaps(match: Match, request: Request) -> str:
    measured = match.statistics
    if measured is None or measured.observed >= math.prod(measured.shape):
        return ""
    if request.zeros != "missing":
        return MASK
    return BOTH if request.mask is not None or lacks_entries(request.data) else ZEROS


def lacks_entries(data: Any) -> bool:
    """Tell whether data have gaps of their own, beside zeros."""
    if isinstance(data, np.ma.MaskedArray):
        return bool(np.ma.getmaskarray(data).any())
    absent = getattr(data, "isna", None)  # of pandas
    if absent is not None:
        return bool(np.asarray(absent()).any())
    counted = getattr(data, "null_count", None)  # of polars
    return counted is not None and bool(np.asarray(counted()).any())


def _averages(spec: ModelSpec, known: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
    powers = {each.name: each.power for each in spec.exposures}
    found = {}
    for name, power in powers.items():
        factors = np.asarray(known[name], dtype=float) ** power
        found[name] = (float(factors.mean()), float((factors**2).mean()), float(factors.max()))
    return found
