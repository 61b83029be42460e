"""Matching counts whose rates add effects of rows and columns to factors, by cross-moments.

Second moments leave four of its numbers open; the cumulant of three entries on a path tells the
mean of the factors, and conventions the rest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np

from symppm.codegen.runtime import OK
from symppm.errors import TargetError, conjunction
from symppm.matching.by_interaction import LARGEST_SHAPE, LEAST_SHAPE
from symppm.matching.diagnostics.solutions import impossible_prior, unresolved
from symppm.matching.diagnostics.sources import about_effects
from symppm.matching.grounds import AUTO, CROSS_MOMENTS
from symppm.matching.intervals import of_lines
from symppm.matching.measuring import Observed
from symppm.matching.models import Effects
from symppm.matching.moments import Moments
from symppm.matching.question import Question, Solution, whole
from symppm.matching.result import Match
from symppm.matching.solving import determined, finished, infeasible_match, made_match
from symppm.statistics.cross_moments import CrossMoments

Values = Mapping[str, Any]

PATH: Final = "cumulant_ij_il_tj"
_SHARE: Final = 0.95
"""Of the mean, that factors make at most: effects are positive."""
_RESOLVED: Final = 2.0
_FAINT: Final = 1e-3
"""Of the squared mean, the interaction that is taken where none is measured."""


def matched_effects(question: Question, observed: Observed) -> Match | None:
    """Match a model with effects by cross-moments where they determine it; else None.

    With conventions they do where nothing is given of effects, and of factors only K, shapes and a
    scale; moments up to order two do where all of the effects are given.
    """
    effects, estimator = question.request.structure.effects, question.request.estimator
    if effects is None:
        return None
    shapes = {*effects.shapes}
    alone = {*question.given} <= shapes.union(question.scales) and question.ties_only(shapes)
    if alone and estimator in {AUTO, CROSS_MOMENTS}:
        return _by_cross_moments(question, observed, effects)
    if estimator == CROSS_MOMENTS or determined(question):
        return None
    example = ", ".join(f'"{name}": {n}' for n, name in enumerate(effects.own, 1))
    fixed = [name for name in effects.own if name in question.given]
    raise TargetError(
        f"moments up to order two for {question.spec.name}"
        + (f", with {conjunction(fixed)} of its effects" if fixed else ""),
        expected=f"all of {', '.join(effects.own)}, which these leave open, or none of them and "
        "cross-moments",
        do=f"Leave effects and the estimator out, or write fixed={{{example}}} with your values.",
    )


def _by_cross_moments(question: Question, observed: Observed, effects: Effects) -> Match:
    """Match data by cross-moments, and conventions for what these leave open.

    With I the variance of rates that neither rows nor columns share, and C the cycle, K factors
    whose shapes are a and c and whose products have the mean m have I = K m^2 / (a c),
    C = I^2 / K, and the cumulant of Y_ij, Y_il and Y_tj is I m. So K and m follow, and a c.
    """
    measured = observed.cross_moments(question.request, CROSS_MOMENTS)
    assert measured is not None  # noqa: S101 - or refused
    values = {name: float(value) for name, value in measured.values.items()}
    faint = values["cycle"] <= 0 or not _positive(measured, _interaction)
    by_path = not faint and _positive(measured, lambda x: x[PATH] / _interaction(x))
    size = 1 if faint and question.k is None else question.k

    def solved(values: Values, k: int | None) -> dict[str, Any]:
        return _solved(effects, values, k, question.given, by_path=by_path)

    def on_scale(point: Values) -> tuple[Question, Solution]:
        """Return what is asked with what the model needs of a point, and its answer."""
        scales = dict(zip(effects.rates, (1.0, float(point[effects.scale])), strict=True))
        full = {**{name: float(value) for name, value in point.items()}, **scales}
        needed = {name: full[name] for name in question.spec.needs}
        completed = replace(question, given={**question.given, **needed})
        return completed, completed.on_scale(question.kernels.identified_of(full))

    exact = solved(values, size)
    k_exact = float(exact[effects.size])
    k = whole(k_exact)
    completed, solution = on_scale(solved(values, k))
    if solution.status != OK:
        return infeasible_match(question, impossible_prior(question.spec, solution.status))
    match = made_match(replace(completed, k=k), replace(solution, k_exact=k_exact))
    uncertainty, moments = None, None if faint else Moments.of(measured)
    about = [about_effects(match, effects, question.given, faint=faint, by_path=by_path)]
    if moments is not None:
        rows, columns = (
            np.column_stack([*solved(values, size).values()]) for values in moments.without_lines
        )
        point = {name: float(value) for name, value in exact.items()}
        uncertainty = of_lines(
            question, point, rows, columns, lambda point: on_scale(point)[1].shown
        )
        about += [] if uncertainty is None else unresolved(question.spec, uncertainty)
    return finished(match, CROSS_MOMENTS, *about, uncertainty=uncertainty, cross_moments=measured)


def _interaction(values: Values) -> Any:
    return values["variance"] - values["mean"] - values["cov_row"] - values["cov_col"]


def _positive(measured: CrossMoments, follows: Callable[[Values], Any]) -> bool:
    """Tell whether what follows is positive, by two standard errors where these are known."""
    moments = Moments.of(measured)
    if moments is None:
        return bool(measured.rows is None and follows(measured.values) > 0)
    estimate = moments.linear_estimate(lambda values: float(follows(values)))
    return estimate is not None and estimate.errors > _RESOLVED


def _solved(
    effects: Effects, values: Values, k: int | None, given: Mapping[str, float], *, by_path: bool
) -> dict[str, Any]:
    """Return what the model has, at values or at arrays of values, in the order of its names."""
    mean, interaction = values["mean"], _interaction(values)
    fixed = {name: given[name] for name in effects.shapes if name in given}
    with np.errstate(all="ignore"):
        size = interaction**2 / values["cycle"] if k is None else k + 0.0 * mean
        interaction = np.maximum(interaction, _FAINT * mean**2) if not by_path else interaction
        spread = interaction / size
        if len(fixed) == 2 or not by_path:
            # Shapes are as given, or like the one that is given.
            usual = next(iter(fixed.values()), 1.0)
            factors = np.sqrt(math.prod(fixed.get(name, usual) for name in effects.shapes) * spread)
        else:
            factors = values[PATH] / interaction
        factors = np.minimum(factors, _SHARE * mean / size)
        product = factors**2 / spread
        free = np.sqrt(product) if not fixed else product / next(iter(fixed.values()))
        free = np.clip(free, LEAST_SHAPE, LARGEST_SHAPE)
        shapes = {name: fixed.get(name, free) + 0.0 * mean for name in effects.shapes}
        level = (mean - size * factors) / 2
        point = {effects.size: size, **shapes}
        point[effects.scale] = math.prod(shapes.values()) / factors
        for (shape, rate), line, side in zip(
            (effects.row, effects.column), ("cov_row", "cov_col"), effects.shapes, strict=True
        ):
            excess = values[line] - size * factors**2 / shapes[side]
            varied = np.where(excess > level**2 / LARGEST_SHAPE, level**2 / excess, LARGEST_SHAPE)
            point[shape] = np.maximum(varied, LEAST_SHAPE)
            point[rate] = point[shape] / level
    return point
