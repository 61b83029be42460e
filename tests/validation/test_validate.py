"""Whether an answer stands is told from entries that fits have not seen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import symppm as ppm
from symppm.errors import DataError, MissingExtraError, ParameterError
from symppm.validation import Trial, Validation, fits, run

NOTHING = ((300, 200), False, 6000)


@cache
def counts(shape: float = 0.5, mean: float = 4.0) -> Any:
    rng = np.random.default_rng(1)
    rates = rng.gamma(shape, 1, (300, 5)) @ rng.gamma(shape, 1, (5, 200))
    return rng.poisson(rates * mean / rates.mean())


@cache
def small() -> Any:
    return counts()[:60, :40]


@cache
def matched_small() -> ppm.Match:
    return ppm.match(small())


@pytest.fixture(autouse=True)
def one_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fit from one start: that the best of several counts, other tests see."""
    monkeypatch.setattr(fits, "_MOST_STARTS", 1)


def trials(others: tuple[float, ...], kind: str = "factors", library: str = "hpfrec") -> Validation:
    tried = (Trial("answer", 6, None, (1.0, 1.1, 1.2)), Trial(kind, 3, None, others))
    return Validation("hpf_gamma", library, tried, *NOTHING)


@pytest.mark.thorough
def test_the_true_number_of_factors_stands_and_a_wrong_one_does_not() -> None:
    found = ppm.match(counts())
    made = found.validate(counts())
    assert (found.k, made.answer.k, made.stands) == (5, 5, True)
    assert [each.name for each in made.trials] == ["K = 5", "K = 2", "K = 10", "K = 5, defaults"]
    assert made.sentence.startswith("K = 5 stands: 2 and 10 factors predict worse (-")
    assert [made.verdict(each) for each in made.trials[1:3]] == ["worse", "worse"]
    one = ppm.match(counts(), fixed={"K": 1}).validate(counts())
    assert not one.stands
    assert one.sentence.startswith("K = 2 predicts better here than 1, by ")


@pytest.mark.thorough
def test_matched_priors_beat_the_defaults_where_shapes_are_large() -> None:
    data = counts(3.0, 1.0)
    made = ppm.match(data, fixed={"K": 5}).validate(data)
    defaults = made.trials[-1]
    assert (defaults.kind, defaults.shapes, made.verdict(defaults)) == (
        "priors",
        (0.3, 0.3),
        "worse",
    )
    assert "matched priors predict better than hpfrec's defaults, by " in made.sentence


@pytest.mark.parametrize(
    ("others", "verdict", "begins"),
    [
        # The differences are 0.1, 0.1 and 0.13; Student's t with two degrees of freedom is 4.303.
        ((1.1, 1.2, 1.33), "better", "K = 3 predicts better here than 6, by 0.11 (+- 0.01) per"),
        ((0.9, 1.0, 1.07), "worse", "K = 6 stands: 3 factors predict worse (-0.11 +- 0.01 per"),
        ((1.1, 1.2, 1.6), "unresolved", "K = 6 stands: 3 factors predict no better beyond chance"),
    ],
)
def test_a_difference_counts_beyond_chance(
    others: tuple[float, ...], verdict: str, begins: str
) -> None:
    made = trials(others)
    off = np.subtract(others, made.answer.scores)
    assert made.difference(made.trials[1]) == pytest.approx((off.mean(), off.std(ddof=1) / 3**0.5))
    assert made.reach == pytest.approx(4.30265, rel=1e-5)
    assert (made.verdict(made.trials[1]), made.stands) == (verdict, verdict != "better")
    assert made.sentence.startswith(begins)


