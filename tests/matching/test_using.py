"""Matching cross-moments: what it says, when it is chosen, and what it names."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import symppm as ppm
from symppm.errors import DataError
from symppm.matching.result import Match

Counts = NDArray[np.int64]

SPARSE = (0.1, 10.0, 0.1, 10.0)
"""Shape and scale of theta and of beta: the paper's configuration D, with means of one."""
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


def zeroed(counts: Counts, keep: float, seed: int) -> Counts:
    return counts * (np.random.default_rng([seed, 2]).random(counts.shape) < keep)


def codes(found: Match) -> set[str]:
    return {each.code for each in found.diagnostics}


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


def test_leaving_out_lines_is_what_intervals_are_from(eta: NDArray[np.float64]) -> None:
    counts = noisy(eta[:40, :30], 7)
    found = ppm.match(counts, estimator="cross-moments")

    def log_k(data: Counts) -> float:
        values = ppm.cross_moments(data, intervals=False).values
        e, r, c, cycle = (values[n] for n in ("mean", "cov_row", "cov_col", "cycle"))
        return float(np.log(e**4 * cycle / (r * c) ** 2))

    variance = 0.0
    for axis, count in enumerate(counts.shape):
        left = np.array([log_k(np.delete(counts, n, axis)) for n in range(count)])
        variance += (count - 1) * left.var()
    assert found.uncertainty is not None
    assert found.uncertainty.spread is not None
    names = list(found.uncertainty.scales)
    assert found.uncertainty.spread.errors[names.index("K")] == pytest.approx(
        np.sqrt(variance), rel=1e-6
    )


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


def test_zeroed_counts_keep_their_factors_and_the_zeros_are_named(eta: NDArray[np.float64]) -> None:
    counts = zeroed(noisy(eta, 9), 0.6, 9)
    assert 5 < (ppm.match(counts).k or 0) <= 10
    found = ppm.match(counts, estimator="cross-moments")
    assert 5 < (found.k or 0) < 15
    message = next(each.message for each in found.diagnostics if each.code == "noise")
    assert "of the entries zeroed at random" in message
    share = float(message.split(" %")[0].rsplit(maxsplit=1)[1])
    assert 30 < share < 50


def test_counts_of_the_model_are_answered_by_the_more_precise_way(eta: NDArray[np.float64]) -> None:
    found = ppm.match(noisy(eta, 10), "pmf_prior")
    assert found.estimator == "moments"
    assert not {"disagreement", "noise", "not_a_product", "one_makes_it"} & codes(found)
    by = {each.estimator: each for each in found.estimates}
    assert (
        by["moments"].high / by["moments"].low < by["cross-moments"].high / by["cross-moments"].low
    )
    assert found == ppm.match(noisy(eta, 10), "pmf_prior")


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


def test_the_noise_of_normal_data_is_estimated() -> None:
    rng = np.random.default_rng(5)
    means = rates(FLAT, 8, (300, 250), 5)
    found = ppm.match(rng.normal(means, 3.0), model="gmf_gamma_normal")
    assert found.estimator == "cross-moments"
    assert found.k == 8
    name = next(n for n in found.parameters if n not in {"K", "a", "b", "c", "d"})
    low, high = found.interval()[name]
    assert low < 9.0 < high or low < 3.0 < high


def test_given_noise_leaves_the_variance_out(eta: NDArray[np.float64]) -> None:
    counts = noisy(eta, 11, 2.0)
    given = ppm.match(
        counts, model="gmf_gamma_negativebinomial", fixed={"r": 2}, estimator="cross-moments"
    )
    free = ppm.match(counts, estimator="cross-moments")
    assert given.parameters["r"] == 2
    assert given.k_exact == pytest.approx(free.k_exact, rel=1e-6)
    assert "variance" not in given.targets


def test_small_data_are_refused_where_they_are_asked_for_and_else_answered() -> None:
    counts = np.random.default_rng(2).poisson(rates(FLAT, 2, (3, 40), 2))
    with pytest.raises(DataError, match="3"):
        ppm.match(counts, estimator="cross-moments")
    assert ppm.match(counts, "pmf_gamma").estimator == "moments"


def test_factors_that_predict_held_out_entries_are_the_answer(eta: NDArray[np.float64]) -> None:
    counts = noisy(4 * eta, 14)
    found = ppm.match(counts)
    by = {each.estimator: each for each in found.estimates}
    assert by["cross-validation"].k == ppm.number_of_factors(counts).k == 10
    assert found.k == 10
    assert found.interval()["K"] == (10, 10)
    assert "cross_validated" in codes(found)
    # At that K, the mean is met; the shapes follow from what is left.
    assert found.achieved["mean"] == pytest.approx(found.targets["mean"], rel=1e-9)


def test_nothing_is_cross_validated_where_the_answer_is_asked_of_one_way(
    eta: NDArray[np.float64],
) -> None:
    counts = noisy(eta[:60, :50], 15)
    for estimator in ("moments", "cross-moments"):
        found = ppm.match(counts, estimator=estimator)
        assert "cross-validation" not in [each.estimator for each in found.estimates]


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


def test_hierarchical_shapes_need_not_be_given_where_third_cumulants_tell_them() -> None:
    truth = {"K": 4, "a": 0.5, "a_prime": 12.0, "b_prime": 1.0, "c": 0.5, "c_prime": 12.0,
             "d_prime": 1.0}  # fmt: skip
    data = ppm.sample("hpf_gamma", truth, shape=(700, 600), random_seed=3)
    found = ppm.match(data, "hpf_gamma", estimator="cross-moments")
    assert found.feasible
    assert found.k == 3
    tied = ppm.match(data, "hpf_gamma", fixed={"c": "2*a"})
    assert tied.estimator == "cross-moments"
    assert "only_cross_moments" in codes(tied)
    for each in (found, tied):
        assert {"cumulant_ij_il_in", "cumulant_ij_tj_sj"} <= set(each.targets)


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


def test_overdispersed_counts_under_a_tie_are_not_answered_by_the_variance() -> None:
    rng = np.random.default_rng(0)
    eta = rng.gamma(0.5, 2, (200, 10)) @ rng.gamma(1, 0.3, (10, 150))
    poisson = ppm.match(rng.poisson(eta), "pmf_gamma", fixed={"c": "2*a"})
    assert not {"disagreement", "doubt"} & codes(poisson)
    counts = noisy(eta, 0, 1.0)
    found = ppm.match(counts, "pmf_gamma", fixed={"c": "2*a"})
    assert found.estimator == "cross-moments"
    assert "disagreement" in codes(found)
    assert {each.estimator: each for each in found.estimates}["moments"].low > 40
    low, high = found.interval()["K"]
    assert low < 10 < high
