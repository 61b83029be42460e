"""Rows and columns set aside: targets from some, inference on what shares nothing with them."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.door import data_of
from symppm.data.matrix import MatrixLike, SparseMatrix, read_whole
from symppm.data.triples import Triples
from symppm.errors import DataError, ParameterError, check_integer

_FEWEST: Final = 2


@dataclass(frozen=True)
class Holdout:
    """A matrix split by rows and by columns.

    Attributes
    ----------
    rows, columns : ndarray of int64
        What was set aside, from 0, in order.
    held : ndarray, masked array or SciPy sparse
        Their entries: for targets.
    rest : ndarray, masked array or SciPy sparse
        The entries that share neither row nor column with these: for inference.
    rest_rows, rest_columns : ndarray of int64
        Where these were, from 0, in order.
    random_seed : int
        Of the choice.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    held: Any
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
    mask : array_like of bool, shape (N, M), optional
        For dense data: True where an entry is observed. Both parts are masked arrays then.
    **reading
        Of a path, a data frame of triples or an AnnData object; see :func:`symppm.statistics`.

    Returns
    -------
    Holdout
        Copies; sparse where the data are.

    Raises
    ------
    ParameterError
        If the share leaves less than two rows or columns on either side, or the seed is none.
    DataError
        If the data are no matrix.

    Notes
    -----
    The held-out validation of section 3 of da Silva et al. (JMLR 24(67), 2023).
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
    generator = np.random.default_rng(int(random_seed))
    rows, columns = (
        _chosen(size, share, word, generator)
        for size, word in zip(matrix.shape, ("rows", "columns"), strict=True)
    )
    rest_rows, rest_columns = (
        np.setdiff1d(np.arange(size), some)
        for size, some in zip(matrix.shape, (rows, columns), strict=True)
    )
    values: Any
    if isinstance(matrix, SparseMatrix):
        values = matrix.stored.tocsr()
    elif matrix.observed is None:
        values = matrix.values
    else:
        values = np.ma.masked_array(matrix.values, mask=~matrix.observed)
    held, rest = values[rows][:, columns], values[rest_rows][:, rest_columns]
    return Holdout(rows, columns, held, rest, rest_rows, rest_columns, int(random_seed))


def _chosen(
    size: int, share: float, word: str, generator: np.random.Generator
) -> NDArray[np.int64]:
    given = isinstance(share, numbers.Real) and 0 < share < 1
    count = round(share * size) if given else 0
    if not _FEWEST <= count <= size - _FEWEST:
        raise ParameterError(
            f"a share of {share!r} of {size:,} {word}",
            expected=f"between 0 and 1, with at least {_FEWEST} {word} set aside and as many left",
            do="Choose another share, such as 0.1, or match without setting data aside.",
        )
    return np.sort(generator.choice(size, count, replace=False))
