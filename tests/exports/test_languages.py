"""What exports to probabilistic programming languages say; other files here run them."""

from __future__ import annotations

import ast
import json

import pytest
from program_runs import DISTRIBUTIONS, ODD, VECTORS, chosen_of, odd_model

import symppm as ppm
from symppm.errors import NotBuiltError, NotDerivableError, ParameterError
from symppm.exports.registry import LANGUAGES, written
from symppm.model.catalogue import CATALOGUE

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


def test_a_hierarchy_reads_in_pymc_as_one_would_write_it() -> None:
    export = written(chosen_of("hpf_gamma", {"b_prime": 0.1, "K": 7}), "pymc")
    model = export.code.partition("with pm.Model(coords=coords) as model:\n")[2]
    assert model.splitlines() == [
        '    xi = pm.Gamma("xi", alpha=a_prime, beta=a_prime / b_prime, dims=("row",))',
        '    theta = pm.Gamma("theta", alpha=a, beta=xi[:, None], dims=("row", "factor"))',
        '    eta = pm.Gamma("eta", alpha=c_prime, beta=c_prime / d_prime, dims=("col",))',
        '    beta = pm.Gamma("beta", alpha=c, beta=eta[:, None], dims=("col", "factor"))',
        '    pm.Poisson("Y", mu=theta @ beta.T, dims=("row", "col"), observed=Y)',
    ]
    assert "K = 7\n" in export.code
    assert "b_prime = 0.1\n" in export.code
    assert export.arguments["K"] == 7
    assert export.library == "PyMC"


def test_weights_effects_exposures_and_three_axes_are_array_operations() -> None:
    names = ("pmf_gamma_weights", "pmf_gamma_effects", "pmf_gamma_exposure", "ptf_gamma")
    texts = {name: written(chosen_of(name), "numpyro").code for name in names}
    assert "dist.Poisson(theta @ (weight * beta).T)" in texts["pmf_gamma_weights"]
    assert "theta @ beta.T + col_effect + row_effect[:, None]" in texts["pmf_gamma_effects"]
    assert "theta @ beta.T * gamma" in texts["pmf_gamma_exposure"]
    assert 'jnp.einsum("jk,ik,sk->ijs", beta, theta, weight)' in texts["ptf_gamma"]


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


def test_the_stan_program_for_the_prior_has_no_data_and_no_parameters() -> None:
    export = written(chosen_of("pmf_gamma"), "stan")
    prior = export.arguments["prior_predictive"]
    assert "parameters {" in export.code
    assert "parameters {" not in prior
    assert "array[N, M] int Y;" in prior.partition("generated quantities")[2]
    assert export.arguments["data"]["K"] == 3


@pytest.mark.parametrize("language", LANGUAGES)
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


@pytest.mark.parametrize("language", LANGUAGES)
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


def test_two_moments_are_no_distribution() -> None:
    with pytest.raises(NotDerivableError, match="only moments are declared"):
        written(chosen_of("pmf_prior"), "stan")


def test_gumbel_in_jags_is_refused_with_languages_that_have_it() -> None:
    with pytest.raises(NotBuiltError, match="Export to PyMC, NumPyro, Pyro or Stan"):
        written(chosen_of("gmf_gamma_gumbel"), "jags")


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


def test_counts_called_as_a_size_keep_their_name() -> None:
    code = written(chosen_of("cpmf_gamma_poisson"), "jags").code
    assert "for (i in 1:n_row)" in code
    assert "N[i, j] ~ dpois(" in code


def test_letters_that_stan_does_not_take_are_spelled() -> None:
    with ppm.Model("greek") as greek:
        a, b = ppm.hyperparameters("α b")
        theta = ppm.Gamma("θ", shape=a, rate=b, dims="row")
        ppm.Poisson("Y", rate=theta, dims="row col", observed=True)
    assert "u03b8 ~ gamma(u03b1, b);" in written(chosen_of(greek), "stan").code
    assert (
        'θ = pm.Gamma("θ", alpha=α, beta=b, dims=("row",))'
        in written(chosen_of(greek), "pymc").code
    )


def test_integers_are_not_divided_as_integers_in_stan() -> None:
    with ppm.Model("averages") as averages:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        mean = (
            ppm.sum(theta, over="factor")
            + 1 / ppm.size("factor")
            + ppm.size("factor") / ppm.size("row")
        )
        ppm.Poisson("Y", rate=mean, dims="row col", observed=True)
    code = written(chosen_of(averages), "stan").code
    assert "1.0 / K" in code
    assert "1.0 * K / N" in code
