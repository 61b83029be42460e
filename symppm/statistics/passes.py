"""Two passes over a matrix: sums of its rows and columns, then products of entries with these sums.

NumPy takes them strip by strip; of large matrices compiled loops do: of complete ones four rows at
a time, so that memory and not arithmetic sets the pace, and of CSR matrices. A block of rows adds
to columns of its own, so that results do not depend on the number of threads.

With z_ij the values about the center, o_ij one where an entry is observed, n_i and R_i the counts
and sums of rows, m_j and C_j those of columns, the second pass takes for row i the sums over j of

    z^2,   z C_j,   o C_j,   z m_j,   o m_j,   o m_j^2,

and for column j the same with i, R and n; of a complete matrix the first two say all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import ENTRIES, Kernel, compiled_kernel, data_kernel, prange, threads

COMPLETE, PARTIAL = 2, 6
"""How many sums the second pass takes."""
PARALLEL_ENTRIES: Final = 1_000_000
_COMPILED_ENTRIES: Final = 10_000_000
"""From here on a pass by NumPy takes longer than loading numba."""
_BLOCKS: Final = 16
_BLOCK_ENTRIES: Final = 1 << 22
_STRIP_ENTRIES: Final = 1 << 16
_NEAR = 512  # entries of a row that stay in the nearest cache between two loops over them
# Not "fast": what is not finite has to stay so, to be seen in the sums.
_REGROUPED: Final = frozenset({"reassoc", "nsz", "contract"})


class Lines(NamedTuple):
    """Rows of a matrix: every entry, under a mask or not, or those that a CSR matrix stores."""

    values: NDArray[Any]
    """Shape (rows, columns), or (stored,)."""
    observed: NDArray[np.bool_] | None = None
    """False where an entry is missing."""
    indptr: NDArray[Any] | None = None
    indices: NDArray[Any] | None = None
    partial: bool = False
    """Whether entries may be missing; of a CSR matrix then those that are not stored."""

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.values) if self.indptr is None else self.indptr.size - 1


class Sums(NamedTuple):
    """What the first pass fills in."""

    rows: NDArray[np.float64]
    """Sums and counts, shape (2, rows)."""
    columns: NDArray[np.float64]
    """Sums and, where entries may be missing, counts, and sums of the counts of the rows of the
    observed entries, shape (blocks, 1 or 3, columns)."""
    facts: NDArray[np.float64]
    """Sum of squares, minimum, maximum, one if all are whole numbers, shape (blocks, 4)."""


class Weights(NamedTuple):
    """Counts and sums of rows and columns."""

    row_counts: NDArray[np.float64]
    row_sums: NDArray[np.float64]
    column_counts: NDArray[np.float64]
    column_sums: NDArray[np.float64]


class Products(NamedTuple):
    """What the second pass fills in, two sums or six."""

    rows: NDArray[np.float64]
    """Shape (sums, rows)."""
    columns: NDArray[np.float64]
    """Shape (blocks, sums, columns)."""


def sums_of(lines: Lines, columns: int, center: float, *, check: bool) -> Sums:
    """Sum rows and columns about a center; ``check`` whether values are whole numbers."""
    blocks = _blocks(lines, columns)
    down = np.zeros((blocks, 3 if lines.partial else 1, columns))
    sums = Sums(np.zeros((2, lines.rows)), down, np.zeros((blocks, 4)))
    take = _form(lines, add_complete, add_stored, _add_up)
    take(*lines, center, check, sums)
    return sums


def products_of(
    lines: Lines, columns: int, center: float, weights: Weights
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sums of the second pass, shapes (sums, rows) and (sums, columns)."""
    count = PARTIAL if lines.partial else COMPLETE
    down = np.zeros((_blocks(lines, columns), count, columns))
    products = Products(np.zeros((count, lines.rows)), down)
    take = _form(lines, multiply_complete, multiply_stored, _multiply)
    take(*lines, center, weights, products)
    return products.rows, down.sum(0)


def add_across(lines: Lines, numbers: tuple[Any, Any], to_rows: Any, to_columns: Any) -> None:
    """Add numbers of columns to the rows where an entry is observed, and of rows to columns."""
    of_rows, of_columns = numbers
    for strip in _strips(lines, len(of_columns), slice(0, lines.rows)):
        observed = strip.ones()
        to_rows[strip.rows] += observed @ of_columns
        to_columns += observed.T @ of_rows[strip.rows]


