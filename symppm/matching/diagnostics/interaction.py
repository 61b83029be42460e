"""Diagnostics about cross-moments: what they resolve, what they rest on, and what they rule out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from symppm.matching.agreement import Estimate, LogSize, estimated, solution_at
from symppm.matching.axes import CYCLE
from symppm.matching.diagnostics.noise import Noise, about_noise
from symppm.matching.diagnostics.priors import PoissonProduct
from symppm.matching.kernels import Kernels
from symppm.matching.question import Question
from symppm.matching.result import Diagnostic
from symppm.statistics.cross_moments import CrossMoments

UNRESOLVED: Final = "unresolved_cycle"
ONE_MAKES_IT: Final = "one_makes_it"
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
    measured = question.cross_moments
    if measured is None:
        return ()
    found: list[Diagnostic | None] = []
    size = question.kernels.size
    if size is not None:  # the cycle tells nothing else
        found = [
            _about_sign(question, measured, size, log_size, least),
            _about_largest(measured, size),
        ]
        found += [] if product is None else [_about_product(measured, size)]
    if noise is not None:
        found.append(about_noise(noise, question, full, product, measured))
    return tuple(each for each in found if each is not None)


def _about_sign(
    question: Question,
    measured: CrossMoments,
    size: str,
    log_size: LogSize | None,
    least: int,
) -> Diagnostic | None:
    """Say that K is not resolved where the cycle, or what K follows from, may as well be zero."""
    if measured.values[CYCLE] == 0:
        return Diagnostic(
            UNRESOLVED,
            "warning",
            "Rows and columns only add up: nothing is left of the entries once what rows and what "
            "columns add is taken off, so the number of factors is not defined. See "
            "pmf_gamma_effects for a model of such data.",
        )
    cycle = estimated(measured, lambda values: values[CYCLE])
    if cycle is None or cycle.either < _RESOLVED:
        return None
    if log_size is not None and log_size.size.either < _RESOLVED:
        # Heavy tails move the cycle and both covariances together, and K far less; with values
        # given or tied, covariances alone may tell it.
        return None
    return Diagnostic(
        UNRESOLVED,
        "warning",
        f"The interaction of rows and columns, from which cross-moments tell {size}, may as "
        f"well be zero: the cycle cumulant is {cycle.value:.3g}, {abs(cycle.errors):.1f} standard "
        f"errors {'above' if cycle.value > 0 else 'below'} zero, so they do not resolve {size}."
        f"{_supported(question, cycle, log_size, least)} Use more rows and columns.",
    )


def _supported(question: Question, cycle: Estimate, log_size: LogSize | None, least: int) -> str:
    """Say what the data support: at least what can be counted, at most what the interval holds."""
    size, measured = question.kernels.size, question.cross_moments
    if size is None or question.k is not None or measured is None:
        return ""
    most = float(min(measured.statistics.shape))
    if log_size is not None:
        # The upper end of K's own interval, which is shown too.
        found = log_size.logarithm
        most = min(most, math.exp(min(found.value + found.reach(_LEVEL), math.log(most))))
    else:
        end = cycle.value + cycle.reach(_LEVEL)
        point = solution_at(question, {**measured.values, CYCLE: end}) if end > 0 else None
        most = most if point is None else min(most, float(point[size]))
    return f" What the data support is {size} of at least {least}" + (
        f" and at most {most:.3g}." if most > least else "."
    )


def _about_largest(measured: CrossMoments, size: str) -> Diagnostic | None:
    if not measured.largest_share > _MOST_OF_IT:
        return None
    row, column = measured.largest_place
    what = f"row {row + 1}" if row is not None else f"column {(column or 0) + 1}"
    return Diagnostic(
        ONE_MAKES_IT,
        "warning",
        f"Without {what} the cycle cumulant would change {_by(measured.largest_share)}: "
        f"tails are so heavy that little else decides {size}. Check it, and see what {size} is "
        "without it.",
    )


def _by(share: float) -> str:
    return f"by {100 * share:.0f} %" if share < _MANY else "many times over"


def _about_product(measured: CrossMoments, size: str) -> Diagnostic | None:
    """Test what holds for every sum of products of independent factors, whatever K is."""

    def away(values: Mapping[str, float]) -> float | None:
        if not values["mean"] > 0:
            return None
        return values["cumulant_ij_il_tj"] - values["cov_row"] * values["cov_col"] / values["mean"]

    found = estimated(measured, away)
    if found is None or found.either >= _RULED_OUT:
        return None
    more = "more" if found.value > 0 else "less"
    return Diagnostic(
        "not_a_product",
        "warning",
        f"Entries vary with their row and their column at once {more} than sums of products of "
        f"independent factors do, by {abs(found.errors):.1f} standard errors (the cumulant of "
        "three entries that form a corner is not cov_row cov_col / mean). Usually what is observed "
        f"depends on both, or there are effects that add up; {size} is then that of the nearest "
        "product.",
    )
