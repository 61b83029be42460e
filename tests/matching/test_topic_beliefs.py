"""Topic models from beliefs: laws hold in draws, are inverted, and errors say what lacks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import ParameterError, SymPPMError, TargetError
from symppm.matching.topics import topics_of_a_document, words_of_a_topic

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
