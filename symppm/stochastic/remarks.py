"""What a user should know of an answer: what is not met, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import sympy
import torch

from symppm.errors import SymPPMError, conjunction
from symppm.results.diagnostic import Diagnostic
from symppm.solve import solve
from symppm.stochastic.plans import CLOSED
from symppm.stochastic.search import Answer, Search
from symppm.stochastic.space import Coordinate
from symppm.stochastic.verdict import Verdict

_CONCENTRATED = 0.1
_AT_THE_END = 1e-3
_EXTREME, _FLAT, _BEYOND, _SEVERAL = 1e3, 1e-2, 1e5, 2

_INTERRUPTED = (
    "The search was interrupted; this is the best that it had reached, judged as it is. Its "
    "hyperparameters may be improved by searching longer, from them: start={...}."
)
_LOST = (
    "No derivative passes through {}; that of the density of the entries took its place (score "
    "function), which is noisier."
)
_OUT_OF_TIME = (
    "The search was stopped after {:g} seconds, before the error of the draws was as small as "
    "asked. Allow more with seconds=..., or a larger tolerance."
)
_UNFINISHED = (
    "The search ended before the targets were met, at {}; whether they can be is not known. Allow "
    "it more time, or start it from here."
)
_SINGLE_DRAW = (
    "A single draw carried {:.0%} of the spread of a statistic in the search: standard errors of "
    "hyperparameters are rough."
)
_MISSING = (
    "With these hyperparameters {}. Bound the hyperparameters in question if you want more than "
    "the targets to exist."
)
_AT_BOUND = "{} {} at the end of the range that was searched."
_STUCK = "The search got stuck from its first start and was begun anew from others."


def remarks(
    search: Search, answer: Answer, verdict: Verdict, *, met: bool, interrupted: bool
) -> list[Diagnostic]:
    """Say how the search ended, what does not fit and what was noticed."""
    diagnostics = []

    def say(code: str, severity: str, message: str) -> None:
        diagnostics.append(Diagnostic(code, severity, message))

    if interrupted:
        say("interrupted", "warning", _INTERRUPTED)
    elif search.time_is_up():
        say("time_is_up", "warning", _OUT_OF_TIME.format(search.options.seconds))
    lost = [t.name for t in search.estimator.targets if t.plan and not t.plan.pathwise]
    if lost:
        say("score_function", "note", _LOST.format(" and ".join(lost)))
    doubtful = bool(verdict.unsettled) and not verdict.missed
    if doubtful:
        say("unreliable", "failure", _unreliable(search, verdict))
    elif verdict.unsettled:
        say("heavy_tails", "warning", _unreliable(search, verdict))
    if not (met or doubtful or interrupted or search.time_is_up()):
        say("infeasible", "failure", _unmet(search, answer, verdict))
    elif not (met or doubtful):
        say("unfinished", "failure", _UNFINISHED.format(_reached(search, verdict)))
    if answer.at.concentration > _CONCENTRATED and not verdict.unsettled:
        say("heavy_tails", "warning", _SINGLE_DRAW.format(answer.at.concentration))
    lacking = _lacking(search, answer)
    if lacking:
        say("moments_missing", "note", _MISSING.format(conjunction(lacking)))
    ends = _names_at_ends(answer)
    if ends and met:
        say("at_bound", "warning", _AT_BOUND.format(conjunction(ends), _lie(ends)))
    if answer.start:
        say("another_start", "note", _STUCK)
    return diagnostics


def rounded(search: Search, verdict: Verdict, exact: Mapping[str, float]) -> Diagnostic:
    """Say what whole sizes leave over."""
    off = search.discrepancy.relative(verdict.values)
    excess = ", ".join(
        f"{target.name} {100 * value:+.2g}%"
        for target, value in zip(search.estimator.targets, off, strict=True)
        if abs(value) > search.tolerance
    )
    sizes = " and ".join(f"{name} = {size:.4g}" for name, size in exact.items())
    return Diagnostic(
        "rounding",
        "note",
        f"The targets are met with {sizes}; with whole numbers, this is left over: {excess}.",
    )


def left_open(names: Sequence[str], targets: int) -> Diagnostic:
    """Say which hyperparameters the targets do not determine."""
    does, them = ("does", "it") if targets == 1 else ("do", "them")
    return Diagnostic(
        "not_determined",
        "note",
        f"The target{'' if targets == 1 else 's'} {does} not determine {conjunction(names)}: other "
        f"values meet {them} as well; these are what the search came to from its start. Add "
        "targets, fix or tie what you know, or choose the start.",
    )


def _lacking(search: Search, answer: Answer) -> list[str]:
    """Say which of mean and variance, if they are no targets, do not exist at the answer."""
    x = torch.tensor(answer.at.x, dtype=torch.float64, device=search.estimator.device)
    missing = search.estimator.missing(answer.space.point(x))
    sentences = []
    for moment in ("mean", "variance"):
        needed = " and ".join(f"{text} > 0" for name, text in missing if name == moment)
        if needed:
            sentences.append(f"the {moment} of entries does not exist, which needs {needed}")
    return sentences


def _at_ends(answer: Answer) -> tuple[list[Coordinate], list[Coordinate]]:
    """Return what is at the smallest value that was searched, and at the largest."""
    space = answer.space
    near = (np.abs(answer.at.x - ends) < _AT_THE_END for ends in (space.low, space.high))
    low, high = ([space.coordinates[n] for n in np.flatnonzero(is_near)] for is_near in near)
    return low, high


def _names_at_ends(answer: Answer) -> list[str]:
    low, high = _at_ends(answer)
    return [c.name for c in answer.space.coordinates if c in low or c in high]


def _extreme(answer: Answer) -> tuple[list[str], list[str]]:
    """Return positive hyperparameters that are extreme: those on which little depends, and others.

    Little depends on both of two whose quotient alone matters, though much does on each.
    """
    x, jacobian = answer.at.x, np.abs(answer.at.estimate.jacobian)
    if not len(x):
        return [], []
    steep = jacobian.max(0) / max(float(jacobian.max()), 1e-300)
    flat, others = [], []
    for n, coordinate in enumerate(answer.space.coordinates):
        far = abs(x[n]) if coordinate.domain == "positive" else 0.0
        if far > np.log(_EXTREME) and steep[n] < _FLAT:
            flat.append(coordinate.name)
        elif far > np.log(_BEYOND):
            others.append(coordinate.name)
    return flat, others


def _lie(names: Sequence[str]) -> str:
    return "lies" if len(names) == 1 else "lie"


def _reached(search: Search, verdict: Verdict) -> str:
    return ", ".join(
        f"{t.name} {value:.6g}" + (f" +- {error:.1g}" if error else "") + f" of {t.value:g}"
        for t, value, error in zip(
            search.estimator.targets, verdict.values, verdict.errors, strict=True
        )
    )


def _unreliable(search: Search, verdict: Verdict) -> str:
    heavy = [f"{name} (Pareto shape {shape:.2f})" for name, shape in verdict.unsettled.items()]
    return (
        f"Whether the targets are met cannot be told from draws, at {_reached(search, verdict)}: "
        f"the tail of {conjunction(heavy)} is so heavy that neither average nor standard error "
        "can be believed. From shape 1 on the statistic does not exist; from 0.5 on its estimate "
        "has no variance. Ask for quantiles or probabilities instead, choose priors with lighter "
        "tails, or bound the hyperparameters."
    )


def _unmet(search: Search, answer: Answer, verdict: Verdict) -> str:
    targets = search.estimator.targets
    reached = _reached(search, verdict)
    text = f"No hyperparameters were found that meet the targets; the nearest have {reached}."
    violated = _violated(search)
    if violated:
        text += f" The model requires {conjunction(violated)}, which the targets violate."
    at_ends = _names_at_ends(answer)
    small, large = _at_ends(search.before_rounding) if search.before_rounding else ([], [])
    sizes = [coordinate.name for coordinate in (*small, *large) if coordinate.is_size]
    bound = [name for name in (*at_ends, *sizes) if name in search.options.bounds]
    flat, others = _extreme(answer)
    ends = [name for name in at_ends if name not in bound]
    runaway = ends or flat or ([] if len(others) < _SEVERAL else others)
    if bound:
        text += f" {conjunction(bound)} {_lie(bound)} at the bounds given: wider ones may help."
    at_one = [coordinate.name for coordinate in small if coordinate.is_size and coordinate.low == 1]
    at_one = [name for name in at_one if name not in bound]
    if at_one:
        text += f" {conjunction(at_one)} came out as 1, the smallest number there is."
    if runaway and not bound:
        text += (
            f" {conjunction(runaway)} ran away to extreme values that hardly change anything any "
            "more: the nearest statistics are a limit, at the border of what the model can have."
        )
    unlike = [target.name for target in targets if target.how != CLOSED]
    if not violated and not runaway and not bound and not at_one and unlike:
        text += " Other starts, wider bounds or less that is fixed may help."
    return text


def _violated(search: Search) -> list[str]:
    """Return the conditions on targets that these violate, as far as the solver knows any."""
    targets = {target.name: target.value for target in search.estimator.targets}
    try:
        conditions = solve(search.declaration).conditions
    except SymPPMError:
        return []
    violated: list[str] = []
    for condition in conditions:
        symbols = condition.positive.free_symbols
        if {symbol.name for symbol in symbols} <= set(targets):
            values = {symbol: sympy.Float(targets[symbol.name]) for symbol in symbols}
            if not condition.holds(condition.positive.xreplace(values)):
                violated.append(condition.text)
    return list(dict.fromkeys(violated))
