"""What diagnostics are made from: sums for every row and column, in two more passes by NumPy."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, Matrix, SparseMatrix
from symppm.one_thread import one_thread
from symppm.statistics.lowrank import Table, Vector, slices
from symppm.statistics.pieces import Piece, blocks_of, like, pieces
from symppm.statistics.sums import Margins

_LARGEST: Final = 10
_THINNED_MEAN: Final = 3.0
_STRIP: Final = 1 << 16  # entries that stay in a cache


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


@one_thread()
def profile_of(matrix: Matrix, margins: Margins) -> Profile:
    """Sum a matrix, whose margins are known, in two more passes.

    Cubes of values above 1e100 overflow; what is not finite is for the reader to leave alone.
    """
    about = margins.center + float(margins.row_sums.sum()) / margins.observed
    mean, thinning = margins.origin + about, 0.0
    if margins.integral and margins.minimum >= 0 and mean > 0:
        thinning = min(1.0, _THINNED_MEAN / mean)
    read = _Reader(blocks_of(matrix), margins, about)
    # Rows are the lines that come together, until the end.
    turn = slice(None, None, -1 if read.matrix.by_columns else 1)
    counts = [n.astype(np.float64) for n in (margins.row_counts, margins.column_counts)][turn]
    sums = [
        of + (margins.center - about) * n
        for of, n in zip((margins.row_sums, margins.column_sums)[turn], counts, strict=True)
    ]
    with np.errstate(all="ignore"):
        powers, largest, places = _powers(read, 1.0 - thinning)
        across = _across(read, counts, sums, powers)
    rows, columns = [
        Lines(
            count, table[0], total, table[1], table[2],
            table[3] if 0 < thinning < 1 else table[0] if thinning else count, *beyond,
        )
        for count, total, table, beyond in zip(counts, sums, powers, across, strict=True)
    ][turn]  # fmt: skip
    return Profile(thinning, rows, columns, largest, places[:, turn])


@dataclass(frozen=True)
class _Reader:
    """A matrix in pieces about its mean or, where zeros are observed but not stored, about zero."""

    matrix: BlockMatrix
    margins: Margins
    mean: float

    @functools.cached_property
    def absent(self) -> float | None:
        """What an entry that is not stored is about the mean; None if none is observed."""
        first = next(self.matrix.blocks())
        unstored = isinstance(first, SparseMatrix) and first.absent_observed
        return -self.mean if unstored and not self.margins.origin else None

    @property
    def shape(self) -> tuple[int, int]:
        """How many lines there are, and how many across."""
        return self.matrix.shape[::-1] if self.matrix.by_columns else self.matrix.shape

    @property
    def complete(self) -> bool:
        """Whether every entry is observed."""
        return self.margins.observed == math.prod(self.matrix.shape)

    def pieces(self) -> Iterator[tuple[Piece, Vector]]:
        """Yield pieces, and their entries about the mean."""
        center = self.mean if self.absent is None else 0.0
        for piece in pieces(
            self.matrix, complete=self.complete, origin=self.margins.origin, center=center,
            scale=1.0,
        ):  # fmt: skip
            lines, size = piece.values.shape[0], max(1, piece.values.size)
            for some in slices(lines, max(1, lines * _STRIP // size)):
                values, seen = piece.values[some], piece.observed
                dense = isinstance(values, np.ndarray)
                at = slice(piece.lines.start + some.start, piece.lines.start + some.stop)
                part = Piece(at, values, seen[some] if dense and seen is not None else None)
                yield part, (values if dense else values.data) + (self.absent or 0.0)

    def term(self, piece: Piece, numbers: Any, absent: float) -> Any:
        """Return numbers as a matrix: less what absent entries have, zero where one is missing."""
        numbers = np.asarray(numbers, np.float64) - (0.0 if self.absent is None else absent)
        if not isinstance(piece.values, np.ndarray):
            return like(piece.values, numbers)
        return numbers if piece.observed is None else numbers * piece.observed


def _powers(read: _Reader, base: float) -> tuple[list[Table], Vector, NDArray[np.int64]]:
    """Return zeros, squares, cubes and powers of the base by line, and the largest squares."""
    away, zero = read.absent or 0.0, -read.mean - read.margins.origin
    absent = np.array([1.0, away**2, away**3, 1.0])
    along, across = (np.zeros((4, n)) for n in read.shape)
    squares, places, least = [np.zeros(0)], [np.zeros((0, 2), np.int64)], 0.0
    for piece, z in read.pieces():
        square = z * z
        terms = [z == zero, square, square * z]
        if 0 < base < 1:
            terms.append(np.exp((z - zero) * np.log(base)))
        for k, numbers in enumerate(terms):
            made = read.term(piece, numbers, absent[k])
            along[k, piece.lines] = made.sum(axis=1)
            across[k] += made.sum(axis=0)
        dense = isinstance(piece.values, np.ndarray)
        if piece.observed is not None:
            square[piece.observed == 0] = -1.0
        # What ten others exceed is not looked at; of equal ones the first count, line by line.
        if square.size and square.max() >= least:
            flat = square.ravel()
            last = np.partition(flat, -_LARGEST)[-_LARGEST] if flat.size > _LARGEST else 0.0
            least = last = max(least, float(last))
            at = np.append(np.flatnonzero(flat > last), np.flatnonzero(flat == last)[:_LARGEST])
            if dense:
                lines, others = np.unravel_index(at, square.shape)
            else:
                lines = np.searchsorted(piece.values.indptr, at, side="right") - 1
                others = piece.values.indices[at]
            squares.append(flat[at])
            places.append(np.stack([piece.lines.start + lines, others], axis=1))
    if read.absent is not None:
        along += absent[:, None] * read.shape[1]
        across += absent[:, None] * read.shape[0]
    value, place = np.concatenate(squares), np.concatenate(places)
    order = np.lexsort((place[:, 1], place[:, 0], -value))[:_LARGEST]
    return [along, across], value[order], place[order]


def _across(
    read: _Reader, counts: Sequence[Vector], sums: Sequence[Vector], powers: Sequence[Table]
) -> list[Table]:
    """Return what the last three of :class:`Lines` are, of lines and of those across.

    An entry z of a line with sums S and squares Q takes part in 3 z ((S - z)^2 - (Q - z^2)) of its
    sum over distinct triples, which is 3 z (S^2 - Q) - 6 z^2 S + 6 z^3; of n entries, in
    3 (n - 1) (n - 2) triples.
    """
    away = read.absent or 0.0
    factors = [
        (3.0 * (s * s - table[1]), -6.0 * s,
         np.stack([3.0 * (n - 1) * (n - 2), np.log(np.maximum(n, 1.0))], axis=1))
        for n, s, table in zip(counts, sums, powers, strict=True)
    ]  # fmt: skip
    tables = [np.zeros((3, n)) for n in read.shape]
    for piece, z in read.pieces():
        at = piece.lines
        ones = None if read.complete else read.term(piece, np.ones(z.shape), 0.0)
        first, second = read.term(piece, z, away), read.term(piece, z * z, away**2)
        for table, of, own, turned in ((tables[0], factors[1], at, False),
                                       (tables[1], factors[0], slice(None), True)):  # fmt: skip
            some = at if turned else slice(None)
            one, two = (first.T, second.T) if turned else (first, second)
            table[0, own] += one @ of[0][some] + two @ of[1][some]
            if ones is not None:
                table[1:, own] += ((ones.T if turned else ones) @ of[2][some]).T
    for table, power, of in zip(tables, powers, factors[::-1], strict=True):
        table[0] += 6.0 * power[2] + away * of[0].sum() + away**2 * of[1].sum()
        if read.complete:
            table[1:] = of[2].sum(0)[:, None]
    return tables
