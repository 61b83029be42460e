"""What a file gives: a matrix, its labels, and the guesses that were made."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""A NumPy array of float64 or integers."""


@dataclass(frozen=True)
class Table:
    """A matrix read from a file.

    Attributes
    ----------
    values : numpy.ndarray, scipy.sparse.csr_array or symppm.data.matrix.BlockMatrix
        The numbers, rows x columns, float64 or integer. An array from ``.npy`` is a read-only
        memory map; a large ``.h5ad`` stays on disk, to be read in blocks.
    row_labels, column_labels : tuple of str, or None
        One label a row or column, where the file has them.
    notes : tuple of str
        One sentence for every guess that was made, with the option that overrules it.
    path : pathlib.Path
        The file.
    """

    values: Any
    row_labels: tuple[str, ...] | None
    column_labels: tuple[str, ...] | None
    notes: tuple[str, ...]
    path: Path = field(compare=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns."""
        rows, columns = self.values.shape
        return int(rows), int(columns)
