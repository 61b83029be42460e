"""What diagnostics are made from: sums for every row and column, in two more passes by NumPy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import threads
from symppm.data.matrix import BlockMatrix, Matrix, SparseMatrix, WholeMatrix, along_columns
from symppm.one_thread import one_thread
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Sums: TypeAlias = "tuple[_Strip, Table, Table]"

_LARGEST: Final = 10
_THINNED_MEAN: Final = 3.0
_PARALLEL: Final = 1_000_000
_PARTS: Final = 16
_STRIP: Final = 1 << 16
"""Entries that stay in a cache."""
_LEAST_LINES: Final = 4


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
    """What two more passes over a matrix find.

    Attributes
    ----------
    thinning : float
        The share of counts that would be kept to make their mean 3, at most one; zero if the data
        are no counts.
    rows, columns : Lines
        Sums for every row and every column.
    largest, places : ndarray, shapes (n,) and (n, 2)
        Squares about the mean of the entries farthest from it, largest first, at most ten (of a
        sparse matrix only those stored), and their rows and columns from 0.
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


@dataclass(frozen=True)
class _Strip:
    """Some lines of a matrix, rows or columns as memory runs, with all lines across.

    Values are an array of the strip, or the stored entries of ``stored``, in their order.
    """

    rows: slice
    columns: slice
    values: NDArray[Any]
    seen: NDArray[np.bool_] | None = None
    stored: Any = None

    def about(self, mean: float) -> NDArray[np.float64]:
        """Return values less the mean, and zeros where nothing is observed."""
        z = self.values.astype(np.float64) - mean
        return z if self.seen is None else np.where(self.seen, z, 0.0)

    def matrix(self, term: NDArray[Any]) -> Any:
        """Return what can be multiplied with vectors, from one number for each of the values."""
        if self.stored is None:
            return term.astype(np.float64, copy=False)
        structure = term, self.stored.indices, self.stored.indptr
        return type(self.stored)(structure, shape=self.stored.shape)

    def places(self, at: NDArray[np.intp]) -> NDArray[np.int64]:
        """Return rows and columns of some of the values, as an array numbers them row by row."""
        if self.stored is None:
            rows, columns = np.unravel_index(at, self.values.shape)
        else:
            lines = np.searchsorted(self.stored.indptr, at, side="right") - 1
            places = lines, self.stored.indices[at]
            rows, columns = places if self.stored.format == "csr" else places[::-1]
        return np.stack([self.rows.start + rows, self.columns.start + columns], axis=1)


_Terms = Callable[[_Strip], Iterable[tuple[slice, NDArray[Any], Table, Table]]]
"""Where sums go, a number for each entry, and its factors by its column and by its row."""


@one_thread()
def profile_of(matrix: Matrix, margins: Margins) -> Profile:
    """Sum a matrix, whose margins are known, in two more passes.

    Cubes of values above 1e100 overflow; what is not finite is for the reader to leave alone.
    """
    shift = float(margins.row_sums.sum()) / margins.observed
    mean = margins.origin + margins.center + shift
    thinning = 0.0
    if margins.integral and margins.minimum >= 0 and mean > 0:
        thinning = min(1.0, _THINNED_MEAN / mean)
    counts = [line.astype(np.float64) for line in (margins.row_counts, margins.column_counts)]
    sums = [margins.row_sums - shift * counts[0], margins.column_sums - shift * counts[1]]
    with np.errstate(all="ignore"):
        powers, largest, places = _powers(matrix, mean, 1.0 - thinning)
        across = _across(matrix, mean, counts, sums, powers)
    rows, columns = (
        Lines(
            count, table[:, 0], total, table[:, 1], table[:, 2],
            table[:, 3] if 0 < thinning < 1 else table[:, 0] if thinning else count,
            *beyond.T,
        )
        for count, total, table, beyond in zip(counts, sums, powers, across, strict=True)
    )  # fmt: skip
    return Profile(thinning, rows, columns, largest, places)


def _powers(
    matrix: Matrix, mean: float, base: float
) -> tuple[tuple[Table, Table], Vector, NDArray[np.int64]]:
    """Return zeros, squares, cubes and powers of the base by line, and the largest squares."""
    blanks = _blanks(matrix)
    blank = np.array([1.0, mean**2, -(mean**3), 1.0]) if blanks else np.zeros(4)
    of_columns, of_rows = (np.ones((side, 1)) for side in matrix.shape[::-1])
    squares, places = [np.zeros(0)], [np.zeros((0, 2), np.int64)]
    least = 0.0

    def terms(strip: _Strip) -> Iterator[tuple[slice, NDArray[Any], Table, Table]]:
        nonlocal least
        z = strip.about(mean)
        square = z * z
        made: list[NDArray[Any]] = [strip.values == 0, square, square * z]
        if 0 < base < 1:
            made.append(np.exp(strip.values * np.log(base)))
        for slot, term in enumerate(made):
            seen = term if strip.seen is None else np.where(strip.seen, term, 0.0)
            yield slice(slot, slot + 1), seen - blank[slot] if blanks else seen, of_columns, of_rows
        # What ten others exceed is not looked at; of equal ones the first count, row by row.
        if strip.seen is not None:
            square[~strip.seen] = -1.0
        if square.size and square.max() >= least:
            flat = square.ravel()
            last = np.partition(flat, -_LARGEST)[-_LARGEST] if flat.size > _LARGEST else 0.0
            least = last = max(least, float(last))
            at = np.append(np.flatnonzero(flat > last), np.flatnonzero(flat == last)[:_LARGEST])
            squares.append(flat[at])
            places.append(strip.places(at))

    rows, columns = _summed(matrix, 4, terms)
    rows += blank * len(columns)
    columns += blank * len(rows)
    value, place = np.concatenate(squares), np.concatenate(places)
    order = np.lexsort((place[:, 1], place[:, 0], -value))[:_LARGEST]
    return (rows, columns), value[order], place[order]


