"""What was measured without each row and each column, under the names of targets."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import OK
from symppm.codegen.spec import ModelSpec
from symppm.matching.axes import CYCLE, INVERSE, measured_name
from symppm.matching.measuring import Measured
from symppm.matching.question import Question
from symppm.statistics.cross_moments import DISTINCT, DistinctStatistics
from symppm.statistics.exposures import ExposedStatistics
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
