"""Whether a few entries carry the variance."""

from __future__ import annotations

import math
from typing import Final

from symppm.matching.result import Diagnostic
from symppm.statistics.profile import Profile

_LEAST: Final = 0.2
_MOST: Final = 0.8
_SIDE: Final = 60.0
"""A share of 60 over the side of a square matrix, within these ends: in the paper's configurations
(but C, which is heavy-tailed) ten entries carry as much in one of a hundred data sets at most."""


def about_tails(profile: Profile) -> tuple[Diagnostic, ...]:
    """Say that a few entries carry much of the variance, where that is so."""
    many = len(profile.largest)
    total = float(profile.rows.squares.sum())
    # Of a small matrix, ten entries are many.
    if not total > 0 or profile.observed < many**3:
        return ()
    share = float(profile.largest.sum()) / total
    if not share > min(max(_SIDE / math.sqrt(profile.observed), _LEAST), _MOST):
        return ()
    row, column = profile.places[0]
    return (
        Diagnostic(
            "heavy_tails",
            "warning",
            f"The ten largest of {profile.observed:,.0f} entries carry {share:.0%} of the variance "
            f"(the largest, in row {row + 1}, column {column + 1}, "
            f"{profile.largest[0] / total:.0%}). Moments rest on them: with other rows and columns "
            "K by moments could be several times as large or as small, and intervals tend to be "
            "too short. Check these entries; if they are right, a model of bursts such as "
            "gmf_gamma_negativebinomial with r, or counts cut off at some number, gives a K that "
            "rests on more of the data.",
        ),
    )
