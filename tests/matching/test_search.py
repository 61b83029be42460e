"""The numeric search: rounding, what is nearest, limits, and targets of any kind."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from catalogue_truths import TRUTHS
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

import symppm as ppm
from symppm.codegen.load import load_model
from symppm.errors import SymPPMError
from symppm.matching.kernels import Kernels
from symppm.matching.least_squares import are_moments
from symppm.matching.plane import plane_around

WITHOUT_FORM_AT_K = [
    name
    for name in TRUTHS
    if not load_model(name).SPEC.identified_at_k
    and not load_model(name).SPEC.constraints
    and "rho_row" in load_model(name).SPEC.targets
]


def between(name: str) -> tuple[Kernels, dict[str, float], dict[str, float], dict[str, float]]:
    """Return kernels, moments at K + 0.4, what is given, and the truth."""
    kernels = Kernels(load_model(name))
    truth = dict(TRUTHS[name])
    targets = kernels.at({**truth, "K": truth["K"] + 0.4})
    return kernels, targets, {each: truth[each] for each in kernels.spec.needs}, truth


@pytest.mark.parametrize("name", WITHOUT_FORM_AT_K)
def test_rounding_holds_mean_and_variance_and_the_rest_is_the_best(name: str) -> None:
    kernels, targets, fixed, truth = between(name)
    found = ppm.match(targets=targets, model=name, fixed=fixed)
    (found,) = (each for each in found.branches or (found,) if each.k == truth["K"])
    assert found.k_exact == pytest.approx(truth["K"] + 0.4, rel=1e-9)
    for moment in ("mean", "variance"):
        assert found.achieved[moment] == pytest.approx(targets[moment], rel=1e-9)
    (note,) = (each.message for each in found.diagnostics if each.code == "rounding")
    assert f"With K = {found.k} in place of {found.k_exact:.4g}, mean and variance are held" in note

    # SciPy's constrained minimizer, from the same point, finds nothing better.
    free = [each for each in kernels.hyperparameters if each not in fixed]
    start = np.array([found.parameters[each] for each in free])
    shared = [each for each in targets if each.startswith("rho_")]

    def reached(factors: Any) -> dict[str, float]:
        values = dict(zip(free, start * np.exp(factors), strict=True))
        return kernels.at({**found.parameters, **values})

    def missed(factors: Any) -> float:
        at = reached(factors)
        return 1e4 * sum(math.log(at[each] / targets[each]) ** 2 for each in shared)

    def held(factors: Any) -> list[float]:
        at = reached(factors)
        return [at[each] / targets[each] - 1 for each in ("mean", "variance")]

    best = optimize.minimize(
        missed, np.full(len(free), 0.01), method="SLSQP",
        constraints={"type": "eq", "fun": held}, bounds=[(-0.5, 0.5)] * len(free),
        options={"ftol": 1e-12, "maxiter": 500},
    )  # fmt: skip
    assert max(np.abs(held(best.x))) < 1e-5
    assert missed(np.zeros(len(free))) <= best.fun * (1 + 1e-3)


def test_a_search_that_leads_ever_further_out_is_infeasible_and_says_so() -> None:
    found = ppm.match(targets={"mean": 30.0, "variance": 20.0}, fixed={"a": 5.0, "c": 1.0})
    assert not found.feasible
    (failure,) = found.diagnostics
    assert failure.code == "infeasible"
    assert (
        "the search gets nearer as long as it lets some of them grow or shrink" in failure.message
    )


def test_the_nearest_point_of_an_overdetermined_model() -> None:
    targets = {"mean": 30.0, "variance": 300.0, "rho_row": 0.3, "rho_col": 0.4}
    found = ppm.match(targets=targets, model="pmf_exponential")
    kernels = Kernels(load_model("pmf_exponential"))
    assert [each.code for each in found.diagnostics] == ["scale", "nearest"]

    def missed(k: int, product: float) -> float:
        at = kernels.at({"K": k, "rate_theta": 1.0, "rate_beta": product})
        return sum(math.log(at[each] / targets[each]) ** 2 for each in targets)

    at_found = missed(found.k or 0, found.identified["rate_beta*rate_theta"])
    for k in range(1, 40):
        best = optimize.minimize_scalar(
            lambda x, k=k: missed(k, math.exp(x)), bounds=(-8, 5), method="bounded"
        )
        # K is rounded after the fit, which is near the best whole number, not always at it.
        assert at_found <= best.fun * 1.02


SEARCHED = (
    "pmf_gamma", "pmf_beta", "pmf_exponential", "pmf_uniform", "gmf_normal_normal",
    "gmf_gamma_negativebinomial", "cpmf_gamma_inversegaussian", "hpf_gamma", "pmf_gamma_weights",
    "ptf_gamma",
)  # fmt: skip
BROAD = st.one_of(
    st.floats(1e-3, 1e3), st.floats(-12, 12).map(lambda x: 10.0**x), st.floats(-5, 5), st.floats()
)


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(SEARCHED))
    spec = load_model(name).SPEC
    targets = {
        each: draw(st.one_of(st.floats(-0.05, 0.6), BROAD) if each[:4] == "rho_" else BROAD)
        for each in spec.targets
        if draw(st.integers(0, 9)) > 0
    }
    fixed = {}
    for each in spec.parameters:
        if draw(st.integers(0, 9)) < (9 if each.name in spec.needs else 2):
            value = 10 ** draw(st.floats(-2, 2))
            fixed[each.name] = -value if each.domain == "negative" else value
            if each.is_size:
                fixed[each.name] = max(1, round(value))
    scale = draw(st.sampled_from([None, None, "theta", "equal-means", "mean(beta)=0.3"]))
    return {"model": name, "targets": targets, "fixed": fixed, "scale": scale}


@pytest.mark.thorough
@settings(max_examples=30, deadline=None, derandomize=True)
@given(questions())
def test_any_question_has_an_answer_or_an_explanation(question: dict[str, Any]) -> None:
    try:
        found = ppm.match(**question)
    except SymPPMError:
        return
    found.to_json()  # refuses numbers that are not finite
    assert str(found)
    kernels = Kernels(load_model(question["model"]))
    for each in found.branches or (found,) if found.feasible else ():
        at = kernels.at(each.parameters)
        assert are_moments(at)
        for name, value in each.achieved.items():
            assert value == pytest.approx(at[name], rel=1e-9)
        for name, value in question["fixed"].items():
            assert each.parameters[name] == pytest.approx(value, rel=1e-9)


def test_what_is_nearest_is_so_where_a_moment_has_a_sign_that_no_model_has() -> None:
    rng = np.random.default_rng(5)
    counts = rng.poisson(rng.gamma(1, 1, (60, 10)) @ rng.gamma(1, 0.03, (10, 80)))
    measured = ppm.cross_moments(counts)
    names = ("mean", "cov_row", "cov_col", "cycle")
    at = [list(measured.values).index(name) for name in names]
    values = np.array([measured.values[name] for name in names])
    assert values[3] < 0 < values[:3].min()
    covariance = np.zeros((4, 4))
    for lines in (measured.rows, measured.columns):
        assert lines is not None
        left = lines[:, at] / np.abs(values)
        left[:, :3] = np.log(left[:, :3])
        away = left - left.mean(0)
        covariance += away.T @ away * (len(away) - 1) / len(away)
    covariance[0, 1:] = covariance[1:, 0] = 0.0
    covariance[0, 0] *= 0.01  # the mean is held to a tenth of its error
    inverse = np.linalg.inv(covariance)

    def distance(x: Any) -> float:
        """By hand: both shapes are one, so the scales' product alone is left beside K."""
        k, scale = np.exp(x)
        moments = k * scale ** np.array([1.0, 2.0, 2.0, 4.0])
        off = np.append(np.log(moments[:3] / values[:3]), (moments[3] - values[3]) / -values[3])
        return float(off @ inverse @ off)

    close = {"xatol": 1e-10, "fatol": 1e-12}
    best = optimize.minimize(distance, np.log([10, 0.03]), method="Nelder-Mead", options=close)
    found = ppm.match(counts, fixed={"a": 1.0, "c": 1.0}, estimator="cross-moments")
    assert found.k_exact == pytest.approx(math.exp(best.x[0]), rel=1e-6)
    low, high = found.interval(0.95)["K"]
    assert 0 < low < 10 < high < 40


