"""What diagnostics are made from: sums for every row and every column."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix, SparseMatrix
from symppm.one_thread import one_thread
from symppm.statistics import Vector
from symppm.statistics.lowrank import HELD, LowRank, matrix_about, ones_where
from symppm.statistics.passes import entrywise
from symppm.statistics.sums import Margins

_LARGEST: Final = 10
_THINNED_MEAN: Final = 3.0


@dataclass(frozen=True)
class Lines:
    """What is summed for every row, or for every column, values being taken about the mean.

    ``activity_across`` sums the logarithm of the number of entries in the line across; ``raised``
    sums ``Profile.base`` to the power of every entry.
    """

    counts: Vector
    zeros: Vector
    sums: Vector
    squares: Vector
    raised: Vector
    activity_across: Vector


@dataclass(frozen=True)
class Profile:
    """What diagnostics are made from.

    ``thinning`` is the share of counts that would be kept to make their mean 3, at most one; zero
    if the data are no counts. ``largest`` are the squares about the mean of the entries farthest
    from it, at most ten (of a sparse matrix only those stored), ``places`` their rows and columns.
    """

    thinning: float
    rows: Lines
    columns: Lines
    largest: Vector
    places: NDArray[np.int64]

    @property
    def base(self) -> float:
        """What is raised to the power of every count: on average, the share of zeros if thinned."""
        return 1.0 - self.thinning

    @property
    def observed(self) -> float:
        """Number of observed entries."""
        return float(self.rows.counts.sum())

    @property
    def complete(self) -> bool:
        """Whether every entry is observed."""
        return self.observed == self.rows.counts.size * self.columns.counts.size


@one_thread()
def profile_of(matrix: Matrix, margins: Margins) -> Profile | None:
    """Sum a matrix, whose margins are known; None if it is dense and too large to wait for."""
    size, complete, sparse = math.prod(matrix.shape), margins.complete, False
    if isinstance(matrix, SparseMatrix):
        sparse = not complete or 2 * matrix.size <= size
    if size > HELD and not sparse:
        return None
    mean, thinning = margins.origin + margins.mean, 0.0
    if margins.integral and margins.minimum >= 0 and mean > 0:
        thinning = min(1.0, _THINNED_MEAN / mean)
    counts = margins.row_counts.astype(np.float64), margins.column_counts.astype(np.float64)
    with np.errstate(all="ignore"):
        raw = matrix_about(matrix, margins, -float(margins.origin)).stored
        lost = nonzero = LowRank.of(entrywise(lambda x: 1.0 * (x != 0), raw)).sums()
        if thinning < 1:
            log = np.log1p(-thinning)
            lost = LowRank.of(entrywise(lambda x: -np.expm1(x * log), raw)).sums()
        z = matrix_about(matrix, margins, margins.mean)
        about = margins.about(margins.mean)
        sums = about.row_sums, about.column_sums
        squares, ones = z.power(2).sums(), ones_where(z, complete=complete)

        def lines(axis: int, times: Callable[[LowRank, Vector], Vector]) -> Lines:
            activity = times(ones, np.log(np.maximum(counts[1 - axis], 1)))
            return Lines(
                counts[axis], counts[axis] - nonzero[axis], sums[axis], squares[axis],
                counts[axis] - lost[axis], activity,
            )  # fmt: skip

        return Profile(
            thinning, lines(0, LowRank.__matmul__), lines(1, LowRank.back), *z.largest(_LARGEST)
        )
