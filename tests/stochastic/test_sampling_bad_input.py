"""Questions that cannot be answered, in words that help, and those that only seem so."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch
from asking import ask

import symppm as ppm
from symppm.errors import ParameterError, SymPPMError, TargetError
from symppm.stochastic.sampling_options import Target

K = {"K": 25.0}
PAPER = {"mean": 25.0, "variance": 550.0}


def refused(kind: type[SymPPMError], *words: str, **question: Any) -> None:
    """See that a question is refused, in words that help."""
    model = question.pop("model", "pmf_gamma")
    targets = question.pop("targets", PAPER)
    fixed = question.pop("fixed", K)
    with pytest.raises(kind) as caught:
        ask(model, targets, fixed, **question)
    text = str(caught.value)
    assert all(word in text for word in words), text
    assert "nan" not in text.lower().replace("'nan'", "")


def own(statistic: Any, value: float = 1.0) -> dict[str, Target]:
    return {"mine": Target(value, statistic=statistic)}


def loud(batch: torch.Tensor) -> torch.Tensor:
    """A statistic that torch cannot differentiate: it goes through NumPy."""
    numbers = batch.detach().numpy()
    return torch.from_numpy(np.log1p(numbers).mean((1, 2)))


def test_a_statistic_that_is_not_differentiable_is_matched_all_the_same() -> None:
    # Entries are integers: the score function needs no derivative of the statistic.
    with ppm.Model("single_rates") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=2, rate=a, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    targets = own(loud, 1.2)
    found = ask(model.declaration, targets, shape=(6, 5), random_seed=1, tolerance=0.03)
    assert found.feasible
    drawn = ppm.sample(model, dict(found.parameters), shape=(6, 5), draws=4000, random_seed=2)
    values = np.log1p(drawn).mean((1, 2))
    assert abs(values.mean() - 1.2) < 5 * values.std() / math.sqrt(4000) + 0.05


def test_a_statistic_of_continuous_entries_that_is_not_differentiable() -> None:
    with ppm.Model("single_levels") as model:
        m = ppm.hyperparameters("m", domain="real")
        theta = ppm.Normal("theta", mean=m, variance=1, dims="row")
        ppm.Normal("Y", mean=theta, variance=1, dims="row col", observed=True)

    def above(batch: torch.Tensor) -> torch.Tensor:
        return (batch > 1).double().mean((1, 2))

    found = ask(model.declaration, own(above, 0.7), shape=(6, 5), random_seed=1, tolerance=0.03)
    # P(N(m, 2) > 1) = 0.7.
    from scipy.stats import norm

    assert found.feasible
    assert norm.sf((1 - found.parameters["m"]) / math.sqrt(2)) == pytest.approx(0.7, abs=0.05)
    assert any("score function" in how for how in found.estimators.values())


def test_a_start_at_which_the_variance_does_not_exist() -> None:
    targets = {"mean": 10.0, "variance": 100.0}
    start = {"a_prime": 1.5, "c_prime": 10.0}
    refused(
        ParameterError, "a_prime=1.5", "the variance exists only for", "a_prime - 2", "Move it",
        model="hpf_gamma", targets=targets, start=start,
    )  # fmt: skip
    # Without it the search finds a start itself.
    assert ask("hpf_gamma", targets, K).feasible


def test_a_target_that_nothing_free_can_move() -> None:
    # A rate of mean one: the shape moves the variance only.
    with ppm.Model("apart") as model:
        a = ppm.hyperparameters("a")
        theta = ppm.Gamma("theta", shape=a, rate=a, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    refused(
        TargetError, "'mean'", "does not depend on what is free", ": a;", "fix less",
        model=model.declaration, targets={"mean": 2.0, "variance": 3.0}, fixed={},
    )  # fmt: skip
    # Free, d moves the mean.
    assert ask("pmf_gamma", {"mean": 10.0}, {**K, "a": 1.0, "c": 2.0, "b": 1.0}).feasible


def test_a_gpu_that_is_not_there() -> None:
    if torch.cuda.is_available():
        pytest.skip("here is a GPU")
    refused(ParameterError, "finds no GPU", "compute on the CPU", device="cuda")


def test_a_tie_that_leaves_the_domain_is_no_answer() -> None:
    # b = a - 2 is negative at the usual start, a = 1: wrong moments are computed there easily.
    found = ask("pmf_gamma", PAPER, {**K, "b": "a - 2"})
    assert found.parameters["b"] > 0
    assert found.parameters["a"] > 2
