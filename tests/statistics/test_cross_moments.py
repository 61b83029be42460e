"""All cross-moments together: their order, their intervals, what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import symppm as ppm
from symppm.errors import DataError, NotBuiltError, ParameterError
from symppm.statistics.cross_moments import DISTINCT

CYCLE = DISTINCT.index("cycle")


@pytest.fixture(scope="module")
def counts():
    rng = np.random.default_rng(4)
    return rng.poisson(rng.gamma(0.5, 1, (40, 3)) @ rng.gamma(0.5, 1, (3, 30)))


def test_second_moments_are_those_of_statistics(counts):
    found = ppm.cross_moments(counts)
    pairs = ppm.statistics(counts, intervals=True)
    assert tuple(found.values) == DISTINCT
    assert found.statistics == pairs
    assert all(found.values[name] == getattr(pairs, name) for name in DISTINCT[:6])
    np.testing.assert_array_equal(found.rows[:, :6], pairs.deletions.rows)
    np.testing.assert_array_equal(found.columns[:, :6], pairs.deletions.columns)


@pytest.mark.parametrize("missing", [False, True])
def test_tables_hold_what_measuring_less_gives(missing, counts):
    observed = np.random.default_rng(2).random(counts.shape) < 0.8 if missing else None
    found = ppm.cross_moments(counts, mask=observed)
    assert found.rows.shape == (40, len(DISTINCT))
    assert found.columns.shape == (30, len(DISTINCT))
    # With missing entries third cumulants are about the mean of all, the cycle is first order only.
    kept = slice(0, 6) if missing else slice(None)
    for axis, table in ((0, found.rows), (1, found.columns)):
        for k in (0, 7, 29):
            less = ppm.cross_moments(
                np.delete(counts, k, axis),
                mask=None if observed is None else np.delete(observed, k, axis),
                intervals=False,
            )
            values = np.array(list(less.values.values()))
            np.testing.assert_allclose(table[k, kept], values[kept], rtol=1e-7)


def test_without_intervals_values_are_the_same_and_nothing_is_known_of_them(counts):
    found = ppm.cross_moments(counts, intervals=False)
    assert found.values == pytest.approx(dict(ppm.cross_moments(counts).values))
    assert found.rows is found.columns is found.spread is None
    assert set(found.interval().values()) == {(-np.inf, np.inf)}


@pytest.mark.parametrize("rows", [4, 40])
def test_intervals_are_the_two_way_jackknife(rows, counts):
    # Of four rows there is no cycle without one.
    found = ppm.cross_moments(counts[:rows] if rows > 4 else 1 + counts[:4])
    spread, (n, m) = found.spread, (rows, 30)
    for place, name in enumerate(DISTINCT):
        low, high = found.interval(0.9)[name]
        assert low < found.values[name] < high
        if place == CYCLE and rows == 4:
            assert (low, high) == (-np.inf, np.inf)
            assert np.isinf(spread.covariance[place]).all()
        else:
            variance = (n - 1) * found.rows[:, place].var()
            variance += (m - 1) * found.columns[:, place].var()
            np.testing.assert_allclose(spread.covariance[place, place], variance, rtol=1e-9)


def test_the_same_seed_gives_the_same_probes(counts):
    one, other, third = (
        ppm.cross_moments(counts, probes=30, random_seed=seed) for seed in (1, 1, 2)
    )
    assert one.values == other.values
    assert one.values["cycle"] != third.values["cycle"]
    assert one.probe_error == other.probe_error > 0
    exactly = ppm.cross_moments(counts)
    assert exactly.probe_error == 0
    assert abs(one.values["cycle"] - exactly.values["cycle"]) < 6 * one.probe_error
    assert one.spread.covariance[CYCLE, CYCLE] > one.probe_error**2


@pytest.mark.parametrize("unit", [1e-60, 1e-40, 1e40, 1e60])
def test_intervals_do_not_depend_on_the_unit(unit, counts):
    # The variance of the cycle has eighth powers of the data, which are no numbers.
    plain, other = ppm.cross_moments(counts), ppm.cross_moments(counts * unit)
    for name, ends in plain.interval().items():
        named = {"rho_row": 0, "rho_col": 0, "mean": 1, "cycle": 4}.get(name)
        power = (3 if name.startswith("cumulant") else 2) if named is None else named
        np.testing.assert_allclose(other.interval()[name], np.array(ends) * unit**power, rtol=1e-6)
    np.testing.assert_allclose(
        other.spread.covariance[0, 0], plain.spread.covariance[0, 0] * unit**2
    )


@pytest.mark.parametrize(
    ("data", "options", "error", "words"),
    [
        (np.ones((6, 6)), {}, DataError, "all 1"),
        (np.zeros((6, 6, 6)), {}, DataError, "3 dimensions"),
        (np.full((6, 6), np.nan), {}, DataError, "not finite|nan"),
        (np.eye(9)[:3], {}, DataError, "at least 4 rows and 4 columns"),
        (np.eye(9)[:, :3], {}, DataError, "at least 4 rows and 4 columns"),
        (np.eye(6), {"probes": 1}, ParameterError, "probes"),
        (np.eye(6), {"probes": 2.5}, ParameterError, "probes"),
        (np.eye(6), {"random_seed": -1}, ParameterError, "random_seed"),
        (np.eye(6), {"random_seed": "x"}, ParameterError, "random_seed"),
    ],
)
def test_what_cannot_be_measured_is_refused(data, options, error, words):
    with pytest.raises(error, match=words):
        ppm.cross_moments(data, **options)


def test_triples_in_a_table_are_not_built(tmp_path):
    path = tmp_path / "triples.csv"
    path.write_text("user,item,plays\na,x,3\na,y,1\nb,x,2\n", "utf-8")
    with pytest.raises(NotBuiltError, match="engine"):
        ppm.cross_moments(ppm.triples(path))


@pytest.mark.parametrize(
    ("draw", "kept", "draws"),
    [
        (lambda rng, rate: rng.poisson(rate), 1.0, 200),
        (lambda rng, rate: rng.poisson(rate * rng.exponential(size=rate.shape)), 1.0, 200),
        (lambda rng, rate: (rng.random(rate.shape) < 0.5) * rng.poisson(rate), 0.5, 800),
    ],
    ids=["poisson", "negative binomial", "half zeroed"],
)
def test_the_cycle_does_not_see_how_entries_vary(draw, kept, draws):
    # K sigma_theta^4 sigma_beta^4, with Gamma(0.1, 1) priors.
    truth, rng, found = 25 * 0.1**2 * 0.1**2 * kept**4, np.random.default_rng(12), []
    for _ in range(draws):
        rate = rng.gamma(0.1, 1, (60, 25)) @ rng.gamma(0.1, 1, (25, 80))
        found.append(ppm.cross_moments(draw(rng, rate), intervals=False).values["cycle"])
    error = np.std(found, ddof=1) / np.sqrt(len(found))
    assert abs(np.mean(found) - truth) < 3.5 * error
    assert error < truth / 3
