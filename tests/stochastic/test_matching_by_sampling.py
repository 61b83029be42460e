"""Whole questions: the paper's, with exact formulas and without, judged by formulas."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
import scipy.stats
import torch
from asking import HPF_STARTS, PMF_STARTS, ask, codes, hpf_start, pmf_start, said

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.stochastic.outcome import Outcome
from symppm.stochastic.plans import CLOSED, COLLAPSED
from symppm.stochastic.sampling_options import Target
from symppm.stochastic.search import Search

PAPER = {"mean": 25.0, "variance": 550.0}
K = {"K": 25.0}
SAMPLED: dict[str, Any] = {"integrate": "likelihood", "tolerance": 0.03}
"""Few draws: the answer is judged by its own standard error."""


def pmf_moments(p: Any) -> dict[str, float]:
    """The paper's equations (3) and (4), by hand."""
    one, two = p["a"] / p["b"], p["c"] / p["d"]
    first, second = one / p["b"], two / p["d"]
    mean = p["K"] * one * two
    spread = first * second + first * two**2 + second * one**2
    return {"mean": mean, "variance": mean + p["K"] * spread}


def within(outcome: Outcome, targets: dict[str, float], share: float) -> bool:
    return all(abs(outcome.achieved[name] / value - 1) <= share for name, value in targets.items())


@pytest.mark.parametrize("name", PMF_STARTS)
def test_poisson_factorization_from_the_starts_of_the_paper(name: str) -> None:
    found = ask("pmf_gamma", PAPER, K, start=pmf_start(name))
    assert found.feasible
    assert found.k == found.k_exact == 25
    assert set(found.estimators.values()) == {CLOSED}
    by_hand = pmf_moments(found.parameters)
    assert by_hand == pytest.approx(PAPER, rel=2e-3)
    assert dict(found.achieved) == pytest.approx(by_hand, rel=1e-10)
    assert not any(found.achieved_errors.values())
    assert found.draws == 0
    assert "infeasible" not in codes(found)


@pytest.mark.parametrize("name", HPF_STARTS)
def test_hierarchical_factorization_from_the_starts_of_the_paper(name: str) -> None:
    targets = {"mean": 10.0, "variance": 100.0}
    found = ask("hpf_gamma", targets, K, start=hpf_start(name))
    assert found.feasible
    assert within(found, targets, 5e-3)
    # Both priors of the rates need two moments, by the conditions of the closed form.
    assert found.parameters["a_prime"] > 2
    assert found.parameters["c_prime"] > 2
    expected = ppm.sample(
        "hpf_gamma", dict(found.parameters), shape=(60, 60), draws=300, random_seed=1
    )
    means = expected.mean((1, 2))
    assert abs(means.mean() - 10) < 5 * means.std() / math.sqrt(300) + 0.05


@pytest.mark.parametrize("name", ["pmf_gamma", "hpf_gamma"])
def test_the_number_of_factors_is_searched_and_is_whole(name: str) -> None:
    targets = PAPER if name == "pmf_gamma" else {"mean": 10.0, "variance": 100.0}
    found = ask(name, targets)
    assert found.feasible
    assert isinstance(found.k, int)
    assert found.k_exact is not None
    assert abs(found.k - found.k_exact) < 1
    assert found.parameters["K"] == found.k >= 1
    assert within(found, targets, 2e-3)
    assert "K" in found.trace.hyperparameters


def test_correlations_determine_the_number_of_factors_as_the_paper_says() -> None:
    a, b, c, d = 0.8, 1.0, 1.4, 0.5
    mean = 9 * a * c / (b * d)
    variance = mean * (a + b * d + c + 1) / (b * d)
    row, col = c / (a + b * d + c + 1), a / (a + b * d + c + 1)
    targets = {"mean": mean, "variance": variance, "rho_row": row, "rho_col": col}
    tau = 1 - (row + col)
    expected = (tau * variance - mean) / (row * col) * (mean / variance) ** 2
    assert expected == pytest.approx(9)
    found = ask("pmf_gamma", targets)
    assert found.feasible
    assert found.k == 9
    assert found.k_exact == pytest.approx(9, rel=1e-3)
    assert (found.parameters["a"], found.parameters["c"]) == pytest.approx((a, c), rel=1e-2)


