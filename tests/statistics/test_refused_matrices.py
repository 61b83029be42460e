"""Every matrix that cannot be measured gets one clear error, and no warning before it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.statistics.moments import measured
from symppm.statistics.sums import Margins

FINE = np.arange(12.0).reshape(3, 4) ** 2


def holding(value: float, *places: tuple[int, int]) -> np.ndarray:
    values = FINE.copy()
    for place in places:
        values[place] = value
    return values


BAD: dict[str, tuple[Any, str]] = {
    "one dimension": ([1, 2, 3], r"1 dimensions, shape \(3,\); expected a matrix"),
    "a number": (3, r"0 dimensions"),
    "three dimensions": (np.ones((2, 3, 4)), r"3 dimensions, shape \(2, 3, 4\)"),
    "sparse vector": (sparse.coo_array([1, 0, 2]), r"1 dimensions"),
    "empty": (np.ones((0, 4)), r"an empty matrix, shape \(0, 4\)"),
    "empty list": ([[]], r"an empty matrix, shape \(1, 0\)"),
    "one row": (np.ones((1, 4)), r"one row, shape \(1, 4\)"),
    "one column": (np.ones((4, 1)), r"one column, shape \(4, 1\)"),
    "sparse row": (sparse.csr_array(np.ones((1, 4))), r"one row, shape \(1, 4\)"),
    "ragged": ([[1, 2], [3]], "that NumPy cannot read"),
    "text": ([["a", "b"], ["c", "d"]], "values of type <U1; expected real numbers"),
    "objects": (np.array([[1, None], [2, 3]]), "values of type object"),
    "complex": (FINE + 1j, "values of type complex128"),
    "sparse complex": (sparse.csr_array(FINE + 1j), "values of type complex128"),
    "dates": (np.zeros((2, 2), "M8[D]"), r"values of type datetime64\[D\]"),
    "NaN": (holding(np.nan, (2, 1), (1, 3)), r"nan at row 2, column 4;"),
    "NaN in Fortran order": (
        np.asfortranarray(holding(np.nan, (2, 1), (1, 3))),
        "nan at row 2, column 4",
    ),
    "infinity": (holding(np.inf, (2, 3)), "inf at row 3, column 4"),
    "both infinities": (holding(-np.inf, (0, 0)) + holding(np.inf, (2, 0)), "nan|-inf"),
    "float32 NaN": (holding(np.nan, (2, 0)).astype("f"), "nan at row 3, column 1"),
    "sparse NaN": (sparse.csr_array(holding(np.nan, (2, 1), (1, 3))), "nan at row 2, column 4"),
    "CSC NaN": (sparse.csc_array(holding(np.nan, (2, 1), (1, 3))), "nan at row 2, column 4"),
    "too large": (FINE * 1e200, "squares overflow"),
    "sparse too large": (sparse.csr_array(FINE * 1e200), "squares overflow"),
    "too small": (FINE * 1e-160, "squares of their distances lose their digits"),
    "zeros": (np.zeros((3, 4)), "a matrix of zeros; expected values that vary"),
    "sparse zeros": (sparse.csr_array((3, 4)), "a matrix of zeros"),
    "constant": (np.full((3, 4), 7), "values are all 7;"),
    "full sparse constant": (sparse.csr_array(np.full((3, 4), 7)), "values are all 7;"),
    "anticorrelated": (np.eye(2), "variance is not positive"),
}


@pytest.mark.parametrize("case", BAD)
def test_data_that_cannot_be_measured(case: str) -> None:
    data, message = BAD[case]
    with pytest.raises(DataError, match=message) as caught:
        ppm.statistics(data)
    assert caught.value.do.endswith(".")


@pytest.mark.parametrize("case", sorted(set(BAD) - {"anticorrelated"}))
def test_the_paper_algorithm_refuses_the_same_data(case: str) -> None:
    data, message = BAD[case]
    with pytest.raises(DataError, match=message):
        ppm.algorithm1(data, random_seed=1)
    with pytest.raises(DataError, match=message):
        ppm.pearson_limit(data)


def observed(*places: tuple[int, int]) -> np.ndarray:
    mask = np.zeros(FINE.shape, bool)
    for place in places:
        mask[place] = True
    return mask


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (np.ones((4, 3), bool), r"type bool and shape \(4, 3\); expected type bool and shape \(3"),
        (np.ones((3, 4)), r"a mask of type float64"),
        (observed(), "without a single observed entry"),
        (observed((0, 0), (1, 1), (1, 2)), "no column with two observed"),
        (observed((0, 0), (1, 1), (2, 1)), "no row with two observed"),
        (observed((0, 0), (0, 1), (0, 2)), "no column with two observed"),
    ],
)
def test_masks_that_leave_no_pairs(mask: np.ndarray, message: str) -> None:
    values = np.array([[1.0, 5, 2, 8], [2, 2, 7, 7], [3, 3, 3, 1]])
    with pytest.raises(DataError, match=message):
        ppm.statistics(values, mask=mask)
    if mask.shape == values.shape and mask.dtype == bool:
        with pytest.raises(DataError, match=message):
            ppm.statistics(np.where(mask, values, 0), zeros="missing")


def test_three_entries_are_enough_one_pair_of_every_kind() -> None:
    mask = observed((0, 0), (0, 1), (1, 0))
    assert ppm.statistics(FINE + np.eye(3, 4), mask=mask).observed == 3


def test_places_that_do_not_tell_the_covariances_apart() -> None:
    # One full row and one full column of a matrix of two million by two million, written as sums.
    size = 2_000_000
    counts = np.ones(size + 1, np.int64)
    counts[0] = size
    zeros = np.zeros(size + 1)
    margins = Margins(
        center=0.0, row_counts=counts, column_counts=counts, row_sums=zeros, column_sums=zeros,
        squares=1.0, crossing=2.0 * size**2, minimum=0.0, maximum=1.0, integral=True,
    )  # fmt: skip
    with pytest.raises(DataError, match="whose places do not tell row and column covariance apart"):
        measured((size + 1, size + 1), margins, lambda: None)


def test_a_nan_that_is_observed_is_named_and_one_that_is_not_is_ignored() -> None:
    values = holding(np.nan, (0, 1), (2, 2))
    mask = np.ones(values.shape, bool)
    mask[0, 1] = False
    with pytest.raises(DataError, match="nan at row 3, column 3"):
        ppm.statistics(values, mask=mask)
    mask[2, 2] = False
    assert ppm.statistics(values, mask=mask).observed == 10


def test_the_first_value_that_is_not_whole_is_found() -> None:
    values = np.arange(12.0).reshape(3, 4) % 5
    values[2, 1] = values[1, 3] = 0.5
    for form in (np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_array):
        found = ppm.statistics(form(values))
        assert (found.integral, found.first_non_integral) == (False, (1, 3))
    mask = np.ones(values.shape, bool)
    mask[1, 3] = False
    assert ppm.statistics(values, mask=mask).first_non_integral == (2, 1)
    mask[2, 1] = False
    assert ppm.statistics(values, mask=mask).integral


def test_words_for_zeros_and_masks_of_sparse_data() -> None:
    with pytest.raises(DataError, match="zeros='absent'; expected zeros='observed' or zeros="):
        ppm.statistics(FINE, zeros="absent")
    with pytest.raises(DataError, match="a mask together with a sparse matrix"):
        ppm.statistics(sparse.csr_array(FINE), mask=np.ones(FINE.shape, bool))


@pytest.mark.parametrize("seed", [1.0, "1", None, True, -1, 2**64])
def test_seeds_are_integers_of_64_bits(seed: Any) -> None:
    with pytest.raises(ParameterError, match=r"random_seed=.*expected an integer from 0 to 1844"):
        ppm.algorithm1(FINE, random_seed=seed)


@pytest.mark.parametrize("samples", [1, 0, 2.5, False])
def test_at_least_two_samples(samples: Any) -> None:
    with pytest.raises(ParameterError, match=r"samples=.*expected an integer from 2"):
        ppm.algorithm1(FINE, samples=samples, random_seed=1)


def test_samples_that_do_not_vary() -> None:
    values = np.zeros((1000, 1000))
    values[3, 4] = 1
    with pytest.raises(DataError, match="2 drawn pairs in which the entries do not vary"):
        ppm.algorithm1(values, samples=2, random_seed=1)
