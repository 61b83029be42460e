"""A kernel gives the same in all its forms, guards included, and is compiled only if that pays."""

from __future__ import annotations

import copy
import inspect
import math
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symppm.codegen import runtime, special
from symppm.codegen.load import load_generated, load_model, model_names
from symppm.codegen.runtime import Kernel, ScalarKernel, kernel
from symppm.statistics.rectangles import Pattern, sum_rectangles

_ODD = (0.0, -1.0, 1.0, 1e-300, 1e300, math.inf, math.nan)
_MODULES = (*model_names(), "estimators")
_COMPILED = (
    *("estimators", "pmf_gamma", "hpf_gamma", "ptf_gamma", "lda_asymmetric", "pmf_beta"),
    *("pmf_lognormal", "pmf_weibull", "pmf_halfnormal", "gmf_normal_normal", "pmf_dirichlet"),
    *("cpmf_gamma_binomial", "cpmf_gamma_negativebinomial"),
)
"""Every operation and function that generated code has is in one of these."""


@kernel
def add_one(x: float) -> float:
    return x + 1.0


@kernel
def product(x: float, y: float) -> float:
    return x * x * y


@kernel
def halves(x: float) -> tuple[float, float]:
    return x / 2.0, add_one(x)


def flat(returned: Any) -> list[Any]:
    """Return the numbers, or arrays, that a kernel returns as one list."""
    if isinstance(returned, tuple):
        return [inner for each in returned for inner in flat(each)]
    return [returned]


def points(function: ScalarKernel, count: int, seed: int) -> np.ndarray:
    """Draw arguments of all sizes and signs; some are zero, infinite or no number."""
    rng = np.random.default_rng(seed)
    shape = (len(inspect.signature(function).parameters), count)
    drawn = rng.lognormal(0, 1.5, shape) * np.where(rng.random(shape) < 0.1, -1.0, 1.0)
    return np.where(rng.random(shape) < 0.02, rng.choice(_ODD, shape), drawn)


def check_same(one: np.ndarray, two: np.ndarray, what: str) -> None:
    """Compare at 1e-12 of the largest result of a point: small ones may be differences of it."""
    one, two = (np.where(np.abs(each) < 1e100, each, math.nan) for each in (one, two))
    np.testing.assert_array_equal(np.isnan(one), np.isnan(two), err_msg=what)
    one, two = np.nan_to_num(one), np.nan_to_num(two)
    assert (np.abs(one - two) <= 1e-12 * np.abs(two).max(axis=0, initial=0.0)).all(), what


def check_forms(module: ModuleType, seed: int, count: int, *, compiled: bool) -> None:
    for name, function in vars(module).items():
        if not isinstance(function, ScalarKernel) or hasattr(special, name):
            continue
        at = points(function, count, seed)
        python = np.array([flat(function.uncompiled(*point)) for point in at.T], dtype=float).T
        with np.errstate(all="ignore"):
            arrays = [np.broadcast_to(each, count) for each in flat(function.arrays(*at))]
        check_same(
            np.array(arrays, dtype=float).reshape(-1, count), python, f"{module.__name__}.{name}"
        )
        if compiled:
            machine = [flat(function.compiled(*map(float, point))) for point in at.T]
            check_same(np.array(machine, dtype=float).T, python, f"{module.__name__}.{name}")
        if compiled and name == "solve":
            out, status = np.empty((len(python) - 1, count)), np.empty(count)
            function.batch.compiled(at, out, status)
            check_same(np.vstack([out, status]), python, f"{module.__name__}.{name}, many at once")


@pytest.mark.parametrize("name", _MODULES)
def test_python_and_numpy_agree(name: str) -> None:
    check_forms(load_generated(name), 1, 200, compiled=False)


@pytest.mark.thorough
@pytest.mark.parametrize("name", _COMPILED)
def test_compiled_code_agrees(name: str) -> None:
    check_forms(load_generated(name), 2, 200, compiled=True)


def test_a_division_by_zero_and_an_overflow_go_on() -> None:
    @kernel
    def quotient(x: float, y: float) -> float:
        return math.exp(x) / y

    for x, y in ((0.0, 0.0), (1.0, -0.0), (1000.0, 1.0), (1000.0, 0.0), (math.nan, 1.0)):
        np.testing.assert_equal(quotient.uncompiled(x, y), quotient.compiled(x, y))
    assert isinstance(quotient(0.0, 0.0), float)
    assert math.isnan(kernel(lambda x: math.pow(x, 0.5))(-2.0))


