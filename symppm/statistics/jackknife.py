"""The two-way jackknife: estimates without each row and each column, and what spread they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import numpy as np

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.matrix import Matrix
from symppm.errors import ParameterError
from symppm.results.documents import Numbers, require
from symppm.statistics import Table, Vector
from symppm.statistics.passes import blocks_of, matrix_lines, swept, swept_ones
from symppm.statistics.sums import Margins, transposed

STATISTICS: Final = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")
_TRANSPOSED: Final = [0, 1, 3, 2, 5, 4]

Vectors = Sequence[Vector]
Products = Callable[[Vectors, Vectors, Vectors, Vectors], tuple[Table, Table]]
"""Of vectors v of columns and u of rows, then others w and x: with z an entry about the center and
o one where it is observed, sums over each row of z v, z^2 (if there are any v) and o w; over each
column of z u, z^2 and o x."""


@dataclass(frozen=True)
class Deletions:
    """STATISTICS without each row, shape (N, 6), and without each column, shape (M, 6).

    NaN where what is left has no such estimate.
    """

    rows: Table
    columns: Table


def deletions_of(matrix: Matrix, margins: Margins) -> Deletions:
    """Estimate everything anew without each row and each column, in one more pass, or two."""
    blocks, fill = blocks_of(matrix), margins.center != 0 or not margins.complete

    def products(v: Vectors, u: Vectors, w: Vectors, x: Vectors) -> tuple[Table, Table]:
        if blocks.by_columns:
            v, u, w, x = u, v, x, w
        sums = len(v) + bool(v)
        along, across = (np.zeros((sums + len(w), vectors[0].size)) for vectors in (x, w))
        for at, lines in matrix_lines(blocks, margins.origin, fill=fill):
            if v:
                values = swept(lines, margins.center, v, [vector[at] for vector in u])
                along[:sums, at] = values.along
                across[:sums] += values.across
            ones = swept_ones(lines, w, [vector[at] for vector in x])
            along[sums:, at] = ones[0]
            across[sums:] += ones[1]
        return (across, along) if blocks.by_columns else (along, across)

    return leave_out(margins, products)


def leave_out(margins: Margins, products: Products) -> Deletions:
    """Return the estimates without each row and each column, of anything that sums products.

    What a row adds is a function of its own sums, and of the sums and counts of columns it meets.
    """
    r, c = margins.row_sums, margins.column_sums
    n, m = margins.row_counts.astype(np.float64), margins.column_counts.astype(np.float64)
    ones = [c, m, m * m], [r, n, n * n]
    if not margins.complete:
        rows, columns = products([c, m], [r, n], *ones)
        (row_far,), (column_far,) = products([], [], [columns[4]], [rows[4]])
    else:
        rows, columns = products([c], [r], *ones)
        rows, columns = np.insert(rows, 1, r * n.size, 0), np.insert(columns, 1, c * m.size, 0)
        row_far, column_far = (
            np.full(size, float(margins.observed) * length)
            for size, length in ((n.size, m.size), (m.size, n.size))
        )
    without_columns = _without(transposed(margins), columns, column_far)
    return Deletions(_without(margins, rows, row_far), without_columns[:, _TRANSPOSED])


def _without(margins: Margins, table: Table, far: Vector) -> Table:
    """Return the estimates without each row; ``far`` sums the counts of its columns' rows."""
    n, total = margins.row_counts.astype(np.float64), margins.row_sums
    with_sums, with_counts, squares, sums, counts, squared_counts = table
    powers = np.array(margins.powers())[:, None] - np.stack([
        n, n * n, 2 * counts - n,
        total, n * total, sums + with_counts - total,
        total * total, 2 * with_sums - squares, squares,
        n * n * n, n * counts + far - n * n, 3 * squared_counts - 3 * counts + n,
    ])  # fmt: skip
    estimates, status = np.empty((far.size, len(STATISTICS))), np.empty(far.size, np.int64)
    load_generated("estimators").unbiased.batch(powers, estimates.T, status)
    estimates[:, 0] = margins.origin + (margins.center + estimates[:, 0])
    estimates[status != OK] = np.nan
    return estimates


_LEAST_FREEDOM: Final = 0.5


@dataclass(frozen=True)
class Spread:
    """The covariance matrix of p estimates, and Satterthwaite's degrees of freedom of variances."""

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

    def intervals(
        self, estimates: Mapping[str, float], level: float, *, units: Any = 1.0, logs: Any = ()
    ) -> dict[str, tuple[float, float]]:
        """Return intervals by name, in units, of those in ``logs`` on the scale of logarithms."""
        with np.errstate(over="ignore"):
            reaches = (self.reach(level) * units).tolist()
            factors = np.exp(reaches).tolist()
        return {
            name: (value / factor, value * factor) if name in logs
            else (value - reach, value + reach)
            for (name, value), reach, factor in zip(
                estimates.items(), reaches, factors, strict=True
            )
        }  # fmt: skip


def two_way(rows: Table, columns: Table) -> Spread:
    """Return the spread of estimates from what they are without each row, and each column.

    Rows and columns are both random. The jackknife over either has what varies with it and the
    noise of single entries, and so their sum is on the safe side by the latter, as the pigeonhole
    bootstrap of Owen (Annals of Applied Statistics 1, 2007) is.
    """
    # In units of the largest deviation: squares may leave double precision.
    deviations = [table - table.mean(0) for table in (rows, columns)]
    units = np.array([np.abs(table).max(0) for table in deviations]).max(0)
    units = np.where(units > 0, units, 1.0)
    scaled = [table / units for table in deviations]
    covariances = [table.T @ table * ((len(table) - 1) / len(table)) for table in scaled]
    with np.errstate(over="ignore"):
        total = (covariances[0] + covariances[1]) * units[:, None] * units
    variances = np.array([np.diag(covariance) for covariance in covariances])
    sizes = np.array([[len(rows) - 1], [len(columns) - 1]])
    with np.errstate(invalid="ignore"):
        shares = variances / variances.max(0)
        freedom = shares.sum(0) ** 2 / (shares**2 / sizes).sum(0)
    return Spread(total, np.where(np.isfinite(freedom), freedom, float(sizes.min())))


def check_level(level: float) -> None:
    """Refuse what is no level of an interval."""
    if isinstance(level, bool) or not (isinstance(level, (int, float)) and 0 < level < 1):
        raise ParameterError(
            f"the level {level!r}",
            expected="a number between 0 and 1",
            do="Write interval(0.95) for intervals that cover in 95 of 100 cases.",
        )
