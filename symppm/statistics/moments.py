"""Mean, variance and correlations of the entries of one matrix, exact over all pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.door import opened
from symppm.data.forms import first
from symppm.data.matrix import Matrix, MatrixLike, SparseMatrix, read
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError
from symppm.one_thread import one_thread
from symppm.results.array_statistics import check_measured
from symppm.results.documents import KEPT
from symppm.results.result import Result
from symppm.statistics.jackknife import (
    STATISTICS,
    Deletions,
    Spread,
    check_level,
    deletions_of,
    two_way,
)
from symppm.statistics.profile import Profile, profile_of
from symppm.statistics.relations import relation_of
from symppm.statistics.sums import Margins, checked_margins, no_variance

_PAIRS: Final = (
    "no row with two observed entries",
    "no column with two observed entries",
    # Entries of which some share a row and some a column always include two that share neither.
    *["observed entries whose places do not tell row and column covariance apart"] * 2,
)
"""What is wrong, by the status of the unbiased estimators; beyond these, the variance."""

Place: TypeAlias = tuple[int, int] | tuple[str, str]
"""Of an entry: row and column from 0, or their ids."""


@dataclass(frozen=True)
class Statistics(Result):
    """What is measured on one matrix, to be matched by the prior predictive distribution.

    Attributes
    ----------
    mean, variance : float
        Of one entry.
    rho_row, rho_col, cov_row, cov_col : float
        Correlation of two entries that share the row (different columns), the paper's rho_1, or
        that share the column, rho_2; and their covariances.
    shape : (int, int)
        Rows and columns.
    observed : int
        Number of observed entries.
    minimum, maximum : float
        Extremes of the observed entries.
    integral : bool
        Whether every observed entry is a whole number.
    first_non_integral : (int, int) or (str, str) or None
        Row and column, from 0, of the first observed entry, row by row, that is not whole; of
        triples their ids, the first by the order of the ids.
    deletions : Deletions or None
        The same without each row and without each column, if measured with intervals.
    spreads : (Spread, Spread) or None
        As read from a document, which has no deletions: of the statistics, and on the scales on
        which their intervals are symmetric.
    stored : int or None
        Of sparse data, how many entries are stored; None for other data.
    """

    mean: float
    variance: float
    rho_row: float
    rho_col: float
    cov_row: float
    cov_col: float
    shape: tuple[int, int]
    observed: int
    minimum: float
    maximum: float
    integral: bool
    first_non_integral: Place | None
    deletions: Deletions | None = field(default=None, kw_only=True, repr=False, compare=False)
    spreads: tuple[Spread, Spread] | None = field(
        default=None, kw_only=True, repr=False, compare=False, metadata=KEPT
    )
    stored: int | None = field(default=None, kw_only=True, repr=False, compare=False, metadata=KEPT)

    document_kind: ClassVar[str] = "statistics"

    @property
    def estimates(self) -> dict[str, float]:
        """Mean, variance, covariances and correlations by name, in the order of ``Deletions``."""
        return {name: float(getattr(self, name)) for name in STATISTICS}

    @property
    def has_intervals(self) -> bool:
        """Whether they were measured with intervals, and no row or column is all they rest on."""
        deletions = self.deletions
        if deletions is None:
            return self.spreads is not None
        return bool(np.isfinite(deletions.rows).all() and np.isfinite(deletions.columns).all())

    @property
    def spread(self) -> Spread:
        """Covariance matrix of the statistics, in the order of ``Deletions``."""
        return self._spreads()[0]

    def interval(self, level: float = 0.95) -> dict[str, tuple[float, float]]:
        """Return intervals for mean, variance, covariances and correlations, by name.

        By the two-way jackknife: every row and every column is left out once. For the variance, and
        for the mean of data that are not negative, on the scale of logarithms.

        Parameters
        ----------
        level : float
            How often such intervals cover the moment of the distribution, between 0 and 1.

        Raises
        ------
        ParameterError
            If the statistics were measured without what this needs, or the level is none.
        DataError
            If some row or column is all that a statistic rests on.
        """
        check_level(level)
        return self._spreads()[1].intervals(self.estimates, level, logs=self._logs())

    def to_dict(self) -> dict[str, Any]:
        """Return a document of plain values, ready for JSON, that :meth:`from_dict` reads.

        In place of the statistics without each row and each column it has their covariance matrix.
        """
        if self.deletions is None or not self.has_intervals:
            return super().to_dict()
        return replace(self, deletions=None, spreads=self._spreads()).to_dict()

    def _check(self, place: str) -> None:
        check_measured(self, place)
        for spread in self.spreads or ():
            spread.check_size(len(STATISTICS), f"{place}.spreads")

    def _logs(self) -> tuple[str, ...]:
        return ("mean", "variance") if self.minimum >= 0 else ("variance",)

    def _spreads(self) -> tuple[Spread, Spread]:
        if self.spreads is not None:
            return self.spreads
        if self.deletions is None:
            raise ParameterError(
                "statistics without intervals",
                expected="statistics that were measured with intervals=True",
                do="Write ppm.statistics(data, intervals=True).",
            )
        tables = self.deletions.rows, self.deletions.columns
        for table, word in zip(tables, ("row", "column"), strict=True):
            undefined = np.flatnonzero(~np.isfinite(table).all(1))
            if len(undefined):
                raise DataError(
                    f"{word} {undefined[0] + 1}, without which statistics cannot be estimated",
                    expected="data whose statistics do not rest on one row or column",
                    do="Observe more entries, or leave it out of the data: what remains has no "
                    "pairs, or does not vary.",
                )
        logs = [name in self._logs() for name in STATISTICS]
        scaled = (np.where(logs, np.log(np.where(logs, table, 1.0)), table) for table in tables)
        return two_way(*tables), two_way(*scaled)


@one_thread()
def statistics(
    data: MatrixLike | Triples,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    intervals: bool = False,
    **reading: Any,
) -> Statistics:
    """Measure mean, variance and both correlations of a matrix, exactly over all pairs of entries.

    The estimators are unbiased for the moments of any distribution in which rows and columns are
    exchangeable and entries that share neither are independent: the paper's models. The variance of
    a complete matrix is the mean square less the mean product of two entries that share neither row
    nor column, ``cov_row`` the mean product of different entries that share a row less the same,
    ``cov_col`` likewise. Where entries are missing, what having estimated the mean from the same
    entries does to expectations is removed exactly (:mod:`symppm.laws.pairs`): the result is
    unbiased for any observed places that do not depend on the values, and adding a constant changes
    nothing but the mean. Unbiased estimates of a correlation near 1 can exceed 1.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M), or Triples
        Arrays of integers, floats or bools, masked or not, SciPy sparse of any format, data frames,
        Arrow tables, AnnData, xarray, Dask, torch, nested lists, a path or what :func:`symppm.read`
        gave; or a table that an engine sums where it is (:func:`symppm.triples`). A large
        memory-mapped file is read in blocks. The data are never changed.
    zeros : {"observed", "missing"}
        With ``"missing"`` the observed entries of dense data are those different from 0, those of
        sparse data the stored ones (a zero that is stored is observed).
    mask : array_like of bool, shape (N, M), optional
        For dense data: True where an entry is observed. Elsewhere the data may hold NaN.
    intervals : bool
        Whether to pass over the data once more, for ``.interval(level)``.
    **reading
        For a path, the options of :func:`symppm.read`; ``columns=`` for a data frame of triples,
        ``layer=`` for AnnData, ``engine=`` for what sums triples; ``blanks="missing"`` if NaN, or
        what a data frame lacks, is a missing entry.

    Returns
    -------
    Statistics
        In the units of the data (variance and covariances in their square).

    Raises
    ------
    DataError
        If the data are no matrix of finite real numbers with at least two rows and columns, do not
        vary, leave no pair to compare, or have an estimated variance that is not positive; or if
        ``zeros`` or ``mask`` is wrong.

    See Also
    --------
    symppm.algorithm1 : the paper's estimator, a random sample of the same pairs.

    Examples
    --------
    >>> import symppm as ppm
    >>> found = ppm.statistics([[1, 2, 3], [2, 5, 9], [0, 1, 1]])
    >>> round(found.mean, 4), round(found.variance, 4), round(found.rho_row, 4)
    (2.6667, 9.4444, 0.5176)
    """
    with opened(data, **reading) as values:
        if isinstance(values, Triples):
            relation = relation_of(values, zeros, mask)
            result = measured(relation.margins, relation.first_fraction)
            return replace(result, deletions=relation.deletions() if intervals else None)
        return examined(values, zeros, mask, intervals=intervals, profile=False).statistics


@dataclass(frozen=True)
class Examined:
    """A matrix as it was read, its sums, its statistics, and what diagnostics are made from."""

    matrix: Matrix
    margins: Margins
    statistics: Statistics
    profile: Profile | None


def examined(
    data: MatrixLike, zeros: str, mask: ArrayLike | None, *, intervals: bool, profile: bool
) -> Examined:
    """Measure a matrix as :func:`statistics` does, and maybe what diagnostics are made from."""
    return examined_matrix(read(data, zeros, mask), intervals=intervals, profile=profile)


@one_thread()
def examined_matrix(matrix: Matrix, *, intervals: bool, profile: bool) -> Examined:
    """Do as :func:`examined` for a matrix that has been read."""
    margins = checked_margins(matrix)
    result = statistics_of(matrix, margins, matrix, intervals=intervals)
    return Examined(matrix, margins, result, profile_of(matrix, margins) if profile else None)


def statistics_of(
    matrix: Matrix, margins: Margins, original: Matrix, *, intervals: bool
) -> Statistics:
    """Measure a matrix that has been summed, made of a given one whose extremes these sums have."""

    def first_fraction() -> Place | None:
        entry = first(original, lambda values: values != np.floor(values))
        return None if entry is None else entry[:2]

    return replace(
        measured(margins, first_fraction),
        stored=matrix.size if isinstance(matrix, SparseMatrix) else None,
        deletions=deletions_of(matrix, margins) if intervals else None,
    )


def measured(margins: Margins, find_fraction: Callable[[], Place | None]) -> Statistics:
    """Return statistics from sums; a value that is not whole is looked for if there is one."""
    unbiased = load_generated("estimators").unbiased
    if margins.integral:
        # Sums about a whole number are exact: so results do not depend on which it was.
        margins = margins.about(float(np.rint(margins.mean)))
    *estimates, status = unbiased(*margins.powers())
    if status > len(_PAIRS):
        raise no_variance("matrix; here different rows and columns")
    if status != OK:
        raise DataError(
            _PAIRS[status - 1],
            expected="pairs that share a row, pairs that share a column and pairs that share none",
            do="Observe more entries, or write zeros='observed' if what is absent is zero; a mask "
            "is True where an entry is observed.",
        )
    values = dict(zip(STATISTICS, estimates, strict=True))
    values["mean"] += margins.center + margins.origin
    return Statistics(
        **values,
        shape=margins.shape,
        observed=margins.observed,
        minimum=margins.minimum,
        maximum=margins.maximum,
        integral=margins.integral,
        first_non_integral=None if margins.integral else find_fraction(),
    )
