"""Which estimate of the number of factors is shown, and whose the others are, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from symppm.matching.result import Match

_TAKEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "moments": "from mean, variance and correlations",
        "cross-moments": "from cross-moments",
        "cross-validation": "by cross-validation",
    }
)


def estimate_in_words(match: Match) -> str:
    """Say which of several estimates became the answer; empty where there are not several."""
    if len(match.estimates) < 2 or match.k is None or not match.feasible:
        return ""
    size = next((each.name for each in match.spec.parameters if each.is_size), "K")
    way = _TAKEN["cross-validation" if match.cross_validated else match.estimator]
    if any(each.code == "unresolved_size" for each in match.diagnostics):
        way = "in the middle of what cross-moments leave likely"
    return f"{size} = {match.k} is the estimate {way}."
