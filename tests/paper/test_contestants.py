"""The contestants of the posterior comparison, the searches, and what published files say."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from lab.experiment import PaperError
from lab.running import Row
from posterior import (
    authors,
    claims,
    comparing,
    contestants,
    empty,
    judging,
    searching,
    surfaces,
)
from posterior.cavi import Hyper, fit
from posterior.data import Counts, of_matrix
from scipy import stats
from scipy.sparse import csr_array

BOX = (1e-4, 1e2)


def _counts(seed: int, shape: tuple[int, int] = (30, 20)) -> Counts:
    rng = np.random.default_rng(seed)
    rates = rng.gamma(2.0, 1.0, (shape[0], 3)) @ rng.gamma(2.0, 1.0, (shape[1], 3)).T
    return of_matrix(rng.poisson(rates))


def _sparse(seed: int, shape: tuple[int, int]) -> Counts:
    rng = np.random.default_rng(seed)
    return of_matrix(rng.poisson(rng.gamma(0.5, 1.0, shape)))


@pytest.mark.thorough
def test_averaged_correlations_are_those_of_numpy_pair_by_pair() -> None:
    counts = _counts(0)
    pairs = itertools.combinations(counts.dense.astype(float), 2)
    expected = np.mean([np.corrcoef(one, other)[0, 1] for one, other in pairs])
    found = authors.pearson_of_rows(csr_array(counts.dense.astype(float)))
    assert found == pytest.approx(expected, rel=1e-10)


@pytest.mark.thorough
def test_the_authors_shapes_come_from_averaged_correlations(real_data: Path) -> None:
    from posterior.data import lastfm

    found = authors.matched_by_averages(lastfm(real_data))
    assert found["a"] == pytest.approx(authors.SHAPES[0], rel=1e-12)
    assert found["c"] == pytest.approx(authors.SHAPES[1], rel=1e-9)
    assert math.ceil(found["K"]) == authors.CHOICE.k


def test_the_box_is_that_of_means_and_deviations() -> None:
    rng = np.random.default_rng(2)
    tried = [searching.at_random(rng) for _ in range(2000)]
    for shape, rate in (("a", "b"), ("c", "d")):
        shapes = np.array([getattr(each, shape) for each in tried])
        rates = np.array([getattr(each, rate) for each in tried])
        for values in (shapes / rates, np.sqrt(shapes) / rates):
            assert BOX[0] * (1 - 1e-9) <= values.min() < 2e-4
            assert 50 < values.max() <= BOX[1] * (1 + 1e-9)
            # Uniform logarithms over six decades: mean -1, error of the mean 0.039.
            assert np.log10(values).mean() == pytest.approx(-1.0, abs=0.16)
    factors = [each.k for each in tried]
    assert (min(factors), max(factors)) == (1, 100)


def _judge(hyper: Hyper, _: int) -> Row:
    # Highest at K = 40 and a mean of theta of 1; no score at all for few factors.
    if hyper.k < 10:
        return {"loo": None, "seconds": 1.0, "k": hyper.k}
    loss = (hyper.k - 40) ** 2 / 100 + math.log(hyper.a / hyper.b) ** 2
    return {"loo": -loss, "seconds": 1.0, "k": hyper.k}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["TPE", "random"])
def test_an_interrupted_search_goes_on_as_if_it_had_not_been(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("optuna")

    def search(trials: int, notes: str) -> list[Row]:
        path = tmp_path / notes
        if kind == "TPE":
            return searching.by_tpe(_judge, "loo", trials=trials, seed=5, notes=path)
        return searching.randomly(_judge, trials=trials, seed=5, notes=path)

    whole = search(25, "whole")
    for trials in (12, 18):  # The second time, what the first restart left is read.
        search(trials, "parts")
        with (tmp_path / "parts").open("a", encoding="utf-8") as stream:
            stream.write('{"seed": 5, "row": {"tri')  # as a process that is killed leaves it
    assert search(25, "parts") == whole
    assert (tmp_path / "parts").read_text("utf-8") == (tmp_path / "whole").read_text("utf-8")
    assert [row["trial"] for row in whole] == list(range(25))
    assert search(7, "parts") == whole[:7]


def test_trials_to_pass() -> None:
    rows: list[Row] = [{"loo": -9.0}, {"loo": None}, {"loo": -5.0}, {"loo": -1.0}]
    assert comparing.trials_to_pass(rows, -6.0) == "3"
    assert comparing.trials_to_pass(rows, -1.0) == "> 4"
    assert comparing.best(rows, "loo") == {"loo": -1.0}
    assert comparing.best(rows[1:2], "loo") is None


def test_searches_of_the_authors_need_tens() -> None:
    """Against the estimate of SciPy, whose survival function is another implementation."""
    level, runs = authors.own_score(), authors.searches()
    needed = [authors.passing([each.second for each in run], level) for run in runs]
    data = stats.CensoredData(
        uncensored=[n for n in needed if n is not None],
        right=[len(run) for run, n in zip(runs, needed, strict=True) if n is None],
    )
    survival = stats.ecdf(data).sf
    expected = survival.quantiles[np.flatnonzero(survival.probabilities <= 0.5)[0]]
    found = claims.median_of_censored(needed, [len(run) for run in runs])
    assert found == expected >= 10


def test_differences_are_by_pairs() -> None:
    rng = np.random.default_rng(1)
    common = rng.normal(0.0, 100.0, 5000)
    gains = rng.normal(0.2, 1.0, (400, 5000))
    one: Row = {
        "held_out_parts": " ".join(map(repr, judging.summed(common).tolist())),
        "test": 5000,
    }
    found = []
    for gain in gains:
        parts = " ".join(map(repr, judging.summed(common + gain).tolist()))
        other: Row = {"held_out_parts": parts, "test": 5000}
        found.append(comparing.difference(other, one, "held_out"))
    means = np.array([each.mean for each in found])
    assert means.mean() == pytest.approx(0.2, abs=4 / math.sqrt(400 * 5000))
    # What both have in common, a hundred times as large, is not in the error.
    assert np.mean([each.error for each in found]) == pytest.approx(means.std(), rel=0.15)
    assert math.isnan(comparing.difference({}, one, "held_out").mean)


def test_default_shapes_have_the_mean_of_what_is_not_held_out() -> None:
    train, test = judging.halves("tumours", 0, None)
    mask = np.ones(train.shape, dtype=bool)
    mask[test.rows, test.columns] = False
    mean = train.dense[mask].mean()
    hyper = contestants.chosen(contestants.DEFAULTS[-1], train, test).hyper
    assert hyper.prior_mean == pytest.approx(mean, rel=1e-12)
    with pytest.raises(PaperError, match=r"no contestant is called 'nobody'; there are variance"):
        contestants.chosen("nobody", train, test)


@pytest.mark.thorough
def test_matches_do_not_see_what_is_held_out() -> None:
    train, test = judging.halves("tumours", 0, None)
    other = Counts(test.rows, test.columns, test.values * 0 + 10**6, test.shape)
    for name in contestants.NAMES:
        if name not in contestants.OF_LASTFM:
            before = contestants.chosen(name, train, test).hyper
            assert contestants.chosen(name, train, other).hyper == before


@pytest.mark.thorough
def test_the_score_of_zeros_is_that_of_q() -> None:
    """With beta known, exp(-rate) of a gamma rate has the mean (r / (r + m))^s."""
    counts = _sparse(4, (20, 15))
    found = fit(counts, Hyper(1, 0.05, 1.0, 1e10, 1e10), np.random.default_rng(0))
    shape, rate = found.theta_shape[:, 0], found.theta_rate[:, 0]
    zero = counts.dense == 0
    exact = np.tile((shape * np.log(rate / (rate + 1)))[:, None], (1, 15))[zero].sum()
    places = empty.some_empty(counts, np.random.default_rng(1))
    ours = empty.zeros(found, places, int(zero.sum()), np.random.default_rng(2), 4000)
    assert ours.elpd == pytest.approx(exact, rel=0.02)
    assert ours.sampling_error == 0.0
    some = empty.some_empty(counts, np.random.default_rng(1), len(places) // 2)
    half = empty.zeros(found, some, int(zero.sum()), np.random.default_rng(2), 1000)
    assert abs(half.elpd - exact) < 4 * half.sampling_error + 0.02 * abs(exact)


def test_likeness_and_borders_of_surfaces() -> None:
    grid = {(x, y): -(10.0 + x + 10 * (y > 2)) for x in range(5) for y in range(5)}
    same = surfaces.likeness(grid, grid)
    assert (same.rank, same.ratio, same.close) == (pytest.approx(1.0), 1.0, 1.0)
    turned = surfaces.likeness(grid, {key: 100 / score for key, score in grid.items()})
    assert turned.rank == pytest.approx(-1.0)
    assert surfaces.steepest(grid) == pytest.approx(20 / 10)
    assert surfaces.bad(grid, -14.0) == pytest.approx(2 / 5)
    assert surfaces.bad({(0, 0): math.nan, (0, 1): -1.0}, -1.0) == 0.5
