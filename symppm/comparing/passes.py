"""Sums of a matrix along and across the lines of its memory, and some of these lines whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.forms import BlockMatrix, SparseMatrix
from symppm.statistics.moments import Examined
from symppm.statistics.pieces import Piece, blocks_of, pieces

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Places = NDArray[np.int64]

_MOST_PRODUCTS: Final = 1 << 21
"""Of columns with one another: with few columns there are many lines, and more pairs of these."""
_MOST_HELD: Final = 1 << 24


@dataclass(frozen=True)
class Laid:
    """A matrix by the lines that its memory runs along, about its mean.

    Attributes
    ----------
    blocks : BlockMatrix
        Its blocks; if it comes by columns, lines are columns.
    shape : (int, int)
        Lines, and entries of a line.
    complete : bool
        Whether every entry is observed.
    origin, center
        What is taken off the values of pieces.
    less : float
        What is then still to be taken off for them to be about the mean: that of a sparse matrix is
        not, since its zeros would have to be filled in.
    mean : float
        Of the observed entries.
    """

    blocks: BlockMatrix
    shape: tuple[int, int]
    complete: bool
    origin: int
    center: float
    less: float
    mean: float

    def pieces(self) -> Iterator[Piece]:
        """Yield the matrix in pieces."""
        return pieces(
            self.blocks, complete=self.complete, origin=self.origin, center=self.center, scale=1.0
        )

    def lines(self, at: Places) -> tuple[Table, Table]:
        """Return some lines about the mean, and ones where they are observed; zeros at gaps."""
        values = np.zeros((len(at), self.shape[1]))
        seen = np.ones_like(values)
        for piece in self.pieces():
            own = np.flatnonzero((at >= piece.lines.start) & (at < piece.lines.stop))
            some = at[own] - piece.lines.start
            values[own] = _dense(piece.values[some]) - self.less
            if piece.observed is not None:
                seen[own] = _dense(piece.observed[some])
        return values, seen


@dataclass(frozen=True)
class Sums:
    """Of the values about the mean, and of ones, by line of one kind.

    Attributes
    ----------
    counts, first, second : ndarray of float64, shape (n,)
        Of ones, of values and of their squares.
    counts_crossed, crossed : ndarray of float64, shape (n,)
        Of the counts of the lines across, and of values times the sums of the lines across.
    """

    counts: Vector
    first: Vector
    second: Vector
    counts_crossed: Vector
    crossed: Vector

    @property
    def effects(self) -> Vector:
        """Means of the lines, zero where nothing is observed."""
        return np.asarray(self.first / np.maximum(self.counts, 1.0))


def laid(found: Examined) -> Laid:
    """Return a matrix by the lines of its memory."""
    margins, matrix = found.margins, found.matrix
    blocks = blocks_of(matrix)
    shape = matrix.shape[::-1] if blocks.by_columns else matrix.shape
    complete = margins.observed == shape[0] * shape[1]
    about = margins.center + float(margins.row_sums.sum()) / margins.observed
    thin = complete and isinstance(matrix, SparseMatrix) and margins.origin == 0
    less = about if thin else 0.0
    return Laid(
        blocks, shape, complete, margins.origin, about - less, less, about + float(margins.origin)
    )


def sums_of(matrix: Laid) -> tuple[Sums, Sums]:
    """Sum a matrix along its lines and across them."""
    n, m = matrix.shape
    counts, across = np.full(n, float(m)), np.full(m, float(n) if matrix.complete else 0.0)
    first, second, crossed, counts_crossed = np.zeros((4, n))
    other_first, other_second, other_crossed, other_counts_crossed = np.zeros((4, m))
    for piece in matrix.pieces():
        squares = piece.power(2)
        first[piece.lines], second[piece.lines] = piece.values.sum(axis=1), squares.sum(axis=1)
        other_first += piece.values.sum(axis=0)
        other_second += squares.sum(axis=0)
        if piece.observed is not None:
            counts[piece.lines] = piece.observed.sum(axis=1)
            across += piece.observed.sum(axis=0)
    less = matrix.less
    second += less * (less * m - 2.0 * first)
    other_second += less * (less * n - 2.0 * other_first)
    first, other_first = first - less * m, other_first - less * n
    for piece in matrix.pieces():
        crossed[piece.lines] = piece.values @ other_first
        other_crossed += piece.values.T @ first[piece.lines]
        if piece.observed is not None:
            counts_crossed[piece.lines] = piece.observed @ across
            other_counts_crossed += piece.observed.T @ counts[piece.lines]
    if matrix.complete:
        counts_crossed[:] = other_counts_crossed[:] = float(n) * m
    return (
        Sums(counts, first, second, counts_crossed, crossed - less * other_first.sum()),
        Sums(across, other_first, other_second, other_counts_crossed,
             other_crossed - less * first.sum()),
    )  # fmt: skip


def cycles_through(matrix: Laid, sums: tuple[Sums, Sums], own: Table) -> tuple[Table, Vector]:
    """Return sums over the cycles that begin with the entries of some lines."""
    along, across = sums
    if matrix.shape[1] ** 2 <= _MOST_PRODUCTS:
        products = _products(matrix, along.effects, across.effects)
        return own @ products, np.diag(products).copy()
    parts = [_through(matrix, sums, some) for some in _few(own, matrix)]
    return np.concatenate([through for through, _ in parts]), parts[0][1]


def _few(own: Table, matrix: Laid) -> list[Table]:
    """Return so many of some lines at a time that their products with all lines are held."""
    step = max(1, _MOST_HELD // matrix.shape[0])
    return [own[start : start + step] for start in range(0, len(own), step)]


def _through(matrix: Laid, sums: tuple[Sums, Sums], own: Table) -> tuple[Table, Vector]:
    along, across = sums
    effects, other_effects = along.effects, across.effects
    by_line = np.zeros((len(own), matrix.shape[0]))
    squares = np.zeros(matrix.shape[1])
    for piece in matrix.pieces():
        values = piece.values if matrix.complete else _interactions(piece, effects, other_effects)
        by_line[:, piece.lines] = (values @ own.T).T
        if not matrix.complete:
            squares += (values**2 if isinstance(values, np.ndarray) else values.power(2)).sum(
                axis=0
            )
    added = effects + matrix.less
    if matrix.complete:
        # Effects are taken off products, so that zeros that are not stored stay so.
        by_line -= np.multiply.outer(own.sum(1), added) + (own @ other_effects)[:, None]
        n, m = matrix.shape
        squares = across.second - 2.0 * across.crossed / m - n * other_effects**2
        squares = np.maximum(squares + (effects**2).sum(), 0.0)
    again = np.zeros_like(own)
    for piece in matrix.pieces():
        values = piece.values if matrix.complete else _interactions(piece, effects, other_effects)
        again += (values.T @ by_line[:, piece.lines].T).T
    if matrix.complete:
        again -= (by_line @ added)[:, None]
        again -= np.multiply.outer(by_line.sum(1), other_effects)
    return again, squares


def _products(matrix: Laid, effects: Vector, other_effects: Vector) -> Table:
    """Return the products of the columns of z with one another, summed over lines."""
    n, m = matrix.shape
    found, sums, along = np.zeros((m, m)), np.zeros(m), np.zeros(m)
    added = effects + matrix.less
    for piece in matrix.pieces():
        values = piece.values if matrix.complete else _interactions(piece, effects, other_effects)
        found += _dense(values.T @ values)
        sums += values.sum(axis=0)
        along += values.T @ added[piece.lines]
    if matrix.complete:
        taken = np.add.outer(along, along) + np.outer(sums, other_effects)
        taken += np.outer(other_effects, sums)
        found += added @ added + added.sum() * np.add.outer(other_effects, other_effects) - taken
        found += n * np.outer(other_effects, other_effects)
    return found


def cycles_of_ones(matrix: Laid, seen: Table) -> Table:
    """Return how many cycles, degenerate ones among them, begin with the entries of some lines."""
    if matrix.shape[1] ** 2 <= _MOST_PRODUCTS:
        found = sum(_dense(piece.observed.T @ piece.observed) for piece in matrix.pieces())
        return np.asarray(seen @ found)
    return np.concatenate([
        sum((piece.observed.T @ (piece.observed @ some.T)).T for piece in matrix.pieces())
        for some in _few(seen, matrix)
    ])  # fmt: skip


def _interactions(piece: Piece, effects: Vector, other_effects: Vector) -> Any:
    own = effects[piece.lines]
    if isinstance(piece.values, np.ndarray):
        return np.asarray(piece.values - piece.observed * np.add.outer(own, other_effects))
    owners = np.repeat(np.arange(len(own)), np.diff(piece.values.indptr))
    left = piece.values.data - own[owners] - other_effects[piece.values.indices]
    stored = piece.values.indices, piece.values.indptr
    return type(piece.values)((left, *stored), shape=piece.values.shape)


def _dense(values: Any) -> Table:
    return np.asarray(values if isinstance(values, np.ndarray) else values.toarray())
