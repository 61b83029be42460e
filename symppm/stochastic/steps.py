"""Damped Gauss-Newton steps in a box, for statistics that are known with an error.

First an approach with few draws, then the average of steps, each with fresh draws.
"""

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
_MOST_STEPS, _MOST_BATCHES = 200, 16
_MOST_AVERAGED = 400
_WARM_UP = 6
_AVERAGING_DAMPING = 1e-6
_MOST_BACK = 50


@dataclass(frozen=True)
class Box:
    """Where coordinates may lie, and in which metric steps are short."""

    low: Vector
    high: Vector
    metric: Matrix
    """Positive definite, shape (n, n); the identity: in the logarithms of hyperparameters."""

    def inside(self, x: Vector) -> Vector:
        """Return the nearest point of the box."""
        return np.clip(x, self.low, self.high)


@dataclass(frozen=True)
class Arrival:
    """A point that was reached, and what is known of the statistics there."""

    x: Vector
    estimate: Estimate
    stalled: bool = True
    """Whether no step got nearer although the targets are not met."""
    batches: int = 1
    """How many the estimate is made of."""
    concentration: float = 0.0
    """Largest share of one draw in the variance of a statistic."""


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
    solution = lsq_linear(
        roots[:, None] * vectors.T,
        -(vectors.T @ gradient[places]) / roots,
        (low[places], high[places]),
        method="bvls",
        tol=1e-14,
    )
    step[places] = solution.x
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
) -> Arrival:
    """Go to where the statistics are near their targets, or get no nearer."""
    measured = discrepancy.at if direct else discrepancy.approach
    damping, batches, tired = _FIRST_DAMPING, 1, 0
    now = estimating(x, batches)
    noting("approach", x, now, discrepancy.at(now.values).value)
    for _ in range(_MOST_STEPS):
        shape = measured(now.values)
        noise = now.errors / discrepancy.scales
        sampled = bool(np.any(noise > 0))
        off = np.abs(discrepancy.relative(now.values))
        if sampled and discrepancy.own is None and np.all(off <= np.maximum(tolerance, 2 * noise)):
            if np.all(2 * noise <= 10 * tolerance) or batches >= _MOST_BATCHES:
                return Arrival(x, now, False, batches)
            batches *= 2
            now = estimating(x, batches)
            continue
        if not sampled and discrepancy.own is None and np.all(off <= _ROUNDING):
            return Arrival(x, now, False, batches)
        step = step_of(now.jacobian, shape, x, box, damping)
        candidate = box.inside(x + step)
        if not np.any(candidate != x):
            return Arrival(x, now, True, batches)
        new = estimating(candidate, batches)
        after = measured(new.values) if new.usable else replace(shape, value=np.inf)
        variance = _variance(shape, now)
        # A point whose discrepancy is hardly known is no progress, however it may look.
        allowed = 2 * np.sqrt(variance + min(_variance(after, new), _WORTH_A_LOOK * variance))
        if after.value <= shape.value + allowed:
            decrease = shape.value - after.value
            tired = tired + 1 if decrease <= _STALLED * shape.value + allowed else 0
            x, now, damping = candidate, new, max(damping / 4, _LEAST_DAMPING)
            noting("approach", x, now, discrepancy.at(now.values).value)
        else:
            damping = max(damping, _LEAST_DAMPING) * 8
        unclear = measured(now.values).value < _CLEAR * _noise(measured(now.values), now)
        if tired >= _PATIENCE and unclear and batches < _MOST_BATCHES:
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


def averaged(
    estimating: Estimating,
    discrepancy: Discrepancy,
    arrival: Arrival,
    box: Box,
    tolerance: float,
    noting: Noting,
    out_of_time: Callable[[], bool],
) -> Arrival:
    """Average Gauss-Newton proposals, each with fresh draws, until their error is small.

    Every step proposes where the targets would be met if its own draws were exact; the answer is
    the average of these proposals, whose error falls with one over the root of their number, and
    never the proposal that looks best (Polyak and Juditsky, SIAM Journal on Control and
    Optimization 30, 1992). It stops once the standard error of the statistics is a third of the
    tolerance.
    """
    x, batches = arrival.x, arrival.batches
    jacobian = arrival.estimate.jacobian
    visits: list[tuple[Vector, Vector]] = []
    covariance = np.zeros_like(arrival.estimate.covariance)
    largest, total = np.zeros(len(covariance)), np.zeros(len(covariance))
    last_usable, backed, warmed = x, 0, False
    slopes = np.zeros_like(jacobian)
    for _ in range(_MOST_AVERAGED):
        now = estimating(x, batches)
        if not now.usable:
            # A proposal led to where some moment does not exist: go half the way back.
            x, backed = (x + last_usable) / 2, backed + 1
            if backed > _MOST_BACK:
                break
            continue
        last_usable = x
        noting("average", x, now, discrepancy.at(now.values).value)
        if not warmed and len(visits) == _WARM_UP:
            # The first proposals come from where the approach ended: forget them.
            visits, covariance = [], np.zeros_like(covariance)
            slopes, warmed = np.zeros_like(jacobian), True
        count = len(visits) + 1
        visits.append((x, now.values))
        covariance = covariance + now.covariance
        slopes = slopes + now.jacobian
        largest, total = np.maximum(largest, now.largest), total + now.total
        jacobian = slopes / count
        proposal = box.inside(
            x + step_of(jacobian, discrepancy.at(now.values), x, box, _AVERAGING_DAMPING)
        )
        x = x + (proposal - x) / count
        errors = np.sqrt(np.diag(covariance)) / count / discrepancy.scales
        good = warmed and count >= _WARM_UP and bool(np.all(errors <= tolerance / 3))
        if good or (count > 1 and out_of_time()):
            break
    count = len(visits)
    if not count or backed > _MOST_BACK:
        return arrival
    values = np.mean([v + jacobian @ (x - point) for point, v in visits], axis=0)
    shares = largest / np.where(total > 0, total, 1.0)
    estimate = Estimate(values, jacobian, covariance / count**2, largest, total, 0)
    concentration = float(np.max(shares, initial=0.0))
    return Arrival(x, estimate, arrival.stalled, batches * count, concentration)
