"""How far off a match is likely to be, from leaving out rows and columns of the data."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec, ParameterSpec
from symppm.matching.axes import measured_name
from symppm.matching.kernels import Point
from symppm.matching.measuring import Measured
from symppm.matching.outcome import in_gauge
from symppm.matching.problem import bounded, slope, unbounded
from symppm.matching.question import Question
from symppm.matching.uncertainty import Uncertainty, on_scales, scale_of
from symppm.measure import ExposedStatistics, Statistics
from symppm.measure.deletions import STATISTICS
from symppm.measure.jackknife import Spread, two_way

Table = NDArray[np.float64]

_STEP = 1e-4
_AT_ONE = 1e-6

Refit = Callable[[Question], Point | None]
"""Solves again for slightly other targets: K before rounding, and the hyperparameters."""


def of_formula(question: Question, branch: int, identified: Point) -> Uncertainty | None:
    """Return how far off a closed form's solution may be; None where there are no data to say.

    Parameters
    ----------
    question : Question
        With what was measured.
    branch : int
        Which of the solutions, from one; of no meaning where the size is given.
    identified : mapping of str to float
        The combinations that data determine, before rounding.

    Notes
    -----
    The formula is evaluated without each row and each column, so that what is curved in it is not
    lost; how hyperparameters follow from these combinations, and the gauge, is taken as linear on
    the scales of the intervals.
    """
    left_out = _left_out(question)
    if left_out is None:
        return None
    inner = _scales(question, identified)
    answers = _answers(question, identified)
    if answers is None:
        return None
    outer = _scales(question, answers)

    def solved(targets: Table) -> Table:
        return _scaled(inner, _solved(question, branch, tuple(inner), targets))

    rows, columns = map(solved, left_out)
    drawn = _drawn(question.measured, question.spec, question.targets)
    away = None if drawn is None else solved(drawn) - on_scales(inner, identified)
    slopes = _slopes(lambda point: _answers(question, point), inner, identified, outer)
    return _carried(outer, rows, columns, away, slopes)


def of_search(question: Question, found: Point, refit: Refit) -> Uncertainty | None:
    """Return how far off a numeric solution may be; None where there are no data to say.

    Parameters
    ----------
    question : Question
        With what was measured.
    found : mapping of str to float
        K before rounding, and the hyperparameters, as the search found them.
    refit : callable
        Solves again, from there, for other targets.

    Notes
    -----
    By how the solution moves with each target, and how the targets vary without each row and each
    column.
    """
    left_out = _left_out(question)
    if left_out is None:
        return None
    outer = _scales(question, found)
    size = question.kernels.size
    if size is not None and question.k is None and found[size] < 1 + _AT_ONE:
        # The search was stopped at one factor, where the data no longer say how many.
        return Uncertainty(outer, None)
    wanted = {**question.targets, **{name: question.needed[name] for name in _varying(question)}}
    inner = {name: scale_of(name, value, {}) for name, value in wanted.items()}
    rows, columns = (_scaled(inner, table) for table in left_out)
    drawn = _drawn(question.measured, question.spec, question.targets)
    away = None if drawn is None else _scaled(inner, drawn) - on_scales(inner, wanted)

    def answers(point: Point) -> Point | None:
        return refit(_moved(question, point))

    slopes = _slopes(answers, inner, wanted, outer)
    return _carried(outer, rows, columns, away, slopes)


def of_responses(
    measured: Measured | None,
    spec: ModelSpec,
    targets: Mapping[str, float],
    values: Mapping[str, float],
    responses: Mapping[str, Mapping[str, float]],
    errors: Mapping[str, float],
    free: Collection[str],
) -> Uncertainty | None:
    """Return how far off what a search by sampling found may be; None where no data say.

    Parameters
    ----------
    measured : Statistics, ArrayStatistics or None
        Of the data.
    spec : ModelSpec
        The model.
    targets : mapping of str to float
        What was measured, by name.
    values : mapping of str to float
        What was found, before K was rounded.
    responses : mapping of str to mapping of str to float
        By how much each of what the targets determine changes with each of them.
    errors : mapping of str to float
        Monte-Carlo standard errors, which come on top.
    free : collection of str
        What was searched.
    """
    left_out = _targets_left_out(measured, spec, targets)
    if left_out is None:
        return None
    known = {each.name: each for each in spec.parameters}
    outer = {name: scale_of(name, values[name], known) for name in responses}
    undetermined = {name: known[name] for name in free if name not in responses}
    inner = {name: scale_of(name, value, {}) for name, value in targets.items()}
    rows, columns = (_scaled(inner, table) for table in left_out)
    drawn = _drawn(measured, spec, targets)
    away = None if drawn is None else _scaled(inner, drawn) - on_scales(inner, targets)
    by_value = np.array([1 / slope(scale, values[name]) for name, scale in outer.items()])
    by_target = np.array([slope(scale, targets[name]) for name, scale in inner.items()])
    moved = np.array([[each[name] for name in targets] for each in responses.values()])
    slopes = by_value[:, None] * moved * by_target if outer else np.empty((0, len(inner)))
    found = _carried(outer, rows, columns, away, slopes, undetermined)
    if found.spread is None:
        return found
    noise = np.array([errors.get(name, 0.0) for name in outer]) * by_value
    covariance = found.spread.covariance + np.diag(noise**2)
    return replace(found, spread=Spread(covariance, found.spread.freedom))


def _lost(table: Table) -> tuple[int, ...]:
    return tuple(np.flatnonzero(~np.isfinite(table).all(1)).tolist())


def _carried(
    outer: Mapping[str, ParameterSpec],
    rows: Table,
    columns: Table,
    away: Table | None,
    slopes: Table,
    undetermined: Mapping[str, ParameterSpec] = MappingProxyType({}),
) -> Uncertainty:
    """Return what is shown varies by how what it is made from does."""
    resampled = None if away is None else away @ slopes.T
    lost_rows, lost_columns = _lost(rows), _lost(columns)
    spread = None
    if not lost_rows and not lost_columns and np.isfinite(slopes).all():
        spread = two_way(rows @ slopes.T, columns @ slopes.T)
    return Uncertainty(outer, spread, undetermined, resampled, lost_rows, lost_columns)


def _varying(question: Question) -> tuple[str, ...]:
    """Return what is needed besides the targets and measured too: averages over exposures."""
    return question.spec.needs[-1:] if question.spec.exposures else ()


def _left_out(question: Question) -> tuple[Table, Table] | None:
    """Return targets, and averages over exposures, without each row and without each column."""
    measured = question.measured
    found = _targets_left_out(measured, question.spec, question.targets)
    averages = measured.mean_inverse_without if isinstance(measured, ExposedStatistics) else None
    if found is None or averages is None:
        return found
    rows, columns = (np.column_stack(pair) for pair in zip(found, averages, strict=True))
    return rows, columns


def _targets_left_out(
    measured: Measured | None, spec: ModelSpec, targets: Iterable[str]
) -> tuple[Table, Table] | None:
    if not isinstance(measured, Statistics) or measured.deletions is None:
        return None
    places = _places(spec, targets)
    return measured.deletions.rows[:, places], measured.deletions.columns[:, places]


def _drawn(measured: Measured | None, spec: ModelSpec, targets: Iterable[str]) -> Table | None:
    """Return targets for every draw of rows and columns."""
    if not isinstance(measured, Statistics) or measured.resampled is None:
        return None
    return measured.resampled[:, _places(spec, targets)]


def _places(spec: ModelSpec, targets: Iterable[str]) -> list[int]:
    return [STATISTICS.index(measured_name(spec, name)) for name in targets]


def _moved(question: Question, point: Point) -> Question:
    given = {name: point[name] for name in _varying(question)}
    targets = {name: point[name] for name in question.targets}
    return replace(question, targets=targets, given={**question.given, **given})


def _answers(question: Question, identified: Point) -> Point | None:
    """Return all that is shown, at given combinations; None where the priors do not exist."""
    outer, _, status = in_gauge(question, identified)
    return {**outer, **identified} if status == OK else None


def _scales(question: Question, values: Mapping[str, float]) -> dict[str, ParameterSpec]:
    known = {each.name: each for each in question.spec.parameters}
    given = {*question.given, *([question.kernels.size] if question.k is not None else [])}
    return {
        name: scale_of(name, value, known) for name, value in values.items() if name not in given
    }


def _solved(question: Question, branch: int, names: tuple[str, ...], left_out: Table) -> Table:
    """Return combinations for many sets of targets, NaN where there is no solution."""
    kernels, spec = question.kernels, question.spec
    count = len(left_out)
    own = _varying(question)
    given = [np.full(count, question.needed[each]) for each in spec.needs if each not in own]
    # What is measured beside the targets is the last of what the model needs.
    split = len(question.targets)
    arguments = [*left_out.T[:split], *given, *left_out.T[split:]]
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


def _scaled(scales: Mapping[str, ParameterSpec], table: Table) -> Table:
    """Return a column for each scale, not finite where a value is none of that scale."""
    with np.errstate(all="ignore"):
        return np.column_stack(
            [_on(scale, column) for scale, column in zip(scales.values(), table.T, strict=True)]
        )


def _on(scale: ParameterSpec, values: Table) -> Table:
    if scale.domain == "real":
        return values
    if scale.domain == "negative":
        return np.asarray(np.log(-values))
    if scale.upper is not None:
        return np.asarray(np.log(values) - np.log(scale.upper - values))
    return np.asarray(np.log(values))


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
