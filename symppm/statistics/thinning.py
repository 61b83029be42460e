"""Parts of data that are too large: rows and columns drawn in proportion to their totals."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import BlockMatrix, DenseMatrix, Matrix, SparseMatrix, WholeMatrix
from symppm.data.triples import Triples
from symppm.statistics.relations import beside, sums_by, vector
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Places = NDArray[np.intp]

_HALVINGS: Final = 60


def thinned(matrix: Matrix, margins: Margins, most: int, random_seed: int) -> WholeMatrix:
    """Return a matrix, or rows and columns in proportion to their totals if it has more entries.

    Entries of a sparse matrix are those that are stored.
    """
    count = _entries(matrix)
    if not isinstance(matrix, BlockMatrix) and count <= most:
        return matrix
    totals: list[Vector] = [
        counts.astype(np.float64)
        if margins.minimum < 0
        else sums + counts * (margins.center + margins.origin)
        for counts, sums in (
            (margins.row_counts, margins.row_sums),
            (margins.column_counts, margins.column_sums),
        )
    ]
    full = count == math.prod(matrix.shape)
    rows, columns = _drawn(totals, count, most, random_seed, full=full)
    if not isinstance(matrix, BlockMatrix):
        return _part(matrix, rows, columns)
    parts = []
    for top, left, block in matrix.placed():
        height, width = block.shape
        here = (rows >= top) & (rows < top + height)
        there = (columns >= left) & (columns < left + width)
        parts.append(_part(block, rows[here] - top, columns[there] - left))
    return _joined(parts, axis=int(matrix.by_columns))


def thinned_triples(
    triples: Triples, zeros: str, most: int, random_seed: int
) -> tuple[SparseMatrix, bool]:
    """Return triples, whose statistics exist, as a matrix, and whether it is only a part of them.

    At most about so many entries are fetched, of rows and columns in proportion to their totals.
    """
    from scipy import sparse  # noqa: PLC0415 - slow to load

    table = triples.table
    lines = [sums_by(triples, name, table, t=table.x.abs().sum(), n=table.count()) for name in "ij"]
    count = int(vector(lines[0], "n").sum())
    places = _drawn([vector(each, "t") for each in lines], count, most, random_seed, full=False)
    for name, each, chosen in zip("ij", lines, places, strict=True):
        ids = each.select([name]).take(chosen)
        table = beside(table, name, ids, **{f"{name}_place": np.arange(len(chosen))})
    entries = triples.ask(table.select("i_place", "j_place", "x"))
    rows, columns, values = (
        entries[name].to_numpy(zero_copy_only=False) for name in ("i_place", "j_place", "x")
    )
    shape = len(places[0]), len(places[1])
    stored = sparse.coo_array((values, (rows, columns)), shape=shape).tocsr()
    stored.sort_indices()
    return SparseMatrix(stored, zeros == "observed"), count > most


def _drawn(
    totals: list[Vector], count: int, most: int, random_seed: int, *, full: bool
) -> list[Places]:
    """Draw rows and columns that hold about so many entries."""
    share = min(1.0, most / count) ** 0.5
    seeds = np.random.SeedSequence(random_seed).spawn(2)
    return [
        _drawn_lines(each, share, seed, alike=full)
        for each, seed in zip(totals, seeds, strict=True)
    ]


def _drawn_lines(
    totals: Vector, share: float, seed: np.random.SeedSequence, *, alike: bool
) -> Places:
    """Draw rows or columns, each with a chance in proportion to its total, at most one.

    Expected is a share of the entries: those go with the totals, unless all lines are alike.
    """
    if share >= 1 or not totals.any():
        return np.arange(totals.size)
    weights = np.ones_like(totals) if alike else totals
    low, high = 0.0, 1.0 / float(totals[totals > 0].min())
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        chances = np.minimum(1.0, middle * totals)
        low, high = (low, middle) if chances @ weights > share * weights.sum() else (middle, high)
    return np.flatnonzero(np.random.default_rng(seed).random(totals.size) < low * totals)


def _entries(matrix: Matrix) -> int:
    if isinstance(matrix, BlockMatrix):
        return sum(map(_entries, matrix.blocks()))
    return matrix.size if isinstance(matrix, SparseMatrix) else matrix.values.size


def _part(matrix: WholeMatrix, rows: Places, columns: Places) -> WholeMatrix:
    if isinstance(matrix, SparseMatrix):
        return SparseMatrix(matrix.stored.tocsr()[rows][:, columns], matrix.absent_observed)
    both = np.ix_(rows, columns)
    observed = None if matrix.observed is None else matrix.observed[both]
    return DenseMatrix(matrix.values[both], observed)


def _joined(parts: list[WholeMatrix], axis: int) -> WholeMatrix:
    from scipy import sparse  # noqa: PLC0415 - slow to load

    compressed = [each for each in parts if isinstance(each, SparseMatrix)]
    if compressed:
        stack = sparse.hstack if axis else sparse.vstack
        stored = stack([each.stored for each in compressed], "csr")
        return SparseMatrix(stored, compressed[0].absent_observed)
    dense = [each for each in parts if isinstance(each, DenseMatrix)]
    values = np.concatenate([each.values for each in dense], axis)
    if all(each.observed is None for each in dense):
        return DenseMatrix(values)
    seen = [np.ones(e.shape, bool) if e.observed is None else e.observed for e in dense]
    return DenseMatrix(values, np.concatenate(seen, axis))
