"""Exports run in NumPyro."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from needed import needed
from program_runs import (
    DISTRIBUTIONS,
    WITH_GAPS,
    Array,
    a_mask,
    check_against_ours,
    check_density,
    check_density_by_scipy,
    check_density_with_gaps,
    check_moments,
    chosen_of,
    odd_model,
    run,
    with_gaps,
)

from symppm.exports.registry import written
from symppm.exports.types import Export

jax = needed("jax")
numpyro = needed("numpyro")
infer = needed("numpyro.infer")

pytestmark = pytest.mark.thorough

WRITTEN = tuple(name for name in DISTRIBUTIONS if name != "cpmf_gamma_inversegaussian")


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let JAX and NumPyro warn of what they will change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    predictive = infer.Predictive(run(export, {})["model"], num_samples=number)
    drawn = predictive(jax.random.key(seed), *shape, *map(np.asarray, known.values()))
    return np.asarray(drawn["Y"])


def density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw."""
    model = run(export, {})["model"]
    latent = {name: jax.numpy.asarray(value) for name, value in drawn.items() if name != "Y"}
    places = () if mask is None else (np.nonzero(mask),)
    arguments = (*drawn["Y"].shape, *known.values(), *places)
    found, _ = infer.util.log_density(model, arguments, {"Y": drawn["Y"]}, latent)
    return float(found)


@pytest.mark.parametrize("name", WRITTEN)
def test_every_catalogue_model_has_our_density_in_numpyro(name: str) -> None:
    check_density(density, name, "numpyro")


def test_the_odd_model_has_our_density_in_numpyro() -> None:
    check_density(density, odd_model(), "numpyro")


@pytest.mark.parametrize("name", WITH_GAPS)
def test_gaps_have_no_density_in_numpyro(name: str) -> None:
    check_density_with_gaps(density, name, "numpyro")


def test_gaps_and_exposures_in_numpyro_are_what_scipy_makes_of_the_formulas() -> None:
    check_density_by_scipy(density, "numpyro")


def test_sampling_from_the_posterior_given_gaps_starts_in_numpyro() -> None:
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    mask = a_mask(data.shape)
    model = run(written(with_gaps("pmf_gamma_exposure", mask), "numpyro"), {})["model"]
    fit = infer.MCMC(infer.NUTS(model), num_warmup=10, num_samples=10, progress_bar=False)
    hidden = np.where(mask, data, -7)
    fit.run(jax.random.key(0), 10, 8, np.linspace(0.5, 2.0, 8), np.nonzero(mask), Y=hidden)
    theta = np.asarray(fit.get_samples()["theta"])
    assert theta.shape == (10, 10, 3)
    assert theta.std(axis=0).min() > 0


@pytest.mark.parametrize(
    "name",
    [
        "pmf_gamma",
        "gmf_gamma_negativebinomial",
        "cpmf_gamma_gamma",
        "hpf_gamma",
    ],
)
def test_the_prior_predictive_of_numpyro_has_the_moments_of_the_model(name: str) -> None:
    check_moments(draws, name, "numpyro")


def test_numpyro_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(draws, odd_model(), "numpyro")


@pytest.mark.parametrize("name", ["hpf_gamma", "cpmf_gamma_gamma"])
def test_variational_fitting_starts_in_numpyro(name: str) -> None:
    # A guide looks plates up by name: one name at two places would break it.
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    model = run(written(chosen_of(name), "numpyro"), {})["model"]
    guide = infer.autoguide.AutoNormal(model)
    fit = infer.SVI(model, guide, numpyro.optim.Adam(0.05), infer.Trace_ELBO())
    found = fit.run(jax.random.key(1), 60, 10, 8, Y=data, progress_bar=False)
    losses = np.asarray(found.losses)
    assert np.isfinite(losses).all()
    assert losses[-10:].mean() < losses[:10].mean()
