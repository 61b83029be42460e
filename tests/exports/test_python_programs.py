"""Programs for PyMC, NumPyro and Pyro, run: their densities, their draws, and that they fit."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from cases import needed
from program_runs import (
    SPANNING,
    WITH_GAPS,
    Array,
    a_mask,
    a_point,
    check_against_ours,
    check_density,
    check_density_with_gaps,
    chosen_of,
    log_density,
    model_named,
    odd_model,
    run,
    with_gaps,
)
from python_programs import LANGUAGES
from scipy.sparse import coo_array

from symppm.exports.registry import written

pytestmark = pytest.mark.thorough

COUNTS = np.random.default_rng(2).poisson(2.0, size=(10, 8))


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let libraries warn of what they will change; compile to Python; undo what exports set."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch, pytensor = sys.modules.get("torch"), sys.modules.get("pytensor")
        before = torch.get_default_dtype() if torch else None
        if pytensor:
            with pytensor.config.change_flags(mode="FAST_COMPILE"):
                yield
        else:
            yield
    if torch := sys.modules.get("torch"):
        torch.set_default_dtype(before or torch.float32)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Name a library that is installed."""
    needed(request.param)
    return str(request.param)


@pytest.mark.parametrize("name", [*SPANNING, "odd"])
def test_every_model_has_our_density(language: str, name: str) -> None:
    if name not in LANGUAGES[language].lacks:
        check_density(LANGUAGES[language].density, model_named(name), language)


@pytest.mark.parametrize("name", WITH_GAPS)
def test_gaps_have_no_density(language: str, name: str) -> None:
    check_density_with_gaps(LANGUAGES[language].density, name, language)


def test_draws_of_the_odd_model_are_as_ours(language: str) -> None:
    check_against_ours(LANGUAGES[language].draws, odd_model(), language)


@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_zeros_that_are_gaps_are_not_data_in_pymc(kind: str) -> None:
    pm = needed("pymc")
    drawn, _ = a_point("pmf_gamma")
    data = drawn["Y"]
    data[:2, :2] = 0
    export = written(with_gaps("pmf_gamma", data > 0, "zeros"), "pymc")
    stored = coo_array(np.maximum(data, 1))
    # What is stored is observed, also where it is zero.
    stored.data[:] = data[stored.row, stored.col]
    given = {"dense": data, "sparse": stored}[kind]
    seen = np.ones(data.shape, dtype=bool) if kind == "sparse" else data > 0
    model = run(export, {"Y": given})["model"]
    values = [model.rvs_to_values[each].eval() for each in model.observed_RVs]
    assert np.array_equal(values[0], data[seen])
    latent = {each.name: drawn[each.name] for each in model.free_RVs}
    theirs = float(pm.observe(model, latent).compile_logp()({}))
    assert theirs == pytest.approx(log_density("pmf_gamma", drawn, {}, seen), rel=1e-6)


def _check_falling(losses: Array) -> None:
    assert np.isfinite(losses).all()
    assert losses[-10:].mean() < losses[:10].mean()


def test_variational_fitting_starts_in_numpyro() -> None:
    # A guide looks plates up by name: one name at two places would break it.
    jax, numpyro, infer = needed("jax"), needed("numpyro"), needed("numpyro.infer")
    model = run(written(chosen_of("cpmf_gamma_gamma"), "numpyro"), {})["model"]
    guide = infer.autoguide.AutoNormal(model)
    fit = infer.SVI(model, guide, numpyro.optim.Adam(0.05), infer.Trace_ELBO())
    found = fit.run(jax.random.key(1), 60, 10, 8, Y=COUNTS, progress_bar=False)
    _check_falling(np.asarray(found.losses))


@pytest.mark.parametrize("name", ["cpmf_gamma_gamma", "with gaps"])
def test_variational_fitting_starts_in_pyro(name: str) -> None:
    torch, pyro, infer = needed("torch"), needed("pyro"), needed("pyro.infer")
    pyro.clear_param_store()
    pyro.set_rng_seed(1)
    mask = a_mask(COUNTS.shape) if name == "with gaps" else None
    places = () if mask is None else (np.nonzero(mask),)
    data = torch.as_tensor(COUNTS if mask is None else np.where(mask, COUNTS, -7))
    chosen = with_gaps("pmf_gamma", mask) if mask is not None else chosen_of(name)
    model = run(written(chosen, "pyro"), {})["model"]
    guide = infer.autoguide.AutoNormal(model)
    fit = infer.SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), infer.Trace_ELBO())
    _check_falling(np.array([fit.step(10, 8, *places, Y=data) for _ in range(60)]))


def test_zeros_leave_the_gradient_of_a_compound_finite() -> None:
    needed("pymc")
    data = np.random.default_rng(2).gamma(2.0, size=(10, 8)) * (np.arange(8) % 2)
    model = run(written(chosen_of("cpmf_gamma_gamma"), "pymc"), {"Y": data})["model"]
    gradient = model.compile_dlogp()(model.initial_point())
    assert np.isfinite(gradient).all()
    assert np.abs(gradient).min() > 0
