"""How the nearest point to targets that none meets moves with these: the implicit function."""

from __future__ import annotations

from typing import Final

import numpy as np

from symppm.matching.numeric import fit, free_scales
from symppm.matching.problem import Fit, Problem, Vector

_STEP: Final = 1e-5
_FLAT: Final = 1e-9
_ROUNDS: Final = 12
_SETTLED: Final = 1e-11
_FAR: Final = 1.0


def followed(problem: Problem, found: Fit) -> Fit | None:
    """Return where what was found moves, for targets that are slightly others.

    An optimizer stops where the sum of squares changes no more, which near a minimum that is not
    zero is far before the point settles: steps are Newton's instead, on the slopes of the sum of
    squares. Along scales that are free nothing moves.
    """
    if found.exact:
        return fit(problem, found.parameters)
    start = problem.vector(found.parameters)
    units = _units(problem, start)
    with np.errstate(all="ignore"):
        curvature = _curvature(problem, start, units)
        if not np.isfinite(curvature).all():
            return None
        values, directions = np.linalg.eigh(curvature)
        # Flat along every free scale, and nowhere else.
        kept = np.argsort(np.abs(values))[free_scales(problem, found.parameters) :]
        values, directions = values[kept], directions[:, kept]
        if not (values > _FLAT * max(values.max(initial=0.0), 1.0)).all():
            return None
        vector, size = start, np.inf
        for _ in range(_ROUNDS):
            step = directions @ ((directions.T @ _downhill(problem, vector, units)) / values)
            vector, size = vector + step * units, float(np.abs(step).max(initial=0.0))
            if not size < _FAR or size < _SETTLED:
                break
    return problem.fitted(problem.point(vector)) if size < _STEP * _STEP else None


def _units(problem: Problem, vector: Vector) -> Vector:
    """Return what a step is to be measured in: logarithms have no unit, what is real has one."""
    norms = np.linalg.norm(problem.weighted(problem.point(vector))[1], axis=0)
    real = np.array([each.domain == "real" for each in problem.free]) & (norms > 0)
    return np.where(real, 1 / np.where(real, norms, 1.0), 1.0)


def _downhill(problem: Problem, vector: Vector, units: Vector) -> Vector:
    off, slopes = problem.weighted(problem.point(vector))
    return np.asarray(-(slopes.T @ off) * units)


def _curvature(problem: Problem, vector: Vector, units: Vector) -> Vector:
    """Return second derivatives of half the sum of squares, by differences of the first."""
    found = []
    for place, unit in enumerate(units):
        step = np.zeros(len(vector))
        step[place] = _STEP * unit
        ends = [_downhill(problem, vector + by, units) for by in (step, -step)]
        found.append((ends[1] - ends[0]) / (2 * _STEP))
    table = np.array(found)
    return np.asarray((table + table.T) / 2)
