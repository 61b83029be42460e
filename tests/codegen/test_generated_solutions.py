"""Generated solutions: they undo the moments, and what has no solution gets a status."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from cases import core
from generated_points import (
    KINDS,
    NAMES,
    arguments,
    generated,
    points,
)

NEVER = {("ptf_gamma", "solve_2")}
"""Branches that no feasible target reaches: both coefficients of the quadratic are positive."""

CLOSED = [name for name in NAMES if generated(name).spec.branches]
WITH_MARGINS = [name for name in CLOSED if generated(name).spec.has_margins]


@pytest.mark.parametrize("name", ["hpf_gamma", "ptf_gamma"])
def test_no_digits_are_lost_where_one_root_is_far_from_the_other(name: str) -> None:
    generator = random.Random(name)
    model = generated(name)
    checked = 0
    while checked < 150:
        values = [10 ** generator.uniform(-1.5, 2) for _ in model.spec.parameters]
        names = [each.name for each in model.spec.parameters]
        point = dict(zip(names, values, strict=True))
        point |= {key: 2.05 + point[key] for key in ("a_prime", "c_prime") if key in point}
        point["K"] = float(generator.randint(2, 300))
        targets = model.call("moments", *point.values())
        asked = np.array([*targets, *(point[key] for key in model.spec.needs)])
        errors = []
        for branch in model.branches:
            *found, status = model.call(branch, *asked)
            if status == 0:
                error = abs(found[0] / point["K"] - 1)
                slopes = getattr(model.module, branch).jacobian(*asked)[0][: len(targets)]
                inherent = sum(abs(s * t) for s, t in zip(slopes, targets, strict=True)) / found[0]
                errors.append((error, inherent))
        # Some thousand roundings of each target; the textbook form of a root can lose all digits.
        error, inherent = min(errors)
        assert error <= 4000 * 2.0**-52 * (1 + inherent)
        checked += 1


@pytest.mark.parametrize("name", core(CLOSED, KINDS))
def test_jacobians_of_solutions_equal_differences(name: str) -> None:
    model = generated(name)
    count = len(model.spec.targets)
    for point in points(name, 3):
        asked = np.array(arguments(name, point))
        for branch in model.branches:
            *rows, status = getattr(model.module, branch).jacobian(*asked)
            *values, expected = model.call(branch, *asked)
            assert status == expected
            if status:
                assert not np.any(rows)
                continue
            found = (np.array(rows) * asked)[:, :count] / np.array(values)[:, None]
            differences = np.empty_like(found)
            for j in range(count):
                step = 1e-4 / (1 + np.abs(found).max())
                ends = []
                for part in (-2, -1, 1, 2):
                    moved = asked.copy()
                    moved[j] *= 1 + part * step
                    *end, code = model.call(branch, *moved)
                    assert code == 0
                    ends.append(np.array(end) / np.array(values))
                differences[:, j] = (ends[0] - 8 * ends[1] + 8 * ends[2] - ends[3]) / (12 * step)
            # Of order four: truncation is far below, and rounding is divided by the step.
            bound = 1e-6 * (1 + np.abs(found).max())
            np.testing.assert_allclose(found, differences, rtol=0, atol=bound)


def disturbed(name: str, count: int) -> list[list[float]]:
    """Return arguments of ``solve`` around feasible ones and far from them, zeros included."""
    generator = random.Random(f"{name} disturbed")
    base = [arguments(name, point) for point in points(name, 8)]
    targets = generated(name).spec.targets
    found = []
    for _ in range(count):
        width = generator.choice([0.1, 1, 3])
        row = list(generator.choice(base))
        row[: len(targets)] = [x * math.exp(generator.gauss(0, width)) for x in row[: len(targets)]]
        for place, target in enumerate(targets):
            if target == "variance":
                continue  # positive by definition
            if generator.random() < 0.15:
                row[place] = -row[place]
            if generator.random() < 0.03:
                row[place] = 0.0
        found.append(row)
    return found


@pytest.mark.parametrize("name", core(CLOSED, KINDS))
def test_every_guard_is_reached_and_what_passes_them_all_is_finite(name: str) -> None:
    model = generated(name)
    for branch in model.branches:
        reached = set()
        for row in disturbed(name, 1200):
            *values, status = model.call(branch, *map(np.float64, row))
            reached.add(status)
            if status:
                assert set(values) == {0.0}
            else:
                assert all(map(math.isfinite, values)), row
                assert values[0] > 0
        if (name, branch) in NEVER:
            assert 0 not in reached
        else:
            assert reached == set(range(len(model.spec.conditions) + 1))


@pytest.mark.parametrize("name", core(CLOSED, KINDS))
def test_not_a_number_never_passes_a_guard(name: str) -> None:
    model = generated(name)
    (point,) = points(name, 1)
    for branch in model.branches:
        for place in range(len(model.spec.targets)):
            if model.spec.constraints and place:
                continue  # the other targets only have to agree
            asked = [np.float64(x) for x in arguments(name, point)]
            asked[place] = np.float64("nan")
            *values, status = model.call(branch, *asked)
            assert status != 0
            assert set(values) == {0.0}


@pytest.mark.parametrize("name", core(WITH_MARGINS, KINDS))
def test_margins_agree_with_the_guards(name: str) -> None:
    model = generated(name)
    for row in disturbed(name, 300):
        margins = model.module.solve.margins(*row)
        *_, status = model.call("solve", *map(np.float64, row))
        failing = [n for n, margin in enumerate(margins, 1) if not margin > 0]
        assert status == (failing[0] if failing else 0)


def test_kernels_return_a_double_root_once() -> None:
    # K (K - 2) a c = 1 + a + c: with a = c = 1, a' = 4, c' = 5 and b' d' = 2, K is 3.
    model = generated("hpf_gamma")
    targets = (5 / 2, 85 / 4, 5 / 17, 35 / 153)
    assert model.call("solve", *targets, 1.0, 1.0) == pytest.approx((3, 4, 5, 2, 0), rel=1e-12)
    assert model.call("solve_2", *targets, 1.0, 1.0)[-1] == 1
    assert model.module.solve.jacobian(*targets, 1.0, 1.0)[-1] != 0  # nothing to follow
