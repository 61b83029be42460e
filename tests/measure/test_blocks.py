"""A matrix in blocks gives the numbers of the whole, and a large file stays on disk."""

from __future__ import annotations

import functools
import operator
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError
from symppm.measure import blocks
from symppm.measure.arrays import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.measure.many_axes import array_statistics
from symppm.statistics.exposures import measured_over

Block = DenseMatrix | SparseMatrix


@pytest.fixture(scope="module")
def counts() -> NDArray[np.int64]:
    rng = np.random.default_rng(1)
    return rng.poisson(rng.gamma(0.5, 2, (41, 3)) @ rng.gamma(0.5, 2, (3, 29)))


def cut(
    data: NDArray[Any], size: int, by_columns: bool, made: Callable[[NDArray[Any], int], Block]
) -> BlockMatrix:
    def some() -> Iterator[Block]:
        for start in range(0, data.shape[by_columns], size):
            part = slice(start, start + size)
            yield made(data[:, part] if by_columns else data[part], start)

    return BlockMatrix((data.shape[0], data.shape[1]), data.dtype, some, by_columns)


def alternating(part: NDArray[Any], start: int) -> Block:
    return DenseMatrix(part) if start % 2 else SparseMatrix(sparse.csc_array(part))


MADE: dict[str, Callable[[NDArray[Any], int], Block]] = {
    "dense": lambda part, _: DenseMatrix(part),
    "Fortran": lambda part, _: DenseMatrix(np.asfortranarray(part)),
    "csr": lambda part, _: SparseMatrix(sparse.csr_array(part)),
    "csc": lambda part, _: SparseMatrix(sparse.csc_array(part)),
    "dense and csc": alternating,
}
GAPS: dict[str, Callable[[NDArray[Any], int], Block]] = {
    "masked": lambda part, _: DenseMatrix(part, part != 0),
    "csr": lambda part, _: SparseMatrix(sparse.csr_array(part), absent_observed=False),
    "csc": lambda part, _: SparseMatrix(sparse.csc_array(part), absent_observed=False),
}


def same(found: ppm.Statistics, expected: ppm.Statistics) -> None:
    """Whole numbers are summed without rounding, so that nothing may differ at all."""
    assert found == expected
    assert found.deletions is not None
    assert expected.deletions is not None
    for one, other in (
        (found.deletions.rows, expected.deletions.rows),
        (found.deletions.columns, expected.deletions.columns),
    ):
        np.testing.assert_allclose(one, other, rtol=1e-13, atol=1e-13 * np.abs(other).max())


@pytest.mark.parametrize("size", [1, 7, 41])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize("made", MADE)
def test_blocks_of_a_complete_matrix(
    made: str, by_columns: bool, size: int, counts: NDArray[np.int64]
) -> None:
    expected = ppm.statistics(counts, intervals=True)
    same(ppm.statistics(cut(counts, size, by_columns, MADE[made]), intervals=True), expected)


@pytest.mark.parametrize("size", [1, 7, 41])
@pytest.mark.parametrize("by_columns", [False, True])
@pytest.mark.parametrize("made", GAPS)
def test_blocks_of_a_matrix_with_gaps(
    made: str, by_columns: bool, size: int, counts: NDArray[np.int64]
) -> None:
    expected = ppm.statistics(counts, zeros="missing", intervals=True)
    same(ppm.statistics(cut(counts, size, by_columns, GAPS[made]), intervals=True), expected)
    plain = cut(counts, size, by_columns, MADE["dense" if made == "masked" else made])
    same(ppm.statistics(plain, zeros="missing", intervals=True), expected)


def test_blocks_of_truth_values(counts: NDArray[np.int64]) -> None:
    truth = counts > 1
    expected = ppm.statistics(truth, intervals=True)
    for made in ("dense", "csr"):
        same(ppm.statistics(cut(truth, 7, False, MADE[made]), intervals=True), expected)


