"""Units of steps: means and standard deviations of priors, against formulas by hand."""

from __future__ import annotations

import numpy as np
import pytest
import torch  # noqa: F401 - as all of this folder: without torch it is not collected

import symppm as ppm
from symppm.model.catalogue import catalogue_model
from symppm.stochastic.metrics import conditioning, location_scale_metric
from symppm.stochastic.space import Space, made_space

SMALL = 1e-3
"""What is added so that every direction has a length."""


def positive(*names: str) -> tuple[tuple[str, str, None, bool], ...]:
    return tuple((name, "positive", None, False) for name in names)


def metric(model: ppm.Declaration, space: Space, values: dict[str, float]) -> np.ndarray:
    return location_scale_metric(model, space, space.vector(values))


@pytest.mark.parametrize("at", [0.01, 1.0, 300.0])
def test_gamma_priors_have_the_same_metric_everywhere(at: float) -> None:
    space = made_space(positive("a", "b", "c", "d"), ("K",), {}, {})
    values = {"K": 20.0, "a": at, "b": 2.0, "c": 1 / at, "d": at**2}
    found = metric(catalogue_model("pmf_gamma"), space, values)
    # log mean = log a - log b, log sd = log a / 2 - log b.
    rows = np.array([[1.0, -1.0], [0.5, -1.0]])
    expected = np.eye(5) * SMALL
    expected[0, 0] += 1
    expected[1:3, 1:3] += rows.T @ rows
    expected[3:5, 3:5] += rows.T @ rows
    assert found == pytest.approx(expected, abs=1e-5)


def test_priors_with_random_parameters_count_by_their_roots_only() -> None:
    names = ("a", "a_prime", "b_prime", "c", "c_prime", "d_prime")
    space = made_space(positive(*names), ("K",), {"K": 5.0}, {})
    values = {"a": 2.0, "a_prime": 7.0, "b_prime": 0.5, "c": 1.0, "c_prime": 9.0, "d_prime": 3.0}
    found = metric(catalogue_model("hpf_gamma"), space, values)
    # xi is Gamma(a', a'/b'): log mean = log b', log sd = log b' - log a' / 2; a is in none.
    rows = np.array([[0.0, 1.0], [-0.5, 1.0]])
    expected = np.eye(6) * SMALL
    for first in (0, 3):
        expected[first, first] += 1
        expected[first + 1 : first + 3, first + 1 : first + 3] += rows.T @ rows
    assert found == pytest.approx(expected, abs=1e-5)


def test_ties_and_fixed_numbers_are_followed() -> None:
    space = made_space(
        positive("a", "b", "c", "d"), ("K",), {"K": 5.0, "c": "a", "d": "b**2", "b": 3.0}, {}
    )
    found = metric(catalogue_model("pmf_gamma"), space, {"a": 0.7})
    # Two means and two standard deviations, all by log a.
    assert found == pytest.approx(np.array([[2 * (1 + 0.25) + SMALL]]), abs=1e-5)


def test_a_normal_prior_about_zero_counts_by_its_spread_and_moments_may_be_missing() -> None:
    with ppm.Model("unit") as unit:
        v, w = ppm.hyperparameters("v w")
        theta = ppm.Normal("theta", mean=0, variance=v, dims="row")
        level = ppm.HalfCauchy("level", location=0, scale=w, dims="col")
        ppm.Normal("Y", mean=theta + level, variance=1, dims="row col", observed=True)
    space = made_space(positive("v", "w"), (), {}, {})
    found = metric(unit.declaration, space, {"v": 4.0, "w": 2.0})
    assert found == pytest.approx(np.diag([0.25, 1.0]) + SMALL * np.eye(2), abs=1e-5)


def test_the_metric_of_the_beta_distribution_is_that_of_finite_differences() -> None:
    with ppm.Model("shares") as shares:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Beta("theta", alpha=a, beta=b, dims="row")
        ppm.Bernoulli("Y", mean=theta, dims="row col", observed=True)
    space = made_space(positive("a", "b"), (), {}, {})

    def logarithms(x: np.ndarray) -> np.ndarray:
        one, two = np.exp(x)
        total = one + two
        return np.array([np.log(one / total), 0.5 * np.log(one * two / (total**2 * (total + 1)))])

    x = np.log([0.6, 2.5])
    rows = np.array([(logarithms(x + s) - logarithms(x - s)) / 2e-5 for s in 1e-5 * np.eye(2)]).T
    found = location_scale_metric(shares.declaration, space, x)
    assert found == pytest.approx(rows.T @ rows + SMALL * np.eye(2), abs=2e-5)


def test_conditioning_is_the_ratio_of_singular_values_in_the_metric() -> None:
    jacobian = np.array([[3.0, 0.0], [0.0, 4.0]])
    assert conditioning(jacobian, np.eye(2), np.ones(2)) == pytest.approx(4 / 3)
    assert conditioning(jacobian, np.eye(2), np.array([3.0, 4.0])) == pytest.approx(1)
    assert conditioning(jacobian, np.diag([9.0, 16.0]), np.ones(2)) == pytest.approx(1)
    # A change of coordinates x = L y with metric L^-T L^-1 gives the condition number of J L.
    root = np.array([[1.0, 0.0], [0.7, 2.0]])
    inverse = np.linalg.inv(root)
    expected = np.linalg.cond(jacobian @ root)
    assert conditioning(jacobian, inverse.T @ inverse, np.ones(2)) == pytest.approx(expected)
    flat = np.array([[1.0, 1.0], [1.0, 1.0]])
    assert conditioning(flat, np.eye(2), np.ones(2)) > 1e12
