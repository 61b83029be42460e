"""Estimates of statistics: unbiased, with honest errors, and with the derivatives of the formulas.

Every check is of averages over seeds, against closed forms from the symbolic engine, within five
standard errors that come from the spread over these seeds.
"""

from __future__ import annotations

import functools
import time

import numpy as np
import pytest
import torch
from estimating import (
    FOURTH,
    POINTS,
    declaration_of,
    estimates,
    estimator_for,
    exactly,
    free_in,
    in_one_way,
    module_for,
    statistics_of,
    ways_of,
)

from symppm.codegen.compile import compile_torch
from symppm.errors import ParameterError, TargetError
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate, Estimator
from symppm.stochastic.plans import CLOSED, COLLAPSED, EXPLICIT, SCORE
from symppm.stochastic.sampling_options import Options
from symppm.stochastic.search import Search
from symppm.stochastic.space import Space, made_space
from symppm.stochastic.starts import start_point

SEEDS = range(200)
SLOPES = range(50)
"""With three times the draws, since most of the time goes to a call: derivatives as well known."""
DRAWS = {"layered": 500, "collapsed": 400, "explicit": 1000, "drawn": 1000, "score": 1000}
QUICK = (
    ("pmf_gamma", "collapsed"), ("pmf_gamma", "explicit"), ("pmf_gamma", "drawn"),
    ("hpf_gamma", "layered"), ("cpmf_gamma_gamma", "explicit"),
    ("pmf_gamma_weights", "collapsed"), ("gmf_gamma_gamma", "score"), ("gated", "drawn"),
    ("counted", "explicit"),
)  # fmt: skip
DRAWN_IN_LAYERS = ("hpf_gamma", "pmf_gamma_effects", "counted")
"""Of the models here, those that have layers above the lowest: the rest integrates all."""


def every() -> list[tuple[str, str]]:
    found = [(name, way) for name in POINTS for way in ways_of(name)]
    # The score function needs a density, which compound Poisson entries have not.
    found += [(name, "score") for name in POINTS if module_for(name).HAS_DENSITY]
    return [(name, way) for name, way in found if way != "layered" or name in DRAWN_IN_LAYERS]


CASES = [
    pytest.param(*case, marks=[] if case in QUICK else [pytest.mark.thorough])
    for place, case in enumerate(every())
    if case in QUICK or place % 2
]
"""Of the thorough ones every other: each way has several models."""
VALUED = {
    (name, "drawn" if way == "score" else way): case
    for case in CASES
    for name, way in [case.values]
}
VALUED = [pytest.param(*valued, marks=case.marks) for valued, case in VALUED.items()]
"""The score function changes no value, as a test below says."""


def made_for(name: str, way: str) -> Estimator:
    targets = dict.fromkeys(statistics_of(name), 1.0)
    planned = estimator_for(declaration_of(name), module_for(name), targets)
    if way == "score":
        return in_one_way(planned, "drawn", pathwise=False)
    return in_one_way(planned, way)


@functools.cache
def repeated(name: str, way: str) -> list[Estimate]:
    """Return estimates without derivatives, which take twice the time and change no value."""
    return estimates(made_for(name, way), POINTS[name], (), SEEDS, DRAWS[way])


def check_average(rows: np.ndarray, expected: np.ndarray) -> None:
    """See that an average over seeds is right within five of its standard errors."""
    error = rows.std(0, ddof=1) / np.sqrt(len(rows))
    # What no draw changes is exact but for rounding.
    slack = 5 * error + 1e-9 * np.abs(expected) + 1e-12
    assert np.all(np.abs(rows.mean(0) - expected) < slack)


@pytest.mark.parametrize(("name", "way"), VALUED)
def test_averages_of_estimates_are_the_closed_forms(name: str, way: str) -> None:
    rows = np.array([each.values for each in repeated(name, way)])
    exact = exactly(module_for(name), statistics_of(name), POINTS[name], ())
    check_average(rows, exact.values)
    # The mean is known to a percent or so: these are no empty statements.
    assert rows[:, 0].std() / np.sqrt(len(rows)) < 0.01 * exact.values[0]


