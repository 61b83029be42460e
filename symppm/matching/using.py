"""Which moments a match is from: those up to order two, those of distinct entries, or both."""

from __future__ import annotations

import math
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Final

from symppm.codegen.load import has_distinct, load_distinct
from symppm.data.matrix import Matrix, SparseMatrix
from symppm.errors import DataError, NotBuiltError, NotDerivableError, ParameterError
from symppm.matching.kernels import Kernels
from symppm.matching.models import declaration_of, title_of
from symppm.matching.question import Question
from symppm.matching.result import AUTO, CROSS_MOMENTS, MOMENTS
from symppm.matching.solving import determined
from symppm.statistics.cross_moments import DistinctStatistics, distinct_of
from symppm.statistics.moments import Statistics
from symppm.statistics.probes import DEFAULT_PROBES
from symppm.statistics.sums import Margins

if TYPE_CHECKING:
    from symppm.matching.measuring import Observed
    from symppm.matching.request import Request
    from symppm.modeller import Model

_MATRIX: Final = 2
_SMALLEST: Final = 5
_DENSE_WORK: Final = 2e11
_SPARSE_WORK: Final = 2e10
"""Entries times the shorter side, which take some ten seconds on two cores."""


def distinct_module(question: Question, model: str | Model, estimator: str) -> ModuleType | None:
    """Return the module that matches a model to distinct entries, or None if there is none."""
    if estimator == MOMENTS:
        return None
    spec, why = question.spec, ""
    if len(spec.axes) != _MATRIX:
        why = "is about arrays with more than two axes"
    elif isinstance(model, str):
        if has_distinct(model):
            plain = load_distinct(model)
            stars = has_distinct(model, stars=True) and not _determined(question, plain)
            return load_distinct(model, stars=True) if stars else plain
        why = "has no solution in moments of distinct entries"
    else:
        try:
            return _compiled(question, model)
        except (NotBuiltError, NotDerivableError) as error:
            why = f"has no solution in moments of distinct entries ({error.given})"
    if estimator == CROSS_MOMENTS:
        raise ParameterError(
            f"estimator={estimator!r} for {spec.name}, which {why}",
            expected="a model of a matrix that the mean, both covariances and the cycle determine",
            do='Write estimator="moments".',
        )
    return None


def _determined(question: Question, module: ModuleType) -> bool:
    """Tell whether the targets of a module determine what is free."""
    targets = dict.fromkeys(module.SPEC.targets, 1.0)  # no rank hangs on their values
    return determined(replace(question, kernels=Kernels(module), targets=targets))


def _compiled(question: Question, model: Model) -> ModuleType:
    # Only what is not in the catalogue needs SymPy; the data path must not load it.
    from symppm.codegen.compile import compile_distinct  # noqa: PLC0415

    declaration, title = declaration_of(model), title_of(model)
    # An average over exposures is given with the data, and of no hyperparameter.
    named = [name for name in question.given if name not in question.averages]
    given = len(named) + len(question.ties.names) + (question.k is not None)
    found = compile_distinct(declaration, given, title)
    # As many may be given as it needs, and not those.
    return found if _determined(question, found) else compile_distinct(declaration, 0, title)


def measured_distinct(
    observed: Observed, request: Request, estimator: str
) -> DistinctStatistics | None:
    """Measure moments of distinct entries, or return None where these data do not allow it."""
    if observed.read is None or not isinstance(observed.statistics, Statistics):
        if estimator == CROSS_MOMENTS:
            raise DataError(
                "a table that is summed where it is",
                expected="a matrix in memory, or a mapped file, for moments of distinct entries",
                do='Read it into memory (engine="memory"), or write estimator="moments".',
            )
        return None
    matrix, margins = observed.read
    small = min(matrix.shape) < _SMALLEST
    if estimator == AUTO and (small or not request.intervals):
        # Without intervals there is no telling whether two answers agree.
        return None
    probes = DEFAULT_PROBES if estimator == AUTO and _takes_long(matrix, margins) else None
    found = distinct_of(
        matrix, margins, observed.statistics, intervals=request.intervals, probes=probes,
        random_seed=request.options.random_seed, progress=request.options.progress,
    )  # fmt: skip
    return found if observed.exposures is None else observed.exposures.distinct(found)


def _takes_long(matrix: Matrix, margins: Margins) -> bool:
    """Tell whether an exact answer would take longer than one waits for what one did not ask."""
    short = min(matrix.shape)
    if margins.observed < math.prod(matrix.shape):
        return False
    if isinstance(matrix, SparseMatrix):
        return bool(short * matrix.stored.nnz > _SPARSE_WORK)
    return short * math.prod(matrix.shape) > _DENSE_WORK
