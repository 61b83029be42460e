"""Estimates of K by moments, cross-moments and cross-validation, and the choice between them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Final

import numpy as np

from symppm.codegen.load import has_cross_moments, load_cross_moments
from symppm.errors import NotBuiltError, NotDerivableError, ParameterError, TargetError
from symppm.matching.agreement import Estimate, LogSize, estimated, solution_at
from symppm.matching.axes import CYCLE
from symppm.matching.diagnostics.estimates import (
    as_rounding,
    chosen_branch,
    disagreement,
    doubted,
    in_front,
    refused,
    with_diagnostics,
)
from symppm.matching.diagnostics.noise import Noise
from symppm.matching.diagnostics.table import ONE_MAKES_IT, UNRESOLVED
from symppm.matching.kernels import Kernels
from symppm.matching.measuring import as_targets
from symppm.matching.models import declaration_of, title_of
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
from symppm.matching.solving import determined, solved
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.statistics.cross_moments import CrossMoments

if TYPE_CHECKING:
    from symppm.modeller import Model

VARIANCE: Final = "variance"
_LEVEL: Final = 0.95
_DISAGREE: Final = 0.005
"""How often two ways are said to disagree that do not."""
_DOUBT: Final = 0.05
"""How often the more precise way is not taken although it might be."""
_SIZES: Final = 400
_FAR: Final = 1.5
"""Times that moments are above or below held-out entries where that is explained."""
_OF_THE_VARIANCE: Final = frozenset(
    {"excess_zeros", "overdispersed", "uneven", "unresolved_factors", "excess_noise"}
)
"""Diagnostics about what the variance of entries makes of K, or of counts."""
_OF_MOMENTS: Final = frozenset(
    {"rounding", "scale", "unresolved_size", "nearest", "unresolved", "below_one", "disagreement",
     "doubt", "chosen_branch", "above_rank", "unresolved_factors", "unresolved_rho_row",
     "unresolved_rho_col", "unresolved_cycle", "one_makes_it"}
)  # fmt: skip
"""Diagnostics about K by moments, where that is not the answer."""
_MEANS: Final[Mapping[tuple[str, bool], str]] = MappingProxyType(
    {
        (MOMENTS, True): "the variance takes noise beyond the model's for factors",
        (MOMENTS, False): "totals of rows and columns differ more than the model's factors",
        (CROSS_MOMENTS, True): "some of the factors predict too little to pay",
        (CROSS_MOMENTS, False): "factors differ in strength, or totals of rows and columns do",
    }
)


def cross_moments_module(
    question: Question, model: str | Model, estimator: str
) -> ModuleType | None:
    """Return the module that matches a model to cross-moments, or None if there is none."""
    if estimator == MOMENTS:
        return None
    spec, why = question.spec, "has no solution in cross-moments"
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
    given = len(named) + len(question.ties.names) + (question.k is not None)
    found = compile_cross_moments(declaration, given, title)
    # As many may be given as it needs, and not those.
    return found if _determined(question, found) else compile_cross_moments(declaration, 0, title)


@dataclass(frozen=True)
class Candidate:
    """One way to find K, and what it says."""

    question: Question
    match: Match
    about_data: tuple[Diagnostic, ...] = ()

    @property
    def log_error(self) -> float:
        """Standard error of the logarithm of K; infinite where K is not resolved."""
        found, size = self.match.uncertainty, self.question.kernels.size
        if found is None or found.spread is None or size not in found.scales:
            return math.inf
        return float(found.spread.errors[list(found.scales).index(size or "")])

    @property
    def log_size(self) -> LogSize | None:
        """The logarithm of K, and what it is without each row and column; None if not resolved."""
        found, size = self.match.uncertainty, self.question.kernels.size
        lines, k = None if found is None else found.lines, self.match.k_exact
        if found is None or lines is None or self.match.branches:
            return None
        if size is None or size not in found.scales or k is None:
            return None
        place = list(found.scales).index(size)
        rows, columns = (each[..., place] for each in lines)
        at = math.log(k)
        if not self.question.closed:  # a search tells them up to a constant
            rows, columns = (each - each.mean() + at for each in (rows, columns))
        return LogSize(at, rows, columns)

    @property
    def resolved(self) -> bool:
        """Whether there is one answer, which does not hang on a sign that may be chance."""
        found = self.match.uncertainty
        return (
            self.match.feasible
            and not self.match.branches
            and (found is None or found.spread is not None)
            and not any(each.code == UNRESOLVED for each in self.match.diagnostics)
        )


def by_cross_moments(question: Question, module: ModuleType, measured: CrossMoments) -> Candidate:
    """Match the cross-moments."""
    kernels = Kernels(module)
    targets = as_targets(kernels.spec, measured.values)
    noise = _only_in_the_variance(kernels)
    if noise and all(name in question.given for name in noise):
        # The variance would be there only to tell what is given.
        del targets[VARIANCE]
    question = replace(question, kernels=kernels, targets=targets, cross_moments=measured)
    made = solved(question)
    whole, *branches = (replace(each, cross_moments=measured, estimator=CROSS_MOMENTS)
                        for each in (made, *made.branches))  # fmt: skip
    return Candidate(question, replace(whole, branches=tuple(branches)))


def _only_in_the_variance(kernels: Kernels) -> list[str]:
    """Return hyperparameters on which no cross-moment depends."""
    if VARIANCE not in kernels.spec.targets:
        return []
    names = [each.name for each in kernels.spec.parameters]
    place = kernels.spec.targets.index(VARIANCE)
    slopes = np.zeros((len(kernels.spec.targets), len(names)))
    for shift in (0.37, 0.61):
        with np.errstate(all="ignore"):
            found = kernels.moments_and_slopes(kernels.ordinary(shift))[1]
        slopes = slopes + np.abs(np.nan_to_num(found, nan=1.0))
    alone = slopes[place].astype(bool) & ~np.delete(slopes, place, axis=0).any(axis=0)
    return [name for name, is_alone in zip(names, alone, strict=True)
            if is_alone and name in kernels.declared]  # fmt: skip


def chosen(
    variance: Candidate,
    cross_moments: Candidate,
    measured: CrossMoments,
    noise: Noise | None,
    least: int,
) -> Match:
    """Choose between two answers.

    The answer from the variance can be trusted if it is resolved, does not differ from that of
    cross-moments by more than chance, and is not above what the rank of the data allows. Then
    the more precise of the two is taken, else that of cross-moments; and if these do not resolve
    K, what their error leaves likely, or where values are fixed or tied their own answer, which is
    wide and says so.
    """
    both = estimates_of_k(variance, cross_moments)
    # What cross-moments say of the data holds for either answer.
    noted = (
        replace(each, severity="note") if each.code == UNRESOLVED else each
        for each in cross_moments.about_data
    )
    kept = with_diagnostics(replace(variance.match, cross_moments=measured, estimates=both), *noted)
    about = tuple(each for each in variance.about_data if each.code not in _OF_THE_VARIANCE)
    other = with_diagnostics(replace(cross_moments.match, estimates=both), *about)
    if variance.match.branches or not variance.match.feasible:
        if not cross_moments.resolved:
            return kept
        if variance.match.branches:
            return in_front(other, chosen_branch(cross_moments.match))
        return in_front(other, refused(variance.match))
    # Of both differences, the one that is the less likely by chance.
    excess = None if noise is None else noise.excess
    differences = [_difference(variance, cross_moments, measured), excess]
    known = [each for each in differences if each is not None]
    worse = min(known, key=lambda each: each.either, default=None)
    chance = 1.0 if worse is None else worse.either
    if cross_moments.question.k is not None:
        # Only the hyperparameters differ.
        if worse is None or chance >= _DISAGREE or not cross_moments.resolved:
            return kept
        return in_front(other, disagreement(variance.match, cross_moments.match, worse))
    shorter = min(measured.statistics.shape)
    k = variance.match.k_exact
    below_rank = k is None or k <= shorter
    if variance.resolved and chance >= _DOUBT and below_rank:
        nearer = cross_moments.resolved and cross_moments.log_error < variance.log_error
        return other if nearer else kept
    if not cross_moments.resolved:
        most = shorter if k is None else min(shorter, k * math.exp(2 * variance.log_error))
        found = provisional(cross_moments.question, measured, max(1, least), most)
        if found is None and (chance >= _DOUBT or cross_moments.log_size is None):
            return kept
        if found is not None:
            other = with_diagnostics(
                replace(found, estimates=both), *cross_moments.about_data, *about
            )
    if worse is not None and chance < _DISAGREE:
        return in_front(other, disagreement(variance.match, cross_moments.match, worse))
    return in_front(other, doubted(variance.match, worse if chance < _DOUBT else None, below_rank))


def _difference(
    variance: Candidate, cross_moments: Candidate, measured: CrossMoments
) -> Estimate | None:
    """Return how far apart both are: in log K, or else in the cycle, which need not be positive."""
    both = variance.log_size, cross_moments.log_size
    if both[0] is not None and both[1] is not None:
        return both[0].less(both[1])
    if variance.question.spec.branches != 1:
        return None

    def away(values: Mapping[str, float]) -> float | None:
        point = solution_at(variance.question, dict(values))
        try:
            cycle = math.nan if point is None else cross_moments.question.kernels.at(point)[CYCLE]
        except TargetError:
            return None
        return cycle - values[CYCLE] if math.isfinite(cycle) else None

    return estimated(measured, away)


def estimates_of_k(
    variance: Candidate | None, cross_moments: Candidate | None
) -> tuple[EstimateOfK, ...]:
    """Return what each way says of K."""
    found = []
    for name, way in ((MOMENTS, variance), (CROSS_MOMENTS, cross_moments)):
        if way is None or way.question.kernels.size is None or way.question.k is not None:
            continue
        match = way.match
        ends = (0.0, math.inf)
        if match.k_exact is not None and match.uncertainty is not None:
            ends = match.interval(_LEVEL)[way.question.kernels.size]
        remark = ""
        if match.branches:
            remark = f"{len(match.branches)} solutions"
        elif not match.feasible:
            remark = "no solution"
        elif not np.isfinite(ends[1]) or UNRESOLVED in {each.code for each in match.diagnostics}:
            remark = "not resolved"
        elif ONE_MAKES_IT in {each.code for each in match.diagnostics}:
            remark = "rests on one entry, row or column"
        found.append(EstimateOfK(name, match.k_exact, *ends, remark))
    return tuple(found)


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
    implied = np.array([_cycle_at(question, question.targets, each) for each in sizes])
    spread = _spread(question, measured, float(sizes[len(sizes) // 2]))
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
    made = solved(replace(question, k=max(1, round(middle))))
    if not made.feasible or made.branches:
        return None
    low, high = likely.interval(_LEVEL)
    said = Diagnostic(
        "unresolved_size",
        "warning",
        f"Neither the variance of entries, which their noise spoils, nor cross-moments resolve "
        f"{size}: all that is left is that it is likely from {low:.3g} to {high:.3g}. The answer "
        "is the middle of that. Use more rows and columns, or fix what you know.",
    )
    uncertainty = made.uncertainty or Uncertainty({}, None)
    return replace(
        made, k_exact=middle, cross_moments=measured, estimator=CROSS_MOMENTS,
        diagnostics=(said, *(as_rounding(x, round(middle), middle) for x in made.diagnostics)),
        uncertainty=replace(uncertainty, likely=likely),
    )  # fmt: skip


def _spread(
    question: Question, measured: CrossMoments, k: float
) -> tuple[tuple[float, float, float], float] | None:
    """Return variances of the cycle and of what it is at a size, their covariance, and the latter.

    Heavy tails move both together.
    """

    def implied(values: Mapping[str, float]) -> float | None:
        targets = as_targets(question.spec, values)
        found = _cycle_at(question, targets, k)
        return found if math.isfinite(found) else None

    cycle = estimated(measured, lambda values: values[CYCLE])
    there = estimated(measured, implied)
    apart = estimated(measured, lambda values: None if (found := implied(values)) is None
                      else values[CYCLE] - found)  # fmt: skip
    if cycle is None or there is None or apart is None or there.value == 0:
        return None
    shared = (cycle.error**2 + there.error**2 - apart.error**2) / 2
    return (cycle.error**2, there.error**2, shared), there.value


def _cycle_at(question: Question, targets: Mapping[str, float], k: float) -> float:
    """Return the cycle at a size, the mean and both covariances being held."""
    kernels = question.kernels
    try:
        point = kernels.solution(targets, question.needed, k)
        return math.nan if point is None else kernels.at({**question.given, **point})[CYCLE]
    except TargetError:
        return math.nan


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
    # By the same moments if possible.
    for way in sorted(ways, key=lambda each: each.match.estimator != match.estimator):
        made = _at(way.question, match, way.match.estimator, found.k)
        if made is not None:
            return _explained(made, found)
    said = (
        f"{found.reason} But with K = {found.k} no hyperparameters of {match.model} have these "
        "statistics, so that K is not followed. Usually entries vary less, or more, about their "
        "means than those of this model do; compare with another observation model."
    )
    return with_diagnostics(match, Diagnostic("factors_not_followed", "warning", said))


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
    said = found.reason
    if found.drawn:
        rows, columns = found.shape
        said += f" A sample of {rows:,} rows and {columns:,} columns was used."
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


def _distance(estimate: EstimateOfK, k: int) -> str:
    """Say what moments have for K, and what it usually means if that is far away."""
    if estimate.estimator == CROSS_VALIDATION or estimate.k is None:
        return ""
    ratio = estimate.k / k
    said = f"{estimate.estimator.capitalize()} say {estimate.k:.3g}"
    if 1 / _FAR <= ratio <= _FAR:
        return f"{said}."
    return f"{said}, usually because {_MEANS[estimate.estimator, ratio > 1]}."


def _at(question: Question, match: Match, estimator: str, k: int) -> Match | None:
    """Return the match with so many factors; None where there is none."""
    rounds = match.k == k and match.estimator == estimator and match.feasible
    dropped = _OF_MOMENTS - ({"scale", "rounding"} if rounds else set())
    kept = [each for each in match.diagnostics
            if each.code not in dropped and each.severity != "failure"]  # fmt: skip
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
