"""Third cumulants of cross-moments, against every triple of small matrices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from symppm.data.forms import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.data.matrix import read
from symppm.laws.coincidences import cumulant, distinct, name, patterns
from symppm.statistics.sums import checked_margins
from symppm.statistics.third_order import (
    CUMULANTS,
    EXACTLY,
    THIRD_ORDER,
    TRIPLES,
    third_order,
)

Vector = NDArray[np.float64]

# Of three entries, which pairs share the row and which the column: (12, 13, 23).
CONNECTED = {
    "cumulant_ij_ij_ij": ((1, 1, 1), (1, 1, 1)),
    "cumulant_ij_ij_il": ((1, 1, 1), (1, 0, 0)),
    "cumulant_ij_ij_tj": ((1, 0, 0), (1, 1, 1)),
    "cumulant_ij_il_in": ((1, 1, 1), (0, 0, 0)),
    "cumulant_ij_tj_sj": ((0, 0, 0), (1, 1, 1)),
    "cumulant_ij_il_tj": ((1, 0, 0), (0, 1, 0))
}  # fmt: skip
PAIRS = ((0, 1), (0, 2), (1, 2))


class Third(NamedTuple):
    values: Vector
    rows: NDArray[np.float64]
    columns: NDArray[np.float64]


def mean_product(y: Vector, observed: NDArray[np.bool_], rows: object, columns: object) -> float:
    """Average over the triples of observed entries with these coincidences and no others."""
    i, j = np.nonzero(observed)
    z = y[i, j]
    same_row = (i[:, None] == i).astype(int)
    same_column = (j[:, None] == j).astype(int)
    places = np.indices((len(i),) * 3)
    chosen = np.ones((len(i),) * 3, bool)
    for (a, b), row, column in zip(PAIRS, rows, columns, strict=True):  # type: ignore[call-overload]
        chosen &= same_row[places[a], places[b]] == row
        chosen &= same_column[places[a], places[b]] == column
    total = np.einsum("a,b,c,abc->", z, z, z, chosen.astype(float))
    return float(total / chosen.sum()) if chosen.any() else float("nan")


def expected(y: Vector, observed: NDArray[np.bool_]) -> Vector:
    """Return the cumulants by their definition, from triples in which groups lie apart."""
    found = []
    for rows, columns in CONNECTED.values():
        total = mean_product(y, observed, rows, columns)
        for kept in range(3):
            # One pair is left together, the third entry shares nothing with it.
            apart = [tuple(x if k == kept else 0 for k, x in enumerate(p)) for p in (rows, columns)]
            total -= mean_product(y, observed, *apart)
        found.append(total + 2 * mean_product(y, observed, (0, 0, 0), (0, 0, 0)))
    return np.array(found)


def reference(y: Vector, observed: NDArray[np.bool_]) -> Third:
    about = y - y[observed].mean()
    rows = [expected(np.delete(about, i, 0), np.delete(observed, i, 0)) for i in range(y.shape[0])]
    columns = [
        expected(np.delete(about, j, 1), np.delete(observed, j, 1)) for j in range(y.shape[1])
    ]
    return Third(expected(about, observed), np.array(rows), np.array(columns))


def assert_same(found: Third, truth: Third, rtol: float = 1e-9) -> None:
    for one, other in zip(found, truth, strict=True):
        np.testing.assert_allclose(one, other, rtol=rtol, atol=1e-9)


def measured(data: object, **options: object) -> Third:
    matrix = read(data, **options)  # type: ignore[arg-type]
    return Third(*third_order(matrix, checked_margins(matrix)))


def blocks(
    y: NDArray[np.int64], observed: NDArray[np.bool_] | None, step: int, *, by_columns: bool
) -> BlockMatrix:
    def parts() -> Iterator[DenseMatrix | SparseMatrix]:
        for start in range(0, y.shape[by_columns], step):
            some = (slice(None), slice(start, start + step))[:: 1 if by_columns else -1]
            if observed is None and start:
                yield SparseMatrix(sparse.csr_array(y[some]))
            else:
                yield DenseMatrix(y[some], None if observed is None else observed[some])

    return BlockMatrix(y.shape, y.dtype, parts, by_columns)


@pytest.fixture(scope="module")
def counts() -> NDArray[np.int64]:
    return np.random.default_rng(3).poisson(0.8, (5, 6)) ** 2


@pytest.fixture(scope="module")
def observed() -> NDArray[np.bool_]:
    return np.random.default_rng(8).random((5, 6)) < 0.8


def test_the_tables_are_what_was_derived() -> None:
    assert tuple(CONNECTED) == THIRD_ORDER
    every = {name(pattern): pattern for pattern in patterns(3)}
    assert tuple(every) == TRIPLES
    for row, pattern in zip(EXACTLY, every.values(), strict=True):
        factors = {name(other): factor for other, factor in distinct(pattern).items()}
        assert row.tolist() == [factors.get(other, 0) for other in TRIPLES]
    for row, own in zip(CUMULANTS, THIRD_ORDER, strict=True):
        found = cumulant(every[own.removeprefix("cumulant_")])
        factors = {name(other): factor for other, factor in found.items()}
        assert row.tolist() == [factors.get(other, 0) for other in TRIPLES]


FORMS: dict[str, Callable[[NDArray[np.int64]], object]] = {
    "dense": lambda y: y,
    "by columns": np.asfortranarray,
    "csr": sparse.csr_array,
    "csc": sparse.csc_array,
    "blocks of rows": lambda y: blocks(y, None, 2, by_columns=False),
    "blocks of columns": lambda y: blocks(y, None, 4, by_columns=True),
    "uint8": lambda y: y.astype(np.uint8),
    "far from zero": lambda y: y + 2.0**20,
    "where float64 loses digits": lambda y: y - 2**61,
}


@pytest.mark.parametrize("form", FORMS)
def test_complete_data_in_every_form(form: str, counts: NDArray[np.int64]) -> None:
    truth = reference(counts.astype(float), np.ones(counts.shape, bool))
    assert_same(measured(FORMS[form](counts)), truth, rtol=1e-8)


def test_complete_sparse_data_about_zero() -> None:
    y = np.random.default_rng(5).poisson(0.3, (6, 5))
    assert 2 * np.count_nonzero(y) <= y.size
    truth = reference(y.astype(float), np.ones(y.shape, bool))
    for store in (sparse.csr_array, sparse.csc_array):
        assert_same(measured(store(y)), truth)


FORMS_OF_GAPS: dict[str, Callable[[NDArray[np.int64], NDArray[np.bool_]], dict[str, object]]] = {
    "mask": lambda y, seen: {"data": np.where(seen, y, np.nan), "mask": seen},
    "by columns": lambda y, seen: {"data": np.asfortranarray(y), "mask": seen},
    "blocks of rows": lambda y, seen: {"data": blocks(y, seen, 2, by_columns=False)},
    "blocks of columns": lambda y, seen: {"data": blocks(y, seen, 4, by_columns=True)},
    "where float64 loses digits": lambda y, seen: {"data": y + 2**60, "mask": seen},
    "csr": lambda y, seen: {"data": stored(y, seen).tocsr(), "zeros": "missing"},
    "csc": lambda y, seen: {"data": stored(y, seen).tocsc(), "zeros": "missing"},
}


def stored(y: NDArray[np.int64], seen: NDArray[np.bool_]) -> sparse.coo_array:
    return sparse.coo_array((y[seen], seen.nonzero()), shape=y.shape)


@pytest.mark.parametrize("form", FORMS_OF_GAPS)
def test_gaps_in_every_form(
    form: str, counts: NDArray[np.int64], observed: NDArray[np.bool_]
) -> None:
    truth = reference(counts.astype(float), observed)
    assert_same(measured(**FORMS_OF_GAPS[form](counts, observed)), truth)


def test_what_is_not_observed_is_not_a_number() -> None:
    # No row has three observed entries, and no column.
    observed = np.zeros((6, 6), bool)
    for k in range(6):
        observed[k, [k, (k + 1) % 6]] = True
    y = np.random.default_rng(1).normal(size=(6, 6))
    found = dict(zip(THIRD_ORDER, measured(y, mask=observed).values, strict=True))
    lost = {name for name, value in found.items() if np.isnan(value)}
    assert lost == {"cumulant_ij_il_in", "cumulant_ij_tj_sj"}
