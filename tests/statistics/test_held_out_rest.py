"""Setting rows and columns aside."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from scipy import stats

import symppm as ppm
from symppm.errors import ParameterError

DATA = np.arange(200).reshape(20, 10)


@pytest.mark.parametrize("form", [np.asarray, scipy.sparse.csr_array, scipy.sparse.csc_array,
                                  scipy.sparse.coo_array, scipy.sparse.lil_matrix])  # fmt: skip
def test_the_parts_share_neither_row_nor_column_and_stay_what_they_were(form):
    found = ppm.holdout(form(DATA), 0.3, random_seed=4)
    assert found.held_out.shape == (6, 3)
    for part, rows, columns in (
        (found.held_out, found.rows, found.columns),
        (found.rest, found.rest_rows, found.rest_columns),
    ):
        assert scipy.sparse.issparse(part) == (form is not np.asarray)
        # Entries tell where they were.
        dense = part.toarray() if scipy.sparse.issparse(part) else part
        assert (dense == rows[:, None] * 10 + columns).all()
    assert sorted([*found.rows, *found.rest_rows]) == list(range(20))
    assert sorted([*found.columns, *found.rest_columns]) == list(range(10))


def test_missing_entries_stay_missing():
    mask = DATA % 7 != 0
    found = ppm.holdout(DATA, 0.3, random_seed=4, mask=mask)
    assert (~found.rest.mask == mask[np.ix_(found.rest_rows, found.rest_columns)]).all()


@pytest.mark.thorough
def test_the_seed_makes_the_choice_and_every_row_is_chosen_as_often():
    times = np.zeros(20)
    for seed in range(2000):
        times[ppm.holdout(DATA, 0.2, random_seed=seed).rows] += 1
    assert stats.chisquare(times).pvalue > 1e-6
    one, same = (ppm.holdout(DATA, 0.2, random_seed=1) for _ in range(2))
    assert (one.held_out == same.held_out).all()


@pytest.mark.parametrize(
    ("name", "values"),
    [("rows", [0, 1, -0.1, 1.5, 0.001, 0.99, float("nan"), "half", None]),
     ("random_seed", [-1, 2**64, 1.5, None])],
)  # fmt: skip
def test_shares_and_seeds_that_cannot_be(name, values):
    for value in values:
        share, seed = (value, 0) if name == "rows" else (0.3, value)
        with pytest.raises(ParameterError, match=name):
            ppm.holdout(DATA, share, random_seed=seed)
