"""Parts of a matrix: set aside for inference, or drawn by their totals where it is large."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.door import data_of
from symppm.data.matrix import (
    BlockMatrix,
    DenseMatrix,
    Matrix,
    MatrixLike,
    SparseMatrix,
    WholeMatrix,
    read_whole,
)
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError, check_integer
from symppm.statistics import Vector
from symppm.statistics.lowrank import Places
from symppm.statistics.passes import blocks_of
from symppm.statistics.relations import beside, sums_by, vector
from symppm.statistics.sums import finite_margins

_FEWEST: Final = 2


@dataclass(frozen=True)
class Holdout:
    """A matrix split by rows and by columns.

    Attributes
    ----------
    rows, columns, held_out
        Numbers from 0, in order, of what was set aside, and its entries: for targets.
    rest_rows, rest_columns, rest
        The same of all entries that share neither row nor column with these: for inference.
    random_seed : int
        Of the choice.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    held_out: Any
    rest: Any
    rest_rows: NDArray[np.int64]
    rest_columns: NDArray[np.int64]
    random_seed: int


def holdout(
    data: MatrixLike,
    share: float = 0.1,
    *,
    random_seed: int,
    mask: ArrayLike | None = None,
    **reading: Any,
) -> Holdout:
    """Set a random share of the rows and of the columns aside.

    Targets that are measured on the data which inference will see are used twice. Measured on some
    rows and columns, they leave for inference the entries that share neither with these, which
    under the model are independent of them.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.statistics`, in memory. Never changed.
    share : float
        Of the rows, and of the columns, between 0 and 1: of the entries, its square is set aside,
        and (1 - share) squared is left for inference.
    random_seed : int
        From 0 to 2**64 - 1; the same seed makes the same choice.
    mask, **reading
        As for :func:`symppm.statistics`.

    Returns
    -------
    Holdout
        Copies: arrays, masked with a mask, or sparse where the data are.

    Raises
    ------
    ParameterError
        If the share leaves less than two rows or columns on either side, or the seed is none.
    DataError
        If the data are no matrix.

    Notes
    -----
    The held-out validation of section 3 of da Silva et al. (JMLR 24(67), 2023).

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> parts = ppm.holdout(counts, 0.2, random_seed=1)
    >>> parts.held_out.shape, parts.rest.shape
    ((19, 4), (77, 17))
    """
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    data = data_of(data, **reading)
    if isinstance(data, Triples):
        raise DataError(
            "a table that an engine sums where it is",
            expected="a matrix in memory, to be split",
            do="Read the data into memory: --engine memory (engine='memory').",
        )
    matrix = read_whole(data, "observed", mask)
    generator, places = np.random.default_rng(int(random_seed)), []
    for size, word in zip(matrix.shape, ("rows", "columns"), strict=True):
        valid = isinstance(share, numbers.Real) and 0 < share < 1
        count = round(share * size) if valid else 0
        if not _FEWEST <= count <= size - _FEWEST:
            raise ParameterError(
                f"a share of {share!r} of {size:,} {word}",
                expected=f"between 0 and 1, with at least {_FEWEST} {word} set aside and left",
                do="Choose another share, such as 0.1, or match without setting data aside.",
            )
        places.append(np.sort(generator.choice(size, count, replace=False)))
    rest_places = [np.setdiff1d(np.arange(n), x) for n, x in zip(matrix.shape, places, strict=True)]
    return Holdout(
        places[0], places[1], _array(matrix.part(*places)), _array(matrix.part(*rest_places)),
        rest_places[0], rest_places[1], int(random_seed),
    )  # fmt: skip


def _array(matrix: WholeMatrix) -> Any:
    if isinstance(matrix, SparseMatrix):
        return matrix.stored
    if matrix.observed is None:
        return matrix.values
    return np.ma.masked_array(matrix.values, mask=~matrix.observed)


_HALVINGS: Final = 60


