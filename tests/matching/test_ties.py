"""Hyperparameters that are tied or fixed: all solutions, and what is missed."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import ParameterError
from symppm.matching.diagnostics.cross_moments import Candidate
from symppm.matching.kernels import Kernels

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


def moments(name: str, **truth: float) -> dict[str, float]:
    return Kernels(load_model(name)).moments(truth["K"], truth)


def hierarchical() -> dict[str, float]:
    return moments("hpf_gamma", K=25, a=0.1, a_prime=2.5, b_prime=1, c=0.1, c_prime=2.5, d_prime=1)


@pytest.mark.thorough
def test_a_tie_of_reciprocals_holds_before_and_after_rounding() -> None:
    found = ppm.match(targets=hierarchical(), model="hpf_gamma", fixed={"a": "1/a_prime", "c": 0.1})
    assert found.feasible
    assert found.k_exact == pytest.approx(4.9431, rel=1e-5)
    assert found.parameters["a"] * found.parameters["a_prime"] == pytest.approx(1, rel=1e-12)
    assert found.to_dict()["given"]["ties"] == {"a": "1/a_prime"}


@pytest.mark.parametrize("tie", [{"a": "K/10"}, {"a": sympy.Symbol("K") / 10}])
def test_a_number_of_factors_that_is_tied_is_still_whole(tie: dict[str, object]) -> None:
    # With a = K/10: rho_row variance = mean^2 / (K a), so K is sqrt(10 mean^2 / (.045 * 550)).
    wanted = {name: BELIEFS[name] for name in ("mean", "variance", "rho_row")}
    found = ppm.match(targets=wanted, fixed=tie)
    assert found.k_exact == pytest.approx(math.sqrt(6250 / (0.045 * 550)), rel=1e-9)
    assert found.k == 16
    assert found.parameters["a"] == pytest.approx(1.6, rel=1e-12)
    assert found.achieved["mean"] == pytest.approx(25, rel=1e-9)


def test_scales_that_a_tie_fixes_are_not_moved_by_a_scale() -> None:
    truth = {"K": 6.0, "a": 0.8, "b": 2.4, "c": 0.5, "d": 0.3}
    found = ppm.match(targets=moments("pmf_gamma", **truth), fixed={"b": "3*a"})
    assert found.parameters == pytest.approx(truth, rel=1e-8)
    assert found.scale == "as given"
    with pytest.raises(ParameterError, match="the scale 'd=1' beside b"):
        ppm.match(targets=moments("pmf_gamma", **truth), fixed={"b": "3*a"}, scale="d=1")


@pytest.mark.parametrize("seed", core(range(6), range(2)))
def test_random_truths_under_fixing_and_tying_are_found_again(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = {"K": float(rng.integers(2, 40)), "b": 1.0}
    truth |= {name: float(rng.gamma(2, 0.5) + 0.05) for name in "acd"}
    factor = float(np.round(rng.uniform(0.3, 3), 2))
    truth["c"] = factor * truth["a"]
    chosen = ["mean", "variance", *rng.choice(["rho_row", "rho_col"], 2, replace=False)]
    every = moments("pmf_gamma", **truth)
    targets = {name: every[name] for name in every if name in chosen[: 3 + seed % 2]}
    found = ppm.match(targets=targets, fixed={"c": f"{factor}*a"})
    each = [found, *found.branches]
    assert any(one.k_exact == pytest.approx(truth["K"], rel=1e-7) for one in each if one.k_exact)
    assert found.feasible


def test_data_are_matched_under_a_tie_with_intervals_that_respect_it() -> None:
    rng = np.random.default_rng(7)
    rates = rng.gamma(1.5, 1, (300, 4)) @ rng.gamma(1.5, 0.7, (250, 4)).T
    data = rng.poisson(rates)
    found = ppm.match(data, fixed={"c": "a"}, estimator="moments")
    assert found.parameters["c"] == pytest.approx(found.parameters["a"], rel=1e-12)
    ends = found.interval()
    assert ends["a"] == pytest.approx(ends["c"], rel=1e-6)
    assert ends["K"][0] < 4 < ends["K"][1]
    # What is known makes it no less precise.
    free = ppm.match(data, estimator="moments").interval()["a"]
    assert ends["a"][1] / ends["a"][0] < free[1] / free[0]


@pytest.mark.thorough
def test_what_is_not_proved_is_not_said_to_be_impossible() -> None:
    # A root of K is no polynomial, so that elimination does not take it.
    tie = {"a": "K**0.5", "c": 2.0}
    found = ppm.match(targets=BELIEFS, fixed=tie)
    assert not found.feasible
    assert str(found).startswith("No solution found: ")
    assert any("does not prove" in each.message for each in found.diagnostics)
    truth = {"K": 16.0, "a": 4.0, "b": 1.0, "c": 2.0, "d": 0.5}
    found = ppm.match(targets=moments("pmf_gamma", **truth), fixed=tie)
    assert found.k_exact == pytest.approx(16, rel=1e-8)


def test_solutions_that_differ_in_what_a_model_needs_are_branches() -> None:
    with ppm.Model("odds") as model:
        p, c, d = ppm.hyperparameters("p c d")
        u = ppm.Gamma("u", shape=c, rate=d, dims="col")
        ppm.Poisson("Y", rate=p / (1 + p) ** 2 * u, dims="row col", observed=True)
    # With c = d the mean is p / (1 + p)^2, the same at 1/p.
    mean = 0.3 / 1.3**2
    found = ppm.match(
        targets={"mean": mean, "variance": mean + mean**2 / 2}, model=model, fixed={"d": 2, "c": 2}
    )
    values = sorted(each.parameters["p"] for each in found.branches)
    assert values == pytest.approx([0.3, 1 / 0.3], rel=1e-8)


def test_a_root_of_what_is_tied_is_searched_for() -> None:
    with ppm.Model("waits") as model:
        a, b, s = ppm.hyperparameters("a b s")
        u = ppm.Gamma("u", shape=a, rate=b, dims="row")
        ppm.ExponentialDispersion(
            "Y", family="inverse_gaussian", w=-s, kappa=u, dims="row col", observed=True
        )
    # psi' = (2 s)^(-1/2) = 1/2 and psi'' = (2 s)^(-3/2) = 1/8 at s = a = 2, b = 1.
    mean, row, noise = 2 / 2, 2 / 4, 2 / 8
    targets = {"mean": mean, "variance": row + noise, "rho_row": row / (row + noise)}
    found = ppm.match(targets=targets, model=model, fixed={"s": "a"})
    assert [found.parameters[name] for name in "abs"] == pytest.approx([2, 1, 2], rel=1e-8)


def test_the_error_of_a_size_that_is_searched_for_is_that_of_its_logarithm() -> None:
    # To first order: it does not hang on the constant up to which a search tells what is left out.
    rng = np.random.default_rng(0)
    eta = rng.gamma(0.8, 1.2, (150, 5)) @ rng.gamma(1.6, 0.6, (120, 5)).T
    counts = rng.poisson(eta * rng.gamma(1, 1, eta.shape))
    made = ppm.match(counts, "pmf_gamma", fixed={"c": "2*a"}, estimator="cross-moments")
    question: Any = SimpleNamespace(kernels=SimpleNamespace(size="K"), closed=False)
    found = Candidate(question, made).log_size
    assert found is not None
    assert found.size.error == pytest.approx((made.k_exact or 0) * found.logarithm.error, rel=0.05)
