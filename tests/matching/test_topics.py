"""Topic models: K, alpha and eta of documents that were drawn, and no corpus without an answer.

From beliefs: laws hold in draws, are inverted, and errors say what lacks.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cases import core
from scipy.sparse import csr_array

import symppm as ppm
from symppm.errors import DataError, ParameterError, SymPPMError, TargetError
from symppm.exports.types import variational_prior
from symppm.matching.topics import _Law, topics_of_a_document, words_of_a_topic


def drawn(
    alpha: float, eta: float, k: int = 5, *, documents: int = 400, words: int = 250,
    length: float = 200, seed: int = 0,
) -> np.ndarray:  # fmt: skip
    """Draw documents of latent Dirichlet allocation."""
    rng = np.random.default_rng(seed)
    topics = rng.dirichlet(np.full(words, eta), k)
    shares = rng.dirichlet(np.full(k, alpha), documents)
    return rng.multinomial(rng.poisson(length, documents), shares @ topics)


def codes(match: ppm.Match) -> dict[str, str]:
    return {each.code: each.message for each in match.diagnostics}


COUNTS = drawn(0.3, 0.3)


@cache
def answer() -> ppm.Match:
    return ppm.match(COUNTS, "lda")


@pytest.mark.thorough
@pytest.mark.parametrize("value", core([0.1, 0.3, 1.0], [0.3]))
def test_k_and_both_priors_are_those_that_documents_were_drawn_with(value: float) -> None:
    found = [ppm.match(drawn(value, value, seed=seed), "lda") for seed in range(3)]
    assert [each.k for each in found] == [5, 5, 5]
    for each in found:
        assert each.parameters["alpha"] == each.parameters["eta"]
        assert each.shapes is not None
        assert each.shapes.resolved
        assert not {"burstiness", "short_documents"} & set(codes(each))
    mean = np.mean([np.log(each.parameters["alpha"]) for each in found])
    # The scatter of three is a tenth; rare words hide some of the interaction.
    assert mean == pytest.approx(np.log(value), abs=0.3)


def test_what_is_matched_is_the_interaction() -> None:
    found = answer()
    assert found.shapes is not None
    a, e, k = (found.parameters[name] for name in ("alpha", "eta", "K"))
    assert found.targets["interaction"] == found.shapes.interaction
    assert found.achieved["interaction"] == pytest.approx((k - 1) / ((k * a + 1) * (k * e + 1)))
    assert found.achieved["interaction"] == pytest.approx(found.targets["interaction"])
    low, high = found.interval()["alpha"]
    assert low < a < high
    assert high / low < 2
    assert found.shapes.mean_field["eta"] == variational_prior(e)
    assert ppm.Match.from_json(found.to_json()) == found
    assert ppm.match(COUNTS, "lda", intervals=False).parameters == found.parameters


@pytest.mark.thorough
def test_one_of_both_given_tells_the_other() -> None:
    counts = drawn(0.1, 0.8)
    equal = ppm.match(counts, "lda")
    assert "alpha = eta is assumed" in codes(equal)["shapes"]
    assert ppm.match(counts, "lda", fixed={"eta": "alpha"}).parameters == equal.parameters
    found = ppm.match(counts, "lda", fixed={"alpha": 0.1})
    assert found.parameters["alpha"] == 0.1
    assert found.parameters["eta"] == pytest.approx(0.8, rel=0.35)
    assert set(found.uncertainty.scales) == {"eta"}
    assert ppm.match(counts, "lda", fixed={"eta": 0.8}).parameters["alpha"] == pytest.approx(
        0.1, rel=0.5
    )
    assert ppm.match(counts, "lda", known={"n": counts.sum(1)}).parameters == equal.parameters
    both = ppm.match(counts, "lda", fixed={"alpha": 0.2, "eta": 0.4, "K": 7})
    assert dict(both.parameters) == {"K": 7, "alpha": 0.2, "eta": 0.4}
    assert "as given" in codes(both)["shapes"]


@pytest.mark.thorough
def test_words_that_come_in_bursts() -> None:
    rng = np.random.default_rng(3)
    topics, shares = rng.dirichlet(np.full(150, 0.2), 5), rng.dirichlet(np.full(5, 0.3), 300)
    own = [rng.dirichlet(np.maximum(40 * p, 1e-3)) for p in shares @ topics]
    found = ppm.match(rng.multinomial(150, own), "lda")
    assert found.shapes.noise > 1.5
    assert "Words come in bursts: counts vary" in codes(found)["burstiness"]
    weighted = COUNTS / np.maximum(COUNTS.sum(1, keepdims=True), 1)
    assert "these are no counts, as tf-idf" in codes(ppm.match(weighted, "lda"))["burstiness"]


@pytest.mark.thorough
def test_documents_that_are_too_short_and_those_of_one_topic() -> None:
    short = drawn(1.0, 0.05, documents=3000, length=3)
    found = ppm.match(short, "lda", fixed={"K": 5, "alpha": 1.0})
    assert "Half of the documents have 3 words or fewer" in codes(found)["short_documents"]
    rng = np.random.default_rng(2)
    topics = rng.dirichlet(np.full(100, 1.0), 4)
    counts = np.array([rng.multinomial(100, topics[n % 4]) for n in range(200)])
    clusters = ppm.match(counts, "lda", fixed={"eta": 1.0})
    assert clusters.k == 4
    assert "One topic dominates each document" in codes(clusters)["one_topic_dominates"]


CORPORA = {
    "no topics": np.random.default_rng(0).poisson(1.0, (80, 60)),
    "two documents": np.array([[3, 0, 1], [0, 2, 5]]),
    "one word each": np.eye(40, dtype=int),
    "nearly the same": np.full((30, 20), 2) + np.eye(30, 20, dtype=int),
    "empty documents and words": np.pad(COUNTS[:60], ((0, 20), (0, 30))),
    "one long document": np.vstack([1000 * COUNTS[:1], COUNTS[:40]]),
    "two topics apart": np.kron(np.eye(2, dtype=int), np.full((20, 15), 3)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", core(CORPORA, ["one word each", "empty documents and words"]))
def test_no_corpus_is_a_dead_end(name: str) -> None:
    for model, more in (
        ("lda", {}), ("lda", {"fixed": {"K": 6}}), ("lda", {"intervals": False}),
        ("lda_asymmetric", {}), ("lda_asymmetric", {"fixed": {"K": 6, "gamma": 0.5}}),
    ):  # fmt: skip
        found = ppm.match(CORPORA[name], model, **more)
        assert found.feasible
        values = np.array(list(found.parameters.values()))
        assert np.isfinite(values).all()
        assert (values > 0).all()
        assert found.export("sklearn").arguments["n_components"] == found.k
        assert found.summary()
        assert str(found)
        assert ppm.Match.from_json(found.to_json()) == found
        if "fixed" in more and not found.shapes.resolved:
            assert "assumed" in codes(found)["shapes"]


@pytest.mark.parametrize(
    ("data", "options", "error", "message"),
    [
        (COUNTS, {"zeros": "missing"}, DataError, "missing entries for a topic model"),
        (COUNTS, {"mask": COUNTS > 0}, DataError, "missing entries for a topic model"),
        (COUNTS, {"known": {"n": np.ones(400)}}, ParameterError, "the totals of their rows"),
        (COUNTS, {"known": {"row": COUNTS.sum(1)}}, ParameterError, "known 'row'"),
        (COUNTS, {"fixed": {"eta": "2*alpha"}}, ParameterError, "ties of lda"),
        (COUNTS, {"fixed": {"beta": 1}}, ParameterError, "beta"),
        (-COUNTS, {}, DataError, "the smallest entry is"),
        (0 * COUNTS, {}, DataError, "vary|without a word"),
    ],
)
def test_what_is_no_corpus_is_refused(
    data: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ppm.match(data, "lda", **options)


def with_shares(eta: float, seed: int, words: int = 250) -> tuple[np.ndarray, np.ndarray]:
    """Draw documents whose topics have unlike base measures of words; return these too."""
    rng = np.random.default_rng(seed)
    share = rng.dirichlet(np.ones(words)) + 1e-6
    share /= share.sum()
    topics = rng.standard_gamma(np.tile(words * eta * share, (5, 1)))
    shares = rng.dirichlet(np.full(5, eta), 400)
    topics /= topics.sum(1, keepdims=True)
    return rng.multinomial(rng.poisson(200, 400), shares @ topics), share


@pytest.mark.thorough
@pytest.mark.parametrize("eta", core([0.3, 1.0], [0.3]))
def test_frequent_words_have_more_of_the_prior(eta: float) -> None:
    drawn_of = [with_shares(eta, seed) for seed in range(2)]
    plain = [ppm.match(each, "lda_asymmetric") for each, _ in drawn_of]
    own = [ppm.match(each, "lda_asymmetric", known={"share": of}) for each, of in drawn_of]
    assert [each.k for each in plain] == [5, 5]
    for found in (plain, own):
        # Totals of words are one draw of five topics about the base measure.
        mean = np.mean([np.log(each.parameters["eta"]) for each in found])
        assert mean == pytest.approx(np.log(eta), abs=0.3)
    for each in (*plain, *own):
        assert each.achieved["interaction"] == pytest.approx(each.targets["interaction"])
        assert "those of their totals" in codes(each)["shapes"]
        assert each.parameters["gamma"] == 1000


@pytest.mark.parametrize("gamma", [0.5, 2.0, 1e4])
def test_the_interaction_of_topics_of_unlike_sizes_is_that_of_draws(gamma: float) -> None:
    rng = np.random.default_rng(1)
    k, words, eta = 5, 3000, 0.3
    share = rng.dirichlet(np.ones(words)) + 1e-9
    share /= share.sum()
    found = []
    for _ in range(150):
        weights = rng.dirichlet(np.full(k, gamma))
        topics = rng.standard_gamma(np.tile(words * eta * share, (k, 1)))
        topics /= topics.sum(1, keepdims=True)
        rates = weights @ topics
        seen = rates > 0
        found.append((weights @ topics[:, seen] ** 2 / rates[seen]).sum() - 1)
    error = np.std(found) / len(found) ** 0.5
    law = _Law(k, share, min(gamma, 1000.0)).of_topics(eta)
    # Topics are divided by their totals, which the formula takes to be those of many words.
    assert law == pytest.approx(np.mean(found), abs=4 * error + 0.005)


@pytest.mark.thorough
def test_shares_of_words_and_sizes_of_topics_may_be_given(tmp_path: Path) -> None:
    equal = ppm.match(COUNTS, "lda_asymmetric")
    unlike = ppm.match(COUNTS, "lda_asymmetric", fixed={"gamma": 0.5})
    # Of topics of unlike sizes few make the interaction, so each has to be more apart.
    assert unlike.parameters["eta"] < equal.parameters["eta"]
    assert "gamma = 1000" not in codes(unlike)["shapes"]
    uniform = np.full(250, 1 / 250)
    found = ppm.match(COUNTS, "lda_asymmetric", known={"share": uniform})
    plain = ppm.match(COUNTS, "lda")
    assert found.parameters["eta"] == pytest.approx(plain.parameters["eta"], rel=1e-6)
    with pytest.raises(ParameterError, match="with the sum one"):
        ppm.match(COUNTS, "lda_asymmetric", known={"share": np.ones(250)})
    with pytest.raises(ParameterError, match="known 'share'"):
        ppm.match(COUNTS, "lda", known={"share": uniform})


@pytest.mark.thorough
@pytest.mark.parametrize("model", ["lda", "lda_asymmetric"])
def test_draws_have_the_length_of_documents_where_some_words_are_compared(model: str) -> None:
    counts = np.vstack([drawn(0.3, 0.3, documents=700), np.zeros((1, 250), int)])
    found = ppm.match(counts, model, fixed={"K": 5}, intervals=False)
    # With the seed 2 the document without a word is among those that are drawn.
    for seed, data in ((1, counts), (2, csr_array(counts))):
        made = ppm.check(found, data, draws=20, random_seed=seed, entries=20_000)
        assert made.shape != counts.shape
        assert all(np.isfinite(each.predicted) for each in made.table)
    for known in ({"q": np.ones(250)}, {"n": np.ones(3)}, {"share": ["a"] * 250}):
        with pytest.raises(ParameterError, match="known '"):
            ppm.check(found, counts, draws=20, entries=20_000, known=known)
    with pytest.raises(ParameterError, match="known 'n'"):
        ppm.check(found, counts.tolist(), draws=20, known={"n": np.ones(len(counts))})


SAID = {"topics_per_document": 3, "words_per_topic": 40, "vocabulary": 5000}


@pytest.mark.parametrize(("alpha", "k"), [(0.05, 10), (0.5, 4), (3.0, 25)])
def test_two_words_of_a_drawn_document_share_a_topic_as_often(alpha: float, k: int) -> None:
    shares = np.random.default_rng(1).dirichlet(np.full(k, alpha), 20_000)
    chance = (shares**2).sum(1)
    error = chance.std() / np.sqrt(len(chance))
    assert abs(chance.mean() - 1 / topics_of_a_document(alpha, k)) < 4 * error


@pytest.mark.parametrize(("eta", "words"), [(0.02, 2000), (0.3, 300), (5.0, 50), (1.0, 2)])
def test_so_many_words_carry_half_of_a_drawn_topic(eta: float, words: int) -> None:
    shares = np.random.default_rng(2).dirichlet(np.full(words, eta), 2000)
    expected = words_of_a_topic(eta, words)
    # The share above which as many words lie as are expected, which need not be computed so.
    least = np.sort(shares, axis=None)[-round(expected * len(shares))]
    carried = (shares * (shares >= least)).sum(1)
    error = carried.std() / np.sqrt(len(carried))
    # The rounding of the count of words adds at most the share of one.
    assert abs(carried.mean() - 0.5) < 4 * error + least / len(shares)


def test_beliefs_are_met_and_go_to_libraries() -> None:
    found = ppm.match(model="lda", targets=SAID, fixed={"K": 20})
    assert found.k == 20
    assert found.achieved == pytest.approx(SAID)
    assert found.parameters["alpha"] == pytest.approx(2 / 17)
    assert words_of_a_topic(found.parameters["eta"], 5000) == pytest.approx(40)
    assert ppm.Match.from_json(found.to_json()) == found
    given = found.export("tomotopy").arguments
    assert (given["k"], given["alpha"]) == (20, pytest.approx(2 / 17))
    assert found.export("sklearn").arguments["doc_topic_prior"] == pytest.approx(
        np.hypot(0.1, 2 / 17)
    )


def test_one_belief_and_one_number_do() -> None:
    found = ppm.match(model="lda", targets={"topics_per_document": 2}, fixed={"K": 5, "eta": 0.1})
    assert found.parameters == pytest.approx({"K": 5, "alpha": 1 / 3, "eta": 0.1})
    assert found.targets == {"topics_per_document": 2}


@pytest.mark.parametrize(
    ("targets", "fixed", "error", "said"),
    [
        (SAID, {}, ParameterError, "without K"),
        (SAID, {"K": 20, "alpha": "eta"}, ParameterError, "with ties"),
        (SAID, {"K": 20, "eta": 0.1}, ParameterError, "words_per_topic and eta, both"),
        ({"topics_per_document": 3}, {"K": 20}, ParameterError, "none of which is given"),
        ({**SAID, "topics_per_document": 20}, {"K": 20}, TargetError, "below 19.98"),
        ({**SAID, "words_per_topic": 2500}, {"K": 20}, TargetError, "below 24"),
        ({**SAID, "vocabulary": 1e300}, {"K": 20}, TargetError, "to a billion"),
        ({**SAID, "vocabulary": 2.5}, {"K": 20}, TargetError, "to a billion"),
        ({**SAID, "vocabulary": 1}, {"K": 20}, TargetError, "two to a billion"),
        ({**SAID, "mean": 2}, {"K": 20}, TargetError, "the target 'mean' beside"),
    ],
)
def test_errors_say_what_is_needed(
    targets: dict[str, Any], fixed: dict[str, Any], error: type[SymPPMError], said: str
) -> None:
    with pytest.raises(error, match=re.escape(said)):
        ppm.match(model="lda", targets=targets, fixed=fixed)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"zeros": "missing", "mask": np.ones((2, 2), bool)}, "zeros= and mask= beside targets"),
        ({"method": "stochastic"}, 'method is "stochastic"'),
        ({"sampling": ppm.Sampling(start={"alpha": 1.0})}, "a start is given"),
    ],
)
def test_what_is_not_heeded_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(said)):
        ppm.match(model="lda", targets=SAID, fixed={"K": 20}, **given)
