"""One pass over lines of a matrix: products with vectors on both sides, and sums of squares.

With z the entries about a center, zero where one is missing, the pass sums over every line
z v_j for some vectors v, and z^2; and across the lines z u_i, and z^2. NumPy takes it strip by
strip; of large matrices compiled loops do, in blocks of lines with sums of their own, so that
results do not depend on the number of threads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import ENTRIES, Kernel, compiled_kernel, data_kernel, prange
from symppm.data.forms import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    SparseMatrix,
    WholeMatrix,
    along_columns,
    as_numbers,
)
from symppm.statistics import Table, Vector

_COPIED_ENTRIES: Final = 1 << 21


def raised(values: Vector, exponent: int) -> Vector:
    """Return powers by products: NumPy takes ten times as long for any power but the second."""
    return functools.reduce(np.multiply, [values] * exponent)


def like(stored: Any, data: Vector) -> Any:
    """Return a sparse matrix with other values at the same places."""
    return type(stored)((data, stored.indices, stored.indptr), shape=stored.shape)


def entrywise(function: Callable[[Any], Any], values: Any) -> Any:
    """Apply a function to the entries of an array, or to those that a sparse matrix stores."""
    dense = isinstance(values, np.ndarray)
    return function(values) if dense else like(values, function(values.data))


def blocks_of(matrix: Matrix) -> BlockMatrix:
    """Return a matrix as blocks; in memory it is one."""
    if isinstance(matrix, BlockMatrix):
        return matrix
    return BlockMatrix(matrix.shape, matrix.dtype, lambda: iter((matrix,)), along_columns(matrix))


def matrix_lines(
    matrix: BlockMatrix, origin: int = 0, *, fill: bool
) -> Iterator[tuple[slice, WholeMatrix]]:
    """Yield the lines of a matrix after their places; see :func:`block_lines`."""
    start = 0
    for block in matrix.blocks():
        for lines in block_lines(block, origin, by_columns=matrix.by_columns, fill=fill):
            yield slice(start, start + lines.shape[0]), lines
            start += lines.shape[0]


def block_lines(
    block: WholeMatrix, origin: int, *, by_columns: bool, fill: bool
) -> Iterator[WholeMatrix]:
    """Yield the lines of a block, along which memory runs, whole numbers less an origin exactly.

    Zeros that are not stored are written out if ``fill``, and if they are fewer than half: of more,
    the variance is at least half the mean square, so that zero is as good a center as the mean.
    """
    sparse = isinstance(block, SparseMatrix)
    entries: Any = block.stored if isinstance(block, SparseMatrix) else as_numbers(block.values)
    mask = None if isinstance(block, SparseMatrix) else block.observed
    if by_columns:
        entries, mask = entries.T, None if mask is None else mask.T
    if isinstance(block, SparseMatrix):
        entries = entries.tocsr()
        thin = 2 * entries.nnz <= entries.shape[0] * entries.shape[1] and not (fill or origin)
        if thin or not block.absent_observed:
            numbers = _less(as_numbers(entries.data), origin)
            yield SparseMatrix(like(entries, numbers), block.absent_observed)
            return
    copied = sparse or origin != 0
    step = max(1, _COPIED_ENTRIES // entries.shape[1] if copied else entries.shape[0])
    for start in range(0, entries.shape[0], step):
        lines = entries[start : start + step]
        values = as_numbers(lines.toarray()) if sparse else lines
        if along_columns(DenseMatrix(values)):
            values = np.ascontiguousarray(values)
        yield DenseMatrix(_less(values, origin), None if mask is None else mask[start:][:step])


def is_complete(lines: WholeMatrix) -> bool:
    """Tell whether no entry is missing: what is not stored is zero then."""
    return lines.absent_observed if isinstance(lines, SparseMatrix) else lines.observed is None


def _less(values: NDArray[Any], origin: int) -> NDArray[Any]:
    """Return whole numbers of 64 bits less an origin, as float64, which holds their differences."""
    if origin == 0:
        return values
    # Halves of the bits float64 holds.
    high = (values >> 32).astype(np.float64) - (origin >> 32)
    low = (values & 0xFFFFFFFF).astype(np.float64) - (origin & 0xFFFFFFFF)
    differences: NDArray[np.float64] = high * 2.0**32 + low
    return differences


_COMPILED_ENTRIES: Final = 10_000_000
"""From here on a pass by NumPy takes longer than loading numba."""
_BLOCKS: Final = 16
_PARALLEL_ENTRIES: Final = 1_000_000
_BLOCK_ENTRIES: Final = 1 << 22
_STRIP_ENTRIES: Final = 1 << 16
_NEAR = 4096  # entries of a line of which the sums across stay in a cache
_EXTREMES, _WHOLE = 1, 2
"""What is looked at: the minimum and maximum, and whether all are whole numbers too."""


class Swept(NamedTuple):
    """What a pass with k vectors on either side sums; ``across`` by block while it does."""

    along: Table
    """Products of every line, then its sum of squares, shape (k + 1, lines)."""
    across: Table
    """The same across the lines, shape (k + 1, length)."""
    facts: Table
    """If looked at, of every block the minimum, the maximum, and one if all are whole numbers."""


def swept(lines: WholeMatrix, center: float, v: Any, u: Any, look: bool = False) -> Swept:
    """Take a pass over lines, and maybe look at the values too: where missing, at the center."""
    along, across, (height, length) = np.array(v, np.float64), np.array(u, np.float64), lines.shape
    arrays: tuple[Any, ...]
    if isinstance(lines, SparseMatrix):
        arrays = lines.stored.data, None, lines.stored.indptr, lines.stored.indices
    else:
        arrays = lines.values, lines.observed, None, None
    most = _BLOCKS if arrays[0].size >= _PARALLEL_ENTRIES else 1
    blocks = max(1, min(most, height, _BLOCK_ENTRIES // length))
    sums = Swept(
        np.zeros((len(across) + 1, height)),
        np.zeros((blocks, len(across) + 1, length)),
        np.zeros((blocks, 3)),
    )
    level = _WHOLE if lines.dtype.kind == "f" else _EXTREMES
    sweep(*arrays, center, level if look else 0, along, across, sums)
    return sums._replace(across=sums.across.sum(0))


def swept_ones(lines: WholeMatrix, v: Sequence[Vector], u: Sequence[Any]) -> tuple[Table, Table]:
    """Sum vectors over the observed entries along and across the lines."""
    if not is_complete(lines):
        ones: WholeMatrix
        if isinstance(lines, SparseMatrix):
            ones = SparseMatrix(like(lines.stored, np.broadcast_to(1.0, lines.size)), False)
        else:
            ones = DenseMatrix(np.ascontiguousarray(lines.observed).view(np.uint8))
        sums = swept(ones, 0.0, v, u)
        return sums.along[:-1], sums.across[:-1]
    along, across = (np.array([x.sum() for x in xs], np.float64)[:, None] for xs in (v, u))
    return along.repeat(lines.shape[0], 1), across.repeat(lines.shape[1], 1)


def _sweep(
    values: Any, mask: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept,
) -> None:  # fmt: skip
    (height, length), low, high, integral = (u.shape[1], v.shape[1]), np.inf, -np.inf, True
    if indptr is not None:
        # Whoever has such a matrix has loaded SciPy's sparse matrices; others need not.
        from scipy.sparse import csr_array  # noqa: PLC0415

        values = csr_array((values, indices, indptr), shape=(height, length))
    # Of sparse lines all at a time, since each time adds to all entries across.
    step = height if indptr is not None else max(1, _STRIP_ENTRIES // length)
    for start in range(0, height, step):
        span = slice(start, start + step)
        raw = (values[span] if step < height else values).astype(np.float64, copy=False)
        if mask is not None:
            raw = np.where(mask[span], raw, center)
        z = entrywise(lambda values: values - center, raw)
        squares = entrywise(np.square, z)
        sums.along[:-1, span] = (z @ v.T).T
        sums.along[-1, span] = squares.sum(axis=1)
        sums.across[0, :-1] += (z.T @ u[:, span].T).T
        sums.across[0, -1] += squares.sum(axis=0)
        if look:
            raw = raw if indptr is None else raw.data
            low, high = raw.min(initial=low), raw.max(initial=high)
            integral = integral and not (look == _WHOLE and (raw != np.floor(raw)).any())
    sums.facts[:] = low, high, integral


# ---- numba ---------------------------------------------------------------------------------------


# Sums may be regrouped, always alike, for vector instructions; but not "fast": what is not finite
# has to stay so, to be seen in them. Of extremes nobody asks then, and any may come out.
regrouping_kernel: Final = partial(Kernel, fastmath=frozenset({"reassoc", "nsz", "contract"}))
_extremes_kernel: Final = partial(Kernel, fastmath=frozenset({"nnan", "nsz"}))


@compiled_kernel
def difference(value: Any, center: float) -> float:
    """Return a value about a center in float64: (v - c) + (w - c) must not become v + w - 2 c."""
    return float(value) - center


@regrouping_kernel
def _add_line(
    values: Any, mask: Any, places: Any, center: float, v: Any, u: float, across: Any, squares: Any
) -> tuple[float, float]:
    """Add a line, at places or side by side, across; return its products and sum of squares."""
    total = total_squares = 0.0
    for k in range(values.size):
        z = difference(values[k], center)
        if mask is not None:
            z = z if mask[k] else 0.0
        j = k if places is None else places[k]
        across[j] += z * u
        squares[j] += z * z
        total += z * v[j]
        total_squares += z * z
    return total, total_squares


@_extremes_kernel
def _widen(values: Any, mask: Any, center: float, low: float, high: float) -> tuple[float, float]:
    for k in range(values.size):
        y = float(values[k])
        if mask is not None:
            y = y if mask[k] else center
        low = min(y, low)
        high = max(y, high)
    return low, high


@compiled_kernel
def _are_whole(values: Any, mask: Any) -> bool:
    fractions = 0
    for k in range(values.size):
        if mask is None:
            fractions += values[k] != np.floor(values[k])
        else:
            fractions += mask[k] and values[k] != np.floor(values[k])
    return fractions == 0


@compiled_kernel
def _block(
    values: Any, mask: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept, block: int,
) -> None:  # fmt: skip
    (vectors, length), (blocks, lines) = v.shape, (sums.facts.shape[0], u.shape[1])
    first, last = block * lines // blocks, (block + 1) * lines // blocks
    along, across, facts = sums.along, sums.across[block], sums.facts[block]
    low, high, integral, spare = np.inf, -np.inf, True, np.zeros(length)
    for start in range(0, length, _NEAR if values.ndim > 1 else length):
        near = slice(start, min(start + _NEAR, length))
        for i in range(first, last):
            if values.ndim > 1:
                line, places, flags = values[i, near], None, None if mask is None else mask[i, near]
            else:
                near, span = slice(0, length), slice(indptr[i], indptr[i + 1])
                line, places, flags = values[span], indices[span], None
            for n in range(vectors):
                product, square = _add_line(
                    line, flags, places, center, v[n, near], u[n, i], across[n, near],
                    spare[near] if n else across[vectors, near],
                )  # fmt: skip
                along[n, i] += product
                along[vectors, i] += square * (n == 0)
            if look:
                low, high = _widen(line, flags, center, low, high)
                integral = integral and (look == _EXTREMES or _are_whole(line, flags))
    facts[0], facts[1], facts[2] = low, high, 1.0 * integral


# A block is a function of its own: what numba makes of loops over all cores must not reach into it.
@data_kernel(
    _sweep, parallel=True, work=lambda values, *_: values.size * (ENTRIES / _COMPILED_ENTRIES)
)
def sweep(
    values: Any, mask: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept,
) -> None:  # fmt: skip
    """Take the pass over all entries, or over those that a CSR matrix stores."""
    for block in prange(sums.facts.shape[0]):
        _block(values, mask, indptr, indices, center, look, v, u, sums, block)
