"""Rows and columns scaled so that noise has the same variance, on average, in all of them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.one_thread import gram as gram_of

Vector = NDArray[np.float64]

_SINKHORN: Final = 10
# Noise of a row less than this part of the median row's is taken for that much.
_LEAST: Final = 1e-3
_ROUNDING: Final = 1e-13


def gram(scaled: Any) -> NDArray[np.float64]:
    """Return S S', dense, of a matrix that may be sparse.

    Parameters
    ----------
    scaled : ndarray or scipy.sparse.csr_array, shape (n, m)
        The matrix S.
    """
    if isinstance(scaled, np.ndarray):
        return gram_of(scaled)
    dense: NDArray[np.float64] = (scaled @ scaled.T).toarray()
    return dense


def divided(matrix: Any, rows: Vector, columns: Vector) -> Any:
    """Return a matrix whose noise variances were of the order of products of two factors.

    Parameters
    ----------
    matrix : ndarray or scipy.sparse.csr_array, shape (n, m)
        The matrix.
    rows, columns : ndarray, shapes (n,) and (m,)
        Variances, positive.
    """
    of_rows, of_columns = (1 / np.sqrt(_floored(each)) for each in (rows, columns))
    if isinstance(matrix, np.ndarray):
        return (matrix * of_rows[:, None]) * of_columns
    scaled = matrix.copy()
    scaled.data = scaled.data * np.repeat(of_rows, np.diff(scaled.indptr))
    scaled.data *= of_columns[scaled.indices]
    return scaled


def _floored(variances: Vector) -> Vector:
    return np.maximum(variances, _LEAST * float(np.median(variances)))


def equalised(scaled: Any, left: Vector, values: Vector, right: Vector) -> Any:
    """Return a matrix with noise variances that average to one in every row and column.

    Parameters
    ----------
    scaled : ndarray or scipy.sparse.csr_array, shape (n, m)
        The matrix.
    left, values, right : ndarray, shapes (n, k), (k,) and (k, m)
        Its leading singular vectors and values: those of factors, not of noise.

    Notes
    -----
    Squares of what is left are scaled to equal row and column means (Sinkhorn and Knopp), without
    laying out what is left. Then the singular values of noise follow the Marchenko-Pastur law,
    whatever its variances are (Landa, Zhang and Kluger, Biwhitening reveals the rank of a count
    matrix, 2021).
    """
    rows, columns = scaled.shape
    power = scaled * scaled if isinstance(scaled, np.ndarray) else scaled.multiply(scaled).tocsr()
    strong = left * values
    # A factor takes up some of the noise as well, more where its vector is large.
    free_rows = np.maximum(1 - (left**2).sum(1), _LEAST)
    free_columns = np.maximum(1 - (right**2).sum(0), _LEAST)
    of_rows, of_columns = np.ones(rows), np.ones(columns)
    for _ in range(_SINKHORN):
        rest = _rest(scaled, power, strong, right, 1 / of_columns)
        of_rows = _floored(rest / free_rows / (columns - len(values)))
        rest = _rest(scaled.T, power.T, right.T, strong.T, 1 / of_rows)
        of_columns = _floored(rest / free_columns / (rows - len(values)))
    return divided(scaled, of_rows, of_columns)


def _rest(
    scaled: Any, power: Any, left: NDArray[np.float64], right: NDArray[np.float64], weights: Vector
) -> Vector:
    """Return weighted sums of squares over the rows of a matrix less a product."""
    weighted = right * weights
    crossed = ((scaled @ weighted.T) * left).sum(1)
    product = ((left @ (weighted @ right.T)) * left).sum(1)
    found: Vector = power @ weights - 2 * crossed + product
    return found


def without_noise(eigenvalues: Vector) -> int | None:
    """Return the rank of a matrix that has no noise, by the eigenvalues of its Gram matrix.

    Parameters
    ----------
    eigenvalues : ndarray, shape (n,)
        In any order.

    Returns
    -------
    int or None
        None if there is noise: more than half of the eigenvalues are not zero.
    """
    zero = _ROUNDING * len(eigenvalues) * float(eigenvalues.max())
    rank = int((eigenvalues > zero).sum())
    return rank if 2 * rank < len(eigenvalues) else None
