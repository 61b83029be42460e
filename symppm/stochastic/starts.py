"""Where a search can start."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray

from symppm.errors import ParameterError
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.space import Space

Vector = NDArray[np.float64]

_MOST_MOVES, _MOVE, _ROOM = 200, 0.1, 0.5


def where_moments_exist(estimator: Estimator, space: Space, x: Vector) -> Vector:
    """Move a start up the slope of conditions for moments to exist, until all hold with room.

    Parameters
    ----------
    estimator : Estimator
        With the model's conditions.
    space : Space
        Of the coordinates.
    x : numpy.ndarray, shape (n,)
        The start.
    """
    if not estimator.module.CLOSED:
        return x
    for _ in range(_MOST_MOVES):
        at = torch.tensor(x, dtype=torch.float64, device=estimator.device, requires_grad=True)
        found = estimator.module.conditions(space.point(at))
        lacking = [value for value in found.values() if float(value.detach()) < _ROOM]
        if not lacking:
            break
        worst = min(lacking, key=lambda value: float(value.detach()))
        if not worst.requires_grad:
            break
        (slope,) = torch.autograd.grad(worst, at)
        size = float(slope.abs().max())
        if size == 0:
            break
        x = np.clip(x + _MOVE * slope.cpu().numpy() / size, space.low, space.high)
    return x


def unusable(
    estimator: Estimator, estimate: Estimate, start: Mapping[str, float]
) -> ParameterError:
    """Say what is wrong where a user wants to start.

    Parameters
    ----------
    estimator : Estimator
        Of the statistics.
    estimate : Estimate
        At the start.
    start : mapping of str to float
        As the user gave it.
    """
    shown = ", ".join(f"{name}={value:g}" for name, value in start.items())
    if estimate.missing:
        parts = (text.partition(": ")[::2] for text in estimate.missing)
        why = " and ".join(f"the {name} exists only for {text} > 0" for name, text in parts)
        return ParameterError(
            f"the start {shown}, where {why}",
            expected="a start at which every target exists",
            do="Move it to where these conditions hold, or leave the start out.",
        )
    bad = [
        each.name
        for each, value, row in zip(
            estimator.wanted, estimate.values, estimate.jacobian, strict=True
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
