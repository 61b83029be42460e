"""Where noise ends in a spectrum: the Marchenko-Pastur law, and what stands out of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

_GRID: Final = 20_000
# Widths of the Tracy-Widom law above the edge: noise passes one in a thousand times.
_WIDTHS: Final = 3.3
# Noise of counts is not normal, and scaling is estimated: one part in a hundred, and more where
# factors take up a large part of the shorter side. Found by simulation, so that fewer than one
# count in two hundred exceeds K.
_SLACK: Final = 0.01
_SLACK_OF_SHARE: Final = 0.2
_MOST: Final = 0.5

# Logarithms of how far the weakest factor stands above the strength at which factors are seen at
# all; how much more for every unit by which it falls below the median factor; and how much more if
# it is the only one. By simulation, in one of a hundred matrices that meet this the count is not K.
_CLEAR: Final = 0.45
_CLEAR_OF_SPREAD: Final = 0.5
_CLEAR_OF_FEW: Final = 0.6
_CLEAR_SHARE: Final = 0.25


@dataclass(frozen=True)
class Edge:
    """What stands out of the noise.

    Attributes
    ----------
    count : int
        Singular values above the threshold.
    noise : float
        Standard deviation of one entry's noise.
    threshold : float
        Largest singular value that noise may have.
    """

    count: int
    noise: float
    threshold: float


def median_of_noise(ratio: float) -> float:
    """Return the median of the Marchenko-Pastur law of unit variance.

    Parameters
    ----------
    ratio : float
        Shorter side over longer side, in (0, 1]. Of the eigenvalues of S S' / (longer side).
    """
    angles = (np.arange(_GRID) + 0.5) * (math.pi / _GRID)
    values = 1 + ratio - 2 * math.sqrt(ratio) * np.cos(angles)
    weights = np.cumsum(np.sin(angles) ** 2 / values)
    return float(np.interp(0.5, weights / weights[-1], values))


def edge_of(values: Vector, squares: float, shape: tuple[int, int]) -> Edge:
    """Return which singular values stand out of noise whose variances are one on average.

    Parameters
    ----------
    values : ndarray, shape (n,)
        Singular values from the largest; all of them, or the leading ones.
    squares : float
        Sum of squares of all.
    shape : (int, int)
        Rows and columns of the matrix.

    Notes
    -----
    The noise is the larger of two estimates: what is left of the sum of squares, and, where all
    values are at hand, their median against that of the law. Beginning with no factors and taking
    off what stands out finds the smallest count that agrees with itself.
    """
    whole = len(values) == min(shape)
    count = 0
    while True:
        rows, columns = shape[0] - count, shape[1] - count
        rest = max(squares - float((values[:count] ** 2).sum()), 0.0)
        variance = rest / (rows * columns)
        if whole:
            middle = float(np.median(values[count:])) ** 2
            short, long = min(rows, columns), max(rows, columns)
            variance = max(variance, middle / (long * median_of_noise(short / long)))
        noise = math.sqrt(variance)
        threshold = noise * _largest(rows, columns) * (1 + _slack(count, shape))
        above = int((values > threshold).sum())
        if above <= count or above > _MOST * min(shape):
            return Edge(count, noise, threshold)
        count = above


def _largest(rows: int, columns: int) -> float:
    return math.sqrt(rows) + math.sqrt(columns)


def _slack(count: int, shape: tuple[int, int]) -> float:
    rows, columns = shape
    edge = _largest(rows, columns)
    width: float = (1 / math.sqrt(rows) + 1 / math.sqrt(columns)) ** (1 / 3) / edge
    # Half of it: the law is that of squares.
    return _SLACK + _WIDTHS * width / 2 + _SLACK_OF_SHARE * count / min(shape)


def strengths(values: Vector, noise: float, shape: tuple[int, int]) -> Vector:
    """Return how strong factors are, over the strength at which they rise out of the noise.

    Parameters
    ----------
    values : ndarray
        Singular values.
    noise : float
        Standard deviation of one entry's noise.
    shape : (int, int)
        Rows and columns of the matrix.

    Notes
    -----
    Inverts what noise does to the singular value of a factor (Benaych-Georges and Nadakuditi,
    J. Multivariate Analysis 111, 2012), as Gavish and Donoho (IEEE Trans. Inf. Theory 60, 2014) do.
    """
    short, long = min(shape), max(shape)
    ratio = short / long
    over = values**2 / (noise**2 * long) - ratio - 1
    root = np.sqrt(np.maximum(over**2 - 4 * ratio, 0))
    found: Vector = np.sqrt(np.maximum(over + root, 0) / 2) / ratio**0.25
    return found


def widest_gap(values: Vector, edge: Edge) -> int:
    """Return after how many of the singular values that stand out the next falls most behind.

    Parameters
    ----------
    values : ndarray
        Singular values from the largest; at least one.
    edge : Edge
        What stands out of them.

    Notes
    -----
    The largest, that of the mean, is passed over, so that the answer is 1 only if no other stands
    out. Where scaling is not right yet, noise stands out as well, but close together.
    """
    counted = values[1 : edge.count + 1]
    if len(counted) < 2:
        return 1
    return 2 + int(np.argmax(counted[:-1] / counted[1:]))


def all_clear(values: Vector, edge: Edge, shape: tuple[int, int]) -> bool:
    """Return whether what stands out is all there is: no factor is near the edge, or likely below.

    Parameters
    ----------
    values : ndarray
        Singular values from the largest.
    edge : Edge
        What stands out of them.
    shape : (int, int)
        Rows and columns of the matrix.

    Notes
    -----
    The largest belongs to the mean, or to how active rows and columns are, and says nothing of the
    others.
    """
    counted = values[1 : edge.count]
    if len(counted) == 0 or edge.noise == 0 or edge.count > _CLEAR_SHARE * min(shape):
        return False
    sides = shape[0] - edge.count, shape[1] - edge.count
    logs = np.log(np.maximum(strengths(counted, edge.noise, sides), 1.0))
    lowest = float(logs.min())
    wanted = _CLEAR + _CLEAR_OF_SPREAD * (float(np.median(logs)) - lowest)
    return lowest > wanted + _CLEAR_OF_FEW / len(logs)
