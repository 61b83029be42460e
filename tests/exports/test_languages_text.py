"""Exports run in JAGS and in Stan, where these are installed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from program_runs import (
    DISTRIBUTIONS,
    EXPOSURE,
    ODD,
    Array,
    a_point,
    check_against_ours,
    check_moments,
    chosen_of,
    log_density,
    odd_model,
)
from test_languages import MISSING

from symppm.exports.languages import to_language
from symppm.exports.types import Export

pytestmark = pytest.mark.thorough

needs_jags = pytest.mark.skipif(shutil.which("jags") is None, reason="needs the jags program")


def stanc() -> str | None:
    """Return Stan's compiler: its own program, or the one that comes with PyStan."""
    found = importlib.util.find_spec("httpstan")
    if found is None or found.origin is None:
        return shutil.which("stanc")
    return str(Path(found.origin).with_name("stanc"))


def jags_draws(
    export: Export, shape: tuple[int, ...], draws: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior with the program as it is: without data it simulates."""
    data = "".join(f"{name} <- {n}\n" for name, n in zip(sizes_of(export), shape, strict=False))
    for name, values in known.items():
        data += f"{name} <- c({', '.join(repr(float(value)) for value in values)})\n"
    drawn = in_jags(export, data, "Y", draws, seed)
    # Each entry has a run of draws; entries come with the first index fastest.
    return drawn.reshape(*reversed(shape), draws).T


def in_jags(export: Export, data: str, monitor: str, draws: int, seed: int) -> Array:
    """Run a program in JAGS and return all that one variable was, entry by entry."""
    script = (
        "model in model.bug\ndata in data.R\ncompile\nparameters in start.R\ninitialize\n"
        f"monitor {monitor}\nupdate {draws}\ncoda *\n"
    )
    start = f'".RNG.name" <- "base::Mersenne-Twister"\n".RNG.seed" <- {seed}\n'
    texts = {"model.bug": str(export), "data.R": data, "start.R": start, "run.jags": script}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            Path(folder, name).write_text(text)
        done = subprocess.run(
            ["jags", "run.jags"], cwd=folder, capture_output=True, text=True, check=False
        )
        chain = Path(folder, "CODAchain1.txt")
        assert chain.exists(), done.stdout + done.stderr
        return np.loadtxt(chain)[:, 1]


def sizes_of(export: Export) -> list[str]:
    """Return the names of the sizes of the data, which the notes list before all else."""
    note = next(note for note in export.notes if note.startswith("Data to pass: "))
    return note.removeprefix("Data to pass: ").partition(", and ")[0].split(", ")


def stan_draws(
    export: Export, shape: tuple[int, ...], draws: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior with the Stan program for it."""
    stan = pytest.importorskip("stan")
    sizes = dict(zip(("N", "M"), shape, strict=True))
    data = {**export.arguments["data"], **sizes, **known}
    built = stan.build(export.arguments["prior_predictive"], data=data, random_seed=seed)
    drawn = built.fixed_param(num_chains=1, num_samples=draws)
    return np.moveaxis(np.asarray(drawn["Y"]), -1, 0)


@pytest.fixture
def quiet() -> Iterator[None]:
    """Let PyStan's server warn of what it will change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@needs_jags
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in DISTRIBUTIONS
        if name not in {*MISSING["jags"], "pmf_gamma_exposure", "pmf_gamma_weights", "ptf_gamma"}
    ],
)
def test_the_prior_predictive_of_jags_has_the_moments_of_the_model(name: str) -> None:
    check_moments(jags_draws, name, "jags")


@needs_jags
@pytest.mark.parametrize("name", ["odd", "pmf_gamma_weights"])
def test_jags_draws_are_as_ours(name: str) -> None:
    check_against_ours(jags_draws, odd_model() if name == "odd" else name, "jags")


@needs_jags
def test_jags_draws_three_axes_and_exposures() -> None:
    drawn = jags_draws(to_language(chosen_of("ptf_gamma"), "jags"), (4, 3, 2), 50, 1, {})
    assert drawn.shape == (50, 4, 3, 2)
    export = to_language(chosen_of("pmf_gamma_exposure"), "jags")
    means = jags_draws(export, (9, 7), 400, 1, {"gamma": EXPOSURE}).mean(axis=(0, 1)) / EXPOSURE
    assert means.std() < 0.2 * means.mean()


@needs_jags
def test_posterior_sampling_starts_in_jags() -> None:
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    text = "N <- 10\nM <- 8\n"
    text += f"Y <- structure(c({', '.join(map(str, data.T.ravel()))}), .Dim = c(10, 8))\n"
    theta = in_jags(to_language(chosen_of("hpf_gamma"), "jags"), text, "theta", 30, 1)
    assert theta.size == 10 * 3 * 30
    assert (theta > 0).all()
    assert theta.reshape(30, 30).std(axis=1).min() > 0


@pytest.mark.skipif(stanc() is None, reason="needs stanc, or PyStan which brings it")
@pytest.mark.parametrize("name", [n for n in DISTRIBUTIONS if n not in MISSING["stan"]])
def test_stan_compiles_both_programs_of_every_catalogue_model(name: str, tmp_path: Path) -> None:
    export = to_language(chosen_of(name), "stan")
    for kind, code in (("fit", str(export)), ("prior", export.arguments["prior_predictive"])):
        file = tmp_path / f"{kind}.stan"
        file.write_text(code)
        done = subprocess.run(
            [str(stanc()), f"--o={tmp_path / 'out.hpp'}", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr.strip()


@pytest.mark.usefixtures("quiet")
def test_stan_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(stan_draws, odd_model(), "stan")


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("name", ["odd", "cpmf_gamma_gamma"])
def test_stan_has_our_density_up_to_a_constant(name: str) -> None:
    stan = pytest.importorskip("stan")
    model = odd_model() if name == "odd" else name
    export = to_language(chosen_of(model, ODD if name == "odd" else None), "stan")
    points = [a_point(model, seed) for seed in (5, 6)]
    data, known = points[0][0]["Y"], points[0][1]
    names = ("N", "M") if name == "odd" else ("n_row", "M")
    sizes = dict(zip(names, data.shape, strict=True))
    built = stan.build(
        export.code, data={**export.arguments["data"], **sizes, **known, "Y": data}, random_seed=1
    )
    theirs, ours = [], []
    for drawn, _ in points:
        latent = {
            {"model": "model_2"}.get(k, k): v for k, v in drawn.items() if k not in ("Y", "N")
        }
        values = {k: v.tolist() for k, v in latent.items()}
        free = built.unconstrain_pars(values)
        theirs.append(built.log_prob(free, adjust_transform=False))
        ours.append(log_density(model, {**drawn, "Y": data}, known))
    assert theirs[1] - theirs[0] == pytest.approx(ours[1] - ours[0], rel=1e-9)
    assert abs(ours[1] - ours[0]) > 1
