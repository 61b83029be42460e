"""Sums of squares over the rows of a symmetric matrix that is known by its products with vectors.

Of a symmetric matrix A, row i of A z has the expected square sum_t A_it^2 where the entries of z
are signs drawn at random. Two things that are known exactly are taken out of the draw, since most
of the sum may lie in them: the diagonal, and the directions in which A is largest, found by a
sketch (Meyer, Musco, Musco and Woodruff, Hutch++, SOSA 2021; here for every row).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from symppm.progress import Advance

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Apply = Callable[[Table], Table]

_TOGETHER: Final = 32
_SMALL: Final = 1e-10


@dataclass(frozen=True)
class LineSquares:
    """Estimates of the sums of squares of every row of a symmetric matrix.

    Attributes
    ----------
    lines : ndarray of float64, shape (N,)
        The sums, the diagonal among them.
    noise : ndarray of float64, shape (N,)
        The variances that the probes give them.
    total : float
        The sum of all squares.
    variance : float
        The variance that the probes give it.
    """

    lines: Vector
    noise: Vector
    total: float
    variance: float


def line_squares(
    apply: Apply, diagonal: Vector, probes: int, rng: np.random.Generator, advance: Advance
) -> LineSquares:
    """Estimate the sums of squares of the rows of a symmetric matrix, without bias.

    Parameters
    ----------
    apply : callable
        Multiplies the matrix with a block of vectors, shape (N, k).
    diagonal : ndarray of float64, shape (N,)
        The diagonal of the matrix.
    probes : int
        How many random vectors to draw, at least 2; half as many directions are taken out first.
    rng : numpy.random.Generator
        Draws them.
    advance : callable
        Called with the number of vectors that were multiplied.
    """
    basis, image = _sketched(apply, diagonal.size, sketched(probes), rng, advance)
    # The matrix less its image of the basis: what is left of its diagonal is known as well.
    left = diagonal - np.einsum("rn,rn->n", basis, image)
    exact = np.einsum("rn,rn->n", image, image) + left**2
    sums, squares = np.zeros(diagonal.size), np.zeros(diagonal.size)
    totals = []
    for start in range(0, probes, _TOGETHER):
        count = min(_TOGETHER, probes - start)
        signs = _signs(rng, diagonal.size, count)
        found = apply(signs)
        found -= np.einsum("rn,rk->nk", image, np.einsum("rn,nk->rk", basis, signs))
        found -= left[:, None] * signs
        found *= found
        sums += found.sum(1)
        totals.extend(found.sum(0).tolist())
        found *= found
        squares += found.sum(1)
        advance(count)
    mean = sums / probes
    noise = np.maximum(squares / probes - mean**2, 0.0) / (probes - 1)
    return LineSquares(
        exact + mean,
        noise,
        float(exact.sum()) + float(np.mean(totals)),
        float(np.var(totals, ddof=1)) / probes,
    )


def sketched(probes: int) -> int:
    """Return how many directions are taken out.

    Parameters
    ----------
    probes : int
        The number of probes.
    """
    return max(1, probes // 2)


def multiplied(probes: int) -> int:
    """Return how many vectors :func:`line_squares` multiplies.

    Parameters
    ----------
    probes : int
        The number of probes.
    """
    return 2 * sketched(probes) + probes


def _sketched(
    apply: Apply, length: int, rank: int, rng: np.random.Generator, advance: Advance
) -> tuple[Table, Table]:
    """Return orthonormal directions in which a matrix is large, and their images, as rows."""
    starts = range(0, rank, _TOGETHER)

    def image(of: Callable[[int, int], Table]) -> Table:
        found = np.empty((rank, length))
        for start in starts:
            stop = min(start + _TOGETHER, rank)
            found[start:stop] = apply(of(start, stop)).T
            advance(stop - start)
        return found

    basis = _orthonormal(image(lambda start, stop: _signs(rng, length, stop - start)))
    return basis, image(lambda start, stop: np.ascontiguousarray(basis[start:stop].T))


def _orthonormal(vectors: Table) -> Table:
    """Return an orthonormal basis of some rows; zeros for those that lie in what the others span.

    By Gram and Schmidt, twice, and not by LAPACK, whose last digits depend on its threads.
    """
    basis = np.zeros(vectors.shape)
    for place, vector in enumerate(vectors):
        size = float(np.sqrt((vector * vector).sum()))
        rest = vector.copy()
        for _ in range(2):
            for other in basis[:place]:
                rest -= float((other * rest).sum()) * other
        left = float(np.sqrt((rest * rest).sum()))
        if left > _SMALL * size:
            basis[place] = rest / left
    return basis


def _signs(rng: np.random.Generator, length: int, count: int) -> Table:
    drawn = rng.integers(0, 2, size=(length, count), dtype=np.int8)
    return np.asarray(2.0 * drawn - 1.0, dtype=np.float64)
