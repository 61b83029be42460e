"""The answer to a question about data: by each estimator that there is, and one of them chosen."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from symppm.codegen.load import load_model
from symppm.errors import DataError, ParameterError, TargetError
from symppm.matching.by_interaction import (
    Sides,
    about_shapes,
    can_use,
    matched,
    shapes_for,
)
from symppm.matching.diagnostics import diagnosed, product_in
from symppm.matching.diagnostics.estimates import (
    only_cross_moments,
    only_variance,
    with_diagnostics,
)
from symppm.matching.diagnostics.interaction import about_cross_moments
from symppm.matching.diagnostics.missing import about_missing
from symppm.matching.diagnostics.noise import Noise, noise_of, noise_of_nearest
from symppm.matching.diagnostics.priors import adds_products, gamma_factors
from symppm.matching.diagnostics.tails import about_tails
from symppm.matching.effects import answered_with_effects, effects_in, open_effects
from symppm.matching.effects import can_use as effects_alone
from symppm.matching.estimators import (
    Candidate,
    by_cross_moments,
    chosen,
    cross_moments_module,
    estimates_of_k,
    with_estimates,
    with_factors,
)
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Observed, as_targets, average_inverse_exposure
from symppm.matching.models import is_cumulant
from symppm.matching.number_of_factors import NumberOfFactors, Sample
from symppm.matching.parameters import NO_TIES
from symppm.matching.question import Question
from symppm.matching.request import Request
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, Match
from symppm.matching.solving import determined, solved
from symppm.statistics.interaction import dispersion, interaction
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.modeller import Model

_PAPER: Final = "pmf_gamma"
_LOG: Final = logging.getLogger(__name__)


def answered(request: Request, question: Question, observed: Observed) -> Match:
    """Match data by cross-validation, by moments, or by cross-moments."""
    model, estimator, spec = request.model, request.estimator, question.spec
    forced = estimator == CROSS_VALIDATION
    if forced and (question.k is not None or not adds_products(model)):
        raise ParameterError(
            f"estimator={CROSS_VALIDATION!r} for {spec.name}"
            + (" with its size given" if question.k is not None else ""),
            expected="a matrix whose means are sums over K factors of row times column, K free",
            do="Leave it out.",
        )
    effects = effects_in(model)
    if effects is not None and effects_alone(question, effects, estimator):
        return answered_with_effects(request, question, observed, effects)
    if effects is not None and estimator != CROSS_MOMENTS and not determined(question):
        raise open_effects(question, effects)
    if estimator not in {AUTO, CROSS_VALIDATION} or not adds_products(model):
        return _by_moments(request, question, observed, estimator).match
    part = observed.sample(request)
    sides = gamma_factors(model)
    shaped = sides is not None and can_use(question, sides)
    with ThreadPoolExecutor(1) as pool:
        # One long decomposition, beside which blocks are held out.
        noise = pool.submit(_noise, question, observed, part if shaped else None)
        found = None if part is None or question.k is not None else part.factors()
    k = question.k if found is None else found.k
    least = 1 if found is None else found.k

    def by_interaction() -> Match | None:
        if part is None or sides is None or k is None or not shaped:
            return None
        return _by_interaction(
            request, question, observed, _Factors(k, found, part, noise.result()), sides
        )

    # Where held-out entries tell nothing, moments may tell K, but not beside levels that differ.
    levels = sides is not None and any(each.level for each in sides)
    if found is None or found.resolved or forced or levels:
        made = by_interaction()
        if made is not None:
            return made
    ways = _by_moments(request, question, observed, AUTO, least)
    made = None if ways.match.feasible else by_interaction()
    return made or with_factors(ways.match, ways.tried, found, always=forced)


@dataclass(frozen=True)
class _Answer:
    """What moments answer, and the ways that were tried."""

    match: Match
    tried: tuple[Candidate, ...]


def _by_moments(
    request: Request, question: Question, observed: Observed, estimator: str, least: int = 1
) -> _Answer:
    """Match moments up to order two, cross-moments, or both."""
    model = request.model
    module = cross_moments_module(question, model, estimator)
    measured = None
    try:
        if module is not None:
            measured = observed.cross_moments(request, estimator)
        if module is None or measured is None:
            variance = _by_variance(question, observed, model)
            return _Answer(variance.match, (variance,))
        asked = by_cross_moments(question, module, measured)
        settled = observed.settled(measured, asked.match, asked.question.kernels)
        if settled is not measured:
            measured, asked = settled, by_cross_moments(question, module, settled)
    except (DataError, ParameterError, TargetError) as error:
        if estimator == CROSS_MOMENTS:
            raise
        _LOG.info("the variance of entries alone: %s", error.given)
        variance = _by_variance(question, observed, model)
        return _Answer(with_diagnostics(variance.match, only_variance(error.given)), (variance,))
    cross_moments, noise = _about(asked, question, model, least)
    missing = [name for name in question.spec.needs if name not in question.given]
    if estimator == CROSS_MOMENTS or not determined(question):
        third = any(is_cumulant(name) for name in cross_moments.question.targets)
        said = (
            (only_cross_moments(question.spec, missing, third=third),)
            if estimator != CROSS_MOMENTS
            else ()
        )
        made = with_diagnostics(cross_moments.match, *said)
        return _Answer(
            replace(made, estimates=estimates_of_k(None, cross_moments)), (cross_moments,)
        )
    variance = _by_variance(question, observed, model)
    made = chosen(variance, cross_moments, measured, noise, least)
    _LOG.info(
        "K is %s by moments and %s by cross-moments; taken: %s",
        variance.match.k_exact, cross_moments.match.k_exact, made.estimator,
    )  # fmt: skip
    return _Answer(made, (variance, cross_moments))


@dataclass(frozen=True)
class _Factors:
    """The number of factors, from held-out entries or given, and the noise of counts."""

    k: int
    found: NumberOfFactors | None
    sample: Sample
    noise: float


def _by_interaction(
    request: Request, question: Question, observed: Observed, factors: _Factors, sides: Sides
) -> Match | None:
    """Match at a number of factors: shapes by the interaction, levels by the totals."""
    k, found, sample = factors.k, factors.found, factors.sample
    measured = interaction(sample.matrix, k, sample.random_seed) if k > 1 else None
    shapes = shapes_for(k, measured, factors.noise, sides, question.given)
    made = matched(question, sides, k, shapes)
    if made is None:
        return None
    said = about_shapes(made, sides, question.given)
    profile = observed.profile
    if profile is not None and isinstance(observed.statistics, Statistics):
        said += about_tails(profile) + about_missing(observed.statistics, profile)
    made = replace(made, diagnostics=(*said, *made.diagnostics))
    if found is None:
        return made
    if observed.exposures is not None and observed.exposures.estimated:
        # What dividing by margins leaves of covariances says nothing of K.
        return with_estimates(made, (), found)
    asked = question
    if any(each.level for each in sides):
        # Second moments cannot tell levels from factors: those of the paper's model are shown.
        paper = Kernels(load_model(_PAPER))
        targets = as_targets(paper.spec, observed.statistics)
        asked = replace(
            question, kernels=paper, targets=targets, given={}, scale=None, ties=NO_TIES
        )
        request = replace(request, model=_PAPER)
    try:
        ways = _by_moments(request, asked, observed, AUTO, k)
    except (DataError, ParameterError, TargetError) as error:
        _LOG.info("no estimate of K by moments: %s", error.given)
        return with_estimates(made, (), found)
    match = with_estimates(made, ways.tried, found)
    return replace(match, cross_moments=ways.match.cross_moments)


def _noise(question: Question, observed: Observed, sample: Sample | None) -> float:
    """Return the noise of counts in units of Poisson's, where shapes by the interaction need it."""
    if sample is None or not question.spec.observed_is_count:
        return 1.0
    poisson = average_inverse_exposure(observed.statistics)
    return dispersion(sample.matrix, sample.random_seed, poisson)


def _about(
    way: Candidate, variance: Question, model: str | Model, least: int
) -> tuple[Candidate, Noise | None]:
    """Return the way of cross-moments with what it tells besides K, and how entries vary."""
    measured, product = way.question.cross_moments, product_in(model)
    noise = None
    if measured is not None and product is not None:
        if way.question.closed:
            noise = noise_of(way.question, variance.kernels, measured)
        elif way.question.k is None:
            noise = noise_of_nearest(way.question, way.match, variance.kernels, measured)
    said = about_cross_moments(way.question, way.log_size, noise, variance.kernels, product, least)
    return Candidate(way.question, with_diagnostics(way.match, *said), said), noise


def _by_variance(question: Question, observed: Observed, model: str | Model) -> Candidate:
    """Match moments up to order two, and test the data."""
    made = solved(question)
    measured = observed.statistics
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return Candidate(question, made)
    product = None if question.tied else product_in(model)
    said = diagnosed(
        measured, observed.profile, question.kernels, product, question.needed, question.k
    )
    return Candidate(question, with_diagnostics(made, *said), said)
