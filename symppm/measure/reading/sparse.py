"""Sparse matrices: entries into a csr_array, with repeated entries seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from symppm.errors import DataError
from symppm.measure.memory import WORKING, Memory
from symppm.measure.reading.numbers import amount
from symppm.measure.reading.options import Duplicates
from symppm.measure.reading.table import Array

Namer = Callable[[int, int, list[int]], str]
"""Describes a repeated pair: row, column, and the indices of its entries."""


def to_csr(
    rows: Array,
    columns: Array,
    values: Array,
    *,
    shape: tuple[int, int],
    duplicates: Duplicates,
    path: Path,
    describe: Namer,
) -> tuple[Any, tuple[str, ...]]:
    """Return entries as a ``scipy.sparse.csr_array``, and notes.

    Parameters
    ----------
    rows, columns : array of int, (entries,)
        Places of the entries, from 0 and within ``shape``.
    values : array, (entries,)
        int64 or float64. Zeros stay stored.
    shape : tuple of int
        Rows and columns.
    duplicates : {"error", "sum"}
        What to do with repeated pairs.
    path : pathlib.Path
        The file, for messages.
    describe : callable
        See ``Namer``.

    Raises
    ------
    DataError
        If pairs are repeated and ``duplicates`` is "error".
    """
    need = WORKING * (len(values) + float(sum(shape)))
    Memory().require(need, f"a sparse matrix of {shape[0]:,} x {shape[1]:,} in {path}")
    # SciPy's sparse arrays take a tenth of a second to load; dense files need none.
    from scipy.sparse import coo_array  # noqa: PLC0415

    matrix = coo_array((values, (rows, columns)), shape=shape).tocsr()
    if matrix.nnz == len(values):
        return matrix, ()
    if duplicates == "error":
        raise _repeated(rows, columns, path, describe)
    notes: tuple[str, ...] = (
        "added up " + amount(len(values) - matrix.nnz, "repeated entry", "repeated entries"),
    )
    if values.dtype.kind == "i" and np.abs(values.astype(np.float64)).sum() >= 2.0**63:
        exact = coo_array((values.astype(np.float64), (rows, columns)), shape=shape)
        matrix = exact.tocsr()
        notes += ("the sums may not fit 64-bit integers: they are held as float64",)
    return matrix, notes


def _repeated(rows: Array, columns: Array, path: Path, describe: Namer) -> DataError:
    order = np.lexsort((columns, rows))
    same = (np.diff(rows[order]) == 0) & (np.diff(columns[order]) == 0)
    starts = np.flatnonzero(~np.concatenate([[False], same]))
    groups = [group for group in np.split(order, starts[1:]) if len(group) > 1]
    groups.sort(key=lambda group: int(group[1]))
    named = [
        describe(int(rows[group[0]]), int(columns[group[0]]), group.tolist())
        for group in groups[:3]
    ]
    count = len(groups)
    return DataError(
        f"{path}: {amount(count, 'repeated pair')} of row and column: "
        + "; ".join(named)
        + ("; ..." if count > 3 else ""),
        expected="every pair once",
        do="Use --duplicates sum (duplicates='sum') to add them up, or correct the file.",
    )
