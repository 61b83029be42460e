"""Whether an answer about topics stands is told from words that fits have not seen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.errors import ParameterError
from symppm.validation import topics
from symppm.validation.topics import Concentrations, Words, matched


@cache
def corpus() -> Any:
    """Draw 300 documents of 80 words about 6 topics."""
    rng = np.random.default_rng(5)
    drawn = rng.dirichlet(np.full(120, 0.1), 6)
    return rng.multinomial(80, rng.dirichlet(np.full(6, 0.15), 300) @ drawn)


@cache
def found() -> ppm.Match:
    return ppm.match(corpus(), "lda")


@cache
def made() -> ppm.Validation:
    return found().validate(corpus())


@pytest.mark.thorough
def test_topics_are_scored_by_words_and_their_true_number_stands() -> None:
    assert (found().k, made().library, made().stands) == (6, "lda", True)
    assert [each.name for each in made().trials] == ["K = 6", "K = 3", "K = 12", "K = 6, defaults"]
    assert made().verdict(made().trials[1]) == "worse"
    shapes = found().shapes
    assert shapes is not None
    assert made().answer.shapes == pytest.approx((shapes.mean_field["alpha"],) * 2)
    assert made().trials[-1].shapes == (1 / 6, 1 / 6)
    assert made().held_out == pytest.approx(corpus().sum() / 10, rel=0.1)
    assert made().sentence.startswith("K = 6 stands: 3 and 12 topics predict ")
    assert "per held-out word" in made().sentence
    assert "a tenth of the words of each document" in made().about
    assert made().heads[1:3] == ("alpha", "eta")
    assert ppm.Validation.from_json(made().to_json()) == made()


@pytest.mark.thorough
def test_a_wrong_number_of_topics_does_not_stand() -> None:
    few = ppm.match(corpus(), "lda", fixed={"K": 2}).validate(corpus())
    assert not few.stands
    assert few.sentence.startswith("K = 4 predicts better here than 2, by ")
    assert "of what 2 topics gain; " in few.sentence


def test_the_gain_is_that_of_the_best_of_fits_by_scikit_learn() -> None:
    decomposition = pytest.importorskip("sklearn.decomposition")
    split = Words.of(sparse.csr_array(corpus().astype(float)), 0, 0)
    least = split.score(split.frequencies())
    gain = split.score(split.topics(6, Concentrations(0.2, 0.2), 0)) - least
    gains = []
    for seed in range(5):
        other = decomposition.LatentDirichletAllocation(
            6, doc_topic_prior=0.2, topic_word_prior=0.2, max_iter=40, random_state=seed
        )
        theta = other.fit_transform(sparse.csr_matrix(split.train))
        beta = other.components_ / other.components_.sum(1, keepdims=True)
        gains.append(split.score((theta, beta.T)) - least)
    assert gain == pytest.approx(max(gains), rel=0.02)


def test_ten_splits_hold_out_each_word_once() -> None:
    counts = sparse.csr_array(corpus().astype(float))
    splits = [Words.of(counts, n, 3) for n in range(10)]
    assert (sum(each.test.toarray() for each in splits) == corpus()).all()
    assert all((each.test + each.train != counts).nnz == 0 for each in splits)
    sizes = [each.size for each in splits]
    assert max(sizes) < 1.15 * min(sizes)
    assert (Words.of(counts, 0, 4).test != splits[0].test).nnz != 0


@pytest.mark.thorough
def test_frequent_words_have_more_of_the_prior_where_they_were_matched_so() -> None:
    counts = sparse.csr_array(corpus().astype(float))
    match = replace(found(), model="lda_asymmetric")
    eta = match.parameters["eta"]
    own = matched(match, counts).eta
    shares = corpus().sum(0) / corpus().sum()
    assert own == pytest.approx(np.hypot(0.1, eta * 120 * shares), rel=0.01)
    validation = ppm.match(corpus(), "lda_asymmetric", fixed={"K": 6}).validate(corpus(), splits=2)
    assert validation.library == "lda"
    assert validation.answer.gain == pytest.approx(made().answer.gain, rel=0.1)


def test_a_sample_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symppm.validation.run._ENTRIES", 2000)
    drawn = found().validate(corpus(), splits=2)
    assert drawn.drawn
    assert "documents and" in drawn.about


def test_other_models_have_no_alpha_and_documents_no_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "_WORK", 0.0)
    factors = ppm.match(corpus(), fixed={"K": 3})
    with pytest.raises(ParameterError, match="library='lda' for hpf_gamma"):
        factors.validate(corpus(), library="lda")
    with pytest.raises(ParameterError, match="library='lda' for missing entries"):
        found().validate(corpus(), zeros="missing")
