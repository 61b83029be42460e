from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.data.door import read
from symppm.data.table import Table


@pytest.fixture
def read_bytes(here: Path) -> Callable[..., Table]:
    """Write a file in the current folder and read it with the options given."""

    def run(name: str, content: bytes | str, **options: Any) -> Table:
        data = content.encode() if isinstance(content, str) else content
        packed = gzip.compress(data) if name.endswith(".gz") else data
        Path(name).write_bytes(packed)
        table = read(name, **options)
        assert Path(name).read_bytes() == packed
        return table

    return run


@pytest.fixture
def dense() -> Callable[[Table], list[list[float]]]:
    """The values of a table as nested lists."""

    def run(table: Table) -> list[list[float]]:
        values = table.values
        plain: list[list[float]] = (
            values.toarray() if sparse.issparse(values) else values
        ).tolist()
        return plain

    return run


@pytest.fixture
def counts() -> np.ndarray:
    """Counts of 23 rows and 17 columns, none of them empty, that vary by row and column."""
    rng = np.random.default_rng(5)
    return rng.poisson(rng.gamma(1.0, 1.5, (23, 4)) @ rng.gamma(1.0, 1.0, (4, 17)))


@pytest.fixture
def assert_same() -> Callable[..., None]:
    """Compare statistics, and what their intervals are made of, whatever the order of the rows."""

    def compare(found: ppm.Statistics, expected: ppm.Statistics) -> None:
        for name in ("shape", "observed", "integral"):
            assert getattr(found, name) == getattr(expected, name), name
        for name in ("mean", "variance", "cov_row", "cov_col", "minimum", "maximum"):
            near = pytest.approx(getattr(expected, name), rel=1e-12, abs=1e-12 * expected.variance)
            assert getattr(found, name) == near, name
        if expected.deletions is not None:
            for axis in ("rows", "columns"):
                one, other = (
                    np.sort(getattr(x.deletions, axis), axis=0) for x in (found, expected)
                )
                size = np.nan_to_num(np.abs(other)).max(axis=0)
                assert np.allclose(one, other, rtol=1e-12, atol=1e-11 * size, equal_nan=True)

    return compare
