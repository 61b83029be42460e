"""The same numbers from every form of a matrix, and one clear error for what is none."""

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

FORMATS = ("lil", "dok", "bsr", "dia")
Counts = NDArray[np.int64]


def moments(found: ppm.Statistics) -> NDArray[np.float64]:
    return np.array([found.mean, found.variance, found.cov_row, found.cov_col])


def same(found: ppm.Statistics, expected: ppm.Statistics) -> None:
    np.testing.assert_allclose(moments(found), moments(expected), rtol=1e-12)
    for name in ("shape", "observed", "minimum", "maximum", "integral", "first_non_integral"):
        assert getattr(found, name) == getattr(expected, name), name


@pytest.fixture(scope="module")
def counts() -> Counts:
    rng = np.random.default_rng(3)
    return np.minimum(rng.poisson(rng.gamma(0.5, 2, (37, 3)) @ rng.gamma(0.5, 2, (3, 53))), 100)


class WithArray:
    def __init__(self, values: Counts) -> None:
        self.values = values

    def __array__(self, dtype: object = None, copy: object = None) -> Counts:
        return self.values


def strided(x: Counts) -> Counts:
    wide = np.full((2 * x.shape[0], 3 * x.shape[1]), -7)
    wide[::2, ::3] = x
    return wide[::2, ::3]


def stored_twice(x: Counts) -> sparse.coo_array:
    """Every entry in two parts of eight bits, whose sums may need more."""
    rows, columns = x.nonzero()
    parts = np.concatenate([x[rows, columns] - 100, np.full(rows.size, 100)]).astype(np.int8)
    return sparse.coo_array((parts, (np.tile(rows, 2), np.tile(columns, 2))), shape=x.shape)


def unsorted(x: Counts) -> sparse.csr_array:
    twice = stored_twice(x)
    order = np.lexsort((-twice.coords[1], twice.coords[0]))
    indptr = np.searchsorted(twice.coords[0][order], np.arange(x.shape[0] + 1))
    return sparse.csr_array((twice.data[order], twice.coords[1][order], indptr), shape=x.shape)


def all_stored(x: Counts) -> sparse.coo_array:
    return sparse.coo_array((x.ravel(), np.indices(x.shape).reshape(2, -1)), shape=x.shape)


FORMS: dict[str, Callable[[Counts], Any]] = {
    "list": lambda x: x.tolist(),
    "__array__": WithArray,
    "masked array": np.ma.MaskedArray,
    "big-endian": lambda x: x.astype(">i4"),
    "coo with duplicates": stored_twice,
    "csr unsorted with duplicates": unsorted,
    "csr with stored zeros": lambda x: all_stored(x).tocsr(),
    "csr_matrix": sparse.csr_matrix,
    **{f"{name}_array": lambda x, n=name: sparse.csr_array(x).asformat(n) for name in FORMATS},
}
"""Strides, types, CSR, CSC and COO are measured exactly in tests/statistics/test_truth.py."""


@pytest.mark.parametrize("form", FORMS)
def test_the_form_of_the_data_does_not_matter(form: str, counts: Counts) -> None:
    same(ppm.statistics(FORMS[form](counts)), ppm.statistics(counts))


def test_large_data_are_not_copied_and_none_are_written_to(counts: Counts, tmp_path: Path) -> None:
    for form in (sparse.csr_array, sparse.csc_array):
        given = form(counts)
        stored = read(given).stored  # type: ignore[union-attr]
        assert np.shares_memory(stored.data, given.data)
        assert np.shares_memory(stored.indices, given.indices)
    for array in (counts, counts.T, strided(counts), counts > 1):
        assert np.shares_memory(read(array).values, array)  # type: ignore[union-attr]
    frozen = counts.astype(float)
    frozen.flags.writeable = False
    same(ppm.statistics(frozen), ppm.statistics(counts))
    np.save(tmp_path / "counts.npy", counts)
    same(ppm.statistics(np.load(tmp_path / "counts.npy", mmap_mode="r")), ppm.statistics(counts))
    messy = unsorted(counts)
    before = [each.copy() for each in (messy.data, messy.indices, messy.indptr)]
    ppm.statistics(messy)
    for old, new in zip(before, (messy.data, messy.indices, messy.indptr), strict=True):
        np.testing.assert_array_equal(old, new)


def test_missing_zeros_and_what_masks_hide_are_gaps_together(counts: Counts) -> None:
    seen = np.random.default_rng(4).random(counts.shape) < 0.7
    expected = ppm.statistics(counts, mask=seen & (counts != 0))
    same(ppm.statistics(counts, zeros="missing", mask=seen), expected)
    same(ppm.statistics(np.ma.masked_equal(counts, 0), mask=seen), expected)
    expected = ppm.statistics(counts, mask=counts != 0)
    for name in FORMATS:
        stored = sparse.csr_array(counts).asformat(name)
        same(ppm.statistics(stored, zeros="missing"), expected)


def test_a_stored_zero_is_observed_when_zeros_are_missing() -> None:
    values = np.array([[0, 2, 5], [3, 0, 1], [4, 4, 0]])
    same(ppm.statistics(all_stored(values), zeros="missing"), ppm.statistics(values))


