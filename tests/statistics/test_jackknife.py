"""Intervals are those of a two-way jackknife and cover what they are about."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

import symppm as ppm
from symppm.errors import DataError, ParameterError
from symppm.statistics.jackknife import STATISTICS, two_way


def counts(seed: int, rows: int = 13, columns: int = 9) -> np.ndarray:
    rng = np.random.default_rng(seed)
    theta, beta = rng.gamma(0.7, 2.0, (rows, 3)), rng.gamma(0.7, 2.0, (3, columns))
    return rng.poisson(theta @ beta)


def test_the_jackknife_of_means_of_rows_is_the_usual_variance() -> None:
    rows = np.random.default_rng(7).normal(size=20)
    without = (rows.sum() - rows) / 19
    spread = two_way(without[:, None], np.zeros((5, 1)))
    assert spread.covariance[0, 0] == pytest.approx(rows.var(ddof=1) / 20)
    assert spread.freedom[0] == pytest.approx(19)
    reach = spread.reach(0.9)[0]
    assert reach == pytest.approx(scipy.stats.t(19).ppf(0.95) * rows.std(ddof=1) / 20**0.5)


def test_rows_and_columns_add_up_whatever_their_size() -> None:
    rng = np.random.default_rng(3)
    rows, columns = rng.normal(size=(30, 2)), rng.normal(size=(20, 2))
    plain = two_way(rows, columns)
    parts = [np.cov(x.T) * (len(x) - 1) ** 2 / len(x) for x in (rows, columns)]
    np.testing.assert_allclose(plain.covariance, parts[0] + parts[1])
    for scale in (1e-140, 1e140):
        scaled = two_way(rows * scale, columns * scale)
        np.testing.assert_allclose(scaled.freedom, plain.freedom)
        np.testing.assert_allclose(scaled.covariance / scale / scale, plain.covariance, rtol=1e-12)


def test_intervals_of_what_is_positive_lie_on_the_scale_of_logarithms() -> None:
    found = ppm.statistics(counts(9), intervals=True)
    for name, (low, high) in found.interval(0.8).items():
        value = getattr(found, name)
        assert low < value < high
        middle = (low * high) ** 0.5 if name in {"mean", "variance"} else (low + high) / 2
        assert middle == pytest.approx(value)
    wide, narrow = found.interval(0.99)["rho_row"], found.interval(0.5)["rho_row"]
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    shifted = ppm.statistics(counts(9) - 3.0, intervals=True)
    low, high = shifted.interval()["mean"]
    assert (low + high) / 2 == pytest.approx(shifted.mean)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ParameterError, match=r"measured with intervals=True"):
        ppm.statistics(counts(1)).interval()
    found = ppm.statistics(counts(1), intervals=True)
    for level in (0, 1, 95, "high", True):
        with pytest.raises(ParameterError, match="a number between 0 and 1"):
            found.interval(level)  # type: ignore[arg-type]
    # Without the first row no two entries share a row.
    gaps = np.array([[1.0, 9, 0, 0], [3, 0, 0, 0], [0, 0, 4, 0], [0, 0, 7, 0], [0, 0, 0, 1]])
    found = ppm.statistics(gaps, zeros="missing", intervals=True)
    assert not found.has_intervals
    with pytest.raises(DataError, match=r"row 1, without which statistics cannot be"):
        found.interval()


@pytest.mark.thorough
@pytest.mark.parametrize("gaps", [False, True])
def test_intervals_cover_what_they_are_about_as_often_as_they_say(gaps: bool) -> None:
    """Poisson factorization with K = 5 and Gamma(1, 1) priors; moments by the printed formulas."""
    truth = dict(zip(STATISTICS, (5.0, 5 * (1 + 3), 5.0, 5.0, 0.25, 0.25), strict=True))
    runs, side = 200, 60
    rng = np.random.default_rng(8)
    hits = dict.fromkeys(truth, 0)
    for _ in range(runs):
        values = rng.poisson(rng.gamma(1, 1, (side, 5)) @ rng.gamma(1, 1, (5, side)))
        mask = rng.random(values.shape) < 0.6 if gaps else None
        found = ppm.statistics(values, mask=mask, intervals=True).interval(0.95)
        for name, value in truth.items():
            low, high = found[name]
            hits[name] += low <= value <= high
    # Not less than 91 % in truth, at five standard errors of the count; both margins are on the
    # safe side, so that more than 95 % is no fault.
    least = 0.91 * runs - 5 * (0.91 * 0.09 * runs) ** 0.5
    assert all(count >= least for count in hits.values()), hits
