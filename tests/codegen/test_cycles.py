"""Generated kernels of distinct entries: what was derived, at the guards and away from them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from symppm.codegen.load import load_generated
from symppm.laws.coincidences import (
    CYCLE,
    M,
    N,
    Pattern,
    connected,
    cumulant,
    distinct,
    name,
    patterns,
    uncentred,
)
from symppm.measure.distinct.types import THIRD_ORDER


def test_names_are_those_that_are_measured() -> None:
    module = load_generated("cycles")
    assert tuple(f"cumulant_{each}" for each in module.THIRD_CUMULANTS) == THIRD_ORDER
    assert tuple(name(each) for each in uncentred(4).patterns) == module.CYCLE_SUMS
    assert tuple(name(each) for each in patterns(3)) == module.THIRD_SUMS


@pytest.mark.parametrize("shape", [(4, 4), (4, 9), (50, 7), (20_000, 8_000)])
def test_the_cycle_is_what_was_derived(shape: tuple[int, int]) -> None:
    derived = uncentred(4)
    sums = [3, 19, 23, 101, 57]
    expected = Fraction(0)
    for summed, value in zip(derived.patterns, sums, strict=True):
        factor = derived.estimators[CYCLE, summed].subs({N: shape[0], M: shape[1]})
        expected += Fraction(int(factor.p), int(factor.q)) * value
    found, status = load_generated("cycles").cycle(*map(float, shape), *map(float, sums))
    assert status == 0
    np.testing.assert_allclose(found, float(expected), rtol=1e-12)


@pytest.mark.parametrize(("shape", "status"), [((3, 9), 1), ((9, 3), 2), ((1, 1), 1)])
def test_too_few_rows_or_columns_have_a_status(shape: tuple[int, int], status: int) -> None:
    module = load_generated("cycles")
    assert module.cycle(*map(float, shape), 1.0, 1.0, 1.0, 1.0, 1.0) == (0.0, status)
    out, found = np.empty(2), np.empty(2, np.int64)
    module.cycle_batch(*map(float, shape), np.ones((2, 5)), out, found)
    assert (found == status).all()


def third(sums: dict[Pattern, int], counts: dict[Pattern, int], wanted: Pattern) -> Fraction | None:
    total = Fraction(0)
    for pattern, factor in cumulant(wanted).items():
        tuples = sum(n * counts[each] for each, n in distinct(pattern).items())
        if tuples == 0:
            return None
        total += factor * Fraction(
            sum(n * sums[each] for each, n in distinct(pattern).items()), tuples
        )
    return total


@pytest.mark.parametrize("density", [1.0, 0.6, 0.25])
def test_third_cumulants_are_what_was_derived(density: float) -> None:
    rng = np.random.default_rng(4)
    observed = (rng.random((4, 5)) < density).astype(np.int64)
    y = observed * rng.integers(-4, 9, observed.shape)
    letters = "abcdef"

    def powers(x: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> dict[Pattern, int]:
        return {
            each: int(
                np.einsum(
                    ",".join(letters[r] + letters[3 + c] for r, c in zip(*each, strict=True))
                    + "->",
                    x, x, x,
                )
            )
            for each in patterns(3)
        }  # fmt: skip

    sums, counts = powers(y), powers(observed)
    out = np.empty((1, 6))
    load_generated("cycles").third_batch(
        np.array([list(sums.values())], float), np.array([list(counts.values())], float), out
    )
    wanted = {name(each): each for each in patterns(3) if connected(each)}
    for found, each in zip(out[0], load_generated("cycles").THIRD_CUMULANTS, strict=True):
        expected = third(sums, counts, wanted[each])
        if expected is None:
            assert np.isnan(found)
        else:
            np.testing.assert_allclose(found, float(expected), rtol=1e-10, atol=1e-10)
