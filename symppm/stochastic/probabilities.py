"""Probabilities and quantiles, with the observation model integrated out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import ModuleType

import numpy as np
import torch

from symppm.errors import ParameterError
from symppm.stochastic.names import Probability
from symppm.stochastic.views import View

_BISECTIONS = 60
_CLOSE = 1e-6
_LEAST = 1e-300
_WIDEST = 1e15


def has_cumulative(module: ModuleType) -> bool:
    """Tell whether the conditional distribution function of an entry can be computed."""
    return bool(module.HAS_CUMULATIVE)


def cumulative(view: View, value: float) -> torch.Tensor:
    """Return P(Y <= value | latents) of every entry."""
    module, given = view.module, view.given
    at = math.floor(value) if module.INTEGRAL else value
    found: torch.Tensor = module.cumulative(like(given, at), given)
    return found


def mass(view: View, value: float) -> torch.Tensor:
    """Return P(Y = value | latents) of every integral entry; zero outside the support."""
    given = view.given
    zero = torch.zeros_like(like(given, 0.0))
    if value != math.floor(value) or (value < 0 and view.module.SIGN != "real"):
        return zero
    most = view.most()
    if most is None:
        inside: torch.Tensor = view.module.log_density(like(given, value), given).exp()
        return inside
    # A density is known inside the support only: ask there, and leave the rest out.
    possible = like(given, value) <= most
    asked = torch.minimum(like(given, value), most.expand(possible.shape))
    found = view.module.log_density(torch.where(possible, asked, zero), given).exp()
    return torch.where(possible, found, zero)


def probability(view: View, asked: Probability) -> torch.Tensor:
    """Return, for each draw, the conditional probability of an event of an entry."""
    low, high = asked.low, asked.high
    if view.module.INTEGRAL:
        low, high = asked.whole_ends
        # What lies below the smallest number of the range; one number alone needs no difference.
        low -= 1.0
    if view.module.INTEGRAL and high == low + 1.0:
        inside = mass(view, high)
    elif high == math.inf:
        inside = 1.0 - cumulative(view, low)
    elif low == -math.inf:
        inside = cumulative(view, high)
    else:
        inside = cumulative(view, high) - cumulative(view, low)
    return view.average(inside if asked.inside else 1.0 - inside)


def quantile(view: View, level: float, wanted: float) -> torch.Tensor:
    """Return, for each draw, what it adds to a quantile of the entries, up to the second order."""
    if view.module.INTEGRAL:
        return _whole_quantile(view, level, wanted)
    found = _solved(view, level, wanted)
    step = 1e-4 * max(abs(found), 1e-6)
    with torch.no_grad():
        ends = [float(view.average(cumulative(view, found + s)).mean()) for s in (-step, step)]
    density = max((ends[1] - ends[0]) / (2 * step), _LEAST)
    return found + (level - view.average(cumulative(view, found))) / density


def _whole_quantile(view: View, level: float, wanted: float) -> torch.Tensor:
    below, upto = (view.average(cumulative(view, wanted - n)) for n in (1, 0))
    if float(below.mean().detach()) < level <= float(upto.mean().detach()):
        return torch.full_like(upto, wanted) + 0.0 * upto
    found = _solved_whole(view, level, wanted)
    lower, upper = (view.average(cumulative(view, found - n)) for n in (1, 0))
    return continued(level, found, wanted, lower, upper)


def continued(
    level: float, found: float, wanted: float, lower: torch.Tensor, upper: torch.Tensor
) -> torch.Tensor:
    """Return what each draw adds to a quantile of integers, continued between them."""
    # Above what is wanted count down from the quantile, below it count up to the next one.
    base = found if found > wanted else found + 1.0
    mass = upper - lower
    share, density = float(upper.mean().detach()), max(float(mass.mean().detach()), _LEAST)
    left = level - share
    # The quotient of averages, linear in what each draw adds to them.
    return base + left / density - (upper - share) / density - left / density**2 * (mass - density)


def _average(view: View, value: float) -> float:
    with torch.no_grad():
        return float(view.average(cumulative(view, value)).mean())


def _solved_whole(view: View, level: float, near: float) -> float:
    """Return the smallest whole number up to which entries lie with the given probability."""
    low, high, width = -1.0, float(math.floor(near)), 1.0
    if view.module.SIGN == "real":
        low = high - 1.0
        while _average(view, low) >= level:
            low, width = low - width, 2 * width
    width = 1.0
    while _average(view, high) < level:
        low, high, width = high, high + width, 2 * width
        if width > _WIDEST:
            raise _no_quantile(view, level)
    while high - low > 1:
        middle = float(math.floor((low + high) / 2))
        if _average(view, middle) >= level:
            high = middle
        else:
            low = middle
    return high


def _solved(view: View, level: float, near: float) -> float:
    """Return where the average of the conditional distribution functions is the level."""
    width = max(abs(near), 1.0)
    low, high = near - width, near
    while _average(view, high) < level:
        low, high, width = high, high + width, 2 * width
        if width > _WIDEST:
            raise _no_quantile(view, level)
    width = max(abs(near), 1.0)
    while _average(view, low) >= level:
        high, low, width = low, low - width, 2 * width
        if width > _WIDEST:
            raise _no_quantile(view, level)
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if _average(view, middle) >= level:
            high = middle
        else:
            low = middle
        if high - low <= _CLOSE * max(abs(high), _CLOSE):
            break
    return (low + high) / 2


def _no_quantile(view: View, level: float) -> ParameterError:
    return ParameterError(
        f"a quantile of {level:g} of {view.module.NAME} beyond {_WIDEST:g}",
        expected="hyperparameters under which it is a number",
        do="Start elsewhere, or bound the hyperparameters.",
    )


def like(given: Mapping[str, torch.Tensor], value: float) -> torch.Tensor:
    """Return a number as a tensor that has the shape of the parameters together."""
    values = list(given.values())
    shape = np.broadcast_shapes(*(each.shape for each in values))
    return values[0].new_full(shape, value)
