"""What centering rows and columns does to the noise and the signal of a matrix with gaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symppm.measure.distinct.residuals import Lines, Residuals

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Centering:
    """What centering the rows does to noise and signal.

    Attributes
    ----------
    squares : ndarray of float64, shape (N,)
        Sums of the squared residuals.
    slopes, offsets : ndarray of float64, shape (N,)
        b_ij is slopes_i x_ij^2 - offsets_i.
    constants : ndarray of float64, shape (N,)
        a_i.
    left : ndarray of float64, shape (N,)
        f_i: of the signal in rectangles of rows i and t a part f_i f_t is left.
    shared : float
        What rows i and t share, as a share of n_i n_t, if they are observed independently.
    """

    squares: Vector
    slopes: Vector
    offsets: Vector
    constants: Vector
    left: Vector
    shared: float


def centering(rows: Lines, columns: Lines) -> Centering:
    """Estimate what centering the rows does.

    Parameters
    ----------
    rows, columns : Lines
        The residuals, row after row and column after column.

    Notes
    -----
    With V_i the sum of v_ij, squared residuals have expectation v_ij (1 - 2 / n_i) + V_i / n_i^2.

    Two rows of n and k entries that share o columns leave (1 - h)^2 + h^2 - 2 d of the signal, with
    h = 1 / n + 1 / k - o / (n k) and d = 2 / (n k) to the second order. With the mean over all for
    o / (n k), and two more for the rectangle's own columns, this is f_i f_t to the second order.
    """
    n = np.diff(rows.indptr).astype(np.float64)
    m = np.diff(columns.indptr).astype(np.float64)
    squares = np.add.reduceat(rows.values**2, rows.indptr[:-1])
    constants = squares / (n * (n - 1))
    shared = float((m * m).sum()) / float(m.sum()) ** 2
    h = 1 / n
    return Centering(
        squares=squares,
        slopes=1 / (n - 2),
        offsets=constants / (n - 2),
        constants=constants,
        left=1 - 2 * h + shared + 2 * h**2 - 4 * shared * h + shared**2 / 2,
        shared=shared,
    )


def structured(
    found: Residuals, centred: tuple[Centering, Centering], overlaps: tuple[float, float]
) -> float:
    """Return by what share more of the signal is left where lines that meet share much.

    Parameters
    ----------
    found : Residuals
        Of the matrix.
    centred : (Centering, Centering)
        Of the rows, and of the columns.
    overlaps : (float, float)
        Sums over all rectangles of 1 / (n_i n_t), and of 1 / (m_j m_l).

    Notes
    -----
    :func:`centering` takes two rows to share what rows do that are observed independently. Over
    pairs that share o columns the mean of (o - 1) / (n k), weighted with o, says what they do.
    """
    more = 1.0
    for one, lines, total in zip(centred, (found.columns, found.rows), overlaps, strict=True):
        counts = np.diff(lines.indptr).astype(np.float64)
        mean = total / float((counts * (counts - 1)).sum())
        more += 2 * (mean * (1 + mean) - one.shared)
    return more


def recentred(columns: Lines) -> float:
    """Return how much more the estimate changes without a row because columns are centred anew.

    Parameters
    ----------
    columns : Lines
        The residuals, column after column.

    Notes
    -----
    Without row i another row's x_tj becomes x_tj + x_ij / (m_j - 1), so that what products lose is
    by a share 1 / (m_j - 1) more than the part of row i. That of a mean entry is taken for all.
    """
    counts = np.diff(columns.indptr).astype(np.float64)
    return float(1 + 1 / ((counts * counts).sum() / counts.sum() - 1))
