"""What a matched model says of counts beyond what was matched, and how that moves with the data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import TargetError
from symppm.matching.axes import measured_name
from symppm.matching.diagnostics.evidence import Values
from symppm.matching.diagnostics.priors import PoissonProduct
from symppm.matching.kernels import Kernels, Point

Vector = NDArray[np.float64]

_STEP: Final = 1e-3
_MATCHED: Final = ("mean", "variance", "rho_row", "rho_col")
_NAMES: Final = ("zeros", "thinned_zeros", "asymmetry_row", "asymmetry_col")


@dataclass(frozen=True)
class Predicted:
    """Probability of a zero, that after thinning, and asymmetries of both priors.

    They follow from the statistics at which they were matched, and move with these by slopes;
    biases are by how much more they are, on average, at statistics as far off as these may be.
    """

    at: Mapping[str, float]
    values: Mapping[str, float]
    slopes: Mapping[str, Vector]
    biases: Mapping[str, float]

    def near(self, name: str, measured: Values) -> Vector:
        """Return what follows from statistics near those that were matched, without its bias."""
        away = np.stack([measured[each] - self.at[each] for each in _MATCHED], axis=-1)
        return np.asarray(self.values[name] - self.biases[name] + away @ self.slopes[name])


def predicted(
    kernels: Kernels,
    product: PoissonProduct,
    targets: Mapping[str, float],
    covariance: NDArray[np.float64],
    thinning: float,
    k: float | None,
) -> Predicted | None:
    """Match a model and say what follows, or return None if it has no such statistics."""
    at = {name: float(targets[name]) for name in _MATCHED}
    steps = np.array([_STEP * abs(value) for value in at.values()])
    ones, count = np.eye(len(_MATCHED)), len(_MATCHED)

    def moved(by: Vector) -> Vector:
        """Return what follows from statistics moved by so many steps, or NaN."""
        point = _matched(kernels, dict(zip(_MATCHED, [*at.values()] + by * steps, strict=True)), k)
        return np.full(len(_NAMES), np.nan) if point is None else product.follows(point, thinning)

    with np.errstate(all="ignore"):
        middle = moved(np.zeros(count))
        up, down = (np.array([moved(sign * one) for one in ones]) for sign in (1, -1))
        second = np.empty((count, count, len(_NAMES)))
        for n, one in enumerate(ones):
            second[n, n] = up[n] + down[n] - 2 * middle
            for m, other in enumerate(ones[:n]):
                second[n, m] = second[m, n] = moved(one + other) - up[n] - up[m] + middle
        slopes = (up - down) / (2 * steps[:, None])
        biases = np.einsum("nm,nmp->p", covariance / np.outer(steps, steps), second) / 2
    if not (np.isfinite(slopes).all() and np.isfinite(biases).all()):
        return None
    return Predicted(
        at,
        dict(zip(_NAMES, middle.tolist(), strict=True)),
        dict(zip(_NAMES, slopes.T, strict=True)),
        dict(zip(_NAMES, biases.tolist(), strict=True)),
    )


def _matched(kernels: Kernels, targets: Mapping[str, float], k: float | None) -> Point | None:
    """Return size and hyperparameters that have these statistics, with the usual scale."""
    spec = kernels.spec
    targets = {each: targets[measured_name(spec, each)] for each in spec.targets}
    try:
        return kernels.solution(targets, {}, k) if kernels.size is not None else None
    except TargetError:
        return None


def can_predict(kernels: Kernels) -> bool:
    """Tell whether a model is matched by one formula in the four statistics and nothing else."""
    spec = kernels.spec
    return (
        spec.route == "closed form"
        and tuple(measured_name(spec, each) for each in spec.targets) == _MATCHED
        and spec.branches == 1
        and not spec.needs
        and not spec.constraints
        and kernels.size is not None
    )
