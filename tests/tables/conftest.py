"""Matrices as tables of triples, and statistics to be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

import symppm as ppm

NUMBERS = ("mean", "variance", "cov_row", "cov_col", "minimum", "maximum")
EXACT = ("shape", "observed", "integral")


@pytest.fixture
def counts() -> np.ndarray:
    """Counts of 23 rows and 17 columns, none of them empty, that vary by row and column."""
    rng = np.random.default_rng(5)
    theta, beta = rng.gamma(1.0, 1.5, (23, 4)), rng.gamma(1.0, 1.0, (4, 17))
    return rng.poisson(theta @ beta)


@pytest.fixture
def frame_of() -> Callable[..., pd.DataFrame]:
    """Write the entries of a matrix that are stored (by default those not zero) as triples."""

    def frame(matrix: Any, stored: np.ndarray | None = None) -> pd.DataFrame:
        rows, columns = np.nonzero(matrix if stored is None else stored)
        return pd.DataFrame({"user": rows, "item": columns, "count": matrix[rows, columns]})

    return frame


@pytest.fixture
def assert_same() -> Callable[..., None]:
    """Compare statistics, and what their intervals are made of, whatever the order of the rows."""

    def compare(found: ppm.Statistics, expected: ppm.Statistics, *, rel: float = 1e-12) -> None:
        for name in EXACT:
            assert getattr(found, name) == getattr(expected, name), name
        scale = {"cov_row": expected.variance, "cov_col": expected.variance}
        for name in NUMBERS:
            value = getattr(expected, name)
            near = pytest.approx(value, rel=rel, abs=rel * scale.get(name, 0.0))
            assert getattr(found, name) == near, name
        for name in ("rho_row", "rho_col"):
            assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=rel)
        assert (found.deletions is None) == (expected.deletions is None)
        if found.deletions is None or expected.deletions is None:
            return
        for ours, theirs in (
            (found.deletions.rows, expected.deletions.rows),
            (found.deletions.columns, expected.deletions.columns),
        ):
            assert ours.shape == theirs.shape
            size = np.nan_to_num(np.abs(theirs)).max(axis=0)
            for n in range(theirs.shape[1]):
                one, other = np.sort(ours[:, n]), np.sort(theirs[:, n])
                assert one == pytest.approx(other, rel=rel, abs=rel * size[n] * 10, nan_ok=True)

    return compare


@pytest.fixture
def in_memory() -> Callable[..., ppm.Statistics]:
    """Measure a matrix by the route that reads it, absent entries as the caller says."""

    def measure(matrix: np.ndarray, stored: np.ndarray, zeros: str) -> ppm.Statistics:
        rows, columns = np.nonzero(stored)
        form = sparse.csr_array((matrix[rows, columns], (rows, columns)), shape=matrix.shape)
        return ppm.statistics(form, zeros=zeros, intervals=True)

    return measure
