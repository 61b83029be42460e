"""Quantiles of families of priors, whose shape no scale changes: averages are taken by them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Parameters = Mapping[str, float]
Quantile = Callable[[Parameters, Vector, Vector], Vector]
"""From a family's parameters, probabilities and their complements to quantiles."""

_STEPS: Final = 160
_FARTHEST: Final = 4.6


def _standard_gamma(shape: float, below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    low = below < above
    lower = special.gammaincinv(shape, np.where(low, below, 0.5))
    upper = special.gammainccinv(shape, np.where(low, 0.5, above))
    return np.asarray(np.where(low, lower, upper))


def _standard_normal(below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    return np.asarray(np.where(below < above, special.ndtri(below), -special.ndtri(above)))


def _standard_half_normal(below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    low = below < above
    middle = math.sqrt(2.0) * special.erfinv(np.where(low, below, 0.5))
    return np.asarray(np.where(low, middle, -special.ndtri(above / 2.0)))


def _standard_exponential(below: Vector, above: Vector) -> Vector:
    return -np.where(below < above, np.log1p(-np.minimum(below, 0.5)), np.log(above))


QUANTILES: Final[Mapping[str, Quantile]] = MappingProxyType({
    "Gamma": lambda p, low, up: _standard_gamma(p["shape"], low, up) / p["rate"],
    "InverseGamma": lambda p, low, up: p["scale"] / _standard_gamma(p["shape"], up, low),
    "Exponential": lambda p, low, up: _standard_exponential(low, up) / p["rate"],
    "Weibull": lambda p, low, up: (
        p["scale"] * _standard_exponential(low, up) ** (1.0 / p["shape"])
    ),
    "LogNormal": lambda p, low, up: np.exp(p["mu"] + p["sigma"] * _standard_normal(low, up)),
    "HalfNormal": lambda p, low, up: p["location"] + p["scale"] * _standard_half_normal(low, up),
    "Uniform": lambda p, low, up: p["low"] * up + p["high"] * low,
})  # fmt: skip


@lru_cache(maxsize=1)
def probabilities() -> tuple[Vector, Vector, Vector]:
    """Return probabilities, their complements, and weights that integrate over them.

    Notes
    -----
    The double exponential rule (Takahasi and Mori, Publications of the RIMS 9, 1974): nodes crowd
    at both ends, so that spikes at zero and heavy tails are integrated as well as the middle.
    """
    t = np.linspace(-_FARTHEST, _FARTHEST, _STEPS)
    away = math.pi * np.sinh(np.abs(t))
    small = np.exp(-away) / (1.0 + np.exp(-away))
    large = 1.0 / (1.0 + np.exp(-away))
    below, above = np.where(t < 0, small, large), np.where(t < 0, large, small)
    weights = math.pi * np.cosh(t) * small * large
    return below, above, weights / weights.sum()
