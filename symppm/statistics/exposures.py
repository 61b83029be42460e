"""Statistics of a matrix over known exposures: of its entries, of its rows, of its columns."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.matrix import DenseMatrix, MatrixLike, SparseMatrix, WholeMatrix, read_whole
from symppm.errors import DataError
from symppm.one_thread import one_thread
from symppm.results.documents import Positive
from symppm.statistics.leaving_out import deletions_of
from symppm.statistics.moments import Statistics, first_fraction, measured
from symppm.statistics.sums import Margins, check_varies, finite_margins

Vector = NDArray[np.float64]

LINES: Final = ("row", "col")
"""What exposures of rows and of columns are called."""
_REAL: Final = "biuf"
_FITTING: Final = 200
_SETTLED: Final = 1e-12


@dataclass(frozen=True)
class ExposedStatistics(Statistics):
    """What is measured on a matrix Y of known exposures gamma.

    ``mean``, ``variance``, ``cov_row``, ``cov_col``, ``rho_row`` and ``rho_col`` are those of Y /
    gamma; ``shape``, ``observed``, ``minimum``, ``maximum``, ``integral`` and
    ``first_non_integral`` describe Y itself.

    Attributes
    ----------
    mean_inverse_exposure : float
        Average of 1 / gamma over the observed entries.
    mean_inverse_without : (ndarray, ndarray) or None
        The same without each row, shape (N,), and without each column, shape (M,), if the
        statistics were measured with intervals.
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
    """Positive numbers of rows and of columns, whose product multiplies the mean of an entry.

    Attributes
    ----------
    rows, columns : ndarray of float64, shapes (N,) and (M,)
        Ones where there are none.
    """

    rows: Vector
    columns: Vector

    def divide(self, matrix: WholeMatrix) -> WholeMatrix:
        """Return a matrix over its exposures; sparse ones stay sparse."""
        return _divided(_divided(matrix, self.rows[:, None]), self.columns[None])

    def inverse(self, matrix: WholeMatrix, power: int) -> Averages:
        """Return averages of one over a power of the exposures."""
        seen = _observed_in(matrix)
        of_rows, of_columns = self.rows**-power, self.columns**-power
        counts = seen @ np.ones(len(of_columns)), seen.T @ np.ones(len(of_rows))
        return _averages((of_rows * (seen @ of_columns), of_columns * (seen.T @ of_rows)), counts)


@one_thread()
def measured_over(
    data: MatrixLike,
    exposure: ArrayLike,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    *,
    intervals: bool = False,
) -> tuple[ExposedStatistics, WholeMatrix, Margins]:
    """Measure a matrix whose entries have known exposures, and return Y / gamma and its sums too.

    With Y_ij ~ Poisson(gamma_ij eta_ij), the entries of Y / gamma have the mean and the covariances
    of eta, whatever the exposures, and ``variance`` estimates
    ``Var[eta] + E[eta] * mean_inverse_exposure``: the Poisson noise of an entry is E[eta] / gamma.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        Never changed; a copy in float64 is made, of the stored entries only where it is sparse.
    exposure : array_like that broadcasts to shape (N, M)
        Positive: shape ``(M,)`` for an exposure per column, ``(N, 1)`` per row, ``(N, M)`` per
        entry. Where no entry is observed it may hold anything.
    zeros, mask, intervals
        As for :func:`symppm.statistics`.

    Raises
    ------
    DataError
        If an exposure of an observed entry is not positive and finite, if the exposures do not
        broadcast to the shape of the data, or for what :func:`symppm.statistics` refuses.

    Notes
    -----
    Appendix "Adjustment for model mismatch" of da Silva et al. (JMLR 24(67), 2023): Y / gamma is
    its Y^(1), and the average of Y / gamma**2, which estimates E[eta] times the average of 1 /
    gamma, is replaced by ``mean * mean_inverse_exposure``, which does not need every entry's noise.
    On a complete matrix the estimators are unbiased whatever the exposures. With gaps they take the
    variance of all entries to be the same, and are unbiased up to terms of order 1 / observed.
    """
    matrix, gamma = _read(data, exposure, zeros, mask)
    scaled, inverse = _divided(matrix, gamma), _inverse(matrix, gamma)
    plain, margins = quotient_statistics(matrix, scaled, intervals=intervals)
    statistics = ExposedStatistics(
        **{each.name: getattr(plain, each.name) for each in fields(plain)},
        mean_inverse_exposure=inverse.value,
        mean_inverse_without=(inverse.rows, inverse.columns) if intervals else None,
    )
    return statistics, scaled, margins


def over_exposure(
    data: MatrixLike, exposure: ArrayLike, zeros: str, mask: ArrayLike | None
) -> WholeMatrix:
    """Return a matrix over its exposures, refusing what :func:`measured_over` does."""
    return _divided(*_read(data, exposure, zeros, mask))


