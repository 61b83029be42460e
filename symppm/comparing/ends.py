"""Where the number of factors may lie, as far as the moments tell."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.comparing.formulas import Formulas
from symppm.comparing.goal import Fit, Goal, Held
from symppm.comparing.moments import Measured

Vector = NDArray[np.float64]

_UNKNOWN: Final = 3.0
"""A standard error of log K with which K may as well be anything."""
_FIRST: Final = 0.5
_GROWTH: Final = 1.6
_NEAR: Final = 0.05
_MOST_STEPS: Final = 20
_STRIDE: Final = 0.5
"""Of log K: from farther off the other hyperparameters do not find their way."""
_ASLEEP: Final = -5.0
_AWAKE: Final = -1.0
_FARTHEST_OFF: Final = 7.0
"""On the scale of logarithms: a thousand times as many factors are any number of them."""


def size_ends(
    formulas: Formulas, measured: Measured, fit: Fit, reach: float, *, search: bool
) -> tuple[float, float]:
    """Return the ends between which the number of factors lies.

    Notes
    -----
    The standard error of log K says where the ends are if J is a parabola. It is not where the
    moments hardly determine K: an end is moved outwards until the least J there, with all other
    hyperparameters free, is above the least of all by the square of the reach.
    """
    goal = Goal(formulas, measured, fit.names)
    error = fit.log_size_error
    step = reach * error if error < _UNKNOWN else _FIRST
    place = next(n for n, each in enumerate(formulas.unknowns) if each.is_size)
    if not search:
        about = float(fit.place[place])
        far = step if error < _UNKNOWN else math.inf
        return max(1.0, _exp(about - far)), _exp(about + far)
    low, high = (_end(goal, formulas, fit, place, sign * step, reach**2) for sign in (-1.0, 1.0))
    return max(1.0, _exp(low)), _exp(high)


def _exp(x: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.exp(x))


def _end(goal: Goal, formulas: Formulas, fit: Fit, place: int, step: float, most: float) -> float:
    """Return the place of an end on the logarithmic line; infinite if there is none."""
    held = Held(goal, place)
    moving = [each.domain not in {"real", "share"} for each in formulas.unknowns]
    small = np.delete(np.array(moving), place)

    def awake(others: Vector) -> Vector:
        # What has gone to zero has no slope there, and would not come back by itself.
        return np.where(small & (others < _ASLEEP), _AWAKE, others)

    def least(start: Vector, at: float) -> tuple[Vector, float] | None:
        found = held.descend_at(start, at, enough)
        roused = awake(start)
        if (found is None or found[1] >= enough) and not np.array_equal(roused, start):
            again = held.descend_at(roused, at, enough)
            return min((each for each in (found, again) if each is not None),
                       key=lambda each: each[1], default=None)  # fmt: skip
        return found

    def followed(start: Vector, last: float, to: float) -> tuple[Vector, float] | None:
        found = None
        for at in np.linspace(last, to, 1 + max(1, math.ceil(abs(to - last) / _STRIDE)))[1:]:
            found = least(start, middle + float(at))
            if found is None:
                return None
            start = np.delete(found[0], place)
        return found

    enough = fit.j + most
    others, middle = np.delete(fit.place, place), float(fit.place[place])
    inside, away, outside = 0.0, step, math.copysign(math.inf, step)
    for _ in range(_MOST_STEPS):
        if abs(away) > _FARTHEST_OFF:
            return math.copysign(math.inf, step)
        if middle + away <= goal.lowest[place]:
            return float(goal.lowest[place])
        found = followed(others, inside, away)
        if found is None:
            return math.copysign(math.inf, step)
        if found[1] < enough:
            others, inside = np.delete(found[0], place), away
        else:
            outside = away
            # The first step is that of the standard error, which stands if it is enough.
            if inside == 0.0:
                break
        if math.isfinite(outside) and abs(outside - inside) < _NEAR:
            break
        away = (inside + outside) / 2.0 if math.isfinite(outside) else away * _GROWTH
    return middle + outside
