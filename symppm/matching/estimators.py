"""Estimates of K by the variance of entries and by cross-moments, and which of both is taken."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.load import has_cross_moments, load_cross_moments
from symppm.errors import (
    DataError,
    NotBuiltError,
    NotDerivableError,
    ParameterError,
    TargetError,
)
from symppm.matching.diagnostics.cross_moments import (
    Candidate,
    about_cross_moments,
    noise_of,
)
from symppm.matching.diagnostics.data import diagnosed
from symppm.matching.diagnostics.estimates import (
    disagreement,
    doubted,
    in_front,
    only_cross_moments,
    shown,
    with_diagnostics,
)
from symppm.matching.diagnostics.table import UNRESOLVED, said
from symppm.matching.grounds import CROSS_MOMENTS, MOMENTS, EstimateOfK
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import Observed, as_targets
from symppm.matching.models import declaration_of, title_of
from symppm.matching.moments import Estimate, Moments
from symppm.matching.question import Question
from symppm.matching.result import Match
from symppm.matching.solving import determined, solved
from symppm.matching.targets import CYCLE, has_cumulants, size_name
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.moments import Statistics

if TYPE_CHECKING:
    from symppm.modeller import Model

VARIANCE: Final = "variance"
_LOG: Final = logging.getLogger(__name__)
_LEVEL: Final = 0.95
_DISAGREE: Final = 0.005
"""How often two candidates are said to disagree that do not."""
_DOUBT: Final = 0.05
"""How often the more precise one is not taken although it might be."""
_SIZES: Final = 400
_OF_THE_VARIANCE: Final = frozenset(
    {"excess_zeros", "overdispersed", "uneven", "unresolved_factors", "excess_noise"}
)
"""Diagnostics about what the variance of entries makes of K, or of counts."""


def estimates_of(candidates: Iterable[Candidate]) -> tuple[EstimateOfK, ...]:
    """Return what each says of K."""
    return tuple(estimate for x in candidates if (estimate := x.of_k) is not None)


def by_moments(
    question: Question, observed: Observed, estimator: str, least: int = 1
) -> tuple[Match, tuple[Candidate, ...]]:
    """Match moments up to order two, cross-moments, or both; K is ``least`` at least.

    Returns the answer, and the candidates: by the variance of entries, and by cross-moments.
    """
    module = cross_moments_module(question, estimator)
    measured = None
    try:
        if module is not None:
            measured = observed.cross_moments(question.request, estimator)
        if module is None or measured is None:
            return _by_variance_alone(question, observed)
        candidate = by_cross_moments(question, module, measured)
        settled = observed.settled(measured, candidate.match, candidate.question.kernels)
        if settled is not measured:
            measured, candidate = settled, by_cross_moments(question, module, settled)
    except (DataError, ParameterError, TargetError) as error:
        if estimator == CROSS_MOMENTS:
            raise
        _LOG.info("the variance of entries alone: %s", error.given)
        return _by_variance_alone(question, observed, error.given)
    tested = replace(candidate, least=least, noise=noise_of(candidate))
    about = about_cross_moments(tested)
    cross_moments = replace(tested, match=with_diagnostics(tested.match, *about), about_data=about)
    if estimator == CROSS_MOMENTS or not determined(question):
        match = replace(cross_moments.match, estimates=estimates_of([cross_moments]))
        if estimator != CROSS_MOMENTS:
            missing = [name for name in question.spec.needs if name not in question.given]
            third = has_cumulants(cross_moments.question.targets)
            match = with_diagnostics(match, only_cross_moments(question.spec, missing, third=third))
        return match, (cross_moments,)
    variance = by_variance(question, observed, Moments.of(measured))
    match = chosen(variance, cross_moments, measured)
    _LOG.info(
        "K is %s by moments and %s by cross-moments; taken: %s",
        variance.match.k_exact, cross_moments.match.k_exact, match.estimator,
    )  # fmt: skip
    return match, (variance, cross_moments)


def by_variance(question: Question, observed: Observed, third: Moments | None = None) -> Candidate:
    """Match moments up to order two, and test the data, by third cumulants where they are known."""
    match, measured = solved(question), observed.statistics
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return Candidate(question, match)
    product = None if question.tied else question.request.structure.product
    kernels, needed = question.kernels, question.needed
    third = third or (None if product is None else observed.third_order)
    diagnostics = diagnosed(measured, observed.profile, kernels, product, needed, question.k, third)
    return Candidate(question, with_diagnostics(match, *diagnostics), diagnostics)


def _by_variance_alone(
    question: Question, observed: Observed, why: str = ""
) -> tuple[Match, tuple[Candidate, ...]]:
    variance = by_variance(question, observed)
    noted = [said("only_variance", why=why)] if why else []
    return with_diagnostics(variance.match, *noted), (variance,)


def cross_moments_module(question: Question, estimator: str) -> ModuleType | None:
    """Return the module that matches a model to cross-moments, or None if there is none."""
    if estimator == MOMENTS:
        return None
    spec, model, why = question.spec, question.request.model, "has no solution in cross-moments"
    if len(spec.axes) != 2:
        why = "is about arrays with more than two axes"
    elif not isinstance(model, str):
        try:
            return _compiled(question, model)
        except (NotBuiltError, NotDerivableError) as error:
            why += f" ({error.given})"
    elif has_cross_moments(model):
        plain = load_cross_moments(model)
        stars = has_cross_moments(model, stars=True) and not _determined(question, plain)
        return load_cross_moments(model, stars=True) if stars else plain
    if estimator == CROSS_MOMENTS:
        raise ParameterError(
            f"estimator={estimator!r} for {spec.name}, which {why}",
            expected="a model of a matrix that the mean, both covariances and the cycle determine",
            do='Write estimator="moments".',
        )
    return None


def _determined(question: Question, module: ModuleType) -> bool:
    """Tell whether the targets of a module determine what is free."""
    targets = dict.fromkeys(module.SPEC.targets, 1.0)  # no rank hangs on their values
    return determined(replace(question, kernels=Kernels(module), targets=targets))


def _compiled(question: Question, model: Model) -> ModuleType:
    # Only what is not in the catalogue needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_cross_moments  # noqa: PLC0415

    declaration, title = declaration_of(model), title_of(model)
    # An average over exposures is given with the data, and of no hyperparameter.
    named = [name for name in question.given if name not in question.averages]
    count = len(named) + len(question.ties.names) + (question.k is not None)
    module = compile_cross_moments(declaration, count, title)
    # As many may be given as it needs, and not those.
    return module if _determined(question, module) else compile_cross_moments(declaration, 0, title)


def by_cross_moments(question: Question, module: ModuleType, measured: CrossMoments) -> Candidate:
    """Match the cross-moments."""
    kernels = Kernels(module)
    targets = as_targets(kernels.spec, measured.values)
    noise = _only_in_the_variance(kernels)
    if noise and all(name in question.given for name in noise):
        # The variance would be there only to tell what is given.
        del targets[VARIANCE]
    full, question = question.kernels, question.at(measured, kernels, targets)
    answer = solved(question)
    match, *branches = (replace(x, cross_moments=measured, estimator=CROSS_MOMENTS)
                        for x in (answer, *answer.branches))  # fmt: skip
    return Candidate(question, replace(match, branches=tuple(branches)), full=full)


def _only_in_the_variance(kernels: Kernels) -> list[str]:
    """Return hyperparameters on which no cross-moment depends."""
    if VARIANCE not in kernels.spec.targets:
        return []
    names = [x.name for x in kernels.spec.parameters]
    position = kernels.spec.targets.index(VARIANCE)
    slopes = np.zeros((len(kernels.spec.targets), len(names)))
    for shift in (0.37, 0.61):
        with np.errstate(all="ignore"):
            jacobian = kernels.moments_and_slopes(kernels.ordinary(shift))[1]
        slopes = slopes + np.abs(np.nan_to_num(jacobian, nan=1.0))
    alone = slopes[position].astype(bool) & ~np.delete(slopes, position, axis=0).any(axis=0)
    return [name for name, is_alone in zip(names, alone, strict=True)
            if is_alone and name in kernels.declared]  # fmt: skip


def chosen(variance: Candidate, cross_moments: Candidate, measured: CrossMoments) -> Match:
    """Choose between two answers.

    The answer from the variance can be trusted if it is resolved, does not differ from that of
    cross-moments by more than chance, and is not above what the rank of the data allows. Then
    the more precise of the two is taken, else that of cross-moments; and if these do not resolve
    K, what their error leaves likely, or where values are fixed or tied their own answer, which is
    wide and says so.
    """
    both = estimates_of([variance, cross_moments])
    # What cross-moments say of the data holds for either answer.
    noted = (
        replace(x, severity="note") if x.code == UNRESOLVED else x for x in cross_moments.about_data
    )
    of_variance = with_diagnostics(
        replace(variance.match, cross_moments=measured, estimates=both), *noted
    )
    about = tuple(x for x in variance.about_data if x.code not in _OF_THE_VARIANCE)
    cross = with_diagnostics(replace(cross_moments.match, estimates=both), *about)
    if variance.match.branches or not variance.match.feasible:
        if not cross_moments.resolved:
            return of_variance
        if variance.match.branches:
            size, exact = size_name(cross.spec), shown(cross.k_exact)
            return in_front(cross, said("chosen_branch", size=size, k=exact))
        failures = [f" {x.message}" for x in of_variance.diagnostics if x.severity == "failure"]
        return in_front(cross, said("disagreement/refused", why="".join(failures[:1])))
    # Of both differences, the one that is the less likely by chance.
    differences = [_difference(variance, cross_moments), cross_moments.noise]
    defined = [x for x in differences if x is not None]
    worse = min(defined, key=lambda x: x.either, default=None)
    chance = 1.0 if worse is None else worse.either
    if cross_moments.question.k is not None:
        # Only the hyperparameters differ.
        if worse is None or chance >= _DISAGREE or not cross_moments.resolved:
            return of_variance
        return in_front(cross, disagreement(variance.match, cross_moments.match, worse))
    k, shorter = variance.match.k_exact, min(measured.statistics.shape)
    below_rank = k is None or k <= shorter
    if variance.resolved and chance >= _DOUBT and below_rank:
        nearer = cross_moments.resolved and cross_moments.log_error < variance.log_error
        return cross if nearer else of_variance
    if not cross_moments.resolved:
        most = shorter if k is None else min(shorter, k * math.exp(2 * variance.log_error))
        match = provisional(cross_moments.question, measured, max(1, cross_moments.least), most)
        if match is None and (chance >= _DOUBT or cross_moments.log_size is None):
            return of_variance
        if match is not None:
            cross = with_diagnostics(
                replace(match, estimates=both), *cross_moments.about_data, *about
            )
    if worse is not None and chance < _DISAGREE:
        return in_front(cross, disagreement(variance.match, cross_moments.match, worse))
    return in_front(cross, doubted(variance.match, worse if chance < _DOUBT else None, below_rank))


def _difference(variance: Candidate, cross_moments: Candidate) -> Estimate | None:
    """Return how far apart both are: in log K, or else in the cycle, which need not be positive."""
    first, second = variance.log_size, cross_moments.log_size
    if first is not None and second is not None:
        return Estimate.of(first[0] - second[0], first[1] - second[1], first[2] - second[2])
    if variance.question.spec.branches != 1:
        return None

    def away(values: Mapping[str, float]) -> float | None:
        point = variance.question.solution_at(values)
        cycle = cross_moments.question.kernels.moment(CYCLE, point)
        return None if cycle is None else cycle - values[CYCLE]

    return cross_moments.question.estimate(away)


def provisional(
    question: Question, measured: CrossMoments, least: float, most: float
) -> Match | None:
    """Return a match at the middle of what K may be, which its diagnostics say; None without any.

    K is as likely as the cycle is that was measured, normal about what it is at K with the mean and
    both covariances held, times one over the square root of K: neither uniform in K, which favours
    the largest that is allowed, nor in its logarithm, which favours the smallest.
    """
    size = question.kernels.size
    if size is None or question.k is not None or not question.closed or not 1 <= least < most:
        return None
    sizes = np.unique(np.round(np.geomspace(least, math.floor(most), _SIZES)))
    cycles = [_cycle_at(question, measured.values, k) for k in sizes]
    implied = np.array(cycles, dtype=float)
    spread = _spread(question, sizes[len(sizes) // 2])
    if spread is None or not np.isfinite(implied).all():
        return None
    variances, middle_cycle = spread
    share = implied / middle_cycle
    errors = variances[0] + share**2 * variances[1] - 2 * share * variances[2]
    if not (errors > 0).all():
        return None
    exponent = -((question.targets[CYCLE] - implied) ** 2) / errors / 2 - np.log(errors) / 2
    # Whole numbers stand for those up to the next one.
    exponent += np.log(np.diff(np.append(sizes, sizes[-1] + 1))) - np.log(sizes) / 2
    weights = np.exp(exponent - exponent.max())
    likely = Likely(size, sizes, np.cumsum(weights) / weights.sum())
    middle = likely.quantile(0.5)
    match = solved(replace(question, k=max(1, round(middle)), rounded_from=middle))
    if not match.feasible or match.branches:
        return None
    low, high = likely.interval(_LEVEL)
    diagnostic = said("unresolved_size", size=size, low=low, high=high)
    uncertainty = match.uncertainty or Uncertainty({}, None)
    return replace(
        match, k_exact=middle, cross_moments=measured, estimator=CROSS_MOMENTS,
        diagnostics=(diagnostic, *match.diagnostics),
        uncertainty=replace(uncertainty, likely=likely),
    )  # fmt: skip


def _spread(question: Question, k: float) -> tuple[tuple[float, float, float], float] | None:
    """Return variances of the cycle and of what it is at a size, their covariance, and the latter.

    Heavy tails move both together.
    """
    cycle = question.estimate(lambda values: values[CYCLE])
    at_size = question.estimate(lambda values: _cycle_at(question, values, k))
    difference = question.estimate(
        lambda values: (
            None if (at := _cycle_at(question, values, k)) is None else values[CYCLE] - at
        )
    )
    if cycle is None or at_size is None or difference is None or at_size.value == 0:
        return None
    shared = (cycle.error**2 + at_size.error**2 - difference.error**2) / 2
    return (cycle.error**2, at_size.error**2, shared), at_size.value


def _cycle_at(question: Question, values: Mapping[str, float], k: float) -> float | None:
    """Return the cycle at a size, the mean and both covariances being held."""
    return question.kernels.moment(CYCLE, replace(question, k=int(k)).solution_at(values))
