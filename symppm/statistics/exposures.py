"""Statistics of a matrix over known exposures: of its entries, of its rows, of its columns.

With Y_ij ~ Poisson(gamma_ij eta_ij), the entries of Y / gamma have the mean and the covariances of
eta, whatever the exposures, and the variance Var[eta] + E[eta] * (the average of 1 / gamma): the
Poisson noise of an entry is E[eta] / gamma (da Silva et al., JMLR 24(67), 2023, "Adjustment for
model mismatch", without its need for every entry's noise). Where entries are missing, the variance
of all is taken to be the same, which is unbiased up to terms of order 1 / observed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.forms import first
from symppm.data.matrix import DenseMatrix, MatrixLike, SparseMatrix, WholeMatrix, read_whole
from symppm.errors import DataError
from symppm.one_thread import one_thread
from symppm.results.documents import Positive
from symppm.statistics import Vector
from symppm.statistics.lowrank import ones_of
from symppm.statistics.moments import Statistics, statistics_of
from symppm.statistics.passes import is_complete, like
from symppm.statistics.scaling import independence, totals_of
from symppm.statistics.sums import Margins, check_varies, finite_margins

LINES: Final = ("row", "col")
"""What exposures of rows and of columns are called."""
_REAL: Final = "biuf"


@dataclass(frozen=True)
class ExposedStatistics(Statistics):
    """What is measured on a matrix Y of known exposures gamma: moments of Y / gamma, facts of Y.

    ``mean_inverse_exposure`` is the average of 1 / gamma over the observed entries,
    ``mean_inverse_without``, of measurements with intervals, without each row and each column.
    """

    mean_inverse_exposure: Positive
    mean_inverse_without: tuple[Vector, Vector] | None = field(
        default=None, kw_only=True, repr=False, compare=False
    )

    document_kind: ClassVar[str] = "exposed statistics"


@dataclass(frozen=True)
class Averages:
    """An average over the observed entries: of all, without each row, and without each column."""

    value: float
    rows: Vector
    columns: Vector


@dataclass(frozen=True)
class LineExposures:
    """Positive numbers of rows and of columns, whose product multiplies the mean of an entry."""

    rows: Vector
    columns: Vector

    def divide(self, matrix: WholeMatrix) -> WholeMatrix:
        """Return a matrix over its exposures; sparse ones stay sparse."""
        return _divided(_divided(matrix, self.rows[:, None]), self.columns[None])

    def inverse(self, matrix: WholeMatrix, power: int) -> Averages:
        """Return averages of one over a power of the exposures."""
        p, q, observed = self.rows**-power, self.columns**-power, _observed(matrix)
        return _averages(observed, p * (observed @ q), q * (observed.T @ p))


@one_thread()
def measured_over(
    data: MatrixLike,
    exposure: ArrayLike,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    *,
    intervals: bool = False,
) -> tuple[ExposedStatistics, WholeMatrix, Margins]:
    """Measure a matrix whose entries have known exposures; return Y / gamma and its sums too."""
    matrix, gamma = _read(data, exposure, zeros, mask)
    quotient = _divided(matrix, gamma)
    with np.errstate(all="ignore"):
        # They are positive where an entry is observed.
        totals = _totals(_at_entries(matrix, np.where(gamma > 0, 1 / gamma, 0.0)))
    inverse = _averages(_observed(matrix), *totals)
    plain, margins = quotient_statistics(matrix, quotient, intervals=intervals)
    without = (inverse.rows, inverse.columns) if intervals else None
    statistics = ExposedStatistics(
        **vars(plain), mean_inverse_exposure=inverse.value, mean_inverse_without=without
    )
    return statistics, quotient, margins


def over_exposure(
    data: MatrixLike, exposure: ArrayLike, zeros: str, mask: ArrayLike | None
) -> WholeMatrix:
    """Return a matrix over its exposures, refusing what :func:`measured_over` does."""
    return _divided(*_read(data, exposure, zeros, mask))


def quotient_statistics(
    matrix: WholeMatrix, quotient: WholeMatrix, *, intervals: bool
) -> tuple[Statistics, Margins]:
    """Measure a matrix over its exposures, and return the sums of that quotient too."""
    original, margins = finite_margins(matrix), finite_margins(quotient)
    check_varies(margins.minimum, margins.maximum, "a matrix, divided by its exposures,")
    facts = {name: getattr(original, name) for name in ("minimum", "maximum", "integral")}
    sums = replace(margins, **facts)
    return statistics_of(quotient, sums, matrix, intervals=intervals), margins


@one_thread()
def margin_exposures(
    matrix: WholeMatrix, rows: Vector | None, columns: Vector | None, estimated: tuple[str, ...]
) -> LineExposures:
    """Return known exposures, and those of LINES, none empty, that fit the totals, of mean one."""
    sides = [
        np.ones(n) if side is None else side
        for n, side in zip(matrix.shape, (rows, columns), strict=True)
    ]
    if not estimated:
        return LineExposures(*sides)
    known = (None if "row" in estimated else rows), (None if "col" in estimated else columns)
    fitted = independence(_totals(matrix), _observed(matrix), known)
    p, q = (
        side / side.mean() if name in estimated else fixed
        for name, side, fixed in zip(LINES, fitted, sides, strict=True)
    )
    return LineExposures(p, q)


def without_empty(
    matrix: WholeMatrix, names: tuple[str, ...]
) -> tuple[WholeMatrix, NDArray[np.bool_], NDArray[np.bool_]]:
    """Leave out lines, of some of LINES, whose observed entries are all zero; return which stay."""
    rows, columns = (
        (totals > 0) | (name not in names)
        for name, totals in zip(LINES, _totals(matrix), strict=True)
    )
    if not (rows.any() and columns.any()):
        raise DataError(
            "exposures from the margins of data that are zero throughout",
            expected="values of zero or more, some of them positive",
            do="Check the data.",
        )
    if not (rows.all() and columns.all()):
        matrix = matrix.part(np.flatnonzero(rows), np.flatnonzero(columns))
    return matrix, rows, columns


def _read(
    data: MatrixLike, exposure: ArrayLike, zeros: str, mask: ArrayLike | None
) -> tuple[WholeMatrix, Vector]:
    """Return a matrix, and exposures with two axes, each of length one or that of the matrix."""
    matrix, array = read_whole(data, zeros, mask), np.asarray(exposure)
    finite_margins(matrix)
    rows, columns = matrix.shape
    if array.dtype.kind not in _REAL:
        raise DataError(
            f"exposures of type {array.dtype}",
            expected="real numbers (integer, floating point or bool)",
            do="Pass a dense NumPy array of positive numbers.",
        )
    shape = (1,) * (2 - array.ndim) + array.shape
    if array.ndim > 2 or any(n not in (1, m) for n, m in zip(shape, matrix.shape, strict=True)):
        of_rows = array.ndim == 1 and array.size == rows
        raise DataError(
            f"exposures of shape {array.shape} for a matrix of shape {matrix.shape}",
            expected=f"shape ({columns},) for columns, ({rows}, 1) for rows or ({rows}, {columns})",
            do="Pass exposure[:, None] for one exposure a row." if of_rows else "Reshape them.",
        )
    gamma = array.astype(np.float64).reshape(shape)
    if _no_exposures(gamma).any() and (wrong := first(_at_entries(matrix, gamma), _no_exposures)):
        row, column, value = wrong
        raise DataError(
            f"the exposure {value:g} at row {row + 1}, column {column + 1}",
            expected="a positive finite exposure for every observed entry",
            do="Leave out rows and columns without exposure: counts there say nothing about rates.",
        )
    return matrix, gamma


def _no_exposures(gamma: Vector) -> NDArray[np.bool_]:
    with np.errstate(all="ignore"):
        return ~(np.isfinite(gamma) & (gamma > 0) & np.isfinite(1 / gamma))


def _at_stored(matrix: SparseMatrix, numbers: Vector) -> Vector:
    """Return numbers that broadcast to a matrix at its stored entries."""
    places = matrix.stored.tocoo(copy=False)
    return np.asarray(np.broadcast_to(numbers, matrix.shape)[places.row, places.col])


def _at_entries(matrix: WholeMatrix, numbers: Vector) -> WholeMatrix:
    """Return numbers that broadcast to a matrix as one that is observed where it is."""
    if isinstance(matrix, SparseMatrix) and not matrix.absent_observed:
        return replace(matrix, stored=like(matrix.stored, _at_stored(matrix, numbers)))
    observed = matrix.observed if isinstance(matrix, DenseMatrix) else None
    return DenseMatrix(np.broadcast_to(numbers, matrix.shape), observed)


def _divided(matrix: WholeMatrix, gamma: Vector) -> WholeMatrix:
    # Overflow, and whatever stands where nothing is observed, are found when this is summed.
    with np.errstate(all="ignore"):
        if isinstance(matrix, DenseMatrix):
            return DenseMatrix(matrix.values / gamma, matrix.observed)
        quotients = matrix.stored.data / _at_stored(matrix, gamma)
        return replace(matrix, stored=like(matrix.stored, quotients))


def _averages(observed: Any, rows: Vector, columns: Vector) -> Averages:
    """Return averages of all, and without each line, from sums over lines."""
    counts = observed @ np.ones(columns.size), observed.T @ np.ones(rows.size)
    total, count = rows.sum(), counts[0].sum()
    with np.errstate(all="ignore"):
        without = ((total - s) / (count - n) for s, n in zip((rows, columns), counts, strict=True))
        return Averages(float(total / count), *without)


def _observed(matrix: WholeMatrix) -> Any:
    """Return ones where an entry is observed."""
    if is_complete(matrix):
        return ones_of(matrix.shape)
    if isinstance(matrix, DenseMatrix):
        return np.asarray(matrix.observed, float)
    return like(matrix.stored, np.ones(matrix.size))


def _totals(matrix: WholeMatrix) -> tuple[Vector, Vector]:
    """Return the totals of the observed entries of rows and of columns."""
    values: Any = matrix.stored if isinstance(matrix, SparseMatrix) else matrix.values
    if isinstance(matrix, DenseMatrix) and matrix.observed is not None:
        values = np.where(matrix.observed, values, 0)
    least = float(values.min())
    if least < 0:
        raise DataError(
            f"exposures from the margins of data with negative values, such as {least:g}",
            expected="values of zero or more, whose totals are positive",
            do="Pass arrays of exposures, or leave them out.",
        )
    return totals_of(values)
