"""Bi-cross-validation: which rank, learnt from the rest of a matrix, predicts blocks held out."""

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
Block = tuple[Places, Places, Places, Places]
"""Its rows, the other rows, its columns, the other columns."""

_HELD: Final = 0.2
"""Part of the rows, and of the columns, whose common block is held out."""
DISJOINT: Final = 25
"""Blocks of a fifth of each side that have no entry in common."""
_BLOCKS: Final = 12
_MOST_BLOCKS: Final = 100
_WORTH: Final = 4_000_000
"""Entries, of all blocks together, up to which there are more: small tables need them."""
_LEAST: Final = 3
"""Entries other than zero of a row or column that is kept: one entry would be a factor there."""
_FLOOR: Final = 0.25
"""Of the mean total, which every total is raised by before it scales: small ones are chance."""
_EXACT: Final = 400
_FEW: Final = 250_000
_MANY: Final = 4_000_000
_SPARSE: Final = 0.1
_FULL: Final = 0.3
_OVERSAMPLED: Final = 15
_POWER_STEPS: Final = 4
_FITTING: Final = 40
_CHUNK: Final = 1 << 22
_ZERO: Final = 1e-7


@dataclass(frozen=True)
class Part:
    """A matrix, complete or filled where entries are missing.

    Attributes
    ----------
    stored : ndarray or scipy.sparse.csr_array, shape (n, m)
        The matrix; where there is a filling, less that, and the observed entries alone.
    filling : (ndarray, ndarray) or None
        Vectors of shapes (n,) and (m,) whose product fills what is missing of a sparse matrix.
    seen : ndarray of bool, shape (n, m), or None
        Where a dense matrix is observed that is filled already; None if all of it is.
    """

    stored: Any
    filling: tuple[Vector, Vector] | None = None
    seen: Any = None

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self.stored.shape
        return int(rows), int(columns)

    @property
    def share_observed(self) -> float:
        """Share of the entries that are observed."""
        if self.seen is not None:
            return float(self.seen.mean())
        return 1.0 if self.filling is None else self.stored.nnz / math.prod(self.shape)

    def __matmul__(self, right: Table) -> Table:
        made = np.asarray(self.stored @ right)
        if self.filling is not None:
            p, q = self.filling
            made = made + np.multiply.outer(p, q @ right)
        return made

    def transposed_times(self, left: Table) -> Table:
        """Return the product of the transpose with vectors."""
        made = np.asarray(self.stored.T @ left)
        if self.filling is not None:
            p, q = self.filling
            made = made + np.multiply.outer(q, p @ left)
        return made

    def at(self, rows: Places, columns: Places) -> Part:
        """Return some of the rows and columns."""
        filling = self.filling and (self.filling[0][rows], self.filling[1][columns])
        seen = None if self.seen is None else self.seen[np.ix_(rows, columns)]
        if isinstance(self.stored, np.ndarray):
            return Part(self.stored[np.ix_(rows, columns)], filling, seen)
        return Part(self.stored[rows][:, columns], filling, seen)

    def observed(self) -> tuple[Places, Places, Vector]:
        """Return rows, columns and values of the entries that are observed, where some are not."""
        if self.filling is None:
            rows, columns = self.seen.nonzero()
            return rows, columns, self.stored[rows, columns]
        rows, columns = row_of(self.stored), self.stored.indices
        filled = self.filling[0][rows] * self.filling[1][columns]
        return rows, columns, self.stored.data + filled


@dataclass(frozen=True)
class Scaled:
    """A matrix whose rows and columns are scaled to noise of one size.

    Attributes
    ----------
    whole : Part
        The matrix.
    margins : (ndarray, ndarray) or None
        What its rows and columns are multiplied with where independence of both is taken out
        first; None where its leading component is.
    turned : bool
        Whether its rows are the columns of what it was made of.
    """

    whole: Part
    margins: tuple[Vector, Vector] | None
    turned: bool = False


def scaled(
    matrix: WholeMatrix, random_seed: int, *, least: int = _LEAST, floor: float = _FLOOR
) -> Scaled:
    """Return a matrix in the form in which blocks of it are predicted.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Of finite values.
    random_seed : int
        Of the vector from which a component is sought that fills gaps of signed data.
    least : int
        Entries other than zero that a row or column needs, or it is left out.
    floor : float
        By which share of the mean total every total is raised before it scales.

    Notes
    -----
    The longer side becomes the rows. Values of zero or more are divided by the roots of the totals
    of their row and their column, which equalises Poisson noise; signed ones stay as they are. What
    is missing is filled with the independence of rows and columns that the observed entries fit, or
    with their leading component.
    """
    values, seen = kept(*as_arrays(matrix), least)
    turned = values.shape[0] < values.shape[1]
    if turned:
        # Rows and columns play the same part, so neither may change what is drawn.
        values, seen = values.T.tocsr(), None if seen is None else seen.T.tocsr()
    if 0 in values.shape:
        return Scaled(Part(values), None, turned)
    negative = bool(values.min() < 0)
    filling: tuple[Vector, Vector] | None = None
    if seen is not None:
        p, q = filling = (
            _component(values, seen, random_seed) if negative else independence(values, seen)
        )
        values.data -= p[row_of(values)] * q[values.indices]
    if negative:
        return Scaled(_in_good_form(values, filling), None, turned)
    totals = [np.asarray(values.sum(axis)).ravel() for axis in (1, 0)]
    if filling is not None:
        p, q = filling
        totals = [totals[0] + p * q.sum(), totals[1] + q * p.sum()]
    of_rows, of_columns = (np.sqrt(each + floor * each.mean()) for each in totals)
    values.data /= np.repeat(of_rows, np.diff(values.indptr))
    values.data /= of_columns[values.indices]
    if filling is not None:
        filling = filling[0] / of_rows, filling[1] / of_columns
    return Scaled(_in_good_form(values, filling), (of_rows, of_columns), turned)


