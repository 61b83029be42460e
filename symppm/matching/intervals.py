"""How far off a match is likely to be, from leaving out rows and columns of the data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import IdentifiedSpec, ModelSpec, ParameterSpec
from symppm.matching.axes import CYCLE, INVERSE, measured_name
from symppm.matching.domains import bounded, on_scales, scale_of, slope, unbounded, unbounded_all
from symppm.matching.kernels import Point
from symppm.matching.measuring import Measured
from symppm.matching.outcome import on_scale
from symppm.matching.question import Question
from symppm.matching.uncertainty import Uncertainty
from symppm.one_thread import one_thread
from symppm.statistics.cross_moments import DISTINCT, DistinctStatistics
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import Spread, two_way
from symppm.statistics.leaving_out import STATISTICS
from symppm.statistics.moments import Statistics

Table = NDArray[np.float64]


def left_out(question: Question) -> tuple[Table, Table] | None:
    """Return targets, and averages over exposures, without each row and without each column."""
    found = tables_left_out(question)
    if found is None:
        return None
    names, *tables = found
    places = places_of(names, question.spec, question.targets)
    rows, columns = (table[:, places] for table in tables)
    return _beside(rows, columns, question.measured)


def _beside(rows: Table, columns: Table, measured: Measured | None) -> tuple[Table, Table]:
    """Return tables with averages over exposures as a last column, where there are any."""
    averages = measured.mean_inverse_without if isinstance(measured, ExposedStatistics) else None
    if averages is None:
        return rows, columns
    return np.column_stack([rows, averages[0]]), np.column_stack([columns, averages[1]])


def all_left_out(measured: DistinctStatistics) -> tuple[dict[str, float], Table, Table] | None:
    """Return everything measured by name, and all of it without each row and each column."""
    if measured.rows is None or measured.columns is None:
        return None
    about = measured.statistics
    rows, columns = _beside(measured.rows, measured.columns, about)
    own = {INVERSE: about.mean_inverse_exposure} if isinstance(about, ExposedStatistics) else {}
    return {**measured.values, **own}, rows, columns


def tables_left_out(question: Question) -> tuple[tuple[str, ...], Table, Table] | None:
    """Return the names of what was measured, and all of it without each row and each column."""
    distinct, measured = question.distinct, question.measured
    if distinct is not None:
        if distinct.rows is None or distinct.columns is None:
            return None
        if question.six is None:
            return DISTINCT, distinct.rows, distinct.columns
        name, six = question.six
        if six.rows is None or six.columns is None:
            return None
        rows, columns = (
            np.column_stack(pair)
            for pair in ((distinct.rows, six.rows), (distinct.columns, six.columns))
        )
        return (*DISTINCT, name), rows, columns
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return None
    return STATISTICS, measured.deletions.rows, measured.deletions.columns


def probe_error(question: Question) -> float:
    """Return the standard error of the cycle by random probes, where that is a target."""
    distinct = question.distinct
    return distinct.probe_error if distinct is not None and CYCLE in question.targets else 0.0


def places_of(names: tuple[str, ...], spec: ModelSpec, targets: Iterable[str]) -> list[int]:
    """Return where targets stand among what was measured."""
    return [names.index(measured_name(spec, name)) for name in targets]


def solved_for(question: Question, branch: int, names: tuple[str, ...], table: Table) -> Table:
    """Return combinations for many sets of targets, NaN where there is no solution."""
    kernels, spec = question.kernels, question.spec
    count = len(table)
    own = kernels.averages
    given = [np.full(count, question.needed[each]) for each in spec.needs if each not in own]
    # What is measured beside the targets is the last of what the model needs.
    split = len(question.targets)
    arguments = [*table.T[:split], *given, *table.T[split:]]
    if question.k is None:
        function = getattr(
            kernels.module, "solve_batch" if branch == 1 else f"solve_{branch}_batch"
        )
        solved = [each.name for each in spec.identified]
    else:
        function = kernels.module.solve_at_k_batch
        arguments = [np.full(count, float(question.k)), *arguments]
        solved = list(spec.identified_at_k)
    found, status = np.zeros((len(solved), count)), np.zeros(count, dtype=np.int64)
    function(np.array(arguments), found, status)
    found[:, status != OK] = np.nan
    return found[[solved.index(name) for name in names]].T


_LEAST_EIGENVALUE = 1e-4
"""Eigenvalues of a correlation below this are as much the jackknife's error as anything."""


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
    if CYCLE in question.targets:
        place = list(question.targets).index(CYCLE)
        covariance[place, place] += (probe_error(question) / sizes[place]) ** 2
    errors = np.sqrt(np.diag(covariance))
    if not (np.isfinite(covariance).all() and (errors > 0).all()):
        return None
    spread, axes = np.linalg.eigh(covariance / np.outer(errors, errors))
    return np.asarray((axes / np.sqrt(np.maximum(spread, _LEAST_EIGENVALUE))).T / errors)