@pytest.mark.parametrize(("name", "way"), CASES)
def test_averages_of_jacobians_are_the_exact_jacobians(name: str, way: str) -> None:
    free = free_in(POINTS[name], way)
    found = estimates(made_for(name, way), POINTS[name], free, SLOPES, 3 * DRAWS[way])
    exact = exactly(module_for(name), statistics_of(name), POINTS[name], free)
    assert ("K" in free) == (way in {"layered", "collapsed"})
    assert np.all(np.any(exact.jacobian != 0, axis=1))
    check_average(np.array([each.jacobian for each in found]), exact.jacobian)
    check_average(np.array([each.values for each in found]), exact.values)


@pytest.mark.parametrize("name", [name for name in POINTS if module_for(name).HAS_DENSITY])
def test_the_score_function_changes_no_value(name: str) -> None:
    free = free_in(POINTS[name], "drawn")
    one, other = (
        estimates(made_for(name, way), POINTS[name], free, range(1), 50)[0]
        for way in ("drawn", "score")
    )
    assert one.values.tobytes() == other.values.tobytes()
    assert one.covariance.tobytes() == other.covariance.tobytes()


@pytest.mark.parametrize(("name", "way"), VALUED)
def test_standard_errors_are_the_spread_over_seeds(name: str, way: str) -> None:
    found = repeated(name, way)
    rows = np.array([each.values for each in found])
    reported = np.array([each.covariance for each in found])
    off = rows - rows.mean(0)
    products = off[:, :, None] * off[:, None, :] * len(rows) / (len(rows) - 1)
    gaps = products - reported
    error = gaps.std(0) / np.sqrt(len(rows))
    assert np.all(np.abs(gaps.mean(0)) < 5 * error + 1e-18)
    variances = np.diagonal(reported, axis1=1, axis2=2).mean(0)
    # A chi-square variable with 199 degrees of freedom has a relative deviation of 10 %.
    assert np.diag(error)[0] < 0.2 * variances[0]


EVERYTHING = tuple(
    name
    for name in POINTS
    if name not in DRAWN_IN_LAYERS and name not in {"cpmf_gamma_gamma", "gated"}
)


@pytest.mark.parametrize("name", EVERYTHING)
def test_what_has_one_layer_is_integrated_altogether(name: str) -> None:
    free = free_in(POINTS[name], "layered")
    (found,) = estimates(made_for(name, "layered"), POINTS[name], free, range(1), 4)
    exact = exactly(module_for(name), statistics_of(name), POINTS[name], free)
    # Cumulants are small differences of moments about the mean.
    scale = np.maximum(np.abs(exact.values), exact.values[1])
    assert np.all(np.abs(found.values - exact.values) < 1e-10 * scale)
    assert np.all(found.errors < 1e-10 * scale)
    slopes = np.abs(exact.jacobian).max(1, keepdims=True)
    assert np.all(np.abs(found.jacobian - exact.jacobian) < 1e-8 * slopes)


@pytest.mark.parametrize("k", [3.0, 3.4])
@pytest.mark.parametrize("way", ["explicit", "drawn"])
def test_between_whole_numbers_raw_moments_are_interpolated(k: float, way: str) -> None:
    values = {**POINTS["pmf_gamma"], "K": k}
    names = ("mean", "variance", "rho_row", "rho_col")
    targets = dict.fromkeys(names, 1.0)
    planned = estimator_for(declaration_of("pmf_gamma"), module_for("pmf_gamma"), targets)
    found = estimates(in_one_way(planned, way), values, ("K",), SLOPES, 2400)

    def raw(size: int) -> torch.Tensor:
        whole = {**values, "K": float(size)}
        closed = module_for("pmf_gamma").closed(
            {key: torch.tensor(each, dtype=torch.float64) for key, each in whole.items()}
        )
        mean, square = closed["mean"], closed["mean"] ** 2
        joint = [closed[name] + square for name in ("variance", "cov_row", "cov_col")]
        return torch.stack([mean, *joint])

    at = torch.tensor(k, dtype=torch.float64, requires_grad=True)
    mean, *joint = (1 - (at - 3)) * raw(3) + (at - 3) * raw(4)
    variance, row, col = (each - mean**2 for each in joint)
    exact = torch.stack([mean, variance, row / variance, col / variance])
    slopes = [float(torch.autograd.grad(e, at, retain_graph=True)[0]) for e in exact]
    check_average(np.array([each.values for each in found]), exact.detach().numpy())
    check_average(np.array([each.jacobian[:, 0] for each in found]), np.array(slopes))


