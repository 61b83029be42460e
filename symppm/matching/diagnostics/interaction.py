"""Diagnostics about cross-moments: what they resolve, what they rest on, and what they rule out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from symppm.matching.agreement import Estimate, LogSize, estimated, solution_at
from symppm.matching.axes import CYCLE
from symppm.matching.diagnostics.noise import Noise, about_noise
from symppm.matching.diagnostics.priors import PoissonProduct
from symppm.matching.diagnostics.table import ONE_MAKES_IT, UNRESOLVED, said
from symppm.matching.kernels import Kernels
from symppm.matching.question import Question
from symppm.matching.result import Diagnostic
from symppm.statistics.cross_moments import CrossMoments

_LEVEL: Final = 0.95
_RULED_OUT: Final = 0.005
"""How often a product is ruled out that is one."""
_RESOLVED: Final = 0.05
_MOST_OF_IT: Final = 0.5
_MANY: Final = 10.0


def about_cross_moments(
    question: Question,
    log_size: LogSize | None,
    noise: Noise | None,
    full: Kernels,
    product: PoissonProduct | None,
    least: int,
) -> tuple[Diagnostic, ...]:
    """Say what cross-moments tell besides K: how entries vary, what they rest on, what fails."""
    measured, size = question.cross_moments, question.kernels.size
    if measured is None:
        return ()
    diagnostics: list[Diagnostic | None] = []
    if size is not None:  # the cycle tells nothing else
        diagnostics = [
            _unresolved(question, measured, size, log_size, least),
            _one_line_makes_it(measured, size),
            None if product is None else _no_product(measured, size),
        ]
    if noise is not None:
        diagnostics.append(about_noise(noise, question, full, product, measured))
    return tuple(each for each in diagnostics if each is not None)


def _unresolved(
    question: Question,
    measured: CrossMoments,
    size: str,
    log_size: LogSize | None,
    least: int,
) -> Diagnostic | None:
    """Say that K is not resolved where the cycle, or what K follows from, may as well be zero."""
    if measured.values[CYCLE] == 0:
        return said(f"{UNRESOLVED}/additive")
    cycle = estimated(measured, lambda values: values[CYCLE])
    if cycle is None or cycle.either < _RESOLVED:
        return None
    if log_size is not None and log_size.size.either < _RESOLVED:
        # Heavy tails move the cycle and both covariances together, and K far less; with values
        # given or tied, covariances alone may tell it.
        return None
    supported = "" if question.k is not None else _supported(question, cycle, log_size, least)
    shown = f"{cycle.value:.3g}, {cycle.in_errors}"
    return said(UNRESOLVED, size=size, shown=shown, supported=supported)


def _supported(question: Question, cycle: Estimate, log_size: LogSize | None, least: int) -> str:
    """Say what the data support: at least what can be counted, at most what the interval holds."""
    size, measured = question.kernels.size, question.cross_moments
    if size is None or measured is None:
        return ""
    most = float(min(measured.statistics.shape))
    if log_size is not None:
        # The upper end of K's own interval, which is shown too.
        log = log_size.logarithm
        most = min(most, math.exp(min(log.value + log.reach(_LEVEL), math.log(most))))
    else:
        end = cycle.value + cycle.reach(_LEVEL)
        point = solution_at(question, {**measured.values, CYCLE: end}) if end > 0 else None
        most = most if point is None else min(most, float(point[size]))
    at_most = f" and at most {most:.3g}" if most > least else ""
    return f" What the data support is {size} of at least {least}{at_most}."


def _one_line_makes_it(measured: CrossMoments, size: str) -> Diagnostic | None:
    share = measured.largest_share
    if not share > _MOST_OF_IT:
        return None
    row, column = measured.largest_place
    line = f"row {row + 1}" if row is not None else f"column {(column or 0) + 1}"
    by = f"by {100 * share:.0f} %" if share < _MANY else "many times over"
    return said(ONE_MAKES_IT, line=line, by=by, size=size)


def _no_product(measured: CrossMoments, size: str) -> Diagnostic | None:
    """Test what holds for every sum of products of independent factors, whatever K is."""

    def away(values: Mapping[str, float]) -> float | None:
        if not values["mean"] > 0:
            return None
        return values["cumulant_ij_il_tj"] - values["cov_row"] * values["cov_col"] / values["mean"]

    off = estimated(measured, away)
    if off is None or off.either >= _RULED_OUT:
        return None
    more = "more" if off.value > 0 else "less"
    return said("not_a_product", more=more, errors=abs(off.errors), size=size)
