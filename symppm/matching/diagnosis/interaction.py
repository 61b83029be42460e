"""Findings about distinct entries: what they resolve, what they rest on, and what they rule out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symppm.matching.agreement import Estimate, estimated, log_size_of, solution_at
from symppm.matching.axes import CYCLE
from symppm.matching.diagnosis.noise import about_noise, noise_of
from symppm.matching.diagnosis.priors import PoissonProduct
from symppm.matching.kernels import Kernels
from symppm.matching.question import Question
from symppm.matching.result import Finding
from symppm.measure.distinct.types import DistinctStatistics

UNRESOLVED: Final = "unresolved_cycle"
ONE_MAKES_IT: Final = "one_makes_it"
_LEVEL: Final = 0.95
_RULED_OUT: Final = 0.005
"""How often a product is ruled out that is one."""
_RESOLVED: Final = 0.05
_MOST_OF_IT: Final = 0.5


def about_distinct(
    question: Question, full: Kernels | None, product: PoissonProduct | None
) -> tuple[Finding, ...]:
    """Say what distinct entries tell besides K: how entries vary, what they rest on, what fails.

    Parameters
    ----------
    question : Question
        About distinct entries, with what was measured.
    full : Kernels or None
        Of the same model with the variance among its moments, if its counts are Poisson.
    product : PoissonProduct or None
        What the model is, from which third moments follow; None where it is something else.
    """
    measured = question.distinct
    if measured is None:
        return ()
    found: list[Finding | None] = [_about_sign(question, measured), _about_largest(measured)]
    if product is not None and full is not None:
        found.append(_about_product(measured))
        noise = noise_of(question, full, measured)
        if noise is not None:
            found.append(about_noise(noise, question, full, product, measured))
    return tuple(each for each in found if each is not None)


def _about_sign(question: Question, measured: DistinctStatistics) -> Finding | None:
    """Say that K is not resolved where the cycle, or what K follows from, may as well be zero."""
    cycle = estimated(measured, lambda values: values[CYCLE])
    if cycle is None or cycle.either < _RESOLVED:
        return None
    log_size = log_size_of(question)
    if log_size is not None and log_size.size.either < _RESOLVED:
        # Heavy tails move the cycle and both covariances together, and K far less.
        return None
    low, high = bounds(question, cycle)
    at_most = "" if high is None else f" and at most {high:.3g}"
    return Finding(
        UNRESOLVED,
        "warning",
        "The interaction of rows and columns, from which distinct entries tell K, may as well be "
        f"zero: the cycle cumulant is {cycle.value:.3g}, {abs(cycle.errors):.1f} standard errors "
        f"{'above' if cycle.value > 0 else 'below'} zero, so they do not resolve K. What the data "
        f"support is K of at least {low:.3g}{at_most}. Use more rows and columns.",
    )


def bounds(question: Question, cycle: Estimate) -> tuple[float, float | None]:
    """Return what K is at least, and at most, by the ends of the cycle's interval.

    Parameters
    ----------
    question : Question
        About distinct entries, with what was measured.
    cycle : Estimate
        Of the cycle.
    """
    size = question.kernels.size
    ends: list[float | None] = []
    for end in (cycle.value - cycle.reach(_LEVEL), cycle.value + cycle.reach(_LEVEL)):
        targets = {**question.targets, CYCLE: end}
        point = solution_at(question, targets) if end > 0 and size is not None else None
        ends.append(None if point is None or size is None else float(point[size]))
    low = 1.0 if ends[0] is None else max(1.0, ends[0])
    return low, ends[1]


def _about_largest(measured: DistinctStatistics) -> Finding | None:
    if not measured.largest_share > _MOST_OF_IT:
        return None
    row, column = measured.largest_place
    if row is not None and column is not None:
        what = f"the entry at row {row + 1}, column {column + 1}"
    else:
        what = f"row {row + 1}" if row is not None else f"column {(column or 0) + 1}"
    return Finding(
        ONE_MAKES_IT,
        "warning",
        f"Without {what} the cycle cumulant would change by {100 * measured.largest_share:.0f} %: "
        "tails are so heavy that little else decides K. Check it, and see what K is without it.",
    )


def _about_product(measured: DistinctStatistics) -> Finding | None:
    """Test what holds for every sum of products of independent factors, whatever K is."""

    def away(values: Mapping[str, float]) -> float | None:
        if not values["mean"] > 0:
            return None
        return values["cumulant_ij_il_tj"] - values["cov_row"] * values["cov_col"] / values["mean"]

    found = estimated(measured, away)
    if found is None or found.either >= _RULED_OUT:
        return None
    more = "more" if found.value > 0 else "less"
    return Finding(
        "not_a_product",
        "warning",
        f"Entries vary with their row and their column at once {more} than sums of products of "
        f"independent factors do, by {abs(found.errors):.1f} standard errors (the cumulant of "
        "three entries that form a corner is not cov_row cov_col / mean). Usually what is observed "
        "depends on both, or there are effects that add up; K is then that of the nearest product.",
    )
