"""Rows and columns set aside: targets from some, inference on what shares nothing with them."""

from __future__ import annotations

import numbers
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symppm.data.door import data_of
from symppm.data.matrix import MatrixLike, SparseMatrix, WholeMatrix, read_whole
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
    generator, chosen = np.random.default_rng(int(random_seed)), []
    for size, word in zip(matrix.shape, ("rows", "columns"), strict=True):
        given = isinstance(share, numbers.Real) and 0 < share < 1
        count = round(share * size) if given else 0
        if not _FEWEST <= count <= size - _FEWEST:
            raise ParameterError(
                f"a share of {share!r} of {size:,} {word}",
                expected=f"between 0 and 1, with at least {_FEWEST} {word} set aside and left",
                do="Choose another share, such as 0.1, or match without setting data aside.",
            )
        chosen.append(np.sort(generator.choice(size, count, replace=False)))
    rest = [np.setdiff1d(np.arange(n), own) for n, own in zip(matrix.shape, chosen, strict=True)]
    return Holdout(
        chosen[0], chosen[1], _array(matrix.part(*chosen)), _array(matrix.part(*rest)),
        rest[0], rest[1], int(random_seed),
    )  # fmt: skip


def _array(part: WholeMatrix) -> Any:
    if isinstance(part, SparseMatrix):
        return part.stored
    if part.observed is None:
        return part.values
    return np.ma.masked_array(part.values, mask=~part.observed)
