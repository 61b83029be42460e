"""The same numbers from every form of the same data, which stay as they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from symppm.statistics.moments import Statistics, statistics

FORMATS = ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")


def numbers(found: Statistics) -> NDArray[np.float64]:
    return np.array([found.mean, found.variance, found.cov_row, found.cov_col])


@pytest.fixture(scope="module")
def counts() -> NDArray[np.int64]:
    rng = np.random.default_rng(3)
    rate = rng.gamma(0.5, 2, (37, 3)) @ rng.gamma(0.5, 2, (3, 53))
    return rng.poisson(rate)


class WithArray:
    def __init__(self, values: NDArray[np.int64]) -> None:
        self.values = values

    def __array__(self, dtype: object = None, copy: object = None) -> NDArray[np.int64]:
        return self.values


def strided(x: NDArray[np.int64]) -> NDArray[np.int64]:
    wide = np.full((2 * x.shape[0], 3 * x.shape[1]), -7)
    wide[::2, ::3] = x
    return wide[::2, ::3]


def stored_twice(x: NDArray[np.int64]) -> sparse.coo_array:
    rows, columns = x.nonzero()
    half = x[rows, columns] - 1
    ones = np.ones_like(half)
    both = np.concatenate([half, ones])
    return sparse.coo_array((both, (np.tile(rows, 2), np.tile(columns, 2))), shape=x.shape)


def all_stored(x: NDArray[np.int64]) -> sparse.csr_array:
    rows, columns = np.indices(x.shape).reshape(2, -1)
    return sparse.csr_array((x.ravel(), (rows, columns)), shape=x.shape)


def unsorted(x: NDArray[np.int64]) -> sparse.csr_array:
    twice = stored_twice(x)
    order = np.lexsort((-twice.coords[1], twice.coords[0]))
    indptr = np.searchsorted(twice.coords[0][order], np.arange(x.shape[0] + 1))
    return sparse.csr_array((twice.data[order], twice.coords[1][order], indptr), shape=x.shape)


FORMS: dict[str, Callable[[NDArray[np.int64]], object]] = {
    "Fortran": np.asfortranarray,
    "strided": strided,
    "reversed": lambda x: np.ascontiguousarray(x[::-1, ::-1])[::-1, ::-1],
    "list": lambda x: x.tolist(),
    "__array__": WithArray,
    "masked array": np.ma.MaskedArray,
    "big-endian": lambda x: x.astype(">i4"),
    "coo with duplicates": stored_twice,
    "csr unsorted with duplicates": unsorted,
    "csr with stored zeros": all_stored,
    "csr_matrix": sparse.csr_matrix,
    **{f"{name}_array": lambda x, n=name: sparse.csr_array(x).asformat(n) for name in FORMATS},
    **{
        f"{np.dtype(kind)}": lambda x, k=kind: x.astype(k)
        for kind in "bhilBHILefdg"
        # One letter a C type; some of them name the same NumPy type.
    },
}


@pytest.mark.parametrize("form", FORMS)
def test_the_form_of_the_data_does_not_matter(form: str, counts: NDArray[np.int64]) -> None:
    counts = np.minimum(counts, 100)
    expected = statistics(counts)
    given = FORMS[form](counts)
    found = statistics(given)  # type: ignore[arg-type]
    np.testing.assert_allclose(numbers(found), numbers(expected), rtol=1e-12)
    assert found.shape == expected.shape
    assert found.observed == counts.size
    assert (found.minimum, found.maximum, found.integral) == (0, counts.max(), True)


def test_a_mask_that_is_true_everywhere_changes_nothing(counts: NDArray[np.int64]) -> None:
    for values in (counts, np.asfortranarray(counts), strided(counts)):
        found = statistics(values, mask=np.ones(counts.shape, bool))
        np.testing.assert_allclose(numbers(found), numbers(statistics(counts)), rtol=1e-12)


def test_bools_are_zeros_and_ones(counts: NDArray[np.int64]) -> None:
    expected = statistics((counts > 1).astype(int))
    assert statistics(counts > 1) == expected
    np.testing.assert_allclose(
        numbers(statistics(sparse.csr_array(counts > 1))), numbers(expected), rtol=1e-12
    )


def test_missing_zeros_masks_and_masked_arrays_say_the_same(counts: NDArray[np.int64]) -> None:
    expected = statistics(counts, mask=counts != 0)
    assert statistics(counts, zeros="missing") == expected
    assert statistics(np.ma.masked_equal(counts, 0)) == expected
    for form in (sparse.csr_array, sparse.csc_array, sparse.coo_array):
        found = statistics(form(counts), zeros="missing")
        np.testing.assert_allclose(numbers(found), numbers(expected), rtol=1e-12)
        assert found.observed == (counts != 0).sum()
    both = np.random.default_rng(4).random(counts.shape) < 0.7
    assert statistics(counts, zeros="missing", mask=both) == statistics(
        counts, mask=both & (counts != 0)
    )
    assert statistics(np.ma.masked_equal(counts, 0), mask=both) == statistics(
        counts, mask=both & (counts != 0)
    )


def test_a_stored_zero_is_observed_when_zeros_are_missing() -> None:
    values = np.array([[0.0, 2, 5], [3, 0, 1], [4, 4, 0]])
    stored = sparse.coo_array((values.ravel(), np.indices((3, 3)).reshape(2, 9)), shape=(3, 3))
    assert statistics(stored, zeros="missing").observed == 9
    np.testing.assert_allclose(
        numbers(statistics(stored, zeros="missing")), numbers(statistics(values)), rtol=1e-12
    )


def test_the_transpose_exchanges_rows_and_columns(counts: NDArray[np.int64]) -> None:
    gaps = np.random.default_rng(5).random(counts.shape) < 0.5
    for one, two in (
        (statistics(counts), statistics(counts.T)),
        (statistics(counts, mask=gaps), statistics(counts.T, mask=gaps.T)),
        (statistics(sparse.csr_array(counts)), statistics(sparse.csr_array(counts).T)),
    ):
        np.testing.assert_allclose(
            [one.variance, one.cov_row, one.cov_col], [two.variance, two.cov_col, two.cov_row],
            rtol=1e-12,
        )  # fmt: skip


def test_values_that_are_not_whole_are_found() -> None:
    values = np.arange(12.0).reshape(3, 4) % 5
    assert statistics(values).first_non_integral is None
    values[2, 1] = values[1, 3] = 0.5
    forms = (np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_array)
    for form in forms:
        found = statistics(form(values))
        assert (found.integral, found.first_non_integral) == (False, (1, 3))
    mask = np.ones(values.shape, bool)
    mask[1, 3] = False
    assert statistics(values, mask=mask).first_non_integral == (2, 1)


def test_data_are_never_modified(counts: NDArray[np.int64], tmp_path: Path) -> None:
    frozen = counts.astype(float)
    frozen.flags.writeable = False
    expected = statistics(counts)
    np.testing.assert_allclose(numbers(statistics(frozen)), numbers(expected), rtol=1e-12)
    np.save(tmp_path / "counts.npy", counts)
    mapped = np.load(tmp_path / "counts.npy", mmap_mode="r")
    assert statistics(mapped) == expected
    messy = unsorted(counts)
    before = messy.data.copy(), messy.indices.copy(), messy.indptr.copy()
    statistics(messy)
    for old, new in zip(before, (messy.data, messy.indices, messy.indptr), strict=True):
        np.testing.assert_array_equal(old, new)