def test_targets_that_cannot_be_met_lead_to_the_border_and_its_condition() -> None:
    found = ask("pmf_gamma", {"mean": 100.0, "variance": 10.0}, K)
    assert not found.feasible
    # On the border mean = variance = m; (m/100 - 1)^2 + (m/10 - 1)^2 is least at
    at = (1 / 100 + 1 / 10) / (1 / 100**2 + 1 / 10**2)
    least = (at / 100 - 1) ** 2 + (at / 10 - 1) ** 2
    assert found.discrepancy == pytest.approx(least, rel=1e-3)
    assert found.achieved["mean"] == pytest.approx(at, rel=1e-3)
    assert found.achieved["variance"] == pytest.approx(at, rel=1e-3)
    assert found.achieved["variance"] > found.achieved["mean"]
    (remark,) = (each for each in found.remarks if each.code == "infeasible")
    assert remark.severity == "failure"
    assert "variance > mean" in remark.message


@pytest.mark.parametrize("heavy", ["mean", "variance"])
def test_weights_decide_a_compromise(heavy: str) -> None:
    values = {"mean": 100.0, "variance": 10.0}
    weights = {name: 9.0 if name == heavy else 1.0 for name in values}
    targets = {name: Target(value, weights[name]) for name, value in values.items()}
    found = ask("pmf_gamma", targets, K)
    # On the same border the weighted sum is least at
    top = sum(w / values[name] for name, w in weights.items())
    bottom = sum(w / values[name] ** 2 for name, w in weights.items())
    assert not found.feasible
    assert found.achieved["mean"] == pytest.approx(top / bottom, rel=1e-3)


def test_a_discrepancy_of_ones_own_is_what_is_made_small() -> None:
    def spread(has: Any, wanted: Any) -> Any:
        # The index of dispersion alone, and the mean at a fifth of its target.
        ratio = has["variance"] / has["mean"] - wanted["variance"] / wanted["mean"]
        return ratio**2 + (has["mean"] / wanted["mean"] - 0.2) ** 2

    found = ask("pmf_gamma", PAPER, K, discrepancy=spread)
    assert found.achieved["mean"] == pytest.approx(5, rel=1e-3)
    assert found.achieved["variance"] == pytest.approx(5 * 22, rel=1e-3)
    assert found.discrepancy < 1e-6


def test_ties_and_bounds_hold() -> None:
    found = ask("pmf_gamma", PAPER, {**K, "c": "a", "d": "2*b"}, bounds={"b": (0.05, 5.0)})
    assert found.feasible
    assert found.parameters["c"] == pytest.approx(found.parameters["a"])
    assert found.parameters["d"] == pytest.approx(2 * found.parameters["b"])
    assert 0.05 <= found.parameters["b"] <= 5
    assert pmf_moments(found.parameters) == pytest.approx(PAPER, rel=2e-3)


def test_an_answer_at_the_end_of_its_bounds_is_said_to_be_there() -> None:
    found = ask("pmf_gamma", PAPER, K, bounds={"a": (50.0, 100.0), "c": (50.0, 100.0)})
    assert not found.feasible
    assert "infeasible" in codes(found)
    assert " a " in said(found) or "a and c" in said(found)
    for name in ("a", "c"):
        assert 50 - 1e-6 <= found.parameters[name] <= 100 + 1e-6


def test_sampling_reports_what_it_saw_beside_the_formula() -> None:
    found = ask("pmf_gamma", PAPER, K, random_seed=3, start=pmf_start("F"), **SAMPLED)
    assert set(found.estimators.values()) == {COLLAPSED}
    assert found.feasible
    by_hand = pmf_moments(found.parameters)
    assert dict(found.achieved) == pytest.approx(by_hand, rel=1e-10)
    # What the search says is the truth at its answer within its error, a third of the tolerance.
    for name, value in by_hand.items():
        assert abs(found.sampled[name] / value - 1) < 5 * 0.03 / 3
        assert found.sampled[name] != value
    assert found.draws > 1000
    assert all(error > 0 for name, error in found.parameter_errors.items() if name != "K")


def test_both_routes_agree_within_the_error_of_the_draws() -> None:
    # As many targets as unknowns: then there is one answer, which the formula gives.
    targets = {"mean": 12.0, "variance": 60.0, "rho_row": 0.3, "rho_col": 0.2}
    exact = ppm.match(targets=targets, model="pmf_gamma", fixed={"b": 1.0}, method="exact")
    found = ask(
        "pmf_gamma", targets, {"b": 1.0, "K": float(exact.k or 1)}, random_seed=1, **SAMPLED
    )
    free = ask("pmf_gamma", targets, {"b": 1.0, "K": float(exact.k or 1)})
    for name in ("a", "c", "d"):
        error = found.parameter_errors[name]
        assert 0 < error < 0.1 * free.parameters[name]
        assert abs(found.parameters[name] - free.parameters[name]) < 5 * error


