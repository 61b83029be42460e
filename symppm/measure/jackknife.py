"""Standard errors of what is measured on a matrix, by leaving out one row or one column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symppm.errors import ParameterError

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Spread:
    """How far estimates would lie from one another on other rows and columns.

    Attributes
    ----------
    covariance : ndarray, shape (p, p)
        Of the estimates.
    freedom : ndarray, shape (p,)
        Degrees of freedom of each variance, by Satterthwaite's rule.
    """

    covariance: Table
    freedom: Table

    @property
    def errors(self) -> Table:
        """Standard errors."""
        return np.sqrt(np.diag(self.covariance))

    def reach(self, level: float) -> Table:
        """Return how far the ends of an interval lie from the estimates.

        Parameters
        ----------
        level : float
            Between 0 and 1, how often intervals are to cover what is estimated.
        """
        # A tenth of a second to load, which measuring itself need not wait for.
        from scipy.special import stdtrit  # noqa: PLC0415

        return np.asarray(stdtrit(self.freedom, (1 + level) / 2) * self.errors)


def check_level(level: float) -> None:
    """Refuse what is no level of an interval.

    Parameters
    ----------
    level : float
        As given.

    Raises
    ------
    ParameterError
        If it does not lie between 0 and 1.
    """
    if isinstance(level, bool) or not (isinstance(level, (int, float)) and 0 < level < 1):
        raise ParameterError(
            f"the level {level!r}",
            expected="a number between 0 and 1",
            do="Write interval(0.95) for intervals that cover in 95 of 100 cases.",
        )


def around(estimate: float, reach: float, *, log: bool) -> tuple[float, float]:
    """Return the ends of an interval.

    Parameters
    ----------
    estimate : float
        In its middle.
    reach : float
        How far the ends lie from it.
    log : bool
        Whether that is on the scale of logarithms.
    """
    if log:
        with np.errstate(over="ignore"):
            return estimate * float(np.exp(-reach)), estimate * float(np.exp(reach))
    return estimate - reach, estimate + reach


def two_way(rows: Table, columns: Table) -> Spread:
    """Return the spread of estimates from what they are without each row, and each column.

    Parameters
    ----------
    rows : ndarray, shape (N, p)
        Estimates without each row, all finite.
    columns : ndarray, shape (M, p)
        Estimates without each column, all finite.

    Notes
    -----
    Rows and columns are both random. The jackknife over rows has what varies with rows, and the
    noise of single entries; that over columns what varies with columns, and that noise again; their
    sum is on the safe side by the latter (as the pigeonhole bootstrap of Owen, Annals of Applied
    Statistics 1, 2007, is).
    """
    # In units of the largest deviation: squares may leave double precision.
    away = [each - each.mean(0) for each in (rows, columns)]
    units = np.array([np.abs(each).max(0) for each in away]).max(0)
    units = np.where(units > 0, units, 1.0)
    parts = [_one_way(each / units) for each in away]
    with np.errstate(over="ignore"):
        total = (parts[0] + parts[1]) * units[:, None] * units
    variances = np.array([np.diag(part) for part in parts])
    sizes = np.array([[len(rows) - 1], [len(columns) - 1]])
    with np.errstate(invalid="ignore"):
        shares = variances / variances.max(0)
        freedom = shares.sum(0) ** 2 / (shares**2 / sizes).sum(0)
    return Spread(total, np.where(np.isfinite(freedom), freedom, float(sizes.min())))


def _one_way(away: Table) -> Table:
    count = len(away)
    return np.asarray(away.T @ away * ((count - 1) / count))
