"""One pass over lines of a matrix: products with vectors on both sides, and sums of squares.

With z the entries about a center, zero where one is missing, the pass sums over every line
z v_j for some vectors v, and z^2; and across the lines z u_i, and z^2. NumPy takes it strip by
strip; of large matrices compiled loops do, in blocks of lines with sums of their own, so that
results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from symppm.codegen.runtime import ENTRIES, Kernel, compiled_kernel, data_kernel, prange
from symppm.data.forms import DenseMatrix, SparseMatrix, WholeMatrix
from symppm.statistics import Table, Vector
from symppm.statistics.pieces import entrywise, is_complete, like, strips

_COMPILED_ENTRIES: Final = 10_000_000
"""From here on a pass by NumPy takes longer than loading numba."""
_BLOCKS: Final = 16
_PARALLEL_ENTRIES: Final = 1_000_000
_BLOCK_ENTRIES: Final = 1 << 22
_STRIP_ENTRIES: Final = 1 << 16
_FILLED_ENTRIES: Final = 1 << 20
_NEAR = 512  # entries of a line that stay in the nearest cache between two loops over them
_EXTREMES, _WHOLE = 1, 2
"""What is looked at: the minimum and maximum, and whether all are whole numbers too."""


class Swept(NamedTuple):
    """What a pass with k vectors on either side finds."""

    along: Table
    """Products of every line, then its sum of squares, shape (k + 1, lines)."""
    across: Any
    """The same across the lines, shape (k + 1, length); while it is summed, of every block."""
    facts: Table
    """If looked at, of every block the minimum, the maximum, and one if all are whole numbers."""


def swept(lines: WholeMatrix, center: float, v: Any, u: Any, *, look: bool = False) -> Swept:
    """Take a pass over lines about a center, and maybe look at the values too."""
    vectors, own = np.array(v, np.float64), np.array(u, np.float64)
    parts: tuple[Any, ...]
    if isinstance(lines, SparseMatrix):
        parts = lines.stored.data, lines.stored.indptr, lines.stored.indices
    elif lines.observed is None:
        parts = lines.values, None, None
    else:
        # With the center in place of what is missing, every entry is there.
        filled = (
            swept(DenseMatrix(each.values), center, vectors, own[:, each.lines], look=look)
            for each in strips(lines, center, _FILLED_ENTRIES)
        )
        along, across, facts = zip(*filled, strict=True)
        return Swept(np.concatenate(along, 1), np.sum(across, 0), np.concatenate(facts))
    height, length = lines.shape
    most = _BLOCKS if parts[0].size >= _PARALLEL_ENTRIES else 1
    blocks = max(1, min(most, height, _BLOCK_ENTRIES // length))
    sums = Swept(
        np.zeros((len(own) + 1, height)),
        np.zeros((blocks, len(own) + 1, length)),
        np.zeros((blocks, 3)),
    )
    level = _WHOLE if lines.dtype.kind == "f" else _EXTREMES
    sweep(*parts, center, level if look else 0, vectors, own, sums)
    return sums._replace(across=sums.across.sum(0))


def swept_ones(lines: WholeMatrix, v: Sequence[Vector], u: Sequence[Any]) -> tuple[Table, Table]:
    """Sum vectors over the observed entries along and across the lines."""
    if not is_complete(lines):
        ones: WholeMatrix
        if isinstance(lines, SparseMatrix):
            ones = SparseMatrix(like(lines.stored, np.broadcast_to(1.0, lines.size)), False)
        else:
            ones = DenseMatrix(np.ascontiguousarray(lines.observed).view(np.uint8))
        found = swept(ones, 0.0, v, u)
        return found.along[:-1], found.across[:-1]
    along, across = (np.array([each.sum() for each in of], np.float64)[:, None] for of in (v, u))
    return along.repeat(lines.shape[0], 1), across.repeat(lines.shape[1], 1)


def _sweep(
    values: Any, indptr: Any, indices: Any, center: float, look: int, v: Any, u: Any, sums: Swept
) -> None:
    lines: WholeMatrix = DenseMatrix(values)
    if indptr is not None:
        # Whoever has such a matrix has loaded SciPy's sparse matrices; others need not.
        from scipy.sparse import csr_array  # noqa: PLC0415

        shape = indptr.size - 1, v.shape[1]
        lines = SparseMatrix(csr_array((values, indices, indptr), shape=shape))
    low, high, whole = np.inf, -np.inf, True
    for piece in strips(lines, center, _STRIP_ENTRIES):
        z = entrywise(lambda raw: raw - center, piece.values)
        squares = entrywise(np.square, z)
        sums.along[:-1, piece.lines] = (z @ v.T).T
        sums.along[-1, piece.lines] = squares.sum(axis=1)
        sums.across[0, :-1] += (z.T @ u[:, piece.lines].T).T
        sums.across[0, -1] += squares.sum(axis=0)
        if look:
            raw = piece.values if indptr is None else piece.values.data
            low, high = raw.min(initial=low), raw.max(initial=high)
            whole = whole and not (look == _WHOLE and (raw != np.floor(raw)).any())
    sums.facts[:] = low, high, whole


# ---- numba ---------------------------------------------------------------------------------------


# Sums may be regrouped, always alike, for vector instructions; but not "fast": what is not finite
# has to stay so, to be seen in them.
regrouping_kernel: Final = partial(Kernel, fastmath=frozenset({"reassoc", "nsz", "contract"}))


@compiled_kernel
def difference(value: Any, center: float) -> float:
    """Return a value about a center in float64: (v - c) + (w - c) must not become v + w - 2 c."""
    return float(value) - center


@regrouping_kernel
def _add_four(
    lines: Any, once: Any, center: float, v: Any, u: Any, across: Any, squares: Any
) -> Any:
    """Add a part of four lines across; return their products, and their sums of squares."""
    a, b, c, d = lines
    product_w = product_x = product_y = product_z = 0.0
    square_w = square_x = square_y = square_z = 0.0
    for k in range(v.size):
        w = difference(a[k], center)
        x = difference(b[k], center) * once[1]
        y = difference(c[k], center) * once[2]
        z = difference(d[k], center) * once[3]
        across[k] += (w * u[0] + x * u[1]) + (y * u[2] + z * u[3])
        squares[k] += (w * w + x * x) + (y * y + z * z)
        product_w += w * v[k]
        product_x += x * v[k]
        product_y += y * v[k]
        product_z += z * v[k]
        square_w += w * w
        square_x += x * x
        square_y += y * y
        square_z += z * z
    return (product_w, product_x, product_y, product_z), (square_w, square_x, square_y, square_z)


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
def _look(values: Any, check: bool, low: Any, high: Any) -> bool:
    """Widen bounds, each of its own place; NaN moves none. Maybe check that values are whole."""
    for left in range(0, values.size, _NEAR):
        part = values[left : left + _NEAR]
        for k in range(part.size):
            y = float(part[k])
            low[k] = y if y < low[k] else low[k]
            high[k] = y if y > high[k] else high[k]
    fractions = 0
    if check:
        for k in range(values.size):
            fractions += values[k] != np.floor(values[k])
    return fractions == 0


@compiled_kernel
def _block(
    values: Any, indptr: Any, indices: Any,
    center: float, look: int, v: Any, u: Any, sums: Swept, block: int,
) -> None:  # fmt: skip
    (vectors, length), (blocks, lines) = v.shape, (sums.facts.shape[0], u.shape[1])
    first, last = block * lines // blocks, (block + 1) * lines // blocks
    low, high, whole = np.full(_NEAR, np.inf), np.full(_NEAR, -np.inf), True
    if values.ndim > 1:
        spare = np.zeros(length)
        # Four lines at a time, that memory and not arithmetic sets the pace; the last comes again.
        for i in range(first, last, 4):
            four = i, min(i + 1, last - 1), min(i + 2, last - 1), min(i + 3, last - 1)
            once = 1.0, 1.0 * (i + 1 < last), 1.0 * (i + 2 < last), 1.0 * (i + 3 < last)
            for left in range(0, length, _NEAR):
                some = slice(left, min(left + _NEAR, length))
                a, b, c, d = four
                parts = values[a, some], values[b, some], values[c, some], values[d, some]
                for n in range(vectors):
                    products, squares = _add_four(
                        parts, once, center, v[n, some], (u[n, a], u[n, b], u[n, c], u[n, d]),
                        sums.across[block, n, some],
                        spare[some] if n else sums.across[block, vectors, some],
                    )  # fmt: skip
                    for k in range(4):
                        sums.along[n, four[k]] += products[k]
                        sums.along[vectors, four[k]] += squares[k] * (n == 0)
                for k in range(4 if look else 0):
                    whole = _look(parts[k], look > _EXTREMES and whole, low, high) and whole
    else:
        across = np.zeros((vectors, length, 2))
        for i in range(first, last):
            some = slice(indptr[i], indptr[i + 1])
            for n in range(vectors):
                sums.along[n, i], sums.along[vectors, i] = _add_places(
                    indices[some], values[some], center, v[n], u[n, i], across[n]
                )
            if look:
                whole = _look(values[some], look > _EXTREMES and whole, low, high) and whole
        sums.across[block, :vectors] = across[:, :, 0]
        sums.across[block, vectors] = across[0, :, 1]
    facts = sums.facts[block]
    facts[0], facts[1], facts[2] = low.min(), high.max(), 1.0 * whole


def _work(values: Any, *_: Any) -> float:
    return float(values.size * (ENTRIES / _COMPILED_ENTRIES))


# A block is a function of its own: what numba makes of loops over all cores must not reach into it.
@data_kernel(_sweep, parallel=True, work=_work)
def sweep(
    values: Any, indptr: Any, indices: Any, center: float, look: int, v: Any, u: Any, sums: Swept
) -> None:
    """Take the pass over all entries, or over those that a CSR matrix stores."""
    for block in prange(sums.facts.shape[0]):
        _block(values, indptr, indices, center, look, v, u, sums, block)
