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
from symppm.statistics.passes import SUMS, WHOLE, Swept, swept, swept_ones
from symppm.statistics.pieces import Lines

FORMS = {"complete": passes.sweep_complete, "zeros": passes.sweep_stored,
         "missing": passes.sweep_stored}  # fmt: skip
TYPES = ["float64", "float32", "uint8", "int64"]


def lines_of(form: str, dtype: str, shape: tuple[int, int], seed: int) -> Lines:
    """Make a matrix, one row of which is empty if it is sparse."""
    rng = np.random.default_rng(seed)
    values = rng.gamma(1.0, 3.0, shape).astype(dtype)
    if form == "complete":
        return Lines(values)
    seen = rng.random(shape) < 0.6
    seen[seed % shape[0]] = False
    stored = sparse.csr_array((values[seen], seen.nonzero()), shape=shape)
    return Lines(stored.data, None, stored.indptr, stored.indices, form == "zeros")


def taken(form: str, lines: Lines, columns: int, blocks: int, *, machine: bool) -> list[Any]:
    """Take passes with one vector and with two, by NumPy or compiled."""
    rng, found = np.random.default_rng(1), []
    center = 0.0 if form == "zeros" else 2.5
    for vectors, look in ((1, WHOLE), (2, SUMS)):
        sums = Swept(
            np.full((vectors + 1, lines.height), np.nan),
            np.zeros((blocks, vectors + 1, columns)),
            np.zeros((blocks, 3)),
        )
        v, u = (rng.random((vectors, size)) for size in (columns, lines.height))
        take = FORMS[form].compiled if machine else FORMS[form].uncompiled
        take(*lines[:4], center, look, v, u, sums)
        low, high, whole = sums.facts.T
        found += [sums.along, sums.across.sum(0)]
        if look:
            found.append([low.min(), high.max(), whole.all()])
    return found


@settings(max_examples=60, deadline=None)
@given(
    form=st.sampled_from(sorted(FORMS)),
    shape=st.sampled_from([(2, 5), (3, 2), (7, 6), (13, 600), (300, 700)]),
    seed=st.integers(0, 1000),
    blocks=st.sampled_from([1, 2, 3]),
    dtype=st.just("float64"),
)
def test_numpy_and_compiled_loops_agree(
    form: str, shape: tuple[int, int], seed: int, blocks: int, dtype: str
) -> None:
    lines, blocks = lines_of(form, dtype, shape, seed), min(blocks, shape[0])
    machine = taken(form, lines, shape[1], blocks, machine=True)
    for parts in {1, blocks}:
        expected = taken(form, lines, shape[1], parts, machine=False)
        for one, other in zip(machine, expected, strict=True):
            size = np.abs(other)[np.isfinite(other)].max(initial=1.0)
            np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-11 * size)


@pytest.mark.thorough
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("form", FORMS)
def test_numpy_and_compiled_loops_agree_on_every_type(form: str, dtype: str) -> None:
    test_numpy_and_compiled_loops_agree.hypothesis.inner_test(form, (300, 700), 5, 2, dtype)  # type: ignore[attr-defined]


@pytest.mark.parametrize("form", ["complete", "mask", "zeros", "missing"])
def test_a_pass_sums_the_products_and_squares_of_what_is_observed(form: str) -> None:
    rng = np.random.default_rng(3)
    seen = rng.random((6, 9)) < (1 if form == "complete" else 0.5)
    dense = np.where(seen, rng.normal(3, 1, seen.shape), 0.0)
    stored = sparse.csr_array((dense[seen], seen.nonzero()), shape=seen.shape)
    lines = {
        "complete": Lines(dense),
        "mask": Lines(np.where(seen, dense, np.nan), seen, complete=False),
        "zeros": Lines(stored.data, None, stored.indptr, stored.indices),
        "missing": Lines(stored.data, None, stored.indptr, stored.indices, complete=False),
    }[form]
    center = 0.0 if form == "zeros" else 2.0
    z, ones = np.where(seen, dense - center, 0), np.where(lines.complete, 1.0, seen)
    v, u = rng.random((2, 9)), rng.random((2, 6))
    for found, m in ((swept(lines, center, [*v], [*u]), z), (swept_ones(lines, [*v], [*u]), ones)):
        np.testing.assert_allclose(found[0], [*(m @ v.T).T, (m * m).sum(1)])
        np.testing.assert_allclose(found[1], [*(u @ m), (m * m).sum(0)])
    np.testing.assert_array_equal(lines.counts(9), ones.sum(1))


@pytest.mark.parametrize("machine", [True, False])
def test_what_is_not_finite_spoils_the_sums(machine: bool) -> None:
    for bad in (np.nan, np.inf, -np.inf, 1e200):
        values = np.arange(30.0).reshape(5, 6)
        values[4, 3] = bad
        along, *_ = taken("complete", Lines(values), 6, 2, machine=machine)
        assert not np.isfinite(along[-1].sum())


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