def test_the_same_seed_gives_the_same_bytes_and_another_other_draws() -> None:
    def asked(seed: int) -> Outcome:
        return ask(
            "pmf_gamma", PAPER, K, random_seed=seed, start=pmf_start("F"),
            integrate="likelihood", tolerance=0.1,
        )  # fmt: skip

    one, again, other = asked(7), asked(7), asked(8)
    for part in ("parameters", "achieved", "trace", "draws", "parameter_errors", "sampled"):
        assert pickle.dumps(getattr(one, part)) == pickle.dumps(getattr(again, part))
    assert dict(one.parameters) != dict(other.parameters)


def test_the_trace_is_consistent() -> None:
    found = ask(
        "pmf_gamma", PAPER, K, random_seed=5, start=pmf_start("E"), integrate="likelihood",
        tolerance=0.1,
    )  # fmt: skip
    trace = found.trace
    steps = len(trace)
    assert steps > 3
    assert set(trace.phase) == {"approach", "average"}
    assert set(trace.statistics) == set(PAPER)
    assert set(trace.hyperparameters) == {"a", "b", "c", "d"}
    rows = [trace.phase, trace.draws, trace.loss, *trace.statistics.values()]
    assert {len(row) for row in [*rows, *trace.hyperparameters.values()]} == {steps}
    assert {name: row[0] for name, row in trace.hyperparameters.items()} == pytest.approx(
        pmf_start("E")
    )
    for n in range(steps):
        loss = sum((trace.statistics[name][n] / value - 1) ** 2 for name, value in PAPER.items())
        assert trace.loss[n] == pytest.approx(loss, rel=1e-12, abs=1e-15)
    assert sum(trace.draws) <= found.draws
    # Averaging ends near where the answer is, by what each step says of itself.
    last = trace.phase.count("average")
    assert last >= 6
    for name, value in PAPER.items():
        tail = np.array(trace.statistics[name][-last:])
        assert abs(tail.mean() / value - 1) < 0.1


def test_an_interrupted_search_returns_the_best_so_far_judged_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain, calls = Search.fresh, []

    def stopping(self: Search, *given: Any, **named: Any) -> Any:
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return plain(self, *given, **named)

    monkeypatch.setattr(Search, "fresh", stopping)
    found = ask("pmf_gamma", PAPER, K, start=pmf_start("A"))
    assert "interrupted" in codes(found)
    assert not found.feasible
    assert dict(found.achieved) == pytest.approx(pmf_moments(found.parameters), rel=1e-10)
    losses = found.trace.loss
    assert found.discrepancy == pytest.approx(min(losses), rel=1e-9)
    assert found.discrepancy < losses[0]


def test_an_interrupt_before_there_is_anything_goes_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stopping(self: Search, *given: Any, **named: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "fresh", stopping)
    with pytest.raises(KeyboardInterrupt):
        ask("pmf_gamma", PAPER, K)


def test_a_search_that_is_out_of_time_says_so() -> None:
    found = ask(
        "pmf_gamma", PAPER, K, integrate="none", tolerance=1e-4, seconds=2.0,
        start=pmf_start("F"),
    )  # fmt: skip
    assert "time_is_up" in codes(found)
    assert found.seconds < 20
    assert dict(found.achieved) == pytest.approx(pmf_moments(found.parameters), rel=1e-10)


def test_what_targets_do_not_determine_is_said() -> None:
    found = ask("pmf_gamma", PAPER)
    (said,) = [each.message for each in found.remarks if each.code == "not_determined"]
    assert "do not determine K, a, b, c and d" in said
    assert not found.parameter_errors
    held = ask("pmf_gamma", PAPER, {"K": 25.0, "b": 1.0, "c": 1.0})
    assert "not_determined" not in codes(held)
    assert set(held.parameter_errors) == {"a", "d"}


