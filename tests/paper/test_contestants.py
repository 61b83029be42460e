"""What authors took from averages, searches that go on, and scores of zeros, by other ways."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from lab.running import Row
from posterior import (
    authors,
    claims,
    contestants,
    empty,
    judging,
    searching,
)
from posterior.cavi import Hyper, fit
from posterior.data import Counts, of_matrix
from scipy import stats
from scipy.sparse import csr_array


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
