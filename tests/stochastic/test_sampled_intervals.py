"""Intervals of a match by sampling, against those of the formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest

import symppm as ppm


def counts(seed: int = 3) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(1.5, 1, (150, 4)) @ rng.gamma(1.0, 1, (4, 120)))


def width(ends: tuple[float, float]) -> float:
    return math.log(ends[1] / ends[0])


def test_they_are_those_of_the_formula_where_there_is_one() -> None:
    # Linear in the targets here, evaluated for every line there: on so many lines nearly the same.
    data = counts()
    drawn = ppm.match(data, fixed={"b": 1.5}, method="stochastic")
    exact = ppm.match(data, fixed={"b": 1.5}, estimator="moments")
    assert drawn.method == "stochastic"
    assert drawn.feasible
    for name in ("K", "a", "c", "d"):
        one, other = drawn.interval()[name], exact.interval()[name]
        assert width(one) == pytest.approx(width(other), rel=0.05)
        middle = math.sqrt(other[0] * other[1])
        assert one[0] < middle < one[1]
    assert drawn.interval()["b"] == (1.5, 1.5)


def test_what_is_tied_moves_along() -> None:
    found = ppm.match(counts(), fixed={"b": "2*a"}, method="stochastic").interval()
    assert found["b"][0] < found["b"][1] < math.inf
    assert np.array(found["b"]) == pytest.approx(2 * np.array(found["a"]), rel=1e-6)


def test_what_the_data_leave_open_is_not_resolved() -> None:
    # Without a scale, both rates and their means are open.
    made = ppm.match(counts(), method="stochastic")
    found = made.interval()
    assert found["b"] == (0.0, math.inf)
    assert found["d"] == (0.0, math.inf)
    exact = ppm.match(counts(), estimator="moments").interval()["K"]
    assert width(found["K"]) == pytest.approx(width(exact), rel=0.05)
    assert "not resolved" in str(made)