def thinned(
    data: Matrix | Triples, most: int, random_seed: int, zeros: str = "observed"
) -> tuple[WholeMatrix, bool]:
    """Return a matrix, or a part in proportion to totals if it has more entries; and whether."""
    if isinstance(data, Triples):
        return _thinned_triples(data, most, random_seed, zeros)
    matrix, margins = data, finite_margins(data)
    blocks = blocks_of(matrix).blocks()
    count = sum(x.size if isinstance(x, SparseMatrix) else x.values.size for x in blocks)
    if not isinstance(matrix, BlockMatrix) and count <= most:
        return matrix, False
    zero = margins.about(-float(margins.origin))
    totals = [zero.row_sums, zero.column_sums]
    if margins.minimum < 0:
        totals = [n.astype(np.float64) for n in (zero.row_counts, zero.column_counts)]
    full = count == math.prod(matrix.shape)
    rows, columns = _draw_lines(totals, count, most, random_seed, full=full)
    return part_of(matrix, rows, columns), count > most


def part_of(matrix: Matrix, rows: Places, columns: Places) -> WholeMatrix:
    """Return some rows and columns, in their order, of a matrix that may come in blocks."""
    if not isinstance(matrix, BlockMatrix):
        return matrix.part(rows, columns)
    blocks = []
    for top, left, block in matrix.placed():
        places = zip((rows - top, columns - left), block.shape, strict=True)
        blocks.append(block.part(*(lines[(lines >= 0) & (lines < n)] for lines, n in places)))
    axis, dense = int(matrix.by_columns), [x for x in blocks if isinstance(x, DenseMatrix)]
    if len(dense) < len(blocks):
        from scipy import sparse  # noqa: PLC0415 - slow to load

        stack = sparse.hstack if axis else sparse.vstack
        arrays = [x.stored if isinstance(x, SparseMatrix) else x.values for x in blocks]
        absent = all(x.absent_observed for x in blocks if isinstance(x, SparseMatrix))
        return SparseMatrix(stack(arrays, "csr"), absent)
    masks = [np.ones(e.shape, bool) if e.observed is None else e.observed for e in dense]
    observed = None if all(e.observed is None for e in dense) else np.concatenate(masks, axis)
    return DenseMatrix(np.concatenate([x.values for x in dense], axis), observed)


def _thinned_triples(
    triples: Triples, most: int, random_seed: int, zeros: str
) -> tuple[SparseMatrix, bool]:
    from scipy import sparse  # noqa: PLC0415 - slow to load

    table = triples.table
    lines = [sums_by(triples, name, table, t=table.x.abs().sum(), n=table.count()) for name in "ij"]
    count = int(vector(lines[0], "n").sum())
    places = _draw_lines([vector(x, "t") for x in lines], count, most, random_seed, full=False)
    for name, sums, indices in zip("ij", lines, places, strict=True):
        ids = sums.select([name]).take(indices)
        table = beside(table, name, ids, **{f"{name}_place": np.arange(len(indices))})
    entries = triples.ask(table.select("i_place", "j_place", "x"))
    rows, columns, values = (
        entries[name].to_numpy(zero_copy_only=False) for name in ("i_place", "j_place", "x")
    )
    shape = len(places[0]), len(places[1])
    stored = sparse.coo_array((values, (rows, columns)), shape=shape).tocsr()
    stored.sort_indices()
    return SparseMatrix(stored, zeros == "observed"), count > most


def _draw_lines(
    totals: list[Vector], count: int, most: int, random_seed: int, *, full: bool
) -> list[Places]:
    """Draw rows and columns that hold about so many entries, with chances as their totals are."""
    # Expected is a share of the entries: those go with the totals, unless all lines are alike.
    share = min(1.0, most / count) ** 0.5
    places = []
    for total, seed in zip(totals, np.random.SeedSequence(random_seed).spawn(2), strict=True):
        if share >= 1 or not total.any():
            places.append(np.arange(total.size))
            continue
        weights = np.ones_like(total) if full else total
        low, high = 0.0, 1.0 / float(total[total > 0].min())
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            above = np.minimum(1.0, middle * total) @ weights > share * weights.sum()
            low, high = (low, middle) if above else (middle, high)
        chances = np.random.default_rng(seed).random(total.size)
        places.append(np.flatnonzero(chances < low * total))
    return places
