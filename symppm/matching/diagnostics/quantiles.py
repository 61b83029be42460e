"""Quantiles of the families of priors, in numbers: what averages over a prior are taken by.

Only families that stay what they are when multiplied by a number are here: their shape does not
depend on the scale that no data can see.
"""

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


def _gamma(p: Parameters, below: Vector, above: Vector) -> Vector:
    return np.asarray(_standard_gamma(p["shape"], below, above) / p["rate"])


def _inverse_gamma(p: Parameters, below: Vector, above: Vector) -> Vector:
    return np.asarray(p["scale"] / _standard_gamma(p["shape"], above, below))


def _standard_gamma(shape: float, below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    low = below < above
    lower = special.gammaincinv(shape, np.where(low, below, 0.5))
    upper = special.gammainccinv(shape, np.where(low, 0.5, above))
    return np.asarray(np.where(low, lower, upper))


def _exponential(p: Parameters, below: Vector, above: Vector) -> Vector:
    return -_log(below, above) / p["rate"]


def _weibull(p: Parameters, below: Vector, above: Vector) -> Vector:
    return np.asarray(p["scale"] * (-_log(below, above)) ** (1.0 / p["shape"]))


def _log_normal(p: Parameters, below: Vector, above: Vector) -> Vector:
    return np.asarray(np.exp(p["mu"] + p["sigma"] * _standard_normal(below, above)))


def _half_normal(p: Parameters, below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    low = below < above
    middle = math.sqrt(2.0) * special.erfinv(np.where(low, below, 0.5))
    return np.asarray(
        p["location"] + p["scale"] * np.where(low, middle, -special.ndtri(above / 2.0))
    )


def _uniform(p: Parameters, below: Vector, above: Vector) -> Vector:
    return p["low"] * above + p["high"] * below


def _standard_normal(below: Vector, above: Vector) -> Vector:
    from scipy import special  # noqa: PLC0415 - slow to load

    return np.asarray(np.where(below < above, special.ndtri(below), -special.ndtri(above)))


def _log(below: Vector, above: Vector) -> Vector:
    """Return the logarithm of what is above, precise at both ends."""
    return np.where(below < above, np.log1p(-np.minimum(below, 0.5)), np.log(above))


QUANTILES: Final[Mapping[str, Quantile]] = MappingProxyType({
    "Gamma": _gamma,
    "InverseGamma": _inverse_gamma,
    "Exponential": _exponential,
    "Weibull": _weibull,
    "LogNormal": _log_normal,
    "HalfNormal": _half_normal,
    "Uniform": _uniform,
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
