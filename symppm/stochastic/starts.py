"""Where a search can start."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import ParameterError
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.space import Space

Vector = NDArray[np.float64]

_MOST_MOVES, _MOVE, _ROOM = 200, 0.1, 0.5
_USUAL_SIZE = 10.0


def start_point(space: Space, start: Mapping[str, float]) -> dict[str, float]:
    """Return where to start: as asked, else at one, at zero, or in the middle of the bounds."""
    free = {number.name: number for number in space.coordinates}
    for name, value in start.items():
        number = free[name]
        if not number.above and not (math.isfinite(value) and number.low <= value <= number.high):
            raise ParameterError(
                f"start {name}={value:g}",
                expected=f"a value between {number.low:g} and {number.high:g}",
                do="Move it inside.",
            )
    point: dict[str, float] = {}
    for name, number in free.items():
        usual = _USUAL_SIZE if number.is_size else 0.5 * number.upper if number.upper else 1.0
        usual = {"real": 0.0, "negative": -1.0}.get(number.domain, usual)
        if not number.low <= usual <= number.high:
            middle = sum(number.ends) / 2
            usual = float(number.outward(torch.tensor(middle, dtype=torch.float64)))
        point[name] = start.get(name, usual)
    for order in space.orders:
        low, high = order.names or ("", "")
        values = {**space.fixed, **point}
        movable = low in free and low not in start and high in values
        if movable and not (high in free and free[high].above) and not values[low] < values[high]:
            below = values[high] / 2 if values[high] > 0 else values[high] - 1.0
            point[low] = max(free[low].low, below)
    for name, number in free.items():
        if not number.above:
            continue
        if number.above in space.fixed:
            point[number.above] = space.fixed[number.above]
        below = point[number.above]
        point[name] = start.get(name, below + max(1.0, abs(below)))
        if not (math.isfinite(point[name]) and point[name] > below):
            raise ParameterError(
                f"start {name}={point[name]:g}",
                expected=f"a value above {number.above}={below:g}, which it must exceed",
                do="Move one of the two.",
            )
    return point


def where_moments_exist(estimator: Estimator, space: Space, x: Vector) -> Vector:
    """Move a start up the slope of conditions for moments to exist, until all hold with room."""
    for _ in range(_MOST_MOVES):
        leaf = torch.tensor(x, dtype=torch.float64, device=estimator.device, requires_grad=True)
        values = (value for _, _, value in estimator.conditions(space.point(leaf)))
        lacking = [value for value in values if float(value.detach()) < _ROOM]
        if not lacking:
            break
        worst = min(lacking, key=lambda value: float(value.detach()))
        if not worst.requires_grad:
            break
        (slope,) = torch.autograd.grad(worst, leaf)
        size = float(slope.abs().max())
        if size == 0:
            break
        x = np.clip(x + _MOVE * slope.cpu().numpy() / size, space.low, space.high)
    return x


def unusable(
    estimator: Estimator, estimate: Estimate, start: Mapping[str, float]
) -> ParameterError:
    """Say what is wrong where a user wants to start."""
    shown = ", ".join(f"{name}={value:g}" for name, value in start.items())
    if estimate.missing:
        exists = (f"the {name} exists only for {text} > 0" for name, text in estimate.missing)
        why = " and ".join(exists)
        return ParameterError(
            f"the start {shown}, where {why}",
            expected="a start at which every target exists",
            do="Move it to where these conditions hold, or leave the start out.",
        )
    bad = [
        target.name
        for target, value, row in zip(
            estimator.targets, estimate.values, estimate.jacobian, strict=True
        )
        if not (np.isfinite(value) and np.all(np.isfinite(row)))
    ]
    return ParameterError(
        f"the start {shown}, where {' and '.join(bad)} or its derivative is not finite in double "
        "precision",
        expected="a start at which every statistic can be computed",
        do="Choose less extreme values, leave the start out, or use what is integrated in closed "
        "form.",
    )
