"""How far off a match is likely to be, from leaving out rows and columns of the data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.matching.axes import INVERSE, measured_name
from symppm.matching.kernels import Point
from symppm.matching.measuring import Measured
from symppm.matching.outcome import on_scale
from symppm.matching.parameters import bounded, on_scales, scale_of, slope, unbounded, unbounded_all
from symppm.matching.question import Question
from symppm.matching.uncertainty import Uncertainty
from symppm.one_thread import one_thread
from symppm.statistics.cross_moments import DISTINCT, CrossMoments
from symppm.statistics.cycle import Cycle
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import STATISTICS, Spread, two_way
from symppm.statistics.moments import Statistics

Table = NDArray[np.float64]
Refit = Callable[[Question], Point | None]
"""Solves again for slightly other targets: K before rounding, and the hyperparameters."""

_STEP = 1e-4
_AT_ONE = 1e-6
_LEAST_EIGENVALUE = 1e-4
"""Eigenvalues of a correlation below this are as much the jackknife's error as anything."""


def _tables(
    measured: Measured | None, cross_moments: CrossMoments | None, six: tuple[str, Cycle] | None
) -> tuple[list[str], Table, Table] | None:
    """Return names, and what was measured without each row and each column, in this order."""
    parts: list[tuple[Iterable[str], Any, Any]] = []
    if cross_moments is not None:
        parts = [(DISTINCT, cross_moments.rows, cross_moments.columns)]
        parts += [] if six is None else [((six[0],), six[1].rows, six[1].columns)]
    elif isinstance(measured, Statistics) and measured.deletions is not None:
        parts = [(STATISTICS, measured.deletions.rows, measured.deletions.columns)]
    if not parts or any(rows is None or columns is None for _, rows, columns in parts):
        return None
    averages = measured.mean_inverse_without if isinstance(measured, ExposedStatistics) else None
    parts += [] if averages is None else [((INVERSE,), *averages)]
    names, rows, columns = zip(*parts, strict=True)
    return [one for part in names for one in part], np.column_stack(rows), np.column_stack(columns)


def _of_targets(
    tables: tuple[list[str], Table, Table], spec: ModelSpec, targets: Iterable[str]
) -> tuple[Table, Table]:
    names, rows, columns = tables
    places = [names.index(measured_name(spec, name)) for name in targets]
    places += [names.index(INVERSE)] if INVERSE in names else []
    return rows[:, places], columns[:, places]


def left_out(question: Question) -> tuple[Table, Table] | None:
    """Return targets, and averages over exposures, without each row and without each column."""
    tables = _tables(question.measured, question.cross_moments, question.six)
    return None if tables is None else _of_targets(tables, question.spec, question.targets)


def all_left_out(measured: CrossMoments) -> tuple[dict[str, float], Table, Table] | None:
    """Return everything measured by name, and all of it without each row and each column."""
    about = measured.statistics
    tables = _tables(about, measured, None)
    own = {INVERSE: about.mean_inverse_exposure} if isinstance(about, ExposedStatistics) else {}
    return None if tables is None else ({**measured.values, **own}, *tables[1:])


def solved_for(question: Question, branch: int, names: tuple[str, ...], table: Table) -> Table:
    """Return combinations for many sets of targets, NaN where there is no solution."""
    kernels, spec, count = question.kernels, question.spec, len(table)
    given = [question.needed[each] for each in spec.needs if each not in kernels.averages]
    # What is measured beside the targets is the last of what the model needs.
    split = len(question.targets)
    rows = [*table.T[:split], *given, *table.T[split:]]
    if question.k is not None:
        rows = [float(question.k), *rows]
    function, solved = kernels.solver(branch, at_size=question.k is not None)
    arguments = np.array([np.broadcast_to(row, count) for row in rows])
    found, status = np.zeros((len(solved), count)), np.zeros(count, dtype=np.int64)
    function.batch(arguments, found, status)
    found[:, status != OK] = np.nan
    return found[[solved.index(name) for name in names]].T


def weights_of(question: Question) -> NDArray[np.float64] | None:
    """Return what makes residuals of the targets uncorrelated and of variance one."""
    tables = left_out(question)
    if tables is None:
        return None
    values = np.array(list(question.targets.values()))
    sizes = np.where(values, np.abs(values), 1.0)  # as residuals are divided, whose sign counts
    scaled = [table[:, : len(values)] / sizes for table in tables]
    positive = np.all([(each > 0).all(0) for each in scaled], axis=0) & (values > 0)
    logs = [np.where(positive, np.log(np.where(positive, each, 1.0)), each) for each in scaled]
    covariance = two_way(*logs).covariance
    errors = np.sqrt(np.diag(covariance))
    if not (np.isfinite(covariance).all() and (errors > 0).all()):
        return None
    spread, axes = np.linalg.eigh(covariance / np.outer(errors, errors))
    return np.asarray((axes / np.sqrt(np.maximum(spread, _LEAST_EIGENVALUE))).T / errors)


