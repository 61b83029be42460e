"""Cumulants of distinct entries of one matrix: mean, covariances, the cycle, third order."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError, NotBuiltError
from symppm.measure.arrays import Matrix, MatrixLike
from symppm.measure.distinct.complete import LARGEST_SHORT_SIDE, cycle_complete
from symppm.measure.distinct.gaps import cycle_with_gaps
from symppm.measure.distinct.randomised import cycle_randomised
from symppm.measure.distinct.third import third_order
from symppm.measure.distinct.types import DISTINCT, THIRD_ORDER, Cycle, DistinctStatistics
from symppm.measure.tables.lazy import Triples
from symppm.measure.values import check_integer
from symppm.statistics.leaving_out import STATISTICS, deletions_of
from symppm.statistics.moments import Statistics, examined
from symppm.statistics.sums import Margins

Table = NDArray[np.float64]

LEAST_SIDE: Final = 4
"""Rows, and columns, that the unbiased estimate of the cycle takes."""
DEFAULT_PROBES: Final = 64
_MOST_PROBES: Final = 100_000


def distinct_statistics(
    data: MatrixLike,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    intervals: bool = True,
    probes: int | None = None,
    random_seed: int = 0,
    progress: bool = False,
) -> DistinctStatistics:
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
        As for :func:`symppm.statistics`; at least four rows and four columns.
    zeros : {"observed", "missing"}
        As for :func:`symppm.statistics`.
    mask : array_like of bool, shape (N, M), optional
        As for :func:`symppm.statistics`.
    intervals : bool
        Whether to estimate everything without each row and each column too, for
        ``.interval(level)``, and to look for an entry, row or column on which the cycle rests.
    probes : int, optional
        Estimate the cycle from so many random vectors, with a standard error of its own. By default
        it is computed exactly up to a shorter side of 8,000.
    random_seed : int
        Of the probes.
    progress : bool
        Whether to report the probes on standard error.

    Returns
    -------
    DistinctStatistics
        In the units of the data, to the power of the number of entries.

    Raises
    ------
    DataError
        As :func:`symppm.statistics`; if there are fewer than four rows or columns, or the observed
        entries form no rectangles among rows and columns with four of them or more.
    NotBuiltError
        For triples in a table that an engine sums.
    ParameterError
        If ``probes`` or ``random_seed`` is no integer in its range.

    Notes
    -----
    On complete data the cycle and the third cumulants are unbiased from four rows and four columns
    on (:mod:`symppm.laws.coincidences`). With gaps, third cumulants are combined from ratios of
    sums over the observed triples; the cycle is nearly unbiased where rows and columns hold many
    entries (:mod:`symppm.measure.distinct.gaps`).

    The cycle of a complete matrix costs matrix products of its shorter side; with gaps, a loop over
    all pairs of entries that share a column: 1,000 x 1,000 with nine of ten entries observed take
    4.5 s of processor time. Matrix products are computed by BLAS, whose last digits may depend on
    the number of its threads.
    """
    if probes is not None:
        check_integer("probes", probes, 2, _MOST_PROBES)
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    if isinstance(data, Triples):
        raise NotBuiltError(
            "cumulants of distinct entries of triples that an engine sums",
            expected="a matrix in memory, or in blocks",
            do="Load it: --engine memory (engine='memory') for a file.",
        )
    found = examined(data, zeros, mask, intervals=intervals, profile=False)
    return distinct_of(
        found.matrix, found.margins, found.statistics, intervals=intervals,
        probes=probes, random_seed=random_seed, progress=progress,
    )  # fmt: skip


def distinct_of(
    matrix: Matrix,
    margins: Margins,
    statistics: Statistics,
    *,
    intervals: bool = True,
    probes: int | None = None,
    random_seed: int = 0,
    progress: bool = False,
) -> DistinctStatistics:
    """Do as :func:`distinct_statistics` for a matrix that has been read and measured.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        The matrix.
    margins : Margins
        Its sums.
    statistics : Statistics
        Measured on it.
    intervals, probes, random_seed, progress
        As for :func:`distinct_statistics`.

    Raises
    ------
    DataError
        As :func:`distinct_statistics`.
    """
    _check_sides(matrix.shape)
    deletions = statistics.deletions if intervals else None
    if intervals and deletions is None:
        deletions = deletions_of(matrix, margins)
    # First, since it refuses masks without rectangles: where it exists, all third cumulants do.
    cycle = _cycle(
        matrix, margins, probes=probes, random_seed=random_seed, leave_out=intervals,
        progress=progress,
    )  # fmt: skip
    third = third_order(matrix, margins, leave_out=intervals)
    own = {name: float(getattr(statistics, name)) for name in STATISTICS}
    values = {
        **own,
        "cycle": cycle.value,
        **dict(zip(THIRD_ORDER, third.values.tolist(), strict=True)),
    }
    rows = columns = None
    if deletions is not None:
        rows = _table(deletions.rows, cycle.rows, third.rows)
        columns = _table(deletions.columns, cycle.columns, third.columns)
    return DistinctStatistics(
        statistics=statistics,
        values={name: values[name] for name in DISTINCT},
        rows=rows,
        columns=columns,
        probe_error=cycle.probe_error,
        largest_share=cycle.largest_share,
        largest_place=cycle.largest_place,
    )


def _cycle(
    matrix: Matrix, margins: Margins, *, probes: int | None, random_seed: int, leave_out: bool,
    progress: bool,
) -> Cycle:  # fmt: skip
    if probes is not None or min(matrix.shape) > LARGEST_SHORT_SIDE:
        return cycle_randomised(
            matrix, margins, probes=DEFAULT_PROBES if probes is None else probes,
            random_seed=random_seed, leave_out=leave_out, progress=progress,
        )  # fmt: skip
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        return cycle_complete(matrix, margins, leave_out=leave_out)
    return cycle_with_gaps(matrix, margins, leave_out=leave_out)


def _table(second: Table, cycle: Table | None, third: Table | None) -> Table | None:
    if cycle is None or third is None:
        return None
    return np.column_stack([second, cycle, third])


def _check_sides(shape: tuple[int, int]) -> None:
    for length, word in zip(shape, ("rows", "columns"), strict=True):
        if length < LEAST_SIDE:
            raise DataError(
                f"a matrix with {length} {word}, shape {shape}",
                expected=f"at least {LEAST_SIDE} rows and {LEAST_SIDE} columns",
                do="The estimate of the cycle takes four of each to be free of bias: use "
                "more data, or estimator='moments'.",
            )