def _form(lines: Lines, complete: Any, stored: Any, masked: Any) -> Any:
    if lines.indptr is not None:
        return stored
    return complete if lines.observed is None else masked


def _blocks(lines: Lines, columns: int) -> int:
    """Return of how many blocks of rows columns are added up apart."""
    parallel = lines.values.size >= PARALLEL_ENTRIES
    return max(1, min(_BLOCKS, lines.rows, _BLOCK_ENTRIES // columns)) if parallel else 1


# ---- NumPy ---------------------------------------------------------------------------------------


class _Strip(NamedTuple):
    """Some rows: all entries, the center where one is missing, or a vector of the stored ones."""

    rows: slice
    values: NDArray[np.float64]
    observed: NDArray[np.bool_] | None
    matrix: Callable[[NDArray[Any]], Any]
    """Makes numbers, one for each entry, a matrix that has sums and products."""

    def ones(self) -> Any:
        """Return the matrix of ones where an entry is observed."""
        ones = np.ones(self.values.shape) if self.observed is None else self.observed.astype(float)
        return self.matrix(ones)


def _strips(lines: Lines, columns: int, some: slice, center: float = 0.0) -> Iterator[_Strip]:
    # Of sparse rows many, since every strip adds to all columns.
    step = max(1, max(_STRIP_ENTRIES, columns) * lines.rows // max(1, lines.values.size))
    for start in range(some.start, some.stop, step):
        rows = slice(start, min(start + step, some.stop))
        if lines.indptr is not None:
            yield _stored_strip(lines, lines.indptr[rows.start : rows.stop + 1], rows, columns)
            continue
        values, observed = np.asarray(lines.values[rows], np.float64), None
        if lines.observed is not None:
            observed = lines.observed[rows]
            values = np.where(observed, values, center)
        yield _Strip(rows, values, observed, lambda entries: entries)


def _stored_strip(lines: Lines, bounds: NDArray[Any], rows: slice, columns: int) -> _Strip:
    # Whoever has such a matrix has loaded SciPy's sparse matrices; others need not.
    from scipy.sparse import csr_array  # noqa: PLC0415

    inside = slice(bounds[0], bounds[-1])
    places = np.asarray(lines.indices)[inside], bounds - bounds[0]
    shape = bounds.size - 1, columns
    values = np.asarray(lines.values[inside], np.float64)
    return _Strip(rows, values, None, lambda entries: csr_array((entries, *places), shape=shape))


def _by_blocks(lines: Lines, blocks: int, work: Callable[[int, slice], None]) -> None:
    """Do work for every block of rows, in threads if there are several."""

    def one(n: int) -> None:
        with np.errstate(all="ignore"):
            work(n, slice(n * lines.rows // blocks, (n + 1) * lines.rows // blocks))

    if blocks == 1:
        one(0)
        return
    with ThreadPoolExecutor(threads()) as pool:
        list(pool.map(one, range(blocks)))


def _add_up(*given: Any) -> None:
    lines, (center, check, sums) = Lines(*given[:-3]), given[-3:]

    def add(n: int, some: slice) -> None:
        squares, low, high, whole = 0.0, np.inf, -np.inf, True
        for strip in _strips(lines, sums.columns.shape[2], some, center):
            values = strip.values
            z = values - center
            matrix = strip.matrix(z)
            sums.rows[0, strip.rows] = matrix.sum(axis=1)
            sums.columns[n, 0] += matrix.sum(axis=0)
            if lines.partial:
                ones = strip.ones()
                sums.rows[1, strip.rows] = ones.sum(axis=1)
                sums.columns[n, 1] += ones.sum(axis=0)
                sums.columns[n, 2] += ones.T @ sums.rows[1, strip.rows]
            squares += float((z * z).sum())
            low, high = values.min(initial=low), values.max(initial=high)
            whole = whole and not (check and (values != np.floor(values)).any())
        sums.facts[n] = squares, low, high, whole

    _by_blocks(lines, len(sums.facts), add)


def _multiply(*given: Any) -> None:
    lines, (center, weights, products) = Lines(*given[:-3]), given[-3:]

    def add(n: int, some: slice) -> None:
        for strip in _strips(lines, products.columns.shape[2], some, center):
            z = strip.values - center
            parts = [strip.matrix(z * z), strip.matrix(z)]
            if lines.partial:
                parts.append(strip.ones())
            own = weights.row_sums[strip.rows], weights.row_counts[strip.rows]
            across = weights.column_sums, weights.column_counts
            products.rows[:, strip.rows] = _multiplied(parts, *across)
            products.columns[n] += _multiplied([part.T for part in parts], *own)

    _by_blocks(lines, len(products.columns), add)


def _multiplied(parts: list[Any], sums: Any, counts: Any) -> NDArray[np.float64]:
    """Return the sums of lines, given the sums and counts of the lines across."""
    squares, values, *seen = parts
    found = [squares.sum(axis=1), values @ sums]
    for observed in seen:
        found += [observed @ sums, values @ counts, observed @ counts, observed @ (counts * counts)]
    return np.array(found)


def _work(values: Any, *_: Any) -> float:
    return float(values.size * (ENTRIES / _COMPILED_ENTRIES))


# ---- numba ---------------------------------------------------------------------------------------


def regrouping_kernel(function: Callable[..., Any]) -> Kernel:
    """Make a kernel whose sums may be regrouped, always alike, for vector instructions."""
    return Kernel(function, fastmath=_REGROUPED)


# Every kernel takes all fields of Lines, and so the same function of NumPy stands for all.
@data_kernel(_add_up, parallel=True, work=_work)
def add_complete(
    values: Any, _observed: Any, _indptr: Any, _indices: Any, _partial: bool,
    center: float, check: bool, sums: Sums,
) -> None:  # fmt: skip
    """Take the first pass over a complete matrix."""
    for block in prange(sums.facts.shape[0]):
        _add_complete(values, center, check, block, sums)


@data_kernel(_add_up, parallel=True, work=_work)
def add_stored(
    values: Any, _observed: Any, indptr: Any, indices: Any, partial: bool,
    center: float, check: bool, sums: Sums,
) -> None:  # fmt: skip
    """Take the first pass over the stored entries of a matrix."""
    for block in prange(sums.facts.shape[0]):
        _add_stored(values, indptr, indices, partial, center, check, block, sums)


@data_kernel(_multiply, parallel=True, work=_work)
def multiply_complete(
    values: Any, _observed: Any, _indptr: Any, _indices: Any, _partial: bool,
    center: float, weights: Weights, products: Products,
) -> None:  # fmt: skip
    """Take the second pass over a complete matrix."""
    for block in prange(products.columns.shape[0]):
        _multiply_complete(values, center, weights, block, products)


@data_kernel(_multiply, parallel=True, work=_work)
def multiply_stored(
    values: Any, _observed: Any, indptr: Any, indices: Any, partial: bool,
    center: float, weights: Weights, products: Products,
) -> None:  # fmt: skip
    """Take the second pass over the stored entries of a matrix."""
    for block in prange(products.columns.shape[0]):
        _multiply_stored(values, indptr, indices, partial, center, weights, block, products)


@compiled_kernel
def difference(value: Any, center: float) -> float:
    """Return a value about a center in float64: (v - c) + (w - c) must not become v + w - 2 c."""
    return float(value) - center


@compiled_kernel
def _four(values: Any, i: int, last: int, left: int, right: int) -> Any:
    """Return part of four rows; beyond the last it comes again."""
    return (
        values[i, left:right],
        values[min(i + 1, last - 1), left:right],
        values[min(i + 2, last - 1), left:right],
        values[min(i + 3, last - 1), left:right],
    )


@compiled_kernel
def _once(i: int, last: int) -> Any:
    """Return zeros for rows that only come again."""
    return 1.0 * (i + 1 < last), 1.0 * (i + 2 < last), 1.0 * (i + 3 < last)


@regrouping_kernel
def _add_four(rows: Any, once: Any, center: float, down: Any) -> Any:
    a, b, c, d = rows
    p, q, r = once
    sum_a = sum_b = sum_c = sum_d = squares = 0.0
    for k in range(a.size):
        w = difference(a[k], center)
        x = difference(b[k], center) * p
        y = difference(c[k], center) * q
        z = difference(d[k], center) * r
        down[k] += (w + x) + (y + z)
        sum_a += w
        sum_b += x
        sum_c += y
        sum_d += z
        squares += (w * w + x * x) + (y * y + z * z)
    return (sum_a, sum_b, sum_c, sum_d), squares


@regrouping_kernel
def _multiply_four(
    rows: Any, once: Any, center: float, weights: Any, of_rows: Any, squares: Any, products: Any
) -> Any:
    a, b, c, d = rows
    p, q, r = once
    of_a, of_b, of_c, of_d = of_rows
    square_a = square_b = square_c = square_d = 0.0
    sum_a = sum_b = sum_c = sum_d = 0.0
    for k in range(a.size):
        w = difference(a[k], center)
        x = difference(b[k], center) * p
        y = difference(c[k], center) * q
        z = difference(d[k], center) * r
        squares[k] += (w * w + x * x) + (y * y + z * z)
        products[k] += (w * of_a + x * of_b) + (y * of_c + z * of_d)
        square_a += w * w
        square_b += x * x
        square_c += y * y
        square_d += z * z
        sum_a += w * weights[k]
        sum_b += x * weights[k]
        sum_c += y * weights[k]
        sum_d += z * weights[k]
    return (square_a, square_b, square_c, square_d), (sum_a, sum_b, sum_c, sum_d)


@compiled_kernel
def _widen(values: Any, low: Any, high: Any) -> None:
    """Move bounds, each of its own place, so that they enclose values; NaN moves nothing."""
    for k in range(values.size):
        value = float(values[k])
        low[k] = value if value < low[k] else low[k]
        high[k] = value if value > high[k] else high[k]


@compiled_kernel
def _all_whole(values: Any) -> bool:
    fractions = 0
    for k in range(values.size):
        fractions += values[k] != np.floor(values[k])
    return fractions == 0


@compiled_kernel
def _note(facts: Any, squares: float, low: Any, high: Any, whole: bool) -> None:
    facts[0] = squares
    facts[1] = low.min()
    facts[2] = high.max()
    facts[3] = 1.0 if whole else 0.0


@compiled_kernel
def _add_complete(values: Any, center: float, check: bool, block: int, sums: Sums) -> None:
    rows, columns = values.shape
    blocks = sums.facts.shape[0]
    first, last = block * rows // blocks, (block + 1) * rows // blocks
    low, high = np.full(_NEAR, np.inf), np.full(_NEAR, -np.inf)
    squares, whole = 0.0, True
    for i in range(first, last, 4):
        for left in range(0, columns, _NEAR):
            right = min(left + _NEAR, columns)
            some = _four(values, i, last, left, right)
            down = sums.columns[block, 0, left:right]
            added, square = _add_four(some, _once(i, last), center, down)
            squares += square
            for n in range(4):
                sums.rows[0, min(i + n, last - 1)] += added[n]
                whole = _look(some[n], low, high, check, whole)
    _note(sums.facts[block], squares, low, high, whole)


@compiled_kernel
def _multiply_complete(
    values: Any, center: float, weights: Weights, block: int, products: Products
) -> None:
    rows, columns = values.shape
    blocks = products.columns.shape[0]
    first, last = block * rows // blocks, (block + 1) * rows // blocks
    for i in range(first, last, 4):
        for left in range(0, columns, _NEAR):
            right = min(left + _NEAR, columns)
            of_rows = (
                weights.row_sums[i],
                weights.row_sums[min(i + 1, last - 1)],
                weights.row_sums[min(i + 2, last - 1)],
                weights.row_sums[min(i + 3, last - 1)],
            )
            square, added = _multiply_four(
                _four(values, i, last, left, right), _once(i, last), center,
                weights.column_sums[left:right], of_rows,
                products.columns[block, 0, left:right], products.columns[block, 1, left:right],
            )  # fmt: skip
            for n in range(4):
                products.rows[0, min(i + n, last - 1)] += square[n]
                products.rows[1, min(i + n, last - 1)] += added[n]


@regrouping_kernel
def _add_line(values: Any, center: float) -> tuple[float, float]:
    total = squares = 0.0
    for k in range(values.size):
        z = difference(values[k], center)
        total += z
        squares += z * z
    return total, squares


@compiled_kernel
def _add_entries(
    i: int, places: Any, values: Any, partial: bool, center: float, rows: Any, columns: Any
) -> Any:
    """Add the observed entries of a row; columns have their sums side by side."""
    total, squares = _add_line(values, center)
    rows[0, i] = total
    if partial:
        count = rows[1, i] = float(values.size)
        for k in range(values.size):
            j = places[k]
            columns[j, 0] += difference(values[k], center)
            columns[j, 1] += 1.0
            columns[j, 2] += count
    else:
        for k in range(values.size):
            columns[places[k], 0] += difference(values[k], center)
    return squares


@regrouping_kernel
def _multiply_zeros(
    i: int, places: Any, values: Any, weights: Weights, rows: Any, columns: Any
) -> None:
    """Multiply the stored entries of a row of which all others are zero."""
    own = weights.row_sums[i]
    squares = with_sums = 0.0
    for k in range(values.size):
        j = places[k]
        value = difference(values[k], 0.0)
        squares += value * value
        with_sums += value * weights.column_sums[j]
        columns[j, 0] += value * value
        columns[j, 1] += value * own
    rows[0, i] = squares
    rows[1, i] = with_sums


@regrouping_kernel
def _multiply_entries(
    i: int, places: Any, values: Any, center: float, weights: Weights, rows: Any, columns: Any
) -> None:
    """Multiply the observed entries of a row; columns have their sums side by side."""
    n, r = weights.row_counts[i], weights.row_sums[i]
    squares = with_sums = sums = with_counts = counts = squared_counts = 0.0
    for k in range(values.size):
        j = places[k]
        z = difference(values[k], center)
        m, c = weights.column_counts[j], weights.column_sums[j]
        squares += z * z
        with_sums += z * c
        sums += c
        with_counts += z * m
        counts += m
        squared_counts += m * m
        columns[j, 0] += z * z
        columns[j, 1] += z * r
        columns[j, 2] += r
        columns[j, 3] += z * n
        columns[j, 4] += n
        columns[j, 5] += n * n
    rows[0, i] = squares
    rows[1, i] = with_sums
    rows[2, i] = sums
    rows[3, i] = with_counts
    rows[4, i] = counts
    rows[5, i] = squared_counts


@compiled_kernel
def _add_stored(
    values: Any, indptr: Any, indices: Any, partial: bool,
    center: float, check: bool, block: int, sums: Sums,
) -> None:  # fmt: skip
    rows, blocks = indptr.size - 1, sums.facts.shape[0]
    low, high = np.full(_NEAR, np.inf), np.full(_NEAR, -np.inf)
    columns = np.zeros(sums.columns.shape[:0:-1])
    squares, whole = 0.0, True
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        first, last = indptr[i], indptr[i + 1]
        squares += _add_entries(
            i, indices[first:last], values[first:last], partial, center, sums.rows, columns
        )
        whole = _look(values[first:last], low, high, check, whole)
    sums.columns[block] = columns.T
    _note(sums.facts[block], squares, low, high, whole)


@compiled_kernel
def _multiply_stored(
    values: Any, indptr: Any, indices: Any, partial: bool,
    center: float, weights: Weights, block: int, products: Products,
) -> None:  # fmt: skip
    rows, blocks = indptr.size - 1, products.columns.shape[0]
    columns = np.zeros(products.columns.shape[:0:-1])
    for i in range(block * rows // blocks, (block + 1) * rows // blocks):
        first, last = indptr[i], indptr[i + 1]
        places, entries = indices[first:last], values[first:last]
        if partial:
            _multiply_entries(i, places, entries, center, weights, products.rows, columns)
        else:
            _multiply_zeros(i, places, entries, weights, products.rows, columns)
    products.columns[block] = columns.T


@compiled_kernel
def _look(values: Any, low: Any, high: Any, check: bool, whole: bool) -> bool:
    """Widen bounds, and return whether values are still whole numbers."""
    for left in range(0, values.size, low.size):
        _widen(values[left : left + low.size], low, high)
    return whole and (not check or _all_whole(values))
