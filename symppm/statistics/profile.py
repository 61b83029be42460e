"""What diagnostics are made from: sums for every row and every column."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix, SparseMatrix
from symppm.one_thread import one_thread
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import HELD, LowRank, complete_matrix, stored_entries
from symppm.statistics.pieces import like
from symppm.statistics.sums import Margins

_LARGEST: Final = 10
_THINNED_MEAN: Final = 3.0


@dataclass(frozen=True)
class Lines:
    """What is summed for every row, or for every column, values being taken about the mean.

    ``triples_across`` and ``triple_counts_across`` are by how much less, where the line is left
    out, the sum over lines of the other kind of products of three different entries of a line is,
    in any order, and the number of these; ``activity_across`` is the sum over the line's entries of
    the logarithm of the number of entries in the line across; ``raised`` sums ``Profile.base`` to
    the power of every entry.
    """

    counts: Vector
    zeros: Vector
    sums: Vector
    squares: Vector
    cubes: Vector
    raised: Vector
    triples_across: Vector
    triple_counts_across: Vector
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
    """Sum a matrix, whose margins are known; None if it is dense and too large to be copied.

    Cubes of values above 1e100 overflow; what is not finite is for the reader to leave alone.
    """
    size, stored = math.prod(matrix.shape), isinstance(matrix, SparseMatrix)
    if size > HELD and not stored:
        return None
    off = float(margins.row_sums.sum()) / margins.observed
    mean, complete, thinning = margins.origin + margins.center + off, margins.observed == size, 0.0
    if margins.integral and margins.minimum >= 0 and mean > 0:
        thinning = min(1.0, _THINNED_MEAN / mean)
    if complete:
        values = complete_matrix(matrix, margins, 1.0)
        center = margins.center if values.dense else 0.0
    else:
        center = margins.center + off
        values = LowRank.of(stored_entries(matrix, margins, center, 1.0))
    entries = values.stored if values.dense else values.stored.data
    # What is not stored is zero, about the mean or as it is; the mean is so far from there.
    by, zero = np.float64(margins.center + off - center), -center - margins.origin
    with np.errstate(all="ignore"):
        special = [entries != zero]
        if 0 < thinning < 1:
            special.append(np.expm1((entries - zero) * np.log1p(-thinning)))
        sides = _sides(values, [_on(values, of) for of in special], complete, by)
        largest, places = _largest(values, entries, by)
    rows, columns = (
        Lines(
            n, n - of[0], one, two, three,
            n if not thinning else n + of[1] if thinning < 1 else n - of[0], *across,
        )
        for n, (one, two, three), of, across in sides
    )  # fmt: skip
    return Profile(thinning, rows, columns, largest, places)


def _on(values: LowRank, entries: Any) -> LowRank:
    """Return other entries at the places of those that are stored."""
    numbers = entries.astype(np.float64)
    return LowRank.of(numbers if values.dense else like(values.stored, numbers))


def _sides(
    values: LowRank, special: list[LowRank], complete: bool, by: float
) -> list[tuple[Vector, list[Vector], list[Vector], list[Vector]]]:
    """Return for rows, and columns: counts, three power sums, the special ones, and those across.

    All are about a number ``by`` above that of the values. An entry z of a line with sums S and
    squares Q takes part in 3 z ((S - z)^2 - (Q - z^2)) of its sum over distinct triples, which is
    3 z (S^2 - Q) - 6 z^2 S + 6 z^3; of n entries, in 3 (n - 1) (n - 2) triples.
    """
    shape, two, three = values.shape, values.power(2), values.power(3)
    seen = None if complete else _on(values, np.ones_like(values.stored.data))
    ones = [np.ones(length) for length in shape]

    def summed(of: LowRank | None, side: int, numbers: Table) -> Table:
        """Sum numbers of the lines across over the entries of lines, all of them for None."""
        if of is None:
            return np.broadcast_to(numbers.sum(0), (shape[side], *numbers.shape[1:]))
        return of.back(numbers) if side else of @ numbers

    counts, powers = [], []
    for side in (0, 1):
        n = np.array(summed(seen, side, ones[1 - side]))
        r, q, d = (summed(of, side, ones[1 - side]) for of in (values, two, three))
        counts.append(n)
        powers.append([
            r - by * n, q - 2 * by * r + by**2 * n, d - 3 * by * q + 3 * by**2 * r - by**3 * n
        ])  # fmt: skip
    sides = []
    for side in (0, 1):
        s, q, _ = powers[1 - side]
        n, v, w = counts[1 - side], 3 * (s * s - q), -6 * s
        first = summed(values, side, np.stack([v, w], axis=1))
        again = summed(seen, side, np.stack([
            v, w, 3.0 * (n - 1) * (n - 2), np.log(np.maximum(n, 1.0))
        ], axis=1))  # fmt: skip
        triples = 6.0 * powers[side][2] + first[:, 0] - by * again[:, 0]
        triples += summed(two, side, w) - 2 * by * first[:, 1] + by**2 * again[:, 1]
        own = [summed(of, side, ones[1 - side]) for of in special]
        sides.append((counts[side], powers[side], own, [triples, again[:, 2], again[:, 3]]))
    return sides


def _largest(values: LowRank, entries: Any, by: float) -> tuple[Vector, NDArray[np.int64]]:
    """Return the largest squares, of equal ones the first row by row, and their places."""
    flat = np.square(entries - by).ravel()
    last = np.partition(flat, -_LARGEST)[-_LARGEST] if flat.size > _LARGEST else 0.0
    at = np.append(np.flatnonzero(flat > last), np.flatnonzero(flat == last)[:_LARGEST])
    if values.dense:
        rows, columns = np.unravel_index(at, values.shape)
    else:
        rows = np.searchsorted(values.stored.indptr, at, side="right") - 1
        columns = values.stored.indices[at]
    order = np.lexsort((columns, rows, -flat[at]))[:_LARGEST]
    return flat[at][order], np.stack([rows, columns], axis=1)[order].astype(np.int64)
