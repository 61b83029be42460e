"""The observation models of Section 7.1.2: draws, variances, and K by the paper's formula."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from lab.formula import printed_k
from lab.settings import Floats
from scipy import stats

VARIANCES: Final[Mapping[str, float]] = MappingProxyType(
    {"gumbel": math.pi**2 / 6, "laplace": 2.0, "normal": 1.0}
)
"""Variance at scale 1; it goes with the square of the scale."""

PRINTED: Final[Mapping[str, float]] = MappingProxyType(
    {"gumbel": math.pi**2 / 2, "laplace": math.pi**2 / 2}
)
"""The variances of tab:distributions_params that are misprinted (errata 20 and 21)."""

KURTOSIS: Final[Mapping[str, float]] = MappingProxyType(
    {"gumbel": 5.4, "laplace": 6.0, "normal": 3.0}
)
"""Fourth central moment over the squared variance."""


def observed(model: str, mean: Floats, scale: float, rng: np.random.Generator) -> Floats:
    """Return observations with a given mean.

    Parameters
    ----------
    model : str
        gumbel, laplace or normal.
    mean : ndarray
        Of each.
    scale : float
        The distribution's scale.
    rng : numpy.random.Generator
        Source of randomness.
    """
    match model:
        case "gumbel":
            noise = rng.gumbel(-np.euler_gamma * scale, scale, mean.shape)
        case "laplace":
            noise = rng.laplace(0.0, scale, mean.shape)
        case "normal":
            noise = rng.normal(0.0, scale, mean.shape)
        case _:
            raise ValueError(f"model is {model!r}; expected one of {', '.join(VARIANCES)}")
    return mean + noise


def factors(measured: Any, noise: float) -> float:
    """Return K by eq:generic_solution.

    Parameters
    ----------
    measured : Statistics
        With ``mean``, ``variance``, ``rho_row`` and ``rho_col``.
    noise : float
        Variance of an observation given its mean.
    """
    return float(
        printed_k(measured.mean, measured.variance, measured.rho_row, measured.rho_col, noise)
    )


def expected_failures(model: str, scale: float, interaction: float, entries: int) -> float:
    """Return the probability that the measured interaction is negative, so that K is undefined.

    What is left of an entry when its row and its column are accounted for is x + e, with the
    interaction x of rows and columns and the noise e. The variance of x is measured as the mean
    of (x + e)^2 less the variance of e, with an error that is all but Normal. That of x alone is
    left out: it cannot make the difference negative.

    Parameters
    ----------
    model : str
        gumbel, laplace or normal.
    scale : float
        Of the noise.
    interaction : float
        Variance of x, K Var(theta) Var(beta).
    entries : int
        Of the matrix.
    """
    noise = VARIANCES[model] * scale**2
    error = math.sqrt(((KURTOSIS[model] - 1) * noise**2 + 4 * interaction * noise) / entries)
    return float(stats.norm.cdf(-interaction / error))
