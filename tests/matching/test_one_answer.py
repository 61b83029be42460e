"""One answer for K from several ways to find it: what is taken, and what is said."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.matching.result import Match
from symppm.matching.uncertainty import Likely

Counts = NDArray[np.int64]


def drawn(k: int, shape: tuple[int, int], seed: int, size: float | None = None) -> Counts:
    """Counts about sums of exponential factors; Negative Binomial ones of a size, if given."""
    rng = np.random.default_rng(seed)
    eta = rng.gamma(1, 1, (shape[0], k)) @ rng.gamma(1, 1, (k, shape[1]))
    if size is not None:
        eta = eta * rng.gamma(size, 1 / size, eta.shape)
    return rng.poisson(eta)


def codes(found: Match) -> set[str]:
    return {each.code for each in found.diagnostics}


@pytest.mark.parametrize("size", [None, 1.0])
def test_a_given_number_of_factors_stays(size: float | None) -> None:
    counts = drawn(8, (120, 100), 1, size)
    found = ppm.match(counts, fixed={"K": 40})
    assert found.k == found.k_exact == found.parameters["K"] == 40
    assert found.interval()["K"] == (40, 40)
    assert not {"cross_validated", "doubt", "unresolved_size"} & codes(found)
    said = " ".join(each.message for each in found.diagnostics if each.code == "unresolved_cycle")
    assert "at least" not in said
    document = json.loads(found.to_json())
    assert document["estimator"] == found.estimator


@pytest.mark.thorough
def test_a_guarded_answer_holds_the_count_where_that_is_all_there_is() -> None:
    held = []
    for seed in range(8):
        found = ppm.match(drawn(3, (150, 100), seed, 1.0), "pmf_gamma")
        low, high = found.interval()["K"]
        held.append(low <= 3 <= high)
    # Each misses in one of twenty: three misses or more of eight come in 0.6 % of such studies.
    assert sum(held) >= 6


def test_what_is_likely_is_whole_numbers_with_both_ends() -> None:
    likely = Likely("K", np.array([3.0, 4.0, 5.0]), np.array([0.9, 0.96, 1.0]))
    assert likely.interval(0.9) == (3, 4)
    assert likely.interval(0.99) == (3, 5)
    assert likely.quantile(0.5) == 3


def test_additive_data_are_told_to_have_no_factors() -> None:
    rows, columns = np.arange(1, 9)[:, None], np.arange(2, 14)[None, :]
    found = ppm.match(rows + columns, estimator="cross-moments")
    assert not found.feasible
    message = next(each.message for each in found.diagnostics if each.code == "unresolved_cycle")
    assert message.startswith("Rows and columns only add up")
    assert "products of factors" in found.diagnostics[0].message
    assert found.cross_moments is not None
    assert found.cross_moments.values["cycle"] == pytest.approx(0.0, abs=1e-9)
    found = ppm.match(rows + columns, "pmf_gamma")
    assert (found.feasible, found.k) == (True, 1)
    validated = next(each for each in found.estimates if each.estimator == "cross-validation")
    assert validated.remark == "too few data to cross-validate"
    assert "K = 1 factor, assumed: too few data" in str(found)
    assert "K = 1 factor (assumed; too few data" in str(found.summary())
    assert "K = 1 is assumed: too few data" in str(found.summary())


@pytest.mark.thorough
@pytest.mark.parametrize("scale", [1e40, 1e-40])
def test_values_far_from_one_are_answered_like_others(scale: float) -> None:
    # The variance answers where powers of the values leave the numbers.
    counts = drawn(4, (60, 50), 6)
    plain = ppm.match(counts, "gmf_gamma_normal", fixed={"sigma_Y": 2})
    found = ppm.match(counts * scale, "gmf_gamma_normal", fixed={"sigma_Y": 2 * scale})
    by = {each.estimator: each.k for each in plain.estimates}
    assert found.k in {plain.k, round(by["moments"] or 0)}


def test_what_distinct_entries_cannot_take_is_matched_by_the_variance_and_said() -> None:
    counts = drawn(4, (60, 50), 6)
    seen = np.zeros(counts.shape, bool)
    # Every row is seen in two columns, in a staircase: no two rows make a rectangle.
    for n in range(60):
        seen[n, n % 49 : n % 49 + 2] = True
    found = ppm.match(counts[:49], "pmf_gamma", mask=seen[:49])
    assert found.estimator == "moments"
    assert "only_variance" in codes(found)


def test_where_the_variance_is_impossible_distinct_entries_answer() -> None:
    # Rounded rates have less variance than Poisson counts of the same rates.
    rng = np.random.default_rng(7)
    eta = 3 + 0.2 * (rng.gamma(1, 1, (200, 5)) @ rng.gamma(1, 1, (5, 150)))
    found = ppm.match(np.round(eta), "pmf_prior")
    by = {each.estimator: each for each in found.estimates}
    assert by["moments"].k is None
    assert found.feasible
    assert found.estimator == "cross-moments"
    # The constant is a factor too.
    assert found.k == 6


def test_factors_that_the_model_cannot_have_are_told() -> None:
    # Poisson counts: with all their factors, nothing is left for a Negative Binomial.
    rng = np.random.default_rng(8)
    eta = rng.gamma(1, 1, (60, 3)) @ rng.gamma(1, 1, (3, 40))
    found = ppm.match(rng.poisson(4 * eta), "gmf_gamma_negativebinomial")
    by = {each.estimator: each.k for each in found.estimates}
    assert by["cross-validation"] == 3
    assert found.k != 3
    message = next(e.message for e in found.diagnostics if e.code == "factors_not_followed")
    assert "with K = 3 no hyperparameters" in message
    note = next(e.message for e in found.diagnostics if e.code == "only_cross_moments")
    assert "r was not given" in note
    assert "third cumulants" not in note


@pytest.mark.thorough
def test_unequal_totals_collapse_moments_and_not_the_answer() -> None:
    # Three factors under totals that differ by log-normal factors: real counts look like this.
    rng = np.random.default_rng(8)
    eta = rng.gamma(0.3, 1, (400, 3)) @ rng.gamma(0.3, 1, (3, 300))
    eta *= np.multiply.outer(rng.lognormal(0, 1, 400), rng.lognormal(0, 1, 300))
    found = ppm.match(rng.poisson(10 * eta))
    assert found.k == 3
    assert found.interval()["K"] == (3, 3)
    message = next(e.message for e in found.diagnostics if e.code == "cross_validated")
    assert "because factors differ in strength, or totals of rows and columns do" in message
    assert not {"unresolved_cycle", "disagreement", "doubt", "above_rank"} & codes(found)


def test_estimates_without_a_solution_are_told_in_words() -> None:
    rng = np.random.default_rng(9)
    rates = rng.gamma(0.5, 1, (60, 3)) @ rng.gamma(0.5, 4, (3, 50))
    # Rows have the same totals, as shares have, so that their entries vary against each other.
    match = ppm.match(rng.multinomial(300, rates / rates.sum(1, keepdims=True)))
    assert {estimate.k for estimate in match.estimates[1:]} == {None}
    text = " ".join(str(match).split())
    assert ". Moments and cross-moments have no solution. Priors of" in text
    assert "Other estimates" not in text


def test_what_predicts_nothing_leaves_k_to_moments_and_says_so() -> None:
    found = ppm.match(drawn(30, (80, 60), 4, 1.0), "pmf_gamma")
    validated = next(each for each in found.estimates if each.estimator == "cross-validation")
    assert (validated.k, validated.remark) == (1, "not resolved")
    message = next(e.message for e in found.diagnostics if e.code == "not_cross_validated")
    assert message.endswith("K rests on moments, so on the model, alone.")


@pytest.mark.thorough
def test_cross_validation_can_be_insisted_on() -> None:
    counts = drawn(30, (80, 60), 4, 1.0)
    found = ppm.match(counts, estimator="cross-validation")
    assert found.k == ppm.number_of_factors(counts).k == 1
    said = next(e.message for e in found.diagnostics if e.code == "cross_validated")
    assert "No number of factors predicts" in said
    strong = drawn(3, (150, 100), 4)
    assert ppm.match(strong, estimator="cross-validation") == ppm.match(strong)
    for arguments, word in [
        ({"data": counts, "fixed": {"K": 3}}, "size given"),
        ({"data": counts[:24, :48].reshape(24, 12, 4), "model": "ptf_gamma"}, "ptf_gamma"),
        ({"targets": {"mean": 2, "variance": 9, "rho_row": 0.1, "rho_col": 0.2}}, "beside targets"),
        ({"data": counts, "method": "stochastic"}, "stochastic"),
    ]:
        with pytest.raises(ParameterError, match=word):
            ppm.match(**arguments, estimator="cross-validation")  # type: ignore[arg-type]


FLAT = (1.0, 1.0, 1.0, 1.0)


def rates(
    priors: tuple[float, float, float, float], k: int, shape: tuple[int, int], seed: int
) -> NDArray[np.float64]:
    rng = np.random.default_rng(seed)
    a, theta_scale, c, beta_scale = priors
    return rng.gamma(a, theta_scale, (shape[0], k)) @ rng.gamma(c, beta_scale, (k, shape[1]))


def noisy(eta: NDArray[np.float64], seed: int, size: float | None = None) -> Counts:
    """Poisson counts, or Negative Binomial ones of a size."""
    rng = np.random.default_rng([seed, 1])
    if size is not None:
        eta = eta * rng.gamma(size, 1 / size, eta.shape)
    return rng.poisson(eta)


@pytest.fixture(scope="module")
def eta() -> NDArray[np.float64]:
    return rates(FLAT, 10, (400, 300), 7)


def test_the_answer_is_the_formula_in_what_was_measured(eta: NDArray[np.float64]) -> None:
    counts = noisy(eta, 7)
    measured = ppm.cross_moments(counts)
    e, r, c, cycle = (measured.values[n] for n in ("mean", "cov_row", "cov_col", "cycle"))
    found = ppm.match(counts, estimator="cross-moments")
    assert found.estimator == "cross-moments"
    k = e**4 * cycle / (r * c) ** 2
    assert found.k_exact == pytest.approx(k, rel=1e-9)
    # The priors belong to the whole K: mean and both covariances hold there.
    whole = round(k)
    assert found.parameters["a"] == pytest.approx(e**2 / (whole * r), rel=1e-9)
    assert found.parameters["c"] == pytest.approx(e**2 / (whole * c), rel=1e-9)
    assert found.identified["b*d"] == pytest.approx(whole * e**4 / (whole**2 * r * c) / e, rel=1e-9)
    low, high = found.interval()["K"]
    assert low < 10 < high < 3 * low


@pytest.mark.thorough
@pytest.mark.parametrize("size", [1.0, 3.0])
def test_overdispersed_counts_are_answered_by_distinct_entries(
    eta: NDArray[np.float64], size: float
) -> None:
    counts = noisy(eta, 8, size)
    found = ppm.match(counts, "pmf_prior")
    assert found.estimator == "cross-moments"
    assert "cross_validated" in codes(found)
    # What noise of this size hides of the ten does not help to predict.
    assert 5 < (found.k or 0) <= 10
    by = {each.estimator: each for each in found.estimates}
    assert by["moments"].low > 2 * 10
    assert by["cross-moments"].low < 10 < by["cross-moments"].high
    about = next(each.message for each in found.diagnostics if each.code == "cross_validated")
    assert "usually because the variance takes noise" in about
    alone = ppm.match(counts, estimator="cross-moments")
    message = next(each.message for each in alone.diagnostics if each.code == "noise")
    assert "Negative Binomial with size r = " in message
    said = float(message.split("size r = ")[1].split()[0])
    assert size / 1.6 < said < 1.6 * size


def test_noise_alone_is_not_resolved_and_says_what_the_data_support() -> None:
    rng = np.random.default_rng(3)
    means = rng.gamma(20, 0.05, (80, 1)) * rng.gamma(20, 0.05, (1, 70))
    found = ppm.match(rng.poisson(means * rng.gamma(1, 1, (80, 70))), estimator="cross-moments")
    assert "unresolved_cycle" in codes(found)
    message = next(each.message for each in found.diagnostics if each.code == "unresolved_cycle")
    assert "K of at least" in message


def test_the_line_of_one_huge_entry_is_named(eta: NDArray[np.float64]) -> None:
    counts = noisy(eta[:60, :50], 4)
    counts[6, 17] = 100_000
    found = ppm.match(counts, estimator="cross-moments")
    message = next(each.message for each in found.diagnostics if each.code == "one_makes_it")
    # Linear in every entry: those of its row and its column count for as much as it does itself.
    assert "column 18" in message


def test_rows_that_decide_what_is_seen_are_no_product() -> None:
    rng = np.random.default_rng(12)
    rows, columns = rng.gamma(1, 1, (300, 1)), rng.gamma(1, 1, (1, 250))
    # Not a sum of products: rows and columns saturate together.
    means = 5 * np.minimum(rows, columns)
    found = ppm.match(rng.poisson(means), estimator="cross-moments")
    assert "not_a_product" in codes(found)


def test_small_data_are_refused_where_they_are_asked_for_and_else_answered() -> None:
    counts = np.random.default_rng(2).poisson(rates(FLAT, 2, (3, 40), 2))
    with pytest.raises(DataError, match="3"):
        ppm.match(counts, estimator="cross-moments")
    assert ppm.match(counts, "pmf_gamma").estimator == "moments"


def test_weak_signals_under_strong_noise_have_a_guarded_answer() -> None:
    # Forty factors under Negative Binomial noise: nothing resolves them, and the answer says so.
    eta = rates(FLAT, 40, (150, 150), 21)
    found = ppm.match(noisy(eta, 21, 1.0), "pmf_gamma")
    assert "unresolved_size" in codes(found)
    by = {each.estimator: each for each in found.estimates}
    assert by["moments"].low > 150
    low, high = found.interval()["K"]
    assert 1 <= low < 40 < high <= 150
    assert found.k == round(found.k_exact or 0)
    half = found.interval(0.5)["K"]
    assert low < half[0] < (found.k_exact or 0) < half[1] < high


@pytest.mark.thorough
def test_a_weaker_test_takes_the_answer_and_a_stronger_one_tells_of_it() -> None:
    # No draw of the model is called a disagreement more often than one in two hundred should be.
    said = []
    for seed in range(40):
        found = ppm.match(noisy(rates(FLAT, 5, (60, 50), seed), seed), "pmf_prior")
        said.append("disagreement" in codes(found))
    # Binomial(40, 0.005): three or more in one of a thousand studies.
    assert sum(said) < 3


@pytest.mark.thorough
def test_what_determines_a_model_is_the_rank_and_not_names() -> None:
    # hpf_gamma needs a and c from its user; a_prime and c_prime do as well.
    truth = {"K": 6, "a": 0.8, "a_prime": 6.0, "b_prime": 1.0,
             "c": 0.6, "c_prime": 5.0, "d_prime": 1.0}  # fmt: skip
    data = ppm.sample("hpf_gamma", truth, shape=(400, 300), random_seed=8)
    levels = {"a_prime": 6.0, "c_prime": 5.0}
    for estimator, names in (
        ("moments", {"mean", "variance", "rho_row", "rho_col"}),
        ("cross-moments", {"mean", "cov_row", "cov_col", "cycle"}),
    ):
        found = ppm.match(data, "hpf_gamma", fixed=levels, estimator=estimator)
        assert (found.estimator, set(found.targets)) == (estimator, names)
        low, high = found.interval()["K"]
        assert low < 6 < high
    found = ppm.match(data, "hpf_gamma", fixed=levels)
    assert (found.estimator, found.k, found.parameters["a_prime"]) == ("cross-validation", 6, 6.0)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [9, 10])
def test_covariances_resolve_what_the_cycle_does_not_where_shapes_are_given(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rates = rng.gamma(1, 1, (100, 3)) @ rng.gamma(1, 0.1, (3, 80))
    counts = rng.poisson(rates * rng.gamma(1, 1, rates.shape))
    cycle = ppm.cross_moments(counts).interval(0.95)["cycle"]
    assert cycle[0] < 0 < cycle[1]
    found = ppm.match(counts, "pmf_gamma", fixed={"a": 1.0, "c": 1.0})
    assert found.estimator == "cross-moments"
    assert "disagreement" in codes(found)
    low, high = found.interval(0.95)["K"]
    assert low < 3 < high
