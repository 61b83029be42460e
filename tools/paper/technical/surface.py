"""Var[Y] about the point of fig:surfaces: how far from linear, and how well conditioned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np
from lab.settings import FACTORS
from lab.verdicts import reference
from numpy.typing import NDArray

from technical.coordinates import STATISTICS, coordinates, shapes_and_rates, statistics

NAME: Final = "parametrisation"
VARIANCE: Final = 100.0
MEAN: Final = 10.0
"""Of the point."""
MOST_STEPS: Final = 3000
"""Of Adam."""

TASKS: Final[Mapping[str, Mapping[str, float]]] = {
    "variance": {"variance": VARIANCE},
    "mean and variance": {"mean": MEAN, "variance": VARIANCE},
}
"""What Adam is asked for."""

BOX: Final = 0.25
"""Half the width of the box, relative to each coordinate."""
Vector = NDArray[np.float64]


@cache
def published() -> dict[str, float]:
    """Return what Appendix F gives in numbers, by claim."""
    return {row["claim"]: float(row["value"]) for row in reference(NAME)}


def point() -> Vector:
    """Return the paper's a, b, c, d."""
    return np.array([published()[name] for name in "abcd"])


def variance_of(values: Vector) -> Vector:
    """Return Var[Y] at shapes and rates, for many points at once.

    Parameters
    ----------
    values : ndarray, shape (4, ...)
        a, b, c, d.
    """
    a, b, c, d = values
    return np.asarray(FACTORS * a * c / (b * d) * (1 + (a + c + 1) / (b * d)))


def unlike_linear(way: str, width: float = BOX) -> float:
    """Return the share of the variation of Var[Y] in a box that no linear function follows.

    Parameters
    ----------
    way : str
        Coordinates.
    width : float
        Half the width, relative to each coordinate.
    """
    x = coordinates(way, point())
    nodes, weights = np.polynomial.legendre.leggauss(9)
    grid = np.array(np.meshgrid(*[nodes] * 4, indexing="ij")).reshape(4, -1)
    weight = np.prod(np.meshgrid(*[weights] * 4, indexing="ij"), axis=0).ravel()
    heights = variance_of(shapes_and_rates(way, x[:, None] * (1 + width * grid)))
    root = np.sqrt(weight)
    basis = np.vstack([np.ones(len(root)), grid]).T * root[:, None]
    left = root * heights - basis @ np.linalg.lstsq(basis, root * heights, rcond=None)[0]
    about = root * (heights - weight @ heights / weight.sum())
    return float(left @ left / (about @ about))


def condition(way: str, names: Sequence[str], *, relative: bool) -> float:
    """Return the condition number of the Gauss-Newton Hessian on what the statistics determine.

    Parameters
    ----------
    way : str
        Coordinates.
    names : sequence of str
        Of the statistics; errors are relative.
    relative : bool
        Whether in logarithms of the coordinates.
    """
    x = coordinates(way, point())
    values, slopes = statistics(way, x)
    places = [STATISTICS.index(name) for name in names]
    scaled = slopes[places] / values[places, None] * (x if relative else 1.0)
    found = np.linalg.svd(scaled, compute_uv=False)
    # Mean, variance and both correlations determine three of four numbers.
    return float((found[0] / found[min(len(names), 3) - 1]) ** 2)
