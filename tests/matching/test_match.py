"""From data or targets to K and priors."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import symppm as ppm
from symppm.errors import DataError, ParameterError

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


def moments(k: float, a: float, b: float, c: float, d: float) -> dict[str, float]:
    """The paper's propositions 1 and 2, typed in."""
    mu_t, mu_b, var_t, var_b = a / b, c / d, a / b**2, c / d**2
    variance = k * (mu_t * mu_b + mu_b**2 * var_t + mu_t**2 * var_b + var_t * var_b)
    return {
        "mean": k * mu_t * mu_b,
        "variance": variance,
        "rho_row": k * mu_b**2 * var_t / variance,
        "rho_col": k * mu_t**2 * var_b / variance,
    }


@settings(max_examples=80, deadline=None)
@given(
    mean=st.floats(0.01, 1e4),
    row=st.floats(0.001, 0.45),
    col=st.floats(0.001, 0.45),
    share=st.floats(0.01, 0.99),
)
def test_any_feasible_targets_are_met(mean: float, row: float, col: float, share: float) -> None:
    left = (1 - row - col) * share
    variance = mean / (1 - row - col - left)
    targets = {"mean": mean, "variance": variance, "rho_row": row, "rho_col": col}
    for model in ("pmf_gamma", "pmf_prior"):
        found = ppm.match(targets=targets, model=model)
        assert found.feasible
        k = found.k_exact
        assert k is not None
        assert found.k == max(1, round(k))
        exact = (left * variance / (row * col)) * (mean / variance) ** 2
        assert k == pytest.approx(exact, rel=1e-9 / share)
        for name in ("mean", "variance"):
            assert found.achieved[name] == pytest.approx(targets[name], rel=1e-9)
        ratio = found.achieved["rho_row"] / found.achieved["rho_col"]
        assert ratio == pytest.approx(row / col, rel=1e-9)


def test_rounding_solves_the_rest_again_by_the_quadratic_of_the_design() -> None:
    found = ppm.match(targets=BELIEFS)
    e, v = BELIEFS["mean"], BELIEFS["variance"]
    r = BELIEFS["rho_row"] / BELIEFS["rho_col"]
    one_over_c = 1 / found.parameters["c"]
    assert 1 / found.parameters["a"] == pytest.approx(r * one_over_c, rel=1e-12)
    left = r * one_over_c**2 + (1 + r) * one_over_c
    assert left == pytest.approx((v - e) * found.parameters["K"] / e**2, rel=1e-12)


@pytest.mark.parametrize(
    ("k", "targets"),
    [(3, BELIEFS), (4, {"mean": 5.0, "variance": 6.0, "rho_row": 0.2, "rho_col": 0.2})],
)
def test_a_given_k_is_kept_and_the_rest_is_nearest(k: int, targets: dict[str, float]) -> None:
    # The second have none of any size.
    assert bool(ppm.match(targets=targets).parameters) == (targets is BELIEFS)
    found = ppm.match(targets=targets, fixed={"K": k})
    assert (found.k, found.k_exact, found.parameters["K"]) == (k, k, k)
    for name in ("mean", "variance"):
        assert found.achieved[name] == pytest.approx(targets[name])
    assert not found.feasible
    codes = [diagnostic.code for diagnostic in found.diagnostics]
    # How thin what K rests on is does not matter where it is given.
    assert codes == ["scale", "held_ratio"]
    assert found.diagnostics[-1].message.endswith("Leave K open, or one of these targets out.")


@pytest.mark.parametrize(
    ("changed", "texts"),
    [
        ({"variance": 20.0}, ["variance > mean", "variance*(1 - rho_row - rho_col) > mean"]),
        ({"rho_row": -0.01}, ["rho_row > 0"]),
        ({"rho_col": 0.0}, ["rho_col > 0"]),
        ({"rho_row": 0.6}, ["rho_row + rho_col < 1", "variance*(1 - rho_row - rho_col) > mean"]),
        ({"variance": 40.0}, ["variance*(1 - rho_row - rho_col) > mean"]),
        ({"mean": -1.0}, ["mean > 0"]),
    ],
)
def test_infeasible_targets_are_a_diagnostic_with_the_condition(
    changed: dict[str, float], texts: list[str]
) -> None:
    found = ppm.match(targets={**BELIEFS, **changed})
    assert not found.feasible
    assert found.k is None
    assert found.k_exact is None
    assert found.parameters == {}
    failures = [diagnostic for diagnostic in found.diagnostics if diagnostic.severity == "failure"]
    assert [diagnostic.message.split(" fails: ")[0] for diagnostic in failures] == texts
    assert json.loads(found.to_json())["feasible"] is False


def test_the_shipped_counts() -> None:
    counts = ppm.data.load("mutational_signatures").values
    found = ppm.match(counts)
    assert found.statistics is not None
    assert found.statistics.mean == pytest.approx(91.2281746, rel=1e-9)
    assert found.statistics.variance == pytest.approx(362750.737, abs=5e-4)
    assert found.statistics.rho_row == pytest.approx(0.0335492, rel=1e-5)
    assert found.statistics.rho_col == pytest.approx(0.0534720, rel=1e-5)
    assert found.k == ppm.number_of_factors(counts).k == 3
    by = {each.estimator: each.k for each in found.estimates}
    assert by["moments"] == pytest.approx(11.67, abs=0.005)
    alone = ppm.match(counts, estimator="moments")
    assert alone.k_exact == pytest.approx(11.67, abs=0.005)
    assert alone.k == 12