@pytest.mark.thorough
def test_the_error_of_a_size_is_that_of_other_seeds() -> None:
    # Determined: one hyperparameter is left beside K, and two targets.
    targets, fixed = {"mean": 4.0, "variance": 10.0}, {"a": 1.0, "b": 1.0, "d": 2.0}
    runs = [
        ask("pmf_gamma", targets, fixed, integrate="likelihood", tolerance=0.03, random_seed=seed)
        for seed in range(16)
    ]
    assert all(each.feasible for each in runs)
    sizes = np.array([each.k_exact for each in runs])
    errors = np.array([each.parameter_errors["K"] for each in runs])
    low, high = scipy.stats.chi2.ppf([1e-4, 1 - 1e-4], len(runs) - 1) / (len(runs) - 1)
    # Noise in the search's derivatives may add a third.
    assert low < sizes.var(ddof=1) / np.mean(errors**2) < 1.8 * high
    # By hand: variance / mean = (a + c + 1 + b d) / (b d), and the mean is K a c / (b d).
    assert abs(sizes.mean() - 8.0) < 5 * errors.mean() / math.sqrt(len(runs)) + 0.02


def test_what_is_left_over_is_excused_no_further_than_rounding_goes() -> None:
    # Targets of K = 2.5 where nothing else is free.
    fixed = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    found = ask("pmf_gamma", {"mean": 2.5}, fixed)
    assert found.feasible
    assert found.k_exact == pytest.approx(2.5)
    assert found.achieved["mean"] in {2.0, 3.0}
    assert "rounding" in codes(found)
    never = ask("pmf_gamma", {"mean": 2.5, "variance": 40.0}, fixed)
    assert not never.feasible


def test_a_size_that_would_be_less_than_one_is_named() -> None:
    # By hand: these targets need K = 0.41.
    targets = {"mean": 2.0, "variance": 9.0, "rho_row": 0.2}
    found = ask("pmf_gamma", targets, {"a": "c/K", "b": 1.0})
    assert not found.feasible
    (said,) = [each.message for each in found.remarks if each.code == "infeasible"]
    assert "K came out as 1, the smallest number there is" in said


@pytest.mark.parametrize(("bounds", "size"), [((2.2, 3.8), 3), ((4.5, 9.0), 5), ((1.0, 1.9), 1)])
def test_whole_sizes_stay_within_their_bounds(bounds: tuple[float, float], size: int) -> None:
    # Targets of K = 2.
    fixed = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    found = ask("pmf_gamma", {"mean": 2.0}, fixed, bounds={"K": bounds})
    assert found.k == size
    assert not found.feasible or size != 2
    said = " ".join(each.message for each in found.remarks)
    assert "K lies at the bounds given" in said
    assert "smallest number there is" not in said


def test_a_size_that_breaks_a_tie_gives_way_to_one_that_does_not() -> None:
    # The mean is K (5.9 - K) c, so that 6 is nearest but cannot be.
    fixed = {"a": "5.9 - K", "b": 1.0, "c": 1.0, "d": 1.0}
    found = ask("pmf_gamma", {"mean": 1.68}, fixed, start={"K": 5.5})
    assert found.k == 5
    assert found.achieved["mean"] == pytest.approx(4.5)


def test_a_target_that_is_clearly_missed_is_called_that_beside_one_that_cannot_be_known() -> None:
    heavy = Target(1.0, statistic=lambda y: (y[:, 0, 0] + 1.0) * torch.exp(6 * y[:, 0, 1].sqrt()))
    fixed = {"K": 1.0, "a": 1.0, "b": 1.0, "c": 1.0}
    targets = {"mean": 1e-3, "variance": 50.0, "heavy": heavy}
    found = ask("pmf_gamma", targets, fixed, shape=(2, 2), tolerance=0.05, seconds=15)
    assert not found.feasible
    assert "unreliable" not in codes(found)


def test_what_has_been_found_before_a_size_is_made_whole_is_kept_when_interrupted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "at_size", interrupted)
    fixed = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    found = ask("pmf_gamma", {"mean": 2.6}, fixed)
    assert found.k_exact == pytest.approx(2.6)
    assert found.k == 3
    assert "interrupted" in codes(found)


@pytest.mark.thorough
def test_a_uniform_model_is_found_again() -> None:
    truth = {"K": 4, "low_theta": 1.0, "high_theta": 3.0, "low_beta": 0.5, "high_beta": 4.0}
    module = load_model("pmf_uniform")
    values = module.moments.uncompiled(*truth.values())
    targets = dict(zip(module.SPEC.targets, values, strict=True))
    found = ppm.match(
        targets=targets, model="pmf_uniform", method="stochastic", fixed={"K": 4, "low_theta": 1.0}
    )
    assert found.feasible
    # Closed forms, so that the targets are met to the tolerance of the search.
    assert found.achieved == pytest.approx(targets, rel=2e-3)
    assert found.parameters["low_beta"] < found.parameters["high_beta"]
