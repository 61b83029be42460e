"""Loops over a strip of a centred matrix: all of its shorter side, some of its longer one."""

from __future__ import annotations

from typing import Any

from symppm.codegen.runtime import kernel
from symppm.measure.vectors import regrouping_kernel


@regrouping_kernel
def _centre_line(line: Any, own: float, means: Any, down: Any) -> tuple[float, float, float]:
    """Centre one row; add its powers down the columns; return their sums."""
    second = third = fourth = 0.0
    for k in range(line.size):
        z = line[k] - own - means[k]
        line[k] = z
        square = z * z
        down[0, k] += square
        down[1, k] += square * z
        down[2, k] += square * square
        second += square
        third += square * z
        fourth += square * square
    return second, third, fourth


@kernel
def centre(strip: Any, row_means: Any, column_means: Any, rows: Any, columns: Any) -> None:
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
        Where the same sums down the columns go, from zeros.
    """
    for i in range(strip.shape[0]):
        second, third, fourth = _centre_line(strip[i], row_means[i], column_means, columns)
        rows[0, i] += second
        rows[1, i] += third
        rows[2, i] += fourth


@regrouping_kernel
def _across_line(line: Any, seconds: Any, thirds: Any) -> tuple[float, float, float]:
    third = second = first = 0.0
    for k in range(line.size):
        z = line[k]
        third += z * thirds[k]
        second += z * z * seconds[k]
        first += z * seconds[k]
    return third, second, first


@kernel
def across(strip: Any, columns: Any, found: Any) -> None:
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
    for i in range(strip.shape[0]):
        third, second, first = _across_line(strip[i], columns[0], columns[1])
        found[0, i] += third
        found[1, i] += second
        found[2, i] += first


@regrouping_kernel
def _down_line(
    line: Any, products: Any, second: float, third: float, first: float, found: Any
) -> None:
    for k in range(line.size):
        z = line[k]
        found[0, k] += z * third
        found[1, k] += z * z * second
        found[2, k] += z * first
        found[3, k] += z * products[k]
        found[4, k] += z * second


@kernel
def down(strip: Any, products: Any, rows: Any, firsts: Any, found: Any) -> None:
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
        Where sums go, from zeros: of z times the row's z^3, of z^2 times its z^2, of z times its
        ``firsts``, of z times ``products``, and of z times the row's z^2.
    """
    for i in range(strip.shape[0]):
        _down_line(strip[i], products[i], rows[0, i], rows[1, i], firsts[i], found)


@kernel
def share(z: float, product: float, row: Any, column: Any, slopes: Any) -> float:
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
    found: float = z * (slopes[4] * product - row[1] - column[1] + z * curve)
    return found


@kernel
def farthest(
    strip: Any, products: Any, rows: Any, columns: Any, slopes: Any
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
    best = 0.0
    row = column = 0
    for i in range(strip.shape[0]):
        for k in range(strip.shape[1]):
            if abs(strip[i, k]) > best:
                best = abs(strip[i, k])
                row = i
                column = k
    part = share(strip[row, column], products[row, column], rows[row], columns[column], slopes)
    return best, part, row, column