def test_what_is_nearest_has_the_mean_where_shapes_are_fixed_far_from_the_truth() -> None:
    """All moments vary with the mean: least squares weighted by that alone had half of it."""
    rng = np.random.default_rng(8)
    counts = rng.poisson(rng.gamma(0.1, 10, (50, 3)) @ rng.gamma(0.1, 10, (3, 60)))
    match = ppm.match(counts, "pmf_exponential", estimator="moments")
    assert match.has("nearest")
    low, high = ppm.statistics(counts, intervals=True).interval(0.95)["mean"]
    assert abs(match.achieved["mean"] - match.targets["mean"]) < 0.1 * (high - low) / 2


@pytest.mark.thorough
@pytest.mark.parametrize("estimator", ["moments", "cross-moments"])
def test_mirrored_data_have_the_mirrored_answer(estimator: str) -> None:
    rng = np.random.default_rng(1)
    data = rng.normal(-1, 1, (40, 4)) @ rng.normal(1, 1, (4, 50)) + rng.normal(0, 1, (40, 50))
    found = []
    for sign in (1.0, -1.0):
        fixed = {"sigma_Y": 1.0, "sigma_theta": 1.0, "sigma_beta": 1.0, "mu_theta": -sign}
        made = ppm.match(sign * data, "gmf_normal_normal", fixed=fixed, estimator=estimator)
        assert made.k_exact is not None
        found.append(made.k_exact)
    # Logarithms are of positive means only; to first order there is no difference.
    assert found[0] == pytest.approx(found[1], rel=0.01)


