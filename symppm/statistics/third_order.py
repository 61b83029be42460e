"""Cumulants of three entries that hang together, for any places observed.

With y about a constant and zero where nothing is observed, ten sums over triples of entries say
everything. From sums over triples that share at least so much follow those over triples that share
exactly it; over the same of ones, these are mean products, and they combine to cumulants. Without
one row each of the ten changes by a function of that row's y and of sums of its columns.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from symppm.data.matrix import Matrix
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import LowRank, matrix_about, ones_where, spread_of
from symppm.statistics.sums import Margins

TRIPLES: Final = (
    "ij_ij_ij", "ij_ij_il", "ij_il_in", "ij_ij_tj", "ij_ij_tl", "ij_il_tj", "ij_il_tn", "ij_tj_sj",
    "ij_tj_sl", "ij_tl_sn",
)  # fmt: skip
"""What three entries share at least."""
PATHS: Final = ("ij_ij_ij", "ij_ij_il", "ij_ij_tj", "ij_il_in", "ij_tj_sj", "ij_il_tj")
THIRD_ORDER: Final = tuple(f"cumulant_{path}" for path in PATHS)
TRANSPOSED: Final = (0, 2, 1, 4, 3, 5)
"""Of THIRD_ORDER, with rows and columns exchanged."""
EXACTLY: Final = np.array([
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [-1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    [2, -3, 1, 0, 0, 0, 0, 0, 0, 0], [-1, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    [1, -1, 0, -1, 1, 0, 0, 0, 0, 0], [1, -1, 0, -1, 0, 1, 0, 0, 0, 0],
    [-2, 3, -1, 2, -1, -2, 1, 0, 0, 0], [2, 0, 0, -3, 0, 0, 0, 1, 0, 0],
    [-2, 2, 0, 3, -1, -2, 0, -1, 1, 0], [4, -6, 2, -6, 3, 6, -3, 2, -3, 1],
])  # fmt: skip
"""From sums over triples that share at least each of TRIPLES to those that share exactly it."""
CUMULANTS: Final = np.array([
    [1, 0, 0, 0, -3, 0, 0, 0, 0, 2], [0, 1, 0, 0, -1, 0, -2, 0, 0, 2],
    [0, 0, 0, 1, -1, 0, 0, 0, -2, 2], [0, 0, 1, 0, 0, 0, -3, 0, 0, 2],
    [0, 0, 0, 0, 0, 0, 0, 1, -3, 2], [0, 0, 0, 0, 0, 1, -1, 0, -1, 1],
])  # fmt: skip
"""From mean products over TRIPLES to THIRD_ORDER."""
_SMALLEST_SHARE: Final = 1e-12


def third_order(matrix: Matrix, margins: Margins) -> tuple[Vector, Table, Table]:
    """Estimate the six of THIRD_ORDER, shape (6,), and without each row, and each column.

    Unbiased for observed places that do not depend on the values, about a constant: where entries
    are missing, the mean. NaN where no such entries are observed. O(observed entries).
    """
    scale = spread_of(margins)
    values = matrix_about(matrix, margins, None if margins.complete else margins.mean, scale)
    ones = ones_where(values, complete=margins.complete)
    rows, columns = (
        cumulants(_line_sums(one), _line_sums(other)) * scale**3
        for one, other in ((values, ones), (values.T, ones.T))
    )
    return rows[0], rows[1:], columns[1:, TRANSPOSED]


def cumulants(sums: Table, counts: Table) -> Table:
    """Return the six from sums over TRIPLES of products, and of ones, shapes (10, k) to (k, 6)."""
    tuples = EXACTLY @ counts
    some = (tuples > 0.5) & (tuples > _SMALLEST_SHARE * counts)
    means = np.where(some, EXACTLY @ sums / np.where(some, tuples, 1.0), np.nan)
    # What is not observed spoils the cumulants that it is part of, and no others.
    return np.stack([
        sum(float(factor) * of for factor, of in zip(factors, means, strict=True) if factor)
        for factors in CUMULANTS
    ], axis=-1)  # fmt: skip


def _line_sums(values: LowRank) -> Table:
    """Return the sums over TRIPLES, whole and without each row, shape (10, N + 1)."""
    (r, q, d), (c, qc, _) = values.power_sums(3)
    rc, rcc, rqc = (values @ np.stack([c, c * c, qc], axis=1)).T
    qr, far = values.power(2) @ c, values @ values.back(r)
    left = without(r)
    return np.stack([
        without(d),
        without(q * r),
        without(r**3),
        without(qr + rqc - d, qc @ c),
        without(q) * left,
        without(r * rc + far - r * q, r @ rc),
        without(r * r) * left,
        without(3 * rcc - 3 * qr + d, (c**3).sum()),
        without(2 * rc - q, c @ c) * left,
        left**3,
    ])  # fmt: skip


def without(of_rows: Vector, total: float | None = None) -> Vector:
    """Return a sum over everything, by default of all rows, and without what each row adds."""
    return (of_rows.sum() if total is None else total) - np.concatenate([[0.0], of_rows])
