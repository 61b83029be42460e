"""Parts of data that are too large: rows and columns drawn in proportion to their totals."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from symppm.data.matrix import BlockMatrix, DenseMatrix, Matrix, SparseMatrix, WholeMatrix
from symppm.data.triples import Triples
from symppm.statistics import Vector
from symppm.statistics.lowrank import Places
from symppm.statistics.relations import beside, sums_by, vector
from symppm.statistics.sums import Margins

_HALVINGS: Final = 60


def thinned(matrix: Matrix, margins: Margins, most: int, random_seed: int) -> WholeMatrix:
    """Return a matrix, or rows and columns in proportion to their totals if it has more entries."""
    count = _entries(matrix)
    if not isinstance(matrix, BlockMatrix) and count <= most:
        return matrix
    about = margins.center + margins.origin
    totals: list[Vector] = [
        counts.astype(np.float64) if margins.minimum < 0 else sums + counts * about
        for counts, sums in (
            (margins.row_counts, margins.row_sums),
            (margins.column_counts, margins.column_sums),
        )
    ]
    full = count == math.prod(matrix.shape)
    rows, columns = _drawn(totals, count, most, random_seed, full=full)
    return part_of(matrix, rows, columns)


def part_of(matrix: Matrix, rows: Places, columns: Places) -> WholeMatrix:
    """Return some rows and columns, in their order, of a matrix that may come in blocks."""
    if not isinstance(matrix, BlockMatrix):
        return matrix.part(rows, columns)
    parts = []
    for top, left, block in matrix.placed():
        own, across = rows - top, columns - left
        parts.append(
            block.part(*(of[(of >= 0) & (of < n)]
                         for of, n in zip((own, across), block.shape, strict=True)))
        )  # fmt: skip
    return _joined(parts, axis=int(matrix.by_columns))


def thinned_triples(
    triples: Triples, zeros: str, most: int, random_seed: int
) -> tuple[SparseMatrix, bool]:
    """Return triples, or a part in proportion to totals, as a matrix; and whether it is a part."""
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
    """Draw rows and columns that hold about so many entries, with chances as their totals are."""
    # Expected is a share of the entries: those go with the totals, unless all lines are alike.
    share = min(1.0, most / count) ** 0.5
    drawn = []
    for total, seed in zip(totals, np.random.SeedSequence(random_seed).spawn(2), strict=True):
        if share >= 1 or not total.any():
            drawn.append(np.arange(total.size))
            continue
        weights = np.ones_like(total) if full else total
        low, high = 0.0, 1.0 / float(total[total > 0].min())
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            more = np.minimum(1.0, middle * total) @ weights > share * weights.sum()
            low, high = (low, middle) if more else (middle, high)
        chances = np.random.default_rng(seed).random(total.size)
        drawn.append(np.flatnonzero(chances < low * total))
    return drawn


def _entries(matrix: Matrix) -> int:
    if isinstance(matrix, BlockMatrix):
        return sum(map(_entries, matrix.blocks()))
    return matrix.size if isinstance(matrix, SparseMatrix) else matrix.values.size


def _joined(parts: list[WholeMatrix], axis: int) -> WholeMatrix:
    from scipy import sparse  # noqa: PLC0415 - slow to load

    compressed = [each for each in parts if isinstance(each, SparseMatrix)]
    if compressed:
        stack = sparse.hstack if axis else sparse.vstack
        stored = stack([each.stored for each in compressed], "csr")
        return SparseMatrix(stored, compressed[0].absent_observed)
    dense = [each for each in parts if isinstance(each, DenseMatrix)]
    seen = [np.ones(e.shape, bool) if e.observed is None else e.observed for e in dense]
    observed = None if all(e.observed is None for e in dense) else np.concatenate(seen, axis)
    return DenseMatrix(np.concatenate([each.values for each in dense], axis), observed)
