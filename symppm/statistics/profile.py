"""What diagnostics are made from: sums for every row and every column."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import Matrix, SparseMatrix
from symppm.one_thread import one_thread
from symppm.statistics import Table, Vector
from symppm.statistics.lowrank import HELD
from symppm.statistics.passes import Piece, blocks_of, entrywise, matrix_lines, strips
from symppm.statistics.sums import Margins

Functions = Sequence[Callable[[Vector], Any]]

_LARGEST: Final = 10
_THINNED_MEAN: Final = 3.0
_STRIP: Final = 1 << 18


@dataclass(frozen=True)
class Lines:
    """What is summed for every row, or for every column, values being taken about the mean.

    ``triples_across`` and ``triple_counts_across`` are by how much less, without the line, the sum
    over lines across of products of three different entries is, in any order, and their number;
    ``activity_across`` sums the logarithm of the number of entries in the line across; ``raised``
    sums ``Profile.base`` to the power of every entry.
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
    """What diagnostics are made from.

    ``thinning`` is the share of counts that would be kept to make their mean 3, at most one; zero
    if the data are no counts. ``largest`` are the squares about the mean of the entries farthest
    from it, at most ten (of a sparse matrix only those stored), ``places`` their rows and columns.
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
def profile_of(matrix: Matrix, margins: Margins) -> Profile | None:
    """Sum a matrix, whose margins are known; None if it is dense and too large to wait for.

    Cubes of values above 1e100 overflow; what is not finite is for the reader to leave alone.

    An entry z of a line with sums S and squares Q takes part in 3 z ((S - z)^2 - (Q - z^2)) of its
    sum over distinct triples, which is 3 z (S^2 - Q) - 6 z^2 S + 6 z^3; of n entries, in
    3 (n - 1) (n - 2) triples.
    """
    if math.prod(matrix.shape) > HELD and not isinstance(matrix, SparseMatrix):
        return None
    off = margins.center + float(margins.row_sums.sum()) / margins.observed
    mean, thinning = margins.origin + off, 0.0
    if margins.integral and margins.minimum >= 0 and mean > 0:
        thinning = min(1.0, _THINNED_MEAN / mean)
    functions: Functions = (
        np.ones_like, lambda x: x - off, lambda x: (x - off) ** 2,
        lambda x: (x - off) * (x - off) ** 2, lambda x: x != -margins.origin,
        lambda x: np.expm1((x + margins.origin) * np.log1p(-thinning)),
    )  # fmt: skip
    one, first, second, *_ = functions
    with np.errstate(all="ignore"):
        # The last is infinite if nothing is kept of counts.
        own = _sums(matrix, margins, functions if 0 < thinning < 1 else functions[:5])
        weights = [
            (3 * (sums**2 - squares), -6 * sums, 3 * (n - 1) * (n - 2), np.log(np.maximum(n, 1)))
            for n, sums, squares, *_ in own
        ]
        across = _sums(matrix, margins, (first, second, one, one), weights[1], weights[0])
        largest, places = _largest(matrix, margins, off)
    rows, columns = (
        Lines(
            n, n - nonzero, sums, squares, cubes,
            n - nonzero if thinning == 1 else n + sum(kept),
            6 * cubes + by_value + by_square, triples, activity,
        )
        for (n, sums, squares, cubes, nonzero, *kept), (by_value, by_square, triples, activity)
        in zip(own, across, strict=True)
    )  # fmt: skip
    return Profile(thinning, rows, columns, largest, places)


def _sums(
    matrix: Matrix,
    margins: Margins,
    functions: Functions,
    of_columns: Sequence[Vector] = (),
    of_rows: Sequence[Vector] = (),
) -> tuple[Table, Table]:
    """Sum functions of the entries of rows, and columns, times numbers of those across or one."""
    (n, m), by_columns = matrix.shape, blocks_of(matrix).by_columns
    v, u = of_columns or [np.ones(m)] * len(functions), of_rows or [np.ones(n)] * len(functions)
    v, u = (u, v) if by_columns else (v, u)
    along, across = (np.zeros((len(functions), each[0].size)) for each in (u, v))
    zero = np.array([-float(margins.origin)])
    for piece in _pieces(matrix, margins):
        for k, function in enumerate(functions):
            # Zeros that are not stored have a value, from which what is stored differs.
            base = float(function(zero)[0]) if piece.absent else 0.0
            values = entrywise(partial(_above, function, base), piece.values)
            if piece.observed is not None:
                values = np.where(piece.observed, values, 0.0)
            own = u[k][piece.lines]
            along[k, piece.lines] = values @ v[k] + base * v[k].sum()
            across[k] += values.T @ own + base * own.sum()
    return (across, along) if by_columns else (along, across)


def _above(function: Callable[[Vector], Any], base: float, raw: Vector) -> Any:
    return function(raw) - base


def _largest(matrix: Matrix, margins: Margins, off: float) -> tuple[Vector, NDArray[np.int64]]:
    """Return the largest squares about a number, of equal ones the first row by row, and places."""
    m, by_columns = matrix.shape[1], blocks_of(matrix).by_columns
    squares, places, least = np.zeros(0), np.zeros(0, np.int64), 0.0
    for piece in _pieces(matrix, margins):
        values, dense = piece.values, isinstance(piece.values, np.ndarray)
        found = np.square((values if dense else values.data) - off)
        if piece.observed is not None:
            found[~piece.observed] = -1.0
        at = np.flatnonzero(found >= least)
        if dense:
            lines, across = np.divmod(at, values.shape[1])
        else:
            lines, across = np.searchsorted(values.indptr, at, "right") - 1, values.indices[at]
        lines = lines + piece.lines.start
        codes = across * np.int64(m) + lines if by_columns else lines * np.int64(m) + across
        squares, places = np.append(squares, found.ravel()[at]), np.append(places, codes)
        if squares.size > _LARGEST:
            least = np.partition(squares, -_LARGEST)[-_LARGEST]
            equal = np.sort(places[squares == least])[:_LARGEST]
            some = (squares > least) | (squares == least) & (places <= equal[-1])
            squares, places = squares[some], places[some]
    order = np.lexsort((places, -squares))[:_LARGEST]
    return squares[order], np.stack(np.divmod(places[order], m), axis=1)


def _pieces(matrix: Matrix, margins: Margins) -> Iterator[Piece]:
    """Yield the lines of a matrix about its origin."""
    for at, lines in matrix_lines(blocks_of(matrix), margins.origin, fill=not margins.complete):
        yield from strips(lines, 0.0, _STRIP, at.start)
