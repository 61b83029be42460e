"""Sums over a strip of a centred matrix: all of its shorter side, some of its longer one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

# What is made of so many entries stays in the nearest caches.
_TOGETHER: Final = 1 << 16


def _parts(strip: Table) -> Iterator[slice]:
    """Yield some rows after the other."""
    step = max(1, _TOGETHER // max(1, strip.shape[1]))
    for first in range(0, len(strip), step):
        yield slice(first, first + step)


def centre(
    strip: Table, row_means: Vector, column_means: Vector, rows: Table, columns: Table
) -> None:
    """Take means off a strip, in place, and sum the powers of what is left.

    Parameters
    ----------
    strip : ndarray of float64, shape (N, k)
        The values.
    row_means, column_means : ndarray of float64, shapes (N,) and (k,)
        What is taken off; the mean of all is in one of them, with its sign changed.
    rows : ndarray of float64, shape (3, N)
        What sums of z^2, z^3 and z^4 are added to.
    columns : ndarray of float64, shape (3, k)
        What the same sums down the columns are added to.
    """
    for some in _parts(strip):
        z = strip[some]
        z -= row_means[some, None]
        z -= column_means
        square = z * z
        for place, power in enumerate((square, square * z, square * square)):
            rows[place, some] += power.sum(1)
            columns[place] += power.sum(0)


def across(strip: Table, columns: Table, found: Table) -> None:
    """Add, for every row, sums of its entries with those of their columns.

    Parameters
    ----------
    strip : ndarray of float64, shape (N, k)
        Centred.
    columns : ndarray of float64, shape (3, k)
        As :func:`centre` leaves them.
    found : ndarray of float64, shape (3, N)
        What sums of z times the column's z^3, z^2 times its z^2, and z times its z^2 are added to.
    """
    for some in _parts(strip):
        z = strip[some]
        found[0, some] += z @ columns[1]
        found[1, some] += (z * z) @ columns[0]
        found[2, some] += z @ columns[0]


def down(strip: Table, products: Table, rows: Table, firsts: Vector, found: Table) -> None:
    """Sum, for every column, its entries with those of their rows.

    Parameters
    ----------
    strip : ndarray of float64, shape (N, k)
        Centred.
    products : ndarray of float64, shape (N, k)
        The products of the rows times the strip.
    rows : ndarray of float64, shape (3, N)
        Sums of z^2, z^3 and z^4 over whole rows.
    firsts : ndarray of float64, shape (N,)
        Sums over whole rows of z times their columns' z^2.
    found : ndarray of float64, shape (5, k)
        What sums are added to: of z times the row's z^3, of z^2 times its z^2, of z times its
        ``firsts``, of z times ``products``, and of z times the row's z^2.
    """
    for some in _parts(strip):
        z = strip[some]
        found[[0, 2, 4]] += np.stack([rows[1, some], firsts[some], rows[0, some]]) @ z
        found[1] += rows[0, some] @ (z * z)
        found[3] += np.einsum("ik,ik->k", z, products[some])


def share(z: float, product: float, row: Vector, column: Vector, slopes: Vector) -> float:
    """Return what an entry adds to the estimate beyond what its row and column make of it.

    Parameters
    ----------
    z : float
        The centred entry.
    product : float
        Of the products of the rows times the centred matrix, the entry at this place.
    row, column : ndarray of float64, shape (2,)
        Of its row and its column: the sum of z^2, and what is taken off the slope.
    slopes : ndarray of float64, shape (5,)
        As :class:`symppm.measure.distinct.entries.Slopes` has them.
    """
    curve = slopes[1] * row[0] + slopes[2] * column[0] + slopes[3] + slopes[0] * z * z
    return float(z * (slopes[4] * product - row[1] - column[1] + z * curve))


def farthest(
    strip: Table, products: Table, rows: Table, columns: Table, slopes: Vector
) -> tuple[float, float, int, int]:
    """Find the entry of a strip that lies farthest from what its row and column make of it.

    Parameters
    ----------
    strip, products : ndarray of float64, shape (N, k)
        As for :func:`down`.
    rows, columns : ndarray of float64, shapes (N, 2) and (k, 2)
        As for :func:`share`.
    slopes : ndarray of float64, shape (5,)
        As for :func:`share`.

    Returns
    -------
    (float, float, int, int)
        How far, what it adds to the estimate, and its place in the strip.
    """
    ends = sorted((int(strip.argmax()), int(strip.argmin())))
    row, column = divmod(max(ends, key=lambda place: abs(strip.flat[place])), strip.shape[1])
    z = float(strip[row, column])
    part = share(z, float(products[row, column]), rows[row], columns[column], slopes)
    return abs(z), part, row, column
