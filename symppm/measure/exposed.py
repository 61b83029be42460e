"""Statistics of a matrix whose entries have known exposures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.matrix import DenseMatrix, MatrixLike, SparseMatrix, WholeMatrix, read_whole
from symppm.errors import DataError
from symppm.measure.checked import check_varies, finite_margins
from symppm.measure.deletions import deletions_of
from symppm.measure.exact import Statistics, measured
from symppm.measure.sums import Margins
from symppm.results.documents import damaged

Vector = NDArray[np.float64]

_KINDS = "biuf"


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

    mean_inverse_exposure: float
    mean_inverse_without: tuple[Vector, Vector] | None = field(
        default=None, kw_only=True, repr=False, compare=False
    )

    document_kind: ClassVar[str] = "exposed statistics"

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Return the statistics of a document that :meth:`to_dict` wrote; see its base.

        Parameters
        ----------
        document : mapping
            As it was, or from JSON.
        """
        made = super().from_dict(document)
        if not made.mean_inverse_exposure > 0:
            raise damaged(
                "statistics.mean_inverse_exposure", made.mean_inverse_exposure, "a positive number"
            )
        return made


def exposed_statistics(
    data: MatrixLike,
    exposure: ArrayLike,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    intervals: bool = False,
) -> ExposedStatistics:
    """Measure a matrix whose entries have known exposures: the statistics of Y / gamma.

    With Y_ij ~ Poisson(gamma_ij eta_ij), the entries of Y / gamma have the mean and the covariances
    of eta, whatever the exposures, and ``variance`` estimates
    ``Var[eta] + E[eta] * mean_inverse_exposure``: the Poisson noise of an entry is E[eta] / gamma.
    So the variance without exposures is ``variance + mean * (1 - mean_inverse_exposure)``.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.measure.statistics`. Never changed; a copy in float64 is made, of the
        stored entries only where the data are sparse.
    exposure : array_like that broadcasts to shape (N, M)
        Positive: shape ``(M,)`` for an exposure per column, ``(N, 1)`` per row, ``(N, M)`` per
        entry. Where no entry is observed it may hold anything.
    zeros, mask, intervals
        As for :func:`symppm.measure.statistics`.

    Returns
    -------
    ExposedStatistics
        In the units of the data over those of the exposure (variance and covariances in their
        square).

    Raises
    ------
    DataError
        If an exposure of an observed entry is not positive and finite, if the exposures do not
        broadcast to the shape of the data, or for what :func:`symppm.measure.statistics` refuses.

    Notes
    -----
    Appendix "Adjustment for model mismatch" of da Silva et al. (JMLR 24(67), 2023): Y / gamma is
    its Y^(1), and the average of Y / gamma**2, which estimates E[eta] times the average of 1 /
    gamma, is replaced by ``mean * mean_inverse_exposure``, which does not need every entry's noise.
    On a complete matrix the estimators are unbiased whatever the exposures. With gaps they take the
    variance of all entries to be the same, and are unbiased up to terms of order 1 / observed.
    """
    return measured_over(data, exposure, zeros, mask, intervals=intervals)[0]


def measured_over(
    data: MatrixLike,
    exposure: ArrayLike,
    zeros: str,
    mask: ArrayLike | None,
    *,
    intervals: bool,
) -> tuple[ExposedStatistics, WholeMatrix, Margins]:
    """Measure a matrix over its exposures, and return that quotient and its sums too.

    Parameters
    ----------
    data, exposure, zeros, mask, intervals
        As for :func:`exposed_statistics`.

    Raises
    ------
    DataError
        As :func:`exposed_statistics` does.
    """
    matrix = read_whole(data, zeros, mask)
    finite_margins(matrix)
    gamma = _read_exposure(exposure, matrix)
    scaled, inverse = _divided(matrix, gamma)
    found, margins = quotient_statistics(matrix, scaled, intervals=intervals)
    values = {each.name: getattr(found, each.name) for each in fields(found)}
    statistics = ExposedStatistics(
        **values,
        mean_inverse_exposure=inverse.mean,
        mean_inverse_without=inverse.without() if intervals else None,
    )
    return statistics, scaled, margins


def quotient_statistics(
    matrix: WholeMatrix, scaled: WholeMatrix, *, intervals: bool
) -> tuple[Statistics, Margins]:
    """Measure a matrix over its exposures, and return the sums of that quotient too.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        The data: extremes, and whether values are whole, are theirs.
    scaled : DenseMatrix or SparseMatrix
        The same over their exposures.
    intervals : bool
        Whether to measure without each row and each column, too.

    Raises
    ------
    DataError
        If a value is not finite, or the quotient does not vary.
    """
    given, margins = finite_margins(matrix), finite_margins(scaled)
    check_varies(margins.minimum, margins.maximum, "a matrix, divided by its exposures,")
    # Whether values are whole, and where not, is asked of the counts, not of their quotients.
    found = measured(scaled.shape, replace(margins, integral=True), lambda: None)
    place = None if given.integral else matrix.first(lambda values: values != np.floor(values))
    statistics = replace(
        found,
        shape=matrix.shape,
        observed=given.observed,
        minimum=given.minimum,
        maximum=given.maximum,
        integral=given.integral,
        first_non_integral=place,
        deletions=deletions_of(scaled, margins) if intervals else None,
        stored=matrix.size if isinstance(matrix, SparseMatrix) else None,
    )
    return statistics, margins


