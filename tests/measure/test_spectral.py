"""How many factors stand out of the noise: planted factors, nulls, and what cannot be counted."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import sparse

from symppm.errors import DataError, ParameterError
from symppm.measure.blocks import BlockMatrix
from symppm.measure.forms import DenseMatrix
from symppm.measure.spectral import SpectralCount, spectral_count
from symppm.measure.spectral_edges import median_of_noise, strengths


def drawn(seed, shape, k, gamma=0.3, mean=3.0, observed="poisson"):
    """Return counts about rates with k factors, Gamma(gamma) both."""
    rng = np.random.default_rng(seed)
    rows, columns = shape
    theta, beta = rng.gamma(gamma, 1, (rows, k)), rng.gamma(gamma, 1, (columns, k))
    rates = theta @ beta.T * (mean / (k * gamma**2))
    if observed == "negative binomial":
        rates = rates * rng.gamma(1, 1, shape)
    counts = rng.poisson(rates)
    return counts * rng.integers(0, 2, shape) if observed == "half zeroed" else counts


def streamed(counts):
    """Return counts as a matrix that comes in one block."""
    return BlockMatrix(counts.shape, counts.dtype, lambda: iter((DenseMatrix(counts),)))


@pytest.mark.parametrize("observed", ["poisson", "negative binomial", "half zeroed"])
@pytest.mark.parametrize(
    ("shape", "k", "gamma"),
    [((300, 300), 5, 0.3), ((300, 300), 12, 0.1), ((200, 600), 3, 0.3), ((150, 1500), 8, 0.15)],
)
def test_factors_that_stand_clear_are_counted_exactly(shape, k, gamma, observed):
    for seed in range(3):
        found = spectral_count(drawn(seed, shape, k, gamma, 5.0, observed))
        assert found.count == k
        assert found.values[k - 1] > found.edge > found.values[k]
        assert not found.capped


def test_strong_factors_are_said_to_be_all():
    for seed in range(3):
        found = spectral_count(drawn(seed, (300, 300), 8, 0.3, 10.0))
        assert (found.count, found.clear) == (8, True)


def test_counts_without_factors_but_the_mean_have_one():
    sizes = [
        spectral_count(drawn(seed, (150, 250), 1, gamma, 2.0, observed))
        for seed in range(10)
        for gamma in (1.0, 5.0)
        for observed in ("poisson", "negative binomial")
    ]
    # 40 draws: more than one in two hundred on average would show here.
    assert sum(each.count > 1 for each in sizes) <= 2
    assert not any(each.clear for each in sizes)


def test_weak_factors_are_missed_and_never_added():
    over = wrong = clear = 0
    for seed in range(120):
        rng = np.random.default_rng(seed)
        k = int(rng.choice([2, 5, 10, 20]))
        gamma = float(rng.choice([0.1, 0.3, 1.0, 3.0]))
        mean = float(10 ** rng.uniform(-0.5, 1.0))
        observed = ("poisson", "negative binomial", "half zeroed")[seed % 3]
        found = spectral_count(drawn(seed, (150, 150), k, gamma, mean, observed))
        over += found.count > k
        clear += found.clear
        wrong += found.clear and found.count != k
    # Stated rates: 1 in 200 over K, 1 in 100 of those said to be clear; Poisson tails of 1e-3.
    assert over <= 4
    assert wrong <= 5
    assert clear > 25


def test_signal_under_the_noise_is_not_seen_and_not_said_to_be_clear():
    found = spectral_count(drawn(0, (300, 300), 50, 1.0, 1.0))
    assert found.count < 5
    assert not found.clear


@pytest.mark.parametrize("masked", [False, True])
def test_transposed_data_have_as_many(masked):
    counts = drawn(3, (120, 400), 6)
    seen = np.random.default_rng(0).random(counts.shape) < 0.6 if masked else None
    one = spectral_count(counts, mask=seen)
    other = spectral_count(counts.T, mask=None if seen is None else seen.T)
    assert one.count == other.count == 6
    np.testing.assert_allclose(one.values, other.values, rtol=1e-6)


@pytest.mark.parametrize("zeros", ["observed", "missing"])
@pytest.mark.parametrize("form", [sparse.csr_array, sparse.csc_matrix, sparse.coo_array])
def test_sparse_data_give_what_dense_ones_give(form, zeros):
    counts = drawn(4, (200, 300), 5, 0.15, 1.0)
    one = spectral_count(counts, zeros=zeros)
    other = spectral_count(form(counts), zeros=zeros)
    assert one.count == other.count
    np.testing.assert_allclose(one.values, other.values, rtol=1e-6)
    assert one.edge == pytest.approx(other.edge)


@pytest.mark.parametrize("as_sparse", [False, True])
def test_iterations_find_what_eigenvalues_find(monkeypatch, as_sparse):
    counts = drawn(5, (400, 500), 7)
    data = sparse.csr_array(counts) if as_sparse else counts
    exact = spectral_count(data)
    monkeypatch.setattr("symppm.measure.spectral._EXACT", 10)
    found = spectral_count(data, largest=30)
    assert found.count == exact.count == 7
    assert len(found.values) == 30
    np.testing.assert_allclose(found.values[:7], exact.values[:7], rtol=0.02)
    again = spectral_count(data, largest=30)
    assert found.values.tobytes() == again.values.tobytes()
    capped = spectral_count(data, largest=4)
    assert (capped.count, capped.capped, capped.clear) == (4, True, False)


@pytest.mark.thorough
def test_sides_over_two_thousand_are_iterated():
    counts = sparse.csr_array(drawn(6, (2100, 3000), 10, 0.2, 0.5))
    found = spectral_count(counts, largest=40)
    assert (found.count, found.clear, len(found.values)) == (10, True, 40)


@pytest.mark.parametrize("shift", [0.0, -3.0])
def test_gaps_do_not_hide_strong_factors(shift):
    for seed in range(3):
        counts = drawn(seed, (250, 300), 6, 0.3, 20.0)
        rng = np.random.default_rng(seed)
        # Some rows and columns are seen three times as much as others.
        chance = rng.uniform(0.5, 1, (250, 1)) * rng.uniform(0.5, 1, (1, 300))
        seen = rng.random(counts.shape) < chance
        data = np.where(seen, counts + shift, np.nan)
        assert spectral_count(data, mask=seen).count == 6


def test_units_do_not_matter():
    counts = drawn(7, (200, 250), 5)
    found = spectral_count(counts)
    for factor in (1e-6, 7.0, 1e9):
        other = spectral_count(counts * factor)
        assert (other.count, other.clear) == (found.count, found.clear)
        np.testing.assert_allclose(other.values, found.values, rtol=1e-6)


def test_normal_data_about_factors_of_mean_zero():
    rng = np.random.default_rng(8)
    signal = rng.normal(size=(200, 4)) @ rng.normal(size=(4, 300))
    uneven = rng.gamma(3, 1, (200, 1)) * rng.gamma(3, 1, (1, 300)) / 9
    found = spectral_count(signal + np.sqrt(uneven) * rng.normal(size=signal.shape))
    assert (found.count, found.clear) == (4, True)


def test_data_without_noise_have_their_rank():
    rng = np.random.default_rng(9)
    found = spectral_count(rng.gamma(1, 1, (60, 3)) @ rng.gamma(1, 1, (3, 80)))
    assert (found.count, found.noise, found.clear) == (3, 0.0, True)


def test_noise_scaled_to_one_follows_its_law():
    rng = np.random.default_rng(10)
    uneven = rng.gamma(2, 1, (250, 1)) * rng.gamma(2, 1, (1, 400))
    found = spectral_count(rng.poisson(5 * uneven), largest=250)
    assert found.noise == pytest.approx(1, abs=0.02)
    # All but the mean, against noise that was even from the start.
    even = np.linalg.svd(rng.normal(size=(249, 399)), compute_uv=False)
    np.testing.assert_allclose(found.values[1::20], even[::20], rtol=0.05, atol=0.2)


@pytest.mark.parametrize("ratio", [0.05, 0.25, 0.5, 0.75, 1.0])
def test_median_of_noise_is_that_of_the_published_threshold(ratio):
    # Gavish and Donoho (2014), equations 11 and 5: the threshold in units of the median singular
    # value, which they give as a polynomial with error up to 0.02, and in units of the noise.
    polynomial = 0.56 * ratio**3 - 0.95 * ratio**2 + 1.82 * ratio + 1.43
    known = math.sqrt(
        2 * (ratio + 1) + 8 * ratio / (ratio + 1 + math.sqrt(ratio**2 + 14 * ratio + 1))
    )
    assert known / math.sqrt(median_of_noise(ratio)) == pytest.approx(polynomial, abs=0.025)


@pytest.mark.parametrize("shape", [(300, 300), (200, 1000), (1000, 200)])
def test_strengths_invert_what_noise_adds(shape):
    ratio = min(shape) / max(shape)
    truth = np.array([3.0, 1.5, 1.01])
    x = truth * ratio**0.25
    seen = np.sqrt((x**2 + 1) * (x**2 + ratio)) / x * 2.0 * math.sqrt(max(shape))
    np.testing.assert_allclose(strengths(seen, 2.0, shape), truth, rtol=1e-9)


def test_nearly_empty_rows_are_left_out():
    counts = drawn(11, (200, 200), 4, 0.3, 5.0)
    counts[:40] = 0
    counts[np.arange(40), np.arange(40)] = 1000
    assert spectral_count(counts).count == 4


def test_plain_values_are_ready_for_json():
    found = spectral_count(drawn(0, (50, 60), 2), largest=5)
    assert isinstance(found, SpectralCount)
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["count"] == found.count
    assert plain["values"] == found.values.tolist()
    assert len(plain["values"]) == 5


def test_what_cannot_be_counted_is_refused():
    counts = drawn(0, (40, 40), 3)
    with pytest.raises(ParameterError, match="largest=0"):
        spectral_count(counts, largest=0)
    with pytest.raises(ParameterError, match="random_seed=-1"):
        spectral_count(counts, random_seed=-1)
    with pytest.raises(DataError, match="blocks"):
        spectral_count(streamed(counts))
    spoiled = counts.astype(float)
    spoiled[2, 4] = np.nan
    with pytest.raises(DataError, match="row 3, column 5"):
        spectral_count(spoiled)
    with pytest.raises(DataError, match="values are all 2"):
        spectral_count(np.full((30, 30), 2))
    with pytest.raises(DataError, match="3 rows"):
        spectral_count(counts[:3])
    with pytest.raises(DataError, match="enough entries that are not zero"):
        spectral_count(np.eye(50))
    with pytest.raises(DataError, match="dimensions"):
        spectral_count(np.ones((3, 4, 5)))
    with pytest.raises(DataError, match="zeros"):
        spectral_count(counts, zeros="gone")


@pytest.mark.parametrize("power", [-900, -532, 90, 400])
@pytest.mark.parametrize("sparsely", [False, True])
def test_a_constant_factor_changes_nothing(power, sparsely):
    rng = np.random.default_rng(5)
    signed = rng.normal(size=(90, 3)) @ rng.normal(size=(3, 70)) * 2 + rng.normal(size=(90, 70))
    for data in (signed, drawn(6, (90, 70), 3, 1.0) + rng.random((90, 70))):
        both = data, data * 2.0**power
        one, other = (spectral_count(sparse.csr_array(each) if sparsely else each) for each in both)
        assert other.count == one.count >= 2
        np.testing.assert_allclose(other.values, one.values, rtol=1e-9)
