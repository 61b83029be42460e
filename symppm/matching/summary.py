"""Why a match is none, in a few words."""

from __future__ import annotations

from symppm.matching.findings import NOT_FOUND
from symppm.matching.missed import MET, listed, misses
from symppm.matching.result import Match


def headline(match: Match) -> str:
    """Return by how much the nearest parameters miss which targets; empty where these are met.

    Parameters
    ----------
    match : Match
        Any.
    """
    off = {} if match.feasible else misses(match.targets, match.achieved, MET)
    if not off:
        return ""
    word = why_not(match).partition(":")[0]
    return f"{word}: the nearest parameters miss the targets, {listed(off)}"


def why_not(match: Match) -> str:
    """Return why there is no solution, in a few words.

    Parameters
    ----------
    match : Match
        Without a feasible one.
    """
    if match.unfinished:
        return "not met: the search ended before it was done"
    if match.unreliable:
        return "not known: draws cannot tell whether these have the statistics"
    if any(each.code == NOT_FOUND for each in match.findings):
        return "no solution found: from no start did least squares meet the targets"
    return "infeasible: no hyperparameters of this model give these statistics"
