"""The free scale: every way to fix it gives the same moments."""

from __future__ import annotations

import pytest

import symppm as ppm

BELIEFS = {"mean": 25.0, "variance": 550.0, "rho_row": 0.045, "rho_col": 0.454}


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


def test_a_value_fixes_the_scale_and_so_does_fixed() -> None:
    by_scale = ppm.match(targets=BELIEFS, scale="b=0.25")
    by_fixed = ppm.match(targets=BELIEFS, fixed={"b": 0.25})
    assert by_scale.parameters["b"] == pytest.approx(0.25, rel=1e-12)
    assert by_scale.parameters == by_fixed.parameters
    product = by_scale.parameters["b"] * by_scale.parameters["d"]
    assert product == pytest.approx(by_scale.identified["b*d"], rel=1e-12)
