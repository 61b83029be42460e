"""A match as aligned plain text."""

from __future__ import annotations

from collections.abc import Mapping

from symppm.matching.estimates import estimate_in_words
from symppm.matching.findings import NOT_FOUND
from symppm.matching.missed import MET, listed, misses
from symppm.matching.result import CROSS_VALIDATION, STOCHASTIC, Match, Opinion
from symppm.matching.uncertainty import Interval
from symppm.results.numerals import in_words


def summarised(match: Match) -> str:
    """Return a match as aligned plain text.

    Parameters
    ----------
    match : Match
        Any.
    """
    said = headline(match) or _unmet(match)
    lines = [said, ""] if said else []
    lines += [f"model {match.model}: {match.spec.title}", "", "statistics"]
    width = max([10, *map(len, match.targets)])
    spans = match.target_intervals()
    for name, target in match.targets.items():
        reached = f"   achieved {match.achieved[name]:.6g}" if name in match.achieved else ""
        error = _plus_minus(match.achieved_errors.get(name, 0.0))
        lines.append(f"  {name:<{width}} {target:>12.6g}{_span(spans, name)}{reached}{error}")
    for number, each in enumerate(match.branches, 1):
        lines += ["", f"solution {number} of {len(match.branches)}", *_found(each)]
    if not match.branches:
        lines += _found(match)
    if match.opinions:
        lines += ["", "the number of factors by each way"]
        lines += [f"  {each.way:<{width}} {in_short(each)}" for each in match.opinions]
    if estimate := estimate_in_words(match):
        lines += ["", estimate]
    lines += ["", *(f"{each.severity}: {each.message}" for each in match.findings)]
    return "\n".join(lines).rstrip() + "\n"


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


def _unmet(match: Match) -> str:
    """Return the first condition that fails where no parameters are near; else nothing."""
    failed = [each.message for each in match.findings if each.code == "infeasible"]
    return f"infeasible: {failed[0].partition('. ')[0]}" if failed and not match.parameters else ""


def in_short(opinion: Opinion) -> str:
    """Return what one way says of the number of factors.

    Parameters
    ----------
    opinion : Opinion
        Any.
    """
    if opinion.k is None:
        return opinion.remark
    ends = (opinion.low, opinion.high)
    bare = opinion.low == opinion.high or opinion.way == CROSS_VALIDATION
    span = "" if bare else f"   95 %: {in_words(ends)}"
    remark = f"   {opinion.remark}" if opinion.remark and span != "   95 %: not resolved" else ""
    return f"{opinion.k:>12.4g}{span}{remark}"


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


def _found(match: Match) -> list[str]:
    lines: list[str] = []
    if not match.feasible:
        lines += ["", why_not(match)]
        if not match.parameters:
            return lines
        lines[-1] += ":" if match.unreliable else "; the nearest:"
    sizes = [each.name for each in match.spec.parameters if each.is_size]
    size = sizes[0] if sizes else ""
    spans = {} if match.uncertainty is None else match.interval()
    if match.k is not None:
        error = _plus_minus(match.parameter_errors.get(size, 0.0))
        exact = "" if match.k_exact is None else f" (exactly {match.k_exact:.4g}{error})"
        exact = " (cross-validated)" if match.cross_validated else exact
        lines += ["", f"{size or 'K'} = {match.k}{exact}{_span(spans, size)}"]
    elif match.feasible:
        lines.append("")
    if match.method != STOCHASTIC:
        lines.append(f"gauge: {match.gauge}")
    meanings = {each.name: each.meaning for each in match.spec.parameters}
    width = max([12, *(len(each.name) for each in match.spec.identified)])
    for name, value in match.parameters.items():
        if name in meanings:
            error = "" if name in sizes else _plus_minus(match.parameter_errors.get(name, 0.0))
            said = f"{value:>12.6g}{error}{_span(spans, name)}"
            lines.append(f"  {name:<{width}} {said}   {meanings[name]}")
    for each in match.spec.identified:
        if each.name not in match.parameters and each.name in match.identified:
            value = match.identified[each.name]
            said = f"{value:>12.6g}{_span(spans, each.name)}"
            lines.append(f"  {each.name:<{width}} {said}   {each.meaning}")
    return lines


def _span(intervals: Mapping[str, Interval], name: str) -> str:
    low, high = intervals.get(name, (0.0, 0.0))
    return "" if low == high else f"   95 %: {in_words((low, high))}"


def _plus_minus(error: float) -> str:
    return f" +- {error:.2g}" if error else ""
