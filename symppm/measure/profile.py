"""Further sums of a matrix, from which findings about the data are made."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.runtime import threads
from symppm.measure import profiling
from symppm.measure.arrays import BlockMatrix, Matrix, SparseMatrix, WholeMatrix, along_columns
from symppm.measure.profiling import ADDED, POWERS
from symppm.measure.sources import Dense, Masked, Source, Stored
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Table = NDArray[np.float64]

LARGEST: Final = 10
THINNED_MEAN: Final = 3.0
_PARALLEL_ENTRIES: Final = 1_000_000
_PARTS: Final = 16
_PART_ENTRIES: Final = 1 << 22


@dataclass(frozen=True)
class Lines:
    """What is summed for every row, or for every column, values being taken about the mean.

    All are float64 of shape (N,) for rows, (M,) for columns.

    Attributes
    ----------
    counts, zeros : ndarray
        Observed entries, and how many of them are zero.
    sums, squares, cubes : ndarray
        Sums of the values, of their squares and of their cubes.
    raised : ndarray
        Sums of ``Profile.base`` to the power of every entry.
    triples_across, triple_counts_across : ndarray
        By how much less, where the line is left out, is the sum over lines of the other kind of
        products of three different entries of a line, in any order; and the number of these.
    activity_across : ndarray
        Sum over the line's entries of the logarithm of the entries in the line across.
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
    mean : float
        Of the observed entries.
    thinning : float
        The share s of counts that would be kept to make their mean :data:`THINNED_MEAN`, at most
        one; zero if the data are no counts.
    rows, columns : Lines
        Sums for every row and every column.
    largest : ndarray of float64, shape (n,)
        Squares about the mean of the entries farthest from it, largest first, at most ten; of a
        sparse matrix only entries that are stored.
    places : ndarray of int64, shape (n, 2)
        Their rows and columns, from 0.
    """

    mean: float
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
class _Part:
    """Some lines of a matrix: rows, unless its memory runs along columns."""

    source: Source
    rows: slice
    columns: slice
    flip: bool

    def of(self, rows: Any, columns: Any) -> tuple[Any, Any]:
        """Return what belongs to its lines and to its others, of rows and columns of the whole."""
        own, across = rows[self.rows], columns[self.columns]
        return (across, own) if self.flip else (own, across)


def profile_of(matrix: Matrix, margins: Margins) -> Profile:
    """Sum a matrix in two more passes.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        The matrix.
    margins : Margins
        Its sums.

    Notes
    -----
    The sums do not depend on the number of threads. Cubes of values above 1e100 overflow; what is
    not finite is for the reader to leave alone.
    """
    mean = margins.origin + margins.center + float(margins.row_sums.sum()) / margins.observed
    with np.errstate(all="ignore"):
        thinning = _thinning(mean, margins)
        rows, columns, largest, places = _powers(matrix, (mean, 1.0 - thinning))
        absent = _is_sparse(matrix)
        if absent:
            _fill_up(rows, -mean, len(columns))
            _fill_up(columns, -mean, len(rows))
        rows, columns = _with_activity(rows), _with_activity(columns)
        to_columns, to_rows = _crossed(matrix, (mean, -mean, absent), rows, columns)
        if absent:
            to_columns += profiling.added(columns, -mean).sum(axis=0)
            to_rows += profiling.added(rows, -mean).sum(axis=0)
    return Profile(
        mean,
        thinning,
        Lines(*rows[:, :POWERS].T, *to_columns.T),
        Lines(*columns[:, :POWERS].T, *to_rows.T),
        largest,
        places,
    )


def _is_sparse(matrix: Matrix) -> bool:
    """Return whether entries that are not stored are observed zeros."""
    if isinstance(matrix, BlockMatrix):
        return _is_sparse(next(matrix.blocks()))
    return isinstance(matrix, SparseMatrix) and matrix.absent_observed


def _thinning(mean: float, margins: Margins) -> float:
    if not margins.integral or margins.minimum < 0 or mean <= 0:
        return 0.0
    return min(1.0, THINNED_MEAN / mean)


def _powers(
    matrix: Matrix, about: tuple[float, float]
) -> tuple[Table, Table, Vector, NDArray[np.int64]]:
    """Return power sums of rows and of columns, and the largest squares with their places."""
    shape = matrix.shape
    rows, columns = np.zeros((shape[0], POWERS)), np.zeros((shape[1], POWERS))
    squares, places = [np.zeros(0)], [np.zeros((0, 2), np.int64)]

    def summed(part: _Part) -> tuple[_Part, profiling.Powers]:
        own, across = part.of(rows, columns)
        found = profiling.Powers(
            np.zeros_like(own),
            np.zeros_like(across),
            np.full(LARGEST, -1.0),
            np.zeros((LARGEST, 2), np.int64),
        )
        if isinstance(part.source, Dense):
            profiling.dense_powers(part.source, about, found)
        elif isinstance(part.source, Masked):
            profiling.masked_powers(part.source, about, found)
        else:
            profiling.stored_powers(part.source, about, found)
        return part, found

    for part, found in _each(matrix, summed):
        own, across = part.of(rows, columns)
        own += found.lines
        across += found.others
        kept = found.largest >= 0
        at = found.places[kept][:, ::-1] if part.flip else found.places[kept]
        squares.append(found.largest[kept])
        places.append(at + np.array([part.rows.start, part.columns.start]))
    all_squares, all_places = np.concatenate(squares), np.concatenate(places)
    order = np.lexsort((all_places[:, 1], all_places[:, 0], -all_squares))[:LARGEST]
    return rows, columns, all_squares[order], all_places[order]


def _crossed(
    matrix: Matrix, means: tuple[float, float, bool], rows: Table, columns: Table
) -> tuple[Table, Table]:
    """Return what rows add to columns, and columns to rows, beyond what blanks would."""
    shape = matrix.shape
    to_columns, to_rows = np.zeros((shape[0], ADDED)), np.zeros((shape[1], ADDED))

    def summed(part: _Part) -> tuple[_Part, profiling.Crossing]:
        own, across = part.of(rows, columns)
        found = profiling.Crossing(
            own, across, np.zeros((len(own), ADDED)), np.zeros((len(across), ADDED))
        )
        if isinstance(part.source, Dense):
            profiling.dense_crossing(part.source, means, found)
        elif isinstance(part.source, Masked):
            profiling.masked_crossing(part.source, means, found)
        else:
            profiling.stored_crossing(part.source, means, found)
        return part, found

    for part, found in _each(matrix, summed):
        own, across = part.of(to_columns, to_rows)
        own += found.to_others
        across += found.to_lines
    return to_columns, to_rows


def _each(matrix: Matrix, work: Any) -> Iterator[Any]:
    """Do the work for every part, yielding what it finds in the order of the parts."""
    if isinstance(matrix, BlockMatrix):
        # Blocks may share memory, so one is used up before the next.
        for top, left, block in matrix.placed():
            yield from map(work, _parts(block, top, left, many=1))
        return
    lines = matrix.shape[along_columns(matrix)]
    others = matrix.shape[not along_columns(matrix)]
    entries = matrix.stored.nnz if isinstance(matrix, SparseMatrix) else lines * others
    parallel = entries >= _PARALLEL_ENTRIES
    # Few parts of very wide matrices, since each has its own sums of all the others.
    many = max(1, min(_PARTS, lines, _PART_ENTRIES // others)) if parallel else 1
    parts = list(_parts(matrix, 0, 0, many))
    if many == 1:
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(threads()) as pool:
        yield from pool.map(work, parts)


def _parts(matrix: WholeMatrix, top: int, left: int, many: int) -> Iterator[_Part]:
    """Yield so many parts of a matrix in memory, whose first entry is at a given place."""
    flip = along_columns(matrix)
    count, others = matrix.shape[::-1] if flip else matrix.shape
    first, other = (left, top) if flip else (top, left)
    for n in range(many):
        start, end = n * count // many, (n + 1) * count // many
        lines, across = slice(first + start, first + end), slice(other, other + others)
        rows, columns = (across, lines) if flip else (lines, across)
        yield _Part(_source(matrix, slice(start, end), flip=flip), rows, columns, flip)


def _source(matrix: WholeMatrix, lines: slice, *, flip: bool) -> Source:
    if isinstance(matrix, SparseMatrix):
        stored = matrix.stored
        return Stored(stored.indptr[lines.start : lines.stop + 1], stored.indices, stored.data)
    values = (matrix.values.T if flip else matrix.values)[lines]
    if matrix.observed is None:
        return Dense(values)
    seen = (matrix.observed.T if flip else matrix.observed)[lines]
    # One layout of the mask is enough to compile for, and a copy is one byte an entry.
    return Masked(values, np.ascontiguousarray(seen))


def _fill_up(sums: Table, blank: float, length: int) -> None:
    """Add the entries that are not stored: zeros, of a given value about the mean."""
    absent = length - sums[:, 0]
    sums += absent[:, None] * np.array([1.0, 1.0, blank, blank**2, blank**3, 1.0])


def _with_activity(sums: Table) -> Table:
    return np.column_stack([sums, np.log(np.maximum(sums[:, 0], 1.0))])
