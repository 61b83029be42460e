"""Exports run in PyMC."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from needed import needed
from program_runs import (
    DISTRIBUTIONS,
    EXPOSURE,
    WITH_GAPS,
    Array,
    a_point,
    check_against_ours,
    check_density,
    check_density_by_scipy,
    check_density_with_gaps,
    check_moments,
    chosen_of,
    log_density,
    odd_model,
    run,
    with_gaps,
)
from scipy.sparse import coo_array
from typer.testing import CliRunner

import symppm as ppm
from symppm.cli import application
from symppm.exports.registry import written
from symppm.exports.types import Export

pm = needed("pymc")
pytensor = needed("pytensor")

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Compile to Python, and let PyMC and ArviZ warn of what they will change."""
    with pytensor.config.change_flags(mode="FAST_COMPILE"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    space = run(export, {"Y": np.ones(shape, dtype=int), **known})
    with space["model"]:
        drawn = pm.sample_prior_predictive(number, random_seed=seed, return_inferencedata=False)
    return np.asarray(drawn["Y"])


def density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw."""
    model = run(export, {"Y": drawn["Y"], **known, "mask": mask})["model"]
    latent = {each.name: drawn[each.name] for each in model.free_RVs}
    return float(pm.observe(model, latent).compile_logp()({}))


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_every_catalogue_model_has_our_density_in_pymc(name: str) -> None:
    check_density(density, name, "pymc")


def test_the_odd_model_has_our_density_in_pymc() -> None:
    check_density(density, odd_model(), "pymc")


@pytest.mark.parametrize("name", WITH_GAPS)
def test_gaps_have_no_density_in_pymc(name: str) -> None:
    check_density_with_gaps(density, name, "pymc")


def test_gaps_and_exposures_in_pymc_are_what_scipy_makes_of_the_formulas() -> None:
    check_density_by_scipy(density, "pymc")


@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_zeros_that_are_gaps_are_not_data_in_pymc(kind: str) -> None:
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


@pytest.mark.parametrize(
    "name",
    [
        "pmf_gamma",
        "pmf_weibull",
        "gmf_normal_normal",
        "gmf_gamma_negativebinomial",
        "cpmf_gamma_gamma",
        "hpf_gamma",
        "pmf_gamma_effects",
    ],
)
def test_the_prior_predictive_of_pymc_has_the_moments_of_the_model(name: str) -> None:
    check_moments(draws, name, "pymc")


def test_pymc_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(draws, odd_model(), "pymc")


def test_draws_are_one_array_of_the_shape_of_the_data_and_exposed_as_it_is() -> None:
    export = written(chosen_of("pmf_gamma_exposure"), "pymc")
    drawn = draws(export, (9, 7), 400, 1, {"gamma": EXPOSURE}).mean(axis=(0, 1))
    ratio = drawn / EXPOSURE
    assert drawn[-1] > 2 * drawn[0]
    assert ratio.std() < 0.2 * ratio.mean()


@pytest.mark.parametrize("name", ["pmf_gamma", "hpf_gamma"])
def test_posterior_sampling_starts_in_pymc(name: str) -> None:
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    model = run(written(chosen_of(name), "pymc"), {"Y": data})["model"]
    with model:
        found = pm.sample(
            draws=20,
            tune=20,
            chains=1,
            cores=1,
            random_seed=1,
            progressbar=False,
            compute_convergence_checks=False,
            return_inferencedata=False,
        )
    theta = found["theta"]
    assert theta.shape == (20, 10, 3)
    assert np.isfinite(theta).all()
    assert (theta > 0).all()
    assert theta.std(axis=0).min() > 0


def test_zeros_leave_the_gradient_of_a_compound_finite() -> None:
    data = np.random.default_rng(2).gamma(2.0, size=(10, 8)) * (np.arange(8) % 2)
    model = run(written(chosen_of("cpmf_gamma_gamma"), "pymc"), {"Y": data})["model"]
    gradient = model.compile_dlogp()(model.initial_point())
    assert np.isfinite(gradient).all()
    assert np.abs(gradient).min() > 0


@pytest.mark.parametrize("layout", ["matrix", "triples"])
def test_what_the_command_line_writes_reads_the_same_file(tmp_path: Path, layout: str) -> None:
    truth = {"K": 2, "a": 1.0, "b": 1.0, "c": 2.0, "d": 0.5}
    draw = ppm.sample("pmf_gamma", truth, shape=(12, 9), random_seed=4).astype(int)
    data, script = tmp_path / "counts.csv", tmp_path / "program.py"
    rows = [f"u{i},v{j},{draw[i, j]}" for i, j in zip(*np.nonzero(draw), strict=True)]
    triples = "\n".join(["user,item,plays", *rows])
    matrix = "\n".join(",".join(map(str, row)) for row in draw)
    data.write_text(triples if layout == "triples" else matrix)
    way = ["--estimator", "moments", "--fix", "K=2", "--export", "pymc", "--output", str(script)]
    assert CliRunner().invoke(application(), ["match", str(data), *way]).exit_code == 0
    names: dict[str, Any] = {}
    exec(script.read_text(), names)  # noqa: S102
    assert names["Y"].sum() == draw.sum()
    assert names["model"].observed_RVs[0].eval().shape == (draw.size,)
