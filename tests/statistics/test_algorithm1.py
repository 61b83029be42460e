"""Algorithm 1 draws what the paper says, and goes where the derivation says."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from symppm.errors import DataError, ParameterError
from symppm.statistics.algorithm1 import algorithm1, pearson_limit

SAMPLES = 200_000


@pytest.fixture(scope="module")
def values() -> NDArray[np.float64]:
    rng = np.random.default_rng(11)
    return rng.gamma(2, 1, (7, 1)) * rng.gamma(3, 1, (1, 9)) + rng.normal(size=(7, 9))


def pairs_in_rows(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Every ordered pair of different entries of a row, shape (pairs, 2)."""
    chosen = list(itertools.permutations(range(values.shape[1]), 2))
    return np.concatenate([values[:, list(pair)] for pair in chosen])


def test_the_limit_is_pearson_over_all_pairs(values: NDArray[np.float64]) -> None:
    found = pearson_limit(values)
    for rho, of in ((found.rho_row, values), (found.rho_col, values.T)):
        assert rho == pytest.approx(np.corrcoef(pairs_in_rows(of).T)[0, 1], abs=1e-14)
    assert found.samples is None
    moved = pearson_limit(values + 1e6)
    # Adding 1e6 rounds each entry by up to 6e-11, and the correlation by no more than that.
    assert moved.rho_row == pytest.approx(found.rho_row, abs=1e-10)


def test_the_samples_converge_to_the_limit(values: NDArray[np.float64]) -> None:
    # With a large last row and column, pairs that are not all equally likely lead elsewhere.
    values = values * np.outer([1.0] * 6 + [20.0], [1.0] * 8 + [20.0])
    found, limit = algorithm1(values, samples=SAMPLES, random_seed=5), pearson_limit(values)
    for name, of in (("rho_row", values), ("rho_col", values.T)):
        rho = getattr(limit, name)
        x, y = (pairs_in_rows(of) - values.mean()).T / values.std()
        # The influence of one pair on a correlation; five standard errors is one in two million.
        influence = x * y - rho * (x**2 + y**2) / 2
        assert abs(getattr(found, name) - rho) < 5 * influence.std() / np.sqrt(SAMPLES)


def test_the_same_seed_gives_the_same_bytes_whatever_the_storage() -> None:
    counts = np.random.default_rng(12).poisson(0.7, (40, 60))
    expected = algorithm1(counts, samples=1000, random_seed=2**64 - 1)
    # The global generator must not matter, nor be touched.
    np.random.seed(1)
    before = np.random.get_state()[1].copy()
    forms = np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_array, sparse.coo_array
    for form in forms:
        # A small seed first: numba would then read a large one as it reads small ones.
        assert algorithm1(form(counts), samples=40, random_seed=1).samples == 40
        assert algorithm1(form(counts), samples=1000, random_seed=2**64 - 1) == expected
    np.testing.assert_array_equal(np.random.get_state()[1], before)
    assert algorithm1(counts, samples=1000, random_seed=0) != expected


def test_gaps_are_refused() -> None:
    data = np.ma.masked_array(np.arange(30.0).reshape(5, 6), mask=np.eye(5, 6, dtype=bool))
    with pytest.raises(DataError, match="data with missing entries"):
        algorithm1(data, samples=100, random_seed=1)


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
            algorithm1(np.eye(3, 4), **{"random_seed": 1, name: value})


def test_samples_that_do_not_vary() -> None:
    values = np.zeros((1000, 1000))
    values[3, 4] = 1
    with pytest.raises(DataError, match="2 drawn pairs in which the entries do not vary"):
        algorithm1(values, samples=2, random_seed=1)
