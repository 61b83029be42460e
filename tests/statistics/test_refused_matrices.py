"""Every matrix that cannot be measured gets one clear error, and no warning before it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.statistics.moments import measured
from symppm.statistics.sums import Margins

FINE = np.arange(12.0).reshape(3, 4) ** 2


def test_unbiased_variances_may_be_none() -> None:
    with pytest.raises(DataError, match="variance is not positive"):
        ppm.statistics(np.eye(2))


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


@pytest.mark.parametrize(
    ("name", "values", "least"),
    [("random_seed", [1.0, "1", None, True, -1, 2**64], "0 to 1844"),
     ("samples", [1, 0, 2.5, False], "2")],
)  # fmt: skip
def test_seeds_and_samples_are_integers_of_64_bits(
    name: str, values: list[Any], least: str
) -> None:
    for value in values:
        with pytest.raises(ParameterError, match=rf"{name}=.*expected an integer from {least}"):
            ppm.algorithm1(FINE, **{"random_seed": 1, name: value})


def test_samples_that_do_not_vary() -> None:
    values = np.zeros((1000, 1000))
    values[3, 4] = 1
    with pytest.raises(DataError, match="2 drawn pairs in which the entries do not vary"):
        ppm.algorithm1(values, samples=2, random_seed=1)
