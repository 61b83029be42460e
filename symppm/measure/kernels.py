"""One pass over a matrix: row and column sums about a constant, sum of squares, extremes.

For every way of storing a matrix there are two kernels: ``*_block`` does one block of its rows,
``*_blocks`` does all blocks on all cores. A block writes to its own part of a :class:`Tally`, so
results do not depend on the number of threads. Values are read as float64, whatever their type.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import kernel, parallel_kernel


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


class Tally(NamedTuple):
    """What the kernels fill in, from zeros."""

    row_counts: NDArray[np.int64]
    """Observed entries of each row, shape (rows,)."""
    row_sums: NDArray[np.float64]
    """Sums of (value - center), shape (rows,)."""
    column_counts: NDArray[np.int64]
    """Observed entries of each column, shape (blocks, columns)."""
    column_sums: NDArray[np.float64]
    """Sums of (value - center), shape (blocks, columns)."""
    facts: NDArray[np.float64]
    """Sum of squares about the center, minimum, maximum, and 1 if all values are whole numbers,
    else 0, shape (blocks, 4)."""


@kernel
def dense_block(source: Dense, center: float, check: bool, block: int, tally: Tally) -> None:
    """Sum one block of rows of a complete matrix.

    Parameters
    ----------
    source : Dense
        The matrix.
    center : float
        What to subtract from every value.
    check : bool
        Whether values have to be checked to be whole numbers; integer types need not be.
    block : int
        Which block of rows.
    tally : Tally
        Where the results go.
    """
    values = source.values
    row_sums = tally.row_sums
    column_counts = tally.column_counts[block]
    column_sums = tally.column_sums[block]
    rows, columns = values.shape
    blocks = tally.facts.shape[0]
    first = block * rows // blocks
    last = (block + 1) * rows // blocks
    squares = 0.0
    low = np.full(columns, np.inf)
    high = np.full(columns, -np.inf)
    integral = True
    for i in range(first, last):
        row_sum = 0.0
        for j in range(columns):
            value = float(values[i, j])
            z = value - center
            column_sums[j] += z
            row_sum += z
            squares += z * z
        # Loops of their own, over a row that is still in cache, are vectorised.
        for j in range(columns):
            value = float(values[i, j])
            low[j] = value if value < low[j] else low[j]
            high[j] = value if value > high[j] else high[j]
        tally.row_counts[i] = columns
        row_sums[i] = row_sum
        if check and integral:
            fractions = 0
            for j in range(columns):
                fractions += values[i, j] != np.floor(values[i, j])
            integral = fractions == 0
    column_counts[:] = last - first
    facts = tally.facts[block]
    facts[0] = squares
    facts[1] = low.min()
    facts[2] = high.max()
    facts[3] = 1.0 if integral else 0.0


@kernel
def masked_block(source: Masked, center: float, check: bool, block: int, tally: Tally) -> None:
    """Sum the observed entries of one block of rows; parameters as in :func:`dense_block`."""
    values = source.values
    observed = source.observed
    column_counts = tally.column_counts[block]
    column_sums = tally.column_sums[block]
    rows, columns = values.shape
    blocks = tally.facts.shape[0]
    squares = 0.0
    minimum = np.inf
    maximum = -np.inf
    integral = True
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        row_count = 0
        row_sum = 0.0
        for j in range(columns):
            if observed[i, j]:
                value = float(values[i, j])
                z = value - center
                column_counts[j] += 1
                column_sums[j] += z
                row_count += 1
                row_sum += z
                squares += z * z
                minimum = min(minimum, value)
                maximum = max(maximum, value)
                if check and integral:
                    integral = value == np.floor(value)
        tally.row_counts[i] = row_count
        tally.row_sums[i] = row_sum
    facts = tally.facts[block]
    facts[0] = squares
    facts[1] = minimum
    facts[2] = maximum
    facts[3] = 1.0 if integral else 0.0


@kernel
def stored_block(source: Stored, center: float, check: bool, block: int, tally: Tally) -> None:
    """Sum the stored entries of one block of rows; parameters as in :func:`dense_block`."""
    indptr = source.indptr
    indices = source.indices
    data = source.data
    column_counts = tally.column_counts[block]
    column_sums = tally.column_sums[block]
    rows = indptr.size - 1
    blocks = tally.facts.shape[0]
    squares = 0.0
    minimum = np.inf
    maximum = -np.inf
    integral = True
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        row_sum = 0.0
        for k in range(indptr[i], indptr[i + 1]):
            value = float(data[k])
            z = value - center
            column_counts[indices[k]] += 1
            column_sums[indices[k]] += z
            row_sum += z
            squares += z * z
            minimum = min(minimum, value)
            maximum = max(maximum, value)
            if check and integral:
                integral = value == np.floor(value)
        tally.row_counts[i] = indptr[i + 1] - indptr[i]
        tally.row_sums[i] = row_sum
    facts = tally.facts[block]
    facts[0] = squares
    facts[1] = minimum
    facts[2] = maximum
    facts[3] = 1.0 if integral else 0.0


@parallel_kernel
def dense_blocks(source: Dense, center: float, check: bool, tally: Tally) -> None:
    """Do :func:`dense_block` for all blocks."""
    for block in numba.prange(tally.facts.shape[0]):
        dense_block(source, center, check, block, tally)


@parallel_kernel
def masked_blocks(source: Masked, center: float, check: bool, tally: Tally) -> None:
    """Do :func:`masked_block` for all blocks."""
    for block in numba.prange(tally.facts.shape[0]):
        masked_block(source, center, check, block, tally)


@parallel_kernel
def stored_blocks(source: Stored, center: float, check: bool, tally: Tally) -> None:
    """Do :func:`stored_block` for all blocks."""
    for block in numba.prange(tally.facts.shape[0]):
        stored_block(source, center, check, block, tally)


@kernel
def masked_crossing(source: Masked, tally: Tally) -> float:
    """Sum, over observed entries, of the count of their row times the count of their column."""
    column_counts = tally.column_counts.sum(axis=0)
    rows, columns = source.observed.shape
    crossing = 0.0
    for i in range(rows):
        in_row = 0.0
        for j in range(columns):
            if source.observed[i, j]:
                in_row += column_counts[j]
        crossing += in_row * tally.row_counts[i]
    return crossing


@kernel
def stored_crossing(source: Stored, tally: Tally) -> float:
    """Do as :func:`masked_crossing` for the stored entries."""
    column_counts = tally.column_counts.sum(axis=0)
    crossing = 0.0
    for i in range(source.indptr.size - 1):
        in_row = 0.0
        for k in range(source.indptr[i], source.indptr[i + 1]):
            in_row += column_counts[source.indices[k]]
        crossing += in_row * tally.row_counts[i]
    return crossing
