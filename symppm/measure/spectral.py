"""A second opinion on the number of factors: how many singular values stand out of the noise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.errors import DataError
from symppm.measure.arrays import MatrixLike, SparseMatrix, WholeMatrix, read_whole
from symppm.measure.checked import check_varies, finite_margins
from symppm.measure.one_thread import eigenvalues
from symppm.measure.spectral_edges import Edge, all_clear, edge_of, widest_gap
from symppm.measure.spectral_scaling import (
    divided,
    equalised,
    gram,
    without_noise,
)
from symppm.measure.values import check_integer

Vector = NDArray[np.float64]

_EXACT: Final = 2000
_LARGEST: Final = 200
_LEAST_SIDE: Final = 4
_NONZERO: Final = 10
_FITTING: Final = 20
_ROUNDS: Final = 3
_USUAL_EXPONENT: Final = 100


@dataclass(frozen=True)
class SpectralCount:
    """How many factors stand out of the noise of one matrix.

    Attributes
    ----------
    count : int
        Singular values above the edge, that of the mean among them; at least 1. An estimate of the
        number of factors from below: factors weaker than the noise are not counted.
    values : ndarray, shape (n,)
        Leading singular values of the scaled matrix, from the largest.
    edge : float
        Largest singular value that noise may have, in the same units.
    noise : float
        Standard deviation of one entry's noise there; 1 if the scaling were perfect.
    clear : bool
        Whether all that is counted stands so far above the edge that no factor is likely below it:
        then the count is the number of factors.
    capped : bool
        Whether there may be more factors than were looked for.
    """

    count: int
    values: Vector = field(repr=False)
    edge: float
    noise: float
    clear: bool
    capped: bool

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "count": self.count,
            "values": self.values.tolist(),
            "edge": self.edge,
            "noise": self.noise,
            "clear": self.clear,
            "capped": self.capped,
        }


def spectral_count(
    data: MatrixLike,
    *,
    zeros: str = "observed",
    mask: ArrayLike | None = None,
    largest: int | None = None,
    random_seed: int = 0,
) -> SpectralCount:
    """Count the singular values of a matrix that stand out of its noise.

    Rows and columns are scaled so that the variance of the noise averages to one in each, whatever
    it is: Poisson or larger, zeroed entries included. Then the singular values of the noise follow
    the Marchenko-Pastur law, and what lies above its edge is signal. The mean of a matrix with K
    factors has rank K, scaled or not, so the matrix is not centred: the mean is one factor, and
    K - 1 more stand out if they are strong enough.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.measure.statistics`, in memory. Sparse data stay sparse.
    zeros : {"observed", "missing"}
        As for :func:`symppm.measure.statistics`.
    mask : array_like of bool, shape (N, M), optional
        For dense data: True where an entry is observed.
    largest : int, optional
        How many singular values to return; where the shorter side is over 2000, also how many to
        compute. By default 200, or a quarter of the shorter side if that is less.
    random_seed : int
        Of the vector from which iterations start where the shorter side is over 2000.

    Returns
    -------
    SpectralCount
        A lower estimate of K: see ``clear``.

    Raises
    ------
    DataError
        If the data are no matrix of finite numbers that vary, or fewer than four rows or columns
        have enough entries different from zero.
    ParameterError
        If ``largest`` or ``random_seed`` is no integer in its range.

    Notes
    -----
    Rows and columns with fewer than ten entries that are not zero are left out: one entry would be
    a factor there. With missing entries the count is approximate: additive effects of rows
    and columns are taken off, which leaves K factors, and gaps are filled with zeros. That supposes
    gaps that have nothing to do with the values but for the activity of rows and columns; what
    varies about the effects adds to the noise then.

    The scaling is that of Landa, Zhang and Kluger (Biwhitening reveals the rank of a count matrix,
    2021), but what is noise comes from what the leading factors leave of the data, not from a model
    of it; beginning with the mean alone, three times. Then the threshold is the edge of the noise
    with a margin, not that of Gavish and Donoho (IEEE Trans. Inf. Theory 60, 2014), which leaves
    out factors that can be seen but do not help to restore the matrix. Shorter sides up to 2000
    take the eigenvalues of the smaller Gram matrix, longer ones Lanczos iterations.
    """
    if largest is not None:
        check_integer("largest", largest, 1, 2**31 - 1)
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    matrix = read_whole(data, zeros, mask)
    margins = finite_margins(matrix)
    check_varies(margins.minimum, margins.maximum)
    negative = margins.minimum < 0
    values, seen = _filled(matrix)
    values = _of_usual_size(values, max(abs(margins.minimum), abs(margins.maximum)))
    values, seen = _dense_part(values, seen)
    scales = _first_guess(values, negative)
    if seen is not None:
        values = _without_effects(values, seen)
    if values.shape[0] > values.shape[1]:
        values, scales = _turned(values), scales[::-1]
    scaled = divided(values, *scales)
    wanted = largest or max(1, min(_LARGEST, min(scaled.shape) // 4))
    if min(scaled.shape) <= _EXACT:
        return _exactly(scaled, wanted)
    return _iterated(scaled, wanted, random_seed)


def _filled(matrix: WholeMatrix) -> tuple[Any, Any]:
    """Return values with zeros for gaps, and where they are observed if not everywhere."""
    if isinstance(matrix, SparseMatrix):
        stored = matrix.stored.tocsr().astype(np.float64)
        if matrix.absent_observed:
            return stored, None
        seen = stored.copy()
        seen.data = np.ones_like(seen.data)
        return stored, seen
    if matrix.observed is None:
        return matrix.values.astype(np.float64), None
    values = np.where(matrix.observed, matrix.values, 0).astype(np.float64)
    return values, matrix.observed.astype(np.float64)


def _of_usual_size(values: Any, largest: float) -> Any:
    """Return values of which fourth powers can be summed; factors do not change by a constant."""
    exponent = 2 * float(np.round(np.log2(largest) / 2))
    # Half of it at a time, for the whole may be no number itself.
    half = 2.0 ** (-exponent / 2) if abs(exponent) > _USUAL_EXPONENT else 1.0
    return values if half == 1.0 else values * half * half


def _dense_part(values: Any, seen: Any) -> tuple[Any, Any]:
    """Return the part of a matrix whose rows and columns have enough that is not zero."""
    while True:
        rows, columns = values.shape
        if min(rows, columns) < _LEAST_SIDE:
            raise DataError(
                f"a matrix of which {rows} rows and {columns} columns have enough entries that are "
                "not zero",
                expected=f"at least {_LEAST_SIDE} rows and columns, with {_NONZERO} such entries "
                "each in large matrices",
                do="Leave the spectral count out: factors cannot be told from noise by it.",
            )
        nonzero = values != 0
        kept = [
            np.asarray(nonzero.sum(1 - axis)).ravel() >= min(_NONZERO, values.shape[1 - axis] // 2)
            for axis in (0, 1)
        ]
        if kept[0].all() and kept[1].all():
            return values, seen
        values = values[kept[0]][:, kept[1]]
        seen = None if seen is None else seen[kept[0]][:, kept[1]]


def _turned(values: Any) -> Any:
    return np.ascontiguousarray(values.T) if isinstance(values, np.ndarray) else values.T.tocsr()


def _first_guess(values: Any, negative: bool) -> tuple[Vector, Vector]:
    """Return how noise varies with rows and columns: for counts as their sums, for others not."""
    if negative:
        return np.ones(values.shape[0]), np.ones(values.shape[1])
    rows, columns = (np.asarray(values.sum(axis)).ravel() for axis in (1, 0))
    return rows, columns / rows.sum()


def _without_effects(values: Any, seen: Any) -> Any:
    """Return observed entries less additive effects of rows and columns; gaps stay zero."""
    rows, columns = (np.asarray(values.sum(axis)).ravel() for axis in (1, 0))
    row_counts, column_counts = (np.asarray(seen.sum(axis)).ravel() for axis in (1, 0))
    of_columns = np.zeros(values.shape[1])
    for _ in range(_FITTING):
        of_rows = (rows - seen @ of_columns) / row_counts
        of_columns = (columns - seen.T @ of_rows) / column_counts
    if isinstance(values, np.ndarray):
        return values - seen * (of_rows[:, None] + of_columns)
    rest = values.copy()
    rest.data -= np.repeat(of_rows, np.diff(rest.indptr)) + of_columns[rest.indices]
    return rest


def _exactly(scaled: Any, largest: int) -> SpectralCount:
    for each in range(_ROUNDS + 1):
        squares, leading = eigenvalues(gram(scaled))
        squares = np.maximum(squares, 0)
        values = np.sqrt(squares)
        rank = without_noise(squares)
        if rank is not None:
            return SpectralCount(max(1, rank), values[:largest], 0.0, 0.0, True, False)
        edge = edge_of(values, float(squares.sum()), scaled.shape)
        if each < _ROUNDS:
            k = widest_gap(values, edge) if each else 1
            left = leading(k)
            right = (scaled.T @ left).T / values[:k, None]
            scaled = equalised(scaled, left, values[:k], right)
    # Half of the values are never taken for factors: the other half is to tell what noise is.
    capped = int((values > edge.threshold).sum()) > edge.count
    return _answer(values, edge, scaled.shape, largest, capped=capped)


def _iterated(scaled: Any, largest: int, random_seed: int) -> SpectralCount:
    from scipy.sparse import linalg  # noqa: PLC0415 - slow to load

    start = np.random.default_rng(random_seed).standard_normal(min(scaled.shape))
    wanted = min(largest, min(scaled.shape) - 2)
    for each in range(_ROUNDS + 1):
        # At first the mean alone is told from noise.
        sought = wanted if each else 1
        left, values, right = linalg.svds(scaled, sought, v0=start, solver="arpack")
        order = np.argsort(values)[::-1]
        left, values, right = left[:, order], values[order], right[order]
        edge = edge_of(values, _squares(scaled), scaled.shape)
        if each < _ROUNDS:
            k = widest_gap(values, edge) if each else 1
            scaled = equalised(scaled, left[:, :k], values[:k], right[:k])
    return _answer(values, edge, scaled.shape, largest, capped=edge.count == wanted)


def _squares(scaled: Any) -> float:
    entries = scaled if isinstance(scaled, np.ndarray) else scaled.data
    return float(np.vdot(entries, entries))


def _answer(
    values: Vector, edge: Edge, shape: tuple[int, int], largest: int, *, capped: bool
) -> SpectralCount:
    clear = not capped and all_clear(values, edge, shape)
    return SpectralCount(
        max(1, edge.count), values[:largest], edge.threshold, edge.noise, clear, capped
    )