@pytest.mark.parametrize("name", ["gmf_lognormal_laplace", "pmf_lognormal"])
def test_a_width_of_logarithms_may_be_given_where_their_level_is_free(name: str) -> None:
    # exp(mu) is then no unknown of its own: what is free are levels that add up.
    truth = {"K": 4.0, "mu_theta": 0.3, "sigma_theta": 0.8, "mu_beta": -0.2, "sigma_beta": 0.6}
    kernels, noise = Kernels(load_model(name)), {}
    if kernels.spec.needs:
        noise = {"scale_Y": 1.0}
    targets = kernels.at({**truth, **noise})
    found = ppm.match(targets=targets, model=name, fixed={"sigma_theta": 0.8, **noise})
    assert found.feasible
    assert found.k == 4
    assert found.parameters["sigma_beta"] == pytest.approx(0.6, rel=1e-9)
    level = found.parameters["mu_theta"] + found.parameters["mu_beta"]
    assert level == pytest.approx(0.1, rel=1e-9)


def test_the_point_where_all_targets_hold_is_found_where_they_hardly_differ() -> None:
    # Counts that are nearly Poisson: two of the targets move almost together.
    name, truth = "cpmf_gamma_negativebinomial", {"w": -8.5, "kappa": 9.5}
    kernels = Kernels(load_model(name))
    point = {"K": 4.4, "a": 4.5, "b": 5.5, "c": 6.5, "d": 7.5, **truth}
    found = ppm.match(targets=kernels.at(point), model=name, fixed={**truth, "a": 5.85})
    plane, exact = plane_around(found)
    assert exact
    assert plane.origin["K"] == pytest.approx(4.4, rel=1e-6)
    assert plane.origin["a"] == pytest.approx(4.5, rel=1e-6)
