"""A matrix as held-out blocks are predicted from it, filled, with noise of one size: S + L R'."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from symppm.data.matrix import SparseMatrix, WholeMatrix
from symppm.statistics import Vector
from symppm.statistics.lowrank import LowRank, row_of
from symppm.statistics.passes import like

_LEAST: Final = 3  # non-zeros of a line that stays: a single one would be a factor there
_FLOOR: Final = 0.25  # of the mean total, that raises every total before it scales: chance
_SMALL, _MIDDLING = 250_000, 4_000_000
_SPARSE, _FULL = 0.1, 0.3
_STEPS, _COMPONENT_STEPS, _SETTLED, _TINY = 300, 40, 1e-12, 1e-200


@dataclass(frozen=True)
class Scaled:
    """A matrix, its longer side as rows, scaled to noise of one size; ``turned`` if transposed.

    ``margins`` are what its rows and columns were divided by; None for signed data, whose further
    factors are not compared with independence but with the leading component.
    """

    whole: LowRank
    margins: tuple[Vector, Vector] | None
    turned: bool = False


def scaled(
    matrix: WholeMatrix, random_seed: int, *, least: int = _LEAST, floor: float = _FLOOR
) -> Scaled:
    """Scale a matrix of finite values, without rows and columns that have hardly an entry.

    Values of zero or more are divided by the roots of the totals of their row and column, raised by
    a share (``floor``) of the mean total; signed ones are not. What is missing is filled with the
    independence of rows and columns, of signed data with the leading component, that is observed.
    """
    values, mask = as_arrays(matrix, least)
    turned = values.shape[0] < values.shape[1]
    if turned:
        # Rows and columns play the same part, so neither may change what is drawn.
        values, mask = values.T.tocsr(), None if mask is None else mask.T.tocsr()
    if 0 in values.shape:
        return Scaled(LowRank.of(values), None, turned)
    signed = bool(values.min() < 0)
    filling = None
    if mask is not None:
        filling = p, q = (
            _component(values, mask, random_seed) if signed
            else independence(totals_of(values), mask)
        )  # fmt: skip
        values.data -= p[row_of(values)] * q[values.indices]
    if signed:
        return Scaled(_in_good_form(values, filling), None, turned)
    totals = totals_of(values)
    if filling is not None:
        totals = totals[0] + p * q.sum(), totals[1] + q * p.sum()
    of_rows, of_columns = (np.sqrt(total + floor * total.mean()) for total in totals)
    values.data /= of_rows[row_of(values)]
    values.data /= of_columns[values.indices]
    if filling is not None:
        filling = p / of_rows, q / of_columns
    return Scaled(_in_good_form(values, filling), (of_rows, of_columns), turned)


def as_arrays(matrix: WholeMatrix, least: int) -> tuple[Any, Any]:
    """Return values as a new CSR array, and ones where observed if not everywhere; as pruned."""
    from scipy import sparse  # noqa: PLC0415 - slow to load

    if isinstance(matrix, SparseMatrix):
        values = sparse.csr_array(matrix.stored, dtype=np.float64, copy=True)
        values.sum_duplicates()
        complete = matrix.absent_observed
    elif matrix.observed is None:
        values, complete = sparse.csr_array(matrix.values.astype(np.float64)), True
    else:
        values, complete = sparse.csr_array(matrix.observed, dtype=np.float64), False
        values.data = matrix.values[matrix.observed].astype(np.float64)
    complete = complete or values.nnz == math.prod(values.shape)
    return pruned(values, None if complete else like(values, np.ones(values.nnz)), least)


def pruned(values: Any, mask: Any, least: int) -> tuple[Any, Any]:
    """Leave out rows and columns with fewer non-zeros than ``least``, until none is left."""
    while min(values.shape):
        nonzero = values != 0
        rows, columns = (np.asarray(nonzero.sum(axis)).ravel() >= least for axis in (1, 0))
        if rows.all() and columns.all():
            break
        values = values[rows][:, columns]
        mask = None if mask is None else mask[rows][:, columns]
    return values, mask


def independence(
    totals: tuple[Vector, Vector],
    weights: Any,
    known: tuple[Vector | None, Vector | None] = (None, None),
    settled: float = _SETTLED,
) -> tuple[Vector, Vector]:
    """Return vectors, or known ones, whose product times weights, of any form, has these totals."""
    p, q = (np.ones_like(t) if x is None else x for t, x in zip(totals, known, strict=True))
    for _ in range(_STEPS):
        before = p
        # Of some weights no vectors have these totals: their lines vanish, or grow without end.
        p = totals[0] / np.maximum(weights @ q, _TINY) if known[0] is None else p
        q = totals[1] / np.maximum(weights.T @ p, _TINY) if known[1] is None else q
        if np.allclose(before, p, settled, 0):
            break
    return p, q


def totals_of(values: Any) -> tuple[Vector, Vector]:
    """Return the sums of rows, and of columns."""
    rows, columns = (np.asarray(values.sum(axis, dtype=float)).ravel() for axis in (1, 0))
    return rows, columns


def _component(values: Any, mask: Any, seed: int) -> tuple[Vector, Vector]:
    """Return vectors whose product is nearest to what is observed."""
    q = np.random.default_rng(seed).normal(size=values.shape[1])
    for _ in range(_COMPONENT_STEPS):
        p = (values @ q) / np.maximum(mask @ q**2, _TINY)
        p /= np.linalg.norm(p) or 1.0
        q = (values.T @ p) / np.maximum(mask.T @ p**2, _TINY)
    return p, q


def _in_good_form(values: Any, filling: tuple[Vector, Vector] | None) -> LowRank:
    """Return a matrix, dense if it is small or much of it is stored, whatever it came as."""
    size, count = math.prod(values.shape), values.nnz
    if size > _SMALL and (size > _MIDDLING or count <= _SPARSE * size) and count <= _FULL * size:
        return LowRank.of(values, filling)
    dense = values.toarray()
    if filling is None:
        return LowRank.of(dense)
    observed = like(values, np.ones(values.nnz)).toarray() > 0
    return replace(LowRank.of(dense + np.multiply.outer(*filling)), mask=observed)