def quotient_statistics(
    matrix: WholeMatrix, scaled: WholeMatrix, *, intervals: bool
) -> tuple[Statistics, Margins]:
    """Measure a matrix over its exposures, and return the sums of that quotient too.

    Extremes, and whether values are whole, are those of the matrix itself.

    Raises
    ------
    DataError
        If a value is not finite, or the quotient does not vary.
    """
    given, margins = finite_margins(matrix), finite_margins(scaled)
    check_varies(margins.minimum, margins.maximum, "a matrix, divided by its exposures,")
    statistics = replace(
        measured(scaled.shape, replace(margins, integral=True), lambda: None),
        observed=given.observed,
        minimum=given.minimum,
        maximum=given.maximum,
        integral=given.integral,
        first_non_integral=None if given.integral else first_fraction(matrix),
        deletions=deletions_of(scaled, margins) if intervals else None,
        stored=matrix.size if isinstance(matrix, SparseMatrix) else None,
    )
    return statistics, margins


@one_thread()
def margin_exposures(
    matrix: WholeMatrix, rows: Vector | None, columns: Vector | None, estimated: tuple[str, ...]
) -> LineExposures:
    """Return exposures, some of them estimated from the margins.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Of values of zero or more, no line whose exposure is estimated being empty.
    rows, columns : ndarray, shapes (N,) and (M,), or None
        Exposures that are known.
    estimated : tuple of {"row", "col"}
        What is estimated: with the mean one.

    Notes
    -----
    Those with which the product has the totals of the observed entries. On a complete matrix that
    is a total over the average total; with gaps it is the independence fit, that of the other side
    included where its exposures are not known.
    """
    known = (rows, columns)
    sides = [np.ones(n) if own is None else own for n, own in zip(matrix.shape, known, strict=True)]
    if not estimated:
        return LineExposures(*sides)
    seen, totals = _observed_in(matrix), _totals(matrix)
    free = [name in estimated or own is None for name, own in zip(LINES, known, strict=True)]
    p, q = sides
    tiny = np.finfo(float).tiny
    for _ in range(_FITTING):
        before = p, q
        if free[0]:
            p = totals[0] / np.maximum(seen @ q, tiny)
        if free[1]:
            q = totals[1] / np.maximum(seen.T @ p, tiny)
            q = q / (q.mean() or 1.0)
        if np.allclose(before[0], p, _SETTLED, 0) and np.allclose(before[1], q, _SETTLED, 0):
            break
    p, q = (
        side / side.mean() if name in estimated else own
        for name, side, own in zip(LINES, (p, q), sides, strict=True)
    )
    return LineExposures(p, q)


def without_empty(
    matrix: WholeMatrix, names: tuple[str, ...]
) -> tuple[WholeMatrix, NDArray[np.bool_], NDArray[np.bool_]]:
    """Return a matrix without lines whose observed entries are all zero, and which lines are left.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Of values of zero or more.
    names : tuple of {"row", "col"}
        Which lines are looked at.

    Raises
    ------
    DataError
        If a value is negative, or nothing is left.
    """
    rows, columns = (
        totals > 0 if name in names else np.ones(len(totals), dtype=bool)
        for name, totals in zip(LINES, _totals(matrix), strict=True)
    )
    if not (rows.any() and columns.any()):
        raise DataError(
            "exposures from the margins of data that are zero throughout",
            expected="values of zero or more, some of them positive",
            do="Check the data.",
        )
    if rows.all() and columns.all():
        return matrix, rows, columns
    if isinstance(matrix, DenseMatrix):
        seen = None if matrix.observed is None else matrix.observed[rows][:, columns]
        return DenseMatrix(matrix.values[rows][:, columns], seen), rows, columns
    stored = matrix.stored[rows][:, columns]
    return replace(matrix, stored=type(matrix.stored)(stored)), rows, columns


def _read(
    data: MatrixLike, exposure: ArrayLike, zeros: str, mask: ArrayLike | None
) -> tuple[WholeMatrix, Vector]:
    """Return a matrix, and exposures with two axes, each of length one or that of the matrix."""
    matrix = read_whole(data, zeros, mask)
    finite_margins(matrix)
    rows, columns = matrix.shape
    given = np.asarray(exposure)
    if given.dtype.kind not in _REAL:
        raise DataError(
            f"exposures of type {given.dtype}",
            expected="real numbers (integer, floating point or bool)",
            do="Pass a dense NumPy array of positive numbers.",
        )
    shape = (1,) * (2 - given.ndim) + given.shape
    if given.ndim > 2 or any(n not in (1, m) for n, m in zip(shape, matrix.shape, strict=True)):
        of_rows = given.ndim == 1 and given.size == rows
        raise DataError(
            f"exposures of shape {given.shape} for a matrix of shape {matrix.shape}",
            expected=f"shape ({columns},) for columns, ({rows}, 1) for rows or ({rows}, {columns})",
            do="Pass exposure[:, None] for one exposure a row." if of_rows else "Reshape them.",
        )
    gamma = given.astype(np.float64).reshape(shape)
    _check_positive(gamma, matrix)
    return matrix, gamma


