"""Which estimate of the number of factors is shown, and whose the others are, in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from symppm.matching.result import Match

SPECTRAL: Final = "spectral"
_TAKEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "variance": "from mean, variance and correlations",
        "distinct": "from distinct entries",
        SPECTRAL: "by counting singular values",
    }
)
COMPARED: Final = (
    "K here fits all moments at once; that of a match is from mean, variance and correlations, "
    "from distinct entries, or counted, whichever is the most precise that can be trusted, and may "
    "differ."
)


def estimate_in_words(match: Match) -> str:
    """Say which of several estimates became the answer; empty where there are not several.

    Parameters
    ----------
    match : Match
        Any.
    """
    if len(match.opinions) < 2 or match.k is None or not match.feasible:
        return ""
    size = next((each.name for each in match.spec.parameters if each.is_size), "K")
    way = _TAKEN[SPECTRAL if match.counted else match.using]
    if any(each.code == "unresolved_size" for each in match.findings):
        way = "in the middle of what distinct entries leave likely"
    return (
        f"{size} = {match.k} is the estimate {way}. A comparison of models fits all moments at "
        f"once, so that its {size} may differ."
    )
