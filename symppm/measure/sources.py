"""The ways of storing a matrix that kernels know, and strips of it as NumPy takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

# Entries of a strip: few enough that what is computed of them stays in the cache.
_ROOM: Final = 1 << 16


class Dense(NamedTuple):
    """A complete matrix."""

    values: NDArray[Any]
    """Shape (rows, columns)."""


class Masked(NamedTuple):
    """A matrix with gaps."""

    values: NDArray[Any]
    """Shape (rows, columns)."""
    observed: NDArray[np.bool_]
    """The same shape; False at the gaps."""


class Stored(NamedTuple):
    """A compressed sparse row matrix without duplicates; what is not stored is a gap."""

    indptr: NDArray[Any]
    """Shape (rows + 1,)."""
    indices: NDArray[Any]
    """Column of each stored entry."""
    data: NDArray[Any]
    """Value of each stored entry."""


Source = Dense | Masked | Stored


class Strip(NamedTuple):
    """Successive rows of a matrix: an array of all entries, or a vector of the stored ones."""

    block: int
    """Which block of rows it belongs to."""
    rows: slice
    """Which rows they are."""
    i: NDArray[Any]
    """Row of each entry, from 0 in the strip; it and ``j`` broadcast to the shape of the values."""
    j: NDArray[Any]
    """Column of each entry."""
    values: NDArray[np.float64]
    """Values; NaN at gaps."""
    seen: NDArray[np.bool_]
    """Where there is no gap."""
    matrix: Callable[[NDArray[Any]], Any]
    """Makes numbers, one for each entry, a matrix that has sums and products."""

    def about(self, center: float) -> NDArray[np.float64]:
        """Return the values about a center; zero at gaps."""
        return np.where(self.seen, self.values - center, 0.0)


def strips(source: Source, columns: int, blocks: int = 1) -> Iterator[Strip]:
    """Yield a matrix strip by strip.

    Parameters
    ----------
    source : Dense, Masked or Stored
        The matrix.
    columns : int
        How many it has.
    blocks : int
        How many blocks of rows, as even as can be, no strip is to straddle.
    """
    if isinstance(source, Stored):
        rows, entries = source.indptr.size - 1, int(source.indptr[-1] - source.indptr[0])
    else:
        rows, entries = len(source.values), source.values.size
    # Of sparse rows many, since every strip adds to all columns.
    step = max(1, max(_ROOM, columns) * rows // max(1, entries))
    for block in range(blocks):
        last = (block + 1) * rows // blocks
        for start in range(block * rows // blocks, last, step):
            lines = slice(start, min(start + step, last))
            if isinstance(source, Stored):
                yield _stored_strip(source, columns, block, lines)
            else:
                yield _laid_strip(source, columns, block, lines)


def _laid_strip(source: Dense | Masked, columns: int, block: int, rows: slice) -> Strip:
    values = np.asarray(source.values[rows], np.float64)
    seen = np.ones(values.shape, np.bool_)
    if isinstance(source, Masked):
        seen = source.observed[rows]
        values = np.where(seen, values, np.nan)
    i, j = np.ogrid[: len(values), :columns]
    return Strip(block, rows, i, j, values, seen, lambda entries: entries)


def _stored_strip(source: Stored, columns: int, block: int, rows: slice) -> Strip:
    # Whoever has such a matrix has loaded SciPy's sparse matrices; others need not.
    from scipy.sparse import csr_array  # noqa: PLC0415

    bounds = source.indptr[rows.start : rows.stop + 1]
    inside = slice(bounds[0], bounds[-1])
    starts, j = bounds - bounds[0], source.indices[inside]
    shape = starts.size - 1, columns
    i = np.repeat(np.arange(shape[0]), np.diff(starts))
    values = np.asarray(source.data[inside], np.float64)
    return Strip(
        block,
        rows,
        i,
        j,
        values,
        np.ones(values.size, np.bool_),
        lambda entries: csr_array((entries, j, starts), shape=shape),
    )
