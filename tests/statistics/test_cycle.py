"""The cycle of complete data: every form alike, and leaving out what recomputing leaves out."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.data.matrix import read
from symppm.errors import DataError
from symppm.laws.coincidences import CYCLE, M, N, name, uncentred
from symppm.statistics import cycle, lowrank
from symppm.statistics.cycle import Cycle, cycle_of, cycle_weights, six_cycle
from symppm.statistics.moments import examined
from symppm.statistics.sums import checked_margins

RNG = np.random.default_rng(8)
RATES = RNG.gamma(0.7, 1, (7, 2)) @ RNG.gamma(0.7, 1, (2, 11))
COUNTS = np.where(RNG.random((7, 11)) < 0.6, RNG.poisson(RATES), 0) + (np.arange(11) % 2 == 0)


def measured(data):
    matrix = read(data)
    return cycle_of(matrix, checked_margins(matrix))


def exact(y):
    """Return the estimate of whole numbers in fractions, from the formulas as they were derived."""
    n, m = y.shape
    z = n * m * y - n * y.sum(1, keepdims=True) - m * y.sum(0, keepdims=True) + y.sum()
    z = z.astype(object)
    sums = {
        "ij_ij_ij_ij": (z**4).sum(),
        "ij_ij_il_il": ((z**2).sum(1) ** 2).sum(),
        "ij_ij_tj_tj": ((z**2).sum(0) ** 2).sum(),
        "ij_ij_tl_tl": (z**2).sum() ** 2,
        "ij_il_tj_tl": ((z @ z.T) ** 2).sum(),
    }
    derived, total = uncentred(4), Fraction(0)
    assert [name(summed) for summed in derived.patterns] == list(sums)
    for summed, weight in zip(derived.patterns, cycle_weights(n, m), strict=True):
        factor = derived.estimators[CYCLE, summed].subs({N: n, M: m})
        np.testing.assert_allclose(weight, float(Fraction(int(factor.p), int(factor.q))), 1e-13)
        total += Fraction(int(factor.p), int(factor.q)) * int(sums[name(summed)])
    return total / (n * m) ** 4


def without(y, axis):
    return np.array([float(exact(np.delete(y, k, axis))) for k in range(y.shape[axis])])


TRUTH = Cycle(float(exact(COUNTS)), without(COUNTS, 0), without(COUNTS, 1))


def assert_same(found, truth, rtol=1e-9):
    np.testing.assert_allclose(found.value, truth.value, rtol=rtol)
    for one, other in ((found.rows, truth.rows), (found.columns, truth.columns)):
        np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol * abs(truth.value))


@pytest.mark.parametrize("shape", [(6, 6), (6, 7)])
def test_the_estimate_is_the_average_over_all_choices(shape):
    # Over all choices of different rows and columns, of the product of four rectangles: each corner
    # of the cycle is compared with a row and a column of its own, so that the expectation of the
    # product is that of the four interactions, from the definition of the model alone.
    y = np.random.default_rng(4).poisson(2.0, shape) ** 2
    rows, columns = (np.array(list(itertools.permutations(range(n), 6))).T for n in shape)
    product = np.ones((rows.shape[1], columns.shape[1]), np.int64)
    for k, (a, b) in enumerate(itertools.product((0, 1), repeat=2)):
        i, t = rows[a][:, None], rows[2 + k][:, None]
        j, s = columns[b], columns[2 + k]
        product *= y[i, j] - y[i, s] - y[t, j] + y[t, s]
    expected = Fraction(int(product.sum()), product.size)
    assert exact(y) == expected
    np.testing.assert_allclose(measured(y).value, float(expected), rtol=1e-9)


EFFECTS = RNG.normal(size=(7, 1)) * 20 + RNG.normal(size=(1, 11)) * 30


@pytest.mark.parametrize("effects", [0, 1e6, EFFECTS])
def test_it_is_what_fractions_give_whatever_is_added_to_rows_and_columns(effects):
    assert_same(measured(COUNTS + effects), TRUTH)
    turned = measured(np.ascontiguousarray((COUNTS + effects).T))
    assert_same(turned, Cycle(TRUTH.value, TRUTH.columns, TRUTH.rows))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kind", ["csr", "csc"])
def test_pairs_of_stored_entries_are_exact_whatever_the_sides(kind, turned, monkeypatch):
    data = np.random.default_rng(3).poisson(0.05 * np.outer(np.arange(90.0), np.ones(40)) / 30)
    data[5] = data[:, 7] = 0
    data = data.T if turned else data
    truth = measured(data)
    monkeypatch.setattr(cycle, "LARGEST_SHORT_SIDE", 10)
    found = measured(getattr(sparse, f"{kind}_array")(data))
    assert_same(found, truth)
    assert found.largest[1] == truth.largest[1]


@pytest.mark.parametrize("scale", [2.0**-220, 1e-3, 1e66, 1e90, 1e-90])
def test_the_unit_goes_in_with_its_fourth_power_if_that_is_a_number(scale):
    if 1e-80 < scale < 1e80:
        by = scale**4
        truth = Cycle(TRUTH.value * by, TRUTH.rows * by, TRUTH.columns * by)
        assert_same(measured(COUNTS * scale), truth)
    else:
        with pytest.raises(DataError, match="fourth powers"):
            measured(COUNTS * scale)


@pytest.mark.parametrize("kind", ["f4", "f8"])
@pytest.mark.parametrize("offset", [0, 0.1, 1e5])
def test_what_only_adds_up_has_no_interaction_at_all(offset, kind):
    rng = np.random.default_rng(2)
    y = rng.normal(size=(30, 1)) + rng.normal(size=(1, 20)) + offset
    found = measured(y.astype(kind))
    assert found.value == found.largest[0] == 0
    assert not found.rows.any()
    assert not found.columns.any()


def test_a_dense_matrix_too_large_to_be_copied_is_refused(monkeypatch):
    monkeypatch.setattr(lowrank, "HELD", 70)
    with pytest.raises(DataError, match="7 x 11 entries; expected at most 70"):
        measured(COUNTS)


OUTLIERS = {
    "dense": lambda y: {"data": y},
    "sparse": lambda y: {"data": sparse.csr_array(y)},
    "mask": lambda y: {"data": y, "mask": np.add.outer(np.arange(60), np.arange(50)) % 7 != 1},
}


@pytest.mark.parametrize("outlier", [50, 1000, 1e5])
@pytest.mark.parametrize("form", OUTLIERS)
def test_the_row_or_column_of_a_wild_entry_is_named_and_no_other(form, outlier):
    for seed in range(4):
        y = np.random.default_rng(seed).poisson(2.0, (60, 50)).astype(float)
        y[3, 4] = 2
        ordinary = ppm.cross_moments(**OUTLIERS[form](y)).values["cycle"]
        y[3, 4] = outlier
        found = ppm.cross_moments(**OUTLIERS[form](y))
        value = found.values["cycle"]
        # By chance the entry may meet others that leave the cycle as it is.
        if abs(value - ordinary) >= 0.75 * abs(value):
            assert found.largest_place in {(3, None), (None, 4)}
            assert found.largest_share > 0.4
        else:
            assert outlier == 50


# Walks of six


def walked(data: object, about: str = "zero", **how: object) -> Cycle:
    """Return the mean product of walks of six."""
    found = examined(
        data, how.get("zeros", "observed"), how.get("mask"), intervals=False, profile=False
    )  # type: ignore[arg-type]
    return six_cycle(found.matrix, found.margins, about=about)


def brute(y: np.ndarray, seen: np.ndarray) -> float:
    total = count = 0.0
    for i, t, s in itertools.permutations(range(y.shape[0]), 3):
        for j, k, m in itertools.permutations(range(y.shape[1]), 3):
            walk = ((i, j), (i, k), (t, k), (t, m), (s, m), (s, j))
            if all(seen[place] for place in walk):
                total += float(np.prod([y[place] for place in walk]))
                count += 1
    return total / count


@pytest.mark.parametrize("shape", [(4, 6), (6, 4)])
@pytest.mark.parametrize("gaps", [False, True])
def test_walks_of_every_form_are_the_sum_written_out(shape: tuple[int, int], gaps: bool) -> None:
    rng = np.random.default_rng(1)
    y = np.round(rng.normal(0.3, 1, shape), 2) * (rng.random(shape) < 0.8)
    seen = y != 0 if gaps else np.ones(shape, bool)
    rows = [brute(np.delete(y, n, 0), np.delete(seen, n, 0)) for n in range(shape[0])]
    columns = [brute(np.delete(y, n, 1), np.delete(seen, n, 1)) for n in range(shape[1])]
    how = {"zeros": "missing" if gaps else "observed"}
    forms = [sparse.csr_array(y), sparse.csc_array(y), *([] if gaps else [y, np.asfortranarray(y)])]
    found = [walked(form, **how) for form in forms]
    if gaps:
        found.append(walked(y, mask=seen))
        found.append(walked(np.where(seen, y, np.nan), mask=seen))
    for each in found:
        assert each.value == pytest.approx(brute(y, seen), rel=1e-10)
        np.testing.assert_allclose(each.rows, rows, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(each.columns, columns, rtol=1e-9, atol=1e-12)


def test_a_constant_and_effects_are_taken_off_walks() -> None:
    rng = np.random.default_rng(2)
    y = rng.normal(0, 1, (60, 50)) + 2.0 * np.outer(rng.normal(size=60), rng.normal(size=50))
    plain = walked(y - y.mean())
    assert walked(y + 1000.0, "mean").value == pytest.approx(plain.value, rel=1e-9)
    effects = rng.normal(0, 3, (60, 1)) + rng.normal(0, 3, (1, 50))
    one, two = walked(y, "effects"), walked(y + effects, "effects")
    assert two.value == pytest.approx(one.value, rel=1e-8)
    np.testing.assert_allclose(two.rows, one.rows, rtol=1e-7)


def test_units_of_walks_come_out_and_the_ends_of_double_precision_are_refused() -> None:
    y = np.random.default_rng(3).normal(size=(9, 7))
    assert walked(y * 1e40).value == pytest.approx(walked(y).value * 1e240)
    with pytest.raises(DataError, match="sixth powers"):
        walked(y * 1e60)
    with pytest.raises(DataError, match="no walks of six"):
        walked(np.kron(np.eye(3), y[:2, :2]), zeros="missing")
