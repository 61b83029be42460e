"""Sums of a matrix whose values have been found fit to be measured."""

from __future__ import annotations

from typing import Final

import numpy as np

from symppm.data.matrix import DenseMatrix, Matrix
from symppm.errors import DataError
from symppm.measure.sums import Margins, margins_of

_LEAST_SQUARE: Final = 1e-291
"""Below, squares that count beside others of this size come near the smallest numbers."""


def checked_margins(matrix: Matrix) -> Margins:
    """Sum a matrix in one pass, and refuse values that no correlation can be taken of.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        As read by :func:`symppm.data.matrix.read`.

    Raises
    ------
    DataError
        If nothing is observed, a value is not finite, too large or too small to be squared, or all
        observed values are equal.
    """
    margins = finite_margins(matrix)
    check_varies(margins.minimum, margins.maximum)
    if margins.squares < margins.observed * _LEAST_SQUARE:
        raise DataError(
            "values so close to each other that the squares of their distances lose their digits",
            expected="distances whose squares double precision holds",
            do="Multiply the data by a constant first; correlations do not change.",
        )
    return margins


def finite_margins(matrix: Matrix) -> Margins:
    """Sum a matrix in one pass, and refuse values that cannot be summed.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        As read by :func:`symppm.data.matrix.read`.

    Raises
    ------
    DataError
        If nothing is observed, or a value is not finite or too large to be squared.
    """
    # Infinite and undefined values travel through the sums and are reported below.
    with np.errstate(all="ignore"):
        margins = margins_of(matrix)
        finite = np.isfinite(margins.squares) and np.isfinite(margins.squares * margins.observed)
    if margins.observed == 0:
        raise DataError(
            "a matrix without a single observed entry",
            expected="observed entries",
            do="Write zeros='observed' if all are zero; a mask is True where one is observed.",
        )
    if not finite:
        raise _not_finite(matrix)
    return margins


def check_varies(minimum: float, maximum: float, what: str = "a matrix") -> None:
    """Refuse values that are all equal.

    Parameters
    ----------
    minimum, maximum : float
        Extremes of the observed values.
    what : str
        What the data are called in the message, with its article.

    Raises
    ------
    DataError
        If the two are equal.
    """
    if minimum == maximum:
        raise DataError(
            f"{what} of zeros" if minimum == 0 else f"{what} whose values are all {minimum:g}",
            expected="values that vary: correlations divide by the variance",
            do="Check how the data were read; constant data have no factors to count.",
        )


def no_variance(larger: str) -> DataError:
    """Return the error for an unbiased estimate of the variance that is not positive.

    Parameters
    ----------
    larger : str
        Of what more is needed, and what varies together.
    """
    return DataError(
        "entries whose estimated variance is not positive",
        expected="a positive variance: correlations divide by it",
        do=f"Give a larger {larger} vary together too much.",
    )


def too_large() -> DataError:
    """Return the error for values whose squares overflow."""
    return DataError(
        "values so large that their squares overflow",
        expected="values whose squares can be summed in double precision",
        do="Divide the data by a constant first; correlations do not change.",
    )


def _not_finite(matrix: Matrix) -> DataError:
    where = matrix.first(lambda values: ~np.isfinite(values))
    if where is None:
        return too_large()
    row, column = where
    value = matrix.at(row, column)
    remedy = "Remove the entry, or correct it, before measuring."
    if isinstance(matrix, DenseMatrix):
        remedy = (
            "Correct the entry; in Python, mask=np.isfinite(data) leaves such entries out as gaps."
        )
    return DataError(
        f"{value} at row {row + 1}, column {column + 1}",
        expected="finite numbers wherever the matrix is observed",
        do=remedy,
    )
