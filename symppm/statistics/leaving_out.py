"""The estimates of a matrix with each row, and each column, left out: what a jackknife needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.matrix import BlockMatrix, Matrix
from symppm.statistics.blocks import blocks_of, ordered_blocks
from symppm.statistics.passes import COMPLETE, PARTIAL, Weights, add_across, products_of
from symppm.statistics.sums import Margins, lines_of, transposed

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

STATISTICS: Final = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")
_TRANSPOSED: Final = [0, 1, 3, 2, 5, 4]


@dataclass(frozen=True)
class Deletions:
    """Estimates without one row, or without one column.

    Attributes
    ----------
    rows : ndarray of float64, shape (N, 6)
        Mean, variance, cov_row, cov_col, rho_row and rho_col without each row; NaN where what is
        left has no such estimate.
    columns : ndarray of float64, shape (M, 6)
        The same without each column.
    """

    rows: Table
    columns: Table


@dataclass(frozen=True)
class Line:
    """Of every row (or column): its count, its sum, and the six sums of the second pass.

    ``far`` is the sum, over its observed entries, of the sums of counts of their columns' rows.
    """

    count: Vector
    total: Vector
    crossed: Table
    far: Vector


def deletions_of(matrix: Matrix, margins: Margins) -> Deletions:
    """Estimate everything anew without each row and without each column, in one more pass.

    Every sum that the estimators need changes by what one row adds to it, which is a function of
    that row's own sums and of the sums of the columns over its observed entries.
    """
    blocks = blocks_of(matrix)
    own = transposed(margins) if blocks.by_columns else margins
    if margins.observed == matrix.shape[0] * matrix.shape[1]:
        sides = complete(own, *_second_pass(blocks, own, COMPLETE))
    else:
        sides = _partial(blocks, own)
    rows, columns = sides[::-1] if blocks.by_columns else sides
    return left_out(rows, columns, margins)


def left_out(rows: Line, columns: Line, margins: Margins) -> Deletions:
    """Return the estimates without each row and each column, from sums of the second pass."""
    return Deletions(
        _without(rows, margins), _without(columns, transposed(margins))[:, _TRANSPOSED]
    )


def complete(margins: Margins, rows: Table, columns: Table) -> tuple[Line, Line]:
    """Return what the second pass finds where every entry is observed, from its first two sums.

    Parameters
    ----------
    margins : Margins
        With the sums of rows and columns in the order of the next two.
    rows, columns : ndarray of float64, shapes (N, 6) and (M, 6)
        The first two filled in; the others are, here.
    """
    sides = []
    for table, sums, across in (
        (rows, margins.row_sums, columns),
        (columns, margins.column_sums, rows),
    ):
        # Each row has an entry in every column, and these have as many as there are rows.
        own, other = float(len(table)), float(len(across))
        table[:, 2] = margins.row_sums.sum()
        table[:, 3] = sums * own
        table[:, 4:] = other * own, other * own**2
        far = np.full(len(table), own * other * other)
        sides.append(Line(np.full(len(table), other), sums, table, far))
    return sides[0], sides[1]


def _partial(matrix: BlockMatrix, margins: Margins) -> tuple[Line, Line]:
    rows, columns = _second_pass(matrix, margins, PARTIAL)
    # A row is as far as the counts of its columns' rows: those have to be known first.
    row_far, column_far = np.zeros(len(rows)), np.zeros(len(columns))
    for at, block in ordered_blocks(matrix, margins.origin):
        lines = lines_of(block, by_columns=matrix.by_columns, fill=True, partial=True)
        add_across(lines, (rows[at, 4], columns[:, 4]), row_far[at], column_far)
    weights = _weights(margins)
    return (
        Line(weights.row_counts, margins.row_sums, rows, row_far),
        Line(weights.column_counts, margins.column_sums, columns, column_far),
    )


def _second_pass(matrix: BlockMatrix, margins: Margins, sums: int) -> tuple[Table, Table]:
    partial, center = sums == PARTIAL, margins.center
    rows = np.zeros((margins.row_sums.size, PARTIAL))
    columns = np.zeros((margins.column_sums.size, PARTIAL))
    weights = _weights(margins)
    for at, block in ordered_blocks(matrix, margins.origin):
        lines = lines_of(
            block, by_columns=matrix.by_columns, fill=partial or center != 0, partial=partial
        )
        if not partial:
            # What covers everything hides nothing.
            lines = lines._replace(observed=None, partial=False)
        here = weights._replace(row_counts=weights.row_counts[at], row_sums=weights.row_sums[at])
        of_rows, of_columns = products_of(lines, len(columns), center, here)
        rows[at, :sums] = of_rows.T
        columns[:, :sums] += of_columns.T
    return rows, columns


def _weights(margins: Margins) -> Weights:
    n, m = margins.row_counts.astype(np.float64), margins.column_counts.astype(np.float64)
    return Weights(n, margins.row_sums, m, margins.column_sums)


def _without(line: Line, margins: Margins) -> Table:
    """Return the estimates without each row."""
    n, total = line.count, line.total
    squares, with_sums, sums, with_counts, counts, squared_counts = line.crossed.T
    added = (
        n,
        n * n,
        2 * counts - n,
        total,
        n * total,
        sums + with_counts - total,
        total * total,
        2 * with_sums - squares,
        squares,
        n * n * n,
        n * counts + line.far - n * n,
        3 * squared_counts - 3 * counts + n,
    )
    whole = (*margins.powers(), *margins.crossings())
    # Of one sum after the other, as they are written and read.
    left = np.array([every - own for every, own in zip(whole, added, strict=True)]).T
    estimates, status = np.empty((len(n), len(STATISTICS))), np.empty(len(n), np.int64)
    load_generated("estimators").unbiased_batch(left, estimates, status)
    estimates[:, 0] = margins.origin + (margins.center + estimates[:, 0])
    estimates[status != OK] = np.nan
    return estimates
