"""A matrix as held-out blocks are predicted from it: gaps filled, noise of one size, S + L R'."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symppm.data.matrix import SparseMatrix, WholeMatrix

Vector = NDArray[np.float64]
Table = NDArray[np.float64]
Places = NDArray[np.intp]

_LEAST: Final = 3
"""Entries other than zero of a row or column that stays: a single one would be a factor there."""
_FLOOR: Final = 0.25
"""Of the mean total, which every total is raised by before it scales: small ones are chance."""
_SMALL: Final = 250_000
_MIDDLING: Final = 4_000_000
_SPARSE: Final = 0.1
_FULL: Final = 0.3
_STEPS: Final = 40


@dataclass(frozen=True)
class Filled:
    """A matrix S + L R': S, ``stored``, dense or sparse, and a few vectors on either side.

    Where L R' fills what is missing of a sparse matrix, S is what is observed less that; where a
    dense matrix is filled already, ``seen`` says where it is observed.
    """

    stored: Any
    left: Table
    right: Table
    seen: NDArray[np.bool_] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        return len(self.left), len(self.right)

    @property
    def complete(self) -> bool:
        """Whether every entry is observed, and none of them in L R'."""
        return self.seen is None and not self.left.shape[1]

    @property
    def share_observed(self) -> float:
        """Share of the entries that are observed."""
        if self.seen is not None:
            return float(self.seen.mean())
        return 1.0 if self.complete else self.stored.nnz / math.prod(self.shape)

    def times(self, right: Table) -> Table:
        """Return the product with vectors."""
        product = np.asarray(self.stored @ right)
        product += self.left @ (self.right.T @ right)
        return product

    def transposed_times(self, left: Table) -> Table:
        """Return the product of the transpose with vectors."""
        product = np.asarray(self.stored.T @ left)
        product += self.right @ (self.left.T @ left)
        return product

    def at(self, rows: Places, columns: Places) -> Filled:
        """Return some of the rows and columns."""
        dense = isinstance(self.stored, np.ndarray)
        places = np.ix_(rows, columns)
        stored = self.stored[places] if dense else self.stored[rows][:, columns]
        seen = None if self.seen is None else self.seen[places]
        return Filled(stored, self.left[rows], self.right[columns], seen)

    def less(self, left: Vector, right: Vector) -> Filled:
        """Return this less the product of two vectors."""
        return Filled(
            self.stored, np.column_stack([self.left, -left]), np.column_stack([self.right, right])
        )

    def observed(self) -> tuple[Places, Places, Vector]:
        """Return rows, columns and values of the entries that are observed, where some are not."""
        if self.seen is not None:
            rows, columns = self.seen.nonzero()
            return rows, columns, self.stored[rows, columns]
        rows, columns = row_of(self.stored), self.stored.indices
        return rows, columns, self.stored.data + (self.left[rows] * self.right[columns]).sum(1)


def filled(stored: Any, filling: tuple[Vector, Vector] | None = None) -> Filled:
    """Return a matrix, with the product of two vectors where nothing is stored if it has gaps."""
    if filling is None:
        n, m = stored.shape
        return Filled(stored, np.empty((n, 0)), np.empty((m, 0)))
    return Filled(stored, filling[0][:, None], filling[1][:, None])


@dataclass(frozen=True)
class Scaled:
    """A matrix, its longer side as rows, scaled to noise of one size; ``turned`` if transposed.

    ``margins`` are what its rows and columns were divided by; None for signed data, of which not
    independence but the leading component is what further factors are compared with.
    """

    whole: Filled
    margins: tuple[Vector, Vector] | None
    turned: bool = False


