"""Standard errors of what is measured on a matrix, by leaving out one row or one column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import ParameterError
from symppm.results.documents import Numbers, require

Table = NDArray[np.float64]

_LEAST_FREEDOM: Final = 0.5


@dataclass(frozen=True)
class Spread:
    """How far estimates would lie from one another on other rows and columns.

    Their covariance matrix, shape (p, p), and the degrees of freedom of each variance, shape (p,),
    by Satterthwaite's rule.
    """

    covariance: Annotated[Table, Numbers(np.inf, axes=2)]
    freedom: Annotated[Table, Numbers(axes=1)]

    def check_size(self, count: int, place: str) -> None:
        """Refuse, in a document, what is no spread of so many numbers."""
        sizes = self.covariance.shape == (count, count) and self.freedom.shape == (count,)
        # Satterthwaite's rule gives at least those of one row or column less than there are.
        holds = sizes and (np.diag(self.covariance) >= 0).all()
        holds = holds and (self.freedom >= _LEAST_FREEDOM).all()
        what = f"of {count} numbers: variances that are not negative, and degrees of freedom"
        require(holds, place, {}, what)

    @property
    def errors(self) -> Table:
        """Standard errors."""
        return np.sqrt(np.diag(self.covariance))

    def reach(self, level: float) -> Table:
        """Return how far the ends of intervals that cover with a probability lie from estimates."""
        # A tenth of a second to load, which measuring itself need not wait for.
        from scipy.special import stdtrit  # noqa: PLC0415

        return np.asarray(stdtrit(self.freedom, (1 + level) / 2) * self.errors)


def two_way(rows: Table, columns: Table) -> Spread:
    """Return the spread of estimates from what they are without each row, and each column.

    Rows and columns are both random. The jackknife over either has what varies with it and the
    noise of single entries, and so their sum is on the safe side by the latter, as the pigeonhole
    bootstrap of Owen (Annals of Applied Statistics 1, 2007) is.
    """
    # In units of the largest deviation: squares may leave double precision.
    away = [table - table.mean(0) for table in (rows, columns)]
    units = np.array([np.abs(table).max(0) for table in away]).max(0)
    units = np.where(units > 0, units, 1.0)
    scaled = [table / units for table in away]
    parts = [table.T @ table * ((len(table) - 1) / len(table)) for table in scaled]
    with np.errstate(over="ignore"):
        total = (parts[0] + parts[1]) * units[:, None] * units
    variances = np.array([np.diag(part) for part in parts])
    sizes = np.array([[len(rows) - 1], [len(columns) - 1]])
    with np.errstate(invalid="ignore"):
        shares = variances / variances.max(0)
        freedom = shares.sum(0) ** 2 / (shares**2 / sizes).sum(0)
    return Spread(total, np.where(np.isfinite(freedom), freedom, float(sizes.min())))


def around(estimate: float, reach: float, *, log: bool) -> tuple[float, float]:
    """Return the ends of an interval, which on the scale of logarithms or not reaches so far."""
    if log:
        with np.errstate(over="ignore"):
            return estimate * float(np.exp(-reach)), estimate * float(np.exp(reach))
    return estimate - reach, estimate + reach


def check_level(level: float) -> None:
    """Refuse what is no level of an interval."""
    if isinstance(level, bool) or not (isinstance(level, (int, float)) and 0 < level < 1):
        raise ParameterError(
            f"the level {level!r}",
            expected="a number between 0 and 1",
            do="Write interval(0.95) for intervals that cover in 95 of 100 cases.",
        )