def _check_positive(gamma: Vector, matrix: WholeMatrix) -> None:
    with np.errstate(all="ignore"):
        bad = ~(np.isfinite(gamma) & (gamma > 0) & np.isfinite(1 / gamma))
    if not bad.any():
        return
    if isinstance(matrix, SparseMatrix) and not matrix.absent_observed:
        rows, columns = _stored_places(matrix)
        held = np.flatnonzero(np.broadcast_to(bad, matrix.shape)[rows, columns])
        places = sorted((int(rows[k]), int(columns[k])) for k in held)
    else:
        seen = matrix.observed if isinstance(matrix, DenseMatrix) else None
        places = [(int(i), int(j)) for i, j in np.argwhere(bad if seen is None else bad & seen)]
    if places:
        row, column = places[0]
        value = np.broadcast_to(gamma, matrix.shape)[row, column]
        raise DataError(
            f"the exposure {value:g} at row {row + 1}, column {column + 1}",
            expected="a positive finite exposure for every observed entry",
            do="Leave out rows and columns without exposure: counts there say nothing about rates.",
        )


def _stored_places(matrix: SparseMatrix) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return rows and columns of the stored entries, in the order in which they are stored."""
    stored = matrix.stored
    major = np.repeat(np.arange(stored.indptr.size - 1), np.diff(stored.indptr))
    return (stored.indices, major) if stored.format == "csc" else (major, stored.indices)


def _divided(matrix: WholeMatrix, gamma: Vector) -> WholeMatrix:
    # Overflow, and whatever stands where nothing is observed, are found when this is summed.
    with np.errstate(all="ignore"):
        if isinstance(matrix, DenseMatrix):
            return DenseMatrix(matrix.values / gamma, matrix.observed)
        stored = matrix.stored
        here = np.broadcast_to(gamma, matrix.shape)[_stored_places(matrix)]
        parts = (stored.data / here, stored.indices, stored.indptr)
        return replace(matrix, stored=type(stored)(parts, shape=stored.shape))


def _inverse(matrix: WholeMatrix, gamma: Vector) -> Averages:
    """Return averages of one over the exposures, which are positive where an entry is observed."""
    with np.errstate(all="ignore"):
        inverse = np.broadcast_to(np.where(gamma > 0, 1 / gamma, 0.0), matrix.shape)
    if isinstance(matrix, SparseMatrix) and not matrix.absent_observed:
        places = _stored_places(matrix)
        here = inverse[places]
        sides = list(zip(places, matrix.shape, strict=True))
        sums = tuple(np.bincount(at, here, n) for at, n in sides)
        return _averages(sums, tuple(np.bincount(at, minlength=n) for at, n in sides))
    seen = _observed_in(matrix)
    counts = seen @ np.ones(matrix.shape[1]), seen.T @ np.ones(matrix.shape[0])
    here = inverse if isinstance(seen, _All) else np.where(seen, inverse, 0.0)
    return _averages((here.sum(1), here.sum(0)), counts)


def _averages(sums: tuple[Any, ...], counts: tuple[Any, ...]) -> Averages:
    """Return averages of all, and without each line, from sums over lines."""
    total, count = sums[0].sum(), counts[0].sum()
    with np.errstate(all="ignore"):
        rows, columns = ((total - one) / (count - n) for one, n in zip(sums, counts, strict=True))
        return Averages(float(total / count), rows, columns)


class _All:
    """A matrix of ones that is never laid out."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape

    @property
    def T(self) -> _All:
        """Return the transpose."""
        return _All(self.shape[::-1])

    def __matmul__(self, right: Vector) -> Vector:
        return np.full(self.shape[0], right.sum())


def _observed_in(matrix: WholeMatrix) -> Any:
    """Return what multiplies as the matrix that is one where an entry is observed, else zero."""
    if isinstance(matrix, DenseMatrix):
        return _All(matrix.shape) if matrix.observed is None else matrix.observed.astype(float)
    if matrix.absent_observed:
        return _All(matrix.shape)
    stored = matrix.stored
    ones = (np.ones(len(stored.data)), stored.indices, stored.indptr)
    return type(stored)(ones, shape=stored.shape)


def _totals(matrix: WholeMatrix) -> tuple[Vector, Vector]:
    """Return the totals of the observed entries of rows and of columns."""
    if isinstance(matrix, DenseMatrix):
        seen = matrix.observed
        values = matrix.values if seen is None else np.where(seen, matrix.values, 0)
        totals = values.sum(1, dtype=float), values.sum(0, dtype=float)
        least = float(values.min())
    else:
        stored = matrix.stored
        rows, columns = (np.asarray(stored.sum(n), dtype=float).ravel() for n in (1, 0))
        totals = rows, columns
        least = float(stored.data.min(initial=0))
    if least < 0:
        raise DataError(
            f"exposures from the margins of data with negative values, such as {least:g}",
            expected="values of zero or more, whose totals are positive",
            do="Pass arrays of exposures, or leave them out.",
        )
    return totals
