"""Poisson likelihoods of sparse data: the same density from the stored entries and a sum."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse
import scipy.special
from cases import needed
from library_runs import small_counts
from program_runs import (
    DISTRIBUTIONS,
    Array,
    a_point,
    chosen_of,
    declaration_of,
    log_density,
    log_likelihood,
    odd_model,
)
from python_programs import LANGUAGES

import symppm as ppm
from symppm.exports.arrays import StoredEntries, stored_in
from symppm.exports.program import program_of
from symppm.exports.pyro import NumPyroWriter
from symppm.exports.registry import written
from symppm.exports.types import ExportTask


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    """Undo what an export to Pyro sets for a whole program."""
    torch = sys.modules.get("torch")
    before = torch.get_default_dtype() if torch else None
    yield
    torch = sys.modules.get("torch")
    if torch:
        torch.set_default_dtype(before or torch.float32)


def many_terms() -> ppm.Model:
    """Declare a rate with axes in either order, levels, known arrays, weights and constants."""
    with ppm.Model("many_terms") as many:
        a, b, s = ppm.hyperparameters("a b s")
        known = ppm.Known("gamma", dims="row")
        seen = ppm.Known("seen", dims="col")
        level = ppm.Gamma("nonzero", shape=a, rate=b, dims="row")
        theta = ppm.Gamma("theta", shape=a, rate=level, dims="factor row")
        beta = ppm.LogNormal("values", mu=1, sigma=s, dims="col factor")
        common = ppm.Gamma("rate", shape=a, rate=b)
        weight = ppm.Gamma("rows", shape=a, rate=b, dims="factor")
        rate = (known + 2) * seen * ppm.sum(weight * (theta + 1) * beta**2, over="factor") / 3
        rate += common * ppm.sum(theta, over="factor") + level / ppm.size("factor") + 1
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    return many


TAKEN = tuple(
    name for name in DISTRIBUTIONS if declaration_of(name).observed.family.name == "Poisson"
)
"""Catalogue models with Poisson counts: the rates of all of them are sums of products."""

MODELS = (*TAKEN, "many_terms")
RUN = (
    "hpf_gamma", "pmf_gamma_exposure", "pmf_gamma_effects", "ptf_gamma", "many_terms",
)  # fmt: skip
"""Those that libraries run: one of each form of a rate."""


def model_named(name: str) -> str | ppm.Model:
    return many_terms() if name == "many_terms" else name


def sparse_of(model: str | ppm.Model) -> ExportTask:
    return replace(chosen_of(model), sparse=True)


def taken_apart(model: str | ppm.Model) -> StoredEntries | None:
    chosen = sparse_of(model)
    program = program_of(chosen, "", ascii_only=False)
    return stored_in(chosen, program, NumPyroWriter)


def point_with_zeros(model: str | ppm.Model) -> tuple[dict[str, Array], dict[str, Array]]:
    drawn, known = a_point(model)
    drawn["Y"] = np.maximum(drawn["Y"], 1) * (
        np.random.default_rng(1).random(drawn["Y"].shape) < 0.4
    )
    assert 0 < np.count_nonzero(drawn["Y"]) < drawn["Y"].size
    return drawn, known


def near(ours: float, theirs: float) -> bool:
    """Compare as :func:`program_runs.check_density` does: libraries keep eight digits or so."""
    return abs(ours - theirs) < 1e-6 * (1 + abs(ours))


@pytest.mark.parametrize("name", MODELS)
def test_stored_entries_and_a_sum_have_the_density_of_all_entries(name: str) -> None:
    model = model_named(name)
    stored = taken_apart(model)
    assert stored is not None
    drawn, known = point_with_zeros(model)
    counts = drawn["Y"]
    chosen = sparse_of(model)
    sizes = program_of(chosen, "", ascii_only=False).sizes
    axes = declaration_of(model).axes
    shapes = dict(zip(declaration_of(model).observed.dims, counts.shape, strict=True))
    space: dict[str, Any] = {**chosen.parameters, **drawn, **known, "jnp": np}
    space |= {sizes[axis.size.name]: shapes.get(axis.name, 3) for axis in axes}
    # The model's own names come first in a program; what unpacks gives way.
    assert not {*stored.indices, stored.values, stored.rate} & {*drawn, *known}
    space |= dict(zip(stored.indices, np.nonzero(counts), strict=True))
    rate = eval(stored.rates, space)  # noqa: S307 - running it is the point
    rest = eval(stored.rest, {**space, stored.rate: rate})  # noqa: S307
    values = counts[np.nonzero(counts)]
    found = (values * np.log(rate) - rate - scipy.special.gammaln(values + 1)).sum() + rest
    assert found == pytest.approx(log_likelihood(model, drawn, known), rel=1e-12)


@pytest.mark.parametrize("name", sorted({*DISTRIBUTIONS} - {*TAKEN}))
def test_other_observations_keep_all_entries(name: str) -> None:
    assert taken_apart(name) is None


def test_rates_that_are_no_sums_of_products_keep_all_entries() -> None:
    assert taken_apart(odd_model()) is None
    with ppm.Model("linked") as linked:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=a, rate=b, dims="col factor")
        rate = ppm.softplus(ppm.sum(theta * beta, over="factor"))
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    assert taken_apart(linked) is None
    with ppm.Model("entrywise") as entrywise:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        noise = ppm.Gamma("noise", shape=a, rate=b, dims="row col")
        ppm.Poisson("Y", rate=theta * noise, dims="row col", observed=True)
    assert taken_apart(entrywise) is None
    with ppm.Model("crossed") as crossed:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        beta = ppm.Gamma("beta", shape=a, rate=b, dims="col")
        rate = theta * ppm.sum(beta, over="col") / ppm.size("col")
        ppm.Poisson("Y", rate=rate, dims="row col", observed=True)
    assert taken_apart(crossed) is None


@cache
def large_and_sparse() -> scipy.sparse.csr_array:
    """Draw a million entries, one in twenty not zero, with something in every row and column."""
    rng = np.random.default_rng(3)
    theta = rng.gamma(2.0, 0.5, size=(1250, 3))
    beta = rng.gamma(2.0, 0.01, size=(900, 3))
    return scipy.sparse.csr_array(rng.poisson(theta @ beta.T))


@pytest.mark.thorough
def test_large_sparse_data_and_no_others_are_taken_apart(tmp_path: Path) -> None:
    counts = large_and_sparse()
    assert counts.nnz < 0.1 * np.prod(counts.shape)
    given: dict[str, Any] = {"estimator": "moments", "fixed": {"K": 3}}
    found = ppm.match(counts, **given)
    assert "Y_zeros" in found.export("pymc").code
    assert "Y_zeros" in ppm.Match.from_json(found.to_json()).export("pymc").code
    for other in (counts.toarray(), counts[:1100]):
        assert "Y_zeros" not in ppm.match(other, **given).export("pymc").code
    rng = np.random.default_rng(3)
    rates = rng.gamma(2.0, 2.0, size=(1250, 3)) @ rng.gamma(2.0, 2.0, size=(3, 900))
    seen = scipy.sparse.csr_array(rng.poisson(rates) * (rng.random(rates.shape) < 0.1))
    assert "Y_zeros" not in ppm.match(seen, zeros="missing", **given).export("pymc").code


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_programs_have_our_density_of_stored_entries(language: str) -> None:
    needed(language)
    if language == "pymc":
        needed("pytensor").config.mode = "FAST_COMPILE"
    for name in RUN:
        model = model_named(name)
        drawn, known = point_with_zeros(model)
        theirs = LANGUAGES[language].density(
            written(sparse_of(model), language), drawn, known, None
        )
        assert near(log_density(model, drawn, known), theirs), name


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["numpyro", "pyro"])
def test_without_data_all_entries_are_drawn(language: str) -> None:
    needed(language)
    model = "pmf_gamma_exposure"
    drawn, known = point_with_zeros(model)
    export, shape = written(sparse_of(model), language), drawn["Y"].shape
    assert LANGUAGES[language].draws(export, shape, 2, 1, known).shape == (2, *shape)


@pytest.mark.thorough
@pytest.mark.parametrize(("target", "large"), [("pymc", True), ("numpyro", True), ("pymc", False)])
def test_what_the_command_line_writes_reads_the_same_file(
    tmp_path: Path, target: str, large: bool, symppm: Callable[..., Any]
) -> None:
    needed(target)
    data, code, names = tmp_path / "counts.csv", tmp_path / "program.py", {}
    counts = (large_and_sparse() if large else scipy.sparse.csr_array(small_counts())).tocoo()
    rows = [f"{i},{j},{n}" for i, j, n in zip(*counts.coords, counts.data, strict=True)]
    data.write_text("\n".join(["user,item,plays", *rows]))
    way = ("--estimator", "moments", "--fix", "K=3", "--export", target, "--output", code)
    assert symppm("match", data, *way).exit_code == 0
    text = code.read_text()
    assert ("toarray" in text) != large
    exec(text, names)  # noqa: S102
    if large:
        values = names["values"] if target == "pymc" else names["Y"][-1]
        assert len(values) == counts.nnz
    else:
        values = names["Y"]
        assert values.shape == counts.shape
    assert float(values.sum()) == counts.sum()