def test_values_that_are_not_whole_are_named() -> None:
    values = np.arange(12.0).reshape(3, 4) % 5
    values[2, 1] = values[1, 3] = 0.5
    for form in (np.asarray, np.asfortranarray, sparse.csr_array, sparse.csc_array):
        assert ppm.statistics(form(values)).first_non_integral == (1, 3)
    mask = np.ones(values.shape, bool)
    mask[1, 3] = False
    assert ppm.statistics(values, mask=mask).first_non_integral == (2, 1)


FINE = np.arange(12.0).reshape(3, 4) ** 2


def holding(value: float, *places: tuple[int, int]) -> NDArray[np.float64]:
    values = FINE.copy()
    for place in places:
        values[place] = value
    return values


NANS = holding(np.nan, (2, 1), (1, 3))


BAD: dict[str, tuple[Any, str]] = {
    "one dimension": ([1, 2, 3], r"1 dimensions, shape \(3,\); expected a matrix"),
    "a number": (3, r"0 dimensions"),
    "three dimensions": (np.ones((2, 3, 4)), r"3 dimensions, shape \(2, 3, 4\)"),
    "sparse vector": (sparse.coo_array([1, 0, 2]), r"1 dimensions"),
    "empty list": ([[]], r"an empty matrix, shape \(1, 0\)"),
    "text": ([["a", "b"], ["c", "d"]], "values of type <U1; expected real numbers"),
    "objects": (np.array([[1, None], [2, 3]]), "values of type object"),
    "complex": (FINE + 1j, "values of type complex128"),
    "sparse complex": (sparse.csr_array(FINE + 1j), "values of type complex128"),
    "dates": (np.zeros((2, 2), "M8[D]"), r"values of type datetime64\[D\]"),
    "both infinities": (holding(-np.inf, (0, 0)) + holding(np.inf, (2, 0)), "nan|-inf"),
    "float32 NaN": (holding(np.nan, (2, 0)).astype("f"), "nan at row 3, column 1"),
    "too large": (FINE * 1e200, "squares overflow"),
    "sparse too large": (sparse.csr_array(FINE * 1e200), "squares overflow"),
    "too small": (FINE * 1e-160, "squares of their distances lose their digits"),
    "zeros": (np.zeros((3, 4)), "a matrix of zeros; expected values that vary"),
    "sparse zeros": (sparse.csr_array((3, 4)), "a matrix of zeros"),
    "constant": (np.full((3, 4), 7), "values are all 7;"),
    "full sparse constant": (sparse.csr_array(np.full((3, 4), 7)), "values are all 7;"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_matrix_gets_one_error_and_no_warning(case: str) -> None:
    data, message = BAD[case]
    for measure in (
        ppm.statistics,
        ppm.cross_moments,
        ppm.pearson_limit,
        lambda x: ppm.algorithm1(x, random_seed=1),
    ):
        with pytest.raises(DataError, match=message) as caught:
            measure(data)
        assert caught.value.do.endswith(".")


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (np.ones((4, 3), bool), r"type bool and shape \(4, 3\); expected type bool and shape \(3"),
        (np.ones((3, 4)), r"a mask of type float64"),
        ([[True], [True, False]], "that NumPy cannot read"),
        (np.zeros((3, 4), bool), "without a single observed entry"),
    ],
)
def test_masks_have_the_shape_of_the_data_and_show_some(mask: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        ppm.statistics(FINE, mask=mask)


def test_a_nan_that_is_not_observed_is_ignored() -> None:
    with pytest.raises(DataError, match="nan at row 3, column 2"):
        ppm.statistics(NANS, mask=np.arange(12).reshape(3, 4) != 7)
    assert ppm.statistics(NANS, mask=~np.isnan(NANS)).observed == 10


def test_zeros_has_two_words_and_sparse_data_no_mask() -> None:
    with pytest.raises(DataError, match="zeros='absent'; expected zeros='observed' or zeros="):
        ppm.statistics(FINE, zeros="absent")
    with pytest.raises(DataError, match="a mask together with a sparse matrix"):
        ppm.statistics(sparse.csr_array(FINE), mask=np.ones(FINE.shape, bool))


Make = Callable[[NDArray[Any]], WholeMatrix]


def cut(data: NDArray[Any], size: int, by_columns: bool, made: Make) -> BlockMatrix:
    def some() -> Iterator[WholeMatrix]:
        for start in range(0, data.shape[by_columns], size):
            part = slice(start, start + size)
            yield made(data[:, part] if by_columns else data[part])

    return BlockMatrix((data.shape[0], data.shape[1]), data.dtype, some, by_columns)


MADE: dict[str, Make] = {
    "dense": DenseMatrix,
    "csr": lambda part: SparseMatrix(sparse.csr_array(part)),
    "csc": lambda part: SparseMatrix(sparse.csc_array(part)),
}


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
    for shape in ((36, 53), (38, 53), (37, 52)):
        with pytest.raises(DataError, match=r"blocks that are no matrix of shape \(3"):
            ppm.statistics(BlockMatrix(shape, counts.dtype, some.blocks))
    with pytest.raises(DataError, match="a matrix with one row"):
        read(BlockMatrix((1, 53), counts.dtype, some.blocks))
    with pytest.raises(DataError, match="values of type <U3"):
        read(BlockMatrix(counts.shape, np.dtype("U3"), some.blocks))
