"""The cycle cumulant of a matrix that is too large for the products of its shorter side's lines.

Where all pairs of lines that share an entry are about as cheap as random vectors, they are taken,
one line after the other, and the result is exact. Elsewhere the sum of squared products of lines is
estimated by random vectors (:mod:`symppm.measure.distinct.probes`); all else is exact.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from symppm.codegen.load import load_generated
from symppm.measure.arrays import BlockMatrix, Matrix, SparseMatrix
from symppm.measure.distinct.gaps import of_residuals
from symppm.measure.distinct.gaps_probes import KINDS, of_probes
from symppm.measure.distinct.invariants import cycle_of
from symppm.measure.distinct.probes import multiplied
from symppm.measure.distinct.randomised_complete import (
    Centred,
    centred_dense,
    centred_zeros,
    stacked,
)
from symppm.measure.distinct.randomised_noise import steadied
from symppm.measure.distinct.randomised_products import Probed, exact_pays
from symppm.measure.distinct.residuals import residuals
from symppm.measure.distinct.scaling import check_finite, rounding_only, spread_of
from symppm.measure.distinct.types import Cycle
from symppm.progress import Advance, progress_bar
from symppm.statistics.blocks import blocks_of
from symppm.statistics.sums import Margins

Vector = NDArray[np.float64]


def cycle_randomised(
    matrix: Matrix, margins: Margins, *, probes: int, random_seed: int, leave_out: bool,
    progress: bool,
) -> Cycle:  # fmt: skip
    """Estimate the cycle cumulant of a matrix of any size, without bias from random vectors.

    Parameters
    ----------
    matrix : DenseMatrix, SparseMatrix or BlockMatrix, shape (N, M)
        The matrix, complete or with gaps; what a complete sparse one does not store is zero.
    margins : Margins
        Its sums.
    probes : int
        How many random vectors to draw for each sum, at least 2.
    random_seed : int
        Of the random vectors. The same seed gives the same bytes, whatever the number of threads.
    leave_out : bool
        Whether the estimate is wanted without each row and each column.
    progress : bool
        Whether to show a bar on a terminal.

    Returns
    -------
    Cycle
        In the units of the data to the fourth power. Its ``probe_error`` is zero where all pairs of
        lines were taken because that is about as cheap.

    Raises
    ------
    DataError
        If the observed entries form no rectangle, or the result is too large for double precision.

    Notes
    -----
    Time is O(probes x stored entries), and memory that of the stored entries and of some tens of
    vectors.
    """
    rng = np.random.default_rng(random_seed)
    rows, columns = matrix.shape
    if margins.observed < rows * columns:
        cycle = _with_gaps(matrix, margins, probes, rng, progress)
    else:
        cycle = _complete(matrix, margins, probes, rng, progress)
    return cycle if leave_out else replace(cycle, rows=None, columns=None)


def _with_gaps(
    matrix: Matrix, margins: Margins, probes: int, rng: np.random.Generator, progress: bool
) -> Cycle:
    found = residuals(matrix, margins)
    if exact_pays(found.row_counts, found.column_counts, probes):
        return of_residuals(found)
    with _bar(KINDS * multiplied(probes), show=progress) as advance:
        return of_probes(found, probes, rng, advance)


def _complete(
    matrix: Matrix, margins: Margins, probes: int, rng: np.random.Generator, progress: bool
) -> Cycle:
    scale = spread_of(margins)
    if isinstance(matrix, BlockMatrix) and margins.origin == 0:
        matrix = stacked(matrix) or matrix
    if isinstance(matrix, SparseMatrix) and margins.origin == 0:
        stored = matrix.stored
        counts = np.diff(stored.indptr), np.bincount(stored.indices)
        along, across = counts if stored.format == "csr" else counts[::-1]
        if exact_pays(along, across, probes):
            flip = float((along.astype(np.float64) ** 2).sum()) < float(
                (across.astype(np.float64) ** 2).sum()
            )
            found = centred_zeros(matrix, scale, flip=flip).exact()
            if rounding_only(float(found.row_squares.sum()), margins, matrix.dtype, scale):
                return _nothing(margins)
            return _checked(cycle_of(found.transposed() if flip else found, scale))
        centred, flip = centred_zeros(matrix, scale, flip=False).centred, False
    else:
        centred, flip = centred_dense(matrix, margins, scale), blocks_of(matrix).by_columns
    if rounding_only(float(centred.rows[0].sum()), margins, matrix.dtype, scale):
        return _nothing(margins)
    with _bar(2 * multiplied(probes), show=progress) as advance:
        return _estimated(centred, probes, rng, advance, scale, flip)


def _nothing(margins: Margins) -> Cycle:
    return Cycle(0.0, np.zeros(margins.row_sums.size), np.zeros(margins.column_sums.size))


def _estimated(
    centred: Centred, probes: int, rng: np.random.Generator, advance: Advance, scale: float,
    flip: bool,
) -> Cycle:  # fmt: skip
    found, probed = centred.estimated(probes, rng, advance)
    if flip:
        found, probed = found.transposed(), Probed(probed.columns, probed.rows)
    cycle = _checked(cycle_of(found, scale))
    rows, columns = found.row_squares.size, found.column_squares.size
    by = scale**4
    noise = [
        probed.rows.noise * (_weight_without(rows, columns) * by) ** 2,
        probed.columns.noise * (_weight_without(columns, rows) * by) ** 2,
    ]
    error = abs(float(_weights(rows, columns)[-1])) * float(np.sqrt(probed.variance)) * by
    return steadied(cycle, noise[0], noise[1], error)


def _weights(rows: int, columns: int) -> Vector:
    """Return what the estimate is of each of the five sums, in their order."""
    found, status = np.zeros(5), np.zeros(5, np.int64)
    load_generated("cycles").cycle_batch(float(rows), float(columns), np.eye(5), found, status)
    return found


def _weight_without(rows: int, columns: int) -> float:
    """Return what the estimate without a row is of the sum of its squared products with all."""
    _, in_rows, _, _, gram = _weights(rows - 1, columns)
    a = 1 / (rows - 1)
    return float(4 * a**2 * in_rows - 2 * (1 + a) * gram)


def _checked(cycle: Cycle) -> Cycle:
    check_finite(cycle.value)
    return cycle


def _bar(total: int, *, show: bool) -> AbstractContextManager[Advance]:
    return progress_bar("Multiplying random vectors", total, show=show)
