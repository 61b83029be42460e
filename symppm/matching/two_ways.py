"""Matching distinct entries, and choosing between that and matching the variance of entries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Final

import numpy as np

from symppm.matching.agreement import (
    Estimate,
    LogSize,
    estimated,
    implied,
    log_size_of,
)
from symppm.matching.axes import CYCLE, measured_name
from symppm.matching.diagnosis.interaction import ONE_MAKES_IT, UNRESOLVED
from symppm.matching.diagnosis.noise import Noise
from symppm.matching.diagnosis.ways import (
    chosen_branch,
    disagreement,
    doubted,
    in_front,
    refused,
    with_findings,
)
from symppm.matching.kernels import Kernels
from symppm.matching.provisional import provisional
from symppm.matching.question import Question
from symppm.matching.result import CROSS_MOMENTS, MOMENTS, Finding, Match, Opinion
from symppm.matching.solving import solved
from symppm.statistics.cross_moments import DistinctStatistics

VARIANCE: Final = "variance"
_LEVEL: Final = 0.95
_DISAGREE: Final = 0.005
"""How often two ways are said to disagree that do not."""
_DOUBT: Final = 0.05
"""How often the more precise way is not taken although it might be."""
_OF_THE_VARIANCE: Final = frozenset(
    {"excess_zeros", "overdispersed", "uneven", "unresolved_factors", "excess_noise"}
)
"""Findings about what the variance of entries makes of K, or of counts."""


@dataclass(frozen=True)
class Way:
    """One way to find K, and what it says."""

    question: Question
    match: Match
    about_data: tuple[Finding, ...] = ()

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
        by_formula = log_size_of(self.question)
        if by_formula is not None or found is None or found.lines is None:
            return by_formula
        if (
            size is None
            or size not in found.scales
            or self.match.k_exact is None
            or self.match.branches
        ):
            return None
        place = list(found.scales).index(size)
        rows, columns, probes = (each[..., place] for each in found.lines)
        return LogSize(math.log(self.match.k_exact), rows, columns, abs(float(probes)))

    @property
    def resolved(self) -> bool:
        """Whether there is one answer, which does not hang on a sign that may be chance."""
        found = self.match.uncertainty
        return (
            self.match.feasible
            and not self.match.branches
            and (found is None or found.spread is not None)
            and not any(each.code == UNRESOLVED for each in self.match.findings)
        )


def distinct_way(question: Question, module: ModuleType, measured: DistinctStatistics) -> Way:
    """Match the moments of distinct entries."""
    kernels = Kernels(module)
    spec = kernels.spec
    targets = {name: measured.values[measured_name(spec, name)] for name in spec.targets}
    noise = _only_in_the_variance(kernels)
    if noise and all(name in question.given for name in noise):
        # The variance would be there only to tell what is given.
        del targets[VARIANCE]
    question = replace(question, kernels=kernels, targets=targets, distinct=measured)
    made = replace(solved(question), distinct=measured, estimator=CROSS_MOMENTS)
    branches = tuple(
        replace(each, distinct=measured, estimator=CROSS_MOMENTS) for each in made.branches
    )
    return Way(question, replace(made, branches=branches))


def _only_in_the_variance(kernels: Kernels) -> list[str]:
    """Return hyperparameters on which no moment of distinct entries depends."""
    if VARIANCE not in kernels.spec.targets:
        return []
    names = [each.name for each in kernels.spec.parameters]
    place = kernels.spec.targets.index(VARIANCE)
    slopes = np.zeros((len(kernels.spec.targets), len(names)))
    for shift in (0.37, 0.61):
        # Points at which the moments of every family exist.
        point = {
            each.name: (3.0 + n + shift) * (-1.0 if each.domain == "negative" else 1.0)
            for n, each in enumerate(kernels.spec.parameters)
        }
        if any(each.upper is not None for each in kernels.spec.parameters):
            point |= {
                each.name: shift * each.upper
                for each in kernels.spec.parameters
                if each.upper is not None
            }
        size = kernels.size
        with np.errstate(all="ignore"):
            found = kernels.moments_and_slopes(None if size is None else point[size], point)[1]
        slopes = slopes + np.abs(np.nan_to_num(found, nan=1.0))
    others = np.delete(slopes, place, axis=0)
    own = kernels.declared
    return [
        name
        for n, name in enumerate(names)
        if name in own and not others[:, n].any() and slopes[place, n]
    ]


def chosen(
    variance: Way, distinct: Way, measured: DistinctStatistics, noise: Noise | None, least: int
) -> Match:
    """Choose between two answers.

    The answer from the variance can be trusted if it is resolved, does not differ from that of
    distinct entries by more than chance, and is not above what the rank of the data allows. Then
    the more precise of the two is taken, else that of distinct entries; and if these do not resolve
    K, what their error leaves likely, or where values are fixed or tied their own answer, which is
    wide and says so.
    """
    both = opinions(variance, distinct)
    # What distinct entries say of the data holds for either answer.
    noted = (
        replace(each, severity="note") if each.code == UNRESOLVED else each
        for each in distinct.about_data
    )
    kept = with_findings(replace(variance.match, distinct=measured, opinions=both), *noted)
    about = tuple(each for each in variance.about_data if each.code not in _OF_THE_VARIANCE)
    other = with_findings(replace(distinct.match, opinions=both), *about)
    if variance.match.branches or not variance.match.feasible:
        if not distinct.resolved:
            return kept
        said = chosen_branch(distinct.match) if variance.match.branches else refused(variance.match)
        return in_front(other, said)
    worse = _worse(_difference(variance, distinct, measured), noise)
    chance = 1.0 if worse is None else worse.either
    if distinct.question.k is not None:
        # Only the hyperparameters differ.
        if worse is None or chance >= _DISAGREE or not distinct.resolved:
            return kept
        return in_front(other, disagreement(variance.match, distinct.match, worse))
    shorter = min(measured.statistics.shape)
    k = variance.match.k_exact
    below_rank = k is None or k <= shorter
    if variance.resolved and chance >= _DOUBT and below_rank:
        return other if distinct.resolved and distinct.log_error < variance.log_error else kept
    if not distinct.resolved:
        most = shorter if k is None else min(shorter, k * math.exp(2 * variance.log_error))
        found = provisional(distinct.question, measured, max(1, least), most)
        if found is None and (chance >= _DOUBT or distinct.log_size is None):
            return kept
        if found is not None:
            other = with_findings(replace(found, opinions=both), *distinct.about_data, *about)
    if worse is not None and chance < _DISAGREE:
        return in_front(other, disagreement(variance.match, distinct.match, worse))
    return in_front(other, doubted(variance.match, worse if chance < _DOUBT else None, below_rank))


def _worse(off: Estimate | None, noise: Noise | None) -> Estimate | None:
    """Return the one of two differences that is the less likely by chance."""
    both = [each for each in (off, None if noise is None else noise.excess) if each is not None]
    return min(both, key=lambda each: each.either, default=None)


def _difference(variance: Way, distinct: Way, measured: DistinctStatistics) -> Estimate | None:
    """Return how far apart both are: in log K, or else in the cycle, which need not be positive."""
    both = variance.log_size, distinct.log_size
    if both[0] is not None and both[1] is not None:
        return both[0].less(both[1])
    if variance.question.spec.branches != 1:
        return None
    cycle = implied(variance.question, distinct.question.kernels, CYCLE)

    def away(values: Mapping[str, float]) -> float | None:
        found = cycle(dict(values))
        return None if found is None else found - values[CYCLE]

    return estimated(measured, away)


def opinions(variance: Way | None, distinct: Way | None) -> tuple[Opinion, ...]:
    """Return what each way says of K."""
    found = []
    for name, way in ((MOMENTS, variance), (CROSS_MOMENTS, distinct)):
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
        elif not np.isfinite(ends[1]) or any(each.code == UNRESOLVED for each in match.findings):
            remark = "not resolved"
        elif any(each.code == ONE_MAKES_IT for each in match.findings):
            remark = "rests on one entry, row or column"
        found.append(Opinion(name, match.k_exact, *ends, remark))
    return tuple(found)