def scaled(
    matrix: WholeMatrix, random_seed: int, *, least: int = _LEAST, floor: float = _FLOOR
) -> Scaled:
    """Scale a matrix of finite values, without rows and columns that have hardly an entry.

    Values of zero or more are divided by the roots of the totals of their row and their column,
    each raised by a share (``floor``) of the mean total; signed ones stay as they are. Gaps are
    filled with the independence of rows and columns that the observed entries fit, or, of signed
    data, with their leading component, sought from a random vector.
    """
    values, seen = pruned(*as_arrays(matrix), least)
    turned = values.shape[0] < values.shape[1]
    if turned:
        # Rows and columns play the same part, so neither may change what is drawn.
        values, seen = values.T.tocsr(), None if seen is None else seen.T.tocsr()
    if 0 in values.shape:
        return Scaled(filled(values), None, turned)
    signed = bool(values.min() < 0)
    filling = None
    if seen is not None:
        filling = _component(values, seen, random_seed) if signed else independence(values, seen)
        values.data -= filling[0][row_of(values)] * filling[1][values.indices]
    if signed:
        return Scaled(_in_good_form(values, filling), None, turned)
    totals = [np.asarray(values.sum(axis)).ravel() for axis in (1, 0)]
    if filling is not None:
        p, q = filling
        totals = [totals[0] + p * q.sum(), totals[1] + q * p.sum()]
    of_rows, of_columns = (np.sqrt(total + floor * total.mean()) for total in totals)
    values.data /= np.repeat(of_rows, np.diff(values.indptr))
    values.data /= of_columns[values.indices]
    if filling is not None:
        filling = filling[0] / of_rows, filling[1] / of_columns
    return Scaled(_in_good_form(values, filling), (of_rows, of_columns), turned)


def as_arrays(matrix: WholeMatrix) -> tuple[Any, Any]:
    """Return values as a new CSR array, and ones where observed if that is not everywhere."""
    from scipy import sparse  # noqa: PLC0415 - slow to load

    if isinstance(matrix, SparseMatrix):
        values = sparse.csr_array(matrix.stored, dtype=np.float64, copy=True)
        values.sum_duplicates()
        missing = not matrix.absent_observed
    elif matrix.observed is None:
        return sparse.csr_array(matrix.values.astype(np.float64)), None
    else:
        values = sparse.csr_array(matrix.observed, dtype=np.float64)
        values.data = matrix.values[matrix.observed].astype(np.float64)
        missing = True
    return values, _ones(values) if missing and values.nnz < math.prod(values.shape) else None


def _ones(values: Any) -> Any:
    return type(values)((np.ones(values.nnz), values.indices, values.indptr), shape=values.shape)


def row_of(values: Any) -> Places:
    """Return the row of each stored entry of a CSR array."""
    return np.repeat(np.arange(values.shape[0]), np.diff(values.indptr))


def pruned(values: Any, seen: Any, least: int) -> tuple[Any, Any]:
    """Leave out rows and columns with fewer non-zeros than ``least``, until none is left."""
    while min(values.shape):
        nonzero = values != 0
        rows, columns = (np.asarray(nonzero.sum(axis)).ravel() >= least for axis in (1, 0))
        if rows.all() and columns.all():
            break
        values = values[rows][:, columns]
        seen = None if seen is None else seen[rows][:, columns]
    return values, seen


def independence(values: Any, seen: Any) -> tuple[Vector, Vector]:
    """Return vectors whose product has the observed totals of rows and columns."""
    rows, columns = (np.asarray(values.sum(axis)).ravel() for axis in (1, 0))
    q = columns / columns.sum()
    for _ in range(_STEPS):
        p = rows / (seen @ q)
        q = columns / (seen.T @ p)
    return p, q


def _component(values: Any, seen: Any, seed: int) -> tuple[Vector, Vector]:
    """Return vectors whose product is nearest to what is observed."""
    q = np.random.default_rng(seed).normal(size=values.shape[1])
    tiny = np.finfo(float).tiny
    for _ in range(_STEPS):
        p = (values @ q) / np.maximum(seen @ q**2, tiny)
        p /= np.linalg.norm(p) or 1.0
        q = (values.T @ p) / np.maximum(seen.T @ p**2, tiny)
    return p, q


def _in_good_form(values: Any, filling: tuple[Vector, Vector] | None) -> Filled:
    """Return a matrix, dense if it is small or much of it is stored, whatever it came as."""
    size, count = math.prod(values.shape), values.nnz
    if size > _SMALL and (size > _MIDDLING or count <= _SPARSE * size) and count <= _FULL * size:
        return filled(values, filling)
    dense = values.toarray()
    if filling is None:
        return filled(dense)
    n, m = values.shape
    seen = _ones(values).toarray() > 0
    return Filled(dense + np.multiply.outer(*filling), np.empty((n, 0)), np.empty((m, 0)), seen)
