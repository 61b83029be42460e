"""One pass over a matrix: row and column sums about a constant, sum of squares, extremes.

For every way of storing a matrix there are two kernels: ``*_block`` does one block of its rows,
``*_blocks`` does all blocks on all cores. A block writes to its own part of the results, so they do
not depend on the number of threads. Values are read as float64, whatever their type.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import compiled_kernel, data_kernel, prange
from symppm.measure.sources import Dense, Masked, Source, Stored, Strip, strips
from symppm.measure.vectors import (
    add_counts,
    add_line,
    add_observed,
    all_whole,
    count_observed,
    difference,
    observed_whole,
    widen,
    widen_observed,
)

# Values of a row that are looked at a second time while they are in the nearest cache.
_NEAR = 512
# Rows whose sums are added up before they are added to those of others, to round less.
_STRIP = 128


class Sums(NamedTuple):
    """What the kernels fill in, from zeros."""

    rows: NDArray[np.float64]
    """Sums of (value - center), shape (rows,)."""
    columns: NDArray[np.float64]
    """Sums of (value - center), shape (blocks, columns)."""
    facts: NDArray[np.float64]
    """Sum of squares about the center, minimum, maximum, and 1 if all values are whole numbers,
    else 0, shape (blocks, 4)."""


class Counts(NamedTuple):
    """What the kernels fill in besides, from zeros, where there are gaps."""

    rows: NDArray[np.int64]
    """Observed entries of each row, shape (rows,)."""
    columns: NDArray[np.int64]
    """Observed entries of each column, shape (blocks, columns)."""
    partners: NDArray[np.int64]
    """Sums, over the observed entries of each column, of the counts of their rows, shape (blocks,
    columns)."""


def _sums(
    source: Source, center: float, check: bool, sums: Sums, counts: Counts | None = None
) -> None:
    """Sum any matrix by NumPy."""
    sums.facts[:] = 0.0, np.inf, -np.inf, 1.0
    for strip in strips(source, sums.columns.shape[1], len(sums.facts)):
        z, values = strip.about(center), strip.values
        sums.rows[strip.rows] = strip.matrix(z).sum(axis=1)
        sums.columns[strip.block] += strip.matrix(z).sum(axis=0)
        facts = sums.facts[strip.block]
        facts[0] += (z * z).sum()
        facts[1] = np.fmin.reduce(values, axis=None, initial=facts[1])
        facts[2] = np.fmax.reduce(values, axis=None, initial=facts[2])
        if check and ((values != np.floor(values)) & strip.seen).any():
            facts[3] = 0.0
        if counts is not None:
            _count(strip, counts)


def _stored_counts(source: Stored, counts: Counts) -> None:
    """Count by NumPy."""
    for strip in strips(source, counts.columns.shape[1], len(counts.columns)):
        _count(strip, counts)


def _count(strip: Strip, counts: Counts) -> None:
    seen = strip.matrix(strip.seen.astype(np.int64))
    across = seen.sum(axis=1)
    counts.rows[strip.rows] = across
    counts.columns[strip.block] += seen.sum(axis=0)
    counts.partners[strip.block] += seen.T @ across


@compiled_kernel
def dense_block(source: Dense, center: float, check: bool, block: int, sums: Sums) -> None:
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
    sums : Sums
        Where the results go.
    """
    rows, columns = source.values.shape
    blocks = sums.facts.shape[0]
    last = (block + 1) * rows // blocks
    down = np.empty(columns)
    low = np.full(_NEAR, np.inf)
    high = np.full(_NEAR, -np.inf)
    squares = 0.0
    whole = True
    for top in range(block * rows // blocks, last, _STRIP):
        down[:] = 0.0
        strip = 0.0
        for i in range(top, min(top + _STRIP, last)):
            row = source.values[i]
            for left in range(0, columns, _NEAR):
                right = min(left + _NEAR, columns)
                total, square = add_line(row[left:right], center, down[left:right])
                sums.rows[i] += total
                strip += square
                widen(row[left:right], low, high)
                if check and whole:
                    whole = all_whole(row[left:right])
        sums.columns[block] += down
        squares += strip
    _note(sums.facts[block], squares, low.min(), high.max(), whole)


@compiled_kernel
def _note(facts: Any, squares: float, minimum: float, maximum: float, whole: bool) -> None:
    facts[0] = squares
    facts[1] = minimum
    facts[2] = maximum
    facts[3] = 1.0 if whole else 0.0


@compiled_kernel
def masked_block(
    source: Masked, center: float, check: bool, block: int, sums: Sums, counts: Counts
) -> None:
    """Sum the observed entries of one block of rows; parameters as in :func:`dense_block`."""
    rows, columns = source.values.shape
    blocks = sums.facts.shape[0]
    last = (block + 1) * rows // blocks
    down = np.empty(columns)
    low = np.full(_NEAR, np.inf)
    high = np.full(_NEAR, -np.inf)
    squares = 0.0
    whole = True
    for top in range(block * rows // blocks, last, _STRIP):
        down[:] = 0.0
        strip = 0.0
        for i in range(top, min(top + _STRIP, last)):
            row = source.values[i]
            seen = source.observed[i]
            counts.rows[i] = count_observed(seen)
            add_counts(seen, counts.rows[i], counts.columns[block], counts.partners[block])
            for left in range(0, columns, _NEAR):
                right = min(left + _NEAR, columns)
                part, here = row[left:right], seen[left:right]
                total, square = add_observed(part, here, center, down[left:right])
                sums.rows[i] += total
                strip += square
                widen_observed(part, here, low, high)
                if check and whole:
                    whole = observed_whole(part, here)
        sums.columns[block] += down
        squares += strip
    _note(sums.facts[block], squares, low.min(), high.max(), whole)


@compiled_kernel
def stored_block(source: Stored, center: float, check: bool, block: int, sums: Sums) -> None:
    """Sum the stored entries of one block of rows; parameters as in :func:`dense_block`."""
    rows = source.indptr.size - 1
    blocks = sums.facts.shape[0]
    first, last = block * rows // blocks, (block + 1) * rows // blocks
    across = sums.columns[block]
    indices, data = source.indices, source.data
    squares, minimum, maximum = 0.0, np.inf, -np.inf
    fractions = 0
    strip = 0.0
    for i in range(first, last):
        total = square = 0.0
        for k in range(source.indptr[i], source.indptr[i + 1]):
            # Everything at once: what takes time is that sums wait for one another.
            value = float(data[k])
            z = difference(value, center)
            across[indices[k]] += z
            total += z
            square += z * z
            minimum = value if value < minimum else minimum
            maximum = value if value > maximum else maximum
            fractions += check and value != np.floor(value)
        sums.rows[i] = total
        strip += square
        if i % _STRIP == 0:
            squares += strip
            strip = 0.0
    _note(sums.facts[block], squares + strip, minimum, maximum, fractions == 0)


@compiled_kernel
def stored_counts_block(source: Stored, block: int, counts: Counts) -> None:
    """Count the stored entries of one block of rows.

    Parameters
    ----------
    source : Stored
        The matrix.
    block : int
        Which block of rows.
    counts : Counts
        Where the results go.
    """
    rows = source.indptr.size - 1
    blocks = counts.columns.shape[0]
    columns, partners = counts.columns[block], counts.partners[block]
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        count = source.indptr[i + 1] - source.indptr[i]
        counts.rows[i] = count
        for k in range(source.indptr[i], source.indptr[i + 1]):
            columns[source.indices[k]] += 1
            partners[source.indices[k]] += count


@data_kernel(_sums, parallel=True)
def dense_blocks(source: Dense, center: float, check: bool, sums: Sums) -> None:
    """Do :func:`dense_block` for all blocks."""
    for block in prange(sums.facts.shape[0]):
        dense_block(source, center, check, block, sums)


@data_kernel(_sums, parallel=True)
def masked_blocks(source: Masked, center: float, check: bool, sums: Sums, counts: Counts) -> None:
    """Do :func:`masked_block` for all blocks."""
    for block in prange(sums.facts.shape[0]):
        masked_block(source, center, check, block, sums, counts)


@data_kernel(_sums, parallel=True)
def stored_blocks(source: Stored, center: float, check: bool, sums: Sums) -> None:
    """Do :func:`stored_block` for all blocks."""
    for block in prange(sums.facts.shape[0]):
        stored_block(source, center, check, block, sums)


@data_kernel(_stored_counts, parallel=True)
def stored_counts_blocks(source: Stored, counts: Counts) -> None:
    """Do :func:`stored_counts_block` for all blocks."""
    for block in prange(counts.columns.shape[0]):
        stored_counts_block(source, block, counts)
