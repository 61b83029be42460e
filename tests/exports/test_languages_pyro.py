"""Exports run in Pyro."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest
from needed import needed
from program_runs import (
    DISTRIBUTIONS,
    VALUES,
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

torch = needed("torch")
pyro = needed("pyro")
infer = needed("pyro.infer")

pytestmark = pytest.mark.thorough

WRITTEN = tuple(name for name in DISTRIBUTIONS if name != "cpmf_gamma_inversegaussian")


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    """Undo what an export sets for a whole program."""
    before = torch.get_default_dtype()
    pyro.clear_param_store()
    yield
    torch.set_default_dtype(before)


def draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    model = run(export, {})["model"]
    pyro.set_rng_seed(seed)
    given = [torch.as_tensor(value) for value in known.values()]
    return np.asarray(infer.Predictive(model, num_samples=number)(*shape, *given)["Y"].detach())


def density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw; a shifted variable is drawn above its location."""
    model = run(export, {})["model"]
    places = () if mask is None else (np.nonzero(mask),)
    arguments = (*drawn["Y"].shape, *map(torch.as_tensor, known.values()), *places)
    data = torch.as_tensor(drawn["Y"])
    sites = pyro.poutine.trace(model).get_trace(*arguments, Y=data).nodes
    latent = {}
    for name, value in drawn.items():
        if f"{name}_above" in sites:
            latent[f"{name}_above"] = torch.as_tensor(value - VALUES[f"location_{name}"])
        elif name in sites and name != "Y":
            latent[name] = torch.as_tensor(value)
    trace = pyro.poutine.trace(pyro.poutine.condition(model, latent))
    return float(trace.get_trace(*arguments, Y=data).log_prob_sum())


@pytest.mark.parametrize("name", WRITTEN)
def test_every_catalogue_model_has_our_density_in_pyro(name: str) -> None:
    check_density(density, name, "pyro")


def test_the_odd_model_has_our_density_in_pyro() -> None:
    check_density(density, odd_model(), "pyro")


@pytest.mark.parametrize("name", WITH_GAPS)
def test_gaps_have_no_density_in_pyro(name: str) -> None:
    check_density_with_gaps(density, name, "pyro")


def test_gaps_and_exposures_in_pyro_are_what_scipy_makes_of_the_formulas() -> None:
    check_density_by_scipy(density, "pyro")


def test_variational_fitting_given_gaps_starts_in_pyro() -> None:
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    mask = a_mask(data.shape)
    hidden = torch.as_tensor(np.where(mask, data, -7))
    pyro.set_rng_seed(1)
    model = run(written(with_gaps("pmf_gamma", mask), "pyro"), {})["model"]
    guide = infer.autoguide.AutoNormal(model)
    fit = infer.SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), infer.Trace_ELBO())
    losses = np.array([fit.step(10, 8, np.nonzero(mask), Y=hidden) for _ in range(60)])
    assert np.isfinite(losses).all()
    assert losses[-10:].mean() < losses[:10].mean()


@pytest.mark.parametrize(
    "name", ["pmf_gamma", "pmf_halfnormal", "gmf_gamma_negativebinomial", "hpf_gamma"]
)
def test_the_prior_predictive_of_pyro_has_the_moments_of_the_model(name: str) -> None:
    check_moments(draws, name, "pyro")


def test_pyro_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(draws, odd_model(), "pyro")


@pytest.mark.parametrize("name", ["hpf_gamma", "cpmf_gamma_gamma"])
def test_variational_fitting_starts_in_pyro(name: str) -> None:
    data = torch.as_tensor(np.random.default_rng(2).poisson(2.0, size=(10, 8)))
    pyro.set_rng_seed(1)
    model = run(written(chosen_of(name), "pyro"), {})["model"]
    guide = infer.autoguide.AutoNormal(model)
    fit = infer.SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), infer.Trace_ELBO())
    losses = np.array([fit.step(10, 8, Y=data) for _ in range(60)])
    assert np.isfinite(losses).all()
    assert losses[-10:].mean() < losses[:10].mean()