@settings(max_examples=20, deadline=None)
@given(x=st.integers(-(10**18), 10**18), y=st.integers(-(2**31), 2**31), small=st.booleans())
def test_integers_are_numbers_like_others(x: int, y: int, small: bool) -> None:
    given = (x, np.int32(y - (y == 2**31))) if small else (x, y)
    same = tuple(map(float, given))
    expected = product.uncompiled(*same)
    for form in (product, product.uncompiled, product.compiled):
        assert form(*given) == expected
    assert len(product.machine.overloads) == 1


def test_what_is_called_often_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "CALLS", 3)
    function = kernel(lambda x: x + 1.0)
    assert [function(float(n)) for n in range(3)] == [1.0, 2.0, 3.0]
    assert function._machine is None
    assert function(3.0) == 4.0
    assert function._machine is not None


@pytest.mark.thorough
def test_what_runs_over_much_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "ENTRIES", 100)
    function = kernel(halves.py_func)
    for size in (99, 100):
        out, given = np.zeros((2, size)), np.arange(size)
        function.batch(given[np.newaxis], out)
        assert (out == [given / 2, given + 1]).all()
        assert (function.batch._machine is not None) == (size >= 100)


@pytest.mark.parametrize("form", ["python", "compiled"])
def test_a_form_can_be_forced(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "_FORM", form)
    monkeypatch.setattr(runtime, "CALLS", 0)
    function = kernel(lambda x: 2.0 * x)
    assert function(2.0) == 4.0
    assert (function._machine is None) == (form == "python")


def test_threads_that_ask_first_all_get_an_answer() -> None:
    load = threading.Barrier(8)
    function = kernel(lambda x: x * x + 1.0)

    def ask(n: int) -> float:
        load.wait()
        return float(function.compiled(float(n)))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [n * n + 1.0 for n in range(8)]
    assert len(function.machine.overloads) == 1


def test_rectangles_are_compiled_where_that_saves_more_than_it_takes() -> None:
    def pays(rows: int, columns: int, share: float) -> bool:
        each, nothing = int(share * rows), np.empty(0, np.int64)
        turned = np.arange(columns + 1) * each
        pattern = Pattern(nothing, np.empty(columns * each, np.int8), turned, nothing, nothing,
                          nothing, np.empty((2, rows)), np.empty((2, columns)))  # fmt: skip
        return sum_rectangles.pays((pattern, None, None))

    assert [pays(5000, 4000, share) for share in (0.001, 0.01, 0.05, 0.24, 0.6)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert not any(pays(300, 300, share) for share in (0.01, 0.07, 0.2, 0.6))


def test_small_integers_do_not_overflow_in_batches() -> None:
    at = np.array([[9], [90], [1], [100], [1]])
    module = load_model("pmf_gamma")
    expected, found = np.empty((2, 4, 1))
    module.moments.batch(at.astype(float), expected)
    for kind in (np.int8, np.uint8, np.int16, np.int64):
        module.moments.batch(at.astype(kind), found)
        np.testing.assert_array_equal(found, expected)
    # K a c, and besides K a c (1 + a + c) of the latent part.
    assert expected[:2, 0] == pytest.approx([81_000, 81_000 + 81_000 * (1 + 90 + 100)])


def test_arguments_have_names() -> None:
    assert product(x=2.0, y=3.0) == product(2.0, y=3.0) == 12.0
    out = np.empty((2, 2))
    halves.batch(out=out, columns=np.array([[1, 255]], np.uint8))
    assert out.tolist() == [[0.5, 127.5], [2.0, 256.0]]
    with pytest.raises(TypeError):
        product(2.0, z=3.0)


@pytest.mark.parametrize(
    "function",
    [product, load_model("hpf_gamma").moments, sum_rectangles, halves.batch],
)
def test_kernels_are_pickled_and_copied_as_functions_are(function: Kernel) -> None:
    assert pickle.loads(pickle.dumps(function)) is function  # noqa: S301 - made here
    assert copy.copy(function) is function
    assert copy.deepcopy([function])[0] is function


@pytest.mark.thorough
def test_pickles_are_read_in_another_process_and_without_numba() -> None:
    stored = pickle.dumps(special.side)
    code = (
        "import pickle, sys, numpy as np, symppm as ppm; "
        f"print(pickle.loads({stored!r})(-2.0), "
        "ppm.statistics(np.arange(12.0).reshape(4, 3) % 5).mean, 'numba' in sys.modules)"
    )
    for form in ("auto", "compiled"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1", "SYMPPM_KERNELS": form},
        )  # fmt: skip
        mean = sum(n % 5 for n in range(12)) / 12
        assert done.stdout.split() == ["-1.0", repr(mean), "False"]
