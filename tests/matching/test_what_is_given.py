"""What is needed, several solutions, fewer targets, and what is given or tied: all solutions."""

from __future__ import annotations

import json
import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import sympy
from cases import core
from catalogue_truths import TRUTHS

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import DataError, ParameterError, TargetError
from symppm.matching.diagnostics.cross_moments import Candidate
from symppm.matching.kernels import Kernels
from symppm.matching.moments import Estimate

# Two sets of hyperparameters with the same four moments, from the design of the solver.
TWIN = {"K": 25, "a": 0.1, "a_prime": 2.5, "b_prime": 1, "c": 0.1, "c_prime": 2.5, "d_prime": 1}
BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


def moments(name: str, **changed: float) -> dict[str, float]:
    truth = {**TRUTHS[name], **changed}
    return Kernels(load_model(name)).at(truth)


def twins() -> dict[str, float]:
    return Kernels(load_model("hpf_gamma")).at(TWIN)


def codes(found: ppm.Match) -> list[str]:
    return [diagnostic.code for diagnostic in found.diagnostics]


@pytest.mark.parametrize("fixed", [{"a": 0.1, "c": 0.1}, {"c": "a", "a": 0.1}])
def test_both_solutions_are_listed_and_none_is_chosen(fixed: dict[str, Any]) -> None:
    found = ppm.match(targets=twins(), model="hpf_gamma", fixed=fixed)
    assert found.feasible
    assert found.k is None
    assert found.k_exact is None
    assert found.parameters == {}
    assert codes(found) == ["ambiguous"]
    assert "K = 6.0417 and K = 25. Nothing among the targets" in found.diagnostics[0].message
    small, large = found.branches
    assert (small.k, large.k) == (6, 25)
    # K solves 24 K^2 - 745 K + 3625 = 0: by hand from the closed forms of the moments.
    assert (small.k_exact, large.k_exact) == pytest.approx((145 / 24, 25), rel=1e-9)
    assert {(each.parameters["a"], each.parameters["c"]) for each in (small, large)} == {(0.1, 0.1)}
    assert large.parameters["a_prime"] == pytest.approx(2.5, rel=1e-9)
    assert large.achieved == pytest.approx(twins(), rel=1e-9)
    document = json.loads(found.to_json())
    assert [each["k"] for each in document["branches"]] == [6, 25]
    assert document["k"] is None
    summary = str(found)
    assert summary.startswith("Ambiguous: 2 solutions have these statistics")
    assert "\nK = 6: a = " in summary
    assert "\nK = 25: a = 0.1, " in summary


@pytest.mark.thorough
@pytest.mark.parametrize("fixed", [{"a": 0.1, "c": 0.1, "K": 25}, {"a_prime": 2.5, "c_prime": 2.5}])
def test_a_size_or_other_hyperparameters_choose(fixed: dict[str, float]) -> None:
    found = ppm.match(targets=twins(), model="hpf_gamma", fixed=fixed)
    assert (found.k, found.branches) == (25, ())
    assert found.achieved == pytest.approx(twins(), rel=1e-8)
    assert [found.parameters[n] for n in ("a", "c_prime")] == pytest.approx([0.1, 2.5], rel=1e-6)


def test_moments_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ParameterError, match="with which mean and variance exist"):
        ppm.match(targets=twins(), model="hpf_gamma", fixed={"a_prime": 1.5, "c_prime": 2.5})


def test_two_targets_do_if_enough_is_given() -> None:
    both = {name: moments("pmf_gamma")[name] for name in ("mean", "variance")}
    found = ppm.match(targets=both, fixed={"K": 5, "a": 2.0, "c": 1.5})
    assert found.parameters["b"] * found.parameters["d"] == pytest.approx(0.5, rel=1e-9)
    found = ppm.match(targets=both, fixed={"a": 2.0, "c": 1.5})
    assert found.k_exact == pytest.approx(5, rel=1e-9)
    with pytest.raises(TargetError, match="dimension 1 open among K, a, b, d"):
        ppm.match(targets=both, fixed={"c": 1.5})


