"""One pass over lines of a matrix: products with vectors on both sides, and sums of squares.

With z the entries about a center, zero where one is missing, the pass sums over every line
z v_j for some vectors v, and z^2; and across the lines z u_i, and z^2. Vectors of ones give the
sums of rows and columns, these sums as vectors what a jackknife needs. NumPy takes the pass strip
by strip; of large matrices that are complete or stored, compiled loops do. A block of lines adds to
sums across of its own, so that results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import ENTRIES, Kernel, compiled_kernel, data_kernel, prange, threads
from symppm.statistics import Table, Vector
from symppm.statistics.pieces import Lines, entrywise, strips

PARALLEL_ENTRIES: Final = 1_000_000
_COMPILED_ENTRIES: Final = 10_000_000
"""From here on a pass by NumPy takes longer than loading numba."""
_BLOCKS: Final = 16
_BLOCK_ENTRIES: Final = 1 << 22
_STRIP_ENTRIES: Final = 1 << 16
_NEAR = 512  # entries of a line that stay in the nearest cache between two loops over them
# Not "fast": what is not finite has to stay so, to be seen in the sums.
_REGROUPED: Final = frozenset({"reassoc", "nsz", "contract"})

SUMS, EXTREMES, WHOLE = 0, 1, 2
"""What is looked at: nothing else, the extremes too, and whether all are whole numbers."""


class Swept(NamedTuple):
    """What a pass with k vectors on either side finds."""

    along: Table
    """Products of every line, then its sum of squares, shape (k + 1, lines)."""
    across: NDArray[np.float64]
    """The same across the lines, shape (k + 1, length), while it is summed one for each block."""
    facts: Table
    """Of every block the minimum, the maximum, and one if all are whole, shape (blocks, 3)."""


def swept(
    lines: Lines, center: float, v: Sequence[Vector], u: Sequence[NDArray[Any]], look: int = SUMS
) -> Swept:
    """Take a pass over lines about a center."""
    vectors, own = np.array(v, np.float64), np.array(u, np.float64)
    length = vectors.shape[1]
    parallel = lines.values.size >= PARALLEL_ENTRIES
    blocks = max(1, min(_BLOCKS, lines.height, _BLOCK_ENTRIES // length)) if parallel else 1
    sums = Swept(
        np.zeros((len(own) + 1, lines.height)),
        np.zeros((blocks, len(own) + 1, length)),
        np.zeros((blocks, 3)),
    )
    dense = _sweep if lines.observed is not None else sweep_complete
    take = dense if lines.indptr is None else sweep_stored
    take(*lines[:4], center, look, vectors, own, sums)
    return sums._replace(across=sums.across.sum(0))


def swept_ones(lines: Lines, v: Sequence[Vector], u: Sequence[NDArray[Any]]) -> tuple[Table, Table]:
    """Sum vectors over the observed entries along and across the lines; last, count these."""
    if not lines.complete:
        found = swept(lines.ones(), 0.0, v, u)
        return found.along, found.across
    length = len(v[0])
    of_lines, of_length = ([*map(np.sum, v), length], [*map(np.sum, u), lines.height])
    shapes = (len(of_lines), lines.height), (len(of_length), length)
    one, other = np.array([of_lines], np.float64).T, np.array([of_length], np.float64).T
    return np.broadcast_to(one, shapes[0]), np.broadcast_to(other, shapes[1])


# ---- NumPy ---------------------------------------------------------------------------------------


def _sweep(*given: Any) -> None:
    lines, (center, look, v, u, sums) = Lines(*given[:4]), given[4:]
    blocks = len(sums.facts)

    def add(n: int) -> None:
        some = slice(n * lines.height // blocks, (n + 1) * lines.height // blocks)
        low, high, whole = np.inf, -np.inf, True
        with np.errstate(all="ignore"):
            for piece in strips(lines, some, v.shape[1], center, _STRIP_ENTRIES):
                z = entrywise(lambda raw: raw - center, piece.values)
                squares = entrywise(np.square, z)
                sums.along[:-1, piece.lines] = (z @ v.T).T
                sums.along[-1, piece.lines] = squares.sum(axis=1)
                sums.across[n, :-1] += (z.T @ u[:, piece.lines].T).T
                sums.across[n, -1] += squares.sum(axis=0)
                if look:
                    raw = piece.values if lines.indptr is None else piece.values.data
                    low, high = raw.min(initial=low), raw.max(initial=high)
                    whole = whole and not (look == WHOLE and (raw != np.floor(raw)).any())
        sums.facts[n] = low, high, whole

    if blocks == 1:
        add(0)
    else:
        with ThreadPoolExecutor(threads()) as pool:
            list(pool.map(add, range(blocks)))


def _work(values: Any, *_: Any) -> float:
    return float(values.size * (ENTRIES / _COMPILED_ENTRIES))


# ---- numba ---------------------------------------------------------------------------------------


def regrouping_kernel(function: Any) -> Kernel:
    """Make a kernel whose sums may be regrouped, always alike, for vector instructions."""
    return Kernel(function, fastmath=_REGROUPED)


@compiled_kernel
def difference(value: Any, center: float) -> float:
    """Return a value about a center in float64: (v - c) + (w - c) must not become v + w - 2 c."""
    return float(value) - center


@regrouping_kernel
def _add_two(
    one: Any, other: Any, once: float, center: float, v: Any, of_one: float, of_other: float,
    across: Any, squares: Any,
) -> Any:  # fmt: skip
    """Add a part of two lines across; return the products of both, and their sums of squares."""
    product = other_product = square = other_square = 0.0
    for k in range(one.size):
        y = difference(one[k], center)
        z = difference(other[k], center) * once
        across[k] += y * of_one + z * of_other
        squares[k] += y * y + z * z
        product += y * v[k]
        other_product += z * v[k]
        square += y * y
        other_square += z * z
    return product, other_product, square, other_square


@regrouping_kernel
def _add_places(
    places: Any, values: Any, center: float, v: Any, u: float, across: Any
) -> tuple[float, float]:
    """Add stored entries of a line, sums across being side by side; return the same for it."""
    total = squares = 0.0
    for k in range(values.size):
        j = places[k]
        z = difference(values[k], center)
        across[j, 0] += z * u
        across[j, 1] += z * z
        total += z * v[j]
        squares += z * z
    return total, squares


@compiled_kernel
def _look(one: Any, other: Any, low: Any, high: Any, check: bool) -> bool:
    """Widen bounds, each of its own place; NaN moves none. Maybe check that values are whole."""
    for k in range(one.size):
        y, z = float(one[k]), float(other[k])
        below, above = y if y < low[k] else low[k], y if y > high[k] else high[k]
        low[k], high[k] = z if z < below else below, z if z > above else above
    fractions = 0
    if check:
        for k in range(one.size):
            fractions += (one[k] != np.floor(one[k])) | (other[k] != np.floor(other[k]))
    return fractions == 0


@compiled_kernel
def _note(facts: Any, low: Any, high: Any, whole: bool) -> None:
    facts[0] = low.min()
    facts[1] = high.max()
    facts[2] = 1.0 if whole else 0.0


@compiled_kernel
def _complete_block(
    values: Any, center: float, look: int, v: Any, u: Any, sums: Swept, block: int,
) -> None:  # fmt: skip
    count, length = values.shape
    blocks, squares = sums.facts.shape[0], u.shape[0]
    first, last = block * count // blocks, (block + 1) * count // blocks
    low, high, whole = np.full(_NEAR, np.inf), np.full(_NEAR, -np.inf), True
    sums.along[:, first:last] = 0.0
    for a in range(squares):
        sums.along[squares, first:last] = sums.across[block, squares] = 0.0
        for i in range(first, last, 2):
            # Two lines at a time, so that memory and not arithmetic sets the pace.
            n = min(i + 1, last - 1)
            for left in range(0, length, _NEAR):
                some = slice(left, min(left + _NEAR, length))
                one, other = values[i, some], values[n, some]
                added = _add_two(
                    one, other, 1.0 * (n > i), center, v[a, some], u[a, i], u[a, n],
                    sums.across[block, a, some], sums.across[block, squares, some],
                )  # fmt: skip
                sums.along[a, i] += added[0]
                sums.along[a, n] += added[1]
                sums.along[squares, i] += added[2]
                sums.along[squares, n] += added[3]
                if look:
                    whole = _look(one, other, low, high, look > EXTREMES and whole) and whole
    _note(sums.facts[block], low, high, whole)


# Both take all arguments, and so the same function of NumPy stands for both. Blocks are functions
# of their own: what numba makes of loops over all cores must not reach into them.
@data_kernel(_sweep, parallel=True, work=_work)
def sweep_complete(
    values: Any, _observed: Any, _indptr: Any, _indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept,
) -> None:  # fmt: skip
    """Take the pass over a matrix of which every entry is there."""
    for block in prange(sums.facts.shape[0]):
        _complete_block(values, center, look, v, u, sums, block)


@compiled_kernel
def _stored_block(
    values: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept, block: int,
) -> None:  # fmt: skip
    count, blocks, squares = indptr.size - 1, sums.facts.shape[0], u.shape[0]
    low, high, whole = np.full(_NEAR, np.inf), np.full(_NEAR, -np.inf), True
    across = np.zeros((v.shape[1], 2))
    for a in range(squares):
        across[:] = 0.0
        for i in range(block * count // blocks, (block + 1) * count // blocks):
            some = slice(indptr[i], indptr[i + 1])
            sums.along[a, i], sums.along[squares, i] = _add_places(
                indices[some], values[some], center, v[a], u[a, i], across
            )
            if look:
                for left in range(indptr[i], indptr[i + 1], _NEAR):
                    part = values[left : min(left + _NEAR, indptr[i + 1])]
                    whole = _look(part, part, low, high, look > EXTREMES and whole) and whole
        sums.across[block, a] = across[:, 0]
    sums.across[block, squares] = across[:, 1]
    _note(sums.facts[block], low, high, whole)


@data_kernel(_sweep, parallel=True, work=_work)
def sweep_stored(
    values: Any, _observed: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept,
) -> None:  # fmt: skip
    """Take the pass over the stored entries of a matrix."""
    for block in prange(sums.facts.shape[0]):
        _stored_block(values, indptr, indices, center, look, v, u, sums, block)
