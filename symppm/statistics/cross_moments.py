"""Moments of different entries of one matrix, which the entries' own noise is not in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Final

import numpy as np
from numpy.typing import ArrayLike

from symppm.data.door import opened
from symppm.data.matrix import Matrix, MatrixLike
from symppm.data.triples import Triples
from symppm.errors import DataError, NotBuiltError
from symppm.one_thread import one_thread
from symppm.results.documents import KEPT, LEFT_OUT, NotNegative, Numbers, require
from symppm.results.frozen import freeze
from symppm.results.result import Result
from symppm.statistics import Table, Vector
from symppm.statistics.cycle import LEAST_SIDE, affordable, cycle_of
from symppm.statistics.exposures import ExposedStatistics
from symppm.statistics.jackknife import STATISTICS, Spread, check_level, deletions_of, two_way
from symppm.statistics.lowrank import LowRank, check_spread, matrix_about, ones_where
from symppm.statistics.moments import Statistics, examined
from symppm.statistics.parts import part_of
from symppm.statistics.sums import Margins, finite_margins

TRIPLES: Final = (
    "ij_ij_ij", "ij_ij_il", "ij_il_in", "ij_ij_tj", "ij_ij_tl", "ij_il_tj", "ij_il_tn", "ij_tj_sj",
    "ij_tj_sl", "ij_tl_sn",
)  # fmt: skip
"""What three entries share at least."""
PATHS: Final = ("ij_ij_ij", "ij_ij_il", "ij_ij_tj", "ij_il_in", "ij_tj_sj", "ij_il_tj")
THIRD_ORDER: Final = tuple(f"cumulant_{path}" for path in PATHS)
TRANSPOSED: Final = (0, 2, 1, 4, 3, 5)
"""Of THIRD_ORDER, with rows and columns exchanged."""
EXACTLY: Final = np.array([
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [-1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    [2, -3, 1, 0, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    [1, -1, 0, -1, 1, 0, 0, 0, 0, 0], [1, -1, 0, -1, 0, 1, 0, 0, 0, 0],
    [-2, 3, -1, 2, -1, -2, 1, 0, 0, 0], [2, 0, 0, -3, 0, 0, 0, 1, 0, 0],
    [-2, 2, 0, 3, -1, -2, 0, -1, 1, 0], [4, -6, 2, -6, 3, 6, -3, 2, -3, 1],
])  # fmt: skip
"""From sums over triples that share at least each of TRIPLES to those that share exactly it."""
CUMULANTS: Final = np.array([
    [1, 0, 0, 0, -3, 0, 0, 0, 0, 2], [0, 1, 0, 0, -1, 0, -2, 0, 0, 2],
    [0, 0, 0, 1, -1, 0, 0, 0, -2, 2], [0, 0, 1, 0, 0, 0, -3, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 0, 1, -3, 2], [0, 0, 0, 0, 0, 1, -1, 0, -1, 1],
])  # fmt: skip
"""From mean products over TRIPLES to THIRD_ORDER."""
_SMALLEST_SHARE: Final = 1e-12
MOMENT_NAMES: Final = (*STATISTICS, "cycle", *THIRD_ORDER)


@dataclass(frozen=True)
class CrossMoments(Result):
    """Moments of one matrix, cross-moments up to the cycle among them.

    Attributes
    ----------
    statistics : Statistics
        Mean, variance, covariances and correlations.
    values : mapping of str to float
        Every statistic by name, in the order of MOMENT_NAMES.
    rows, columns : ndarray of float64, shapes (N, p) and (M, p), or None
        All of them without each row and without each column; NaN where what is left has none.
    largest_share, largest_place : float, (int or None, int or None)
        By what share the cycle changes without the row or column that counts most for it, and its
        row or column from 0.
    spread_in_units : (Spread, ndarray), optional
        As read from a document, which has no ``rows``: their spread in units, and these units.
    """

    statistics: Statistics | ExposedStatistics
    values: Mapping[str, float]
    rows: Table | None = field(metadata=LEFT_OUT, repr=False)
    columns: Table | None = field(metadata=LEFT_OUT, repr=False)
    largest_share: NotNegative
    largest_place: tuple[int | None, int | None]
    spread_in_units: tuple[Spread, Annotated[Vector, Numbers(axes=1)]] | None = field(
        default=None, repr=False, compare=False, metadata=KEPT
    )

    document_kind: ClassVar[str] = "cross_moments"

    def __post_init__(self) -> None:
        freeze(self, "values")

    @property
    def spread(self) -> Spread | None:
        """Their covariance matrix, in the order of MOMENT_NAMES; None if none is resolved.

        Infinite in the row and the column of a statistic that rests on single rows or columns.
        """
        in_units = self._in_units()
        if in_units is None:
            return None
        spread, units = in_units
        with np.errstate(over="ignore"):
            covariance = spread.covariance * units[:, None] * units
        return Spread(covariance, spread.freedom)

    def _in_units(self) -> tuple[Spread, Vector] | None:
        """Return the spread in units of the largest values, and these."""
        # Eighth powers of the data, as the variance of the cycle has them, may be none.
        if self.spread_in_units is not None or self.rows is None or self.columns is None:
            return self.spread_in_units
        finite = np.isfinite(self.rows).all(0) & np.isfinite(self.columns).all(0)
        if not finite.any():
            return None
        largest = np.abs(np.concatenate([self.rows, self.columns])).max(0)
        units = np.where(finite & (largest > 0), largest, 1.0)
        spread = two_way(*((table / units)[:, finite] for table in (self.rows, self.columns)))
        covariance = np.full((len(MOMENT_NAMES), len(MOMENT_NAMES)), np.inf)
        covariance[np.ix_(finite, finite)] = spread.covariance
        freedom = np.full(len(MOMENT_NAMES), float(min(len(self.rows), len(self.columns)) - 1))
        freedom[finite] = spread.freedom
        return Spread(covariance, freedom), units

    def interval(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Return two-way jackknife intervals of every statistic, by name.

        Parameters
        ----------
        level : float
            Between 0 and 1.

        Returns
        -------
        dict of str to (float, float)
            Both ends infinite where a statistic does not exist without some row or column.
        """
        check_level(level)
        in_units = self._in_units()
        if in_units is None:
            return dict.fromkeys(self.values, (-np.inf, np.inf))
        return in_units[0].intervals(self.values, level, units=in_units[1])

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        In place of the statistics without each row and each column it has their covariance matrix.
        """
        if self.rows is None or self.columns is None:
            return super().to_dict()
        return replace(self, rows=None, columns=None, spread_in_units=self._in_units()).to_dict()

    def _check(self, place: str) -> None:
        require(tuple(self.values) == MOMENT_NAMES, f"{place}.values", {}, "each of its statistics")
        if self.spread_in_units is not None:
            spread, units = self.spread_in_units
            spread.check_size(len(MOMENT_NAMES), f"{place}.spread_in_units")
            valid = units.shape == (len(MOMENT_NAMES),) and (units > 0).all()
            require(valid, f"{place}.spread_in_units", {}, "positive units")


def cross_moments(
    data: MatrixLike,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    intervals: bool = True,
    **reading: Any,
) -> CrossMoments:
    """Measure cumulants of entries at different places, which the entries' own noise is not in.

    Where the mean of an entry given the latents is what the model says, and entries are independent
    given the latents, cumulants of different entries do not depend on how single entries vary about
    their means. Besides mean, variance, covariances and correlations there are

    * ``cycle``, the mean product of Z over the four crossings of two rows and two columns, Z being
      the entries less what rows and columns add to them. For a bilinear model it is
      ``K sigma_theta^4 sigma_beta^4``;
    * six third cumulants, such as ``cumulant_ij_il_tj`` of an entry, one of its row and one of its
      column.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        At least four rows and four columns; else as for :func:`symppm.statistics`.
    zeros, mask, **reading
        As for :func:`symppm.statistics`.
    intervals : bool
        Whether to estimate everything without each row and each column too, for
        ``.interval(level)``, and to look for a row or column on which the cycle rests.

    Returns
    -------
    CrossMoments
        In the units of the data, to the power of the number of entries.

    Raises
    ------
    DataError
        As :func:`symppm.statistics`; if there are fewer than four rows or columns, the observed
        entries form no rectangles among rows and columns with four of them or more, or a dense
        matrix has more than 2^28 entries.
    NotBuiltError
        For triples in a table that an engine sums.

    Notes
    -----
    On complete data all are unbiased (:mod:`symppm.laws.coincidences`). With missing entries third
    cumulants are combined from ratios of sums over the observed triples; the cycle is nearly
    unbiased where rows and columns hold many entries (:mod:`symppm.statistics.cycle`). It costs
    matrix products of the shorter side, or a few operations for every pair of entries that share a
    column: 1,000 x 1,000 with nine of ten entries observed take one second.

    Examples
    --------
    >>> import symppm as ppm
    >>> measured = ppm.cross_moments(ppm.data.load("mutational_signatures").values)
    >>> low, high = measured.interval()["cycle"]
    >>> low < measured.values["cycle"] < high
    True
    """
    with opened(data, **reading) as values:
        if isinstance(values, Triples):
            raise NotBuiltError(
                "cumulants of different entries of triples that an engine sums",
                expected="a matrix in memory, or in blocks",
                do="Load it: --engine memory (engine='memory') for a file.",
            )
        data_read = examined(values, zeros, mask, intervals=intervals, profile=False)
        return cross_moments_of(
            data_read.matrix, data_read.margins, data_read.statistics, intervals=intervals
        )


@one_thread()
def cross_moments_of(
    matrix: Matrix,
    margins: Margins,
    statistics: Statistics,
    *,
    intervals: bool = True,
    sample_seed: int | None = None,
) -> CrossMoments:
    """Do as :func:`cross_moments` for a matrix that has been read, summed and measured.

    With a seed, what would take long is that of rows and columns drawn at random, all with the same
    chance: the others then change nothing.
    """
    for length, word in zip(matrix.shape, ("rows", "columns"), strict=True):
        if length < LEAST_SIDE:
            raise DataError(
                f"a matrix with {length} {word}, shape {matrix.shape}",
                expected=f"at least {LEAST_SIDE} rows and {LEAST_SIDE} columns",
                do="The estimate of the cycle takes four of each to be free of bias: use "
                "more data, or estimator='moments'.",
            )
    sample, sums, lines = matrix, margins, [np.arange(length) for length in matrix.shape]
    if sample_seed is not None and (share := affordable(matrix, margins)) < 1:
        rng = np.random.default_rng(sample_seed)
        lines = [np.flatnonzero(rng.random(length) < share) for length in matrix.shape]
        sample = part_of(matrix, *lines)
        sums = finite_margins(sample)
    # First, since it refuses masks without rectangles: where it exists, all third cumulants do.
    cycle = cycle_of(sample, sums)
    third, *third_without = third_order(sample, sums)
    beyond = np.array([cycle.value, *third])
    values = {
        **statistics.estimates,
        **dict(zip(MOMENT_NAMES[len(STATISTICS) :], beyond.tolist(), strict=True)),
    }
    if not intervals:
        return CrossMoments(statistics, values, None, None, 0.0, (None, None))
    second, tables = statistics.deletions or deletions_of(matrix, margins), []
    for estimates, places, *anew in zip(
        (second.rows, second.columns),
        lines,
        (cycle.rows, cycle.columns),
        third_without,
        strict=True,
    ):
        table = np.column_stack([estimates, np.tile(beyond, (len(estimates), 1))])
        table[places, len(STATISTICS) :] = np.column_stack(anew)
        tables.append(table)
    largest, place = cycle.largest
    row, column = (None if i is None else int(x[i]) for i, x in zip(place, lines, strict=True))
    return CrossMoments(statistics, values, tables[0], tables[1], largest, (row, column))


# ---- cumulants of three entries ------------------------------------------------------------------


def third_order(matrix: Matrix, margins: Margins) -> tuple[Vector, Table, Table]:
    """Estimate the six of THIRD_ORDER, shape (6,), and without each row, and each column.

    Unbiased for observed places that do not depend on the values, about a constant: where entries
    are missing, the mean. NaN where no such entries are observed. O(observed entries).
    """
    check_spread(margins)
    values = matrix_about(matrix, margins, None if margins.complete else margins.mean)
    ones = ones_where(values, complete=margins.complete)
    rows, columns = (
        cumulants(_line_sums(z), _line_sums(o)) for z, o in ((values, ones), (values.T, ones.T))
    )
    return rows[0], rows[1:], columns[1:, TRANSPOSED]


def cumulants(sums: Table, counts: Table) -> Table:
    """Return the six from sums over TRIPLES of products, and of ones, shapes (10, k) to (k, 6)."""
    tuples = EXACTLY @ counts
    valid = (tuples > 0.5) & (tuples > _SMALLEST_SHARE * counts)
    means = np.where(valid, EXACTLY @ sums / np.where(valid, tuples, 1.0), np.nan)
    # What is not observed spoils the cumulants that it is part of, and no others.
    return np.stack([
        sum(float(factor) * mean for factor, mean in zip(factors, means, strict=True) if factor)
        for factors in CUMULANTS
    ], axis=-1)  # fmt: skip


def _line_sums(values: LowRank) -> Table:
    """Return the sums over TRIPLES, whole and without each row, shape (10, N + 1)."""
    (r, q, d), (c, qc, _) = values.power_sums(3)
    rc, rcc, rqc = (values @ np.stack([c, c * c, qc], axis=1)).T
    qr, far = values.power(2) @ c, values @ values.back(r)
    totals = without(r)
    return np.stack([
        without(d),
        without(q * r),
        without(r**3),
        without(qr + rqc - d, qc @ c),
        without(q) * totals,
        without(r * rc + far - r * q, r @ rc),
        without(r * r) * totals,
        without(3 * rcc - 3 * qr + d, (c**3).sum()),
        without(2 * rc - q, c @ c) * totals,
        totals**3,
    ])  # fmt: skip


def without(of_rows: Vector, total: float | None = None) -> Vector:
    """Return a sum over everything, by default of all rows, and without what each row adds."""
    return (of_rows.sum() if total is None else total) - np.concatenate([[0.0], of_rows])
