"""How far off a match is likely to be, from leaving out rows and columns of the data."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.errors import TargetError
from symppm.matching.kernels import Point
from symppm.matching.moments import Moments
from symppm.matching.parameters import (
    bounded,
    on_scales,
    scale_of,
    slope,
    unbounded,
    unbounded_all,
    where_moments_exist,
)
from symppm.matching.question import Question
from symppm.matching.targets import measured_name
from symppm.matching.uncertainty import Uncertainty
from symppm.one_thread import one_thread
from symppm.results.array_statistics import ArrayStatistics
from symppm.statistics import Table
from symppm.statistics.jackknife import Spread, two_way
from symppm.statistics.moments import Statistics

Refit = Callable[[Question], Point | None]
"""Solves again for slightly other targets: K before rounding, and the hyperparameters."""

_LEVEL = 0.95
_LACKING = 40.0
"""One over the probability, beyond each end, that a variance is of data without the largest."""
_MOST_LACKING = 4.0
"""The logarithm of how many times as much priors are taken to vary, at most."""
_HALVINGS = 16
_STEP = 1e-4
_AT_ONE = 1e-6


@one_thread()
def of_formula(question: Question, branch: int, identified: Point) -> Uncertainty | None:
    """Return how far off a closed form's solution may be; None where there are no data to say.

    The formula is evaluated without each row and each column, so that what is curved in it is not
    lost; how hyperparameters follow from these combinations, and the scale, is taken as linear on
    the scales of the intervals.
    """
    without, inner = question.without_lines, _scales(question, identified)
    if without is None:
        return None
    kernels, spec, sizes = question.kernels, question.spec, question.kernels.sized(question.k)
    function, names = kernels.solver(branch, at_size=question.k is not None)
    given = [question.needed[name] for name in spec.needs if name not in kernels.averages]

    def solved(table: Table) -> Table:
        """Return combinations for many sets of targets, NaN where there is no solution."""
        # What is measured beside the targets is the last of what the model needs.
        split = len(question.targets)
        rows = [*sizes.values(), *table.T[:split], *given, *table.T[split:]]
        arguments = np.array([np.broadcast_to(row, len(table)) for row in rows])
        combinations = np.zeros((len(names), len(table)))
        status = np.zeros(len(table), dtype=np.int64)
        function.batch(arguments, combinations, status)
        combinations[:, status != OK] = np.nan
        return combinations[[names.index(name) for name in inner]].T

    rows, columns = map(solved, without)
    return of_lines(
        question, identified, rows, columns, lambda point: question.on_scale(point).shown, inner
    )


def with_largest(
    question: Question, uncertainty: Uncertainty, point: Point, k: int, scale: str
) -> Uncertainty:
    """Let intervals hold what hyperparameters are if the data lack the largest factors there are.

    Once in 40 times no factor of all rows, or of all columns, is above a quantile, and less of the
    variance of their prior is seen. Of heavy tails leaving out rows does not show that: a variance
    that is too small seems certain besides.
    """
    product, kernels = question.request.structure.product, question.kernels
    if product is None or uncertainty.spread is None:
        return uncertainty
    priors = (product.row, product.column)
    seen = [prior.variation(point) for prior in priors]
    lengths = getattr(question.measured, "shape", ())
    chances = [_LACKING ** (-1 / (k * length)) for length in lengths]
    mean, variance = (question.targets.get(name, math.nan) for name in ("mean", "variance"))

    def with_variations(*logs: float) -> Point | None:
        """Return what is shown where priors vary, by logarithms, so many times as much as here."""
        (row, column), square = np.array(seen) * np.exp(logs), mean**2 / k
        more = (1 + row) * (1 + column) - math.prod(1 + variation for variation in seen)
        varies = variance + square * more
        values = {"mean": mean, "variance": varies}
        values |= {"rho_row": square * row / varies, "rho_col": square * column / varies}
        names = {name: measured_name(question.spec, name) for name in question.targets}
        if not {*names.values()} <= {*values}:
            return None
        targets = {name: float(values[measured]) for name, measured in names.items()}
        try:
            identified, _ = kernels.branch(1, targets, question.needed, float(k))
        except TargetError:
            return None  # so far off numbers overflow
        # In another scale hyperparameters are no farther off, but others.
        solution = question.on_scale(identified, others=False) if identified else None
        return solution.shown if solution is not None and solution.scale == scale else None

    def without(side: int) -> Point:
        """Return what is shown where one of the priors varies as it may without its largest."""
        low, high, shown = 0.0, _MOST_LACKING, dict[str, float]()
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            moved = with_variations(*(middle * (n == side) for n in range(len(priors))))
            if moved is None or priors[side].variation(moved, chances[side]) > seen[side]:
                high = middle
            else:
                low, shown = middle, moved
        return shown

    far: Point = {}
    for side in range(len(priors)):
        for name, value in without(side).items():
            if name in uncertainty.scales and name != kernels.size:
                low, high = uncertainty.intervals({name: point[name]}, _LEVEL)[name]
                if not low <= value <= high:
                    far[name] = value
    return replace(uncertainty, reaching=far) if far else uncertainty


@one_thread()
def of_search(
    question: Question, point: Point, refit: Refit, *, nearest: bool = False
) -> Uncertainty | None:
    """Return how far off a numeric solution may be; None where there are no data to say.

    By how the solution moves with each target, and how the targets vary without each row and each
    column.
    """
    without = question.without_lines
    if without is None:
        return None
    size = question.kernels.size
    if size is not None and question.k is None and point[size] < 1 + _AT_ONE:
        # The search was stopped at one factor, where the data no longer say how many.
        return Uncertainty(_scales(question, point), None)
    measured = {**question.targets, **question.averages}
    turned = np.logical_and(nearest, (np.vstack(without) <= 0).any(axis=0))
    inner = {
        name: ParameterSpec(name, "", domain="real") if turns else scale_of(name, value, {})
        for (name, value), turns in zip(measured.items(), turned, strict=True)
    }

    def answers(point: Point) -> Point | None:
        given = {**question.given, **{name: point[name] for name in question.averages}}
        targets = {name: point[name] for name in question.targets}
        return refit(replace(question, targets=targets, given=given))

    return of_lines(question, measured, *without, answers, inner, shown=point)


@one_thread()
def of_lines(
    question: Question,
    point: Point,
    rows: Table,
    columns: Table,
    answers: Callable[[Point], Point | None],
    inner: Mapping[str, ParameterSpec] | None = None,
    *,
    shown: Point | None = None,
) -> Uncertainty | None:
    """Return how far off answers may be, by numbers known without each row and each column."""
    shown = answers(point) if shown is None else shown
    if shown is None:
        return None
    inner = inner or {name: scale_of(name, value, {}) for name, value in point.items()}
    outer = _scales(question, shown)
    slopes = _slopes(answers, inner, point, outer)
    lines = _scaled(inner, rows), _scaled(inner, columns)
    return _propagated(outer, *lines, slopes)


@one_thread()
def of_responses(
    measured: Statistics | ArrayStatistics | None,
    spec: ModelSpec,
    targets: Mapping[str, float],
    estimates: Mapping[str, tuple[float, float]],
    responses: Mapping[str, Mapping[str, float]],
    free: Collection[str],
) -> Uncertainty | None:
    """Return how far off numbers, with errors of drawing, may be; None where no data say."""
    moments = Moments.of(measured)
    if moments is None:
        return None
    without = moments.tables(measured_name(spec, name) for name in targets)[1:]
    specs = where_moments_exist(spec)
    values = {name: value for name, (value, _) in estimates.items()}
    outer = {name: scale_of(name, values[name], specs) for name in responses}
    undetermined = {name: specs[name] for name in free if name not in responses}
    inner = {name: scale_of(name, value, {}) for name, value in targets.items()}
    rows, columns = (_scaled(inner, table) for table in without)
    by_value = np.array([1 / slope(scale, values[name]) for name, scale in outer.items()])
    by_target = np.array([slope(scale, targets[name]) for name, scale in inner.items()])
    raw_slopes = np.array([[row[name] for name in targets] for row in responses.values()])
    slopes = by_value[:, None] * raw_slopes * by_target if outer else np.empty((0, len(inner)))
    uncertainty = _propagated(outer, rows, columns, slopes, undetermined)
    if uncertainty.spread is None:
        return uncertainty
    noise = np.array([estimates[name][1] for name in outer]) * by_value
    covariance = uncertainty.spread.covariance + np.diag(noise**2)
    return replace(uncertainty, spread=Spread(covariance, uncertainty.spread.freedom))


def _propagated(
    outer: Mapping[str, ParameterSpec],
    rows: Table,
    columns: Table,
    slopes: Table,
    undetermined: Mapping[str, ParameterSpec] = MappingProxyType({}),
) -> Uncertainty:
    """Return how what is shown varies, by how what it is made from does."""
    lost_rows, lost_columns = (tuple(np.flatnonzero(~np.isfinite(table).all(1)).tolist())
                               for table in (rows, columns))  # fmt: skip
    spread, lines = None, None
    if not lost_rows and not lost_columns and np.isfinite(slopes).all():
        lines = rows @ slopes.T, columns @ slopes.T
        spread = two_way(*lines)
    else:
        # What no data move, such as a scale's convention, is as certain as ever.
        names = [name for name, row in zip(outer, slopes, strict=True) if row.any()]
        outer = {name: outer[name] for name in names}
    return Uncertainty(outer, spread, dict(undetermined), lost_rows, lost_columns, lines=lines)


def _scales(question: Question, values: Mapping[str, float]) -> dict[str, ParameterSpec]:
    specs = where_moments_exist(question.spec)
    for combination in question.spec.identified:
        # A sum such as mu + nu is what nu is where mu is zero.
        only, power = next(iter(combination.exponents.items()))
        if len(combination.exponents) == power == 1 and only in specs:
            specs[combination.name] = specs[only]
    given = {*question.given, *([question.kernels.size] if question.k is not None else [])}
    return {name: scale_of(name, value, specs) for name, value in values.items()
            if name not in given}  # fmt: skip


def _scaled(scales: Mapping[str, ParameterSpec], table: Table) -> Table:
    """Return a column for each scale, not finite where a value is none of that scale."""
    pairs = zip(scales.values(), table.T, strict=True)
    with np.errstate(all="ignore"):
        return np.column_stack([unbounded_all(scale, column) for scale, column in pairs])


def _slopes(
    answers: Callable[[Point], Point | None],
    inner: Mapping[str, ParameterSpec],
    point: Mapping[str, float],
    outer: Mapping[str, ParameterSpec],
) -> Table:
    """Return by how much each answer moves with each combination; NaN where it stops existing."""
    slopes = np.full((len(outer), len(inner)), np.nan)
    for position, (name, scale) in enumerate(inner.items()):
        middle = unbounded(scale, point[name])
        step = _STEP if scale.domain != "real" else _STEP * max(abs(middle), _STEP)
        up, down = (answers({**point, name: bounded(scale, middle + by)}) for by in (step, -step))
        if up is not None and down is not None:
            slopes[:, position] = (on_scales(outer, up) - on_scales(outer, down)) / (2 * step)
    return slopes
