"""Which estimate of K is the answer, and why not another, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from symppm.codegen.spec import ModelSpec
from symppm.errors import conjunction
from symppm.matching.diagnostics.table import phrase, said
from symppm.matching.grounds import CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS, EstimateOfK
from symppm.matching.moments import Estimate
from symppm.matching.result import Match
from symppm.matching.targets import size_name
from symppm.results.diagnostic import Diagnostic

if TYPE_CHECKING:
    from symppm.matching.number_of_factors import NumberOfFactors

FROM_MOMENTS: Final = frozenset(
    {"rounding", "scale", "unresolved_size", "nearest", "unresolved", "below_one", "disagreement",
     "doubt", "chosen_branch", "above_rank", "unresolved_factors", "unresolved_rho_row",
     "unresolved_rho_col", "unresolved_cycle", "one_makes_it"}
)  # fmt: skip
"""Diagnostics about K by moments, where that is not the answer."""
TOO_FEW: Final = "too few data to cross-validate"
"""The remark of an estimate by cross-validation where nothing could be held out: K is assumed."""
_FAR: Final = 1.5
"""Times that moments are above or below held-out entries where that is explained."""


def estimate_in_words(match: Match) -> str:
    """Say which of several estimates became the answer; empty where there are not several."""
    if len(match.estimates) < 2 or match.k is None or not match.feasible:
        return ""
    if match.cross_validated and any(x.remark == TOO_FEW for x in match.estimates):
        return f"{size_name(match.spec)} = {match.k} is assumed: {TOO_FEW}."
    way = {
        MOMENTS: "from mean, variance and correlations",
        CROSS_MOMENTS: "from cross-moments",
        CROSS_VALIDATION: "by cross-validation",
    }[CROSS_VALIDATION if match.cross_validated else match.estimator]
    if match.has("unresolved_size"):
        way = "in the middle of what cross-moments leave likely"
    return f"{size_name(match.spec)} = {match.k} is the estimate {way}."


def disagreement(variance: Match, cross_moments: Match, off: Estimate) -> Diagnostic:
    """Say that both sets of moments disagree."""
    size = size_name(variance.spec)
    first = f"{size} = {shown(variance.k_exact)} from the variance of entries"
    against = f"{size} = {shown(cross_moments.k_exact)} from cross-moments"
    if variance.k_exact is not None and variance.k_exact == cross_moments.k_exact:
        first = f"With {size} = {variance.k} given, what the variance of entries says of the priors"
        against = "what cross-moments say of them"
    elif not cross_moments.feasible:
        against = "cross-moments, which have no such interaction of rows and columns"
    return said("disagreement", said=first, against=against, errors=abs(off.errors))


def doubted(variance: Match, off: Estimate | None, below_rank: bool) -> Diagnostic:
    """Say why the answer from the variance is not taken although it may be right."""
    if off is not None:
        why = f"it is {abs(off.errors):.1f} standard errors from what cross-moments say"
    elif not below_rank:
        why = "it is more than the rank of the data allows, as noise beyond the model's makes it"
    else:
        why = "it is not resolved"
    return said("doubt", size=size_name(variance.spec), k=shown(variance.k_exact), why=why)


def only_cross_moments(spec: ModelSpec, missing: Sequence[str], *, third: bool) -> Diagnostic:
    """Say that the variance was not matched, since what that needs was not given."""
    closing = " with what they leave of the variance"
    if third:
        closing = (
            ", by third cumulants too: these take many rows and columns, and where there is no "
            "solution it may be their noise"
        )
    were, them = ("was", "it") if len(missing) == 1 else ("were", "them")
    subject = f"{conjunction(missing)} {were}"
    return said("only_cross_moments", missing=subject, model=spec.name, them=them, told=closing)


def with_reasons(match: Match, factors: NumberOfFactors) -> Match:
    """Return a match at the number of factors by cross-validation that says so first."""
    rows, columns = factors.shape
    exact = factors.resolved and match.k_exact == factors.k
    diagnostic = said(
        "cross_validated",
        # Where no block could be held out, K = 1 is no result.
        "note" if factors.resolved or len(factors.gain) > 1 else "warning",
        reason=factors.reason,
        sampled=phrase("cross_validated/sampled", rows=rows, columns=columns) * factors.drawn,
        given=phrase("cross_validated/given") * exact,
        others="".join(_distance(x, factors.k) for x in match.estimates if factors.resolved),
    )
    return in_front(match, diagnostic)


def _distance(estimate: EstimateOfK, k: int) -> str:
    """Say what moments have for K, and what it usually means if that is far away."""
    name = estimate.estimator
    if name == CROSS_VALIDATION or estimate.k is None:
        return ""
    ratio = estimate.k / k
    near = 1 / _FAR <= ratio <= _FAR
    why = phrase(f"cross_validated/{name}/{'above' if ratio > 1 else 'below'}")
    return phrase(
        "cross_validated/near" if near else "cross_validated/far",
        estimator=name.capitalize(), k=estimate.k, why=why,
    )  # fmt: skip


def estimate_by_factors(factors: NumberOfFactors) -> EstimateOfK:
    """Return what held-out entries say of K."""
    low, high = float(min(factors.low, factors.k)), float(max(factors.high, factors.k))
    if not factors.resolved:
        # Where nothing could be held out, nothing is known.
        high, remark = (high, "not resolved") if len(factors.gain) > 1 else (math.inf, TOO_FEW)
        return EstimateOfK(CROSS_VALIDATION, float(factors.k), 1.0, high, remark)
    ends = f"{factors.low} to {factors.high}" if factors.low < factors.high else f"{factors.high}"
    further, moves = factors.low > factors.k, factors.k_low < factors.k_high
    words = f"more hardly pay, though {ends} predict best" if further else f"{ends} predict as well"
    words = f"{factors.k_low} to {factors.k_high} by other blocks, {words}" if moves else words
    remarks = [words] * (low < high)
    remarks += [f"95 % of the gain with {factors.k_95}"] * (factors.k_95 > factors.k)
    return EstimateOfK(CROSS_VALIDATION, float(factors.k), low, high, "; ".join(remarks))


def in_front(match: Match, diagnostic: Diagnostic) -> Match:
    """Return a match with a diagnostic before its own."""
    return replace(match, diagnostics=(diagnostic, *match.diagnostics))


def with_diagnostics(match: Match, *diagnostics: Diagnostic) -> Match:
    """Return a match with further diagnostics, after its own."""
    return replace(match, diagnostics=(*match.diagnostics, *diagnostics))


def shown(k: float | None) -> str:
    """Write K before rounding."""
    return "none" if k is None else f"{k:.4g}"
