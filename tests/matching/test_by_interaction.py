"""Counts as matched by default: shapes have their interaction, levels their totals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

import numpy as np
import pytest
from cases import core
from numpy.typing import NDArray

import symppm as ppm
from symppm.matching.result import Match
from symppm.results.diagnostic import Diagnostic

Counts = NDArray[np.int64]

TRUTH = {"K": 4, "a": 0.7, "a_prime": 6.0, "b_prime": 1.0, "c": 0.7, "c_prime": 8.0, "d_prime": 0.1}


@cache
def counts(seed: int = 0, shape: tuple[int, int] = (150, 120)) -> Counts:
    return np.asarray(ppm.sample("hpf_gamma", TRUTH, shape=shape, random_seed=seed))


@cache
def found() -> Match:
    return ppm.match(counts())


def independent(seed: int = 3) -> Counts:
    rng = np.random.default_rng(seed)
    return rng.poisson(np.outer(rng.gamma(2, 2, 90), rng.gamma(3, 1, 70)))


def covariances(match: Match) -> tuple[float, float]:
    """Of two entries of one row, and of one column, under the match."""
    variance = match.achieved["variance"]
    return match.achieved["rho_row"] * variance, match.achieved["rho_col"] * variance


def measured_covariances(match: Match) -> tuple[float, float]:
    assert isinstance(match.statistics, ppm.Statistics)
    return match.statistics.cov_row, match.statistics.cov_col


def interaction_of(k: int, values: Mapping[str, float]) -> float:
    return (k - 1) / ((k * values["a"] + 1) * (k * values["c"] + 1))


def said(match: Match, code: str) -> Diagnostic:
    (one,) = [each for each in match.diagnostics if each.code == code]
    return one


def test_simulated_counts_give_back_their_model() -> None:
    match = found()
    assert (match.model, match.estimator, match.k) == ("hpf_gamma", "cross-validation", 4)
    assert match.feasible
    assert match.parameters["a"] == match.parameters["c"]
    ends = match.interval(0.999)
    for name in ("a", "c", "a_prime", "c_prime", "d_prime"):
        assert ends[name][0] < TRUTH[name] < ends[name][1], name
    # They say something.
    assert ends["a"][1] < 2.5 * ends["a"][0]
    assert said(match, "shapes").severity == "note"
    assert "That a and c are equal is assumed" in said(match, "shapes").message


ASKED = [
    (model, given)
    for model in ("hpf_gamma", "hpf_rows_gamma", "pmf_gamma")
    for given in ({}, {"K": 3}, {"a": 0.5}, {"a": 0.6, "c": 0.9})
]


@pytest.mark.parametrize("asked", core(ASKED, [ASKED[0], ASKED[11]]))
def test_shapes_have_the_interaction_and_levels_the_totals(
    asked: tuple[str, dict[str, float]],
) -> None:
    model, given = asked
    match = ppm.match(counts(), model, fixed=given)
    shapes = match.shapes
    assert shapes is not None
    assert match.k == given.get("K", 4)
    assert {name: match.parameters[name] for name in given} == given
    if not {"a", "c"} <= set(given):
        assert shapes.interaction == pytest.approx(interaction_of(match.k, match.parameters))
    assert match.achieved["mean"] == pytest.approx(match.targets["mean"], rel=1e-12)
    levels = {"hpf_gamma": 2, "hpf_rows_gamma": 1, "pmf_gamma": 0}[model]
    reached, measured = covariances(match)[:levels], measured_covariances(match)[:levels]
    assert reached == pytest.approx(measured, rel=1e-6)
    assert dict(shapes.values) == {name: match.parameters[name] for name in ("a", "c")}
    for name, value in shapes.mean_field.items():
        assert value == pytest.approx(math.hypot(0.3, shapes.noise * match.parameters[name]))


def test_rows_that_vary_less_than_factors_make_them_have_a_level_that_does_not() -> None:
    rng = np.random.default_rng(5)
    rates = rng.dirichlet([0.7] * 4, 150) @ rng.gamma(0.7, 1, (4, 120))
    rates /= rates.sum(1, keepdims=True)
    match = ppm.match(rng.poisson(2000 * rates))
    assert match.parameters["a_prime"] == 1000
    row, column = covariances(match)
    wanted = measured_covariances(match)
    assert row > wanted[0]
    assert match.achieved["mean"] == pytest.approx(match.targets["mean"], rel=1e-12)
    assert 2 < match.parameters["c_prime"] < 1000
    assert column == pytest.approx(wanted[1], rel=1e-6)
    assert match.interval()["a_prime"] == (0, math.inf)
    assert "a_prime = 1000, a level that hardly varies: totals" in said(match, "shapes").message


def test_a_convention_is_no_less_certain_where_nothing_is_resolved() -> None:
    match = ppm.match(counts()[:2])
    assert match.interval()["b_prime"] == (1.0, 1.0)
    assert match.interval()["d_prime"] == (0.0, math.inf)
    assert "b_prime = 1, c" in str(match)
    assert ppm.Match.from_json(match.to_json()).interval() == match.interval()


def test_with_one_factor_shapes_have_the_totals() -> None:
    match = ppm.match(independent())
    assert (match.k, match.estimator) == (1, "cross-validation")
    assert match.feasible
    assert covariances(match) == pytest.approx(measured_covariances(match), rel=1e-4)
    assert match.parameters["a_prime"] == match.parameters["c_prime"] == 1000
    # What cannot be told from the factor is not resolved.
    assert match.interval()["a_prime"] == match.interval()["c_prime"] == (0, math.inf)
    # Gamma shapes of 2 and of 3 are what their totals have.
    ends = match.interval(0.999)
    assert ends["a"][0] < 2 < ends["a"][1]
    assert ends["c"][0] < 3 < ends["c"][1]
    assert "No number of factors predicts" in said(match, "cross_validated").message


@pytest.mark.parametrize("model", ["hpf_gamma", "pmf_gamma"])
def test_an_interaction_that_is_not_resolved_is_said_and_shapes_are_assumed(model: str) -> None:
    match = ppm.match(independent(), model, fixed={"K": 3})
    assert match.feasible
    assert match.shapes is not None
    assert not match.shapes.resolved
    assert match.parameters["a"] == match.parameters["c"] == 1
    assert said(match, "shapes").severity == "warning"
    assert "is not resolved" in said(match, "shapes").message
    assert match.interval()["a"] == match.interval()["c"] == (0, math.inf)


@pytest.mark.thorough
def test_gaps_leave_the_answer_where_it_is() -> None:
    seen = np.random.default_rng(6).random(counts().shape) < 0.6
    match = ppm.match(counts(), mask=seen)
    assert match.k == 4
    # What is missing is noise, which hides a fifth of the interaction at most: (K a + 1)^2 = 3 / I.
    full = found().parameters["a"]
    most = ((4 * full + 1) / math.sqrt(0.8) - 1) / 4
    assert 0.9 * full < match.parameters["a"] < 1.1 * most
    assert covariances(match) == pytest.approx(measured_covariances(match), rel=1e-6)


@pytest.mark.thorough
def test_noise_is_measured_of_counts_alone_and_said() -> None:
    rng = np.random.default_rng(7)
    bursts = rng.poisson(counts() * rng.gamma(1, 1, counts().shape))
    noisy = ppm.match(bursts)
    values = ppm.match(7.5 * counts(), "gmf_gamma_normal", fixed={"sigma_Y": 3.0})
    # Counts of counts have one part of noise in ten of their own: exposures of it on average.
    gamma = rng.uniform(0.05, 0.2, 120)
    exposed = ppm.match(
        rng.poisson(counts() * gamma), "pmf_gamma_exposure", known={"gamma": gamma}, fixed={"K": 4}
    )
    assert exposed.estimator == "cross-validation"
    noise = [match.shapes.noise for match in (found(), noisy, values, exposed) if match.shapes]
    assert noise[0] == pytest.approx(1, abs=0.1)
    assert noise[1] > 2
    assert noise[2] == 1
    assert noise[3] < 1.4
    declared = "gmf_gamma_negativebinomial with r fixed declares it"
    assert declared in said(noisy, "dispersion").message
    assert "K and shapes hold none of it" in str(noisy)
    assert declared not in said(found(), "dispersion").message
    # It ends there: the same K and shapes, and no further model.
    own = ppm.match(bursts, "gmf_gamma_negativebinomial", fixed={"r": 1})
    assert (own.k, own.parameters["a"]) == (noisy.k, pytest.approx(noisy.parameters["a"]))
    assert declared not in said(own, "dispersion").message
    assert "dispersion" not in [each.code for each in values.diagnostics]
    assert values.parameters["a"] == pytest.approx(found().parameters["a"], rel=1e-6)


def test_noise_that_is_poisson_is_not_said() -> None:
    match = ppm.match([[2, 1], [6, 1], [1, 5]])
    assert match.shapes is not None
    assert match.shapes.noise == 1
    assert "dispersion" not in [each.code for each in match.diagnostics]


@pytest.mark.thorough
def test_transposing_exchanges_rows_and_columns() -> None:
    own, other = found(), ppm.match(counts().T)
    rates = "b_prime*d_prime"
    assert other.identified[rates] == pytest.approx(own.identified[rates], rel=1e-6)
    for name, across in (("a", "c"), ("a_prime", "c_prime")):
        assert other.parameters[across] == pytest.approx(own.parameters[name], rel=1e-6)
        assert other.parameters[name] == pytest.approx(own.parameters[across], rel=1e-6)
        assert other.interval()[across] == pytest.approx(own.interval()[name], rel=1e-5)
    assert other.interval()["K"] == own.interval()["K"]


def test_a_rate_that_is_a_shape_by_its_scale_has_the_interval_of_the_shape() -> None:
    # The mean of theta is 1, so b is a: what only the interaction moves has its freedom alone.
    match = ppm.match(counts(), "pmf_gamma")
    for level in (0.5, 0.95):
        intervals = match.interval(level)
        assert intervals["b"] == pytest.approx(intervals["a"], rel=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("level", [2.5, 4.0])
def test_intervals_of_levels_cover_where_a_few_totals_hold_most_of_their_variance(
    level: float,
) -> None:
    # Errors from leaving out columns alone have 22 to 50 of 100 of these intervals above the level.
    covered = 0
    for seed in range(24):
        truth = {**TRUTH, "c_prime": level}
        match = ppm.match(ppm.sample("hpf_gamma", truth, shape=(60, 50), random_seed=seed),
                          fixed={"K": 4})  # fmt: skip
        low, high = match.interval(0.95)["c_prime"]
        covered += low <= level <= high
    # Of intervals that cover in 95 of 100 cases, five or more of 24 miss once in 150 times.
    assert covered >= 20


def test_longer_intervals_are_kept_with_a_match() -> None:
    match = found()
    again = ppm.Match.from_json(match.to_json())
    for level in (0.5, 0.95, 0.99):
        assert again.interval(level) == match.interval(level)
    assert match.interval(0.5)["c_prime"][0] > match.interval(0.95)["c_prime"][0]


@pytest.mark.parametrize(
    ("model", "fixed", "assumed"),
    [
        ("hpf_gamma", {}, ("a", "c")),
        ("pmf_gamma", {}, ("a", "c")),
        ("pmf_gamma", {"a": 0.7}, ()),
        ("pmf_gamma", {"K": 1}, ()),
        ("pmf_gamma", {"c": "a"}, None),
    ],
)
def test_where_shapes_stand_it_is_said_that_they_are_equal_by_assumption(
    model: str, fixed: dict[str, float], assumed: tuple[str, ...] | None
) -> None:
    match = ppm.match(counts(), model, fixed=fixed)
    assert ("; a = c assumed; 95 % intervals)" in str(match)) == bool(assumed)
    # Of what is tied, the user said so.
    assert assumed is None or (match.shapes is not None and match.shapes.equal == assumed)


@pytest.mark.thorough
def test_intervals_of_shapes_cover() -> None:
    covered = 0
    for seed in range(12):
        match = ppm.match(counts(seed + 100, (80, 70)), fixed={"K": 4})
        low, high = match.interval(0.95)["a"]
        covered += low <= TRUTH["a"] <= high
    # Intervals that cover in 90 of 100 cases miss five or more of 12 once in 230 times.
    assert covered >= 8
