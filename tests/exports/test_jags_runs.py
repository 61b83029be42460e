"""Exports run in JAGS, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import REQUIRED
from program_runs import (
    SPANNING,
    Array,
    a_mask,
    a_point,
    check_against_ours,
    check_moments,
    chosen_of,
    log_density,
    model_named,
    odd_model,
    with_gaps,
)
from test_languages import MISSING

from symppm.exports.registry import written
from symppm.exports.types import Export

pytestmark = pytest.mark.thorough

needs_jags = pytest.mark.skipif(
    shutil.which("jags") is None and not REQUIRED, reason="needs the jags program"
)


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


def in_jags(
    export: Export, data: str, monitor: str, draws: int, seed: int, first: str = ""
) -> Array:
    """Run a program in JAGS and return all that one variable was, entry by entry."""
    script = (
        f"{first}model in model.bug\ndata in data.R\ncompile\nparameters in start.R\ninitialize\n"
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
        return np.loadtxt(chain, ndmin=2)[:, 1]


def sizes_of(export: Export) -> list[str]:
    """Return the names of the sizes of the data, which the notes list before all else."""
    note = next(note for note in export.notes if note.startswith("Data to pass: "))
    return note.removeprefix("Data to pass: ").partition(", and ")[0].split(", ")


@needs_jags
@pytest.mark.parametrize(
    "name",
    [
        name
        for name in SPANNING
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
def test_jags_draws_three_axes() -> None:
    drawn = jags_draws(written(chosen_of("ptf_gamma"), "jags"), (4, 3, 2), 50, 1, {})
    assert drawn.shape == (50, 4, 3, 2)


@needs_jags
def test_posterior_sampling_starts_in_jags() -> None:
    data = np.random.default_rng(2).poisson(2.0, size=(10, 8))
    text = "N <- 10\nM <- 8\n"
    text += f"Y <- structure(c({', '.join(map(str, data.T.ravel()))}), .Dim = c(10, 8))\n"
    theta = in_jags(written(chosen_of("hpf_gamma"), "jags"), text, "theta", 30, 1)
    assert theta.size == 10 * 3 * 30
    assert (theta > 0).all()
    assert theta.reshape(30, 30).std(axis=1).min() > 0


def in_r(name: str, values: Array) -> str:
    """Return an array as JAGS reads it, the first index fastest."""
    flat = ", ".join(repr(each.item()) for each in np.asarray(values).ravel(order="F"))
    sizes = ", ".join(map(str, np.shape(values)))
    return f"{name} <- structure(c({flat}), .Dim = c({sizes}))\n"


def jags_density(
    export: Export, drawn: Mapping[str, Array], known: Mapping[str, Array], mask: Array
) -> float:
    """Return the joint log density with every variable given, by the deviance of JAGS."""
    n, m = mask.shape
    row_of, col_of = (each + 1 for each in np.nonzero(mask))
    data = f"N <- {n}\nM <- {m}\nn_observed <- {row_of.size}\n"
    listed = {"row_of": row_of, "col_of": col_of, "Y": drawn["Y"][mask]}
    latent = {name: each for name, each in drawn.items() if name != "Y"}
    for name, values in {**listed, **latent, **known}.items():
        data += in_r(name, values)
    return float(in_jags(export, data, "deviance", 1, 1, "load dic\n")[0]) / -2


@needs_jags
@pytest.mark.parametrize("name", ["pmf_gamma", "gmf_gamma_negativebinomial", "exposed"])
def test_gaps_have_no_density_in_jags(name: str) -> None:
    model = model_named(name)
    drawn, known = a_point(model)
    mask = a_mask(drawn["Y"].shape)
    theirs = jags_density(written(with_gaps(model, mask), "jags"), drawn, known, mask)
    ours = log_density(model, drawn, known, mask)
    # What JAGS writes has six digits.
    assert theirs == pytest.approx(ours, rel=1e-5)
    assert abs(ours - log_density(model, drawn, known)) > 1
