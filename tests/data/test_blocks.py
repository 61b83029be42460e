"""A matrix in blocks, or in a mapped file, gives the numbers of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.data.matrix import BlockMatrix, DenseMatrix, SparseMatrix, WholeMatrix, read, read_array
from symppm.errors import DataError, NotBuiltError

Counts = NDArray[np.int64]
Make = Callable[[NDArray[Any], int], WholeMatrix]


@pytest.fixture(scope="module")
def counts() -> Counts:
    rng = np.random.default_rng(1)
    return rng.poisson(rng.gamma(0.5, 2, (41, 3)) @ rng.gamma(0.5, 2, (3, 29)))


def cut(data: NDArray[Any], size: int, by_columns: bool, made: Make) -> BlockMatrix:
    def some() -> Iterator[WholeMatrix]:
        for start in range(0, data.shape[by_columns], size):
            part = slice(start, start + size)
            yield made(data[:, part] if by_columns else data[part], start)

    return BlockMatrix((data.shape[0], data.shape[1]), data.dtype, some, by_columns)


MADE: dict[str, Make] = {
    "dense": lambda part, _: DenseMatrix(part),
    "Fortran": lambda part, _: DenseMatrix(np.asfortranarray(part)),
    "csr": lambda part, _: SparseMatrix(sparse.csr_array(part)),
    "csc": lambda part, _: SparseMatrix(sparse.csc_array(part)),
    "dense and csc": lambda part, start: MADE["dense" if start % 2 else "csc"](part, start),
}


def same(found: ppm.Statistics, expected: ppm.Statistics) -> None:
    """Whole numbers are summed without rounding, so that nothing may differ at all."""
    assert found == expected
    assert found.deletions is not None
    assert expected.deletions is not None
    for side in ("rows", "columns"):
        one, other = getattr(found.deletions, side), getattr(expected.deletions, side)
        np.testing.assert_allclose(one, other, rtol=1e-13, atol=1e-13 * np.abs(other).max())


@pytest.mark.parametrize("zeros", ["observed", "missing"])
@pytest.mark.parametrize("size", [1, 7, 41])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize("made", MADE)
def test_blocks_give_the_numbers_of_the_whole(
    made: str, by_columns: bool, size: int, zeros: str, counts: Counts
) -> None:
    expected = ppm.statistics(counts, zeros=zeros, intervals=True)
    blocks = cut(counts, size, by_columns, MADE[made])
    same(ppm.statistics(blocks, zeros=zeros, intervals=True), expected)
    if zeros == "observed":
        truth = cut(counts > 1, size, by_columns, MADE[made])
        assert ppm.statistics(truth) == ppm.statistics(counts > 1)


def test_entries_are_missing_by_a_mask_of_all_or_of_some_blocks(counts: Counts) -> None:
    mask = np.ones(counts.shape, bool)
    mask[7:14] = counts[7:14] > 1

    def some_masked(part: NDArray[Any], start: int) -> WholeMatrix:
        return DenseMatrix(part, part > 1) if start == 7 else MADE["dense and csc"](part, start)

    expected = ppm.statistics(counts, mask=mask, intervals=True)
    same(ppm.statistics(cut(counts, 7, False, some_masked), intervals=True), expected)
    for by_columns in (False, True):
        dense = cut(counts, 7, by_columns, MADE["dense"])
        same(ppm.statistics(dense, mask=mask, intervals=True), expected)


def test_blocks_far_from_each_other_and_from_zero_do_not_cancel() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=(40, 30)) + rng.normal(size=(40, 1))
    values[:10] = 0.25
    moved = values + 1e8  # of which the first block does not tell where the rest is
    taken = moved - 1e8
    seen = np.ones(moved.shape, bool)
    seen[:10] = False
    blocks = cut(moved, 10, False, MADE["dense"])
    for found, expected in (
        (ppm.statistics(blocks), ppm.statistics(taken)),
        (ppm.statistics(blocks, mask=seen), ppm.statistics(taken[10:])),
    ):
        assert found.variance == pytest.approx(expected.variance, rel=1e-12)
        assert found.rho_row == pytest.approx(expected.rho_row, rel=1e-10)
        assert found.rho_col == pytest.approx(expected.rho_col, abs=1e-12)


def test_places_in_messages_are_those_in_the_whole(counts: Counts) -> None:
    values = counts.astype(float)
    values[23, 5] = values[20, 11] = 0.5
    for by_columns in (False, True):
        for kind in ("dense", "csr", "csc"):
            found = ppm.statistics(cut(values, 7, by_columns, MADE[kind]))
            assert found.first_non_integral == (20, 11)
    values[30, 2], values[29, 20] = np.nan, np.inf
    for by_columns in (False, True):
        with pytest.raises(DataError, match="inf at row 30, column 21"):
            ppm.statistics(cut(values, 7, by_columns, MADE["dense"]))


def test_what_cannot_be_done_with_blocks(counts: Counts) -> None:
    some = cut(counts, 7, False, MADE["dense"])
    for measure in (
        lambda: ppm.algorithm1(some, samples=10, random_seed=1),
        lambda: ppm.holdout(some, random_seed=1),
    ):
        with pytest.raises(DataError, match="a matrix that is read in blocks"):
            measure()
    with pytest.raises(NotBuiltError, match="data in blocks along row, col"):
        read_array(some, ("row", "col"), "observed", None)  # type: ignore[arg-type]
    with pytest.raises(DataError, match="a mask together with a sparse matrix"):
        ppm.statistics(cut(counts, 7, False, MADE["csr"]), mask=counts > 0)
    for shape in ((40, 29), (42, 29), (41, 28)):
        with pytest.raises(DataError, match=r"blocks that are no matrix of shape \(4"):
            ppm.statistics(BlockMatrix(shape, counts.dtype, some.blocks))
    with pytest.raises(DataError, match="a matrix with one row"):
        read(BlockMatrix((1, 29), counts.dtype, some.blocks))
    with pytest.raises(DataError, match="values of type <U3"):
        read(BlockMatrix(counts.shape, np.dtype("U3"), some.blocks))


@pytest.mark.parametrize(
    ("dtype", "order"), [("<i8", "C"), ("<i8", "F"), (">f8", "C"), ("<f2", "F")]
)
def test_a_mapped_file_gives_the_numbers_of_the_array(
    dtype: str, order: Any, counts: Counts, tmp_path: Path
) -> None:
    data = np.asarray(counts % 100, dtype, order=order)
    np.save(tmp_path / "counts.npy", data)
    mapped = np.load(tmp_path / "counts.npy", mmap_mode="r")
    for one, other in ((mapped, data), (mapped[5:30, 5:20], data[5:30, 5:20])):
        same(ppm.statistics(one, intervals=True), ppm.statistics(other, intervals=True))
    if dtype == "<i8":
        assert np.shares_memory(read(mapped).values, mapped)  # type: ignore[union-attr]