def test_covariances_stand_in_for_correlations() -> None:
    wanted = ppm.match(targets=BELIEFS)
    variance = BELIEFS["variance"]
    covariances = {
        "mean": BELIEFS["mean"], "variance": variance,
        "cov_row": BELIEFS["rho_row"] * variance, "cov_col": BELIEFS["rho_col"] * variance,
    }  # fmt: skip
    assert ppm.match(targets=covariances).parameters == pytest.approx(wanted.parameters)
    # The variance itself can be left to a correlation and its covariance.
    del covariances["variance"]
    found = ppm.match(targets={**covariances, "rho_row": BELIEFS["rho_row"]})
    assert found.k_exact == pytest.approx(wanted.k_exact, rel=1e-6)
    assert found.achieved["mean"] == pytest.approx(25, rel=1e-9)


@pytest.mark.parametrize("scale", [None, "beta", "mean(theta)=0.2"])
def test_priors_that_cannot_vary_enough_are_a_diagnostic(scale: str | None) -> None:
    targets = moments("pmf_gamma", a=0.5)  # standard deviation / mean of theta is 1.41
    found = ppm.match(targets=targets, model="pmf_halfnormal", scale=scale)
    assert not found.feasible
    assert codes(found) == ["impossible_prior"]
    assert "at most 0.756 times its mean" in found.diagnostics[0].message


def test_beta_priors_find_a_scale_and_refuse_an_impossible_one() -> None:
    targets = moments("pmf_beta")
    found = ppm.match(targets=targets, model="pmf_beta")
    assert found.scale == "means of theta and beta are equal"
    assert found.achieved == pytest.approx(targets)
    truth = ppm.match(targets=targets, model="pmf_beta", scale="mean(theta)=0.5")
    assert truth.parameters == pytest.approx(TRUTHS["pmf_beta"])
    with pytest.raises(ParameterError, match="lies between 0 and 1"):
        ppm.match(targets=targets, model="pmf_beta", scale="theta")


@pytest.mark.thorough
def test_a_given_location_fixes_the_scale_of_log_normal_priors() -> None:
    truth = TRUTHS["pmf_lognormal"]
    found = ppm.match(
        targets=moments("pmf_lognormal"), model="pmf_lognormal", fixed={"mu_theta": 0.5}
    )
    assert found.parameters == pytest.approx(truth, rel=1e-7)
    assert found.scale == "as given"
    with pytest.raises(ParameterError, match="the scale 'theta' beside mu_theta"):
        ppm.match(
            targets=moments("pmf_lognormal"),
            model="pmf_lognormal",
            fixed={"mu_theta": 0.5},
            scale="theta",
        )


def test_two_scales_are_fixed_by_two_scales_or_by_one_value_and_the_default() -> None:
    targets = moments("pmf_gamma_weights")
    found = ppm.match(
        targets=targets, model="pmf_gamma_weights", fixed={"e": 3}, scale="weight, theta"
    )
    p = found.parameters
    assert found.scale == "mean of weight is 1, mean of theta is 1"
    assert (p["a"] / p["b"], p["e"] / p["f"]) == pytest.approx((1, 1))
    again = ppm.match(targets=targets, model="pmf_gamma_weights", fixed={"e": 3, "b": 2})
    assert again.scale == "b is 2, mean of beta is 1"
    assert again.parameters["b"] == pytest.approx(2)
    assert again.parameters["c"] == pytest.approx(again.parameters["d"])
    assert again.identified == pytest.approx(found.identified)
    with pytest.raises(ParameterError, match="2 different scales"):
        ppm.match(targets=targets, model="pmf_gamma_weights", fixed={"e": 3}, scale="theta")


