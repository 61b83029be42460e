"""A test on rows and columns that the hyperparameters have not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.formulas import Formulas
from symppm.comparing.goal import Fit, Goal
from symppm.comparing.moments import LEAST_SIDE, Measured, measured_moments
from symppm.data.matrix import BlockMatrix, SparseMatrix
from symppm.errors import DataError
from symppm.statistics.moments import Examined, examined

Table = NDArray[np.float64]

_STEPS: Final = 60
_LEAST_EIGENVALUE: Final = 1e-10


@dataclass(frozen=True)
class Halves:
    """Two parts of a matrix that share neither rows nor columns.

    Attributes
    ----------
    fitted, held_out : Measured
        Moments of half of the rows and half of the columns, and of the other halves.
    """

    fitted: Measured
    held_out: Measured


def halves_of(found: Examined, *, random_seed: int) -> Halves | None:
    """Measure a random half of the rows and columns, and the other half."""
    matrix = found.matrix
    if isinstance(matrix, BlockMatrix) or min(matrix.shape) < 2 * LEAST_SIDE:
        return None
    rng = np.random.default_rng(random_seed)
    halves = [np.array_split(rng.permutation(length), 2) for length in matrix.shape]
    try:
        parts = [
            measured_moments(
                _part(matrix, np.sort(rows), np.sort(columns)), random_seed=random_seed
            )
            for rows, columns in zip(*halves, strict=True)
        ]
    except DataError:
        return None
    return Halves(*parts)


def _part(matrix: Any, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Examined:
    if isinstance(matrix, SparseMatrix):
        zeros = "observed" if matrix.absent_observed else "missing"
        data = matrix.stored.tocsr()[rows][:, columns]
        return examined(data, zeros, None, intervals=True, profile=True)
    at = np.ix_(rows, columns)
    mask = None if matrix.observed is None else matrix.observed[at]
    return examined(matrix.values[at], "observed", mask, intervals=True, profile=True)


def held_out_j(formulas: Formulas, halves: Halves, fit: Fit) -> tuple[float, int, int] | None:
    """Return how far the moments of one half are from what the other half predicts."""
    names = tuple(
        name for name in fit.names if name in halves.fitted.names and name in halves.held_out.names
    )
    if not names:
        return None
    known, asked = (Goal(formulas, each, names) for each in (halves.fitted, halves.held_out))
    found = known.descend(fit.place, _STEPS)
    if found is None:
        return None
    place = found[0]
    contrast = asked.contrast(place)
    with np.errstate(all="ignore"):
        slopes = known.whiten @ known.slopes(place)
        if not np.isfinite(slopes).all():
            return None
        moved = asked.slopes(place) @ np.linalg.pinv(slopes, rcond=1e-6)
    at = halves.held_out.places(names)
    covariance = halves.held_out.covariance[np.ix_(at, at)] + moved @ moved.T
    if not (np.isfinite(covariance).all() and np.isfinite(contrast).all()):
        return None
    errors = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(errors, errors))
    kept = values > _LEAST_EIGENVALUE * values[-1]
    apart = vectors[:, kept].T @ (contrast / errors) / np.sqrt(values[kept])
    return float(apart @ apart), int(kept.sum()), halves.held_out.lines