_STEP = 1e-4
_AT_ONE = 1e-6

Refit = Callable[[Question], Point | None]
"""Solves again for slightly other targets: K before rounding, and the hyperparameters."""


@one_thread()
def of_formula(question: Question, branch: int, identified: Point) -> Uncertainty | None:
    """Return how far off a closed form's solution may be; None where there are no data to say.

    The formula is evaluated without each row and each column, so that what is curved in it is not
    lost; how hyperparameters follow from these combinations, and the scale, is taken as linear on
    the scales of the intervals.
    """
    without = left_out(question)
    if without is None:
        return None
    inner = _scales(question, identified)
    answers = _answers(question, identified)
    if answers is None:
        return None
    outer = _scales(question, answers)

    def solved(targets: Table) -> Table:
        return _scaled(inner, solved_for(question, branch, tuple(inner), targets))

    rows, columns = map(solved, without)
    slopes = _slopes(lambda point: _answers(question, point), inner, identified, outer)
    noise = probe_error(question)
    by_probes = None
    if noise:
        values = {**question.targets, **question.averages}
        step = _STEP * abs(values[CYCLE])
        ends = [[{**values, CYCLE: values[CYCLE] + by}[name] for name in values]
                for by in (step, -step)]  # fmt: skip
        up, down = solved(np.array(ends))
        by_probes = noise * (up - down) / (2 * step)
    return _carried(outer, rows, columns, slopes, by_probes=by_probes)


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
    outer = _scales(question, found)
    size = question.kernels.size
    if size is not None and question.k is None and found[size] < 1 + _AT_ONE:
        # The search was stopped at one factor, where the data no longer say how many.
        return Uncertainty(outer, None)
    wanted = {**question.targets, **question.averages}
    turned = [nearest and bool(np.any(np.vstack(without)[:, n] <= 0)) for n in range(len(wanted))]
    inner = {
        name: ParameterSpec(name, "", domain="real") if turns else scale_of(name, value, {})
        for (name, value), turns in zip(wanted.items(), turned, strict=True)
    }
    rows, columns = (_scaled(inner, table) for table in without)

    def answers(point: Point) -> Point | None:
        return refit(_moved(question, point))

    slopes = _slopes(answers, inner, wanted, outer)
    noise = probe_error(question)
    by_probes = None
    if noise:
        by_probes = np.array(
            [noise / slope(each, wanted[name]) if name == CYCLE else 0.0
             for name, each in inner.items()]
        )  # fmt: skip
    return _carried(outer, rows, columns, slopes, by_probes=by_probes)