def test_real_data_with_a_negative_mean() -> None:
    truth = TRUTHS["gmf_normal_normal"]
    data = ppm.sample("gmf_normal_normal", truth, shape=(120, 100), random_seed=3)
    assert data.mean() < 0
    found = ppm.match(data, "gmf_normal_normal", fixed={"sigma_Y": 1.5}, estimator="moments")
    assert found.feasible
    assert found.achieved["mean"] == pytest.approx(data.mean(), rel=1e-9)
    with pytest.raises(DataError, match="as gmf_gamma_gamma generates"):
        ppm.match(data, "gmf_gamma_gamma", fixed={"shape_Y": 2})
    with pytest.raises(DataError, match="generates counts"):
        ppm.match(data, "gmf_gamma_negativebinomial", fixed={"r": 2})


@pytest.mark.thorough
def test_no_count_exceeds_the_trials() -> None:
    true = {"K": 4, "alpha_theta": 2.0, "beta_theta": 2.0, "alpha_beta": 1.0, "beta_beta": 2.0}
    draw = ppm.sample("gmf_beta_binomial", {**true, "trials": 12}, shape=(60, 50), random_seed=3)
    assert ppm.match(draw, "gmf_beta_binomial", fixed={"trials": 12}).model == "gmf_beta_binomial"
    with pytest.raises(DataError, match="above trials = 2"):
        ppm.match(draw, "gmf_beta_binomial", fixed={"trials": 2})
    with pytest.raises(ParameterError, match=r"trials=2\.5; expected a whole number"):
        ppm.match(draw, "gmf_beta_binomial", fixed={"trials": 2.5})


@pytest.mark.thorough
def test_a_location_of_exactly_zero_leaves_the_scale_to_the_scale() -> None:
    targets = {"mean": 4, "variance": 9, "rho_row": 0.1, "rho_col": 0.1}
    fixed = {"location_theta": 0, "location_beta": 0}
    found = ppm.match(targets=targets, model="pmf_halfnormal", fixed=fixed)
    assert found.scale == "mean of theta is 1"
    assert found.parameters["location_theta"] == found.parameters["location_beta"] == 0
    # The mean of |N(0, s^2)| is s sqrt(2/pi).
    assert found.parameters["scale_theta"] == pytest.approx(math.sqrt(math.pi / 2), rel=1e-6)
    (off,) = [each for each in found.diagnostics if each.code == "nearest"]
    assert "location_theta and location_beta given" in off.message


@pytest.mark.thorough
def test_a_tie_of_reciprocals_holds_before_and_after_rounding() -> None:
    found = ppm.match(targets=twins(), model="hpf_gamma", fixed={"a": "1/a_prime", "c": 0.1})
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


def test_a_zero_that_is_searched_for_is_one_answer() -> None:
    with ppm.Model("hurdle") as model:
        z, m = ppm.hyperparameters("z m", domain="real")
        u = ppm.LogNormal("u", mu=m, sigma=ppm.softplus(z), dims="row")
        keep = ppm.logistic(m)
        ppm.ZeroInflatedPoisson("Y", rate=u, keep=keep, dims="row col", observed=True)
    # At z = m = 0: E[u] = w^(1/2) and E[u^2] = w^2 for w = exp(log(2)^2), and keep is 1/2.
    w = math.exp(math.log(2) ** 2)
    mean, row = w**0.5 / 2, (w**2 - w) / 4
    variance = mean + w**2 / 2 - mean**2
    targets = {"mean": mean, "variance": variance, "rho_row": row / variance}
    found = ppm.match(targets=targets, model=model)
    assert not found.branches
    assert found.parameters == pytest.approx({"z": 0, "m": 0}, abs=1e-8)


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
    size, logarithm = Estimate.of(*map(np.exp, found)), Estimate.of(*found)
    assert size.error == pytest.approx((made.k_exact or 0) * logarithm.error, rel=0.05)
