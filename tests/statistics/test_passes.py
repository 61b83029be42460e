"""Passes by NumPy and compiled ones find the same, in however many blocks and threads."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import symppm as ppm
from symppm.statistics import passes
from symppm.statistics.passes import COMPLETE, PARTIAL, Lines, Products, Sums, Weights

KERNELS = {
    "complete": (passes.add_complete, passes.multiply_complete),
    "zeros": (passes.add_stored, passes.multiply_stored),
    "missing": (passes.add_stored, passes.multiply_stored),
}


def lines_of(form: str, dtype: str, shape: tuple[int, int], seed: int) -> Lines:
    """Make a matrix, one row of which is empty if it is sparse."""
    rng = np.random.default_rng(seed)
    values = rng.gamma(1.0, 3.0, shape).astype(dtype)
    if form == "complete":
        return Lines(values)
    seen = rng.random(shape) < 0.6
    seen[seed % shape[0]] = False
    stored = sparse.csr_array((values[seen], seen.nonzero()), shape=shape)
    return Lines(stored.data, None, stored.indptr, stored.indices, form == "missing")


def taken(
    form: str, lines: Lines, columns: int, blocks: int, center: float, *, machine: bool
) -> list[Any]:
    """Take both passes by NumPy or compiled."""
    count = PARTIAL if lines.partial else COMPLETE
    sums = Sums(
        np.zeros((2, lines.rows)), np.zeros((blocks, 3 if lines.partial else 1, columns)),
        np.zeros((blocks, 4)),
    )  # fmt: skip
    rng = np.random.default_rng(1)
    weights = Weights(*(rng.random(n) for n in (lines.rows, lines.rows, columns, columns)))
    products = Products(np.zeros((count, lines.rows)), np.zeros((blocks, count, columns)))
    add, multiply = (k.compiled if machine else k.uncompiled for k in KERNELS[form])
    add(*lines, center, lines.values.dtype.kind == "f", sums)
    multiply(*lines, center, weights, products)
    squares, low, high, whole = sums.facts.T
    facts = np.array([squares.sum(), low.min(), high.max(), whole.all()])
    rows = sums.rows if lines.partial else sums.rows[:1]
    return [rows, sums.columns.sum(0), facts, products.rows, products.columns.sum(0)]


def same(found: list[Any], expected: list[Any], tolerance: float) -> None:
    """Compare arrays, each about its own size."""
    for one, other in zip(found, expected, strict=True):
        finite = np.abs(other[np.isfinite(other)])
        np.testing.assert_allclose(
            one, other, rtol=tolerance, atol=tolerance * finite.max(initial=1.0)
        )


@settings(max_examples=60, deadline=None)
@given(
    form=st.sampled_from(sorted(KERNELS)),
    shape=st.sampled_from([(2, 5), (3, 2), (7, 6), (13, 600), (300, 700)]),
    seed=st.integers(0, 1000),
    blocks=st.sampled_from([1, 2, 3]),
)
def test_numpy_and_compiled_loops_agree(
    form: str, shape: tuple[int, int], seed: int, blocks: int
) -> None:
    lines, blocks = lines_of(form, "float64", shape, seed), min(blocks, shape[0])
    center = 0.0 if form == "zeros" else 2.5
    found = taken(form, lines, shape[1], blocks, center, machine=True)
    same(found, taken(form, lines, shape[1], blocks, center, machine=False), 1e-11)
    same(found, taken(form, lines, shape[1], 1, center, machine=False), 1e-11)


@pytest.mark.thorough
@pytest.mark.parametrize("dtype", ["float32", "uint8", "int64"])
@pytest.mark.parametrize("form", KERNELS)
def test_numpy_and_compiled_loops_agree_on_every_type(form: str, dtype: str) -> None:
    lines = lines_of(form, dtype, (300, 700), 5)
    center = 0.0 if form == "zeros" else 3.0
    found, expected = (
        taken(form, lines, 700, 2, center, machine=machine) for machine in (True, False)
    )
    same(found, expected, 1e-11)


@pytest.mark.parametrize("machine", [True, False])
def test_what_is_not_finite_spoils_the_sums(machine: bool) -> None:
    for bad in (np.nan, np.inf, -np.inf, 1e200):
        values = np.arange(30.0).reshape(5, 6)
        values[4, 3] = bad
        _, _, facts, *_ = taken("complete", Lines(values), 6, 2, 0.5, machine=machine)
        assert not np.isfinite(facts[0])


@pytest.mark.parametrize("form", ["dense", "mask", "csr", "csr, missing"])
def test_many_blocks_in_threads_give_what_one_gives(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(9)
    values = rng.normal(5, 1, (150, 90)) * rng.gamma(2, 1, (150, 1))
    thin = sparse.csr_array(np.where(rng.random(values.shape) < 0.3, values, 0))
    arguments: dict[str, Any] = {
        "dense": {"data": values},
        "mask": {"data": values, "mask": values > 3},
        "csr": {"data": thin},
        "csr, missing": {"data": thin, "zeros": "missing"},
    }[form]
    once = ppm.statistics(**arguments, intervals=True)
    monkeypatch.setattr(passes, "PARALLEL_ENTRIES", 1)
    monkeypatch.setattr(passes, "_STRIP_ENTRIES", 200)
    again = ppm.statistics(**arguments, intervals=True)
    assert (again.minimum, again.maximum) == (once.minimum, once.maximum)
    assert again.variance == pytest.approx(once.variance, rel=1e-13)
    assert once.deletions is not None
    assert again.deletions is not None
    for name in ("rows", "columns"):
        one, other = (getattr(found.deletions, name) for found in (once, again))
        np.testing.assert_allclose(other, one, rtol=1e-12, atol=1e-13 * once.variance)


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
    for threads in ("1", "2"):
        run = run_python("-c", CASES, env={"NUMBA_NUM_THREADS": threads})
        assert run.returncode == 0, run.stderr
        answers.append(run.stdout)
    assert answers[0].count("\n") == 4
    assert answers[0] == answers[1]


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
