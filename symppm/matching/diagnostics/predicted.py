"""What a matched model says of counts beyond what was matched, and how that moves with the data.

Priors say it by their quantiles, whose shape no scale changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np

from symppm.errors import TargetError
from symppm.matching.kernels import Kernels, Point
from symppm.matching.moments import Moments, Values
from symppm.matching.targets import measured_name
from symppm.statistics import Vector
from symppm.statistics.jackknife import two_way

Parameters = Mapping[str, float]
Quantile = Callable[[Parameters], Vector]
"""From a family's parameters to quantiles."""

_NODES: Final = 160
_FARTHEST: Final = 4.6
_STEP: Final = 1e-3
_MATCHED: Final = ("mean", "variance", "rho_row", "rho_col")
_NAMES: Final = ("zeros", "thinned_zeros", "asymmetry_row", "asymmetry_col")


@lru_cache(maxsize=1)
def probabilities() -> tuple[Vector, Vector, Vector]:
    """Return probabilities, their complements, and weights that integrate over them.

    Notes
    -----
    The double exponential rule (Takahasi and Mori, Publications of the RIMS 9, 1974): nodes crowd
    at both ends, so that spikes at zero and heavy tails are integrated as well as the middle.
    """
    t = np.linspace(-_FARTHEST, _FARTHEST, _NODES)
    away = math.pi * np.sinh(np.abs(t))
    small = np.exp(-away) / (1.0 + np.exp(-away))
    large = 1.0 / (1.0 + np.exp(-away))
    below, above = np.where(t < 0, small, large), np.where(t < 0, large, small)
    weights = math.pi * np.cosh(t) * small * large
    return below, above, weights / weights.sum()


@lru_cache(maxsize=512)
def _standard(family: str, shape: float = 1.0) -> Vector:
    """Return quantiles without a scale, each by the nearer end of its distribution."""
    from scipy import special  # noqa: PLC0415 - slow to load

    below, above, _ = probabilities()
    low, high = below[below < above], above[below >= above]
    halves: dict[str, Callable[[], tuple[Vector, Vector]]] = {
        "Gamma": lambda: (special.gammaincinv(shape, low), special.gammainccinv(shape, high)),
        "Normal": lambda: (special.ndtri(low), -special.ndtri(high)),
        "HalfNormal": lambda: (math.sqrt(2) * special.erfinv(low), -special.ndtri(high / 2)),
        "Exponential": lambda: (-np.log1p(-low), -np.log(high)),
    }
    return np.concatenate(halves[family]())


def _uniform(p: Parameters) -> Vector:
    below, above, _ = probabilities()
    return p["low"] * above + p["high"] * below


QUANTILES: Final[Mapping[str, Quantile]] = MappingProxyType(
    {
        "Gamma": lambda p: _standard("Gamma", p["shape"]) / p["rate"],
        # Probabilities and their complements are those of the other end.
        "InverseGamma": lambda p: p["scale"] / _standard("Gamma", p["shape"])[::-1],
        "Exponential": lambda p: _standard("Exponential") / p["rate"],
        "Weibull": lambda p: p["scale"] * _standard("Exponential") ** (1.0 / p["shape"]),
        "LogNormal": lambda p: np.exp(p["mu"] + p["sigma"] * _standard("Normal")),
        "HalfNormal": lambda p: p["location"] + p["scale"] * _standard("HalfNormal"),
        "Uniform": _uniform,
    }
)
"""Quantiles at the nodes of :func:`probabilities`."""


@dataclass(frozen=True)
class Prior:
    """A prior of one line's factors: hyperparameters or numbers by the family's own names."""

    family: str
    parameters: Mapping[str, str | float]

    def nodes(self, point: Mapping[str, float]) -> Vector:
        """Return quantiles at the nodes of :func:`probabilities`."""
        values = {
            name: point[value] if isinstance(value, str) else value
            for name, value in self.parameters.items()
        }
        return QUANTILES[self.family](values)

    def variation(self, point: Mapping[str, float], chance: float = 1.0) -> float:
        """Return the variance over the squared mean, if so rare values as the largest are lacking.

        They are those above the quantile of a chance.
        """
        _, _, weights = probabilities()
        values = self.nodes(point)
        seen = np.clip(chance - (np.cumsum(weights) - weights), 0.0, weights)
        seen /= seen.sum()
        mean = float(values @ seen)
        return float((values - mean) ** 2 @ seen) / mean**2

    def asymmetry(self, point: Mapping[str, float]) -> float:
        """Return the third cumulant times the mean, over the variance squared: 2 if Gamma."""
        _, _, weights = probabilities()
        values = self.nodes(point)
        mean = float(values @ weights)
        deviations = values - mean
        return float(deviations**3 @ weights) * mean / float(deviations**2 @ weights) ** 2