def test_some_blocks_have_gaps_and_others_not(counts: NDArray[np.int64]) -> None:
    mask = np.ones(counts.shape, bool)
    mask[7:14] = counts[7:14] > 1

    def made(part: NDArray[Any], start: int) -> Block:
        return DenseMatrix(part, part > 1) if start == 7 else alternating(part, start)

    expected = ppm.statistics(counts, mask=mask, intervals=True)
    same(ppm.statistics(cut(counts, 7, False, made), intervals=True), expected)
    same(ppm.statistics(cut(counts, 7, False, MADE["dense"]), mask=mask, intervals=True), expected)


def test_blocks_far_from_each_other_and_from_zero_do_not_cancel() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(size=(40, 30)) + rng.normal(size=(40, 1))
    values[:10] = 0.25
    # The first block does not tell where the rest is.
    moved = values + 1e8
    taken = moved - 1e8
    found = ppm.statistics(cut(moved, 10, False, MADE["dense"]))
    expected = ppm.statistics(taken)
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)
    assert found.rho_row == pytest.approx(expected.rho_row, rel=1e-10)
    assert found.rho_col == pytest.approx(expected.rho_col, abs=1e-12)
    empty_first = np.ones(moved.shape, bool)
    empty_first[:10] = False
    found = ppm.statistics(cut(moved, 10, False, MADE["dense"]), mask=empty_first)
    expected = ppm.statistics(taken[10:])
    assert found.variance == pytest.approx(expected.variance, rel=1e-12)


def test_places_in_messages_are_those_in_the_whole(counts: NDArray[np.int64]) -> None:
    values = counts.astype(float)
    values[23, 5] = values[20, 11] = 0.5
    for by_columns in (False, True):
        for kind in ("dense", "csr", "csc"):
            found = ppm.statistics(cut(values, 7, by_columns, MADE[kind]))
            assert found.first_non_integral == (20, 11)
    values[30, 2] = np.nan
    values[29, 20] = np.inf
    for by_columns in (False, True):
        with pytest.raises(DataError, match="inf at row 30, column 21"):
            ppm.statistics(cut(values, 7, by_columns, MADE["dense"]))


def test_what_cannot_be_done_with_blocks(counts: NDArray[np.int64]) -> None:
    some = cut(counts, 7, False, MADE["dense"])
    with pytest.raises(DataError, match="a matrix that is read in blocks"):
        ppm.algorithm1(some, samples=10, random_seed=1)
    with pytest.raises(DataError, match="a matrix that is read in blocks"):
        measured_over(some, np.ones(counts.shape[1]))
    with pytest.raises(DataError, match="a matrix that is read in blocks"):
        array_statistics(some, axes=("row", "col"))  # type: ignore[arg-type]
    with pytest.raises(DataError, match="a mask together with a sparse matrix"):
        ppm.statistics(cut(counts, 7, False, MADE["csr"]), mask=counts > 0)
    for shape in ((40, 29), (42, 29), (41, 28)):
        wrong = BlockMatrix(shape, counts.dtype, some.blocks)
        with pytest.raises(DataError, match=r"blocks that are no matrix of shape \(4"):
            ppm.statistics(wrong)
    with pytest.raises(DataError, match="a matrix with one row"):
        ppm.statistics(BlockMatrix((1, 29), counts.dtype, some.blocks))
    words = BlockMatrix(counts.shape, np.dtype("U3"), some.blocks)
    with pytest.raises(DataError, match="values of type <U3"):
        ppm.statistics(words)