@pytest.mark.parametrize(
    ("name", "target", "integrate", "how"),
    [
        ("pmf_gamma", "variance", "all", CLOSED),
        ("pmf_gamma", "variance", "likelihood", COLLAPSED),
        ("pmf_gamma", "variance", "none", SCORE),
        ("pmf_gamma", "P(Y = 0)", "all", EXPLICIT),
        ("pmf_gamma", "quantile 0.9", "likelihood", EXPLICIT),
        ("pmf_gamma", "quantile 0.9", "none", SCORE),
        ("cpmf_gamma_gamma", "variance", "likelihood", EXPLICIT),
        ("cpmf_gamma_gamma", "variance", "all", CLOSED),
    ],
)
def test_as_little_as_asked_is_left_to_chance(
    name: str, target: str, integrate: str, how: str
) -> None:
    module = compile_torch(declaration_of(name))
    made = estimator_for(declaration_of(name), module, {target: 1.0}, integrate)
    assert [each.how for each in made.targets] == [how]
    assert made.exact == (how == CLOSED)


def test_a_closed_form_comes_without_error_but_with_its_conditions() -> None:
    module = compile_torch(declaration_of("hpf_gamma"))
    made = estimator_for(declaration_of("hpf_gamma"), module, {"mean": 1.0, "variance": 1.0}, "all")
    good = POINTS["hpf_gamma"]
    (found,) = estimates(made, good, ("a",), range(1), 100)
    assert found.usable
    assert not np.any(found.errors)
    assert found.draws == 0
    (found,) = estimates(made, {**good, "a_prime": 1.5}, ("a",), range(1), 100)
    assert not found.usable
    assert {name for name, _ in found.missing} == {"variance"}
    assert "a_prime - 2" in found.missing[0][1]
    (found,) = estimates(made, {**good, "c_prime": 0.5}, ("a",), range(1), 100)
    assert {name for name, _ in found.missing} == {"mean", "variance"}


def row_sums(batch: torch.Tensor) -> torch.Tensor:
    return batch.sum(2).var(1)


def test_the_users_own_statistic_of_whole_matrices() -> None:
    # The variance over rows of row sums: M var + M (M - 1) cov_row - M^2 (cov of nothing, 0) in
    # expectation, less what rows share: entries of two rows with a common column.
    shape = (6, 5)
    module, values = module_for("pmf_gamma"), POINTS["pmf_gamma"]
    made = estimator_for(
        declaration_of("pmf_gamma"), module, {"spread": 1.0},
        functions={"spread": row_sums}, shape=shape,
    )  # fmt: skip
    free = ("a", "b", "c", "d")
    found = estimates(made, values, free, SLOPES, 400)
    p = {
        name: torch.tensor(value, dtype=torch.float64, requires_grad=name in free)
        for name, value in values.items()
    }
    closed = module.closed(p)
    wide = shape[1]
    exact = (
        wide * closed["variance"] + wide * (wide - 1) * closed["cov_row"] - wide * closed["cov_col"]
    )
    slopes = torch.autograd.grad(exact, [p[name] for name in free])
    check_average(np.array([each.values for each in found]), exact.detach().numpy().reshape(1))
    check_average(
        np.array([each.jacobian[0] for each in found]), np.array(list(map(float, slopes)))
    )


OWN = {
    "one number": lambda batch: batch.mean(),
    "a matrix each": lambda batch: batch.mean(1),
    "not finite": lambda batch: batch.sum((1, 2)) / 0,
    "nan": lambda batch: torch.full(batch.shape[:1], float("nan")),
    "an error": lambda batch: batch.nothing(),
    "a name error": lambda batch: undefined(batch) + 1,  # noqa: F821 - meant
    "text": lambda batch: "twelve",
    "nothing": lambda batch: None,
}


