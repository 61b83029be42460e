"""The settings of the paper's tables of starting points and of priors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PMF: Final[Mapping[str, tuple[float, float, float, float]]] = MappingProxyType(
    {
        "A": (10.0, 1.0, 10.0, 1.0),
        "B": (10.0, 2.0, 10.0, 2.0),
        "C": (0.001, 0.01, 0.01, 0.1),
        "D": (0.1, 1.0, 0.1, 1.0),
        "E": (0.1, 0.1, 0.1, 0.1),
        "F": (1.0, 1.0, 0.1, 0.1),
        "G": (1000.0, 1000.0, 1000.0, 1000.0),
    }
)
"""tab:pmf_initializations: shapes a, c and rates b, d as (a, b, c, d); K is 25."""

HPF: Final[Mapping[str, tuple[float, float, float, float, float, float]]] = MappingProxyType(
    {
        "K": (1.0, 100.0, 10.0, 1.0, 100.0, 10.0),
        "L": (0.1, 100.0, 1.0, 1.0, 100.0, 1.0),
        "M": (50.0, 5000.0, 10.0, 1.0, 5000.0, 1.0),
        "N": (1.0, 100.0, 1.0, 10.0, 10.0, 1.0),
        "O": (450.0, 4500.0, 100.0, 10.0, 400.0, 1.0),
        "P": (50.0, 50.0, 1.0, 1.0, 50.0, 1.0),
    }
)
"""tab:hpf_initializations: (a, a', b', c, c', d'); K is 25."""

FACTORS: Final = 25
"""K in both tables of starting points."""


@dataclass(frozen=True)
class Prior:
    """A prior of tab:priors_initialization, in the parametrisation of tab:distributions_params.

    Attributes
    ----------
    family : str
        gamma (shape and scale), beta, halfnorm (location and scale) or lognorm.
    first, second : float
        The table's hyperparam_1 and hyperparam_2.
    """

    family: str
    first: float
    second: float

    @property
    def mean(self) -> float:
        """Its mean."""
        one, two = self.first, self.second
        match self.family:
            case "gamma":
                return one * two
            case "beta":
                return one / (one + two)
            case "halfnorm":
                return one + two * math.sqrt(2 / math.pi)
            case _:
                return math.exp(one + two**2 / 2)

    @property
    def variance(self) -> float:
        """Its variance."""
        one, two = self.first, self.second
        match self.family:
            case "gamma":
                return one * two**2
            case "beta":
                return one * two / ((one + two) ** 2 * (one + two + 1))
            case "halfnorm":
                return two**2 * (1 - 2 / math.pi)
            case _:
                return math.expm1(two**2) * math.exp(2 * one + two**2)

    def draw(self, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
        """Return independent draws.

        Parameters
        ----------
        shape : tuple of int
            Of the array.
        rng : numpy.random.Generator
            Source of randomness.
        """
        one, two = self.first, self.second
        match self.family:
            case "gamma":
                return rng.gamma(one, two, shape)
            case "beta":
                return rng.beta(one, two, shape)
            case "halfnorm":
                return one + two * np.abs(rng.standard_normal(shape))
            case _:
                return rng.lognormal(one, two, shape)


_TABLE: Final = (
    ("gamma", ((1, 1, 1, 1), (10, 1, 10, 1), (1, 10, 1, 10), (0.1, 1, 1, 0.1))),
    ("beta", ((1, 1, 1, 1), (1, 2, 1, 1), (1, 2, 1, 2), (1, 2, 2, 1))),
    ("halfnorm", ((0, 1, 0, 1), (0, 2, 0, 2), (0.5, 2, 1, 2), (0.5, 0.5, 2, 1))),
    ("lognorm", ((1, 1, 0, 1), (1, 2, 0, 2), (1, 2, 0.5, 0.5), (1, 0.5, 0.5, 2))),
)

PRIORS: Final[Mapping[str, tuple[tuple[Prior, Prior], ...]]] = MappingProxyType(
    {
        family: tuple((Prior(family, p, q), Prior(family, r, s)) for p, q, r, s in lines)
        for family, lines in _TABLE
    }
)
"""tab:priors_initialization: of each family, the priors of theta and of beta, four times."""


def with_rates(a: float, b: float, c: float, d: float) -> tuple[Prior, Prior]:
    """Return Gamma priors given by shapes and rates.

    Parameters
    ----------
    a, b, c, d : float
        Shape and rate of theta, shape and rate of beta.
    """
    return Prior("gamma", a, 1 / b), Prior("gamma", c, 1 / d)


def rates(
    priors: tuple[Prior, Prior], k: int, shape: tuple[int, int], rng: np.random.Generator
) -> Floats:
    """Return sums over k factors of products of draws from two priors, rows by columns.

    Parameters
    ----------
    priors : (Prior, Prior)
        Of theta and of beta.
    k : int
        Number of factors.
    shape : (int, int)
        Rows and columns.
    rng : numpy.random.Generator
        Source of randomness.
    """
    theta = priors[0].draw((shape[0], k), rng)
    beta = priors[1].draw((shape[1], k), rng)
    return np.asarray(theta @ beta.T)
