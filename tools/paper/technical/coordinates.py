"""Ways to write the priors of Poisson factorization, and derivatives of its moments in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from lab.settings import FACTORS
from numpy.typing import NDArray
from scipy import special

Vector = NDArray[np.float64]
Matrix = NDArray[np.float64]

WAYS: Final = ("shapes and rates", "means and variances", "means and deviations")
"""(a, b, c, d), (mu_theta, sigma_theta^2, mu_beta, sigma_beta^2), and without the squares."""

LABELS: Final = {
    WAYS[0]: ("a", "b", "c", "d"),
    WAYS[1]: ("mu_theta", "sigma_theta^2", "mu_beta", "sigma_beta^2"),
    WAYS[2]: ("mu_theta", "sigma_theta", "mu_beta", "sigma_beta"),
}

STATISTICS: Final = ("mean", "variance", "rho_row", "rho_col")


def shapes_and_rates(way: str, x: Vector) -> Vector:
    """Return (a, b, c, d) of a point.

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    x : ndarray, shape (4, ...)
        Coordinates.
    """
    if way == WAYS[0]:
        return x
    means, variances = x[0::2], x[1::2] if way == WAYS[1] else x[1::2] ** 2
    return np.stack([
        means[0] ** 2 / variances[0], means[0] / variances[0],
        means[1] ** 2 / variances[1], means[1] / variances[1],
    ])  # fmt: skip


def coordinates(way: str, values: Vector) -> Vector:
    """Return the point of (a, b, c, d).

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    values : ndarray, shape (4, ...)
        Shapes and rates.
    """
    if way == WAYS[0]:
        return values
    a, b, c, d = values
    power = 1.0 if way == WAYS[1] else 0.5
    return np.stack([a / b, (a / b**2) ** power, c / d, (c / d**2) ** power])


def chain(way: str, x: Vector) -> Matrix:
    """Return the derivatives of (a, b, c, d) by the coordinates.

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    x : ndarray, shape (4,)
        Coordinates.
    """
    found = np.eye(4)
    if way == WAYS[0]:
        return found
    for place in (0, 2):
        mean, second = x[place], x[place + 1]
        variance, by = (second, 1.0) if way == WAYS[1] else (second**2, 2 * second)
        found[place : place + 2, place : place + 2] = [
            [2 * mean / variance, -((mean / variance) ** 2) * by],
            [1 / variance, -mean / variance**2 * by],
        ]
    return found


def statistics(way: str, x: Vector) -> tuple[Vector, Matrix]:
    """Return the four statistics of an entry and their derivatives, by the generated kernels.

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    x : ndarray, shape (4,)
        Coordinates.
    """
    module = _kernels()
    values = shapes_and_rates(way, x)
    at = (float(FACTORS), *map(float, values))
    by_values = np.array(module.moments.jacobian(*at))[:, 1:]
    return np.array(module.moments(*at)), by_values @ chain(way, x)


@cache
def _kernels() -> Any:
    from symppm.codegen.load import load_model  # noqa: PLC0415 - loads numba

    return load_model("pmf_gamma")


@dataclass(frozen=True)
class Link:
    """How coordinates that have to be positive are made of numbers that need not be.

    Attributes
    ----------
    name : str
        For tables.
    value, slope, inverse : callable
        The function, its derivative, and the way back.
    """

    name: str
    value: Callable[[Vector], Vector]
    slope: Callable[[Vector], Vector]
    inverse: Callable[[Vector], Vector]


LINKS: Final = (
    Link("logarithms", np.exp, np.exp, np.log),
    Link(
        "softplus",
        lambda u: np.logaddexp(0, u),
        special.expit,
        lambda x: x + np.log(-np.expm1(-x)),
    ),
)


def prior_information(way: str, shape: float, rate: float) -> Matrix:
    """Return the Fisher information of one Gamma prior in its two coordinates.

    That in shape and rate is the Hessian of its log partition function; in other coordinates it is
    J' I J, with J the derivatives of shape and rate.

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    shape, rate : float
        Of the prior.
    """
    natural = np.array([
        [special.polygamma(1, shape), -1 / rate], [-1 / rate, shape / rate**2]
    ])  # fmt: skip
    x = coordinates(way, np.array([shape, rate, shape, rate]))
    slopes = chain(way, x)[:2, :2]
    return np.asarray(slopes.T @ natural @ slopes)


def correlation(information: Matrix) -> float:
    """Return the off-diagonal entry of a matrix of two, scaled to a diagonal of ones.

    Parameters
    ----------
    information : ndarray, shape (2, 2)
        Positive definite.
    """
    return float(information[0, 1] / np.sqrt(information[0, 0] * information[1, 1]))


def adam_steps(
    way: str, link: Link, start: Vector, targets: Mapping[str, float], most: int, rate: float = 0.1
) -> int | None:
    """Return after how many steps of Adam all targets are met within 1 %; None if never.

    Gradients are exact, of the sum of squared relative errors. Adam is that of Kingma and Ba
    (2015), with 0.9 and 0.999.

    Parameters
    ----------
    way : str
        Of :data:`WAYS`.
    link : Link
        Between the coordinates and what Adam moves.
    start : ndarray, shape (4,)
        Shapes and rates.
    targets : mapping of str to float
        Some of :data:`STATISTICS`.
    most : int
        When to give up.
    rate : float
        Learning rate.
    """
    places = [STATISTICS.index(name) for name in targets]
    wanted = np.array(list(targets.values()))
    u = link.inverse(coordinates(way, start))
    first, second = np.zeros(4), np.zeros(4)
    for step in range(most + 1):
        values, slopes = statistics(way, link.value(u))
        off = values[places] / wanted - 1
        if np.all(np.abs(off) < 0.01):
            return step
        gradient = (2 * off / wanted) @ slopes[places] * link.slope(u)
        if not np.all(np.isfinite(gradient)):
            return None
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        size = np.sqrt(second / (1 - 0.999 ** (step + 1))) + 1e-8
        u = u - rate * first / (1 - 0.9 ** (step + 1)) / size
    return None
