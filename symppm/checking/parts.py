"""The part of the data that is compared with draws: all of it, or rows and columns at random."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symppm.checking.whole import Whole, whole_array, whole_matrix
from symppm.data.matrix import BlockMatrix, Matrix, SparseMatrix, read, read_array
from symppm.data.triples import Triples
from symppm.errors import DataError

_MATRIX = 2

Array = NDArray[Any]
Block = tuple[Array, NDArray[np.bool_] | None]


@dataclass(frozen=True)
class Part:
    """Some or all of the data.

    Attributes
    ----------
    values : ndarray or SciPy sparse
        The entries of the rows and columns below.
    observed : ndarray of bool or None
        True where an entry is observed; None if all are, or if ``stored``.
    stored : bool
        Whether the entries that are stored are the observed ones.
    places : tuple of ndarray
        Along each axis, which indices of the data these are.
    whole : Whole
        What the data are as a whole.
    """

    values: Any
    observed: NDArray[np.bool_] | None
    stored: bool
    places: tuple[NDArray[np.intp], ...]
    whole: Whole

    @property
    def shape(self) -> tuple[int, ...]:
        """Lengths of its axes."""
        return tuple(each.size for each in self.places)

    def blocks(self, rows: int) -> Iterator[Block]:
        """Yield values and what of them is observed, so many rows at a time."""
        for start in range(0, self.shape[0], rows):
            yield self.rows(start, start + rows)

    def rows(self, start: int, stop: int) -> Block:
        """Return values of some rows, and what of them is observed."""
        if isinstance(self.values, np.ndarray):
            seen = None if self.observed is None else self.observed[start:stop]
            return self.values[start:stop], seen
        some = self.values[start:stop]
        if not self.stored:
            return some.toarray(), None
        there = some.astype(bool)
        there.data = np.ones(some.nnz, dtype=bool)
        return some.toarray(), there.toarray()


def read_part(
    data: Any,
    axes: Sequence[str],
    zeros: str,
    mask: Any,
    entries: int | None,
    generator: np.random.Generator,
) -> Part:
    """Read data, and take rows and columns at random where they are many."""
    if isinstance(data, Triples):
        raise DataError(
            "a table that is summed where it is",
            expected="a matrix in memory, or a mapped file, to compare with draws",
            do='Read it into memory (engine="memory").',
        )
    if len(axes) == _MATRIX:
        matrix = read(data, zeros, mask)
        whole = whole_matrix(matrix)
        return _part_of(matrix, _chosen(matrix.shape, entries, generator), whole)
    values, gaps = read_array(data, tuple(axes), zeros, mask)
    observed = None if not gaps.any() else ~gaps
    about = whole_array(values, observed)
    places = _chosen(values.shape, entries, generator)
    some = np.ix_(*places)
    return Part(values[some], None if observed is None else observed[some], False, places, about)


def stand_in(shape: tuple[int, ...], entries: int | None, generator: np.random.Generator) -> Part:
    """Return a part of which only the shape is looked at: zeros, which take no memory."""
    places = _chosen(shape, entries, generator)
    zeros = np.broadcast_to(np.int64(0), tuple(each.size for each in places))
    return Part(zeros, None, False, places, Whole(shape, math.prod(shape), 0.0, 0.0, 0.0, True))


def _chosen(
    shape: Sequence[int], entries: int | None, generator: np.random.Generator
) -> tuple[NDArray[np.intp], ...]:
    """Return indices along each axis: all, or in proportion so many that they make the entries."""
    kept = list(shape)
    if entries is not None and math.prod(shape) > entries:
        shortest = min(_SHORTEST, int(entries ** (1 / len(shape))))
        # Short axes stay whole, and the rest shrink by one factor.
        for _ in shape:
            factor = (entries / math.prod(kept)) ** (1 / len(shape))
            kept = [max(min(n, shortest), int(n * factor)) for n in kept]
    return tuple(
        np.arange(n) if m == n else np.sort(generator.choice(n, m, replace=False))
        for n, m in zip(shape, kept, strict=True)
    )


_SHORTEST = 50


def _part_of(matrix: Matrix, places: tuple[NDArray[np.intp], ...], whole: Whole) -> Part:
    rows, columns = places
    everything = (rows.size, columns.size) == matrix.shape
    if isinstance(matrix, BlockMatrix):
        return _gathered(matrix, places, whole)
    if isinstance(matrix, SparseMatrix):
        by_row = matrix.stored.tocsr()
        some = by_row if everything else by_row[rows][:, columns]
        return Part(some, None, not matrix.absent_observed, places, whole)
    if everything:
        return Part(matrix.values, matrix.observed, False, places, whole)
    some = np.ix_(rows, columns)
    seen = None if matrix.observed is None else matrix.observed[some]
    return Part(matrix.values[some], seen, False, places, whole)


def _gathered(matrix: BlockMatrix, places: tuple[NDArray[np.intp], ...], whole: Whole) -> Part:
    """Copy the chosen rows and columns out of what comes in blocks."""
    rows, columns = places
    values = np.zeros((rows.size, columns.size), matrix.dtype)
    observed = np.ones(values.shape, dtype=bool)
    for top, left, block in matrix.placed():
        here = [
            np.flatnonzero((each >= first) & (each < first + length))
            for each, first, length in zip(places, (top, left), block.shape, strict=True)
        ]
        if not all(each.size for each in here):
            continue
        inner = (rows[here[0]] - top, columns[here[1]] - left)
        part = _part_of(block, inner, whole)
        found, seen = part.rows(0, part.shape[0])
        values[np.ix_(*here)] = found
        if seen is not None:
            observed[np.ix_(*here)] = seen
    return Part(values, None if observed.all() else observed, False, places, whole)