def test_a_declared_model_is_matched_like_a_named_one() -> None:
    with ppm.Model("rate_one") as model:
        s, t, w = ppm.hyperparameters("s t w")
        theta = ppm.Gamma("theta", shape=s, rate=1, dims="row factor")
        beta = ppm.Gamma("beta", shape=t, rate=w, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    ours = ppm.match(targets=BELIEFS, model=model)
    named = ppm.match(targets=BELIEFS, fixed={"b": 1})
    assert ours.scale == "none needed"
    for mine, theirs in zip(("s", "t", "w"), ("a", "c", "d"), strict=True):
        assert ours.parameters[mine] == pytest.approx(named.parameters[theirs], rel=1e-12)
    with pytest.raises(ParameterError, match="this model leaves no scale free"):
        ppm.match(targets=BELIEFS, model=model, scale="theta")


def test_fractions_are_a_diagnostic_and_negatives_an_error() -> None:
    rng = np.random.default_rng(0)
    counts = rng.poisson(rng.gamma(0.5, 4, (30, 1)) * rng.gamma(0.5, 4, 40)).astype(float)
    counts[2, 3] += 0.5
    codes = [diagnostic.code for diagnostic in ppm.match(counts).diagnostics]
    assert "non_integer" in codes
    counts[4, 5] = -3
    with pytest.raises(DataError, match="the smallest entry is -3, at row 5, column 6"):
        ppm.match(counts)
    with pytest.raises(DataError, match="the smallest entry is -3, at row 5, column 6"):
        ppm.match(scipy.sparse.csr_array(counts))


def test_k_above_the_rank_of_the_matrix_is_a_diagnostic() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        counts = rng.poisson(
            rng.gamma(8, 1 / 8, (6, 1)) * rng.gamma(8, 1, 7) * rng.gamma(2, 1, (6, 7))
        )
        found = ppm.match(counts, estimator="moments")
        if found.feasible and found.k is not None and found.k > 6:
            break
    else:
        pytest.fail("none of the 50 draws gave more than six factors")
    assert "above_rank" in [diagnostic.code for diagnostic in found.diagnostics]


def test_less_than_one_factor_becomes_one_with_a_diagnostic() -> None:
    targets = {"mean": 5.0, "variance": 100.0, "rho_row": 0.45, "rho_col": 0.45}
    found = ppm.match(targets=targets)
    assert found.k_exact is not None
    assert found.k_exact < 1
    assert found.k == 1
    assert "below_one" in [diagnostic.code for diagnostic in found.diagnostics]


def test_a_given_shape_is_kept_and_the_rest_is_nearest() -> None:
    found = ppm.match(targets=BELIEFS, fixed={"a": 0.3})
    assert found.parameters["a"] == 0.3
    assert found.scale == "mean of theta is 1"
    assert found.parameters["b"] == pytest.approx(0.3, rel=1e-12)
    assert "nearest" in [diagnostic.code for diagnostic in found.diagnostics]

    def misfit(values: dict[str, float]) -> float:
        reached = moments(*(values[name] for name in ("K", "a", "b", "c", "d")))
        return sum(math.log(reached[name] / BELIEFS[name]) ** 2 for name in BELIEFS)

    best = misfit(dict(found.parameters))
    for name in ("c", "d"):
        for factor in (0.999, 1.001):
            assert misfit({**found.parameters, name: found.parameters[name] * factor}) > best


def prior_means(found: ppm.Match) -> tuple[float, float]:
    p = found.parameters
    if found.model == "pmf_prior":
        return p["mu_theta"], p["mu_beta"]
    return p["a"] / p["b"], p["c"] / p["d"]


@pytest.mark.parametrize("model", ["pmf_gamma", "pmf_prior"])
@pytest.mark.parametrize(
    ("scale", "text"),
    [
        (None, "mean of theta is 1"),
        ("theta", "mean of theta is 1"),
        ("beta", "mean of beta is 1"),
        ("mean(theta)=2.5", "mean of theta is 2.5"),
        ("equal-means", "means of theta and beta are equal"),
    ],
)
def test_a_scale_holds_and_changes_no_moment(model: str, scale: str | None, text: str) -> None:
    found = ppm.match(targets=BELIEFS, model=model, scale=scale)
    assert found.scale == text
    theta, beta = prior_means(found)
    held = {
        "mean of theta is 1": theta - 1,
        "mean of beta is 1": beta - 1,
        "mean of theta is 2.5": theta - 2.5,
        "means of theta and beta are equal": theta - beta,
    }[text]
    assert held == pytest.approx(0, abs=1e-12)
    default = ppm.match(targets=BELIEFS, model=model)
    assert found.identified == default.identified
    assert found.achieved == pytest.approx(default.achieved, rel=1e-12)


def test_a_value_fixes_the_scale_and_so_does_fixed_but_relaxes_nothing() -> None:
    by_scale = ppm.match(targets=BELIEFS, scale="b=0.25")
    by_fixed = ppm.match(targets=BELIEFS, fixed={"b": 0.25})
    both = ppm.match(targets=BELIEFS, fixed={"d": 0.2, "b": 0.25})
    assert by_scale.parameters["b"] == pytest.approx(0.25, rel=1e-12)
    assert by_scale.parameters == by_fixed.parameters
    product = by_scale.parameters["b"] * by_scale.parameters["d"]
    assert product == pytest.approx(by_scale.identified["b*d"], rel=1e-12)
    assert [both.parameters[name] for name in "bd"] == pytest.approx([0.25, 0.2], rel=1e-12)
    assert both.scale == "d is 0.2"
    assert not ppm.match(targets={**BELIEFS, "variance": 40.0}, fixed={"b": 1.0}).feasible
