"""A part of a large matrix: rows and columns drawn in proportion to their totals."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.measure.arrays import Matrix, WholeMatrix
from symppm.measure.blocks import BlockMatrix
from symppm.measure.forms import DenseMatrix, SparseMatrix
from symppm.measure.tables.lazy import Triples
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]
Kept = NDArray[np.intp]

_HALVINGS: Final = 60


def thinned(matrix: Matrix, margins: Margins, most: int, random_seed: int) -> WholeMatrix:
    """Return a matrix, or some of its rows and columns if it has too many entries.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix
        As read.
    margins : Margins
        Its sums.
    most : int
        How many entries to keep, about: of a sparse matrix, stored ones.
    random_seed : int
        Of what is drawn.
    """
    count = _stored(matrix)
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
    rows, columns = (
        drawn_lines(each, min(1.0, most / count) ** 0.5, seed, alike=full)
        for each, seed in zip(totals, np.random.SeedSequence(random_seed).spawn(2), strict=True)
    )
    if not isinstance(matrix, BlockMatrix):
        return _part(matrix, rows, columns)
    parts = []
    for top, left, block in matrix.placed():
        height, width = block.shape
        parts.append(
            _part(
                block,
                rows[(rows >= top) & (rows < top + height)] - top,
                columns[(columns >= left) & (columns < left + width)] - left,
            )
        )
    return _joined(parts, axis=int(matrix.by_columns))


def thinned_triples(
    triples: Triples, zeros: str, most: int, random_seed: int
) -> tuple[SparseMatrix, bool]:
    """Return triples as a matrix, and whether only some of the rows and columns were fetched.

    Parameters
    ----------
    triples : Triples
        The data, of which the statistics have been found to exist.
    zeros : {"observed", "missing"}
        What pairs are that the table leaves out.
    most : int
        How many entries to fetch, about.
    random_seed : int
        Of what is drawn.
    """
    import ibis  # noqa: PLC0415 - the engines of tables come with it
    from scipy import sparse  # noqa: PLC0415 - slow to load

    table = triples.table
    count = float(triples.ask(table.aggregate(n=table.count()))["n"][0].as_py())
    kept, sizes = [], []
    seeds = np.random.SeedSequence(random_seed).spawn(2)
    for name, seed in zip("ij", seeds, strict=True):
        lines = triples.ask(table.group_by(name).agg(t=table.x.abs().sum()).order_by(name))
        totals = np.asarray(lines["t"].to_numpy(zero_copy_only=False), dtype=np.float64)
        places = drawn_lines(totals, min(1.0, most / count) ** 0.5, seed, alike=False)
        numbered = lines.select([name]).take(places)
        kept.append(numbered.append_column(f"{name}_place", [np.arange(len(places))]))
        sizes.append(len(places))
    for name, lines in zip("ij", kept, strict=True):
        table = table.join(ibis.memtable(lines), name)
    found = triples.ask(table.select("i_place", "j_place", "x"))
    rows, columns, values = (
        found[name].to_numpy(zero_copy_only=False) for name in ("i_place", "j_place", "x")
    )
    stored = sparse.coo_array((values, (rows, columns)), shape=tuple(sizes)).tocsr()
    stored.sort_indices()
    return SparseMatrix(stored, zeros == "observed"), count > most


def drawn_lines(totals: Vector, share: float, seed: np.random.SeedSequence, *, alike: bool) -> Kept:
    """Draw rows or columns, each kept with a chance in proportion to its total, at most one.

    Parameters
    ----------
    totals : ndarray, shape (n,)
        Zero or more.
    share : float
        Of the entries, to be expected in what is kept.
    seed : numpy.random.SeedSequence
        Of what is drawn.
    alike : bool
        Whether each has as many entries as the others; otherwise they go with the totals.
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


def _stored(matrix: Matrix) -> int:
    if isinstance(matrix, BlockMatrix):
        return sum(_stored(block) for block in matrix.blocks())
    return int(matrix.stored.nnz) if isinstance(matrix, SparseMatrix) else matrix.values.size


def _part(matrix: WholeMatrix, rows: Kept, columns: Kept) -> WholeMatrix:
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
        made = stack([each.stored for each in compressed], "csr")
        return SparseMatrix(made, compressed[0].absent_observed)
    dense = [each for each in parts if isinstance(each, DenseMatrix)]
    gaps = any(each.observed is not None for each in dense)
    seen = [np.ones(e.shape, dtype=bool) if e.observed is None else e.observed for e in dense]
    return DenseMatrix(
        np.concatenate([each.values for each in dense], axis),
        np.concatenate(seen, axis) if gaps else None,
    )
