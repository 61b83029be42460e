"""The estimates of a matrix with each row, and each column, left out: what a jackknife needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.matrix import BlockMatrix, Matrix
from symppm.statistics import Table, Vector
from symppm.statistics.blocks import blocks_of
from symppm.statistics.passes import swept, swept_ones
from symppm.statistics.pieces import matrix_lines
from symppm.statistics.sums import Margins, transposed

STATISTICS: Final = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")
_TRANSPOSED: Final = [0, 1, 3, 2, 5, 4]


@dataclass(frozen=True)
class Deletions:
    """STATISTICS without each row, shape (N, 6), and without each column, shape (M, 6).

    NaN where what is left has no such estimate.
    """

    rows: Table
    columns: Table


@dataclass(frozen=True)
class Line:
    """Of every row (or column): its count, its sum, and what is summed over its entries.

    With z an entry about the center, and m and c the count and the sum of its column, ``crossed``
    sums z^2, z c, c, z m, m and m^2; ``far`` sums the counts of all rows that the columns meet.
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
    rows, columns = _sides(blocks, own)[:: -1 if blocks.by_columns else 1]
    return left_out(rows, columns, margins)


def left_out(rows: Line, columns: Line, margins: Margins) -> Deletions:
    """Return the estimates without each row and each column, from sums of the second pass."""
    return Deletions(
        _without(rows, margins), _without(columns, transposed(margins))[:, _TRANSPOSED]
    )


def complete(margins: Margins, rows: Table, columns: Table) -> tuple[Line, Line]:
    """Return what the second pass finds where every entry is observed, from its first two sums."""
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


def _sides(matrix: BlockMatrix, margins: Margins) -> tuple[Line, Line]:
    """Take the second pass over the lines of a matrix, and the third if entries are missing."""
    r, c = margins.row_sums, margins.column_sums
    n, m = margins.row_counts.astype(np.float64), margins.column_counts.astype(np.float64)
    missing = margins.observed < n.size * m.size
    fill = missing or margins.center != 0
    rows, columns = np.zeros((n.size, 6)), np.zeros((m.size, 6))
    for at, lines in matrix_lines(matrix, margins.origin, fill=fill):
        of_values = [0, 1, 3][: 2 + missing]
        vectors, own = [c, m][: 1 + missing], [r[at], n[at]][: 1 + missing]
        values = swept(lines, margins.center, vectors, own)
        order = [-1, *range(len(vectors))]
        rows[at, of_values] = values.along[order].T
        columns[:, of_values] += values.across[order].T
        if missing:
            seen = swept_ones(lines, (c, m, m * m), (r[at], n[at], n[at] ** 2))
            rows[at, [2, 4, 5]] = seen[0][:3].T
            columns[:, [2, 4, 5]] += seen[1][:3].T
    if not missing:
        return complete(margins, rows, columns)
    # A row is as far as the counts of its columns' rows: those have to be known first.
    row_far, column_far = np.zeros(n.size), np.zeros(m.size)
    for at, lines in matrix_lines(matrix, margins.origin, fill=True):
        seen = swept_ones(lines, [columns[:, 4]], [rows[at, 4]])
        row_far[at] = seen[0][0]
        column_far += seen[1][0]
    return Line(n, r, rows, row_far), Line(m, c, columns, column_far)


def _without(line: Line, margins: Margins) -> Table:
    """Return the estimates without each row."""
    n, total = line.count, line.total
    squares, with_sums, sums, with_counts, counts, squared_counts = line.crossed.T
    added = (
        n, n * n, 2 * counts - n,
        total, n * total, sums + with_counts - total,
        total * total, 2 * with_sums - squares, squares,
        n * n * n, n * counts + line.far - n * n, 3 * squared_counts - 3 * counts + n,
    )  # fmt: skip
    whole = (*margins.powers(), *margins.crossings())
    # Of one sum after the other, as they are written and read.
    left = np.array([every - own for every, own in zip(whole, added, strict=True)])
    estimates, status = np.empty((len(n), len(STATISTICS))), np.empty(len(n), np.int64)
    load_generated("estimators").unbiased.batch(left, estimates.T, status)
    estimates[:, 0] = margins.origin + (margins.center + estimates[:, 0])
    estimates[status != OK] = np.nan
    return estimates
