"""The answer to a question about data: by each way that there is, and one of them chosen."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from symppm.errors import DataError, ParameterError, TargetError
from symppm.matching.checked_targets import is_cumulant
from symppm.matching.cross_validated import with_factors
from symppm.matching.diagnosis import diagnosed, product_in
from symppm.matching.diagnosis.interaction import about_distinct
from symppm.matching.diagnosis.noise import Noise, noise_of, noise_of_nearest
from symppm.matching.diagnosis.ways import (
    no_bootstrap,
    only_distinct,
    only_variance,
    with_findings,
)
from symppm.matching.measuring import Observed, Wanted
from symppm.matching.number_of_factors import NumberOfFactors
from symppm.matching.question import Question
from symppm.matching.result import AUTO, CROSS_MOMENTS, CROSS_VALIDATION, Match
from symppm.matching.solving import determined, solved
from symppm.matching.two_ways import Way, chosen, distinct_way, opinions
from symppm.matching.using import distinct_module, measured_distinct
from symppm.measure import Statistics

if TYPE_CHECKING:
    from symppm.modeller import Model

_LOG: Final = logging.getLogger(__name__)


def answered(
    question: Question,
    observed: Observed,
    model: str | Model,
    wanted: Wanted,
    estimator: str,
    factors: Callable[[], NumberOfFactors | None],
) -> Match:
    """Match data by moments up to order two, by those of distinct entries, or by both.

    Parameters
    ----------
    question : Question
        About moments up to order two.
    observed : Observed
        The data.
    model : str or Model
        What is matched.
    wanted : Wanted
        What is measured besides.
    estimator : {"auto", "cross-validation", "moments", "cross-moments"}
        As asked.
    factors : callable
        Cross-validates the number of factors, where that says something of K.

    Raises
    ------
    ParameterError, DataError
        If distinct entries are asked for, and the model or the data do not allow it.
    """
    forced = estimator == CROSS_VALIDATION
    estimator = AUTO if forced else estimator
    module = distinct_module(question, model, estimator)
    measured = None
    try:
        if module is not None:
            measured = measured_distinct(observed, wanted, estimator)
        if module is None or measured is None:
            variance = _by_variance(question, observed, model)
            return with_factors(variance.match, (variance,), factors(), always=forced)
        asked = distinct_way(question, module, measured)
    except (DataError, ParameterError, TargetError) as error:
        if estimator == CROSS_MOMENTS:
            raise
        _LOG.info("the variance of entries alone: %s", error.given)
        variance = _by_variance(question, observed, model)
        noted = with_findings(variance.match, only_variance(error.given))
        return with_factors(noted, (variance,), factors(), always=forced)
    found = factors()
    least = 1 if found is None else found.k
    distinct, noise = _about(asked, question, model, least)
    missing = [name for name in question.spec.needs if name not in question.given]
    if estimator == CROSS_MOMENTS or not determined(question):
        third = any(is_cumulant(name) for name in distinct.question.targets)
        said = (
            (only_distinct(question.spec, missing, third=third),)
            if estimator != CROSS_MOMENTS
            else ()
        )
        made = with_findings(distinct.match, *said)
        made = replace(made, opinions=opinions(None, distinct))
        return with_factors(made, (distinct,), found, always=forced)
    variance = _by_variance(question, observed, model)
    made = chosen(variance, distinct, measured, noise, least)
    _LOG.info(
        "K is %s by moments and %s by cross-moments; taken: %s",
        variance.match.k_exact, distinct.match.k_exact, made.estimator,
    )  # fmt: skip
    if wanted.bootstrap and made.estimator == CROSS_MOMENTS:
        made = with_findings(made, no_bootstrap())
    return with_factors(made, (variance, distinct), found, always=forced)


def _about(
    way: Way, variance: Question, model: str | Model, least: int
) -> tuple[Way, Noise | None]:
    """Return the way of distinct entries with what it tells besides K, and how entries vary."""
    measured, product = way.question.distinct, product_in(model)
    noise = None
    if measured is not None and product is not None:
        if way.question.closed:
            noise = noise_of(way.question, variance.kernels, measured)
        elif way.question.k is None:
            noise = noise_of_nearest(way.question, way.match, variance.kernels, measured)
    said = about_distinct(way.question, way.log_size, noise, variance.kernels, product, least)
    return Way(way.question, with_findings(way.match, *said), said), noise


def _by_variance(question: Question, observed: Observed, model: str | Model) -> Way:
    """Match moments up to order two, and test the data."""
    made = solved(question)
    measured = observed.statistics
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return Way(question, made)
    product = None if question.tied else product_in(model)
    said = diagnosed(
        measured, observed.profile, question.kernels, product, question.needed, question.k
    )
    return Way(question, with_findings(made, *said), said)
