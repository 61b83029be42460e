"""Exposures of rows and of columns: estimated from margins, divided out, and averaged."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import DenseMatrix, WholeMatrix
from symppm.errors import DataError
from symppm.measure.exposed import stored_places

Vector = NDArray[np.float64]

LINES: Final = ("row", "col")
"""What exposures of rows and of columns are called."""
_FITTING: Final = 200
_SETTLED: Final = 1e-12


@dataclass(frozen=True)
class Averages:
    """An average over the observed entries.

    Attributes
    ----------
    value : float
        Over all of them.
    rows, columns : ndarray of float64, shapes (N,) and (M,)
        Without each row, and without each column.
    """

    value: float
    rows: Vector
    columns: Vector


@dataclass(frozen=True)
class LineExposures:
    """Positive numbers, of whose row and whose column the product multiplies the mean of an entry.

    Attributes
    ----------
    rows, columns : ndarray of float64, shapes (N,) and (M,)
        Ones where there are none.
    """

    rows: Vector
    columns: Vector

    def divide(self, matrix: WholeMatrix) -> WholeMatrix:
        """Return a matrix over its exposures; sparse ones stay sparse."""
        # Overflow is found when the result is summed.
        with np.errstate(all="ignore"):
            if isinstance(matrix, DenseMatrix):
                return DenseMatrix(
                    matrix.values / self.rows[:, None] / self.columns, matrix.observed
                )
            stored = matrix.stored
            row_of, column_of = stored_places(matrix)
            values = stored.data / self.rows[row_of] / self.columns[column_of]
            parts = (values, stored.indices, stored.indptr)
            return replace(matrix, stored=type(stored)(parts, shape=stored.shape))

    def inverse(self, matrix: WholeMatrix, power: int) -> Averages:
        """Return averages of one over a power of the exposures.

        Parameters
        ----------
        matrix : DenseMatrix or SparseMatrix
            Which says what is observed.
        power : int
            Of the exposures.
        """
        seen = observed_in(matrix)
        of_rows, of_columns = self.rows**-power, self.columns**-power
        rows, columns = of_rows * (seen @ of_columns), of_columns * (seen.T @ of_rows)
        counts = seen @ np.ones(len(of_columns)), seen.T @ np.ones(len(of_rows))
        total, count = rows.sum(), counts[0].sum()
        with np.errstate(all="ignore"):
            return Averages(
                float(total / count),
                (total - rows) / (count - counts[0]),
                (total - columns) / (count - counts[1]),
            )


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


def observed_in(matrix: WholeMatrix) -> Any:
    """Return what multiplies as the matrix that is one where an entry is observed, zero elsewhere.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        The matrix.
    """
    if isinstance(matrix, DenseMatrix):
        return _All(matrix.shape) if matrix.observed is None else matrix.observed.astype(float)
    if matrix.absent_observed:
        return _All(matrix.shape)
    stored = matrix.stored
    ones = (np.ones(len(stored.data)), stored.indices, stored.indptr)
    return type(stored)(ones, shape=stored.shape)


def margin_exposures(
    matrix: WholeMatrix, rows: Vector | None, columns: Vector | None, estimated: tuple[str, ...]
) -> LineExposures:
    """Return exposures, those that are wanted estimated from the margins.

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
    shape = matrix.shape
    sides = [
        np.ones(n) if own is None else own for n, own in zip(shape, (rows, columns), strict=True)
    ]
    if not estimated:
        return LineExposures(*sides)
    seen = observed_in(matrix)
    totals = _totals(matrix)
    free = [
        name in estimated or own is None for name, own in zip(LINES, (rows, columns), strict=True)
    ]
    p, q = sides
    tiny = np.finfo(float).tiny
    for _ in range(_FITTING):
        before = p, q
        if free[0]:
            p = totals[0] / np.maximum(seen @ q, tiny)
        if free[1]:
            q = totals[1] / np.maximum(seen.T @ p, tiny)
            q = q / (q.mean() or 1.0)
        if all(
            np.allclose(a, b, rtol=_SETTLED, atol=0) for a, b in zip(before, (p, q), strict=True)
        ):
            break
    p, q = (
        each / each.mean() if name in estimated else own
        for name, each, own in zip(LINES, (p, q), sides, strict=True)
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
        each > 0 if name in names else np.ones(len(each), dtype=bool)
        for name, each in zip(LINES, _totals(matrix), strict=True)
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


def _totals(matrix: WholeMatrix) -> tuple[Vector, Vector]:
    """Return the totals of the observed entries of rows and of columns."""
    if isinstance(matrix, DenseMatrix):
        seen = matrix.observed
        values = matrix.values if seen is None else np.where(seen, matrix.values, 0)
        found = values.sum(1, dtype=float), values.sum(0, dtype=float)
        least = float(values.min())
    else:
        stored = matrix.stored
        rows, columns = (np.asarray(stored.sum(n), dtype=float).ravel() for n in (1, 0))
        found = rows, columns
        least = float(stored.data.min(initial=0))
    if least < 0:
        raise DataError(
            f"exposures from the margins of data with negative values, such as {least:g}",
            expected="values of zero or more, whose totals are positive",
            do="Pass arrays of exposures, or leave them out.",
        )
    return found