@one_thread()
def of_formula(question: Question, branch: int, identified: Point) -> Uncertainty | None:
    """Return how far off a closed form's solution may be; None where there are no data to say.

    The formula is evaluated without each row and each column, so that what is curved in it is not
    lost; how hyperparameters follow from these combinations, and the scale, is taken as linear on
    the scales of the intervals.
    """
    without, inner = left_out(question), _scales(question, identified)
    if without is None:
        return None

    def answers(point: Point) -> Point | None:
        """Return all that is shown at combinations; None where the priors do not exist."""
        outer, _, status = on_scale(question, point)
        return {**outer, **point} if status == OK else None

    def solved(targets: Table) -> Table:
        return solved_for(question, branch, tuple(inner), targets)

    rows, columns = map(solved, without)
    return of_lines(question, identified, rows, columns, answers, inner)


@one_thread()
def of_search(
    question: Question, found: Point, refit: Refit, *, nearest: bool = False
) -> Uncertainty | None:
    """Return how far off a numeric solution may be; None where there are no data to say.

    By how the solution moves with each target, and how the targets vary without each row and each
    column.
    """
    without = left_out(question)
    if without is None:
        return None
    size = question.kernels.size
    if size is not None and question.k is None and found[size] < 1 + _AT_ONE:
        # The search was stopped at one factor, where the data no longer say how many.
        return Uncertainty(_scales(question, found), None)
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

    return of_lines(question, measured, *without, answers, inner, shown=found)


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
    return _carried(outer, *lines, slopes)


@one_thread()
def of_responses(
    measured: Measured | None,
    spec: ModelSpec,
    targets: Mapping[str, float],
    found: Mapping[str, tuple[float, float]],
    responses: Mapping[str, Mapping[str, float]],
    free: Collection[str],
) -> Uncertainty | None:
    """Return how far off numbers, with errors of drawing, may be; None where no data say."""
    tables = _tables(measured, None, None)
    if tables is None:
        return None
    without = _of_targets(tables, spec, targets)
    known = {each.name: each for each in spec.parameters}
    values = {name: value for name, (value, _) in found.items()}
    outer = {name: scale_of(name, values[name], known) for name in responses}
    undetermined = {name: known[name] for name in free if name not in responses}
    inner = {name: scale_of(name, value, {}) for name, value in targets.items()}
    rows, columns = (_scaled(inner, table) for table in without)
    by_value = np.array([1 / slope(scale, values[name]) for name, scale in outer.items()])
    by_target = np.array([slope(scale, targets[name]) for name, scale in inner.items()])
    moved = np.array([[each[name] for name in targets] for each in responses.values()])
    slopes = by_value[:, None] * moved * by_target if outer else np.empty((0, len(inner)))
    carried = _carried(outer, rows, columns, slopes, undetermined)
    if carried.spread is None:
        return carried
    noise = np.array([found[name][1] for name in outer]) * by_value
    covariance = carried.spread.covariance + np.diag(noise**2)
    return replace(carried, spread=Spread(covariance, carried.spread.freedom))


def _carried(
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
    return Uncertainty(outer, spread, dict(undetermined), lost_rows, lost_columns, lines=lines)


def _scales(question: Question, values: Mapping[str, float]) -> dict[str, ParameterSpec]:
    known = {each.name: each for each in question.spec.parameters}
    for each in question.spec.identified:
        # A sum such as mu + nu is what nu is where mu is zero.
        only, power = next(iter(each.exponents.items()))
        if len(each.exponents) == power == 1 and only in known:
            known[each.name] = known[only]
    given = {*question.given, *([question.kernels.size] if question.k is not None else [])}
    return {name: scale_of(name, value, known) for name, value in values.items()
            if name not in given}  # fmt: skip


def _scaled(scales: Mapping[str, ParameterSpec], table: Table) -> Table:
    """Return a column for each scale, not finite where a value is none of that scale."""
    pairs = zip(scales.values(), table.T, strict=True)
    with np.errstate(all="ignore"):
        return np.column_stack([unbounded_all(scale, column) for scale, column in pairs])


def _slopes(
    answers: Callable[[Point], Point | None],
    inner: Mapping[str, ParameterSpec],
    at: Mapping[str, float],
    outer: Mapping[str, ParameterSpec],
) -> Table:
    """Return by how much each answer moves with each combination; NaN where it stops existing."""
    slopes = np.full((len(outer), len(inner)), np.nan)
    for place, (name, scale) in enumerate(inner.items()):
        middle = unbounded(scale, at[name])
        step = _STEP if scale.domain != "real" else _STEP * max(abs(middle), _STEP)
        up, down = (answers({**at, name: bounded(scale, middle + side)}) for side in (step, -step))
        if up is not None and down is not None:
            slopes[:, place] = (on_scales(outer, up) - on_scales(outer, down)) / (2 * step)
    return slopes
