"""What the experiments on the number of factors rest on, checked by other ways."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

pytest.importorskip("matplotlib")

import factors_cpmf
import tossing
from lab import noiseless
from lab.experiment import command
from lab.settings import Prior, rates
from recovered.observations import (
    KURTOSIS,
    PRINTED,
    VARIANCES,
    expected_failures,
    factors,
    observed,
)

import symppm as ppm

K, THETA, BETA = 7, (2.0, 1.5), (3.0, 0.5)
"""Number of factors, and mean and variance of both priors."""

DISTRIBUTIONS = {"gumbel": stats.gumbel_r, "laplace": stats.laplace, "normal": stats.norm}


def moments(noise: float) -> dict[str, float]:
    """Return the moments of K factors by the law of total variance, with a noise variance."""
    (m, v), (n, w) = THETA, BETA
    row, column = K * v * n**2, K * w * m**2
    variance = row + column + K * v * w + noise
    mean = K * m * n
    return {
        "mean": mean,
        "variance": variance,
        "rho_row": row / variance,
        "rho_col": column / variance,
    }


def matched_k(targets: dict[str, float], model: str, **fixed: float) -> float | None:
    return ppm.match(targets=targets, model=model, fixed=fixed).k_exact


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "fixed"),
    [
        ("cpmf_gamma_normal", dict(factors_cpmf.STANDARD)),
        ("cpmf_prior_any", {"kappa": 1.0, "psi_first": 1.0, "psi_second": 1.0}),
    ],
)
def test_k_of_sums_of_standard_normals(model: str, fixed: dict[str, float]) -> None:
    # Y given N has mean N and variance N; given the rates, mean eta and variance E N + Var N.
    eta = K * THETA[0] * BETA[0]
    assert matched_k(moments(2 * eta), model, **fixed) == pytest.approx(K, rel=1e-12)


@pytest.mark.parametrize("model", VARIANCES)
def test_variances_and_kurtoses_are_those_of_scipy(model: str) -> None:
    known = DISTRIBUTIONS[model]
    assert known.var(scale=3) == pytest.approx(9 * VARIANCES[model], rel=1e-12)
    assert float(known.stats(moments="k")) + 3 == pytest.approx(KURTOSIS[model], rel=1e-9)
    if model in PRINTED:
        assert PRINTED[model] > 2 * VARIANCES[model]


@pytest.mark.parametrize("model", VARIANCES)
def test_observations_have_their_mean_and_distribution(model: str) -> None:
    mean = np.linspace(-5, 20, 20_000)
    noise = observed(model, mean, 2.5, np.random.default_rng(3)) - mean
    loc = -2.5 * np.euler_gamma if model == "gumbel" else 0.0
    assert stats.kstest(noise, DISTRIBUTIONS[model](loc, 2.5).cdf).pvalue > 1e-4
    assert DISTRIBUTIONS[model](loc, 2.5).mean() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("model", VARIANCES)
def test_the_formula_gives_k_back_and_the_printed_variance_does_not(model: str) -> None:
    exact = SimpleNamespace(**moments(9 * VARIANCES[model]))
    assert factors(exact, 9 * VARIANCES[model]) == pytest.approx(K, rel=1e-12)
    if model in PRINTED:
        assert factors(exact, 9 * PRINTED[model]) < 0


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("model", "scale"), [("gumbel", "scale_Y"), ("laplace", "scale_Y"), ("normal", "sigma_Y")]
)
def test_the_catalogue_has_the_same_k_whether_it_knows_the_family_or_not(
    model: str, scale: str
) -> None:
    noise = 9 * VARIANCES[model]
    known = matched_k(moments(noise), f"gmf_gamma_{model}", **{scale: 3})
    assert known == pytest.approx(K, rel=1e-9)
    assert matched_k(moments(noise), "gmf_prior_observation", variance_Y=noise) == pytest.approx(K)


def test_moments_of_rates_from_sums_are_those_of_the_matrix() -> None:
    rng = np.random.default_rng(2)
    theta, beta = rng.gamma(0.5, 1, (9, 3)), rng.lognormal(0, 1, (6, 3))
    measured = ppm.statistics(theta @ beta.T)
    found = noiseless.moments(noiseless.sums(theta), noiseless.sums(beta))
    variance = measured.variance
    expected = (measured.mean, variance, measured.rho_row * variance, measured.rho_col * variance)
    assert found == pytest.approx(expected, rel=1e-10)
    assert noiseless.factors(noiseless.sums(theta), noiseless.sums(beta)) == pytest.approx(
        factors(measured, 0.0), rel=1e-9
    )


@pytest.mark.thorough
def test_the_chance_of_no_answer_is_that_of_simulated_matrices() -> None:
    rng, shape, runs = np.random.default_rng(4), (60, 70), 250
    priors, k = (Prior("beta", 1, 1), Prior("beta", 1, 1)), 100
    interaction = k * priors[0].variance * priors[1].variance
    for model, variance in VARIANCES.items():
        scale = math.sqrt(18 / variance)
        chance = expected_failures(model, scale, interaction, shape[0] * shape[1])
        assert 0.02 < chance < 0.2
        negative = 0
        for _ in range(runs):
            data = observed(model, rates(priors, k, shape, rng), scale, rng)
            negative += factors(ppm.statistics(data), 18) < 0
        assert abs(negative / runs - chance) < 4 * math.sqrt(chance * (1 - chance) / runs) + 0.01


@pytest.mark.thorough
def test_runs_of_another_experiment_are_used_and_not_forgotten(tmp_path: Path) -> None:
    borrowing = replace(tossing.EXPERIMENT, name="borrowing", runs_of="tossing")
    asked = ["--results", str(tmp_path), "--jobs", "1", "--quick"]
    assert command(tossing.EXPERIMENT, asked) == 0
    assert command(borrowing, [*asked, "--fresh"]) == 0
    assert (tmp_path / "done.txt").read_text("utf-8").split() == ["0.5"]
    assert (tmp_path / "borrowing.csv").read_bytes() == (tmp_path / "tossing.csv").read_bytes()
    other = tmp_path / "other"
    assert command(borrowing, ["--results", str(other), "--jobs", "1", "--quick"]) == 0
    log = "tossing.runs.jsonl"
    assert (other / log).read_bytes() == (tmp_path / log).read_bytes()
