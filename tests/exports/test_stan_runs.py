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
    DISTRIBUTIONS,
    EXPOSURE,
    ODD,
    SHAPE,
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


@pytest.mark.parametrize("name", [n for n in DISTRIBUTIONS if n not in MISSING["stan"]])
def test_stan_compiles_both_programs_of_every_catalogue_model(name: str, tmp_path: Path) -> None:
    compiled(written(chosen_of(name), "stan"), tmp_path)


@pytest.mark.parametrize("name", WITH_GAPS)
def test_stan_compiles_programs_for_data_with_gaps(name: str, tmp_path: Path) -> None:
    mask = a_mask((5, 4, 2)[: 3 if name == "ptf_gamma" else 2])
    compiled(written(with_gaps(model_named(name), mask), "stan"), tmp_path)


def test_stan_draws_of_the_odd_model_are_as_ours() -> None:
    check_against_ours(stan_draws, odd_model(), "stan")


@pytest.mark.parametrize("name", ["odd", "cpmf_gamma_gamma"])
def test_stan_has_our_density_up_to_a_constant(name: str) -> None:
    model = odd_model() if name == "odd" else name
    export = written(chosen_of(model, ODD if name == "odd" else None), "stan")
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


def difference(export: Export, points: list[dict[str, Array]], given: Mapping[str, Any]) -> float:
    """Return by how much the log density of a program differs between two points."""
    built = stan.build(export.code, data={**export.arguments["data"], **given}, random_seed=1)
    found = []
    for point in points:
        values = {name: each.tolist() for name, each in point.items() if name != "Y"}
        free = built.unconstrain_pars(values)
        found.append(built.log_prob(free, adjust_transform=False))
    return float(found[1] - found[0])


def test_gaps_and_exposures_in_stan_are_what_scipy_makes_of_the_formulas() -> None:
    from scipy import stats

    points = [a_point("pmf_gamma_exposure", seed)[0] for seed in (5, 6)]
    known = a_point("pmf_gamma_exposure")[1]
    data = points[0]["Y"]
    mask = a_mask(data.shape)
    chosen = with_gaps("pmf_gamma_exposure", mask)
    p = chosen.parameters
    ours = []
    for each in points:
        rate = np.einsum("ik,jk,j->ij", each["theta"], each["beta"], known["gamma"])
        total = stats.poisson.logpmf(data, rate)[mask].sum()
        total += stats.gamma.logpdf(each["theta"], p["a"], scale=1 / p["b"]).sum()
        ours.append(total + stats.gamma.logpdf(each["beta"], p["c"], scale=1 / p["d"]).sum())
    # The list is made as the notes say.
    row_of, col_of = (each + 1 for each in np.nonzero(mask))
    given = {
        "N": data.shape[0], "M": data.shape[1], "n_observed": int(mask.sum()), "row_of": row_of,
        "col_of": col_of, "Y": data[mask].astype(int), **known,
    }  # fmt: skip
    export = written(chosen, "stan")
    theirs = difference(export, points, given)
    assert theirs == pytest.approx(ours[1] - ours[0], rel=1e-9)
    assert abs(ours[1] - ours[0]) > 1


def test_stan_draws_with_exposures_have_the_moments_of_the_model() -> None:
    # Divided by the exposures, the mean of every column is that of the rates, K a c / (b d).
    chosen = chosen_of("pmf_gamma_exposure")
    p = chosen.parameters
    export = written(chosen, "stan")
    drawn = stan_draws(export, SHAPE, 600, 3, {"gamma": EXPOSURE})
    assert drawn.shape == (600, *SHAPE)
    mean = p["K"] * p["a"] * p["c"] / (p["b"] * p["d"])
    # Rows of a matrix share its column factors: matrices are what is independent.
    each = (drawn / EXPOSURE).mean(axis=1)
    error = each.std(axis=0, ddof=1) / np.sqrt(len(each))
    assert (np.abs(each.mean(axis=0) - mean) < 4.5 * error).all()
    assert (error < 0.1 * mean).all()
    # The variance of an entry over its exposure: that of the rates, and Poisson noise over it.
    rates = p["K"] * (p["a"] * (p["a"] + 1) * p["c"] * (p["c"] + 1)) / (p["b"] * p["d"]) ** 2
    rates += p["K"] * (p["K"] - 1) * (p["a"] * p["c"] / (p["b"] * p["d"])) ** 2 - mean**2
    squares = ((drawn / EXPOSURE - mean) ** 2).mean(axis=1)
    wanted = rates + mean / EXPOSURE
    spread = squares.std(axis=0, ddof=1) / np.sqrt(len(squares))
    assert (np.abs(squares.mean(axis=0) - wanted) < 4.5 * spread).all()
