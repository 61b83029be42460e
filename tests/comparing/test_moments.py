"""What is measured, and its errors."""

from __future__ import annotations

import numpy as np
import pytest

import symppm as ppm
from symppm.comparing.moments import (
    CUMULANTS,
    THINNED,
    ZEROS,
    Measured,
    _by_chance,
    measured_moments,
)
from symppm.errors import DataError
from symppm.statistics.moments import examined


def _counts(n: int = 60, m: int = 50) -> np.ndarray:
    drawn = ppm.sample(
        "pmf_gamma", {"K": 4, "a": 1, "b": 1, "c": 1, "d": 0.8}, shape=(n, m), random_seed=4
    )
    return np.asarray(drawn).reshape(n, m)


def _measured(data: object, zeros: str = "observed") -> Measured:
    found = examined(data, zeros, None, intervals=True, profile=True)
    return measured_moments(found, random_seed=0)


def test_moments_are_those_of_the_data() -> None:
    counts = _counts()
    made = _measured(counts)
    assert made.names == (*CUMULANTS, ZEROS, THINNED)
    values = dict(zip(made.names, made.values, strict=True))
    cross_moments = ppm.cross_moments(counts).values
    for name in ("mean", "variance", "cov_row", "cycle", "cumulant_ij_ij_il"):
        assert values[name] == cross_moments[name]
    assert values["zeros"] == pytest.approx((counts == 0).mean(), rel=1e-12)
    thinned = (1 - made.thinning) ** counts
    assert values["thinned_zeros"] == pytest.approx(thinned.mean(), rel=1e-12)


def test_errors_are_those_of_a_jackknife_by_hand() -> None:
    counts = _counts()
    made = _measured(counts)
    place = made.names.index("zeros")
    scale, value = made.scales[place], made.values[place]
    variance, bias = 0.0, 0.0
    for axis, lines in enumerate(counts.shape):
        without = [np.arcsinh((np.delete(counts, n, axis) == 0).mean() / scale)
                   for n in range(lines)]  # fmt: skip
        variance += (lines - 1) * np.var(without)
        bias += (lines - 1) * (np.mean(without) - np.arcsinh(value / scale))
    zero = (counts == 0).astype(float)
    own = zero - zero.mean(0) - zero.mean(1)[:, None] + zero.mean()
    noise = (own**2).sum() / counts.size**2 / (scale**2 + value**2)
    # Entries are counted once; where their noise is more than half, as much as it is. A little is
    # added for errors of the second order: here, at most 1.7 times the squared variance.
    least = variance - noise
    assert 0.0 < noise < 0.5 * variance
    assert least <= made.covariance[place, place] <= 1.15 * least + 1.7 * variance**2
    assert made.estimates[place] == pytest.approx(np.arcsinh(value / scale) - bias, abs=1e-10)


def test_shares_of_zeros_are_left_out_where_there_are_hardly_any() -> None:
    made = _measured(_counts() + 1)
    assert "zeros" not in made.names
    assert made.zeros == 0
    assert "thinned_zeros" in made.names


def test_what_varies_by_rounding_alone_is_no_measurement() -> None:
    """Rows that are the same but for their order have the same sums, up to rounding."""
    line = np.linspace(0.1, 2.9, 40) ** 2
    rows = np.array([np.roll(line, n) for n in range(40)])
    rows = rows + 1e-13 * np.random.default_rng(0).standard_normal(rows.shape)
    with pytest.raises(DataError, match="without any of its rows or columns"):
        _measured(rows)
    rows[3, 5] += 1.0
    assert "mean" in _measured(rows).names


@pytest.mark.thorough
def test_covariances_of_factors_about_zero_have_the_errors_that_pairs_give_them() -> None:
    """Two-way jackknife errors shrink with the estimate; the least ones are those of draws."""
    n, m, draws = 100, 80, 200
    rng = np.random.default_rng(5)
    values, errors = [], []
    for _ in range(draws):
        data = rng.normal(size=(n, 5)) @ rng.normal(size=(5, m)) + rng.normal(size=(n, m))
        found = ppm.cross_moments(data, intervals=False)
        values.append([found.values["cov_row"], found.values["cov_col"]])
        errors.append(_by_chance({**found.values}, found.statistics))
    names = list(found.values)
    least = np.array(errors)[:, [names.index("cov_row"), names.index("cov_col")]]
    ratio = np.var(values, axis=0, ddof=1) / (least**2).mean(axis=0)
    # Sums of few products are no normal numbers: with K = 5 their kurtosis is 3 + 12 / 5.
    error = np.sqrt((3 + 12 / 5 - 1) / draws)
    assert np.all(np.abs(ratio - 1.0) < 4 * error)
