"""However the same data are held, all cross-moments are the same, without each line too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from symppm.data.forms import BlockMatrix, DenseMatrix, SparseMatrix
from symppm.statistics import lowrank
from symppm.statistics.cross_moments import CrossMoments, cross_moments

BIG = 2**60


def blocks(y: Any, seen: Any, step: int, *, by_columns: bool) -> BlockMatrix:
    """Blocks, of complete data all but the first as CSC."""

    def parts() -> Iterator[DenseMatrix | SparseMatrix]:
        for start in range(0, y.shape[by_columns], step):
            some = (slice(None), slice(start, start + step))[:: 1 if by_columns else -1]
            if seen is None and start:
                yield SparseMatrix(sparse.csc_array(y[some]))
            else:
                yield DenseMatrix(y[some], None if seen is None else seen[some])

    return BlockMatrix(y.shape, y.dtype, parts, by_columns)


def stored(y: Any, seen: Any) -> Any:
    places = np.ones(y.shape, bool) if seen is None else seen
    return sparse.coo_array((y[places], places.nonzero()), shape=y.shape)


FORMS: dict[str, Callable[[Any, Any], dict[str, Any]]] = {
    "by columns": lambda y, seen: {"data": np.asfortranarray(y), "mask": seen},
    "float32": lambda y, seen: {"data": y.astype(np.float32), "mask": seen},
    "uint8": lambda y, seen: {"data": y.astype(np.uint8), "mask": seen},
    "blocks of rows": lambda y, seen: {"data": blocks(y, seen, 3, by_columns=False)},
    "blocks of columns": lambda y, seen: {"data": blocks(y, seen, 4, by_columns=True)},
    "where float64 loses digits": lambda y, seen: {"data": y + BIG, "mask": seen},
    "csr": lambda y, seen: {
        "data": stored(y, seen).tocsr(), "zeros": "observed" if seen is None else "missing",
    },
    "csc": lambda y, seen: {
        "data": stored(y, seen).tocsc(), "zeros": "observed" if seen is None else "missing",
    },
}  # fmt: skip


def assert_same(found: CrossMoments, truth: CrossMoments) -> None:
    for one, other in (
        (list(found.values.values())[1:], list(truth.values.values())[1:]),
        (found.rows[:, 1:], truth.rows[:, 1:]),
        (found.columns[:, 1:], truth.columns[:, 1:]),
    ):
        largest = np.nanmax(np.abs(np.atleast_2d(other)), axis=0)
        np.testing.assert_allclose(one / largest, other / largest, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 1000), share=st.sampled_from([0.1, 0.6]),
    gaps=st.booleans(), turned=st.booleans(),
)  # fmt: skip
def test_every_form_gives_what_a_dense_matrix_gives(
    form: str, seed: int, share: float, gaps: bool, turned: bool
) -> None:
    rng = np.random.default_rng(seed)
    y = (rng.random((16, 13)) < share) * rng.poisson(3, (16, 13)) + (np.arange(16)[:, None] < 2)
    y[5] = y[:, 7] = 0
    seen = rng.random(y.shape) < 0.85 if gaps else None
    y, seen = (y.T, seen if seen is None else seen.T) if turned else (y, seen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lowrank, "_STRIP", 40)
        truth = cross_moments(y.astype(float), mask=seen)
        found = cross_moments(**FORMS[form](y, seen))
    assert_same(found, truth)
    mean = found.values["mean"] - (BIG if "digits" in form else 0)
    assert mean == pytest.approx(truth.values["mean"], abs=200 if "digits" in form else 1e-12)
