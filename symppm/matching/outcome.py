"""From a solution to a match: the gauge, the hyperparameters, and the moments there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from symppm.codegen.runtime import OK
from symppm.errors import ParameterError
from symppm.matching.axes import CYCLE
from symppm.matching.findings import about_solution, ambiguous, impossible_prior
from symppm.matching.gauges import (
    EQUAL,
    GaugeChoice,
    apply_gauge,
    choose_gauge,
    default_gauge,
    gauge_help,
    gauge_text,
)
from symppm.matching.kernels import Kernels, Point, moment_named, moved
from symppm.matching.missed import MET, misses
from symppm.matching.question import Question
from symppm.matching.result import Finding, Match

_SCALES_TRIED = 4001
_WIDEST_SCALE = 25.0


def outer_point(question: Question, point: Mapping[str, float]) -> tuple[Point, int]:
    """Return the hyperparameters at given coordinates, and a status."""
    return question.kernels.outward({**question.needed, **point})


def in_gauge(
    question: Question, identified: Point, needed: Mapping[str, float] | None = None
) -> tuple[Point, str, int]:
    """Return hyperparameters in the wanted gauge, that gauge in words, and a status."""
    kernels, spec = question.kernels, question.spec
    choices = question.choices
    point = {**(needed or question.needed), **kernels.anchored(identified)}

    def gauged(chosen: tuple[GaugeChoice, ...]) -> tuple[Point, int]:
        return outer_point(question, apply_gauge(spec, chosen, point, kernels.prior_means))

    outer, status = gauged(choices)
    if status == OK or not spec.symmetries:
        return outer, gauge_text(choices), status
    other, text, again = _another_gauge(question, point, gauged, status)
    if again == OK and question.gauge is not None:
        raise ParameterError(
            f"gauge {question.gauge!r}: under it {spec.requirements[status - 1]}, which fails",
            expected=gauge_help(spec),
            do="Choose another scale, or leave the gauge out: one that works is then found.",
        )
    return other, text, again


def finished(
    question: Question,
    k_exact: float | None,
    k: int | None,
    identified: Point,
    *,
    held: bool = False,
) -> Match | Finding:
    """Fix the gauge, go back to hyperparameters, and evaluate the moments there."""
    outer, text, status = in_gauge(question, identified)
    if status != OK:
        return impossible_prior(question.spec, status)
    # Closed forms have all targets before K is rounded.
    met = None if question.k is not None else True
    return made_match(
        question, k_exact, k, outer, identified, text, held=held, met=met, proved=True
    )


def _another_gauge(
    question: Question,
    point: Point,
    gauged: Callable[[tuple[GaugeChoice, ...]], tuple[Point, int]],
    status: int,
) -> tuple[Point, str, int]:
    """Find a scale at which the priors exist: equal means, else the middle of those that work."""
    spec = question.spec
    if len(spec.symmetries) > 1:
        means = np.stack([np.geomspace(0.9, 1e-6, 60), np.geomspace(1.1, 1e6, 60)], axis=1)
        for value in means.ravel():
            choices = default_gauge(spec, float(value))
            outer, again = gauged(choices)
            if again == OK:
                return outer, gauge_text(choices), OK
        # Every scale for itself, near ones first.
        drawn = np.random.default_rng(0).normal(size=(_SCALES_TRIED, len(spec.symmetries)))
        for each in drawn * np.linspace(0.1, 4.0, _SCALES_TRIED)[:, None]:
            outer, again = outer_point(question, moved(spec, point, each.tolist()))
            if again == OK:
                return outer, "scales at which all priors exist", OK
        return {}, "", status
    if len(spec.priors) > 1:
        choices = choose_gauge(spec, EQUAL)
        outer, again = gauged(choices)
        if again == OK:
            return outer, gauge_text(choices), OK
    logs = [_WIDEST_SCALE * (2 * n / (_SCALES_TRIED - 1) - 1) for n in range(_SCALES_TRIED)]
    works = [log for log in logs if outer_point(question, moved(spec, point, [log]))[1] == OK]
    if not works:
        return {}, "", status
    outer, status = outer_point(question, moved(spec, point, [works[len(works) // 2]]))
    return outer, "the middle of the scales at which all priors exist", status


def made_match(
    question: Question,
    k_exact: float | None,
    k: int | None,
    outer: Point,
    identified: Point,
    text: str,
    *,
    held: bool = False,
    met: bool | None = None,
    proved: bool = False,
) -> Match:
    """Return a match at given hyperparameters."""
    kernels, spec = question.kernels, question.spec
    parameters = {**outer, **question.given}
    achieved = _achieved(kernels, k, parameters, question.targets)
    sizes = {} if kernels.size is None or k is None else {kernels.size: k}
    if met is None:
        met = not misses(question.targets, achieved, MET)
    feasible = met or question.measured is not None
    said = about_solution(
        spec, k, k_exact, question.targets, achieved,
        None if question.measured is None else question.measured.shape,
        () if held else _given_names(question), _left_for_factors(question),
        proved=None if feasible else proved,
    )  # fmt: skip
    return Match(
        model=spec.name,
        feasible=feasible,
        k=k,
        k_exact=k_exact,
        parameters={**sizes, **{name: parameters[name] for name in kernels.declared}},
        identified={**identified, **sizes},
        targets=dict(question.targets),
        achieved=achieved,
        gauge=text,
        findings=(*question.findings, *said),
        statistics=question.measured,
        spec=spec,
    )


def _given_names(question: Question) -> tuple[str, ...]:
    """Return what was given although the targets would determine it; nothing for K alone."""
    size = question.kernels.size
    # Beside data, the size may be a count that nobody gave.
    sizes = () if question.k is None or question.measured or size is None else (size,)
    ties = question.ties.expressions
    tied = (f"{name} = {ties[name]}" if name in ties else name for name in question.tied)
    return (*tied, *sizes) if question.tied else ()


def _left_for_factors(question: Question) -> float | None:
    """Return the share of the variance on which K rests, where a condition is about that."""
    spec, targets = question.spec, question.targets
    complete = tuple(targets) == spec.targets and len(question.needed) == len(spec.needs)
    if not spec.has_margins or not complete or CYCLE in targets:
        return None
    return question.kernels.left_for_factors(targets, question.needed)


def _achieved(
    kernels: Kernels, k: int | None, parameters: Point, targets: Mapping[str, float]
) -> Point:
    reached = kernels.moments(k, parameters)
    return {name: moment_named(name, reached) for name in targets}


def infeasible_match(question: Question, failures: tuple[Finding, ...]) -> Match:
    """Return a match that says why there is none."""
    return Match(
        question.spec.name, False, None, None, {}, {}, dict(question.targets), {},
        gauge_text(question.choices), (*failures, *question.findings), question.measured,
        question.spec,
    )  # fmt: skip


def several(question: Question, found: list[Match]) -> Match:
    """Return a match that shows every solution and chooses none."""
    bare = [replace(each, findings=each.findings[len(question.findings) :]) for each in found]
    return Match(
        model=question.spec.name,
        feasible=True,
        k=None,
        k_exact=None,
        parameters={},
        identified={},
        targets=dict(question.targets),
        achieved={},
        gauge=found[0].gauge,
        findings=(*question.findings, ambiguous(found, question.kernels.size)),
        statistics=question.measured,
        spec=question.spec,
        branches=tuple(bare),
    )
