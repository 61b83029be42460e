"""What exports to probabilistic programming languages say; other files here run them."""

from __future__ import annotations

import ast
import json

import numpy as np
import pytest
import scipy.stats
from cases import core
from program_runs import (
    DISTRIBUTIONS,
    ODD,
    VECTORS,
    a_mask,
    a_point,
    chosen_of,
    log_density,
    odd_model,
)

import symppm as ppm
from symppm.errors import NotBuiltError, NotDerivableError, ParameterError
from symppm.exports.registry import LIBRARIES, written
from symppm.model.catalogue import CATALOGUE

LANGUAGES = [name for name, library in LIBRARIES.items() if not library.fits]
PYTHON = ("numpyro", "pymc", "pyro")

MISSING = {
    "jags": {
        "gmf_beta_gumbel",
        "gmf_gamma_gumbel",
        "gmf_halfnormal_gumbel",
        "gmf_lognormal_gumbel",
        "cpmf_gamma_normal",
        "cpmf_gamma_gamma",
        "cpmf_gamma_inversegaussian",
        "cpmf_gamma_negativebinomial",
    },
    "numpyro": {"cpmf_gamma_inversegaussian"},
    "pymc": set(),
    "pyro": {"cpmf_gamma_inversegaussian"},
    "stan": {"cpmf_gamma_inversegaussian"},
}
"""Catalogue models that are distributions but that a language cannot hold."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_keep_all_their_digits(language: str) -> None:
    third = 1 / 3
    export = written(chosen_of("pmf_gamma", {"a": third}), language)
    text = export.to_json() if language == "stan" else export.code
    assert repr(third) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_notes_stand_in_front_as_comments_and_state_the_convention(language: str) -> None:
    export = written(chosen_of("pmf_gamma"), language)
    sign = "//" if language == "stan" else "#"
    head = str(export).removesuffix(export.code).splitlines()
    assert head
    assert all(line.startswith(sign) for line in head)
    assert "shape" in " ".join(export.notes)
    assert json.loads(export.to_json())["code"] == export.code


@pytest.mark.parametrize("language", core(LANGUAGES, ["pymc"]))
def test_every_model_that_a_language_can_hold_is_written(language: str) -> None:
    for name in set(DISTRIBUTIONS) - MISSING[language]:
        chosen = chosen_of(name)
        export = written(chosen, language)
        if language in PYTHON:
            ast.parse(str(export))
        settings = export.arguments["data"] if language == "stan" else export.arguments
        # Stan has a function e, and programs leave its name alone.
        names = {"e": "e_2"} if language == "stan" else {}
        assert {name: settings[names.get(name, name)] for name in chosen.parameters} == dict(
            chosen.parameters
        )


@pytest.mark.parametrize("language", core(LANGUAGES, ["stan"]))
def test_every_other_model_is_refused_with_a_reason(language: str) -> None:
    for name in MISSING[language]:
        with pytest.raises(NotBuiltError, match="Export to PyMC"):
            written(chosen_of(name), language)
    for name in VECTORS:
        with pytest.raises(NotBuiltError, match=r"Dirichlet in an export to .*by hand"):
            written(chosen_of(name), language)
    for name in set(CATALOGUE) - {*DISTRIBUTIONS, *VECTORS}:
        with pytest.raises(NotDerivableError, match="only moments are declared"):
            written(chosen_of(name), language)


def test_a_hidden_count_is_refused_in_stan() -> None:
    with ppm.Model("hidden") as hidden:
        a, b = ppm.hyperparameters("a b")
        count = ppm.Poisson("count", rate=a, dims="row")
        ppm.Normal("Y", mean=count, variance=b, dims="row col", observed=True)
    assert "Y[i, j] ~ dnorm(count[i], 1 / b)" in written(chosen_of(hidden), "jags").code
    with pytest.raises(NotBuiltError, match="PyMC or JAGS"):
        written(chosen_of(hidden), "stan")


def test_a_weight_that_can_be_zero_in_another_way_is_refused() -> None:
    with ppm.Model("twice") as twice:
        a, b, w = ppm.hyperparameters("a b w")
        count = ppm.Poisson("count", rate=a, dims="row col")
        other = ppm.Poisson("other", rate=b, dims="row")
        ppm.ExponentialDispersion(
            "Y", family="normal", w=w, kappa=count + other, dims="row col", observed=True
        )
    with pytest.raises(NotBuiltError, match="which can be zero"):
        written(chosen_of(twice), "pymc")


def test_trials_that_are_no_integer_are_refused() -> None:
    with pytest.raises(ParameterError, match="trials fixed at an integer"):
        written(chosen_of("gmf_beta_binomial", {"trials": 2.5}), "pymc")


def test_a_missing_value_is_refused() -> None:
    chosen = chosen_of("pmf_gamma", {"a": float("nan")})
    with pytest.raises(ParameterError, match="no value for a"):
        written(chosen, "jags")


def test_names_that_programs_use_themselves_are_changed() -> None:
    chosen = chosen_of(odd_model(), ODD)
    assert 'model_2 = pm.Gamma("model",' in written(chosen, "pymc").code
    assert '"row_axis": range(N)' in written(chosen, "pymc").code
    assert "real<lower=0> model_2;" in written(chosen, "stan").code
    assert "model_2 ~ dgamma(9, 9)" in written(chosen, "jags").code


def test_our_density_with_gaps_and_exposures_is_what_scipy_makes_of_the_formulas() -> None:
    """What all programs are compared with."""
    drawn, known = a_point("pmf_gamma_exposure")
    p = chosen_of("pmf_gamma_exposure").parameters
    mask = a_mask(drawn["Y"].shape)
    rate = np.einsum("ik,jk,j->ij", drawn["theta"], drawn["beta"], known["gamma"])
    expected = scipy.stats.poisson.logpmf(drawn["Y"], rate)[mask].sum()
    for name, shape, size in (("theta", "a", "b"), ("beta", "c", "d")):
        expected += scipy.stats.gamma.logpdf(drawn[name], p[shape], scale=1 / p[size]).sum()
    found = log_density("pmf_gamma_exposure", drawn, known, mask)
    assert found == pytest.approx(expected, rel=1e-12)
