"""Steps in a box, against linear algebra and SciPy's solvers, and averages of noisy proposals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.estimates import Estimate
from symppm.stochastic.steps import Arrival, Box, approach, averaged, step_of

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
        steps.add(found.batches)
        off = found.estimate.values - TABLE @ found.x
        squares.append(off @ np.linalg.solve(found.estimate.covariance, off))
        places.append(TABLE @ found.x - wanted)
        assert np.all(found.estimate.errors / wanted <= 0.03 / 3)
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
    assert 2 <= found.batches <= 20
    later = itertools.chain(itertools.repeat(False, 50), itertools.repeat(True))
    long = averaged(model, wanted, start, wide(2), 1e-6, quiet, lambda: next(later))
    assert long.batches > found.batches
    assert np.all(long.estimate.errors < found.estimate.errors)
