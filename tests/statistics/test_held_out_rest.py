"""Setting rows and columns aside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.sparse
from scipy import stats

import symppm as ppm
from symppm.errors import ParameterError

DATA = np.arange(200).reshape(20, 10)


def test_the_parts_share_neither_row_nor_column() -> None:
    found = ppm.holdout(DATA, 0.3, random_seed=4)
    assert found.held.shape == (6, 3)
    assert found.rest.shape == (14, 7)
    # Entries tell where they were.
    for part, rows, columns in (
        (found.held, found.rows, found.columns),
        (found.rest, found.rest_rows, found.rest_columns),
    ):
        assert (part == rows[:, None] * 10 + columns).all()
    assert sorted([*found.rows, *found.rest_rows]) == list(range(20))
    assert sorted([*found.columns, *found.rest_columns]) == list(range(10))


def test_the_seed_makes_the_choice() -> None:
    one, same, other = (ppm.holdout(DATA, 0.3, random_seed=n) for n in (1, 1, 2))
    assert one.rows.tolist() == same.rows.tolist()
    assert one.columns.tolist() == same.columns.tolist()
    assert [*one.rows, *one.columns] != [*other.rows, *other.columns]


@pytest.mark.parametrize("form", ["csr_array", "csc_array", "coo_array", "lil_matrix"])
def test_sparse_data_stay_sparse(form: str) -> None:
    dense = np.where(DATA % 3 == 0, DATA, 0)
    expected = ppm.holdout(dense, 0.3, random_seed=4)
    found = ppm.holdout(getattr(scipy.sparse, form)(dense), 0.3, random_seed=4)
    assert scipy.sparse.issparse(found.rest)
    assert (found.held.toarray() == expected.held).all()
    assert (found.rest.toarray() == expected.rest).all()


def test_gaps_stay_gaps() -> None:
    mask = DATA % 7 != 0
    found = ppm.holdout(DATA, 0.3, random_seed=4, mask=mask)
    assert (~found.rest.mask == mask[np.ix_(found.rest_rows, found.rest_columns)]).all()


def test_every_row_is_chosen_as_often() -> None:
    runs = 2000
    times = np.zeros(20)
    for seed in range(runs):
        times[ppm.holdout(DATA, 0.2, random_seed=seed).rows] += 1
    assert stats.chisquare(times).pvalue > 1e-6


@pytest.mark.parametrize("share", [0, 1, -0.1, 1.5, 0.001, 0.99, float("nan"), "half", None])
def test_shares_that_cannot_be(share: Any) -> None:
    with pytest.raises(ParameterError, match="rows"):
        ppm.holdout(DATA, share, random_seed=0)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None])
def test_seeds_that_cannot_be(seed: Any) -> None:
    with pytest.raises(ParameterError, match="random_seed"):
        ppm.holdout(DATA, 0.3, random_seed=seed)
