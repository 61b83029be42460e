"""Averages of steps, each with fresh draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.steps import Arrival, Box, Estimating, Noting, step_of

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

_WARM_UP = 6
_AVERAGING_DAMPING = 1e-6
_MOST_BACK = 50


@dataclass(frozen=True)
class Average:
    """What averaging settled on.

    Attributes
    ----------
    x : numpy.ndarray, shape (n,)
        The average of the steps' proposals.
    values : numpy.ndarray, shape (m,)
        Statistics there, from all draws on the way.
    covariance : numpy.ndarray, shape (m, m)
        Of these.
    jacobian : numpy.ndarray, shape (m, n)
        Average derivatives.
    concentration : float
        Largest share of one draw in the variance of a statistic.
    steps : int
        How many there were.
    """

    x: Vector
    values: Vector
    covariance: Matrix
    jacobian: Matrix
    concentration: float
    steps: int


def averaged(
    estimating: Estimating,
    discrepancy: Discrepancy,
    arrival: Arrival,
    box: Box,
    tolerance: float,
    noting: Noting,
    out_of_time: Callable[[], bool],
    *,
    most_steps: int = 400,
) -> Average:
    """Average Gauss-Newton proposals, each with fresh draws, until their error is small.

    Every step proposes where the targets would be met if its own draws were exact; the answer is
    the average of these proposals, whose error falls with one over the root of their number, and
    never the proposal that looks best (Polyak and Juditsky, SIAM Journal on Control and
    Optimization 30, 1992). It stops once the standard error of the statistics is a third of the
    tolerance.
    """
    x, batches = arrival.x, arrival.batches
    jacobian = arrival.estimate.jacobian
    seen: list[tuple[Vector, Vector]] = []
    covariance = np.zeros_like(arrival.estimate.covariance)
    largest, total = np.zeros(len(covariance)), np.zeros(len(covariance))
    sound, backed, warmed = x, 0, False
    slopes = np.zeros_like(jacobian)
    for _ in range(most_steps):
        now = estimating(x, batches)
        if not now.usable:
            # A proposal led to where some moment does not exist: go half the way back.
            x, backed = (x + sound) / 2, backed + 1
            if backed > _MOST_BACK:
                break
            continue
        sound = x
        noting("average", x, now, discrepancy.at(now.values).value)
        if not warmed and len(seen) == _WARM_UP:
            # The first proposals come from where the approach ended: forget them.
            seen, covariance = [], np.zeros_like(covariance)
            slopes, warmed = np.zeros_like(jacobian), True
        count = len(seen) + 1
        seen.append((x, now.values))
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
    count = len(seen)
    if not count or backed > _MOST_BACK:
        estimate = arrival.estimate
        return Average(arrival.x, estimate.values, estimate.covariance, estimate.jacobian, 0.0, 1)
    values = np.mean([v + jacobian @ (x - at) for at, v in seen], axis=0)
    shares = largest / np.where(total > 0, total, 1.0)
    concentration = float(np.max(shares, initial=0.0))
    return Average(x, values, covariance / count**2, jacobian, concentration, count)
