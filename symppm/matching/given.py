"""What was given beside the data, of which their statistics keep nothing: exports say it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np

from symppm.exports.types import BOTH, GAPS, MASK, ZEROS
from symppm.matching.checked_fixed import is_tied
from symppm.results.documents import Words, require
from symppm.results.frozen import freeze

if TYPE_CHECKING:
    from symppm.codegen.spec import ModelSpec
    from symppm.matching.result import Match

_ROUNDED: Final = 1 + 1e-9


@dataclass(frozen=True)
class Given:
    """What was given beside the data.

    Attributes
    ----------
    gaps : {"", "zeros", "mask", "zeros and mask"}
        How the entries that were not observed are told from the others, if there are any:
        they are zeros (of sparse data, absent), or the user has a mask, or masked data.
    ties : mapping of str to str
        What hyperparameters were tied to, as written.
    exposures : mapping of str to (float, float, float)
        Of each known array, in the power in which it multiplies the mean: its average, that of its
        square, and its largest value. Those of rows and columns are called row and col.
    estimated : tuple of {"row", "col"}
        Exposures that are from the margins of the data.
    """

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


def with_given(
    match: Match,
    data: Any,
    zeros: str,
    mask: Any,
    known: Mapping[str, Any] | None,
    fixed: Mapping[str, Any] | None,
) -> Match:
    """Return a match, and its branches, with what was given.

    Parameters
    ----------
    match : Match
        As made from all the rest, which is checked by then.
    data, zeros, mask, known, fixed
        Of :func:`symppm.match`.
    """
    given = Given(
        _gaps(match, data, zeros, mask),
        {name: str(value) for name, value in (fixed or {}).items() if is_tied(value)},
        {} if match.statistics is None else _averages(match.spec, known or {}),
    )
    return with_more_given(match, given)


def with_more_given(match: Match, given: Given) -> Match:
    """Return a match, and its branches, with what was given beside what they know of that.

    Parameters
    ----------
    match : Match
        Any.
    given : Given
        What is added.
    """
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


def _gaps(match: Match, data: Any, zeros: str, mask: Any) -> str:
    measured = match.statistics
    if measured is None or measured.observed >= math.prod(measured.shape):
        return ""
    if zeros != "missing":
        return MASK
    return BOTH if mask is not None or lacks_entries(data) else ZEROS


def lacks_entries(data: Any) -> bool:
    """Tell whether data have gaps of their own, beside zeros.

    Parameters
    ----------
    data : object
        Of :func:`symppm.match`.
    """
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
