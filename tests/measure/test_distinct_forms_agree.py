"""Kernels of distinct entries: what NumPy makes is what is compiled."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from symppm.measure.arrays import DenseMatrix
from symppm.measure.distinct import gaps, gaps_kernels, randomised_kernels
from symppm.measure.distinct.gaps_centering import centering
from symppm.measure.distinct.residuals import residuals
from symppm.measure.distinct.stored_zeros import Compressed
from symppm.statistics.sums import margins_of

SIZES = [(6, 5, 0.9), (30, 40, 0.3), (90, 50, 0.15), (700, 900, 0.02), (300, 200, 1.0)]


def assert_equal(found: np.ndarray, other: np.ndarray) -> None:
    np.testing.assert_allclose(found, other, rtol=1e-11, atol=1e-11 * np.abs(other).max(initial=0))


def both_ways(shape: tuple[int, int], share: float) -> tuple[Compressed, Compressed]:
    rng = np.random.default_rng(shape)
    matrix = np.where(rng.random(shape) < share, rng.normal(1.0, 1.0, shape), 0.0)
    matrix[0] = matrix[:, 0] = 0.0
    lines = sparse.csr_array(matrix), sparse.csr_array(matrix.T)
    by_row, by_column = (Compressed(each.indptr, each.indices, each.data) for each in lines)
    return by_row, by_column


@pytest.mark.parametrize(("rows", "columns", "share"), SIZES)
def test_products_with_vectors(rows: int, columns: int, share: float) -> None:
    by_row, _ = both_ways((rows, columns), share)
    vectors = np.random.default_rng(1).normal(size=(columns, 7))
    found = [np.full((rows, 7), np.nan) for _ in range(2)]
    randomised_kernels.times.uncompiled(by_row, vectors, found[0])
    randomised_kernels.times.compiled(by_row, vectors, found[1])
    assert_equal(*found)


@pytest.mark.thorough
@pytest.mark.parametrize(("rows", "columns", "share"), SIZES)
def test_pairs_of_rows(rows: int, columns: int, share: float) -> None:
    by_row, by_column = both_ways((rows, columns), share)
    bounds = np.array([0, rows // 3, rows])
    found = [np.full(by_row.data.size, np.nan) for _ in range(2)]
    randomised_kernels.pairs_of_rows.uncompiled(by_row, by_column, bounds, found[0])
    randomised_kernels.pairs_of_rows.compiled(by_row, by_column, bounds, found[1])
    assert_equal(*found)


@pytest.mark.thorough
@pytest.mark.parametrize("filled", [False, True])
@pytest.mark.parametrize(("rows", "columns", "share"), SIZES)
def test_rectangles(
    rows: int, columns: int, share: float, filled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(rows)
    rate = rng.gamma(1.0, 1.0, (rows, 2)) @ rng.gamma(1.0, 1.0, (2, columns))
    matrix = DenseMatrix(rng.poisson(rate), rng.random(rate.shape) < share)
    left = residuals(matrix, margins_of(matrix))
    across, down = centering(left.rows, left.columns), centering(left.columns, left.rows)
    pattern = gaps._pattern(left, across, down)
    shares = 1 / left.row_counts, 1 / left.column_counts
    noise = gaps_kernels.Noise(
        across.constants, down.constants, across.left, down.left, *shares
    )  # fmt: skip
    sizes = shares[0].size, shares[1].size
    bounds = np.array([0, sizes[0] // 2, sizes[0]])
    found = [
        gaps_kernels.Found(np.zeros((2, sizes[0], 2)), np.zeros((2, sizes[1], 2)), np.zeros((2, 2)))
        for _ in range(2)
    ]
    monkeypatch.setattr(gaps_kernels, "_FILLED", 0.0 if filled else 2.0)
    gaps_kernels.over_rows.uncompiled(pattern, noise, bounds, found[0])
    gaps_kernels.over_rows.compiled(pattern, noise, bounds, found[1])
    for one, other in zip(*found, strict=True):
        assert_equal(one.sum(0), other.sum(0))
