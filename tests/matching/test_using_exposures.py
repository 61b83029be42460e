"""Cross-moments of data over known exposures: measured, recovered, and how entries vary."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

import symppm as ppm
from symppm.matching.result import Match

Table = NDArray[np.float64]

K = 5
SHAPE = (200, 160)
R = 2.0


def declared(kind: str, dims: str) -> ppm.Model:
    """Counts whose mean is an exposure times the rate, or successes of known numbers of trials."""
    with ppm.Model(f"{kind}_over_exposures") as model:
        a, b, c, d = ppm.hyperparameters("a b c d")
        e, observed = ppm.Known("e", dims=dims), {"dims": "row col", "observed": True}
        if kind == "successes":
            theta = ppm.Beta("theta", alpha=a, beta=b, dims="row factor")
            beta = ppm.Beta("beta", alpha=c, beta=d, dims="col factor")
            share = ppm.sum(theta * beta, over="factor") / ppm.size("factor")
            ppm.Binomial("Y", mean=e * share, trials=e, **observed)
            return model
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        mean = e * ppm.sum(theta * beta, over="factor")
        if kind == "poisson":
            ppm.Poisson("Y", rate=mean, **observed)
        else:
            ppm.NegativeBinomial("Y", mean=mean, size=ppm.hyperparameters("r"), **observed)
    return model


def exposures(dims: str, rng: np.random.Generator, shape: tuple[int, int] = SHAPE) -> Table:
    """From a tenth to ten, along the axes that are named."""
    size = {"row": shape[:1], "col": shape[1:]}.get(dims, shape)
    return np.asarray(10 ** rng.uniform(-1, 1, size))


def across(exposure: Table, dims: str) -> Table:
    return exposure[:, None] if dims == "row" else exposure


def rates(rng: np.random.Generator, shape: tuple[int, int] = SHAPE) -> Table:
    return rng.gamma(1.0, 1.0, (shape[0], K)) @ rng.gamma(1.0, 1.0, (K, shape[1]))


@pytest.fixture(scope="module")
def counts() -> tuple[NDArray[np.int64], Table]:
    """Poisson counts, and their exposures, one a column."""
    rng = np.random.default_rng(31)
    gamma = exposures("col", rng)
    return rng.poisson(gamma * rates(rng)), gamma


def exposed(data: Any, gamma: Table, **options: Any) -> Match:
    return ppm.match(
        data, "pmf_gamma_exposure", known={"gamma": gamma}, estimator="cross-moments", **options
    )


# What is measured


@pytest.mark.parametrize("dims", ["row col", pytest.param("row", marks=pytest.mark.thorough)])
def test_moments_are_those_of_places_in_the_matrix_over_its_exposures(dims: str) -> None:
    rng = np.random.default_rng(5)
    e = exposures(dims, rng, (5, 6))
    counts = rng.poisson(3 * across(e, dims) * rng.gamma(1.0, 1.0, (5, 6)))
    expected = ppm.cross_moments(counts / across(e, dims)).values
    for data in (counts, sparse.csr_array(counts), sparse.csc_array(counts)):
        found = ppm.match(
            data, declared("poisson", dims), known={"e": e}, estimator="cross-moments"
        ).cross_moments
        assert found is not None
        for name in ("mean", "variance", "cov_row", "cov_col", "cycle"):
            assert found.values[name] == pytest.approx(expected[name], rel=1e-9)


OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"fixed": {"K": 4}},
    {"fixed": {"a": 0.5}},
    {"fixed": {"c": "a", "d": "b"}},
)


@pytest.mark.parametrize("options", OPTIONS)
def test_answers_are_those_of_the_matrix_over_its_exposures(
    counts: tuple[NDArray[np.int64], Table], options: dict[str, Any]
) -> None:
    # No noise of entries is in the moments, so a model without exposures has the same answer.
    data, gamma = counts
    found = exposed(data, gamma, **options)
    plain = ppm.match(data / gamma, estimator="cross-moments", **options)
    assert found.parameters == pytest.approx(plain.parameters, rel=1e-6)
    assert found.k_exact == pytest.approx(plain.k_exact, rel=1e-6)
    for name, ends in plain.interval().items():
        assert found.interval()[name] == pytest.approx(ends, rel=1e-5), name


def test_gaps_and_sparse_data_have_one_answer(counts: tuple[NDArray[np.int64], Table]) -> None:
    data, gamma = counts
    seen = np.random.default_rng(8).random(SHAPE) < 0.8
    stored = sparse.coo_array((data[seen], np.nonzero(seen)), shape=SHAPE)
    masked = exposed(np.where(seen, data, np.nan), gamma, mask=seen)
    for other in (
        exposed(stored, gamma, zeros="missing"),
        ppm.match(np.where(seen, data / gamma, np.nan), estimator="cross-moments", mask=seen),
    ):
        assert masked.parameters == pytest.approx(other.parameters, rel=1e-8)
        assert masked.interval()["K"] == pytest.approx(other.interval()["K"], rel=1e-8)
    low, high = masked.interval()["K"]
    assert low < K < high


# What is recovered


def drawn(kind: str, e: Table, rng: np.random.Generator) -> NDArray[np.int64]:
    if kind == "successes":
        share = rng.beta(0.8, 1.0, (SHAPE[0], K)) @ rng.beta(0.6, 1.1, (K, SHAPE[1])) / K
        return rng.binomial(e.astype(int), share)
    eta = rates(rng)
    return rng.poisson(e * (eta * rng.gamma(R, 1 / R, SHAPE) if kind == "dispersed" else eta))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["poisson", "dispersed", "successes"])
def test_truth_is_recovered_to_the_error_of_many_draws(kind: str) -> None:
    draws, held = 16, 0
    rng, model = np.random.default_rng(77), declared(kind, "row col")
    found = []
    for _ in range(draws):
        e = exposures("row col", rng)
        e = np.ceil(10 * e) if kind == "successes" else e
        data = drawn(kind, e, rng)
        match = ppm.match(data, model, known={"e": e}, estimator="cross-moments")
        ends = match.interval()
        truth = {"K": K, "r": R} if "r" in match.parameters else {"K": K}
        at = {**match.parameters, "K": match.k_exact or 0.0}
        found.append([np.log(at[name] / value) for name, value in truth.items()])
        held += all(ends[name][0] <= value <= ends[name][1] for name, value in truth.items())
    errors = np.std(found, axis=0, ddof=1) / np.sqrt(draws)
    assert (np.abs(np.mean(found, axis=0)) < 4 * errors).all()
    assert (errors < 0.15).all()
    assert held >= draws - 4  # fewer come by chance once in 500 times, at 95 % each


# How entries vary


def test_noise_beyond_poisson_is_told_from_exposures() -> None:
    rng = np.random.default_rng(12)
    e, eta = exposures("row col", rng), rates(rng)
    model = declared("poisson", "row col")
    pure = ppm.match(rng.poisson(e * eta), model, known={"e": e}, estimator="cross-moments")
    assert not {"noise", "underdispersed", "not_a_product"} & {f.code for f in pure.diagnostics}
    noisy = rng.poisson(e * eta * rng.gamma(R, 1 / R, SHAPE))
    found = ppm.match(noisy, model, known={"e": e}, estimator="cross-moments")
    said = next(each.message for each in found.diagnostics if each.code == "noise")
    ends = re.search(r"size r = \S+ \((\S+) to (\S+)\)", said)
    assert ends is not None
    assert float(ends[1]) < R < float(ends[2])
    assert "nothing tells which" in said


def test_arrays_of_three_axes_are_divided_by_what_is_known() -> None:
    with ppm.Model("visits") as visits:
        a, b = ppm.hyperparameters("a b")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row")
        rate = theta * ppm.Known("u", dims="col")
        ppm.Poisson("Y", rate=rate, dims="row col slice", observed=True)
    rng = np.random.default_rng(0)
    u = rng.uniform(1, 9, 15)
    counts = rng.poisson(rng.gamma(2.0, 1.0, (400, 1, 1)) * u[:, None], (400, 15, 6))
    found = ppm.match(counts, visits, known={"u": u})
    # Four standard errors of a variance of 400 draws, relative: about sqrt(2 + 6 / shape) / 20.
    assert found.parameters == pytest.approx({"a": 2.0, "b": 1.0}, rel=4 * 5**0.5 / 20)
    tenfold = ppm.match(counts, visits, known={"u": 10 * u}).parameters
    assert tenfold == pytest.approx({**found.parameters, "b": 10 * found.parameters["b"]})
    assert found.statistics.integral
    assert found.statistics.maximum == counts.max()
