"""The number of factors that predicts held-out entries, and the hyperparameters that go with it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from symppm.matching.diagnostics.estimates import as_rounding, in_front, with_diagnostics
from symppm.matching.estimators import Candidate, estimates_of_k
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.question import Question
from symppm.matching.result import (
    CROSS_MOMENTS,
    CROSS_VALIDATION,
    MOMENTS,
    Diagnostic,
    EstimateOfK,
    Match,
)
from symppm.matching.solving import solved

_OF_MOMENTS: Final = frozenset(
    {"rounding", "scale", "unresolved_size", "nearest", "unresolved", "below_one", "disagreement",
     "doubt", "chosen_branch", "above_rank", "unresolved_factors", "unresolved_rho_row",
     "unresolved_rho_col", "unresolved_cycle", "one_makes_it"}
)  # fmt: skip
"""Diagnostics about K by moments, which is no longer the answer."""
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {MOMENTS: "Moments", CROSS_MOMENTS: "Cross-moments"}
)
_MEANS: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {
        (MOMENTS, True): "the variance takes noise beyond the model's for factors",
        (MOMENTS, False): "totals of rows and columns differ more than the model's factors",
        (CROSS_MOMENTS, True): "some of the factors predict too little to pay",
        (CROSS_MOMENTS, False): "factors differ in strength, or totals of rows and columns do",
    }
)
_FAR: Final = 1.5
"""Times that moments are above or below held-out entries where that is explained."""


def with_factors(
    match: Match, ways: tuple[Candidate, ...], found: NumberOfFactors | None, *, always: bool
) -> Match:
    """Return a match at the number of factors that predicts held-out entries, if any does.

    Moments tell K from how entries vary, which on real counts holds noise beyond the model's and
    totals that differ; held-out entries are predicted or not. Where nothing beyond the totals is
    predicted, all that is known of K is what the model's moments say.
    """
    if found is None:
        return match
    match = _beside_others(match, ways, found)
    if not (found.resolved or always):
        if match.k == 1:
            return match
        rests = " K rests on moments, so on the model, alone." if match.feasible else ""
        noted = Diagnostic("not_cross_validated", "note", f"{found.reason}{rests}")
        return with_diagnostics(match, noted)
    made = _at(match, ways, found.k)
    if made is None:
        return with_diagnostics(match, _impossible(found, match))
    return _explained(made, found)


def with_estimates(match: Match, ways: tuple[Candidate, ...], found: NumberOfFactors) -> Match:
    """Return a match at the number of factors by cross-validation, with all estimates."""
    return _explained(_beside_others(match, ways, found), found)


def _beside_others(match: Match, ways: tuple[Candidate, ...], found: NumberOfFactors) -> Match:
    others = match.estimates
    if not others:
        variance = next((each for each in ways if each.match.estimator != CROSS_MOMENTS), None)
        cross_moments = next((each for each in ways if each.match.estimator == CROSS_MOMENTS), None)
        others = estimates_of_k(variance, cross_moments)
    return replace(match, estimates=(_estimate_of_k(found), *others))


def _explained(match: Match, found: NumberOfFactors) -> Match:
    said = f"{found.reason}{_sample(found)}"
    if found.resolved and match.k_exact == found.k:
        said += " Intervals of hyperparameters take K as given."
    about = [said, *(_distance(each, found.k) for each in match.estimates if found.resolved)]
    # Where no block could be held out, K = 1 is no result.
    severity = "note" if found.resolved or len(found.gain) > 1 else "warning"
    return in_front(match, Diagnostic("cross_validated", severity, " ".join(filter(None, about))))


def _estimate_of_k(found: NumberOfFactors) -> EstimateOfK:
    ends = float(min(found.low, found.k)), float(max(found.high, found.k))
    if not found.resolved:
        # Where nothing could be held out, nothing is known.
        ends = (1.0, ends[1] if len(found.gain) > 1 else math.inf)
        return EstimateOfK(CROSS_VALIDATION, float(found.k), *ends, "not resolved")
    said = [f"{found.low} to {found.high} predict as well as the best"] * (found.low < found.high)
    said += [f"95 % of the gain with {found.k_95}"] * (found.k_95 > found.k)
    return EstimateOfK(CROSS_VALIDATION, float(found.k), *ends, "; ".join(said))


def _sample(found: NumberOfFactors) -> str:
    rows, columns = found.shape
    return f" A sample of {rows:,} rows and {columns:,} columns was used." if found.drawn else ""


def _distance(estimate: EstimateOfK, k: int) -> str:
    """Say what moments have for K, and what it usually means if that is far away."""
    if estimate.estimator == CROSS_VALIDATION or estimate.k is None:
        return ""
    ratio = estimate.k / k
    said = f"{_NAMES[estimate.estimator]} say {estimate.k:.3g}"
    if 1 / _FAR <= ratio <= _FAR:
        return f"{said}."
    return f"{said}, usually because {_MEANS[estimate.estimator, ratio > 1]}."


def _impossible(found: NumberOfFactors, match: Match) -> Diagnostic:
    return Diagnostic(
        "factors_not_followed",
        "warning",
        f"{found.reason} But with K = {found.k} no hyperparameters of {match.model} have these "
        "statistics, so that K is not followed. Usually entries vary less, or more, about their "
        "means than those of this model do; compare with another observation model.",
    )


def _at(match: Match, ways: tuple[Candidate, ...], k: int) -> Match | None:
    """Return the match with so many factors, by the same moments if possible; None if by none."""
    for way in sorted(ways, key=lambda each: each.match.estimator != match.estimator):
        made = _by(way.question, match, way.match.estimator, k)
        if made is not None:
            return made
    return None


def _by(question: Question, match: Match, estimator: str, k: int) -> Match | None:
    rounds = match.k == k and match.estimator == estimator and match.feasible
    dropped = _OF_MOMENTS - ({"scale", "rounding"} if rounds else set())
    kept = [
        each
        for each in match.diagnostics
        if each.code not in dropped and each.severity != "failure"
    ]
    if rounds:
        # Moments round to it, and so their own answer holds as many of them as it can.
        return replace(match, diagnostics=tuple(kept))
    made = solved(replace(question, k=k))
    if not made.feasible or made.branches:
        return None
    own = [as_rounding(each, k, match.k_exact) for each in made.diagnostics if each not in kept]
    return replace(
        made, diagnostics=(*kept, *own), cross_moments=match.cross_moments, estimator=estimator,
        estimates=match.estimates,
    )  # fmt: skip
