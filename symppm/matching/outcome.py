"""From a solution to a match: the scale, the hyperparameters, and the moments there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from symppm.codegen.runtime import OK
from symppm.errors import ParameterError
from symppm.matching.axes import CYCLE
from symppm.matching.diagnostics.solutions import about_solution, ambiguous, impossible_prior
from symppm.matching.kernels import Point, moment_named, moved
from symppm.matching.missed import MET, misses
from symppm.matching.question import Question
from symppm.matching.result import Diagnostic, Match
from symppm.matching.scale_symmetry import (
    EQUAL,
    ScaleChoice,
    apply_scale,
    choose_scale,
    completed_scale,
    scale_help,
    scale_text,
)

_SCALES_TRIED = 4001
_WIDEST_SCALE = 25.0


def on_scale(
    question: Question, identified: Point, needed: Mapping[str, float] | None = None
) -> tuple[Point, str, int]:
    """Return hyperparameters in the wanted scale, that scale in words, and a status."""
    kernels, spec = question.kernels, question.spec
    choices = question.choices
    point = {**(needed or question.needed), **kernels.anchored(identified)}

    def scaled(chosen: tuple[ScaleChoice, ...]) -> tuple[Point, int]:
        return question.outward(apply_scale(kernels, chosen, point))

    outer, status = scaled(choices)
    if status == OK or not spec.symmetries:
        return outer, scale_text(choices), status
    other, text, again = _another_scale(question, point, scaled, status)
    if again == OK and question.scale is not None:
        raise ParameterError(
            f"scale {question.scale!r}: under it {spec.requirements[status - 1]}, which fails",
            expected=scale_help(spec),
            do="Choose another scale, or leave the scale out: one that works is then found.",
        )
    return other, text, again


def _another_scale(
    question: Question,
    point: Point,
    scaled: Callable[[tuple[ScaleChoice, ...]], tuple[Point, int]],
    status: int,
) -> tuple[Point, str, int]:
    """Find a scale at which the priors exist: equal means, else the middle of those that work."""
    spec = question.spec
    if len(spec.symmetries) > 1:
        means = np.stack([np.geomspace(0.9, 1e-6, 60), np.geomspace(1.1, 1e6, 60)], axis=1)
        for value in means.ravel():
            choices = completed_scale(spec, mean=float(value))
            outer, again = scaled(choices)
            if again == OK:
                return outer, scale_text(choices), OK
        # Every scale for itself, near ones first.
        drawn = np.random.default_rng(0).normal(size=(_SCALES_TRIED, len(spec.symmetries)))
        for each in drawn * np.linspace(0.1, 4.0, _SCALES_TRIED)[:, None]:
            outer, again = question.outward(moved(spec, point, each.tolist()))
            if again == OK:
                return outer, "scales at which all priors exist", OK
        return {}, "", status
    if len(spec.priors) > 1:
        choices = choose_scale(spec, EQUAL)
        outer, again = scaled(choices)
        if again == OK:
            return outer, scale_text(choices), OK
    logs = [_WIDEST_SCALE * (2 * n / (_SCALES_TRIED - 1) - 1) for n in range(_SCALES_TRIED)]
    works = [log for log in logs if question.outward(moved(spec, point, [log]))[1] == OK]
    if not works:
        return {}, "", status
    outer, status = question.outward(moved(spec, point, [works[len(works) // 2]]))
    return outer, "the middle of the scales at which all priors exist", status


@dataclass(frozen=True)
class Solution:
    """A point with its size before rounding, and how it came about."""

    k_exact: float | None
    outer: Point
    identified: Point
    scale: str
    held: bool = False
    """Whether mean and variance were held while K was rounded."""
    met: bool | None = None
    """Whether the targets are met before rounding; by default whether they are at the point."""
    proved: bool = False
    """Whether it is proved that nothing meets the targets if this does not."""


def solution(
    question: Question, k_exact: float | None, identified: Point, *, held: bool = False
) -> Solution | Diagnostic:
    """Return an exact solution with its scale fixed, or what no scale makes exist."""
    outer, text, status = on_scale(question, identified)
    if status != OK:
        return impossible_prior(question.spec, status)
    # Closed forms have all targets before K is rounded.
    met = None if question.k is not None else True
    return Solution(k_exact, outer, identified, text, held, met, proved=True)


def made_match(question: Question, k: int | None, at: Solution) -> Match:
    """Return the match at a solution, with so many factors."""
    kernels, spec = question.kernels, question.spec
    parameters = {**at.outer, **question.given}
    reached = kernels.moments(k, parameters)
    achieved = {name: moment_named(name, reached) for name in question.targets}
    sizes = {} if kernels.size is None or k is None else {kernels.size: k}
    met = not misses(question.targets, achieved, MET) if at.met is None else at.met
    feasible = met or question.measured is not None
    said = about_solution(
        spec, k, at.k_exact, question.targets, achieved,
        None if question.measured is None else question.measured.shape,
        () if at.held else _given_names(question), _left_for_factors(question),
        proved=None if feasible else at.proved,
    )  # fmt: skip
    return replace(
        _bare(question), feasible=feasible, k=k, k_exact=at.k_exact, achieved=achieved,
        parameters={**sizes, **{name: parameters[name] for name in kernels.declared}},
        identified={**at.identified, **sizes}, scale=at.scale,
        diagnostics=(*question.diagnostics, *said),
    )  # fmt: skip


def _bare(question: Question) -> Match:
    return Match(
        question.spec.name, False, None, None, {}, {}, dict(question.targets), {}, "",
        question.diagnostics, question.measured, question.spec,
    )  # fmt: skip


def _given_names(question: Question) -> tuple[str, ...]:
    """Return what was given although the targets would determine it; nothing for K alone."""
    size = question.kernels.size
    # Beside data, the size may be a count that nobody gave.
    sizes = () if question.k is None or question.measured or size is None else (size,)
    ties = question.ties.texts
    tied = (f"{name} = {ties[name]}" if name in ties else name for name in question.tied)
    return (*tied, *sizes) if question.tied else ()


def _left_for_factors(question: Question) -> float | None:
    """Return the share of the variance on which K rests, where a condition is about that."""
    spec, targets = question.spec, question.targets
    complete = tuple(targets) == spec.targets and len(question.needed) == len(spec.needs)
    if not spec.has_margins or not complete or CYCLE in targets:
        return None
    return question.kernels.left_for_factors(targets, question.needed)


def infeasible_match(question: Question, *failures: Diagnostic) -> Match:
    """Return a match that says why there is none."""
    diagnostics = (*failures, *question.diagnostics)
    return replace(_bare(question), scale=scale_text(question.choices), diagnostics=diagnostics)


def several(question: Question, matches: list[Match]) -> Match:
    """Return a match that shows every solution and chooses none; a single one as it is."""
    if len(matches) == 1:
        return matches[0]
    own = len(question.diagnostics)
    return replace(
        _bare(question), feasible=True, scale=matches[0].scale,
        diagnostics=(*question.diagnostics, ambiguous(matches, question.kernels.size)),
        branches=tuple(replace(each, diagnostics=each.diagnostics[own:]) for each in matches),
    )  # fmt: skip
