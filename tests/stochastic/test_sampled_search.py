"""The search by its parts: seeds, batches, starts, and a size held at a whole number."""

from __future__ import annotations

import numpy as np
import pytest
from estimating import declaration_of, estimator_for, module_for

from symppm.stochastic.asked import Options
from symppm.stochastic.discrepancy import Discrepancy
from symppm.stochastic.notes import Clock, Notes
from symppm.stochastic.search import Search
from symppm.stochastic.space import Space, made_space

START = {"K": 25.0, "a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}


def made(integrate: str = "all", seed: int = 0, **fixed: float) -> tuple[Search, Space]:
    targets = {"mean": 25.0, "variance": 550.0}
    module = module_for("pmf_gamma")
    estimator = estimator_for(declaration_of("pmf_gamma"), module, targets, integrate)
    space = made_space(module.HYPERPARAMETERS, ("K",), fixed, {})
    discrepancy = Discrepancy(
        tuple(targets), np.array([25.0, 550.0]), np.ones(2), np.zeros(2, dtype=bool)
    )
    names = tuple(each.name for each in space.coordinates)
    search = Search(
        estimator,
        discrepancy,
        Options(random_seed=seed),
        lambda where, x, estimate: np.eye(len(x)),
        Notes(tuple(targets), names),
        Clock(60.0),
    )
    return search, space


def test_a_clock_is_up_when_its_time_is() -> None:
    assert not Clock(1000.0).is_up
    assert Clock(-1.0).is_up
    assert Clock(5.0).seconds >= 0


def test_no_draws_are_used_twice_and_seeds_repeat() -> None:
    (one, space), (two, _), (other, _) = (made("likelihood", seed) for seed in (1, 1, 2))
    x = space.vector(START)
    first = [each.fresh(space, x, 1).values.tobytes() for each in (one, two, other)]
    assert first[0] == first[1] != first[2]
    assert one.fresh(space, x, 1).values.tobytes() != first[0]


def test_batches_divide_the_covariance() -> None:
    search, space = made("likelihood", K=25.0)
    x = space.vector(START)
    one = np.mean([search.fresh(space, x, 1).covariance for _ in range(8)], axis=0)
    many = np.mean([search.fresh(space, x, 8).covariance for _ in range(8)], axis=0)
    assert np.diag(one) / np.diag(many) == pytest.approx([8, 8], rel=0.3)
    assert search.fresh(space, x, 8).draws == 8 * search.fresh(space, x, 1).draws


def test_what_is_exact_is_computed_once_and_met_more_narrowly() -> None:
    search, space = made()
    found = search.fresh(space, space.vector(START), 16)
    assert found.draws == 0
    assert not np.any(found.errors)
    assert search.tolerance < made("likelihood")[0].tolerance


def test_a_run_meets_the_targets_and_a_whole_size_meets_them_again() -> None:
    search, space = made()
    found = search.run(space, START, only=False)
    assert found.average.values == pytest.approx([25, 550], rel=1e-9)
    assert not found.stalled
    for size in (1, 12, 40):
        held = search.at_size(found, "K", size)
        assert "K" not in [each.name for each in held.space.coordinates]
        assert held.space.values(held.average.x)["K"] == size
        assert held.average.values == pytest.approx([25, 550], rel=1e-9)
    phases = search.notes.trace().phase
    assert phases[0] == "approach"
    assert phases[-1] == "whole K"


def test_a_size_that_was_all_that_is_free_is_only_rounded() -> None:
    search, space = made(a=0.5, b=0.5, c=0.5, d=0.5)
    found = search.run(space, {"K": 10.0}, only=False)
    held = search.at_size(found, "K", 24)
    assert not len(held.average.x)
    # mean = K, variance = K (1 + 2/0.5 + 1/0.25 ...): by hand, K (mean + second moments).
    assert held.average.values[0] == pytest.approx(24)
    assert held.average.values[1] == pytest.approx(24 + 24 * (2 * 2 + 2 + 2))