def test_what_is_said_of_priors() -> None:
    said = [trials(each, "priors").sentence for each in ((2, 2.1, 2.2), (0, 0.1, 0.3), (0, 1, 2))]
    assert "hpfrec's defaults predict better than matched priors, by 1 (+- " in said[0]
    assert "matched priors predict better than hpfrec's defaults, by 0.97 (+- " in said[1]
    assert "matched priors and hpfrec's defaults cannot be told apart (+0.1 +- " in said[2]
    worthless = replace(trials((-1, -1, -2)), trials=trials((-1, -1, -2)).trials[1:])
    made = replace(worthless, trials=(replace(worthless.trials[0], kind="answer"),) * 2)
    assert "independence of rows and columns predicts better than any" in made.sentence


def test_the_seed_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fits, "_STEPS", 20)
    monkeypatch.setattr(fits, "_WORK", 0.0)
    found = matched_small()
    made = found.validate(small(), splits=2, random_seed=3)
    assert made == found.validate(small(), splits=2, random_seed=3)
    assert made != found.validate(small(), splits=2, random_seed=4)
    pytest.importorskip("pandas")
    table = made.to_frame()
    assert list(table.index) == [each.name for each in made.trials]
    assert table.loc[made.answer.name, "difference"] == 0


@pytest.mark.thorough
def test_the_form_of_the_data_does_not_matter() -> None:
    found = matched_small()
    assert found.validate(small(), splits=2) == found.validate(sparse.csr_array(small()), splits=2)
    seen = np.random.default_rng(2).random(small().shape) < 0.8
    gaps = small() + 1
    assert found.validate(gaps, mask=seen, splits=2) == found.validate(
        sparse.csr_array(gaps * seen), zeros="missing", splits=2
    )


@pytest.mark.thorough
def test_of_large_data_a_sample_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "_ENTRIES", 8000)
    found = ppm.match(counts())
    made = found.validate(counts(), splits=2)
    assert made.drawn
    assert 2000 < np.prod(made.shape) < 20000
    assert "drawn in proportion to their totals" in made.about
    assert made == found.validate(counts(), splits=2)


@pytest.mark.thorough
def test_scikit_learn_is_given_no_more_than_it_can_fill(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sklearn")
    found = ppm.match(counts())
    monkeypatch.setattr(run, "_DENSE", 5000)
    made = found.validate(counts(), library="sklearn")
    assert np.prod(made.shape) <= 5000
    assert {each.kind for each in made.trials} == {"answer", "factors"}
    assert "scikit-learn" in made.about


@pytest.mark.thorough
def test_a_model_that_hpfrec_does_not_have_is_validated_for_k_alone() -> None:
    found = ppm.match(counts(), "gmf_gamma_negativebinomial", fixed={"r": 2.0, "K": 5})
    made = found.validate(counts(), splits=2)
    assert [each.kind for each in made.trials] == ["answer", "factors", "factors"]
    assert made.answer.shapes is None


def matched(data: Any) -> Any:
    return lambda: matched_small().validate(data)


BELIEFS = {"mean": 25, "variance": 26, "rho_row": 0.045, "rho_col": 0.454}


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (matched(small() + 0.5), DataError, "no whole numbers"),
        (matched(small() - 1), DataError, "negative"),
        (lambda: ppm.match(small()[:11]).validate(small()[:11]), DataError, "at least 12 of each"),
        (matched(np.zeros_like(small())), DataError, "at least 12 of each"),
        (matched(small().T), DataError, "that were matched"),
        (lambda: ppm.match(small(), mask=small() != 1).validate(small()), ParameterError,
         "the same entries missing"),
        (lambda: ppm.match(targets=BELIEFS, model="pmf_gamma").validate(small()), ParameterError,
         "without a number of factors"),
        (lambda: matched_small().validate(small(), splits=1), ParameterError, "splits"),
        (lambda: matched_small().validate(small(), library="sklern"), ParameterError,
         "Did you mean 'sklearn'"),
    ],
)  # fmt: skip
def test_what_cannot_be_validated_is_refused(
    ask: Callable[[], Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        ask()


def test_without_scikit_learn_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.decomposition", None)
    with pytest.raises(MissingExtraError, match=r"symppm\[sklearn\]"):
        matched_small().validate(small(), library="sklearn")
