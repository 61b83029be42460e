"""The discrepancy: its slopes and curvatures against finite differences, and a user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
import torch

from symppm.errors import TargetError
from symppm.stochastic.discrepancy import Discrepancy, Shape

NAMES = ("mean", "variance", "P(Y = 0)", "zero")
TARGETS = np.array([25.0, 550.0, 0.9, 0.0])
WEIGHTS = np.array([1.0, 2.0, 0.5, 3.0])
SHARES = np.array([False, False, True, False])
PLAIN = Discrepancy(NAMES, TARGETS, WEIGHTS, SHARES)
PLACES = [
    np.array([20.0, 700.0, 0.4, 0.2]),
    np.array([25.0, 550.0, 0.9, 0.0]),
    np.array([2.0, 5e3, 0.97, -2.0]),
    np.array([-3.0, 40.0, 0.1, 1.0]),
]


def slope_of(f: Callable[[np.ndarray], float], at: np.ndarray) -> np.ndarray:
    found = np.zeros(len(at))
    for n, value in enumerate(at):
        step = 1e-5 * max(abs(value), 1e-3)
        up, down = at.copy(), at.copy()
        up[n] += step
        down[n] -= step
        found[n] = (f(up) - f(down)) / (2 * step)
    return found


def check_slope(f: Callable[[np.ndarray], Shape], at: np.ndarray) -> None:
    expected = slope_of(lambda each: f(each).value, at)
    assert f(at).slope == pytest.approx(
        expected, rel=1e-6, abs=1e-6 * np.abs(expected).max() + 1e-7
    )


@pytest.mark.parametrize("at", PLACES)
def test_the_plain_discrepancy_is_the_weighted_sum_of_squared_relative_errors(
    at: np.ndarray,
) -> None:
    by_hand = (
        ((at[0] - 25) / 25) ** 2
        + 2 * ((at[1] - 550) / 550) ** 2
        + 0.5 * ((at[2] - 0.9) / 0.9) ** 2
        + 3 * at[3] ** 2
    )
    assert PLAIN.at(at).value == pytest.approx(by_hand, rel=1e-12, abs=1e-15)
    check_slope(PLAIN.at, at)
    # It is a quadratic form: differences of its slope are its curvature, exactly.
    for n in range(4):
        moved = at + 0.7 * np.eye(4)[n]
        difference = (PLAIN.at(moved).slope - PLAIN.at(at).slope) / 0.7
        assert PLAIN.at(at).curvature[n] == pytest.approx(difference, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("at", PLACES)
def test_the_approach_has_its_own_slope_and_the_same_zero(at: np.ndarray) -> None:
    check_slope(PLAIN.approach, at)
    assert (PLAIN.approach(at).value == 0) == bool(np.all(at == TARGETS))
    assert np.all(np.linalg.eigvalsh(PLAIN.approach(at).curvature) >= 0)


def test_the_approach_compares_logarithms_and_log_odds() -> None:
    at = np.array([50.0, 550.0, 0.5, 0.0])
    by_hand = np.log(2) ** 2 + 0.5 * np.log((0.5 / 0.5) / (0.9 / 0.1)) ** 2
    assert PLAIN.approach(at).value == pytest.approx(by_hand, rel=1e-12)
    # Near the targets a change of a logarithm is a relative change.
    near = TARGETS * np.array([1 + 1e-5, 1 - 1e-5, 1, 1])
    assert PLAIN.approach(near).value == pytest.approx(PLAIN.at(near).value, rel=1e-4)


def test_a_probability_that_underflows_leaves_finite_numbers() -> None:
    at = np.array([25.0, 1e-310, 1e-306, 0.0])
    shape = PLAIN.approach(at)
    assert np.isfinite(shape.value)
    assert np.all(np.isfinite(shape.slope))
    assert np.all(np.isfinite(shape.curvature))
    assert shape.slope[1] < 0
    assert shape.slope[2] < 0


def own(function: Callable[[Mapping[str, Any], Mapping[str, float]], Any]) -> Discrepancy:
    return Discrepancy(NAMES[:2], TARGETS[:2], WEIGHTS[:2], SHARES[:2], function)


def quartic(has: Mapping[str, Any], wanted: Mapping[str, float]) -> Any:
    off = torch.log(has["mean"] / wanted["mean"])
    return off**4 + off**2 * torch.exp(has["variance"] / wanted["variance"] - 1)


@pytest.mark.parametrize("at", [np.array([20.0, 500.0]), np.array([30.0, 900.0])])
def test_the_users_own_discrepancy_is_used_in_place_of_ours(at: np.ndarray) -> None:
    found = own(quartic)
    off = np.log(at[0] / 25)
    by_hand = off**4 + off**2 * np.exp(at[1] / 550 - 1)
    assert found.at(at).value == pytest.approx(by_hand, rel=1e-12)
    check_slope(found.at, at)
    assert found.approach(at).value == found.at(at).value


def test_the_curvature_of_a_saddle_is_made_positive() -> None:
    def saddle(has: Mapping[str, Any], wanted: Mapping[str, float]) -> Any:
        return has["mean"] ** 2 - has["variance"] ** 2

    found = own(saddle).at(np.array([1.0, 2.0]))
    assert found.value == -3
    assert found.curvature == pytest.approx(np.array([[2.0, 0.0], [0.0, 0.0]]), abs=1e-12)


def test_a_discrepancy_linear_in_a_statistic_is_stepped_down_as_its_square_would_be() -> None:
    def line(has: Mapping[str, Any], wanted: Mapping[str, float]) -> Any:
        return has["mean"] - wanted["mean"]

    found = own(line).at(np.array([30.0, 2.0]))
    assert found.slope == pytest.approx([1, 0])
    # At the value 5, of the root of twice a discrepancy: slope squared over twice the value.
    assert found.curvature == pytest.approx(np.array([[0.1, 0], [0, 0]]))


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda has, wanted: 1.0, "torch scalar"),
        (lambda has, wanted: torch.tensor(1.0), "computed from the statistics"),
        (lambda has, wanted: torch.stack([*has.values()]), "reduce to one number"),
        (lambda has, wanted: float(has["mean"].detach()), "torch scalar"),
        (lambda has, wanted: torch.log(-has["mean"]), "finite"),
        (lambda has, wanted: (has["mean"] - 30).sqrt(), "finite"),
        (lambda has, wanted: has["median"], "KeyError"),
        (lambda has, wanted: 1 / 0, "ZeroDivisionError"),
        (lambda has: has["mean"], "TypeError"),
    ],
)
def test_discrepancies_that_do_not_work_are_explained(function: Any, said: str) -> None:
    with pytest.raises(TargetError) as caught:
        own(function).at(np.array([30.0, 500.0]))
    assert said in str(caught.value)
