"""The answer to a question about data: K, shapes and levels each by what is robust for it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

from symppm.codegen.load import load_model
from symppm.codegen.spec import ModelSpec
from symppm.errors import DataError, ParameterError, TargetError, conjunction
from symppm.matching.by_interaction import can_use, matched, shapes_for
from symppm.matching.diagnostics.cross_moments import Candidate
from symppm.matching.diagnostics.data import about_entries
from symppm.matching.diagnostics.estimates import (
    FROM_MOMENTS,
    estimate_by_factors,
    with_diagnostics,
    with_reasons,
)
from symppm.matching.diagnostics.sources import about_shapes
from symppm.matching.diagnostics.table import phrase, said
from symppm.matching.effects import matched_effects
from symppm.matching.estimators import by_moments, estimates_of
from symppm.matching.grounds import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, MOMENTS
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Observed, as_targets, average_inverse_exposure
from symppm.matching.number_of_factors import NumberOfFactors, Sample
from symppm.matching.parameters import NO_TIES
from symppm.matching.question import Question
from symppm.matching.result import Match
from symppm.matching.solving import determined, solved
from symppm.matching.targets import CYCLE, measured_name
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.cycle import LEAST_SIDE, six_cycle
from symppm.statistics.interaction import dispersion, interaction
from symppm.statistics.moments import Statistics

_PAPER_MODEL: Final = "pmf_gamma"
_CONFIDENCE: Final = 0.9999
_WORDS: Final = 7
"""Of the name of a cumulant of six entries."""
_LOG: Final = logging.getLogger(__name__)


def answered(question: Question, observed: Observed) -> Match:
    """Match data by cross-validation, by moments, or by cross-moments."""
    if six_of(question.spec):
        return _by_cycles(question, observed)
    estimator, adds_products = question.request.estimator, bool(question.request.structure.factors)
    if estimator == CROSS_VALIDATION and not (adds_products and question.k is None):
        raise ParameterError(
            f"estimator={CROSS_VALIDATION!r} for {question.spec.name}"
            + (" with its size given" if question.k is not None else ""),
            expected="a matrix whose means are sums over K factors of row times column, K free",
            do="Leave it out.",
        )
    if (of_effects := matched_effects(question, observed)) is not None:
        return of_effects
    if estimator not in {AUTO, CROSS_VALIDATION} or not adds_products:
        return by_moments(question, observed, estimator)[0]
    return _by_cross_validation(question, observed)


def _by_cross_validation(question: Question, observed: Observed) -> Match:
    """Match at the number of factors that predicts held-out entries, or by moments."""
    request, shaped = question.request, can_use(question)
    forced = request.estimator == CROSS_VALIDATION
    sample = observed.sample(request)
    with ThreadPoolExecutor(1) as pool:
        # One long decomposition, beside which blocks are held out.
        noise = pool.submit(_noise, question, observed, sample if shaped else None)
        factors = None if sample is None or question.k is not None else sample.factors()
    k = question.k if factors is None else factors.k

    def by_interaction() -> Match | None:
        if sample is None or k is None or not shaped:
            return None
        match = _by_interaction(question, observed, sample, k, noise.result())
        if match is None or factors is None:
            return match
        return _beside_moments(match, question, observed, factors)

    # Where held-out entries tell nothing, moments may tell K, but not beside levels that differ.
    levels = any(side.level for side in question.sides)
    first = factors is None or factors.resolved or forced or levels
    if first and (match := by_interaction()) is not None:
        return match
    least = 1 if factors is None else factors.k
    try:
        moments, candidates = by_moments(question, observed, AUTO, least)
    except TargetError:
        # What moments leave open they may determine with so many factors.
        at_k = replace(question, k=least)
        if factors is None or not (factors.resolved or forced) or not determined(at_k):
            raise
        return with_reasons(_beside((), by_moments(at_k, observed, AUTO)[0], factors), factors)
    if not moments.feasible and (match := by_interaction()) is not None:
        return match
    return (
        moments if factors is None else _with_factors(moments, candidates, factors, always=forced)
    )


def _noise(question: Question, observed: Observed, sample: Sample | None) -> float:
    """Return the noise of counts in units of Poisson's, where shapes by the interaction need it."""
    if sample is None or not question.spec.observed_is_count:
        return 1.0
    poisson = average_inverse_exposure(observed.statistics)
    return dispersion(sample.matrix, sample.random_seed, poisson)


def _by_interaction(
    question: Question, observed: Observed, sample: Sample, k: int, noise: float
) -> Match | None:
    """Match at a number of factors: shapes by the interaction, levels by the totals."""
    measured = interaction(sample.matrix, k, sample.random_seed) if k > 1 else None
    names = [side.shape for side in question.sides]
    match = matched(question, k, shapes_for(k, measured, noise, names, question.given))
    if match is None:
        return None
    poisson = question.request.structure.is_poisson
    diagnostics = about_shapes(match, question.sides, question.given, poisson=poisson)
    if isinstance(observed.statistics, Statistics):
        diagnostics += about_entries(observed.statistics, observed.profile)
    return replace(match, diagnostics=(*diagnostics, *match.diagnostics))


