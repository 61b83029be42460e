"""Matching distinct entries, and choosing between that and matching the variance of entries."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Final

import numpy as np

from symppm.codegen.spec import ModelSpec
from symppm.matching.agreement import (
    Estimate,
    estimated,
    implied,
    log_size_of,
)
from symppm.matching.axes import CYCLE, measured_name
from symppm.matching.diagnosis.interaction import ONE_MAKES_IT, UNRESOLVED
from symppm.matching.kernels import Kernels
from symppm.matching.provisional import provisional
from symppm.matching.question import Question
from symppm.matching.result import DISTINCT, Finding, Match, Opinion
from symppm.matching.solving import solved
from symppm.measure.distinct.types import DistinctStatistics

VARIANCE: Final = "variance"
SPECTRAL: Final = "spectral"
_LEVEL: Final = 0.95
_DISAGREE: Final = 0.005
"""How often two ways are said to disagree that do not."""
_DOUBT: Final = 0.05
"""How often the more precise way is not taken although it might be."""
_OF_ROUNDING: Final = frozenset({"rounding", "gauge", "infeasible", "held_ratio"})
_OF_THE_VARIANCE: Final = frozenset(
    {"excess_zeros", "overdispersed", "uneven", "unresolved_factors", "excess_noise"}
)
"""Findings about what the variance of entries makes of K, or of counts."""


@dataclass(frozen=True)
class Way:
    """One way to find K, and what it says.

    Attributes
    ----------
    question : Question
        What was asked.
    match : Match
        The answer.
    about_data : tuple of Finding
        Those of its findings that are about the data, whichever answer is taken.
    """

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
    """Match the moments of distinct entries.

    Parameters
    ----------
    question : Question
        About moments up to order two of the same data.
    module : module
        Generated for moments of distinct entries.
    measured : DistinctStatistics
        The data.
    """
    kernels = Kernels(module)
    spec = kernels.spec
    targets = {name: measured.values[measured_name(spec, name)] for name in spec.targets}
    noise = _only_in_the_variance(kernels)
    if noise and all(name in question.given for name in noise):
        # The variance would be there only to tell what is given.
        del targets[VARIANCE]
    question = replace(question, kernels=kernels, targets=targets, distinct=measured)
    made = replace(solved(question), distinct=measured, using=DISTINCT)
    branches = tuple(replace(each, distinct=measured, using=DISTINCT) for each in made.branches)
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
    return [name for n, name in enumerate(names) if not others[:, n].any() and slopes[place, n]]


def chosen(variance: Way | None, distinct: Way, measured: DistinctStatistics, least: int) -> Match:
    """Choose between two answers.

    Parameters
    ----------
    variance : Way or None
        From moments up to order two; None where these leave the model open.
    distinct : Way
        From distinct entries.
    measured : DistinctStatistics
        The data.
    least : int
        Factors that can be counted.

    Notes
    -----
    The answer from the variance can be trusted if it is resolved, does not differ from that of
    distinct entries by more than chance, and is not above what the rank of the data allows. Then
    the more precise of the two is taken, else that of distinct entries; and if these do not resolve
    K, what their error leaves likely. `tools/bench/best_k.py` measures this rule.
    """
    if variance is None:
        return replace(distinct.match, opinions=opinions(None, distinct))
    both = opinions(variance, distinct)
    kept = replace(variance.match, distinct=measured, opinions=both)
    about = (each for each in variance.about_data if each.code not in _OF_THE_VARIANCE)
    other = with_findings(replace(distinct.match, opinions=both), *about)
    if variance.match.branches or not variance.match.feasible:
        if not distinct.resolved:
            return kept
        return other if variance.match.branches else _in_front(other, _refused(variance))
    off = _difference(variance, distinct, measured)
    differ = 1.0 if off is None else off.either
    shorter = min(measured.statistics.shape)
    k = variance.match.k_exact
    below_rank = k is None or math.log(k) - 2 * variance.log_error <= math.log(shorter)
    if variance.resolved and differ >= _DOUBT and below_rank:
        return other if distinct.resolved and distinct.log_error < variance.log_error else kept
    if distinct.question.k is not None and differ >= _DISAGREE:
        return kept
    if not distinct.resolved:
        most = shorter if k is None else min(shorter, k * math.exp(2 * variance.log_error))
        found = provisional(distinct.question, measured, max(1, least), most)
        if found is None and differ >= _DISAGREE:
            return kept
        if found is not None:
            said = [e for e in distinct.match.findings if e not in found.findings]
            own = [e for e in said if e.code not in _OF_ROUNDING]
            other = with_findings(replace(found, opinions=both), *own)
    if off is not None and differ < _DISAGREE:
        return _in_front(other, _disagreement(variance, distinct, off))
    return _in_front(other, _doubted(variance, off))


def _difference(variance: Way, distinct: Way, measured: DistinctStatistics) -> Estimate | None:
    """Return how far apart both are: in log K, or else in the cycle, which need not be positive."""
    if variance.question.spec.branches != 1:
        return None
    both = log_size_of(variance.question), log_size_of(distinct.question)
    if both[0] is not None and both[1] is not None:
        return both[0].less(both[1])
    cycle = implied(variance.question, distinct.question.kernels, CYCLE)

    def away(values: Mapping[str, float]) -> float | None:
        found = cycle(dict(values))
        return None if found is None else found - values[CYCLE]

    return estimated(measured, away)


def _disagreement(variance: Way, distinct: Way, off: Estimate) -> Finding:
    size = variance.question.kernels.size or "K"
    said = f"{size} = {_shown(variance.match.k_exact)} from the variance of entries"
    against = (
        f"{size} = {_shown(distinct.match.k_exact)} from distinct entries"
        if distinct.match.feasible
        else "distinct entries, which have no such interaction"
    )
    return Finding(
        "disagreement",
        "warning",
        f"{said} disagrees with {against}, by {abs(off.errors):.1f} standard errors. The variance "
        "holds all that the observation model gets wrong; distinct entries do not, so theirs is "
        "the answer.",
    )


def _doubted(variance: Way, off: Estimate | None) -> Finding:
    size = variance.question.kernels.size or "K"
    why = (
        f"it is {abs(off.errors):.1f} standard errors from that of distinct entries"
        if off is not None and off.either < _DOUBT
        else "it is not resolved, or more than the rank of the data allows"
    )
    return Finding(
        "doubt",
        "note",
        f"{size} = {_shown(variance.match.k_exact)} from the variance of entries is not taken: "
        f"{why}.",
    )


def _refused(variance: Way) -> Finding:
    failed = next((e for e in variance.match.findings if e.severity == "failure"), None)
    why = "" if failed is None else f" {failed.message}"
    return Finding(
        "disagreement",
        "warning",
        "The variance of entries is none that this model can have, but distinct entries do not "
        f"depend on how entries vary about their means, and theirs is the answer.{why}",
    )


def _in_front(match: Match, said: Finding) -> Match:
    return replace(match, findings=(said, *match.findings))


def _shown(k: float | None) -> str:
    return "none" if k is None else f"{k:.4g}"


def opinions(variance: Way | None, distinct: Way) -> tuple[Opinion, ...]:
    """Return what each way says of K.

    Parameters
    ----------
    variance, distinct : Way
        The ways that were tried.
    """
    found = []
    for name, way in ((VARIANCE, variance), (DISTINCT, distinct)):
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


def only_distinct(spec: ModelSpec, missing: Sequence[str]) -> Finding:
    """Say that the variance was not matched, since what that needs was not given.

    Parameters
    ----------
    spec : ModelSpec
        Of the model as it is matched to moments up to order two.
    missing : sequence of str
        What was not given.
    """
    return Finding(
        "only_distinct",
        "note",
        f"{' and '.join(missing)} {'was' if len(missing) == 1 else 'were'} not given, so "
        f"{spec.name} is matched to distinct entries alone, which tell "
        f"{'it' if len(missing) == 1 else 'them'} too, if less surely. Fix "
        f"{'it' if len(missing) == 1 else 'them'} to match mean, variance and correlations.",
    )


def no_bootstrap() -> Finding:
    """Say that rows and columns were drawn anew for an answer that was not taken."""
    return Finding(
        "no_bootstrap",
        "note",
        "The answer is from distinct entries, whose intervals are by the jackknife alone; those of "
        "the bootstrap come with using='variance' (--using variance).",
    )


def with_findings(match: Match, *said: Finding) -> Match:
    """Return a match with further findings, after its own.

    Parameters
    ----------
    match : Match
        Any.
    said : Finding
        What is found besides.
    """
    return replace(match, findings=(*match.findings, *said))
