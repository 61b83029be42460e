"""Levels that moments have exponentials of: equations are solved, and the proof says why not."""

from __future__ import annotations

import pytest
from solving import solution_of

import symppm as ppm
from symppm.solve import Solution


def log_normals(*fixed: str) -> Solution:
    with ppm.Model("logs") as model:
        mu, nu = ppm.hyperparameters("mu nu", domain="real")
        s, t = ppm.hyperparameters("s t")
        theta = ppm.LogNormal("theta", mu=mu, sigma=s, dims="row factor")
        beta = ppm.LogNormal("beta", mu=nu, sigma=t, dims="col factor")
        ppm.Poisson("Y", rate=ppm.sum(theta * beta, over="factor"), dims="row col", observed=True)
    return model.solve(fixed=dict.fromkeys(fixed, s))


def test_a_level_inside_an_exponential_is_solved_and_not_proved() -> None:
    solution = log_normals("s")
    assert "mean_beta*exp(mu)" in solution.expressions
    assert set(solution.derivation.properties.values()) == {
        "the moments have exponentials of a level"
    }


@pytest.mark.thorough
def test_the_same_of_a_dispersion_model() -> None:
    solution = solution_of(
        "cpmf_gamma_poisson", ("mean", "cov_row", "cov_col", "cycle", "variance")
    )
    assert "kappa*exp(w)" in solution.expressions
    assert solution.derivation.shown == ()


def test_a_combination_that_begins_with_a_number_has_a_name() -> None:
    with ppm.Model("levels") as model:
        mu, nu, xi = ppm.hyperparameters("mu nu xi", domain="real")
        row = ppm.Normal("row_effect", mean=2 * mu + xi, variance=1, dims="row")
        col = ppm.Normal("col_effect", mean=nu, variance=1, dims="col")
        ppm.Normal("Y", mean=row + col, variance=1, dims="row col", observed=True)
    solution = model.solve(given=("mean",))
    assert "2*mu + nu + xi" in solution.expressions
    assert len(solution.derivation.verify()) == 4