def _across(
    matrix: Matrix,
    mean: float,
    counts: list[Vector],
    sums: list[Vector],
    powers: tuple[Table, Table],
) -> tuple[Table, Table]:
    """Return what the last three of :class:`Lines` are, of rows and of columns.

    An entry z of a line with sums S and squares Q takes part in 3 z ((S - z)^2 - (Q - z^2)) of its
    sum over distinct triples, which is 3 z (S^2 - Q) - 6 z^2 S + 6 z^3; of n entries, in
    3 (n - 1) (n - 2) triples.
    """
    blank = -mean if _blanks(matrix) else 0.0
    complete = counts[0].sum() == counts[0].size * counts[1].size
    by_row, by_column = (
        (
            3.0 * (s * s - table[:, 1])[:, None],
            -6.0 * s[:, None],
            np.stack([3.0 * (n - 1) * (n - 2), np.log(np.maximum(n, 1.0))], axis=1),
        )
        for n, s, table in zip(counts, sums, powers, strict=True)
    )

    def terms(strip: _Strip) -> Iterator[tuple[slice, NDArray[Any], Table, Table]]:
        z = strip.about(mean)
        yield slice(1), z - blank, by_column[0], by_row[0]
        yield slice(1), z * z - blank**2, by_column[1], by_row[1]
        if not complete:
            seen = np.ones(strip.values.shape) if strip.seen is None else strip.seen
            yield slice(1, 3), seen, by_column[2], by_row[2]

    across = _summed(matrix, 3, terms)
    for own, table, other in zip(across, powers, (by_column, by_row), strict=True):
        own[:, 0] += 6.0 * table[:, 2] + blank * other[0].sum() + blank**2 * other[1].sum()
        if complete:
            own[:, 1:] = other[2].sum(0)
    return across


def _blanks(matrix: Matrix) -> bool:
    """Return whether entries that are not stored are observed zeros."""
    if isinstance(matrix, BlockMatrix):
        return _blanks(next(matrix.blocks()))
    return isinstance(matrix, SparseMatrix) and matrix.absent_observed


def _summed(matrix: Matrix, width: int, terms: _Terms) -> tuple[Table, Table]:
    """Sum terms times factors along every row and every column."""
    rows, columns = (np.zeros((side, width)) for side in matrix.shape)

    def of_strip(strip: _Strip) -> tuple[_Strip, Table, Table]:
        own, across = (
            np.zeros((part.stop - part.start, width)) for part in (strip.rows, strip.columns)
        )
        for slot, term, by_column, by_row in terms(strip):
            made = strip.matrix(term)
            own[:, slot] += made @ by_column[strip.columns]
            across[:, slot] += made.T @ by_row[strip.rows]
        return strip, own, across

    for strip, own, across in _each(matrix, of_strip):
        rows[strip.rows] += own
        columns[strip.columns] += across
    return rows, columns


def _each(matrix: Matrix, work: Callable[[_Strip], Sums]) -> Iterator[Sums]:
    """Do the work for every strip, yielding what comes of it in the order of the strips."""
    if isinstance(matrix, BlockMatrix):
        # Blocks may share memory, so one is used up before the next.
        for top, left, block in matrix.placed():
            yield from map(work, _strips(block, top, left))
        return
    strips = list(_strips(matrix, 0, 0))
    if len(strips) == 1:
        yield work(strips[0])
        return

    def quietly(strip: _Strip) -> Sums:
        # What is ignored is so in the thread that says it.
        with np.errstate(all="ignore"):
            return work(strip)

    with ThreadPoolExecutor(threads()) as pool:
        yield from pool.map(quietly, strips)


def _strips(matrix: WholeMatrix, top: int, left: int) -> Iterator[_Strip]:
    """Yield strips of a matrix in memory, whose first entry is at a given place."""
    height, length = matrix.shape
    turned = along_columns(matrix)
    lines = length if turned else height
    if isinstance(matrix, SparseMatrix):
        step = -(-lines // _PARTS) if matrix.stored.nnz >= _PARALLEL else lines
    else:
        step = max(_LEAST_LINES, _STRIP // (height if turned else length))
    for start in range(0, lines, step):
        some = slice(start, min(start + step, lines))
        at = (slice(0, height), some) if turned else (some, slice(0, length))
        rows = slice(top + at[0].start, top + at[0].stop)
        columns = slice(left + at[1].start, left + at[1].stop)
        if isinstance(matrix, SparseMatrix):
            stored = matrix.stored[at]
            yield _Strip(rows, columns, stored.data, stored=stored)
        else:
            seen = None if matrix.observed is None else matrix.observed[at]
            yield _Strip(rows, columns, matrix.values[at], seen)
