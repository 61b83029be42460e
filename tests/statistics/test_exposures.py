"""Statistics of counts over their exposures: those of the quotients, and wrong exposures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from symppm.errors import DataError
from symppm.statistics.exposures import ExposedStatistics, measured_over
from symppm.statistics.moments import statistics

NAMES = ("mean", "variance", "cov_row", "cov_col", "rho_row", "rho_col")
COUNTS = np.random.default_rng(4).poisson(3.0, (7, 9))
GAMMA = np.linspace(0.25, 3.5, 9)
EXPOSURES = {
    "columns": GAMMA,
    "columns with an axis": GAMMA[None, :],
    "rows": np.linspace(0.5, 2, 7)[:, None],
    "all": np.random.default_rng(5).uniform(0.5, 2, (7, 9)),
    "one": 2.5,
    "integers": np.arange(1, 10),
}


def exposed_statistics(*arguments: Any, **options: Any) -> ExposedStatistics:
    return measured_over(*arguments, **options)[0]


def values_of(found: Any) -> list[float]:
    return [getattr(found, name) for name in NAMES]


@pytest.mark.parametrize("case", EXPOSURES)
def test_they_are_the_statistics_of_the_quotients(case: str) -> None:
    gamma = np.broadcast_to(EXPOSURES[case], COUNTS.shape)
    found = exposed_statistics(COUNTS, EXPOSURES[case])
    assert values_of(found) == pytest.approx(values_of(statistics(COUNTS / gamma)), rel=1e-13)
    assert found.mean_inverse_exposure == pytest.approx((1 / gamma).mean(), rel=1e-14)
    assert (found.shape, found.observed) == ((7, 9), 63)
    assert (found.minimum, found.maximum) == (COUNTS.min(), COUNTS.max())
    assert found.integral
    assert found.first_non_integral is None


@pytest.mark.parametrize("case", EXPOSURES)
@pytest.mark.parametrize("form", ["csr_array", "csc_array", "coo_matrix"])
@pytest.mark.parametrize("zeros", ["observed", "missing"])
def test_sparse_and_dense_agree(
    case: str, form: str, zeros: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = np.where(COUNTS > 3, COUNTS, 0)
    stored = getattr(sparse, form)(counts)
    dense = exposed_statistics(counts, EXPOSURES[case], zeros=zeros)

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a sparse matrix was made dense")

    for kind in (sparse.csr_array, sparse.csc_array):
        monkeypatch.setattr(kind, "toarray", forbidden)
    found = exposed_statistics(stored, EXPOSURES[case], zeros=zeros)
    assert values_of(found) == pytest.approx(values_of(dense), rel=1e-11)
    for name in ("shape", "observed", "minimum", "maximum", "integral"):
        assert getattr(found, name) == getattr(dense, name)
    assert found.mean_inverse_exposure == pytest.approx(dense.mean_inverse_exposure, rel=1e-14)


def test_a_mask_hides_entries_and_their_exposures() -> None:
    mask = np.random.default_rng(6).random(COUNTS.shape) < 0.7
    counts = np.where(mask, COUNTS.astype(float), np.nan)
    gamma = np.where(mask, np.random.default_rng(7).uniform(0.5, 2, COUNTS.shape), -np.inf)
    found = exposed_statistics(counts, gamma, mask=mask)
    expected = statistics(np.where(mask, COUNTS / gamma, 0.0), mask=mask)
    assert values_of(found) == pytest.approx(values_of(expected), rel=1e-12)
    assert found.mean_inverse_exposure == pytest.approx((1 / gamma[mask]).mean(), rel=1e-14)
    assert found.observed == mask.sum()


@pytest.mark.parametrize(
    ("exposure", "message"),
    [
        (np.ones(7), r"exposures of shape \(7,\) for a matrix of shape \(7, 9\).*\[:, None\]"),
        (np.ones(3), r"expected shape \(9,\) for columns, \(7, 1\) for rows or \(7, 9\)"),
        (np.ones((9, 7)), r"exposures of shape \(9, 7\)"),
        (np.ones((1, 7, 9)), r"exposures of shape \(1, 7, 9\)"),
        (np.where(np.arange(9) == 4, 0, 1), "the exposure 0 at row 1, column 5"),
        (np.where(np.arange(7) == 2, -1.5, 1)[:, None], r"exposure -1\.5 at row 3, column 1"),
        (np.full(9, np.nan), "the exposure nan at row 1, column 1"),
        (np.full(9, np.inf), "the exposure inf"),
        (np.full(9, 5e-324), "the exposure 4.94066e-324"),
        (["a"] * 9, "exposures of type <U1"),
        (np.ones(9, complex), "exposures of type complex128"),
        (np.full(9, 1e-300), "squares overflow"),
    ],
)
@pytest.mark.parametrize("store", [np.asarray, sparse.csr_array])
def test_exposures_that_are_wrong(exposure: Any, message: str, store: Any) -> None:
    with pytest.raises(DataError, match=message):
        exposed_statistics(store(COUNTS), exposure)


def test_only_observed_entries_need_exposures() -> None:
    gamma = np.ones((7, 9))
    gamma[5, 8] = gamma[6, 1] = 0
    for store in (np.asarray, sparse.csc_array, sparse.csr_array):
        kept = COUNTS.copy()
        kept[5, 8] = kept[6, 1] = 0
        assert exposed_statistics(store(kept), gamma, zeros="missing").mean_inverse_exposure == 1
        kept[5, 8] = kept[6, 1] = 2
        with pytest.raises(DataError, match="the exposure 0 at row 6, column 9"):
            exposed_statistics(store(kept), gamma, zeros="missing")


def test_data_that_are_wrong_are_named_in_their_own_units() -> None:
    counts = COUNTS.astype(float)
    counts[2, 3] = np.nan
    with pytest.raises(DataError, match="nan at row 3, column 4"):
        exposed_statistics(counts, GAMMA)
    counts[2, 3] = 1.5
    found = exposed_statistics(counts, np.full(9, 0.5))
    assert (found.integral, found.first_non_integral) == (False, (2, 3))
    with pytest.raises(DataError, match="divided by its exposures, whose values are all 2"):
        exposed_statistics(np.broadcast_to(2 * GAMMA, (7, 9)), GAMMA)