@pytest.mark.parametrize("kind", OWN)
def test_statistics_of_ones_own_that_do_not_work_are_named(kind: str) -> None:
    made = estimator_for(
        declaration_of("pmf_gamma"), module_for("pmf_gamma"), {"mine": 1.0},
        functions={"mine": OWN[kind]}, shape=(3, 4),
    )  # fmt: skip
    with pytest.raises(TargetError, match="the statistic 'mine'"):
        estimates(made, POINTS["pmf_gamma"], ("a",), range(1), 10)


@pytest.mark.parametrize("shape", [None, (3,), (3, 4, 5)])
@pytest.mark.parametrize("target", ["maximum", "mine"])
def test_statistics_of_whole_matrices_need_their_shape(
    shape: tuple[int, ...] | None, target: str
) -> None:
    with pytest.raises(ParameterError, match="2 integers, for row, col"):
        estimator_for(
            declaration_of("pmf_gamma"), module_for("pmf_gamma"), {target: 1.0},
            functions={"mine": row_sums}, shape=shape,
        )  # fmt: skip


def test_targets_that_are_estimated_in_one_way_share_their_draws() -> None:
    targets = {"mean": 1.0, "variance": 1.0, FOURTH: 1.0}
    made = estimator_for(declaration_of("pmf_gamma"), module_for("pmf_gamma"), targets)
    (found,) = estimates(made, POINTS["pmf_gamma"], ("a",), range(1), 50)
    assert found.draws == 50
    assert abs(found.covariance[0, 1]) > 0
    mixed = estimator_for(
        declaration_of("pmf_gamma"), module_for("pmf_gamma"), {"mean": 1.0, "P(Y = 0)": 1.0}
    )
    (found,) = estimates(mixed, POINTS["pmf_gamma"], ("a",), range(1), 50)
    assert found.draws == 100
    assert found.covariance[0, 1] == 0


START = {"K": 25.0, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}


def search_for(integrate: str = "all", seed: int = 0, **fixed: float) -> tuple[Search, Space]:
    targets = {"mean": 25.0, "variance": 550.0}
    module = module_for("pmf_gamma")
    estimator = estimator_for(declaration_of("pmf_gamma"), module, targets, integrate)
    space = made_space(module.HYPERPARAMETERS, ("K",), fixed, {})
    discrepancy = Discrepancy(
        tuple(targets), np.array([25.0, 550.0]), np.ones(2), np.zeros(2, dtype=bool)
    )
    options = Options(random_seed=seed)
    began = time.perf_counter()
    return Search(declaration_of("pmf_gamma"), estimator, discrepancy, options, began), space


def test_no_draws_are_used_twice_and_seeds_repeat() -> None:
    (one, space), (two, _), (other, _) = (search_for("likelihood", seed) for seed in (1, 1, 2))
    x = space.vector(START)
    first = [each.fresh(space, x, 1).values.tobytes() for each in (one, two, other)]
    assert first[0] == first[1] != first[2]
    assert one.fresh(space, x, 1).values.tobytes() != first[0]


def test_batches_divide_the_covariance() -> None:
    search, space = search_for("likelihood", K=25.0)
    x = space.vector(START)
    one = np.mean([search.fresh(space, x, 1).covariance for _ in range(8)], axis=0)
    many = np.mean([search.fresh(space, x, 8).covariance for _ in range(8)], axis=0)
    assert np.diag(one) / np.diag(many) == pytest.approx([8, 8], rel=0.3)
    assert search.fresh(space, x, 8).draws == 8 * search.fresh(space, x, 1).draws


def test_what_was_reached_when_time_is_up_is_what_is_said_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search, space = search_for(a=1.0, b=1.0, c=1.0)
    found = search.run(space, start_point(space, {}), only=False)
    monkeypatch.setattr(Search, "time_is_up", lambda _: True)
    held = search.at_size(found, "K", 20)
    there = search.fresh(held.space, held.at.x, 1)
    assert np.array_equal(held.at.estimate.values, there.values)
