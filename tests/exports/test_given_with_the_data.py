"""What exports make of known arrays, gaps, ties and data that are no counts, and say of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
import scipy.sparse
from cases import needed
from library_runs import hpf, moments, of_model, pasted, pmf, small_counts
from program_runs import exposed_model

import symppm as ppm
from symppm.exports.factors import exposed, gamma_side, recognised
from symppm.exports.registry import TARGETS, exported
from symppm.exports.types import Exposure
from symppm.matching.exporting import chosen_of

pytestmark = pytest.mark.thorough

LANGUAGES = ("pymc", "numpyro", "pyro", "stan", "jags")
GAMMA = np.linspace(0.5, 2.0, 30)
TRUTH = {"K": 3, "a": 1.0, "b": 1.0, "c": 2.0, "d": 0.5}


@cache
def gamma_match(zeros: str = "observed") -> ppm.Match:
    return exposed_match(zeros=zeros)


def exposed_match(gamma: np.ndarray = GAMMA, **more: Any) -> ppm.Match:
    known = {"gamma": gamma}
    counts = ppm.sample(
        "pmf_gamma_exposure", TRUTH, shape=(60, gamma.size), known=known, random_seed=4
    )
    return ppm.match(counts, "pmf_gamma_exposure", known=known, **more)


def said(match: ppm.Match, target: str) -> str:
    return " ".join(match.export(target).notes)


def as_they_are(match: ppm.Match, gamma: np.ndarray) -> dict[str, float]:
    """Return the moments of entries of a random column, by conditioning on its exposure.

    With rates eta, E[Y] = E[g] E[eta]; two entries of a column share g, two of a row do not.
    """
    values = {name: match.parameters[name] for name in ("K", "a", "b", "c", "d")}
    rates = moments("pmf_gamma", values)
    first, second = gamma.mean(), (gamma**2).mean()
    mean, spread = rates["mean"], rates["variance"] - rates["mean"]
    cov_row, cov_col = (rates[name] * rates["variance"] for name in ("rho_row", "rho_col"))
    variance = first * mean + second * (spread + mean**2) - (first * mean) ** 2
    return {
        "mean": first * mean,
        "variance": variance,
        "rho_row": first**2 * cov_row / variance,
        "rho_col": (second * (cov_col + mean**2) - (first * mean) ** 2) / variance,
    }


def test_an_exposure_goes_to_hpfrec_as_a_level_that_keeps_the_moments() -> None:
    found = gamma_match()
    given = found.export("hpfrec", shapes="moments").arguments
    order = ("k", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")
    got = moments("hpf_gamma", {name: given[name] for name in order})
    assert got == pytest.approx(as_they_are(found, GAMMA), rel=1e-3)
    # The level above columns is by far not constant, that above rows is.
    assert given["c_prime"] < 20
    assert given["a_prime"] >= 1000
    notes = said(found, "hpfrec")
    assert "EXPOSURES: hpfrec takes no known arrays" in notes
    assert "gamma (average 1.25, standard deviation over average 0.3582)" in notes
    assert "a part of the col factors" in notes


def test_a_constant_exposure_is_a_scale() -> None:
    found = exposed_match(np.full(30, 3.0))
    plain, own = (
        exported(replace(chosen_of(found), exposures=each), "hpfrec").arguments
        for each in ((), chosen_of(found).exposures)
    )
    assert own["c_prime"] == plain["c_prime"]
    assert own["d_prime"] == pytest.approx(plain["d_prime"] / 3.0, rel=1e-8)
    assert own["a"] == plain["a"]


def test_an_exposure_above_a_level_keeps_the_moments_of_the_inverse() -> None:
    structure = recognised(chosen_of(hpf()), "a library")
    generator = np.random.default_rng(3)
    g = generator.lognormal(0.0, 0.4, 200)
    for plain in (structure.row, gamma_side("theta", 0.7, rate=2.0)):
        made = exposed(plain, float(g.mean()), float((g**2).mean()))
        assert made.mean == pytest.approx(plain.mean * g.mean(), rel=1e-12)
        assert made.square == pytest.approx(plain.square * (g**2).mean(), rel=1e-12)
        assert made.shared == pytest.approx(plain.shared * (g**2).mean(), rel=1e-12)
        assert made.level is not None


def test_known_arrays_of_a_declared_model_go_over_those_of_entries_by_their_average() -> None:
    generator = np.random.default_rng(6)
    known = {
        "gamma": generator.uniform(0.5, 1.5, (30, 60)), "effort": np.linspace(0.8, 1.3, 60)
    }  # fmt: skip
    model = exposed_model()
    counts = ppm.sample(model, TRUTH, shape=(60, 30), known=known, random_seed=4)
    found = ppm.match(counts, model, known=known, zeros="missing")
    text = " ".join(found.export("pymc").notes)
    assert "its prior predictive, divided by effort^2 and gamma, has mean" in text
    code = found.export("numpyro").code
    assert "def model(N, M, gamma, effort, observed, Y=None):" in code
    export = found.export("hpfrec")
    given = export.arguments
    assert any("the average of gamma" in note and "left out" in note for note in export.notes)
    # Exposures of each entry go by their average; those of rows as a level, as their squares.
    ratio = (known["effort"] ** 4).mean() / (known["effort"] ** 2).mean() ** 2
    assert given["a_prime"] == pytest.approx((2 * ratio - 1) / (ratio - 1), rel=1e-6)
    p = found.parameters
    order = ("k", "a", "a_prime", "b_prime", "c", "c_prime", "d_prime")
    mean = moments("hpf_gamma", {name: given[name] for name in order})["mean"]
    average = known["gamma"].mean() * (known["effort"] ** 2).mean()
    product = p["a"] * p["c"] / (p["b"] * p["d"])
    assert mean == pytest.approx(average * given["k"] * product, rel=1e-3)


def test_large_exposures_of_a_compound_take_more_terms() -> None:
    with ppm.Model("sums") as sums:
        a, b, c, d, w = ppm.hyperparameters("a b c d w")
        gamma = ppm.Known("gamma", dims="col")
        theta = ppm.Gamma("theta", shape=a, rate=b, dims="row factor")
        beta = ppm.Gamma("beta", shape=c, rate=d, dims="col factor")
        rate = gamma * ppm.sum(theta * beta, over="factor")
        count = ppm.Poisson("N", rate=rate, dims="row col")
        ppm.ExponentialDispersion(
            "Y", family="gamma", w=-w, kappa=count, dims="row col", observed=True
        )
    values = {"K": 3.0, "a": 4.0, "b": 4.0, "c": 4.0, "d": 8.0, "w": 1.0}
    plain = replace(of_model(sums), k=3, parameters=values)
    large = Exposure("gamma", 2, ("col",), 100.0, 20000.0, 400.0)
    few, many = (
        int(exported(each, "numpyro").code.split("TERMS = ")[1].split()[0])
        for each in (plain, replace(plain, exposures=(large,)))
    )
    assert many > 5 * few
    # The largest exposure is the root of 400; given a count, the sum has it as its mean.
    drawn = ppm.sample(
        sums, values, shape=(60, 60), known={"gamma": np.full(60, 20.0)}, random_seed=2
    )
    assert few < drawn.max() < many


@pytest.mark.parametrize("target", LANGUAGES)
def test_moments_are_said_to_be_of_divided_data(target: str) -> None:
    assert "its prior predictive, divided by gamma, has mean" in said(gamma_match(), target)
    assert "divided by" not in " ".join(pmf().export(target).notes)


def test_gaps_are_said_as_each_target_has_them() -> None:
    counts = ppm.sample("pmf_gamma", TRUTH, shape=(60, 50), random_seed=4)
    mask = np.random.default_rng(1).random(counts.shape) < 0.8
    whole = ppm.match(counts, estimator="moments")
    for found in (
        ppm.match(np.ma.MaskedArray(counts, ~mask), estimator="moments"),
        ppm.match(counts, zeros="missing", estimator="moments"),
    ):
        masked = found.statistics.observed == mask.sum()
        assert found.given.missing == ("mask" if masked else "zeros")
        for target in {*TARGETS} - {"json"}:
            notes = said(found, target)
            assert "MISSING ENTRIES: the match is to the" in notes
            assert ("only these are data of this program" in notes) == (target in LANGUAGES)
            assert ("has no missing entries" in notes) == (target not in LANGUAGES)
            assert "MISSING" not in said(whole, target)
            assert "observed =" not in str(whole.export(target)).replace("observed=Y", "")


def test_zeros_that_are_stored_were_observed() -> None:
    counts = ppm.sample("pmf_gamma", {**TRUTH, "d": 4.0}, shape=(60, 50), random_seed=4)
    mask = np.random.default_rng(1).random(counts.shape) < 0.8
    seen = np.nonzero(mask)
    stored = scipy.sparse.coo_array((counts[mask], seen), shape=counts.shape)
    found = ppm.match(stored, zeros="missing")
    assert (counts[mask] == 0).any()
    (note,) = (n for n in found.export("stan").notes if "n_observed = " in n)
    for data, seen in ((stored, mask), (stored.toarray(), mask & (counts > 0))):
        space: dict[str, Any] = {"Y": data, "scipy": scipy}
        exec(note.partition(": ")[2].removesuffix(".").replace("; ", "\n"), space)  # noqa: S102
        assert space["n_observed"] == seen.sum()
        listed = np.full(counts.shape, np.nan)
        listed[space["row_of"] - 1, space["col_of"] - 1] = space["Y"]
        assert np.array_equal(listed, np.where(seen, counts, np.nan), equal_nan=True)
    assert found.statistics.observed == mask.sum()


@pytest.mark.parametrize("target", ["hpfrec", "cmfrec"])
def test_zeros_that_are_stored_are_held_out_too(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = ppm.sample("pmf_gamma", {**TRUTH, "d": 8.0}, shape=(60, 50), random_seed=4)
    mask = np.random.default_rng(1).random(counts.shape) < 0.8
    stored = scipy.sparse.csr_array(
        (counts[mask].astype(float), np.nonzero(mask)), shape=counts.shape
    )
    zeros = int((stored.data == 0).sum())
    code = str(ppm.match(stored, zeros="missing", fixed={"K": 3}).export(target))
    # What is held out does not depend on the library, which is not needed.
    monkeypatch.setitem(sys.modules, target, MagicMock())
    space: dict[str, Any] = {}
    exec(code, space)  # noqa: S102
    space["fit"] = lambda rest: (None, np.ones((60, 3)), np.ones((50, 3)))
    score = "gammaln" if "gammaln" in space else "spearmanr"
    scored: list[np.ndarray] = []

    def scoring(y: np.ndarray, *others: np.ndarray) -> Any:
        scored.append(y - 1 if score == "gammaln" else y)
        return y if score == "gammaln" else MagicMock(statistic=0.0)

    space[score] = scoring
    space["held_out"](stored)
    assert len(scored[0]) == stored.nnz // 10
    share = zeros / stored.nnz
    assert abs((scored[0] == 0).mean() - share) < 4 * np.sqrt(share * (1 - share) / len(scored[0]))


def test_a_fit_by_sklearn_leaves_zeros_stored() -> None:
    needed("sklearn")
    counts = scipy.sparse.csr_matrix(small_counts().astype(float))
    counts.data[:20] = 0.0
    stored = counts.nnz
    pasted(pmf().export("sklearn"))(counts)
    assert counts.nnz == stored


def test_data_that_are_no_counts_are_said() -> None:
    counts = ppm.sample("pmf_gamma", TRUTH, shape=(60, 50), random_seed=4).astype(float)
    counts[0, 0] += 0.5
    found = ppm.match(counts, estimator="moments")
    real = ppm.match(counts, "gmf_gamma_normal", fixed={"sigma_Y": 1.0}, estimator="moments")
    for target in TARGETS:
        text = str(found.export(target)).replace("\n#   ", " ").replace("\n//   ", " ")
        assert "NOT COUNTS: some entries of the data are not whole numbers" in text
        if target not in ("hpfrec", "schpf", "poismf"):
            assert "NOT COUNTS" not in str(real.export(target))


def test_a_match_with_ties_keeps_them() -> None:
    needed("torch")
    found = ppm.match(
        targets={"mean": 2.0, "variance": 8.0, "rho_row": 0.2}, fixed={"c": "a", "K": 3},
        random_seed=1,
    )  # fmt: skip
    assert dict(found.given.ties) == {"c": "a"}
    assert "TIES: the match holds c = a." in said(found, "hpfrec")
    assert found.parameters["c"] == pytest.approx(found.parameters["a"])


def test_what_was_given_comes_back_from_json() -> None:
    found = gamma_match("missing")
    again = ppm.Match.from_json(found.to_json())
    assert again.given == found.given
    assert again.given.exposures["gamma"] == pytest.approx((1.25, (GAMMA**2).mean(), 2.0))
    for target in ("pymc", "hpfrec", "json"):
        assert str(again.export(target)) == str(found.export(target))
    document = found.to_dict()
    del document["given"]
    # A document that does not say takes gaps for a mask, which its reader has.
    assert "np.nonzero(mask)" in ppm.Match.from_dict(document).export("pymc").code
    document["given"] = {"missing": "holes"}
    with pytest.raises(ppm.errors.DataError, match=r"match\.given\.missing"):
        ppm.Match.from_dict(document)