def as_arrays(matrix: WholeMatrix) -> tuple[Any, Any]:
    """Return values as a new sparse array, and ones where observed if that is not everywhere.

    Parameters
    ----------
    matrix : DenseMatrix or SparseMatrix
        Any.
    """
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
    """Return the row of each stored entry.

    Parameters
    ----------
    values : scipy.sparse.csr_array
        Any.
    """
    return np.repeat(np.arange(values.shape[0]), np.diff(values.indptr))


def kept(values: Any, seen: Any, least: int) -> tuple[Any, Any]:
    """Leave out rows and columns with hardly an entry other than zero, until none is left.

    Parameters
    ----------
    values, seen : scipy.sparse.csr_array
        A matrix, and where it is observed if that is not everywhere.
    least : int
        Entries other than zero that each needs.
    """
    while min(values.shape):
        nonzero = values != 0
        rows, columns = (np.asarray(nonzero.sum(axis)).ravel() >= least for axis in (1, 0))
        if rows.all() and columns.all():
            break
        values = values[rows][:, columns]
        seen = None if seen is None else seen[rows][:, columns]
    return values, seen


def independence(values: Any, seen: Any) -> tuple[Vector, Vector]:
    """Return vectors whose product has the observed totals of rows and columns.

    Parameters
    ----------
    values, seen : scipy.sparse.csr_array
        A matrix, and ones where it is observed.
    """
    rows, columns = (np.asarray(values.sum(axis)).ravel() for axis in (1, 0))
    q = columns / columns.sum()
    for _ in range(_FITTING):
        p = rows / (seen @ q)
        q = columns / (seen.T @ p)
    return p, q


def _component(values: Any, seen: Any, seed: int) -> tuple[Vector, Vector]:
    """Return vectors whose product is nearest to what is observed."""
    q = np.random.default_rng(seed).normal(size=values.shape[1])
    tiny = np.finfo(float).tiny
    for _ in range(_FITTING):
        p = (values @ q) / np.maximum(seen @ q**2, tiny)
        p /= np.linalg.norm(p) or 1.0
        q = (values.T @ p) / np.maximum(seen.T @ p**2, tiny)
    return p, q


def _in_good_form(values: Any, filling: tuple[Vector, Vector] | None) -> Part:
    """Return a part, dense if it is small or many entries are stored, whatever it came as."""
    size, count = math.prod(values.shape), values.nnz
    if not (size <= _FEW or (count > _SPARSE * size and size <= _MANY) or count > _FULL * size):
        return Part(values, filling)
    if filling is None:
        return Part(values.toarray())
    return Part(values.toarray() + np.multiply.outer(*filling), None, _ones(values).toarray() > 0)


