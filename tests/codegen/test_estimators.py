"""The generated estimators: the derived formulas, guards that answer, honest draws."""

from __future__ import annotations

import inspect
from collections import Counter

import numpy as np
import pytest
import sympy

from symppm.codegen.estimators import CROSSINGS, POWER_SUMS
from symppm.codegen.load import load_generated
from symppm.codegen.runtime import OK
from symppm.data.matrix import read
from symppm.laws import pairs
from symppm.statistics.sums import margins_of

KERNELS = load_generated("estimators")


def test_arguments_are_the_fields_of_the_sums() -> None:
    names = tuple(inspect.signature(KERNELS.unbiased).parameters)
    assert names == POWER_SUMS + CROSSINGS
    assert tuple(inspect.signature(KERNELS.pearson_limit).parameters) == POWER_SUMS


# A matrix with gaps at four of twelve places, its sums written down by hand in exact numbers:
# [[1, 4, ., 2], [3, ., ., 5], [2, 2, 7, .]]
POWERS = (8, 9 + 4 + 9, 9 + 4 + 1 + 4, 26, 21 + 16 + 33, 18 + 12 + 7 + 14,
          49 + 64 + 121, 36 + 36 + 49 + 49, 1 + 16 + 4 + 9 + 25 + 4 + 4 + 49)  # fmt: skip
CROSS = (27 + 8 + 27, 3 * 7 + 2 * 5 + 3 * 6, 27 + 8 + 1 + 8)


def test_margins_are_summed_in_the_order_of_the_arguments() -> None:
    margins = margins_of(read([[1, 4, 0, 2], [3, 0, 0, 5], [2, 2, 7, 0]], "missing")).about(0.0)
    assert margins.powers() == (*POWERS, *CROSS)


def test_the_kernel_evaluates_the_derived_formulas() -> None:
    derived = pairs.unbiased()
    given = dict(zip(POWER_SUMS + CROSSINGS, (*POWERS, *CROSS), strict=True))
    values = {sympy.Symbol(name, real=True): sympy.Integer(v) for name, v in given.items()}
    axes = pairs.ROW_COL
    for (p, q), value in derived.couplings.items():
        values[pairs.coupling_symbol(p, q, axes)] = value.subs(values)
    for p, value in derived.contrasts.items():
        values[pairs.contrast_symbol(p, axes)] = value.subs(values)
    expected = {p: (n / derived.determinant).subs(values) for p, n in derived.numerators.items()}
    row, col, both = (expected[p] for p in pairs.patterns(axes)[1:])
    *found, status = KERNELS.unbiased(*map(float, given.values()))
    assert status == OK
    exact = [sympy.Rational(26, 8), both, row, col, row / both, col / both]
    # Fewer than 200 operations on numbers below 1000, and the determinant is above 0.28.
    np.testing.assert_allclose(found, [float(x) for x in exact], rtol=0, atol=1e-10)


ZEROS = (0.0,) * 6


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"count_row": 8.0}, 1),
        ({"count_col": 8.0}, 2),
        ({"count_row": 64.0, "count_col": 16.0}, 3),
        ({"power_row": 200.0, "power_col": 150.0, "power_row_col": 85.0}, 5),
    ],
)
def test_a_guard_that_fails_gives_its_number_and_zeros(
    changed: dict[str, float], status: int
) -> None:
    given = dict(zip(POWER_SUMS, map(float, POWERS), strict=True))
    found = KERNELS.unbiased(*{**given, **changed}.values(), *map(float, CROSS))
    assert found == (*ZEROS, status)


def star(size: int) -> tuple[float, ...]:
    """Sums for one full row and one full column of a large matrix, without their crossing."""
    arm = float(size)
    counts = (2 * arm, arm**2 + arm, arm**2 + arm)
    crossings = (arm**3 + arm, 2 * arm**2, arm**3 + arm)
    return (*counts, 0.0, 0.0, 0.0, 3 * arm, 2 * arm, 2 * arm, *crossings)


def test_places_that_do_not_tell_the_covariances_apart() -> None:
    assert KERNELS.unbiased(*star(1000))[-1] == OK
    assert KERNELS.unbiased(*star(10_000_000)) == (*ZEROS, 4)


def test_guards_of_the_limit() -> None:
    given = dict(zip(POWER_SUMS, map(float, POWERS), strict=True))
    for changed, status in (
        ({"count_row": 8.0}, 1),
        ({"count_col": 8.0}, 2),
        ({"power_row_col": 26.0**2 / 8}, 3),
    ):
        found = KERNELS.pearson_limit(*{**given, **changed}.values())
        assert found == (0.0, 0.0, status)


@pytest.mark.parametrize("bound", [1, 2, 3, 10])
def test_integers_below_a_bound_are_equally_likely(bound: int) -> None:
    draws, state = 8_000, np.uint64(99)
    counted: Counter[int] = Counter()
    for _ in range(draws):
        state, drawn = KERNELS._below(state, bound)
        state = np.uint64(state)
        counted[drawn] += 1
    assert set(counted) == set(range(bound))
    error = np.sqrt(draws * (1 / bound) * (1 - 1 / bound))
    assert all(abs(n - draws / bound) <= 5 * error for n in counted.values())


def test_outputs_that_would_tilt_the_draw_are_drawn_again() -> None:
    # With a bound of 3 * 2**61 the lowest quarter of the 64-bit outputs has to go, or the draws
    # below 2**62 would be twice as likely as the others.
    bound, draws, state = 3 * 2**61, 4000, np.uint64(7)
    low = rejected = 0
    for _ in range(draws):
        before = int(state)
        state, drawn = KERNELS._below(state, bound)
        steps = (int(state) - before) * pow(0x9E3779B97F4A7C15, -1, 2**64) % 2**64
        rejected += steps - 1
        state = np.uint64(state)
        assert 0 <= drawn < bound
        low += drawn < 2**61
    assert abs(low - draws / 3) < 5 * np.sqrt(draws * 2 / 9)
    # 2**64 is twice the bound and a third: the remainder 2**62 is a quarter of all outputs.
    assert abs(rejected - draws / 3) < 5 * np.sqrt(draws * 4 / 9)


def test_splitmix64_gives_its_published_sequence() -> None:
    # Seed 1234567: the first outputs of the reference implementation (Vigna, splitmix64.c); a
    # bound of 2**63 - 1 keeps them but for the remainder.
    state = np.uint64(1234567)
    for output in (6457827717110365317, 3203168211198807973, 9817491932198370423):
        state, drawn = KERNELS._below(state, 2**63 - 1)
        state = np.uint64(state)
        assert drawn == output % (2**63 - 1)
