"""Two forms in which a matrix is held in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Predicate = Callable[[NDArray[Any]], NDArray[np.bool_]]

_CHUNK_ENTRIES: Final = 1 << 17


@dataclass(frozen=True)
class DenseMatrix:
    """A matrix with every entry in memory.

    Attributes
    ----------
    values : ndarray, shape (N, M)
        Real numbers; entries that are not observed may hold anything.
    observed : ndarray of bool, shape (N, M), or None
        True where an entry is observed; None if all are.
    """

    values: NDArray[Any]
    observed: NDArray[np.bool_] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self.values.shape
        return rows, columns

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        return self.values.dtype

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        return self.values[row, column]

    def first(self, wrong: Predicate) -> tuple[int, int] | None:
        """Return the first observed position, row by row, where a predicate holds."""
        rows, columns = self.shape
        step = max(1, _CHUNK_ENTRIES // columns)
        for start in range(0, rows, step):
            found = wrong(self.values[start : start + step])
            if self.observed is not None:
                found &= self.observed[start : start + step]
            if found.any():
                row, column = divmod(int(found.argmax()), columns)
                return start + row, column
        return None


@dataclass(frozen=True)
class SparseMatrix:
    """A compressed sparse matrix without duplicates, indices sorted.

    Attributes
    ----------
    stored : scipy.sparse.csr_array or csc_array, shape (N, M)
        Shares its buffers with what the user gave where possible; never written to.
    absent_observed : bool
        Whether an entry that is not stored counts as an observed zero.
    """

    stored: Any
    absent_observed: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self.stored.shape
        return int(rows), int(columns)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the values."""
        dtype: np.dtype[Any] = self.stored.dtype
        return dtype

    @property
    def size(self) -> int:
        """Number of stored entries."""
        return int(self.stored.nnz)

    def at(self, row: int, column: int) -> Any:
        """Return one value."""
        return self.stored[row, column]

    def first(self, wrong: Predicate) -> tuple[int, int] | None:
        """Return the first stored position, row by row, where a predicate holds."""
        by_row = self.stored.tocsr()
        found = wrong(by_row.data)
        if not found.any():
            return None
        k = int(found.argmax())
        row = int(np.searchsorted(by_row.indptr, k, side="right")) - 1
        return row, int(by_row.indices[k])
