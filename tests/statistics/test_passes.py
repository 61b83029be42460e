"""Passes by NumPy and compiled ones find the same, in however many blocks and threads."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from symppm.data.matrix import DenseMatrix, SparseMatrix
from symppm.statistics import passes
from symppm.statistics.passes import is_complete, swept, swept_ones

FORMS = ["complete", "mask", "zeros", "missing"]
TYPED = [("complete", "float32"), ("mask", "float32"), ("zeros", "uint8"), ("missing", "uint8")]
"""Each form with a type beside float64: where values are read, forms have one loop."""


def lines_of(form: str, dtype: str, shape: tuple[int, int], seed: int) -> Any:
    """Make a matrix, one row of which is empty if it is not complete."""
    rng = np.random.default_rng(seed)
    values = rng.gamma(1.0, 3.0, shape).astype(dtype)
    if form == "complete":
        return DenseMatrix(values)
    seen = rng.random(shape) < 0.6
    seen[seed % shape[0]] = False
    seen[(seed + 1) % shape[0], 0] = True  # of nothing, no fact is asked
    if form == "mask":
        hidden = np.nan if values.dtype.kind == "f" else 99
        return DenseMatrix(np.where(seen, values, np.array(hidden, dtype)), seen)
    return SparseMatrix(sparse.csr_array((values[seen], seen.nonzero()), shape), form == "zeros")


def taken(lines: Any, blocks: int, *, machine: bool) -> list[Any]:
    """Take passes with one vector and with two, by NumPy or compiled."""
    rng, found = np.random.default_rng(1), []
    take = passes.sweep.compiled if machine else passes.sweep.uncompiled
    center = 0.0 if isinstance(lines, SparseMatrix) and is_complete(lines) else 2.5
    with (
        mock.patch.object(passes, "sweep", take),
        mock.patch.object(passes, "_PARALLEL_ENTRIES", 0),
        mock.patch.object(passes, "_BLOCKS", blocks),
        mock.patch.object(passes, "_STRIP_ENTRIES", 200),
    ):
        for vectors in (1, 2):
            v, u = (rng.random((vectors, size)) for size in lines.shape[::-1])
            sums = swept(lines, center, [*v], [*u], look=True)
            low, high, whole = sums.facts.T
            found += [sums.along, sums.across, [low.min(), high.max(), whole.all()]]
    return found


@settings(max_examples=30, deadline=None)
@given(
    form=st.sampled_from(FORMS),
    shape=st.sampled_from([(2, 5), (3, 2), (7, 6), (3, 9000), (300, 700)]),
    seed=st.integers(0, 1000),
    blocks=st.integers(1, 3),
    dtype=st.just("float64"),
)
def test_numpy_and_compiled_loops_agree_in_any_number_of_blocks(
    form: str, shape: tuple[int, int], seed: int, blocks: int, dtype: str
) -> None:
    lines = lines_of(form, dtype, shape, seed)
    machine, expected = (taken(lines, blocks, machine=machine) for machine in (True, False))
    for one, other in zip(machine, expected, strict=True):
        size = np.abs(other)[np.isfinite(other)].max(initial=1.0)
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-11 * size)


@pytest.mark.thorough
@pytest.mark.parametrize(("form", "dtype"), TYPED)
def test_numpy_and_compiled_loops_agree_on_every_type(form: str, dtype: str) -> None:
    test = test_numpy_and_compiled_loops_agree_in_any_number_of_blocks
    test.hypothesis.inner_test(form, (300, 700), 5, 2, dtype)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", FORMS)
def test_a_pass_sums_the_products_and_squares_of_what_is_observed(form: str) -> None:
    lines, center = lines_of(form, "float64", (6, 9), 3), 0.0 if form == "zeros" else 2.0
    if isinstance(lines, SparseMatrix):
        dense, seen = lines.stored.toarray(), lines.stored.astype(bool).toarray()
    else:
        dense, seen = lines.values, lines.observed
    ones = np.ones((6, 9)) if is_complete(lines) else seen
    z = np.where(ones > 0, dense - center, 0)
    v, u = np.random.default_rng(0).random((2, 9)), np.random.default_rng(1).random((2, 6))
    sums, counted = swept(lines, center, [*v], [*u]), swept_ones(lines, [*v], [*u])
    np.testing.assert_allclose(sums.along, [*(z @ v.T).T, (z * z).sum(1)])
    np.testing.assert_allclose(sums.across, [*(u @ z), (z * z).sum(0)])
    np.testing.assert_allclose(counted[0], (ones @ v.T).T)
    np.testing.assert_allclose(counted[1], u @ ones)


@pytest.mark.parametrize("machine", [True, False])
def test_what_is_not_finite_spoils_the_sums(machine: bool) -> None:
    for bad in (np.nan, np.inf, -np.inf, 1e200):
        values = np.arange(30.0).reshape(5, 6)
        values[4, 3] = bad
        along, *_ = taken(DenseMatrix(values), 2, machine=machine)
        assert not np.isfinite(along[-1].sum())


CASES = """
import numpy as np
from scipy import sparse
import symppm as ppm
from symppm.statistics import passes
passes._COMPILED_ENTRIES = 1
rng = np.random.default_rng(8)
values = rng.gamma(1.0, 3.0, (1100, 1)) * rng.gamma(2.0, 1.0, (1, 1000))
values += rng.normal(size=values.shape)
thin = np.where(rng.random((2200, 1300)) < 0.4, 3.5, 0)
for found in (
    ppm.statistics(values, intervals=True),
    ppm.statistics(values, mask=values < 20, intervals=True),
    ppm.statistics(sparse.csr_array(thin), intervals=True),
    ppm.statistics(sparse.csr_array(thin * values.mean() + values.max()), intervals=True),
):
    print(found.mean, found.variance, found.rho_row, found.rho_col, end="")
    for table in (found.deletions.rows, found.deletions.columns):
        print("", *table[::50].ravel().tolist(), end="")
    print()
"""


@pytest.mark.thorough
def test_the_number_of_threads_makes_no_difference(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """In processes of their own: matrices of more than a million entries are summed in parallel."""
    answers = []
    # The first compiles: until that pays, NumPy sums in another order.
    for threads in ("2", "1", "2"):
        run = run_python("-c", CASES, env={"NUMBA_NUM_THREADS": threads})
        assert run.returncode == 0, run.stderr
        answers.append(run.stdout)
    assert answers[1].count("\n") == 4
    assert answers[1] == answers[2]


def test_small_data_load_no_compiler(
    run_python: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    run = run_python(
        "-c",
        "import sys, numpy as np, symppm as ppm\n"
        "values = np.random.default_rng(0).poisson(3.0, (900, 1200))\n"
        "ppm.statistics(values, intervals=True).interval()\n"
        "ppm.statistics(values, zeros='missing', intervals=True).interval()\n"
        "assert not {'numba', 'sympy', 'torch'} & set(sys.modules)\n",
    )
    assert run.returncode == 0, run.stderr
