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

from symppm.measure import crossing, kernels
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


def sums_of(rows: int, columns: int, blocks: int) -> tuple[kernels.Sums, kernels.Counts]:
    """Return room for sums and counts."""
    down = np.zeros((blocks, columns))
    return (
        kernels.Sums(np.zeros(rows), down, np.zeros((blocks, 4))),
        kernels.Counts(np.zeros(rows, np.int64), down.astype(np.int64), down.astype(np.int64)),
    )


@pytest.mark.thorough
@few
@cases
def test_sums(form: str, dtype: str, layout: str, shape: Any, seed: int, blocks: int) -> None:
    source = matrix(form, dtype, layout, shape, seed)
    sums, counts = sums_of(*lines_of(source, shape[1]), blocks)
    exact = not dtype.startswith("float")
    about = center_of(source, dtype), not exact
    if isinstance(source, Masked):
        agree(kernels.masked_blocks, source, about, sums, counts, exact=exact)
    elif isinstance(source, Stored):
        agree(kernels.stored_blocks, source, about, sums, exact=exact)
        agree(kernels.stored_counts_blocks, source, (), counts, exact=True)
    else:
        agree(kernels.dense_blocks, source, about, sums, exact=exact)


@pytest.mark.thorough
@few
@cases
def test_crossings(form: str, dtype: str, layout: str, shape: Any, seed: int, blocks: int) -> None:
    source = matrix(form, dtype, layout, shape, seed)
    rows, columns = lines_of(source, shape[1])
    rng = np.random.default_rng(seed)
    exact = not dtype.startswith("float")
    numbers = (rng.integers(-9, 99, size).astype(float) for size in (rows, rows, columns, columns))
    weights = crossing.Weights(*numbers)
    center = center_of(source, dtype)
    fields = crossing.COMPLETE_FIELDS if isinstance(source, Dense) else crossing.FIELDS
    room = crossing.Crossed(np.zeros((rows, fields)), np.zeros((blocks, columns, fields)))
    if isinstance(source, Dense):
        agree(crossing.dense_blocks, source, (center, weights), room, exact=exact)
        return
    masked = isinstance(source, Masked)
    blocked = crossing.masked_blocks if masked else crossing.stored_blocks
    agree(blocked, source, (center, weights), room, exact=exact)
    if not masked and dtype != "int64":
        two = crossing.Crossed(room.rows[:, :2], room.columns[:, :, :2])
        agree(crossing.zeros_blocks, source, (weights,), two, exact=exact)
    far = crossing.masked_far if masked else crossing.stored_far
    found = [(np.zeros(rows), np.zeros(columns)) for _ in range(2)]
    far.uncompiled(source, weights.row_counts, weights.column_counts, *found[0])
    far.compiled(plain(source), weights.row_counts, weights.column_counts, *found[1])
    same(*found, exact=True)


def test_values_that_are_not_finite_travel_through_both_forms() -> None:
    values = np.array([[np.nan, 1.0, 2.5], [np.inf, -3.0, 4.0], [0.0, 1e200, 7.0]])
    sums, _ = sums_of(3, 3, 1)
    agree(kernels.dense_blocks, Dense(values), (0.5, True), sums, exact=True)


@pytest.mark.thorough
def test_values_that_are_not_finite_travel_under_a_mask() -> None:
    values = np.array([[np.nan, 1.0, 2.5], [np.inf, -3.0, 4.0], [0.0, 1e200, 7.0]])
    sums, counts = sums_of(3, 3, 1)
    masked = Masked(values, np.ones_like(values, np.bool_))
    agree(kernels.masked_blocks, masked, (0.5, True), sums, counts, exact=True)
