"""What a model needs, several solutions, fewer targets, and hyperparameters that are given."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from catalogue_truths import TRUTHS

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import DataError, ParameterError, TargetError
from symppm.matching.kernels import Kernels

# Two sets of hyperparameters with the same four moments, from the design of the solver.
TWIN = {"K": 25, "a": 0.1, "a_prime": 2.5, "b_prime": 1, "c": 0.1, "c_prime": 2.5, "d_prime": 1}
BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


def moments(name: str, **changed: float) -> dict[str, float]:
    truth = {**TRUTHS[name], **changed}
    return Kernels(load_model(name)).moments(truth["K"], truth)


def twins() -> dict[str, float]:
    return Kernels(load_model("hpf_gamma")).moments(25, TWIN)


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


@pytest.mark.parametrize(
    ("model", "advice"),
    [
        ("hpf_gamma", "dimension 2 open among K, a, a_prime, b_prime, c, c_prime, d_prime"),
        ("hpf_gamma", "Fix a and c."),
        ("gmf_normal_normal", "Fix sigma_Y."),
        ("cpmf_gamma_gamma", "Fix w and kappa."),
        ("pmf_gamma_effects", "Fix a_row and b_row and a_col and b_col."),
        ("pmf_gamma_weights", "Fix e."),
    ],
)
def test_what_is_missing_is_named(model: str, advice: str) -> None:
    with pytest.raises(TargetError) as caught:
        ppm.match(targets=moments(model), model=model)
    assert advice in str(caught.value)


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
