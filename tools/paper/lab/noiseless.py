"""K from matrices of rates too large to be drawn, by way of sums over their factors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from lab.settings import Floats, Prior

BLOCK: Final = 100_000
"""Rows that are held at a time."""


@dataclass(frozen=True)
class Sums:
    """What the statistics of theta beta' need of one of the two.

    Attributes
    ----------
    count : int
        Rows.
    total : ndarray, shape (K,)
        Sum of the rows.
    products : ndarray, shape (K, K)
        Sum of the products of two of their entries.
    """

    count: int
    total: Floats
    products: Floats


def sums(factors: Floats) -> Sums:
    """Return the sums of a matrix of factors.

    Parameters
    ----------
    factors : ndarray, shape (N, K)
        One row for every row, or column, of the data.
    """
    return Sums(len(factors), factors.sum(0), factors.T @ factors)


def drawn_sums(prior: Prior, count: int, k: int, rng: np.random.Generator) -> Sums:
    """Return the sums of factors drawn from a prior, which are never all held.

    Parameters
    ----------
    prior : Prior
        Of every entry.
    count : int
        Rows.
    k : int
        Number of factors.
    rng : numpy.random.Generator
        Source of randomness.
    """
    total, products = np.zeros(k), np.zeros((k, k))
    for start in range(0, count, BLOCK):
        part = sums(prior.draw((min(BLOCK, count - start), k), rng))
        total, products = total + part.total, products + part.products
    return Sums(count, total, products)


def moments(theta: Sums, beta: Sums) -> tuple[float, float, float, float]:
    """Return mean, variance and both covariances of the matrix of rates theta beta'.

    The estimators of :func:`symppm.statistics`: averages over all pairs of different entries that
    share the row, the column, or neither. Sums over entries of the matrix are products of sums
    over its factors, so that it takes N + M steps, not N M.

    Parameters
    ----------
    theta, beta : Sums
        Of rows and of columns.
    """
    n, m = theta.count, beta.count
    everything = float(theta.total @ beta.total)
    squares = float((theta.products * beta.products).sum())
    rows = float(beta.total @ theta.products @ beta.total)
    columns = float(theta.total @ beta.products @ theta.total)
    far = (everything**2 - rows - columns + squares) / (n * m * (n - 1) * (m - 1))
    return (
        everything / (n * m),
        squares / (n * m) - far,
        (rows - squares) / (n * m * (m - 1)) - far,
        (columns - squares) / (n * m * (n - 1)) - far,
    )


def factors(theta: Sums, beta: Sums) -> float:
    """Return K-hat of a matrix of rates, as from data without any noise.

    Parameters
    ----------
    theta, beta : Sums
        Of rows and of columns.
    """
    mean, variance, row, column = moments(theta, beta)
    return (variance - row - column) * mean**2 / (row * column)
