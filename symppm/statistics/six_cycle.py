"""The mean product of six entries round three rows and three columns.

Those are (i, j), (i, l), (t, l), (t, m), (s, m) and (s, j), with i, t, s different and j, l, m
different. Where factors have mean zero it is the joint cumulant of these entries, which four of
them leave open: K s^3 t^3 beside K s^2 t^2.

Over three different rows, all closed walks are tr(G^3), G being the products of different rows. Of
these, the walks in which two columns agree are taken off, and twice those in which three do are
put back. Every walk has two entries of each of its rows and columns; so those through a row are
half of what its entries times the derivatives by them add up to.
"""

from __future__ import annotations

import numpy as np

from symppm.data.matrix import Matrix
from symppm.errors import DataError
from symppm.one_thread import one_thread
from symppm.statistics import Vector
from symppm.statistics.cycle import LARGEST_SHORT_SIDE, Cycle, residuals
from symppm.statistics.lowrank import LowRank, centred_matrix, in_units, matrix_about, spread_of
from symppm.statistics.pieces import like
from symppm.statistics.sums import Margins


@one_thread()
def six_cycle(
    matrix: Matrix, margins: Margins, *, about: str = "zero", leave_out: bool = True
) -> Cycle:
    """Estimate the mean product over all observed walks of six, in units to the sixth power.

    Unbiased about zero. About ``"mean"`` or ``"effects"`` these are taken off the entries first; of
    effects, what centring takes of the signal is put back to first order. Products of the lines of
    the shorter side.
    """
    n, m = matrix.shape
    if min(n, m) > LARGEST_SHORT_SIDE:
        raise DataError(
            f"a matrix of {n} x {m}",
            expected=f"at most {LARGEST_SHORT_SIDE} rows or columns for walks of six",
            do="Draw rows or columns at random.",
        )
    scale = spread_of(margins)
    values, number = _values(matrix, margins, about, scale), 0.0
    if margins.observed == n * m:
        number = 3.0 * n * (n - 1) * (n - 2) * m * (m - 1) * (m - 2)
        counts = np.full(n, number / n), np.full(m, number / m)
    else:
        counts = _through(LowRank.of(like(values.stored, np.ones(values.stored.nnz))))
    sums = _through(values)
    total, walks = sums[0].sum() / 3, counts[0].sum() / 3
    if not walks > 0:
        raise DataError(
            "observed entries that form no walks of six",
            expected="three rows that are observed in pairs of three columns",
            do="Give data with more entries a row.",
        )
    left = ((1 - 1 / n) * (1 - 1 / m)) ** 3 if about == "effects" else 1.0
    with np.errstate(all="ignore"):
        value, *tables = (
            (total - one) / (walks - of) / left
            for one, of in zip((0.0, *sums), (0.0, *counts), strict=True)
        )
    value, *tables = in_units(scale, 6, value, *tables)
    return Cycle(float(value), *tables) if leave_out else Cycle(float(value))


def _values(matrix: Matrix, margins: Margins, about: str, scale: float) -> LowRank:
    """Return observed entries less a constant, or effects; zero where they are missing."""
    if about != "effects":
        mean = margins.center + float(margins.row_sums.sum()) / margins.observed
        return matrix_about(
            matrix, margins, mean if about == "mean" else -float(margins.origin), scale
        )
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        return centred_matrix(matrix, margins, scale)
    values, (rows, columns) = residuals(matrix, margins, scale)
    bounds = np.zeros(matrix.shape[0] + 1, np.int64)
    bounds[rows + 1] = np.diff(values.indptr)
    places = columns[values.indices], np.cumsum(bounds)
    return LowRank.of(type(values)((values.data, *places), shape=matrix.shape))


def _through(values: LowRank) -> tuple[Vector, Vector]:
    """Return the sums over the walks through each row, and through each column."""
    if values.shape[0] > values.shape[1]:
        columns, rows = _through(values.T)
        return rows, columns
    n, m = values.shape
    # Of pairs of different rows: products, and those times the squares of all other rows.
    pairs, squared = np.zeros((n, n)), np.zeros((n, n))
    for _, y in values.strips():
        cubes = (y * y * y) @ y.T
        pairs += y @ y.T
        squared += (y * (y * y).sum(0)) @ y.T - cubes - cubes.T
    np.fill_diagonal(pairs, 0)
    np.fill_diagonal(squared, 0)
    walks = pairs @ pairs
    np.fill_diagonal(walks, 0)
    rows, columns = np.zeros(n), np.zeros(m)
    for strip, y in values.strips():
        y2 = y * y
        y3 = y2 * y
        second, fourth = y2.sum(0), (y2 * y2).sum(0)
        across = pairs @ y
        two = 2 * squared @ y + 2 * y * (y * across).sum(0)
        two += (2 * second - 6 * y2) * across - 2 * pairs @ y3
        three = (6 * second**2 - 6 * fourth) * y - 12 * second * y3 + 12 * y3 * y2
        added = y * (6 * walks @ y - 3 * two + 2 * three) / 2
        rows += added.sum(1)
        columns[strip] = added.sum(0)
    return rows, columns
