"""From a declaration that nobody wrote to its kernels: every route to a moment gives the same.

For each drawn model the laws, counting and the checker of files agree; generated code, read as it
is, computes the derived moments exactly, in numba and in torch; run on floats, one by one and in
batches, it does so to rounding; and draws from the model agree within their error, whose false
alarms are rarer than one in 10,000 for a thousand moments.
"""

from __future__ import annotations

import contextlib
import random
import signal
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import sympy
from declarations import Declared, declarations
from hypothesis import HealthCheck, given, reject, seed, settings

from symppm.audit.derivations import check_counting, check_independent
from symppm.audit.generated import check_generated
from symppm.audit.reference import reference_of
from symppm.audit.simulation import check_simulation
from symppm.codegen.generate import GeneratedModel, generate
from symppm.codegen.load import load_source
from symppm.codegen.torch_module import torch_source
from symppm.errors import NoMomentError, NotBuiltError
from symppm.model.declaration import Declaration

EPSILON = 1e-12
POINTS = 4
LONGEST = 40
EVERY = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class TooLongError(BaseException):
    """No ``Exception``, which SymPy would take for its own."""


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Stop what takes longer; where there is no such signal, nothing does."""

    def stop(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def made(declaration: Declaration) -> GeneratedModel:
    """Generate a model's moments; models without a mean or variance, or not built, are refused.

    So are those whose variance takes minutes: what is drawn depends on the worker, and one in some
    hundreds holds up a whole run.
    """
    try:
        with at_most(LONGEST):
            return generate(declaration, "drawn", solved=False, proved=False)
    except (NoMomentError, NotBuiltError, TooLongError):
        reject()


def agree(model: Declared) -> None:
    declaration = model.declaration
    code = made(declaration)
    assert check_counting(code.derivations).failures == ()
    assert check_independent(code.record).failures == ()
    torch = None if declaration.known else torch_source(declaration, "drawn")
    read = check_generated(code.source, code.record, code.derivations, "drawn.py", torch)
    assert read.failures == ()
    floats_agree(code)
    assert check_simulation(code.derivations, draws=5_000).failures == ()


def floats_agree(code: GeneratedModel) -> None:
    name = f"drawn_{zlib.crc32(code.source.encode())}"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"{name}.py")
        file.write_text(code.source, "utf-8")
        run_on_floats(code, load_source(file, name))


def run_on_floats(code: GeneratedModel, module: ModuleType) -> None:
    reference, generator = reference_of(code.derivations), random.Random(code.source)
    drawn = [reference.point(generator) for _ in range(POINTS)]
    # Floats are rationals, too: the moments are exact there.
    points = [{key: sympy.Rational(float(value)) for key, value in at.items()} for at in drawn]
    due = [
        [float(value) for value in reference.moments(module.SPEC.targets, point).values()]
        for point in points
    ]
    columns = np.array([[float(value) for value in point.values()] for point in points]).T
    one_by_one = [module.moments.uncompiled(*column) for column in columns.T]
    np.testing.assert_allclose(one_by_one, due, rtol=EPSILON)
    batch = np.empty((len(module.SPEC.targets), POINTS))
    module.moments.batch.uncompiled(columns, batch)
    np.testing.assert_allclose(batch.T, one_by_one, rtol=EPSILON)


@settings(EVERY, max_examples=10)
@given(declarations())
def test_all_routes_to_the_moments_of_drawn_models_agree(model: Declared) -> None:
    agree(model)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_so_do_those_of_a_hundred_more(part: int) -> None:
    """Among them are two or more of each form of observation, and many of each prior."""
    twenty_five = settings(EVERY, derandomize=False, database=None, max_examples=25)
    seed(part)(twenty_five(given(declarations())(agree)))()
