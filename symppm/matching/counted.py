"""A count of factors that stand clear of the noise, beside what moments say of K."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from symppm.errors import DataError
from symppm.matching.diagnosis.ways import BUT_FOR_K, THE_ANSWER, as_rounding, with_findings
from symppm.matching.estimates import SPECTRAL
from symppm.matching.question import Question
from symppm.matching.result import Finding, Match, Opinion
from symppm.matching.solving import solved
from symppm.matching.two_ways import Way
from symppm.measure.arrays import BlockMatrix, DenseMatrix, Matrix
from symppm.measure.spectral import SpectralCount, spectral_count

_OF_SOLVING: Final = frozenset(
    {"rounding", "gauge", "unresolved_size", "nearest", "unresolved", "below_one"}
)
"""Findings about a solution that is no longer the answer."""
_SHORT_SIDE: Final = 2_000
_ENTRIES: Final = 5_000_000
_STORED: Final = 500_000
_FAR: Final = 3.0
"""Standard errors by which a count and moments differ that are hardly of one K."""


def counted(matrix: Matrix, seed: int) -> SpectralCount | None:
    """Count singular values, or return None where that takes long or the data do not allow it.

    Parameters
    ----------
    matrix : Matrix
        The data as read, over their exposures where they have any.
    seed : int
        Of what is drawn.
    """
    if isinstance(matrix, BlockMatrix):
        return None
    small = min(matrix.shape) <= _SHORT_SIDE and math.prod(matrix.shape) <= _ENTRIES
    thin = not isinstance(matrix, DenseMatrix) and matrix.stored.nnz <= _STORED
    if not (small or thin):
        return None
    try:
        if isinstance(matrix, DenseMatrix):
            return spectral_count(matrix.values, mask=matrix.observed, random_seed=seed)
        zeros = "observed" if matrix.absent_observed else "missing"
        return spectral_count(matrix.stored, zeros=zeros, random_seed=seed)
    except DataError:
        return None


def with_count(match: Match, ways: tuple[Way, ...], found: SpectralCount) -> Match:
    """Return a match with the count beside it, and at the count where that is the better answer.

    Parameters
    ----------
    match : Match
        Chosen between the ways.
    ways : tuple of Way
        Those that there are.
    found : SpectralCount
        The count.

    Notes
    -----
    Where every factor that is seen stands clear of the noise and nothing lingers at its edge, the
    count is K (`tools/bench/best_k.py`: in 335 of 335 simulated matrices), which moments reach only
    to 5 to 15 %. Where it is not clear it is a least number.
    """
    sure = found.clear and match.feasible
    remark = "all that there are" if sure else "at least: weaker ones may hide in the noise"
    opinion = Opinion(SPECTRAL, float(found.count), found.count, found.count, remark)
    match = replace(match, opinions=(*match.opinions, opinion))
    way = next((each for each in ways if each.match.using == match.using), None)
    if way is None or match.k is None or match.k_exact is None:
        return match
    short = found.count > match.k_exact
    if found.count == match.k or not (found.clear or short):
        return match
    error = way.log_error
    errors = abs(math.log(found.count / match.k_exact)) / error if error > 0 else math.inf
    far = np.isfinite(errors) and errors > _FAR
    stands = "so many singular values of the scaled data stand clear of the noise"
    if not found.clear and errors > _FAR:
        # A model that the data are not of may well have another number of factors than they have.
        return with_findings(match, _not_followed(found, match, errors))
    at_count = _at(way.question, match, found.count)
    if at_count is None:
        return with_findings(match, _impossible(found, match))
    if found.clear:
        said = (
            f"K = {found.count} is counted: {stands}, and nothing lingers at its edge. Intervals "
            "take the count as given."
        )
    else:
        said = f"K is at least {found.count}: {stands}."
        at_count = replace(at_count, uncertainty=match.uncertainty)
    finding = Finding(
        "counted",
        "warning" if far else "note",
        f"{said} Moments alone say {match.k_exact:.4g}"
        + (f", {errors:.1f} standard errors away: see whether the model fits." if far else "."),
    )
    return with_findings(at_count, finding)


def _impossible(found: SpectralCount, match: Match) -> Finding:
    return Finding(
        "count_not_followed",
        "warning",
        f"{found.count} singular values of the scaled data stand clear of the noise, but with "
        f"K = {found.count} no hyperparameters of {match.model} have these statistics, so the "
        "count is not followed. Usually entries vary less, or more, about their means than those "
        "of this model do; compare with another observation model.",
    )


def _not_followed(found: SpectralCount, match: Match, errors: float) -> Finding:
    away = f"{errors:.1f} standard errors" if np.isfinite(errors) else "far"
    return Finding(
        "count_not_followed",
        "note",
        f"At least {found.count} singular values of the scaled data stand clear of the noise, "
        f"{away} more than K = {match.k_exact:.4g}, and are not followed: single heavy entries, or "
        "groups of rows and columns that this model does not have, stand out as factors too.",
    )


def _at(question: Question, match: Match, count: int) -> Match | None:
    """Return the match with so many factors; None if there is none."""
    made = solved(replace(question, k=count))
    if not made.feasible or made.branches:
        return None
    kept = [
        replace(each, message=each.message.replace(THE_ANSWER, BUT_FOR_K))
        for each in match.findings
        if each.code not in _OF_SOLVING
    ]
    own = [as_rounding(each, count, match.k_exact) for each in made.findings if each not in kept]
    return replace(
        made, findings=(*kept, *own), distinct=match.distinct, using=match.using,
        opinions=match.opinions,
    )  # fmt: skip