def number_of_blocks(shape: tuple[int, int]) -> int:
    """Return how many blocks to hold out of a table: the more, the smaller it is."""
    return min(max(_BLOCKS, _WORTH // math.prod(shape)), _MOST_BLOCKS)


def drawn_blocks(shape: tuple[int, int], number: int, seed: int) -> list[Block]:
    """Draw blocks: their rows, the other rows, their columns, the other columns."""
    generator = np.random.default_rng(seed)
    held = [max(int(side * _HELD), 2) for side in shape]
    drawn: list[Block] = []
    for _ in range(number):
        rows, columns = (generator.permutation(side) for side in shape)
        drawn.append((rows[: held[0]], rows[held[0] :], columns[: held[1]], columns[held[1] :]))
    return drawn


@dataclass(frozen=True)
class Predicted:
    """A block, and what the rest of a matrix predicts for it: sums of products of vectors.

    Attributes
    ----------
    block : Part
        As it is.
    left, right : ndarray, shapes (n, k) and (m, k)
        Their columns belong together, from the strongest; first comes independence of rows and
        columns where it is taken out first.
    """

    block: Part
    left: Table
    right: Table

    def errors(self) -> Vector | None:
        """Return squared errors of the first 1, 2, …, k, over the sum of squares; None if empty."""
        return _errors(self.block, self.left, self.right)

    def energies(self) -> Vector:
        """Return how much of the block each explains beyond the first, and how much that explains.

        Sums of products of entries with what is predicted for them, which noise does not raise.
        """
        a, left, right = self.block, self.left, self.right
        if a.seen is None and a.filling is None:
            found = np.einsum("ij,ij->j", a @ right, left)
            first = (left.T @ left[:, 0]) * (right.T @ right[:, 0])
        else:
            rows, columns, values = a.observed()
            shares = left[rows] * right[columns]
            found, first = values @ shares, shares[:, 0] @ shares
        return np.asarray(found - np.append(0.0, first[1:]))


def predicted(scaled: Scaled, block: Block, most: int, seed: int) -> Predicted | None:
    """Predict one block from the rest of its rows and columns.

    Parameters
    ----------
    scaled : Scaled
        The matrix.
    block : tuple of ndarray of int
        As :func:`drawn_blocks` draws it.
    most : int
        The highest rank that is tried.
    seed : int
        Of the vectors with which iterations for large matrices start.

    Returns
    -------
    Predicted or None
        Of a rank of at most ``most``; None where the rest is empty.

    Notes
    -----
    With the matrix [A B; C D] and D of rank k replaced by D_k, A is predicted by B D_k^+ C (Owen
    and Perry, Annals of Applied Statistics 3, 2009). Independence of rows and columns is the
    component that takes a rank from D exactly (Wedderburn): (D y)(x' D) / (x' D y), with x and y
    such that the margins of D before scaling are met.
    """
    rows, rest, columns, other = block
    a, b = scaled.whole.at(rows, columns), scaled.whole.at(rows, other)
    c, d = scaled.whole.at(rest, columns), scaled.whole.at(rest, other)
    sides = [(np.empty((len(rows), 0)), np.empty((len(columns), 0)))]
    removed = None
    if scaled.margins is not None:
        x, y = scaled.margins[0][rest], scaled.margins[1][other]
        of_rows, of_columns = d @ y, d.transposed_times(x)
        total = float(x @ of_rows)
        if total <= 0:
            return None
        removed = (of_rows / total, of_columns)
        above, beside = (b @ y) / total, c.transposed_times(x)
        sides.append((above[:, None], beside[:, None]))
        most -= 1
    u, s, v = _leading(d, removed, most, seed)
    left, right = b @ v, c.transposed_times(u)
    if removed is not None:
        left = left - np.multiply.outer(above, removed[1] @ v)
        right = right - np.multiply.outer(beside, removed[0] @ u)
    sides.append((left / s, right))
    lefts, rights = (np.concatenate(each, axis=1) for each in zip(*sides, strict=True))
    return Predicted(a, lefts, rights)


def _leading(
    d: Part, removed: tuple[Vector, Vector] | None, most: int, seed: int
) -> tuple[Table, Vector, Table]:
    """Return leading singular vectors and values of a part, less a product of two vectors."""
    most = min(most, min(d.shape) - 2)
    if isinstance(d.stored, np.ndarray) and min(d.shape) <= _EXACT:
        whole = d.stored if removed is None else d.stored - np.multiply.outer(*removed)
        u, s, vt = np.linalg.svd(whole, full_matrices=False)
        v = vt.T
    else:

        def times(right: Table) -> Table:
            made = d @ right
            return made if removed is None else made - np.outer(removed[0], removed[1] @ right)

        def transposed_times(left: Table) -> Table:
            made = d.transposed_times(left)
            return made if removed is None else made - np.outer(removed[1], removed[0] @ left)

        # Rows are the longer side: only what has the length of columns is made orthogonal.
        width = min(most + _OVERSAMPLED, *d.shape)
        basis = np.random.default_rng(seed).normal(size=(d.shape[1], width))
        for _ in range(_POWER_STEPS):
            basis = np.linalg.qr(transposed_times(times(basis)))[0]
        image = times(basis)
        squares, small = np.linalg.eigh(image.T @ image)
        s = np.sqrt(np.maximum(squares[::-1], 0.0))
        v = basis @ small[:, ::-1]
        u = image @ (small[:, ::-1] / np.maximum(s, np.finfo(float).tiny))
    most = min(most, int((s > _ZERO * s[0]).sum()))
    return u[:, :most], s[:most], v[:, :most]


def _errors(a: Part, left: Table, right: Table) -> Vector | None:
    """Return errors of left[:, :k] right[:, :k]' for k = 1, 2, …, over the sum of squares of a."""
    if a.seen is None and a.filling is None:
        entries = a.stored if isinstance(a.stored, np.ndarray) else a.stored.data
        total = float(np.vdot(entries, entries))
        if not total > 0:
            return None
        dots = np.einsum("ij,ij->j", a @ right, left).cumsum()
        gram = (left.T @ left) * (right.T @ right)
        return np.asarray(1.0 + (np.diag(gram.cumsum(0).cumsum(1)) - 2 * dots) / total)
    rows, columns, values = a.observed()
    total = float(values @ values)
    if not total > 0:
        return None
    found = np.zeros(left.shape[1])
    step = max(1, _CHUNK // max(1, left.shape[1]))
    for start in range(0, len(values), step):
        some = slice(start, start + step)
        shares = left[rows[some]] * right[columns[some]]
        off = values[some, None] - shares.cumsum(1)
        found += np.einsum("ij,ij->j", off, off)
    return found / total
