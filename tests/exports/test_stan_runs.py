"""Exports compiled and run in Stan, by PyStan; each program takes half a minute to compile."""

from __future__ import annotations

import importlib.util
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

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

stan = needed("stan")


def stanc() -> str:
    """Return Stan's compiler, which comes with PyStan."""
    found = importlib.util.find_spec("httpstan")
    assert found is not None
    assert found.origin is not None
    return str(Path(found.origin).with_name("stanc"))


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Let PyStan's server warn of what it will change."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def stan_draws(
    export: Export, shape: tuple[int, ...], draws: int, seed: int, known: Mapping[str, Any]
) -> Array:
    """Draw from the prior with the Stan program for it."""
    sizes = dict(zip(("N", "M"), shape, strict=True))
    data = {**export.arguments["data"], **sizes, **known}
    built = stan.build(export.arguments["prior_predictive"], data=data, random_seed=seed)
    drawn = built.fixed_param(num_chains=1, num_samples=draws)
    return np.moveaxis(np.asarray(drawn["Y"]), -1, 0)


def compiled(export: Export, folder: Path) -> None:
    """Compile both programs of an export to C++, without a word of Stan's."""
    for kind, code in (("fit", str(export)), ("prior", export.arguments["prior_predictive"])):
        file = folder / f"{kind}.stan"
        file.write_text(code)
        done = subprocess.run(
            [stanc(), f"--o={folder / 'out.hpp'}", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr.strip()


@pytest.mark.parametrize("name", [n for n in SPANNING if n not in MISSING["stan"]])
def test_stan_compiles_both_programs_of_models_of_every_kind(name: str, tmp_path: Path) -> None:
    compiled(written(chosen_of(name), "stan"), tmp_path)


@pytest.mark.parametrize("name", WITH_GAPS)
def test_stan_compiles_programs_for_data_with_gaps(name: str, tmp_path: Path) -> None:
    mask = a_mask((5, 4, 2)[: 3 if name == "ptf_gamma" else 2])
    compiled(written(with_gaps(model_named(name), mask), "stan"), tmp_path)


def test_stan_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(stan_draws, odd_model(), "stan")


@pytest.mark.parametrize("name", ["odd", "cpmf_gamma_gamma"])
def test_stan_has_our_density_up_to_a_constant(name: str) -> None:
    """Of the odd model with gaps, which are left out of a list that is made as the notes say."""
    model = model_named(name)
    points = [a_point(model, seed) for seed in (5, 6)]
    data, known = points[0][0]["Y"], points[0][1]
    mask = a_mask(data.shape) if name == "odd" else None
    export = written(with_gaps(model, mask), "stan")
    given: dict[str, Any] = {"Y": data}
    if mask is not None:
        row_of, col_of = (each + 1 for each in np.nonzero(mask))
        given = {"n_observed": row_of.size, "row_of": row_of, "col_of": col_of}
        given["Y"] = data[mask].astype(int)
    names = ("N", "M") if name == "odd" else ("n_row", "M")
    given |= dict(zip(names, data.shape, strict=True))
    built = stan.build(
        export.code, data={**export.arguments["data"], **known, **given}, random_seed=1
    )
    theirs, ours = [], []
    for drawn, _ in points:
        latent = {
            {"model": "model_2"}.get(k, k): v for k, v in drawn.items() if k not in ("Y", "N")
        }
        values = {k: v.tolist() for k, v in latent.items()}
        free = built.unconstrain_pars(values)
        theirs.append(built.log_prob(free, adjust_transform=False))
        ours.append(log_density(model, {**drawn, "Y": data}, known, mask))
    assert theirs[1] - theirs[0] == pytest.approx(ours[1] - ours[0], rel=1e-9)
    assert abs(ours[1] - ours[0]) > 1