@pytest.mark.parametrize(
    ("dtype", "order"), [("<i8", "C"), ("<i8", "F"), (">f8", "C"), ("<f2", "F"), ("|b1", "C")]
)
def test_a_large_mapped_file_is_read_in_blocks(
    dtype: str,
    order: Any,
    counts: NDArray[np.int64],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = np.asarray(counts % 100, dtype, order=order)
    np.save(tmp_path / "counts.npy", data)
    mapped = np.load(tmp_path / "counts.npy", mmap_mode="r")
    expected = ppm.statistics(data, intervals=True)
    assert not blocks.on_disk(mapped)
    monkeypatch.setattr(blocks, "_STREAMED_BYTES", 1)
    monkeypatch.setattr(blocks, "_BLOCK_BYTES", 1500)
    assert blocks.on_disk(mapped)
    same(ppm.statistics(mapped, intervals=True), expected)
    if dtype == "<i8":
        mask = counts < 5
        same(
            ppm.statistics(mapped, zeros="missing", mask=mask, intervals=True),
            ppm.statistics(data, zeros="missing", mask=mask, intervals=True),
        )
    # A part that lies in the file in one piece; and one that does not, which stays mapped.
    part = mapped[5:30] if order == "C" else mapped[:, 5:20]
    assert blocks.on_disk(part)
    same(ppm.statistics(part, intervals=True), ppm.statistics(np.array(part), intervals=True))
    assert not blocks.on_disk(mapped[::2, ::2])
    assert not blocks.on_disk(mapped + 1)
    assert not blocks.on_disk(np.load(tmp_path / "counts.npy", mmap_mode="c"))
    assert ppm.algorithm1(mapped, samples=50, random_seed=1) == ppm.algorithm1(
        data, samples=50, random_seed=1
    )


def test_a_mapped_file_that_has_become_shorter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.save(tmp_path / "x.npy", np.eye(30))
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r")
    monkeypatch.setattr(blocks, "_STREAMED_BYTES", 1)
    with (tmp_path / "x.npy").open("r+b") as file:
        file.truncate(2000)
    with pytest.raises(DataError, match=r"x\.npy, which has become shorter than the array"):
        ppm.statistics(mapped)


def test_a_map_outlives_the_name_of_its_file(
    counts: NDArray[np.int64], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, other = tmp_path / "x.npy", tmp_path / "y.npy"
    np.save(name, counts)
    np.save(other, counts + 7)
    mapped = np.load(name, mmap_mode="r")
    expected = ppm.statistics(counts, intervals=True)
    monkeypatch.setattr(blocks, "_STREAMED_BYTES", 1)
    monkeypatch.setattr(blocks, "_BLOCK_BYTES", 1500)
    other.replace(name)
    same(ppm.statistics(mapped, intervals=True), expected)
    name.unlink()
    same(ppm.statistics(mapped, intervals=True), expected)


def test_what_is_written_to_a_map_is_measured(
    counts: NDArray[np.int64], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np.save(tmp_path / "x.npy", counts)
    mapped = np.load(tmp_path / "x.npy", mmap_mode="r+")
    monkeypatch.setattr(blocks, "_STREAMED_BYTES", 1)
    mapped[2, 3] = 99
    ppm.statistics(mapped)
    mapped[-1, -1] = 77
    expected = counts.copy()
    expected[2, 3], expected[-1, -1] = 99, 77
    same(ppm.statistics(mapped, intervals=True), ppm.statistics(expected, intervals=True))


MEASURE = """
import resource, sys
import numpy as np
from symppm.statistics.moments import statistics
order = sys.argv[2]
small = np.random.default_rng(1).normal(size=(1200, 1000))
statistics(np.asarray(small, order=order), intervals=True)
values = np.load(sys.argv[1], mmap_mode="r")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = statistics(values, intervals=True)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(after - before, found.mean, found.variance)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("order", ["C", "F"])
def test_peak_memory_does_not_grow_with_the_file(
    order: str, tmp_path: Path, run_python: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    shape = (20_000, 2_000)
    name = tmp_path / "large.npy"
    values = np.lib.format.open_memmap(name, "w+", np.float64, shape, fortran_order=order == "F")
    rng = np.random.default_rng(3)
    lines = values.T if order == "F" else values
    for start in range(0, len(lines), 500):
        part = lines[start : start + 500]
        part[:] = rng.normal(size=part.shape)
    values.flush()
    found = run_python("-c", MEASURE, str(name), order)
    assert found.returncode == 0, found.stderr
    kibibytes, mean, variance = map(float, found.stdout.split())
    # The file has 312 MiB; a buffer of 16 MiB, sums of rows and columns, and estimates without
    # each of them are what is needed.
    assert kibibytes < 64 * 1024
    entries = functools.reduce(operator.mul, shape)
    assert abs(mean) < 5 / entries**0.5
    assert abs(variance - 1) < 5 * (2 / entries) ** 0.5
