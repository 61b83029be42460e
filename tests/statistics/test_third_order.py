"""Third cumulants of cross-moments, against every triple of small matrices."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from symppm.data.matrix import read
from symppm.laws.coincidences import cumulant, distinct, name, patterns
from symppm.statistics.cross_moments import CUMULANTS, EXACTLY, THIRD_ORDER, TRIPLES, third_order
from symppm.statistics.sums import checked_margins

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


@pytest.mark.parametrize("missing", [False, True])
def test_they_are_what_their_definition_says_on_every_triple(
    missing: bool, counts: NDArray[np.int64], observed: NDArray[np.bool_]
) -> None:
    seen = observed if missing else np.ones(counts.shape, bool)
    truth = reference(counts.astype(float), seen)
    assert_same(measured(counts + 2.0**20, mask=seen), truth, rtol=1e-8)


def test_what_is_not_observed_is_not_a_number() -> None:
    # No row has three observed entries, and no column.
    observed = np.zeros((6, 6), bool)
    for k in range(6):
        observed[k, [k, (k + 1) % 6]] = True
    y = np.random.default_rng(1).normal(size=(6, 6))
    found = dict(zip(THIRD_ORDER, measured(y, mask=observed).values, strict=True))
    lost = {name for name, value in found.items() if np.isnan(value)}
    assert lost == {"cumulant_ij_il_in", "cumulant_ij_tj_sj"}
