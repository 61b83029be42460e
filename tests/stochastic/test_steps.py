"""Steps in a box, against linear algebra and SciPy's solvers, and averages of noisy proposals."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from symppm.stochastic.averaging import averaged
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate
from symppm.stochastic.steps import Arrival, Box, approach, step_of

Vector = np.ndarray


def wide(n: int, metric: Vector | None = None) -> Box:
    return Box(np.full(n, -50.0), np.full(n, 50.0), np.eye(n) if metric is None else metric)


def to(targets: Vector) -> Discrepancy:
    m = len(targets)
    names = tuple(f"s{n}" for n in range(m))
    return Discrepancy(names, targets, np.ones(m), np.zeros(m, dtype=bool))


def known(values: Vector, jacobian: Vector, covariance: Vector | None = None) -> Estimate:
    m = len(values)
    spread = np.zeros((m, m)) if covariance is None else covariance
    return Estimate(values, jacobian, spread, 0.0, 0.0, 0, ())


class Linear:
    """Statistics A x + b."""

    def __init__(self, table: Vector, offset: Vector) -> None:
        self.table, self.offset, self.calls = table, offset, 0

    def __call__(self, x: Vector, batches: int) -> Estimate:
        self.calls += 1
        return known(self.table @ x + self.offset, self.table)


def quiet(phase: str, x: Vector, estimate: Estimate, loss: float) -> None:
    assert phase in {"approach", "average"}


TABLE = np.array([[2.0, -1.0], [0.5, 3.0]])


def test_without_damping_a_linear_question_is_answered_by_one_step() -> None:
    wanted = np.array([0.3, 1.1])
    x = np.array([0.7, -0.4])
    step = step_of(TABLE, to(wanted).at(TABLE @ x), x, wide(2), 1e-14)
    assert TABLE @ (x + step) == pytest.approx(wanted, abs=1e-9)


def test_a_step_is_the_damped_gauss_newton_step() -> None:
    wanted, x = np.array([0.3, 1.1]), np.array([0.7, -0.4])
    metric = np.array([[2.0, 0.3], [0.3, 1.0]])
    scaled = TABLE / wanted[:, None]
    hessian = 2 * scaled.T @ scaled
    off = (TABLE @ x - wanted) / wanted
    system = hessian + 0.1 * np.trace(hessian) / 2 * metric
    expected = -np.linalg.solve(system, 2 * scaled.T @ off)
    step = step_of(TABLE, to(wanted).at(TABLE @ x), x, wide(2, metric), 0.1)
    assert step == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("metric", [np.eye(3), np.diag([1.0, 4.0, 0.25])])
def test_where_many_answers_are_right_the_nearest_in_the_metric_is_taken(metric: Vector) -> None:
    table, x = np.array([[1.0, 2.0, -0.5]]), np.zeros(3)
    step = step_of(table, to(np.array([1.2])).at(table @ x), x, wide(3, metric), 1e-8)
    inverse = np.linalg.inv(metric)
    expected = inverse @ table.T @ np.linalg.solve(table @ inverse @ table.T, [1.2])
    assert step == pytest.approx(expected, rel=1e-6)


def test_a_coordinate_that_presses_against_an_end_is_held_and_the_rest_move() -> None:
    box = Box(np.array([-50.0, 0.0]), np.array([50.0, 50.0]), np.eye(2))
    wanted, x = TABLE @ np.array([0.5, -0.8]), np.array([0.2, 0.0])
    step = step_of(TABLE, to(wanted).at(TABLE @ x), x, box, 1e-14)
    scales = np.abs(wanted)
    alone, *_ = np.linalg.lstsq(TABLE[:, :1] / scales[:, None], wanted / scales, rcond=None)
    assert x + step == pytest.approx([alone[0], 0.0], abs=1e-9)


def test_in_a_corner_that_both_coordinates_press_into_there_is_no_step() -> None:
    box, x = Box(np.array([0.2, 0.0]), np.array([50.0, 50.0]), np.eye(2)), np.array([0.2, 0.0])
    assert not np.any(step_of(np.eye(2), to(np.array([-3.0, -3.0])).at(x), x, box, 1e-14))


def test_no_step_is_longer_than_a_factor_of_seven() -> None:
    step = step_of(np.eye(2), to(np.array([40.0, 1.0])).at(np.zeros(2)), np.zeros(2), wide(2), 0)
    assert np.max(np.abs(step)) == pytest.approx(2.0)
    assert step[1] == pytest.approx(2.0 / 40)


def test_where_squares_overflow_a_step_still_leads_downhill() -> None:
    jacobian = np.array([[1e200, 0.0], [0.0, -1e200]])
    shape = to(np.array([1.0, 1.0])).at(np.array([1e90, 1e90]))
    step = step_of(jacobian, shape, np.zeros(2), wide(2), 1e-2)
    assert np.all(np.isfinite(step))
    assert step[0] < 0 < step[1]


def test_a_linear_question_is_approached_to_rounding() -> None:
    model, wanted = Linear(TABLE, np.array([1.0, -2.0])), np.array([9.0, 4.0])
    found = approach(model, to(wanted), np.zeros(2), wide(2), 0.01, quiet)
    assert not found.stalled
    assert found.x == pytest.approx(np.linalg.solve(TABLE, wanted - [1.0, -2.0]), rel=1e-10)


def test_an_exponential_question_is_approached_from_far_away() -> None:
    # Statistics are products of powers, as those of factorizations nearly are.
    powers = np.array([[1.0, 1.0], [1.0, 2.0]])

    def estimating(x: Vector, batches: int) -> Estimate:
        values = np.exp(powers @ x)
        return known(values, values[:, None] * powers)

    wanted = np.array([25.0, 550.0])
    found = approach(estimating, to(wanted), np.array([12.0, -9.0]), wide(2), 0.01, quiet)
    assert not found.stalled
    assert found.x == pytest.approx(np.linalg.solve(powers, np.log(wanted)), rel=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_the_nearest_point_of_a_box_is_what_scipy_finds(seed: int) -> None:
    generator = np.random.default_rng(seed)
    table = generator.normal(size=(4, 3))
    offset, wanted = generator.normal(size=4), generator.uniform(1, 3, size=4)
    box = Box(np.full(3, -0.3), np.full(3, 0.3), np.eye(3))
    model, discrepancy = Linear(table, offset), to(wanted)
    first = approach(model, discrepancy, np.zeros(3), box, 0.01, quiet)
    found = approach(model, discrepancy, first.x, box, 0.01, quiet, direct=True)
    assert found.stalled
    best = scipy.optimize.lsq_linear(
        table / wanted[:, None], (wanted - offset) / wanted, bounds=(-0.3, 0.3), tol=1e-14
    )
    assert np.any(np.abs(best.x) > 0.299)
    loss = discrepancy.at(table @ found.x + offset).value
    assert loss == pytest.approx(2 * best.cost, rel=1e-6)


def test_without_any_free_direction_the_approach_ends_at_once() -> None:
    model = Linear(TABLE, np.zeros(2))
    box = Box(np.zeros(2), np.zeros(2), np.eye(2))
    found = approach(model, to(np.ones(2)), np.zeros(2), box, 0.01, quiet)
    assert found.stalled
    assert model.calls == 1


def test_steps_that_lead_to_statistics_without_values_are_taken_back() -> None:
    def estimating(x: Vector, batches: int) -> Estimate:
        values = np.array([np.sqrt(x[0])]) if x[0] > 0 else np.array([np.nan])
        return known(values, np.array([[0.5 / values[0]]]))

    found = approach(estimating, to(np.array([0.01])), np.ones(1), wide(1), 0.01, quiet)
    assert not found.stalled
    assert found.x == pytest.approx([1e-4], rel=1e-8)


SPREAD = np.array([[0.02, 0.006], [0.006, 0.01]])


class Noisy(Linear):
    """The same with normal errors of known covariance, which batches divide."""

    def __init__(self, table: Vector, offset: Vector, seed: int) -> None:
        super().__init__(table, offset)
        self.generator = np.random.default_rng(seed)

    def __call__(self, x: Vector, batches: int) -> Estimate:
        noise = self.generator.multivariate_normal(np.zeros(len(SPREAD)), SPREAD / batches)
        return known(self.table @ x + self.offset + noise, self.table, SPREAD / batches)


REPEATS = 400


def test_averages_are_right_and_so_is_the_covariance_that_they_report() -> None:
    wanted = np.array([9.0, 4.0])
    answer = np.linalg.solve(TABLE, wanted)
    squares, places, steps = [], [], set()
    for seed in range(REPEATS):
        model = Noisy(TABLE, np.zeros(2), seed)
        start = Arrival(answer + 0.1, model(answer + 0.1, 1), False, 1)
        found = averaged(model, to(wanted), start, wide(2), 0.03, quiet, lambda: False)
        steps.add(found.steps)
        off = found.values - TABLE @ found.x
        squares.append(off @ np.linalg.solve(found.covariance, off))
        places.append(TABLE @ found.x - wanted)
        assert np.all(np.sqrt(np.diag(found.covariance)) / wanted <= 0.03 / 3)
    # Sums of squares of standard normals: chi-square with two degrees of freedom each.
    low, high = scipy.stats.chi2.ppf([1e-6, 1 - 1e-6], 2 * REPEATS) / REPEATS
    assert low < np.mean(squares) < high
    # The answer is off by as much as its statistics are, and not on average.
    (count,) = steps
    table = np.array(places)
    error = np.sqrt(np.diag(SPREAD) / count)
    assert np.all(np.abs(table.mean(0)) < 5 * table.std(0) / np.sqrt(REPEATS))
    ratio = table.var(0) / error**2
    # The answer lags behind its own statistics by a step or two out of many.
    low, high = scipy.stats.chi2.ppf([1e-6, 1 - 1e-6], REPEATS) / REPEATS
    assert np.all((low < ratio) & (ratio < high * (1 + 4 / count)))


def test_averaging_stops_when_time_is_up_and_keeps_what_it_has() -> None:
    model = Noisy(TABLE, np.zeros(2), 1)
    start = Arrival(np.zeros(2), model(np.zeros(2), 1), False, 1)
    wanted = to(np.array([9.0, 4.0]))
    found = averaged(model, wanted, start, wide(2), 1e-6, quiet, lambda: True)
    assert 2 <= found.steps <= 20
    long = averaged(model, wanted, start, wide(2), 1e-6, quiet, lambda: False, most_steps=50)
    assert long.steps > found.steps
    assert np.all(np.diag(long.covariance) < np.diag(found.covariance))
