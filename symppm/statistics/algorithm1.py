"""Algorithm 1 of the paper, and what it converges to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.door import data_of
from symppm.data.forms import DenseMatrix
from symppm.data.matrix import MatrixLike, read, read_whole
from symppm.errors import DataError, check_integer
from symppm.statistics.sums import checked_margins


@dataclass(frozen=True)
class Algorithm1:
    """Pearson correlations of pairs of entries that share the row, and the column.

    ``samples`` is the number of pairs drawn of each kind; None for all pairs.
    """

    rho_row: float
    rho_col: float
    samples: int | None


def algorithm1(data: MatrixLike, *, samples: int = 100_000, random_seed: int) -> Algorithm1:
    """Estimate both correlations by the paper's Algorithm 1, as it is printed.

    Each sample draws a row and two different columns, then a column and two different rows, all
    uniformly; the result is the Pearson correlation of the first with the second entries.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`symppm.statistics`; absent entries of sparse data are zeros.
    samples : int
        Number S of pairs of each kind, at least 2.
    random_seed : int
        From 0 to 2**64 - 1. The same seed draws the same pairs, dense or sparse.

    Returns
    -------
    Algorithm1
        Dimensionless.

    Raises
    ------
    DataError
        If the data cannot be used, or the entries drawn do not vary.
    ParameterError
        If ``samples`` or ``random_seed`` is wrong.

    Notes
    -----
    Algorithm 1 of da Silva et al. (JMLR 24(67), 2023). The standard error is about
    ``1 / sqrt(samples)``, and far larger where few pairs carry the correlation;
    :func:`symppm.statistics` uses all pairs.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> result = ppm.algorithm1(counts, random_seed=1)
    >>> bool(result.rho_row < result.rho_col)
    True
    """
    check_integer("samples", samples, 2, 2**63 - 1)
    check_integer("random_seed", random_seed, 0, 2**64 - 1)
    matrix = read_whole(data_of(data))
    if isinstance(matrix, DenseMatrix) and matrix.observed is not None:
        raise DataError(
            "data with missing entries",
            expected="a complete matrix: the paper's algorithm draws from all its entries",
            do="Use symppm.statistics, which counts pairs of observed entries.",
        )
    checked_margins(matrix)
    # As numba would read a seed above 2**63, but not once it has compiled for a smaller one.
    draws = int(samples), np.uint64(random_seed)
    generated = load_generated("estimators")
    if isinstance(matrix, DenseMatrix):
        rho_row, rho_col, status = generated.algorithm1_dense(matrix.values, *draws)
    else:
        csr = matrix.stored.tocsr()
        rho_row, rho_col, status = generated.algorithm1_sparse(
            csr.indptr, csr.indices, csr.data, csr.shape[1], *draws
        )
    if status != OK:
        raise DataError(
            f"{samples} drawn pairs in which the entries do not vary",
            expected="pairs of entries that vary",
            do="Draw more samples, or use symppm.statistics, which uses all pairs.",
        )
    return Algorithm1(rho_row, rho_col, int(samples))


def pearson_limit(data: MatrixLike) -> Algorithm1:
    """Return what :func:`algorithm1` converges to as its samples grow: Pearson over all pairs.

    It is biased, since the mean of this one matrix, about which products are taken, varies with the
    matrix: on 96 x 21 mutation counts it turns 11.7 factors into 13.9.

    Parameters
    ----------
    data : array_like or SciPy sparse, shape (N, M)
        As for :func:`algorithm1`; :class:`DataError` if they cannot be used.

    Examples
    --------
    >>> import symppm as ppm
    >>> counts = ppm.data.load("mutational_signatures").values
    >>> result = ppm.pearson_limit(counts)
    >>> bool(result.rho_row < result.rho_col)
    True
    """
    powers = checked_margins(read(data_of(data))).powers()
    rho_row, rho_col, status = load_generated("estimators").pearson_limit(*powers[:9])
    if status != OK:
        raise DataError(
            "entries that do not vary in double precision",
            expected="values that vary: correlations divide by the variance",
            do="Subtract a constant from the data first.",
        )
    return Algorithm1(rho_row, rho_col, None)
