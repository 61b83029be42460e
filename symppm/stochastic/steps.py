"""Damped Gauss-Newton steps in a box, for statistics that are known with an error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear

from symppm.stochastic.discrepancy import Discrepancy, Shape
from symppm.stochastic.estimates import Estimate

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]
Estimating = Callable[[Vector, int], Estimate]
"""Estimates at coordinates, with fresh draws: how many times a batch."""
Noting = Callable[[str, Vector, Estimate, float], None]
"""Told of every step: phase, coordinates, estimate, discrepancy."""

_FIRST_DAMPING = 1e-2
_LEAST_DAMPING = 1e-12
_MOST_DAMPING = 1e7
_LONGEST = 2.0
_ROUNDING = 1e-11
_STALLED = 1e-7
_PATIENCE = 6
_CLEAR = 10.0
_WORTH_A_LOOK = 10.0


@dataclass(frozen=True)
class Box:
    """Where coordinates may lie, and in which metric steps are short.

    Attributes
    ----------
    low, high : numpy.ndarray, shape (n,)
        Ends.
    metric : numpy.ndarray, shape (n, n)
        Positive definite; the identity measures steps in the logarithms of hyperparameters.
    """

    low: Vector
    high: Vector
    metric: Matrix

    def inside(self, x: Vector) -> Vector:
        """Return the nearest point of the box."""
        return np.clip(x, self.low, self.high)


@dataclass(frozen=True)
class Arrival:
    """Where the approach ended.

    Attributes
    ----------
    x : numpy.ndarray, shape (n,)
        Coordinates.
    estimate : Estimate
        The last one there.
    stalled : bool
        Whether no step got nearer although the targets are not met.
    batches : int
        How many batches an estimate took in the end.
    """

    x: Vector
    estimate: Estimate
    stalled: bool
    batches: int


def step_of(jacobian: Matrix, shape: Shape, x: Vector, box: Box, damping: float) -> Vector:
    """Return the damped Gauss-Newton step, the best one that does not leave the box."""
    n = len(x)
    with np.errstate(all="ignore"):
        gradient = jacobian.T @ shape.slope
        hessian = jacobian.T @ shape.curvature @ jacobian
        scale = max(float(np.trace(hessian)) / n, 1e-300)
        system = hessian + damping * scale * box.metric
    if not (np.all(np.isfinite(system)) and np.all(np.isfinite(gradient))):
        # Squares of what is still finite overflow: go down by signs alone.
        return _no_longer(box.inside(x - _LONGEST * np.sign(np.nan_to_num(gradient))) - x)
    step = _no_longer(np.asarray(-np.linalg.lstsq(system, gradient, rcond=1e-15)[0], dtype=float))
    if np.any(x + step < box.low) or np.any(x + step > box.high):
        step = _no_longer(_bounded(system, gradient, box.low - x, box.high - x))
    return step


def _no_longer(step: Vector) -> Vector:
    longest = float(np.max(np.abs(step), initial=0.0))
    return step * (_LONGEST / longest) if longest > _LONGEST else step


def _bounded(system: Matrix, gradient: Vector, low: Vector, high: Vector) -> Vector:
    """Minimise the quadratic form within bounds: to cut its minimiser off may lead uphill."""
    step = np.zeros(len(gradient))
    places = np.flatnonzero(low < high)
    if not len(places):
        return step
    values, vectors = np.linalg.eigh(system[np.ix_(places, places)])
    roots = np.sqrt(np.maximum(values, 1e-15 * max(float(values[-1]), 1e-300)))
    found = lsq_linear(
        roots[:, None] * vectors.T,
        -(vectors.T @ gradient[places]) / roots,
        (low[places], high[places]),
        method="bvls",
        tol=1e-14,
    )
    step[places] = found.x
    return step


def approach(
    estimating: Estimating,
    discrepancy: Discrepancy,
    x: Vector,
    box: Box,
    tolerance: float,
    noting: Noting,
    *,
    direct: bool = False,
    out_of_time: Callable[[], bool] = lambda: False,
    most_steps: int = 200,
    most_batches: int = 16,
) -> Arrival:
    """Go to where the statistics are near their targets, or get no nearer."""
    measured = discrepancy.at if direct else discrepancy.approach
    damping, batches, tired = _FIRST_DAMPING, 1, 0
    now = estimating(x, batches)
    noting("approach", x, now, discrepancy.at(now.values).value)
    for _ in range(most_steps):
        shape = measured(now.values)
        noise = now.errors / discrepancy.scales
        sampled = bool(np.any(noise > 0))
        off = np.abs(discrepancy.relative(now.values))
        if sampled and discrepancy.own is None and np.all(off <= np.maximum(tolerance, 2 * noise)):
            if np.all(2 * noise <= 10 * tolerance) or batches >= most_batches:
                return Arrival(x, now, False, batches)
            batches *= 2
            now = estimating(x, batches)
            continue
        if not sampled and discrepancy.own is None and np.all(off <= _ROUNDING):
            return Arrival(x, now, False, batches)
        step = step_of(now.jacobian, shape, x, box, damping)
        there = box.inside(x + step)
        if not np.any(there != x):
            return Arrival(x, now, True, batches)
        new = estimating(there, batches)
        after = measured(new.values) if new.usable else replace(shape, value=np.inf)
        here = _variance(shape, now)
        # A point whose discrepancy is hardly known is no progress, however it may look.
        allowed = 2 * np.sqrt(here + min(_variance(after, new), _WORTH_A_LOOK * here))
        if after.value <= shape.value + allowed:
            gained = shape.value - after.value
            tired = tired + 1 if gained <= _STALLED * shape.value + allowed else 0
            x, now, damping = there, new, max(damping / 4, _LEAST_DAMPING)
            noting("approach", x, now, discrepancy.at(now.values).value)
        else:
            damping = max(damping, _LEAST_DAMPING) * 8
        unclear = measured(now.values).value < _CLEAR * _noise(measured(now.values), now)
        if tired >= _PATIENCE and unclear and batches < most_batches:
            # What is left may be noise: look closer.
            batches, tired = batches * 2, 0
            now = estimating(x, batches)
        elif tired >= _PATIENCE or damping > _MOST_DAMPING or out_of_time():
            break
    return Arrival(x, now, True, batches)


def _noise(shape: Shape, estimate: Estimate) -> float:
    """Return what the errors of statistics add to a discrepancy, on average."""
    return float(np.trace(shape.curvature @ estimate.covariance)) / 2


def _variance(shape: Shape, estimate: Estimate) -> float:
    """Return the variance of a discrepancy, from that of its statistics."""
    if not np.isfinite(shape.value):
        return 0.0
    linear = float(shape.slope @ estimate.covariance @ shape.slope)
    square = float(np.trace(shape.curvature @ estimate.covariance))
    return linear + square**2 / 2
