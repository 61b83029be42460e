"""Passes over a matrix by NumPy find what the compiled ones do.

Every type and layout is given to NumPy, and its values as float64 to the compiled form, which is
then compiled once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from symppm.measure import profiling, resampling
from symppm.measure.sources import Dense, Masked, Source, Stored

TYPES = ("float64", "float32", "uint8", "bool", "int64")
STORED = ("stored", "part")
FORMS = ("dense", "masked", *STORED)
LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "strided": lambda values: np.repeat(values, 2, axis=1)[::-1, ::2],
}
FIRST = 3


def matrix(form: str, dtype: str, layout: str, shape: tuple[int, int], seed: int) -> Source:
    """Make a matrix; with gaps it has an empty row, and NaN under its mask."""
    rng = np.random.default_rng(seed)
    values = rng.gamma(1.0, 3.0, shape)
    if dtype == "int64":
        values = 2.0**53 - values.round() * 4
    data = LAYOUTS[layout](values.astype(dtype))
    seen = rng.random(shape) < 0.6
    seen[FIRST % shape[0]] = False
    if form == "dense":
        return Dense(data)
    if form == "masked":
        if data.dtype.kind == "f":
            data[~seen] = np.nan
        return Masked(data, seen)
    rows, columns = np.nonzero(seen)
    stored = sparse.csr_array((data[seen], (rows, columns)), shape=shape)
    start = FIRST if form == "part" and shape[0] > FIRST else 0
    return Stored(stored.indptr[start:], stored.indices, stored.data)


def plain(source: Source) -> Source:
    """Return a matrix of the same values as float64, row after row."""
    if isinstance(source, Stored):
        return source._replace(data=source.data.astype(np.float64))
    return source._replace(values=np.ascontiguousarray(source.values, np.float64))


def lines_of(source: Source, columns: int) -> tuple[int, int]:
    """Return the shape of what is left of a matrix."""
    rows = source.indptr.size - 1 if isinstance(source, Stored) else len(source.values)
    return rows, columns


def entries_of(source: Source) -> Any:
    """Return the observed values."""
    if isinstance(source, Stored):
        return source.data
    return source.values if isinstance(source, Dense) else source.values[source.observed]


def center_of(source: Source, dtype: str) -> float:
    """Return a center as passes choose it: whole for whole numbers."""
    entries = entries_of(source)
    mean = float(entries.mean(dtype=np.float64)) if entries.size else 0.0
    return mean if dtype.startswith("float") else float(np.rint(mean))


def fill(kernel: Any, source: Source, numbers: tuple[Any, ...], *room: Any) -> list[list[Any]]:
    """Return what NumPy and the compiled form make of a matrix and copies of room for results."""
    rooms = [[type(each)(*(part.copy() for part in each)) for each in room] for _ in range(2)]
    kernel.uncompiled(source, *numbers, *rooms[0])
    kernel.compiled(plain(source), *numbers, *rooms[1])
    return rooms


def agree(kernel: Any, source: Source, numbers: tuple[Any, ...], *room: Any, exact: bool) -> None:
    """Compare what two forms fill in."""
    for found, expected in zip(*fill(kernel, source, numbers, *room), strict=True):
        same(found, expected, exact=exact)


def same(found: Any, expected: Any, *, exact: bool) -> None:
    """Compare arrays, each about its own size."""
    for one, other in zip(found, expected, strict=True):
        if exact:
            np.testing.assert_array_equal(one, other)
        else:
            finite = np.abs(other[np.isfinite(other)])
            np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-12 * finite.max(initial=1.0))


cases = given(
    st.sampled_from(FORMS), st.sampled_from(TYPES), st.sampled_from(sorted(LAYOUTS)),
    st.sampled_from([(2, 5), (7, 6), (300, 700)]), st.integers(0, 1000), st.sampled_from([1, 2]),
)  # fmt: skip
few = settings(max_examples=40, deadline=None)


def powers_of(rows: int, columns: int) -> profiling.Powers:
    """Return room for power sums and the largest squares."""
    return profiling.Powers(
        np.zeros((rows, profiling.POWERS)), np.zeros((columns, profiling.POWERS)),
        np.full(10, -1.0), np.zeros((10, 2), np.int64),
    )  # fmt: skip


@pytest.mark.thorough
@few
@cases
def test_profiles(form: str, dtype: str, layout: str, shape: Any, seed: int, blank: int) -> None:
    source = matrix(form, dtype, layout, shape, seed)
    rows, columns = lines_of(source, shape[1])
    mean = center_of(source, "float64")
    name = "stored" if isinstance(source, Stored) else form
    about = mean, 1.0 if dtype == "int64" else 0.5
    [found], [expected] = fill(
        getattr(profiling, f"{name}_powers"), source, (about,), powers_of(rows, columns)
    )
    same(found[:2], expected[:2], exact=False)
    same(found[2:], expected[2:], exact=True)
    sums = [np.column_stack([each, np.log(np.maximum(each[:, 0], 1.0))]) for each in found[:2]]
    room = profiling.Crossing(sums[0], sums[1], np.zeros((rows, 3)), np.zeros((columns, 3)))
    crossed = getattr(profiling, f"{name}_crossing")
    agree(crossed, source, ((mean, -0.7, blank == 2),), room, exact=False)


@pytest.mark.thorough
@few
@cases
def test_draws(form: str, dtype: str, layout: str, shape: Any, seed: int, groups: int) -> None:
    source = matrix(form, dtype, layout, shape, seed)
    rows, columns = lines_of(source, shape[1])
    center = center_of(source, dtype)
    rng = np.random.default_rng(seed)
    times = resampling.Times(
        *(rng.poisson(1.0, (groups, size, 5)).astype(float) for size in (rows, columns))
    )
    room = resampling.Resampled(
        np.zeros((groups, resampling.ACROSS, 5)), np.zeros((groups, columns, resampling.DOWN, 5))
    )
    exact = dtype in ("uint8", "bool")
    name = "stored" if isinstance(source, Stored) else form
    agree(getattr(resampling, f"{name}_rows"), source, (center, times), room, exact=exact)
    if name == "stored" and dtype != "int64":
        twice = np.stack([(times.columns**power).sum(1) for power in (1, 2)], axis=1)
        agree(resampling.zeros_rows, source, (center, times, twice), room, exact=exact)


@pytest.mark.thorough
@pytest.mark.parametrize("many", [1, 4, 30_000])
def test_of_equal_squares_the_first_are_kept(many: int) -> None:
    source = Dense(np.tile([1.0, -1.0, 2.0], (many, 1)))
    [found], [expected] = fill(profiling.dense_powers, source, ((0.0, 1.0),), powers_of(many, 3))
    same(found[2:], expected[2:], exact=True)
    assert found.places[0].tolist() == [0, 2]
