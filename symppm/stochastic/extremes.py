"""Expected extremes of matrices, with the observation model integrated out."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import ModuleType

import numpy as np
import torch

from symppm.stochastic.probabilities import cumulative, like
from symppm.stochastic.views import View

_GRID = 129
_NEGLIGIBLE = 1e-10
_LEFT_OUT = 1e-4
_LEAST = 1e-300
_SHORTEST = 1e-9


def extreme(view: View, *, largest: bool) -> torch.Tensor:
    """Return, for each draw of the latent variables, the expected extreme entry of the matrix.

    Notes
    -----
    Entries are independent given the latent variables, so the distribution function of the maximum
    is the product of theirs, and its expectation the integral over what is above. For integers the
    sum is exact while it has at most 129 terms that matter, and a trapezoid rule beyond, on a
    grid that is even in the logarithm where entries are positive.
    """
    low, high = _range(view, largest=largest)
    integral = view.module.INTEGRAL
    if integral:
        low, high = math.floor(low), math.ceil(high)
    whole = integral and high - low < _GRID
    if whole:
        points = [float(low + n) for n in range(int(high - low) + 1)]
    elif view.module.SIGN == "real":
        points = np.linspace(low, high, _GRID).tolist()
    else:
        points = np.geomspace(max(low, 1.0) if integral else low, high, _GRID).tolist()
    if not integral and view.most() is not None:
        # What is bounded may crowd at the upper end.
        points = sorted({*points, *np.linspace(low, high, _GRID).tolist()})
    if integral and not whole:
        points = sorted({float(low), *(float(math.floor(each)) for each in points), float(high)})
    entries = _Entries(view)
    tails = [entries.above(point, largest=largest) for point in points]
    total = torch.zeros_like(tails[0])
    for place in range(len(points) - 1):
        width = points[place + 1] - points[place]
        left = tails[place] if whole else (tails[place] + tails[place + 1]) / 2
        total = total + width * left
    if integral and not whole:
        # A trapezoid over whole numbers counts half a step too little: sum, not integral.
        total = total + (tails[0] - tails[-1]) / 2
    return view.draw.expectation((points[0] + total).reshape(entries.shape))


class _Entries:
    """Entries of all matrices in one row; those that cannot be exceeded any more are left out."""

    def __init__(self, view: View) -> None:
        self._module: ModuleType = view.module
        whole = _whole(view, like(view.given, 0.0))
        axes = len(view.module.AXES)
        self.shape = whole.shape[: whole.dim() - axes]
        count = math.prod(self.shape)
        self._given: Mapping[str, torch.Tensor] = {
            name: value.expand(whole.shape).reshape(-1) for name, value in view.given.items()
        }
        self._entries = whole.numel() // count
        matrices = torch.arange(count, device=whole.device)
        self._matrix = matrices.repeat_interleave(self._entries)
        self._zeros = whole.new_zeros(count)

    def above(self, value: float, *, largest: bool) -> torch.Tensor:
        """Return the probability that the extreme exceeds a value; ask in ascending order."""
        below: torch.Tensor = self._module.cumulative(
            self._matrix.new_full(self._matrix.shape, value, dtype=torch.float64), self._given
        )
        factors = below if largest else 1.0 - below
        logs = factors.clamp_min(_LEAST).log()
        joint = self._zeros.index_add(0, self._matrix, logs).exp()
        if not largest:
            return joint
        # What is left out could together change the probability by so much at most.
        kept = (1.0 - below).detach() * self._entries > _LEFT_OUT
        if int(kept.sum()) < len(kept) // 2:
            self._given = {name: each[kept] for name, each in self._given.items()}
            self._matrix = self._matrix[kept]
        return 1.0 - joint


def _range(view: View, *, largest: bool) -> tuple[float, float]:
    """Return ends outside which the extreme entry of no draw has a chance worth the name."""
    axes = tuple(range(-len(view.module.AXES), 0))

    def above(value: float) -> torch.Tensor:
        at = _whole(view, cumulative(view, value))
        factors = at if largest else 1.0 - at
        joint = factors.clamp_min(_LEAST).log().sum(axes).exp()
        return 1.0 - joint if largest else joint

    with torch.no_grad():
        center = float(view.module.moment(1, view.given).max()) if view.module.MOMENTS else 1.0
        high, width = center, max(abs(center), 1.0)
        while float(above(high).max()) > _NEGLIGIBLE:
            high, width = high + width, width * 1.5
        most = view.most()
        if most is not None:
            high = min(high, float(most.max()))
        if view.module.SIGN != "real":
            low = high / 2
            while low > _SHORTEST * high and float(above(low).min()) < 1 - _NEGLIGIBLE:
                low /= 2
            return low, high
        low, width = min(center, high), max(abs(center), 1.0)
        while float(above(low).min()) < 1 - _NEGLIGIBLE:
            low, width = low - width, width * 1.5
        return low, high


def _whole(view: View, values: torch.Tensor) -> torch.Tensor:
    """Repeat values for entries that share their parameters along an axis."""
    sizes = [
        view.draw.sizes[axis] if axis in view.module.OBSERVED_AXES else 1
        for axis in view.module.AXES
    ]
    return values.expand(np.broadcast_shapes(values.shape, tuple(sizes)))
