"""K from a matrix of rates without its counts, for matrices of any size.

Where the noise of counts is taken off exactly, the printed solution is ``B E^2 / (R C)``, with the
mean E of the rates and the parts R, C and B of their variance (lab.misfit). Rates are products of
factors, so that sums over all pairs of entries need the factors alone and no matrix.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def k_of_rates(theta: Floats, beta: Floats) -> float:
    """Return K-hat of the rates ``theta @ beta.T``.

    Parameters
    ----------
    theta : ndarray, shape (N, K)
        Factors of rows.
    beta : ndarray, shape (M, K)
        Factors of columns, multiplied by the columns' numbers if these are unequal.
    """
    rows, columns = len(theta), len(beta)
    by_row, by_column = theta @ beta.sum(axis=0), beta @ theta.sum(axis=0)
    total = float(by_row.sum())
    squares = float(np.sum((theta.T @ theta) * (beta.T @ beta)))
    in_row = float(by_row @ by_row) - squares
    in_column = float(by_column @ by_column) - squares
    nothing = total**2 - in_row - in_column - squares
    # Mean products of pairs of entries: of one row, of one column, and of neither.
    mean = total / (rows * columns)
    row = in_row / (rows * columns * (columns - 1))
    column = in_column / (rows * columns * (rows - 1))
    neither = nothing / (rows * columns * (rows - 1) * (columns - 1))
    both = squares / (rows * columns) - row - column + neither
    return both * mean**2 / ((row - neither) * (column - neither))
