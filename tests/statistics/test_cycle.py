"""The cycle of complete data: every form alike, and leaving out what recomputing leaves out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix, read
from symppm.errors import DataError
from symppm.laws.coincidences import CYCLE, M, N, name, uncentred
from symppm.statistics import cycle, lowrank
from symppm.statistics.cycle import Cycle, cycle_of, cycle_weights
from symppm.statistics.sums import checked_margins


def measured(data: object, *, leave_out: bool = True) -> Cycle:
    matrix = read(data)  # type: ignore[arg-type]
    return cycle_of(matrix, checked_margins(matrix), leave_out=leave_out)


def exact(y: NDArray[np.int64]) -> Fraction:
    """Return the estimate of whole numbers in fractions, from the formulas as they were derived."""
    n, m = y.shape
    z = n * m * y - n * y.sum(1, keepdims=True) - m * y.sum(0, keepdims=True) + y.sum()
    z = z.astype(object)
    gram = z @ z.T
    sums = {
        "ij_ij_ij_ij": (z**4).sum(),
        "ij_ij_il_il": ((z**2).sum(1) ** 2).sum(),
        "ij_ij_tj_tj": ((z**2).sum(0) ** 2).sum(),
        "ij_ij_tl_tl": (z**2).sum() ** 2,
        "ij_il_tj_tl": (gram**2).sum(),
    }
    derived = uncentred(4)
    total = Fraction(0)
    for summed in derived.patterns:
        factor = derived.estimators[CYCLE, summed].subs({N: n, M: m})
        total += Fraction(int(factor.p), int(factor.q)) * int(sums[name(summed)])
    return total / (n * m) ** 4


def without(y: NDArray[np.int64], axis: int) -> NDArray[np.float64]:
    return np.array([float(exact(np.delete(y, k, axis))) for k in range(y.shape[axis])])


def blocks(
    y: NDArray[np.int64], step: int, *, by_columns: bool, stored: bool = False
) -> BlockMatrix:
    def parts() -> Iterator[DenseMatrix | SparseMatrix]:
        for start in range(0, y.shape[by_columns], step):
            part = y[:, start : start + step] if by_columns else y[start : start + step]
            yield SparseMatrix(sparse.csr_array(part)) if stored else DenseMatrix(part)

    return BlockMatrix(y.shape, y.dtype, parts, by_columns)


@pytest.fixture(scope="module")
def counts() -> NDArray[np.int64]:
    rng = np.random.default_rng(8)
    rate = rng.gamma(0.7, 1, (7, 2)) @ rng.gamma(0.7, 1, (2, 11))
    return np.where(rng.random((7, 11)) < 0.6, rng.poisson(rate), 0) + (np.arange(11) % 2 == 0)


@pytest.fixture(scope="module")
def truth(counts: NDArray[np.int64]) -> Cycle:
    return Cycle(float(exact(counts)), without(counts, 0), without(counts, 1))


def assert_same(found: Cycle, truth: Cycle, rtol: float = 1e-9) -> None:
    assert found.rows is not None
    assert found.columns is not None
    assert truth.rows is not None
    assert truth.columns is not None
    size = abs(truth.value)
    np.testing.assert_allclose(found.value, truth.value, rtol=rtol)
    np.testing.assert_allclose(found.rows, truth.rows, rtol=rtol, atol=rtol * size)
    np.testing.assert_allclose(found.columns, truth.columns, rtol=rtol, atol=rtol * size)


def every_choice(y: NDArray[np.int64]) -> Fraction:
    """Average, over all choices of different rows and columns, the product of four rectangles.

    Each corner of the cycle is compared with a row and a column of its own, so that the expectation
    of the product is that of the four interactions, from the definition of the model alone.
    """
    rows, columns = (np.array(list(itertools.permutations(range(n), 6))).T for n in y.shape)
    product = np.ones((rows.shape[1], columns.shape[1]), np.int64)
    for k, (a, b) in enumerate(itertools.product((0, 1), repeat=2)):
        i, t = rows[a][:, None], rows[2 + k][:, None]
        j, s = columns[b], columns[2 + k]
        product *= y[i, j] - y[i, s] - y[t, j] + y[t, s]
    return Fraction(int(product.sum()), product.size)


@pytest.mark.parametrize("shape", [(4, 4), (4, 9), (50, 7), (20_000, 8_000)])
def test_the_weights_are_what_was_derived(shape: tuple[int, int]) -> None:
    derived = uncentred(4)
    factors = [
        derived.estimators[CYCLE, summed].subs({N: shape[0], M: shape[1]})
        for summed in derived.patterns
    ]
    assert [name(summed) for summed in derived.patterns] == [
        "ij_ij_ij_ij", "ij_ij_il_il", "ij_ij_tj_tj", "ij_ij_tl_tl", "ij_il_tj_tl",
    ]  # fmt: skip
    expected = [float(Fraction(int(each.p), int(each.q))) for each in factors]
    np.testing.assert_allclose(cycle_weights(*shape), expected, rtol=1e-13)
    assert np.isnan(cycle_weights(3, 9)).all()


@pytest.mark.parametrize("shape", [(6, 6), (6, 7)])
def test_the_estimate_is_the_average_over_all_choices(shape: tuple[int, int]) -> None:
    y = np.random.default_rng(4).poisson(2.0, shape) ** 2
    expected = every_choice(y)
    assert exact(y) == expected
    np.testing.assert_allclose(measured(y).value, float(expected), rtol=1e-9)


def test_three_entries_however_large_make_no_cycle() -> None:
    # The estimate is linear in every entry: squares of outliers are not in it.
    y = np.zeros((12, 9))
    y[3, 4], y[3, 7], y[8, 4] = 1e6, 5e5, 3e5
    assert abs(measured(y).value) < 1e-12 * 1e24
    y[8, 7] = 2.0
    assert measured(y).value > 0


FORMS: dict[str, Callable[[NDArray[np.int64]], object]] = {
    "dense": lambda y: y,
    "by columns": np.asfortranarray,
    "float32": lambda y: y.astype(np.float32),
    "uint8": lambda y: y.astype(np.uint8),
    "csr": sparse.csr_array,
    "csc": sparse.csc_array,
    "coo": sparse.coo_array,
    "blocks of rows": lambda y: blocks(y, 3, by_columns=False),
    "blocks of columns": lambda y: blocks(y, 4, by_columns=True),
    "sparse blocks": lambda y: blocks(y, 3, by_columns=False, stored=True),
    "far from zero": lambda y: y + 1e6,
    "where float64 loses digits": lambda y: y + 2**60,
}


@pytest.mark.parametrize("held", [lowrank.HELD, 70])
@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_what_fractions_give(
    form: str,
    held: int,
    counts: NDArray[np.int64],
    truth: Cycle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Also where a matrix is too large to be held, and read strip by strip.
    monkeypatch.setattr(lowrank, "HELD", held)
    monkeypatch.setattr(lowrank, "_STRIP", 14)
    assert_same(measured(FORMS[form](counts)), truth)
    swapped = Cycle(truth.value, truth.columns, truth.rows)
    assert_same(measured(FORMS[form](np.ascontiguousarray(counts.T))), swapped)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("share", [0.03, 0.2, 0.45])
def test_stored_entries_give_what_all_entries_give(share: float, turned: bool) -> None:
    rng = np.random.default_rng(3)
    y = (rng.random((30, 40)) < share) * rng.poisson(3, (30, 40)) ** 2.0
    y[[0, 13, 29]] = 0
    y[:, [0, 7, 39]] = 0
    y = y.T if turned else y
    stored = sparse.csr_array(y)
    # A zero that is stored is one like others.
    stored.data[:2] = 0
    dense, found = measured(stored.toarray()), measured(stored)
    assert_same(found, dense)
    assert found.largest_place == dense.largest_place
    np.testing.assert_allclose(found.largest_share, dense.largest_share, rtol=1e-9)


def test_what_only_one_row_stores_adds_up() -> None:
    y = np.zeros((30, 40))
    y[3] = 5
    assert measured(sparse.csr_array(y)).value == 0


def test_effects_of_rows_and_columns_play_no_part(counts: NDArray[np.int64], truth: Cycle) -> None:
    rng = np.random.default_rng(1)
    more = rng.normal(size=(7, 1)) * 20 + rng.normal(size=(1, 11)) * 30
    assert_same(measured(counts + more), truth)


@pytest.mark.parametrize("scale", [2.0**-220, 1e-3, 1e66])
def test_the_unit_goes_in_with_its_fourth_power(
    scale: float, counts: NDArray[np.int64], truth: Cycle
) -> None:
    assert truth.rows is not None
    assert truth.columns is not None
    by = scale**4
    assert_same(
        measured(counts * scale), Cycle(truth.value * by, truth.rows * by, truth.columns * by)
    )


@pytest.mark.parametrize("kind", ["f4", "f8"])
@pytest.mark.parametrize("offset", [0, 0.1, 1e5])
def test_what_only_adds_up_has_no_interaction_at_all(offset: float, kind: str) -> None:
    rng = np.random.default_rng(2)
    y = rng.normal(size=(30, 1)) + rng.normal(size=(1, 20)) + offset
    found = measured(y.astype(kind))
    assert found.value == 0
    assert found.rows is not None
    assert found.columns is not None
    assert not found.rows.any()
    assert not found.columns.any()
    assert found.largest_share == 0


def test_four_rows_are_enough_but_not_without_one() -> None:
    y = np.random.default_rng(5).integers(0, 9, (4, 6))
    found = measured(y)
    assert found.rows is not None
    assert found.columns is not None
    np.testing.assert_allclose(found.value, float(exact(y)), rtol=1e-9)
    assert np.isnan(found.rows).all()
    np.testing.assert_allclose(found.columns, without(y, 1), rtol=1e-9)
    # The place is that of an entry or of a column.
    assert found.largest_place[1] is not None


@pytest.mark.parametrize("form", ["dense", "by columns", "csr", "blocks of columns"])
@pytest.mark.parametrize("turned", [False, True])
def test_an_entry_counts_what_is_lost_where_it_is_as_its_row_and_column_say(
    form: str, turned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(9)
    y = np.where(rng.random((9, 6)) < 0.5, rng.poisson(2.0, (9, 6)), 0)
    y[4, 3] += 6
    y = y.T.copy() if turned else y
    n, m = y.shape
    residual = y - y.mean(0) - y.mean(1)[:, None] + y.mean()
    value = measured(y).value
    lost = np.zeros(y.shape)
    for place in np.ndindex(y.shape):
        less = y.astype(float)
        less[place] -= residual[place] / ((1 - 1 / n) * (1 - 1 / m))
        again = less - less.mean(0) - less.mean(1)[:, None] + less.mean()
        np.testing.assert_allclose(again[place], 0, atol=1e-12)
        lost[place] = abs(measured(less).value - value)
    if form == "csr":
        # Of a sparse matrix, stored entries are looked at.
        residual[y == 0] = 0
    place = np.unravel_index(np.abs(residual).argmax(), y.shape)
    # Rows and columns aside, which may count more.
    monkeypatch.setattr(cycle, "_AS_MUCH", 0.0)
    found = measured(FORMS[form](y))
    assert found.largest_place == place
    np.testing.assert_allclose(found.largest_share, lost[place] / abs(value), rtol=1e-9)


OUTLIERS = {
    "dense": lambda y: {"data": y},
    "by columns": lambda y: {"data": np.asfortranarray(y)},
    "sparse": lambda y: {"data": sparse.csr_array(y)},
    "columns of a sparse": lambda y: {"data": sparse.csc_array(y)},
    "by probes": lambda y: {"data": y, "probes": 200},
    "mask": lambda y: {"data": y, "mask": np.add.outer(np.arange(60), np.arange(50)) % 7 != 1},
    "missing": lambda y: {"data": sparse.csr_array(y), "zeros": "missing"},
}  # fmt: skip


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("outlier", [50, 1000, 1e6])
@pytest.mark.parametrize("form", OUTLIERS)
def test_one_wild_entry_is_named_and_not_one_beside_it(
    form: str, outlier: float, turned: bool
) -> None:
    # The others of its row look so far off, and weigh so much, that each seems to count for more.
    def measured(y: NDArray[np.float64], *, intervals: bool) -> ppm.DistinctStatistics:
        asked = OUTLIERS[form](y)
        if turned:
            asked |= {name: asked[name].T for name in ("data", "mask") if name in asked}
        return ppm.distinct_statistics(**asked, intervals=intervals)

    named = 0
    for seed in range(4):
        y = np.random.default_rng(seed).poisson(2.0, (60, 50)).astype(float)
        y[3, 4] = 2
        without = measured(y, intervals=False).values["cycle"]
        y[3, 4] = outlier
        found = measured(y, intervals=True)
        value = found.values["cycle"]
        if abs(value - without) < 0.75 * abs(value):
            # By chance the wild entry meets others that leave the cycle as it is.
            assert outlier == 50
            continue
        assert found.largest_place == ((4, 3) if turned else (3, 4))
        assert found.largest_share > 0.4
        named += 1
    assert named >= 2


@pytest.mark.parametrize("scale", [1e90, 1e-90])
def test_values_whose_fourth_power_is_no_number_are_refused(
    scale: float, counts: NDArray[np.int64]
) -> None:
    with pytest.raises(DataError, match="fourth powers"):
        measured(counts * scale)
