"""The interaction of rows and columns, and the noise of entries, against what was simulated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from symppm.data.matrix import read
from symppm.statistics.interaction import dispersion, interaction


def rates(k, a, c, shape, seed, mean=20.0):
    """Rates of hpf_gamma: Gamma factors whose rates are of Gamma levels, so that totals differ."""
    rng = np.random.default_rng(seed)
    theta = rng.gamma(a, 1 / a, (shape[0], k)) / rng.gamma(6, 1 / 6, (shape[0], 1))
    beta = rng.gamma(c, 1 / c, (k, shape[1])) / rng.gamma(8, 1 / 8, (1, shape[1]))
    return mean / k * theta @ beta


def matrix(values, mask=None):
    return read(values, "observed", mask)


def measured(values, k, mask=None):
    return interaction(matrix(values, mask), k, 0)


@pytest.mark.thorough
@pytest.mark.parametrize(("k", "a", "c"), [(3, 0.7, 0.7), (5, 1.0, 1.0), (4, 0.5, 2.0)])
def test_it_is_what_dirichlet_factors_have(k, a, c):
    truth = (k - 1) / ((k * a + 1) * (k * c + 1))
    found = [
        measured(np.random.default_rng(seed).poisson(rates(k, a, c, (200, 150), seed)), k)
        for seed in range(6)
    ]
    values = np.array([each.value for each in found])
    error = values.std(ddof=1) / 6**0.5
    assert abs(values.mean() - truth) < 4 * error
    # The bound is worth something, and each result says how far off it is: chi squared of 6.
    assert 4 * error < 0.3 * truth
    off = sum(((each.value - truth) / each.error) ** 2 for each in found)
    assert 6 / 20 < off < 30


@pytest.mark.thorough
def test_missing_entries_do_not_shrink_it():
    # What is missing is noise, whatever fills it, by which a fifth may be lost; not four tenths.
    ratios = []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        counts = rng.poisson(rates(4, 1.0, 1.0, (150, 120), seed))
        seen = rng.random(counts.shape) < 0.6
        ratios.append(measured(counts, 4, seen).value / measured(counts, 4).value)
    assert 0.8 < np.mean(ratios) < 1.05


def test_missing_entries_are_so_in_every_form_of_storage():
    rng = np.random.default_rng(5)
    counts = rng.poisson(rates(3, 1.0, 1.0, (60, 50), 5))
    seen = rng.random(counts.shape) < 0.6
    places = seen.nonzero()
    stored = read(sparse.coo_array((counts[places] + 0.0, places), (60, 50)), "missing", None)
    assert interaction(stored, 3, 0) == measured(counts, 3, seen)
    assert dispersion(stored, 0) == dispersion(matrix(counts, seen), 0)


def test_rows_and_columns_play_the_same_part():
    counts = np.random.default_rng(1).poisson(rates(3, 0.5, 1.0, (80, 60), 1))
    assert measured(counts, 3) == measured(counts.T, 3)


def test_where_there_is_none_it_is_not_resolved_and_where_nothing_fits_not_measured():
    rng = np.random.default_rng(2)
    counts = rng.poisson(np.outer(rng.gamma(2, 2, 90), rng.gamma(2, 2, 70)))
    assert not measured(counts, 3).resolved
    assert interaction(matrix(counts[:11]), 3, 0) is None
    assert interaction(matrix(counts - 5), 3, 0) is None


@pytest.mark.parametrize("size", [None, 2.0])
@pytest.mark.parametrize("shape", [(200, 120), (120, 200)])
def test_noise_is_in_units_of_poissons(size, shape):
    # Of a Negative Binomial with one mean m and size r it is 1 + m / r.
    rng = np.random.default_rng(3)
    means = np.full(shape, 5.0)
    counts = rng.poisson(means if size is None else means * rng.gamma(size, 1 / size, shape))
    truth = 1.0 if size is None else 1 + 5 / size
    assert dispersion(matrix(counts), 0) == pytest.approx(truth, rel=0.05)


def test_factors_totals_missing_entries_and_exposures_are_no_noise():
    rng = np.random.default_rng(4)
    counts = rng.poisson(rates(4, 1.0, 1.0, (250, 200), 4))
    assert dispersion(matrix(counts), 0) == pytest.approx(1, abs=0.06)
    gamma = rng.uniform(0.05, 0.2, 200)
    exposed = rng.poisson(gamma * rates(4, 1.0, 1.0, (250, 200), 4, mean=200)) / gamma
    by = float((1 / gamma).mean())
    assert dispersion(matrix(exposed), 0, by) == pytest.approx(1, abs=0.15)
    counts = rng.poisson(np.outer(rng.gamma(4, 1, 250), rng.gamma(4, 1, 200)))
    seen = rng.random(counts.shape) < 0.6
    assert dispersion(matrix(counts, seen), 0) == pytest.approx(1, abs=0.06)
    assert dispersion(matrix(counts[:4]), 0) == 1


def test_many_rows_with_nothing_but_one_column_have_a_noise_too():
    # No scales give every row and every column the mean one then: those of the column vanish.
    rng = np.random.default_rng(6)
    counts = np.zeros((100, 60), np.int64)
    counts[:30, 0] = 1 + rng.poisson(3.0, 30)
    counts[30:] = rng.poisson(5.0, (70, 60))
    assert 0.3 < dispersion(matrix(counts), 0) < 1.2