@dataclass(frozen=True)
class PoissonProduct:
    """Poisson counts whose rates are sums of products of independent factors, row times column.

    Where counts have known exposures, it is those over them that have these rates.
    """

    size: str
    row: Prior
    column: Prior

    def zeros(self, point: Mapping[str, float], thinning: float = 1.0) -> float:
        """Return the probability of a zero: the average of exp(-theta beta), to the power K."""
        _, _, weights = probabilities()
        rates = thinning * np.multiply.outer(self.row.nodes(point), self.column.nodes(point))
        nonzero = -float(weights @ np.expm1(-rates) @ weights)
        # Precise where the average is near one, and where it is near zero.
        average = float(weights @ np.exp(-rates) @ weights) if nonzero > 0.5 else 1.0 - nonzero
        if not average > 0:
            return 0.0
        log = math.log(average) if nonzero > 0.5 else math.log1p(-nonzero)
        return math.exp(point[self.size] * log)

    def follows(self, point: Mapping[str, float], thinning: float) -> Vector:
        """Return the probability of a zero, that after thinning, and both asymmetries."""
        zeros = self.zeros(point)
        thinned = zeros if thinning == 1.0 else self.zeros(point, thinning)
        return np.array([zeros, thinned, self.row.asymmetry(point), self.column.asymmetry(point)])


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
        away = np.stack([measured[key] - self.at[key] for key in _MATCHED], axis=-1)
        return np.asarray(self.values[name] - self.biases[name] + away @ self.slopes[name])


def predicted(
    kernels: Kernels,
    product: PoissonProduct,
    evidence: Moments,
    thinning: float,
    k: float | None,
) -> Predicted | None:
    """Match a model and say what follows; None if no one formula says it, or of such statistics."""
    if not can_predict(kernels):
        return None
    values, rows, columns = evidence.tables(_MATCHED)
    at = dict(zip(_MATCHED, values.tolist(), strict=True))
    steps = np.array([_STEP * abs(value) for value in at.values()])
    ones, count = np.eye(len(_MATCHED)), len(_MATCHED)

    def moved(by: Vector) -> Vector:
        """Return what follows from statistics moved by so many steps, or NaN."""
        point = _matched(kernels, dict(zip(_MATCHED, [*at.values()] + by * steps, strict=True)), k)
        return np.full(len(_NAMES), np.nan) if point is None else product.follows(point, thinning)

    with np.errstate(all="ignore"):
        middle = moved(np.zeros(count))
        up, down = (np.array([moved(sign * unit) for unit in ones]) for sign in (1, -1))
        second = np.empty((count, count, len(_NAMES)))
        for n, unit in enumerate(ones):
            second[n, n] = up[n] + down[n] - 2 * middle
            for m, other_unit in enumerate(ones[:n]):
                second[n, m] = second[m, n] = moved(unit + other_unit) - up[n] - up[m] + middle
        slopes = (up - down) / (2 * steps[:, None])
        covariance = two_way(rows, columns).covariance / np.outer(steps, steps)
        biases = np.einsum("nm,nmp->p", covariance, second) / 2
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
    targets = {name: targets[measured_name(spec, name)] for name in spec.targets}
    try:
        return kernels.solution(targets, {}, k) if kernels.size is not None else None
    except TargetError:
        return None


def can_predict(kernels: Kernels) -> bool:
    """Tell whether a model is matched by one formula in the four statistics and nothing else."""
    spec = kernels.spec
    return (
        spec.route == "closed form"
        and tuple(measured_name(spec, x) for x in spec.targets) == _MATCHED
        and spec.branches == 1
        and not spec.needs
        and not spec.constraints
        and kernels.size is not None
    )