def of_responses(
    measured: Measured | None,
    spec: ModelSpec,
    targets: Mapping[str, float],
    values: Mapping[str, float],
    responses: Mapping[str, Mapping[str, float]],
    errors: Mapping[str, float],
    free: Collection[str],
) -> Uncertainty | None:
    """Return how far off what a search by sampling found may be; None where no data say."""
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return None
    places = places_of(STATISTICS, spec, targets)
    without = measured.deletions.rows[:, places], measured.deletions.columns[:, places]
    known = {each.name: each for each in spec.parameters}
    outer = {name: scale_of(name, values[name], known) for name in responses}
    undetermined = {name: known[name] for name in free if name not in responses}
    inner = {name: scale_of(name, value, {}) for name, value in targets.items()}
    rows, columns = (_scaled(inner, table) for table in without)
    by_value = np.array([1 / slope(scale, values[name]) for name, scale in outer.items()])
    by_target = np.array([slope(scale, targets[name]) for name, scale in inner.items()])
    moved = np.array([[each[name] for name in targets] for each in responses.values()])
    slopes = by_value[:, None] * moved * by_target if outer else np.empty((0, len(inner)))
    found = _carried(outer, rows, columns, slopes, undetermined)
    if found.spread is None:
        return found
    noise = np.array([errors.get(name, 0.0) for name in outer]) * by_value
    covariance = found.spread.covariance + np.diag(noise**2)
    return replace(found, spread=Spread(covariance, found.spread.freedom))


@one_thread()
def of_lines(
    question: Question,
    found: Point,
    rows: Table,
    columns: Table,
    answers: Callable[[Point], Point | None],
) -> Uncertainty | None:
    """Return how far off numbers may be that are known without each row and each column."""
    inner, at = {name: scale_of(name, value, {}) for name, value in found.items()}, answers(found)
    if at is None:
        return None
    return _carried(
        outer := _scales(question, at), _scaled(inner, rows), _scaled(inner, columns),
        _slopes(answers, inner, found, outer),
    )  # fmt: skip


def _lost(table: Table) -> tuple[int, ...]:
    return tuple(np.flatnonzero(~np.isfinite(table).all(1)).tolist())


def _carried(
    outer: Mapping[str, ParameterSpec],
    rows: Table,
    columns: Table,
    slopes: Table,
    undetermined: Mapping[str, ParameterSpec] = MappingProxyType({}),
    *,
    by_probes: Table | None = None,
) -> Uncertainty:
    """Return how what is shown varies, by how what it is made from does; probes add their error."""
    lost_rows, lost_columns = _lost(rows), _lost(columns)
    spread, lines = None, None
    if not lost_rows and not lost_columns and np.isfinite(slopes).all():
        added = np.zeros(len(outer)) if by_probes is None else slopes @ by_probes
        lines = rows @ slopes.T, columns @ slopes.T, added
        spread = two_way(*lines[:2])
        spread = replace(spread, covariance=spread.covariance + np.outer(added, added))
    return Uncertainty(outer, spread, dict(undetermined), lost_rows, lost_columns, lines=lines)


def _moved(question: Question, point: Point) -> Question:
    given = {name: point[name] for name in question.averages}
    targets = {name: point[name] for name in question.targets}
    return replace(question, targets=targets, given={**question.given, **given})


def _answers(question: Question, identified: Point) -> Point | None:
    """Return all that is shown, at given combinations; None where the priors do not exist."""
    outer, _, status = on_scale(question, identified)
    return {**outer, **identified} if status == OK else None


def _scales(question: Question, values: Mapping[str, float]) -> dict[str, ParameterSpec]:
    known = {each.name: each for each in question.spec.parameters}
    # A sum such as mu + nu is what nu is where mu is zero.
    alone = {e.name: next(iter(e.exponents)) for e in question.spec.identified if _is_one(e)}
    known |= {name: known[only] for name, only in alone.items() if only in known}
    given = {*question.given, *([question.kernels.size] if question.k is not None else [])}
    return {
        name: scale_of(name, value, known) for name, value in values.items() if name not in given
    }


def _is_one(combination: IdentifiedSpec) -> bool:
    return list(combination.exponents.values()) == [1]


def _scaled(scales: Mapping[str, ParameterSpec], table: Table) -> Table:
    """Return a column for each scale, not finite where a value is none of that scale."""
    with np.errstate(all="ignore"):
        return np.column_stack(
            [
                unbounded_all(scale, column)
                for scale, column in zip(scales.values(), table.T, strict=True)
            ]
        )


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
        ends = []
        for side in (step, -step):
            found = answers({**at, name: bounded(scale, middle + side)})
            ends.append(None if found is None else on_scales(outer, found))
        if ends[0] is not None and ends[1] is not None:
            slopes[:, place] = (ends[0] - ends[1]) / (2 * step)
    return slopes
