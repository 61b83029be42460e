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

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.errors import DataError
from symppm.measure.arrays import Matrix
from symppm.measure.distinct.complete import LARGEST_SHORT_SIDE
from symppm.measure.distinct.pieces import pieces
from symppm.measure.distinct.residuals import residuals
from symppm.measure.distinct.scaling import spread_of
from symppm.statistics.blocks import blocks_of
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]

SIX: Final = "cumulant_ij_il_tl_tm_sm_sj"
_STRIP: Final = 1 << 22


@dataclass(frozen=True)
class Six:
    """The mean product, and what it is without each row and each column.

    Attributes
    ----------
    value : float
        The estimate.
    rows, columns : ndarray of float64, shapes (N,) and (M,), or None
        Without each row and without each column, if asked for.
    """

    value: float
    rows: Vector | None
    columns: Vector | None


def six_cycle(
    matrix: Matrix, margins: Margins, *, about: str = "zero", leave_out: bool = True
) -> Six:
    """Estimate the mean product over all observed walks of six.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        The matrix, complete or with gaps.
    margins : Margins
        Its sums.
    about : {"zero", "mean", "effects"}
        What is taken off the entries: nothing, their mean, or what rows and columns add.
    leave_out : bool
        Whether also to estimate it without each row and each column.

    Returns
    -------
    Six
        In the units of the data to the sixth power.

    Raises
    ------
    DataError
        If there are no such walks, the matrix has more than 8,000 rows and columns, or double
        precision does not hold the result.

    Notes
    -----
    Unbiased about zero. About effects, what centring takes of the signal is put back to first
    order. Matrix products of the shorter side: O(N M min(N, M)).
    """
    if min(matrix.shape) > LARGEST_SHORT_SIDE:
        raise DataError(
            f"a matrix of {matrix.shape[0]} x {matrix.shape[1]}",
            expected=f"at most {LARGEST_SHORT_SIDE} rows or columns for walks of six",
            do="Draw rows or columns at random.",
        )
    scale = spread_of(margins)
    values, observed = _entries(matrix, margins, about, scale)
    sums = _through(values)
    counts = _all(matrix.shape) if observed is None else _through(observed)
    total, number = sums[0].sum() / 3, counts[0].sum() / 3
    if not number > 0:
        raise DataError(
            "observed entries that form no walks of six",
            expected="three rows that are observed in pairs of three columns",
            do="Give data with more entries a row.",
        )
    n, m = matrix.shape
    with np.errstate(all="ignore"):
        by = np.float64(scale) ** 6
        if about == "effects":
            by /= ((1 - 1 / n) * (1 - 1 / m)) ** 3
        value = float(total / number * by)
        if not np.isfinite(value):
            raise DataError(
                "values whose sixth powers are too large for double precision",
                expected="values up to about 1e50 in size",
                do="Divide the data by a constant; the number of factors does not change.",
            )
        if not leave_out:
            return Six(value, None, None)
        rows, columns = (
            (total - one) / (number - other) * by for one, other in zip(sums, counts, strict=True)
        )
    return Six(value, rows, columns)


def _entries(matrix: Matrix, margins: Margins, about: str, scale: float) -> tuple[Any, Any]:
    """Return the entries with zeros at gaps, and ones where there are none if there are any."""
    complete = margins.observed == matrix.shape[0] * matrix.shape[1]
    if about == "effects":
        return _residual(matrix, margins, scale, complete=complete)
    center = -float(margins.origin)
    if about == "mean":
        center = margins.center + float(margins.row_sums.sum()) / margins.observed
    blocks = blocks_of(matrix)
    parts = list(
        pieces(blocks, complete=complete, origin=margins.origin, center=center, scale=scale)
    )
    values = _stacked([part.values for part in parts], blocks.by_columns)
    seen = None if complete else _stacked([part.observed for part in parts], blocks.by_columns)
    return values, seen


def _residual(matrix: Matrix, margins: Margins, scale: float, *, complete: bool) -> tuple[Any, Any]:
    from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

    found = residuals(matrix, margins)
    places = (
        np.repeat(found.kept_rows, np.diff(found.rows.indptr)),
        found.kept_columns[found.rows.indices],
    )
    values = sparse.csr_array((found.rows.values * (found.scale / scale), places), matrix.shape)
    seen = sparse.csr_array((np.ones(len(places[0])), places), matrix.shape)
    return values, None if complete else seen


def _stacked(parts: list[Any], by_columns: bool) -> Any:
    if isinstance(parts[0], np.ndarray):
        whole = np.concatenate(parts)
    else:
        from scipy import sparse  # noqa: PLC0415 - loaded where the data may have no need of it

        whole = sparse.vstack(parts, format="csr")
    return whole.T if by_columns else whole


def _all(shape: tuple[int, int]) -> tuple[Vector, Vector]:
    """Return how many walks go through each row and each column where all are observed."""
    n, m = map(float, shape)
    number = 3 * n * (n - 1) * (n - 2) * m * (m - 1) * (m - 2)
    return np.full(shape[0], number / n), np.full(shape[1], number / m)


def _through(values: Any) -> tuple[Vector, Vector]:
    """Return the sums over the walks through each row, and through each column."""
    if values.shape[0] > values.shape[1]:
        columns, rows = _through(values.T)
        return rows, columns
    n, m = values.shape
    step = max(1, _STRIP // n)
    strips = [slice(start, min(start + step, m)) for start in range(0, m, step)]
    own = values if isinstance(values, np.ndarray) else values.tocsc()
    # Of pairs of different rows: products, and those times the squares of all other rows.
    pairs, squared = np.zeros((n, n)), np.zeros((n, n))
    for strip in strips:
        y = _dense(own, strip)
        cubes = (y**3) @ y.T
        pairs += y @ y.T
        squared += (y * (y**2).sum(0)) @ y.T - cubes - cubes.T
    np.fill_diagonal(pairs, 0)
    np.fill_diagonal(squared, 0)
    walks = pairs @ pairs
    np.fill_diagonal(walks, 0)
    rows, columns = np.zeros(n), np.zeros(m)
    for strip in strips:
        y = _dense(own, strip)
        y2 = y * y
        y3 = y2 * y
        second, fourth = y2.sum(0), (y2 * y2).sum(0)
        across = pairs @ y
        two = (
            2 * squared @ y
            + 2 * y * (y * across).sum(0)
            + (2 * second - 6 * y2) * across
            - 2 * pairs @ y3
        )
        three = (6 * second**2 - 6 * fourth) * y - 12 * second * y3 + 12 * y3 * y2
        added = y * (6 * walks @ y - 3 * two + 2 * three) / 2
        rows += added.sum(1)
        columns[strip] = added.sum(0)
    return rows, columns


def _dense(values: Any, strip: slice) -> NDArray[np.float64]:
    part = values[:, strip]
    return part if isinstance(part, np.ndarray) else part.toarray()
