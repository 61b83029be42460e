"""Generalised least squares: weights from how what was measured varies together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symppm.matching.axes import CYCLE
from symppm.matching.leaving_out import left_out, probe_error
from symppm.matching.question import Question
from symppm.statistics.jackknife import two_way

_LEAST = 1e-4
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
    return np.asarray((axes / np.sqrt(np.maximum(spread, _LEAST))).T / errors)
