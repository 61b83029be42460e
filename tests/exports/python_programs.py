"""PyMC, NumPyro and Pyro as ways to draw from an exported program and to have its density."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from cases import needed
from program_runs import VALUES, Array, Density, Drawing, run

from symppm.exports.types import Export


@dataclass(frozen=True)
class Language:
    """How a library runs programs; ``lacks`` are models that it has no distribution for."""

    draws: Drawing
    density: Density
    lacks: tuple[str, ...] = ()


def sparse_or_dense(counts: Array) -> Any:
    """Return what a program for sparse data takes."""
    return scipy.sparse.csr_array(counts) if counts.ndim == 2 else counts


def _data(export: Export, space: Mapping[str, Any], counts: Array) -> Any:
    """Return data as a program takes them: of one for sparse data, taken apart."""
    if export.prepared is None:
        return counts
    return space["nonzero_2" if "nonzero_2" in space else "nonzero"](sparse_or_dense(counts))


def pymc_draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    with run(export, {"Y": np.ones(shape, dtype=int), **known})["model"]:
        drawn = needed("pymc").sample_prior_predictive(
            number, random_seed=seed, return_inferencedata=False
        )
    return np.asarray(drawn["Y"])


def pymc_density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw."""
    data = drawn["Y"] if export.prepared is None else sparse_or_dense(drawn["Y"])
    model = run(export, {"Y": data, **known, "mask": mask})["model"]
    latent = {each.name: drawn[each.name] for each in model.free_RVs}
    return float(needed("pymc").observe(model, latent).compile_logp()({}))


def numpyro_draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    model = run(export, {})["model"]
    predictive = needed("numpyro.infer").Predictive(model, num_samples=number)
    key = needed("jax").random.key(seed)
    return np.asarray(predictive(key, *shape, *map(np.asarray, known.values()))["Y"])


def numpyro_density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw."""
    space = run(export, {})
    latent = {key: needed("jax").numpy.asarray(of) for key, of in drawn.items() if key != "Y"}
    places = () if mask is None else (np.nonzero(mask),)
    arguments = (*drawn["Y"].shape, *known.values(), *places)
    data = {"Y": _data(export, space, drawn["Y"])}
    log_density = needed("numpyro.infer").util.log_density
    return float(log_density(space["model"], arguments, data, latent)[0])


def pyro_draws(
    export: Export, shape: tuple[int, ...], number: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior predictive distribution."""
    model = run(export, {})["model"]
    needed("pyro").set_rng_seed(seed)
    given = map(needed("torch").as_tensor, known.values())
    predictive = needed("pyro.infer").Predictive(model, num_samples=number)
    return np.asarray(predictive(*shape, *given)["Y"].detach())


def pyro_density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array | None
) -> float:
    """Return the joint log density of a draw; a shifted variable is drawn above its location."""
    pyro, torch = needed("pyro"), needed("torch")
    space = run(export, {})
    places = () if mask is None else (np.nonzero(mask),)
    arguments = (*drawn["Y"].shape, *map(torch.as_tensor, known.values()), *places)
    data = drawn["Y"] if export.prepared else torch.as_tensor(drawn["Y"])
    data = _data(export, space, data)
    sites = pyro.poutine.trace(space["model"]).get_trace(*arguments, Y=data).nodes
    latent = {}
    for name, value in drawn.items():
        if f"{name}_above" in sites:
            latent[f"{name}_above"] = torch.as_tensor(value - VALUES[f"location_{name}"])
        elif name in sites and name != "Y":
            latent[name] = torch.as_tensor(value)
    trace = pyro.poutine.trace(pyro.poutine.condition(space["model"], latent))
    return float(trace.get_trace(*arguments, Y=data).log_prob_sum())


LANGUAGES = {
    "pymc": Language(pymc_draws, pymc_density),
    "numpyro": Language(numpyro_draws, numpyro_density, ("cpmf_gamma_inversegaussian",)),
    "pyro": Language(pyro_draws, pyro_density, ("cpmf_gamma_inversegaussian",)),
}
