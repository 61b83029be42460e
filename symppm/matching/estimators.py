"""Estimates of K from moments, from cross-moments, and the choice between the two answers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import has_cross_moments, load_cross_moments
from symppm.errors import NotBuiltError, NotDerivableError, ParameterError, TargetError
from symppm.matching.agreement import (
    Estimate,
    LogSize,
    estimated,
    solution_at,
)
from symppm.matching.axes import CYCLE, measured_name
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
from symppm.matching.models import declaration_of, title_of
from symppm.matching.question import Question
from symppm.matching.result import CROSS_MOMENTS, MOMENTS, Diagnostic, EstimateOfK, Match
from symppm.matching.solving import determined, solved
from symppm.matching.uncertainty import Likely, Uncertainty
from symppm.statistics.cross_moments import CrossMoments

if TYPE_CHECKING:
    from symppm.modeller import Model

_MATRIX: Final = 2
_SMALLEST: Final = 5
_DENSE_WORK: Final = 2e11
_SPARSE_WORK: Final = 2e10
"""Entries times the shorter side, which take some ten seconds on two cores."""


def cross_moments_module(
    question: Question, model: str | Model, estimator: str
) -> ModuleType | None:
    """Return the module that matches a model to cross-moments, or None if there is none."""
    if estimator == MOMENTS:
        return None
    spec, why = question.spec, ""
    if len(spec.axes) != _MATRIX:
        why = "is about arrays with more than two axes"
    elif isinstance(model, str):
        if has_cross_moments(model):
            plain = load_cross_moments(model)
            stars = has_cross_moments(model, stars=True) and not _determined(question, plain)
            return load_cross_moments(model, stars=True) if stars else plain
        why = "has no solution in cross-moments"
    else:
        try:
            return _compiled(question, model)
        except (NotBuiltError, NotDerivableError) as error:
            why = f"has no solution in cross-moments ({error.given})"
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


VARIANCE: Final = "variance"
_LEVEL: Final = 0.95
_DISAGREE: Final = 0.005
"""How often two ways are said to disagree that do not."""
_DOUBT: Final = 0.05
"""How often the more precise way is not taken although it might be."""
_OF_THE_VARIANCE: Final = frozenset(
    {"excess_zeros", "overdispersed", "uneven", "unresolved_factors", "excess_noise"}
)
"""Diagnostics about what the variance of entries makes of K, or of counts."""


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
        if size is None or found is None or found.spread is None or size not in found.scales:
            return float("inf")
        return float(found.spread.errors[list(found.scales).index(size)])

    @property
    def log_size(self) -> LogSize | None:
        """The logarithm of K, and what it is without each row and column; None if not resolved."""
        found, size = self.match.uncertainty, self.question.kernels.size
        if found is None or found.lines is None or self.match.branches:
            return None
        if size is None or size not in found.scales or self.match.k_exact is None:
            return None
        place = list(found.scales).index(size)
        rows, columns, probes = (each[..., place] for each in found.lines)
        at = math.log(self.match.k_exact)
        if not self.question.closed:  # a search tells them up to a constant
            rows, columns = (each - each.mean() + at for each in (rows, columns))
        return LogSize(at, rows, columns, abs(float(probes)))

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
    spec = kernels.spec
    targets = {name: measured.values[measured_name(spec, name)] for name in spec.targets}
    noise = _only_in_the_variance(kernels)
    if noise and all(name in question.given for name in noise):
        # The variance would be there only to tell what is given.
        del targets[VARIANCE]
    question = replace(question, kernels=kernels, targets=targets, cross_moments=measured)
    made = replace(solved(question), cross_moments=measured, estimator=CROSS_MOMENTS)
    branches = tuple(
        replace(each, cross_moments=measured, estimator=CROSS_MOMENTS) for each in made.branches
    )
    return Candidate(question, replace(made, branches=branches))


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
    others = np.delete(slopes, place, axis=0)
    own = kernels.declared
    return [
        name
        for n, name in enumerate(names)
        if name in own and not others[:, n].any() and slopes[place, n]
    ]


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
        said = (
            chosen_branch(cross_moments.match)
            if variance.match.branches
            else refused(variance.match)
        )
        return in_front(other, said)
    worse = _worse(_difference(variance, cross_moments, measured), noise)
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
        return (
            other
            if cross_moments.resolved and cross_moments.log_error < variance.log_error
            else kept
        )
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


def _worse(off: Estimate | None, noise: Noise | None) -> Estimate | None:
    """Return the one of two differences that is the less likely by chance."""
    both = [each for each in (off, None if noise is None else noise.excess) if each is not None]
    return min(both, key=lambda each: each.either, default=None)


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
        ends = (0.0, float("inf"))
        if match.k_exact is not None and match.uncertainty is not None:
            ends = match.interval(_LEVEL)[way.question.kernels.size]
        remark = ""
        if match.branches:
            remark = f"{len(match.branches)} solutions"
        elif not match.feasible:
            remark = "no solution"
        elif not np.isfinite(ends[1]) or any(each.code == UNRESOLVED for each in match.diagnostics):
            remark = "not resolved"
        elif any(each.code == ONE_MAKES_IT for each in match.diagnostics):
            remark = "rests on one entry, row or column"
        found.append(EstimateOfK(name, match.k_exact, *ends, remark))
    return tuple(found)


Vector = NDArray[np.float64]

_POINTS: Final = 400


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
    sizes = np.unique(np.round(np.geomspace(least, math.floor(most), _POINTS)))
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
    spec = question.spec

    def implied(values: Mapping[str, float]) -> float | None:
        targets = {name: values[measured_name(spec, name)] for name in spec.targets}
        found = _cycle_at(question, targets, k)
        return found if math.isfinite(found) else None

    def less(values: Mapping[str, float]) -> float | None:
        found = implied(values)
        return None if found is None else values[CYCLE] - found

    cycle = estimated(measured, lambda values: values[CYCLE])
    there, apart = estimated(measured, implied), estimated(measured, less)
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
