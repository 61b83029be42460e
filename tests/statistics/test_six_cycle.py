"""The mean product of walks of six, against the sum written out."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import sparse

from symppm.errors import DataError
from symppm.statistics.cycle import Cycle, six_cycle
from symppm.statistics.moments import examined


def measured(data: object, about: str = "zero", **how: object) -> Cycle:
    found = examined(
        data, how.get("zeros", "observed"), how.get("mask"), intervals=False, profile=False
    )  # type: ignore[arg-type]
    return six_cycle(found.matrix, found.margins, about=about)


def brute(y: np.ndarray, seen: np.ndarray) -> float:
    total = count = 0.0
    for i, t, s in itertools.permutations(range(y.shape[0]), 3):
        for j, k, m in itertools.permutations(range(y.shape[1]), 3):
            walk = ((i, j), (i, k), (t, k), (t, m), (s, m), (s, j))
            if all(seen[place] for place in walk):
                total += float(np.prod([y[place] for place in walk]))
                count += 1
    return total / count


@pytest.mark.parametrize("shape", [(4, 6), (6, 4)])
@pytest.mark.parametrize("gaps", [False, True])
def test_every_form_is_the_sum_written_out(shape: tuple[int, int], gaps: bool) -> None:
    rng = np.random.default_rng(1)
    y = np.round(rng.normal(0.3, 1, shape), 2) * (rng.random(shape) < 0.8)
    seen = y != 0 if gaps else np.ones(shape, bool)
    rows = [brute(np.delete(y, n, 0), np.delete(seen, n, 0)) for n in range(shape[0])]
    columns = [brute(np.delete(y, n, 1), np.delete(seen, n, 1)) for n in range(shape[1])]
    how = {"zeros": "missing" if gaps else "observed"}
    forms = [sparse.csr_array(y), sparse.csc_array(y), *([] if gaps else [y, np.asfortranarray(y)])]
    found = [measured(form, **how) for form in forms]
    if gaps:
        found.append(measured(y, mask=seen))
        found.append(measured(np.where(seen, y, np.nan), mask=seen))
    for each in found:
        assert each.value == pytest.approx(brute(y, seen), rel=1e-10)
        np.testing.assert_allclose(each.rows, rows, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(each.columns, columns, rtol=1e-9, atol=1e-12)


def test_a_constant_and_effects_are_taken_off() -> None:
    rng = np.random.default_rng(2)
    y = rng.normal(0, 1, (60, 50)) + 2.0 * np.outer(rng.normal(size=60), rng.normal(size=50))
    plain = measured(y - y.mean())
    assert measured(y + 1000.0, "mean").value == pytest.approx(plain.value, rel=1e-9)
    effects = rng.normal(0, 3, (60, 1)) + rng.normal(0, 3, (1, 50))
    one, two = measured(y, "effects"), measured(y + effects, "effects")
    assert two.value == pytest.approx(one.value, rel=1e-8)
    np.testing.assert_allclose(two.rows, one.rows, rtol=1e-7)


def test_units_come_out_and_the_ends_of_double_precision_are_refused() -> None:
    y = np.random.default_rng(3).normal(size=(9, 7))
    assert measured(y * 1e40).value == pytest.approx(measured(y).value * 1e240)
    with pytest.raises(DataError, match="sixth powers"):
        measured(y * 1e60)
    with pytest.raises(DataError, match="no walks of six"):
        measured(np.kron(np.eye(3), y[:2, :2]), zeros="missing")
