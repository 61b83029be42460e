"""Draws in the containers that ArviZ reads."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.stats

import symppm as ppm
from symppm.errors import DataError, MissingExtraError, ParameterError

Library = Callable[[str], Any]

PMF = {"K": 3, "a": 1.0, "b": 2.0, "c": 0.5, "d": 0.25}
SHAPE = (8, 5)
BELIEFS = {"mean": 25, "variance": 550, "rho_row": 0.045, "rho_col": 0.454}


def drawn(container: str, **further: Any) -> Any:
    return ppm.sample(
        "pmf_gamma", PMF, shape=SHAPE, draws=4, random_seed=1, container=container, **further
    )


@pytest.mark.parametrize("container", ["datatree", "inferencedata"])
def test_the_groups_have_the_models_names_and_axes(container: str, library: Library) -> None:
    library("xarray" if container == "datatree" else "arviz")
    data = np.arange(40).reshape(SHAPE)
    found = drawn(container, observed=data)
    prior = found["prior"]
    assert prior["theta"].dims == ("chain", "draw", "row", "factor")
    assert prior["theta"].shape == (1, 4, 8, 3)
    assert prior["beta"].dims == ("chain", "draw", "col", "factor")
    assert prior.attrs["a"] == 1.0
    assert prior.attrs["K"] == 3.0
    assert prior.attrs["model"] == "pmf_gamma"
    predicted = found["prior_predictive"]["Y"]
    assert predicted.dims == ("chain", "draw", "row", "col")
    # The same seed draws the same bytes, whatever they come in.
    assert (predicted.to_numpy()[0] == drawn("array")).all()
    assert found["observed_data"]["Y"].dims == ("row", "col")
    assert (found["observed_data"]["Y"].to_numpy() == data).all()


def test_latent_variables_are_those_behind_the_matrices(library: Library) -> None:
    library("xarray")
    chosen = {**PMF, "a": 400.0, "b": 1.0, "c": 400.0, "d": 1.0}
    tree = ppm.sample(
        "pmf_gamma", chosen, shape=SHAPE, draws=3, random_seed=2, container="datatree"
    )
    theta, beta = (tree["prior"][name].to_numpy()[0] for name in ("theta", "beta"))
    rates = np.einsum("dik,djk->dij", theta, beta)
    counts = tree["prior_predictive"]["Y"].to_numpy()[0]
    away = (counts - rates) / np.sqrt(rates)
    # Poisson about its own rates; about any others, rates that vary by 5 % would be far off.
    low, high = scipy.stats.chi2.ppf([1e-5, 1 - 1e-5], away.size)
    assert low < (away**2).sum() < high
    shuffled = (counts - rates[::-1]) / np.sqrt(rates)
    assert (shuffled**2).sum() > 10 * high


def test_hierarchies_declared_models_and_exposures_are_laid_out(library: Library) -> None:
    library("xarray")
    with ppm.Model("cubes") as cubes:
        shape, rate = ppm.hyperparameters("shape rate")
        weight = ppm.Gamma("weight", shape=shape, rate=rate, dims="factor")
        level = ppm.Gamma("level", shape=shape, rate=rate, dims="")
        beta = ppm.Gamma("beta", shape=shape, rate=level, dims="factor col")
        gamma = ppm.Known("gamma", dims="col")
        mean = gamma * ppm.sum(weight * beta, over="factor")
        ppm.Poisson("reads", rate=mean, dims="row col", observed=True)
    tree = ppm.sample(
        cubes, {"K": 2, "shape": 1.0, "rate": 1.0}, shape=(4, 3), draws=2, random_seed=1,
        known={"gamma": [1.0, 2.0, 3.0]}, container="datatree",
    )  # fmt: skip
    prior = tree["prior"]
    assert prior["weight"].dims == ("chain", "draw", "factor")
    assert prior["level"].dims == ("chain", "draw")
    assert prior["beta"].dims == ("chain", "draw", "factor", "col")
    assert prior["beta"].shape == (1, 2, 2, 3)
    assert tree["prior_predictive"]["reads"].shape == (1, 2, 4, 3)
    assert tree["constant_data"]["gamma"].to_numpy().tolist() == [1.0, 2.0, 3.0]
    assert "observed_data" not in tree.children


def test_sparse_and_masked_data_lie_beside_the_draws(library: Library) -> None:
    library("xarray")
    data = np.arange(40).reshape(SHAPE) % 7
    tree = drawn("datatree", observed=scipy.sparse.csr_array(data))
    assert (tree["observed_data"]["Y"].to_numpy() == data).all()
    masked = np.ma.masked_equal(data, 3)
    beside = drawn("datatree", observed=masked)["observed_data"]["Y"].to_numpy()
    assert (np.isnan(beside) == (data == 3)).all()


def test_arviz_plots_it(library: Library, matplotlib: Any) -> None:
    arviz = library("arviz")
    container = "inferencedata" if hasattr(arviz, "plot_ppc") else "datatree"
    data = ppm.sample("pmf_gamma", PMF, shape=SHAPE, random_seed=7)
    found = drawn(container, observed=data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ArviZ, about others
        if container == "inferencedata":
            axes = arviz.plot_ppc(found, group="prior", observed=True, show=False)
            _, labels = axes.get_legend_handles_labels()
            assert labels == ["Prior predictive", "Observed", "Prior predictive mean"]
            assert axes.get_xlabel() == "Y"
        else:
            assert arviz.plot_ppc_dist(found, group="prior_predictive") is not None


def test_a_match_draws_as_many_rows_and_columns_as_its_data(library: Library) -> None:
    library("xarray")
    data = ppm.data.load("mutational_signatures").values
    match = ppm.match(data, estimator="moments", intervals=False)
    tree = match.sample(draws=2, random_seed=1, container="datatree", observed=data)
    assert tree["prior_predictive"]["Y"].shape == (1, 2, *data.shape)
    assert (match.sample(random_seed=1) == match.sample(draws=2, random_seed=1)[0]).all()
    with pytest.raises(ParameterError, match="no shape"):
        ppm.match(targets=BELIEFS).sample(random_seed=1)


def test_what_cannot_be_a_container_is_refused(library: Library) -> None:
    with pytest.raises(ParameterError, match="datatree"):
        drawn("datatre")
    with pytest.raises(ParameterError, match="beside an array"):
        drawn("array", observed=np.zeros(SHAPE))
    library("xarray")
    with pytest.raises(DataError, match=r"shape \(3, 3\)"):
        drawn("datatree", observed=np.zeros((3, 3)))
    with ppm.Model("clash") as clash:
        rate = ppm.hyperparameters("rate")
        ppm.Poisson("Y", rate=rate, dims="draw col", observed=True)
    with pytest.raises(ParameterError, match="axis 'draw'"):
        ppm.sample(clash, {"rate": 1}, shape=(2, 2), random_seed=1, container="datatree")


@pytest.mark.parametrize("container", ["datatree", "inferencedata"])
def test_a_container_that_is_not_installed_is_said(
    container: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("xarray", "arviz"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=r"symppm\[arviz\]"):
        drawn(container)
    assert drawn("array").shape == (4, *SHAPE)


def test_an_arviz_without_inference_data_says_what_it_reads(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("xarray")

    class Newer:
        __version__ = "1.0.0"

    monkeypatch.setitem(sys.modules, "arviz", Newer())  # type: ignore[arg-type]
    with pytest.raises(MissingExtraError, match="datatree"):
        drawn("inferencedata")
