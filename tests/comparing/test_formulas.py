"""Moments by counting agree with those by the laws; zeros agree with draws."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
import sympy
from cases import core

import symppm as ppm
from symppm.comparing.formulas import formulas_of
from symppm.laws import derive
from symppm.model.catalogue import catalogue_model

POINTS: Mapping[str, Mapping[str, float]] = {
    "pmf_gamma": {"K": 3, "a": 0.7, "b": 1.3, "c": 1.9, "d": 0.8},
    "gmf_gamma_negativebinomial": {"K": 3, "a": 0.7, "b": 1.3, "c": 1.9, "d": 0.8, "r": 1.5},
    "gmf_gamma_zeroinflatedpoisson": {"K": 3, "a": 0.7, "b": 1.3, "c": 1.9, "d": 0.8, "p": 0.6},
    "cpmf_gamma_negativebinomial": {
        "K": 2, "a": 1.2, "b": 1.0, "c": 0.9, "d": 1.4, "w": -0.7, "kappa": 0.8,
    },
    "cpmf_gamma_poisson": {
        "K": 2, "a": 1.2, "b": 1.0, "c": 0.9, "d": 1.4, "w": 0.3, "kappa": 0.8,
    },
    "cpmf_gamma_binomial": {"K": 2, "a": 1.2, "b": 1.0, "c": 0.9, "d": 1.4, "w": 0.3, "kappa": 3},
    "hpf_gamma": {
        "K": 2, "a": 1.1, "a_prime": 5.5, "b_prime": 1.0, "c": 0.6, "c_prime": 4.5, "d_prime": 1.2,
    },
    "pmf_gamma_effects": {
        "K": 2, "a": 1.1, "b": 1.0, "c": 0.6, "d": 1.2,
        "a_row": 0.5, "b_row": 2.0, "a_col": 1.5, "b_col": 2.5,
    },
    "pmf_lognormal": {
        "K": 2, "mu_theta": -0.2, "sigma_theta": 0.6, "mu_beta": 0.1, "sigma_beta": 0.4,
    },
    "pmf_beta": {
        "K": 4, "alpha_theta": 0.8, "beta_theta": 1.7, "alpha_beta": 2.0, "beta_beta": 1.2,
    },
}  # fmt: skip


def _column(name: str) -> np.ndarray:
    unknowns = formulas_of(catalogue_model(name)).unknowns
    return np.array([[POINTS[name][each.name]] for each in unknowns], dtype=float)


@pytest.mark.parametrize(
    "name", core(["pmf_gamma", "gmf_gamma_zeroinflatedpoisson"], ["pmf_gamma"])
)
def test_cumulants_are_those_that_the_laws_derive(name: str) -> None:
    declaration = catalogue_model(name)
    formulas = formulas_of(declaration)
    values = dict(zip(formulas.names, formulas.cumulants(_column(name))[:, 0], strict=True))
    symbols = {s: POINTS[name][s.name] for s in (*declaration.sizes, *declaration.hyperparameters)}
    for moment in ("variance", "cumulant_ij_ij_ij", "cumulant_ij_ij_il", "cumulant_ij_il_tj"):
        told = derive(declaration, moment.replace("_", " ")).result
        assert values[moment] == pytest.approx(float(sympy.N(told.subs(symbols))), rel=1e-10)


def test_the_cycle_is_that_of_a_bilinear_model() -> None:
    formulas = formulas_of(catalogue_model("pmf_gamma"))
    values = dict(zip(formulas.names, formulas.cumulants(_column("pmf_gamma"))[:, 0], strict=True))
    at = POINTS["pmf_gamma"]
    variances = at["a"] / at["b"] ** 2, at["c"] / at["d"] ** 2
    assert values["cycle"] == pytest.approx(at["K"] * (variances[0] * variances[1]) ** 2, rel=1e-12)


def test_moments_that_do_not_exist_are_not_numbers() -> None:
    formulas = formulas_of(catalogue_model("hpf_gamma"))
    column = _column("hpf_gamma")
    assert np.isfinite(formulas.cumulants(column)).all()
    place = [each.name for each in formulas.unknowns].index("a_prime")
    column[place] = 2.9
    assert np.isnan(formulas.cumulants(column)).all()


def test_what_all_entries_share_is_seen() -> None:
    assert formulas_of(catalogue_model("pmf_gamma")).connected
    assert not formulas_of(catalogue_model("pmf_gamma_weights")).connected


def test_only_some_moments_of_priors_known_by_two() -> None:
    formulas = formulas_of(catalogue_model("pmf_prior"))
    # An entry, one of its row and one of its column hold no factor more than twice.
    known = ("mean", "variance", "cov_row", "cov_col", "cycle", "cumulant_ij_il_tj")
    assert formulas.names == known
    assert formulas.zeros is None


@pytest.mark.thorough
@pytest.mark.parametrize("name", POINTS)
def test_zeros_are_as_many_as_in_draws(name: str) -> None:
    zeros = formulas_of(catalogue_model(name)).zeros
    assert zeros is not None
    draws, thinnings = 4000, (1.0, 0.3)
    drawn = ppm.sample(name, dict(POINTS[name]), shape=(2, 2), draws=draws, random_seed=11)
    # Both are asked for at once, as in a comparison.
    for thinning, found in zip(thinnings, zeros(POINTS[name], np.array(thinnings)), strict=True):
        # Matrices are independent; entries of one are not.
        shares = ((1.0 - thinning) ** np.asarray(drawn, dtype=float)).mean(axis=(1, 2))
        error = shares.std(ddof=1) / np.sqrt(draws)
        assert found == pytest.approx(shares.mean(), abs=4.5 * error)


def test_compound_sums_of_continuous_draws_are_zero_where_there_is_none() -> None:
    at = {"K": 2, "a": 1.2, "b": 1.0, "c": 0.9, "d": 1.4, "w": -1.0, "kappa": 2.0}
    compound = formulas_of(catalogue_model("cpmf_gamma_gamma")).zeros
    counts = formulas_of(catalogue_model("pmf_gamma")).zeros
    assert compound is not None
    assert counts is not None
    all_kept = np.ones(1)
    assert compound(at, all_kept) == pytest.approx(counts(at, all_kept), rel=1e-12)


@pytest.mark.parametrize("name", ["gmf_gamma_negativebinomial", "hpf_gamma"])
def test_no_probability_is_lost_where_laws_are_mixed(name: str) -> None:
    formulas = formulas_of(catalogue_model(name))
    assert formulas.zeros is not None
    point = {each.name: 3.0 for each in formulas.unknowns}
    # Almost nothing is kept: every entry is zero.
    assert formulas.zeros(point, np.array([1e-14])) == pytest.approx([1.0], abs=1e-12)