def _beside_moments(
    match: Match, question: Question, observed: Observed, factors: NumberOfFactors
) -> Match:
    """Return a match with what moments say of K beside cross-validation."""
    alone = with_reasons(_beside((), match, factors), factors)
    if observed.exposures is not None and observed.exposures.estimated:
        # What dividing by margins leaves of covariances says nothing of K.
        return alone
    if any(side.level for side in question.sides):
        # Second moments cannot tell levels from factors: those of the paper's model are shown.
        kernels = Kernels(load_model(_PAPER_MODEL))
        targets = as_targets(kernels.spec, observed.statistics)
        request = replace(question.request, model=_PAPER_MODEL, scale=None)
        question = replace(
            question, request=request, kernels=kernels, targets=targets, given={}, ties=NO_TIES
        )
    try:
        moments, candidates = by_moments(question, observed, AUTO, factors.k)
    except (DataError, ParameterError, TargetError) as error:
        _LOG.info("no estimate of K by moments: %s", error.given)
        return alone
    match = with_reasons(_beside(candidates, match, factors), factors)
    return replace(match, cross_moments=moments.cross_moments)


def _with_factors(
    moments: Match, candidates: Sequence[Candidate], factors: NumberOfFactors, *, always: bool
) -> Match:
    """Return a match at the number of factors that predicts held-out entries, if any does.

    Moments tell K from how entries vary, which on real counts holds noise beyond the model's and
    totals that differ; held-out entries are predicted or not. Where nothing beyond the totals is
    predicted, all that is known of K is what the model's moments say.
    """
    match = _beside(candidates, moments, factors)
    if not (factors.resolved or always):
        rests = phrase("not_cross_validated/rests") * match.feasible
        diagnostic = said("not_cross_validated", reason=factors.reason, rests=rests)
        return match if match.k == 1 else with_diagnostics(match, diagnostic)
    # By the same moments if possible.
    order = sorted(candidates, key=lambda x: x.match.estimator != match.estimator)
    for candidate in order:
        answer = _at_k(candidate.question, match, candidate.match.estimator, factors.k)
        if answer is not None:
            return with_reasons(answer, factors)
    diagnostic = said("factors_not_followed", reason=factors.reason, k=factors.k, model=match.model)
    return with_diagnostics(match, diagnostic)


def _beside(candidates: Sequence[Candidate], match: Match, factors: NumberOfFactors) -> Match:
    """Return a match with all estimates of K, that by cross-validation first."""
    others = match.estimates or estimates_of(candidates)
    return replace(match, estimates=(estimate_by_factors(factors), *others))


def _at_k(question: Question, match: Match, estimator: str, k: int) -> Match | None:
    """Return the match with so many factors; None where there is none."""
    rounds = match.k == k and match.estimator == estimator and match.feasible
    dropped = FROM_MOMENTS - ({"scale", "rounding"} if rounds else set())
    old = [item for item in match.diagnostics
            if item.code not in dropped and item.severity != "failure"]  # fmt: skip
    if rounds:
        # Moments round to it, and so their own answer holds as many of them as it can.
        return replace(match, diagnostics=tuple(old))
    answer = solved(replace(question, k=k, rounded_from=match.k_exact))
    if not answer.feasible or answer.branches:
        return None
    new = [item for item in answer.diagnostics if item not in old]
    return replace(
        answer, diagnostics=(*old, *new), cross_moments=match.cross_moments, estimator=estimator,
        estimates=match.estimates,
    )  # fmt: skip


def six_of(spec: ModelSpec) -> str:
    """Return the target of six entries, where a model is matched by one beside the cycle."""
    if CYCLE not in spec.targets:
        return ""
    return next((name for name in spec.targets if len(name.split("_")) == _WORDS), "")


def _by_cycles(question: Question, observed: Observed) -> Match:
    """Match data by cycles of four and of six entries, and by what there is of lower order."""
    spec = question.spec
    request = question.request
    if request.estimator == MOMENTS:
        raise ParameterError(
            f"estimator={request.estimator!r} for {spec.name}, whose factors have mean zero",
            expected="cross-moments: those up to order two do not show such factors",
            do="Leave it out.",
        )
    least = min(observed.statistics.shape)
    if least < LEAST_SIDE:
        raise DataError(
            f"a matrix whose shorter side is {least}",
            expected=f"at least {LEAST_SIDE} rows and {LEAST_SIDE} columns",
            do="Use more data.",
        )
    cross_moments = observed.cross_moments(replace(request, intervals=True), CROSS_MOMENTS)
    assert cross_moments is not None and observed.read is not None  # noqa: S101, PT018 - or refused
    usual = {measured_name(spec, target).replace("rho_", "cov_") for target in spec.targets}
    beyond = _certain_nonzero(cross_moments, usual)
    names = {*usual, *beyond}
    about = "effects" if names & {"cov_row", "cov_col"} else "mean" if "mean" in names else "zero"
    six = six_cycle(*observed.read, about=about)
    name = six_of(spec)

    def match_with(cross_moments: CrossMoments) -> Match:
        targets = as_targets(spec, {**cross_moments.values, name: six.value})
        at_values = question.at(cross_moments, question.kernels, targets)
        moments = at_values.moments if request.intervals else None
        moments = moments and moments.beside((name,), six.value, six.rows, six.columns)
        answer = solved(replace(at_values, moments=moments))
        return replace(answer, estimator=CROSS_MOMENTS, cross_moments=cross_moments)

    match = match_with(cross_moments)
    settled = observed.settled(cross_moments, match, question.kernels)
    match = match if settled is cross_moments else match_with(settled)
    values = conjunction(f"{name} is {value:.4g}" for name, value in beyond.items())
    return with_diagnostics(match, said("not_centered", values=values)) if beyond else match


def _certain_nonzero(cross_moments: CrossMoments, usual: Collection[str]) -> dict[str, float]:
    """Return what the data have for certain, and the model says is zero."""
    intervals = cross_moments.interval(_CONFIDENCE)
    return {
        name: cross_moments.values[name]
        for name in ("mean", "cov_row", "cov_col")
        if name not in usual and not intervals[name][0] <= 0 <= intervals[name][1]
    }
