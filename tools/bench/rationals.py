"""The statistics of a matrix in exact arithmetic, for tables of errors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.object_]


def exactly(values: NDArray[Any], observed: NDArray[np.bool_] | None = None) -> dict[str, Fraction]:
    """Return mean, variance and covariances, unbiased, as fractions.

    Parameters
    ----------
    values : ndarray, shape (N, M)
        Integers of any size, or floats, which are fractions too.
    observed : ndarray of bool, shape (N, M), optional
        True where an entry counts.

    Notes
    -----
    Mean products of pairs about the mean, by kind of pair, less that of disjoint pairs; and what
    having estimated the mean does to their expectations, solved for the covariances.
    """
    seen = np.ones(values.shape, bool) if observed is None else observed
    ratios = [Fraction(*each.as_integer_ratio()) for each in values[seen].tolist()]
    unit = max(each.denominator for each in ratios)
    n, total = len(ratios), sum(ratios, Fraction())
    z = np.zeros(values.shape, object)
    z[seen] = [int((n * each - total) * unit) for each in ratios]
    one = seen.astype(int).astype(object)
    n_i, m_j = one.sum(1)[:, None], one.sum(0)[None, :]
    # Of every entry: how many others share its row, its column, neither; and itself.
    partners = [one * (n_i - 1), one * (m_j - 1), one * (n - n_i - m_j + 1), one]
    squares = int((z * z).sum())
    row, col = (int((z.sum(axis) ** 2).sum()) - squares for axis in (1, 0))
    scale = Fraction(1, (n * unit) ** 2)
    products = [row * scale, col * scale, -(row + col + squares) * scale, squares * scale]
    pairs = [int(each.sum()) for each in partners]
    mean = [product / count for product, count in zip(products, pairs, strict=True)]

    def coupling(kind: int, by: int) -> Fraction:
        own, none = (
            Fraction(int((partners[each] * partners[by]).sum()), pairs[each]) for each in (kind, 2)
        )
        return Fraction(2, n) * (own - none)

    a, b, c, d = 1 - coupling(0, 0), -coupling(0, 1), -coupling(1, 0), 1 - coupling(1, 1)
    x, y = mean[0] - mean[2], mean[1] - mean[2]
    cov_row, cov_col = (x * d - y * b) / (a * d - b * c), (y * a - x * c) / (a * d - b * c)
    variance = mean[3] - mean[2] + coupling(3, 0) * cov_row + coupling(3, 1) * cov_col
    return {"mean": total / n, "variance": variance, "cov_row": cov_row, "cov_col": cov_col}
