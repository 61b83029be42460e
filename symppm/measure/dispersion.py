"""How much noisier counts are than Poisson's, whatever their rates: biwhitening."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from symppm.data.matrix import WholeMatrix
from symppm.measure.cross_validation import as_arrays, independence, kept, row_of
from symppm.one_thread import one_thread

_MOST: Final = 2_000
"""Rows of the shorter side whose eigenvalues are computed: the median needs no more."""
_STEPS: Final = 300
_SETTLED: Final = 1e-6
_GRID: Final = 20_001
_SMALLEST: Final = 5


@one_thread()
def dispersion(matrix: WholeMatrix, random_seed: int, poisson: float = 1.0) -> float:
    """Return the variance of entries given their rates over what it is for Poisson counts.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Counts, or other values of zero or more.
    random_seed : int
        Of the rows that are drawn where there are very many.
    poisson : float
        The variance of Poisson counts over their mean: of counts that were divided by exposures,
        the average of one over these.

    Returns
    -------
    float
        Below 1 for what varies less, such as averages; 1 for tables that are too small.

    Notes
    -----
    Rows and columns are scaled so that the values of each have the mean one (Sinkhorn); values of
    Poisson counts are estimates of their own variances, so the roots of these scales give entries a
    noise of variance one on average. Few factors move few of the singular values, so the median of
    the eigenvalues of Y Y' / m is that of noise: phi times the median of Marchenko and Pastur's law
    (Landa, Zhang and Kluger, SIAM J. Math. Data Science 4, 2022). Where entries are missing, the
    independence of rows and columns is taken off those observed, or else it would look like noise;
    what is missing of their interaction still does.
    """
    values, seen = _compact(matrix, random_seed)
    rows, columns = values.shape
    if rows < _SMALLEST or values.min() < 0:
        return 1.0
    of_rows, of_columns = np.ones(rows), np.ones(columns)
    for _ in range(_STEPS):
        before = of_rows
        of_rows = columns / (values @ of_columns)
        of_columns = rows / (values.T @ of_rows)
        if np.abs(of_rows / before - 1).max() < _SETTLED:
            break
    if seen is not None:
        p, q = independence(values, seen)
        values.data -= p[row_of(values)] * q[values.indices]
    white = values.multiply(np.sqrt(of_rows)[:, None]).multiply(np.sqrt(of_columns)).tocsr()
    found = np.linalg.eigvalsh((white @ white.T).toarray()) / columns
    return float(np.median(found)) / _median_of_noise(rows / columns) / poisson


def _compact(matrix: WholeMatrix, seed: int) -> tuple[Any, Any]:
    """Return values, and where they are observed, without empty rows and columns.

    The shorter side is that of the rows.
    """
    values, seen = _flat(*kept(*as_arrays(matrix), 1))
    if values.shape[0] > _MOST:
        drawn = np.sort(np.random.default_rng(seed).choice(values.shape[0], _MOST, replace=False))
        values, seen = kept(values[drawn], None if seen is None else seen[drawn], 1)
    return _flat(values, seen)


def _flat(values: Any, seen: Any) -> tuple[Any, Any]:
    if values.shape[0] <= values.shape[1]:
        return values, seen
    return values.T.tocsr(), None if seen is None else seen.T.tocsr()


def _median_of_noise(ratio: float) -> float:
    """Return the median of Marchenko and Pastur's law for matrices of a ratio of sides below 1."""
    low, high = (1 - ratio**0.5) ** 2, (1 + ratio**0.5) ** 2
    at = np.linspace(low, high, _GRID)[1:-1]
    law = np.cumsum(np.sqrt((high - at) * (at - low)) / at)
    return float(at[np.searchsorted(law, law[-1] / 2)])