def over_exposure(
    data: MatrixLike, exposure: ArrayLike, zeros: str, mask: ArrayLike | None
) -> WholeMatrix:
    """Return a matrix over its exposures.

    Parameters
    ----------
    data, exposure, zeros, mask
        As for :func:`exposed_statistics`.

    Raises
    ------
    DataError
        As :func:`exposed_statistics` does.
    """
    matrix = read_whole(data, zeros, mask)
    finite_margins(matrix)
    return _divided(matrix, _read_exposure(exposure, matrix))[0]


def _read_exposure(exposure: ArrayLike, matrix: WholeMatrix) -> NDArray[np.float64]:
    """Return the exposures with two axes, each of length one or that of the matrix."""
    rows, columns = matrix.shape
    given = np.asarray(exposure)
    if given.dtype.kind not in _KINDS:
        raise DataError(
            f"exposures of type {given.dtype}",
            expected="real numbers (integer, floating point or bool)",
            do="Pass a dense NumPy array of positive numbers.",
        )
    shape = (1,) * (2 - given.ndim) + given.shape
    if given.ndim > 2 or any(n not in (1, m) for n, m in zip(shape, matrix.shape, strict=True)):
        transposed = given.ndim == 1 and given.size == rows
        raise DataError(
            f"exposures of shape {given.shape} for a matrix of shape {matrix.shape}",
            expected=f"shape ({columns},) for columns, ({rows}, 1) for rows or ({rows}, {columns})",
            do="Pass exposure[:, None] for one exposure a row." if transposed else "Reshape them.",
        )
    gamma = given.astype(np.float64).reshape(shape)
    _check_positive(gamma, matrix)
    return gamma


def _check_positive(gamma: NDArray[np.float64], matrix: WholeMatrix) -> None:
    with np.errstate(all="ignore"):
        bad = ~(np.isfinite(gamma) & (gamma > 0) & np.isfinite(1 / gamma))
    if not bad.any():
        return
    place = _first_observed(bad, matrix)
    if place is None:
        return
    row, column = place
    value = np.broadcast_to(gamma, matrix.shape)[row, column]
    raise DataError(
        f"the exposure {value:g} at row {row + 1}, column {column + 1}",
        expected="a positive finite exposure for every observed entry",
        do="Leave out rows and columns without exposure: counts there say nothing about rates.",
    )


def _first_observed(bad: NDArray[np.bool_], matrix: WholeMatrix) -> tuple[int, int] | None:
    """Return an observed place at which a condition holds, the first row by row, if there is any.

    The condition has two axes, each of length one or that of the matrix.
    """
    if isinstance(matrix, SparseMatrix) and not matrix.absent_observed:
        rows, columns = stored_places(matrix)
        held = np.flatnonzero(np.broadcast_to(bad, matrix.shape)[rows, columns])
        places = sorted((int(rows[k]), int(columns[k])) for k in held)
        return places[0] if places else None
    if isinstance(matrix, DenseMatrix) and matrix.observed is not None:
        bad = bad & matrix.observed
    found = np.argwhere(bad)
    return (int(found[0, 0]), int(found[0, 1])) if found.size else None


def stored_places(matrix: SparseMatrix) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return rows and columns of the stored entries, in the order in which they are stored.

    Parameters
    ----------
    matrix : SparseMatrix
        The matrix.
    """
    stored = matrix.stored
    major = np.repeat(np.arange(stored.indptr.size - 1), np.diff(stored.indptr))
    return (stored.indices, major) if stored.format == "csc" else (major, stored.indices)


@dataclass(frozen=True)
class _Inverse:
    """Of each row and column: the sum of 1 / gamma over its observed entries, and their number."""

    rows: Vector
    columns: Vector
    row_counts: Vector
    column_counts: Vector

    @property
    def mean(self) -> float:
        """Average over all observed entries."""
        return float(self.rows.sum() / self.row_counts.sum())

    def without(self) -> tuple[Vector, Vector]:
        """Return the average without each row, and without each column."""
        total, count = self.rows.sum(), self.row_counts.sum()
        with np.errstate(all="ignore"):
            return (
                (total - self.rows) / (count - self.row_counts),
                (total - self.columns) / (count - self.column_counts),
            )


def _divided(matrix: WholeMatrix, gamma: NDArray[np.float64]) -> tuple[WholeMatrix, _Inverse]:
    """Return the matrix over its exposures, and sums of the inverse exposures."""
    rows, columns = matrix.shape
    # Overflow, and whatever stands where nothing is observed, are found when the result is summed.
    with np.errstate(all="ignore"):
        if isinstance(matrix, DenseMatrix):
            divided: WholeMatrix = DenseMatrix(matrix.values / gamma, matrix.observed)
        else:
            stored = matrix.stored
            row_of, column_of = stored_places(matrix)
            here = np.broadcast_to(gamma, matrix.shape)[row_of, column_of]
            values = (stored.data / here, stored.indices, stored.indptr)
            divided = replace(matrix, stored=type(stored)(values, shape=stored.shape))
            if not matrix.absent_observed:
                return divided, _Inverse(
                    np.bincount(row_of, 1 / here, rows).astype(np.float64),
                    np.bincount(column_of, 1 / here, columns).astype(np.float64),
                    np.bincount(row_of, minlength=rows).astype(np.float64),
                    np.bincount(column_of, minlength=columns).astype(np.float64),
                )
        observed = getattr(matrix, "observed", None)
        inverse = np.broadcast_to(1 / gamma, matrix.shape)
        counted = np.broadcast_to(1.0, matrix.shape) if observed is None else observed
        kept = inverse if observed is None else np.where(observed, inverse, 0.0)
        return divided, _Inverse(
            kept.sum(1), kept.sum(0), counted.sum(1, dtype=float), counted.sum(0, dtype=float)
        )
