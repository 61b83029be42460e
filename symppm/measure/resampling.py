"""Sums over a matrix whose rows and columns are repeated, for many ways of repeating at once.

With r_i and c_j how often row i and column j occur, and z_ij the values about a center, the sums
are those over pairs of entries of *different* rows, or columns, of the matrix: two copies of a row
are no two rows. Draws do not share any sum, so that results do not depend on the number of threads.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.measure.sources import Dense, Masked, Source, Stored, strips
from symppm.statistics.passes import difference

ACROSS = 9
"""What :class:`Resampled` has of the rows."""
DOWN = 4
"""What it has of every column."""


class Times(NamedTuple):
    """How often rows and columns occur, in groups of draws."""

    rows: NDArray[np.float64]
    """Shape (groups, rows, draws)."""
    columns: NDArray[np.float64]
    """Shape (groups, columns, draws)."""


class Resampled(NamedTuple):
    """What the kernels add to, from zeros."""

    across: NDArray[np.float64]
    """Shape (groups, 9, draws): sums over i of r n1, r s, r q1, r (s^2 - q2), r (n1^2 - n2),
    r^2 s^2, r^2 n1^2, r^2 q2, r^2 n2, where n1, s, q1 are the sums over j of c o, c z, c z^2, and
    n2, q2 those of c^2 o, c^2 z^2; o is one where an entry is observed and zero elsewhere."""
    down: NDArray[np.float64]
    """Shape (groups, columns, 4, draws): sums over i of r z, r^2 z^2, r o, r^2 o."""


def _rows(source: Source, center: float, times: Times, sums: Resampled) -> None:
    """Add the rows of any matrix by NumPy."""
    for strip in strips(source, times.columns.shape[1]):
        data = strip.about(center)
        seen = strip.matrix(strip.seen.astype(np.float64))
        z, square = strip.matrix(data), strip.matrix(data * data)
        for group, c in enumerate(times.columns):
            r = times.rows[group, strip.rows]
            n1, s, q1 = seen @ c, z @ c, square @ c
            n2, q2 = seen @ (c * c), square @ (c * c)
            sums.across[group] += _across(r, n1, s, q1, n2, q2)
            below = z.T @ r, square.T @ (r * r), seen.T @ r, seen.T @ (r * r)
            sums.down[group] += np.stack(below, axis=1)


def _zeros_rows(source: Stored, center: float, times: Times, twice: Any, sums: Resampled) -> None:
    """Add rows of which what is not stored is zero by NumPy."""
    for strip in strips(source, times.columns.shape[1]):
        value = strip.matrix(strip.values)
        more = strip.matrix(strip.values * (strip.values - 2 * center))
        for group, c in enumerate(times.columns):
            r, (n1, n2) = times.rows[group, strip.rows], twice[group]
            s = value @ c - center * n1
            q1 = more @ c + center * center * n1
            q2 = more @ (c * c) + center * center * n2
            sums.across[group] += _across(r, n1, s, q1, n2, q2)
            sums.down[group, :, 0] += value.T @ r
            sums.down[group, :, 1] += more.T @ (r * r)


def _across(r: Any, n1: Any, s: Any, q1: Any, n2: Any, q2: Any) -> NDArray[np.float64]:
    """Return what rows add to :attr:`Resampled.across`."""
    rs, rn = r * s, r * n1
    terms = (
        rn, rs, r * q1, r * (s * s - q2), r * (n1 * n1 - n2),
        rs * rs, rn * rn, r * r * q2, r * r * n2,
    )  # fmt: skip
    return np.stack([term.sum(axis=0) for term in terms])


@compiled_kernel
def _add_row(count: int, places: Any, values: Any, r: Any, c: Any, across: Any, down: Any) -> None:
    """Add the observed entries of one row: ``count`` of them, at ``places``, about the center."""
    draws = r.size
    n1, s, q1 = np.zeros(draws), np.zeros(draws), np.zeros(draws)
    n2, q2 = np.zeros(draws), np.zeros(draws)
    for k in range(count):
        here = c[places[k]]
        below = down[places[k]]
        z = values[k]
        for d in range(draws):
            n1[d] += here[d]
            s[d] += here[d] * z
        for d in range(draws):
            n2[d] += here[d] * here[d]
            q2[d] += here[d] * here[d] * z * z
        for d in range(draws):
            q1[d] += here[d] * z * z
            below[0, d] += r[d] * z
            below[1, d] += r[d] * r[d] * z * z
            below[2, d] += r[d]
            below[3, d] += r[d] * r[d]
    for d in range(draws):
        across[0, d] += r[d] * n1[d]
        across[1, d] += r[d] * s[d]
        across[2, d] += r[d] * q1[d]
        across[3, d] += r[d] * (s[d] * s[d] - q2[d])
        across[4, d] += r[d] * (n1[d] * n1[d] - n2[d])
        across[5, d] += (r[d] * s[d]) ** 2
        across[6, d] += (r[d] * n1[d]) ** 2
        across[7, d] += r[d] * r[d] * q2[d]
        across[8, d] += r[d] * r[d] * n2[d]


@data_kernel(_rows, parallel=True)
def masked_rows(source: Masked, center: float, times: Times, sums: Resampled) -> None:
    """Add the rows of a matrix with gaps, for every draw.

    Parameters
    ----------
    source : Masked
        The matrix, or some rows of it.
    center : float
        What to subtract from every value.
    times : Times
        How often its rows, and all columns, occur.
    sums : Resampled
        What is added to.
    """
    rows, length = source.values.shape
    for group in prange(times.rows.shape[0]):
        places = np.empty(length, np.int64)
        values = np.empty(length)
        r, c = times.rows[group], times.columns[group]
        across, down = sums.across[group], sums.down[group]
        for i in range(rows):
            count = 0
            for j in range(length):
                if source.observed[i, j]:
                    places[count] = j
                    values[count] = difference(source.values[i, j], center)
                    count += 1
            _add_row(count, places, values, r[i], c, across, down)


@data_kernel(_rows, parallel=True)
def dense_rows(source: Dense, center: float, times: Times, sums: Resampled) -> None:
    """Do as :func:`masked_rows` for a complete matrix."""
    rows, length = source.values.shape
    for group in prange(times.rows.shape[0]):
        places = np.arange(length)
        values = np.empty(length)
        r, c = times.rows[group], times.columns[group]
        across, down = sums.across[group], sums.down[group]
        for i in range(rows):
            for j in range(length):
                values[j] = difference(source.values[i, j], center)
            _add_row(length, places, values, r[i], c, across, down)


@data_kernel(_rows, parallel=True)
def stored_rows(source: Stored, center: float, times: Times, sums: Resampled) -> None:
    """Do as :func:`masked_rows` for stored entries."""
    for group in prange(times.rows.shape[0]):
        r, c = times.rows[group], times.columns[group]
        across, down = sums.across[group], sums.down[group]
        for i in range(source.indptr.size - 1):
            first, last = source.indptr[i], source.indptr[i + 1]
            values = np.empty(last - first)
            for k in range(first, last):
                values[k - first] = difference(source.data[k], center)
            _add_row(last - first, source.indices[first:last], values, r[i], c, across, down)


@compiled_kernel
def _add_zeros_row(
    source: Stored, i: int, center: float, r: Any, c: Any, twice: Any, across: Any, down: Any
) -> None:
    """Add one row of which what is not stored is zero; ``twice`` are the sums of c and of c^2.

    Below, only what the stored values add to a row, or column, of zeros is summed.
    """
    draws = r.size
    s, q1, q2 = np.zeros(draws), np.zeros(draws), np.zeros(draws)
    for k in range(source.indptr[i], source.indptr[i + 1]):
        value = float(source.data[k])
        more = value * (value - 2 * center)
        here = c[source.indices[k]]
        below = down[source.indices[k]]
        for d in range(draws):
            s[d] += here[d] * value
            q1[d] += here[d] * more
            q2[d] += here[d] * here[d] * more
        for d in range(draws):
            below[0, d] += r[d] * value
            below[1, d] += r[d] * r[d] * more
    for d in range(draws):
        n1, n2 = twice[0, d], twice[1, d]
        total = s[d] - center * n1
        fourth = q2[d] + center * center * n2
        across[0, d] += r[d] * n1
        across[1, d] += r[d] * total
        across[2, d] += r[d] * (q1[d] + center * center * n1)
        across[3, d] += r[d] * (total * total - fourth)
        across[4, d] += r[d] * (n1 * n1 - n2)
        across[5, d] += (r[d] * total) ** 2
        across[6, d] += (r[d] * n1) ** 2
        across[7, d] += r[d] * r[d] * fourth
        across[8, d] += r[d] * r[d] * n2


@data_kernel(_zeros_rows, parallel=True)
def zeros_rows(source: Stored, center: float, times: Times, twice: Any, sums: Resampled) -> None:
    """Do as :func:`masked_rows` where what is not stored is zero.

    Parameters
    ----------
    source, center, times, sums
        As there. Of the columns, only what stored values add to columns of zeros is summed.
    twice : ndarray of float64, shape (groups, 2, draws)
        Sums of the numbers of columns, and of their squares.
    """
    for group in prange(times.rows.shape[0]):
        r, c = times.rows[group], times.columns[group]
        across, down = sums.across[group], sums.down[group]
        for i in range(source.indptr.size - 1):
            _add_zeros_row(source, i, center, r[i], c, twice[group], across, down)
