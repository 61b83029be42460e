"""Data of models whose factors have mean zero: cycles of four and of six entries tell K."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from symppm.codegen.spec import ModelSpec
from symppm.errors import DataError, ParameterError
from symppm.matching.axes import CYCLE, measured_name
from symppm.matching.diagnostics.estimates import with_diagnostics
from symppm.matching.measuring import Observed, as_targets
from symppm.matching.question import Question
from symppm.matching.request import Request
from symppm.matching.result import CROSS_MOMENTS, MOMENTS, Diagnostic, Match
from symppm.matching.solving import solved
from symppm.statistics.cross_moments import CrossMoments
from symppm.statistics.cycle import LEAST_SIDE, six_cycle

_SURE: Final = 0.9999
_WORDS: Final = 7
"""Of the name of a cumulant of six entries."""


def six_of(spec: ModelSpec) -> str:
    """Return the target of six entries, where a model is matched by one beside the cycle."""
    if CYCLE not in spec.targets:
        return ""
    return next((name for name in spec.targets if len(name.split("_")) == _WORDS), "")


def answered_by_six(request: Request, question: Question, observed: Observed) -> Match:
    """Match data by cycles of four and of six entries, and by what there is of lower order."""
    spec = question.spec
    if request.estimator == MOMENTS:
        raise ParameterError(
            f"estimator={request.estimator!r} for {spec.name}, whose factors have mean zero",
            expected="cross-moments: those up to order two do not show such factors",
            do="Leave it out.",
        )
    least = min(observed.statistics.shape)
    if least < LEAST_SIDE:
        raise DataError(
            f"a matrix whose shorter side is {least}",
            expected=f"at least {LEAST_SIDE} rows and {LEAST_SIDE} columns",
            do="Use more data.",
        )
    cross_moments = observed.cross_moments(replace(request, intervals=True), CROSS_MOMENTS)
    assert cross_moments is not None and observed.read is not None  # noqa: S101, PT018 - or refused
    usual = {measured_name(spec, each).replace("rho_", "cov_") for each in spec.targets}
    beyond = _beyond(cross_moments, usual)
    seen = {*usual, *beyond}
    about = "effects" if seen & {"cov_row", "cov_col"} else "mean" if "mean" in seen else "zero"
    six = six_cycle(*observed.read, about=about, leave_out=request.intervals)
    name = six_of(spec)

    def asked(cross_moments: CrossMoments) -> Match:
        values = {**cross_moments.values, name: six.value}
        targets = as_targets(spec, values)
        about = replace(question, targets=targets, cross_moments=cross_moments, six=(name, six))
        return replace(solved(about), estimator=CROSS_MOMENTS, cross_moments=cross_moments)

    made = asked(cross_moments)
    settled = observed.settled(cross_moments, made, question.kernels)
    made = made if settled is cross_moments else asked(settled)
    return with_diagnostics(made, _not_in_model(beyond)) if beyond else made


def _beyond(cross_moments: CrossMoments, usual: Collection[str]) -> dict[str, float]:
    """Return what the data have for certain, and the model says is zero."""
    spans = cross_moments.interval(_SURE)
    return {
        name: cross_moments.values[name]
        for name in ("mean", "cov_row", "cov_col")
        if name not in usual and not spans[name][0] <= 0 <= spans[name][1]
    }


def _not_in_model(beyond: Mapping[str, float]) -> Diagnostic:
    values = " and ".join(f"{name} is {value:.4g}" for name, value in beyond.items())
    return Diagnostic(
        "not_centered",
        "warning",
        f"{values}, which is zero under this model. It is taken off for the cycles, but what rows "
        "and columns add is still in the variance. Take it off the data, or add it to the model.",
    )
