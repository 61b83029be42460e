"""What the printed solution for K converges to where the data do not follow its model.

With many rows and columns and ``parts`` the mean E and the shares of the variance of a rate that
are due to rows R, columns C and both B, the printed solution is ``K = B E^2 / (R C)`` with
``B = V - E - R - C``. Each function below inserts the moments of data of another kind. Derived here
by hand, from the law of total variance; tests/paper/test_mismatch.py finds the same by enumeration.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from lab.settings import Prior
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Parts:
    """The mean of a rate, and what its variance consists of.

    Attributes
    ----------
    mean : float
        E.
    rows : float
        R, the covariance of two rates in one row.
    columns : float
        C, the covariance of two rates in one column.
    both : float
        B, the rest of the variance.
    """

    mean: float
    rows: float
    columns: float
    both: float

    @property
    def square(self) -> float:
        """The mean square of a rate."""
        return self.mean**2 + self.rows + self.columns + self.both

    @property
    def variance(self) -> float:
        """The variance of a Poisson count with such a rate."""
        return self.mean + self.rows + self.columns + self.both


def parts(priors: tuple[Prior, Prior], k: int) -> Parts:
    """Return the parts of a sum over k factors.

    Parameters
    ----------
    priors : (Prior, Prior)
        Of theta and of beta.
    k : int
        Number of factors.
    """
    theta, beta = priors
    return Parts(
        k * theta.mean * beta.mean,
        k * beta.mean**2 * theta.variance,
        k * theta.mean**2 * beta.variance,
        k * theta.variance * beta.variance,
    )


def with_zeros(of: Parts, kept: float) -> float:
    """Return K-hat/K where each entry is zeroed unless it is kept.

    Zeroing multiplies mean and covariances by p and p^2, and the mean square by p; what it adds to
    the variance, ``p (1 - p)`` times ``R + C + E^2``, is taken for factors.

    Parameters
    ----------
    of : Parts
        Of the rates.
    kept : float
        The probability p.
    """
    extra = (1 - kept) * (of.rows + of.columns + of.mean**2)
    return (of.both + extra) / (kept * of.both)


def overdispersed(of: Parts, size: float) -> float:
    """Return K-hat/K where counts are Negative Binomial.

    Parameters
    ----------
    of : Parts
        Of the rates.
    size : float
        r, the variance of a count given its rate x being ``x + x^2/r``.
    """
    return 1 + of.square / (size * of.both)


def unequal_columns(of: Parts, factors: ArrayLike) -> float:
    """Return K-hat/K where the rates of each column are multiplied by a number.

    With v the variance of these numbers over their mean square, the correlation in columns gains
    ``v E^2`` and what is left of the variance gains ``v R``. So K-hat is ``K (t + v) / (t + K v)``,
    t being the squared coefficient of variation of beta: below K for any K > 1 and v > 0, ever
    farther as v grows.

    Parameters
    ----------
    of : Parts
        Of the rates before.
    factors : array_like
        The numbers.
    """
    gamma = np.asarray(factors, dtype=float)
    share = float(gamma.var() / np.mean(gamma**2))
    found = of.mean**2 * (of.both + share * of.rows)
    found /= of.rows * (of.columns + share * of.mean**2)
    return found * of.both**-1 * (of.rows * of.columns / of.mean**2)
