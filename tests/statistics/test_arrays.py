"""Statistics of arrays with more than two axes, against all pairs written out."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from symppm.errors import DataError, NotBuiltError, TargetError
from symppm.statistics.arrays import array_statistics

NAMES = ("row", "col", "slice", "batch")


def by_all_pairs(values: NDArray[np.int64]) -> dict[tuple[str, ...], Fraction]:
    """Mean product of each kind of pair less that of pairs sharing nothing, by enumeration."""
    found: dict[tuple[str, ...], list[int]] = {}
    places = list(np.ndindex(values.shape))
    for e, f in itertools.product(places, repeat=2):
        shared = tuple(name for name, x, y in zip(NAMES, e, f, strict=False) if x == y)
        found.setdefault(shared, []).append(int(values[e]) * int(values[f]))
    means = {shared: Fraction(sum(some), len(some)) for shared, some in found.items()}
    return {shared: mean - means[()] for shared, mean in means.items() if shared}


@pytest.mark.parametrize("shape", [(5,), (3, 4), (2, 2, 2), (3, 2, 4), (4, 3, 2), (2, 3, 2, 3)])
def test_all_pairs(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(2)
    values = rng.integers(-9, 10, shape)
    # Common effects keep the estimated variance away from zero.
    values += rng.integers(-20, 21, (shape[0], *(1 for _ in shape[1:])))
    axes = NAMES[: len(shape)]
    expected = by_all_pairs(values)
    variance = expected.pop(axes)
    assert variance > 0
    found = array_statistics(values, axes)
    # Fewer than 36**2 products of numbers below 30, each rounded a few times.
    bound = 36**2 * 900 * np.finfo(float).eps
    assert found.mean == pytest.approx(float(Fraction(int(values.sum()), values.size)), abs=1e-13)
    assert abs(found.variance - float(variance)) < bound
    assert set(found.covariances) == set(expected) == set(found.correlations)
    for shared, value in expected.items():
        assert abs(found.covariances[shared] - float(value)) < bound
        assert found.correlations[shared] == found.covariances[shared] / found.variance
    assert (found.shape, found.observed, found.axes) == (shape, values.size, axes)
    assert (found.minimum, found.maximum) == (values.min(), values.max())
    assert found.integral
    assert found.first_non_integral is None
    with pytest.raises(TargetError, match="named 'rho_rwo'"):
        found.target("rho_rwo")


@pytest.mark.parametrize("store", [
    lambda x: x.tolist(), np.asfortranarray, lambda x: x.astype(np.uint8),
    lambda x: x.astype(">f4"), np.ma.masked_array, lambda x: x[::-1, :, ::-1][::-1, :, ::-1],
])  # fmt: skip
def test_storage_does_not_matter(store: Any) -> None:
    values = np.random.default_rng(2).poisson(3.0, (6, 5, 4))
    one, other = (array_statistics(each, NAMES[:3]) for each in (values, store(values)))
    assert other.targets() == pytest.approx(one.targets(), rel=1e-12, abs=1e-12)
    assert other.integral


FINE = np.arange(24.0).reshape(2, 3, 4) ** 2


def holding(value: float) -> NDArray[np.float64]:
    values = FINE.copy()
    values[1, 2, 0] = value
    return values


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (FINE[0], r"2 dimensions, shape \(3, 4\); expected 3 dimensions: row, col, slice"),
        (FINE[:, :1], "length 1 along col"),
        (FINE[:, :, :0], "length 0 along slice"),
        (holding(np.nan), "nan at row 2, col 3, slice 1;"),
        (holding(-np.inf), "-inf at row 2, col 3, slice 1;"),
        (FINE * 1e200, "squares overflow"),
        (np.full((2, 3, 4), 7), "an array whose values are all 7"),
        (np.zeros((2, 3, 4)), "an array of zeros"),
        (FINE + 1j, "values of type complex128"),
        ([[[1, 2], [3]], [[1, 2], [3, 4]]], "NumPy cannot read"),
        (np.where(np.indices((2, 2, 2)).sum(axis=0) % 3 == 0, 1, 0), "variance is not positive"),
    ],
)
def test_data_that_cannot_be_measured(data: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        array_statistics(data, NAMES[:3])


@pytest.mark.parametrize("axes", [(), ("row", "row", "col"), "row", ["row", "col", "slice"], (1,)])
def test_axes_that_are_none(axes: Any) -> None:
    with pytest.raises(DataError, match="axes="):
        array_statistics(FINE, axes)


def test_gaps_are_not_built() -> None:
    mask = np.ones(FINE.shape, bool)
    assert array_statistics(FINE, NAMES[:3], mask=mask).observed == 24
    mask[0, 1, 2] = False
    for options in ({"mask": mask}, {"zeros": "missing"}):
        with pytest.raises(NotBuiltError, match=r"1 entries that are not observed"):
            array_statistics(FINE, NAMES[:3], **options)
    with pytest.raises(NotBuiltError, match="1 entries that are not observed"):
        array_statistics(np.ma.masked_array(FINE, ~mask), NAMES[:3])
    with pytest.raises(NotBuiltError, match="sparse data along row, col"):
        array_statistics(sparse.csr_array(FINE[0]), NAMES[:2])
    with pytest.raises(DataError, match="a mask of type float64"):
        array_statistics(FINE, NAMES[:3], mask=np.ones(FINE.shape))
    with pytest.raises(DataError, match="zeros='absent'"):
        array_statistics(FINE, NAMES[:3], zeros="absent")
